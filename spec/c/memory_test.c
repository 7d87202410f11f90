/*
 * memory_test.c: arrays grow only when the host says so, may fail to, and are given back to the byte. Engines that are left
 * without memory are in engine_fuzz.c.
 */

#include "host.h"
#include "memory.h"
#include "oracle.h"
#include "test.h"
#include "tables.h"

static host tested, other;
static tree game;
static ab_table table;

/* The memory that `h` lends. */
static ab_memory memory_of(heap *h)
{
  ab_memory memory = {heap_allocate, h};
  return memory;
}

static void an_array_grows_to_what_is_needed_by_doubling(void)
{
  heap h = {0};
  ab_memory memory = memory_of(&h);
  size_t capacity = 0, needed;
  char *array = NULL;
  for (needed = 1; needed <= 5000; needed++) {
    array = ab_memory_grow(&memory, array, &capacity, needed, 3);
    CHECK(array != NULL && capacity >= needed && h.bytes == capacity * 3);
    array[capacity * 3 - 1] = 1;
  }
  CHECK(h.requests <= 14);
  array = ab_memory_grow(&memory, array, &capacity, 100000, 3);
  CHECK(capacity >= 100000);
  ab_memory_free(&memory, array, capacity, 3);
  CHECK(h.bytes == 0);
}

static void an_array_that_cannot_grow_stays_as_it_is(void)
{
  heap h = {0, 0, 2, 1, 0, 0};
  ab_memory memory = memory_of(&h);
  size_t capacity = 0;
  char *array = ab_memory_grow(&memory, NULL, &capacity, 10, 1);
  CHECK(array != NULL && capacity == 10);
  array[9] = 7;
  CHECK(ab_memory_grow(&memory, array, &capacity, 11, 1) == NULL);
  CHECK(capacity == 10 && array[9] == 7 && h.refused == 1);
  ab_memory_free(&memory, array, capacity, 1);
  CHECK(h.bytes == 0);
}

static void what_no_address_could_reach_is_refused_without_asking(void)
{
  heap h = {0};
  ab_memory memory = memory_of(&h);
  size_t capacity = 0;
  CHECK(ab_memory_grow(&memory, NULL, &capacity, SIZE_MAX, 1) == NULL);
  CHECK(ab_memory_grow(&memory, NULL, &capacity, SIZE_MAX / 8, 16) == NULL);
  CHECK(capacity == 0 && h.requests == 0);
}

/*
 * A tree that makes both arrays of the engine grow several times, its best line being its only long one, and the task
 * that does, with everything there is.
 */
static ab_task growing_task(void)
{
  ab_task task = host_task(60);
  uint32_t at = 0;
  task.algorithm = AB_PVS;
  task.deepening.is_on = task.host.asks_key = task.repetition.is_scored = task.techniques.reductions = 1;
  task.techniques.null_move = 1;
  task.techniques.quiescence = 2;
  task.table = &table;
  tree_plant(&game);
  while (game.count < 400) {
    at = tree_branch(&game, at, 4 + game.count % 7);
    game.nodes[at].score = 1;
  }
  for (at = 0; at < game.count; at++)
    if (game.nodes[at].score == 0)
      game.nodes[at].value = game.nodes[at].roots_turn ? at % 3 : -(double)(at % 3);
  task.host.asks_scores = task.host.asks_moves = task.root.lists_ties = 1;
  task.techniques.learns = AB_LEARNS_ALL;
  task.root.multipv = 3;
  return task;
}

/* Games of two players, with chance nodes, of many players with chance nodes. */
typedef enum kind { PLAIN, CHANCE, MANY_PLAYERS, KINDS } kind;

/* Makes the tree of growing_task a game of `what`, and its task one for it. */
static ab_task growing_task_of(kind what)
{
  static const double probabilities[] = {0.1, 0.2, 0.3, 0.1, 0.1, 0.05, 0.05, 0.03, 0.03, 0.04};
  ab_task task = growing_task();
  uint32_t at;
  if (what == PLAIN) return task;
  for (at = 0; at < game.count; at++)
    if (game.nodes[at].count > 0 && at % 3 == 1) tree_throw(&game, at, probabilities);
  task.table = NULL;
  task.techniques.uses_refutations = 1;
  task.host.has_chance_nodes = 1;
  task.techniques.star2 = 1;
  task.values.min = -2;
  task.values.max = 2;
  if (what == CHANCE) return task;
  tree_seat(&game, 3);
  for (at = 0; at < game.count; at++) {
    game.movers[at] = at == 0 ? 0 : at % 3;
    tree_payoffs(&game, at)[at % 2] = 1;
    tree_payoffs(&game, at)[1 + at % 2] = 1;
  }
  task = host_task(60);
  task.algorithm = AB_MAXN;
  task.host.has_chance_nodes = task.host.asks_turn = task.host.asks_scores = task.deepening.is_on = 1;
  task.values.sum = 2;
  task.values.min = 0;
  return task;
}

/* Does `task` with a table that is empty. */
static void search(host *h, const ab_task *task)
{
  ab_table_clear(&table);
  host_search(h, &game, task);
}

/* Does `task` with an engine that is new. */
static void search_anew(host *h, const ab_task *task)
{
  host_free(h);
  host_init(h);
  search(h, task);
}

/* Checks the same for one kind of game. */
static void refuse_any_request(kind what)
{
  ab_task task = growing_task_of(what);
  uint64_t n;
  search_anew(&other, &task);
  CHECK(other.heap.requests >= 8);
  for (n = 1; n <= other.heap.requests; n++) {
    test_about("kind %d, request %d", (int)what, (int)n);
    host_init(&tested);
    tested.heap.refuses = n;
    tested.heap.refusals = 1;
    search(&tested, &task);
    CHECK(tested.heap.refused == 1);
    CHECK(sequence_equals(&tested.evaluated, &other.evaluated) && sequence_equals(&tested.line, &other.line));
    host_free(&tested);
  }
}

static void any_request_may_be_refused_and_made_again(void)
{
  int what;
  for (what = PLAIN; what < KINDS; what++) refuse_any_request((kind)what);
}

static void memory_is_asked_for_only_by_growing_and_kept_between_searches(void)
{
  ab_task task = growing_task();
  uint64_t requests;
  task.techniques.learns &= ~(unsigned)AB_LEARNS_HISTORY; /* it would lead the second search another way */
  host_free(&other);
  host_init(&other);
  ab_table_clear(&table);
  search(&other, &task);
  requests = other.heap.requests;
  CHECK(requests > 0 && other.requests == requests);
  search(&other, &task);
  CHECK(other.heap.requests == requests);
}

int main(void)
{
  if (!make_whole_table(&table, 16 * AB_TABLE_LINE)) return EXIT_FAILURE;
  host_init(&other);
  RUN(an_array_grows_to_what_is_needed_by_doubling);
  RUN(an_array_that_cannot_grow_stays_as_it_is);
  RUN(what_no_address_could_reach_is_refused_without_asking);
  RUN(any_request_may_be_refused_and_made_again);
  RUN(memory_is_asked_for_only_by_growing_and_kept_between_searches);
  host_free(&other);
  tree_free(&game);
  free_whole_table(&table);
  return test_end();
}
