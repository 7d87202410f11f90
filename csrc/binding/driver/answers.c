/* answers.c: see answers.h. */

#include "answers.h"

#include <math.h>

#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/seats.h"

double ab_answer_number(lua_State *L, ab_driver *driver, ab_callback callback)
{
  double number;
  if (lua_type(L, -1) != LUA_TNUMBER)
    ab_driver_reject(L, driver, callback, "expected a number, got %s", luaL_typename(L, -1));
  number = (double)lua_tonumber(L, -1);
  if (number != number) ab_driver_reject(L, driver, callback, "expected a number, got NaN");
  lua_pop(L, 1);
  return number;
}

void ab_answer_value(lua_State *L, ab_driver *driver)
{
  double value;
  if (driver->engine.task.algorithm == AB_MAXN) {
    ab_seats_take_shares(L, driver);
    return;
  }
  value = ab_answer_number(L, driver, AB_EVALUATE);
  if (driver->game.has_chances && driver->engine.task.win == HUGE_VAL && fabs(value) == HUGE_VAL)
    ab_driver_reject(L, driver, AB_EVALUATE,
                     "expected a finite number in a game with 'chances' and without option 'win', got %s",
                     value > 0 ? "inf" : "-inf");
  ab_engine_value(&driver->engine, value);
}

/* max^n: numbers the player on top. */
static void take_seat(lua_State *L, ab_driver *driver)
{
  uint32_t seat = ab_seats_find(L, -1);
  if (seat >= AB_MAXN_PLAYERS)
    ab_driver_reject(L, driver, AB_PLAYER,
                     "expected one of at most %d players with algorithm 'maxn', got another one",
                     AB_MAXN_PLAYERS);
  ab_engine_player(&driver->engine, seat);
}

void ab_answer_player(lua_State *L, ab_driver *driver)
{
  uint64_t key = 0;
  if (lua_isnil(L, -1)) ab_driver_reject(L, driver, AB_PLAYER, "expected a player, got nil");
  if (lua_type(L, -1) == LUA_TNUMBER && !(lua_tonumber(L, -1) == lua_tonumber(L, -1)))
    ab_driver_reject(L, driver, AB_PLAYER, "expected a player, got NaN");
  if (driver->is_rooted && compat_equal(L, -1, AB_SLOT_ME)) {
    ab_engine_turn(&driver->engine, 1);
    ab_engine_player(&driver->engine, 0);
    driver->mover_key = driver->my_key;
    lua_pop(L, 1);
    return;
  }
  if (driver->engine.task.asks_key && !ab_identity_of_player(L, -1, AB_SLOT_PLAYERS, &key))
    ab_driver_reject(L, driver, AB_PLAYER, "expected one of a few players, got the %dth new %s",
                     AB_PLAYERS_MAX + 1, luaL_typename(L, -1));
  driver->mover_key = key;
  if (driver->engine.task.algorithm == AB_MAXN) take_seat(L, driver);
  if (driver->is_rooted) {
    ab_engine_turn(&driver->engine, 0);
    lua_pop(L, 1);
    return;
  }
  driver->is_rooted = 1;
  driver->my_key = key;
  driver->salt = ab_identity_mix(key);
  lua_replace(L, AB_SLOT_ME);
}

/* Pops what `hash` returned, and returns the name of the position it was asked for. */
static uint64_t take_name(lua_State *L, ab_driver *driver)
{
  uint64_t name;
  if (!ab_identity_of_position(L, -1, AB_SLOT_ZOBRIST, &name))
    ab_driver_reject(L, driver, AB_HASH, "expected an integer, a number, a string or a Zobrist key, got %s",
                     lua_type(L, -1) == LUA_TNUMBER ? "NaN" : luaL_typename(L, -1));
  lua_pop(L, 1);
  return name;
}

void ab_answer_root_name(lua_State *L, ab_driver *driver)
{
  uint64_t name = take_name(L, driver);
  if (driver->phase == AB_LEAVING) {
    driver->root_name = name;
    driver->has_root_name = 1;
  } else if (name != driver->root_name) {
    luaL_where(L, 2);
    lua_pushliteral(L, "alphabeta: the state was changed since the last step of its search");
    lua_concat(L, 2);
    lua_error(L);
  } else {
    driver->is_same_root = 1;
  }
}

void ab_answer_key(lua_State *L, ab_driver *driver)
{
  uint64_t key = take_name(L, driver);
  if (driver->past_read < driver->engine.task.past_count)
    driver->past[driver->past_read++] = key;
  else
    ab_engine_key(&driver->engine, key,
                  ab_identity_mix(ab_identity_mix(key) ^ driver->salt) ^ ab_identity_mix(driver->mover_key));
}

uint32_t ab_answer_move_id(lua_State *L, ab_driver *driver)
{
  uint32_t move = ab_identity_of_move_id(L, -1);
  if (move == 0)
    ab_driver_reject(L, driver, AB_MOVE_ID, "expected an integer, got %s",
                     lua_type(L, -1) == LUA_TNUMBER ? lua_tostring(L, -1) : luaL_typename(L, -1));
  lua_pop(L, 1);
  return move;
}

void ab_answer_undo(lua_State *L, ab_driver *driver)
{
  int32_t ply = driver->made + 1;
  driver->plies[ply].has_undo = !lua_isnil(L, -1);
  if (driver->plies[ply].has_undo)
    lua_rawseti(L, AB_SLOT_UNDOS, ply + 1);
  else
    lua_pop(L, 1);
  driver->made = ply;
}

void ab_answer_state(lua_State *L, ab_driver *driver, ab_callback callback)
{
  if (lua_isnil(L, -1)) ab_driver_reject(L, driver, callback, "expected a state, got nil");
  driver->found = driver->engine.counters.nodes + 1;
  lua_replace(L, AB_SLOT_STATE);
}
