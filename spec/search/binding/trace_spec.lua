-- What the option `trace` reports of a search: everything, in order, and without changing anything.

local effort = require "spec.support.effort"
local alphabeta = require "alphabeta"
local deep = require "spec.support.deep"
local failure = require "spec.support.failure"
local found = require("spec.support.results").found
local plain_alphabeta = require "spec.support.plain_alphabeta"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
local slices = require "spec.support.slices"
local trace_checker = require "spec.support.trace_checker"
local tree = require "spec.support.tree"
local wrap = require "spec.support.wrap"

local TEXTBOOK, TRIALS = effort.seeds(300, 1020), effort.seeds(90, 200)

local function name_of(move) return type(move) == "table" and move.name or move and tostring(move) end

-- A function for the option `trace`, and the events that it was given, with names in place of positions and moves: a
-- state that is changed in place is another one later.
local function recorder()
  local events = {}
  return function(event)
    local copy, names = wrap.replace(event, {}), {}
    copy.state, copy.by = event.state.at.name, name_of(event.by)
    copy.move = event.move and copy.state
    for place, move in ipairs(event.successors or {}) do names[place] = name_of(move) end
    copy.successors = event.successors and table.concat(names, " ")
    events[#events + 1] = copy
  end, events
end

describe("The trace of plain alpha-beta", function()
  it("equals that of an independent reference, event for event, on random games", function()
    for seed in share.of(1, TEXTBOOK) do
      local trial = random_trial.new(seed, {
        chance = { false }, plain = true, window = 0.7, traits = { iterator = false, bounds = false },
        omit = "noisy quiescence null_move reductions repetition algorithm",
      })
      local trace, events = recorder()
      local options = trial:with { trace = trace, algorithm = "alphabeta" }
      options.win, options.value_min, options.value_max = nil, nil, nil -- by which lines are cut
      local expected = plain_alphabeta(trial.plain, trial:state(), trial.depth, options).events
      alphabeta.search(trial:state(), trial.depth, options)
      if not deep.equal(expected, events) then assert.same(expected, events, trial:describe()) end
    end
  end)
end)

local function traced(options, trace) return wrap.replace(options, { trace = trace }) end

describe("A search that is traced", function()
  -- What some searches answer with, beside the best move.
  local ANSWERS = {
    {}, {}, {}, { multipv = 2 }, { multipv = 100 }, { ties = true }, { multipv = 3, ties = true },
    { ties = true, seed = 5 }, { level = 5, seed = 7 },
  }

  -- Runs a search at once, or in slices.
  local function run(ai, state, trial, is_sliced)
    if not is_sliced then return found(ai:search(state, trial.limits)) end
    return found(slices.search(ai, state, trial.limits, { nodes = 1 + trial.seed % 5 }, function()
      assert(trial:is_same(state), trial:describe())
    end))
  end

  -- What is counted of a search is what its trace has seen; `path` is that of the events.
  local function check_counts(trial, info, counts, path)
    local has_more = trial.options.order ~= nil -- evaluations of successors, by which these are ordered
    trial:check(counts.enter - counts.again == info.nodes, "%s nodes", info.nodes)
    trial:check(counts.evaluate == info.evaluations or has_more and counts.evaluate < info.evaluations,
      "%s evaluations, not %s", info.evaluations, counts.evaluate)
    trial:check(counts.cutoff == info.cutoffs, "%s cut-offs, not %s", info.cutoffs, counts.cutoff)
    trial:check(counts.table == info.table_hits, "%s hits, not %s", info.table_hits, counts.table)
    trial:check(info.reason == "nodes" or counts.leave == counts.enter and #path == 0, "each node left")
  end

  -- A trial that asks for some of these answers, and its options.
  local function new_trial(seed)
    local answers = ANSWERS[seed % #ANSWERS + 1]
    local trial = random_trial.any(seed, { payoffs = next(answers) == nil and seed % 8 == 0 })
    trial.game.bounds = nil -- the checker knows no cut-offs by them
    trial.game.evaluate_move = nil -- a traced search makes all moves
    local options = trial.options
    for name, value in pairs(answers) do options[name] = value end
    if next(answers) and options.algorithm == "mtdf" then options.algorithm = nil end -- it knows of no second best
    return trial, random_trial.fit(options, trial.game)
  end

  it("does and finds what it does untraced, whatever the game has and is asked for, in slices or not", function()
    local reported, chances, scored = 0, 0, 0
    for seed in share.of(1, TRIALS) do
      local trial, options = new_trial(seed)
      local check_event, counts, path = trace_checker.new(options, function(event)
        return event.ply > 0 or trial:is_same(event.state)
      end)
      local plain = alphabeta.new(nil, options)
      local last -- that the root was worth
      local ai = alphabeta.new(nil, traced(options, function(event)
        check_event(event)
        if event.type == "leave" and event.ply == 0 then last = event.value end
        chances = chances + (event.chance and event.type == "leave" and 1 or 0)
        assert(not event.chance or event.maximizing == nil, "a chance node is neither Max's nor Min's")
        assert(event.alpha ~= nil or options.algorithm == "maxn", "a window")
      end))
      for _ = 1, 2 do -- the second time with what was remembered from the first
        trial.calls = {}
        local expected = found(plain:search(trial:state(), trial.limits))
        local expected_calls, state = trial.calls, trial:state()
        trial.calls = {}
        for name in pairs(counts) do counts[name] = 0 end
        local actual = run(ai, state, trial, seed % 2 == 0)
        trial:check(deep.equal(expected, actual), "the same")
        local is_last = actual.info.reason ~= "nodes" and not options.level
        trial:check(not is_last or deep.equal(last, actual.value), "the value that the root was left with")
        trial:check(deep.equal(expected_calls, trial.calls), "the same calls")
        trial:check(trial:is_same(state), "the state as it was")
        check_counts(trial, actual.info, counts, path)
        for i = #path, 1, -1 do path[i] = nil end
        reported, scored = reported + counts.enter, scored + #(actual.info.scores or {})
      end
    end
    local count = share.count(1, TRIALS)
    assert.is_true(reported > 20 * count and share.seen(chances > count and scored > count))
  end)

  it("gives the state back when the trace fails or stops it, and goes on as if nothing had been", function()
    local thrown, stopped = {}, 0
    for seed in share.of(1, TRIALS) do
      local trial, options = new_trial(seed)
      local count, last, value, ai = 0, nil, nil, nil
      local trace = function()
        count = count + 1
        if count ~= last then return end
        if value == "stop" then ai:stop() else error(value, 0) end
      end
      local expected = run(alphabeta.new(nil, traced(options, trace)), trial:state(), trial)
      local all = count
      for _ = 1, 5 do
        local state = trial:state()
        ai = alphabeta.new(nil, traced(options, trace))
        count, last, value = 0, trial.random:int(1, all), trial.random:pick { thrown, "not this one", "stop" }
        if value == "stop" then
          local actual = run(ai, state, trial, seed % 2 == 0)
          local is_stopped = actual.info.reason == "stopped" -- or it had nothing more to search
          stopped = stopped + (is_stopped and 1 or 0)
          trial:check(is_stopped or deep.equal(expected, actual), "stopped, not %s", actual.info.reason)
        else
          local err = failure(run, ai, state, trial, seed % 2 == 0)
          trial:check(err == thrown or err:find "^not this one\n\t%(alphabeta: in callback 'trace' at ply %d+%)",
            "what was thrown, not %s", err)
        end
        trial:check(trial:is_same(state), "the state as it was")
        count, last = 0, nil
        ai:clear()
        -- Without `player`, each search has keys of its own, which lie elsewhere in a small table; and by a level it
        -- draws further numbers.
        local is_other = not trial.traits.player or options.level
        trial:check(deep.equal(expected, run(ai, state, trial)) or is_other, "the same again")
      end
    end
    assert.is_true(share.seen(stopped > share.count(1, TRIALS)))
  end)
end)

describe("A trace reports", function()
  local GAME = tree.game("children")
  local PASSES = tree.from({ { { 3 }, { 5 } }, { { 2, 9 }, { 9 } } })
  local passing = tree.game("children")
  function passing.pass(state) return { node = state.node, children = state.children, value = state.value } end

  -- From a number to those one and two higher, up to 6; and round and round.
  local function hash(n) return n end
  local steps = {
    moves = function(n) return n < 6 and { 1, 2 } or nil end, play = function(n, step) return n + step end,
    evaluate = function(n) return n end, hash = hash,
  }
  local ring = {
    moves = function() return { 1 } end, play = function(n) return (n + 1) % 4 end, evaluate = function() return 0 end,
    player = function() return 1 end, hash = hash,
  }

  -- The state, the depth and the options; the fields by which events are told apart, and how many there are of some;
  -- true: at least one.
  for sentence, row in pairs({
    ["what the table settles"] = { 0, 9, { game = steps, algorithm = "alphabeta" }, "value", { ["table 6"] = true } },
    ["what repetitions settle"] = {
      0, 8, { game = ring, repetition = 0.5 }, "ply value", { ["repetition 4 0.5"] = 1 },
    },
    ["null moves"] = { PASSES, 4, { game = passing, null_move = 1 }, "pass", { ["enter true"] = true } },
    ["no null moves that are off"] = { PASSES, 4, { game = passing, null_move = 0 }, "pass", { ["enter true"] = 0 } },
  }) do
    it(sentence, function()
      local counts = {}
      alphabeta.search(row[1], row[2], traced(row[3], function(event)
        local words = event.type
        for name in row[4]:gmatch("%a+") do
          local value = event[name]
          words = words .. " " .. (type(value) == "number" and ("%g"):format(value) or tostring(value))
        end
        counts[words] = (counts[words] or 0) + 1
      end))
      for words, count in pairs(row[5]) do
        if count == true then assert.is_true(counts[words] > 0) else assert.equal(count, counts[words] or 0, words) end
      end
    end)
  end

  it("each event in a table of its own", function()
    local events = {}
    alphabeta.search(tree.from({ 1, 2 }), 1, { game = GAME, trace = function(event) events[event] = true end })
    local distinct = 0
    for _ in pairs(events) do distinct = distinct + 1 end
    assert.equal(10, distinct)
  end)
end)
