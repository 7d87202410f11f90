-- What the values of a search mean, by its options: for the tools, and for transposition tables. Internal.

local use = require((...):match "^(.*)%..*%." .. ".use")

local options, option_table, rules = use("front.options", "front.option_table", "front.rules")

local format, rawequal = string.format, rawequal
local rows, IN_GAME, has = option_table.rows, option_table.IN_GAME, options.has

local meaning = {}

-- A table of the options that say what the game's numbers mean, by name.
function meaning.of(own)
  local found = {}
  for i = 1, #IN_GAME do
    local row = IN_GAME[i]
    local name = row.name
    if has(own, name) then
      if row.is_object then
        found[name] = own.objects[name]
      else
        found[name] = option_table.value_of(row, own.values[name])
      end
    end
  end
  return found
end

-- core.game_fields(game, state, given): the options that say what the game's numbers mean, from the table `given`, or
-- else from the fields of the game, or without a game from the state's. Returns nil and a message if one of these
-- fields is wrong. `given` is not checked.
function meaning.game_fields(engine, game, state, given)
  local is_state = rawequal(game, nil)
  if is_state then game = state end
  local source, fields = rules.source(engine, game, is_state), {}
  for i = 1, #IN_GAME do
    local row = IN_GAME[i]
    local name = row.name
    local value = given[name]
    if rawequal(value, nil) and not rawequal(source, nil) then
      value = engine.index(source, name)
      if not rawequal(value, nil) then
        local number, err = option_table.take(engine, row, value)
        if number == nil then return nil, format("game field '%s': %s", name, err) end
      end
    end
    fields[name] = value
  end
  return fields
end

-- The meaning of the values in a table that these options filled: an array of names, each followed by its value. If two
-- differ, entries of one are wrong for the other. `game` has the game's functions, if it is known.
function meaning.settings(own, game)
  local settings = {}
  if game and game.result and not game.evaluate and not options.leaves(own, "current_result") then
    settings[1], settings[2] = "without current_result", 1
  end
  for i = 1, #rows do
    local row = rows[i]
    local name = row.name
    if not row.flags.keeps and has(own, name) and row.algorithms.pvs and own.values[name] ~= row.initial then
      local value = own.values[name]
      if row.is_object then value = own.objects[name] end
      settings[#settings + 1], settings[#settings + 2] = name, value
    end
  end
  return settings
end

return meaning
