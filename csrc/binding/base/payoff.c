#include "payoff.h"

#include <math.h>

#include "compat.h"
#include "identity.h"
#include "message.h"

/* The name of the player on top in a message. */
static const char *name_of(lua_State *L)
{
  int type = lua_type(L, -1);
  if (type == LUA_TSTRING) return lua_pushfstring(L, "'%s'", lua_tostring(L, -1));
  if (type != LUA_TNUMBER && type != LUA_TBOOLEAN) return luaL_typename(L, -1);
  lua_getglobal(L, "tostring");
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return lua_tostring(L, -1);
}

uint32_t ab_payoff_player_index(lua_State *L, ab_search *search, ab_callback callback)
{
  uint32_t count = (uint32_t)compat_rawlen(L, AB_SLOT_PLAYER_INDEXES), player;
  for (player = 0; player < count; player++) {
    int is_same;
    lua_rawgeti(L, AB_SLOT_PLAYER_INDEXES, (int)player + 1);
    is_same = ab_equal(L, -1, -2);
    lua_pop(L, 1);
    if (is_same) return player;
  }
  if (player == AB_MAXN_PLAYERS)
    ab_search_reject(L, search, callback,
                     "expected at most %d players with algorithm '%s', got another one, %s", AB_MAXN_PLAYERS,
                     search->kind == AB_KIND_ALPHABETA ? "maxn" : "uct", name_of(L));
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_PLAYER_INDEXES, (int)player + 1);
  return player;
}

/* Takes the payoff that is on top, below it its player; both are popped. */
static double take_payoff(lua_State *L, ab_search *search, ab_callback callback)
{
  double payoff = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : NAN;
  if (payoff != payoff) {
    int place = lua_gettop(L);
    const char *came = ab_message_describe(L, place);
    lua_pushvalue(L, place - 1);
    ab_search_reject(L, search, callback, "expected a number for player %s, got %s", name_of(L), came);
  }
  if (search->game.has_chances && fabs(payoff) == HUGE_VAL) {
    lua_pop(L, 1);
    ab_search_reject(L, search, callback,
                     "expected finite numbers in a game with 'chances', got %s for player %s",
                     payoff > 0 ? "inf" : "-inf", name_of(L));
  }
  lua_pop(L, 2);
  return payoff;
}

/* Numbers the players that the table on top names. One that is new is an error, except the first time. */
static void check_players(lua_State *L, ab_search *search, ab_callback callback)
{
  uint32_t known = ab_engine_players(&search->engine);
  for (lua_pushnil(L); lua_next(L, -2);) {
    uint32_t player;
    lua_pop(L, 1);
    if (lua_type(L, -1) == AB_LUA_TCDATA)
      ab_search_reject(L, search, callback, "cdata cannot be players with 'maxn': got %s as a key",
                       ab_message_describe(L, -1));
    player = ab_payoff_player_index(L, search, callback);
    if (known > 0 && player >= known)
      ab_search_reject(L, search, callback, "expected the same players as before, got another one, %s",
                       name_of(L));
  }
}

void ab_payoff_take(lua_State *L, ab_search *search, ab_callback callback, int32_t ply)
{
  double payoffs[AB_MAXN_PLAYERS];
  uint32_t players, player;
  if (!lua_istable(L, -1))
    ab_search_reject(L, search, callback,
                     "expected a table from player to number with algorithm 'maxn', got %s",
                     ab_message_describe(L, -1));
  check_players(L, search, callback);
  players = (uint32_t)compat_rawlen(L, AB_SLOT_PLAYER_INDEXES);
  for (player = 0; player < players; player++) {
    lua_rawgeti(L, AB_SLOT_PLAYER_INDEXES, (int)player + 1);
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    payoffs[player] = take_payoff(L, search, callback);
  }
  lua_pop(L, 1);
  ab_engine_payoffs(&search->engine, ply, payoffs, players);
}

void ab_payoff_push(lua_State *L, const double *payoffs, uint32_t players)
{
  uint32_t player;
  if (players == 0) players = (uint32_t)compat_rawlen(L, AB_SLOT_PLAYER_INDEXES);
  lua_createtable(L, 0, (int)players);
  for (player = 0; player < players; player++) {
    lua_rawgeti(L, AB_SLOT_PLAYER_INDEXES, (int)player + 1);
    lua_pushnumber(L, payoffs[player] == 0 ? 0 : payoffs[player]);
    lua_rawset(L, -3);
  }
}
