/*
 * trace.h: what a traced search tells of the node it stands at.
 *
 * A task that is traced is run by ab_engine_next_traced, which gathers events and hands them over together with the
 * next ask. They all concern the current node, and they happened before what is asked for: a host tells them first.
 * The other machine, ab_engine_next, knows nothing of events.
 */
#ifndef ALPHABETA_TRACE_H
#define ALPHABETA_TRACE_H

#include <stdint.h>

#include "memory.h"

struct ab_engine;

/*
 * The most events between two asks. A root that quiescence settles as it stands is entered and left in each pass of
 * MTD(f) without anything being asked, and those are the longest such sequences.
 */
#define AB_EVENTS 32

typedef enum ab_event_kind {
  AB_EVENT_ENTER,      /* the node is entered, or searched once more */
  AB_EVENT_EVALUATE,   /* the host has told what it is worth */
  AB_EVENT_TABLE,      /* the table settles it */
  AB_EVENT_REPETITION, /* it stands on the path already, and is worth what that is */
  AB_EVENT_BOUNDS,     /* no value that is possible lies inside its window */
  AB_EVENT_BOUND,      /* the child just left has raised alpha, or lowered beta */
  AB_EVENT_CUTOFF,     /* the successors that are left are left out */
  AB_EVENT_LEAVE       /* the node is left, or about to be searched once more */
} ab_event_kind;

/* In place of a bound: nobody knows. */
#define AB_EVENT_BOUND_UNKNOWN 2

typedef struct ab_event {
  ab_event_kind kind;
  double alpha, beta; /* the window, in Max's view; 0 in max^n, where there is none */
  double value;       /* likewise, if there is one; 0 in max^n, where there are shares */
  uint32_t tried;     /* successors tried so far */
  int has_value;      /* whether there is a value, or shares */
  int bound;    /* on leaving, of Max's value: 0 exact, +1 the true value is at least that, -1 at most, or
                         AB_EVENT_BOUND_UNKNOWN */
  int turn;     /* who moves there: +1 Max, -1 Min, 0: not known (yet), luck, or one of many in max^n */
  int is_again; /* whether the node is entered once more */
} ab_event;

typedef struct ab_trace {
  ab_event *events; /* AB_EVENTS, or NULL where no search was traced yet */
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
 * Notes what the child just left has changed at the current node, whose alpha was `alpha` (in the mover's view) before,
 * with `tried` successors tried, and which was cut off or not.
 */
AB_FUNC void ab_trace_note_child(struct ab_engine *engine, double alpha, uint32_t tried, int was_cut);

/* Notes that the current node is left without a value, because a limit ends the search. */
AB_FUNC void ab_trace_note_end(struct ab_engine *engine);

#endif
