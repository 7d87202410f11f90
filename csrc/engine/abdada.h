/*
 * abdada.h: ABDADA, by which searches with a shared table divide a node's moves.
 *
 * Threads that search one position with one table and the same order of moves would all search the same successor at
 * the same time. The others would find too late what one stores. So a search puts a busy mark into the shared table for
 * the move that it is searching. Other searches defer a marked move until after the moves without a mark. Then its
 * value is often in the table. That is ABDADA [Weill 1996] in its simplified form, with marks in a table of their own
 * instead of counters in the entries [Kerrigan 2017].
 *
 * All searches search the first move of a node, and divide the nodes below it (Young Brothers Wait Concept [Feldmann et
 * al. 1990]). They do not divide nodes whose successors are leaves. A mark only changes the order of the moves, never a
 * value. A mark that is lost, stays behind or is mistaken for another only costs time. Marks have the number of their
 * search, so a search does not see those of an earlier one.
 */
#ifndef ALPHABETA_ABDADA_H
#define ALPHABETA_ABDADA_H

#include "machine.h"

/* The least number of plies left at a node whose moves are divided. */
#ifndef AB_ABDADA_DEPTH
#define AB_ABDADA_DEPTH 2
#endif

/* Whether ABDADA is used at a node whose candidate `nth` was picked. It is not if its order matters. */
static inline int ab_abdada_is_on(const ab_engine *engine, const ab_frame *frame, uint32_t nth)
{
  return engine->uses_abdada && frame->depth >= AB_ABDADA_DEPTH && nth > 0 && !frame->list.is_unscored &&
         !frame->list.is_lazy && !frame->list.is_finding;
}

/*
 * The candidate `nth` of the current node was picked. If another search is searching it, exchanges it for the next
 * candidate that no other search is searching, if there is one. Marks the candidate as busy. Does nothing as long as the
 * table is open only once.
 */
AB_FUNC void ab_abdada_enter(ab_engine *engine, ab_frame *frame, uint32_t nth);

/* The search of the move that was marked last for the current node has ended: clears its mark. */
AB_FUNC void ab_abdada_leave(const ab_engine *engine, ab_frame *frame);

#endif
