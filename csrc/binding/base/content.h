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
 * Pushes a function that takes a state and returns its key, a Zobrist key, the same object each time. If a state has
 * none, it returns a table with a message at 1: "expected ..., got ...". `names` is the index of nil, or of an array of
 * strings, the names of fields that are left out wherever they are.
 *
 * States are numbers, strings, booleans or tables. A table may hold these, with keys that are numbers, strings or
 * booleans, and itself. A table at several paths is one table, and not several copies. A state may have a metatable,
 * whose `__index` must be the same in all states that the function gets. A table within it may have one with a string
 * `__name`, which counts. If a field `class` is the object's class, with that metatable, it is left out, and its `name`
 * may replace `__name`.
 */
AB_FUNC void ab_content_push_hash(lua_State *L, int names);

/*
 * content_hash(names): such a function, for the tools in Lua. If a state has no key, it raises the message, after the
 * name of the option.
 */
AB_FUNC int ab_content_hash(lua_State *L);

#endif
