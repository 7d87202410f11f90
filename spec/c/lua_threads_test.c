/* lua_threads_test.c: Lua states in threads of their own search at once and know nothing of one another. */

#include <pthread.h>

#include "lua_state.h"
#include "test.h"

#define THREADS 4

/* What one thread has for itself. */
typedef struct worker {
  pthread_t thread;
  heap heap;
  int rounds, failures;
} worker;

/* A thread: does the task over and over. */
static void *work(void *argument)
{
  worker *w = argument;
  lua_State *L = lua_state_open(&w->heap);
  int i;
  for (i = 0; i < w->rounds; i++)
    if (lua_state_do_task(L) != 0 || !lua_state_is_restored(L)) w->failures++;
  lua_close(L);
  return NULL;
}

static void states_in_threads_search_at_once(void)
{
  static worker workers[THREADS];
  int i;
  for (i = 0; i < THREADS; i++) {
    workers[i].rounds = effort(50, 150);
    CHECK(pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0);
  }
  for (i = 0; i < THREADS; i++) {
    test_about("thread %d", i);
    CHECK(pthread_join(workers[i].thread, NULL) == 0);
    CHECK(workers[i].failures == 0);
    CHECK(workers[i].heap.bytes == 0);
  }
}

int main(void)
{
  RUN(states_in_threads_search_at_once);
  return test_end();
}
