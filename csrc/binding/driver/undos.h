/*
 * undos.h: what `make` and `pass` returned, kept for `unmake` and `unpass`.
 *
 * Up to AB_UNDO_PLACES values are in AB_SLOT_UNDOS, in that many places of each ply, one behind the other, except nil: an
 * array with holes could lose its places. More of them are in a table of the ply's own, at minus the ply's number from 1,
 * which is made when it is first needed and then used again. So a move costs no memory.
 */
#ifndef ALPHABETA_UNDOS_H
#define ALPHABETA_UNDOS_H

#include <lua.h>

#include "../base/search.h"

/* Prepares AB_SLOT_UNDOS, a new table. */
AB_FUNC void ab_undos_begin(lua_State *L);

/* Makes the places of a ply, the next one. */
AB_FUNC void ab_undos_make_places(lua_State *L, int32_t ply);

/* As ab_undos_take, for `count` values, more than AB_UNDO_PLACES. */
AB_FUNC int ab_undos_take_many(lua_State *L, ab_search *search, int32_t ply, int count);

/* As ab_undos_push, where there are more than AB_UNDO_PLACES. */
AB_FUNC int ab_undos_push_many(lua_State *L, const ab_search *search, int32_t ply);

/* The place of the first of these values in AB_SLOT_UNDOS. */
static inline int ab_undos_place(int32_t ply)
{
  return AB_UNDO_PLACES * ply + 1;
}

/*
 * Keeps all values above the slots for the move that led to `ply`, and pops them. Returns 0 where there is not
 * enough memory: the values are then still there, and the error above them. Runs for every move.
 */
static inline int ab_undos_take(lua_State *L, ab_search *search, int32_t ply)
{
  ab_ply *own = &search->plies[ply];
  int count = lua_gettop(L) - AB_SLOTS, nth;
  if (count > AB_UNDO_PLACES) return ab_undos_take_many(L, search, ply, count);
  own->undos = (uint32_t)count;
  own->nils = 0;
  for (nth = count - 1; nth >= 0; nth--) {
    if (lua_isnil(L, -1)) {
      own->nils |= 1u << nth;
      lua_pop(L, 1);
    } else {
      lua_rawseti(L, AB_SLOT_UNDOS, ab_undos_place(ply) + nth);
    }
  }
  return 1;
}

/* Pushes these values; returns how many they are. Runs for every move. */
static inline int ab_undos_push(lua_State *L, const ab_search *search, int32_t ply)
{
  const ab_ply *own = &search->plies[ply];
  int count = (int)own->undos, nth;
  if (count > AB_UNDO_PLACES) return ab_undos_push_many(L, search, ply);
  for (nth = 0; nth < count; nth++) {
    if (own->nils >> nth & 1)
      lua_pushnil(L);
    else
      lua_rawgeti(L, AB_SLOT_UNDOS, ab_undos_place(ply) + nth);
  }
  return count;
}

#endif
