-- The names of the functions of a game, in the order of the rows. Internal: the engine in Lua uses it.
--
-- Written by `make rows` from rows/functions.lua: change it there.

return {
  "moves", "make", "unmake", "player", "result", "evaluate", "play", "children", "is_over", "order", "hash",
  "move_id", "evaluate_move", "find_move", "bounds", "chances", "deal", "seen", "noisy", "pass", "unpass",
}
