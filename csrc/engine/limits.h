/*
 * limits.h: the limits of a search, and why it ended.
 *
 * Nodes are counted exactly. The clock is read only between two iterations. Within one, the host watches it and
 * interrupts the engine at the deadline: see ab_engine_interrupt. So nobody pays twice for a clock.
 *
 * A soft limit is what a search uses on average; root.h says when it uses more or less. A hard limit always holds.
 */
#ifndef ALPHABETA_LIMITS_H
#define ALPHABETA_LIMITS_H

#include <stdint.h>

#include "../system/constant_rows.h"
#include "../system/portable.h"

/* Why a search ended. */
typedef enum ab_reason {
  AB_REASON_NONE,    /* it has not */
  AB_REASON_DEPTH,   /* the depth asked for is completed */
  AB_REASON_TIME,    /* the limit in time is reached */
  AB_REASON_NODES,   /* the limit in nodes is reached */
  AB_REASON_STOPPED, /* the host stopped it */
  AB_REASON_SOLVED,  /* no line was cut short by the depth: searching deeper finds nothing else */
  AB_REASON_OVER,    /* the root has no successors */
  AB_REASON_FORCED,  /* the root has one successor, and only the move is wanted */
  AB_REASON_PROBED /* a Monte Carlo tree search has found out about the game what it was to find out: see uct.h */
} ab_reason;

/* What a search may use. */
typedef struct ab_budget {
  uint64_t nodes;    /* that may be entered; UINT64_MAX: any number */
  double time;       /* seconds that may pass; HUGE_VAL: any number */
  double think;      /* the same, not counting those that the search waits, see ab_engine_wait */
  double soft_nodes; /* soft limits of these kinds, see root.h; HUGE_VAL: none. They need deepening */
  double soft_time;
  double soft_think;
  int32_t min_depth;           /* no limit holds before an iteration of that depth is completed */
  int hold_in_first_iteration; /* whether they hold in the first iteration: there may then be no result */
  double (*clock)(void);       /* seconds, never going back: ab_clock_now, except in tests */
} ab_budget;

/* The limits that hold now. */
typedef struct ab_limits {
  const ab_budget *budget;
  uint64_t nodes; /* the limits of the current iteration, which may have less */
  double time;
  double think;
  double waited;  /* seconds that the search has waited so far */
  double start;   /* when the search began, on that clock */
  int hold;       /* whether they are tested */
  uint64_t check; /* `nodes` if they hold, else UINT64_MAX */
} ab_limits;

/* Starts the clock, if there is a limit of time. No limit is tested before the first ab_limits_reached. */
AB_FUNC void ab_limits_start(ab_limits *limits, const ab_budget *budget);

/* The limit that is reached, or AB_REASON_NONE. Reads the clock, if there is a limit of time. */
AB_FUNC ab_reason ab_limits_reached(ab_limits *limits, uint64_t nodes);

/* No limit is tested until the next ab_limits_reached. */
AB_FUNC void ab_limits_suspend(ab_limits *limits);

/* The moment at which the time is up, on the clock; HUGE_VAL if there is no limit, or if none is tested. */
AB_FUNC double ab_limits_deadline(const ab_limits *limits);

/* Halves what is left of the limits at `nodes`. */
AB_FUNC void ab_limits_halve(ab_limits *limits, uint64_t nodes);

/* The limits of the budget hold again. */
AB_FUNC void ab_limits_restore(ab_limits *limits);

/* Whether there is a soft limit. */
AB_FUNC int ab_limits_are_soft(const ab_budget *budget);

/* The greatest part of a soft limit that is used after `nodes` nodes, and which limit that is. */
AB_FUNC double ab_limits_share(const ab_limits *limits, uint64_t nodes, ab_reason *reason);

/* Brings the limits nearer: to `factor` times the soft ones, where that is less. */
AB_FUNC void ab_limits_soften(ab_limits *limits, double factor);

#endif
