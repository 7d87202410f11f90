/* table_growth_test.c: a transposition table takes memory as it fills, and does with less when there is none. */

#include "heap.h"
#include "tables.h"

static ab_table table;
static heap lent;
static const ab_memory memory = {heap_allocate, &lent};
static rng random_keys;

/* Makes the table empty and `buckets` long. */
static void begin(size_t buckets, uint64_t seed)
{
  memset(&lent, 0, sizeof lent);
  random_keys.state = seed;
  ab_table_init(&table);
  CHECK(ab_table_open(&table, buckets * AB_TABLE_LINE, &memory));
}

/* Gives its memory back, and checks that all is. */
static void end(void)
{
  ab_table_free(&table, &memory);
  CHECK(lent.bytes == 0 && lent.blocks == 0);
}

/* Stores any entry for any key. */
static void store_any(void)
{
  ab_entry entry = random_entry(&random_keys);
  ab_table_store(&table, rng_next(&random_keys), &entry);
}

/* Stores `entries` entries and lets the table grow, which must succeed. */
static void fill(int entries)
{
  for (; entries > 0; entries--) {
    store_any();
    CHECK(ab_table_grow(&table, &memory));
  }
}

/* Refuses all requests for memory from here on. */
static void refuse_memory(void)
{
  lent.refuses = lent.requests + 1;
  lent.refusals = UINT64_MAX;
}

static void a_table_takes_memory_as_it_fills_and_never_more_than_it_may(void)
{
  int step;
  begin(1 << 14, 5);
  CHECK(ab_table_bytes_now(&table) <= 1 << 12);
  for (step = 0; step < 100000; step++) {
    if (step % 16 == 0) {
      uint64_t used = ab_table_count(&table) * sizeof(ab_cell);
      if (used > 1 << 12) CHECK(ab_table_bytes_now(&table) < 8 * used);
    }
    store_any();
    ab_table_grow(&table, &memory);
  }
  CHECK(ab_table_bytes_now(&table) == ab_table_bytes(&table));
  CHECK(ab_table_bytes(&table) == (size_t)1 << 20 && lent.bytes < 11 << 17);
  end();
}

/* Stores `steps` entries and looks each up at once. */
static void fill_without_memory(int steps)
{
  for (; steps > 0; steps--) {
    uint64_t key = rng_next(&random_keys) % 3000, asked = lent.requests;
    ab_entry entry = random_entry(&random_keys), found;
    entry.move |= 1;
    ab_table_store(&table, key, &entry);
    CHECK(ab_table_probe(&table, key, &found) && same_entry(&found, &entry));
    ab_table_grow(&table, &memory);
    CHECK(!ab_table_is_short(&table) && lent.requests <= asked + 1 && lent.refused <= 1);
  }
}

static void a_table_without_memory_to_grow_stays_as_large_as_it_is_until_the_next_search(void)
{
  int cases = effort(20, 40), i;
  for (i = 0; i < cases; i++) {
    size_t bytes;
    test_about("case %d", i);
    begin(1 << 12, (uint64_t)i);
    fill(40 * i);
    bytes = ab_table_bytes_now(&table);
    refuse_memory();
    fill_without_memory(5000);
    CHECK(ab_table_bytes_now(&table) == bytes);
    CHECK(ab_table_count(&table) <= bytes / sizeof(ab_cell));
    lent.refuses = 0;
    ab_table_new_search(&table);
    fill(5000);
    CHECK(ab_table_bytes_now(&table) > bytes);
    table_digest(&table);
    end();
  }
}

static void no_page_grows_for_what_was_short_of_room_before(void)
{
  int is_cleared;
  for (is_cleared = 0; is_cleared < 2; is_cleared++) {
    size_t bytes;
    begin(1 << 12, 3);
    while (!ab_table_is_short(&table)) store_any();
    if (is_cleared) ab_table_clear(&table);
    if (!is_cleared) CHECK(ab_table_grow_wholly(&table, &memory));
    bytes = ab_table_bytes_now(&table);
    CHECK(ab_table_grow(&table, &memory) && ab_table_bytes_now(&table) == bytes);
    end();
  }
}

static void a_table_that_is_cleared_may_grow_again(void)
{
  int step;
  begin(1 << 12, 3);
  while (!ab_table_is_short(&table)) store_any();
  refuse_memory();
  CHECK(!ab_table_grow(&table, &memory));
  lent.refuses = 0;
  ab_table_clear(&table);
  for (step = 0; step < 5000 && !ab_table_is_short(&table); step++) store_any();
  CHECK(ab_table_is_short(&table) && ab_table_grow(&table, &memory));
  end();
}

int main(void)
{
  RUN(a_table_takes_memory_as_it_fills_and_never_more_than_it_may);
  RUN(a_table_without_memory_to_grow_stays_as_large_as_it_is_until_the_next_search);
  RUN(no_page_grows_for_what_was_short_of_room_before);
  RUN(a_table_that_is_cleared_may_grow_again);
  return test_end();
}
