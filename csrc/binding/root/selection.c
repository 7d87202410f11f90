/* selection.c: see selection.h. */

#include "selection.h"

#include "../base/message.h"
#include "functions.h"
#include "ranking.h"

int ab_selection_is_due(lua_State *L, const ab_search *search)
{
  return ab_engine_ply(&search->engine) == 0 && lua_istable(L, AB_SLOT_ROOT_MOVES) &&
         !ab_engine_is_quiescence(&search->engine, 0);
}

/* Raises the message on top as the user's error, at the line that called the search. */
static void reject(lua_State *L)
{
  ab_search_where(L);
  lua_insert(L, -2);
  lua_concat(L, 2);
  lua_error(L);
}

/* Pushes a function about the moves that the user has named, and these: its first arguments. */
static void push_call(lua_State *L, const char *name)
{
  ab_message_check_stack(L, LUA_MINSTACK, "comparing moves");
  ab_functions_push(L, name);
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_ONLY);
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_AVOID);
}

uint32_t ab_selection_take(lua_State *L, uint32_t count)
{
  int list = lua_gettop(L);
  push_call(L, "take");
  lua_pushvalue(L, list);
  lua_pushinteger(L, (lua_Integer)count);
  lua_call(L, 4, 2);
  if (lua_isnil(L, -2)) reject(L);
  count = (uint32_t)lua_tointeger(L, -1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_MOVES);
  lua_pop(L, 1);
  lua_replace(L, list);
  return count;
}

void ab_selection_refuse(lua_State *L, const ab_search *search, uint32_t count)
{
  if (!ab_selection_is_due(L, search)) return;
  push_call(L, "mistake_at_chance");
  lua_pushinteger(L, (lua_Integer)count);
  lua_call(L, 3, 1);
  if (!lua_isnil(L, -1)) reject(L);
  lua_pop(L, 1);
}
