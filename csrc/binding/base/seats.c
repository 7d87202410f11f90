/* seats.c: see seats.h. */

#include "seats.h"

#include <math.h>

#include "compat.h"

uint32_t ab_seats_find(lua_State *L, int index)
{
  uint32_t count = (uint32_t)compat_rawlen(L, AB_SLOT_SEATS), seat;
  int player = index > 0 ? index : lua_gettop(L) + index + 1;
  for (seat = 0; seat < count; seat++) {
    int is_same;
    lua_rawgeti(L, AB_SLOT_SEATS, (int)seat + 1);
    is_same = compat_equal(L, -1, player);
    lua_pop(L, 1);
    if (is_same) return seat;
  }
  if (seat < AB_MAXN_PLAYERS) {
    lua_pushvalue(L, player);
    lua_rawseti(L, AB_SLOT_SEATS, (int)seat + 1);
  }
  return seat;
}

/* What a player at the top of the stack is called in a message. */
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

/* Takes the share that lies on top, below it its player; both are popped. */
static double take_share(lua_State *L, ab_driver *driver)
{
  double share = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : NAN;
  if (share != share) {
    const char *came = lua_type(L, -1) == LUA_TNUMBER ? "NaN" : luaL_typename(L, -1);
    lua_pushvalue(L, -2);
    ab_driver_reject(L, driver, AB_EVALUATE, "expected a number for player %s, got %s", name_of(L), came);
  }
  if (driver->game.has_chances && fabs(share) == HUGE_VAL) {
    lua_pop(L, 1);
    ab_driver_reject(L, driver, AB_EVALUATE,
                     "expected finite numbers in a game with 'chances', got %s for player %s",
                     share > 0 ? "inf" : "-inf", name_of(L));
  }
  lua_pop(L, 2);
  return share;
}

/*
 * Numbers the players of the table on top, who are all there are. Raises an error for one who is new, but the first
 * time.
 */
static void check_players(lua_State *L, ab_driver *driver)
{
  uint32_t known = driver->engine.maxn.players;
  for (lua_pushnil(L); lua_next(L, -2);) {
    uint32_t seat;
    lua_pop(L, 1);
    seat = ab_seats_find(L, -1);
    if (seat >= AB_MAXN_PLAYERS)
      ab_driver_reject(L, driver, AB_EVALUATE, "expected at most %d players, got another one, %s",
                       AB_MAXN_PLAYERS, name_of(L));
    if (known > 0 && seat >= known)
      ab_driver_reject(L, driver, AB_EVALUATE, "expected the same players as before, got another one, %s",
                       name_of(L));
  }
}

void ab_seats_take_shares(lua_State *L, ab_driver *driver)
{
  double shares[AB_MAXN_PLAYERS];
  uint32_t players, seat;
  if (!lua_istable(L, -1))
    ab_driver_reject(L, driver, AB_EVALUATE,
                     "expected a table from player to number with algorithm 'maxn', got %s",
                     luaL_typename(L, -1));
  check_players(L, driver);
  players = (uint32_t)compat_rawlen(L, AB_SLOT_SEATS);
  for (seat = 0; seat < players; seat++) {
    lua_rawgeti(L, AB_SLOT_SEATS, (int)seat + 1);
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    shares[seat] = take_share(L, driver);
  }
  lua_pop(L, 1);
  ab_engine_payoffs(&driver->engine, shares, players);
}

void ab_seats_push_shares(lua_State *L, const double *shares, uint32_t players)
{
  uint32_t seat;
  lua_createtable(L, 0, (int)players);
  for (seat = 0; seat < players; seat++) {
    lua_rawgeti(L, AB_SLOT_SEATS, (int)seat + 1);
    lua_pushnumber(L, shares[seat] == 0 ? 0 : shares[seat]);
    lua_rawset(L, -3);
  }
}

void ab_seats_push_result(lua_State *L, const ab_driver *driver)
{
  uint32_t players;
  const double *shares = ab_engine_result_payoffs(&driver->engine, &players);
  ab_seats_push_shares(L, shares, players);
}
