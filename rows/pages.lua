-- What readers get of the rows: the tables in docs/reference.md, the fields in types/alphabeta.lua, and those of the
-- reference, in docs/alphabeta.lua.

local functions = require "rows.functions"
local info = require "rows.info"
local list = require "rows.list"
local options = require "rows.options"

local concat = table.concat

local pages = {}

local WIDTH = 120

-- Text --------------------------------------------------------------------------------------------------------------

-- A text in one line.
local function one_line(text) return (text:gsub("%s+", " "):gsub("^ ", "")) end

-- The words of a text; what stands between backticks is one, and so is a reference.
local function pieces(text)
  local found, open = {}, false
  for word in one_line(text):gmatch "%S+" do
    if open then found[#found] = found[#found] .. " " .. word else found[#found + 1] = word end
    local _, ticks = word:gsub("`", "")
    if ticks % 2 == 1 then open = not open end
  end
  return found
end

-- Fills lines with a text: the first begins with `first`, the others with `further`.
local function fill(first, further, text)
  local lines, line = {}, first
  for i, piece in ipairs(pieces(text)) do
    if #line + 1 + #piece > WIDTH then
      lines[#lines + 1], line = line, further .. piece
    else
      line = line .. (i == 1 and first:find "%-$" and "" or " ") .. piece
    end
  end
  lines[#lines + 1] = line
  return concat(lines, "\n")
end

-- A text as a sentence.
local function sentence(text) return one_line(text):gsub("^%l", string.upper) .. "." end

-- Puts text in place of what stands between two others, which occur once each.
local function replace(page, before, after, text)
  local _, first = page:find(before, 1, true)
  assert(first, before)
  local last = assert(page:find(after, first, true), after)
  assert(not page:find(before, first, true), before)
  return page:sub(1, first) .. text .. page:sub(last)
end

-- Calls a function for each row that may be given somewhere, group by group.
local function each_row(wanted, call)
  for _, group in ipairs(options.groups) do
    for place = 2, #group do
      local row = list.option[group[place][1]]
      if wanted(row.given_in, row) then call(row) end
    end
  end
end

-- The page ------------------------------------------------------------------------------------------------------------

local function default_of(row)
  if row.usual then return row.usual end
  return not row.default and "none" or row.default:find '"' and ("`%s`"):format(row.default) or row.default
end

local function cell_of(row)
  return one_line(row.text) .. (row.see and (": see %s"):format(row.see) or "")
end

local function option_tables()
  local lines = {}
  for _, group in ipairs(options.groups) do
    lines[#lines + 1] = ("\n**%s:**\n\n| option | default | one search | |\n| --- | --- | --- | --- |"):format(group[1])
    for place = 2, #group do
      local row = list.option[group[place][1]]
      local per_search = row.given_in.search and (row.given_in.searcher and "yes" or "only") or "no"
      if row.given_in.searcher or row.given_in.search then
        lines[#lines + 1] = ("| `%s` | %s | %s | %s |"):format(row.name, default_of(row), per_search, cell_of(row))
      end
    end
  end
  return concat(lines, "\n") .. "\n\n"
end

-- The table of the game's functions, which ends with its fields.
local function function_table()
  local lines, fields = {"\n| function | needed | result |\n| --- | --- | --- |"}, {}
  for _, row in ipairs(functions) do
    for _, form in ipairs(row.forms or {row}) do
      lines[#lines + 1] = ("| `%s(%s)` | %s | %s |"):format(row[1], form.arguments, row.needed or "optional",
        cell_of(form))
    end
  end
  each_row(function(given) return given.in_game end, function(row) fields[#fields + 1] = ("`%s`"):format(row.name) end)
  lines[#lines + 1] = ("| %s | optional | %s |"):format(concat(fields, ", "), one_line [[
    fields, not functions: what the game's numbers mean. They are the [options](#options) of these names, and all tools
    use them; an option overrides: see [values](values.md#fields-of-the-game)]])
  return concat(lines, "\n") .. "\n\n"
end

-- The table of the fields of `info`.
local function info_table()
  local lines = {"\n| field | |\n| --- | --- |"}
  for _, row in ipairs(info) do lines[#lines + 1] = ("| `%s` | %s |"):format(row[1], cell_of(row)) end
  return concat(lines, "\n") .. "\n\n"
end

-- The types -----------------------------------------------------------------------------------------------------------

local function type_fields(wanted)
  local lines = {}
  each_row(wanted, function(row)
    lines[#lines + 1] = fill("---", "---", sentence(row.text))
    lines[#lines + 1] = ("---@field %s? %s"):format(row.name, row.type)
  end)
  return concat(lines, "\n")
end

-- The fields of the class of games.
local function game_fields()
  local lines = {}
  for _, row in ipairs(functions) do
    lines[#lines + 1] = fill("---", "---", sentence(row.text))
    lines[#lines + 1] = ("---@field %s? %s"):format(row[1], row.type)
  end
  lines[#lines + 1] = type_fields(function(given) return given.in_game end)
  return concat(lines, "\n")
end

-- The fields of the class of `info`.
local function info_fields()
  local lines = {}
  for _, row in ipairs(info) do
    lines[#lines + 1] = fill("---", "---", sentence(row.text))
    lines[#lines + 1] = ("---@field %s%s %s"):format(row[1], row.optional and "?" or "", row.type)
  end
  return concat(lines, "\n")
end

-- Writes the fields of a class of types.
local function with_class(page, class, wanted)
  return replace(page, ("---@class alphabeta.%s\n"):format(class), "\n\n", type_fields(wanted))
end

-- The names that the option `without` knows.
local function technique_names()
  local lines = {}
  for i, word in ipairs(list.option.without.words) do lines[i] = ('---| "%s"'):format(word[1]) end
  return concat(lines, "\n")
end

local function types(page)
  page = replace(page, "---@alias alphabeta.TechniqueName\n", "\n\n", technique_names())
  page = replace(page, "---@class alphabeta.Game\n", "\n\n", game_fields())
  page = replace(page, "---@class alphabeta.Info\n", "\n\n", info_fields())
  page = with_class(page, "SearchOptions: alphabeta.SharedOptions", function(given)
    return given.search and not given.searcher
  end)
  page = with_class(page, "SharedOptions", function(given)
    return given.search and given.searcher
  end)
  page = with_class(page, "Options: alphabeta.SharedOptions", function(given)
    return given.searcher and not given.search
  end)
  page = with_class(page, "Slice", function(given) return given.slice end)
  return with_class(page, "PerftOptions", function(given) return given.perft end)
end

-- The reference -------------------------------------------------------------------------------------------------------

-- The types of the reference for those of editors.
local REFERENCE = {
  integer = "int", ["false"] = "boolean", ["any[]"] = "table", ["string[]"] = "{string,...}",
  ["alphabeta.Game"] = "game", ["alphabeta.SharedTable"] = "shared_table",
}

local function reference_type(row)
  if row.reference then return row.reference end
  if row.type:find "^fun%(" then return "function" end
  local types_of, seen = {}, {}
  for part in row.type:gmatch "[^|]+" do
    local own = part:find '"' and "string" or REFERENCE[part] or part
    if not seen[own] then types_of[#types_of + 1] = own end
    seen[own] = true
  end
  return concat(types_of, "|")
end

-- The fields of a table of the reference; `text_of` says what stands behind the name.
local function reference_fields(wanted, text_of)
  local lines = {"\n"}
  each_row(wanted, function(row)
    local default = row.default and "[opt=" .. row.default .. "]" or "[opt]"
    local text = text_of(row)
    if text:find "^as in" then default = "[opt]" end
    local field = ("-- @tfield%s %s %s"):format(default, reference_type(row), row.name)
    lines[#lines + 1] = fill(field, "--   ", text) .. "\n"
  end)
  return concat(lines) .. "-- "
end

local function whole_text(row) return row.text .. (row.more and ". " .. row.more or "") end

-- Puts text in place of the fields of a table, which follow an empty line of its comment.
local function with_fields(page, name, text)
  local tag = "@table " .. name .. "\n"
  local last = assert(page:find(tag, 1, true), tag)
  local first = 0
  for at in page:sub(1, last):gmatch "()\n%-%-\n%-%- @tfield" do first = at end
  return page:sub(1, first + 2) .. text .. page:sub(last)
end

-- Puts the fields of the rows that are wanted there.
local function with_table(page, name, wanted, text_of)
  return with_fields(page, name, reference_fields(wanted, text_of))
end

-- The fields of `info`.
local function reference_info()
  local lines = {}
  for i, row in ipairs(info) do
    local first = ("-- @tfield%s %s %s"):format(row.optional and "[opt]" or "", reference_type(row), row[1])
    lines[i] = fill(first, "--   ", whole_text(row)) .. "\n"
  end
  return "\n" .. concat(lines) .. "-- "
end

-- The functions of a game, and its fields.
local function reference_game()
  local lines = {}
  for i, row in ipairs(functions) do
    local text = ("`%s(%s)`: %s"):format(row[1], row.arguments, whole_text(row))
    lines[i] = fill("-- @tfield[opt] function " .. row[1], "--   ", text) .. "\n"
  end
  local fields = reference_fields(function(given) return given.in_game end, function() return "as in @{options}" end)
  return "\n" .. concat(lines) .. fields:sub(2)
end

local function reference(page)
  page = with_fields(page, "game", reference_game())
  page = with_fields(page, "info", reference_info())
  page = with_table(page, "options", function(given) return given.searcher end, whole_text)
  page = with_table(page, "search_options", function(given) return given.search end, function(row)
    return row.given_in.searcher and "as in @{options}" or whole_text(row)
  end)
  return with_table(page, "slice", function(given) return given.slice end, function(row) return row.text end)
end

-- All -----------------------------------------------------------------------------------------------------------------

local MARK = "<!-- What follows is written by `make rows` from rows/%s.lua. -->\n"
local END = "<!-- Up to here. -->"

-- Adds what is written to a table of texts, by their paths; `read` gives the text of a file.
function pages.add_to(texts, read)
  local page = replace(read "docs/reference.md", MARK:format "options", END, option_tables())
  page = replace(page, MARK:format "functions", END, function_table())
  texts["docs/reference.md"] = replace(page, MARK:format "info", END, info_table())
  texts["types/alphabeta.lua"] = types(read "types/alphabeta.lua")
  texts["docs/alphabeta.lua"] = reference(read "docs/alphabeta.lua")
end

return pages
