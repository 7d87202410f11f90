/* table_test.c: what the transposition table keeps, finds and gives up. */

#include "heap.h"
#include "tables.h"

#define LINE AB_TABLE_LINE

static ab_table table;

/* Stores an entry of `depth` plies. */
static void store(uint64_t key, int depth)
{
  ab_entry entry = {.value = 1, .mate_distance = -1, .bound = AB_BOUND_EXACT};
  entry.depth = depth;
  ab_table_store(&table, key, &entry);
}

/* Whether `key` is in the table. */
static int has(uint64_t key)
{
  ab_entry entry;
  return ab_table_probe(&table, key, &entry);
}

/* Makes the table empty and `buckets` long. */
static void set_up(size_t buckets)
{
  CHECK(make_whole_table(&table, buckets * LINE));
  CHECK(ab_table_cells(&table) == buckets * AB_TABLE_CELLS);
}

/* ---- what it keeps ---- */

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

/* Whether the only bucket of `whole` holds what the model does. */
static int model_matches(const model *m, const ab_table *whole)
{
  size_t i;
  for (i = 0; i < AB_TABLE_CELLS; i++) {
    uint64_t key;
    ab_entry entry;
    int there = table_at(whole, i, &key, &entry);
    if (there != (m->kept[i].search != 0)) return 0;
    if (there && (key != m->kept[i].key || !same_entry(&entry, &m->kept[i].entry))) return 0;
    if (there && entry.value == 0 && signbit(entry.value)) return 0;
  }
  return 1;
}

/*
 * A table that may grow, an equal one of its greatest size from the start, a shared one, which keeps no entry without a
 * bound, and the model of one bucket.
 */
typedef struct trial {
  heap memory;
  ab_memory lent;
  ab_table growing, whole, sharing;
  ab_shared_table *shared;
  int has_bounds; /* whether all entries have one */
  model m;
  rng r;
} trial;

/* Makes all of them empty and `buckets` long. */
static void begin(trial *t, size_t buckets, uint64_t seed)
{
  memset(t, 0, sizeof *t);
  t->lent.allocate = heap_allocate;
  t->lent.context = &t->memory;
  t->r.state = seed;
  t->m.search = 1;
  ab_table_init(&t->growing);
  ab_table_init(&t->whole);
  ab_table_init(&t->sharing);
  CHECK(ab_table_open(&t->growing, buckets * LINE, &t->lent));
  CHECK(make_whole_table(&t->whole, buckets * LINE));
  t->shared = ab_shared_table_new(buckets * LINE);
  ab_table_share(&t->sharing, &t->shared);
  ab_table_new_search(&t->sharing);
}

/* Gives all back, and checks that all is. */
static void end(trial *t)
{
  ab_table_free(&t->growing, &t->lent);
  free_whole_table(&t->whole);
  ab_shared_table_free(t->shared);
  CHECK(t->memory.bytes == 0 && t->memory.blocks == 0);
}

static void clear_all(trial *t)
{
  memset(t->m.kept, 0, sizeof t->m.kept);
  ab_table_clear(&t->growing);
  ab_table_clear(&t->whole);
  ab_table_clear(&t->sharing);
  CHECK(ab_table_count(&t->whole) == 0 && ab_table_count(&t->sharing) == 0 &&
        ab_table_fill(&t->sharing) == 0);
}

static void begin_search(trial *t)
{
  t->m.search++;
  ab_table_new_search(&t->growing);
  ab_table_new_search(&t->whole);
  ab_table_new_search(&t->sharing);
}

/* Looks `key` up in all of them, which must find the same. */
static void look_up(trial *t, uint64_t key)
{
  ab_entry found[3];
  int is_there = ab_table_probe(&t->whole, key, &found[0]);
  CHECK(ab_table_probe(&t->growing, key, &found[1]) == is_there);
  CHECK(!is_there || same_entry(&found[0], &found[1]));
  if (!t->has_bounds) return;
  CHECK(ab_table_probe(&t->sharing, key, &found[2]) == is_there);
  CHECK(!is_there || same_entry(&found[0], &found[2]));
}

/* Does the same to all: for a random one of `keys` keys, 0 among them, like that of an empty cell. */
static void feed(trial *t, int keys)
{
  uint64_t key = (uint64_t)rng_below(&t->r, keys) * 0x2545F4914F6CDD1Du;
  ab_entry entry = random_entry(&t->r);
  if (t->has_bounds && entry.bound == AB_BOUND_NONE) entry.bound = AB_BOUND_EXACT;
  look_up(t, key);
  model_store(&t->m, key, &entry);
  ab_table_store(&t->whole, key, &entry);
  ab_table_store(&t->growing, key, &entry);
  ab_table_store(&t->sharing, key, &entry);
  CHECK(ab_table_grow(&t->growing, &t->lent));
  if (rng_below(&t->r, keys < 4000 ? 1000 : 100000) == 0) clear_all(t);
  if (rng_below(&t->r, keys < 10 ? 10 : 500) == 0) begin_search(t);
}

/* Checks that all hold the same; and if there is one bucket, what the rule says. */
static void compare(const trial *t, size_t buckets)
{
  CHECK(same_tables(&t->growing, &t->whole));
  CHECK(!t->has_bounds || same_tables(&t->sharing, &t->whole));
  CHECK(ab_table_fill(&t->growing) == ab_table_fill(&t->whole));
  CHECK(buckets > 1 || model_matches(&t->m, &t->whole));
  CHECK(ab_table_bytes_now(&t->growing) <= buckets * LINE + (LINE << AB_TABLE_PAGE_BITS));
}

static void tables_that_grow_or_are_shared_hold_at_every_moment_what_the_rule_says(void)
{
  int cases = effort(60, 240), i, step;
  for (i = 0; i < cases; i++) {
    size_t buckets = (size_t)1 << i % 15;
    int keys = (int)(buckets * (size_t)(1 + i % 4)) + 3;
    trial t;
    begin(&t, buckets, (uint64_t)i);
    t.has_bounds = i / 15 % 3 > 0;
    for (step = 0; step < 2 * keys + 400 && step < 20000; step++) {
      feed(&t, keys);
      test_about("case %d, step %d", i, step);
      if (step < 100 || buckets == 1 || step % 997 == 0) compare(&t, buckets);
    }
    compare(&t, buckets);
    end(&t);
  }
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

/* The bits of a double. */
static uint64_t bits_of(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* The `i`-th key of a kind, as games number their positions. */
static uint64_t key_of(int kind, uint64_t i)
{
  const uint64_t keys[] = {
      i,                            /* counted */
      i << 48,                      /* counted, from the top */
      i << 24,                      /* in the middle */
      bits_of((double)i),           /* as the bits of doubles */
      bits_of(1 / ((double)i + 2)), /* as fractions */
      i << 32 | i,                  /* the same twice */
      0 - i,                        /* counted backwards */
      i * 1000000,                  /* in multiples of something even */
      (i & 255) << 32 | i >> 8,     /* two small numbers side by side, as of two players */
  };
  return keys[kind];
}

static void keys_of_any_kind_spread_over_the_buckets(void)
{
  size_t cells = 16384;
  uint64_t i;
  int kind;
  for (kind = 0; kind < 9; kind++) {
    set_up(cells / AB_TABLE_CELLS);
    for (i = 0; i < cells; i++) store(key_of(kind, i), 1);
    test_about("kind %d, %d kept of %d", kind, (int)ab_table_count(&table), (int)cells);
    /* of keys thrown at random, 73 in 100 would stay */
    CHECK(ab_table_count(&table) >= cells * 65 / 100);
  }
}

/* ---- memory ---- */

static void a_table_without_memory_finds_nothing_and_keeps_nothing(void)
{
  free_whole_table(&table);
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

int main(void)
{
  ab_table_init(&table);
  RUN(tables_that_grow_or_are_shared_hold_at_every_moment_what_the_rule_says);
  RUN(keys_are_distinguished_by_every_bit);
  RUN(the_fill_counts_places_of_the_search_that_runs);
  RUN(ages_may_run_over);
  RUN(keys_of_any_kind_spread_over_the_buckets);
  RUN(a_table_without_memory_finds_nothing_and_keeps_nothing);
  free_whole_table(&table);
  return test_end();
}
