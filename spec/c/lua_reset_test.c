/*
 * lua_reset_test.c: a host that resets a Lua thread, in which a search was suspended, and uses it for something else.
 *
 * The search was taken for one that runs on that thread, since something did run there: it could not be stopped, and
 * its searcher was busy for ever.
 */

#include "lua_state.h"
#include "test.h"

#if LUA_VERSION_NUM >= 504

#if LUA_VERSION_NUM > 504 || (defined(LUA_VERSION_RELEASE_NUM) && LUA_VERSION_RELEASE_NUM >= 50406)
#define RESET(thread, from) lua_closethread(thread, from)
#else
#define RESET(thread, from) ((void)(from), lua_resetthread(thread))
#endif

static const char *const script =
    "local core = require 'alphabeta'\n"
    "local game = {moves = function() return {1, 2} end,\n"
    "  make = function(s) s.made = s.made + 1 end, unmake = function(s) s.made = s.made - 1 end,\n"
    "  evaluate = function(s) if s.yields then coroutine.yield() end return 0 end}\n"
    "ai, state = core.new(game, {depth = 3}), {made = 0, yields = true}\n"
    "function suspend() ai:search(state) end\n"
    "function stop() assert(state.made > 0) ai:stop() assert(state.made == 0)\n"
    "  assert(tostring(ai) == 'alphabeta.searcher (idle)') ai:search {made = 0} end\n"
    "function stop_in_another()\n"
    "  local other = core.new(setmetatable({evaluate = function() if state.made > 0 then stop() end return 0 "
    "end},\n"
    "    {__index = game})) other:search({made = 0}, 1) assert(state.made == 0) end\n"
    "function stop_within() state.yields = false local rounds = 0\n"
    "  local own own = core.new(setmetatable({evaluate = function() rounds = rounds + 1 own:stop() return 0 "
    "end},\n"
    "    {__index = game})) local _, _, info = own:search({made = 0}, 3)\n"
    "  assert(info.reason == 'stopped' and rounds == 1) end\n";

/* Suspends a search in a thread, resets the thread, and calls the function `name` in it. */
static void reuse(const char *name)
{
  heap h = {0, 0, 0, 0, 0, 0};
  lua_State *L = lua_state_open(&h), *thread;
  int results, status;
  test_about("%s", name);
  if (luaL_dostring(L, script) != 0) test_about("%s", lua_tostring(L, -1));
  thread = lua_newthread(L);
  lua_getglobal(thread, "suspend");
  CHECK(lua_resume(thread, L, 0, &results) == LUA_YIELD);
  CHECK(RESET(thread, L) == LUA_OK);
  lua_getglobal(thread, name);
  status = lua_resume(thread, L, 0, &results);
  if (status != LUA_OK) test_about("%s: %s", name, lua_tostring(thread, -1));
  CHECK(status == LUA_OK);
  lua_close(L);
  CHECK(h.blocks == 0);
}

static void a_search_whose_thread_was_reset_can_be_stopped_in_that_thread(void)
{
  reuse("stop");
}

static void it_can_be_stopped_while_another_search_runs_there(void)
{
  reuse("stop_in_another");
}

static void a_search_that_runs_in_a_thread_that_was_reset_is_stopped_by_its_callbacks(void)
{
  reuse("stop_within");
}

int main(void)
{
  RUN(a_search_whose_thread_was_reset_can_be_stopped_in_that_thread);
  RUN(it_can_be_stopped_while_another_search_runs_there);
  RUN(a_search_that_runs_in_a_thread_that_was_reset_is_stopped_by_its_callbacks);
  return test_end();
}

#else

/* Earlier Luas cannot reset a thread. */
int main(void)
{
  return test_end();
}

#endif
