/*
 * outcomes.h: the outcomes of a chance node, by `chances`.
 *
 * The outcomes are put into an array of the driver's own, so that a game may return the same one again and again, for
 * each throw of its dice. Outcomes are entered and left as moves are.
 */
#ifndef ALPHABETA_OUTCOMES_H
#define ALPHABETA_OUTCOMES_H

#include "../base/search.h"

/* By how much the sum of the probabilities of a chance node may differ from 1. */
#define AB_PROBABILITY_TOLERANCE 1e-6

/*
 * Takes the answer of `chances`, which is on top and is popped. Returns 0 when this is no chance node; otherwise the
 * engine gets the number of outcomes. An error names the callback, and the entry where one is wrong.
 */
AB_FUNC int ab_outcomes_take(lua_State *L, ab_search *search);

/* Gives the engine the probabilities of the outcomes just taken. */
AB_FUNC void ab_outcomes_answer(ab_search *search);

/* Raises an error unless the answer of `chances` on top, which is not nil, is a table. */
AB_FUNC void ab_outcomes_check_type(lua_State *L, ab_search *search);

#endif
