/*
 * searcher.h: searchers, and the functions that make one for a single search, for Lua.
 *
 * A searcher is a userdata. Its one Lua value, a table, keeps its game and the memory of its driver. So a game and a
 * searcher that refer to each other can be collected together, without a finalizer.
 */
#ifndef ALPHABETA_SEARCHER_H
#define ALPHABETA_SEARCHER_H

#include <lua.h>

#include "../../system/portable.h"

/*
 * Makes the metatables of searchers, once for each Lua state, and sets the functions of searchers in the module's table
 * on top. Its field `slicing` has the methods of searchers with the option `slice`. A function in Lua must replace
 * their `search`, because only that can yield on every version.
 */
AB_FUNC void ab_searcher_register(lua_State *L);

#endif
