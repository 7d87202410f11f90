---@meta alphabeta.match
-- The function `match` of the module `alphabeta`.

return require("alphabeta").match
