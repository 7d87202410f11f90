/* table_test.c: what the transposition table keeps, finds and gives up. */

#include "heap.h"
#include "rng.h"
#include "table.h"
#include "test.h"
#include "whole_table.h"

#include <math.h>
#include <string.h>

#define LINE AB_TABLE_LINE

static ab_table table;

/* A sanitizer is to refuse memory as malloc does, not to end the program. */
AB_EXPORT const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
  return "allocator_may_return_null=1";
}

/* An exact entry without a won game, with a value of its own. */
static ab_entry entry_of(int depth, uint32_t move)
{
  ab_entry entry;
  entry.value = depth + move / 1024.0;
  entry.move = move;
  entry.depth = depth;
  entry.mate_distance = -1;
  entry.bound = AB_BOUND_EXACT;
  entry.reached_depth = entry.is_truncated = 0;
  return entry;
}

/* Stores an entry of `depth` plies for `key`. */
static void store(uint64_t key, int depth)
{
  ab_entry entry = entry_of(depth, (uint32_t)(key % 1000) + 1);
  ab_table_store(&table, key, &entry);
}

/* Whether `key` is in the table. */
static int has(uint64_t key)
{
  ab_entry entry;
  return ab_table_probe(&table, key, &entry);
}

/* Any entry that a table can hold, of few depths, so that many are equal. */
static ab_entry random_entry(rng *r)
{
  static const double values[] = {0, -0.0, 1, 0.1, 1e-320, -1e300, HUGE_VAL, -HUGE_VAL};
  static const uint32_t moves[] = {0, 1, 0x80000000u, UINT32_MAX};
  static const int32_t plies[] = {0, 1, 128, 10000};
  ab_entry entry;
  entry.value = values[rng_below(r, 8)];
  entry.move = moves[rng_below(r, 4)];
  entry.depth = plies[rng_below(r, 4)];
  entry.mate_distance = rng_happens(r, 30) ? -1 : plies[rng_below(r, 4)];
  entry.bound = (ab_bound)rng_below(r, 4);
  entry.reached_depth = rng_below(r, 2);
  entry.is_truncated = rng_below(r, 2);
  return entry;
}

static int same_entry(const ab_entry *a, const ab_entry *b)
{
  return a->value == b->value && a->move == b->move && a->depth == b->depth &&
         a->mate_distance == b->mate_distance && a->bound == b->bound &&
         a->reached_depth == b->reached_depth && a->is_truncated == b->is_truncated;
}

/* Makes the table empty and `buckets` long. */
static void set_up(size_t buckets)
{
  CHECK(make_whole_table(&table, buckets * LINE));
  CHECK(ab_table_cells(&table) == buckets * AB_TABLE_CELLS);
}

/* How many cells are taken. */
static size_t count_entries(void)
{
  size_t count = 0, i;
  uint64_t key;
  ab_entry entry;
  for (i = 0; i < ab_table_cells(&table); i++) count += (size_t)table_at(&table, i, &key, &entry);
  return count;
}

/* The cell where `key` is, the number of cells for none. */
static size_t cell_of(uint64_t wanted)
{
  size_t i;
  uint64_t key;
  ab_entry entry;
  for (i = 0; i < ab_table_cells(&table); i++)
    if (table_at(&table, i, &key, &entry) && key == wanted) return i;
  return i;
}

static void a_table_without_memory_finds_nothing_and_keeps_nothing(void)
{
  ab_table_init(&table);
  store(1, 1);
  CHECK(!has(1) && !has(0));
  CHECK(ab_table_bytes(&table) == 0 && ab_table_cells(&table) == 0 && ab_table_fill(&table) == 0);
  ab_table_new_search(&table);
  ab_table_clear(&table);
  CHECK(make_whole_table(&table, 0) && make_whole_table(&table, LINE - 1));
  CHECK(ab_table_bytes(&table) == 0);
  free_whole_table(&table);
  free_whole_table(&table);
}

static void the_size_is_the_greatest_power_of_two_that_fits(void)
{
  size_t bytes, expected;
  for (bytes = LINE; bytes < 300 * LINE; bytes += 7) {
    for (expected = LINE; expected * 2 <= bytes; expected *= 2) {
    }
    test_about("%lu bytes", (unsigned long)bytes);
    CHECK(make_whole_table(&table, bytes));
    CHECK(ab_table_bytes(&table) == expected && ab_table_cells(&table) == expected / 32);
    CHECK(ab_table_bytes_now(&table) == expected && (uintptr_t)table.slots[0].cells % 64 == 0);
  }
  free_whole_table(&table);
}

static void a_table_that_cannot_be_opened_is_as_it_was(void)
{
  heap all_given = {.refuses = 1, .refusals = UINT64_MAX};
  const ab_memory memory = {heap_allocate, &all_given};
  ab_table none, opened;
  ab_table_init(&none);
  opened = none;
  CHECK(!ab_table_open(&opened, SIZE_MAX / 2, &memory));
  CHECK(all_given.refused == 1 && all_given.blocks == 0);
  CHECK(opened.slots == NULL && opened.count == 0 && opened.age == none.age);
}

static void keys_are_distinguished_by_every_bit(void)
{
  static const uint64_t keys[] = {0, 1, 0x123456789ABCDEF0u, UINT64_MAX};
  size_t buckets, i;
  int bit;
  for (buckets = 1; buckets <= 64; buckets *= 8)
    for (i = 0; i < 4; i++) {
      set_up(buckets);
      CHECK(!has(keys[i]));
      store(keys[i], 1);
      CHECK(has(keys[i]));
      for (bit = 0; bit < 64; bit++) CHECK(!has(keys[i] ^ (uint64_t)1 << bit));
    }
}

/* A bucket, as its rule of replacement describes it. */
typedef struct model {
  struct {
    uint64_t key;
    ab_entry entry;
    int search; /* that stored it, 0: none has */
  } kept[AB_TABLE_CELLS];
  int search;
} model;

/* The cell that the rule gives to `key`. */
static int model_cell(const model *m, uint64_t key)
{
  int least = INT32_MAX, chosen = 0, i;
  for (i = 0; i < AB_TABLE_CELLS; i++)
    if (m->kept[i].search != 0 && m->kept[i].key == key) return i;
  for (i = 0; i < AB_TABLE_CELLS; i++) {
    int rank = m->kept[i].entry.depth;
    if (m->kept[i].search == m->search) rank += 1000000;
    if (m->kept[i].search == 0) rank = -1000000;
    if (rank < least) {
      least = rank;
      chosen = i;
    }
  }
  return chosen;
}

static void model_store(model *m, uint64_t key, const ab_entry *entry)
{
  int at = model_cell(m, key);
  uint32_t known = m->kept[at].key == key ? m->kept[at].entry.move : 0;
  m->kept[at].key = key;
  m->kept[at].entry = *entry;
  m->kept[at].search = m->search;
  if (entry->move == 0) m->kept[at].entry.move = known;
}

/* Whether the bucket that begins at cell `first` holds what the model does. */
static int model_matches(const model *m, size_t first)
{
  int i;
  for (i = 0; i < AB_TABLE_CELLS; i++) {
    uint64_t key;
    ab_entry entry;
    int there = table_at(&table, first + (size_t)i, &key, &entry);
    if (there != (m->kept[i].search != 0)) return 0;
    if (!there) continue;
    if (key != m->kept[i].key || !same_entry(&entry, &m->kept[i].entry) || !has(key)) return 0;
    if (entry.value == 0 && signbit(entry.value)) return 0;
  }
  return 1;
}

/* Finds `count` keys that share a bucket of the empty table; returns the first cell of that. */
static size_t colliding_keys(rng *r, uint64_t *keys, int count)
{
  size_t bucket = 0;
  int found = 0;
  while (found < count) {
    uint64_t key = rng_next(r);
    size_t at;
    store(key, 0);
    at = cell_of(key) / AB_TABLE_CELLS;
    if (found == 0) bucket = at;
    if (at == bucket) keys[found++] = key;
    ab_table_clear(&table);
  }
  return bucket * AB_TABLE_CELLS;
}

static void keys_forced_into_one_bucket_follow_the_rule_and_leave_the_others_alone(void)
{
  int cases = effort(50, 400), i, step;
  for (i = 0; i < cases; i++) {
    uint64_t keys[5];
    rng r;
    size_t first;
    model m;
    r.state = (uint64_t)i;
    memset(&m, 0, sizeof m);
    m.search = 1;
    set_up((size_t)1 << i % 6);
    first = colliding_keys(&r, keys, 5);
    if (i % 6 == 0) keys[0] = 0; /* like the key of an empty cell */
    for (step = 0; step < 200; step++) {
      uint64_t key = keys[rng_below(&r, 5)];
      ab_entry entry = random_entry(&r);
      test_about("case %d, step %d", i, step);
      if (rng_happens(&r, 1)) {
        ab_table_clear(&table);
        memset(m.kept, 0, sizeof m.kept);
        CHECK(count_entries() == 0 && ab_table_bytes(&table) == (size_t)LINE << i % 6);
      }
      if (rng_happens(&r, 10)) {
        ab_table_new_search(&table);
        m.search++;
      }
      ab_table_store(&table, key, &entry);
      model_store(&m, key, &entry);
      CHECK(model_matches(&m, first));
    }
    CHECK(count_entries() <= AB_TABLE_CELLS);
  }
}

static void the_fill_counts_places_of_the_search_that_runs(void)
{
  rng r = {3};
  int i;
  set_up(1);
  CHECK(ab_table_fill(&table) == 0);
  store(1, 1);
  CHECK(ab_table_fill(&table) == 500);
  store(2, 1);
  CHECK(ab_table_fill(&table) == 1000);
  ab_table_new_search(&table);
  CHECK(ab_table_fill(&table) == 0 && has(1));
  store(3, 1);
  CHECK(ab_table_fill(&table) == 500);
  set_up(8192);
  for (i = 0; i < 8192; i++) store(rng_next(&r), 1);
  /* half as many keys as cells: 1 - 2 / e of the cells are taken, less what falls on a third in its bucket */
  CHECK(ab_table_fill(&table) > 410 && ab_table_fill(&table) < 480);
}

static void ages_may_run_over(void)
{
  set_up(1);
  table.age = UINT32_MAX;
  store(1, 9);
  CHECK(has(1));
  ab_table_new_search(&table);
  CHECK(table.age != 0);
  store(2, 1);
  store(3, 1);
  CHECK(!has(1) && has(2) && has(3));
}

/* The `i`-th key of a kind, as games number their positions. */
static uint64_t key_of(int kind, uint64_t i)
{
  double number = (double)i;
  uint64_t bits;
  switch (kind) {
  case 0: /* counted */
    return i;
  case 1: /* counted, from the top */
    return i << 48;
  case 2: /* in the middle */
    return i << 24;
  case 3: /* as the bits of doubles */
    memcpy(&bits, &number, sizeof bits);
    return bits;
  case 4: /* as fractions */
    number = 1 / (number + 2);
    memcpy(&bits, &number, sizeof bits);
    return bits;
  case 5: /* the same twice */
    return i << 32 | i;
  case 6: /* counted backwards */
    return 0 - i;
  case 7: /* in multiples of something even */
    return i * 1000000;
  default: /* two small numbers side by side, as of two players */
    return (i & 255) << 32 | i >> 8;
  }
}

static void keys_of_any_kind_spread_over_the_buckets(void)
{
  size_t cells = 16384;
  uint64_t i;
  int kind;
  for (kind = 0; kind < 9; kind++) {
    set_up(cells / AB_TABLE_CELLS);
    for (i = 0; i < cells; i++) store(key_of(kind, i), 1);
    test_about("kind %d, %d kept of %d", kind, (int)count_entries(), (int)cells);
    /* of keys thrown at random, 73 in 100 would stay */
    CHECK(count_entries() >= cells * 65 / 100);
  }
}

/* Stores an entry that means nothing. */
static void store_in(ab_table *made, uint64_t key)
{
  ab_entry entry = entry_of(1, 1);
  ab_table_store(made, key, &entry);
}

/* Whether a walk through a table finds each entry once, where a look-up finds it, and as many as are counted. */
static int holds_each_once(const ab_table *made)
{
  size_t cell = 0, before = 0;
  uint64_t key, count = 0;
  ab_entry entry, found;
  while (ab_table_next(made, &cell, &key, &entry)) {
    if (count > 0 && cell <= before) return 0;
    if (!ab_table_probe(made, key, &found) || !same_entry(&entry, &found)) return 0;
    before = cell;
    count++;
  }
  return count == ab_table_count(made);
}

/* A table that may grow, an equal one of its greatest size from the start. */
typedef struct twins {
  heap memory;
  ab_memory lent;
  ab_table growing, whole;
  rng r;
} twins;

/* Makes both tables empty and `buckets` long. */
static void make_twins(twins *t, size_t buckets, uint64_t seed)
{
  memset(t, 0, sizeof *t);
  t->lent.allocate = heap_allocate;
  t->lent.context = &t->memory;
  t->r.state = seed;
  ab_table_init(&t->growing);
  ab_table_init(&t->whole);
  CHECK(ab_table_open(&t->growing, buckets * LINE, &t->lent));
  CHECK(make_whole_table(&t->whole, buckets * LINE));
}

/* Gives both back, and checks that all is. */
static void free_twins(twins *t)
{
  ab_table_free(&t->growing, &t->lent);
  free_whole_table(&t->whole);
  CHECK(t->memory.bytes == 0 && t->memory.blocks == 0);
}

/* Stores the same in both, for a random one of `keys` keys, and lets the growing one grow. */
static void feed_twins(twins *t, int keys)
{
  uint64_t key = (uint64_t)rng_below(&t->r, keys) * 0x2545F4914F6CDD1Du;
  ab_entry entry = entry_of(rng_below(&t->r, 5), (uint32_t)rng_below(&t->r, 3)), found[2];
  int there = ab_table_probe(&t->growing, key, &found[0]);
  CHECK(there == ab_table_probe(&t->whole, key, &found[1]) && (!there || same_entry(&found[0], &found[1])));
  ab_table_store(&t->growing, key, &entry);
  ab_table_store(&t->whole, key, &entry);
  CHECK(ab_table_grow(&t->growing, &t->lent));
  if (keys < 4000 && rng_below(&t->r, 2000) == 0) {
    ab_table_clear(&t->growing);
    ab_table_clear(&t->whole);
  }
  if (rng_below(&t->r, 500) == 0) {
    ab_table_new_search(&t->growing);
    ab_table_new_search(&t->whole);
  }
}

/* Whether both tables hold the same, cell by cell. */
static int are_same(const ab_table *a, const ab_table *b)
{
  size_t i = 0, j = 0;
  uint64_t keys[2];
  ab_entry entries[2];
  if (ab_table_count(a) != ab_table_count(b) || ab_table_fill(a) != ab_table_fill(b)) return 0;
  while (ab_table_next(a, &i, &keys[0], &entries[0])) {
    if (!ab_table_next(b, &j, &keys[1], &entries[1]) || i != j) return 0;
    if (keys[0] != keys[1] || !same_entry(&entries[0], &entries[1])) return 0;
  }
  return !ab_table_next(b, &j, &keys[1], &entries[1]);
}

static void a_table_that_grows_holds_at_every_moment_what_one_of_its_greatest_size_does(void)
{
  int cases = effort(30, 60), i, step;
  for (i = 0; i < cases; i++) {
    size_t buckets = (size_t)1 << i % 15;
    int keys = (int)(buckets * (size_t)(1 + i % 4)) + 3;
    twins t;
    make_twins(&t, buckets, (uint64_t)i);
    for (step = 0; step < 2 * keys && step < 40000; step++) {
      feed_twins(&t, keys);
      test_about("case %d, step %d", i, step);
      if (step < 100 || step % 997 == 0) CHECK(are_same(&t.growing, &t.whole));
    }
    CHECK(are_same(&t.growing, &t.whole));
    CHECK(ab_table_bytes_now(&t.growing) <=
          ab_table_bytes(&t.growing) + (AB_TABLE_LINE << AB_TABLE_PAGE_BITS));
    free_twins(&t);
  }
}

static void a_table_takes_memory_as_it_fills_and_never_more_than_it_may(void)
{
  int step;
  twins t;
  make_twins(&t, 1 << 14, 5);
  CHECK(ab_table_bytes_now(&t.growing) <= 1 << 12);
  for (step = 0; step < 100000; step++) {
    uint64_t used = ab_table_count(&t.growing) * sizeof(ab_cell);
    ab_entry entry = entry_of(1, 1);
    if (used > 1 << 12) CHECK(ab_table_bytes_now(&t.growing) < 8 * used);
    ab_table_store(&t.growing, rng_next(&t.r), &entry);
    ab_table_grow(&t.growing, &t.lent);
  }
  CHECK(ab_table_bytes_now(&t.growing) == ab_table_bytes(&t.growing));
  CHECK(ab_table_bytes(&t.growing) == (size_t)1 << 20 && t.memory.bytes < 11 << 17);
  free_twins(&t);
}

static void a_table_without_memory_to_grow_stays_as_large_as_it_is_until_the_next_search(void)
{
  int cases = effort(20, 40), i, step;
  for (i = 0; i < cases; i++) {
    twins t;
    size_t bytes;
    make_twins(&t, 1 << 12, (uint64_t)i);
    for (step = 0; step < 40 * i; step++) feed_twins(&t, 1000000);
    bytes = ab_table_bytes_now(&t.growing);
    t.memory.refuses = t.memory.requests + 1;
    t.memory.refusals = UINT64_MAX;
    for (step = 0; step < 5000; step++) {
      uint64_t key = rng_next(&t.r) % 3000, asked = t.memory.requests;
      ab_entry entry = entry_of(rng_below(&t.r, 9), (uint32_t)step + 1), found;
      test_about("case %d, step %d", i, step);
      ab_table_store(&t.growing, key, &entry);
      CHECK(ab_table_probe(&t.growing, key, &found) && same_entry(&found, &entry));
      ab_table_grow(&t.growing, &t.lent);
      CHECK(!ab_table_is_short(&t.growing) && t.memory.requests <= asked + 1 && t.memory.refused <= 1);
    }
    CHECK(ab_table_bytes_now(&t.growing) == bytes);
    CHECK(ab_table_count(&t.growing) <= ab_table_bytes_now(&t.growing) / sizeof(ab_cell));
    t.memory.refuses = 0;
    ab_table_new_search(&t.growing);
    for (step = 0; step < 5000; step++) {
      store_in(&t.growing, rng_next(&t.r));
      CHECK(ab_table_grow(&t.growing, &t.lent));
    }
    CHECK(ab_table_bytes_now(&t.growing) > bytes && holds_each_once(&t.growing));
    free_twins(&t);
  }
}

static void no_page_grows_for_what_was_short_of_room_before(void)
{
  int is_cleared;
  for (is_cleared = 0; is_cleared < 2; is_cleared++) {
    twins t;
    size_t bytes;
    make_twins(&t, 1 << 12, 3);
    while (!ab_table_is_short(&t.growing)) store_in(&t.growing, rng_next(&t.r));
    if (is_cleared) ab_table_clear(&t.growing);
    if (!is_cleared) CHECK(ab_table_grow_wholly(&t.growing, &t.lent));
    bytes = ab_table_bytes_now(&t.growing);
    CHECK(ab_table_grow(&t.growing, &t.lent) && ab_table_bytes_now(&t.growing) == bytes);
    free_twins(&t);
  }
}

static void a_table_that_is_cleared_may_grow_again(void)
{
  int step;
  twins t;
  make_twins(&t, 1 << 12, 3);
  while (!ab_table_is_short(&t.growing)) store_in(&t.growing, rng_next(&t.r));
  t.memory.refuses = t.memory.requests + 1;
  t.memory.refusals = UINT64_MAX;
  CHECK(!ab_table_grow(&t.growing, &t.lent));
  t.memory.refuses = 0;
  ab_table_clear(&t.growing);
  for (step = 0; step < 5000 && !ab_table_is_short(&t.growing); step++) store_in(&t.growing, rng_next(&t.r));
  CHECK(ab_table_is_short(&t.growing) && ab_table_grow(&t.growing, &t.lent));
  free_twins(&t);
}

int main(void)
{
  RUN(a_table_without_memory_finds_nothing_and_keeps_nothing);
  RUN(the_size_is_the_greatest_power_of_two_that_fits);
  RUN(a_table_that_cannot_be_opened_is_as_it_was);
  RUN(keys_are_distinguished_by_every_bit);
  RUN(keys_forced_into_one_bucket_follow_the_rule_and_leave_the_others_alone);
  RUN(the_fill_counts_places_of_the_search_that_runs);
  RUN(ages_may_run_over);
  RUN(keys_of_any_kind_spread_over_the_buckets);
  RUN(a_table_that_grows_holds_at_every_moment_what_one_of_its_greatest_size_does);
  RUN(a_table_takes_memory_as_it_fills_and_never_more_than_it_may);
  RUN(a_table_without_memory_to_grow_stays_as_large_as_it_is_until_the_next_search);
  RUN(no_page_grows_for_what_was_short_of_room_before);
  RUN(a_table_that_is_cleared_may_grow_again);
  free_whole_table(&table);
  return test_end();
}
