-- Soft limits: `nodes` and `think` as {soft, hard}, and `clock`. What is compared are nodes: no second decides anything
-- but in searches that have none.

local alphabeta = require "alphabeta"
local clock = require "alphabeta.front.clock"
local connect4 = require "games.connect4"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local whist = require "games.whist"

local TREES = effort.seeds(40, 400)

-- Numbers that lead to others, without an end. After the first move, 1, 2 or 3, everything is worth about what
-- `worth(move, plies)` says.
local function endless(worth)
  return {
    moves = function() return {1, 2, 3} end,
    play = function(state, move)
      return {first = state.first or move, plies = state.plies + 1, n = (3 * state.n + move) % 1009}
    end,
    evaluate = function(state) return worth(state.first, state.plies) + state.n % 7 end,
  }
end

local CLEAR = endless(function(move) return move == 2 and 100 or 0 end)
local UNCLEAR = endless(function(move, plies) return move == plies % 3 + 1 and 100 or 0 end)
local FALLING = endless(function(move, plies) return move == plies % 3 + 1 and 100 - 3 * plies or 0 end)
local START = {plies = 0, n = 1}

-- The same for forty plies, with a result: what playouts need.
local function with_end(result)
  local game = endless(function() return 0 end)
  return {
    moves = game.moves, play = game.play, is_over = function(state) return state.plies >= 40 end,
    result = function(state) return result(state.first, state.n) end,
  }
end

local function search(game, limits, options)
  options = options or {}
  options.game = game
  local best, _, info = alphabeta.search(START, limits, options)
  return info.nodes, info.reason, best, info
end

describe("A search with a soft limit of nodes", function()
  it("ends sooner while the best move stays the same", function()
    local nodes, reason, best = search(CLEAR, {nodes = {5000, 15000}})
    assert.is_true(nodes < 5000, nodes)
    assert.are.same({"nodes", 2}, {reason, best})
  end)

  it("goes on while the best move changes, and longer when its value falls", function()
    local function sum(game)
      local nodes = 0
      for soft = 1000, 5000, 500 do nodes = nodes + search(game, {nodes = {soft, 3 * soft}}) end
      return nodes
    end
    local clear, unclear, falling = sum(CLEAR), sum(UNCLEAR), sum(FALLING)
    local seen = ("%d, %d, %d"):format(clear, unclear, falling)
    assert.is_true(unclear > 1.2 * clear and falling > 1.2 * unclear, seen)
  end)

  it("never uses more than the hard limit", function()
    for hard = 2000, 6000, 500 do
      assert.is_true(search(UNCLEAR, {nodes = {2000, hard}}) <= hard)
    end
    assert.are.equal(2000, (search(UNCLEAR, {nodes = {2000, 2000}})))
  end)

  it("completes depth 1 however small it is", function()
    local _, reason, best, info = search(CLEAR, {nodes = {1, 1}})
    assert.are.same({"nodes", 2, 1}, {reason, best, info.depth})
  end)

  it("finds what a search with so many nodes finds, in slices, too", function()
    for seed in share.of(1, TREES) do
      local trial = random_trial.wide(seed, {shape = {plies = 5, width = 4, places = 5}})
      trial.options.deepening = true
      local hard = 40 + seed * 37 % 400
      local limits = {depth = 6, nodes = {math.floor(hard / 2), hard}}
      local best, value, info = alphabeta.search(trial:state(), limits, trial.options)
      local fixed = {depth = 6, nodes = info.nodes}
      local same_best, same_value, same = alphabeta.search(trial:state(), fixed, trial.options)
      assert.is_true(info.nodes <= hard or info.depth == 1, trial:describe())
      assert.are.same({info.nodes, same_best, same_value}, {same.nodes, best, value}, trial:describe())
      local _, _, sliced = slices.search(alphabeta.new(nil, trial.options), trial:state(), limits, {nodes = 7})
      assert.are.equal(info.nodes, sliced.nodes, trial:describe())
    end
  end)

  it("is used in each search anew, and turned off by a number", function()
    local ai = alphabeta.new(CLEAR, {nodes = {2000, 6000}, table = 0})
    local function nodes(limits)
      ai:clear()
      return select(3, ai:search(START, limits)).nodes
    end
    local first = nodes()
    assert.are.equal(6000, nodes {nodes = 6000})
    assert.are.equal(first, nodes())
    assert.is_true(nodes {nodes = {4000, 6000}} > first)
    assert.are.equal(first, nodes())
  end)

  it("holds beside a level", function()
    local game = setmetatable({}, {__index = connect4})
    local options = {game = game, level = 10, win = connect4.WIN}
    local _, _, plain = alphabeta.search(connect4.new(), nil, options)
    local _, _, soft = alphabeta.search(connect4.new(), {nodes = {400, 2000}}, options)
    assert.is_true(soft.nodes < plain.nodes and soft.depth >= 2, soft.nodes)
  end)

  it("ends playouts where the best move cannot be overtaken", function()
    local function nodes(game, limits)
      local _, _, info = alphabeta.search({n = 1, plies = 0}, limits, {game = game, algorithm = "uct"})
      assert.are.equal("nodes", info.reason)
      return info.nodes
    end
    local clear = with_end(function(first) return first == 2 and 1 or -1 end)
    local unclear = with_end(function(_, n) return n % 2 == 0 and 1 or -1 end)
    assert.is_true(nodes(clear, {nodes = {2000, 6000}}) < 1200)
    assert.is_true(nodes(unclear, {nodes = {2000, 6000}}) > 1200)
    assert.is_true(nodes(unclear, {nodes = {2000, 2100}}) <= 2100)
  end)

  it("is that of all deals together", function()
    local order = {7, 3, 9, 1}
    local at = 0
    local state = whist.new(function(n)
      at = at + 1
      return order[at % 4 + 1] % n + 1
    end)
    local limits = {nodes = {3000, 9000}}
    local _, _, info = alphabeta.search(state, limits, {game = whist, algorithm = "alphabeta", deals = 4})
    local _, _, same = alphabeta.search(state, {nodes = info.nodes}, {game = whist, algorithm = "alphabeta", deals = 4})
    assert.is_true(info.nodes <= 9000)
    assert.are.same({"nodes", info.nodes}, {info.reason, same.nodes})
  end)
end)

describe("A soft limit of seconds", function()
  it("ends a search whose time is over, after depth 1", function()
    for _, limits in ipairs {{think = {0, 1000}}, {clock = {left = 0}}, {clock = {left = 0.01, increment = 100}}} do
      local _, reason, best, info = search(CLEAR, limits)
      assert.are.same({"time", 2, 1}, {reason, best, info.depth})
    end
  end)

  it("stands beside other limits", function()
    local limits = {think = {500, 1000}, clock = {left = 10000}, time = 1000, nodes = {2000, 6000}}
    local nodes, reason = search(CLEAR, limits)
    assert.are.same({(search(CLEAR, {nodes = {2000, 6000}})), "nodes"}, {nodes, reason})
  end)

  it("is used up by slices alone, but on a clock by all that passes", function()
    local ai = alphabeta.new(CLEAR)
    ai:start(START, {clock = {left = 0}})
    assert.is_true(ai:step(10))
    assert.are.equal("time", select(3, ai:best()).reason)
  end)
end)

describe("A soft limit is refused", function()
  local function refused(limits, options)
    options = options or {}
    options.game = CLEAR
    return message_of(alphabeta.search, START, limits, options)
  end

  it("where it cannot be looked at: without deepening", function()
    for name, value in pairs {nodes = {5, 10}, think = {1, 2}, clock = {left = 3}} do
      assert.are.equal(("alphabeta.search: option '%s': a soft limit needs option 'deepening'"):format(name),
        refused({depth = 3, [name] = value}, {deepening = false}))
    end
  end)

  it("as the length of a slice", function()
    local ai = alphabeta.new(CLEAR)
    ai:start(START, 3)
    assert.are.equal("searcher:step: limit 'nodes': expected an integer of 1 or more, or math.huge, got table",
      message_of(ai.step, ai, {nodes = {1, 2}}))
  end)
end)

describe("A clock", function()
  it("gives a move its share, and a hard limit that leaves some of it", function()
    local rows = {
      -- left, increment, moves, soft, hard
      {100.05, 0, nil, 4, 14}, {100.05, 0, 50, 2, 7}, {6.25 * 8 + 0.05, 8, nil, 8, 28}, {1.05, 8, nil, 0.6, 0.6},
      {0.05, 8, nil, 0, 0}, {0, 0, nil, 0, 0}, {10.05, 0, 1, 6, 6},
    }
    for _, row in ipairs(rows) do
      local soft, hard = clock.limits(row[1], row[2], row[3])
      assert.is_true(math.abs(soft - row[4]) < 1e-9 and math.abs(hard - row[5]) < 1e-9, ("%g %g"):format(soft, hard))
    end
  end)

  it("is not used up, however many moves are made", function()
    local left = 10
    for _ = 1, 1000 do
      local _, hard = clock.limits(left, 0)
      left = left - hard
      assert.is_true(left > 0)
    end
  end)

  it("is not used up by a lag, with as much increment", function()
    for lag = 0.5, 3, 0.5 do
      local left = 10
      for _ = 1, 1000 do
        local _, hard = clock.limits(left, lag, 25, lag)
        left = left - hard - lag
        assert.is_true(left > 0, lag)
        left = left + lag
      end
    end
  end)

  it("takes the lag off what a move may use, and off the increment", function()
    local rows = {
      -- left, increment, moves, lag, soft, hard
      {101.05, 0, 50, 1, 1, 3.5}, {101.05, 2, 50, 1, 2.75, 9.625}, {101.05, 1, 50, 1, 2, 7}, {10.05, 0, 25, 1, 0, 0},
      {1, 0, 25, 5, 0, 0}, {-1, 5, 25, 1, 0, 0},
    }
    for _, row in ipairs(rows) do
      local soft, hard = clock.limits(row[1], row[2], row[3], row[4])
      assert.is_true(math.abs(soft - row[5]) < 1e-9 and math.abs(hard - row[6]) < 1e-9, ("%g %g"):format(soft, hard))
    end
    local _, _, slow = alphabeta.search(START, {clock = {left = 1000, lag = 1000}, depth = 40}, {game = CLEAR})
    assert.is_truthy(slow.reason)
    assert.are.equal("alphabeta.search: option 'clock': expected a clock, {left = seconds, increment = seconds}, got "
      .. "-1 as 'lag'", message_of(alphabeta.search, START, {clock = {left = 1, lag = -1}}, {game = CLEAR}))
  end)
end)
