/*
 * functions.h: the functions in Lua that both engines share: lua/alphabeta/front, and lua/alphabeta/root.
 *
 * They run a few times a search, inside of the driver's protected call or while the searcher is held, and get only Lua
 * values.
 */
#ifndef ALPHABETA_FUNCTIONS_H
#define ALPHABETA_FUNCTIONS_H

#include "../base/search.h"

/* alphabeta.core.set_front(functions): sets these functions, by name: see lua/alphabeta/front/main.lua. */
AB_FUNC int ab_functions_set(lua_State *L);

/* Pushes the function `name`. Raises an error if the functions were not set. */
AB_FUNC void ab_functions_push(lua_State *L, const char *name);

#endif
