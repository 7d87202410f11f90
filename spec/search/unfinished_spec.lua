-- Games with `result` and without `evaluate`: a state where the game goes on is worth the middle of what is possible,
-- but for mobility. Random games of this kind are in mobility_spec.lua and, in slices, in slices_spec.lua.

local alphabeta = require "alphabeta"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local tree = require "alphabeta.tree"
local wrap = require "spec.support.wrap"

-- Nim: who takes the last match wins.
local nim = small_games.by_result(small_games.NIM.copying, small_games.worth)

local function heap(count) return {heap = count, turn = 1} end

describe("A game without evaluate", function()
  it("is worth the middle of value_min and value_max, where both are said, else 0 or what is next to it", function()
    for _, row in ipairs {
      {nil, nil, 0}, {-1, 1, 0}, {0, 1, 0.5}, {2, 10, 6}, {nil, 9, 0}, {nil, -3, -3}, {4, nil, 4}, {-8, nil, 0},
      {-1e308, 1.5e308, 0.25e308},
    } do
      local game = wrap.replace(nim, {result = function() return row[3] end})
      game.value_min, game.value_max = row[1], row[2]
      for depth, algorithm in ipairs {"pvs", "minimax"} do
        assert.equal(row[3], (select(2, alphabeta.search(heap(9), depth, {game = game, algorithm = algorithm}))))
      end
    end
  end)

  it("leaves open in a drawing what is worth what was pruned and goes on", function()
    for _, more in ipairs {{}, {value_min = 0, value_max = 1}} do
      local game = wrap.replace(nim, more)
      game.result = function(state, me) return state.turn == me and (more.value_min or -1) or 1 end
      local recorder, _, value = tree.search(heap(6), 3, {
        game = game, algorithm = "alphabeta", without = {"mobility"},
      })
      local is_open = false
      local function walk(node)
        if node.is_pruned and node.kind == "leaf" then is_open = is_open or node.value == nil end
        for _, child in ipairs(node.children) do walk(child) end
      end
      walk(recorder:root())
      assert.same({1, true}, {value, is_open})
    end
  end)
end)

describe("In max^n, a game without evaluate", function()
  it("is worth the same to each player where it goes on: 0, or what is next to it within the limits", function()
    for seed in share.of(1, 300) do
      local trial = random_trial.new(seed, {
        payoffs = true, players = {2, 3, 4}, chance = {false, 0.3}, omit = "value_sum",
        traits = {result = true, is_over = true},
      })
      local options, random, payoffs = trial.options, trial.random, {}
      options.value_sum, options.value_min, options.value_max = nil, nil, nil
      for name, limit in pairs(random:pick {
        {}, {value_min = 0}, {value_max = 9}, {value_min = 2, value_max = 9}, {value_min = -2, value_max = -1},
      }) do options[name] = limit end
      local worth = math.max(options.value_min or -math.huge, math.min(0, options.value_max or math.huge))
      for _, player in ipairs(trial.graph.players) do payoffs[player] = worth end
      -- No payoff lies outside of the limits.
      local result = trial.game.result
      local function limited(...)
        local given, own = result(...), {}
        for player, payoff in pairs(given) do
          own[player] = math.max(options.value_min or payoff, math.min(payoff, options.value_max or payoff))
        end
        return own
      end
      local without = wrap.replace(trial.game, {result = limited})
      without.evaluate, without.evaluate_move = nil, nil
      local with = wrap.replace(without, {evaluate = function() return payoffs end})
      local _, expected = alphabeta.search(trial:state(), trial.limits, trial:with {game = with})
      local _, value, info = alphabeta.search(trial:state(), trial.limits, trial:with {game = without})
      local me = trial.graph.players[trial.graph.root.turn]
      trial:check(value[me] == expected[me] and info.depth >= 0, "the value %s, not %s", expected[me], value[me])
      for player, payoff in pairs(value) do trial:check(expected[player] == payoff, "the payoffs of all players") end
    end
  end)
end)
