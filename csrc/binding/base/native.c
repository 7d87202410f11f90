/* native.c: see native.h. */

#include "native.h"

#include <lauxlib.h>

#include "../../table/key.h"

/* The greatest move and key that a Lua has whose numbers are doubles: beyond 2^53 they are not exact. */
#define EXACT_MAX (INT64_C(1) << 53)
#define KEY_SHIFT 11

/* Whether this Lua has integers of 64 bits. */
#define HAS_INT64 (LUA_VERSION_NUM >= 503 && sizeof(lua_Integer) >= sizeof(int64_t))

uint64_t ab_native_hash(const alphabeta_rules *rules, const void *state)
{
  uint64_t key = rules->hash(state);
  return HAS_INT64 || key < (uint64_t)EXACT_MAX ? key : ab_key_mix(key) >> KEY_SHIFT;
}

void ab_native_push_move(lua_State *L, int64_t move)
{
  if (HAS_INT64 || (lua_Integer)move == move) {
    lua_pushinteger(L, (lua_Integer)move);
    return;
  }
  if (move < -EXACT_MAX || move > EXACT_MAX)
    luaL_error(
        L, "alphabeta: callback 'moves': expected moves from -2^53 to 2^53 on this version of Lua, got %f",
        (lua_Number)move);
  lua_pushnumber(L, (lua_Number)move);
}

int ab_native_to_move(lua_State *L, int index, int64_t *move)
{
  double number = lua_type(L, index) == LUA_TNUMBER ? (double)lua_tonumber(L, index) : 0.5;
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index)) {
    *move = (int64_t)lua_tointeger(L, index);
    return 1;
  }
#endif
  if (!(number >= -9.2e18 && number <= 9.2e18) || (double)(int64_t)number != number) return 0;
  *move = (int64_t)number;
  return 1;
}
