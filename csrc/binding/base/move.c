#include "move.h"

#include <lauxlib.h>

void ab_move_push(lua_State *L, int64_t move)
{
  if (!AB_MOVE_HAS_INT64 && (move < -AB_MOVE_EXACT_MAX || move > AB_MOVE_EXACT_MAX))
    luaL_error(
        L, "alphabeta: callback 'moves': expected moves from -2^53 to 2^53 on this version of Lua, got %f",
        (lua_Number)move);
  if ((lua_Integer)move == move)
    lua_pushinteger(L, (lua_Integer)move);
  else
    lua_pushnumber(L, (lua_Number)move);
}

int ab_move_read(lua_State *L, int index, int64_t *move)
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
