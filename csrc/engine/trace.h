/*
 * trace.h: the events of a traced search.
 *
 * ab_engine_next_traced runs a traced task. It collects events and returns them together with the next ask. All concern
 * the current node and happened before the ask, so a host reports them first. ab_engine_next records no events.
 */
#ifndef ALPHABETA_TRACE_H
#define ALPHABETA_TRACE_H

#include <stdint.h>

#include "../system/memory.h"

struct ab_engine;

/*
 * The most events between two asks. The longest sequences come from a root that stands pat: each search of MTD(f) then
 * enters and leaves it without an ask.
 */
#define AB_EVENTS 32

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

typedef struct ab_trace {
  ab_event *events; /* AB_EVENTS, or NULL if no search was traced yet */
  uint32_t count;
} ab_trace;

/* Makes room for events, unless there is. Returns 0 when there is not enough memory. */
AB_FUNC int ab_trace_grow(ab_trace *trace, const ab_memory *memory);

/* Gives all memory back. */
AB_FUNC void ab_trace_free(ab_trace *trace, const ab_memory *memory);

/* Notes an event at the current node. */
AB_FUNC void ab_trace_note(struct ab_engine *engine, ab_event_kind kind);

/* Notes that the current node is searched once more. */
AB_FUNC void ab_trace_note_again(struct ab_engine *engine);

/*
 * Records how the child just left has changed the current node. Its alpha was `alpha` before (in the view of the side
 * to move), `tried` successors were tried, and it was cut off or not.
 */
AB_FUNC void ab_trace_note_child(struct ab_engine *engine, double alpha, uint32_t tried, int was_cut);

/* Notes that the current node is left without a value, because a limit ends the search. */
AB_FUNC void ab_trace_note_end(struct ab_engine *engine);

#endif
