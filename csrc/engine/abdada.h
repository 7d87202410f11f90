/*
 * abdada.h: ABDADA, by which searches that share a table divide a node's moves among themselves.
 *
 * Threads that search one position with one table and the same order of moves would all search the same successor at
 * the same time: what one stores, the others find too late. So a search leaves a busy mark in the shared table for the
 * move of a node that it is searching, and a move that another search has marked is deferred: it comes after those that
 * none has, and by the time it is due, its value is often in the table. That is ABDADA [Weill 1996] in its simplified
 * form, with marks in a table of their own in place of counters in the entries [Kerrigan 2017].
 *
 * The first move of a node is searched by all, and divided at the nodes below it (Young Brothers Wait Concept [Feldmann
 * et al. 1990]). Nodes whose successors are leaves are not divided. A mark only changes the order of the moves, never a
 * value: one that is lost, that stays behind or that is mistaken for another costs nothing but time. Marks have the
 * number of their search, so those of an earlier one are not seen; one search by itself sees none.
 */
#ifndef ALPHABETA_ABDADA_H
#define ALPHABETA_ABDADA_H

#include "machine.h"

/* Plies that a node has left at least where its moves are divided. */
#ifndef AB_ABDADA_DEPTH
#define AB_ABDADA_DEPTH 2
#endif

/* Whether ABDADA is used at a node of which the candidate `nth` was picked; not where its order matters. */
static inline int ab_abdada_is_on(const ab_engine *engine, const ab_frame *frame, uint32_t nth)
{
  return engine->uses_abdada && frame->depth >= AB_ABDADA_DEPTH && nth > 0 && !frame->list.is_unscored &&
         !frame->list.is_lazy && !frame->list.is_finding;
}

/*
 * The candidate `nth` of the current node was picked: the next one that no other search is at takes its place, if
 * another is at it and there is such a one. Marks what is now there as busy.
 */
AB_FUNC void ab_abdada_enter(ab_engine *engine, ab_frame *frame, uint32_t nth);

/* The search of the move that was marked last for the current node has ended: clears its mark. */
AB_FUNC void ab_abdada_leave(const ab_engine *engine, ab_frame *frame);

#endif
