/*
 * option_rows.h: the names of all options, and of what they need.
 *
 * Written by `make rows` from rows/options.lua: change it there.
 */
#ifndef ALPHABETA_OPTION_ROWS_H
#define ALPHABETA_OPTION_ROWS_H

/* clang-format off */

/* All options, in the order of their names. */
typedef enum ab_option {
  AB_OPTION_ALGORITHM,
  AB_OPTION_ALPHA,
  AB_OPTION_ASPIRATION,
  AB_OPTION_AVOID,
  AB_OPTION_BETA,
  AB_OPTION_DEEPENING,
  AB_OPTION_DEPTH,
  AB_OPTION_DIVIDE,
  AB_OPTION_GAME,
  AB_OPTION_HASH,
  AB_OPTION_HASH_IGNORE,
  AB_OPTION_LEVEL,
  AB_OPTION_MAX_PLAYER,
  AB_OPTION_MAXIMIZE,
  AB_OPTION_MULTIPV,
  AB_OPTION_NODES,
  AB_OPTION_NULL_MOVE,
  AB_OPTION_ON_ITERATION,
  AB_OPTION_ONLY,
  AB_OPTION_ORDER,
  AB_OPTION_PAST,
  AB_OPTION_QUIESCENCE,
  AB_OPTION_REDUCTIONS,
  AB_OPTION_REPETITION,
  AB_OPTION_SEED,
  AB_OPTION_SLICE,
  AB_OPTION_TABLE,
  AB_OPTION_THINK,
  AB_OPTION_TIES,
  AB_OPTION_TIME,
  AB_OPTION_TRACE,
  AB_OPTION_VALUE_MAX,
  AB_OPTION_VALUE_MIN,
  AB_OPTION_VALUE_SUM,
  AB_OPTION_VIEW,
  AB_OPTION_WIN,
  AB_OPTION_WITHOUT,
  AB_OPTIONS /* how many there are */
} ab_option;

/* What an option may have no effect without; several together: ab_option_needs has the texts. */
enum {
  AB_NEEDS_DEEPENING = 1 << 0, /* option 'deepening' */
  AB_NEEDS_CHOICE = 1 << 1, /* option 'level', or option 'ties' that is 'random' */
  AB_NEEDS_ONE_VALUE = 1 << 2, /* a search without options 'multipv', 'ties' and 'level' */
  AB_NEEDS_NO_LEVEL = 1 << 3, /* a search without option 'level' */
  AB_NEEDS_REPETITION = 1 << 4, /* option 'repetition' */
  AB_NEEDS_MAX = 1 << 5, /* view 'max' */
  AB_NEEDS_HASH = 1 << 6, /* a game with 'hash', or option 'hash' */
  AB_NEEDS_NOISY = 1 << 7, /* a game with 'noisy' */
  AB_NEEDS_PASS = 1 << 8, /* a game with 'pass', and with 'unpass' where moves are made in place */
  AB_NEEDS_VIEW_PLAYER = 1 << 9, /* view 'player' */
  AB_NEEDS_CONTENT = 1 << 10, /* option 'hash' */
  /* those that the game decides on, too */
  AB_NEEDS_OF_GAME = AB_NEEDS_DEEPENING | AB_NEEDS_HASH | AB_NEEDS_NOISY | AB_NEEDS_PASS
};

/* Techniques that option `without` names; several together. */
enum {
  AB_WITHOUT_LAST_DEPTH = 4,
  AB_WITHOUT_PARTIAL_ITERATION = 8,
  AB_WITHOUT_TABLE = 16,
  AB_WITHOUT_REFUTATION_TABLE = 32,
  AB_WITHOUT_KILLERS = 1,
  AB_WITHOUT_HISTORY = 2,
  AB_WITHOUT_ENHANCED_CUTOFFS = 64,
  AB_WITHOUT_STAR2 = 128
};

/* X of each option that is a field of ab_task: its name, the end of its constant, its type. */
#define AB_OPTIONS_OF_TASK(X) \
  X(alpha, ALPHA, double) X(aspiration, ASPIRATION, double) X(beta, BETA, double) X(null_move, NULL_MOVE, int32_t) \
  X(reductions, REDUCTIONS, int32_t) X(value_max, VALUE_MAX, double) X(value_min, VALUE_MIN, double) \
  X(value_sum, VALUE_SUM, double) X(win, WIN, double)

/* clang-format on */

#endif
