/*
 * lua_assistants_test.c: pools of rules in C, whose threads but the first search without Lua. Meant for
 * ThreadSanitizer, too: `make races` runs it there.
 */

#include <math.h>

#include "../../csrc/system/thread.h"
#include "../../examples/native/connect4.c"
#include "lua_state.h"
#include "test.h"

/* Rules whose evaluation is wrong where few cells are left. */
static alphabeta_rules lying;

static double evaluate_wrongly(const void *state, int32_t me)
{
  return ((const board *)state)->left < 33 ? NAN : evaluate(state, me);
}

static int luaopen_lying_rules(lua_State *L)
{
  lua_pushlightuserdata(L, &lying);
  return 1;
}

/* Runs a function of the task in a new Lua state. */
static void run_task(const char *name, int rounds)
{
  lua_State *L = luaL_newstate();
  if (!CHECK(L != NULL)) return;
  if (CHECK(lua_state_run(L, "spec/c/lua_pool_task.lua", 1))) {
    lua_getglobal(L, "package");
    lua_getfield(L, -1, "preload");
    lua_pushcfunction(L, luaopen_connect4_rules);
    lua_setfield(L, -2, "connect4_rules");
    lua_pushcfunction(L, luaopen_lying_rules);
    lua_setfield(L, -2, "lying_rules");
    lua_getfield(L, 1, name);
    lua_pushinteger(L, rounds);
    if (!CHECK(lua_pcall(L, 1, 0, 0) == 0)) printf("  %s\n", lua_tostring(L, -1));
  }
  lua_close(L);
}

static void threads_without_lua_change_no_value(void)
{
  if (AB_THREADS) run_task("assist", effort(30, 300));
}

static void a_wrong_answer_ends_all_threads(void)
{
  lying = rules;
  lying.evaluate = evaluate_wrongly;
  if (AB_THREADS) run_task("lie", effort(10, 100));
}

int main(void)
{
  RUN(threads_without_lua_change_no_value);
  RUN(a_wrong_answer_ends_all_threads);
  return test_end();
}
