--- The solver among the examples finds what a plain search finds, and what is known of small boards of connect four.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local known_scores = require "bench.support.known_scores"
local effort = require "spec.support.effort"
local rng = require "spec.support.rng"
local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending

local unpack = table.unpack or unpack

local EFFORT = effort(1, jit and 3 or 2)

local hashed = connect4.hashed
local WIN = connect4.WIN

-- Connect four for a search to the end, in the view of the player to move.
local function rules(evaluate, is_hashed)
  return {
    moves = connect4.moves_from_centre,
    make = hashed.make,
    unmake = hashed.unmake,
    hash = is_hashed and hashed.hash or nil,
    evaluate = evaluate,
  }
end

local function lost(state) return state.winner == 0 and 0 or -WIN end
local function score(state) return state.winner == 0 and 0 or -math.floor(state.left / 2) - 1 end

-- A game of seeded random play with so many stones that nobody has won: the columns as digits, and the position.
local function random_game(random, stones)
  local columns, state = {}, hashed.new()
  for i = 1, stones do
    local moves = connect4.moves(state)
    if #moves == 0 then return random_game(random, stones) end
    columns[i] = random:pick(moves)
    hashed.make(state, columns[i])
  end
  if state.winner ~= 0 then return random_game(random, stones) end
  return table.concat(columns), state
end

-- Runs the solver; returns for each position its score, and the best column or nil.
local function solve(positions)
  local output, code = script.run("connect4_solver.lua " .. table.concat(positions, " "))
  assert.equal(0, code, output)
  local answers = {}
  for columns, points, rest in output:gmatch "(%d+)  score (%-?%d+), ([^\n]+)" do
    answers[#answers + 1] = {columns = columns, score = tonumber(points), best = rest:match "best column (%d)"}
    assert.equal(positions[#answers], columns)
  end
  assert.equal(#positions, #answers, output)
  return answers
end

describe("the solver of connect four", function()
  it("finds the score that a plain search finds", function()
    local random, positions, expected = rng.new(1), {}, {}
    for i = 1, 10 * EFFORT do
      local columns, state = random_game(random, 40 - i % (4 + 3 * EFFORT))
      positions[i] = columns
      expected[i] = select(2, alphabeta.search(state, state.left, {game = rules(score), view = "mover"}))
    end
    for i, answer in ipairs(solve(positions)) do assert.equal(expected[i], answer.score) end
  end)

  it("names a column that keeps the score", function()
    local random, positions, replies = rng.new(2), {}, {}
    for i = 1, 20 do positions[i] = random_game(random, 26) end
    local answers = solve(positions)
    for i, answer in ipairs(answers) do replies[i] = answer.columns .. answer.best end
    for i, reply in ipairs(solve(replies)) do assert.equal(-answers[i].score, reply.score) end
  end)

  it("knows a game that is over", function()
    local over, lost_soon, won_now = unpack(solve {"1212121", "44335", "121212"})
    assert.same({-18, -18, 18}, {over.score, lost_soon.score, won_now.score})
    assert.is_nil(over.best)
    assert.equal("1", won_now.best)
  end)

  it("agrees with the known scores", function()
    for _, name in ipairs {"end-easy", "middle-easy"} do
      local list, positions = known_scores.read(name), {}
      if not list then return pending "the known scores are not a part of the project, and are not here" end
      for i, position in ipairs(list) do positions[i] = position.columns end
      for i, answer in ipairs(solve(positions)) do assert.equal(list[i].score, answer.score) end
    end
  end)
end)

describe("a board of connect four", function()
  -- Width, height, and the plies to the end of the game; nil when it is drawn. After John Tromp.
  local SOLVED = {{4, 4}, {4, 5}, {5, 4}, {6, 4, -24}}
  local options = {view = "mover", win = WIN, deepening = true, algorithm = "pvs"}

  for i = 1, ({1, 2, 4})[EFFORT] do
    local width, height, plies = SOLVED[i][1], SOLVED[i][2], SOLVED[i][3]
    it(("%d by %d is %s"):format(width, height, plies and "lost in " .. -plies .. " plies" or "drawn"), function()
      options.game = rules(lost, true)
      local state = hashed.new(width, height)
      local _, value, info = alphabeta.search(state, state.left, options)
      assert.equal(plies and -WIN - plies or 0, value)
      assert.equal(plies, info.win_in)
    end)
  end
end)
