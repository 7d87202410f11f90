/*
 * selection.h: which of the root's moves are searched: see lua/alphabeta/root/selection.lua.
 */
#ifndef ALPHABETA_SELECTION_H
#define ALPHABETA_SELECTION_H

#include "../base/search.h"

/* Whether the root's successors are to come as an array of the driver's own. */
AB_FUNC int ab_selection_is_due(lua_State *L, const ab_search *search);

/*
 * Replaces the array on top, the root's `count` successors (at least one, and no holes), by one of the driver's own
 * with those to be searched, in the same order. Returns their number. Raises the user's error if a named value is no
 * move of the state, or no move is left.
 */
AB_FUNC uint32_t ab_selection_take(lua_State *L, uint32_t count);

/*
 * For a chance node with `count` outcomes. Raises the user's error if it is the root and the user has named moves,
 * because a chance node has none.
 */
AB_FUNC void ab_selection_refuse(lua_State *L, const ab_search *search, uint32_t count);

#endif
