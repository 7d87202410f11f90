-- The transposition table: two generations of entries, of which the older one is dropped when the younger one is full.
-- Internal: the engine in Lua uses it.
--
-- An entry has a few fields side by side in one array, so it costs the collector nothing. A map finds it by the
-- position's key. There is a map for each player to move, side, and meaning of values, so views never mix.

local concat, floor, sort, tostring, type = table.concat, math.floor, table.sort, tostring, type

local transposition = {}

-- The fields of an entry, after the index that identifies it. FLAGS is the bound plus 1, 4 if a line reached the
-- horizon, and the depth times 8.
local VALUE, MOVE, END, FLAGS = 1, 2, 3, 4
local FIELDS, REACHED, DEPTH = 4, 4, 8

-- The FLAGS of an entry that is being stored: of a depth that no node has, below which a line reached the horizon.
local UNKNOWN = -1

-- Bytes of two entries in the C module, of which there are as many here. At least one entry is kept.
local BUCKET = 64

local function new_generation() return {maps = {}, data = {}, used = 0} end

-- A table of as many entries as fit `bytes` in the C module; nil if not even two fit.
function transposition.new(bytes)
  local most, count = floor(bytes / BUCKET), 1
  if most == 0 then return nil end
  while count * 2 <= most do count = count * 2 end
  local t = {count = count}
  transposition.clear(t)
  return t
end

-- Empties the table.
function transposition.clear(t)
  t.young, t.old, t.names, t.name_count = new_generation(), new_generation(), {}, 0
end

-- The bytes of the C module's table of this size.
function transposition.bytes(t) return t.count * BUCKET end

-- How many places in a thousand hold an entry.
function transposition.fill(t)
  local used = t.young.used / FIELDS + t.old.used / FIELDS
  return used < 2 * t.count and floor(used * 500 / t.count) or 1000
end

-- The meaning of the values in a table, as text, from meaning.settings.
function transposition.text_of(settings)
  local parts = {}
  for i = 1, #settings, 2 do
    local value = settings[i + 1]
    if settings[i] == "hash_ignore" then
      local names = {}
      for n = 1, #value do names[n] = #value[n] .. " " .. value[n] end
      sort(names)
      value = concat(names, " ")
    end
    local kind = type(value)
    if kind ~= "number" and kind ~= "string" and kind ~= "boolean" then value = "" end
    parts[#parts + 1] = settings[i] .. " " .. kind .. " " .. tostring(value)
  end
  return concat(parts, "\n")
end

-- A number for the meaning of values: the player whom they are good for and what else counts. The same words have the
-- same number, and nil has a new one each time.
local function number_of(t, words)
  local number = words and t.names[words]
  if number then return number end
  t.name_count = t.name_count + 1
  if words then t.names[words] = t.name_count end
  return t.name_count
end

-- Makes the functions for a search whose values have a meaning; nil if they mean nothing to other searches.
function transposition.open(t, words)
  local meaning, most = number_of(t, words) * 2 ^ 30, t.count * FIELDS
  local own = {}

  -- The map of nodes with a player to move, on a side; of one ply, if values are true at one distance from the root.
  function own.map(mover, side, ply)
    return meaning + ((ply * 1024 + mover) * 2 + (side > 0 and 1 or 0))
  end

  -- The index of a new entry in the young generation. It says nothing until its FLAGS are stored: an error of a debug
  -- hook may come between any two of these lines.
  local function add(map, key)
    local young = t.young
    if young.used >= most then
      t.old, young = young, new_generation()
      t.young = young
    end
    local entries = young.maps[map]
    if not entries then
      entries = {}
      young.maps[map] = entries
    end
    local at, data = young.used, young.data
    young.used = at + FIELDS
    data[at + VALUE] = 0
    data[at + MOVE] = false
    data[at + END] = false
    data[at + FLAGS] = UNKNOWN
    entries[key] = at
    return at, data
  end

  -- The index of an entry and the array in which it is; nil if there is none. That of the old generation moves.
  local function find(map, key)
    local young, old = t.young, t.old
    local entries = young.maps[map]
    local at = entries and entries[key]
    if at then return at, young.data end
    entries = old.maps[map]
    at = entries and entries[key]
    if not at then return nil end
    local from, to, data = old.data, add(map, key)
    for field = 1, FIELDS do data[to + field] = from[at + field] end
    return to, data
  end

  -- The value of a position for a node at a ply with `depth` plies left, with its end, its bound, and whether a line
  -- reached the horizon; nil if the entry has another depth. Then the best move's id.
  function own.get(map, key, depth, ply)
    local at, data = find(map, key)
    if not at then return nil end
    local flags, move = data[at + FLAGS], data[at + MOVE]
    local rest = flags % DEPTH
    local own_depth, has_reached = (flags - rest) / DEPTH, rest >= REACHED
    if own_depth ~= depth and (has_reached or own_depth > depth) then return nil, nil, nil, nil, move or nil end
    local value, end_ = data[at + VALUE], data[at + END]
    if end_ then
      value = value > 0 and value - ply or value + ply
      end_ = end_ + ply
    end
    return value, end_ or nil, (has_reached and rest - REACHED or rest) - 1, has_reached, move or nil
  end

  -- Stores what was found at a node at a ply. The value of a won game is stored by its distance from the node.
  function own.put(map, key, value, end_, bound, depth, has_reached, move, ply)
    local at, data = find(map, key)
    if not at then at, data = add(map, key) end
    if end_ then value = value > 0 and value + ply or value - ply end
    data[at + FLAGS] = UNKNOWN
    data[at + VALUE], data[at + END] = value, end_ and end_ - ply or false
    data[at + FLAGS] = bound + 1 + (has_reached and REACHED or 0) + DEPTH * depth
    if move then data[at + MOVE] = move end
  end

  return own
end

return transposition
