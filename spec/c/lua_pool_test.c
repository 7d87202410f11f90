/*
 * lua_pool_test.c: Lua states in threads search at once, share a table, and make pools, also of rules in C, whose
 * threads but the first search without Lua. Meant for ThreadSanitizer, too: `make races` runs it there.
 */

#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700
#endif

#include <math.h>
#include <sys/time.h>

#include "../../csrc/system/thread.h"
#include "../../examples/native/connect4.c"
#include "lua_state.h"
#include "table_registry.h"
#include "test.h"

#define THREADS 8

/* What ends the program when a test hangs: a signal after some seconds. */
static const struct itimerval watchdog = {.it_value = {.tv_sec = 240}};

/* Rules whose evaluation is wrong where few cells are left. */
static alphabeta_rules lying;

static double evaluate_wrongly(const void *state, int32_t me)
{
  return ((const board *)state)->left < 33 ? NAN : evaluate(state, me);
}

static int luaopen_lying_rules(lua_State *L)
{
  lying = rules;
  lying.evaluate = evaluate_wrongly;
  lua_pushlightuserdata(L, &lying);
  return 1;
}

/* What one thread has for itself: which function of lua_pool_task.lua it calls, and with what. */
typedef struct worker {
  ab_thread thread;
  const char *function;
  char handle[AB_TABLE_NAME_BYTES]; /* of a shared table, if the function takes one */
  int seed, rounds, failures;
} worker;

static worker workers[THREADS];

/* Lets the state require a module that is written in C. */
static void preload(lua_State *L, const char *name, lua_CFunction opens)
{
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, opens);
  lua_setfield(L, -2, name);
  lua_pop(L, 2);
}

/* Calls the function of `w` in a state with the task at index 1. Returns whether it succeeds. */
static int call(lua_State *L, const worker *w)
{
  preload(L, "connect4_rules", luaopen_connect4_rules);
  preload(L, "lying_rules", luaopen_lying_rules);
  lua_getfield(L, 1, w->function);
  if (w->handle[0] != '\0') lua_pushstring(L, w->handle);
  lua_pushinteger(L, w->seed);
  lua_pushinteger(L, w->rounds);
  if (lua_pcall(L, w->handle[0] != '\0' ? 3 : 2, 0, 0) == 0) return 1;
  printf("  %s\n", lua_tostring(L, -1));
  return 0;
}

/* A thread: works in a Lua state of its own, whose memory is the process's. */
static void work(void *argument)
{
  worker *w = argument;
  lua_State *L = luaL_newstate();
  w->failures = 1;
  if (L == NULL) return;
  if (lua_state_run(L, "spec/c/lua_pool_task.lua", 1)) w->failures = !call(L, w);
  lua_close(L);
}

/*
 * Lets `count` threads call a function at once, with `table` or NULL. The last one has the given number of rounds, the
 * others less, so that they end one after the other.
 */
static void call_in_threads(const char *function, int count, int rounds, const ab_shared_table *table)
{
  int i;
  if (!AB_THREADS) return;
  setitimer(ITIMER_REAL, &watchdog, NULL);
  memset(workers, 0, sizeof workers);
  for (i = 0; i < count; i++) {
    worker *w = &workers[i];
    w->function = function;
    w->seed = rounds + i;
    w->rounds = rounds * (i + 1) / count + 1;
    if (table != NULL) ab_table_registry_name(table, w->handle);
    CHECK(ab_thread_start(&w->thread, work, w));
  }
  for (i = 0; i < count; i++) {
    ab_thread_join(&workers[i].thread);
    test_about("thread %d", i);
    CHECK(workers[i].failures == 0);
  }
}

static void states_in_threads_know_nothing_of_one_another(void)
{
  call_in_threads("search", 4, effort(50, 150), NULL);
}

static void states_in_threads_share_a_table(void)
{
  static const size_t sizes[] = {64, 4096, (size_t)16 << 20};
  size_t size;
  for (size = 0; size < sizeof sizes / sizeof *sizes; size++) {
    ab_shared_table *table = ab_table_registry_new(sizes[size]);
    call_in_threads("share", THREADS, effort(50, 200), table);
    ab_table_registry_close(table);
  }
}

static void pools_are_made_and_dropped_in_several_states(void)
{
  call_in_threads("pools", 2, effort(100, 1000) / 2, NULL);
}

static void threads_without_lua_change_no_value(void)
{
  call_in_threads("assist", 1, effort(30, 300), NULL);
}

static void a_wrong_answer_ends_all_threads(void)
{
  call_in_threads("lie", 1, effort(10, 100), NULL);
}

int main(void)
{
  RUN(states_in_threads_know_nothing_of_one_another);
  RUN(states_in_threads_share_a_table);
  RUN(pools_are_made_and_dropped_in_several_states);
  RUN(threads_without_lua_change_no_value);
  RUN(a_wrong_answer_ends_all_threads);
  return test_end();
}
