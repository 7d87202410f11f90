-- Fields that are read in a loop, in Lua source. Internal: `alphabeta.learn` uses it.
--
-- LuaJIT compiles a read for the type of what it finds: nil, false, true, a number, a string. Lines that read the cells
-- of a board one after the other, where some are nil, are compiled anew for each pattern of these; a loop is compiled
-- once for each type.

local LEARN = (... or "alphabeta.learn.loops"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local access = require(LEARN .. ".access")

local concat, ipairs, type = table.concat, ipairs, type

local loops = {}

-- Groups of fewer fields have no loop.
local FIELDS_MIN = 4

-- Are the fields of a group of several types? Absent ones are of one of their own.
local function is_mixed(group)
  local seen = group.is_partial and "nil" or nil
  for _, value in ipairs(group.values) do
    local kind = type(value) == "boolean" and tostring(value) or type(value)
    if seen and seen ~= kind then return true end
    seen = kind
  end
  return false
end

-- Is a group to be read in a loop?
-- @tparam table group
-- @treturn boolean
function loops.has(group)
  return #group.members >= FIELDS_MIN and is_mixed(group)
end

-- The tables that hold the fields of a loop, each as a field itself; and for each field, which table that is.
local function holders_of(cells)
  local holders, places, known = {}, {}, {}
  for i, cell in ipairs(cells) do
    local keys = {}
    for k = 1, #cell.keys - 1 do keys[k] = cell.keys[k] end
    local path = access.path("state", keys)
    if not known[path] then
      known[path] = #holders + 1
      holders[known[path]] = {keys = keys, index = known[path]}
    end
    places[i] = known[path]
    if cell.is_guarded then holders[places[i]].is_guarded = true end
  end
  return holders, places
end

-- Divides fields into those that are read one by one, and loops: each has `group` and `cells`, whose indices go up
-- by 1.
local function divide(cells)
  local rest, list, loop_of = {}, {}, {}
  for _, cell in ipairs(cells) do
    local group = cell.group
    if group.is_looped and not loop_of[group] then
      loop_of[group] = {group = group, cells = {}}
      list[#list + 1] = loop_of[group]
    end
    local into = group.is_looped and loop_of[group].cells or rest
    into[#into + 1] = cell
  end
  for _, loop in ipairs(list) do loop.holders, loop.places = holders_of(loop.cells) end
  return rest, list
end

-- Appends the tables that `read` needs, beside that of `access.NONE`.
-- @tparam {string,...} lines
-- @tparam {table,...} cells all that will be read
function loops.add_tables(lines, cells)
  local _, list = divide(cells)
  if #list == 0 then return end
  lines[#lines + 1] = "-- The fields that are read in loops: their keys, and which of the tables holds each."
  lines[#lines + 1] = "local keys, places, holders = {}, {}, {}"
  for _, loop in ipairs(list) do
    local keys = {}
    for i, cell in ipairs(loop.cells) do keys[i] = access.literal(cell.keys[#cell.keys]) end
    lines[#lines + 1] = ("keys[%d] = {%s}"):format(loop.group.id, concat(keys, ", "))
    lines[#lines + 1] = ("places[%d] = {%s}"):format(loop.group.id, concat(loop.places, ", "))
  end
end

-- Appends a loop. `statement` uses `field`, the value of cell `i`. Afterwards no table of the state is kept alive.
local function add(lines, loop, statement)
  local inner = {}
  for _, holder in ipairs(loop.holders) do
    if #holder.keys > 0 then
      inner[#inner + 1] = holder
    else
      lines[#lines + 1] = ("  holders[%d] = state"):format(holder.index)
    end
  end
  access.visit(lines, inner, function(holder, source)
    return ("holders[%d] = %s"):format(holder.index, access.table_at(source, holder.is_guarded))
  end)
  local before = loop.cells[1].index - 1
  access.append(lines, {
    "  do",
    ("    local keys, places = keys[%d], places[%d]"):format(loop.group.id, loop.group.id),
    ("    for k = 1, %d do"):format(#loop.cells),
    ("      local i, field = %s, holders[places[k]][keys[k]]"):format(before == 0 and "k" or "k + " .. before),
    "      " .. statement,
    "    end",
    "  end",
  })
  for i = 1, #loop.holders do lines[#lines + 1] = ("  holders[%d] = NONE"):format(i) end
end

-- Appends lines that read fields, one by one or in loops. The fields of a table that is missing are nil.
-- @tparam {string,...} lines
-- @tparam {table,...} cells
-- @tparam function write `write(group, index, source)` returns a line for the field of a group that is the cell
--   `index`, which is source, too: "i" in a loop; nil for none
function loops.read(lines, cells, write)
  local rest, list = divide(cells)
  access.visit(lines, rest, function(cell, source) return write(cell.group, cell.index, source) end)
  for _, loop in ipairs(list) do add(lines, loop, write(loop.group, "i", "field")) end
end

return loops
