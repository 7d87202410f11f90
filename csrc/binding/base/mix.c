/* mix.c: see mix.h. */

#include "mix.h"

#include <lauxlib.h>
#include <string.h>

#include "../../engine/key.h"
#include "compat.h"
#include "identity.h"
#include "message.h"

/* What the key is before the first value, and what is added after each: half of the bits of the golden ratio. */
#define STEP UINT64_C(0x9E3779B97F4A7C15)

/* Bits of a key that are dropped, so that a Lua number that is a double holds the others. */
#define DROPPED 11

/*
 * Reads the text of a 64-bit integer of LuaJIT, such as "-5LL" or "5ULL", modulo 2^64. Returns 0 when it is something
 * else.
 */
static int read_digits(const char *text, uint64_t *bits)
{
  int is_negative = *text == '-';
  const char *digit = text + is_negative;
  *bits = 0;
  for (; *digit >= '0' && *digit <= '9'; digit++) *bits = *bits * 10 + (uint64_t)(*digit - '0');
  if (is_negative) *bits = 0 - *bits;
  return digit > text + is_negative && (strcmp(digit, "LL") == 0 || strcmp(digit, "ULL") == 0);
}

/* Sets *bits to the value at `index`, a 64-bit integer that LuaJIT represents as cdata. Returns 0 for another value. */
static int read_cdata(lua_State *L, int index, uint64_t *bits)
{
  int is_read = 0;
  if (strcmp(luaL_typename(L, index), "cdata") != 0 || !luaL_callmeta(L, index, "__tostring")) return 0;
  if (lua_type(L, -1) == LUA_TSTRING) is_read = read_digits(lua_tostring(L, -1), bits);
  lua_pop(L, 1);
  return is_read;
}

/* The identity of argument `index`: that of a 64-bit integer is the same in every Lua. */
static uint64_t identity_of(lua_State *L, int index)
{
  uint64_t identity;
  if (ab_identity_of_value(L, index, &identity)) return identity;
  if (!read_cdata(L, index, &identity))
    luaL_error(L, "alphabeta.mix: argument '%d': expected a number, a string or a boolean, got %s", index,
               ab_message_describe(L, index));
  return ab_key_mix(identity);
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
