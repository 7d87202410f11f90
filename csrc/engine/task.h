/*
 * task.h: what to search and how, and the result.
 *
 * The host fills an ab_task and starts the engine with it. It may read ab_counters and ab_result at any time.
 */
#ifndef ALPHABETA_TASK_H
#define ALPHABETA_TASK_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "../system/constant_rows.h"
#include "host.h"
#include "limits.h"
#include "../table/table.h"

typedef enum ab_algorithm {
  AB_ALPHABETA, /* prunes */
  AB_PVS,       /* prunes, and tries all successors but the first with null windows */
  AB_MTDF,      /* prunes, and searches the root with null windows only */
  AB_MINIMAX,   /* prunes nothing: the oracle */
  AB_MAXN,      /* games of many players: see maxn.h */
  AB_UCT        /* Monte Carlo tree search, which is not the engine's: see uct.h */
} ab_algorithm;

/* Which player benefits from a high value. */
typedef enum ab_view {
  AB_VIEW_MAX,  /* for Max, at every node */
  AB_VIEW_MOVER /* for the player who moves at the node that is evaluated */
} ab_view;

/* A position before the root, as the host's `key` names it. If the side to move is not known, it counts for any. */
typedef struct ab_past {
  uint64_t position_hash, side_to_move;
  int has_side_to_move; /* whether `side_to_move` is known */
} ab_past;

/* What a position is worth that is on the path already. */
typedef struct ab_repetition {
  int is_scored;       /* whether it is worth `value`; needs keys */
  double value;        /* in Max's view */
  const ab_past *past; /* positions before the root that count as on the path */
  size_t past_count;
} ab_repetition;

/* What is known of all values, in Max's view. */
typedef struct ab_values {
  double min; /* no evaluation is below this; -HUGE_VAL: unknown */
  double max; /* no evaluation is above this; HUGE_VAL: unknown */
  double sum; /* max^n: no payoffs add up to more; HUGE_VAL: unknown */
  /* evaluations of `win` or more are won games, worth win - n at ply n; HUGE_VAL: there are none */
  double win;
  int bounds_unlisted; /* whether these bounds cut off a node before its successors are listed */
  int is_near_bound;   /* whether a state where the game goes on may be worth `min` or `max` */
} ab_values;

/* Iterative deepening: see root.h. Without it there is one iteration. */
typedef struct ab_deepening {
  int is_on; /* whether to search depth 1, 2, 3, ...; depths that the table knows are skipped after the first */
  /* iterations go by two plies up to this depth, and then by one; if it is the task's or more, all depths differ from
     that by an even number */
  int32_t by_two_to;
  /* whether the iteration that finds the end of the game decides among equally good moves: none that finds one by the
     table is skipped then */
  int tells_ends;
  /* whether a better move that an unfinished iteration has proved counts; no effect if the task wants scores */
  int partial_iteration;
} ab_deepening;

/* What is wanted at the root. More values than the best one's are called scores: see scores.h. */
typedef struct ab_root {
  int minimizing;   /* whether the root is Min's; only with AB_VIEW_MAX */
  double alpha;     /* the window, in Max's view; -HUGE_VAL and HUGE_VAL: all values */
  double beta;      /* greater than alpha */
  uint32_t multipv; /* how many successors get exact values, UINT32_MAX for all; 0 or 1: only the best one */
  int lists_ties;   /* whether all successors as good as the best one get exact values, too */
  int omits_moves;  /* whether the successors are not all there are: the root's value is not its position's */
  int notes_losses; /* whether scores tell which moves lose at once: with these, see ab_scores_note_losses */
  double losses_middle, losses_most;
  int answers_forced; /* whether the search ends with the first iteration if there is one successor */
} ab_root;

/* What a search does beyond its algorithm. */
typedef struct ab_techniques {
  int32_t quiescence; /* plies of quiescence beyond `depth`, by `noisy`; 0: none */
  int32_t null_move;  /* plies by which a null move is searched less deep than a move; 0: no null moves */
  /* plies by which late moves are first searched less deep, but at least 1 ply deep; 0: none */
  int32_t reductions;
  int star2;       /* whether Star2 is used at chance nodes: see chance.h */
  unsigned learns; /* what orders successors by move ids, AB_LEARNS_...: see ordering.h */
  /* whether a refutation table does: see refutation.h; needs that there is no table, and that the algorithm prunes */
  int uses_refutations;
} ab_techniques;

/* What to search, and how. With scores, no iterator may yield the root's successors, and MTD(f) has none. */
typedef struct ab_task {
  ab_algorithm algorithm;
  ab_view view;
  int32_t depth;   /* plies, 0 to AB_DEPTH_MAX */
  int traces;      /* whether the search is traced: leaves are nodes like others; needs asks_leave */
  ab_table *table; /* the host's, NULL for none */
  ab_traits host;
  ab_values values;
  ab_repetition repetition;
  ab_root root;
  ab_deepening deepening;
  ab_techniques techniques;
  ab_budget budget;
} ab_task;

/* Whether successors are left out that cannot matter, by a window with two bounds. */
static inline int ab_task_prunes(const ab_task *task)
{
  return task->algorithm == AB_ALPHABETA || task->algorithm == AB_PVS || task->algorithm == AB_MTDF;
}

/* Whether a node's window narrows as its successors are tried. */
static inline int ab_task_has_windows(const ab_task *task)
{
  return task->algorithm != AB_MINIMAX;
}

/* Whether a value is one payoff for each player: see maxn.h. */
static inline int ab_task_has_payoffs(const ab_task *task)
{
  return task->algorithm == AB_MAXN;
}

/* Whether each search of the root but the last ones of an iteration has a null window: MTD(f), see root.h. */
static inline int ab_task_guesses(const ab_task *task)
{
  return task->algorithm == AB_MTDF;
}

/* Whether values of more of the root's successors than the best one are wanted. */
static inline int ab_task_wants_scores(const ab_task *task)
{
  return task->root.multipv > 1 || task->root.lists_ties;
}

/* Whether there are won games, which are worth less the later they are won. */
static inline int ab_task_has_wins(const ab_task *task)
{
  return task->values.win < HUGE_VAL;
}

/* Whether the table is shared: other searches, in other threads, may use it at the same time. */
static inline int ab_task_shares_table(const ab_task *task)
{
  return task->table != NULL && ab_table_shared(task->table) != NULL;
}

typedef struct ab_counters {
  uint64_t nodes;       /* entered, the root of each iteration included */
  uint64_t evaluations; /* calls of `value` and `leaf` */
  uint64_t cutoffs;     /* nodes whose remaining successors were pruned */
  uint64_t table_hits;  /* nodes with a value from the table */
} ab_counters;

/* The result of the last completed iteration, or the better move that the unfinished one after it has proved. */
typedef struct ab_result {
  double value;  /* in Max's view; never -0 */
  int32_t depth; /* plies, of the completed iteration; 0 while there is none */
  /* plies, of the unfinished iteration that the rest is from; 0 if it is from the completed one */
  int32_t partial_depth;
  int32_t win_in;   /* plies to the won (positive) or lost game of the root's player */
  int decided;      /* whether `value` is a won or lost game, and `win_in` is valid */
  ab_reason reason; /* why the search ended; AB_REASON_NONE while it runs */
} ab_result;

#endif
