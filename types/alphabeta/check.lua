---@meta alphabeta.check
-- The function `check` of the module `alphabeta`.

return require("alphabeta").check
