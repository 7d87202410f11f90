#include "../system/constant_rows.h"
#include "refutation.h"

#include <string.h>

/* The bits of a mark, and of a path, whose lowest bits the least number of buckets determines. */
#define BUCKET_BITS 8
#define ITERATION_SHIFT 4
#define PATH_SHIFT 8

/* The bits of a mark that identify the path. */
static uint32_t mark_of_path(uint64_t path)
{
  return (uint32_t)(path >> BUCKET_BITS) << PATH_SHIFT;
}

/* The bucket of a path. */
static ab_refutation *bucket_of(const ab_refutations *table, uint64_t path)
{
  return table->entries + (size_t)(path & (table->buckets - 1)) * AB_REFUTATION_WAYS;
}

/* Whether an entry is the one of the path that `mark` identifies. */
static int is_of_path(const ab_refutation *entry, uint32_t mark)
{
  return entry->move != 0 && (entry->mark ^ mark) >> PATH_SHIFT == 0;
}

/* The replacement priority of an entry: entries of this iteration first, then by the plies left. */
static uint32_t keep_priority(const ab_refutations *table, const ab_refutation *entry)
{
  uint32_t iteration = entry->mark >> ITERATION_SHIFT & AB_REFUTATION_FIELD_MAX;
  if (entry->move == 0) return 0;
  return (iteration == table->iteration ? AB_REFUTATION_FIELD_MAX + 1 : 0) +
         (entry->mark & AB_REFUTATION_FIELD_MAX);
}

/* The entry of a path, or else the entry of its bucket to be replaced. */
static ab_refutation *entry_of(const ab_refutations *table, uint64_t path)
{
  ab_refutation *bucket = bucket_of(table, path), *least = bucket;
  uint32_t mark = mark_of_path(path);
  int i;
  for (i = 0; i < AB_REFUTATION_WAYS; i++) {
    if (is_of_path(&bucket[i], mark)) return &bucket[i];
    if (keep_priority(table, &bucket[i]) < keep_priority(table, least)) least = &bucket[i];
  }
  return least;
}

void ab_refutation_start(ab_refutations *table)
{
  table->buckets = 0;
  table->iteration = 0;
  table->stored = 0;
}

size_t ab_refutation_needed(const ab_refutations *table, int is_only)
{
  size_t needed = table->buckets > 0 ? table->buckets : AB_REFUTATION_BUCKETS_MIN;
  if (is_only) return AB_REFUTATION_BUCKETS_MAX;
  while (needed < AB_REFUTATION_BUCKETS_MAX && needed / AB_REFUTATION_ROOM < table->stored) needed *= 2;
  return needed;
}

/* Moves the entries of the former bucket `old` into their present ones. A new bucket has entries from one old one. */
static void spread(ab_refutations *table, size_t old)
{
  ab_refutation *bucket = table->entries + old * AB_REFUTATION_WAYS;
  int i;
  for (i = 0; i < AB_REFUTATION_WAYS; i++) {
    uint64_t kept = (uint64_t)(bucket[i].mark >> PATH_SHIFT) << BUCKET_BITS;
    uint64_t path = kept | (old & (AB_REFUTATION_BUCKETS_MIN - 1));
    ab_refutation entry = bucket[i];
    if (entry.move == 0 || bucket_of(table, path) == bucket) continue;
    bucket[i].move = 0;
    *entry_of(table, path) = entry;
  }
}

int ab_refutation_grow(ab_refutations *table, const ab_memory *memory, size_t buckets)
{
  size_t bucket = AB_REFUTATION_WAYS * sizeof *table->entries, used = table->buckets, i;
  if (buckets <= used) return 1;
  if (buckets > table->capacity) {
    void *grown =
        memory->allocate(memory->context, table->entries, table->capacity * bucket, buckets * bucket);
    if (grown == NULL) return 0;
    table->entries = grown;
    table->capacity = buckets;
  }
  memset(table->entries + used * AB_REFUTATION_WAYS, 0, (buckets - used) * bucket);
  table->buckets = buckets;
  for (i = 0; i < used; i++) spread(table, i);
  return 1;
}

void ab_refutation_open_iteration(ab_refutations *table)
{
  table->iteration = (table->iteration + 1) & AB_REFUTATION_FIELD_MAX;
  table->stored = 0;
}

uint32_t ab_refutation_find(const ab_refutations *table, uint64_t path)
{
  const ab_refutation *bucket = bucket_of(table, path);
  uint32_t mark = mark_of_path(path);
  int i;
  for (i = 0; i < AB_REFUTATION_WAYS; i++)
    if (is_of_path(&bucket[i], mark)) return bucket[i].move;
  return 0;
}

void ab_refutation_store(ab_refutations *table, uint64_t path, uint32_t move, int32_t depth)
{
  ab_refutation *entry = entry_of(table, path);
  uint32_t mark = mark_of_path(path);
  table->stored += !is_of_path(entry, mark) ||
                   (entry->mark >> ITERATION_SHIFT & AB_REFUTATION_FIELD_MAX) != table->iteration;
  entry->move = move;
  entry->mark = mark | table->iteration << ITERATION_SHIFT |
                (depth < (int32_t)AB_REFUTATION_FIELD_MAX ? (uint32_t)depth : AB_REFUTATION_FIELD_MAX);
}

void ab_refutation_free(ab_refutations *table, const ab_memory *memory)
{
  ab_memory_free(memory, table->entries, table->capacity * AB_REFUTATION_WAYS, sizeof *table->entries);
  memset(table, 0, sizeof *table);
}
