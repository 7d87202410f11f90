/*
 * payoff.h: the values of max^n, one for each player, as Lua sees them: a table from player to number.
 *
 * Players have numbers from 0, in the order in which they appear; the root's is number 0. They are in
 * AB_SLOT_PLAYER_INDEXES. Values that are equal (==) are one player.
 */
#ifndef ALPHABETA_PAYOFF_H
#define ALPHABETA_PAYOFF_H

#include "search.h"

/* The index of the player on top, an answer of `callback`; a new one gets the next. An error if there are too many. */
AB_FUNC uint32_t ab_payoff_player_index(lua_State *L, ab_search *search, ab_callback callback);

/* Takes the answer of `callback`, the value in max^n of the node at `ply`, and pops it: a table from player to payoff. */
AB_FUNC void ab_payoff_take(lua_State *L, ab_search *search, ab_callback callback, int32_t ply);

/* Pushes a new table from player to payoff, of `players` players. */
AB_FUNC void ab_payoff_push(lua_State *L, const double *payoffs, uint32_t players);

#endif
