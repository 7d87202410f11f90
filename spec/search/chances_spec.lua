-- What the function `chances` of a game may answer, and when it is asked. All random trials show that a finished game
-- is not asked, and that nothing impossible is looked at: their games raise an error then (support/graph_game.lua).

local alphabeta = require "alphabeta"
local calls_of = require "spec.support.calls_of"
local failure = require "spec.support.failure"
local globals = require "alphabeta.common.globals"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local INFINITY, NAN = math.huge, 0 / 0

-- A game of one decision and a chance node, for which `chances` gives an answer. A state is worth its letters.
local function answering(answer)
  return {
    children = function(state) return state == "root" and {"chance"} or nil end,
    chances = function(state)
      if state == "chance" then return answer end
    end,
    evaluate = function(state) return #state end,
  }
end

local function entry(probability, outcome) return {probability = probability, outcome = outcome or "end"} end

describe("An answer of chances", function()
  it("must be an array of outcomes whose probabilities add up to 1", function()
    for _, answer in ipairs {
      7, "often", true, false, function() end, {}, {entry(0.5), 0.5}, {"end"}, {{outcome = "end"}},
      {entry(-0.5), entry(1.5)}, {entry(NAN), entry(1)}, {entry(INFINITY)}, {entry "1"}, {entry(true)},
      {entry(0.5), {probability = 0.5}}, {entry(0.5), nil, entry(0.5)}, {nil, entry(1)},
      {entry(0.5), entry(0.5 - 2e-6)}, {entry(0.5), entry(0.5 + 2e-6)}, {entry(1), entry(1)}, {entry(0), entry(0)},
    } do
      for ply, start in pairs {[0] = "chance", "root"} do
        local where, options = ("callback 'chances' at ply %d: .*expected "):format(ply), {game = answering(answer)}
        assert.matches("alphabeta: " .. where, failure(alphabeta.search, start, 2, options))
        assert.matches("callback 'chances'", failure(alphabeta.perft, start, 2, options))
      end
    end
    local twice = answering {entry(1), entry(1)}
    assert.matches("got a sum of 2", failure(alphabeta.search, "root", 2, {game = twice})) -- not 2.0
  end)

  it("may have zeros, equal outcomes, equal entries, metatables, and a sum that is off by rounding", function()
    local half, meta = entry(0.5, "12"), {__index = {probability = 0.5}}
    for _, row in ipairs {
      {5, entry(1, "12345")}, {3, entry(0.5), entry(0.5 - 5e-7)}, {3, entry(0.5), entry(0.5 + 5e-7)},
      {5, entry(0), entry(1, "12345"), entry(0)}, {5, entry(-0.0), entry(1, "12345")},
      {3, entry(0.25, "1"), entry(0.5, "12345"), entry(0.25, "1")}, {2, half, half},
      {2, setmetatable({outcome = "1"}, meta), setmetatable({outcome = "123", name = "six"}, meta)},
    } do
      local expected = table.remove(row, 1)
      for _, start in ipairs {"root", "chance"} do
        assert.equal(expected, (select(2, alphabeta.search(start, 2, {game = answering(row)}))))
      end
    end
  end)

  it("may have any value for an outcome, which `make` and `unmake` get as it is", function()
    for _, outcome in ipairs {NAN, INFINITY, false, {}, print} do
      local state, count = {count = 0}, 0
      local function add(number)
        return function(_, move)
          assert.is_true(rawequal(outcome, move) or outcome ~= outcome and move ~= move)
          state.count, count = state.count + number, count + 1
        end
      end
      local game = {
        chances = function() return state.count == 0 and {{probability = 1, outcome = outcome}} or nil end,
        moves = function() end, make = add(1), unmake = add(-1), evaluate = function() return state.count end,
      }
      assert.equal(1, (select(2, alphabeta.search(state, 2, {game = game}))))
      assert.same({0, 2}, {state.count, count})
    end
  end)
end)

it("An infinite evaluation is an error in a game with chance nodes, wherever it comes up, and in no other", function()
  local game = tree.chance_game "children"
  for _, value in ipairs {INFINITY, -INFINITY} do
    for depth = 0, 2 do
      for _, list in ipairs {{value, value = value}, {chance = {1}, value, value = value}} do
        local message = failure(alphabeta.search, tree.from(list), depth, {game = game})
        assert.matches("callback 'evaluate' at ply %d: expected .*inf", message)
      end
    end
  end
  game.chances = nil
  assert.equal(INFINITY, (select(2, alphabeta.search(tree.from {INFINITY, 3}, 1, {game = game}))))
end)

describe("Chance nodes in a row", function()
  -- A state knows the number of chance nodes before the game is over; an infinity never ends.
  local forked = {
    moves = function() return nil end,
    make = function(state) state.left = state.left - 1 end,
    unmake = function(state) state.left = state.left + 1 end,
    chances = function(state) return state.left > 0 and {entry(0.5), entry(0), entry(0.5 - 1e-9, "x")} or nil end,
    evaluate = function() return 7 end,
  }
  local single = wrap.replace(forked, {chances = function(state) return state.left > 0 and {entry(1)} or nil end})

  it("may be 999", function()
    for _, options in ipairs {{}, {algorithm = "minimax"}, {value_min = 0, value_max = 10}, {deepening = true}} do
      local state = {left = 999}
      local _, value = alphabeta.search(state, 1, wrap.replace(options, {game = single}))
      assert.same({7, 999}, {value, state.left})
    end
    assert.equal(1, (alphabeta.perft({left = 999}, 0, {game = single})))
    assert.equal(0, (alphabeta.perft({left = 999}, 1, {game = single})))
  end)

  it("are an error if there are more than 1,000, or if they never end, and the state is restored", function()
    for _, left in ipairs {1001, 5000, INFINITY} do
      for _, rules in ipairs {forked, single} do
        local state = {left = left}
        assert.matches("'chances'.*1,?000", failure(alphabeta.search, state, 1, {game = rules}))
        assert.equal(left, state.left)
      end
    end
    assert.matches("'chances'", failure(alphabeta.perft, {left = INFINITY}, 1, {game = single}))
  end)

  it("are counted anew after each decision", function()
    local turns = {
      moves = function(state) return state.at % 700 == 0 and {1} or nil end,
      make = function(state) state.at = state.at + 1 end,
      unmake = function(state) state.at = state.at - 1 end,
      chances = function(state) return state.at % 700 ~= 0 and {entry(1)} or nil end,
      evaluate = function(state) return state.at end,
    }
    local state = {at = 0}
    if alphabeta._ENGINE == "C" or not globals.jit then
      assert.equal(2101, (select(2, alphabeta.search(state, 4, {game = turns}))))
    else -- LuaJIT's stack is the smallest
      local words = "alphabeta: stack overflow at ply %d%d+: .* give a smaller 'depth'$"
      assert.matches(words, failure(alphabeta.search, state, 4, {game = turns}))
    end
    assert.equal(0, state.at)
  end)
end)

-- That `chances` is asked before the moves is shown by random games, which raise an error if a chance node is asked for
-- moves.
describe("A search by children asks for", function()
  -- The depth, the tree as nested lists, whether the game has `order`, and the calls.
  for sentence, row in pairs {
    ["no chances where the depth is used up, once it is known that a line goes on there"] = {
      1, {{chance = {1}, 3, value = 7}, {1}}, false,
      "chances root, children root, chances 1, evaluate 1 nil, evaluate 2 nil",
    },
    ["nothing but evaluate at depth 0"] = {0, {chance = {1}, 3}, false, "evaluate root nil"},
    ["the order of moves, not of outcomes"] = {
      2, {{chance = {1 / 2, 1 / 2}, {value = 3, score = 0}, {value = 5, score = 9}}, {value = 4, score = 1}}, true,
      "chances root, children root, order root 1, order root 2, chances 2, children 2, evaluate 2 nil, chances 1, "
        .. "chances 1.1, children 1.1, evaluate 1.1 nil, chances 1.2, children 1.2, evaluate 1.2 nil",
    },
  } do
    it(sentence, function()
      local game = tree.chance_game("children", {order = row[3]})
      assert.equal(row[4], table.concat(calls_of(game, tree.state("children", tree.from(row[2])), row[1], {}), ", "))
    end)
  end
end)
