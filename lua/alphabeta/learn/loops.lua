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

-- Are the fields of a group of several types?
-- @tparam {any,...} values
-- @tparam boolean is_partial whether some are absent
-- @treturn boolean
local function is_mixed(values, is_partial)
  local seen = is_partial and "nil" or nil
  for _, value in ipairs(values) do
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
  return #group.members >= FIELDS_MIN and is_mixed(group.values, group.is_partial)
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
      holders[known[path]] = {keys = keys, path = path, index = known[path]}
    end
    places[i] = known[path]
    if cell.is_guarded then holders[places[i]].is_guarded = true end
  end
  return holders, places
end

-- Divides fields into those that are read one by one, and loops.
-- @tparam {table,...} cells
-- @treturn {table,...} those one by one
-- @treturn {table,...} loops: each has `group` and `cells`, whose indices go up by 1
function loops.divide(cells)
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

-- Appends the tables that loops need, beside that of `access.NONE`.
-- @tparam {string,...} lines
-- @tparam {table,...} list
function loops.add_tables(lines, list)
  if #list == 0 then return end
  lines[#lines + 1] = "-- The fields that are read in loops: their keys, and which of the tables holds each."
  lines[#lines + 1] = "local keys, places = {}, {}"
  lines[#lines + 1] = "local holders = setmetatable({}, {__mode = 'v'}) -- it keeps no state alive"
  for _, loop in ipairs(list) do
    local keys = {}
    for i, cell in ipairs(loop.cells) do keys[i] = access.literal(cell.keys[#cell.keys]) end
    lines[#lines + 1] = ("keys[%d] = {%s}"):format(loop.group.id, concat(keys, ", "))
    lines[#lines + 1] = ("places[%d] = {%s}"):format(loop.group.id, concat(loop.places, ", "))
  end
end

-- Appends a loop.
-- @tparam {string,...} lines
-- @tparam table loop
-- @tparam string statement what is done with `field`, the value of cell `i`
function loops.add(lines, loop, statement)
  local inner = {}
  for _, holder in ipairs(loop.holders) do
    if holder.is_guarded then lines[#lines + 1] = ("  holders[%d] = NONE"):format(holder.index) end
    if #holder.keys > 0 then
      inner[#inner + 1] = holder
    else
      lines[#lines + 1] = ("  holders[%d] = state"):format(holder.index)
    end
  end
  access.visit(lines, inner, function(holder, text)
    if not holder.is_guarded then return ("holders[%d] = %s or NONE"):format(holder.index, text) end
    return ("if type(%s) == 'table' then holders[%d] = %s end"):format(text, holder.index, text)
  end)
  local before = loop.cells[1].index - 1
  local index = before == 0 and "k" or "k + " .. before
  for _, text in ipairs {
    "  do",
    ("    local keys, places = keys[%d], places[%d]"):format(loop.group.id, loop.group.id),
    ("    for k = 1, %d do"):format(#loop.cells),
    ("      local i, field = %s, holders[places[k]][keys[k]]"):format(index),
    "      " .. statement,
    "    end",
    "  end",
  } do
    lines[#lines + 1] = text
  end
end

return loops
