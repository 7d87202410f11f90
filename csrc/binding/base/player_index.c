/* player_index.c: see player_index.h. */

#include "player_index.h"

#include "compat.h"
#include "identity.h"

uint32_t ab_player_index_find(lua_State *L, int index)
{
  uint32_t count = (uint32_t)compat_rawlen(L, AB_SLOT_PLAYER_INDEXES), player;
  int value = index > 0 ? index : lua_gettop(L) + index + 1;
  for (player = 0; player < count; player++) {
    int is_same;
    lua_rawgeti(L, AB_SLOT_PLAYER_INDEXES, (int)player + 1);
    is_same = ab_equal(L, -1, value);
    lua_pop(L, 1);
    if (is_same) return player;
  }
  if (player < AB_MAXN_PLAYERS) {
    lua_pushvalue(L, value);
    lua_rawseti(L, AB_SLOT_PLAYER_INDEXES, (int)player + 1);
  }
  return player;
}
