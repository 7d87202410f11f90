-- How many moves there are in a state. Internal: `alphabeta.learn` uses it, in Lua source that it writes, too.

local LEARN = (... or "alphabeta.learn.counting"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local compile = require(LEARN .. ".compile")

local counting = {}

-- The source of a function `count(lister, state)`. `lister` is the game's `moves` or `children`, which may return an
-- array, an iterator, or a number, having filled the array that it was given.
counting.SOURCE = [[
local function count(lister, state)
  local list = lister(state, {})
  if list == nil then return 0 end
  if type(list) == "number" then return list end
  if type(list) == "table" then return #list end
  local n = 0
  while list() ~= nil do n = n + 1 end
  return n
end
]]

-- Makes that function.
-- @treturn function
function counting.counter()
  return compile(counting.SOURCE .. "return count", "alphabeta.learn")()
end

return counting
