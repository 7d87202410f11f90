#include "../../system/constant_rows.h"
#include "identity.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

#include "../../engine/engine.h"
#include "compat.h"
#include "message.h"
#include "zobrist.h"

/* Mixed into the bits of strings and booleans, so they differ from those of numbers. */
#define STRING_SEED UINT64_C(0xCBF29CE484222325)
#define STRING_PRIME UINT64_C(0x00000100000001B3)
#define BOOLEAN_SEED UINT64_C(0xB5297A4D3F84D5B5)

/* Mixed into the bits of numbers that are not whole, so they differ from those of whole numbers. */
#define DOUBLE_SEED UINT64_C(0xD1B54A32D192ED03)

/* The bits of NaN, of which platforms have several. */
#define NAN_BITS UINT64_C(0x7FF8000000000000)

#define CONTENT_SEED UINT64_C(0x2545F4914F6CDD1D)

/* LuaJIT's lua_equal takes all cdata that are not the same object for different. */
int ab_equal(lua_State *L, int a, int b)
{
  int cdata = lua_type(L, a) == AB_LUA_TCDATA ? a : b, is_equal = compat_equal(L, a, b);
  if (is_equal || lua_type(L, cdata) != AB_LUA_TCDATA) return is_equal;
  lua_pushvalue(L, a);
  lua_pushvalue(L, b < 0 ? b - 1 : b);
  if (!luaL_getmetafield(L, cdata < 0 ? cdata - 2 : cdata, "__eq")) {
    lua_pop(L, 2);
    return 0;
  }
  lua_insert(L, -3);
  lua_call(L, 2, 1);
  is_equal = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return is_equal;
}

/* The bits of the number at `index`: of an integer if it is whole, otherwise of a double, mixed. */
static uint64_t number_bits(lua_State *L, int index)
{
  double number = (double)lua_tonumber(L, index);
  uint64_t bits = NAN_BITS;
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index)) return (uint64_t)lua_tointeger(L, index);
#endif
  if (number > -AB_WHOLE_MAX && number < AB_WHOLE_MAX && (double)(int64_t)number == number)
    return (uint64_t)(int64_t)number;
  if (number == number) memcpy(&bits, &number, sizeof bits);
  return ab_key_mix(bits ^ DOUBLE_SEED);
}

/* The hash of the string at `index`: FNV-1a over all its bytes. */
static uint64_t string_bits(lua_State *L, int index)
{
  size_t length, i;
  const char *bytes = lua_tolstring(L, index, &length);
  uint64_t bits = STRING_SEED;
  for (i = 0; i < length; i++) bits = (bits ^ (unsigned char)bytes[i]) * STRING_PRIME;
  return bits;
}

/* Reads the text of a 64-bit integer of LuaJIT, such as "-5LL" or "5ULL", modulo 2^64. Returns 0 for another text. */
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
  if (lua_type(L, index) != AB_LUA_TCDATA || !luaL_callmeta(L, index, "__tostring")) return 0;
  if (lua_type(L, -1) == LUA_TSTRING) is_read = read_digits(lua_tostring(L, -1), bits);
  lua_pop(L, 1);
  return is_read;
}

int ab_identity_of_value(lua_State *L, int index, uint64_t *identity)
{
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    *identity = ab_key_mix(number_bits(L, index));
    return lua_tonumber(L, index) == lua_tonumber(L, index);
  case LUA_TSTRING:
    *identity = ab_key_mix(string_bits(L, index));
    return 1;
  case LUA_TBOOLEAN:
    *identity = ab_key_mix(BOOLEAN_SEED + (uint64_t)lua_toboolean(L, index));
    return 1;
  case AB_LUA_TCDATA:
    if (!read_cdata(L, index, identity)) return 0;
    *identity = ab_key_mix(*identity);
    return 1;
  default:
    return 0;
  }
}

int ab_identity_of_player(lua_State *L, int index, int players, uint64_t *identity)
{
  int count = (int)compat_rawlen(L, players), player;
  if (ab_identity_of_value(L, index, identity)) return 1;
  lua_pushvalue(L, index);
  lua_rawget(L, players);
  player = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  for (; player == 0 && count > 0; count--) {
    lua_rawgeti(L, players, count);
    if (ab_equal(L, -1, index - 1)) player = count;
    lua_pop(L, 1);
  }
  if (player == 0) {
    player = (int)compat_rawlen(L, players) + 1;
    if (player > AB_PLAYERS_MAX) return 0;
    lua_pushvalue(L, index);
    lua_rawseti(L, players, player);
    lua_pushvalue(L, index);
    lua_pushinteger(L, player);
    lua_rawset(L, players);
  }
  *identity = ab_key_mix(~(uint64_t)player);
  return 1;
}

int ab_identity_of_position(lua_State *L, int index, int zobrist, uint64_t *identity)
{
  int type = lua_type(L, index);
  if (type != LUA_TUSERDATA) return type != LUA_TBOOLEAN && ab_identity_of_value(L, index, identity);
  if (!ab_zobrist_value(L, index, zobrist, identity)) return 0;
  *identity = ab_key_mix(*identity);
  return 1;
}

/*
 * Adds up the numbers, strings and booleans in the table at `index`, with their keys, and those in tables within it, so
 * many levels deep. Their order does not matter, and fields of other types do not count. `*fields` is how many may
 * still be read; less than 0 if there are more.
 */
static uint64_t content_bits(lua_State *L, int index, int levels, int *fields)
{
  uint64_t sum = 0, key, value;
  if (index < 0) index = lua_gettop(L) + index + 1;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (--*fields >= 0 && ab_identity_of_value(L, -2, &key)) {
      int is_value = ab_identity_of_value(L, -1, &value);
      if (!is_value && lua_istable(L, -1) && levels > 0) {
        value = content_bits(L, -1, levels - 1, fields);
        is_value = value != 0;
      }
      if (is_value) sum += ab_key_mix(ab_key_mix(key + CONTENT_SEED) ^ value);
    }
    if (*fields < 0) {
      lua_pop(L, 2);
      return 0;
    }
  }
  return sum;
}

uint32_t ab_identity_of_content(lua_State *L, int index, uint32_t nth)
{
  int fields = AB_MOVE_FIELDS;
  uint64_t bits = lua_istable(L, index) ? content_bits(L, index, AB_MOVE_LEVELS, &fields) : 0;
  return bits != 0 && fields >= 0 ? ab_identity_of_bits(ab_key_mix(bits))
                                  : ab_identity_move_id(L, index, nth);
}

uint64_t ab_identity_of_state(lua_State *L, int index)
{
  int fields = AB_STATE_FIELDS;
  uint64_t bits = lua_istable(L, index) ? content_bits(L, index, AB_STATE_LEVELS, &fields) : 0;
  return fields >= 0 ? bits : 0;
}

uint32_t ab_identity_move_id(lua_State *L, int index, uint32_t nth)
{
  uint64_t bits;
  switch (lua_type(L, index)) {
  case LUA_TNUMBER:
    return ab_identity_of_bits(number_bits(L, index));
  case LUA_TSTRING:
    return ab_identity_of_bits(ab_key_mix(string_bits(L, index)));
  case AB_LUA_TCDATA:
    if (read_cdata(L, index, &bits)) return ab_identity_of_bits(bits);
    /* fall through */
  default:
    return AB_MOVE_IS_INDEX | (nth + 1);
  }
}

uint32_t ab_identity_checked_move_id(lua_State *L, int index)
{
  double number = lua_type(L, index) == LUA_TNUMBER ? (double)lua_tonumber(L, index) : 0.5;
  uint64_t bits;
  if (read_cdata(L, index, &bits)) return ab_identity_of_bits(bits);
  return number > -AB_WHOLE_MAX && number < AB_WHOLE_MAX && floor(number) == number
             ? ab_identity_of_bits(number_bits(L, index))
             : 0;
}

/* ---- alphabeta.mix ---- */

/* The key before the first value, and the number that is added after each: half of the bits of the golden ratio. */
#define MIX_STEP UINT64_C(0x9E3779B97F4A7C15)

/* Bits of a key that are dropped, so a Lua number that is a double holds the others. */
#define MIX_DROPPED 11

/* The bits of argument `index`. Those of a 64-bit integer are the same in every Lua. */
static uint64_t identity_of(lua_State *L, int index)
{
  uint64_t identity;
  if (!ab_identity_of_value(L, index, &identity))
    luaL_error(L, "alphabeta.mix: argument '%d': expected a number, a string or a boolean, got %s", index,
               ab_message_describe(L, index));
  return identity;
}

int ab_identity_mix(lua_State *L)
{
  int count = lua_gettop(L), index;
  uint64_t key = MIX_STEP;
  if (count == 0) return luaL_error(L, "alphabeta.mix: expected a value, got none");
  for (index = 1; index <= count; index++) key = ab_key_mix(key ^ identity_of(L, index)) + MIX_STEP;
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)(key >> MIX_DROPPED));
#else
  lua_pushnumber(L, (lua_Number)(key >> MIX_DROPPED));
#endif
  return 1;
}
