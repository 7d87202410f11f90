/*
 * memory_test.c: arrays grow only when the host says so, may fail to, and are given back to the byte. Engines that are left
 * without memory are in engine_fuzz.c.
 */

#include "memory.h"
#include "scenes.h"

static void an_array_grows_by_doubling_or_stays_as_it_is(void)
{
  int seed, step;
  for (seed = 1; seed <= 50; seed++) {
    heap h = {.refusals = 1};
    ab_memory memory = {heap_allocate, &h};
    rng r = {(uint64_t)seed};
    size_t capacity = 0, element = (size_t)rng_below(&r, 5) + 1;
    char *array = NULL;
    for (step = 0; step < 60 && capacity < 100000; step++) {
      size_t before = capacity, needed = capacity + (size_t)rng_below(&r, 50) - (capacity < 20 ? 0 : 20);
      uint64_t refused = h.refused;
      char *grown;
      if (rng_happens(&r, 30)) h.refuses = h.requests + 1;
      if (array != NULL) array[capacity * element - 1] = (char)step;
      grown = ab_memory_grow(&memory, array, &capacity, needed, element);
      test_about("seed %d, step %d: %d of %d", seed, step, (int)needed, (int)before);
      if (h.refused > refused) {
        CHECK(grown == NULL && capacity == before && needed > before);
      } else {
        array = grown;
        CHECK(capacity == (needed <= before ? before : needed > 2 * before ? needed : 2 * before));
      }
      CHECK(h.bytes == capacity * element && (before == 0 || array[before * element - 1] == (char)step));
    }
    ab_memory_free(&memory, array, capacity, element);
    CHECK(h.bytes == 0 && h.blocks == 0);
  }
}

static void what_no_address_could_reach_is_refused_without_asking(void)
{
  heap h = {0};
  ab_memory memory = {heap_allocate, &h};
  size_t capacity = 0;
  CHECK(ab_memory_grow(&memory, NULL, &capacity, SIZE_MAX, 1) == NULL);
  CHECK(ab_memory_grow(&memory, NULL, &capacity, SIZE_MAX / 8, 16) == NULL);
  CHECK(capacity == 0 && h.requests == 0);
}

/* ---- searches ---- */

static host tested, other;
static scene played;

/*
 * Sets the scene of a seed; some have chance nodes. Returns a task that has scores of all successors of the root, and
 * learns all there is to learn, but for every second one no history, which would lead a second search another way.
 */
static ab_task begin(int seed)
{
  rng r = {(uint64_t)seed};
  ab_task task;
  scene_set(&played, &r, seed, 0);
  task = played.task;
  task.depth = TREE_LEVELS - 1;
  add_techniques(&task, &r, seed % 4 < 2 ? &scene_tables[3] : NULL);
  task.techniques.learns = seed % 2 ? AB_LEARNS_ALL : AB_LEARNS_ALL & ~(unsigned)AB_LEARNS_HISTORY;
  if (task.algorithm != AB_MTDF) task.root.multipv = UINT32_MAX;
  return task;
}

/* Does `task` with a table that is empty. */
static void search(host *h, const ab_task *task)
{
  scene_clear_tables();
  scene_prepare(&played, h, NULL);
  host_search(h, &played.game, task);
}

static void memory_is_kept_between_searches_and_any_request_may_be_refused_and_made_again(void)
{
  int seed;
  for (seed = 1; seed <= 40; seed++) {
    ab_task task = begin(seed);
    uint64_t n, requests;
    host_init(&other);
    search(&other, &task);
    requests = other.heap.requests;
    CHECK(requests > 0 && other.requests == requests);
    for (n = 1; n <= requests; n++) {
      test_about("seed %d, request %d", seed, (int)n);
      host_init(&tested);
      tested.heap.refuses = n;
      tested.heap.refusals = 1;
      search(&tested, &task);
      CHECK(tested.heap.refused == 1 && same_search(&tested, &other));
      host_free(&tested);
    }
    if (seed % 2 == 0) search(&other, &task);
    CHECK(other.heap.requests == requests);
    host_free(&other);
  }
}

int main(void)
{
  scene_clear_tables();
  RUN(an_array_grows_by_doubling_or_stays_as_it_is);
  RUN(what_no_address_could_reach_is_refused_without_asking);
  RUN(memory_is_kept_between_searches_and_any_request_may_be_refused_and_made_again);
  scene_free_tables();
  tree_free(&played.game);
  return test_end();
}
