-- The names of techniques, in the order of `info.techniques`. `make rows` writes them for both engines and for the
-- reference, and the words of the option `without`. A row has
--   [1]      its name
--   text     what it is, if the name does not say it
--   without  true if it is on by default, so the option `without` may name it
--   learns   true if it orders moves by what was learned of them elsewhere, by move ids. Both engines then know when
--            it is on, that move ids are needed, and its name in `info.techniques`. In C it is a bit of
--            `ab_techniques.learns`, AB_LEARNS_ and its name; in Lua a field of the search, `learns_` and its name

return {
  {"alphabeta", text = "the algorithm: one of these six"},
  {"pvs"},
  {"mtdf"},
  {"minimax"},
  {"maxn"},
  {"uct", text = "Monte Carlo tree search; `without` turns off that the search chooses it by itself", without = true},
  {"deals", text = "of hidden hands"},
  {"deepening"},
  {"last_depth", text = "iterations go by two plies, to the depth that the searcher's last search completed",
    without = true},
  {"partial_iteration", text = "a better move that an unfinished iteration has proved is the answer", without = true},
  {"table", text = "the transposition table", without = true},
  {"refutation_table", text = "the best move of each node of the last iteration", without = true},
  {"order", text = "the game's function"},
  {"order_by_evaluate", text = "the option `order`"},
  {"killers", without = true, learns = true},
  {"history", without = true, learns = true},
  {"move_id"},
  {"move_content", text = "moves that are tables were identified by content"},
  {"state_content", text = '`hash = "auto"`, or `repetition` without `hash`'},
  {"find_move"},
  {"current_result", text = "in a game without `evaluate`, `result` values states where the game goes on",
    without = true},
  {"bounds", text = "of `win`, `value_min`, `value_max` or the game's function"},
  {"shallow_pruning"},
  {"star1"},
  {"star2", text = "at chance nodes, the best reply to each outcome is tried first", without = true},
  {"repetition"},
  {"mobility", text = "in a game without `evaluate`, the number of moves is a small part of what a state is worth",
    without = true},
  {"quiescence"},
  {"null_move"},
  {"reductions"},
}
