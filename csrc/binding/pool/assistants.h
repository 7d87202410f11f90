/*
 * assistants.h: threads that search beside a searcher of rules in C, without Lua.
 *
 * An assistant searches the same position with the same task, in an engine of its own. It shares the searcher's
 * transposition table, in which both mark the moves that they are searching: see abdada.h. So the searcher finds what
 * its assistants have searched already. What they find otherwise is dropped: the searcher alone answers.
 *
 * An assistant copies what it needs of the searcher and the state, and opens the shared table for itself. It calls no
 * function of Lua. If the rules give a wrong answer, or if there is not enough memory, it ends. The searcher meets the
 * same answer itself, and raises the error.
 */
#ifndef ALPHABETA_ASSISTANTS_H
#define ALPHABETA_ASSISTANTS_H

#include "../base/search.h"

/* Makes the metatable of assistants, once for each Lua state. */
AB_FUNC void ab_assistants_register(lua_State *L);

/*
 * Starts `count` assistants of the search under way, whose root is `state`, and pushes them as one userdata. There are
 * none, and nil is pushed, if its rules are not in C, have chance nodes, or do not use a shared table.
 *
 * assistants:stop(): ends them, and returns how many nodes, evaluations, cut-offs and table hits they have counted; 0
 * the second time.
 */
AB_FUNC void ab_assistants_start(lua_State *L, const ab_search *search, const void *state, int count);

#endif
