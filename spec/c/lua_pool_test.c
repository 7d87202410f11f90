/*
 * lua_pool_test.c: Lua states in threads share a table, and make pools. Meant for ThreadSanitizer, too: `make races`
 * runs it there.
 */

#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <unistd.h>

#include "../../csrc/system/thread.h"
#include "lua_state.h"
#include "table_registry.h"
#include "test.h"

#define THREADS 8

/* Seconds for a test: one that hangs ends the program. */
#define WATCHDOG 240

/* What one thread has for itself. */
typedef struct worker {
  ab_thread thread;
  char handle[AB_TABLE_NAME_BYTES];
  int seed, rounds, failures;
} worker;

/* A Lua state with the task at index 1 of its stack, whose memory is the process's; NULL where that fails. */
static lua_State *open_task(void)
{
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  if (lua_state_run(L, "spec/c/lua_pool_task.lua", 1)) return L;
  lua_close(L);
  return NULL;
}

/* Calls a function of the task with the arguments above it; returns whether it succeeds. */
static int call(lua_State *L, int arguments)
{
  if (lua_pcall(L, arguments, 0, 0) == 0) return 1;
  printf("  %s\n", lua_tostring(L, -1));
  lua_pop(L, 1);
  return 0;
}

/* A thread: searches with the shared table in a Lua state of its own. */
static void search(void *argument)
{
  worker *w = argument;
  lua_State *L = open_task();
  w->failures = 1;
  if (L == NULL) return;
  lua_getfield(L, 1, "share");
  lua_pushstring(L, w->handle);
  lua_pushinteger(L, w->seed);
  lua_pushinteger(L, w->rounds);
  w->failures = !call(L, 3);
  lua_close(L);
}

static void states_in_threads_share_a_table(void)
{
  static const size_t sizes[] = {64, 4096, (size_t)16 << 20};
  static worker workers[THREADS];
  size_t size;
  int i;
  if (!AB_THREADS) return;
  for (size = 0; size < sizeof sizes / sizeof *sizes; size++) {
    ab_shared_table *table = ab_table_registry_new(sizes[size]);
    alarm(WATCHDOG);
    for (i = 0; i < THREADS; i++) {
      ab_table_registry_name(table, workers[i].handle);
      workers[i].seed = (int)size * THREADS + i + 1;
      workers[i].rounds = effort(50, 200) * (i + 1) / THREADS + 1; /* so that they end one after the other */
      CHECK(ab_thread_start(&workers[i].thread, search, &workers[i]));
    }
    for (i = 0; i < THREADS; i++) {
      ab_thread_join(&workers[i].thread);
      test_about("%d bytes, thread %d", (int)sizes[size], i);
      CHECK(workers[i].failures == 0);
    }
    ab_table_registry_close(table);
  }
}

/* A thread: makes pools in a Lua state of its own. */
static void make_pools(void *argument)
{
  worker *w = argument;
  lua_State *L = open_task();
  w->failures = 1;
  if (L == NULL) return;
  lua_getfield(L, 1, "pools");
  lua_pushinteger(L, w->seed);
  lua_pushinteger(L, w->rounds);
  w->failures = !call(L, 2);
  lua_close(L);
}

static void pools_are_made_and_dropped_in_several_states(void)
{
  static worker workers[2];
  int i;
  if (!AB_THREADS) return;
  alarm(WATCHDOG);
  for (i = 0; i < 2; i++) {
    workers[i].seed = i + 1;
    workers[i].rounds = effort(100, 1000) / 2;
    CHECK(ab_thread_start(&workers[i].thread, make_pools, &workers[i]));
  }
  for (i = 0; i < 2; i++) {
    ab_thread_join(&workers[i].thread);
    CHECK(workers[i].failures == 0);
  }
}

int main(void)
{
  RUN(states_in_threads_share_a_table);
  RUN(pools_are_made_and_dropped_in_several_states);
  return test_end();
}
