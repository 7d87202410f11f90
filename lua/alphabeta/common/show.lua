-- Values as texts for messages. Internal: the tools use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, values, zobrist_keys = use("common.globals", "common.values", "common.zobrist_keys")

local concat, floor, huge, ipairs, rawget, tostring, type =
  table.concat, math.floor, math.huge, ipairs, rawget, tostring, type
local integer_type, keys_of = globals.integer_type, values.keys_of
local content_of, is_key = zobrist_keys.content, zobrist_keys.is_key

local show = {}

-- A number as text, the same on every Lua; integers have all their digits.
local function number_text(number)
  if number ~= number then return "NaN" end
  if number == huge then return "inf" end
  if number == -huge then return "-inf" end
  if integer_type and integer_type(number) == "integer" then return tostring(number) end
  if values.is_integer(number) then return ("%.0f"):format(number + 0) end
  return ("%.14g"):format(number)
end

-- A value as text on one line, which is the same on every Lua: for messages. Fields that hold functions, the methods of
-- objects, are left out. It has about `limit` characters at most, 60 without.
function show.text(value, limit)
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
    elseif content_of(v) then
      add((tostring(v):gsub("%c", " ")))
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

-- A step of a path to a field, as it is written behind the steps before it. `limit` is that of `text`.
function show.step(key, is_first, limit)
  if type(key) == "string" and key:match "^[%a_][%w_]*$" then return (is_first and "" or ".") .. key end
  return "[" .. show.text(key, limit) .. "]"
end

return show
