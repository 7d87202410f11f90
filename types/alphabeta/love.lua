---@meta alphabeta.love
-- The module in LÖVE: what it returns is the module `alphabeta`.

return require "alphabeta"
