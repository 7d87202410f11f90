--- What another ten million nodes add to the memory of the process: nothing, since a search works in what it took at
-- its beginning. A first search of a million nodes lets it take that; clearing the table makes all of its pages real.
-- The process is asked by way of /proc: where there is none, nothing is reported.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local report = require "bench.support.report"

local FIRST_NODES, NODES = 1e6, 10e6
local GOAL = 0.25 -- MiB: what the interpreter's own heap may vary by

local hashed = connect4.hashed

-- The memory of this process that is in use, in MiB; nil when it cannot be told.
local function resident()
  local file = io.open "/proc/self/status"
  if not file then return nil end
  local kibibytes = file:read("*a"):match "VmRSS:%s*(%d+) kB"
  file:close()
  return kibibytes and tonumber(kibibytes) / 1024
end

if resident() then
  local game = {
    moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash,
    evaluate = connect4.outcome, player = connect4.player,
  }
  local ai = alphabeta.new(game, {win = connect4.WIN, algorithm = "pvs"})
  ai:search(hashed.new(), {nodes = FIRST_NODES})
  ai:clear()
  collectgarbage()
  local before = resident()
  local _, _, info = ai:search(hashed.new(), {nodes = NODES})
  assert(info.reason == "nodes", "the search was to be longer")
  collectgarbage()
  report.record("process", "connect four", {resident() - before}, GOAL,
    ("%d nodes, %.1f MiB in all"):format(info.nodes, before))
end
