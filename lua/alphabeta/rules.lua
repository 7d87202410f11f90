-- What the tools written in Lua share: reading the rules of a game, options, and values in messages. Internal:
-- `alphabeta.match`, `alphabeta.check`, `alphabeta.tree` and `alphabeta.explain` use it.

local concat, floor, huge, type = table.concat, math.floor, math.huge, type

local rules = {}

-- Has the value an identity, so that it may be changed?
-- @param value
-- @treturn boolean
function rules.is_object(value)
  return type(value) == "table" or type(value) == "userdata"
end

-- Is the value an integer that every Lua holds exactly?
-- @param value
-- @treturn boolean
function rules.is_integer(value)
  return type(value) == "number" and value == floor(value) and value > -2 ^ 53 and value < 2 ^ 53
end

-- What a value looks like in a message: a number or a short string itself, else its type.
-- @param value
-- @treturn string
function rules.describe(value)
  if type(value) == "number" then return value ~= value and "NaN" or ("%.14g"):format(value) end
  if type(value) == "string" and #value <= 40 then return "'" .. value .. "'" end
  return type(value)
end

local describe = rules.describe

-- Can the value be called?
-- @param value
-- @treturn boolean
function rules.is_callable(value)
  if type(value) == "function" then return true end
  local meta = debug.getmetatable(value)
  return type(meta) == "table" and meta.__call ~= nil
end

-- The field of a value that may not be one that has fields.
-- @param value
-- @param name
-- @return the field; nil when there is none
function rules.field_of(value, name)
  local ok, field = pcall(function() return value[name] end)
  if ok then return field end
  return nil
end

-- Are two moves the same? Tables are when their content is.
-- @param a
-- @param b
-- @tparam[opt] int depth tables are compared so many tables deep, and are different beyond that
-- @tparam[opt] table pairings what is being compared already, so that tables which refer to each other come to an end
-- @treturn boolean
function rules.is_same(a, b, depth, pairings)
  if a == b then return true end
  if type(a) ~= "table" or type(b) ~= "table" or depth == 0 then return false end
  depth, pairings = (depth or huge) - 1, pairings or {}
  if pairings[a] then return pairings[a] == b end
  pairings[a] = b
  for key, value in next, a do
    if not rules.is_same(value, rawget(b, key), depth, pairings) then return false end
  end
  for key in next, b do
    if rawget(a, key) == nil then return false end
  end
  return true
end

-- The place of a move in a list.
-- @param move
-- @tparam table list
-- @tparam[opt] int depth as for is_same
-- @treturn ?int nil when it is not there
function rules.place_of(move, list, depth)
  for i = 1, #list do
    if list[i] == move then return i end
  end
  if type(move) ~= "table" then return nil end
  for i = 1, #list do
    if rules.is_same(list[i], move, depth) then return i end
  end
  return nil
end

-- The style in which a game tells what can follow, chosen as a search chooses it.
-- @param game or the functions that were read
-- @treturn ?string `"in place"`, `"copying"` or `"children"`; nil when functions are missing
function rules.style_of(game)
  if game.moves and game.make and game.unmake then return "in place" end
  if game.moves and game.play then return "copying" end
  return game.children and "children" or nil
end

-- Reads the functions of a game.
-- @param game
-- @tparam {string,...} names of the functions to read
-- @treturn ?table the functions by name, with `style`, as style_of tells
-- @treturn ?string what is wrong then
function rules.read(game, names)
  local found = {}
  for _, name in ipairs(names) do
    local callback = rules.field_of(game, name)
    if callback ~= nil and not rules.is_callable(callback) then
      return nil, ("game function '%s': expected a function, got %s"):format(name, type(callback))
    end
    found[name] = callback
  end
  found.style = rules.style_of(found)
  if not found.style then
    return nil, "the game lacks 'moves' with 'make' and 'unmake', 'moves' with 'play', or 'children'"
  end
  return found
end

-- What is wrong with an option, as text.
-- @tparam string name
-- @tparam string expected
-- @tparam string got
-- @treturn string
function rules.complain(name, expected, got)
  return ("option '%s': expected %s, got %s"):format(name, expected, got)
end

-- Checks that options have no other names than they may have, and are what they are expected to be.
-- @tparam table options
-- @tparam table valid for each name what it is expected to be, and a function that tells whether a value is that; with
--   `is_needed` it must be there
-- @tparam string prefix stands before the names in messages
-- @treturn ?string what is wrong; nil when nothing is
function rules.complaint(options, valid, prefix)
  local names = {}
  for name in pairs(valid) do names[#names + 1] = name end
  table.sort(names)
  for name in pairs(options) do
    if not valid[name] then
      local shown = type(name) == "string" and prefix .. name or name
      return ("unknown option %s (valid: %s)"):format(describe(shown), concat(names, ", "))
    end
  end
  for _, name in ipairs(names) do
    local value, option = options[name], valid[name]
    if value == nil and option.is_needed or value ~= nil and not option[2](value) then
      return rules.complain(prefix .. name, option[1], describe(value))
    end
  end
  return nil
end

return rules
