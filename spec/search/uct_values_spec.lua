-- The values of Monte Carlo tree search that are not proven: shares of the points, whoever plays, in whatever numbers;
-- and what is expected at chance nodes.

local alphabeta = require "alphabeta"
local new_rng = require "spec.support.rng".new
local outcome_tree = require "spec.support.outcome_tree"
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
  -- A random game in which 1 is won and -1 lost, with chance nodes, and its state and options in a view.
  local function draw(rng, plies, view)
    local shape = {chance = 0.3, extra = 0, alternates = true, plies = plies, signs = {1, 0, -1}, sizes = {1}}
    local root
    repeat root = outcome_tree.new(rng, shape) until root.kids[2] -- an only move is not searched
    local game, state, options = outcome_tree.write(root, "copying", view, "number", false)
    game.player, options.game = nil, game
    if view == "low" then game.result = function(node) return root.mover == 1 and -node.result or node.result end end
    return state, options
  end

  -- Fails unless a searcher finds the mean of the oracle, as a share, so far as playouts can tell.
  local function check(ai, node, limits, precision)
    local own = outcome_tree.solve(node).sign * (node.mover == 1 and 1 or -1)
    local _, value = ai:search(node, limits)
    assert.is_true(math.abs(value - (1 + own) / 2) < precision, ("%g, expected %g"):format(value, (1 + own) / 2))
  end

  -- Cause: in the C module, the player who had moved before a chance node also moved after it.
  it("is the mean for the player whose turn it is, whatever the view", function()
    for _, view in ipairs {"mover", "alternating", "low"} do
      for seed = 1, 40 do
        local state, options = draw(new_rng(seed), 3, view)
        check(alphabeta.new(nil, wrap.replace(options, {algorithm = "uct"})), state, {nodes = 1000}, 0.05)
      end
    end
  end)

  it("is so in a tree that is kept", function()
    for seed = 1, 20 do
      local rng, keys, count = new_rng(seed), {}, 0
      local node, options = draw(rng, 5, "mover")
      function options.game.hash(state)
        if not keys[state] then count, keys[state] = count + 1, count + 1 end
        return keys[state]
      end
      local ai = alphabeta.new(options.game, {algorithm = "uct"})
      while node.kids[1] do
        if node.kids[2] then check(ai, node, {nodes = 1500}, 0.15) end
        node = rng:pick(node.kids)
      end
    end
  end)
end)
