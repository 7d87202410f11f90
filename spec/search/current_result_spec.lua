-- Games of points without `evaluate`: `result` of a state where the game goes on is a small part of its value, beside
-- mobility.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local on_random_games = require "spec.support.on_random_games"
local wrap = require "spec.support.wrap"

-- A row of coins, of which each player takes one from an end; after an even one a player moves again, if `is_again`.
local function coins(row, is_again)
  local game = {}
  function game.new() return {left = 1, right = #row, turn = 1, 0, 0} end
  function game.player(at) return at.turn end
  function game.moves(at)
    if at.left > at.right then return {} end
    return at.left < at.right and {"left", "right"} or {"left"}
  end
  function game.play(at, side)
    local after = {left = at.left, right = at.right, turn = at.turn, at[1], at[2]}
    local coin = row[at[side]]
    after[side] = at[side] + (side == "left" and 1 or -1)
    after[at.turn] = at[at.turn] + coin
    if not is_again or coin % 2 == 1 then after.turn = 3 - at.turn end
    return after
  end
  function game.result(at, me) return at[me] - at[3 - me] end
  function game.hash(at) return ("%d %d %d %d"):format(at.left, at.right, at.turn, at[1]) end
  return game, game.new()
end

local function is_over(at) return at.left > at.right end

local ROW = {3, 8, 2, 9, 5, 4, 7, 6, 1, 12, 10, 11}

local POINT = 2 ^ -22

local WITHOUT = {depth = 3, without = {"current_result"}}
local EVALUATED = {evaluate = function() return 0 end}

local function is_used(info) return table.concat(info.techniques, " "):find("current_result", 1, true) ~= nil end

describe("A game of points without evaluate", on_random_games(it, effort.seeds(400, 2000), {
  {
    "is worth what plain minimax makes of its results so far", "points", {
      chance = {false, false, 0.3}, omit = "noisy pass",
      traits = {result = true, points = true, without_evaluate = true},
    }, more = 20,
  },
}))

describe("The result of a state where the game goes on", function()
  it("has a name, and an option that turns it off", function()
    local game, state = coins(ROW)
    local unkeyed = coins(ROW)
    unkeyed.hash = nil
    for _, row in ipairs {
      {true, game}, {true, unkeyed, {}, {nodes = 100}}, {true, game, {algorithm = "minimax"}},
      {false, game, WITHOUT}, {false, game, {deepening = false, table = 0}},
      {false, game, {algorithm = "uct"}, {nodes = 20}}, {false, wrap.replace(game, EVALUATED)},
    } do
      local _, _, info = alphabeta.search(state, row[4] or 3, wrap.replace(row[3] or {}, {game = row[2]}))
      assert.equal(row[1], is_used(info))
    end
    for value, limits in pairs {[0] = WITHOUT, [11 * POINT] = {}} do
      assert.equal(value, (select(2, alphabeta.search(state, wrap.replace(limits, {depth = 1}), {game = game}))))
    end
  end)

  it("is asked once in a while to find out whether it tells states apart, but not in a game with evaluate", function()
    local game, calls = wrap.counted((coins(ROW)))
    local ai, state = alphabeta.new(game), game.new()
    ai:search(state, {depth = 1})
    local first = calls.result
    ai:search(state, {depth = 1})
    assert.equal(2, calls.result - first)
    assert.is_true(first > 4)
    game, calls = wrap.counted(wrap.replace(coins(ROW), EVALUATED))
    alphabeta.search(state, 2, {game = game})
    assert.equal(0, calls.result)
    game, calls = wrap.counted(wrap.replace(coins(ROW), {result = function() error "the game is not over" end}))
    alphabeta.search(state, 3, {game = game})
    assert.is_true(calls.result <= 2)
  end)

  for what, answer in pairs {
    ["is always the same"] = function() return 0 end,
    ["depends on who moves alone"] = function(state, me) return state.turn == me and -1 or 1 end,
    ["is nil"] = function() return nil end,
    ["is a boolean"] = function(state) return state[1] > state[2] end,
    ["is NaN"] = function() return 0 / 0 end,
    ["is infinite"] = function(state) return state[1] > state[2] and math.huge or -math.huge end,
    ["is an error"] = function() error "the game is not over" end,
  } do
    it("is not used if it " .. what, function()
      for _, is_again in ipairs {false, true} do
        local game, state = coins(ROW, is_again)
        local own = wrap.replace(game, {
          result = function(at, me) return (is_over(at) and game.result or answer)(at, me) end,
        })
        local _, value, info = alphabeta.search(state, 3, {game = own})
        assert.same({false, 0}, {is_used(info), value})
        assert.same(game.new(), state)
      end
    end)
  end

  it("is worth the middle where an error comes later", function()
    local game, state = coins({5, 3, 5, 3, 4, 4, 4, 4, 90, 4, 4, 4, 4, 3, 5, 3, 5})
    local result = game.result
    function game.result(at, me)
      if math.max(at[1], at[2]) > 90 and not is_over(at) then error "too many" end
      return result(at, me)
    end
    local ai = alphabeta.new(game, {without = {"mobility"}})
    ai:search(state, 1)
    assert.is_true(is_used(select(3, ai:search({left = 8, right = 10, turn = 1, 5, 3}, 1))))
    assert.equal(10 * POINT, (select(2, ai:search({left = 9, right = 11, turn = 1, 9, 3}, 1))))
    local last = {left = 9, right = 10, turn = 1, 3, 3}
    assert.equal(0, (select(2, ai:search(last, {depth = 1, only = {"left"}}))))
  end)

  it("may be that of a search, which does not go round in circles", function()
    local game, state = coins({3, 8, 2, 9})
    local result = game.result
    function game.result(at, me)
      if is_over(at) then return result(at, me) end
      return (select(2, alphabeta.search(at, 1, {game = game})))
    end
    assert.is_truthy((alphabeta.search(state, 2, {game = game})))
    assert.same(game.new(), state)
  end)

  it("is in the values of a table, which a search without the technique refuses", function()
    local game, state = coins(ROW)
    local ai = alphabeta.new(game)
    ai:search(state, 3)
    assert.error_matches(function() ai:search(state, WITHOUT) end, "the table was filled with other settings", 1, true)
    ai:clear()
    assert.equal(0, (select(2, ai:search(state, WITHOUT))))
    local other = alphabeta.new(wrap.replace(game, EVALUATED))
    other:search(state, 3)
    other:search(state, WITHOUT)
  end)
end)
