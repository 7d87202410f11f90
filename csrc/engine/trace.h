/*
 * trace.h: the events of a traced search, which go to the host as they happen. All concern the current node.
 */
#ifndef ALPHABETA_TRACE_H
#define ALPHABETA_TRACE_H

#include <stdint.h>

#include "../system/portable.h"

struct ab_engine;

typedef enum ab_event_kind {
  AB_EVENT_ENTER,      /* the node is entered, or searched once more */
  AB_EVENT_EVALUATE,   /* the host has evaluated it */
  AB_EVENT_TABLE,      /* its value is from the table */
  AB_EVENT_REPETITION, /* its position is on the path already: it has the value of a repetition */
  AB_EVENT_BOUNDS,     /* no value that is possible lies inside its window */
  AB_EVENT_BOUND,      /* the child just left has raised alpha, or lowered beta */
  AB_EVENT_CUTOFF,     /* the remaining successors are cut off */
  AB_EVENT_LEAVE       /* the node is left, or about to be searched once more */
} ab_event_kind;

/* Instead of a bound: it is not known. */
#define AB_EVENT_BOUND_UNKNOWN 2

typedef struct ab_event {
  ab_event_kind kind;
  double alpha, beta; /* the window, in Max's view; 0 in max^n */
  double value;       /* in Max's view, if there is one; 0 in max^n, which has payoffs */
  uint32_t tried;     /* successors tried so far */
  int has_value;      /* whether there is a value, or payoffs */
  int bound;    /* on leaving, of Max's value: 0 exact, +1 the true value is at least that, -1 at most, or
                         AB_EVENT_BOUND_UNKNOWN */
  int turn;     /* who moves there: +1 Max, -1 Min, 0: not known (yet), a chance node, or max^n */
  int is_again; /* whether the node is entered once more */
} ab_event;

/* These functions report events of the current node to the host, which traces the search. */
AB_FUNC void ab_trace_note(const struct ab_engine *engine, ab_event_kind kind);

/* The current node is searched once more. */
AB_FUNC void ab_trace_note_again(const struct ab_engine *engine);

/*
 * The child just left may have raised alpha, or cut off the current node: what these were before, after `tried`
 * successors.
 */
AB_FUNC void ab_trace_note_child(const struct ab_engine *engine, double alpha, uint32_t tried, int was_cut);

/* The current node is left without a value, because a limit ends the search. */
AB_FUNC void ab_trace_note_end(const struct ab_engine *engine);

#endif
