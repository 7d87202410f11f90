-- Max^n: each player maximizes that player's own payoff. What a search by it returns, what `evaluate` may answer, and
-- which options go with it.

local alphabeta = require "alphabeta"
local failure = require "spec.support.failure"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local INFINITY = math.huge
local NAN = 0 / 0

-- What a search is called with: a tree that is written down, whose evaluations are payoffs.
local function arguments(list, depth, options)
  local game = tree.chance_game("children", {player = true, payoffs = true})
  return tree.from(list), depth, wrap.replace({game = game, algorithm = "maxn"}, options or {})
end

local function search(list, depth, options) return alphabeta.search(arguments(list, depth, options)) end

describe("Max^n", function()
  local function leaf(...) return {turn = 1, payoffs = {...}} end

  it("by shallow pruning leaves out what the player before would not let come to pass", function()
    -- After 1 player 1 has 5 of 10. After 2 player 2 has 6 at once, which leaves 4 to player 1, whatever else there is.
    local list = {
      turn = 1,
      {turn = 2, leaf(5, 5, 0)},
      {turn = 2, leaf(4, 6, 0), leaf(0, 9, 1), leaf(0, 10, 0)},
    }
    local nodes = {}
    for i, options in ipairs({{}, {value_sum = 10, value_min = 0}, {value_sum = 10.5, value_min = 0},
      {value_sum = 11.5, value_min = 0}, {value_sum = 10, value_min = -1.5}, {value_sum = 10}}) do
      local best, value, info = search(list, 2, options)
      assert.equal("1", best.name)
      assert.same({5, 5, 0}, value)
      nodes[i] = info.nodes
    end
    assert.same({7, 5, 5, 6, 6, 7}, nodes)
  end)

  it("evaluates for the player to move at the root, at a chance node, too", function()
    local reported = {}
    local game = tree.chance_game("children", {player = true})
    function game.evaluate(state, me)
      reported[#reported + 1] = state.node.name .. " for " .. me
      return {1, 2}
    end
    local root = tree.from({turn = 2, {turn = 1, chance = {1}, 5}, 7})
    alphabeta.search(root, 1, {game = game, algorithm = "maxn"})
    assert.same({"1 for 2", "2 for 2"}, reported)
  end)

  it("takes players of any kind, and up to 16 of them", function()
    for count = 1, 16 do
      local players = {"one", 2, 0.5, true, false, {}, print, "eight"}
      for i = #players + 1, count do players[i] = "player " .. i end
      -- Everybody in turn may stop, which is worth 2 to who stops, or go on, in the end to 1 each.
      local game = {
        children = function(state) return state < count and {-state, state + 1} or nil end,
        is_over = function(state) return state < 0 end,
        player = function(state) return players[math.abs(state)] end,
        evaluate = function(state)
          local payoffs = {}
          for i = 1, count do payoffs[players[i]] = state < 0 and -state == i and 2 or 1 end
          return payoffs
        end,
      }
      local best, value = alphabeta.search(1, count + 1, {game = game, algorithm = "maxn"})
      assert.equal(count > 1 and -1 or nil, best)
      for i = 1, count do assert.equal(count > 1 and i == 1 and 2 or 1, value[players[i]]) end
    end
  end)

  it("reports seventeen players as an error, be it of evaluate or by player", function()
    local payoffs, game = {}, {children = function(state) return state < 30 and {state + 1} or nil end}
    for i = 1, 17 do payoffs["p" .. i] = i end
    function game.evaluate() return payoffs end
    function game.player() return "p1" end
    assert.matches("callback 'evaluate' at ply 2: expected at most 16 players with",
      failure(alphabeta.search, 1, 2, {algorithm = "maxn", game = game}), 1, true)
    function game.player(state) return "p" .. state end
    assert.matches("callback 'player' at ply 16: expected at most 16 players with algorithm 'maxn', got another one, "
      .. "'p17'", failure(alphabeta.search, 1, 40, {algorithm = "maxn", game = game}), 1, true)
  end)
end)

describe("An evaluation in max^n", function()
  local LIST = {turn = 1, {turn = 2, 1, 2}, {turn = 2, 3, 4}}
  local LATER = true -- wrong beside an earlier answer only

  -- The error of a search in which evaluate answers with this the first time, or the second.
  local function message_for(answer, place)
    local calls = 0
    local game = tree.chance_game("children", {player = true})
    function game.evaluate()
      calls = calls + 1
      return calls == place and answer or {1, 2}
    end
    return failure(alphabeta.search, tree.from(LIST), 2, {game = game, algorithm = "maxn"})
  end

  for _, row in ipairs {
    {"a number", 5, "expected a table"}, {"a boolean", true, "expected a table"},
    {"a string", "much", "expected a table"},
    {"a table without one who has moved", {1}, "for player 2"}, {"an empty table", {}, "for player 1"},
    {"a payoff that is no number", {1, "2"}, "for player 2, got '2'"},
    {"a payoff that is NaN", {1, NAN}, "for player 2, got NaN"},
    {"a payoff that is a table", {{}, 2}, "for player 1, got table"},
    {"infinite in a game with chance nodes", {INFINITY, -INFINITY}, "expected finite numbers"},
    {"of other players than before", {1, 2, 3}, "the same players as before", LATER},
    {"of players with other names", {1, 2, white = 3}, "'white'", LATER},
  } do
    it("must not be " .. row[1], function()
      for place = row[4] and 2 or 1, 2 do
        local message = message_for(row[2], place)
        assert.matches("alphabeta: callback 'evaluate' at ply 2: expected ", message, 1, true)
        assert.matches(row[3], message, 1, true)
      end
    end)
  end

  it("must know who moves, who may turn up late", function()
    local list = {turn = 1, {turn = 2, {turn = 1, 1, 2}}, {turn = 3, {turn = 1, 3, 4}}}
    local game = tree.chance_game("children", {player = true})
    function game.evaluate() return {1, 2} end
    local message = failure(alphabeta.search, tree.from(list), 2, {game = game, algorithm = "maxn"})
    assert.matches("callback '%a+' at ply %d: expected .*3", message)
  end)
end)

describe("With max^n", function()
  local LIST = {turn = 1, {turn = 2, payoffs = {1, 2}}}

  -- The value of the move that was chosen, a number, came in the place of the payoffs.
  it("a choice among the moves leaves the payoffs a table", function()
    local list = {turn = 1, {turn = 2, payoffs = {4, 2}}, {turn = 2, payoffs = {3, 5}}}
    for _, choice in ipairs({{ties = "random"}, {level = function() return 2 end}}) do
      local best, value, info = search(list, 1, choice)
      assert.same({4, 2}, value)
      assert.equal(info.pv[1], best)
      assert.equal(choice.ties and 1 or 2, best == info.scores[1].move and 1 or 2)
    end
  end)

  it("a game's hash makes no table", function()
    local game = tree.chance_game("children", {player = true, payoffs = true})
    function game.hash(state) return state.node.name end
    local ai = alphabeta.new(game, {algorithm = "maxn", depth = 2})
    assert.is_nil(select(3, ai:search(tree.from(LIST))).table_bytes)
    assert.matches("table", failure(ai.save, ai, os.tmpname()), 1, true)
  end)
end)
