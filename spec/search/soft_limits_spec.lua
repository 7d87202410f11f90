-- Limits of a move: soft limits, `nodes` and `think` as {soft, hard}, `think` itself, which does not run while a search
-- in slices waits, and `clock`. Where seconds are compared, what is asked is true on any machine, however slow.

local alphabeta = require "alphabeta"
local clock = require "alphabeta.front.clock"
local core = require "alphabeta.core"
local effort = require "spec.support.effort"
local message_of = require "spec.support.message_of"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
local sleep = require "spec.support.sleep"
local slices = require "spec.support.slices"
local whist = require "games.whist"
local wrap = require "spec.support.wrap"

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

local function search(game, limits, options)
  local best, _, info = alphabeta.search(START, limits, wrap.replace(options or {}, {game = game}))
  return info.nodes, info.reason, best, info
end

describe("A search with a soft limit of nodes", function()
  it("ends sooner while the best move stays the same; goes on while it changes, longer when its value falls", function()
    local nodes, reason, best = search(CLEAR, {nodes = {5000, 15000}})
    assert.is_true(nodes < 5000, nodes)
    assert.same({"nodes", 2}, {reason, best})
    local function sum(game)
      local all = 0
      for soft = 1000, 5000, 500 do all = all + search(game, {nodes = {soft, 3 * soft}}) end
      return all
    end
    local clear, unclear, falling = sum(CLEAR), sum(UNCLEAR), sum(FALLING)
    local seen = ("%d, %d, %d"):format(clear, unclear, falling)
    assert.is_true(unclear > 1.2 * clear and falling > 1.2 * unclear, seen)
  end)

  it("never uses more than the hard limit, and completes depth 1 however small it is", function()
    for hard = 2000, 6000, 500 do assert.is_true(search(UNCLEAR, {nodes = {2000, hard}}) <= hard) end
    assert.equal(2000, (search(UNCLEAR, {nodes = {2000, 2000}})))
    local _, reason, best, info = search(CLEAR, {nodes = {1, 1}})
    assert.same({"nodes", 2, 1}, {reason, best, info.depth})
  end)

  it("finds what a search limited to the nodes that it used finds, in slices, too", function()
    for seed in share.of(1, effort.seeds(40, 400)) do
      local trial = random_trial.wide(seed, {
        shape = {plies = 5, width = 4, places = 5}, options = {deepening = true},
      })
      local hard = 40 + seed * 37 % 400
      local limits = {depth = 6, nodes = {math.floor(hard / 2), hard}}
      local best, value, info = alphabeta.search(trial:state(), limits, trial.options)
      local fixed = {depth = 6, nodes = info.nodes}
      local same_best, same_value, same = alphabeta.search(trial:state(), fixed, trial.options)
      assert.is_true(info.nodes <= hard or info.depth == 1, trial:describe())
      assert.same({info.nodes, same_best, same_value}, {same.nodes, best, value}, trial:describe())
      local _, _, sliced = slices.search(alphabeta.new(nil, trial.options), trial:state(), limits, {nodes = 7})
      assert.equal(info.nodes, sliced.nodes, trial:describe())
    end
  end)

  it("ends playouts where the best move cannot be overtaken", function()
    -- The same game for forty plies, with a result.
    local function nodes_of(result, limits)
      local game = {
        moves = CLEAR.moves, play = CLEAR.play, is_over = function(state) return state.plies >= 40 end,
        result = function(state) return result(state.first, state.n) end,
      }
      local nodes, reason = search(game, limits, {algorithm = "uct"})
      assert.equal("nodes", reason)
      return nodes
    end
    local function clear(first) return first == 2 and 1 or -1 end
    local function unclear(_, n) return n % 2 == 0 and 1 or -1 end
    assert.is_true(nodes_of(clear, {nodes = {2000, 6000}}) < 1200)
    assert.is_true(nodes_of(unclear, {nodes = {2000, 6000}}) > 1200)
    assert.is_true(nodes_of(unclear, {nodes = {2000, 2100}}) <= 2100)
  end)

  it("is that of all deals together", function()
    local order, at = {7, 3, 9, 1}, 0
    local state = whist.new(function(n)
      at = at + 1
      return order[at % 4 + 1] % n + 1
    end)
    local options = {game = whist, algorithm = "alphabeta", deals = 4}
    local _, _, info = alphabeta.search(state, {nodes = {3000, 9000}}, options)
    local _, _, same = alphabeta.search(state, {nodes = info.nodes}, options)
    assert.is_true(info.nodes <= 9000)
    assert.same({"nodes", info.nodes}, {info.reason, same.nodes})
  end)
end)

describe("A limit of seconds", function()
  it("that is over ends the search after depth 1, or without deepening at once", function()
    for _, limits in ipairs {
      {time = 0}, {think = {0, 1000}}, {think = 0}, {clock = {left = 0}}, {clock = {left = 0.01, increment = 100}},
      {clock = {left = 0.5, lag = 1000}},
    } do
      local _, reason, best, info = search(CLEAR, limits)
      assert.same({"time", 2, 1}, {reason, best, info.depth})
    end
    local _, reason, best = search(CLEAR, {think = 0, depth = 20}, {deepening = false})
    assert.same({reason = "time"}, {reason = reason, best = best})
  end)

  it("stands beside other limits, and is that of one search in place of the searcher's", function()
    local limits = {think = {500, 1000}, clock = {left = 10000}, time = 1000, nodes = {2000, 6000}}
    local nodes, reason = search(CLEAR, limits)
    assert.same({(search(CLEAR, {nodes = {2000, 6000}})), "nodes"}, {nodes, reason})
    local ai = alphabeta.new(CLEAR, {think = 100})
    for expected, more in pairs {time = {think = 0}, nodes = {nodes = 50}} do
      assert.equal(expected, select(3, ai:search(START, more)).reason)
    end
    assert.equal("time", select(3, ai:search(START, {time = 0})).reason)
  end)

  local now = core.clock or os.clock

  -- Waits. The clock of the engine in Lua stands still while a program sleeps.
  local function wait(seconds)
    if alphabeta._ENGINE == "C" then return sleep(seconds) end
    local stop = os.clock() + seconds
    repeat until os.clock() >= stop
  end

  it("is not over before its time, be it `time` or `think`", function()
    for _, name in ipairs {"time", "think"} do
      local before = now()
      local _, reason = search(CLEAR, {[name] = 0.02})
      assert.equal("time", reason)
      assert.is_true(now() - before >= 0.0199)
    end
  end)

  it("does not run while a search waits if it is `think`, but `time` and a clock do", function()
    -- Whether a search with this limit has ended after two slices, and how many seconds they took.
    local function ends(limits)
      local ai, spent, has_ended = alphabeta.new(CLEAR), 0, nil
      ai:start(START, limits)
      for _, nodes in ipairs {5, 1} do
        wait(0.12)
        local before = now()
        has_ended = ai:step {nodes = nodes}
        spent = spent + now() - before
      end
      ai:stop()
      return has_ended, spent
    end
    assert.is_true((ends {time = 0.1}))
    assert.is_true((ends {clock = {left = 0.15}}))
    local has_ended, spent
    repeat has_ended, spent = ends {think = 0.1} until spent < 0.1 -- other work may have kept the processor from it
    assert.is_false(has_ended)
  end)
end)

it("A soft limit is refused without deepening and as the length of a slice, and a lag below zero", function()
  for name, value in pairs {nodes = {5, 10}, think = {1, 2}, clock = {left = 3}} do
    local message = ("alphabeta.search: option '%s': a soft limit needs option 'deepening'"):format(name)
    assert.equal(message, message_of(alphabeta.search, START, {depth = 3, [name] = value},
      {game = CLEAR, deepening = false}))
  end
  assert.equal("alphabeta.search: option 'clock': expected a clock, {left = seconds, increment = seconds}, got -1 as "
    .. "'lag'", message_of(alphabeta.search, START, {clock = {left = 1, lag = -1}}, {game = CLEAR}))
  local ai = alphabeta.new(CLEAR)
  ai:start(START, 3)
  assert.equal("searcher:step: limit 'nodes': expected an integer of 1 or more, or math.huge, got table",
    message_of(ai.step, ai, {nodes = {1, 2}}))
end)

describe("A clock", function()
  it("gives a move its share, and a hard limit that leaves some of it, less the lag", function()
    for _, row in ipairs {
      -- left, increment, moves, lag; soft, hard
      {100.05, 0, nil, nil, 4, 14}, {100.05, 0, 50, nil, 2, 7}, {6.25 * 8 + 0.05, 8, nil, nil, 8, 28},
      {1.05, 8, nil, nil, 0.6, 0.6}, {0.05, 8, nil, nil, 0, 0}, {0, 0, nil, nil, 0, 0}, {10.05, 0, 1, nil, 6, 6},
      {101.05, 0, 50, 1, 1, 3.5}, {101.05, 2, 50, 1, 2.75, 9.625}, {101.05, 1, 50, 1, 2, 7}, {10.05, 0, 25, 1, 0, 0},
      {1, 0, 25, 5, 0, 0}, {-1, 5, 25, 1, 0, 0},
    } do
      local soft, hard = clock.limits(row[1], row[2], row[3], row[4])
      assert.is_true(math.abs(soft - row[5]) < 1e-9 and math.abs(hard - row[6]) < 1e-9, ("%g %g"):format(soft, hard))
    end
  end)

  it("is not used up, however many moves are made, nor by a lag with as much increment", function()
    for lag = 0, 3, 0.5 do
      local left = 10
      for _ = 1, 1000 do
        local _, hard = clock.limits(left, lag, lag > 0 and 25 or nil, lag)
        left = left - hard - lag
        assert.is_true(left > 0, lag)
        left = left + lag
      end
    end
  end)
end)
