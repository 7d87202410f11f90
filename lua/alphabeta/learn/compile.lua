-- Makes functions of Lua source. Internal: `alphabeta.learn` uses it.

local LEARN = (... or "alphabeta.learn.compile"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local load = require(PACKAGE .. ".common.globals").load -- a sandbox may lack it

-- @tparam string text
-- @tparam string name for messages
-- @treturn function
return function(text, name)
  if not load then error("alphabeta.learn: needs the function 'load'", 0) end
  return assert(load(text, "=" .. name))
end
