/*
 * division.h: how searches that share a table divide a node's moves among themselves.
 *
 * Threads that search one position with one table and the same order of moves would all search the same successor at
 * the same time: what one stores, the others find too late. So a search notes in the shared table which move of a node
 * it is searching, and a move that another search has noted comes after those that none has: by the time it is due, its
 * value is often in the table. That is ABDADA [Weill 1996] in its simplified form, with notes in a table of their own
 * in place of counters in the entries [Kerrigan 2017].
 *
 * The first move of a node is searched by all, and divided at the nodes below it (Young Brothers Wait Concept [Feldmann
 * et al. 1990]). Nodes whose successors are leaves are not divided. A note only changes the order of the moves, never a
 * value: one that is lost, that stays behind or that is mistaken for another costs nothing but time. Notes have the
 * number of their search, so those of an earlier one are not seen; one search by itself sees none.
 */
#ifndef ALPHABETA_DIVISION_H
#define ALPHABETA_DIVISION_H

#include "machine.h"

/* Plies that a node has left at least where its moves are divided. */
#ifndef AB_DIVISION_DEPTH
#define AB_DIVISION_DEPTH 2
#endif

/* Whether the moves of a node are divided, of which the candidate `nth` was picked; not where its order matters. */
static inline int ab_division_is_due(const ab_engine *engine, const ab_frame *frame, uint32_t nth)
{
  return engine->is_divided && frame->depth >= AB_DIVISION_DEPTH && nth > 0 && !frame->list.is_unscored &&
         !frame->list.is_lazy && !frame->list.is_finding;
}

/*
 * The candidate `nth` of the current node was picked: the next one that no other search is at takes its place, if
 * another is at it and there is such a one. Notes that this search is at what is now there.
 */
AB_FUNC void ab_division_enter(ab_engine *engine, ab_frame *frame, uint32_t nth);

/* The search of the move that was noted last for the current node has ended. */
AB_FUNC void ab_division_leave(const ab_engine *engine, ab_frame *frame);

#endif
