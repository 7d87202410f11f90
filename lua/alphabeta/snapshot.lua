--- Pictures of values: what a state looked like, to be compared with it later, or put back. Internal:
-- @{alphabeta.check} uses it.
--
-- A picture holds the content of every table that is reached from a value, without looking at any metamethod, and the
-- values of Zobrist keys. Tables are compared by their content and their metatables, so that one table may have taken
-- the place of another; tables may refer to each other. Metatables are not looked into.
--
-- @module alphabeta.snapshot
-- @license MIT
local core = require "alphabeta.core"

local concat, floor, huge, type = table.concat, math.floor, math.huge, type
local getmetatable, next, rawget, rawset, setmetatable = debug.getmetatable, next, rawget, rawset, debug.setmetatable

local snapshot = {}

local ZOBRIST = getmetatable(core.zobrist(1))

-- More differences than so many are not told.
local MAX_DIFFERENCES = 20

-- Text -------------------------------------------------------------------------------------------------------------

-- A number as text, the same on every Lua.
local function number_text(number, format)
  if number ~= number then return "NaN" end
  if number == huge then return "inf" end
  if number == -huge then return "-inf" end
  return (format or "%.14g"):format(number)
end

-- The order in which keys are gone through: numbers, strings, then the rest, which has none.
local RANKS = {number = 1, string = 2, boolean = 3}

local function is_before(a, b)
  local rank_a, rank_b = RANKS[type(a)] or 4, RANKS[type(b)] or 4
  if rank_a ~= rank_b then return rank_a < rank_b end
  if rank_a == 3 then return a and not b end
  return rank_a < 3 and a < b
end

-- The keys of a table, sorted.
local function keys_of(t)
  local keys, n = {}, 0
  for key in next, t do
    n = n + 1
    keys[n] = key
  end
  table.sort(keys, is_before)
  return keys
end

--- A value as text on one line, which is the same on every Lua: for messages.
-- @param value
-- @tparam[opt=60] int limit no more characters than so many, or a few more
-- @treturn string
function snapshot.text(value, limit)
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
    elseif type(v) == "string" then
      add((("%q"):format(v):gsub("\\\n", "\\n"):gsub("%c", function(c) return ("\\%d"):format(c:byte()) end)))
    elseif type(v) == "userdata" and getmetatable(v) == ZOBRIST then
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
          if not (type(key) == "number" and key >= 1 and key <= count and key == floor(key)) then
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

local text = snapshot.text

-- Stands in a path for a table's metatable.
local METATABLE = {}

-- A step of a path, as it is written behind those before.
local function step_text(key, is_first)
  if key == METATABLE then return (is_first and "" or ".") .. "(metatable)" end
  if type(key) == "string" and key:match "^[%a_][%w_]*$" then return (is_first and "" or ".") .. key end
  return "[" .. text(key) .. "]"
end

--- Reads the paths of fields that are to be left out: `"cache"`, `"board.cache"`, `"cells[3]"`, `'names["a b"]'`.
-- @tparam {string,...} paths
-- @treturn ?table for `take`; nil when a path is none
-- @treturn ?string the path that is none
function snapshot.exclusion(paths)
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

--- Takes a picture of a value.
-- @param value
-- @tparam[opt] table excluded fields that are left out, as `exclusion` gives them
-- @treturn table the picture
function snapshot.take(value, excluded)
  local picture = {value = value, excluded = excluded, tables = {}, metas = {}, keys = {}}
  local tables, metas, keys = picture.tables, picture.metas, picture.keys
  local function look(v, without)
    if type(v) == "table" then
      if tables[v] then return end
      local copy = {}
      tables[v], metas[v] = copy, getmetatable(v)
      for key, field in next, v do
        local below = without and without[key]
        if below ~= true then
          copy[key] = field
          local kind = type(field)
          if kind == "table" or kind == "userdata" then look(field, below) end
          kind = type(key)
          if kind == "table" or kind == "userdata" then look(key) end
        end
      end
    elseif type(v) == "userdata" and getmetatable(v) == ZOBRIST then
      keys[v] = v:get()
    end
  end
  look(value, excluded)
  return picture
end

-- Compares what a picture shows in place of a value with another value. Calls `tell(path, before, after)` for what
-- differs, which returns true when that is enough; without `tell` it only returns whether something differs. With
-- `is_lenient`, what has no content but an identity (functions, other userdata, threads) is the same when its type is.
local function compare(picture, now, is_lenient, tell)
  local tables, metas, keys = picture.tables, picture.metas, picture.keys
  local partners, path = {}, {}

  local same -- (before, now, excluded): are they the same? False ends all when nobody is to be told

  local function differ(before, after)
    if not tell then return false end
    local steps = {}
    for i, key in ipairs(path) do steps[i] = step_text(key, i == 1) end
    return not tell(concat(steps), before, after)
  end

  local function same_tables(before, after, without)
    local partner = partners[before]
    if partner and partner[after] then return true end
    if not partner then
      partner = {}
      partners[before] = partner
    end
    partner[after] = true
    local content = tables[before]
    if metas[before] ~= getmetatable(after) then
      path[#path + 1] = METATABLE
      local goes_on = differ(metas[before] and "one" or nil, getmetatable(after) and "another" or nil)
      path[#path] = nil
      if not goes_on then return false end
    end
    local keys_before = tell and keys_of(content)
    local i, key, field = 0, nil
    while true do
      if tell then
        i = i + 1
        key = keys_before[i]
        field = key ~= nil and content[key]
      else
        key, field = next(content, key)
      end
      if key == nil then break end
      local there = rawget(after, key)
      -- without a look below: the same number, string, boolean
      if not rawequal(field, there) or type(field) == "table" or type(field) == "userdata" then
        path[#path + 1] = key
        local goes_on = same(field, there, without and without[key])
        path[#path] = nil
        if not goes_on then return false end
      end
    end
    for _, other in ipairs(tell and keys_of(after) or {}) do
      if content[other] == nil and not (without and without[other] == true) then
        path[#path + 1] = other
        local goes_on = differ(nil, rawget(after, other))
        path[#path] = nil
        if not goes_on then return false end
      end
    end
    if not tell then
      for other in next, after do
        if content[other] == nil and not (without and without[other] == true) then return false end
      end
    end
    return true
  end

  same = function(before, after, without)
    local kind = type(before)
    if kind ~= type(after) then return differ(before, after) end
    if kind == "table" then
      if not tables[before] then return rawequal(before, after) or differ(before, after) end
      return same_tables(before, after, without)
    elseif kind == "userdata" and keys[before] then
      if getmetatable(after) == ZOBRIST and after:get() == keys[before] then return true end
      return differ("key " .. keys[before], after)
    elseif rawequal(before, after) or before == after or before ~= before and after ~= after then
      return true
    elseif is_lenient and (kind == "function" or kind == "userdata" or kind == "thread") then
      return true
    end
    return differ(before, after)
  end

  return same(picture.value, now, picture.excluded)
end

--- Is a value as it was in a picture?
-- @tparam table picture
-- @param now
-- @tparam[opt] boolean is_lenient whether functions, threads and strange userdata are all alike
-- @treturn boolean
function snapshot.is_same(picture, now, is_lenient)
  return compare(picture, now, is_lenient)
end

-- A value as a difference shows it.
local function shown(value)
  if type(value) == "number" or type(value) == "string" or type(value) == "boolean" then return value end
  return value ~= nil and text(value) or nil
end

--- What differs between a picture and a value, field by field, in the order of the fields.
-- @tparam table picture
-- @param now
-- @tparam[opt] boolean is_lenient as for `is_same`
-- @treturn {table,...} of `path`, `before` and `after`; what is no number, string or boolean is told as text
-- @treturn boolean whether there are more
function snapshot.differences(picture, now, is_lenient)
  local list, has_more = {}, false
  compare(picture, now, is_lenient, function(path, before, after)
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

--- Makes a value what it was in a picture: the same tables with the content and the metatables that they had. Fields
-- that were left out stay as they are.
-- @tparam table picture
function snapshot.restore(picture)
  local done = {}
  local function put_back(t, without)
    if done[t] then return end
    done[t] = true
    local content = picture.tables[t]
    for key in next, t do
      if content[key] == nil and not (without and without[key] == true) then rawset(t, key, nil) end
    end
    for key, field in next, content do
      rawset(t, key, field)
      if type(field) == "table" and picture.tables[field] then put_back(field, without and without[key]) end
    end
    if getmetatable(t) ~= picture.metas[t] then setmetatable(t, picture.metas[t]) end
  end
  if picture.tables[picture.value] then put_back(picture.value, picture.excluded) end
  for key, value in next, picture.keys do
    if key:get() ~= value then key:set(value) end
  end
end

-- Fingerprints -----------------------------------------------------------------------------------------------------

--- Makes a function that gives values fingerprints: strings that are equal when the values have the same content.
-- Zobrist keys are left out, functions, threads and other userdata are all alike.
-- @tparam[opt] table excluded fields that are left out
-- @treturn function takes a value, and fields on top of it that are left out, as a set of names
function snapshot.fingerprints(excluded)
  local names, count = setmetatable({}, {__mode = "k"}), 0 -- of metatables

  local function name_of(meta)
    if not meta then return "" end
    if not names[meta] then
      count = count + 1
      names[meta] = "m" .. count
    end
    return names[meta]
  end

  return function(value, skipped)
    local parts, n, depths = {}, 0, {}
    local function write(v, depth, without)
      local kind = type(v)
      n = n + 1
      if kind == "number" then
        parts[n] = number_text(v, "%.17g")
      elseif kind == "string" then
        parts[n] = #v .. "'" .. v
      elseif kind == "boolean" then
        parts[n] = v and "T" or "F"
      elseif kind ~= "table" then
        parts[n] = kind == "userdata" and getmetatable(v) == ZOBRIST and "" or kind
      elseif depths[v] then
        parts[n] = "^" .. depth - depths[v]
      else
        depths[v] = depth
        parts[n] = "{" .. name_of(getmetatable(v))
        local length = 0
        while true do
          local field = rawget(v, length + 1)
          if field == nil or without and without[length + 1] then break end
          length = length + 1
          write(field, depth + 1)
          n = n + 1
          parts[n] = ","
        end
        local rest = {}
        for key in next, v do
          if not (type(key) == "number" and key >= 1 and key <= length and key == floor(key))
            and not (without and without[key] == true) and not (depth == 0 and skipped and skipped[key]) then
            rest[#rest + 1] = key
          end
        end
        if #rest > 1 then table.sort(rest, is_before) end
        for _, key in ipairs(rest) do
          write(key, depth + 1)
          n = n + 1
          parts[n] = "="
          write(rawget(v, key), depth + 1, without and without[key])
          n = n + 1
          parts[n] = ","
        end
        n = n + 1
        parts[n] = "}"
        depths[v] = nil
      end
    end
    write(value, 0, excluded)
    return concat(parts)
  end
end

return snapshot
