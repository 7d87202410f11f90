/*
 * content.h: a key made from the fields of a state, in place of a game's function `hash`.
 *
 * Equal content has equal keys, in every Lua and on every platform. The order of fields does not matter, a whole number
 * counts as an integer, and a table counts by its content. No metamethod runs.
 */
#ifndef ALPHABETA_CONTENT_H
#define ALPHABETA_CONTENT_H

#include <lua.h>

#include "../../system/portable.h"

/*
 * content_hash(names, is_for_search): a function that takes a state and returns its key, a Zobrist key, the same object
 * each time. If a state has none, it raises a message, after the name of the option: "expected ..., got ..."; or, for
 * the search, returns a table with that message at 1. `names` is nil, or an array of strings, the names of fields that
 * are left out wherever they are.
 *
 * States are numbers, strings, booleans or tables. A table may hold these, with keys that are numbers, strings or
 * booleans, and itself. A table at several paths is one table, and not several copies. A state may have a metatable,
 * whose `__index` must be the same in all states that the function gets. A table within it may have one with a string
 * `__name`, which counts. If a field `class` is the object's class, with that metatable, it is left out, and its `name`
 * may replace `__name`.
 */
AB_FUNC int ab_content_hash(lua_State *L);

#endif
