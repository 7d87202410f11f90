/* mix.h: alphabeta.mix, a key of several values. */
#ifndef ALPHABETA_MIX_H
#define ALPHABETA_MIX_H

#include <lua.h>

#include "../../system/portable.h"

/*
 * mix(value, ...): a key of one or more numbers, strings, booleans or, on LuaJIT, 64-bit integers: a whole number from
 * 0 to 2^53 - 1. Raises an error for other values.
 */
AB_FUNC int ab_mix(lua_State *L);

#endif
