--- The cost of more than one best move: nodes as a multiple of those of a search for one. The counts are the same on
-- every runtime, and all searches must find the same best move.

local alphabeta = require "alphabeta"
local report = require "bench.support.report"
local subjects = require "bench.support.subjects"

local DEPTHS = {["connect four"] = 8, reversi = 7, kalah = 9}

-- The options, and how many times the nodes they may cost.
local ASKED = {
  {name = "ties", options = {ties = true}},
  {name = "multipv = 2", options = {multipv = 2}},
  {name = "multipv = 3", options = {multipv = 3}, goal = 3},
  {name = "multipv = 5", options = {multipv = 5}},
  {name = "multipv = 'all'", options = {multipv = "all"}},
}

-- The other options of the searches.
local WAYS = {
  {name = "plain", options = {table = 0}},
  {name = "with everything", order = true, options = {deepening = true}},
}

-- The nodes of the searches of all positions of a subject, and the values.
local function count(subject, way, asked)
  local game = setmetatable({order = way.order and subject.order}, {__index = subject.game})
  local options, nodes, values = {game = game}, 0, {}
  for _, more in ipairs {way.options, asked} do
    for name, value in pairs(more) do options[name] = value end
  end
  for i, state in ipairs(subject.states) do
    local _, value, info = alphabeta.search(state, subject.depth, options)
    nodes, values[i] = nodes + info.nodes, value
  end
  return nodes, values
end

for _, subject in ipairs(subjects.list(DEPTHS)) do
  for _, way in ipairs(WAYS) do
    local place = ("%s, depth %d, %s"):format(subject.name, subject.depth, way.name)
    local one, expected = count(subject, way, {})
    for _, asked in ipairs(ASKED) do
      local nodes, values = count(subject, way, asked.options)
      for i, value in ipairs(values) do assert(value == expected[i], place .. ": a value is wrong") end
      report.record("multipv", place, {nodes / one}, asked.goal, ("%d nodes : %d"):format(nodes, one), asked.name)
    end
  end
end
