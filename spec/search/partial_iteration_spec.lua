-- What an iteration has proved that a limit cut short. Of all searches that a limit of nodes can cut, on random games,
-- the answer is that of the completed iteration, or a move that plain minimax finds better to the depth of the
-- unfinished one. A failure names its seed and options.

local alphabeta = require "alphabeta"
local effort = require "spec.support.effort"
local random_trial = require "spec.support.trial"
local share = require "spec.support.share"
local wrap = require "spec.support.wrap"

local GAMES = effort.seeds(50, 150)
local WIN = 100
local UNFINISHED = 5 -- plies, deeper than any of the games

-- Payoffs of which few are equal.
local MANY = {}
for i = 1, 97 do MANY[i] = i end

-- A game and options, drawn from a seed, of a search that goes by iterations. In a quarter of them it is max^n.
local function draw(seed)
  local shape = {plies = 3 + seed % 2, width = 5, places = 5}
  if seed % 4 == 0 then
    shape.sum, shape.selfish, shape.values = false, true, MANY
    local trial = random_trial.new(seed, {
      payoffs = true, players = {3}, shape = shape, options = {deepening = true},
    })
    trial.options.value_sum, trial.options.value_min, trial.options.value_max = nil, nil, nil
    return trial
  end
  local trial = random_trial.wide(seed, {
    window = 0.7, omit = "noisy pass reductions repetition order", shape = shape, options = {deepening = true},
  })
  local options = trial.options
  if seed % 5 == 0 then options.algorithm = "mtdf" end
  if options.algorithm ~= "minimax" and seed % 7 == 0 then options.order = "evaluate" end
  return trial
end

-- Searches with a limit of nodes; what is found with the technique, or without it.
local function search(trial, nodes, is_on)
  local without = {not is_on and "partial_iteration" or nil}
  for _, name in ipairs(trial.options.without or {}) do
    if name ~= "partial_iteration" then without[#without + 1] = name end
  end
  trial.limits.nodes = nodes
  local state, found = trial:state(), {}
  found.best, found.value, found.info = alphabeta.search(state, {depth = UNFINISHED, nodes = nodes},
    trial:with {without = without})
  trial:check(trial:is_same(state), "the state as it was")
  return found
end

-- Checks what a search has from an unfinished iteration; `completed` is what it has without.
local function check_partial(trial, found, completed, truths)
  local info, depth = found.info, found.info.partial_depth
  local sign = trial:wants_low() and -1 or 1
  local key = depth .. (trial:note(info) and " mobility" or "")
  truths[key] = truths[key] or trial:truth(depth)
  local values, me = truths[key].values, trial.graph.players[trial.graph.root.turn]
  local is_shared = type(found.value) == "table"
  local function worth(value) return sign * (is_shared and value[me] or value) end
  local now, before, value = worth(values[found.best]), worth(values[completed.best]), worth(found.value)
  trial:check(depth > info.depth, "an iteration behind that to %s plies", info.depth)
  trial:check(now > before, "a better move: %s is worth %s, %s %s", found.best, now, completed.best, before)
  trial:check(value > before and value <= now, "a bound, not %s", value)
  if is_shared then
    trial:check_value(values[found.best], found.value)
  else
    trial:check(info.bound == (sign > 0 and "lower" or "upper"), "a bound that is one, not %s", info.bound)
  end
  trial:check(info.pv[1] == found.best, "the move first in the line")
  if info.win_in and info.win_in > 0 then trial:check(now >= WIN - info.win_in, "a win in %s", info.win_in) end
  trial:check(#info.pv == 1 or trial:follow(info.pv) ~= nil, "a line that can be played")
end

local function check_completed(trial, found, completed)
  trial:check_value(completed.value, found.value)
  local is_same = found.best == completed.best and #found.info.pv == #completed.info.pv
  trial:check(is_same, "what the completed iteration has")
  for _, field in ipairs {"bound", "win_in"} do
    trial:check(found.info[field] == completed.info[field], "the same %s", field)
  end
end

describe("An unfinished iteration", function()
  it("answers by a better move or not at all, whatever the limit and the technique", function()
    local proved, algorithms = 0, {}
    for seed in share.of(1, GAMES) do
      local trial, truths = draw(seed), {}
      for nodes = 1, search(trial, 300, true).info.nodes do
        local found, completed = search(trial, nodes, true), search(trial, nodes, false)
        -- With `result` and no `win`, a re-search of the root begins with the move that was proved.
        local counts = {"depth", "nodes", "evaluations", "cutoffs", "table_hits", "reason"}
        for _, field in ipairs(trial.traits.result and not trial.options.win and {} or counts) do
          trial:check(found.info[field] == completed.info[field], "the same %s", field)
        end
        trial:check(completed.info.partial_depth == nil, "nothing of it where it is off")
        if found.info.partial_depth then
          proved = proved + 1
          algorithms[found.info.techniques[1]] = true
          check_partial(trial, found, completed, truths)
        else
          check_completed(trial, found, completed)
        end
      end
    end
    if not share.seen(false) then
      assert.is_true(proved >= share.count(1, GAMES) / 2, proved .. " proved")
      for _, algorithm in ipairs {"alphabeta", "pvs", "mtdf", "minimax", "maxn"} do
        assert.is_true(algorithms[algorithm], algorithm)
      end
    end
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

  it("answers between slices, and where the search is stopped there", function()
    local function answer(best, value, info)
      assert.is_true(not info.partial_depth or info.bound == "lower" and info.partial_depth > info.depth)
      return {best, value, info.partial_depth, info.pv}
    end
    for _, nodes in ipairs(limits_that_prove(3)) do
      local expected = answer(alphabeta.new(wild):search(wild.new(), {nodes = nodes}))
      local ai = alphabeta.new(wild)
      ai:start(wild.new(), {nodes = 1e6})
      repeat
        ai:step({nodes = 1})
        answer(ai:best())
      until select(3, ai:best()).nodes >= nodes
      assert.same(expected, answer(ai:best()))
      ai:stop()
      assert.same(expected, answer(ai:best()))
      assert.equal("stopped", select(3, ai:best()).reason)
    end
  end)

  -- An iteration that skips others, because the table knows the root's value, may be given up, and a lower one follow.
  -- What it has proved is then not replaced by what the lower one proves, as long as that is not completed.
  it("keeps what an iteration has proved that was given up for a lower one", function()
    local kept, keyed = 0, {
      view = "mover", moves = wild.moves, evaluate = wild.evaluate, hash = function(state) return state.at end,
      player = function(state) return state.turn end,
    }
    function keyed.make(state, move)
      state.turn = 3 - state.turn
      return wild.make(state, move)
    end
    function keyed.unmake(state, move, before)
      state.turn = 3 - state.turn
      wild.unmake(state, move, before)
    end
    local function search_again(start, nodes, without)
      local ai = alphabeta.new(keyed, {table = 1 / 1024, without = without})
      ai:search({at = start, turn = 1}, 6)
      return ai:search({at = start, turn = 1}, {nodes = nodes})
    end
    for start = 17, 24 do
      for nodes = 36, 72, 4 do
        local best, _, info = search_again(start, nodes)
        if info.partial_depth then
          local before = search_again(start, nodes, {"partial_iteration"})
          local function worth(move)
            return (select(2, alphabeta.search({at = start}, info.partial_depth, {game = wild, only = {move}})))
          end
          assert.is_true(worth(best) > worth(before), ("from %d, %d nodes"):format(start, nodes))
          if info.partial_depth > info.depth + 1 then kept = kept + 1 end
        end
      end
    end
    assert.is_true(kept > 0)
  end)

  it("is forgotten when it is completed: on_iteration, and a search to a depth, know nothing of it", function()
    local ai = alphabeta.new(wild, {on_iteration = function(info) assert.is_nil(info.partial_depth) end})
    local _, _, info = ai:search(wild.new(), {depth = 4, nodes = 1e6})
    assert.same({bound = "exact"}, {bound = info.bound, partial_depth = info.partial_depth})
  end)

  it("counts where a limit strikes or the search is stopped within one of the game's functions", function()
    local first, calls, stop, ai, found = limits_that_prove(1)[1], nil, nil, nil, nil
    ai = alphabeta.new(wrap.replace(wild, {evaluate = function(state)
      calls = calls + 1
      if calls == stop then ai:stop() end
      return wild.evaluate(state)
    end}))
    for call = first, first + 400 do
      stop, calls = call, 0
      ai:clear()
      local best, _, info = ai:search(wild.new(), {nodes = 1e6})
      assert.same({"stopped", info.pv[1]}, {info.reason, best})
      found = found or info.partial_depth
    end
    assert.is_number(found)
  end)
end)
