-- What helpers look up in the module of the rules, since functions cannot be sent to them. Internal: `alphabeta.learn`
-- uses it.

local LEARN = (... or "alphabeta.learn.lookup"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local describe = require(PACKAGE .. ".common.values").describe

local ipairs, pairs, type = ipairs, pairs, type

-- The options that are functions which are called in self-play.
local FUNCTIONS = {"features", "start"}

-- The name under which a module has a function; nil where it has not.
local function name_of(module, wanted)
  for name, value in pairs(module) do
    if value == wanted and type(name) == "string" then return name end
  end
  return nil
end

-- Finds the names.
-- @tparam table given the options; `rules` is the name of the module
-- @param game
-- @param state
-- @treturn ?table `rules`; `state`, `features` and `start`, the names of these functions in it
-- @treturn ?string what is wrong then
return function(given, game, state)
  local ok, module = pcall(require, given.rules)
  if not ok then return nil, "option 'rules': " .. module end
  if type(module) ~= "table" then
    return nil, ("option 'rules': expected the name of a module that returns a table, got %s from '%s'"):format(
      describe(module), given.rules)
  end
  if module ~= game then
    return nil, ("option 'rules': expected argument 'game' to be what the module '%s' returns"):format(given.rules)
  end
  local names = {rules = given.rules, state = name_of(module, state)}
  if not names.state then
    return nil, ("option 'rules': expected argument 'state' to be a function of the module '%s'"):format(given.rules)
  end
  for _, option in ipairs(FUNCTIONS) do
    names[option] = name_of(module, given[option])
    if given[option] and not names[option] then
      return nil, ("option 'rules': expected option '%s' to be a function of the module '%s'"):format(option,
        given.rules)
    end
  end
  return names
end
