-- Pictures of values: a state is compared with its picture later, or restored. Internal: the tools use it.
--
-- A picture holds the content of every table that is reached from a value, without calling metamethods, and the
-- values of Zobrist keys. Tables are compared by their content and their metatables, so that one table may have taken
-- the place of another; tables may refer to each other. The content of metatables is not compared.

local PACKAGE = (... or "alphabeta.common.picture"):match "^(.*)%.[^.]*$" or "alphabeta" -- the folder may lie elsewhere
if require(PACKAGE .. ".traversal") then jit.off(true, true) end

local core = require "alphabeta.core"
local globals = require(PACKAGE .. ".globals")
local values = require(PACKAGE .. ".values")

local concat, floor, huge, sort, type = table.concat, math.floor, math.huge, table.sort, type
local next, rawget, rawset, setmetatable = next, rawget, rawset, setmetatable
local integer_type, to_integer = globals.integer_type, globals.to_integer -- where there are 64-bit integers

-- Without `debug`, as in a sandbox, metatables with a field `__metatable` are hidden, and cannot be replaced.
local getmetatable = globals.getmetatable
local put_metatable = globals.field(globals.debug, "setmetatable") or function(t, meta) pcall(setmetatable, t, meta) end

local pictures = {}

local a_key = core.zobrist(1)
local key_value = a_key.get

-- Keys are userdata; those of the engine in Lua are tables, which have this metatable.
local KEY_META = type(a_key) == "table" and getmetatable(a_key) or nil

-- Whether a value is a Zobrist key.
-- @param value
-- @treturn boolean
function pictures.is_key(value)
  local kind = type(value)
  if kind == "table" then return KEY_META ~= nil and getmetatable(value) == KEY_META end
  return kind == "userdata" and pcall(key_value, value)
end

local is_key = pictures.is_key

-- The most differences that are listed.
local MAX_DIFFERENCES = 20

-- Text -------------------------------------------------------------------------------------------------------------

-- A number as text, the same on every Lua; integers have all their digits.
local function number_text(number)
  if number ~= number then return "NaN" end
  if number == huge then return "inf" end
  if number == -huge then return "-inf" end
  if integer_type and integer_type(number) == "integer" then return tostring(number) end
  if values.is_integer(number) then return ("%.0f"):format(number + 0) end
  return ("%.14g"):format(number)
end

-- A number as text that is equal for equal numbers only, be they integers or floating-point numbers.
local function exact_text(number)
  local integer = to_integer and to_integer(number)
  return integer and tostring(integer) or ("%.17g"):format(number)
end

-- The order in which keys are gone through: numbers, strings, then the rest, which has none.
local RANKS = {number = 1, string = 2, boolean = 3}

local function is_before(a, b)
  local rank_a, rank_b = RANKS[type(a)] or 4, RANKS[type(b)] or 4
  if rank_a ~= rank_b then return rank_a < rank_b end
  if rank_a == 3 then return a and not b end
  return rank_a < 3 and a < b
end

-- Sorts keys. When they are all of one type, Lua's own order is that, and faster.
local function sort_keys(keys)
  local kind = type(keys[1])
  for i = 2, #keys do
    if type(keys[i]) ~= kind then kind = nil end
  end
  if kind == "number" or kind == "string" then sort(keys) else sort(keys, is_before) end
end

-- The keys of a table, sorted.
local function keys_of(t)
  local keys, n = {}, 0
  for key in next, t do
    n = n + 1
    keys[n] = key
  end
  sort_keys(keys)
  return keys
end

-- A value as text on one line, which is the same on every Lua: for messages. Fields that hold functions,
-- the methods of objects, are left out.
-- @param value
-- @tparam[opt=60] int limit the number of characters, or a few more
-- @treturn string
function pictures.text(value, limit)
  limit = limit or 60
  local parts, length, is_open = {}, 0, {}
  local function add(text)
    if length > limit then return end
    length = length + #text
    parts[#parts + 1] = length > limit and "..." or text
  end
  local function write(v)
    if type(v) == "number" then
      add(number_text(v))
    elseif type(v) == "cdata" then
      add(values.cdata_digits(v) or "cdata")
    elseif type(v) == "string" then
      add((("%q"):format(v):gsub("\\\n", "\\n"):gsub("%c", function(c) return ("\\%d"):format(c:byte()) end)))
    elseif is_key(v) then
      add("key " .. v:get())
    elseif type(v) ~= "table" then
      add(v == nil and "nil" or type(v) == "boolean" and (v and "true" or "false") or type(v))
    elseif is_open[v] then
      add "{...}"
    else
      is_open[v] = true
      add "{"
      local count, separator = 0, ""
      while rawget(v, count + 1) ~= nil and length <= limit do
        count = count + 1
        add(separator)
        write(rawget(v, count))
        separator = ", "
      end
      if length <= limit then
        for _, key in ipairs(keys_of(v)) do
          local is_listed = type(key) == "number" and key >= 1 and key <= count and key == floor(key)
          if not is_listed and type(rawget(v, key)) ~= "function" then
            add(separator)
            if type(key) == "string" and key:match "^[%a_][%w_]*$" then
              add(key)
            else
              add "["
              write(key)
              add "]"
            end
            add " = "
            write(rawget(v, key))
            separator = ", "
          end
        end
      end
      add "}"
      is_open[v] = nil
    end
  end
  write(value)
  return concat(parts)
end

local text = pictures.text

local NOTHING = {}

-- Integers closer to 0 than this are thought to come up often.
local SMALL = 1000

-- Stands in a path for a table's metatable.
local METATABLE = {}

-- A step of a path, as it is written behind those before.
local function step_text(key, is_first)
  if key == METATABLE then return (is_first and "" or ".") .. "(metatable)" end
  if type(key) == "string" and key:match "^[%a_][%w_]*$" then return (is_first and "" or ".") .. key end
  return "[" .. text(key) .. "]"
end

-- Reads the paths of fields that are to be left out: `"cache"`, `"board.cache"`, `"cells[3]"`, `'names["a b"]'`.
-- @tparam {string,...} paths
-- @treturn ?table for `take`; nil when a path is none
-- @treturn ?string the path that is none
function pictures.exclusion(paths)
  local tree = {}
  for _, path in ipairs(paths) do
    local node, at = tree, 1
    local keys = {}
    if type(path) ~= "string" or path == "" then return nil, path end
    while at <= #path do
      local number, quoted
      local from, to, name = path:find(at == 1 and "^([%a_][%w_]*)" or "^%.([%a_][%w_]*)", at)
      if not from then from, to, number = path:find("^%[(%-?[%d.]+)%]", at) end
      if not from then from, to, quoted = path:find('^%["(.-)"%]', at) end
      local key = name or quoted or tonumber(number)
      if not from or key == nil then return nil, path end
      keys[#keys + 1] = key
      at = to + 1
    end
    for i, key in ipairs(keys) do
      if i == #keys then
        node[key] = true
      elseif node[key] ~= true then
        node[key] = node[key] or {}
        node = node[key]
      else
        break
      end
    end
  end
  return tree
end

-- Pictures ---------------------------------------------------------------------------------------------------------

-- A picture has, for each table, its metatable in `metas`, in `flat` the fields that are numbers, strings and so on, in
-- `deep` the others, and in `counts` how many fields there are; and in `keys` the values of Zobrist keys.

-- Takes a picture of a value.
-- @param value
-- @tparam[opt] table excluded fields that are left out, as `exclusion` gives them
-- @treturn table the picture
function pictures.take(value, excluded)
  local flat, deep, metas, counts, keys = {}, {}, {}, {}, {}
  local found, exclusions, last = {}, {}, 0 -- tables that are still to be looked into: lists may be linked, and long
  local function note(v, without)
    if is_key(v) then
      keys[v] = v:get()
    elseif type(v) == "table" and not flat[v] then
      flat[v], metas[v] = {}, getmetatable(v)
      last = last + 1
      found[last], exclusions[last] = v, without or false
    end
  end
  note(value, excluded)
  while last > 0 do
    local v, without = found[last], exclusions[last]
    last = last - 1
    local scalars, others, count = flat[v], nil, 0
    for key, field in next, v do
      local below = without and without[key]
      if below ~= true then
        count = count + 1
        local kind = type(field)
        if kind == "table" or kind == "userdata" then
          others = others or {}
          others[key] = field
          note(field, below)
        else
          scalars[key] = field
        end
        kind = type(key)
        if kind == "table" or kind == "userdata" then note(key) end
      end
    end
    deep[v], counts[v] = others, count
  end
  return {
    value = value, excluded = excluded, flat = flat, deep = deep, metas = metas, counts = counts, keys = keys,
  }
end

-- Are two values the same that are no tables? With `is_lenient`, what has no content but an identity (functions, other
-- userdata, threads) is when its type is.
local function is_same_scalar(keys, before, after, is_lenient)
  if before == after or before ~= before and after ~= after then return true end
  local kind = type(before)
  if kind ~= type(after) then return false end
  if keys[before] then
    return is_key(after) and after:get() == keys[before]
  end
  return is_lenient and (kind == "function" or kind == "userdata" or kind == "thread") or false
end

-- The value of a Zobrist key may have changed since: so it is never compared with itself.
local function is_same_userdata(keys, before, after, is_lenient)
  if keys[before] then
    return is_key(after) and after:get() == keys[before]
  end
  return is_same_scalar(keys, before, after, is_lenient)
end

-- States that were made anew may have metatables of their own, and other objects as keys.
local function is_same_metatable(before, after, is_lenient)
  return before == after or is_lenient and before ~= nil and after ~= nil or false
end

-- Whether the field at a key can be found in another table. It cannot where the key is a new object, like the table.
local function is_comparable(key, is_lenient)
  return not is_lenient or RANKS[type(key)] ~= nil
end

-- Is a value as it was in a picture?
-- @tparam table picture
-- @param now
-- @tparam[opt] boolean is_lenient whether functions, threads, strange userdata and metatables are all alike, and fields
--   whose keys are such, or tables, are only counted
-- @treturn boolean
function pictures.is_same(picture, now, is_lenient)
  local flat, deep, metas, counts, keys = picture.flat, picture.deep, picture.metas, picture.counts, picture.keys
  local partners, others = {}, {} -- what each table is compared with: the first one, and the rest
  local found, exclusions, last = {}, {}, 0 -- tables that are still to be compared with their partners, by pairs

  -- Whether values are the same, as far as that can be told without looking into tables: pairs of these are noted.
  local function may_be_same(before, after, without)
    if type(before) ~= "table" or keys[before] then
      if keys[before] or type(before) == "userdata" then return is_same_userdata(keys, before, after, is_lenient) end
      return is_same_scalar(keys, before, after, is_lenient)
    end
    if type(after) ~= "table" then return false end
    local partner = partners[before]
    if partner == after then return true end
    if partner == nil then
      partners[before] = after
    else -- it stood in several places, where there are different tables now
      others[before] = others[before] or {}
      if others[before][after] then return true end
      others[before][after] = true
    end
    last = last + 2
    found[last - 1], found[last], exclusions[last] = before, after, without or false
    return true
  end

  -- Whether two tables have the same fields, as far as that can be said without looking into tables in them.
  local function have_same_fields(before, after, without)
    if not is_same_metatable(metas[before], getmetatable(after), is_lenient) then return false end
    local plain = metas[before] == nil
    for key, field in next, flat[before] do
      local there
      if plain then there = after[key] else there = rawget(after, key) end
      if field ~= there and is_comparable(key, is_lenient) and not is_same_scalar(keys, field, there, is_lenient) then
        return false
      end
    end
    for key, field in next, deep[before] or NOTHING do
      if is_comparable(key, is_lenient) and not may_be_same(field, rawget(after, key), without and without[key]) then
        return false
      end
    end
    local count = 0
    if without then
      for key in next, after do
        if without[key] ~= true then count = count + 1 end
      end
    else
      for _ in next, after do count = count + 1 end
    end
    return count == counts[before]
  end

  if not may_be_same(picture.value, now, picture.excluded) then return false end
  while last > 0 do
    local before, after, without = found[last - 1], found[last], exclusions[last]
    last = last - 2
    if not have_same_fields(before, after, without) then return false end
  end
  return true
end

-- Finds what differs between a picture and a value. Calls `report(path, before, after)`, which returns true to end
-- that.
local function each_difference(picture, now, is_lenient, report)
  local flat, deep, metas, keys = picture.flat, picture.deep, picture.metas, picture.keys
  local partners, path, is_enough = {}, {}, false

  local function differ(before, after)
    local steps = {}
    for i, key in ipairs(path) do steps[i] = step_text(key, i == 1) end
    is_enough = is_enough or report(concat(steps), before, after)
  end

  local compare

  local function compare_tables(before, after, without)
    partners[before] = partners[before] or {}
    if partners[before][after] then return end
    partners[before][after] = true
    if not is_same_metatable(metas[before], getmetatable(after), is_lenient) then
      path[#path + 1] = METATABLE
      differ(metas[before] and "one" or nil, getmetatable(after) and "another" or nil)
      path[#path] = nil
    end
    local all = {}
    for key, field in next, flat[before] do all[key] = field end
    for key, field in next, deep[before] or NOTHING do all[key] = field end
    for _, key in ipairs(keys_of(all)) do
      path[#path + 1] = key
      if is_comparable(key, is_lenient) then compare(all[key], rawget(after, key), without and without[key]) end
      path[#path] = nil
    end
    for _, key in ipairs(keys_of(after)) do
      if all[key] == nil and is_comparable(key, is_lenient) and not (without and without[key] == true) then
        path[#path + 1] = key
        differ(nil, rawget(after, key))
        path[#path] = nil
      end
    end
  end

  compare = function(before, after, without)
    if is_enough then return end
    local kind = type(before)
    if keys[before] then
      if not is_same_userdata(keys, before, after, is_lenient) then differ("key " .. keys[before], after) end
    elseif kind == "table" and type(after) == "table" then
      compare_tables(before, after, without)
    elseif not is_same_scalar(keys, before, after, is_lenient) then
      differ(before, after)
    end
  end

  compare(picture.value, now, picture.excluded)
end

-- A value as a difference shows it.
local function shown(value)
  if type(value) == "number" or type(value) == "string" or type(value) == "boolean" then return value end
  return value ~= nil and text(value) or nil
end

-- What differs between a picture and a value, field by field, in the order of the fields.
-- @tparam table picture
-- @param now
-- @tparam[opt] boolean is_lenient as for `is_same`
-- @treturn {table,...} of `path`, `before` and `after`; what is no number, string or boolean is a text
-- @treturn boolean whether there are more
function pictures.differences(picture, now, is_lenient)
  local list, has_more = {}, false
  each_difference(picture, now, is_lenient, function(path, before, after)
    if #list == MAX_DIFFERENCES then
      has_more = true
      return true
    end
    list[#list + 1] = {
      path = path, before = shown(before), after = shown(after),
      text = ("%s: %s before, %s after"):format(path == "" and "itself" or path,
        type(before) == "string" and before:match "^key %x+$" or text(before), text(after)),
    }
    return false
  end)
  return list, has_more
end

-- Makes a value what it was in a picture: the same tables with the content and the metatables that they had. Fields
-- that were left out stay as they are.
-- @tparam table picture
function pictures.restore(picture)
  local flat, deep, metas, done = picture.flat, picture.deep, picture.metas, {}
  local found, exclusions, last = {}, {}, 0 -- tables that are still to be put back
  local function note(t, without)
    if done[t] then return end
    done[t] = true
    last = last + 1
    found[last], exclusions[last] = t, without or false
  end
  if flat[picture.value] then note(picture.value, picture.excluded) end
  while last > 0 do
    local t, without = found[last], exclusions[last]
    last = last - 1
    local scalars, others = flat[t], deep[t] or NOTHING
    for key in next, t do
      if scalars[key] == nil and others[key] == nil and not (without and without[key] == true) then
        rawset(t, key, nil)
      end
    end
    if getmetatable(t) == nil then
      for key, field in next, scalars do t[key] = field end -- several times as fast as rawset
    else
      for key, field in next, scalars do rawset(t, key, field) end
    end
    for key, field in next, others do
      rawset(t, key, field)
      if flat[field] then note(field, without and without[key]) end
    end
    if getmetatable(t) ~= metas[t] then put_metatable(t, metas[t]) end
  end
  for key, value in next, picture.keys do
    if key:get() ~= value then key:set(value) end
  end
end

-- Fingerprints -----------------------------------------------------------------------------------------------------

-- Makes a function that gives values fingerprints: strings that are equal when the values have the same content.
-- Zobrist keys are left out, functions, threads and other userdata are all alike.
-- @tparam[opt] table excluded fields that are left out
-- @treturn function takes a value, and names of fields that are left out wherever they are, as a set
function pictures.fingerprints(excluded)
  local names, count = setmetatable({}, {__mode = "k"}), 0 -- of metatables
  local numbers = {} -- the texts of those that come up all the time

  local function name_of(meta)
    if not meta then return "" end
    if not names[meta] then
      count = count + 1
      names[meta] = "m" .. count
    end
    return names[meta]
  end

  return function(value, skipped)
    local depths, known = {}, {}
    local write

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
        if field == nil or without and without[length + 1] then break end
        length = length + 1
        add(write(field, depth + 1))
      end
      local rest = {}
      for key in next, v do
        if not (type(key) == "number" and key >= 1 and key <= length and key == floor(key))
          and not (without and without[key] == true) and not (skipped and skipped[key]) then
          rest[#rest + 1] = key
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
      if kind == "string" then return #v .. "'" .. v, depth end
      if kind == "boolean" then return v and "T" or "F", depth end
      if kind == "cdata" then return values.cdata_digits(v) or kind, depth end
      if is_key(v) then return "", depth end
      if kind ~= "table" then return kind, depth end
      if depths[v] then return "^" .. depth - depths[v], depths[v] end
      if known[v] and not without then return known[v], depth end
      local written, lowest = write_table(v, depth, without)
      if lowest == depth and not without then known[v] = written end -- it does not refer to the tables around it
      return written, lowest
    end

    return (write(value, 0, excluded))
  end
end

return pictures
