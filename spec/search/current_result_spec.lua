-- Games of points without `evaluate`: `result` of a state where the game goes on is a small part of its value, beside
-- mobility.

local alphabeta = require "alphabeta"
local breaking = require "spec.support.breaking"
local effort = require "spec.support.effort"
local oracle = require "spec.support.oracle"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local unpack = table.unpack or unpack

-- A row of coins, of which each player takes one from an end; after an even one a player moves again, if `is_again`.
local function coins(row, is_again)
  local state = {left = 1, right = #row, turn = 1, 0, 0}
  local game = {}
  function game.new() return {left = 1, right = #row, turn = 1, 0, 0} end
  function game.player(at) return at.turn end
  function game.moves(at)
    if at.left > at.right then return {} end
    return at.left < at.right and {"left", "right"} or {"left"}
  end
  local function take(at, side)
    local coin = side == "left" and row[at.left] or row[at.right]
    if side == "left" then at.left = at.left + 1 else at.right = at.right - 1 end
    at[at.turn] = at[at.turn] + coin
    if not is_again or coin % 2 == 1 then at.turn = 3 - at.turn end
    return coin
  end
  function game.make(at, side) return {at.left, at.right, at.turn, at[1], at[2]}, take(at, side) end
  function game.unmake(at, _, before) at.left, at.right, at.turn, at[1], at[2] = unpack(before) end
  function game.play(at, side)
    local after = {left = at.left, right = at.right, turn = at.turn, at[1], at[2]}
    take(after, side)
    return after
  end
  function game.result(at, me) return at[me] - at[3 - me] end
  function game.hash(at) return ("%d %d %d %d"):format(at.left, at.right, at.turn, at[1]) end
  return game, state
end

local function without(game, ...)
  local less = wrap.replace(game, {})
  for i = 1, select("#", ...) do less[(select(i, ...))] = nil end
  return less
end

local ROW = {3, 8, 2, 9, 5, 4, 7, 6, 1, 12, 10, 11}

local POINT = 2 ^ -22

local function has(info, technique)
  for _, name in ipairs(info.techniques) do
    if name == technique then return true end
  end
  return false
end

local function is_on(game, state, options, limits)
  local _, _, info = alphabeta.search(state, limits or 3, wrap.replace(options or {}, {game = game}))
  return has(info, "current_result")
end

-- What random options a search may have.
local function random_options(random)
  local options = {}
  if random:chance(0.5) then options.algorithm = random:pick {"alphabeta", "pvs", "mtdf", "minimax"} end
  if random:chance(0.3) then options.view = "mover" end
  if random:chance(0.3) then options.win = random:pick {5, 20, 1000} end
  if random:chance(0.3) then
    options.value_max = random:pick {30, 200}
    options.value_min = (options.view == "mover" or random:chance(0.5)) and -options.value_max or 0
    if options.win then options.win = 1000 end
  end
  if random:chance(0.3) then options.deepening = true end
  return options
end

describe("A game of points without evaluate", function()
  it("is worth what plain minimax makes of its results so far, on random games", function()
    local count, cut = 0, 0
    for seed in share.of(1, effort.seeds(200, 2000)) do
      local random = rng.new(seed)
      local row = {}
      for i = 1, random:int(5, 12) do row[i] = random:int(0, 12) end
      local game = coins(row, random:chance(0.5))
      local options = random_options(random)
      if options.view == "mover" then
        local result = game.result
        game.result = function(state) return result(state, state.turn) end
      end
      if random:chance(0.5) then game.hash = nil end
      if random:chance(0.5) then game.make = nil end
      if random:chance(0.3) then game.is_over = function(state) return state.left > state.right end end
      if random:chance(0.3) then options.without = {"mobility"} end
      local ai = alphabeta.new(game, options)
      for depth = 1, 4 do
        local state = game.new()
        local _, value, info = ai:search(state, depth)
        if not has(info, "current_result") then break end
        local known = wrap.replace(options, {current_result = true, has_mobility = has(info, "mobility")})
        local expected = oracle.minimax(game, game.new(), depth, known)
        assert.equal(expected.value, value, "seed " .. seed .. ", depth " .. depth)
        assert.same(game.new(), state)
        count, cut = count + 1, cut + (expected.cut and 1 or 0)
      end
    end
    assert.is_true(share.seen(count >= 100 and cut >= 50), count .. " searches")
  end)

  it("has a name for that, and an option that turns it off", function()
    local game, state = coins(ROW)
    for _, row in ipairs {
      {true, game}, {true, without(game, "make", "hash"), {}, {nodes = 100}}, {true, game, {algorithm = "minimax"}},
      {false, game, {without = {"current_result"}}}, {false, game, {deepening = false, table = 0}},
      {false, game, {algorithm = "uct"}, {nodes = 20}},
      {false, wrap.replace(game, {evaluate = function() return 0 end})},
    } do
      assert.equal(row[1], is_on(row[2], state, row[3], row[4]))
    end
    local _, value = alphabeta.search(state, 1, {game = game, without = {"current_result"}})
    assert.equal(0, value)
    assert.equal(11 * POINT, (select(2, alphabeta.search(state, 1, {game = game}))))
  end)

  it("takes any end of the game for more than points so far", function()
    local game, state = coins({1, 1, 1, 50, 1, 1}) -- the mover has 2 points more when all is taken, or 50 so far
    local _, value = alphabeta.search(state, 6, {game = game})
    local known = wrap.replace(game, {
      evaluate = function() return 0 end, is_over = function(at) return at.left > at.right end,
    })
    assert.equal(oracle.minimax(known, game.new(), 6).value, value)
    game.win = 2
    local _, unfinished, info = alphabeta.search({left = 2, right = 6, turn = 1, 5e6, 0}, 1, {game = game})
    assert.equal(0.5, unfinished)
    assert.is_nil(info.win_in)
  end)

  it("finds out once whether result tells states apart, and never in a game with evaluate", function()
    local game, state = coins(ROW)
    local calls = 0
    local result = game.result
    game.result = function(...)
      calls = calls + 1
      return result(...)
    end
    local ai, limits = alphabeta.new(game), {depth = 1}
    ai:search(state, limits)
    local first = calls
    ai:search(state, limits)
    assert.equal(2, calls - first)
    assert.is_true(first > 4)
    calls = 0
    alphabeta.search(state, 2, {game = wrap.replace(game, {evaluate = function() return 0 end})})
    assert.equal(0, calls)
  end)
end)

describe("A result that says nothing of a game that goes on", function()
  local answers = {
    ["is always the same"] = function() return 0 end,
    ["depends on who moves alone"] = function(state, me) return state.turn == me and -1 or 1 end,
    ["is nil"] = function() return nil end,
    ["is a boolean"] = function(state) return state[1] > state[2] end,
    ["is NaN"] = function() return 0 / 0 end,
    ["is infinite"] = function(state) return state[1] > state[2] and math.huge or -math.huge end,
    ["is an error"] = function() error "the game is not over" end,
  }
  for what, answer in pairs(answers) do
    it("is not used: it " .. what, function()
      for _, is_again in ipairs {false, true} do
        for _, lack in ipairs {"make", "play"} do
          local game, state = coins(ROW, is_again)
          local result = game.result
          local own = wrap.replace(without(game, lack), {
            result = function(at, me) return (at.left > at.right and result or answer)(at, me) end,
          })
          local ai = alphabeta.new(own)
          local _, value, info = ai:search(state, 3)
          assert.is_false(has(info, "current_result"))
          assert.equal(0, value)
          assert.same(game.new(), state)
        end
      end
    end)
  end

  it("is not asked again and again where it is an error", function()
    local calls = 0
    local game, state = coins(ROW)
    game.result = function()
      calls = calls + 1
      error "the game is not over"
    end
    alphabeta.search(state, 3, {game = game})
    assert.is_true(calls <= 2)
  end)

  it("is worth the middle where an error comes later", function()
    local game, state = coins({5, 3, 5, 3, 4, 4, 4, 4, 90, 4, 4, 4, 4, 3, 5, 3, 5})
    local result = game.result
    function game.result(at, me)
      if math.max(at[1], at[2]) > 90 and at.left <= at.right then error "too many" end
      return result(at, me)
    end
    local ai = alphabeta.new(game, {without = {"mobility"}})
    ai:search(state, 1)
    local late = {left = 8, right = 10, turn = 1, 5, 3}
    assert.is_true(has(select(3, ai:search(late, 1)), "current_result"))
    local _, value = ai:search({left = 9, right = 11, turn = 1, 9, 3}, 1)
    assert.equal(10 * POINT, value)
    local _, alone = ai:search({left = 9, right = 10, turn = 1, 3, 3}, {depth = 1, only = {"left"}})
    assert.equal(0, alone)
  end)
end)

describe("Finding out whether result tells states apart", function()
  it("leaves the state as it was, whichever call is an error", function()
    for _, lack in ipairs {"make", "play"} do
      local game = wrap.replace(without((coins(ROW, true)), lack), {
        is_over = function(at) return at.left > at.right end,
      })
      assert.is_true(breaking.each_call(game, {limits = {depth = 1}, first = 25, step = effort(11, 1)}) > 20)
    end
  end)

  it("does not go round in circles where result searches", function()
    local game, state = coins({3, 8, 2, 9})
    local result = game.result
    function game.result(at, me)
      if at.left <= at.right then
        local _, value = alphabeta.search(at, 1, {game = game})
        return value
      end
      return result(at, me)
    end
    assert.is_truthy((alphabeta.search(state, 2, {game = game})))
    assert.same(game.new(), state)
  end)

  it("takes games of every style, with chance, iterators and arrays to fill", function()
    local game = coins(ROW)
    local rolled = wrap.replace(without(game, "hash", "make"), {
      chances = function(at)
        if at.left > at.right or at.turn == 1 or at.left == at.right then return nil end
        return {{probability = 0.5, outcome = "left"}, {probability = 0.5, outcome = "right"}}
      end,
    })
    local filling = wrap.replace(game, {
      moves = function(at, list)
        local own = game.moves(at)
        for i = 1, #own do list[i] = own[i] end
        return #own
      end,
    })
    local drawn = wrap.replace(game, {
      moves = function(at)
        local own, i = game.moves(at), 0
        return function()
          i = i + 1
          return own[i]
        end
      end,
    })
    local children = {
      player = game.player, result = game.result,
      children = function(at)
        local list = {}
        for i, side in ipairs(game.moves(at)) do list[i] = game.play(at, side) end
        return list
      end,
    }
    local plain = without(game, "player")
    function plain.result(at) return at[1] - at[2] end
    for _, own in ipairs {rolled, filling, drawn, children, plain} do
      local state = game.new()
      assert.is_true(is_on(own, state))
      assert.same(game.new(), state)
    end
    local nim = wrap.replace(without(small_games.NIM.copying, "evaluate"), {
      result = function(at, me) return at.turn == me and -1 or 1 end,
    })
    assert.is_false(is_on(nim, {heap = 9, turn = 1}))
  end)
end)

describe("The values of a table", function()
  it("are not taken for those of a search without the technique", function()
    local game, state = coins(ROW)
    local ai = alphabeta.new(game)
    ai:search(state, 3)
    assert.error_matches(function() ai:search(state, {depth = 3, without = {"current_result"}}) end,
      "the table was filled with other settings", 1, true)
    ai:clear()
    local _, value = ai:search(state, {depth = 3, without = {"current_result"}})
    assert.equal(0, value)
    local other = alphabeta.new(wrap.replace(game, {evaluate = function() return 0 end}))
    other:search(state, 3)
    other:search(state, {depth = 3, without = {"current_result"}})
  end)
end)

describe("The tools know results so far:", function()
  it("explain says so", function()
    local game, state = coins(ROW)
    assert.is_truthy(tostring(alphabeta.explain(state, 3, {game = game})):find("what 'result' says", 1, true))
    game.evaluate = function() return 0 end
    assert.is_nil(tostring(alphabeta.explain(state, 3, {game = game})):find("what 'result' says", 1, true))
  end)

  it("match plays by them", function()
    local game = coins({3, 8, 2, 9, 5, 4, 7, 6, 1, 12, 10, 11, 3, 9, 2, 14})
    local report = alphabeta.match(
      alphabeta.new(game, {depth = 2}), alphabeta.new(game, {depth = 2, without = {"current_result"}}),
      {games = 4, state = game.new}
    )
    assert.is_true(report.score >= 0.5)
  end)
end)
