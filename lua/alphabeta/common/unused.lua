-- Functions of a game that a search by some options never calls, and names that resemble those of functions. Internal:
-- `alphabeta.check` and `alphabeta.explain` report them.

local use = require((...):match "^(.*)%..*%." .. ".use")

local option_table, function_rows = use("front.option_table", "front.function_rows")
local getmetatable = use "common.globals".getmetatable
local values = use "common.values"

local nearest = use "common.nearest"
local concat, huge, ipairs, next, rawget, sort, type = table.concat, math.huge, ipairs, next, rawget, table.sort, type

local unused = {}

-- The least length of names that may be misspelt, and in how many characters they may differ.
local SHORTEST, MOST_CHANGES = 4, 2

-- The most tables that are looked through for names, each the `__index` of the one before.
local MOST_TABLES = 10

-- With less than this for each ply of a win, there is no quiescence by default.
local WIN_SHARE = 8

-- The effect of the options ------------------------------------------------------------------------------------------

local function prunes(options)
  return options.algorithm ~= "minimax" and options.algorithm ~= "maxn"
end

-- Whether noisy moves are followed.
local function is_quiescent(game, options)
  local given = options.quiescence
  if given ~= nil then return given ~= 0 and given ~= false end
  return game.noisy ~= nil and options.algorithm ~= "maxn" and (options.win or huge) >= WIN_SHARE
end

-- Why the search needs no keys; nil if it does.
local function no_keys(options)
  if options.repetition ~= nil then return nil end
  if not prunes(options) then return ("algorithm '%s' has no table"):format(options.algorithm) end
  if options.table == 0 then return "option 'table' is 0" end
  return values.has(options.without or {}, "table") and "option 'without' turns the table off" or nil
end

-- Why no turn is passed.
local function no_pass(game, options)
  local given = options.null_move
  if given == nil or given == 0 or given == false then return "option 'null_move' is off" end
  return not game.pass and "the game lacks 'pass'" or nil
end

-- Why functions are not called -----------------------------------------------------------------------------------

local MADE_BY = {
  ["in place"] = "moves are made by 'make' and 'unmake'", copying = "moves are made by 'play'",
  children = "'children' lists the states that follow",
}

-- The styles of games in which a search calls a function; the other functions belong to all.
local STYLES = {
  moves = {["in place"] = true, copying = true}, make = {["in place"] = true}, unmake = {["in place"] = true},
  play = {copying = true}, children = {children = true},
}

-- Why a game of its style does without a function; nil if it does not.
local function other_style(name, game)
  return STYLES[name] and not STYLES[name][game.style] and MADE_BY[game.style] or nil
end

-- By the name of a function: why a search of the game by the options never calls it; nil if it may.
local REASONS = {}

function REASONS.order(_, options)
  return options.order == "evaluate" and "option 'order' is 'evaluate'" or nil
end

function REASONS.hash(_, options)
  return options.hash == "auto" and "option 'hash' is 'auto'" or no_keys(options)
end

function REASONS.move_id(_, options)
  if not prunes(options) then return ("algorithm '%s' remembers no moves"):format(options.algorithm) end
  return options.table == 0 and "with option 'table' of 0 no moves are remembered" or nil
end

REASONS.find_move = REASONS.move_id

function REASONS.evaluate_move(game, options)
  if game.player and options.view == "mover" then return "with view 'mover', 'player' must see the state" end
  if is_quiescent(game, options) and options.order ~= "evaluate" then
    return "quiescence must see the state: 'quiescence' of 0 turns it off"
  end
  return nil
end

function REASONS.bounds(_, options)
  return not prunes(options) and ("algorithm '%s' uses no bounds"):format(options.algorithm) or nil
end

function REASONS.noisy(game, options)
  if is_quiescent(game, options) then return nil end
  if options.quiescence ~= nil then return "option 'quiescence' is off" end
  return options.algorithm == "maxn" and "algorithm 'maxn' has no quiescence"
    or ("with 'win' below %d, there is no quiescence by default"):format(WIN_SHARE)
end

REASONS.pass = no_pass

function REASONS.unpass(game, options)
  return game.style ~= "in place" and MADE_BY[game.style] or no_pass(game, options)
end

-- Names that are nearly right ------------------------------------------------------------------------------------

local is_known = {}
for _, name in ipairs(function_rows) do is_known[name] = true end

-- The name among several that another one probably means; nil if none is near. A longer one, such as "hashed", is
-- another word.
local function closest(name, known_names, is_wanted)
  if #name < SHORTEST then return nil end
  return nearest.of(name, known_names, MOST_CHANGES, function(known, changes)
    return is_wanted(known) and not (changes > 1 and name:sub(1, #known) == known)
  end)
end

-- The fields of a game that a search reads, in the order of the options.
local FIELDS, is_field = {}, {}
for i, row in ipairs(option_table.IN_GAME) do FIELDS[i], is_field[row.name] = row.name, true end

-- The names in a table, and in the tables from which it inherits, of functions that a game does not have; or of numbers
-- and texts. Sorted.
local function strange_names(source, are_fields)
  local names, seen = {}, {}
  for _ = 1, MOST_TABLES do
    if type(source) ~= "table" then break end
    for name, value in next, source do
      local kind = type(value)
      local is_strange = kind == "function" and not is_known[name]
      if are_fields then is_strange = not is_field[name] and (kind == "number" or kind == "string") end
      if type(name) == "string" and is_strange and not seen[name] then
        seen[name], names[#names + 1] = true, name
      end
    end
    local meta = getmetatable(source)
    source = type(meta) == "table" and rawget(meta, "__index") or nil
  end
  sort(names)
  return names
end

-- The name among several that begins with another one, such as `evaluate` for "eval"; nil if there is none.
local function completed(name, known_names)
  for _, known in ipairs(known_names) do
    if #name >= SHORTEST and known:sub(1, #name) == name then return known end
  end
  return nil
end

-- Which functions of a game probably mean some that it lacks, of those with the names `wanted`. It is the end of a
-- message; empty if there is none.
function unused.suggestion(source, wanted)
  local parts = {}
  for _, name in ipairs(strange_names(source)) do
    local like = closest(name, wanted, function(known) return values.field_of(source, known) == nil end)
      or completed(name, wanted)
    if like then parts[#parts + 1] = ("; is '%s' meant to be '%s'?"):format(name, like) end
  end
  return concat(parts)
end

-- Lists the functions that a search never calls, in their order, with the `name` and the `reason`; then the names that
-- are probably misspelt, with the `name`, the one that it is `like`, and whether that `is_field`. `game` has the
-- functions, as `game.read` returns them; `options` are those of the search, with the fields of the game that say what
-- its numbers mean.
function unused.list(source, game, options)
  local list = {}
  for _, name in ipairs(function_rows) do
    local reason = game[name] and (other_style(name, game) or REASONS[name] and REASONS[name](game, options))
    if reason then list[#list + 1] = {name = name, reason = reason} end
  end
  for _, name in ipairs(strange_names(source)) do
    local like = closest(name, function_rows, function(known)
      return not game[known] and not other_style(known, game)
    end)
    if like then list[#list + 1] = {name = name, like = like} end
  end
  for _, name in ipairs(strange_names(source, true)) do
    local value = values.field_of(source, name)
    local like = closest(name, FIELDS, function(known)
      local fits = type(value) == "number"
      if known == "view" then fits = value == "max" or value == "mover" or value == "player" end
      return fits and options[known] == nil and #known >= SHORTEST and name ~= known .. "s"
    end)
    if like then list[#list + 1] = {name = name, like = like, is_field = true} end
  end
  return list
end

-- The functions that are never called, as sentences: one for each reason, without a full stop, and one for each name.
function unused.sentences(list)
  local sentences, names_of, order = {}, {}, {}
  for _, entry in ipairs(list) do
    local reason = entry.reason
    if reason and not names_of[reason] then names_of[reason], order[#order + 1] = {}, reason end
    if reason then names_of[reason][#names_of[reason] + 1] = ("`%s`"):format(entry.name) end
  end
  for i, reason in ipairs(order) do
    local names = names_of[reason]
    sentences[i] = ("a search with these options never calls %s: %s"):format(concat(names, ", "), reason)
  end
  for _, entry in ipairs(list) do
    if entry.like then
      sentences[#sentences + 1] = ("a search never %s `%s`: did you mean '%s'?"):format(
        entry.is_field and "reads" or "calls", entry.name, entry.like)
    end
  end
  return sentences
end

return unused
