/*
 * task.h: what to search and how, and the result.
 *
 * The host fills an ab_task and starts the engine with it. It may read ab_counters and ab_result at any time.
 */
#ifndef ALPHABETA_TASK_H
#define ALPHABETA_TASK_H

#include <stddef.h>
#include <stdint.h>

#include "../system/constant_rows.h"
#include "limits.h"
#include "../table/table.h"

typedef enum ab_algorithm {
  AB_ALPHABETA, /* prunes */
  AB_PVS,       /* prunes, and tries all successors but the first with null windows */
  AB_MTDF,      /* prunes, and searches the root with null windows only */
  AB_MINIMAX,   /* prunes nothing: the oracle */
  AB_MAXN,      /* games of many players: see maxn.h */
  AB_UCT        /* Monte Carlo tree search, which lua/alphabeta/uct does */
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

/* What to search, and how. */
typedef struct ab_task {
  ab_algorithm algorithm;
  ab_view view;
  int minimizing;      /* whether the root is Min's; only with AB_VIEW_MAX */
  int asks_turn;       /* whether the host's `turn` tells who moves; turns alternate without it */
  int bounds_unlisted; /* whether bounds of all values cut off a node before its successors are listed */
  int asks_leave;      /* whether `leave` is called; not needed when entering a child changes nothing */
  int traces;          /* whether the search is traced: leaves are nodes like others; needs asks_leave */
  /* whether a finished game has a value of its own: the host is then to find out at every leaf at the horizon whether
     the game is over, see AB_LEAF_UNKNOWN */
  int asks_end;
  int ignores_end; /* whether the value depends on that at the root only; other leaves at the horizon have the same
                      value */
  int asks_key; /* whether `key` names positions, for `table` or `scores_repetition` */
  /* least plies left at a node with a key, beyond the first plies; 0: any with plies left. With `table` it is 0 */
  int32_t key_depth;
  int asks_bounds;    /* whether `bounds` is called; needs bounds_unlisted and that the algorithm prunes */
  int32_t quiescence; /* plies of quiescence beyond `depth`, by `noisy`; 0: none */
  int32_t null_move;  /* plies by which a null move is searched less deep than a move; 0: no null moves */
  /* plies by which late moves are first searched less deep, but at least 1 ply deep; 0: none */
  int32_t reductions;
  int scores_repetition; /* whether a position that is on the path already is worth `repetition` */
  double repetition;     /* in Max's view */
  const ab_past *past;   /* positions before the root that count as on the path */
  size_t past_count;
  int star2;             /* whether Star2 is used at chance nodes: see chance.h */
  int has_chance_nodes;  /* whether successors may be outcomes, see AB_OUTCOMES */
  int asks_scores;       /* whether `scores` is called, at the root and if successors are no leaves */
  int asks_child_values; /* whether `leaf` evaluates them instead, with AB_VALUES_DEPTH plies left or more, and
                            at the root of a task that deepens; the algorithm must prune */
  int asks_moves;        /* whether `moves` is called */
  int costly_moves; /* whether that costs the host much: it is then asked at the root and from AB_ORDER_DEPTH on */
  /* whether `find` looks for the table's move and the killers before all successors are listed, and with how
     many plies left at least; 0: never; needs asks_moves and that the algorithm prunes */
  int32_t finds_moves;
  unsigned learns; /* techniques that order successors by move ids, AB_LEARNS_...: see ordering.h */
  int uses_refutations; /* whether a refutation table orders the successors: see refutation.h; needs that `table` is
                            NULL and the algorithm prunes */
  int deepening; /* whether to search depth 1, 2, 3, ... and not `depth` at once; depths that the table knows are
                            skipped after the first */
  int tells_ends; /* with deepening: whether the iteration that finds the end of the game decides among equally good
                     moves: none that finds one by the table is skipped then */
  int partial_iteration; /* with deepening: whether a better move that an unfinished iteration has proved counts: see
                            root.h; no effect if the task wants scores */
  int answers_forced; /* whether the search ends with the first iteration if the root has one successor */
  /* with deepening: iterations go by two plies up to this depth, and then by one; if it is `depth` or more, all
     depths differ from `depth` by an even number */
  int32_t by_two_to;
  int32_t depth;    /* plies, 0 to AB_DEPTH_MAX */
  double alpha;     /* the root's window, in Max's view; -HUGE_VAL and HUGE_VAL: all values */
  double beta;      /* greater than alpha */
  double value_min; /* no evaluation is below this, in Max's view; -HUGE_VAL: unknown */
  double value_max; /* no evaluation is above this; HUGE_VAL: unknown */
  double value_sum; /* max^n: no payoffs add up to more; HUGE_VAL: unknown */
  /* how many of the root's successors get exact values, UINT32_MAX for all; 0 or 1: only the best one. More, or
     ties, are called scores here: no iterator may then yield the root's successors, and MTD(f) has none */
  uint32_t multipv;
  int lists_ties;  /* whether all successors as good as the best one get exact values, too */
  int omits_moves; /* whether the root's successors are not all there are: its value is not its position's */
  /* evaluations of `win` or more are won games, worth win - n at ply n; HUGE_VAL: there are none */
  double win;
  uint64_t nodes; /* limit in nodes, UINT64_MAX: none; the first iteration is always completed */
  int limits_hold_in_first_iteration; /* there may then be no result */
  /* the limits in nodes and time do not hold before an iteration of that depth is completed */
  int32_t min_depth;
  double time;       /* limit in seconds, HUGE_VAL: none; the first iteration is always completed */
  double think;      /* limit in seconds, not counting those of ab_engine_wait, HUGE_VAL: none */
  double soft_nodes; /* soft limits of these kinds, see root.h; HUGE_VAL: none. They need deepening */
  double soft_time;
  double soft_think;
  double (*clock)(void); /* seconds, never going back */
  ab_table *table;       /* the host's, NULL for none */
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
