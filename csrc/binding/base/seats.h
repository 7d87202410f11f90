/*
 * seats.h: the players of a game, numbered in the order in which they turn up; the root's is number 0.
 *
 * They lie in AB_SLOT_SEATS. Values that are equal (==) are one player.
 */
#ifndef ALPHABETA_SEATS_H
#define ALPHABETA_SEATS_H

#include "../driver/driver.h"

/*
 * The number of the player at `index`; one that is new gets the next, or there are AB_MAXN_PLAYERS already and it gets
 * none.
 */
AB_FUNC uint32_t ab_seats_find(lua_State *L, int index);

/* Takes the answer of `evaluate` in max^n: a table from player to share. It lies on top and is popped. */
AB_FUNC void ab_seats_take_shares(lua_State *L, ab_driver *driver);

/* Pushes a new table from player to share, of so many players. */
AB_FUNC void ab_seats_push_shares(lua_State *L, const double *shares, uint32_t players);

/* Pushes a new table from player to the root's value for that player. */
AB_FUNC void ab_seats_push_result(lua_State *L, const ab_driver *driver);

#endif
