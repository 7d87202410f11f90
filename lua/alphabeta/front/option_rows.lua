-- All that is to be known of each option: see option_table.lua. Internal.
--
-- Written by `make rows` from rows/options.lua: change it there.

local huge = math.huge

return {
  rows = {
    {
      name = "algorithm", expected = "'alphabeta', 'pvs', 'mtdf', 'minimax', 'maxn' or 'uct'", takes = "word",
      words = {{"alphabeta", 0}, {"pvs", 1}, {"mtdf", 2}, {"minimax", 3}, {"maxn", 4}, {"uct", 5}}, initial = 0,
      flags = "searcher search keeps",
    },
    {
      name = "alpha", expected = "a number", takes = "number", min = -huge, max = huge, initial = -huge, off = -huge,
      algorithms = "alphabeta pvs mtdf", flags = "searcher search keeps",
    },
    {
      name = "avoid", expected = "an array of moves", takes = "list", initial = 0, flags = "searcher search keeps",
    },
    {
      name = "beta", expected = "a number", takes = "number", min = -huge, max = huge, initial = huge, off = huge,
      algorithms = "alphabeta pvs mtdf", flags = "searcher search keeps",
    },
    {
      name = "clock", expected = "a clock, {left = seconds, increment = seconds}", takes = "clock", initial = huge,
      off = huge, flags = "searcher search keeps",
    },
    {
      name = "deals", expected = "an integer from 0 to 1000", takes = "integer", min = 0, max = 1000, initial = 12,
      off = 0, algorithms = "alphabeta pvs minimax", flags = "searcher search keeps", needs = "deal",
    },
    {
      name = "deepening", expected = "true or false", takes = "boolean", initial = -1,
      algorithms = "alphabeta pvs mtdf minimax maxn", flags = "searcher search keeps",
    },
    {
      name = "depth", expected = "an integer from 0 to 10000, or math.huge", takes = "integer or_infinite", min = 0,
      max = 10000, initial = -1, algorithms = "alphabeta pvs mtdf minimax maxn", flags = "searcher search keeps",
    },
    {
      name = "divide", expected = "true or false", takes = "boolean", initial = 0, off = 0, flags = "perft keeps",
    },
    {
      name = "game", expected = "a game", takes = "any", initial = 0, flags = "searcher perft keeps",
    },
    {
      name = "hash", expected = "'auto' or false", takes = "word false", words = {{"auto", 1}}, initial = 0, off = 0,
      algorithms = "alphabeta pvs mtdf minimax uct", flags = "searcher",
    },
    {
      name = "hash_ignore", expected = "an array of names of fields", takes = "list of_strings", initial = 0,
      algorithms = "alphabeta pvs mtdf minimax uct", flags = "searcher", needs = "content",
    },
    {
      name = "level", expected = "an integer from 1 to 10, or a function", takes = "integer function", min = 1,
      max = 10, initial = 0, algorithms = "alphabeta pvs minimax maxn uct", flags = "searcher search keeps",
    },
    {
      name = "max_player", expected = "a player", takes = "any", initial = 0,
      algorithms = "alphabeta pvs mtdf minimax uct", flags = "searcher in_game", needs = "view_player",
    },
    {
      name = "maximize", expected = "true or false", takes = "boolean", initial = 1, off = 1,
      algorithms = "alphabeta pvs mtdf minimax uct", flags = "searcher search keeps", needs = "max",
    },
    {
      name = "multipv", expected = "an integer of 1 or more, or 'all'", takes = "integer word", min = 1, max = huge,
      words = {{"all", huge}}, initial = 1, off = 1, algorithms = "alphabeta pvs minimax maxn uct",
      flags = "searcher search keeps", needs = "no_level",
    },
    {
      name = "nodes", expected = "an integer of 1 or more, or math.huge", takes = "integer pair", min = 1, max = huge,
      initial = huge, off = huge, flags = "searcher search keeps slice",
    },
    {
      name = "null_move", expected = "an integer from 0 to 10000, or false", takes = "integer false", min = 0,
      max = 10000, initial = 0, off = 0, algorithms = "alphabeta pvs mtdf", flags = "searcher", needs = "pass",
    },
    {
      name = "on_iteration", expected = "a function", takes = "function", initial = 0,
      flags = "searcher search keeps",
    },
    {
      name = "only", expected = "an array of moves", takes = "list", initial = 0, flags = "searcher search keeps",
    },
    {
      name = "order", expected = "'evaluate' or false", takes = "word false", words = {{"evaluate", 1}}, initial = 0,
      off = 0, algorithms = "alphabeta pvs mtdf", flags = "searcher search keeps",
    },
    {
      name = "past", expected = "an array of keys or states", takes = "list", initial = 0, flags = "search keeps",
      needs = "repetition",
    },
    {
      name = "quiescence", expected = "an integer from 0 to 10000, or false", takes = "integer false", min = 0,
      max = 10000, initial = -1, off = 0, algorithms = "alphabeta pvs mtdf minimax", flags = "searcher",
      needs = "noisy",
    },
    {
      name = "reductions", expected = "an integer from 0 to 10000, or false", takes = "integer false", min = 0,
      max = 10000, initial = 0, off = 0, algorithms = "alphabeta pvs mtdf", flags = "searcher",
    },
    {
      name = "repetition", expected = "a number", takes = "number", min = -huge, max = huge,
      algorithms = "alphabeta pvs mtdf minimax", flags = "searcher in_game",
    },
    {
      name = "seed", expected = "an integer", takes = "bits", initial = 0, flags = "searcher search keeps",
    },
    {
      name = "slice", expected = "a number of seconds, 0 or more", takes = "number", min = 0, max = huge,
      initial = huge, off = huge, flags = "searcher keeps",
    },
    {
      name = "table", expected = "a number of MiB from 0 to 1024, or a shared table", takes = "number table", min = 0,
      max = 1024, initial = 16, off = 0, algorithms = "alphabeta pvs mtdf uct", flags = "searcher keeps",
      needs = "hash",
    },
    {
      name = "think", expected = "a number of seconds, 0 or more", takes = "number pair", min = 0, max = huge,
      initial = huge, off = huge, flags = "searcher search keeps",
    },
    {
      name = "ties", expected = "true, false or 'random'", takes = "boolean word", words = {{"random", 2}},
      initial = 0, off = 0, algorithms = "alphabeta pvs minimax maxn uct", flags = "searcher search keeps",
    },
    {
      name = "time", expected = "a number of seconds, 0 or more", takes = "number", min = 0, max = huge,
      initial = huge, off = huge, flags = "searcher search keeps slice",
    },
    {
      name = "trace", expected = "a function", takes = "function", initial = 0,
      algorithms = "alphabeta pvs mtdf minimax maxn", flags = "searcher search keeps",
    },
    {
      name = "value_max", expected = "a number", takes = "number", min = -huge, max = huge, initial = huge,
      off = huge, algorithms = "alphabeta pvs mtdf minimax maxn", flags = "searcher in_game",
    },
    {
      name = "value_min", expected = "a number", takes = "number", min = -huge, max = huge, initial = -huge,
      off = -huge, algorithms = "alphabeta pvs mtdf minimax maxn", flags = "searcher in_game",
    },
    {
      name = "value_sum", expected = "a number", takes = "number", min = -huge, max = huge, initial = huge,
      off = huge, algorithms = "maxn", flags = "searcher in_game",
    },
    {
      name = "view", expected = "'max', 'mover' or 'player'", takes = "word", words = {{"max", 0}, {"mover", 1},
      {"player", 2}}, initial = 0, off = 0, algorithms = "alphabeta pvs mtdf minimax uct", flags = "searcher in_game",
    },
    {
      name = "win", expected = "a finite number greater than 1", takes = "number above_min", min = 1,
      max = 1.7976931348623157e+308, initial = huge, algorithms = "alphabeta pvs mtdf minimax uct",
      flags = "searcher in_game",
    },
    {
      name = "without", expected = "an array of names of techniques", takes = "words", words = {{"uct", 4},
      {"last_depth", 8}, {"partial_iteration", 16}, {"table", 32}, {"refutation_table", 64}, {"killers", 1},
      {"history", 2}, {"current_result", 128}, {"star2", 256}, {"mobility", 512}}, initial = 0, off = 0,
      algorithms = "alphabeta pvs mtdf minimax maxn", flags = "searcher search keeps",
    },
  },
  needs = {
    {name = "no_level", text = "a search without option 'level'"},
    {name = "repetition", text = "option 'repetition'"},
    {name = "max", text = "view 'max'"},
    {name = "hash", text = "a game with 'hash', or option 'hash'", of_game = true},
    {name = "deal", text = "a game with 'deal'", of_game = true},
    {name = "noisy", text = "a game with 'noisy'", of_game = true},
    {name = "pass", text = "a game with 'pass', and with 'unpass' if moves are made in place", of_game = true},
    {name = "view_player", text = "view 'player'"},
    {name = "content", text = "option 'hash' or 'repetition'"},
  },
  renamed = {
    searchmoves = "only",
    history = "without",
    killers = "without",
    refutation_table = "without",
    star2 = "without",
  },
  levels = {
    {4, 10000, 50, 30},
    {4, 10000, 2.4, 150},
    {4, 10000, 1.21, 200},
    {4, 10000, 0.77, 300},
    {4, 10000, 0.57, 500},
    {4, 10000, 0.43, 700},
    {4, 10000, 0.3, 1000},
    {6, 30000, 0.2, 2000},
    {8, 40000, 0.12, 4000},
    {10, 130000, 0, 6500},
  },
  algorithms = {"alphabeta", "pvs", "mtdf", "minimax", "maxn", "uct"},
}
