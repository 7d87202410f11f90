/* undos.c: see undos.h. */

#include "undos.h"

#include "../base/compat.h"
#include "../base/message.h"

/*
 * Puts a table with places for as many values as are asked for (argument 2) into the table of undo values (argument 1),
 * at a ply's key (argument 3). Called in protected mode: there may not be enough memory.
 */
static int make_room(lua_State *L)
{
  int count = (int)lua_tointeger(L, 2);
  lua_createtable(L, count, 0);
  for (; count > 0; count--) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, count);
  }
  lua_rawseti(L, 1, (int)lua_tointeger(L, 3));
  return 0;
}

void ab_undos_begin(lua_State *L)
{
  lua_pushcfunction(L, make_room);
  lua_rawseti(L, AB_SLOT_UNDOS, 0);
}

void ab_undos_make_places(lua_State *L, int32_t ply)
{
  int nth;
  for (nth = 0; nth < AB_UNDO_PLACES; nth++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, AB_SLOT_UNDOS, ab_undos_place(ply) + nth);
  }
}

/* Makes places for `count` values in the own table of `ply`. Returns 0, with the error on top, when it cannot. */
static int reserve(lua_State *L, ab_search *search, int32_t ply, uint32_t count)
{
  if (search->plies[ply].room >= count) return 1;
  lua_rawgeti(L, AB_SLOT_UNDOS, 0);
  lua_pushvalue(L, AB_SLOT_UNDOS);
  lua_pushinteger(L, (lua_Integer)count);
  lua_pushinteger(L, -(ply + 1));
  if (lua_pcall(L, 3, 0, 0) != LUA_OK) return 0;
  search->plies[ply].room = count;
  return 1;
}

int ab_undos_take_many(lua_State *L, ab_search *search, int32_t ply, int count)
{
  int place;
  ab_message_check_stack(L, LUA_MINSTACK, "too many values to unmake a move");
  if (!reserve(L, search, ply, (uint32_t)count)) return 0;
  lua_rawgeti(L, AB_SLOT_UNDOS, -(ply + 1));
  lua_insert(L, AB_SLOTS + 1);
  for (place = count; place > 0; place--) lua_rawseti(L, AB_SLOTS + 1, place);
  lua_pop(L, 1);
  search->plies[ply].undos = (uint32_t)count;
  return 1;
}

int ab_undos_push_many(lua_State *L, const ab_search *search, int32_t ply)
{
  int count = (int)search->plies[ply].undos, table, place;
  ab_message_check_stack(L, count + 1, "too many values to unmake a move");
  lua_rawgeti(L, AB_SLOT_UNDOS, -(ply + 1));
  table = lua_gettop(L);
  for (place = 1; place <= count; place++) lua_rawgeti(L, table, place);
  lua_remove(L, table);
  return count;
}
