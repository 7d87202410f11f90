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

static void searches_and_slices_end_in_time(lua_State *L)
{
  int cases = effort(600, 6000) / 20, number;
  CHECK(lua_state_run(L, "spec/c/lua_time.lua", 1));
  for (number = 1; number <= cases; number++) {
    lua_pushvalue(L, 1);
    lua_pushinteger(L, number);
    lua_pushcfunction(L, burn);
    lua_pushcfunction(L, now);
    if (!CHECK(lua_pcall(L, 3, 0, 0) == 0)) printf("  case %d: %s\n", number, lua_tostring(L, -1));
    lua_settop(L, 1);
  }
}

static void searches_and_slices_end_late_by_the_calls_of_one_node_at_most(void)
{
  heap h = {0};
  lua_State *L = lua_state_new(&h);
  if (L == NULL) return;
  searches_and_slices_end_in_time(L);
  lua_close(L);
  CHECK(h.blocks == 0);
}

int main(void)
{
  RUN(searches_and_slices_end_late_by_the_calls_of_one_node_at_most);
  return test_end();
}
