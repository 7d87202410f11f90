/*
 * technique_rows.h: the names of techniques.
 *
 * Written by `make rows` from rows/techniques.lua: change it there.
 */
#ifndef ALPHABETA_TECHNIQUE_ROWS_H
#define ALPHABETA_TECHNIQUE_ROWS_H

/* clang-format off */

/* What a search may use, in the order of `info.techniques`. */
typedef enum ab_technique {
  AB_TECHNIQUE_ALPHABETA,
  AB_TECHNIQUE_PVS,
  AB_TECHNIQUE_MTDF,
  AB_TECHNIQUE_MINIMAX,
  AB_TECHNIQUE_MAXN,
  AB_TECHNIQUE_DEEPENING,
  AB_TECHNIQUE_LAST_DEPTH,
  AB_TECHNIQUE_PARTIAL_ITERATION,
  AB_TECHNIQUE_ASPIRATION,
  AB_TECHNIQUE_TABLE,
  AB_TECHNIQUE_REFUTATION_TABLE,
  AB_TECHNIQUE_ORDER,
  AB_TECHNIQUE_ORDER_BY_EVALUATE,
  AB_TECHNIQUE_KILLERS,
  AB_TECHNIQUE_HISTORY,
  AB_TECHNIQUE_MOVE_ID,
  AB_TECHNIQUE_MOVE_CONTENT,
  AB_TECHNIQUE_STATE_CONTENT,
  AB_TECHNIQUE_FIND_MOVE,
  AB_TECHNIQUE_HASH_MOVE,
  AB_TECHNIQUE_ENHANCED_CUTOFFS,
  AB_TECHNIQUE_BOUNDS,
  AB_TECHNIQUE_SHALLOW_PRUNING,
  AB_TECHNIQUE_STAR1,
  AB_TECHNIQUE_STAR2,
  AB_TECHNIQUE_REPETITION,
  AB_TECHNIQUE_QUIESCENCE,
  AB_TECHNIQUE_NULL_MOVE,
  AB_TECHNIQUE_REDUCTIONS,
  AB_TECHNIQUES /* how many there are */
} ab_technique;

/* Their names, in the same order: what an array of them begins with. */
#define AB_TECHNIQUE_NAMES \
  "alphabeta", "pvs", "mtdf", "minimax", "maxn", "deepening", "last_depth", "partial_iteration", "aspiration", \
  "table", "refutation_table", "order", "order_by_evaluate", "killers", "history", "move_id", "move_content", \
  "state_content", "find_move", "hash_move", "enhanced_cutoffs", "bounds", "shallow_pruning", "star1", "star2", \
  "repetition", "quiescence", "null_move", "reductions"

/* Those that are bits of ab_task.learns, by the ends of their constants' names. */
#define AB_TECHNIQUES_LEARNED(X) X(KILLERS) X(HISTORY)

/* clang-format on */

#endif
