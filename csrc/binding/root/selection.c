/* selection.c: see selection.h. */

#include "selection.h"

#include "../base/compat.h"
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
  if (compat_equal(L, a, b)) return 1;
  if (!lua_istable(L, a) || !lua_istable(L, b) || depth == 0) return 0;
  ab_message_check_stack(L, 8, "comparing moves");
  return is_noted(L, a, b, pairs) || holds_alike(L, a, b, pairs, depth);
}

/* Raises an error of the user's at the place of the call of the search; the format is lua_pushfstring's. */
static void reject(lua_State *L, const char *format, const char *name, int entry)
{
  luaL_where(L, 2);
  lua_pushfstring(L, format, name, entry);
  lua_concat(L, 2);
  lua_error(L);
}

/*
 * Marks the successors among the `count` ones at `list` that are the move on top: those that equal it, or where there
 * are none and `looks_inside`, those that are alike. Returns whether there are any.
 */
static int mark(lua_State *L, int list, uint32_t count, int marks, int looks_inside)
{
  int move = lua_gettop(L), found = 0, is_one;
  uint32_t i;
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, list, (int)i);
    if (looks_inside) {
      lua_newtable(L);
      is_one = is_alike(L, move, move + 1, move + 2, AB_SELECTION_DEPTH);
    } else {
      is_one = compat_equal(L, move, move + 1);
    }
    lua_settop(L, move);
    if (!is_one) continue;
    found = 1;
    lua_pushboolean(L, 1);
    lua_rawseti(L, marks, (int)i);
  }
  return found;
}

/*
 * Pushes a table with true at the index of each of the `count` successors at `list` that the array at `named` names;
 * nil where that is nil. `name` is the option's.
 */
static void push_marks(lua_State *L, int list, uint32_t count, int named, const char *name)
{
  int marks = lua_gettop(L) + 1;
  size_t entry;
  if (lua_isnil(L, named)) {
    lua_pushnil(L);
    return;
  }
  lua_newtable(L);
  for (entry = 1; entry <= compat_rawlen(L, named); entry++) {
    lua_rawgeti(L, named, (int)entry);
    if (!mark(L, list, count, marks, 0) && !mark(L, list, count, marks, 1))
      reject(L, "alphabeta: '%s': entry %d is no move of the state", name, (int)entry);
    lua_settop(L, marks);
  }
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
  ab_message_check_stack(L, 16, "comparing moves");
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
