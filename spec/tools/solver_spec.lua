--- The solver among the examples finds what a plain search finds. (Small boards are in games_spec.)

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local random_game = require "spec.support.random_game"
local rng = require "spec.support.rng"
local script = require "spec.support.script"

-- Programs are run by a POSIX shell.
local it = script.has_shell and it or pending

local unpack = table.unpack or unpack

local EFFORT = effort(1, jit and 3 or 2)

local hashed = connect4.hashed

-- Connect four for a search to the end: the score, in the view of the player to move.
local RULES = {
  moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake,
  evaluate = function(state) return state.winner == 0 and 0 or -math.floor(state.left / 2) - 1 end,
}

-- A random game with so many stones that nobody has won: the columns as digits, and the position.
local function unfinished_game(random, stones)
  local state, trail = random_game.wander(hashed, hashed.new(), random:int(1, 1e6), stones)
  if #trail < stones or state.winner ~= 0 then return unfinished_game(random, stones) end
  local columns = {}
  for i, step in ipairs(trail) do columns[i] = step[1] end
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
  it("finds the score that a plain search finds, and a column that keeps it", function()
    local random, positions, expected = rng.new(1), {}, {}
    local function add(columns, state)
      positions[#positions + 1] = columns
      expected[#positions] = select(2, alphabeta.search(state, state.left, {game = RULES, view = "mover"}))
    end
    for i = 1, 10 * EFFORT do add(unfinished_game(random, 40 - i % (4 + 3 * EFFORT))) end
    local replies = {}
    for i, answer in ipairs(solve(positions)) do
      assert.equal(expected[i], answer.score)
      replies[i] = answer.columns .. answer.best
    end
    for i, reply in ipairs(solve(replies)) do assert.equal(-expected[i], reply.score) end
  end)

  it("knows a game that is over", function()
    local over, lost_soon, won_now = unpack(solve {"1212121", "44335", "121212"})
    assert.same({-18, -18, 18}, {over.score, lost_soon.score, won_now.score})
    assert.is_nil(over.best)
    assert.equal("1", won_now.best)
  end)
end)
