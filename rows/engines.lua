-- The rows as both engines read them: in C, and in Lua.

local constants = require "rows.constants"
local functions = require "rows.functions"
local info = require "rows.info"
local list = require "rows.list"
local options = require "rows.options"
local techniques = require "rows.techniques"

local concat, huge = table.concat, math.huge

-- The functions that the engine in C calls.
local called_by_c = {}
for _, row in ipairs(functions) do
  if not row.in_lua then called_by_c[#called_by_c + 1] = row end
end

local engines = {}

-- Appends a text, made of a format and its values, to a list of lines.
local function add(lines, format, ...) lines[#lines + 1] = format:format(...) end

-- C -----------------------------------------------------------------------------------------------------------------

-- The beginning of a header, with its name, what it has, and from which table.
local HEADER = "/* %s: %s, written by `make rows` from rows/%s.lua. */"

local function constant(prefix, name) return prefix .. name:upper() end

-- A number with as few digits as it needs.
local function shortest(number)
  local text = ("%.15g"):format(number)
  return tonumber(text) == number and text or ("%.17g"):format(number)
end

-- Lays items out in lines of some width, every line indented, all but the first as `further` has it.
local function fill(items, indent, further)
  local lines, line, is_new = {}, indent, true
  for _, item in ipairs(items) do
    if not is_new and #line + 1 + #item > 118 then lines[#lines + 1], line, is_new = line, further, true end
    line, is_new = line .. (is_new and "" or " ") .. item, false
  end
  lines[#lines + 1] = line
  return concat(lines, "\n")
end

-- Lua ---------------------------------------------------------------------------------------------------------------

local function lua_number(number)
  if number == huge then return "huge" end
  if number == -huge then return "-huge" end
  return shortest(number)
end

-- Appends the words of a row to its fields, one by one.
local function add_words(fields, words)
  for i, word in ipairs(words) do
    fields[#fields + 1] = ('%s{"%s", %s}%s'):format(i == 1 and "words = {" or "", word[1], lua_number(word[2]),
      i == #words and "}," or ",")
  end
end

local function lua_row(row)
  local fields = {}
  local function field(name, text) fields[#fields + 1] = text and ("%s = %s,"):format(name, text) or nil end
  local function quoted(name, text) field(name, text and ('"%s"'):format(text)) end
  quoted("name", row.name)
  quoted("expected", row.expected)
  quoted("takes", row.takes)
  if row.takes_set.number or row.takes_set.integer then
    field("min", lua_number(row.min))
    field("max", lua_number(row.max))
  end
  if row.words then add_words(fields, row.words) end
  field("initial", row.initial and lua_number(row.initial))
  field("off", row.off and lua_number(row.off))
  quoted("algorithms", row.with ~= concat(options.algorithms, " ") and row.with)
  quoted("flags", row.given)
  quoted("needs", row.needs)
  return ("    {\n%s\n    },"):format(fill(fields, "      ", "      "))
end

local function lua_source()
  local lines = {
    "-- All that is to be known of each option: see option_table.lua. Internal.", "--",
    "-- Written by `make rows` from rows/options.lua: change it there.", "", "local huge = math.huge", "",
    "return {", "  rows = {",
  }
  for _, row in ipairs(list.options) do add(lines, "%s", lua_row(row)) end
  add(lines, "  },\n  needs = {")
  for _, need in ipairs(options.needs) do
    add(lines, '    {name = "%s", text = "%s"%s},', need[1], need[2], need.of_game and ", of_game = true" or "")
  end
  add(lines, "  },\n  renamed = {")
  for _, renaming in ipairs(options.renamed) do add(lines, '    %s = "%s",', renaming[1], renaming[2]) end
  add(lines, "  },\n  levels = {")
  for _, level in ipairs(options.levels) do
    add(lines, "    {%d, %d, %s, %d},", level[1], level[2], lua_number(level[3]), level[4])
  end
  add(lines, "  },\n  algorithms = {%s},", '"' .. concat(options.algorithms, '", "') .. '"')
  add(lines, "}\n")
  return concat(lines, "\n")
end

-- Techniques --------------------------------------------------------------------------------------------------------

-- The names of the techniques that learn.
local function learning()
  local names = {}
  for _, technique in ipairs(techniques) do
    if technique.learns then names[#names + 1] = technique[1] end
  end
  return names
end

-- The game's functions ------------------------------------------------------------------------------------------------

local function function_header()
  local lines, names = {HEADER:format("function_rows.h", "the names of the functions of a game", "functions")}, {}
  add(lines, "#ifndef ALPHABETA_FUNCTION_ROWS_H\n#define ALPHABETA_FUNCTION_ROWS_H\n\n/* clang-format off */\n")
  for i, row in ipairs(called_by_c) do names[i] = ("X(%s, %s)"):format(row[1]:upper(), row[1]) end
  add(lines, "/* X of each, with the end of its constant and its name. */")
  add(lines, "#define AB_EACH_FUNCTION(X) \\\n%s", (fill(names, "  ", "  "):gsub("\n", " \\\n")))
  add(lines, "\n/* clang-format on */\n\n#endif\n")
  return concat(lines, "\n")
end

-- Info --------------------------------------------------------------------------------------------------------------

-- The rows of the fields of `info` that count.
local function counters()
  local rows = {}
  for _, field in ipairs(info) do
    if field.counter then rows[#rows + 1] = field end
  end
  return rows
end

-- Constants --------------------------------------------------------------------------------------------------------

-- The version of the module, which stands in its main file alone.
local function version()
  local file = assert(io.open "lua/alphabeta/init.lua")
  local text = file:read "*a"
  file:close()
  return assert(text:match '\nalphabeta%._VERSION = "alphabeta (.-)"\n')
end

local function constant_header()
  local lines = {HEADER:format("constant_rows.h", "the numbers that both engines have alike", "constants")}
  add(lines, "#ifndef ALPHABETA_CONSTANT_ROWS_H\n#define ALPHABETA_CONSTANT_ROWS_H\n\n/* clang-format off */")
  for _, row in ipairs(constants) do
    local text = row.text and row.text:gsub("^%s*%l", string.upper)
    if text then add(lines, "\n%s", fill(list.words("/* " .. text .. ". */"), "", "   ")) end
    add(lines, "#define AB_%s %s%s", row[1], shortest(row[2]), row.unsigned and "u" or "")
  end
  add(lines, "\n/* The version of the module: the Lua files refuse a library of another one. */")
  add(lines, '#define AB_VERSION "%s"', version())
  add(lines, "\n/* Techniques that learn of moves, by rows/techniques.lua: several together. */")
  for i, name in ipairs(learning()) do add(lines, "#define %s %d", constant("AB_LEARNS_", name), 2 ^ (i - 1)) end
  add(lines, "#define AB_LEARNS_ALL %d", 2 ^ #learning() - 1)
  add(lines, "\n/* clang-format on */\n\n#endif\n")
  return concat(lines, "\n")
end

local function constant_source()
  local lines = {}
  for i, row in ipairs(constants) do lines[i] = ("%s = %s,"):format(row[1], shortest(row[2])) end
  return ([[
-- The numbers that both engines have alike; rows/constants.lua says what they are. Internal: the engine in Lua and the
-- tools use it.
--
-- Written by `make rows` from rows/constants.lua: change it there.

return {
%s
}
]]):format(fill(lines, "  ", "  "))
end

local function names_source(what, file, rows, more, user)
  local names = {}
  for i, row in ipairs(rows) do names[i] = ('"%s",'):format(row[1]) end
  return ([[
-- The names of %s. Internal: %s.
--
-- Written by `make rows` from rows/%s.lua: change it there.

return {
%s%s
}
]]):format(what, user or "the engine in Lua uses it", file, fill(names, "  ", "  "), more or "")
end

-- Adds what is written to a table of texts, by their paths.
function engines.add_to(texts)
  texts["lua/alphabeta/front/option_rows.lua"] = lua_source()
  texts["lua/alphabeta/front/technique_rows.lua"] =
    names_source("techniques, in the order of `info.techniques`", "techniques", techniques,
      ('\n  learns = {"%s"}, -- of moves, by their ids'):format(concat(learning(), '", "')))
  texts["csrc/binding/base/function_rows.h"] = function_header()
  texts["lua/alphabeta/front/function_rows.lua"] =
    names_source("the functions of a game, in the order of the rows", "functions", functions)
  texts["csrc/system/constant_rows.h"] = constant_header()
  texts["lua/alphabeta/common/constant_rows.lua"] = constant_source()
  texts["lua/alphabeta/front/counter_rows.lua"] =
    names_source("the fields of `info` that count", "info", counters())
end

return engines
