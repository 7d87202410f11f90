---@meta alphabeta.explain
-- The function `explain` of the module `alphabeta`.

return require("alphabeta").explain
