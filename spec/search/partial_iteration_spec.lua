-- What an iteration has proved that a limit cut short. Of all searches that a limit of nodes can cut, on random games,
-- the answer is that of the completed iteration, or a move that plain minimax finds better to the depth of the
-- unfinished one. A failure names its seed and options.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local oracle = require "spec.support.oracle"
local random_trial = require "spec.support.trial"
local rng = require "spec.support.rng"
local share = require "spec.support.share"
local slices = require "spec.support.slices"

local GAMES = effort.seeds(50, 150)
local WIN = 100
local UNFINISHED = {depth = 5} -- deeper than any of the games

-- A game and options, drawn from a seed, of a search that goes by iterations.
local function draw(seed)
  local trial = random_trial.wide(seed, {
    window = 0.7, omit = "noisy pass reductions repetition order",
    shape = {plies = 3 + seed % 2, width = 5, places = 5},
  })
  local options = trial.options
  options.deepening = true
  if seed % 5 == 0 then options.algorithm = "mtdf" end
  if options.algorithm ~= "minimax" and seed % 7 == 0 then options.order = "evaluate" end
  return trial
end

-- Searches with a limit of nodes; what is found with the technique, or without it.
local function search(trial, nodes, is_on)
  local options, without = {}, {}
  for name, value in pairs(trial.options) do options[name] = value end
  for _, name in ipairs(options.without or {}) do
    if name ~= "partial_iteration" then without[#without + 1] = name end
  end
  if not is_on then without[#without + 1] = "partial_iteration" end
  options.without = without
  local found = {}
  local state = trial:state()
  found.best, found.value, found.info = alphabeta.search(state, {depth = UNFINISHED.depth, nodes = nodes}, options)
  found.is_restored = trial:is_same(state)
  return found
end

-- Checks what a search has from an unfinished iteration; `completed` is what it has without.
local function check_partial(check, trial, found, completed)
  local info, depth = found.info, found.info.partial_depth
  local sign = trial:wants_low() and -1 or 1
  local key = depth .. (trial:note(info) and " mobility" or "")
  trial.truths = trial.truths or {}
  trial.truths[key] = trial.truths[key] or trial:truth(depth)
  local values = trial.truths[key].values
  local now, before = sign * values[found.best], sign * values[completed.best]
  check(depth > info.depth, "an iteration behind that to %s plies", info.depth)
  check(now > before, "a better move: %s is worth %s, %s %s", found.best, now, completed.best, before)
  check(sign * found.value > before and sign * found.value <= now, "a bound, not %s", found.value)
  check(info.bound == (sign > 0 and "lower" or "upper"), "a bound that is one, not %s", info.bound)
  check(info.pv[1] == found.best, "the move first in the line")
  if info.win_in and info.win_in > 0 then check(now >= WIN - info.win_in, "a win in %s", info.win_in) end
  check(#info.pv == 1 or trial:follow(info.pv) ~= nil, "a line that can be played")
end

local function check_completed(check, found, completed)
  check(found.best == completed.best and found.value == completed.value, "what the completed iteration has")
  for _, field in ipairs {"bound", "win_in"} do
    check(found.info[field] == completed.info[field], "the same %s", field)
  end
  check(#found.info.pv == #completed.info.pv, "the same line")
end

describe("An unfinished iteration", function()
  it("answers by a better move or not at all, whatever the limit and the technique", function()
    local proved, algorithms = 0, {}
    for seed in share.of(1, GAMES) do
      local trial = draw(seed)
      local last = search(trial, 300, true).info.nodes
      for nodes = 1, last do
        local found, completed = search(trial, nodes, true), search(trial, nodes, false)
        local function check(condition, expected, ...)
          if condition then return end
          local words = {...}
          for i = 1, select("#", ...) do words[i] = tostring(words[i]) end
          expected = expected:format((table.unpack or unpack)(words, 1, select("#", ...)))
          error(("expected %s\n%d nodes, %s"):format(expected, nodes, trial:describe()), 2)
        end
        check(found.is_restored, "the state as it was")
        -- With `result` and no `win`, a re-search of the root begins with the move that was proved.
        local counts = {"depth", "nodes", "evaluations", "cutoffs", "table_hits", "reason"}
        for _, field in ipairs(trial.traits.result and not trial.options.win and {} or counts) do
          check(found.info[field] == completed.info[field], "the same %s", field)
        end
        check(completed.info.partial_depth == nil, "nothing of it where it is off")
        if found.info.partial_depth then
          proved = proved + 1
          algorithms[found.info.techniques[1]] = true
          check_partial(check, trial, found, completed)
        else
          check_completed(check, found, completed)
        end
      end
    end
    if not share.seen(false) then
      assert.is_true(proved >= share.count(1, GAMES) / 2, proved .. " proved")
      for _, algorithm in ipairs {"alphabeta", "pvs", "mtdf", "minimax"} do
        assert.is_true(algorithms[algorithm], algorithm)
      end
    end
  end)

  -- A game of three players, each of whose payoffs are all different: which move is best never depends on ties.
  local function new_node(random, plies)
    local node = {player = random:int(1, 3), payoffs = {}, children = {}}
    for player = 1, 3 do node.payoffs[player] = random:int(1, 1000000) end
    for i = 1, plies > 0 and random:int(2, 4) or 0 do node.children[i] = new_node(random, plies - 1) end
    return node
  end
  local of_three = {
    children = function(node) return node.children end, player = function(node) return node.player end,
    evaluate = function(node) return node.payoffs end,
  }

  it("answers by a better move in max^n, too", function()
    local proved = 0
    for seed = 1, 40 do
      local root = new_node(rng.new(seed), 4)
      local options = {game = of_three, algorithm = "maxn"}
      local me = root.player
      for nodes = 5, 120 do
        options.without = nil
        local best, value, info = alphabeta.search(root, {nodes = nodes}, options)
        options.without = {"partial_iteration"}
        local before, _, others = alphabeta.search(root, {nodes = nodes}, options)
        assert.equal(others.depth, info.depth)
        if info.partial_depth then
          local values = oracle.minimax(of_three, root, info.partial_depth, options).values
          assert.is_true(values[best][me] > values[before][me], "seed " .. seed .. ", nodes " .. nodes)
          assert.same(values[best], value)
          proved = proved + 1
        else
          assert.equal(before, best)
        end
      end
    end
    assert.is_true(proved > 0)
  end)

  -- A game whose evaluations say nothing of those behind them, so that the best move is often another one.
  local wild = {view = "mover"}
  function wild.new() return {at = 1} end
  function wild.moves() return {1, 2, 3, 4, 5} end
  function wild.make(state, move)
    local before = state.at
    state.at = (before * 37 + move * 101) % 10007
    return before
  end
  function wild.unmake(state, _, before) state.at = before end
  function wild.evaluate(state) return state.at % 201 - 100 end

  -- Limits of nodes at which a search answers from an unfinished iteration.
  local function limits_that_prove(most)
    local limits = {}
    for nodes = 20, 3000, 13 do
      local _, _, info = alphabeta.new(wild):search(wild.new(), {nodes = nodes})
      if info.partial_depth then limits[#limits + 1] = nodes end
      if #limits == most then break end
    end
    assert.equal(most, #limits)
    return limits
  end

  it("answers in slices as at once, between them and where the search is stopped there", function()
    for _, nodes in ipairs(limits_that_prove(3)) do
      local best, value, info = alphabeta.new(wild):search(wild.new(), {nodes = nodes})
      local ai, state = alphabeta.new(wild), wild.new()
      local last, last_value, last_info = slices.search(ai, state, {nodes = nodes}, {nodes = 7}, function()
        local now, now_value, so_far = ai:best()
        if so_far.partial_depth then
          assert.equal(so_far.pv[1], now)
          assert.is_number(now_value)
          assert.is_true(so_far.bound == "lower" and so_far.partial_depth > so_far.depth)
        end
      end)
      assert.same({best, value, info.partial_depth, info.pv}, {last, last_value, last_info.partial_depth, last_info.pv})
      ai:start(state, {nodes = 1e6})
      while ai:step({nodes = 1}) == false do
        local _, _, so_far = ai:best()
        if so_far.nodes >= nodes then break end
      end
      local between, value_between, info_between = ai:best()
      ai:stop()
      local stopped, stopped_value, stopped_info = ai:best()
      assert.equal("stopped", stopped_info.reason)
      assert.same({between, value_between, info_between.partial_depth, info_between.pv},
        {stopped, stopped_value, stopped_info.partial_depth, stopped_info.pv})
      assert.same({best, value, info.partial_depth}, {stopped, stopped_value, stopped_info.partial_depth})
    end
  end)

  -- An iteration that skips others, because the table knows the root's value, may be given up, and a lower one follow.
  -- What it has proved is then not replaced by what the lower one proves, as long as that is not completed.
  it("keeps what an iteration has proved that was given up for a lower one", function()
    local keyed, kept = {view = "mover", moves = wild.moves, evaluate = wild.evaluate}, 0
    function keyed.make(state, move)
      state.turn = 3 - state.turn
      return wild.make(state, move)
    end
    function keyed.unmake(state, move, before)
      state.turn = 3 - state.turn
      wild.unmake(state, move, before)
    end
    function keyed.player(state) return state.turn end
    function keyed.hash(state) return state.at end
    local function search_again(start, nodes, is_on)
      local ai = alphabeta.new(keyed, {table = 1 / 1024, without = not is_on and {"partial_iteration"} or nil})
      ai:search({at = start, turn = 1}, 6)
      return ai:search({at = start, turn = 1}, {nodes = nodes})
    end
    for start = 17, 24 do
      for nodes = 36, 72, 4 do
        local best, _, info = search_again(start, nodes, true)
        local before = search_again(start, nodes, false)
        if info.partial_depth then
          local function worth(move)
            local _, value = alphabeta.search({at = start}, info.partial_depth, {game = wild, only = {move}})
            return value
          end
          assert.is_true(worth(best) > worth(before), ("from %d, %d nodes"):format(start, nodes))
          if info.partial_depth > info.depth + 1 then kept = kept + 1 end
        end
      end
    end
    assert.is_true(kept > 0)
  end)

  it("is forgotten when it is completed: on_iteration, and a search to a depth, know nothing of it", function()
    local ai = alphabeta.new(wild, {
      on_iteration = function(info) assert.is_nil(info.partial_depth) end,
    })
    local _, _, info = ai:search(wild.new(), {depth = 4, nodes = 1e6})
    assert.is_nil(info.partial_depth)
    assert.equal("exact", info.bound)
  end)

  it("counts where a limit strikes or the search is stopped within one of the game's functions", function()
    local nodes = limits_that_prove(1)[1]
    local game, calls, ai = {}, 0, nil
    for name, own in pairs(wild) do game[name] = own end
    function game.evaluate(state, me)
      calls = calls + 1
      if calls == nodes then ai:stop() end
      return wild.evaluate(state, me)
    end
    ai = alphabeta.new(game)
    local found
    for stop = nodes, nodes + 400 do
      nodes, calls = stop, 0
      ai:clear()
      local best, _, info = ai:search(wild.new(), {nodes = 1e6})
      assert.equal("stopped", info.reason)
      assert.equal(info.pv[1], best)
      found = found or info.partial_depth
    end
    assert.is_number(found)
  end)

  it("is a technique of deepening, and can be switched off", function()
    local function techniques(limits, options)
      local _, _, info = alphabeta.new(wild, options):search(wild.new(), limits)
      return table.concat(info.techniques, " ")
    end
    assert.matches("deepening partial_iteration", techniques({nodes = 50}))
    assert.not_matches("partial_iteration", techniques({nodes = 50}, {without = {"partial_iteration"}}))
    assert.not_matches("partial_iteration", techniques(2))
    assert.not_matches("partial_iteration", techniques({nodes = 50, multipv = 2}))
    assert.not_matches("partial_iteration", techniques({nodes = 50, ties = true}))
    assert.not_matches("partial_iteration", techniques({nodes = 50, level = 3}))
  end)
end)
