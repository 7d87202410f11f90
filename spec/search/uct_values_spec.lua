-- The values of Monte Carlo tree search, in stories: shares of the points, whoever plays, in whatever numbers; and what
-- is proven. Random games are in uct_spec.lua.

local alphabeta = require "alphabeta"
local outcome_tree = require "spec.support.outcome_tree"
local small_games = require "spec.support.small_games"
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

describe("A proven value", function()
  -- A game of nested tables: `mover`, the kids, and of an end the `result` for player 1.
  local function of_tree(tree)
    local function mark(node)
      node.kids = {}
      for i, kid in ipairs(node) do node.kids[i] = mark(kid) end
      return node
    end
    return outcome_tree.write(mark(tree), "copying", "max", "number", false)
  end

  local function ends(result) return {mover = 1, result = result} end

  -- Cause: the value and `win_in` were those of the best move, which a playout may have proven to lose; or those of
  -- the move that a level or `ties` chose.
  it("is no loss because of one move that loses", function()
    local loss = {mover = 2, result = -1000}
    local game, state = of_tree {mover = 1, loss, loss, {mover = 2, {mover = 1, ends(1000)}}}
    local function first(scores) return scores[1] and 1 end
    for _, more in ipairs {{multipv = "all"}, {ties = "random"}, {level = 3}, {level = first}} do
      local losses = 0
      for seed = 1, 20 do
        local options = uct(game, wrap.replace(more, {win = 1000, seed = seed}))
        local _, value, info = alphabeta.search(state, {nodes = 1}, options)
        if info.scores[1].win_in == -1 then
          losses = losses + 1
          assert.same({0}, {value, info.win_in, info.bound})
        end
      end
      assert.is_true(losses > 0)
    end
  end)

  -- Cause: a proven draw was visited again and again, as the move of the best known value, and playouts of worse moves
  -- counted against the position.
  it("is a floor: the move is not visited again", function()
    local function worth(state) -- the moves but the first go on, and nearly always lose
      return state.draws and 0 or state.sum == 9 * state.plies and 1 or -1
    end
    local game = {
      player = function(state) return state.turn end,
      moves = function(state)
        if state.draws or state.plies == 12 then return {} end
        return state.plies == 0 and {0, 1, 2} or {1, 2, 3, 4, 5, 6, 7, 8, 9}
      end,
      play = function(state, move)
        return {turn = 3 - state.turn, plies = state.plies + 1, sum = state.sum + move, draws = move == 0}
      end,
      result = function(state, me) return me == 1 and worth(state) or -worth(state) end,
    }
    local state = {turn = 1, plies = 0, sum = 0}
    for seed = 1, 5 do
      local best, value, info = alphabeta.search(state, {nodes = 300, multipv = "all"}, uct(game, {seed = seed}))
      local first = info.scores[1]
      assert.same({0, 0.5, "lower", 0, 1, "exact"}, {best, value, info.bound, first.move, first.visits, first.bound})
      assert.equal(299, info.scores[2].visits + info.scores[3].visits)
    end
    -- The same for the other player, one ply later: a draw is as much as the first player can get.
    local later = {
      moves = function(own_state) return own_state.plies < 0 and {1, 2} or game.moves(own_state) end,
      player = game.player,
      play = function(own_state, move)
        if own_state.plies >= 0 then return game.play(own_state, move) end
        return {turn = 2, plies = move == 2 and 12 or 0, sum = 0, draws = move == 2 or nil}
      end,
      result = function(own_state, me) return -game.result(own_state, me) end,
    }
    local _, value, info = alphabeta.search({turn = 1, plies = -1}, {nodes = 300, multipv = "all"}, uct(later))
    assert.is_true(value <= 0.5)
    for _, score in ipairs(info.scores) do assert.is_true(score.value <= 0.5) end
  end)

  -- Cause: an infinite `result` was taken for a won game of the option `win`, which was not given.
  it("may be infinite", function()
    local nim = small_games.by_result(small_games.NIM.copying, function(state, me)
      return state.turn == me and -math.huge or math.huge
    end)
    for heap, expected in pairs {[14] = math.huge, [16] = -math.huge} do
      local _, value, info = alphabeta.search({heap = heap, turn = 1}, {time = 1e6}, {game = nim})
      assert.same({"uct", expected, "solved"}, {info.techniques[1], value, info.reason})
    end
  end)
end)
