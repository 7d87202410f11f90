/*
 * content.h: a key made of what a state holds, in place of a game's function `hash`.
 *
 * Equal content has equal keys, in every Lua and on every platform: the order of fields does not matter, a number that
 * is whole is the integer it is, and a table counts by what is in it. No metamethod runs.
 */
#ifndef ALPHABETA_CONTENT_H
#define ALPHABETA_CONTENT_H

#include <lua.h>

#include "../../system/portable.h"

/*
 * Pushes a function that takes a state and returns its key, a Zobrist key, the same object each time. For a state that
 * has none it returns a table, with a message at 1: "expected ..., got ...". `names` is the index of an array of
 * strings, the names of the fields that are left out wherever they are, or of nil.
 *
 * States are numbers, strings, booleans or tables. A table may hold these, with keys that are numbers, strings or
 * booleans, and itself; one that lies in several places is one table there, and not its copies. A state may have a metatable, whose `__index`
 * must be the same in all states that the function gets; a table within it, one with a string `__name`, which counts. Where
 * a field `class` is the class of the object, which has that metatable, it is left out, and its `name` may stand for it.
 */
AB_FUNC void ab_content_push_hash(lua_State *L, int names);

/*
 * content_hash(names): such a function, for the tools in Lua; where a state has no key, it raises the message, behind
 * the name of the option.
 */
AB_FUNC int ab_content_hash(lua_State *L);

#endif
