/*
 * loop.h: the loop between engine and game, which answers the engine's asks by calls of the game's functions.
 *
 * These functions run in a protected call, with the slots on the stack, until the search has ended or pauses. They
 * return the count of results, which are on top. If Lua makes the calls, they return as soon as one is due.
 */
#ifndef ALPHABETA_LOOP_H
#define ALPHABETA_LOOP_H

#include "../base/search.h"

/* Begins: makes the first room in the tables and finds out who moves at the root. */
AB_FUNC int ab_loop_begin(lua_State *L);

/* Begins a further slice. */
AB_FUNC int ab_loop_return(lua_State *L);

/* Continues with the results of a callback that Lua has called, which are above the slots. */
AB_FUNC int ab_loop_resume(lua_State *L, ab_search *search);

/* Raises an error unless the search, in which a callback may have yielded, can go on. */
AB_FUNC void ab_loop_check(lua_State *L, const ab_search *search);

#endif
