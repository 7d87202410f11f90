--- An opening book for connect four, computed by as many processes, on as many machines, as there are.
--
--     lua book.lua list PLIES                         all positions up to this many plies, one a line
--     lua book.lua search DEPTH [RESULTS [TABLE]]     positions from the standard input; results to the standard output
--     lua book.lua merge RESULTS...                   the deepest result of each position, sorted
--     lua book.lua tables INTO TABLE...               saved tables become one
--
-- A position is the columns that were played: "443"; the empty board is "-". A result is a line of it, the best column,
-- its value to the player to move, the depth, and a full stop, separated by tabs: a line that was cut off by the end of
-- a process lacks the full stop and does not count.
--
-- `search` does not compute what is in the file RESULTS already, to that depth. So a worker that was killed is started
-- again with the same arguments, and goes on; it appends its results:
--
--     lua book.lua search 12 done.txt worker.table <positions.txt >>done.txt
--
-- It loads the transposition table from the file TABLE, if that is there, and saves it every ten seconds and at the
-- end; the file is always a whole one. Positions do not depend on each other, so GNU parallel may share them out, with
-- --sshlogin also to other machines:
--
--     parallel --pipe -N 50 lua book.lua search 12 done.txt '{#}.table' <positions.txt >>done.txt
--     lua book.lua merge done.txt >book.txt && lua book.lua tables book.table *.table

package.path = (arg[0]:match("^(.*)[/\\]") or ".") .. "/?.lua;" .. package.path

local alphabeta = require "alphabeta"
local rules = require "games.connect4_hashed"

local EMPTY = "-" -- the empty board, on a line
local SAVING = 10 -- seconds from one saving of the table to the next
local MIB = 64

local function give_up(message)
  io.stderr:write("book.lua: ", message, "\n")
  os.exit(1)
end

local function state_of(position)
  return rules.read(position == EMPTY and "" or position)
end

-- Calls found(position, fields) for each result in a file; one that is not there has none.
local function each_result(path, found)
  local file = io.open(path, "rb")
  if not file then return end
  for line in file:lines() do
    local position, column, value, depth = line:match "^([%d-]+)\t(%d+)\t(%S+)\t(%d+)\t%.\r?$"
    if position then found(position, {column = column, value = value, depth = tonumber(depth)}) end
  end
  file:close()
end

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

local commands = {}

-- Positions that can be reached in several ways are listed once.
function commands.list(plies)
  local most, seen, layer = tonumber(plies), {}, {EMPTY}
  if not most then give_up "list needs a number of plies" end
  for ply = 0, most do
    local next_layer = {}
    for _, position in ipairs(layer) do
      local state = state_of(position)
      if not rules.is_over(state) and not seen[state.key] then
        seen[state.key] = true
        print(position)
        for _, column in ipairs(ply < most and rules.moves(state) or {}) do
          next_layer[#next_layer + 1] = (position == EMPTY and "" or position) .. column
        end
      end
    end
    layer = next_layer
  end
end

function commands.search(depth, results, path)
  local plies = tonumber(depth)
  if not plies then give_up "search needs a depth" end
  local done = {}
  if results then
    each_result(results, function(position, result)
      if result.depth >= plies then done[position] = true end
    end)
    -- What a worker wrote when it was killed may lack its end; it stays a line of its own.
    if exists(results) then io.write "\n" end
  end
  local ai = alphabeta.new(rules, {deepening = true, table = MIB})
  if path and exists(path) then ai:load(path) end
  local saved, has_news = os.time(), false
  local function save()
    if path and has_news then ai:save(path) end
    saved, has_news = os.time(), false
  end
  for line in io.lines() do
    local position = line:match "^%s*([%d-]+)"
    local state = position and state_of(position)
    if position and not state then give_up(("'%s' is no position"):format(position)) end
    if state and not done[position] and not rules.is_over(state) then
      local column, value = ai:search(state, plies)
      io.write(("%s\t%d\t%g\t%d\t.\n"):format(position, column, value, plies))
      io.flush()
      done[position], has_news = true, true
      if os.time() - saved >= SAVING then save() end
    end
  end
  save()
end

function commands.merge(...)
  local best, positions = {}, {}
  for _, path in ipairs {...} do
    if not exists(path) then give_up(("there is no '%s'"):format(path)) end
    each_result(path, function(position, result)
      if not best[position] then positions[#positions + 1] = position end
      if not best[position] or result.depth > best[position].depth then best[position] = result end
    end)
  end
  table.sort(positions)
  for _, position in ipairs(positions) do
    local result = best[position]
    print(("%s\t%s\t%s\t%d\t."):format(position, result.column, result.value, result.depth))
  end
end

function commands.tables(into, ...)
  if not into then give_up "tables needs a file to write" end
  local all = alphabeta.table(MIB)
  for _, path in ipairs {...} do
    if exists(path) then
      all:merge(path)
    else
      io.stderr:write(("'%s' is left out: the worker was killed before it saved it\n"):format(path))
    end
  end
  all:save(into)
end

local command = commands[arg[1] or ""]
if not command then
  io.stderr:write("usage: lua book.lua list PLIES | search DEPTH [RESULTS [TABLE]] | merge RESULTS... | ",
    "tables INTO TABLE...\n")
  os.exit(1)
end
command((table.unpack or unpack)(arg, 2)) -- luacheck: ignore 113
