/* selection.c: see selection.h. */

#include "selection.h"

#include <math.h>

#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "ranking.h"

int ab_selection_is_due(lua_State *L, const ab_search *search)
{
  return ab_engine_ply(&search->engine) == 0 && lua_istable(L, AB_SLOT_ANSWERS) &&
         !ab_engine_is_quiescence(&search->engine, 0);
}

/*
 * Whether the pair of tables at `a` and `b` is noted in the table at `pairs` already; notes it if not. It is there as
 * pairs[a][b].
 */
static int is_noted(lua_State *L, int a, int b, int pairs)
{
  int noted;
  lua_pushvalue(L, a);
  lua_rawget(L, pairs);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, a);
    lua_pushvalue(L, -2);
    lua_rawset(L, pairs);
  }
  lua_pushvalue(L, b);
  lua_rawget(L, -2);
  noted = !lua_isnil(L, -1);
  lua_pop(L, 1);
  lua_pushvalue(L, b);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  return noted;
}

static int is_alike(lua_State *L, int a, int b, int pairs, int depth);

/* Whether the table at `a` has under each of its keys what is alike in the table at `b`, which has no other keys. */
static int holds_alike(lua_State *L, int a, int b, int pairs, int depth)
{
  int top = lua_gettop(L), alike;
  for (lua_pushnil(L); lua_next(L, a); lua_settop(L, top + 1)) {
    lua_pushvalue(L, top + 1);
    lua_rawget(L, b);
    alike = is_alike(L, top + 2, top + 3, pairs, depth - 1);
    if (!alike) {
      lua_settop(L, top);
      return 0;
    }
  }
  for (lua_pushnil(L); lua_next(L, b); lua_settop(L, top + 1)) {
    lua_pushvalue(L, top + 1);
    lua_rawget(L, a);
    if (lua_isnil(L, -1)) {
      lua_settop(L, top);
      return 0;
    }
  }
  return 1;
}

/* Whether the values at `a` and `b` are equal or alike, `depth` tables being left to look into. */
static int is_alike(lua_State *L, int a, int b, int pairs, int depth)
{
  if (ab_equal(L, a, b)) return 1;
  if (!lua_istable(L, a) || !lua_istable(L, b) || depth == 0) return 0;
  ab_message_check_stack(L, 8, "comparing moves");
  return is_noted(L, a, b, pairs) || holds_alike(L, a, b, pairs, depth);
}

/* Raises an error of the user's at the place of the call of the search; the format is lua_pushfstring's. */
static void reject(lua_State *L, const char *format, const char *name, int entry)
{
  ab_search_where(L);
  lua_pushfstring(L, format, name, entry);
  lua_concat(L, 2);
  lua_error(L);
}

/*
 * The successors are found by a hash: to compare each of them with each entry takes a time that grows with the square of
 * their number. What may be equal or alike has the same hash; what can be equal to values of another hash, since it has
 * the metamethod __eq or is cdata, has none.
 */
#define NO_HASH UINT64_C(0)

/* From here on, an integer and a double that are equal may have different identities. */
#define EXACT_MOST 9e18

/* Bits of a hash that are dropped, so that a Lua number that is a double holds the others. */
#define HASH_DROPPED 11

/* Mixed into hashes: of a table, of a table that is not looked into, of a value that is equal to itself only. */
#define TABLE_SEED UINT64_C(0x9E6C63D0876A9A47)
#define DEEP_SEED UINT64_C(0xD1B54A32D192ED03)
#define OBJECT_SEED UINT64_C(0x8CB92BA72F3D8DD7)

/* How deep tables within a move are looked into for its hash, and how many fields they may have in all. */
#define HASH_LEVELS 2
#define HASH_FIELDS 256

/* The hash of the value on top, where so many `levels` of tables are looked into, and `*fields` fields at most. */
static uint64_t hash_of(lua_State *L, int levels, int *fields)
{
  uint64_t sum = TABLE_SEED, key, value;
  int index = lua_gettop(L);
  if (lua_type(L, index) == LUA_TNUMBER && fabs((double)lua_tonumber(L, index)) >= EXACT_MOST) return NO_HASH;
  if (ab_identity_of_value(L, index, &value)) return value | 1;
  if (lua_type(L, index) == AB_LUA_TCDATA) return NO_HASH;
  if (luaL_getmetafield(L, index, "__eq")) {
    lua_pop(L, 1);
    return NO_HASH;
  }
  if (!lua_istable(L, index)) return OBJECT_SEED;
  if (levels == 0) return DEEP_SEED;
  ab_message_check_stack(L, 8, "comparing moves");
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    value = --*fields >= 0 ? hash_of(L, levels - 1, fields) : NO_HASH;
    if (value == NO_HASH) {
      lua_settop(L, index);
      return NO_HASH;
    }
    if (!ab_identity_of_value(L, -2, &key)) key = OBJECT_SEED;
    sum += ab_key_mix(ab_key_mix(key) ^ value);
  }
  return sum | 1;
}

/* Pushes the hash of the value on top, as a key of a table: a number, or true where it has none. */
static void push_hash(lua_State *L)
{
  int fields = HASH_FIELDS;
  uint64_t hash = hash_of(L, HASH_LEVELS, &fields);
  if (hash == NO_HASH)
    lua_pushboolean(L, 1);
  else
    lua_pushnumber(L, (lua_Number)(hash >> HASH_DROPPED));
}

/*
 * Pushes two tables about the `count` successors at `list`: from each hash to the last successor that has it, and from
 * each successor to the one before it with the same hash.
 */
static void push_hashes(lua_State *L, int list, uint32_t count)
{
  int last = lua_gettop(L) + 1, before = last + 1;
  uint32_t i;
  lua_newtable(L);
  lua_createtable(L, (int)count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, list, (int)i);
    push_hash(L);
    lua_replace(L, -2);
    lua_pushvalue(L, -1);
    lua_rawget(L, last);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_pushboolean(L, 0);
    }
    lua_rawseti(L, before, (int)i);
    lua_pushinteger(L, (lua_Integer)i);
    lua_rawset(L, last);
  }
}

/* Whether the values at `a` and `b` are equal, or, if `looks_inside`, alike. */
static int is_same(lua_State *L, int a, int b, int looks_inside)
{
  int is_one, top = lua_gettop(L);
  if (!looks_inside) return ab_equal(L, a, b);
  lua_newtable(L);
  is_one = is_alike(L, a, b, top + 1, AB_SELECTION_DEPTH);
  lua_settop(L, top);
  return is_one;
}

/* What push_marks has on the stack, by index: the successors, their marks, the tables of their hashes. */
typedef struct selected {
  int list, marks, last, before;
  uint32_t count;
} selected;

/* Marks successor `i` if it is the move on top, as is_same has it. Returns whether it is. */
static int mark_one(lua_State *L, const selected *of, uint32_t i, int looks_inside)
{
  int move = lua_gettop(L), is_one;
  lua_rawgeti(L, of->list, (int)i);
  is_one = is_same(L, move, move + 1, looks_inside);
  lua_settop(L, move);
  if (!is_one) return 0;
  lua_pushboolean(L, 1);
  lua_rawseti(L, of->marks, (int)i);
  return 1;
}

/* Marks the successors with the hash on top, which is popped, that are the move below it. Returns whether there are any. */
static int mark_hashed(lua_State *L, const selected *of, int looks_inside)
{
  int found = 0;
  lua_rawget(L, of->last);
  while (lua_toboolean(L, -1)) {
    uint32_t i = (uint32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    found |= mark_one(L, of, i, looks_inside);
    lua_rawgeti(L, of->before, (int)i);
  }
  lua_pop(L, 1);
  return found;
}

/*
 * Marks the successors that are the move on top: those that equal it, or, if `looks_inside`, those that are alike.
 * Returns whether there are any.
 */
static int mark(lua_State *L, const selected *of, int looks_inside)
{
  int found = 0, has_hash;
  uint32_t i;
  push_hash(L);
  has_hash = lua_type(L, -1) == LUA_TNUMBER;
  if (has_hash) {
    found = mark_hashed(L, of, looks_inside);
    lua_pushboolean(L, 1);
    return mark_hashed(L, of, looks_inside) || found;
  }
  lua_pop(L, 1);
  for (i = 1; i <= of->count; i++) found |= mark_one(L, of, i, looks_inside);
  return found;
}

/*
 * Pushes a table with true at the index of each of the `count` successors at `list` that the array at `named` names: those
 * that equal an entry, or where there are none, those that are alike; nil where that is nil. `name` is the option's.
 */
static void push_marks(lua_State *L, int list, uint32_t count, int named, const char *name)
{
  selected of;
  size_t entry, entries;
  of.list = list;
  of.count = count;
  of.marks = lua_gettop(L) + 1;
  of.last = of.marks + 1;
  of.before = of.marks + 2;
  if (lua_isnil(L, named)) {
    lua_pushnil(L);
    return;
  }
  lua_newtable(L);
  push_hashes(L, list, count);
  entries = compat_rawlen(L, named);
  for (entry = 1; entry <= entries; entry++) {
    lua_rawgeti(L, named, (int)entry);
    if (!mark(L, &of, 0) && !mark(L, &of, 1))
      reject(L, "alphabeta: '%s': entry %d is no move of the state", name, (int)entry);
    lua_settop(L, of.before);
  }
  lua_settop(L, of.marks);
}

/* Whether `marks`, where they are not nil, are set at `index`. */
static int is_marked(lua_State *L, int marks, uint32_t index)
{
  int marked;
  lua_rawgeti(L, marks, (int)index);
  marked = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return marked;
}

/* Raises an error when the array of the root's successors at `list` has a hole. */
static void check_holes(lua_State *L, ab_search *search, int list, uint32_t count)
{
  uint32_t i;
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, list, (int)i);
    if (lua_isnil(L, -1))
      ab_search_reject(L, search, ab_search_lister(search),
                       "expected an array without holes, got nil at index %d of %d", (int)i, (int)count);
    lua_pop(L, 1);
  }
}

uint32_t ab_selection_take(lua_State *L, ab_search *search, uint32_t count)
{
  int list = lua_gettop(L), wanted = list + 3, unwanted = list + 4, taken = list + 5;
  uint32_t i, left = 0;
  ab_message_check_stack(L, 24, "comparing moves");
  check_holes(L, search, list, count);
  lua_rawgeti(L, AB_SLOT_ANSWERS, AB_ANSWERS_ONLY);
  lua_rawgeti(L, AB_SLOT_ANSWERS, AB_ANSWERS_AVOID);
  push_marks(L, list, count, list + 1, "only");
  push_marks(L, list, count, list + 2, "avoid");
  lua_newtable(L);
  for (i = 1; i <= count; i++) {
    if (!lua_isnil(L, wanted) && !is_marked(L, wanted, i)) continue;
    if (!lua_isnil(L, unwanted) && is_marked(L, unwanted, i)) continue;
    lua_rawgeti(L, list, (int)i);
    lua_rawseti(L, taken, (int)++left);
  }
  if (left == 0)
    reject(L, "alphabeta: '%s' leaves no move of the state, of %d", lua_isnil(L, unwanted) ? "only" : "avoid",
           (int)count);
  lua_pushvalue(L, taken);
  lua_rawseti(L, AB_SLOT_ANSWERS, AB_ANSWERS_MOVES);
  lua_replace(L, list);
  lua_settop(L, list);
  return left;
}

/* Raises the error when the user has given the option `name`, which is at `slot` of the answers. */
static void refuse(lua_State *L, int slot, const char *name, uint32_t count)
{
  lua_rawgeti(L, AB_SLOT_ANSWERS, slot);
  if (!lua_isnil(L, -1))
    reject(L, "alphabeta: '%s': expected nothing at a chance node, which has %d outcomes", name, (int)count);
  lua_pop(L, 1);
}

void ab_selection_refuse(lua_State *L, const ab_search *search, uint32_t count)
{
  if (!ab_selection_is_due(L, search)) return;
  refuse(L, AB_ANSWERS_ONLY, "only", count);
  refuse(L, AB_ANSWERS_AVOID, "avoid", count);
}
