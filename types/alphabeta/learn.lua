---@meta alphabeta.learn
-- The function `learn` of the module `alphabeta`.

return require("alphabeta").learn
