/*
 * move.h: moves of rules in C, as Lua has them.
 */
#ifndef ALPHABETA_MOVE_H
#define ALPHABETA_MOVE_H

#include <lua.h>
#include <stdint.h>

#include "../../system/portable.h"

/* The greatest move and key that a Lua has whose numbers are doubles: beyond 2^53 they are not exact. */
#define AB_MOVE_EXACT_MAX (INT64_C(1) << 53)

/* Whether this Lua has integers of 64 bits. */
#define AB_MOVE_HAS_INT64 (LUA_VERSION_NUM >= 503 && sizeof(lua_Integer) >= sizeof(int64_t))

/* Pushes a move, or raises an error if it is no number of this Lua. */
AB_FUNC void ab_move_push(lua_State *L, int64_t move);

/* Reads the move at `index`. Returns 0 if that is no integer. */
AB_FUNC int ab_move_read(lua_State *L, int index, int64_t *move);

#endif
