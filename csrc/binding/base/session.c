#include "session.h"

#include "compat.h"
#include "zobrist.h"

void ab_session_keep_slot(lua_State *L, int slot)
{
  ab_assert(slot >= AB_SLOT_STATE && slot < AB_SLOT_SESSION);
  lua_pushvalue(L, slot);
  lua_rawseti(L, AB_SLOT_SESSION, slot);
}

void ab_session_forget(lua_State *L, int slot)
{
  lua_pushnil(L);
  lua_rawseti(L, AB_SLOT_SESSION, slot);
}

void ab_session_begin(lua_State *L)
{
  int slot;
  lua_pushnil(L);
  lua_replace(L, AB_SLOT_ROOT_PLAYER);
  lua_pushnil(L);
  for (slot = AB_SLOT_STATES; slot <= AB_SLOT_PARTS; slot++)
    lua_createtable(L, slot <= AB_SLOT_UNDOS || slot == AB_SLOT_LINES ? AB_FIRST_ROOM : 0, 0);
  lua_pushnil(L);
  ab_search_push_kept(L, AB_KEPT_PLAYERS);
  ab_zobrist_push_metatable(L);
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_pushnil(L);
  ab_assert(lua_gettop(L) == AB_SLOTS);
  lua_createtable(L, AB_SLOTS, 0);
  lua_replace(L, AB_SLOT_SESSION);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++) ab_session_keep_slot(L, slot);
  lua_pushvalue(L, AB_SLOT_SESSION);
  ab_search_keep(L, AB_KEPT_SESSION);
}

void ab_session_push(lua_State *L)
{
  int slot;
  ab_search_push_kept(L, AB_KEPT_SESSION);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++) lua_rawgeti(L, AB_SLOT_STATE, slot);
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_remove(L, AB_SLOT_STATE);
}
