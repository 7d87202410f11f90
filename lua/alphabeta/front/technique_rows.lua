-- The names of techniques, in the order of `info.techniques`. Internal: the engine in Lua uses it.
--
-- Written by `make rows` from rows/techniques.lua: change it there.

return {
  "alphabeta", "pvs", "mtdf", "minimax", "maxn", "uct", "deals", "deepening", "last_depth", "partial_iteration",
  "table", "refutation_table", "order", "order_by_evaluate", "killers", "history", "move_id", "move_content",
  "state_content", "find_move", "current_result", "bounds", "shallow_pruning", "star1", "star2", "repetition",
  "mobility", "quiescence", "null_move", "reductions",
  learns = {"killers", "history"}, -- of moves, by their ids
}
