-- The options in words: for messages, and for the tools. Internal: loaded when something is wrong, or by a tool.

local use = require((...):match "^(.*)%..*%." .. ".use")

local message, option_rows, option_table = use("front.message", "front.option_rows", "front.option_table")

local concat, format, type = table.concat, string.format, type
local find, rows, ALGORITHMS = option_table.find, option_table.rows, option_table.ALGORITHMS

local texts = {}

-- The names of the options that may be given there, separated by commas.
function texts.names(flag)
  local names = {}
  for i = 1, #rows do
    if rows[i].flags[flag] then names[#names + 1] = rows[i].name end
  end
  return concat(names, ", ")
end

-- The option that `name` probably means among those that `flag` allows; nil if none resembles it.
function texts.closest(name, flag)
  local present, names = option_rows.renamed[name], {}
  if present and find(present, flag) then return present end
  for i = 1, #rows do
    if rows[i].flags[flag] then names[#names + 1] = rows[i].name end
  end
  return use "common.nearest".of(name, names)
end

-- The algorithms of a set as a list for messages.
function texts.algorithms(algorithms)
  local names = {}
  for i = 1, #ALGORITHMS do
    if algorithms[ALGORITHMS[i]] then names[#names + 1] = "'" .. ALGORITHMS[i] .. "'" end
  end
  if #names < 2 then return names[1] or "" end
  return concat(names, ", ", 1, #names - 1) .. " or " .. names[#names]
end

-- core.options(): the rows, for the tools and the specs.
function texts.rows()
  local described = {}
  for i = 1, #rows do
    local row = rows[i]
    local algorithms, words = {}, nil
    for a = 1, #ALGORITHMS do
      if row.algorithms[ALGORITHMS[a]] then algorithms[#algorithms + 1] = ALGORITHMS[a] end
    end
    if row.words then
      words = {}
      for w = 1, #row.words do words[w] = row.words[w] end
    end
    local flags = row.flags
    described[i] = {
      name = row.name, expected = row.expected, words = words, algorithms = algorithms,
      initial = row.initial == row.initial and row.initial or nil,
      searcher = flags.searcher or false, search = flags.search or false, slice = flags.slice or false,
      perft = flags.perft or false, in_game = flags.in_game or false, changes_meaning = not flags.keeps,
    }
  end
  return described
end

-- Raises the error for a name that is not valid in a table.
function texts.reject_name(name, where, kind, flag)
  local is_name, closest = type(name) == "string", nil
  if is_name and flag == "search" and find(name, "searcher") then
    message.fail("%s: option '%s' cannot be given for one search, only %s", where, name,
      where == "alphabeta.search" and "in the third argument" or "to alphabeta.new")
  end
  if is_name and flag == "searcher" and find(name, "search") then
    message.fail("%s: option '%s' can only be given for one search, in its second argument", where, name)
  end
  if is_name then closest = texts.closest(name, flag) end
  message.fail("%s: unknown %s %s%s", where, kind, message.describe(name),
    closest and format(", did you mean '%s'?", closest) or format(" (valid: %s)", texts.names(flag)))
end

return texts
