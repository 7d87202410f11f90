/*
 * undos.h: what `make` and `pass` returned, kept for `unmake` and `unpass`.
 *
 * One value, the usual case, is in AB_SLOT_UNDOS at its ply's place, except nil: an array with holes could lose its
 * places. More of them are in a table of the ply's own, at minus that place, which is made when it is first needed and
 * then used again. So a move costs no memory.
 */
#ifndef ALPHABETA_UNDOS_H
#define ALPHABETA_UNDOS_H

#include <lua.h>

#include "../base/search.h"

/* Prepares AB_SLOT_UNDOS, a new table. */
AB_FUNC void ab_undos_begin(lua_State *L);

/* As ab_undos_take, for `count` values, 2 or more. */
AB_FUNC int ab_undos_take_many(lua_State *L, ab_search *search, int32_t ply, int count);

/* As ab_undos_push, where there are 2 or more. */
AB_FUNC int ab_undos_push_many(lua_State *L, const ab_search *search, int32_t ply);

/*
 * Keeps all values above the slots for the move that led to `ply`, and pops them. Returns 0 where there is not
 * enough memory: the values are then still there, and the error above them. Runs for every move.
 */
static inline int ab_undos_take(lua_State *L, ab_search *search, int32_t ply)
{
  ab_ply *own = &search->plies[ply];
  int count = lua_gettop(L) - AB_SLOTS;
  if (count > 1) return ab_undos_take_many(L, search, ply, count);
  own->undos = (uint32_t)count;
  if (count == 0) return 1;
  own->is_nil = lua_isnil(L, -1);
  if (own->is_nil)
    lua_pop(L, 1);
  else
    lua_rawseti(L, AB_SLOT_UNDOS, ply + 1);
  return 1;
}

/* Pushes these values; returns how many they are. Runs for every move. */
static inline int ab_undos_push(lua_State *L, const ab_search *search, int32_t ply)
{
  const ab_ply *own = &search->plies[ply];
  if (own->undos > 1) return ab_undos_push_many(L, search, ply);
  if (own->undos == 0) return 0;
  if (own->is_nil)
    lua_pushnil(L);
  else
    lua_rawgeti(L, AB_SLOT_UNDOS, ply + 1);
  return 1;
}

#endif
