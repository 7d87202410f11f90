-- The numbers that both engines share. `make rows` writes them for both, with AB_ before the name in C. A row has
--   [1]       its name [2]       its value text      what it is, and why it has that value; a row without one goes with
--   that before it unsigned true if C needs it without a sign

return {
  -- What costs calls, and from how many plies left on.
  {"DEPTH_MAX", 10000, text = [[
    the deepest search in plies: more than any real game needs, and it fits 14 bits of an entry]]},
  {"ORDER_DEPTH", 2, text = [[
    scores and costly move ids take a call for each successor. They are asked for at nodes with at least this many
    plies left: if successors are leaves, they cost more than their order saves]]},
  {"VALUES_DEPTH", 3, text = [[
    evaluations of successors are asked for, to order them, at nodes with at least this many plies left: with fewer,
    most of what they save are evaluations themselves]]},
  {"STAR2_DEPTH", 2, text = [[
    Star2 has its probing phase at nodes with at least this many plies left: with fewer, it would save too little]]},
  {"REDUCTION_DEPTH", 3, text = [[
    late-move reductions: from this many plies left on, successors after this many others are tried less deep]]},
  {"REDUCTION_MOVES", 3},
  {"KEY_PLIES", 2, text = "the ply, in decisions, up to which positions have keys, however few plies are left"},
  {"MTDF_NULL_WINDOWS", 8, text = [[
    MTD(f): how many null windows an iteration tries. If values are means, or hardly ever equal, null windows would
    need too many searches. A last search then has the window that is left]]},

  -- Ordering.
  {"HISTORY_MAX", 2 ^ 30, unsigned = true, text = [[
    priorities up to here are the history's, those beyond count more than the game's score]]},
  {"HISTORY_SIZE", 4096, unsigned = true, text = [[
    move ids that agree modulo this share a counter of the history: a mistake only changes the order]]},
  {"KILLER_WEIGHT", 4, text = "how many times its history a killer counts if the history weighs killers"},
  {"SELECTIONS", 8, text = [[
    successors are picked one by one until there were so many: with a cut-off it is nearly always one of these. Then all
    that are left are sorted at once]]},

  -- The refutation table.
  {"REFUTATION_WAYS", 4, text = "entries of a bucket of the refutation table, and how many buckets"},
  {"REFUTATION_BUCKETS_MIN", 256, unsigned = true},
  {"REFUTATION_BUCKETS_MAX", 32768, unsigned = true},
  {"REFUTATION_ROOM", 4, unsigned = true, text = [[
    how many buckets there are for each entry that the last iteration stored: the next one stores several times as
    many]]},
  {"REFUTATION_FIELD_MAX", 15, unsigned = true, text = "the greatest depth, and number of an iteration, of its marks"},

  -- Limits.
  {"LIMITS_PERIOD", 0.0001, text = [[
    seconds between two reads of the clock: short against a frame of 16 ms, long against a read of 50 ns]]},
  {"LIMITS_INTERVAL_MAX", 4096, text = [[
    the most nodes, or reads of a coarse clock, between two reads of the clock: at 20 ns each they take a period]]},
  {"STRETCH_MAX", 0.7, text = [[
    soft limits: how much of them a search may use when the best move has just changed; how much less when it has never
    changed; the factor when the value has fallen; and the factor for an iteration under way. A search then uses about
    the whole soft limit on average (measured by bench/clock.lua)]]},
  {"STRETCH_RANGE", 0.2},
  {"STRETCH_FALLEN", 1.5},
  {"STRETCH_BEGUN", 2},
  {"JUMP_PLIES", 8, text = [[
    how many plies deepening may skip to go to the full depth at once. Longer jumps lose in the middle of connect four:
    a shallower iteration finds most won games there]]},

  -- What a game may be and do.
  {"MAXN_PLAYERS", 16, text = "max^n: the most players there may be"},
  {"PLAYERS_MAX", 1000, text = [[
    how many players that are neither numbers nor text a searcher distinguishes; a game that makes ever new ones would
    fill its memory]]},
  {"CHANCES_MAX", 1000, text = [[
    the most chance nodes that may follow one another; more are taken for an endless sequence]]},
  {"PROBABILITY_TOLERANCE", 1e-6, text = [[
    by how much the sum of the probabilities of a chance node may differ from 1]]},
  {"BELIEVED_MAX", 1024, text = [[
    a count of successors that is believed before they were seen: memory for so many is cheap]]},
  {"MOVES_BY_ID_MAX", 65536, unsigned = true, text = [[
    the most moves that are stored by their move id: further ones are not found by it]]},
  {"UNCHANGED_MAX", 2, text = "how many positions may have the root's hash if no other hash was seen"},

  -- What an unfinished state is worth.
  {"MOBILITY_UNIT", 1e-6, text = [[
    mobility: what a move is worth, and how many count at most. Together they are so little that results of finished
    games, which mostly differ by 1 or more, always count more]]},
  {"MOBILITY_MAX", 1000},
  {"PROBE_PRODUCTS", 300, text = [[
    the number of products of mobility after which the first playouts tell whether it lasts; a few short ones have
    fewer]]},
  {"CONTEST_MOVES", 8, unsigned = true, text = [[
    contests of mobility with chance: from how many random moves mobility takes one, how many games one side must have
    won more than the other, and how many games there are at most]]},
  {"CONTEST_LEAD", 4},
  {"CONTEST_GAMES", 16},

  -- Values as numbers and texts.
  {"WHOLE_MAX", 9.2e18, text = "whole numbers up to here are the same in every Lua"},
  {"MOVE_LEVELS", 2, text = [[
    moves that are tables: how deep tables within them count, and how many fields; larger ones go by their index]]},
  {"MOVE_FIELDS", 64},
  {"STATE_LEVELS", 3, text = "states that are tables: how deep tables within them count, and how many fields"},
  {"STATE_FIELDS", 512},
  {"CONTENT_LEVELS", 100, text = [[
    keys of content: how deep tables may be nested in a state, and how many fields they may have together]]},
  {"CONTENT_FIELDS", 65536},
  {"CONTENT_STEPS", 8, text = [[
    steps of a path to a field that a message shows at most, and the longest name that is one without quotes]]},
  {"CONTENT_NAME", 40},
  {"LONGEST_TEXT", 40, text = "longer strings are shown in messages by their type"},
  {"FEATURES_MAX", 16777216, text = "features of a Zobrist key at most: 128 MiB of random numbers"},
}
