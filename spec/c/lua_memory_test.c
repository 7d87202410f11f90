/* lua_memory_test.c: when memory runs out there is a Lua error, the state is restored and nothing leaks. */

#include <string.h>

#include "lua_state.h"
#include "test.h"

/* Since 5.2, Lua collects garbage when a request is refused and asks once more. */
#define REFUSALS_OF_ONE_REQUEST (LUA_VERSION_NUM >= 502 ? 2 : 1)

/*
 * Does the task in a state of its own whose heap refuses `refusals` requests from the `n`-th on, and then
 * again with memory enough. Returns whether the task got as far as to the first of them. LuaJIT's compiler
 * does not survive a refusal, with or without this module, and is switched off; and where a function was to be made, it
 * gives the block back but not the right number of bytes.
 */
static int run_short(uint64_t n, uint64_t refusals)
{
  heap h = {0, 0, 0, 0, 0, 0};
  lua_State *L = lua_state_open(&h);
  uint64_t refused;
  int status;
  CHECK(luaL_dostring(L, "if jit then jit.off() end") == 0);
  h.requests = 0;
  h.refuses = n;
  h.refusals = refusals;
  status = lua_state_do_task(L);
  refused = h.refused;
  h.refuses = 0;
  test_about("request %d, %s", (int)n, status == 0 ? "no error" : lua_tostring(L, 3));
  if (refused == 0) CHECK(status == 0);
  if (refusals <= REFUSALS_OF_ONE_REQUEST) CHECK(lua_state_is_restored(L));
  lua_settop(L, 1);
  lua_state_push_position(L);
  status = lua_state_do_task(L);
  if (status != 0) test_about("request %d, done again: %s", (int)n, lua_tostring(L, 3));
  CHECK(status == 0 && lua_state_is_restored(L));
  lua_close(L);
  CHECK(h.blocks == 0);
  return refused > 0;
}

/*
 * Runs short of memory at one request of the task in three, each Lua at other ones; ALPHABETA_SLOW=1 asks for all, and
 * where all is slow, it is one in eleven.
 */
static void run_short_everywhere(uint64_t refusals)
{
  const char *effort = getenv("ALPHABETA_SLOW");
  int is_thorough = effort != NULL && strcmp(effort, "1") == 0;
  uint64_t n, step = test_cases(1000) < 1000 ? 11 : is_thorough ? 1 : 3;
  for (n = 1 + LUA_VERSION_NUM % step; run_short(n, refusals); n += step) continue;
  CHECK(n > 100);
}

static void any_request_may_be_refused(void)
{
  run_short_everywhere(REFUSALS_OF_ONE_REQUEST);
}

static void all_requests_may_be_refused_from_any_moment_on(void)
{
  run_short_everywhere(UINT64_MAX);
}

int main(void)
{
  heap h = {0, 0, 0, 0, 0, 0};
  lua_State *L = lua_state_open(&h);
  if (L != NULL) {
    lua_close(L);
    RUN(any_request_may_be_refused);
    RUN(all_requests_may_be_refused_from_any_moment_on);
  }
  return test_end();
}
