/* session.c: see session.h. */

#include "session.h"

#include "compat.h"
#include "zobrist.h"

void ab_session_keep_slot(lua_State *L, int slot)
{
  ab_assert(slot >= AB_SLOT_STATE && slot < AB_SLOT_SESSION);
  lua_pushvalue(L, slot);
  lua_rawseti(L, AB_SLOT_SESSION, slot);
}

int ab_session_is_stale(lua_State *L)
{
  int is_current;
  lua_rawgeti(L, AB_SLOT_SESSION, AB_SESSION_THREAD);
  is_current = lua_tothread(L, -1) == L;
  lua_pop(L, 1);
  return !is_current;
}

void ab_session_forget(lua_State *L, int place)
{
  lua_pushnil(L);
  lua_rawseti(L, AB_SLOT_SESSION, place);
}

/* Keeps all slots as the searcher's session, a new one. */
static void keep_session(lua_State *L)
{
  int slot;
  lua_createtable(L, AB_SLOTS, 0);
  lua_replace(L, AB_SLOT_SESSION);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++) {
    lua_pushvalue(L, slot);
    lua_rawseti(L, AB_SLOT_SESSION, slot);
  }
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_pushvalue(L, AB_SLOT_SESSION);
  lua_rawseti(L, -2, AB_KEPT_SESSION);
  lua_pushnil(L);
  lua_rawseti(L, -2, AB_KEPT_ANSWERS);
  lua_pop(L, 1);
}

void ab_session_begin(lua_State *L, int divides)
{
  int slot;
  lua_pushnil(L);
  lua_replace(L, AB_SLOT_ME);
  lua_pushnil(L);
  for (slot = AB_SLOT_STATES; slot <= AB_SLOT_BEST; slot++) lua_newtable(L);
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_rawgeti(L, -1, AB_KEPT_PLAYERS);
  lua_replace(L, -2);
  ab_zobrist_push_metatable(L);
  if (divides)
    lua_newtable(L);
  else
    lua_pushnil(L);
  lua_pushvalue(L, AB_SLOT_STATE);
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_rawgeti(L, -1, AB_KEPT_ON_ITERATION);
  lua_replace(L, -2);
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_rawgeti(L, -1, AB_KEPT_TRACE);
  lua_replace(L, -2);
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_rawgeti(L, -1, AB_KEPT_ANSWERS);
  lua_replace(L, -2);
  lua_pushnil(L);
  ab_assert(lua_gettop(L) == AB_SLOTS);
  keep_session(L);
}

void ab_session_push(lua_State *L)
{
  int slot;
  luaL_checkstack(L, AB_STACK, "too many levels of search");
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_rawgeti(L, -1, AB_KEPT_SESSION);
  lua_replace(L, -2);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++) lua_rawgeti(L, AB_SLOT_STATE, slot);
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_remove(L, AB_SLOT_STATE);
}

int ab_session_is_suspended(lua_State *L)
{
  lua_Debug activation;
  lua_State *thread;
  lua_rawgeti(L, AB_SLOT_SESSION, AB_SESSION_THREAD);
  thread = lua_tothread(L, -1);
  lua_pop(L, 1);
  return thread != NULL && (lua_status(thread) != LUA_OK || !lua_getstack(thread, 0, &activation));
}
