/* kept.c: see kept.h. */

#include "kept.h"

#include <string.h>

#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/session.h"
#include "../root/result.h"
#include "successors.h"

/* Makes an empty table in each field of the table on top up to `last`. */
static void clear_fields(lua_State *L, int last)
{
  int field;
  for (field = AB_TREE_LISTS; field <= last; field++) {
    lua_newtable(L);
    lua_rawseti(L, -2, field);
  }
}

void ab_kept_begin(lua_State *L)
{
  ab_search_push_kept(L, AB_KEPT_TREE);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_createtable(L, AB_TREE_FIELDS, 0);
    clear_fields(L, AB_TREE_PLAYERS);
    lua_pushvalue(L, -1);
    ab_search_keep(L, AB_KEPT_TREE);
  }
  lua_rawgeti(L, -1, AB_TREE_PLAYERS);
  lua_replace(L, AB_SLOT_PLAYER_INDEXES);
  lua_replace(L, AB_SLOT_TREE);
  ab_session_keep_slot(L, AB_SLOT_PLAYER_INDEXES);
  ab_session_keep_slot(L, AB_SLOT_TREE);
}

/* Sets the element of `node` in the table that is a field of the tree to nil. */
static void drop(lua_State *L, int field, uint32_t node)
{
  lua_rawgeti(L, AB_SLOT_TREE, field);
  lua_pushnil(L);
  lua_rawseti(L, -2, (int)node + 1);
  lua_pop(L, 1);
}

void ab_kept_forget(lua_State *L, ab_search *search, uint32_t node)
{
  size_t i;
  if (node == 0) {
    lua_pushvalue(L, AB_SLOT_TREE);
    clear_fields(L, AB_TREE_NAMES);
    lua_pushnil(L);
    lua_rawseti(L, -2, AB_TREE_NUMBER_OF);
    lua_pop(L, 1);
  }
  for (i = node; i < search->kept_capacity; i++) {
    if (search->kept[i].count > 0 && node > 0) drop(L, AB_TREE_LISTS, (uint32_t)i);
    if (search->kept[i].is_chance && node > 0) drop(L, AB_TREE_CHANCES, (uint32_t)i);
    memset(&search->kept[i], 0, sizeof search->kept[i]);
  }
}

/* Moves an element of a table that is a field of the tree. */
static void move_element(lua_State *L, int field, uint32_t from, uint32_t to)
{
  lua_rawgeti(L, AB_SLOT_TREE, field);
  lua_rawgeti(L, -1, (int)from + 1);
  lua_rawseti(L, -2, (int)to + 1);
  lua_pushnil(L);
  lua_rawseti(L, -2, (int)from + 1);
  lua_pop(L, 1);
}

void ab_kept_rename(lua_State *L, ab_search *search, uint32_t from, uint32_t to)
{
  int field;
  ab_assert(to < from && from < search->kept_capacity);
  for (field = AB_TREE_LISTS; field <= AB_TREE_NAMES; field++) move_element(L, field, from, to);
  search->kept[to] = search->kept[from];
  memset(&search->kept[from], 0, sizeof search->kept[from]);
}

/* Makes room in the array of lists for `node`. The new elements are empty. */
static void grow(lua_State *L, ab_search *search, uint32_t node)
{
  size_t before = search->kept_capacity;
  search->kept =
      ab_search_grow(L, search->kept, &search->kept_capacity, (size_t)node + 1, sizeof *search->kept);
  if (search->kept_capacity > before)
    memset(search->kept + before, 0, (search->kept_capacity - before) * sizeof *search->kept);
}

/* Pushes a copy of the list in AB_SLOT_LIST, the current node's, which has `count` elements. */
static void push_copy(lua_State *L, uint32_t count)
{
  uint32_t i;
  lua_createtable(L, (int)count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, AB_SLOT_LIST, (int)i);
    lua_rawseti(L, -2, (int)i);
  }
}

/* Keeps the array on top, and pops it. */
static void set_list(lua_State *L, uint32_t node)
{
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_LISTS);
  lua_insert(L, -2);
  lua_rawseti(L, -2, (int)node + 1);
  lua_pop(L, 1);
}

/* Keeps the probabilities of the outcomes that were just listed. */
static void keep_chances(lua_State *L, const ab_search *search, uint32_t node, uint32_t count)
{
  uint32_t i;
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_CHANCES);
  lua_createtable(L, (int)count, 0);
  for (i = 0; i < count; i++) {
    lua_pushnumber(L, (lua_Number)search->probabilities[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_rawseti(L, -2, (int)node + 1);
  lua_pop(L, 1);
}

/* Only an array of outcomes has no address: see ab_successors_take_outcomes. */
void ab_kept_store(lua_State *L, ab_search *search, uint32_t node)
{
  const ab_ply *ply = &search->plies[ab_engine_ply(&search->engine)];
  ab_kept *own;
  ab_assert(ply->count > 0);
  grow(L, search, node);
  push_copy(L, ply->count);
  set_list(L, node);
  own = &search->kept[node];
  own->is_chance = ply->list == NULL;
  if (own->is_chance) keep_chances(L, search, node, ply->count);
  own->has_objects = 0;
  own->listed = (uint32_t)search->searches;
  own->count = ply->count;
}

int ab_kept_may_have_objects(lua_State *L, const ab_search *search)
{
  const ab_ply *ply = &search->plies[ab_engine_ply(&search->engine)];
  uint64_t identity;
  uint32_t i;
  if (search->game.style == AB_BY_STATES) return 0;
  for (i = 1; i <= ply->count; i++) {
    int is_plain, type;
    lua_rawgeti(L, AB_SLOT_LIST, (int)i);
    type = lua_type(L, -1);
    is_plain = type == LUA_TNUMBER || type == LUA_TSTRING || ab_identity_of_value(L, -1, &identity);
    lua_pop(L, 1);
    if (!is_plain) return 1;
  }
  return 0;
}

/* Pushes a function about lists that Lua has, the list for `node`, and the current node's. */
static void push_call(lua_State *L, const ab_search *search, const char *name, uint32_t node)
{
  ab_functions_push(L, name);
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_LISTS);
  lua_rawgeti(L, -1, (int)node + 1);
  lua_replace(L, -2);
  lua_pushvalue(L, AB_SLOT_LIST);
  lua_pushinteger(L, (lua_Integer)search->plies[ab_engine_ply(&search->engine)].count);
}

void ab_kept_compare(lua_State *L, ab_search *search, uint32_t node)
{
  push_call(L, search, "have_common_object", node);
  lua_call(L, 3, 1);
  search->kept[node].has_objects = (char)lua_toboolean(L, -1);
  lua_pop(L, 1);
  if (!search->kept[node].has_objects || !ab_kept_confirm(L, search, node)) ab_kept_use(L, search, node);
}

int ab_kept_is_fresh(const ab_search *search, uint32_t node)
{
  const ab_kept *own = &search->kept[node];
  ab_assert(node < search->kept_capacity && own->count > 0);
  return own->listed == (uint32_t)search->searches && !own->has_objects;
}

void ab_kept_use(lua_State *L, ab_search *search, uint32_t node)
{
  const ab_kept *own = &search->kept[node];
  uint32_t i;
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_LISTS);
  lua_rawgeti(L, -1, (int)node + 1);
  ab_successors_use(L, search, own->is_chance ? NULL : lua_topointer(L, -1), own->count);
  lua_pop(L, 1);
  if (!own->is_chance) return;
  search->probabilities = ab_search_grow(L, search->probabilities, &search->probabilities_capacity,
                                         own->count, sizeof *search->probabilities);
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_CHANCES);
  lua_rawgeti(L, -1, (int)node + 1);
  for (i = 0; i < own->count; i++) {
    lua_rawgeti(L, -1, (int)i + 1);
    search->probabilities[i] = (double)lua_tonumber(L, -1);
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
}

int ab_kept_confirm(lua_State *L, ab_search *search, uint32_t node)
{
  const ab_ply *ply = &search->plies[ab_engine_ply(&search->engine)];
  ab_kept *own = &search->kept[node];
  if (ply->count != own->count || (ply->list == NULL) != own->is_chance) return 0;
  push_call(L, search, "in_order_of", node);
  lua_call(L, 3, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  set_list(L, node);
  own->listed = (uint32_t)search->searches;
  ab_kept_use(L, search, node);
  return 1;
}

void ab_kept_name(lua_State *L, ab_search *search, uint32_t node, uint32_t child)
{
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_NAMES);
  ab_successors_push(L, search, ab_engine_ply(&search->engine), child);
  lua_rawseti(L, -2, (int)node + 1);
  lua_pop(L, 1);
}
