-- What the values of Monte Carlo tree search mean, and which numbers and players a game may use.

local alphabeta = require "alphabeta"
local new_rng = require "spec.support.rng".new
local wrap = require "spec.support.wrap"

-- A heap of which one or two is taken; `other` says at which heaps player 2 moves. Player 1 wins what was taken.
local picking = {
  moves = function(state) return state.heap > 0 and { 1, 2 } or {} end,
  play = function(state, move) return { heap = state.heap - 1, other = state.other, taken = state.taken + move } end,
  player = function(state) return state.heap == state.other and 2 or 1 end,
  result = function(state, me) return me == 1 and state.taken or -state.taken end,
}

local function uct(game, more) return wrap.replace({ game = game, algorithm = "uct" }, more or {}) end

describe("With two players, the value of Monte Carlo tree search", function()
  -- Cause: the players were those who moved in the playouts. If the last moves are all of one player, as in dots and
  -- boxes, the value was the mean of `result`.
  it("is a share of the points, even if one of them has no move left", function()
    for _, other in ipairs { 2, 0 } do
      for _, nodes in ipairs { 1, 2, 8, 100 } do
        local state = { heap = 8, other = other, taken = 3 }
        local _, value = alphabeta.search(state, { nodes = nodes }, uct(picking))
        assert.is_true(value > 0.5 and value <= 1, value)
        _, value = alphabeta.search(state, { nodes = nodes }, uct(wrap.replace(picking, {
          result = function(own, me) return -picking.result(own, me) end,
        })))
        assert.is_true(value >= 0 and value < 0.5, value)
      end
    end
    local ai = alphabeta.new(wrap.replace(picking, { player = function(state) return state.heap > 5 and 2 or 1 end }),
      { algorithm = "uct" })
    ai:search({ heap = 7, taken = 3 }, { nodes = 50 })
    assert.equal(1, (select(2, ai:search({ heap = 5, taken = 3 }, { nodes = 500 })))) -- a state that it has not seen
    local sides = wrap.replace(picking, { view = "player", max_player = 2 })
    assert.is_true(select(2, alphabeta.search({ heap = 5, taken = 3, other = 9 }, { nodes = 1 }, uct(sides))) <= 1)
  end)

  -- Cause: with hidden hands it was the mean of `result`.
  it("is a share of the points with hidden hands, too, and as that of other searches if nothing asks for it", function()
    local dealt = wrap.replace(picking, { deal = function(state, _, random)
      return { heap = state.heap, other = state.other, taken = state.taken, seed = random(100) }
    end })
    for _, sign in ipairs { 1, -1 } do
      local game = wrap.replace(dealt, { result = function(state, me) return sign * picking.result(state, me) end })
      local state = { heap = 4, other = 2, taken = 0 }
      local _, value, info = alphabeta.search(state, { nodes = 500, multipv = "all" }, uct(game))
      assert.is_true(sign * (value - 0.5) > 0 and value <= 1 and value >= 0, value)
      for _, score in ipairs(info.scores) do assert.is_true(score.value <= 1 and score.value >= 0) end
      local _, same = alphabeta.search(state, { nodes = 500 }, uct(game, { maximize = false }))
      assert.is_true(same > 0 and same < 1)
      local _, mean, found = alphabeta.search(state, { nodes = 500 }, { game = game })
      assert.equal("uct", found.techniques[1])
      assert.is_true(math.abs(mean) > 4 and mean * sign > 0, mean)
      assert.is_true(math.abs(value - (0.5 + mean / 16)) < 0.1) -- at most 8 points can be taken
    end
  end)

  it("is a share of a half if nobody gets anything", function()
    local nothing = wrap.replace(picking, { result = function() return 0 end })
    assert.equal(0.5, (select(2, alphabeta.search({ heap = 4, other = 2, taken = 0 }, { nodes = 9 }, uct(nothing)))))
    nothing.deal = function(state) return { heap = state.heap, other = state.other, taken = 0 } end
    assert.equal(0.5, (select(2, alphabeta.search({ heap = 4, other = 2, taken = 0 }, { nodes = 9 }, uct(nothing)))))
  end)

  it("is `result` in a finished state, and exact", function()
    local best, value, info = alphabeta.search({ heap = 0, other = 2, taken = 7 }, { nodes = 9 }, uct(picking))
    assert.is_nil(best)
    assert.same({ 7, "exact", "over" }, { value, info.bound, info.reason })
  end)
end)

-- Cause: values were added up as they are, which overflowed, and an infinite one counted as 1e15.
describe("A value near the greatest number", function()
  local function dealing(evaluate)
    return {
      moves = function(state) return state.depth < 3 and { 1, 2, 3 } or nil end,
      play = function(state, move)
        return { depth = state.depth + 1, turn = 3 - state.turn, v = state.v * 3 + move }
      end,
      player = function(state) return state.turn end, evaluate = evaluate,
      deal = function(state) return { depth = state.depth, turn = state.turn, v = state.v } end,
    }
  end
  local start = { depth = 0, turn = 1, v = 0 }
  local LIMITS = {
    { nodes = 200 }, { nodes = 200, multipv = "all" }, { nodes = 200, algorithm = "uct" }, { depth = 3 },
    { nodes = 200, algorithm = "uct", deals = 0 },
  }

  it("counts as what it is, with hidden hands and in open games", function()
    for _, size in ipairs { 1, 1e300, 1e308, 1.7e308 } do
      local game = dealing(function(state) return (state.v % 5 - 2) / 2 * size end)
      for i, limits in ipairs(LIMITS) do
        local small = dealing(function(state) return (state.v % 5 - 2) / 2 end)
        local best, value = alphabeta.search(start, limits, { game = game })
        local expected, expected_value = alphabeta.search(start, limits, { game = small })
        assert.equal(expected, best)
        local is_share = limits.algorithm == "uct"
        local ratio = is_share and value or value / size
        assert.is_true(math.abs(ratio - expected_value) < 1e-9, i .. ": " .. value .. " " .. expected_value)
      end
    end
  end)

  it("is less than an infinite one", function()
    for _, sign in ipairs { 1, -1 } do
      local game = dealing(function(state) return sign * (state.v % 3 == 1 and 2 ^ 1000 or math.huge) end)
      game.moves = function(state) return state.depth == 0 and { 1, 2 } or nil end
      for _, limits in ipairs { { nodes = 100 }, { depth = 1 } } do
        local best, value = alphabeta.search(start, limits, { game = game })
        assert.same(sign > 0 and { 2, math.huge } or { 1, -2 ^ 1000 }, { best, value })
      end
    end
  end)
end)

-- Cause: an infinite `result` was taken for a won game of the option `win`, which was not given.
describe("An infinite result", function()
  it("is the proven value of a search that has chosen Monte Carlo tree search", function()
    local nim = {
      moves = function(state) return ({ [0] = {}, { 1 }, { 1, 2 } })[state.heap] or { 1, 2, 3 } end,
      play = function(state, take) return { heap = state.heap - take, turn = 3 - state.turn } end,
      player = function(state) return state.turn end,
      result = function(state, me) return state.turn == me and -math.huge or math.huge end,
    }
    for heap, expected in pairs { [14] = math.huge, [16] = -math.huge } do
      local _, value, info = alphabeta.search({ heap = heap, turn = 1 }, { time = 60 }, { game = nim })
      assert.same({ "uct", expected, "solved" }, { info.techniques[1], value, info.reason })
    end
  end)
end)

-- Cause: the player for whom `result` was asked replaced the root's only if it was neither nil nor false.
describe("A player may be `false`", function()
  it("in Monte Carlo tree search with three players", function()
    for _, names in ipairs { { "a", "b", "c" }, { "a", "b", false }, { "a", false, "c" }, { false, "b", "c" } } do
      local asked = {}
      local game = { -- the third move decides, and 1 is good for the player who makes it
        moves = function(state) return #state < 3 and { 1, 2 } or nil end,
        play = function(state, move)
          return { state[1] or move, state[1] and (state[2] or move), state[2] and move }
        end,
        player = function(state) return names[#state % 3 + 1] end,
        result = function(state, me)
          for i = 1, 3 do
            if names[i] == me then
              asked[i] = true
              return state[i] == 1 and 1 or 0
            end
          end
        end,
      }
      local best, value, info = alphabeta.search({}, { nodes = 400 }, uct(game))
      assert.same({ 1, 1, 1, 1, 1 }, { best, value, info.pv[1], info.pv[2], info.pv[3] })
      assert.same({ true, true, true }, asked)
    end
  end)
end)

describe("Chance nodes of a game without `player`", function()
  -- A random tree: of nodes with kids, those at `chances` plies are chance nodes; `turn` is 1 where the player at the
  -- root moves, and `worth` the result for that player. A chance node is no ply.
  local function grow(rng, plies, turn, is_chance)
    local node = { turn = turn }
    if plies == 0 or rng:chance(0.15) then
      node.worth = rng:int(-1, 1)
      return node
    end
    node.is_chance = is_chance
    for i = 1, rng:int(2, 3) do
      node[i] = grow(rng, plies - 1, is_chance and turn or -turn, not is_chance and rng:chance(0.5))
    end
    return node
  end

  local function game_of(view, maximize)
    return {
      view = view,
      moves = function(node)
        local list = {}
        for i = 1, node.is_chance and 0 or #node do list[i] = i end
        return list
      end,
      chances = function(node)
        local list = {}
        for i = 1, #node do list[i] = { outcome = i, probability = 1 / #node } end
        return node.is_chance and list or nil
      end,
      play = function(node, move) return node[move] end,
      result = function(node)
        return node.worth * (view == "mover" and node.turn or maximize and 1 or -1)
      end,
    }
  end

  -- Cause: in the C module, the player who had moved before a chance node also moved after it.
  it("leave the turn to the other player, whatever the view", function()
    for _, way in ipairs { { "mover", true }, { "max", true }, { "max", false } } do
      local game = game_of(way[1], way[2])
      for seed = 1, 40 do
        local rng = new_rng(seed)
        local root = grow(rng, 3, 1, seed % 4 == 0)
        if root[1] then
          local options = { game = game, maximize = way[2] }
          local _, worth = alphabeta.search(root, 4, options)
          local share = (1 + (way[2] and worth or -worth)) / 2
          local _, value = alphabeta.search(root, { nodes = 1000 }, wrap.replace(options, { algorithm = "uct" }))
          assert.is_true(math.abs(value - share) < 0.05, ("seed %d: %g, expected %g"):format(seed, value, share))
        end
      end
    end
  end)

  it("are valued likewise in a tree that is kept", function()
    local game = wrap.replace(game_of("mover", true), { hash = function(node) return node.key end })
    for seed = 1, 20 do
      local rng, key = new_rng(seed), 0
      local function number(node)
        key = key + 1
        node.key = key
        for i = 1, #node do number(node[i]) end
        return node
      end
      local root = number(grow(rng, 5, 1, false))
      local ai, node = alphabeta.new(game, { algorithm = "uct" }), root
      while node[1] do
        local _, worth = alphabeta.search(node, 6, { game = game })
        local _, value = ai:search(node, { nodes = 1500 })
        local share = (1 + worth) / 2
        assert.is_true(math.abs(value - share) < 0.15, ("seed %d: %g, expected %g"):format(seed, value, share))
        node = node[rng:int(1, #node)]
      end
    end
  end)
end)
