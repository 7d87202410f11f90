-- Which algorithm a search takes if none is given: Monte Carlo tree search where time limits it and nothing tells
-- unfinished states of the game apart; else alpha-beta.

local alphabeta = require "alphabeta"
local rules_alone = require "spec.support.rules_alone"
local timed = require "spec.support.timed"
local wrap = require "spec.support.wrap"

local after, first_answer, views = rules_alone.after, rules_alone.first_answer, rules_alone.views
local GAMES, LINES, PAWNS, TICTACTOE = rules_alone.GAMES, rules_alone.LINES, rules_alone.PAWNS, rules_alone.TICTACTOE
local DODGEM = GAMES.dodgem -- whoever gets a car off the board has fewer moves

local TIME = {time = 1e6}

-- A player of lines moves twice in a row; or the number of moves changes at random.
local TWICE = wrap.replace(LINES, {player = function(state) return math.floor(state.left / 2) % 2 + 1 end})
local AT_RANDOM = wrap.replace(LINES, {
  moves = function(state)
    local list, sum = LINES.moves(state), 0
    for at = 9, 63 do sum = (sum * 31 + at * state.cells[at]) % 1009 end
    for i = #list, 2 + sum % 11, -1 do list[i] = nil end
    return list
  end,
})

-- Coins, whose players have points.
local COINS = {
  new = function() return {left = 1, right = 40, turn = 1, 0, 0} end,
  moves = function(state) return state.left > state.right and {} or {"left", "right"} end,
  play = function(state, side)
    local child = {left = state.left, right = state.right, turn = 3 - state.turn, state[1], state[2]}
    child[side] = child[side] + (side == "left" and 1 or -1)
    child[state.turn] = child[state.turn] + state[side] % 5
    return child
  end,
  player = function(state) return state.turn end,
  result = function(state, me) return state[me] - state[3 - me] end,
}

local function algorithm_of(game, limits, options, state)
  local _, _, info = first_answer(alphabeta.new(game, options), state or game.new(), limits)
  return info.techniques[1] == "alphabeta" and "pvs" or info.techniques[1]
end

-- What each search takes: a game, limits, options.
local CHOICES = {
  uct = {
    {LINES}, {TICTACTOE}, {GAMES["connect four"]}, {GAMES.hex}, {AT_RANDOM}, {TWICE},
    {LINES, {think = 1e6}}, {LINES, {think = {1e5, 1e6}}}, {LINES, {clock = {left = 1e6}}},
    {LINES, TIME, {win = 100}}, {LINES, TIME, {hash = "auto"}}, {LINES, TIME, {win = 20, hash = "auto", level = 1}},
    {LINES, {}, {level = 3}}, {LINES, {}, {level = 10, seed = 5}}, {PAWNS, TIME, {algorithm = "uct"}},
    {wrap.replace(LINES, {hash = function(state) return table.concat(state.cells, "", 0) .. state.turn end})},
    {wrap.replace(LINES, {win = 50})}, {DODGEM, TIME, {ties = "random", seed = 3}},
  },
  pvs = {
    {PAWNS}, {COINS}, {PAWNS, TIME, {win = 100}}, {PAWNS, TIME, {hash = "auto"}}, {PAWNS, {}, {level = 3}},
    {LINES, {depth = 1}}, {LINES, {depth = 1, time = 1}}, {LINES, {nodes = 20}}, {LINES, {nodes = 20, time = 1}},
    {LINES, {depth = math.huge, time = 1e6}}, {LINES, {nodes = 500}, {level = 3}}, {LINES, {depth = 5}, {level = 3}},
  },
}
-- What alpha-beta alone takes, among the options and in a game.
for _, options in ipairs {
  {without = {"uct"}}, {without = {"killers"}}, {algorithm = "pvs"}, {algorithm = "alphabeta"}, {alpha = -1},
  {value_min = -1, value_max = 1}, {deepening = true}, {trace = function() end}, {repetition = 0},
} do
  table.insert(CHOICES.pvs, {LINES, TIME, options})
end
for name, value in pairs {
  order = function() return 0 end, move_id = function(_, at) return at end, repetition = 0, value_min = -1,
  bounds = function() return -1, 1 end, chances = function() return nil end, evaluate = function() return 0 end,
} do
  table.insert(CHOICES.pvs, {wrap.replace(LINES, {[name] = value})})
end
-- One player, or three.
for _, count in ipairs {1, 3} do
  table.insert(CHOICES.pvs, {wrap.replace(LINES, {
    player = function(state) return state.left % count + 1 end, result = function() return 0 end,
  })})
end
for _, row in ipairs(views(DODGEM)) do table.insert(CHOICES.uct, {row[2], TIME, row[1]}) end
-- Without `player`, values are the mover's.
local OWN = wrap.replace(LINES, {result = function(state) return rules_alone.winner_result(state, state.turn) end})
OWN.player = nil
for _, options in ipairs {{}, {view = "mover"}} do table.insert(CHOICES.uct, {OWN, TIME, options}) end

describe("A search without an algorithm takes", function()
  for algorithm, rows in pairs(CHOICES) do
    it(algorithm .. ", as the game, the limits and the options say", function()
      for i, row in ipairs(rows) do assert.equal(algorithm, algorithm_of(row[1], row[2], row[3]), "row " .. i) end
    end)
  end

  -- Each call to `moves` takes 5 ms, so a random game 0.05 seconds or more, and depth 1 for 49 moves 0.25.
  it("pvs if fewer random games than moves fit into the time, but depth 1 does", function()
    if alphabeta._ENGINE ~= "Lua" then return end -- the clock of the C module is its own
    for limit, expected in pairs {[1] = "pvs", [2] = "pvs", [20] = "uct"} do
      timed(LINES, 0.005, function(slow)
        local _, _, info = alphabeta.search(slow.new(), {time = limit}, {game = slow})
        assert.equal(expected, info.techniques[1])
      end, "moves")
    end
  end)
end)

describe("What a search finds out about its game", function()
  it("it knows in the next one, and asks again if few states were left", function()
    local calls = 0
    local ai = alphabeta.new(wrap.replace(LINES, {moves = function(state)
      calls = calls + 1
      return LINES.moves(state)
    end}))
    local function count()
      calls = 0
      ai:start(LINES.new(), TIME)
      assert.equal(0, calls)
      repeat ai:step {nodes = 1} until ai:best()
      ai:stop()
      return calls
    end
    assert.is_true(count() > 30)
    assert.is_true(count() < 60)
    ai = alphabeta.new(TICTACTOE)
    local late = after(TICTACTOE, 1, 2, 4, 3, 5, 7)
    local function algorithm(state) return select(3, first_answer(ai, state)).techniques[1] end
    assert.same({"pvs", "uct", "uct"}, {algorithm(late), algorithm(TICTACTOE.new()), algorithm(late)})
    assert.is_not.equal("uct", select(3, ai:search(late, 2)).techniques[1])
  end)

  it("it goes on to find out in its next searches, if a limit has ended them", function()
    local ai = alphabeta.new(DODGEM, {level = 3}) -- in a search of 10000 nodes, 1000 plies are not enough for all
    local algorithms = {}
    for number = 1, 5 do algorithms[number] = select(3, ai:search(DODGEM.new())).techniques[1] end
    assert.same({"uct", "uct"}, {algorithms[4], algorithms[5]})
  end)
end)
