-- Why a game is over in a state, in words. Internal: the tools use it for games that are over in their first state.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games = use "common.game"
local describe = use "common.values".describe

local type = type

-- Takes the functions of the game, as `game.read` returns them. Returns "`moves` returned nil", for example; nil if the
-- game goes on.
return function(rules, state)
  local is_over = rules.is_over and rules.is_over(state)
  if is_over then
    return "`is_over` returned " .. (is_over == true and "true" or describe(is_over) .. ", which is true in Lua")
  end
  if rules.chances and rules.chances(state) ~= nil then return nil end
  local list = rules[rules.list_function](state, games.to_fill(rules.list_function))
  local text = ("`%s` returned "):format(rules.list_function)
  if type(list) == "function" then return list() == nil and text .. "an iterator without a move" or nil end
  if type(list) == "number" then return list < 1 and text .. describe(list) or nil end
  if type(list) ~= "table" then return text .. describe(list) end
  return list[1] == nil and text .. "an empty table" or nil
end
