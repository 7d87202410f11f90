/*
 * Lua values: a key's user value is a table with the userdata of its features. Copies have the same table. It keeps the
 * features alive, so neither userdata needs a finalizer.
 *
 * Every function of a key is a closure with the metatable as its upvalue. So comparing two pointers tells a key from
 * another value, without a look-up by name.
 */

#include "../../system/constant_rows.h"
#include "zobrist.h"

#include <lauxlib.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../../table/key.h"
#include "compat.h"
#include "message.h"

#define METATABLE "alphabeta.zobrist"
#define OWN_METATABLE lua_upvalueindex(1)

#define TWO_TO_64 18446744073709551616.0

/* The increment of SplitMix64's state: 2^64 divided by the golden ratio, made odd. */
#define GOLDEN_GAMMA UINT64_C(0x9e3779b97f4a7c15)

/* Hexadecimal digits of a value. */
#define DIGITS 16

typedef struct features {
  uint64_t seed;
  uint32_t count;
  uint64_t numbers[]; /* of feature 1, 2 and so on: distinct, and none of them 0 */
} features;

typedef struct key {
  uint64_t value; /* the exclusive or of the numbers of the features that are on */
  const features *features;
} key;

/* ---- arguments ---- */

/* The key at `index`, or NULL when something else is there; the metatable of keys lies at `metatable`. */
static key *to_key(lua_State *L, int index, int metatable)
{
  void *candidate = lua_touserdata(L, index);
  int is_key;
  if (candidate == NULL || !lua_getmetatable(L, index)) return NULL;
  is_key = lua_rawequal(L, -1, metatable);
  lua_pop(L, 1);
  return is_key ? candidate : NULL;
}

/* The key that a method was called on, at index 1. */
static key *check_self(lua_State *L)
{
  key *self = to_key(L, 1, OWN_METATABLE);
  return self != NULL ? self : luaL_checkudata(L, 1, METATABLE);
}

/* Whether two keys have the same features: the same numbers in the same order. */
static int have_same_features(const key *a, const key *b)
{
  return a->features == b->features ||
         (a->features->count == b->features->count && a->features->seed == b->features->seed);
}

/* The number at `index` as an integer from 1 to `last`; 0 for anything else, strings included. */
static uint32_t to_position(lua_State *L, int index, uint32_t last)
{
  double number = lua_type(L, index) == LUA_TNUMBER ? (double)lua_tonumber(L, index) : 0;
  uint32_t position = number >= 1 && number <= last ? (uint32_t)number : 0;
  return position == number ? position : 0;
}

int ab_zobrist_integer(lua_State *L, int index, uint64_t *bits)
{
  double number;
  if (lua_type(L, index) != LUA_TNUMBER) return 0;
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index)) {
    *bits = (uint64_t)lua_tointeger(L, index);
    return 1;
  }
#endif
  number = fmod((double)lua_tonumber(L, index), TWO_TO_64);
  if (number != floor(number)) return 0; /* infinities have become NaN, which differs from all */
  *bits = (uint64_t)fabs(number);
  if (number < 0) *bits = 0 - *bits;
  return 1;
}

/* Reads the string at `index`, 16 hexadecimal digits. Returns 0 when something else is there. */
static int to_value(lua_State *L, int index, uint64_t *value)
{
  const char *text = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
  if (strlen(text) != DIGITS || compat_rawlen(L, index) != DIGITS) return 0;
  if (strspn(text, "0123456789abcdefABCDEF") != DIGITS) return 0;
  *value = strtoull(text, NULL, 16);
  return 1;
}

/* Pushes a value as 16 hexadecimal digits. */
static const char *push_digits(lua_State *L, uint64_t value)
{
  char text[DIGITS];
  int i;
  for (i = DIGITS - 1; i >= 0; i--, value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  lua_pushlstring(L, text, DIGITS);
  return lua_tostring(L, -1);
}

/* ---- keys ---- */

/* Pushes a table with new features. SplitMix64 makes distinct numbers, of which 0 would change nothing. */
static const features *push_features(lua_State *L, uint32_t count, uint64_t seed)
{
  uint64_t state = seed;
  uint32_t i = 0;
  features *made;
  lua_createtable(L, 1, 0);
  made = lua_newuserdata(L, sizeof *made + count * sizeof *made->numbers);
  made->seed = seed;
  made->count = count;
  while (i < count) {
    made->numbers[i] = ab_key_mix(state += GOLDEN_GAMMA);
    if (made->numbers[i] != 0) i++;
  }
  lua_rawseti(L, -2, 1);
  return made;
}

/* Pushes a key with the features that the table on top holds, which it takes. `metatable` is an index. */
static void push_key(lua_State *L, const features *shared, uint64_t value, int metatable)
{
  key *self = lua_newuserdata(L, sizeof *self);
  self->value = value;
  self->features = shared;
  lua_pushvalue(L, metatable);
  lua_setmetatable(L, -2);
  lua_insert(L, -2);
  compat_setuservalue(L, -2);
}

/* alphabeta.zobrist(n, seed): a key with no feature. */
static int new_key(lua_State *L)
{
  static const char where[] = "alphabeta.zobrist";
  uint64_t seed = 0;
  uint32_t count;
  lua_settop(L, 2);
  count = to_position(L, 1, AB_FEATURES_MAX);
  if (count == 0)
    return luaL_error(L, "%s: argument 'n': expected an integer from 1 to %d, got %s", where, AB_FEATURES_MAX,
                      ab_message_describe(L, 1));
  if (!lua_isnil(L, 2) && !ab_zobrist_integer(L, 2, &seed))
    return luaL_error(L, "%s: argument 'seed': expected an integer, got %s", where,
                      ab_message_describe(L, 2));
  ab_zobrist_push_metatable(L);
  push_key(L, push_features(L, count, seed), 0, 3);
  return 1;
}

/* zobrist:flip(i, ...): turns features on or off, all or, if an argument is wrong, none. Returns the key. */
static int flip(lua_State *L)
{
  key *self = check_self(L);
  uint64_t value = self->value;
  int i, top = lua_gettop(L);
  for (i = 2; i <= top; i++) {
    uint32_t feature = to_position(L, i, self->features->count);
    if (feature == 0)
      return luaL_error(L, "zobrist:flip: argument 'feature %d': expected an integer from 1 to %d, got %s",
                        i - 1, (int)self->features->count, ab_message_describe(L, i));
    value ^= self->features->numbers[feature - 1];
  }
  self->value = value;
  lua_settop(L, 1);
  return 1;
}

/* zobrist:set(value): sets the value of another key, 16 digits or an integer. Returns the key. */
static int set(lua_State *L)
{
  static const char where[] = "zobrist:set";
  key *self = check_self(L);
  const key *other = to_key(L, 2, OWN_METATABLE);
  lua_settop(L, 2);
  if (other != NULL) {
    if (!have_same_features(self, other))
      return luaL_error(L, "%s: argument 'key': expected a key of the same n and seed, got another key",
                        where);
    self->value = other->value;
  } else if (!to_value(L, 2, &self->value) && !ab_zobrist_integer(L, 2, &self->value)) {
    return luaL_error(L, "%s: argument 'key': expected a key, %d hexadecimal digits or an integer, got %s",
                      where, DIGITS, ab_message_describe(L, 2));
  }
  lua_settop(L, 1);
  return 1;
}

/* zobrist:get(): the value, as 16 hexadecimal digits. */
static int get(lua_State *L)
{
  push_digits(L, check_self(L)->value);
  return 1;
}

/* zobrist:copy(): a new key with the same value, which shares the features. */
static int copy(lua_State *L)
{
  const key *self = check_self(L);
  compat_getuservalue(L, 1);
  push_key(L, self->features, self->value, OWN_METATABLE);
  return 1;
}

/* a == b: the same value and the same features. */
static int equal(lua_State *L)
{
  const key *a = to_key(L, 1, OWN_METATABLE);
  const key *b = to_key(L, 2, OWN_METATABLE);
  lua_pushboolean(L, a != NULL && b != NULL && a->value == b->value && have_same_features(a, b));
  return 1;
}

/* #key: the number of its features, on or off. */
static int length(lua_State *L)
{
  compat_pushcount(L, check_self(L)->features->count);
  return 1;
}

/* tostring(key) */
static int to_string(lua_State *L)
{
  const char *digits = push_digits(L, check_self(L)->value);
  lua_pushfstring(L, "alphabeta.zobrist (%s)", digits);
  return 1;
}

/* ---- what C sees ---- */

void ab_zobrist_push_metatable(lua_State *L)
{
  luaL_getmetatable(L, METATABLE);
}

int ab_zobrist_value(lua_State *L, int index, int metatable, uint64_t *value)
{
  const key *self = to_key(L, index, metatable);
  if (self == NULL) return 0;
  *value = self->value;
  return 1;
}

void ab_zobrist_push(lua_State *L)
{
  int metatable = lua_gettop(L) + 1;
  ab_zobrist_push_metatable(L);
  push_key(L, push_features(L, 1, 0), 0, metatable);
  lua_remove(L, metatable);
}

void ab_zobrist_set_value(lua_State *L, int index, uint64_t value)
{
  key *self = lua_touserdata(L, index);
  self->value = value;
}

/* Puts functions into the table on top, as closures over the metatable at `metatable`. */
static void set_functions(lua_State *L, const luaL_Reg *entry, int metatable)
{
  for (; entry->name != NULL; entry++) {
    lua_pushvalue(L, metatable);
    lua_pushcclosure(L, entry->func, 1);
    lua_setfield(L, -2, entry->name);
  }
}

void ab_zobrist_register(lua_State *L)
{
  static const luaL_Reg metamethods[] = {
      {"__eq", equal}, {"__len", length}, {"__tostring", to_string}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"flip", flip}, {"set", set}, {"get", get}, {"copy", copy}, {NULL, NULL}};
  ab_zobrist_push_metatable(L);
  if (lua_isnil(L, -1)) {
    int metatable = lua_gettop(L) + 1;
    lua_newtable(L);
    set_functions(L, metamethods, metatable);
    lua_newtable(L);
    set_functions(L, methods, metatable);
    lua_setfield(L, -2, "__index");
    lua_pushliteral(L, METATABLE);
    lua_setfield(L, -2, "__metatable");
    lua_setfield(L, LUA_REGISTRYINDEX,
                 METATABLE); /* last: if memory is too short, no unfinished value stays behind */
  }
  lua_pop(L, 1);
  lua_pushcfunction(L, new_key);
  lua_setfield(L, -2, "zobrist");
}
