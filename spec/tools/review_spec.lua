-- Reviews of finished games: `alphabeta.review`. A plain minimax search knows what each move of a random game loses; a
-- referee makes each figure of the review from that. What a review says, in words and messages, is in review_text_spec.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local pig = require "games.pig"
local restyled = require "spec.support.restyled"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local whist = require "games.whist"
local wrap = require "spec.support.wrap"

local review = alphabeta.review

-- By minimax ----------------------------------------------------------------------------------------------------------

local PLIES, MOST = 5, 20

-- A random game of a few plies, whose ends have random values; a player may move several times in a row.
local GAME = {
  player = function(state) return state.turn end,
  moves = function(state)
    local list = {}
    for i = 1, state.ply < PLIES and 1 + state.id % 4 or 0 do list[i] = i end
    return list
  end,
  play = function(state, move)
    local id = (state.id * 31 + move * 17 + 5) % 10007
    return {id = id, ply = state.ply + 1, turn = id % 3 == 0 and state.turn or 3 - state.turn}
  end,
  evaluate = function(state, me) return (state.id % (2 * MOST + 1) - MOST) * (me == 1 and 1 or -1) end,
}

-- The same in other styles, with values for one player, and by its rules alone.
local GAMES = {
  GAME, {player = GAME.player, moves = GAME.moves, play = GAME.play, result = GAME.evaluate},
  wrap.replace(GAME, {
    evaluate = function(state) return GAME.evaluate(state, 2) end, view = "player", max_player = 2,
  }),
  restyled.by_children(GAME),
  {
    player = GAME.player, evaluate = GAME.evaluate, moves = GAME.moves,
    make = function(state, move)
      local after, id, turn = GAME.play(state, move), state.id, state.turn
      state.id, state.ply, state.turn = after.id, after.ply, after.turn
      return id, turn
    end,
    unmake = function(state, _, id, turn) state.id, state.ply, state.turn = id, state.ply - 1, turn end,
  },
}

-- What a state is worth for the player to move, by perfect play, and what each of its moves is.
local function solve(state)
  local values, best = {}, nil
  for i, move in ipairs(GAME.moves(state)) do
    local child = GAME.play(state, move)
    local value = solve(child)
    values[i] = child.turn == state.turn and value or -value
    best = math.max(best or values[i], values[i])
  end
  return best or GAME.evaluate(state, state.turn), values
end

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1] or 0
end

-- The unit of a game: five times what the median move loses, or half of the greatest value; and that value.
local function unit_of(positions)
  local losses, most = {}, 0
  for _, position in ipairs(positions) do
    for _, value in ipairs(position.values) do most = math.max(most, math.abs(value)) end
    local loss = position.best - median(wrap.replace(position.values, {}))
    if loss > 0 then losses[#losses + 1] = loss end
  end
  local unit = math.min(5 * median(losses), most / 2)
  return unit > 0 and unit or 1, most
end

local CLASSES = {{0.30, "blunder"}, {0.15, "mistake"}, {0.07, "inaccuracy"}, {0, "good"}}

-- What a move is called that leaves `after` of the chance `before`.
local function class_of(position, before, after)
  if #position.values == 1 then return "forced" end
  if position.value == position.best then return "best" end
  for _, row in ipairs(CLASSES) do
    if before - after >= row[1] then return row[2] end
  end
end

-- The figures of a review, by the positions of the game: `best`, `values`, `value` of the played move, `player`.
local function figures_of(positions, options)
  local unit, most = unit_of(positions)
  local bound = options.value_min and MOST or not options.game.evaluate and math.max(most, 1)
  unit = options.unit or unit
  local function chance(value)
    if bound and not options.unit then return (value + bound) / (2 * bound) end
    return 1 / (1 + math.exp(-value / unit))
  end
  local found, greatest = {moves = {}, players = {}}, 0.071
  for i, position in ipairs(positions) do
    local before, after = chance(position.best), chance(position.value)
    local own = found.players[position.player] or {moves = 0, loss = 0}
    found.players[position.player] = own
    if #position.values > 1 then own.moves, own.loss = own.moves + 1, own.loss + before - after end
    found.moves[i] = {
      before = before, after = after, loss = before - after, value = position.value, best_value = position.best,
      class = class_of(position, before, after), chance = position.player == positions[1].player and after or 1 - after,
    }
    if before - after >= greatest - 0.001 then
      greatest, found.turning_point = math.max(greatest, before - after), i
    end
  end
  for _, own in pairs(found.players) do own.accuracy = 100 * math.exp(-6 * own.loss / math.max(own.moves, 1)) end
  return found
end

local function compare(expected, actual, where)
  for name, value in pairs(expected) do
    local own = actual[name]
    local is_same = own == value or type(value) == "number" and type(own) == "number" and math.abs(own - value) < 1e-9
    assert.is_true(is_same, ("%s, %s: %s, expected %s"):format(where, name, tostring(own), tostring(value)))
  end
end

it("A review has the figures that follow from a minimax search", function()
  for seed in share.of(1, effort.seeds(100, 2000)) do
    local random, positions, moves = rng.new(seed), {}, {}
    local game = random:pick(GAMES)
    local first = {id = random:int(0, 10006), ply = 0, turn = random:int(1, 2)}
    local state = first
    while state.ply < PLIES do
      local best, values = solve(state)
      local move = random:int(1, #values)
      positions[#positions + 1] = {best = best, values = values, value = values[move], player = state.turn}
      state = GAME.play(state, move)
      moves[#moves + 1] = game.children and state or move
    end
    local options = random:pick {{}, {unit = random:int(1, 20)}, {value_min = -MOST, value_max = MOST}}
    options.game, options.depth = game, PLIES + 1
    local before = small_games.copy(first)
    local report = review(first, moves, options)
    assert.same(before, first)
    local expected, where = figures_of(positions, options), "seed " .. seed
    compare({turning_point = expected.turning_point or false}, {turning_point = report.turning_point or false}, where)
    for i, row in ipairs(expected.moves) do compare(row, report.moves[i], where .. ", move " .. i) end
    for who, row in pairs(expected.players) do compare(row, report.players[who], where .. ", player " .. who) end
  end
end)

-- A random game of pig: its moves and throws.
local function roll(random)
  local state, moves = pig.new(20), {}
  while not pig.is_over(state) do
    local outcomes = pig.chances(state)
    local move = outcomes and random:pick(outcomes).outcome or random:pick(pig.moves(state))
    pig.make(state, move)
    moves[#moves + 1] = move
  end
  return moves
end

describe("A review", function()
  local WIN = connect4.WIN
  local COLUMNS = {4, 4, 3, 1, 2, 7, 5}

  it("shows the luck with dice: what is good luck for one player is bad luck for the other", function()
    for seed in share.of(1, effort.seeds(10, 100)) do
      local moves, sum = roll(rng.new(seed)), 0
      local report = review(pig.new(20), moves, {game = pig, depth = 3, value_min = -1, value_max = 1})
      for i, entry in ipairs(report.moves) do
        assert.equal(type(moves[i]) == "number", entry.class == "chance")
        local before, after = report.moves[i - 1], report.moves[i + 1]
        sum = sum + (entry.luck or 0) * (entry.player == 1 and 1 or -1)
        if entry.luck and before.player == after.player then
          assert.is_true(math.abs(entry.luck - (after.before - before.after)) < 1e-9)
        end
      end
      assert.is_true(math.abs(sum - report.players[1].luck) < 1e-9)
      local other = report.players[2] -- nil if player 1 has won in the first turn
      assert.is_true(not other or report.players[1].luck == -other.luck)
    end
  end)

  it("knows the luck of the first throw, by the value of the chance node", function()
    local game = {
      moves = function(state) return not state.is_done and {"stay"} or nil end, player = function() return 1 end,
      chances = function(state)
        return not state.thrown and {{probability = 0.5, outcome = 1}, {probability = 0.5, outcome = 2}} or nil
      end,
      play = function(state, move) return {thrown = state.thrown or move, is_done = state.thrown ~= nil} end,
      result = function(state) return state.thrown == 2 and 1 or -1 end,
    }
    assert.equal(-0.5, review({}, {1, "stay"}, {game = game, depth = 3}).players[1].luck)
    assert.equal(0.5, review({}, {2, "stay"}, {game = game, depth = 3}).players[1].luck)
  end)

  it("of a session knows its rules, its options, its names and its moves", function()
    local session = alphabeta.session {game = connect4, win = WIN, state = connect4.new(), players = {"Ada", "Bob"}}
    for _, column in ipairs(COLUMNS) do session:move(column) end
    local options = {game = connect4, win = WIN, depth = 3, names = {"Ada", "Bob"}}
    assert.equal(tostring(review(connect4.new(), COLUMNS, options)), tostring(session:review {depth = 3}))
    session:undo()
    assert.equal(#COLUMNS - 1, #session:review({depth = 2}).moves)
  end)

  it("of three players counts what a move gives up of the player's own chance", function()
    local coins = require "games.coins"
    local report = review(coins.new({1, 9, 1, 1, 1, 1}, 3, 1), {1, 1, 1, 1, 1, 1}, {
      game = coins, algorithm = "maxn", depth = 6, unit = 1,
    })
    assert.same({1, 2, 3}, report.order)
    for _, entry in ipairs(report.moves) do assert.is_true(entry.before >= 0 and entry.before <= 1) end
  end)

  it("judges hidden hands by what the player could know", function()
    local state, seen, moves = whist.new(function(n) return n end, 3), 0, {}
    local game = wrap.replace(whist, {deal = function(...)
      seen = seen + 1
      return whist.deal(...)
    end})
    local at = alphabeta.copy(state)
    while not whist.is_over(at) do
      local list = {}
      whist.moves(at, list)
      moves[#moves + 1] = list[1]
      whist.make(at, list[1])
    end
    local report = review(state, moves, {game = game, nodes = 300})
    assert.equal(#moves, #report.moves)
    assert.is_true(seen > 0)
  end)

  it("in slices finds the same, and may be left alone between them", function()
    local options = {game = connect4, win = WIN, depth = 4}
    local whole, steps = review(connect4.new(), COLUMNS, options), 0
    local state, columns = connect4.new(), wrap.replace(COLUMNS, {})
    local part = review(state, columns, wrap.replace(options, {slice = 1e-3}))
    connect4.make(state, 1) -- a new game has begun
    columns[7] = nil
    assert.equal("The review is not ready.", tostring(part))
    repeat steps = steps + 1 until part:step()
    assert.is_true(steps > 1)
    assert.equal(tostring(whole), tostring(part))
    assert.is_true(part:step(1))
    assert.is_true(whole.is_ready and whole:step())
  end)

  -- Ten moves in each position. The last one at the start leads into a corridor of eight plies, where player 1 loses.
  local CORRIDOR = {
    player = function(state) return state.turn end, result = function(state, me)
      return not state.left and 0 or me == 2 and 1 or -1
    end,
    moves = function(state)
      local list = {}
      for i = 1, state.left and math.min(state.left, 2) or state.ply < 20 and 10 or 0 do list[i] = i end
      return list
    end,
    play = function(state, move)
      local left = state.left and state.left - 1 or state.ply == 1 and move == 10 and 8 or nil
      return {turn = 3 - state.turn, ply = state.ply + 1, left = left}
    end,
  }
  local ENTERED = {1, 10, 1, 1, 1, 1, 1, 1, 1, 1}

  it("blames a move for a loss that only the next search sees", function()
    for _, row in ipairs {
      {CORRIDOR, "it gives up 50 % of the chance to win"},
      {wrap.replace(CORRIDOR, {result = function(...) return 100 * CORRIDOR.result(...) end, win = 100}),
        "it loses in 5 moves"},
    } do
      local report = review({turn = 2, ply = 0}, ENTERED, {game = row[1], nodes = 300})
      local entry, following = report.moves[2], report.moves[3]
      assert.same({"blunder", 0, 1, 2}, {entry.class, entry.after, following.before, report.turning_point})
      assert.is_true(math.abs(entry.before - 0.5) < 1e-3)
      assert.equal(("Move 2, 10 by player 1, is a blunder: %s. Better is 1. This is the turning point."):format(row[2]),
        entry.why)
      assert.is_true(report.players[1].accuracy < 100)
    end
  end)

  it("praises a move for a win that only the next search sees", function()
    local game = wrap.replace(CORRIDOR, {result = function(...) return -CORRIDOR.result(...) end})
    local report = review({turn = 2, ply = 0}, ENTERED, {game = game, nodes = 300})
    assert.same({1, 0}, {report.moves[2].after, report.moves[3].before})
  end)

  -- Cause: what makes keys of states without `hash` takes those of one class, and was made once for all reviews. In the
  -- second review, no position before the present one counted as repeated.
  it("counts repetitions in each review, of states of another class, too", function()
    local function values_with(class)
      local game = { -- a token on the squares from 0 to 5
        player = function(state) return state.turn end,
        moves = function(state) return state.at == 5 and {} or state.at == 0 and {1} or {1, -1} end,
        play = function(state, step) return setmetatable({at = state.at + step, turn = 3 - state.turn}, class) end,
        evaluate = function(state, me)
          local value = 10 - state.at - state.at ^ 2
          return me == 1 and value or -value
        end,
      }
      local found = {}
      local report = alphabeta.review(setmetatable({at = 2, turn = 1}, class), {1, 1, -1, -1, 1, 1},
        {game = game, depth = 2, repetition = 0})
      for i, entry in ipairs(report.moves) do found[i] = entry.value end
      return found
    end
    assert.same({0, 0, 0, 0, 0, 0}, values_with {__index = {}})
    assert.same({0, 0, 0, 0, 0, 0}, values_with {__index = {}})
  end)
end)
