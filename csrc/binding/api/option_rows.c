/*
 * option_rows.c: all that is to be known of each option. See option_table.h.
 *
 * Written by `make rows` from rows/options.lua: change it there.
 */

#include "option_table.h"

#include <float.h>
#include <math.h>

#include "../../engine/engine.h"
#include "../../table/entry.h"
#include "table_object.h"

#if AB_DEPTH_MAX != 10000
#error "rows/options.lua has another AB_DEPTH_MAX"
#endif
#if AB_TABLE_MAX != 1024
#error "rows/options.lua has another AB_TABLE_MAX"
#endif

/* clang-format off */

static const ab_option_word algorithm_words[] = {{"alphabeta", AB_ALPHABETA}, {"pvs", AB_PVS}, {"mtdf", AB_MTDF},
  {"minimax", AB_MINIMAX}, {"maxn", AB_MAXN}, {NULL, 0}};
static const ab_option_word hash_words[] = {{"auto", 1}, {NULL, 0}};
static const ab_option_word multipv_words[] = {{"all", HUGE_VAL}, {NULL, 0}};
static const ab_option_word order_words[] = {{"evaluate", 1}, {NULL, 0}};
static const ab_option_word ties_words[] = {{"random", 2}, {NULL, 0}};
static const ab_option_word view_words[] = {{"max", AB_VIEW_MAX}, {"mover", AB_VIEW_MOVER}, {"player",
  AB_VIEW_PLAYER}, {NULL, 0}};
static const ab_option_word without_words[] = {{"last_depth", AB_WITHOUT_LAST_DEPTH}, {"partial_iteration",
  AB_WITHOUT_PARTIAL_ITERATION}, {"table", AB_WITHOUT_TABLE}, {"refutation_table", AB_WITHOUT_REFUTATION_TABLE},
  {"killers", AB_WITHOUT_KILLERS}, {"history", AB_WITHOUT_HISTORY}, {"enhanced_cutoffs", AB_WITHOUT_ENHANCED_CUTOFFS},
  {"star2", AB_WITHOUT_STAR2}, {NULL, 0}};

const ab_option_row ab_option_rows[AB_OPTIONS] = {
  {"algorithm", "'alphabeta', 'pvs', 'mtdf', 'minimax' or 'maxn'",
   AB_TAKES_WORD, 0, 0, algorithm_words, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"alpha", "a number",
   AB_TAKES_NUMBER, -HUGE_VAL, HUGE_VAL, NULL, -HUGE_VAL, -HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"aspiration", "a number greater than 0",
   AB_TAKES_NUMBER | AB_ABOVE_MIN, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, AB_NEEDS_DEEPENING | AB_NEEDS_ONE_VALUE},
  {"avoid", "an array of moves",
   AB_TAKES_LIST, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"beta", "a number",
   AB_TAKES_NUMBER, -HUGE_VAL, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"deepening", "true or false",
   AB_TAKES_BOOLEAN, 0, 0, NULL, -1, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"depth", "an integer from 0 to 10000, or math.huge",
   AB_TAKES_INTEGER | AB_OR_INFINITE, 0, 10000, NULL, -1, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"divide", "true or false",
   AB_TAKES_BOOLEAN, 0, 0, NULL, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_PERFT | AB_TABLE_NEUTRAL, 0},
  {"game", "a game",
   AB_TAKES_ANY, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_PERFT | AB_TABLE_NEUTRAL, 0},
  {"hash", "'auto' or false",
   AB_TAKES_WORD | AB_TAKES_FALSE, 0, 0, hash_words, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER, 0},
  {"hash_ignore", "an array of names of fields",
   AB_TAKES_LIST | AB_OF_STRINGS, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER, AB_NEEDS_CONTENT},
  {"level", "an integer from 1 to 10, or a function",
   AB_TAKES_INTEGER | AB_TAKES_FUNCTION, 1, 10, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"max_player", "a player",
   AB_TAKES_ANY, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER | AB_IN_GAME, AB_NEEDS_VIEW_PLAYER},
  {"maximize", "true or false",
   AB_TAKES_BOOLEAN, 0, 0, NULL, 1, 1,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, AB_NEEDS_MAX},
  {"multipv", "an integer from 1 on, or 'all'",
   AB_TAKES_INTEGER | AB_TAKES_WORD, 1, HUGE_VAL, multipv_words, 1, 1,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, AB_NEEDS_NO_LEVEL},
  {"nodes", "an integer from 1 on, or math.huge",
   AB_TAKES_INTEGER, 1, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL | AB_FOR_SLICE, 0},
  {"null_move", "an integer from 0 to 10000, or false",
   AB_TAKES_INTEGER | AB_TAKES_FALSE, 0, 10000, NULL, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF),
   AB_FOR_SEARCHER, AB_NEEDS_PASS},
  {"on_iteration", "a function",
   AB_TAKES_FUNCTION, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"only", "an array of moves",
   AB_TAKES_LIST, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"order", "'evaluate' or false",
   AB_TAKES_WORD | AB_TAKES_FALSE, 0, 0, order_words, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"past", "an array of keys or states",
   AB_TAKES_LIST, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCH | AB_TABLE_NEUTRAL, AB_NEEDS_REPETITION},
  {"quiescence", "an integer from 0 to 10000, or false",
   AB_TAKES_INTEGER | AB_TAKES_FALSE, 0, 10000, NULL, -1, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER, AB_NEEDS_NOISY},
  {"reductions", "an integer from 0 to 10000, or false",
   AB_TAKES_INTEGER | AB_TAKES_FALSE, 0, 10000, NULL, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF),
   AB_FOR_SEARCHER, 0},
  {"repetition", "a number",
   AB_TAKES_NUMBER, -HUGE_VAL, HUGE_VAL, NULL, NAN, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER | AB_IN_GAME, 0},
  {"seed", "an integer",
   AB_TAKES_BITS, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, AB_NEEDS_CHOICE},
  {"slice", "a number of seconds, 0 or more",
   AB_TAKES_NUMBER, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_TABLE_NEUTRAL, 0},
  {"table", "a number of MiB from 0 to 1024, or a shared table",
   AB_TAKES_NUMBER | AB_TAKES_TABLE, 0, 1024, NULL, 16, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF),
   AB_FOR_SEARCHER | AB_TABLE_NEUTRAL, AB_NEEDS_HASH},
  {"think", "a number of seconds, 0 or more",
   AB_TAKES_NUMBER, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"ties", "true, false or 'random'",
   AB_TAKES_BOOLEAN | AB_TAKES_WORD, 0, 0, ties_words, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"time", "a number of seconds, 0 or more",
   AB_TAKES_NUMBER, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL | AB_FOR_SLICE, 0},
  {"trace", "a function",
   AB_TAKES_FUNCTION, 0, 0, NULL, 0, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
  {"value_max", "a number",
   AB_TAKES_NUMBER, -HUGE_VAL, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_IN_GAME, 0},
  {"value_min", "a number",
   AB_TAKES_NUMBER, -HUGE_VAL, HUGE_VAL, NULL, -HUGE_VAL, -HUGE_VAL,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_IN_GAME, 0},
  {"value_sum", "a number",
   AB_TAKES_NUMBER, -HUGE_VAL, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL,
   AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_IN_GAME, 0},
  {"view", "'max', 'mover' or 'player'",
   AB_TAKES_WORD, 0, 0, view_words, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER | AB_IN_GAME, 0},
  {"win", "a finite number greater than 1",
   AB_TAKES_NUMBER | AB_ABOVE_MIN, 1, 1.7976931348623157e+308, NULL, HUGE_VAL, NAN,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX),
   AB_FOR_SEARCHER | AB_IN_GAME, 0},
  {"without", "an array of names of techniques",
   AB_TAKES_WORDS, 0, 0, without_words, 0, 0,
   AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF) | AB_WITH(AB_MINIMAX) | AB_WITH(AB_MAXN),
   AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_TABLE_NEUTRAL, 0},
};

const char *const ab_option_needs[] = {
  "option 'deepening'",
  "option 'level', or option 'ties' that is 'random'",
  "a search without options 'multipv', 'ties' and 'level'",
  "a search without option 'level'",
  "option 'repetition'",
  "view 'max'",
  "a game with 'hash', or option 'hash'",
  "a game with 'noisy'",
  "a game with 'pass', and with 'unpass' where moves are made in place",
  "view 'player'",
  "option 'hash'",
};

const ab_option_renaming ab_option_renamed[] = {
  {"searchmoves", "only"},
  {"enhanced_cutoffs", "without"},
  {"history", "without"},
  {"killers", "without"},
  {"refutation_table", "without"},
  {"star2", "without"},
  {NULL, NULL}
};

const ab_option_level ab_option_levels[] = {
  {4, 10000, 50},
  {4, 10000, 2.4},
  {4, 10000, 1.21},
  {4, 10000, 0.77},
  {4, 10000, 0.57},
  {4, 10000, 0.43},
  {4, 10000, 0.3},
  {6, 30000, 0.2},
  {8, 40000, 0.12},
  {10, 130000, 0},
};

/* clang-format on */
