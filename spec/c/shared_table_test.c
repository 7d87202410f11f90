/*
 * shared_table_test.c: a table that threads share mixes no entries, and has numbers and marks. What it keeps is in
 * table_test.c, its name and its settings are in spec/search/binding/shared_table_spec.lua.
 */

#include "shared_table.h"
#include "tables.h"
#include "thread.h"

/* Threads that use a table at once. */
#define WRITERS 4

static ab_table shared;
static ab_shared_table *tables;

/* Makes the table empty and one bucket long. */
static void set_up(void)
{
  tables = ab_shared_table_new(AB_TABLE_LINE);
  CHECK(tables != NULL);
  ab_table_init(&shared);
  ab_table_share(&shared, &tables);
  ab_table_new_search(&shared);
}

static void tear_down(void)
{
  ab_shared_table_free(tables);
  tables = NULL;
}

/* What a key's entry says, if it is no mixture: all of it follows from the key and the depth. */
static ab_entry true_entry(uint64_t key, int32_t depth)
{
  ab_entry entry;
  entry.value = (double)(int64_t)((key * 0x9E3779B97F4A7C15u) >> 40) + depth;
  entry.move = (uint32_t)(key * 77 + (uint64_t)depth);
  entry.depth = depth;
  entry.mate_distance = (int32_t)(key % 97) + depth;
  entry.bound = (ab_bound)(AB_BOUND_UPPER + (key + (uint64_t)depth) % 3);
  entry.reached_depth = (int)((key + (uint64_t)depth) & 1);
  entry.is_truncated = !entry.reached_depth;
  return entry;
}

/* A thread that stores and looks up. */
typedef struct writer {
  ab_thread thread;
  uint64_t seed, found;
  int mixtures, rounds;
} writer;

/* Stores entries in the one table, and counts those that it finds and that were not stored. */
static void write_and_read(void *argument)
{
  writer *w = argument;
  rng random = {w->seed};
  int i;
  for (i = 0; i < w->rounds; i++) {
    uint64_t key = 1 + (uint64_t)rng_below(&random, 6);
    ab_entry entry = true_entry(key, rng_below(&random, 50)), found, expected;
    if (rng_below(&random, 2) == 0) {
      ab_shared_table_store(tables, (uint32_t)(1 + rng_below(&random, 3)), key, &entry, 0);
    } else if (ab_shared_table_probe(tables, key, &found)) {
      w->found++;
      expected = true_entry(key, found.depth);
      w->mixtures += !same_entry(&found, &expected);
    }
  }
}

static void no_mixture_of_two_entries_is_found(void)
{
  static writer writers[WRITERS];
  uint64_t found = 0;
  int i;
  if (!AB_THREADS) return;
  set_up();
  for (i = 0; i < WRITERS; i++) {
    writers[i].seed = (uint64_t)i;
    writers[i].rounds = effort(50, 4000) * 1000;
    CHECK(ab_thread_start(&writers[i].thread, write_and_read, &writers[i]));
  }
  for (i = 0; i < WRITERS; i++) {
    ab_thread_join(&writers[i].thread);
    CHECK(writers[i].mixtures == 0);
    found += writers[i].found;
  }
  CHECK(found > 0);
  tear_down();
}

static void searches_have_numbers_of_their_own_unless_they_are_given_one(void)
{
  ab_table second;
  set_up();
  ab_table_init(&second);
  ab_table_share(&second, &tables);
  ab_table_new_search(&shared);
  ab_table_new_search(&second);
  CHECK(ab_table_number(&shared) != ab_table_number(&second));
  ab_table_set_number(&shared, ab_table_number(&second));
  ab_table_new_search(&shared);
  CHECK(ab_table_number(&shared) == ab_table_number(&second));
  ab_table_new_search(&shared);
  CHECK(ab_table_number(&shared) != ab_table_number(&second));
  tear_down();
}

static void busy_marks_are_there_until_they_are_cleared(void)
{
  uint64_t one = 0x1234567890ABCDEFu, other = one + ((uint64_t)1 << 40), next = one + 1;
  set_up();
  CHECK(!ab_shared_table_is_busy(tables, one));
  ab_shared_table_mark_busy(tables, one);
  ab_shared_table_mark_busy(tables, next);
  CHECK(ab_shared_table_is_busy(tables, one) && ab_shared_table_is_busy(tables, next));
  ab_shared_table_clear_busy(tables, other);
  CHECK(ab_shared_table_is_busy(tables, one));
  ab_shared_table_mark_busy(tables, other);
  CHECK(ab_shared_table_is_busy(tables, other) && !ab_shared_table_is_busy(tables, one));
  ab_shared_table_clear_busy(tables, one);
  ab_shared_table_clear_busy(tables, next);
  CHECK(ab_shared_table_is_busy(tables, other) && !ab_shared_table_is_busy(tables, next));
  tear_down();
}

int main(void)
{
  RUN(no_mixture_of_two_entries_is_found);
  RUN(searches_have_numbers_of_their_own_unless_they_are_given_one);
  RUN(busy_marks_are_there_until_they_are_cleared);
  return test_end();
}
