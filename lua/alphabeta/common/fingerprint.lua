-- Fingerprints of values: texts that are equal when the values have the same content. Internal: `alphabeta.check` and
-- Monte Carlo tree search use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local exclusion, globals = use("common.exclusion", "common.globals")
local values, walk = use("common.values", "common.walk")

local concat, floor, huge = table.concat, math.floor, math.huge
local ipairs, next, rawget, setmetatable, tostring, type = ipairs, next, rawget, setmetatable, tostring, type
local getmetatable, to_integer = globals.getmetatable, globals.to_integer
local is_sortable, sort_keys = values.is_sortable, values.sort_keys

-- Integers closer to 0 than this are thought to come up often.
local SMALL = 1000

-- A number as text that is equal for equal numbers only, be they integers or floating-point numbers.
local function exact_text(number)
  local integer = to_integer and to_integer(number)
  return integer and tostring(integer) or ("%.17g"):format(number)
end

-- Makes a function that returns the texts of numbers. Those of frequent numbers are made once.
local function new_number_text()
  local texts = {}
  return function(number)
    local text = texts[number]
    if not text then
      text = exact_text(number)
      if number > -SMALL and number < SMALL and number == floor(number) then texts[number] = text end
    end
    return text
  end
end

-- Makes a function that gives metatables names. Values without a metatable have an empty one.
local function new_naming()
  local names, count = setmetatable({}, {__mode = "k"}), 0
  return function(meta)
    if not meta then return "" end
    if not names[meta] then
      count = count + 1
      names[meta] = "m" .. tostring(count)
    end
    return names[meta]
  end
end

-- The keys of a table that are not among the first `length` of its array, nor left out. If there are more than `most`,
-- one more than that is returned.
local function other_keys(t, length, without, skipped, most)
  local keys, n = {}, 0
  for key in next, t do
    if n > most then break end
    if not (type(key) == "number" and key >= 1 and key <= length and key == floor(key))
      and not (without and without[key]) and not (skipped and skipped[key]) then
      n = n + 1
      keys[n] = key
    end
  end
  if n > 1 then sort_keys(keys) end
  return keys
end

-- Makes a function that gives values fingerprints: strings that are equal when the values have the same content. It
-- also returns whether the whole value was read: only then do equal fingerprints prove equal values. Functions,
-- threads, and userdata without content are all alike, and not read. A table that lies in several places is another one
-- than its copies. Options:
--
-- * `content_of(value)`: the content of a userdata, or of a table that is a Zobrist key; nil for others
-- * `excluded`: the tree of the fields that are left out, see exclusion.lua. So are, wherever they are, those in a set
--   of names that the function gets
-- * `most`: how many fields are read at most
return function(options)
  local content_of, excluded, most = options.content_of, options.excluded, options.most or huge
  local name_of, number_text = new_naming(), new_number_text()

  return function(value, skipped)
    local parts, n, table_count, left, is_whole = {}, 0, 1, most, true
    local left_out = exclusion.find(value, excluded)

    local function add(part)
      n = n + 1
      parts[n] = part
    end

    -- The text of a value; nil for a table whose fields are read.
    local function text_of(v)
      local kind = type(v)
      if kind == "number" then return number_text(v) end
      if kind == "string" then return tostring(#v) .. "'" .. v end
      if kind == "boolean" then return v and "T" or "F" end
      local content = kind == "cdata" and values.cdata_digits(v)
        or (kind == "table" or kind == "userdata") and content_of(v)
      if content or kind == "table" then return content or nil end
      is_whole = false
      return kind
    end

    -- Adds a value. Tables are numbered in the order in which they are reached, and written later. The value itself is
    -- the first one, even if fields that refer to it come later.
    local function write(v, reach)
      local text = text_of(v)
      if not text then
        local record = reach(v)
        if not record.number then
          table_count = table_count + 1
          record.number = table_count
        end
        text = "#" .. tostring(record.number)
      end
      add(text)
    end

    local function visit(t, _, reach)
      local length, without = 0, left_out[t]
      add("{" .. name_of(getmetatable(t)))
      while left > 0 do
        local field = rawget(t, length + 1)
        if type(field) == "nil" or without and without[length + 1] then break end
        length, left = length + 1, left - 1
        write(field, reach)
      end
      for _, key in ipairs(other_keys(t, length, without, skipped, left)) do
        is_whole = is_whole and left > 0 and is_sortable(key)
        if left <= 0 then break end
        left = left - 1
        write(key, reach)
        add "="
        write(rawget(t, key), reach)
      end
      add "}"
    end

    local text = text_of(value)
    if text then return text, is_whole end
    walk(value, visit, nil, {number = 1})
    return concat(parts, ",", 1, n), is_whole
  end
end
