-- The rows as both engines read them: in C, and in Lua.

local functions = require "rows.functions"
local info = require "rows.info"
local list = require "rows.list"
local options = require "rows.options"
local techniques = require "rows.techniques"

local concat, huge = table.concat, math.huge

local engines = {}

-- Appends a text, made of a format and its values, to a list of lines.
local function add(lines, format, ...) lines[#lines + 1] = format:format(...) end

-- C -----------------------------------------------------------------------------------------------------------------

local HEADER = [[
/*
 * %s: %s
 *
 * Written by `make rows` from rows/%s.lua: change it there.
 */]]

local function constant(prefix, name) return prefix .. name:upper() end

-- A number with as few digits as it needs.
local function shortest(number)
  local text = ("%.15g"):format(number)
  return tonumber(text) == number and text or ("%.17g"):format(number)
end

-- A number as C writes it; nil is NaN.
local function c_number(number)
  if number == nil then return "NAN" end
  if number == huge then return "HUGE_VAL" end
  if number == -huge then return "-HUGE_VAL" end
  return shortest(number)
end

-- Names of bits, joined; "0" for none.
local function bits(prefix, text)
  local names = list.words(text)
  for i, name in ipairs(names) do names[i] = constant(prefix, name) end
  return #names > 0 and concat(names, " | ") or "0"
end

local FLAGS = {
  searcher = "AB_FOR_SEARCHER", search = "AB_FOR_SEARCH", slice = "AB_FOR_SLICE", perft = "AB_FOR_PERFT",
  in_game = "AB_IN_GAME", keeps = "AB_TABLE_NEUTRAL",
}

local function flags(text)
  local names = list.words(text)
  for i, name in ipairs(names) do names[i] = assert(FLAGS[name], name) end
  return concat(names, " | ")
end

-- What C calls what is taken: the conditions of numbers and lists have names of their own.
local function takes(text)
  local names = list.words(text)
  for i, name in ipairs(names) do
    local is_condition = name:find "_"
    names[i] = constant(is_condition and "AB_" or "AB_TAKES_", name)
  end
  return concat(names, " | ")
end

local function algorithms(text)
  local names = list.words(text)
  for i, name in ipairs(names) do names[i] = ("AB_WITH(%s)"):format(constant("AB_", name)) end
  return concat(names, " | ")
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

local function c_header()
  local lines = {HEADER:format("option_rows.h", "the names of all options, and of what they need.", "options")}
  add(lines, "#ifndef ALPHABETA_OPTION_ROWS_H\n#define ALPHABETA_OPTION_ROWS_H\n")
  add(lines, "/* clang-format off */\n\n/* All options, in the order of their names. */\ntypedef enum ab_option {")
  for _, row in ipairs(list.options) do add(lines, "  %s,", constant("AB_OPTION_", row.name)) end
  add(lines, "  AB_OPTIONS /* how many there are */\n} ab_option;\n")
  add(lines, "/* What an option may have no effect without; several together: ab_option_needs has the texts. */")
  add(lines, "enum {")
  local of_game = {}
  for i, need in ipairs(options.needs) do
    add(lines, "  %s = 1 << %d, /* %s */", constant("AB_NEEDS_", need[1]), i - 1, need[2])
    if need.of_game then of_game[#of_game + 1] = need[1] end
  end
  add(lines, "  /* those that the game decides on, too */")
  add(lines, "%s", fill(list.words("AB_NEEDS_OF_GAME = " .. bits("AB_NEEDS_", concat(of_game, " "))), "  ", "    "))
  add(lines, "};\n\n/* Techniques that option `without` names; several together. */\nenum {")
  for _, word in ipairs(list.option.without.words) do add(lines, "  %s = %d,", word[3], word[2]) end
  lines[#lines] = lines[#lines]:gsub(",$", "")
  local of_task = {}
  for _, row in ipairs(list.options) do
    local type = row.takes_set.integer and "int32_t" or "double"
    if row.task then of_task[#of_task + 1] = ("X(%s, %s, %s)"):format(row.name, row.name:upper(), type) end
  end
  add(lines, "};\n\n/* X of each option that is a field of ab_task: its name, the end of its constant, its type. */")
  add(lines, "#define AB_OPTIONS_OF_TASK(X) \\\n%s", (fill(of_task, "  ", "  "):gsub("\n", " \\\n")))
  add(lines, "\n/* clang-format on */\n\n#endif\n")
  return concat(lines, "\n")
end

local function c_words(lines, row)
  local entries = {}
  for i, word in ipairs(row.words) do entries[i] = ('{"%s", %s}'):format(word[1], word[3] or c_number(word[2])) end
  entries[#entries + 1] = "{NULL, 0}"
  local text = ("static const ab_option_word %s_words[] = {%s};"):format(row.name, concat(entries, ", "))
  add(lines, "%s", fill(list.words(text), "", "  "))
end

local function c_source()
  local lines = {HEADER:format("option_rows.c", "all that is to be known of each option. See option_table.h.",
    "options")}
  add(lines, '\n#include "option_table.h"\n\n#include <float.h>\n#include <math.h>\n\n#include "../../engine/engine.h"')
  for _, limit in ipairs(options.limits) do add(lines, '#include "%s"', limit[3]) end
  add(lines, "")
  for _, limit in ipairs(options.limits) do
    add(lines, '#if %s != %d\n#error "rows/options.lua has another %s"\n#endif', limit[1], limit[2], limit[1])
  end
  add(lines, "\n/* clang-format off */\n")
  for _, row in ipairs(list.options) do
    if row.words then c_words(lines, row) end
  end
  add(lines, "\nconst ab_option_row ab_option_rows[AB_OPTIONS] = {")
  for _, row in ipairs(list.options) do
    add(lines, '  {"%s", "%s",', row.name, row.expected)
    add(lines, "   %s, %s, %s, %s, %s, %s,", takes(row.takes), c_number(row.min), c_number(row.max),
      row.words and row.name .. "_words" or "NULL", c_number(row.initial), c_number(row.off))
    add(lines, "   %s,", algorithms(row.with))
    add(lines, "   %s, %s},", flags(row.given), bits("AB_NEEDS_", row.needs))
  end
  add(lines, "};\n\nconst char *const ab_option_needs[] = {")
  for _, need in ipairs(options.needs) do add(lines, '  "%s",', need[2]) end
  add(lines, "};\n\nconst ab_option_renaming ab_option_renamed[] = {")
  for _, renaming in ipairs(options.renamed) do add(lines, '  {"%s", "%s"},', renaming[1], renaming[2]) end
  add(lines, "  {NULL, NULL}\n};\n\nconst ab_option_level ab_option_levels[] = {")
  for _, level in ipairs(options.levels) do add(lines, "  {%d, %d, %s},", level[1], level[2], c_number(level[3])) end
  add(lines, "};\n\n/* clang-format on */\n")
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
  field("min", lua_number(row.min))
  field("max", lua_number(row.max))
  if row.words then add_words(fields, row.words) end
  field("initial", row.initial and lua_number(row.initial))
  field("off", row.off and lua_number(row.off))
  quoted("algorithms", row.with ~= concat(options.algorithms, " ") and row.with)
  quoted("flags", row.given)
  quoted("needs", row.needs)
  field("of_task", row.task and "true")
  return ("    {\n%s\n    },"):format(fill(fields, "      ", "      "))
end

local function lua_source()
  local lines = {
    "-- All that is to be known of each option: see option_table.lua. Internal: the engine in Lua uses it.", "--",
    "-- Written by `make rows` from rows/options.lua: change it there.", "", "local huge = math.huge", "",
    "return {", "  rows = {",
  }
  for _, row in ipairs(list.options) do add(lines, "%s", lua_row(row)) end
  add(lines, "  },\n  needs = {")
  for _, need in ipairs(options.needs) do
    add(lines, '    {name = "%s", text = "%s", of_game = %s},', need[1], need[2], tostring(need.of_game or false))
  end
  add(lines, "  },\n  renamed = {")
  for _, renaming in ipairs(options.renamed) do add(lines, '    %s = "%s",', renaming[1], renaming[2]) end
  add(lines, "  },\n  levels = {")
  for _, level in ipairs(options.levels) do
    add(lines, "    {%d, %d, %s},", level[1], level[2], lua_number(level[3]))
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

local function learning_header()
  local lines, all = {HEADER:format("learning_rows.h", "what a search may learn of moves.", "techniques")}, {}
  add(lines, "#ifndef ALPHABETA_LEARNING_ROWS_H\n#define ALPHABETA_LEARNING_ROWS_H\n\n/* clang-format off */\n")
  add(lines, "/* What a search may learn of moves, by their identities, to order them: several together. */\nenum {")
  for i, name in ipairs(learning()) do
    all[i] = constant("AB_LEARNS_", name)
    add(lines, "  %s = %d,", all[i], 2 ^ (i - 1))
  end
  add(lines, "  AB_LEARNS_ALL = %s\n};\n\n/* clang-format on */\n\n#endif\n", concat(all, " | "))
  return concat(lines, "\n")
end

local function technique_header()
  local lines, names = {HEADER:format("technique_rows.h", "the names of techniques.", "techniques")}, {}
  add(lines, "#ifndef ALPHABETA_TECHNIQUE_ROWS_H\n#define ALPHABETA_TECHNIQUE_ROWS_H\n\n/* clang-format off */\n")
  add(lines, "/* What a search may use, in the order of `info.techniques`. */\ntypedef enum ab_technique {")
  for i, technique in ipairs(techniques) do
    add(lines, "  %s,", constant("AB_TECHNIQUE_", technique[1]))
    names[i] = ('"%s",'):format(technique[1])
  end
  add(lines, "  AB_TECHNIQUES /* how many there are */\n} ab_technique;\n")
  add(lines, "/* Their names, in the same order: what an array of them begins with. */")
  add(lines, "#define AB_TECHNIQUE_NAMES \\\n%s", (fill(names, "  ", "  "):gsub(",$", ""):gsub("\n", " \\\n")))
  for i, name in ipairs(learning()) do names[i] = ("X(%s)"):format(name:upper()) end
  add(lines, "\n/* Those that are bits of ab_task.learns, by the ends of their constants' names. */")
  add(lines, "#define AB_TECHNIQUES_LEARNED(X) %s", concat(names, " ", 1, #learning()))
  add(lines, "\n/* clang-format on */\n\n#endif\n")
  return concat(lines, "\n")
end

-- The game's functions ------------------------------------------------------------------------------------------------

local function function_header()
  local lines, names = {HEADER:format("function_rows.h", "the names of the functions of a game.", "functions")}, {}
  add(lines, "#ifndef ALPHABETA_FUNCTION_ROWS_H\n#define ALPHABETA_FUNCTION_ROWS_H\n\n/* clang-format off */\n")
  add(lines, "/* What an enumeration of callbacks begins with. */\n#define AB_FUNCTIONS \\")
  for i, row in ipairs(functions) do
    names[i] = ('"%s",'):format(row[1])
    add(lines, "  %s%s", constant("AB_", row[1]), i < #functions and ", \\" or "\n")
  end
  add(lines, "/* Their names, in the same order: what an array of them begins with. */")
  add(lines, "#define AB_FUNCTION_NAMES \\\n%s", (fill(names, "  ", "  "):gsub(",$", ""):gsub("\n", " \\\n")))
  for i, row in ipairs(functions) do names[i] = ("X(%s, %s)"):format(row[1]:upper(), row[1]) end
  add(lines, "\n/* X of each, with the end of its constant and its name. */")
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

local function counter_header()
  local lines, names = {HEADER:format("counter_rows.h", "what `info` says of the engine's counters.", "info")}, {}
  add(lines, "#ifndef ALPHABETA_COUNTER_ROWS_H\n#define ALPHABETA_COUNTER_ROWS_H\n\n/* clang-format off */\n")
  for i, row in ipairs(counters()) do names[i] = ("X(%s)"):format(row[1]) end
  add(lines, "/* X of each field of ab_counters that is one of `info`. */")
  add(lines, "#define AB_COUNTERS_OF_INFO(X) %s\n\n/* clang-format on */\n\n#endif\n", concat(names, " "))
  return concat(lines, "\n")
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
  texts["csrc/binding/api/option_rows.h"] = c_header()
  texts["csrc/binding/api/option_rows.c"] = c_source()
  texts["lua/alphabeta/fallback/option_rows.lua"] = lua_source()
  texts["csrc/binding/root/technique_rows.h"] = technique_header()
  texts["csrc/engine/learning_rows.h"] = learning_header()
  texts["lua/alphabeta/fallback/technique_rows.lua"] =
    names_source("techniques, in the order of `info.techniques`", "techniques", techniques,
      ('\n  learns = {"%s"}, -- of moves, by their identities'):format(concat(learning(), '", "')))
  texts["csrc/binding/base/function_rows.h"] = function_header()
  texts["lua/alphabeta/fallback/function_rows.lua"] =
    names_source("the functions of a game, in the order of the rows", "functions", functions)
  texts["csrc/binding/root/counter_rows.h"] = counter_header()
  texts["lua/alphabeta/common/counter_rows.lua"] =
    names_source("the fields of `info` that count", "info", counters(), "", "the engine in Lua and the pool use it")
end

return engines
