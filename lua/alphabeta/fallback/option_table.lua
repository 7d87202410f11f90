-- The table of all options, one row for each: that of csrc/binding/api/option_table.c. Internal: the engine in Lua uses
-- it.

local PACKAGE = (... or "alphabeta.fallback.option_table"):match "^(.*)%.[^.]*$"

local choice = require(PACKAGE .. ".choice")
local identity = require(PACKAGE .. ".identity")
local message = require(PACKAGE .. ".message")

local concat, floor, gmatch, huge, next, rawget, type =
  table.concat, math.floor, string.gmatch, math.huge, next, rawget, type
local length_of = rawlen or function(list) return #list end

local option_table = {}

-- Integers up to here are exact in every Lua number.
local EXACT_MAX = 9007199254740992

-- The number of a value that is a Lua object.
local OBJECT = -1
option_table.OBJECT = OBJECT

local ALGORITHMS = {"alphabeta", "pvs", "mtdf", "minimax", "maxn"}
option_table.ALGORITHMS = ALGORITHMS

-- A set of the words in a text.
local function set(text)
  local words = {}
  for word in gmatch(text, "%S+") do words[word] = true end
  return words
end

local PRUNING, WINDOWED = set "alphabeta pvs mtdf", set "alphabeta pvs"
local TWO_SIDES, EVERY = set "alphabeta pvs mtdf minimax", set "alphabeta pvs mtdf minimax maxn"
local EXACT, MAXN = set "alphabeta pvs minimax maxn", set "maxn"

-- Where an option may be given: "searcher", "search", "slice", "perft"; "in_game" where it says what the game's numbers
-- mean; "keeps" where it does not change what stored values mean.
local PER_SEARCH, PER_SEARCHER, OF_GAME = "searcher search keeps", "searcher keeps", "searcher in_game"

local BOOLEAN, NUMBER, PLIES = "true or false", "a number", "an integer from 0 to 10000, or false"
local DEPTH, SECONDS = "an integer from 0 to 10000, or math.huge", "a number of seconds, 0 or more"
local NAN = 0 / 0

-- name, what is expected, what it takes, least, most, words, its number where it is not given (nil: none; -1: what
-- depends on other options), its number where it is off (nil: none), algorithms, where it may be given, what else it
-- needs
local ROWS = {
  {"algorithm", "'alphabeta', 'pvs', 'mtdf', 'minimax' or 'maxn'", "word", 0, 0,
    {"alphabeta", 0, "pvs", 1, "mtdf", 2, "minimax", 3, "maxn", 4}, 0, nil, EVERY, PER_SEARCH},
  {"alpha", NUMBER, "number", -huge, huge, nil, -huge, -huge, PRUNING, PER_SEARCH},
  {"aspiration", "a number greater than 0", "number above_least", 0, huge, nil, huge, huge, WINDOWED, PER_SEARCH,
    "deepening one_value"},
  {"avoid", "an array of moves", "list", 0, 0, nil, 0, nil, EVERY, PER_SEARCH},
  {"beta", NUMBER, "number", -huge, huge, nil, huge, huge, PRUNING, PER_SEARCH},
  {"deepening", BOOLEAN, "boolean", 0, 0, nil, -1, nil, EVERY, PER_SEARCH},
  {"depth", DEPTH, "integer or_infinite", 0, 10000, nil, -1, nil, EVERY, PER_SEARCH},
  {"divide", BOOLEAN, "boolean", 0, 0, nil, 0, 0, EVERY, "perft keeps"},
  {"enhanced_cutoffs", BOOLEAN, "boolean", 0, 0, nil, -1, 0, PRUNING, PER_SEARCH, "hash_move"},
  {"fail", "'soft' or 'hard'", "word", 0, 0, {"soft", 0, "hard", 1}, 0, 0, WINDOWED, PER_SEARCH, "window"},
  {"game", "a game", "any", 0, 0, nil, 0, nil, EVERY, PER_SEARCHER .. " perft"},
  {"hash", "'auto' or false", "word false", 0, 0, {"auto", 1}, 0, 0, TWO_SIDES, "searcher"},
  {"hash_ignore", "an array of names of fields", "list of_strings", 0, 0, nil, 0, nil, TWO_SIDES, "searcher",
    "content"},
  {"history", BOOLEAN, "boolean", 0, 0, nil, -1, 0, PRUNING, PER_SEARCH},
  {"killers", BOOLEAN, "boolean", 0, 0, nil, -1, 0, PRUNING, PER_SEARCH},
  {"level", "an integer from 1 to " .. choice.LEVELS .. ", or a function", "integer function", 1, choice.LEVELS, nil, 0,
    nil, EXACT, PER_SEARCH},
  {"max_player", "a player", "any", 0, 0, nil, 0, nil, TWO_SIDES, OF_GAME, "view_player"},
  {"maximize", BOOLEAN, "boolean", 0, 0, nil, 1, 1, TWO_SIDES, PER_SEARCH, "max"},
  {"multipv", "an integer from 1 on, or 'all'", "integer word", 1, huge, {"all", huge}, 1, 1, EXACT, PER_SEARCH,
    "no_level"},
  {"nodes", "an integer from 1 on, or math.huge", "integer", 1, huge, nil, huge, huge, EVERY, PER_SEARCH .. " slice"},
  {"null_move", PLIES, "integer false", 0, 10000, nil, 0, 0, PRUNING, "searcher", "pass"},
  {"on_iteration", "a function", "function", 0, 0, nil, 0, nil, EVERY, PER_SEARCH},
  {"only", "an array of moves", "list", 0, 0, nil, 0, nil, EVERY, PER_SEARCH},
  {"order", "'evaluate' or false", "word false", 0, 0, {"evaluate", 1}, 0, 0, PRUNING, PER_SEARCH},
  {"past", "an array of keys or states", "list", 0, 0, nil, 0, nil, EVERY, "search keeps", "repetition"},
  {"quiescence", PLIES, "integer false", 0, 10000, nil, 0, 0, TWO_SIDES, "searcher", "noisy"},
  {"reductions", PLIES, "integer false", 0, 10000, nil, 0, 0, PRUNING, "searcher"},
  {"refutation_table", BOOLEAN, "boolean", 0, 0, nil, -1, 0, PRUNING, PER_SEARCH},
  {"reorder", BOOLEAN, "boolean", 0, 0, nil, 0, 0, PRUNING, PER_SEARCH, "deepening order"},
  {"repetition", NUMBER, "number", -huge, huge, nil, nil, nil, TWO_SIDES, OF_GAME, "hash"},
  {"seed", "an integer", "bits", 0, 0, nil, 0, nil, EVERY, PER_SEARCH, "choice"},
  {"slice", SECONDS, "number", 0, huge, nil, huge, huge, EVERY, PER_SEARCHER},
  {"star2", BOOLEAN, "boolean", 0, 0, nil, -1, 0, PRUNING, PER_SEARCH, "chances"},
  {"table", "a number of MiB from 0 to 1024, or a shared table", "number", 0, 1024, nil, 16, 0, PRUNING, PER_SEARCHER,
    "hash"},
  {"think", SECONDS, "number", 0, huge, nil, huge, huge, EVERY, PER_SEARCH},
  {"ties", "true, false or 'random'", "boolean word", 0, 0, {"random", 2}, 0, 0, EXACT, PER_SEARCH},
  {"time", SECONDS, "number", 0, huge, nil, huge, huge, EVERY, PER_SEARCH .. " slice"},
  {"trace", "a function", "function", 0, 0, nil, 0, nil, EVERY, PER_SEARCH},
  {"value_max", NUMBER, "number", -huge, huge, nil, huge, huge, EVERY, OF_GAME},
  {"value_min", NUMBER, "number", -huge, huge, nil, -huge, -huge, EVERY, OF_GAME},
  {"value_sum", NUMBER, "number", -huge, huge, nil, huge, huge, MAXN, OF_GAME},
  {"view", "'max', 'mover' or 'player'", "word", 0, 0, {"max", 0, "mover", 1, "player", 2}, 0, 0, TWO_SIDES, OF_GAME},
  {"win", "a finite number greater than 1", "number above_least", 1, 1.7976931348623157e308, nil, huge, nil, TWO_SIDES,
    OF_GAME},
}

-- The texts of what options need, in the order in which they are looked at.
option_table.NEEDS = {
  {"deepening", "option 'deepening'"}, {"window", "option 'alpha' or 'beta'"},
  {"choice", "option 'level', or option 'ties' that is 'random'"},
  {"one_value", "a search without options 'multipv', 'ties' and 'level'"},
  {"no_level", "a search without option 'level'"}, {"repetition", "option 'repetition'"}, {"max", "view 'max'"},
  {"hash", "a game with 'hash', or option 'hash'"}, {"noisy", "a game with 'noisy'"},
  {"pass", "a game with 'pass', and with 'unpass' where moves are made in place"},
  {"chances", "a game with 'chances'"}, {"view_player", "view 'player'"},
  {"hash_move", "a game with 'hash' and 'hash_move', and not played by children"}, {"content", "option 'hash'"},
  {"order", "a game with 'order', and no option 'order'"},
}

-- Names of earlier versions, and what they are called now.
local RENAMED = {searchmoves = "only"}

-- The longest name that is looked for a closest one, in characters.
local NAME_MAX_LENGTH = 24

local rows, by_name = {}, {}
for i, row in ipairs(ROWS) do
  local words, numbers = nil, {}
  if row[6] then
    words = {}
    for w = 1, #row[6], 2 do words[#words + 1], numbers[row[6][w]] = row[6][w], row[6][w + 1] end
  end
  local own = {
    name = row[1], expected = row[2], takes = set(row[3]), least = row[4], most = row[5], words = words,
    numbers = numbers, initial = row[7] or NAN, off = row[8] or NAN, algorithms = row[9], flags = set(row[10]),
    needs = set(row[11] or ""),
  }
  own.is_object = own.takes["function"] or own.takes.list or own.takes.any or false
  rows[i], by_name[own.name] = own, own
end
option_table.rows = rows

-- The row of the option called `name` among those that may be given where `flag` says; nil when there is none.
function option_table.find(name, flag)
  local row = by_name[name]
  return row and (flag == nil or row.flags[flag]) and row or nil
end
local find = option_table.find

-- The names of the options that may be given there, separated by commas.
function option_table.names(flag)
  local names = {}
  for i = 1, #rows do
    if rows[i].flags[flag] then names[#names + 1] = rows[i].name end
  end
  return concat(names, ", ")
end

-- How many letters must be changed, put in, left out or exchanged with the next one to make one name of the other.
local function distance(a, b)
  a, b = a:lower(), b:lower()
  local before, last, row = {}, {}, {}
  for j = 0, #b do before[j], last[j] = j, j end
  for i = 1, #a do
    row[0] = i
    for j = 1, #b do
      local least = last[j - 1] + (a:sub(i, i) ~= b:sub(j, j) and 1 or 0)
      if last[j] + 1 < least then least = last[j] + 1 end
      if row[j - 1] + 1 < least then least = row[j - 1] + 1 end
      if i > 1 and j > 1 and a:sub(i, i) == b:sub(j - 1, j - 1) and a:sub(i - 1, i - 1) == b:sub(j, j)
        and before[j - 2] + 1 < least then
        least = before[j - 2] + 1
      end
      row[j] = least
    end
    before, last, row = last, row, before
  end
  return last[#b]
end

-- The name among these options that `name` was probably meant to be; nil when none is like it.
function option_table.closest(name, flag)
  local present = RENAMED[name]
  if present and find(present, flag) then return present end
  if #name > NAME_MAX_LENGTH then return nil end
  local closest, least = nil, floor((#name + 1) / 3) + 1
  for i = 1, #rows do
    if rows[i].flags[flag] then
      local changes = distance(name, rows[i].name)
      if changes < least then closest, least = rows[i].name, changes end
    end
  end
  return closest
end

local function is_in_range(row, number)
  local takes = row.takes
  if takes.or_infinite and number == huge then return true end
  if not (number >= row.least and number <= row.most) then return false end
  if takes.above_least and number == row.least then return false end
  if not takes.integer or number == huge then return true end
  return number <= EXACT_MAX and number == floor(number)
end

-- A copy of a list, raw; nil and what came instead when it is none.
local function copy_list(row, list)
  local own = {}
  for i = 1, length_of(list) do
    own[i] = rawget(list, i)
    if type(own[i]) == "nil" then
      return nil, ("expected an array without holes, got nil at index %d of %d"):format(i, length_of(list))
    end
    if row.takes.of_strings and type(own[i]) ~= "string" then
      return nil, ("expected %s, got %s at index %d"):format(row.expected, type(own[i]), i)
    end
  end
  if #own == 0 and type((next(list))) ~= "nil" then
    return nil, "expected " .. row.expected .. ", got a table with other keys"
  end
  return own
end

-- Reads a value as that of an option. Returns its number (OBJECT for an object; of a seed, its halves as a table) and
-- the object; or nil and what is wrong.
function option_table.take(row, value)
  local kind, takes = type(value), row.takes
  if takes.any and value ~= nil and (value == value or kind ~= "number") then return OBJECT, value end
  if kind == "function" and takes["function"] then return OBJECT, value end
  if kind == "table" and takes.list then
    local list, err = copy_list(row, value)
    if list then return OBJECT, list end
    return nil, err
  end
  if takes.bits then
    local high, low = identity.integer_bits(value)
    if high then return {high, low} end
  end
  if kind == "number" and (takes.number or takes.integer) and is_in_range(row, value) then
    return takes.integer and value < huge and floor(value) or value + 0.0
  end
  if kind == "boolean" and (takes.boolean or takes["false"] and not value) then return value and 1 or 0 end
  if kind == "string" and takes.word and row.numbers[value] then return row.numbers[value] end
  return nil, "expected " .. row.expected .. ", got " .. message.describe(value)
end

-- A number of an option as the value that it was read from.
function option_table.value_of(row, number)
  for i = 1, row.words and #row.words or 0 do
    if row.numbers[row.words[i]] == number then return row.words[i] end
  end
  if number == floor(number) and number > -2147483647 and number < 2147483647 then return floor(number) end
  return number
end

-- The algorithms of a set as a list for messages.
function option_table.algorithms_text(algorithms)
  local names = {}
  for i = 1, #ALGORITHMS do
    if algorithms[ALGORITHMS[i]] then names[#names + 1] = "'" .. ALGORITHMS[i] .. "'" end
  end
  if #names < 2 then return names[1] or "" end
  return concat(names, ", ", 1, #names - 1) .. " or " .. names[#names]
end

-- core.options(): the rows, for the tools and the specs.
function option_table.describe()
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

-- core.accepts(name, value): whether a value is valid for the option of that name; nil when there is no such option.
function option_table.accepts(name, value)
  local row = find(name)
  if not row then return nil end
  return option_table.take(row, value) ~= nil
end

return option_table
