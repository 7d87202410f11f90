-- Games with `result` and without `evaluate`: a state where the game goes on is worth the middle of what is possible,
-- but for mobility. Random games of this kind are in mobility_spec.lua and, in slices, in slices_spec.lua.

local alphabeta = require "alphabeta"
local rng = require "spec.support.rng"
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
    local shares = wrap.replace(nim, {
      value_min = 0, value_max = 1, result = function(state, me) return state.turn == me and 0 or 1 end,
    })
    for depth, value in pairs {[2] = 0.5, [9] = 1} do
      assert.equal(value, (select(2, alphabeta.search(heap(9), depth, {game = shares}))))
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

-- A race of three players: each throws in turn, if there is `luck`, and who comes first to the end has 1, the others 0.
local function race(has_chance, more)
  return wrap.replace({
    moves = function(state)
      for player = 1, 3 do
        if state[player] <= 0 then return nil end
      end
      return {1, 2}
    end,
    chances = has_chance and function(state)
      if not state.throws then return nil end
      return {{probability = 0.25, outcome = 0}, {probability = 0.75, outcome = 1}}
    end or nil,
    play = function(state, steps)
      local after = {state[1], state[2], state[3], turn = state.turn, throws = has_chance and not state.throws}
      after[state.turn] = after[state.turn] - steps
      if not after.throws then after.turn = state.turn % 3 + 1 end
      return after
    end,
    player = function(state) return state.turn end,
    result = function(state)
      local payoffs = {}
      for player = 1, 3 do payoffs[player] = state[player] <= 0 and 1 or 0 end
      return payoffs
    end,
  }, more or {})
end

describe("In max^n, a game without evaluate", function()
  it("is worth the same to each player where it goes on, however many there are", function()
    for _, has_chance in ipairs {false, true} do
      for _, row in ipairs {
        {{}, 0}, {{value_min = 0}, 0}, {{value_min = 0, value_sum = 1}, 0}, {{value_min = -2, value_max = -1}, -1},
        {{value_min = 2, value_max = 9}, 2},
      } do
        local payoffs = {row[2], row[2], row[2]}
        local without = race(has_chance, row[1])
        if row[2] ~= 0 then without.result = function() return payoffs end end
        local with = wrap.replace(without, {
          evaluate = function() return payoffs end,
          is_over = function(state) return not without.moves(state) and not (has_chance and without.chances(state)) end,
        })
        for depth = 1, 7 do
          for seed = 1, 6 do
            local random = rng.new(seed)
            local state = {random:int(1, 4), random:int(1, 4), random:int(1, 4), turn = random:int(1, 3)}
            local options = {algorithm = "maxn", deepening = true}
            local _, expected = alphabeta.search(state, depth, wrap.replace(options, {game = with}))
            local _, value, info = alphabeta.search(state, depth, wrap.replace(options, {game = without}))
            for player, payoff in pairs(value) do assert.equal(expected[player], payoff) end
            assert.equal(expected[state.turn], value[state.turn])
            assert.is_true(info.depth >= 1)
          end
        end
      end
    end
  end)

  it("names the players that were seen where it is over nowhere", function()
    local _, value = alphabeta.search({9, 9, 9, turn = 2}, 2, {game = race(), algorithm = "maxn"})
    assert.equal(0, value[2])
  end)
end)
