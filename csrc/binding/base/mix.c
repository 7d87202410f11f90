/* mix.c: see mix.h. */

#include "mix.h"

#include <lauxlib.h>

#include "../../table/key.h"
#include "compat.h"
#include "identity.h"
#include "message.h"

/* What the key is before the first value, and what is added after each: half of the bits of the golden ratio. */
#define STEP UINT64_C(0x9E3779B97F4A7C15)

/* Bits of a key that are dropped, so that a Lua number that is a double holds the others. */
#define DROPPED 11

/* The identity of argument `index`: that of a 64-bit integer is the same in every Lua. */
static uint64_t identity_of(lua_State *L, int index)
{
  uint64_t identity;
  if (!ab_identity_of_value(L, index, &identity))
    luaL_error(L, "alphabeta.mix: argument '%d': expected a number, a string or a boolean, got %s", index,
               ab_message_describe(L, index));
  return identity;
}

int ab_mix(lua_State *L)
{
  int count = lua_gettop(L), index;
  uint64_t key = STEP;
  if (count == 0) return luaL_error(L, "alphabeta.mix: expected a value, got none");
  for (index = 1; index <= count; index++) key = ab_key_mix(key ^ identity_of(L, index)) + STEP;
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)(key >> DROPPED));
#else
  lua_pushnumber(L, (lua_Number)(key >> DROPPED));
#endif
  return 1;
}
