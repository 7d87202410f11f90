/*
 * table_test.c: what the transposition table keeps, finds and gives up, and how it grows: it takes memory as it fills,
 * and does with less when there is none.
 */

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

/* Whether an entry that is merged gets in: a deeper one stays, or for the same key one that is as deep and as good. */
static int model_takes(const model *m, uint64_t key, const ab_entry *entry)
{
  int at = model_cell(m, key);
  const ab_entry *there = &m->kept[at].entry;
  if (m->kept[at].search == 0 || there->depth != entry->depth || m->kept[at].key != key)
    return m->kept[at].search == 0 || there->depth <= entry->depth;
  return there->bound != AB_BOUND_EXACT && entry->bound == AB_BOUND_EXACT;
}

/* Whether the only bucket of `whole` holds what the model does. */
static int model_matches(const model *m, const ab_table *whole)
{
  size_t i;
  int used = 0;
  for (i = 0; i < AB_TABLE_CELLS; i++) used += m->kept[i].search == m->search;
  if (ab_table_fill(whole) != used * 1000 / AB_TABLE_CELLS) return 0;
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
  int has_bounds;  /* whether all entries have one */
  int was_refused; /* memory, since the search began or the table was cleared */
  model m;
  rng r;
} trial;

/* Makes all of them empty and `buckets` long. */
static void begin(trial *t, size_t buckets, uint64_t seed)
{
  memset(t, 0, sizeof *t);
  t->lent.allocate = heap_allocate;
  t->lent.context = &t->memory;
  t->memory.refusals = UINT64_MAX;
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
  t->growing.age = t->whole.age = UINT32_MAX - 1; /* ages run over */
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

/* Merges an entry into the shared table; where the model takes it, the others store it. */
static void merge(trial *t, uint64_t key, const ab_entry *entry)
{
  ab_table_merge(&t->sharing, key, entry);
  ab_table_merge(&t->whole, key, entry); /* has no shared table: nothing happens */
  if (!model_takes(&t->m, key, entry)) return;
  model_store(&t->m, key, entry);
  ab_table_store(&t->whole, key, entry);
  ab_table_store(&t->growing, key, entry);
}

/* Lets the table grow: only one that is short of room asks for memory, once. */
static void grow(trial *t)
{
  int was_short = ab_table_is_short(&t->growing), has_grown;
  size_t bytes = ab_table_bytes_now(&t->growing);
  uint64_t refused = t->memory.refused;
  CHECK(!t->was_refused || !was_short);
  has_grown = ab_table_grow(&t->growing, &t->lent);
  CHECK(has_grown == (t->memory.refused == refused) && t->memory.refused <= refused + 1);
  CHECK(ab_table_bytes_now(&t->growing) == bytes || (was_short && has_grown));
  CHECK(has_grown || !ab_table_is_short(&t->growing));
  if (!has_grown) t->was_refused = 1;
}

/* One of `keys` keys: 0, like that of an empty cell, those of one bit, and any. */
static uint64_t some_key(rng *r, int keys)
{
  int n = rng_below(r, keys);
  return n > 0 && n <= 64 ? (uint64_t)1 << (n - 1) : (uint64_t)n * 0x2545F4914F6CDD1Du;
}

/* Does the same to all, for a random one of `keys` keys. */
static void feed(trial *t, int keys)
{
  uint64_t key = some_key(&t->r, keys);
  ab_entry entry = random_entry(&t->r);
  if (t->has_bounds && entry.bound == AB_BOUND_NONE) entry.bound = AB_BOUND_EXACT;
  look_up(t, key);
  if (t->has_bounds && ab_table_cells(&t->whole) == AB_TABLE_CELLS && rng_happens(&t->r, 30)) {
    merge(t, key, &entry);
  } else {
    model_store(&t->m, key, &entry);
    ab_table_store(&t->whole, key, &entry);
    ab_table_store(&t->growing, key, &entry);
    ab_table_store(&t->sharing, key, &entry);
  }
  grow(t);
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

static void the_fill_is_a_sample(void)
{
  rng r = {3};
  int i;
  set_up(8192);
  for (i = 0; i < 8192; i++) store(rng_next(&r), 1);
  /* half as many keys as cells: 1 - 2 / e of the cells are taken, less what falls on a third in its bucket */
  CHECK(ab_table_fill(&table) > 410 && ab_table_fill(&table) < 480);
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

/* Stores an entry, which is found then. */
static void store_any(trial *t)
{
  uint64_t key = rng_next(&t->r);
  ab_entry entry = random_entry(&t->r), found;
  entry.move |= 1; /* without one it would inherit another */
  ab_table_store(&t->growing, key, &entry);
  CHECK(ab_table_probe(&t->growing, key, &found) && same_entry(&found, &entry));
}

/* One of the events after which a table that was refused memory asks again, or another amount of memory. */
static void happen(trial *t)
{
  int event = rng_below(&t->r, 8);
  if (event == 0) ab_table_clear(&t->growing);
  if (event == 1) ab_table_new_search(&t->growing);
  if (event <= 1) t->was_refused = 0;
  if (event == 2 && t->memory.refuses == 0) CHECK(ab_table_grow_wholly(&t->growing, &t->lent));
  if (event >= 3) t->memory.refuses = t->memory.refuses == 0 ? t->memory.requests + 1 : 0;
}

static void a_table_grows_when_it_is_short_of_room_and_is_refused_memory_once_in_a_search(void)
{
  int cases = effort(20, 40), i, step;
  for (i = 0; i < cases; i++) {
    trial t;
    begin(&t, 1 << 12, (uint64_t)i);
    for (step = 0; step < 8000; step++) {
      test_about("case %d, step %d", i, step);
      if (rng_below(&t.r, 400) == 0) happen(&t);
      store_any(&t);
      if (rng_below(&t.r, 8) > 0) grow(&t);
    }
    table_digest(&t.growing);
    end(&t);
  }
}

static void a_table_takes_memory_as_it_fills_and_never_more_than_it_may(void)
{
  trial t;
  int step;
  begin(&t, 1 << 14, 5);
  CHECK(ab_table_bytes_now(&t.growing) <= 1 << 12);
  for (step = 0; step < 100000; step++) {
    uint64_t used = step % 16 == 0 ? ab_table_count(&t.growing) * sizeof(ab_cell) : 0;
    if (used > 1 << 12) CHECK(ab_table_bytes_now(&t.growing) < 8 * used);
    store_any(&t);
    ab_table_grow(&t.growing, &t.lent);
  }
  CHECK(ab_table_bytes_now(&t.growing) == ab_table_bytes(&t.growing));
  CHECK(ab_table_bytes(&t.growing) == (size_t)1 << 20 && t.memory.bytes < 11 << 17);
  end(&t);
}

int main(void)
{
  ab_table_init(&table);
  RUN(tables_that_grow_or_are_shared_hold_at_every_moment_what_the_rule_says);
  RUN(the_fill_is_a_sample);
  RUN(keys_of_any_kind_spread_over_the_buckets);
  RUN(a_table_without_memory_finds_nothing_and_keeps_nothing);
  RUN(a_table_grows_when_it_is_short_of_room_and_is_refused_memory_once_in_a_search);
  RUN(a_table_takes_memory_as_it_fills_and_never_more_than_it_may);
  free_whole_table(&table);
  return test_end();
}
