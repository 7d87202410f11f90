#include "session.h"

#include "compat.h"
#include "message.h"
#include "zobrist.h"

void ab_session_keep_slot(lua_State *L, int slot)
{
  ab_assert(slot >= AB_SLOT_STATE && slot < AB_SLOT_SESSION);
  lua_pushvalue(L, slot);
  lua_rawseti(L, AB_SLOT_SESSION, slot);
}

/* The recorded thread of the session on the stack; NULL if there is none. */
static lua_State *noted_thread(lua_State *L)
{
  lua_State *thread;
  lua_rawgeti(L, AB_SLOT_SESSION, AB_SESSION_THREAD);
  thread = lua_tothread(L, -1);
  lua_pop(L, 1);
  return thread;
}

int ab_session_is_stale(lua_State *L)
{
  return noted_thread(L) != L;
}

void ab_session_forget(lua_State *L, int place)
{
  lua_pushnil(L);
  lua_rawseti(L, AB_SLOT_SESSION, place);
}

void ab_session_begin(lua_State *L)
{
  int slot;
  lua_pushnil(L);
  lua_replace(L, AB_SLOT_ROOT_PLAYER);
  lua_pushnil(L);
  for (slot = AB_SLOT_STATES; slot <= AB_SLOT_BEST; slot++)
    lua_createtable(L, slot <= AB_SLOT_UNDOS || slot == AB_SLOT_LINES ? AB_PLACES : 0, 0);
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

void ab_session_load(lua_State *L)
{
  int given = lua_gettop(L), slot;
  ab_message_check_stack(L, given + AB_STACK, "too many values of a callback");
  if (given < AB_SLOT_SESSION) { /* the slots after the given values come to their indexes at once */
    for (slot = given + 1; slot < AB_SLOT_SESSION; slot++) lua_rawgeti(L, 2, slot);
    for (slot = 2; slot <= given; slot++) lua_pushvalue(L, slot);
    for (slot = AB_SLOT_STATE; slot <= given; slot++) {
      lua_rawgeti(L, AB_SLOT_SESSION, slot);
      lua_replace(L, slot);
    }
    return;
  }
  lua_pushvalue(L, 1);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++) lua_rawgeti(L, 2, slot);
  for (slot = 2; slot <= given; slot++) lua_pushvalue(L, slot);
  for (slot = 1; slot <= given; slot++) lua_remove(L, 1);
}

void ab_session_note_thread(lua_State *L)
{
  lua_pushthread(L);
  lua_rawseti(L, AB_SLOT_SESSION, AB_SESSION_THREAD);
}

/* Whether the session on the stack is local variable `number` of a function that runs on `thread`. */
static int is_local(lua_State *L, lua_State *thread, const lua_Debug *activation, int number)
{
  int is_same;
  if (lua_getlocal(thread, activation, number) == NULL) return 0;
  lua_xmove(thread, L, 1);
  is_same = lua_rawequal(L, -1, AB_SLOT_SESSION);
  lua_pop(L, 1);
  return is_same;
}

/*
 * Whether the search, whose session is on the stack, is among what runs on `thread`: a C function has the session in
 * its slot, and one in Lua that makes its calls in a local variable. The function that runs here has, too, and does not
 * count.
 */
static int is_running(lua_State *L, lua_State *thread)
{
  lua_Debug activation;
  int level = thread == L ? 1 : 0, is_same = 0;
  if (!lua_checkstack(thread, 1)) return 1;
  for (; !is_same && lua_getstack(thread, level, &activation); level++)
    is_same = is_local(L, thread, &activation, AB_SLOT_SESSION) ||
              (!COMPAT_YIELDS && is_local(L, thread, &activation, AB_SESSION_LOCAL));
  return is_same;
}

int ab_session_is_suspended(lua_State *L)
{
  lua_State *thread = noted_thread(L);
  return thread != NULL && (lua_status(thread) != LUA_OK || !is_running(L, thread));
}

int ab_session_is_lost(lua_State *L)
{
  return ab_session_is_suspended(L) && lua_status(noted_thread(L)) != LUA_YIELD;
}
