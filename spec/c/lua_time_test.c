/*
 * lua_time_test.c: a search ends by time, late by at most the calls of one node, whatever calls cost and whenever that
 * changes.
 *
 * The clock was looked at every so many nodes, by what nodes had cost before: where calls went from a microsecond to 50
 * milliseconds, a search of 0.2 seconds took 8. Here the clock goes on only by what the game's functions say they take,
 * so that the limits are exact.
 */

#include <math.h>

#include "clock.h"
#include "lua_state.h"
#include "test.h"

static double fake_now = 1000;

/* In place of clock.c, whose functions are weak in the objects of tests. */
double ab_clock_now(void)
{
  return fake_now;
}

uint64_t ab_clock_tick(void)
{
  return (uint64_t)(fake_now / 0.004);
}

double ab_clock_resolution(void)
{
  return 0.004;
}

/* burn(seconds): lets the clock go on. */
static int burn(lua_State *L)
{
  fake_now += luaL_checknumber(L, 1);
  return 0;
}

/* now(): what it says. */
static int now(lua_State *L)
{
  lua_pushnumber(L, fake_now);
  return 1;
}

static void searches_and_slices_end_in_time(void)
{
  heap h = {0};
  lua_State *L = lua_state_open(&h);
  int cases = effort(600, 6000) / 20, number;
  lua_settop(L, 0);
  CHECK(luaL_loadfile(L, "spec/c/lua_time.lua") == 0);
  lua_pushcfunction(L, burn);
  lua_pushcfunction(L, now);
  CHECK(lua_pcall(L, 2, 1, 0) == 0);
  for (number = 1; number <= cases; number++) {
    int status;
    lua_pushvalue(L, 1);
    lua_pushinteger(L, number);
    status = lua_pcall(L, 1, 0, 0);
    test_about("case %d: %s", number, status == 0 ? "" : lua_tostring(L, -1));
    CHECK(status == 0);
    lua_settop(L, 1);
  }
  lua_close(L);
  CHECK(h.blocks == 0);
}

int main(void)
{
  heap h = {0};
  lua_State *L = lua_state_open(&h);
  if (L != NULL) {
    lua_close(L);
    RUN(searches_and_slices_end_in_time);
  }
  return test_end();
}
