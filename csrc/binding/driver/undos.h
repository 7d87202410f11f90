/*
 * undos.h: what `make` and `pass` returned, kept for `unmake` and `unpass`.
 *
 * One value, the usual case, is in AB_SLOT_UNDOS at its ply's place, except nil: an array with holes could lose its
 * places. More of them are in a table of the ply's own, at minus that place, which is made when it is first needed and
 * then used again. So a move costs no memory.
 */
#ifndef ALPHABETA_UNDOS_H
#define ALPHABETA_UNDOS_H

#include "../base/search.h"

/* Prepares AB_SLOT_UNDOS, a new table. */
AB_FUNC void ab_undos_begin(lua_State *L);

/*
 * Keeps all values above the slots for the move that led to `ply`, and pops them. Returns 0 where there is not
 * enough memory: the values are then still there, and the error above them.
 */
AB_FUNC int ab_undos_take(lua_State *L, ab_search *search, int32_t ply);

/* Pushes these values; returns how many they are. */
AB_FUNC int ab_undos_push(lua_State *L, const ab_search *search, int32_t ply);

#endif
