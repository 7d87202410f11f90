-- Fingerprints of values: texts that are equal when the values have the same content. Internal: `alphabeta.check` and
-- Monte Carlo tree search use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, globals, values = use("common.constant_rows", "common.globals", "common.values")

local concat, floor, huge = table.concat, math.floor, math.huge
local next, rawget, setmetatable, type = next, rawget, setmetatable, type
local getmetatable, to_integer = globals.getmetatable, globals.to_integer
local is_sortable, sort_keys = values.is_sortable, values.sort_keys

-- Integers closer to 0 than this are thought to come up often.
local SMALL = 1000

-- Tables nested deeper are not read: Lua's stack is limited, and a state may hold long linked lists.
local MAX_LEVELS = constants.CONTENT_LEVELS

-- A number as text that is equal for equal numbers only, be they integers or floating-point numbers.
local function exact_text(number)
  local integer = to_integer and to_integer(number)
  return integer and tostring(integer) or ("%.17g"):format(number)
end

-- Makes a function that gives values fingerprints: strings that are equal when the values have the same content. It
-- also returns whether the whole value was read: only then do equal fingerprints prove equal values. Functions,
-- threads, and userdata without content are all alike, and not read. Options:
--
-- * `content_of(value)`: the content of a userdata, or of a table that is a Zobrist key; nil for others
-- * `excluded`: fields that are left out, as `exclusion` in picture.lua has read them. So are, wherever they are, those
--   in a set of names that the function gets
-- * `tells_shared`: whether a table that lies in several places is another one than its copies
-- * `most`: how many fields are read at most
return function(options)
  local content_of, excluded, tells_shared = options.content_of, options.excluded, options.tells_shared
  local most = options.most or huge
  local names, count = setmetatable({}, {__mode = "k"}), 0 -- of metatables
  local numbers = {} -- the texts of frequent values

  local function name_of(meta)
    if not meta then return "" end
    if not names[meta] then
      count = count + 1
      names[meta] = "m" .. tostring(count)
    end
    return names[meta]
  end

  return function(value, skipped)
    local depths, known, written_count, left, is_whole = {}, {}, 0, most, true
    local write

    -- A value that has no content to read.
    local function write_other(kind)
      is_whole = false
      return kind
    end

    -- A table as text, and the least depth that it refers back to.
    local function write_table(v, depth, without)
      local parts, n, lowest = {"{" .. name_of(getmetatable(v))}, 1, depth
      local function add(part, reached)
        n = n + 1
        parts[n] = part
        if reached < lowest then lowest = reached end
      end
      depths[v] = depth
      local length = 0
      while true do
        local field = rawget(v, length + 1)
        if type(field) == "nil" or without and without[length + 1] or left <= 0 then break end
        length, left = length + 1, left - 1
        add(write(field, depth + 1))
      end
      local rest = {}
      for key in next, v do
        if not (type(key) == "number" and key >= 1 and key <= length and key == floor(key))
          and not (without and without[key] == true) and not (skipped and skipped[key]) then
          is_whole = is_whole and left > 0 and is_sortable(key)
          if left <= 0 then break end
          rest[#rest + 1], left = key, left - 1
        end
      end
      if #rest > 1 then sort_keys(rest) end
      for _, key in ipairs(rest) do
        add((write(key, depth + 1)) .. "=", depth)
        add(write(rawget(v, key), depth + 1, without and without[key]))
      end
      depths[v] = nil
      parts[n + 1] = "}"
      return concat(parts, ",", 1, n + 1), lowest
    end

    write = function(v, depth, without)
      local kind = type(v)
      if kind == "number" then
        local known_text = numbers[v]
        if not known_text then
          known_text = exact_text(v)
          if v > -SMALL and v < SMALL and v == floor(v) then numbers[v] = known_text end
        end
        return known_text, depth
      end
      if kind == "string" then return tostring(#v) .. "'" .. v, depth end
      if kind == "boolean" then return v and "T" or "F", depth end
      if kind == "cdata" then return values.cdata_digits(v) or write_other(kind), depth end
      local content = (kind == "table" or kind == "userdata") and content_of(v)
      if content then return content, depth end
      if kind ~= "table" or depth == MAX_LEVELS then return write_other(kind), depth end
      if depths[v] then return "^" .. tostring(depth - depths[v]), depths[v] end
      if known[v] and not without then return known[v], depth end
      if tells_shared then -- the first occurrence has the table, and the others its number
        written_count = written_count + 1
        known[v] = "#" .. tostring(written_count)
        return write_table(v, depth, without)
      end
      local written, lowest = write_table(v, depth, without)
      if without then return written, lowest end
      if lowest == depth then -- it does not refer to the tables around it
        known[v] = written
      else -- of a circle, such as cells that know their neighbours: all its paths would be too many to write
        written_count = written_count + 1
        known[v] = "#" .. tostring(written_count)
      end
      return written, lowest
    end

    local text = write(value, 0, excluded)
    return text, is_whole
  end
end
