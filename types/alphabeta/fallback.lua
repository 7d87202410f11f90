---@meta alphabeta.fallback
-- The engine in Lua: what it returns is the module `alphabeta`.

return require "alphabeta"
