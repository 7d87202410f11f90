/*
 * functions.h: the functions in Lua that both engines share: lua/alphabeta/front, and lua/alphabeta/root.
 *
 * They run a few times a search, inside of the driver's protected call or while the searcher is held, and get Lua
 * values alone.
 */
#ifndef ALPHABETA_FUNCTIONS_H
#define ALPHABETA_FUNCTIONS_H

#include "../base/search.h"

/* alphabeta.core.set_front(functions): where they are, by name: see lua/alphabeta/front/main.lua. */
AB_FUNC int ab_functions_set(lua_State *L);

/* Pushes what is called `name` there. Raises an error where nothing has told where they are. */
AB_FUNC void ab_functions_push(lua_State *L, const char *name);

#endif
