--- Time: whether slices end in time, what it costs to search in slices, and what to watch a limit; on connect four, in
-- place, with all techniques, and on a game with hardly any rules, where looks at the clock weigh most. How long a
-- slice lasts is read from the clock that the search itself reads, by way of `info.time`: it is what a game has to
-- wait, and includes what else runs on the machine. The processor's time beside it does not.
--
-- usage: slices.lua            all of these
--        slices.lua lengths    how long slices last
--        slices.lua cost       what they cost
--        slices.lua limit      what a limit in time costs that is not reached

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local numbers = require "bench.support.numbers"
local positions = require "bench.support.positions"
local race = require "bench.support.race"
local report = require "bench.support.report"
local techniques = require "bench.support.techniques"

local hashed = connect4.hashed

local SLICE = 0.004 -- seconds
local SLICES = 2000
local SHORT_SLICE = 0.001
local GOAL = 4.3 -- milliseconds, for 99 of 100 slices
local COST_GOAL, LIMIT_GOAL = 1.25, 1.2
local LIMIT = 1000 -- seconds, which no search takes
local DEPTH = 10
local REPETITIONS = 61

local row = techniques.row("all", {
  order = true, hash = true, killers = true, history = true, algorithm = "pvs", deepening = true,
})
local game = techniques.game(row, hashed, connect4.centre_first)
local options = techniques.options(row, game, {win = connect4.WIN, depth = DEPTH})
options.table = 1 -- MiB: a larger one is new memory for each searcher, and takes longer than some searches

-- Searchers share nothing, but for what a just-in-time compiler has learned.
local function new_searcher()
  return alphabeta.new(nil, options)
end

-- The time so far of the search that goes on, in seconds.
local function time_of(ai)
  return (select(3, ai:best())).time
end

-- The value below which so many hundredths of the sorted array lie.
local function percentile(sorted, hundredths)
  return sorted[math.ceil(#sorted * hundredths / 100)]
end

-- Searches positions slice by slice, and reports how long the slices lasted that ended because their time was up.
local function measure_lengths()
  local states = positions.list(hashed, hashed.new, {0, 2, 4, 6, 8})
  local waited, used = {}, {}
  local place = 0
  while #waited < SLICES do
    place = place % #states + 1
    local ai = new_searcher()
    ai:start(states[place], 42)
    for _ = 1, SLICES / 10 do
      local used_before, before = os.clock(), time_of(ai)
      local has_ended = ai:step(SLICE)
      local after, used_after = time_of(ai), os.clock()
      if has_ended then break end
      waited[#waited + 1], used[#used + 1] = (after - before) * 1e3, (used_after - used_before) * 1e3
    end
    ai:close()
  end
  table.sort(waited)
  table.sort(used)
  report.record("slices", "99 of 100 slices of 4 ms", {percentile(waited, 99)}, GOAL,
    ("ms; median %.3f, longest %.3f; of the processor's time 99 %% within %.3f, longest %.3f; %d slices"):format(
      percentile(waited, 50), waited[#waited], percentile(used, 99), used[#used], #waited))
end

-- Races a search in slices against one in one go.
local function measure_cost()
  local slices = 0
  local function sliced()
    local ai = new_searcher()
    ai:start(hashed.new())
    repeat slices = slices + 1 until ai:step(SHORT_SLICE)
    return ai
  end
  local function whole()
    local ai = new_searcher()
    local best, value, info = ai:search(hashed.new())
    ai:close()
    return best, value, info
  end

  local best, value, info = whole()
  local ai = sliced()
  local best_in_slices, value_in_slices, info_in_slices = ai:best()
  assert(best == best_in_slices and value == value_in_slices and info.nodes == info_in_slices.nodes,
    "the two searches find different things")
  local ratios, seconds, seconds_whole = race.run(function() sliced():close() end, whole, REPETITIONS)
  local middle = (REPETITIONS + 1) / 2
  report.record("time", "slices of 1 ms : one go", ratios, COST_GOAL, ("%.1f : %.1f ms, %d nodes"):format(
    seconds[middle] * 1e3, seconds_whole[middle] * 1e3, info.nodes))
end

-- Races searches to a depth with a limit in time against those without it.
local function measure_limit(subject, new, depth, settings)
  local plies, nodes = {depth = depth}, nil
  local limits = {depth = depth, time = LIMIT}
  local function search(within)
    local ai = alphabeta.new(nil, settings)
    local _, _, info = ai:search(new(), within)
    nodes = info.nodes
    ai:close()
  end
  local ratios, seconds, others = race.run(function() search(limits) end, function() search(plies) end, REPETITIONS)
  local middle = (REPETITIONS + 1) / 2
  report.record("time", "a limit in time : none, " .. subject, ratios, LIMIT_GOAL,
    ("%.0f : %.0f ns a node, %d nodes"):format(seconds[middle] / nodes * 1e9, others[middle] / nodes * 1e9, nodes))
end

local function measure_limits()
  measure_limit("connect four, all techniques", hashed.new, DEPTH, options)
  measure_limit("connect four, plain", connect4.new, 6,
    {game = connect4, table = 0, deepening = false})
  measure_limit("hardly any rules, in place", function() return numbers.state("in place", 1) end, 8,
    {game = numbers.game "in place", view = "mover", table = 0, deepening = false})
end

local parts = {lengths = measure_lengths, cost = measure_cost, limit = measure_limits}
for _, name in ipairs {"lengths", "cost", "limit"} do
  if not arg[1] or arg[1] == name then parts[name]() end
end
