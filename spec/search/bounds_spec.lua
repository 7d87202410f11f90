-- `bounds`: the lowest and the highest value that can still come of a state prune as value_min and value_max do.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local dots = require "games.dots_and_boxes"
local failure = require "spec.support.failure"
local kalah = require "games.kalah"
local small_games = require "spec.support.small_games"
local wrap = require "spec.support.wrap"

local check, with = alphabeta.check, small_games.with

local PLIES, MOST = 7, 3

-- A game in place: each of seven moves takes 1 to 3 points for the player who makes it.
local game = {moves = function(state)
  return state.ply < PLIES and {1 + state.score % 3, 1 + (state.score + 1) % 3, 1 + (state.score + 2) % 3} or nil
end}

function game.make(state, points)
  state.ply, state.score = state.ply + 1, state.score + (state.ply % 2 == 0 and points or -points)
end

function game.unmake(state, points)
  state.ply = state.ply - 1
  state.score = state.score - (state.ply % 2 == 0 and points or -points)
end

function game.evaluate(state) return state.score end

-- How many points either player can still get at most, the least that they get taken off.
function game.bounds(state)
  local left = PLIES - state.ply
  local mine = state.ply % 2 == 0 and math.ceil(left / 2) or math.floor(left / 2)
  local theirs = left - mine
  return state.score - MOST * theirs, state.score + MOST * mine
end

local plain = wrap.replace(game, {})
plain.bounds = nil

local function new() return {ply = 0, score = 0} end

local function search(rules, depth, options)
  local best, value, info = alphabeta.search(new(), depth, wrap.replace({game = rules}, options or {}))
  return value, info, best
end

describe("bounds", function()
  it("changes no value, and saves nodes", function()
    for _, options in ipairs {
      {}, {deepening = true}, {algorithm = "pvs"}, {algorithm = "mtdf"}, {maximize = false}, {multipv = 2},
      {table = 0}, {value_max = 12},
    } do
      local all, fewer = 0, 0
      for depth = 1, PLIES + 1 do
        local expected, without = search(plain, depth, options)
        local value, info = search(game, depth, options)
        assert.equal(expected, value)
        all, fewer = all + without.nodes, fewer + info.nodes
      end
      assert.is_true(fewer < all, fewer .. " of " .. all)
    end
  end)

  it("is called once for a state that is searched, with the root's player, and not at leaves", function()
    local calls = 0
    search(wrap.replace(game, {
      player = function(state) return "player " .. state.ply % 2 end,
      evaluate = function(state) return state.score end,
      bounds = function(state, me)
        calls = calls + 1
        assert.equal("player 0", me)
        assert.is_true(state.ply < 3)
        return -100, 100
      end,
    }), 3)
    assert.is_true(calls > 4 and calls <= 1 + 3 + 9, calls)
  end)

  it("ends a state whose value is certain", function()
    local calls = 0
    local certain = wrap.replace(game, {
      evaluate = function(state) return state.sure or state.score end,
      make = function(state, points)
        game.make(state, points)
        if state.ply == 1 then state.sure = points end
      end,
      unmake = function(state, points)
        game.unmake(state, points)
        if state.ply == 0 then state.sure = nil end
      end,
      bounds = function(state)
        calls = calls + 1
        if state.sure then return state.sure, state.sure end
        return 1, 3
      end,
    })
    local value, info, best = search(certain, 6, {deepening = false})
    assert.equal(3, value)
    assert.equal(3, best)
    assert.is_true(info.nodes <= 4, info.nodes)
    assert.equal("solved", info.reason)
    assert.is_true(calls <= 4)
  end)

  -- The value of a repetition lay outside of the bounds, which say what evaluations may be, and was pruned.
  it("leave room for the value of a repetition, which no evaluation has", function()
    local walk = {{2}, {3, 1}, {4}, {3}}
    local rules = {
      moves = function(at) return walk[at] end, play = function(_, to) return to end, hash = function(at) return at end,
      evaluate = function() return 5 end,
    }
    local certain = wrap.replace(rules, {bounds = function() return 5, 5 end})
    for drawn, options in pairs {[0] = {value_min = 4}, [9] = {value_max = 6}} do
      options.repetition, options.without, options.deepening = drawn, {"table"}, false
      for _, own in ipairs {rules, certain} do
        options.game = own
        assert.equal(drawn, (select(2, alphabeta.search(1, 6, options))))
      end
    end
  end)

  it("bounds chance nodes, and does nothing in minimax and max^n", function()
    local function chances(state)
      if state.ply % 3 ~= 1 or state.ply >= PLIES then return nil end
      return {{probability = 0.5, outcome = 1}, {probability = 0.25, outcome = 2}, {probability = 0.25, outcome = 3}}
    end
    local all, fewer = 0, 0
    for depth = 1, 5 do
      for _, options in ipairs {{}, {order = "evaluate"}, {deepening = true}} do
        local expected, without = search(wrap.replace(plain, {chances = chances}), depth, options)
        local value, info = search(wrap.replace(game, {chances = chances}), depth, options)
        assert.is_true(math.abs(expected - value) < 1e-9)
        all, fewer = all + without.nodes, fewer + info.nodes
      end
    end
    assert.is_true(fewer < all, fewer .. " of " .. all)
    local function never() error "not to be called" end
    search(wrap.replace(game, {bounds = never}), 3, {algorithm = "minimax"})
    search(wrap.replace(game, {
      bounds = never, player = function(state) return state.ply % 2 end,
      evaluate = function(state) return {[0] = state.score, -state.score} end,
    }), 3, {algorithm = "maxn"})
    assert.equal(3 ^ 4, alphabeta.perft(new(), 4, {game = wrap.replace(game, {bounds = never})}))
  end)

  it("is named by its errors, which leave the state as it was", function()
    for _, row in ipairs {
      {function() return 1 end, "expected the lowest value and the highest one, got 1 and nil"},
      {function() return 2, 1 end, "expected the lowest value and the highest one, got 2 and 1"},
      {function() return 0, 0 / 0 end, "expected the lowest value and the highest one, got 0 and NaN"},
      {function() return "0", 1 end, "expected the lowest value and the highest one, got '0' and 1"},
      {function() error("no idea", 0) end, "no idea\n\t(alphabeta: in callback 'bounds' at ply 2)"},
    } do
      local state = new()
      local message = failure(alphabeta.search, state, 5, {game = wrap.replace(game, {bounds = function(at)
        if at.ply < 2 then return -1000, 1000 end
        return row[1]()
      end})})
      assert.is_truthy(message:find(row[2], 1, true), message)
      assert.is_truthy(message:find("callback 'bounds' at ply 2", 1, true), message)
      assert.is_true(deep.equal(new(), state))
    end
  end)

  it("is checked against the values that come of a state", function()
    local function checked(more) return check(with(game, more), new, {sign = false, games = 10}) end
    local report = checked {}
    assert.is_true(report.ok, tostring(report))
    for _, row in ipairs {
      {"bounds", function(state) return state.score - 1, state.score + 100 end},
      {"bounds", function(state)
        if state.ply == 5 then return state.score, state.score end
        return -100, 100
      end},
      {"answer", function() return 1 end},
      {"change", function(state)
        state.score = state.score + 1
        return -100, 100
      end},
    } do
      report = checked {bounds = row[2]}
      assert.is_false(report.ok)
      assert.equal("bounds", report.findings[1].callback)
      assert.equal(row[1], report.findings[1].kind)
    end
    local boxes = setmetatable({bounds = dots.boxes_left}, {__index = dots.hashed})
    assert.is_true(check(boxes, function() return dots.hashed.new(2, 2) end, {games = 5, nodes = 300}).ok)
    local seeds = setmetatable({bounds = kalah.seeds_left}, {__index = kalah})
    assert.is_true(check(seeds, function() return kalah.new(3, 2) end, {games = 5, nodes = 300}).ok)
  end)
end)
