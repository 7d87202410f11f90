/*
 * machine.h: the engine's fields.
 *
 * Only csrc/engine and csrc/uct read and write these fields: both searches share the plies. Hosts use the functions of
 * engine.h. Some of these are inline and need the fields.
 */
#ifndef ALPHABETA_MACHINE_H
#define ALPHABETA_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "chance.h"
#include "frame.h"
#include "host.h"
#include "limits.h"
#include "maxn.h"
#include "../system/memory.h"
#include "ordering.h"
#include "refutation.h"
#include "scores.h"
#include "task.h"

/* The first capacity of the stack in plies. A test build starts with one ply, so it always grows. */
#ifndef AB_FIRST_PLIES
#define AB_FIRST_PLIES 16
#endif

/*
 * The steps of a search, in the order of a node's life. The engine may be left before some of them, and goes on there.
 * The others follow one another without a pause. See node.c.
 *
 *   ITERATION -> NODE -> SEARCH -> OPEN -> PICK -> the child's NODE, or the next PICK if the child is a leaf
 *                  |       |        |       | ^
 *                  |       |        |       | +--- VALUES (its successors are evaluated, to order them)
 *                  |       |        |       +----> LEAVE
 *                  |       |        +-> OUTCOME -> the child's NODE, or LEAVE (at a chance node, in place of PICK)
 *                  +-------+----------> LEAVE (its value is known already)
 *
 *   LEAVE -> the parent's PICK or OUTCOME; or its LEAVE, if a null move or an outcome has cut it off
 *         -> SEARCH or OPEN, if the node must be searched once more with a wider window
 *         -> at the root ITERATION or END
 */
typedef enum ab_step {
  AB_STEP_ITERATION, /* may be left: an iteration begins, with the root */
  AB_STEP_NODE,      /* may be left: the current node was entered, and nothing is known of it */
  AB_STEP_SEARCH,    /* it is looked up, and its successors are listed */
  AB_STEP_OPEN,      /* its successors are known, and none of them is tried */
  AB_STEP_PICK,      /* may be left: its next successor is due */
  AB_STEP_VALUES,    /* may be left: its next successor is to be evaluated, to be ordered */
  AB_STEP_OUTCOME,   /* may be left: its next outcome is due */
  AB_STEP_LEAVE,     /* it has its value */
  AB_STEP_PAUSE,     /* the engine is left */
  AB_STEP_END        /* the search has ended */
} ab_step;

/* Why the host interrupts a search, at the next place where it may be left. */
typedef enum ab_interrupt {
  AB_INTERRUPT_NONE,
  AB_INTERRUPT_PAUSE, /* it goes on later, or not at all */
  AB_INTERRUPT_TIME   /* the time limit of the iteration is reached */
} ab_interrupt;

/* For how much memory the host is asked to make room, in elements; 0: there is enough. */
typedef struct ab_wanted {
  size_t frames, candidates, outcomes, scores;
  size_t refutations; /* buckets, see refutation.h */
} ab_wanted;

/* The fields of one iteration, set by ab_root_open_iteration and ab_root_deepen. */
typedef struct ab_iteration {
  int32_t depth;       /* in plies */
  int is_skipping;     /* whether depths were skipped before it, because the table knows the root's value */
  int root_searches;   /* searches of the root in this iteration so far */
  double lower, upper; /* the root's window, in Max's view */
  double guess;        /* MTD(f): the value it tries */
  int is_truncated;    /* whether the depth is known to have cut a line short */
} ab_iteration;

/* The machine. All fields except memory belong to one search: ab_engine_start sets them by one assignment. */
typedef struct ab_engine {
  /* The step. */
  ab_step step; /* where the search goes on when the engine is called next */
  ab_interrupt interrupt;
  uint64_t pause_at;   /* the count of nodes at which the search pauses */
  uint64_t leave_at;   /* that count, or 0 if the search is interrupted: from here on, the engine is left */
  const ab_host *host; /* that of the call that runs, and what it is given */
  void *context;
  int32_t ply;     /* of the current node */
  ab_frame *frame; /* of the current node: frames + ply */
  uint32_t child;  /* the successor entered last */
  uint32_t valued; /* candidates of the current node that were tried, or evaluated to order them */
  ab_wanted wanted;

  /* The search. */
  int asks_leaf; /* whether successors at the depth are evaluated without a frame: they are leaves and need no turn */
  int uses_abdada;   /* whether other searches may share the table: see abdada.h */
  int is_bounded;    /* whether there is a highest or a lowest value that prunes */
  int32_t known;     /* plies to which the table knew the root's value when the search began, 0 for none */
  uint32_t best;     /* the root's best successor so far, its index */
  uint32_t answered; /* the root's successor that `result` is of, its index, once an iteration is completed */
  /* of the completed iterations, the last first; NaN for none, but 0 instead of the first */
  double values[3];
  uint64_t counted;  /* nodes at the end of the last completed iteration */
  uint64_t spent[2]; /* nodes of the completed iterations, the last first */
  uint64_t changed;  /* nodes when the best move last changed */
  ab_counters counters;
  ab_limits limits;
  ab_iteration iteration;
  ab_result result;
  ab_task task;

  /* with `tells_ends`: the least size of a finished game's value, except 0, in all searches so far */
  double least_end;

  /* Memory, which outlasts the search, and its content. */
  ab_frame *frames;
  size_t capacity; /* of frames */
  size_t plies;    /* the capacity of all arrays with an element for each ply */
  ab_ordering ordering;
  ab_chance chance;
  ab_maxn maxn;
  ab_scores scores; /* of the root's successors, if the task wants them */
  ab_refutations refutations;
} ab_engine;

#endif
