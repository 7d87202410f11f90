/*
 * player_index.h: the players of a game, numbered from 0 in the order in which they turn up; the root's is number 0.
 *
 * They are kept in AB_SLOT_PLAYER_INDEXES. Values that are equal (==) are one player.
 */
#ifndef ALPHABETA_PLAYER_INDEX_H
#define ALPHABETA_PLAYER_INDEX_H

#include "search.h"

/*
 * The index of the player at `index` of the stack. One that is new gets the next, unless there are AB_MAXN_PLAYERS
 * already: then that number is returned.
 */
AB_FUNC uint32_t ab_player_index_find(lua_State *L, int index);

#endif
