/* lua_memory_test.c: when memory runs out there is a Lua error, the state is restored and nothing leaks. */

#include <string.h>

#include "lua_state.h"
#include "test.h"

/* Since 5.2, Lua collects garbage when a request is refused and asks once more. */
#define REFUSALS_OF_ONE_REQUEST (LUA_VERSION_NUM >= 502 ? 2 : 1)

/* A state on `h` with the two functions of lua_task.lua; NULL as by lua_state_new. */
static lua_State *open(heap *h)
{
  lua_State *L = lua_state_new(h);
  if (L != NULL && !lua_state_run(L, "spec/c/lua_task.lua", 2)) abort();
  return L;
}

/* Does the task; returns the status, and leaves the message of an error on the stack, or nil. */
static int do_task(lua_State *L)
{
  int status;
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  status = lua_pcall(L, 0, 0, 0);
  lua_settop(L, 3);
  return status;
}

/* Whether the state of the game is as it was. */
static int is_restored(lua_State *L)
{
  lua_pushvalue(L, 2);
  lua_call(L, 0, 1);
  return lua_toboolean(L, -1);
}

/*
 * Does the task in a state of its own whose heap refuses `refusals` requests from the `n`-th on, and then again with
 * memory enough. Returns whether the task got as far as to the first of them. LuaJIT's compiler does not survive a
 * refusal, with or without this module, and is switched off; and where a function was to be made, it gives the block
 * back but not the right number of bytes.
 */
static int run_short(uint64_t n, uint64_t refusals)
{
  heap h = {0};
  lua_State *L = open(&h);
  uint64_t refused;
  int status;
  CHECK(luaL_dostring(L, "if jit then jit.off() end") == 0);
  h.requests = 0;
  h.refuses = n;
  h.refusals = refusals;
  status = do_task(L);
  refused = h.refused;
  h.refuses = 0;
  test_about("request %d, %s", (int)n, status == 0 ? "no error" : lua_tostring(L, 3));
  if (refused == 0) CHECK(status == 0);
  if (refusals <= REFUSALS_OF_ONE_REQUEST) CHECK(is_restored(L));
  status = do_task(L);
  if (status != 0) test_about("request %d, done again: %s", (int)n, lua_tostring(L, 3));
  CHECK(status == 0 && is_restored(L));
  lua_close(L);
  CHECK(h.blocks == 0);
  return refused > 0;
}

/* A number for each of five Luas. */
#ifdef LUA_JITLIBNAME
#define OWN_NUMBER 0
#else
#define OWN_NUMBER (LUA_VERSION_NUM % 100)
#endif

/* Runs short of memory at one request of the task in 240, or in 25: each Lua at other ones. */
static void run_short_everywhere(uint64_t refusals)
{
  uint64_t n, step = (uint64_t)effort(240, 25);
  for (n = 1 + OWN_NUMBER * step / 5; run_short(n, refusals); n += step) continue;
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

/*
 * A finalizer that Lua has not even the memory to call is not called again. So a table that only a finalizer gave back
 * was lost: tables are Lua's memory.
 */
static void what_is_collected_without_memory_is_given_back(void)
{
  heap h = {0};
  lua_State *L = open(&h);
  size_t bytes;
  CHECK(luaL_dostring(L, "if jit then jit.off() end ab = require 'alphabeta'") == 0);
  lua_gc(L, LUA_GCCOLLECT, 0);
  bytes = h.bytes;
  CHECK(luaL_dostring(
            L,
            "local ai = ab.new({children = function(n) return n < 4096 and {2 * n, "
            "2 * n + 1} or nil end, evaluate = function(n) return n % 7 end, hash = function(n) return n end}"
            ", {table = 1}) ai:search(1, 9) leave = function() ai = nil end") == 0);
  CHECK(luaL_dostring(L, "leave() leave = nil") == 0);
  CHECK(h.bytes > bytes + (1 << 14));
  h.refuses = h.requests + 1;
  h.refusals = UINT64_MAX;
  lua_gc(L, LUA_GCCOLLECT, 0);
  h.refuses = 0;
  CHECK(h.bytes < bytes + (1 << 14));
  lua_close(L);
  CHECK(h.blocks == 0);
}

int main(void)
{
  heap h = {0};
  lua_State *L = open(&h);
  if (L != NULL) {
    lua_close(L);
    RUN(any_request_may_be_refused);
    RUN(all_requests_may_be_refused_from_any_moment_on);
    RUN(what_is_collected_without_memory_is_given_back);
  }
  return test_end();
}
