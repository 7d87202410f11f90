-- The values of Monte Carlo tree search that are not proven: shares of the points, whoever plays, in whatever numbers;
-- and what is expected at chance nodes.

local alphabeta = require "alphabeta"
local new_rng = require "spec.support.rng".new
local wrap = require "spec.support.wrap"

local function uct(game, more) return wrap.replace({game = game, algorithm = "uct"}, more or {}) end

-- A heap of which one or two is taken; `other` says at which heaps player 2 moves. Player 1 wins what was taken.
local picking = {
  moves = function(state) return state.heap > 0 and {1, 2} or {} end,
  play = function(state, move) return {heap = state.heap - 1, other = state.other, taken = state.taken + move} end,
  player = function(state) return state.heap == state.other and 2 or 1 end,
  result = function(state, me) return me == 1 and state.taken or -state.taken end,
}

describe("A value that is not proven", function()
  -- Cause: the players were those who moved in the playouts. If the last moves are all of one player, as in dots and
  -- boxes, the value was the mean of `result`.
  it("is a share of the points, even if one of two players has no move left", function()
    local against = wrap.replace(picking, {result = function(state, me) return -picking.result(state, me) end})
    for _, other in ipairs {2, 0} do
      for _, nodes in ipairs {1, 2, 8, 100} do
        local state = {heap = 8, other = other, taken = 3}
        local _, high = alphabeta.search(state, {nodes = nodes}, uct(picking))
        local _, low = alphabeta.search(state, {nodes = nodes}, uct(against))
        assert.is_true(high > 0.5 and high <= 1 and low >= 0 and low < 0.5)
      end
    end
    local taking = wrap.replace(picking, {player = function(state) return state.heap > 5 and 2 or 1 end})
    local ai = alphabeta.new(taking, {algorithm = "uct"})
    ai:search({heap = 7, taken = 3}, {nodes = 50})
    assert.equal(1, (select(2, ai:search({heap = 5, taken = 3}, {nodes = 500})))) -- a state that it has not seen
    local sides = wrap.replace(picking, {view = "player", max_player = 2})
    assert.is_true(select(2, alphabeta.search({heap = 5, taken = 3, other = 9}, {nodes = 1}, uct(sides))) <= 1)
  end)

  -- Cause: with hidden hands it was the mean of `result`.
  it("is a share with hidden hands, too, and as that of other searches if nothing asks for it", function()
    local function deal(state, _, random)
      return {heap = state.heap, other = state.other, taken = state.taken, seed = random(100)}
    end
    for _, sign in ipairs {1, -1} do
      local game = wrap.replace(picking, {
        deal = deal, result = function(state, me) return sign * picking.result(state, me) end,
      })
      local state = {heap = 4, other = 2, taken = 0}
      local _, value, info = alphabeta.search(state, {nodes = 500, multipv = "all"}, uct(game))
      assert.is_true(sign * (value - 0.5) > 0 and value <= 1 and value >= 0, value)
      for _, score in ipairs(info.scores) do assert.is_true(score.value <= 1 and score.value >= 0) end
      local _, same = alphabeta.search(state, {nodes = 500}, uct(game, {maximize = false}))
      assert.is_true(same > 0 and same < 1)
      local _, mean, found = alphabeta.search(state, {nodes = 500}, {game = game})
      assert.equal("uct", found.techniques[1])
      assert.is_true(math.abs(mean) > 4 and mean * sign > 0, mean)
      assert.is_true(math.abs(value - (0.5 + mean / 16)) < 0.1) -- at most 8 points can be taken
    end
    local nothing = wrap.replace(picking, {result = function() return 0 end})
    for _, game in ipairs {nothing, wrap.replace(nothing, {deal = deal})} do
      assert.equal(0.5, (select(2, alphabeta.search({heap = 4, other = 2, taken = 0}, {nodes = 9}, uct(game)))))
    end
  end)

  -- Cause: values were added up as they are, which overflowed, and an infinite one counted as 1e15.
  it("counts as what it is up to the greatest numbers, and less than an infinite one", function()
    local function dealing(evaluate)
      return {
        moves = function(state) return state.depth < 3 and {1, 2, 3} or nil end,
        play = function(state, move)
          return {depth = state.depth + 1, turn = 3 - state.turn, v = state.v * 3 + move}
        end,
        player = function(state) return state.turn end, evaluate = evaluate,
        deal = function(state) return {depth = state.depth, turn = state.turn, v = state.v} end,
      }
    end
    local start = {depth = 0, turn = 1, v = 0}
    local function sized(size) return dealing(function(state) return (state.v % 5 - 2) / 2 * size end) end
    for _, size in ipairs {1, 1e300, 1e308, 1.7e308} do
      for i, limits in ipairs {
        {nodes = 200}, {nodes = 200, multipv = "all"}, {nodes = 200, algorithm = "uct"}, {depth = 3},
        {nodes = 200, algorithm = "uct", deals = 0},
      } do
        local best, value = alphabeta.search(start, limits, {game = sized(size)})
        local expected, expected_value = alphabeta.search(start, limits, {game = sized(1)})
        local ratio = limits.algorithm == "uct" and value or value / size
        assert.equal(expected, best)
        assert.is_true(math.abs(ratio - expected_value) < 1e-9, i .. ": " .. value .. " " .. expected_value)
      end
    end
    for _, sign in ipairs {1, -1} do
      local game = dealing(function(state) return sign * (state.v % 3 == 1 and 2 ^ 1000 or math.huge) end)
      game.moves = function(state) return state.depth == 0 and {1, 2} or nil end
      for _, limits in ipairs {{nodes = 100}, {depth = 1}} do
        local best, value = alphabeta.search(start, limits, {game = game})
        assert.same(sign > 0 and {2, math.huge} or {1, -2 ^ 1000}, {best, value})
      end
    end
  end)

  -- Cause: the player for whom `result` was asked replaced the root's only if it was neither nil nor false.
  it("is that of each of three players, one of whom may be `false`", function()
    for _, names in ipairs {{"a", "b", "c"}, {"a", "b", false}, {"a", false, "c"}, {false, "b", "c"}} do
      local number = {}
      for i = 1, 3 do number[names[i]] = i end
      local asked = {}
      local game = { -- 1 is good for the player who makes it
        moves = function(state) return #state < 3 and {1, 2} or nil end,
        play = function(state, move) return {state[1] or move, state[1] and (state[2] or move), state[2] and move} end,
        player = function(state) return names[#state % 3 + 1] end,
        result = function(state, me)
          asked[number[me]] = true
          return state[number[me]] == 1 and 1 or 0
        end,
      }
      local best, value, info = alphabeta.search({}, {nodes = 400}, uct(game))
      assert.same({1, 1, 1, 1, 1}, {best, value, info.pv[1], info.pv[2], info.pv[3]})
      assert.same({true, true, true}, asked)
    end
  end)
end)

-- Chance ------------------------------------------------------------------------------------------------------------

describe("At chance nodes of a game without `player`, a value", function()
  -- A random tree: of nodes with kids, some are chance nodes, which are no ply; `turn` is 1 where the player at the
  -- root moves, and `worth` the result for that player. `key` numbers the nodes.
  local function grow(rng, plies, turn, is_chance, counter)
    counter.nodes = counter.nodes + 1
    local node = {turn = turn, key = counter.nodes}
    if plies == 0 or rng:chance(0.15) then
      node.worth = rng:int(-1, 1)
      return node
    end
    node.is_chance = is_chance
    for i = 1, rng:int(2, 3) do
      node[i] = grow(rng, plies - 1, is_chance and turn or -turn, not is_chance and rng:chance(0.5), counter)
    end
    return node
  end

  local function game_of(view, maximize)
    local function indices(node)
      local list = {}
      for i = 1, #node do list[i] = i end
      return list
    end
    return {
      view = view, play = function(node, move) return node[move] end,
      moves = function(node) return node.is_chance and {} or indices(node) end,
      chances = function(node)
        if not node.is_chance then return nil end
        local outcomes = indices(node)
        for i in ipairs(outcomes) do outcomes[i] = {outcome = i, probability = 1 / #node} end
        return outcomes
      end,
      result = function(node) return node.worth * (view == "mover" and node.turn or maximize and 1 or -1) end,
    }
  end

  -- Fails unless a searcher finds what alpha-beta finds, as a share, so far as playouts can tell.
  local function check(ai, root, options, limits, precision)
    local _, worth = alphabeta.search(root, 6, options)
    local expected = (1 + (options.maximize == false and -worth or worth)) / 2
    local _, value = ai:search(root, limits)
    assert.is_true(math.abs(value - expected) < precision, ("%g, expected %g"):format(value, expected))
  end

  -- Cause: in the C module, the player who had moved before a chance node also moved after it.
  it("is the mean for the player whose turn it is, whatever the view", function()
    for _, way in ipairs {{"mover", true}, {"max", true}, {"max", false}} do
      for seed = 1, 40 do
        local root = grow(new_rng(seed), 3, 1, seed % 4 == 0, {nodes = 0})
        local options = {game = game_of(way[1], way[2]), maximize = way[2]}
        local ai = alphabeta.new(nil, wrap.replace(options, {algorithm = "uct"}))
        if root[1] then check(ai, root, options, {nodes = 1000}, 0.05) end
      end
    end
  end)

  it("is so in a tree that is kept", function()
    local game = wrap.replace(game_of("mover", true), {hash = function(node) return node.key end})
    for seed = 1, 20 do
      local rng, ai = new_rng(seed), alphabeta.new(game, {algorithm = "uct"})
      local node = grow(rng, 5, 1, false, {nodes = 0})
      while node[1] do
        check(ai, node, {game = game}, {nodes = 1500}, 0.15)
        node = node[rng:int(1, #node)]
      end
    end
  end)
end)
