/* constant_rows.h: the numbers that both engines have alike, written by `make rows` from rows/constants.lua. */
#ifndef ALPHABETA_CONSTANT_ROWS_H
#define ALPHABETA_CONSTANT_ROWS_H

/* clang-format off */

/* The deepest search in plies: more than any real game needs, and it fits 14 bits of an entry. */
#define AB_DEPTH_MAX 10000

/* Scores and costly move ids take a call for each successor. They are asked for at nodes with at least this many
   plies left: if successors are leaves, they cost more than their order saves. */
#define AB_ORDER_DEPTH 2

/* Evaluations of successors are asked for, to order them, at nodes with at least this many plies left: with fewer,
   most of what they save are evaluations themselves. */
#define AB_VALUES_DEPTH 3

/* Star2 has its probing phase at nodes with at least this many plies left: with fewer, it would save too little. */
#define AB_STAR2_DEPTH 2

/* Late-move reductions: from this many plies left on, successors after this many others are tried less deep. */
#define AB_REDUCTION_DEPTH 3
#define AB_REDUCTION_MOVES 3

/* The ply, in decisions, up to which positions have keys, however few plies are left. */
#define AB_KEY_PLIES 2

/* MTD(f): how many null windows an iteration tries. If values are means, or hardly ever equal, null windows would
   need too many searches. A last search then has the window that is left. */
#define AB_MTDF_NULL_WINDOWS 8

/* Priorities up to here are the history's, those beyond count more than the game's score. */
#define AB_HISTORY_MAX 1073741824u

/* Move ids that agree modulo this share a counter of the history: a mistake only changes the order. */
#define AB_HISTORY_SIZE 4096u

/* How many times its history a killer counts if the history weighs killers. */
#define AB_KILLER_WEIGHT 4

/* Successors are picked one by one until there were so many: with a cut-off it is nearly always one of these. Then
   all that are left are sorted at once. */
#define AB_SELECTIONS 8

/* Entries of a bucket of the refutation table, and how many buckets. */
#define AB_REFUTATION_WAYS 4
#define AB_REFUTATION_BUCKETS_MIN 256u
#define AB_REFUTATION_BUCKETS_MAX 32768u

/* How many buckets there are for each entry that the last iteration stored: the next one stores several times as
   many. */
#define AB_REFUTATION_ROOM 4u

/* The greatest depth, and number of an iteration, of its marks. */
#define AB_REFUTATION_FIELD_MAX 15u

/* Seconds between two reads of the clock: short against a frame of 16 ms, long against a read of 50 ns. */
#define AB_LIMITS_PERIOD 0.0001

/* The most nodes, or reads of a coarse clock, between two reads of the clock: at 20 ns each they take a period. */
#define AB_LIMITS_INTERVAL_MAX 4096

/* Soft limits: how much of them a search may use when the best move has just changed; how much less when it has never
   changed; the factor when the value has fallen; and the factor for an iteration under way. A search then uses about
   the whole soft limit on average (measured by bench/clock.lua). */
#define AB_STRETCH_MAX 0.7
#define AB_STRETCH_RANGE 0.2
#define AB_STRETCH_FALLEN 1.5
#define AB_STRETCH_BEGUN 2

/* How many plies deepening may skip to go to the full depth at once. Longer jumps lose in the middle of connect four:
   a shallower iteration finds most won games there. */
#define AB_JUMP_PLIES 8

/* Max^n: the most players there may be. */
#define AB_MAXN_PLAYERS 16

/* How many players that are neither numbers nor text a searcher distinguishes; a game that makes ever new ones would
   fill its memory. */
#define AB_PLAYERS_MAX 1000

/* The most chance nodes that may follow one another; more are taken for an endless sequence. */
#define AB_CHANCES_MAX 1000

/* By how much the sum of the probabilities of a chance node may differ from 1. */
#define AB_PROBABILITY_TOLERANCE 1e-06

/* A count of successors that is believed before they were seen: memory for so many is cheap. */
#define AB_BELIEVED_MAX 1024

/* The most moves that are stored by their move id: further ones are not found by it. */
#define AB_MOVES_BY_ID_MAX 65536u

/* How many positions may have the root's hash if no other hash was seen. */
#define AB_UNCHANGED_MAX 2

/* Mobility: what a move is worth, and how many count at most. Together they are so little that results of finished
   games, which mostly differ by 1 or more, always count more. */
#define AB_MOBILITY_UNIT 1e-06
#define AB_MOBILITY_MAX 1000

/* The number of products of mobility after which the first playouts tell whether it lasts; a few short ones have
   fewer. */
#define AB_PROBE_PRODUCTS 300

/* Contests of mobility with chance: from how many random moves mobility takes one, how many games one side must have
   won more than the other, and how many games there are at most. */
#define AB_CONTEST_MOVES 8u
#define AB_CONTEST_LEAD 4
#define AB_CONTEST_GAMES 16

/* Whole numbers up to here are the same in every Lua. */
#define AB_WHOLE_MAX 9.2e+18

/* Moves that are tables: how deep tables within them count, and how many fields; larger ones go by their index. */
#define AB_MOVE_LEVELS 2
#define AB_MOVE_FIELDS 64

/* States that are tables: how deep tables within them count, and how many fields. */
#define AB_STATE_LEVELS 3
#define AB_STATE_FIELDS 512

/* Keys of content: how deep tables may be nested in a state, and how many fields they may have together. */
#define AB_CONTENT_LEVELS 100
#define AB_CONTENT_FIELDS 65536

/* Steps of a path to a field that a message shows at most, and the longest name that is one without quotes. */
#define AB_CONTENT_STEPS 8
#define AB_CONTENT_NAME 40

/* Longer strings are shown in messages by their type. */
#define AB_LONGEST_TEXT 40

/* Features of a Zobrist key at most: 128 MiB of random numbers. */
#define AB_FEATURES_MAX 16777216

/* The version of the module: the Lua files refuse a library of another one. */
#define AB_VERSION "0.9.0"

/* Techniques that learn of moves, by rows/techniques.lua: several together. */
#define AB_LEARNS_KILLERS 1
#define AB_LEARNS_HISTORY 2
#define AB_LEARNS_ALL 3

/* clang-format on */

#endif
