/*
 * outcomes.h: what `chances` returns, where luck moves.
 *
 * The outcomes are put into an array of the driver's own, so that a game may return the same one again and again, for
 * each throw of its dice. Luck's outcomes are entered and left as moves are.
 */
#ifndef ALPHABETA_OUTCOMES_H
#define ALPHABETA_OUTCOMES_H

#include "../base/search.h"

/* By how much the sum of the probabilities of a chance node may differ from 1. */
#define AB_PROBABILITY_TOLERANCE 1e-6

/*
 * Takes the answer of `chances`, which lies on top and is popped. Returns 0 when luck does not move here; otherwise the
 * engine is told how many outcomes there are. An error names the callback, and the entry where one is wrong.
 */
AB_FUNC int ab_outcomes_take(lua_State *L, ab_search *search);

/* Tells the engine the probabilities of the outcomes just taken. */
AB_FUNC void ab_outcomes_tell(ab_search *search);

#endif
