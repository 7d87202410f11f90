-- The engine: the C module with the functions in Lua that it needs, or the engine in Lua. Internal: the tools use it,
-- which may be loaded before `alphabeta`.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core = require "alphabeta.core"

if core.set_front and not core.options then use "front.main"(core) end

return core
