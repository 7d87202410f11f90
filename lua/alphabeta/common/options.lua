-- Options of the tools: checks them, and makes messages about them. Internal: the tools use it.
--
-- Rows describe options: for each name an array of the expected value, as a text, and a function that says whether a
-- value is right. With the field `is_needed`, the option must be given.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, option_table, values = use("common.core", "front.option_table", "common.values")

local concat, huge, ipairs, pairs, rawget, sort, type = table.concat, math.huge, ipairs, pairs, rawget, table.sort, type
local describe, is_integer = values.describe, values.is_integer

local options = {}

-- Kinds of values ---------------------------------------------------------------------------------------------------

function options.is_anything() return true end
function options.is_boolean(value) return type(value) == "boolean" end
function options.is_function(value) return type(value) == "function" end
function options.is_string(value) return type(value) == "string" end
function options.is_table(value) return type(value) == "table" end

-- Whether a value is a number above 0, and not infinite.
function options.is_positive(value) return type(value) == "number" and value > 0 and value < huge end

-- Whether a value is an array, or another table, of strings.
function options.are_strings(value)
  if type(value) ~= "table" then return false end
  for _, name in pairs(value) do
    if type(name) ~= "string" then return false end
  end
  return true
end

-- Makes a function that says whether a value is a number from `low` to `high`.
function options.number_from(low, high)
  return function(value) return type(value) == "number" and value >= low and value <= high end
end

-- Makes a function that says whether a value is an integer from `low` to `high`; without `high`, there is no upper
-- limit.
function options.integer_from(low, high)
  return function(value) return is_integer(value) and value >= low and value <= (high or huge) end
end

-- Makes a function that says whether a value is an integer from `low` on, or math.huge.
function options.count_from(low)
  return function(value) return value == huge or is_integer(value) and value >= low end
end

-- The row of an option that the search has, too.
function options.of_search(name)
  return {option_table.by_name[name].expected, function(value) return core.accepts(name, value) end}
end

-- The rows of a tool's own options, and of those of searchers without the ones of a set. The search itself checks the
-- values of its options. With the names `unchecked`, something else checks the values of these options.
function options.with_searchers(own, refused, unchecked)
  local rows = values.copy(own)
  for _, name in ipairs(unchecked or {}) do rows[name] = {"", options.is_anything} end
  for _, row in ipairs(option_table.rows) do
    local name = row.name
    if row.flags.searcher and not rows[name] and not (refused and refused[name]) then
      rows[name] = {row.expected, options.is_anything}
    end
  end
  return rows
end

-- The options of a searcher among those of a tool: all but the tool's own, which have rows.
function options.of_searcher(given, own)
  local found = {}
  for name, value in pairs(given) do
    if not own[name] then found[name] = value end
  end
  return found
end

-- Replaces the function named in an error of alphabeta.core by `where`, the tool's function. Errors of the game and
-- values other than strings are left as they are. Also returns whether it is an error of alphabeta.core.
function options.rename_error(err, where)
  if type(err) ~= "string" then return err, false end
  for _, pattern in ipairs {"^alphabeta%.%a+: ", "^searcher:%a+: ", "^alphabeta: "} do
    local from, to = err:find(pattern)
    if from then return where .. ": " .. err:sub(to + 1), true end
  end
  return err, false
end

-- The names of the options that say what a game's numbers mean.
options.MEANING = {}
for i, row in ipairs(option_table.IN_GAME) do options.MEANING[i] = row.name end

-- The meaning of a game's numbers: the options for it, and the fields of the game, or of a state with its own
-- functions, without such an option. Fields that mean nothing with the algorithm are left out. Returns nil and what is
-- wrong if a field is.
function options.meaning(game, state, given, algorithm)
  local meaning, message = core.game_fields(game, state, given)
  if not meaning then return nil, message end
  for _, row in ipairs(option_table.IN_GAME) do
    if given[row.name] == nil and not row.algorithms[algorithm or "alphabeta"] then meaning[row.name] = nil end
  end
  return meaning
end

-- Checks ------------------------------------------------------------------------------------------------------------

-- The mistake in an option, as a text.
function options.message(name, expected, got)
  return ("option '%s': expected %s, got %s"):format(name, expected, got)
end

-- The first mistake in the names or the values of options; nil if there is none. `prefix` precedes the names in
-- messages.
function options.check(given, rows, prefix)
  if type(given) ~= "table" then return "argument 'options': expected a table, got " .. describe(given) end
  prefix = prefix or ""
  local names = {}
  for name in pairs(rows) do names[#names + 1] = name end
  sort(names)
  if not rows.moves and type(rawget(given, "moves")) == "function" then
    return "argument 'options': expected a table of options, got a game: it goes into option 'game'"
  end
  for name in pairs(given) do
    if not rows[name] then
      local is_text = type(name) == "string"
      local is_of_search = option_table.by_name[name] ~= nil -- spelled as it is meant, but not for here
      local like = name == "rules" and rows.game and "game"
        or is_text and not is_of_search and use "common.nearest".of(name, names)
      return ("unknown option %s%s"):format(describe(is_text and prefix .. name or name),
        like and (", did you mean '%s'?"):format(prefix .. like) or (" (valid: %s)"):format(concat(names, ", ")))
    end
  end
  for _, name in ipairs(names) do
    local value, row = given[name], rows[name]
    if value == nil and row.is_needed or value ~= nil and not row[2](value) then
      return options.message(prefix .. name, row[1], describe(value))
    end
  end
  return nil
end

-- Options of a search with a technique turned off, as a copy: option `without` names it beside what that names.
function options.without(given, name)
  local copy, without = values.copy(given), {name}
  if given.without ~= nil and type(given.without) ~= "table" then return copy end -- the search raises the error
  for i, own in ipairs(given.without or {}) do without[i + 1] = own end
  copy.without = without
  return copy
end

-- Options of a search with a technique turned off, and the second argument of the search, which may name others.
function options.both_without(given, limits, name)
  if type(limits) == "table" and limits.without ~= nil then limits = options.without(limits, name) end
  return options.without(given, name), limits
end

return options
