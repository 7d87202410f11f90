--- What another ten million nodes add to the memory of the process: nothing, since a search uses the memory that it has
-- taken at its beginning. A first search of four million nodes lets it take that, and lets the table grow to its
-- greatest size. The figure is read from /proc: without it, nothing is reported.
--
-- And what the size of the table costs a search that does not fill it: nothing, since a table grows. Short searches
-- that begin with nothing, in turns with a table of the usual size and one of four times that; their times
-- are compared.

local alphabeta = require "alphabeta"
local connect4 = require "games.connect4"
local report = require "bench.support.report"

local FIRST_NODES, NODES = 4e6, 10e6
local GOAL = 0.25 -- MiB: what the interpreter's own heap may vary by

local SHORT_NODES, SHORT_SEARCHES, ROUNDS = 10000, 10, 21
local SHORT_GOAL = 1.05

local hashed = connect4.hashed

-- The memory of this process that is in use, in MiB; nil when it is not known.
local function resident()
  local file = io.open "/proc/self/status"
  if not file then return nil end
  local kibibytes = file:read("*a"):match "VmRSS:%s*(%d+) kB"
  file:close()
  return kibibytes and tonumber(kibibytes) / 1024
end

local game = {
  moves = connect4.moves_from_centre, make = hashed.make, unmake = hashed.unmake, hash = hashed.hash,
  evaluate = connect4.outcome, player = connect4.player,
}

-- The seconds of some short searches with a table of `size` MiB.
local function short(size)
  local before = os.clock()
  for _ = 1, SHORT_SEARCHES do
    alphabeta.search(hashed.new(), {nodes = SHORT_NODES}, {game = game, win = connect4.WIN, table = size})
  end
  return os.clock() - before
end

local ratios = {}
for round = 1, ROUNDS do
  local usual, large
  if round % 2 == 0 then
    usual, large = short(16), short(64)
  else
    large, usual = short(64), short(16)
  end
  ratios[round] = large / usual
end
table.sort(ratios)
report.record("short", "connect four", ratios, SHORT_GOAL, "10,000 nodes each")

if resident() then
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
