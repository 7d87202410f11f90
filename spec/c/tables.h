/*
 * tables.h: transposition tables with all their memory from the start, entries at random, and whether tables hold the
 * same.
 */
#ifndef SPEC_TABLES_H
#define SPEC_TABLES_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "table.h"
#include "test.h"

/* An ab_allocate: the memory of the process. */
static inline void *process_allocate(void *context, void *block, size_t old_size, size_t new_size)
{
  (void)context;
  (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

/* The memory of the process. */
static inline const ab_memory *process_memory(void)
{
  static const ab_memory memory = {process_allocate, NULL};
  return &memory;
}

/* Gives back what `table` has from make_whole_table. */
static inline void free_whole_table(ab_table *table)
{
  ab_table_free(table, process_memory());
}

/* Makes `table`, one that is new or has come from here, an empty one of `bytes`. Returns 0 when there is no memory. */
static inline int make_whole_table(ab_table *table, size_t bytes)
{
  free_whole_table(table);
  return ab_table_open(table, bytes, process_memory()) && ab_table_grow_wholly(table, process_memory());
}

/* What is at a cell of the greatest size, counted from 0: returns whether there is an entry. */
static inline int table_at(const ab_table *table, size_t cell, uint64_t *key, ab_entry *entry)
{
  size_t next = cell;
  return ab_table_next(table, &next, key, entry) && next == cell + 1;
}

/* Any entry that a search can store, often one of few depths, so that many are equal. */
static inline ab_entry random_entry(rng *r)
{
  static const double values[] = {0, -0.0, 1, 0.1, 1e-320, -1e300, HUGE_VAL, -HUGE_VAL};
  static const uint32_t moves[] = {0, 1, 0x80000000u, UINT32_MAX};
  static const int32_t plies[] = {0, 1, 128, 10000};
  ab_entry entry;
  entry.value = values[rng_below(r, 8)];
  entry.move = rng_happens(r, 50) ? moves[rng_below(r, 4)] : (uint32_t)rng_next(r);
  entry.depth = rng_happens(r, 70) ? plies[rng_below(r, 4)] : rng_below(r, 10001);
  entry.mate_distance = rng_happens(r, 30) ? -1 : rng_below(r, 10001);
  entry.bound = (ab_bound)rng_below(r, 4);
  entry.reached_depth = rng_below(r, 2);
  entry.is_truncated = rng_below(r, 2);
  return entry;
}

static inline int same_entry(const ab_entry *a, const ab_entry *b)
{
  return a->value == b->value && a->move == b->move && a->depth == b->depth &&
         a->mate_distance == b->mate_distance && a->bound == b->bound &&
         a->reached_depth == b->reached_depth && a->is_truncated == b->is_truncated;
}

/* Whether both tables hold the same, cell by cell. */
static inline int same_tables(const ab_table *a, const ab_table *b)
{
  size_t i = 0, j = 0;
  uint64_t keys[2];
  ab_entry entries[2];
  if (ab_table_bytes(a) != ab_table_bytes(b) || ab_table_count(a) != ab_table_count(b)) return 0;
  while (ab_table_next(a, &i, &keys[0], &entries[0]) == 1) {
    if (ab_table_next(b, &j, &keys[1], &entries[1]) != 1 || i != j) return 0;
    if (keys[0] != keys[1] || !same_entry(&entries[0], &entries[1])) return 0;
  }
  return !ab_table_next(b, &j, &keys[1], &entries[1]);
}

/*
 * A number for all that lies in a table, and for the memory it has. Checks that each entry is one that a search can
 * store, that a look-up finds it, and that all are counted.
 */
static inline uint64_t table_digest(const ab_table *table)
{
  uint64_t digest = ab_table_bytes_now(table), key, count = 0;
  size_t cell = 0;
  ab_entry entry, found;
  while (ab_table_next(table, &cell, &key, &entry)) {
    uint64_t bits;
    CHECK(!isnan(entry.value) && !(entry.value == 0 && signbit(entry.value)));
    CHECK(entry.depth >= 0 && entry.depth <= AB_DEPTH_MAX && entry.mate_distance >= -1 &&
          entry.mate_distance <= AB_DEPTH_MAX);
    CHECK(entry.bound <= AB_BOUND_EXACT && (entry.reached_depth == 0 || entry.reached_depth == 1));
    CHECK(ab_table_probe(table, key, &found) && same_entry(&found, &entry));
    memcpy(&bits, &entry.value, sizeof bits);
    digest = digest * 0x9E3779B97F4A7C15u ^ key ^ bits << 1 ^ (uint64_t)cell << 40;
    digest ^= (uint64_t)entry.move << 7 ^ (uint64_t)entry.depth << 17 ^ (uint64_t)entry.mate_distance << 29;
    digest ^= (uint64_t)entry.bound << 51 ^ (uint64_t)entry.reached_depth << 60;
    count++;
  }
  CHECK(count == ab_table_count(table));
  return digest ^ table->age;
}

#endif
