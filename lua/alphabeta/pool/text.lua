-- Values as texts that can be sent to another Lua state: nil, booleans, numbers, strings, tables of these, and 64-bit
-- integers of LuaJIT. A table that is there several times is one table again; it is written once. Internal: pools use
-- it.
--
-- A text is a program in Lua. Each of its lines makes a table, after those that it refers to, or adds a field to a long
-- one. The lines are in functions, because LuaJIT takes 65,536 constants in a function, and Lua 5.1 262,144.

local use = require((...):match "^(.*)%..*%." .. ".use")
local globals, literal, values = use("common.globals", "common.literal", "common.values")

local concat, error, min, pairs, pcall, tostring, type = table.concat, error, math.min, pairs, pcall, tostring, type
local load_text = globals.load

-- Levels of tables within tables: a table with more levels probably contains itself.
local LEVELS = 100

-- Fields that a line makes at most, and lines of a function: these have up to 40,000 constants.
local FIELDS, LINES = 100, 200

local text = {}

-- Raises an error that says what cannot be sent.
local function refuse(what) error({what}, 0) end

local expression

-- Writes the line that makes a table of these fields. Returns the name of the table.
local function write_line(program, fields)
  local lines = program.lines
  local name = "t[" .. tostring(#lines + 1) .. "]"
  lines[#lines + 1] = name .. "={" .. concat(fields, ",") .. "}"
  return name
end

-- Writes the lines of a table; returns its name. `program` has the `lines` so far, the expressions that are `known` of
-- tables and strings, and the tables that are `open`.
local function write_table(program, value, levels)
  if levels == 0 or program.open[value] then refuse "a table that contains itself, or has too many levels" end
  program.open[value] = true
  local fields, length, name = {}, 0, nil
  for key, field in pairs(value) do
    if type(key) == "number" and key ~= key then refuse "a table whose '__pairs' gives the key NaN" end
    local source = expression(program, field, levels - 1)
    local is_full = #fields == FIELDS
    if is_full or key ~= length + 1 then
      source = "[" .. expression(program, key, levels - 1) .. "]=" .. source
    else
      length = length + 1
    end
    if is_full then
      name = name or write_line(program, fields)
      program.lines[#program.lines + 1] = name .. source
    else
      fields[#fields + 1] = source
    end
  end
  program.open[value] = nil
  return name or write_line(program, fields)
end

-- A value as an expression.
function expression(program, value, levels)
  local kind, known = type(value), program.known
  if kind == "table" or kind == "string" then
    known[value] = known[value] or kind == "table" and write_table(program, value, levels) or literal(value)
    return known[value]
  end
  if kind == "cdata" and values.cdata_digits(value) then return tostring(value) end
  if kind ~= "nil" and kind ~= "boolean" and kind ~= "number" then refuse("a " .. kind) end
  return literal(value, true)
end

-- The lines as functions that are called.
local function join(lines)
  local functions = {"local t,f={}\n"}
  for first = 1, #lines, LINES do
    local last = min(first + LINES - 1, #lines)
    functions[#functions + 1] = "f=function()\n" .. concat(lines, "\n", first, last) .. "\nend f()\n"
  end
  return concat(functions)
end

-- The text of a value; or nil and what cannot be sent, such as "a function".
function text.of(value)
  local program = {lines = {}, known = {}, open = {}}
  local ok, result = pcall(expression, program, value, LEVELS)
  if ok then return join(program.lines) .. "return " .. result end
  if type(result) == "table" then return nil, result[1] end
  error(result, 0)
end

-- The value of a text that `of` has made.
function text.value(from) return load_text(from)() end

return text
