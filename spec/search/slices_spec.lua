-- A search that is done in slices finds what one finds that is done in one go, by the same calls; at each pause the
-- state is as it was at the start. Whatever goes wrong, the state is restored and the searcher as good as new.

local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local effort = require "spec.support.effort"
local failure = require "spec.support.failure"
local lifetime = require "spec.support.lifetime"
local memory_use = require "spec.support.memory_use"
local random_tree = require "spec.support.random_tree"
local random_trial = require "spec.support.trial"
local results = require "spec.support.results"
local reversi = require "games.reversi"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local found, same = results.found, results.same

local TRIALS = effort.seeds(25, 120)
local INFINITY = math.huge

-- How long slices are, in words and as `step` gets it; 0 seconds end behind every callback.
local LENGTHS = {
  { "after every node", { nodes = 1 } },
  { "after every 2 nodes", { nodes = 2 } },
  { "after every 3 nodes", { nodes = 3 } },
  { "after every 7 nodes", { nodes = 7 } },
  { "after every 100 nodes", { nodes = 100 } },
  { "after every callback", 0 },
  { "now and then" },
}

-- A function that gives slices of lengths drawn at random.
local function random_slices(random)
  return function()
    local kind = random:int(1, 4)
    if kind == 1 then
      return 0
    elseif kind == 2 then
      return { nodes = random:int(1, 30) }
    elseif kind == 3 then
      return { nodes = random:int(1, 60), time = 10 }
    end
    return random:pick({ 1e-6, 1e-5, 1e-4 })
  end
end

describe("A search that pauses", function()
  for _, row in ipairs(LENGTHS) do
    it(row[1] .. " is the same on random games, whatever the game has and whatever is asked for", function()
      local paused = 0
      for seed in share.of(1, TRIALS) do
        local trial = random_trial.any(seed)
        local whole = alphabeta.new(nil, trial.options)
        local sliced = alphabeta.new(nil, trial.options)
        for _ = 1, 2 do -- the second time with what was remembered from the first
          trial.calls = {}
          local expected = found(whole:search(trial:state(), trial.limits))
          local expected_calls = trial.calls
          trial.calls = {}
          local state = trial:state()
          local before = deep.copy(state)
          local length = row[2] or random_slices(rng.new(seed))
          local best, value, info, pauses = slices.search(sliced, state, trial.limits, length, function(i)
            assert(trial:is_same(state), trial:describe())
            assert(i % 50 ~= 0 or deep.equal(before, state), trial:describe())
          end)
          assert(trial:is_same(state) and deep.equal(before, state), trial:describe())
          if not deep.equal(expected, found(best, value, info)) or not deep.equal(expected_calls, trial.calls) then
            assert.same({ expected, expected_calls }, { found(best, value, info), trial.calls }, trial:describe())
          end
          paused = paused + pauses
        end
      end
      assert.is_true(share.seen(paused > 0))
    end)
  end
end)

-- A call must fail with an error in which these words are.
local function fails_with(words, call, ...)
  local message = failure(call, ...)
  assert.is_truthy(tostring(message):find(words, 1, true), ("%s\nhas not: %s"):format(tostring(message), words))
  return message
end

-- A game of some forty nodes, in any style, and a state of it.
local TRAITS = { player = true, is_over = true, order = true, view = "mover" }

local function new_state(style, seed)
  local root = random_tree.new(rng.new(seed or 24), { plies = 4, width = 3, early = 0.05, extra = 0.2 })
  return tree.state(style or "in place", root)
end

local function new_game(style)
  return wrap.replace(tree.game(style or "in place", TRAITS), {
    hash = function(state) return state.node.name end,
  })
end

-- A searcher of that game that deepens; without a table, so that it finds the same as often as it is asked.
local function new_searcher(game, options)
  local all = { view = TRAITS.view, deepening = true, table = 0, depth = 5 }
  for name, value in pairs(options or {}) do all[name] = value end
  return alphabeta.new(game or new_game(), all)
end

describe("While a search goes on,", function()
  it("best returns what the last completed iteration has found, and nothing but info before the first", function()
    for _, style in ipairs(tree.STYLES) do
      local ai, state = new_searcher(new_game(style)), new_state(style)
      local by_depth = {}
      for depth = 1, 5 do
        by_depth[depth] = { alphabeta.search(state, depth, { game = new_game(style), view = TRAITS.view, table = 0 }) }
      end
      local depths, depth = 0, 0
      ai:start(state)
      local best, value, info
      repeat
        local has_ended = ai:step({ nodes = 1 })
        best, value, info = ai:best()
        if info.depth == 0 then
          assert.is_nil(best)
          assert.is_nil(value)
          assert.same({}, info.pv)
          assert.is_nil(info.bound)
        else
          assert.is_true(info.depth == depth or info.depth == depth + 1)
          assert.equal(by_depth[info.depth][2], value)
          assert.equal(info.pv[1], best)
          assert.equal("exact", info.bound)
          depths = depths + (info.depth - depth)
        end
        depth = info.depth
        assert.equal(has_ended, info.reason ~= nil)
        assert.equal(not has_ended, ai:thinking())
      until has_ended
      assert.equal(depth, depths)
      assert.is_true(depth > 2)
      same(found(best, value, info), found(ai:best()))
    end
  end)

  it("info counts what was done so far", function()
    local ai = new_searcher()
    ai:start(new_state())
    for nodes = 1, 10 do
      ai:step({ nodes = 1 })
      local _, _, info = ai:best()
      assert.equal(nodes, info.nodes)
      assert.is_true(info.time >= 0)
    end
  end)

  it("best answers the game's own functions, too, in any search", function()
    local ai, depth
    local seen = {}
    local game = wrap.before(new_game(), function()
      local _, _, info = ai:best()
      seen[info.depth], depth = true, info.depth
    end)
    ai = new_searcher(game)
    slices.search(ai, new_state(), nil, { nodes = 7 })
    local in_slices = seen
    seen = {}
    ai:search(new_state())
    assert.same(in_slices, seen)
    assert.is_true(depth > 2)
    assert.is_nil((ai:best()))
  end)

  it("its searcher says so", function()
    local ai = new_searcher()
    assert.is_false(ai:thinking())
    assert.matches("idle", tostring(ai))
    ai:start(new_state())
    assert.is_true(ai:thinking())
    assert.matches("thinking", tostring(ai))
    slices.finish(ai, 0, function() assert.is_true(ai:thinking()) end)
    assert.is_false(ai:thinking())
    assert.matches("idle", tostring(ai))
  end)

  it("limits hold as ever, and time passes between the slices, too", function()
    local ai = new_searcher(nil, { slice = 10 })
    local _, _, expected = new_searcher():search(new_state(), { nodes = 30 })
    local _, _, info = slices.search(ai, new_state(), { nodes = 30 }, { nodes = 4 })
    assert.equal("nodes", info.reason)
    assert.equal(expected.nodes, info.nodes)
    ai:start(new_state(), { time = 0 })
    ai:step()
    _, _, info = ai:best()
    assert.equal("time", info.reason)
    assert.equal(1, info.depth)
  end)
end)

describe("The option on_iteration", function()
  -- Searches in every way there is, and calls check(infos, best, value, info) for each.
  local function each_way(options, check)
    for _, length in ipairs({ { nodes = 1 }, { nodes = 7 }, 0, INFINITY }) do
      local infos = {}
      options.on_iteration = function(info, ...)
        assert(select("#", ...) == 0)
        infos[#infos + 1] = info
      end
      check(infos, slices.search(new_searcher(nil, options), new_state(), nil, length))
    end
    local infos = {}
    options.on_iteration = function(info) infos[#infos + 1] = info end
    check(infos, new_searcher(nil, options):search(new_state()))
    infos = {}
    options.game, options.view, options.table = new_game(), TRAITS.view, 0
    check(infos, alphabeta.search(new_state(), 5, options))
  end

  it("is called once for each completed iteration, in their order", function()
    each_way({ deepening = true }, function(infos, best, _, last)
      assert.equal(last.depth, #infos)
      assert.is_true(#infos > 2)
      for depth, info in ipairs(infos) do
        assert.equal(depth, info.depth)
        assert.is_nil(info.reason)
        assert.is_true(depth == 1 or info.nodes > infos[depth - 1].nodes)
      end
      local info = infos[#infos]
      same({ best, last.nodes, last.pv }, { info.pv[1], info.nodes, info.pv })
    end)
  end)

  it("is called once when the depth is searched at once", function()
    each_way({ deepening = false }, function(infos, _, _, last)
      assert.equal(1, #infos)
      assert.equal(last.depth, infos[1].depth)
    end)
  end)

  it("is not called for an iteration that is cut short", function()
    each_way({ nodes = 20 }, function(infos, _, _, last)
      assert.equal("nodes", last.reason)
      assert.equal(last.depth, #infos)
    end)
  end)

  it("sees the state as it was at the start, and what best has to say", function()
    local ai, before
    local state, calls = new_state(), 0
    ai = new_searcher(nil, {
      on_iteration = function(info)
        local best, value, reported = ai:best()
        info.time, reported.time = nil, nil
        assert(deep.equal(info, reported) and best == info.pv[1] and type(value) == "number")
        assert(deep.equal(before, state))
        calls = calls + 1
      end,
    })
    before = deep.copy(state)
    slices.search(ai, state, nil, { nodes = 3 })
    ai:search(state)
    assert.is_true(calls > 4)
  end)

  it("may stop the search", function()
    local ai
    for depth = 1, 3 do
      ai = new_searcher(nil, {
        on_iteration = function(info)
          if info.depth == depth then ai:stop() end
        end,
      })
      local state = new_state()
      local best, value, info = slices.search(ai, state, nil, { nodes = 7 })
      assert.same({ "stopped", depth }, { info.reason, info.depth })
      local best_at_once, value_at_once, info_at_once = ai:search(state)
      same({ best, value, "stopped" }, { best_at_once, value_at_once, info_at_once.reason })
    end
  end)

  it("ends the search by an error of its own, which names it", function()
    local broken = true
    local ai = new_searcher(nil, {
      on_iteration = function(info)
        if info.depth == 2 and broken then error("no news", 0) end
      end,
    })
    local state = new_state()
    local before = deep.copy(state)
    local words = "no news\n\t(alphabeta: in callback 'on_iteration' at ply 0)"
    fails_with(words, ai.search, ai, state)
    ai:start(state)
    fails_with(words, slices.finish, ai, { nodes = 1 })
    assert.is_false(ai:thinking())
    assert.equal(2, select(3, ai:best()).depth)
    same(before, state)
    broken = false
    same(found(new_searcher():search(state, 4)), found(ai:search(state, 4)))
  end)

  it("must be a function", function()
    local words = "alphabeta.new: option 'on_iteration': expected a function, got boolean"
    fails_with(words, alphabeta.new, new_game(), { on_iteration = true })
  end)
end)

describe("A search that is stopped", function()
  it("between two slices keeps what it has found", function()
    local stopped_at = {}
    for _, style in ipairs(tree.STYLES) do
      local pauses = 0
      repeat
        local ai, state = new_searcher(new_game(style)), new_state(style)
        local before, count, last = deep.copy(state), 0, nil
        ai:start(state)
        local all = slices.finish(ai, { nodes = 1 }, function()
          count = count + 1
          if count == pauses then
            last = found(ai:best())
            ai:stop()
            ai:stop() -- to stop again changes nothing
            assert.is_false(ai:thinking())
            last.info.reason = "stopped"
            same(last, found(ai:best()))
          end
        end)
        if last then
          stopped_at[last.info.depth] = true
          assert.equal(pauses, all)
          same(last, found(ai:best()))
          assert.is_true(ai:step({ nodes = 1 }))
        end
        same(before, state)
        assert.equal((select(2, new_searcher(new_game(style)):search(state))), (select(2, ai:search(state))))
        pauses = pauses + 1
      until all + 1 < pauses
    end
    assert.is_true(stopped_at[0] and stopped_at[1] and stopped_at[2])
  end)

  it("before its first slice has found nothing", function()
    local ai = new_searcher()
    ai:start(new_state())
    ai:stop()
    local best, value, info = ai:best()
    assert.is_nil(best)
    assert.is_nil(value)
    assert.same({ 0, 0, "stopped" }, { info.depth, info.nodes, info.reason })
  end)

  -- Stops at every callback of a search, the first time at the first, and so on.
  local function stop_everywhere(style, search)
    local calls, stop_at, ai = 0, nil, nil
    ai = new_searcher(wrap.before(new_game(style), function()
      calls = calls + 1
      if calls == stop_at then ai:stop() end
    end))
    local state = new_state(style)
    local before = deep.copy(state)
    local expected = found(search(ai, state))
    local all = calls
    assert.is_true(all > 100)
    for call in share.of(1, all, effort(3, 1)) do
      calls, stop_at = 0, call
      local best, value, info = search(ai, state)
      same(before, state)
      -- the calls of one node, and then those that take moves back
      assert.is_true(calls <= call + 10, "it goes on after it was stopped")
      assert.is_true(info.reason == "stopped" or call > all - 10, info.reason)
      assert.equal(info.depth == 0, best == nil)
      assert.equal(info.depth == 0, value == nil)
      assert.is_false(ai:thinking())
    end
    calls, stop_at = 0, nil
    same(expected, found(search(ai, state)))
  end

  for _, style in ipairs(tree.STYLES) do
    it("by one of the game's functions ends when that returns, " .. style, function()
      stop_everywhere(style, function(ai, state) return ai:search(state) end)
    end)

    it("by one of the game's functions in the midst of a slice ends likewise, " .. style, function()
      stop_everywhere(style, function(ai, state) return slices.search(ai, state, nil, { nodes = 5 }) end)
    end)
  end

  it("when there is none, is left alone", function()
    local ai = new_searcher()
    ai:stop()
    assert.is_nil((ai:best()))
    local state = new_state()
    local best, value = ai:search(state)
    ai:stop()
    same({ best, value }, { slices.search(ai, state, nil, 0), (select(2, ai:best())) })
    ai:stop()
    assert.equal(best, (ai:best()))
    assert.not_equal("stopped", select(3, ai:best()).reason)
    ai:close()
    ai:stop()
  end)
end)

describe("Slices are refused", function()
  local started, idle, closed = new_searcher(), new_searcher(), new_searcher()
  started:start(new_state())
  closed:start(new_state())
  closed:close()
  local NAN = 0 / 0
  local seconds = "searcher:step: argument 'seconds': expected a number of seconds"
  local time = "searcher:step: limit 'time': expected a number of seconds, 0 or more, got "
  local nodes = "searcher:step: limit 'nodes': expected an integer of 1 or more, or math.huge, got "

  for name, row in pairs({
    ["without a search"] = { idle, "step", 0.1, "searcher:step: no search was started" },
    ["when the searcher is closed"] = { closed, "step", 0.1, "searcher:step: argument 'self': expected an open"
      .. " searcher, got a closed one" },
    ["of a length that is no number"] = { started, "step", "1", seconds .. " or a table of limits, got '1'" },
    ["of a negative length"] = { started, "step", -1, seconds .. ", 0 or more, got -1" },
    ["of a length that is NaN"] = { started, "step", NAN, seconds .. ", 0 or more, got NaN" },
    ["without limits"] = { started, "step", {}, "searcher:step: give the slice a time or a number of nodes" },
    ["with an unknown limit"] = { started, "step", { depth = 1 }, "unknown limit 'depth' (valid: nodes, time)" },
    ["of a negative time"] = { started, "step", { time = -1 }, time .. "-1" },
    ["of a time that is NaN"] = { started, "step", { time = NAN }, time .. "NaN" },
    ["of a time that is no number"] = { started, "step", { time = "1" }, time .. "'1'" },
    ["of no nodes"] = { started, "step", { nodes = 0 }, nodes .. "0" },
    ["of half a node"] = { started, "step", { nodes = 0.5 }, nodes .. "0.5" },
    ["of NaN nodes"] = { started, "step", { nodes = NAN }, nodes .. "NaN" },
    ["of a second search"] = { started, "start", {}, "searcher:start: argument 'self': expected a searcher that is"
      .. " not thinking" },
    ["of a search in a closed searcher"] = { closed, "start", {}, "searcher:start: argument 'self': expected an"
      .. " open searcher, got a closed one" },
  }) do
    it(name, function()
      local ai, method = row[1], row[2]
      fails_with(row[4], ai[method], ai, row[3])
      assert.equal(ai == started, ai:thinking())
    end)
  end

  it("of no length, and of no state", function()
    fails_with(seconds .. " or a table of limits, got nil", started.step, started)
    fails_with("searcher:start: argument 'state': expected a state, got nil", idle.start, idle)
  end)

  it("when they are asked for by something else than a searcher", function()
    for _, method in ipairs({ "start", "step", "stop", "best", "thinking" }) do
      assert.matches("searcher", failure(idle[method], {}))
    end
  end)

  it("with a limit that is wrong, and then nothing was started", function()
    local ai = alphabeta.new(new_game())
    fails_with("searcher:start: limit 'depth': expected a depth", ai.start, ai, new_state())
    fails_with("searcher:start: unknown option 'dept'", ai.start, ai, new_state(), { dept = 1 })
    assert.is_false(ai:thinking())
    fails_with("no search was started", ai.step, ai, 1)
  end)

  it("of a length that is an option and wrong", function()
    local slice = "alphabeta.new: option 'slice': expected a number of seconds, 0 or more, got "
    fails_with(slice .. "-1", alphabeta.new, new_game(), { slice = -1 })
    fails_with(slice .. "NaN", alphabeta.new, new_game(), { slice = NAN })
    fails_with(slice .. "table", alphabeta.new, new_game(), { slice = {} })
  end)
end)

describe("As long as a slice may be,", function()
  it("one without end is the whole search", function()
    for _, length in ipairs({ INFINITY, { time = INFINITY }, { nodes = INFINITY }, { nodes = 10 ^ 9, time = 1000 } }) do
      local best, value, info, pauses = slices.search(new_searcher(), new_state(), nil, length)
      assert.equal(0, pauses)
      same(found(new_searcher():search(new_state())), found(best, value, info))
    end
  end)

  it("one whose length is not given has that of the option", function()
    local ai = new_searcher(nil, { slice = 0 })
    ai:start(new_state())
    local pauses = slices.finish(ai, function() return nil end)
    assert.is_true(pauses > 100)
    ai:start(new_state())
    assert.is_true(ai:step(INFINITY))
  end)

  it("the first limit that is reached ends it", function()
    local _, _, _, by_nodes = slices.search(new_searcher(), new_state(), nil, { nodes = 5, time = 1000 })
    local _, _, _, by_time = slices.search(new_searcher(), new_state(), nil, { nodes = 5, time = 0 })
    local _, _, _, by_callback = slices.search(new_searcher(), new_state(), nil, 0)
    assert.equal(by_callback, by_time)
    assert.is_true(by_nodes < by_time)
  end)
end)

describe("A searcher that is thinking", function()
  it("does nothing else, and goes on thinking", function()
    local ai, path = new_searcher(), os.tmpname()
    ai:start(new_state())
    for _, call in ipairs({
      { "search", new_state() }, { "start", new_state() }, { "clear" }, { "save", path }, { "load", path },
    }) do
      local words = "searcher:%s: argument 'self': expected a searcher that is not thinking, got one that is: let"
        .. " it finish, or stop it"
      fails_with(words:format(call[1]), ai[call[1]], ai, call[2])
      assert.is_true(ai:thinking())
    end
    os.remove(path)
    slices.finish(ai, { nodes = 1 })
    same(found(new_searcher():search(new_state())), found(ai:best()))
  end)

  it("may be closed", function()
    local ai, state = new_searcher(), new_state()
    local before = deep.copy(state)
    ai:start(state)
    ai:step({ nodes = 9 })
    ai:close()
    assert.is_false(ai:thinking())
    assert.is_nil((ai:best()))
    same(before, state)
  end)

  it("is busy while one of its slices lasts", function()
    local ai, messages = nil, {}
    ai = new_searcher(wrap.before(new_game(), function()
      for _, method in ipairs({ "search", "start", "step", "clear", "close" }) do
        messages[failure(ai[method], ai, method == "step" and 1 or {}):match("searcher:.*")] = true
      end
    end))
    same(found(new_searcher():search(new_state())), found(slices.search(ai, new_state(), nil, { nodes = 9 })))
    local expected = {}
    for _, method in ipairs({ "search", "start", "step", "clear", "close" }) do
      expected["searcher:" .. method .. ": already searching"] = true
    end
    assert.same(expected, messages)
  end)
end)

describe("An error in the midst of a slice", function()
  it("restores the state when a move cannot be made again", function()
    local state, calls, breaks = new_state(), 0, false
    local before = deep.copy(state)
    local ai = new_searcher(wrap.before(new_game(), function(name)
      calls = calls + 1
      if name == "make" and breaks then error("stuck", 0) end
    end))
    local errors = 0
    for nodes = 2, 40 do
      breaks = false
      ai:start(state)
      ai:step({ nodes = nodes })
      breaks, calls = true, 0
      -- On the way back to where the search was, unless that is the root, hash and make are called.
      local message = fails_with("stuck\n\t(alphabeta: in callback 'make' at ply 0)", ai.step, ai, 0)
      assert.is_truthy(message)
      errors = errors + (calls == 2 and 1 or 0)
      same(before, state)
    end
    assert.is_true(errors > 10)
    breaks = false
    same(found(new_searcher():search(state)), found(ai:search(state)))
  end)

  it("may be a wrong answer, which is reported where step was called", function()
    for _, style in ipairs(tree.STYLES) do
      local game = wrap.replace(new_game(style), { evaluate = function() return "much" end })
      local ai, state = new_searcher(game), new_state(style)
      local before = deep.copy(state)
      ai:start(state)
      local message = failure(slices.finish, ai, 0)
      assert.matches("slices%.lua:%d+: alphabeta: callback 'evaluate' at ply 1: expected a number, got 'much'", message)
      same(before, state)
    end
  end)
end)

describe("A state that was changed between two slices", function()
  local function start(ai, state, limits)
    ai:start(state, limits)
    ai:step({ nodes = 20 })
    return ai
  end

  for _, style in ipairs(tree.STYLES) do
    for _, table_size in ipairs({ 0, 1 }) do
      it(("is reported when it is seen through hash, %s, with a table of %d MiB"):format(style, table_size), function()
        local state = new_state(style)
        local node = state.node
        local ai = start(new_searcher(new_game(style), { table = table_size }), state)
        state.node = node.children[1]
        fails_with("alphabeta: the state has changed since the last step of its search", ai.step, ai, 1)
        assert.is_false(ai:thinking())
        local _, value = new_searcher(new_game(style)):search(state, 3)
        assert.equal(value, (select(2, ai:search(state, 3))))
      end)
    end
  end

  it("and changed back is as it was", function()
    local state = new_state()
    local node = state.node
    local ai = start(new_searcher(), state)
    slices.finish(ai, { nodes = 50 }, function()
      state.node = node.children[1]
      state.node = node
    end)
    same(found(new_searcher():search(state)), found(ai:best()))
  end)

  it("is found by keys that are changed in place, too", function()
    local state = reversi.hashed.new(4)
    local ai = start(alphabeta.new(reversi.hashed), state, 4)
    local move = reversi.moves(state)[1]
    local turned = reversi.hashed.make(state, move)
    fails_with("the state has changed", ai.step, ai, 1)
    reversi.hashed.unmake(state, move, turned)
    ai:clear()
    same(found(alphabeta.new(reversi.hashed):search(state, 4)), found(slices.search(ai, state, 4, 0)))
  end)

  it("asks hash once at the first pause and once at the beginning of every slice after it", function()
    local hashes = 0
    local game = wrap.before(new_game(), function(name) hashes = hashes + (name == "hash" and 1 or 0) end)
    local _, _, _, pauses = slices.search(new_searcher(game), new_state(), nil, { nodes = 5 })
    assert.equal(pauses + 1, hashes)
  end)
end)

describe("Searchers that think in turn", function()
  it("over one state find what each finds alone", function()
    for _, style in ipairs(tree.STYLES) do
      local state = new_state(style)
      local options = { {}, { algorithm = "pvs" }, { algorithm = "minimax" }, { algorithm = "mtdf" } }
      local searchers, expected, thinking = {}, {}, #options
      for i = 1, #options do
        expected[i] = found(new_searcher(new_game(style), options[i]):search(state))
        searchers[i] = new_searcher(new_game(style), options[i])
        searchers[i]:start(state)
      end
      local random = rng.new(3)
      while thinking > 0 do
        local ai = random:pick(searchers)
        if ai:thinking() and ai:step({ nodes = random:int(1, 9) }) then thinking = thinking - 1 end
      end
      for i, ai in ipairs(searchers) do same(expected[i], found(ai:best())) end
    end
  end)

  it("one in the midst of another's callback, find what each finds alone", function()
    for _, style in ipairs(tree.STYLES) do
      local inner = new_searcher(new_game(style))
      local expected, found_inside = found(new_searcher(new_game(style)):search(new_state(style))), 0
      local other = new_state(style)
      inner:start(other)
      local outer = new_searcher(wrap.before(new_game(style), function(name)
        if name ~= "evaluate" then return end
        if inner:step({ nodes = 7 }) then
          same(expected, found(inner:best()))
          found_inside = found_inside + 1
          inner:start(other)
        end
      end))
      same(expected, found(slices.search(outer, new_state(style), nil, { nodes = 5 })))
      assert.is_true(found_inside > 1)
    end
  end)

  it("may be started, and stopped, by another's callback on the very state that is searched", function()
    local state = new_state()
    local before = deep.copy(state)
    local inner = new_searcher()
    local outer = new_searcher(wrap.before(new_game(), function(_, at)
      local here = deep.copy({ node = at.node.name, ply = at.ply })
      inner:start(at, 2)
      inner:step({ nodes = 3 })
      inner:stop()
      assert(at.node.name == here.node and at.ply == here.ply)
    end))
    same(found(new_searcher():search(state)), found(slices.search(outer, state, nil, { nodes = 5 })))
    same(before, state)
  end)
end)

describe("Collecting garbage", function()
  local aside, is_gone, watch = lifetime.aside, lifetime.is_gone, lifetime.watch
  local collect = memory_use.collect

  it("at every pause and in every callback changes nothing", function()
    for seed in share.of(1, 12) do
      local trial = random_trial.any(seed)
      local expected = found(alphabeta.new(nil, trial.options):search(trial:state(), trial.limits))
      local calls = 0
      local ai = alphabeta.new(nil, trial:with { game = wrap.before(trial.game, function()
        calls = calls + 1
        if calls % 5 == 0 then collectgarbage() end
      end) })
      same(expected, found(slices.search(ai, trial:state(), trial.limits, { nodes = 3 }, collect)))
    end
  end)

  it("takes a searcher that is thinking, its game, its state and its players", function()
    for _, style in ipairs(tree.STYLES) do
      for _, kind in ipairs({ "listed", "cast", "shared" }) do
        for _, length in ipairs({ 0, { nodes = 9 } }) do
          assert.is_true(is_gone(aside(function()
            local full = random_trial.full(style, kind)
            local players = full.graph.players
            for i = 1, #players do players[i] = { i } end
            full:set_game()
            local ai, state = alphabeta.new(nil, full.options), full:state()
            full.game.ai, state.ai = ai, ai -- each refers to the others
            ai:start(state, full.depth)
            ai:step(length)
            return watch(full, full.game, state, ai, players[1], players[2])
          end)))
        end
      end
    end
  end)

  it("takes the state of a search that has ended, however it ended", function()
    for _, finish in ipairs({
      function(ai) slices.finish(ai, { nodes = 9 }) end,
      function(ai) ai:stop() end,
      function(ai)
        ai:step({ nodes = 9 })
        ai:stop()
      end,
      function(ai)
        ai:step({ nodes = 9 })
        ai:close()
      end,
    }) do
      local ai = new_searcher()
      assert.is_true(is_gone(aside(function()
        local state = new_state()
        state.big = {}
        ai:start(state)
        finish(ai)
        return watch(state, state.big)
      end)))
      assert.is_false(ai:thinking())
    end
  end)

  it("takes the state of a search that has failed", function()
    local ai = new_searcher(wrap.replace(new_game(), { evaluate = function() error({}) end }))
    assert.is_true(is_gone(aside(function()
      local state = new_state()
      ai:start(state)
      return watch(failure(slices.finish, ai, 0), state)
    end)))
    assert.is_false(ai:thinking())
  end)

  it("leaves a searcher that is only held by the game it thinks about alone", function()
    local game = new_game()
    local state = new_state()
    game.ai = new_searcher(game)
    game.ai:start(state)
    slices.finish(game.ai, { nodes = 3 }, collect)
    same(found(new_searcher():search(new_state())).value, (select(2, game.ai:best())))
  end)
end)
