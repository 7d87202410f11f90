/*
 * tree.h: what a Monte Carlo tree search knows at its root, for Lua. lua/alphabeta/playouts/values.lua makes of it what
 * the user sees.
 */
#ifndef ALPHABETA_ROOT_TREE_H
#define ALPHABETA_ROOT_TREE_H

#include "../base/search.h"

/* Pushes a table of that: its fields are described in values.lua. It has `most` of the root's moves at most. */
AB_FUNC void ab_tree_push(lua_State *L, const ab_search *search, uint32_t most);

#endif
