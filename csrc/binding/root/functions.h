/*
 * functions.h: the functions in Lua about the root's moves, lua/alphabeta/root, which both engines share.
 *
 * They run once or twice a search, where an option asks for what they do, inside of the driver's protected call or while
 * the searcher is held, and get Lua values alone.
 */
#ifndef ALPHABETA_FUNCTIONS_H
#define ALPHABETA_FUNCTIONS_H

#include "../base/search.h"

/* alphabeta.core.set_root(load): `load()` returns the table of these functions; it is called when one is first needed. */
AB_FUNC int ab_functions_set(lua_State *L);

/* Pushes the function called `name`. Raises an error where nothing has told where they are. */
AB_FUNC void ab_functions_push(lua_State *L, const char *name);

#endif
