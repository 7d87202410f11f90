/*
 * table.c: entry, bucket, replacement.
 *
 * Entry. 32 bytes: the whole key, the value as a double, and the rest beside them without packing of bits, since
 * nothing short of dropping some of the key or of the value would fit a third one into a line.
 *
 * Bucket. The two places of one line of the cache. The key is mixed before it chooses the bucket, so a game may
 * number its positions as it likes.
 *
 * Replacement. A new entry always gets in. It takes the place of, in this order:
 *   1. the entry with its own key, whatever that knows;
 *   2. an empty place;
 *   3. an entry that an earlier search stored, the shallower where both are;
 *   4. the shallower entry; the first where they are equal.
 * So the deepest entry of a bucket, whose subtree was dear, stays for the rest of its search, and the other place
 * takes what comes: the TwoDeep scheme of Breuker, Uiterwijk and van den Herik (1994).
 *
 * Measured by bench/table.c, in nodes searched against a table of as many places that always replaces, with 3 to
 * 160 nodes of a search that forgets nothing for each place: 0.44 to 0.90 in deepening, 0.72 to 0.96 in solving.
 * Replacing the older of two is worth 0.93 to 1.01. Refusing what is shallower than both is as good in deepening
 * (0.41 to 0.90) and ruins the solver (0.99 to 1.40), whose deep entries never leave. Nothing was gained by preferring
 * exact values, by keeping the deeper of two entries for one key, by renewing the age of what is found, or by calling
 * what is solved deepest.
 */

#include "table.h"

#include <stdlib.h>
#include <string.h>

/* Buckets that ab_table_fill looks at: a thousand places. Keys are mixed, so the first are as good as any. */
#define SAMPLE (1000 / AB_TABLE_PLACES)

/* Compiles only where a bucket is a line. */
typedef char bucket_is_a_line[sizeof(ab_bucket) == AB_TABLE_LINE ? 1 : -1];

/* The bucket of a key, in a table that has any. Every bit of the key has a say in every bit of the index. */
static inline ab_bucket *bucket_of(const ab_table *table, uint64_t key)
{
  key ^= key >> 32;
  key *= 0x9E3779B97F4A7C15u; /* 2^64 divided by the golden ratio */
  key ^= key >> 32;
  return table->buckets + ((size_t)key & (table->count - 1));
}

/* The place in `bucket` that holds `key`, or NULL. */
static inline ab_place *find(ab_bucket *bucket, uint64_t key)
{
  int i;
  for (i = 0; i < AB_TABLE_PLACES; i++)
    if (bucket->places[i].key == key && bucket->places[i].age != 0) return &bucket->places[i];
  return NULL;
}

/* What it would cost to lose what is in `place`, for comparison: emptiness, age and depth in this order. */
static inline int32_t worth(const ab_table *table, const ab_place *place)
{
  if (place->age == 0) return -1;
  return place->age == table->age ? place->depth + INT16_MAX + 1 : place->depth;
}

/* The place in `bucket` for a key that is not there. */
static inline ab_place *least(const ab_table *table, ab_bucket *bucket)
{
  ab_place *chosen = bucket->places;
  int i;
  for (i = 1; i < AB_TABLE_PLACES; i++)
    if (worth(table, &bucket->places[i]) < worth(table, chosen)) chosen = &bucket->places[i];
  return chosen;
}

/* Unpacks what is in `place`. */
static inline void unpack(const ab_place *place, ab_entry *entry)
{
  entry->value = place->value;
  entry->move = place->move;
  entry->depth = place->depth;
  entry->end = place->end;
  entry->bound = (ab_bound)place->bound;
  entry->solved = place->solved;
}

/* Gives `table`, whatever it held, `count` empty buckets, a power of two or 0. Returns 0 when there is no memory. */
static int allocate(ab_table *table, size_t count)
{
  void *block = NULL;
  ab_bucket *buckets = NULL;
  if (count > 0) {
    uintptr_t past;
    block = calloc(1, count * sizeof *buckets + AB_TABLE_LINE - 1);
    if (block == NULL) return 0;
    past = (uintptr_t)block % AB_TABLE_LINE;
    buckets = (void *)((char *)block + (past == 0 ? 0 : AB_TABLE_LINE - past));
  }
  table->buckets = buckets;
  table->block = block;
  table->count = count;
  table->age = 1;
  return 1;
}

void ab_table_init(ab_table *table)
{
  allocate(table, 0);
}

void ab_table_free(ab_table *table)
{
  free(table->block);
  ab_table_init(table);
}

int ab_table_resize(ab_table *table, size_t bytes)
{
  size_t most = bytes / sizeof(ab_bucket), count = most > 0 ? 1 : 0;
  void *old = table->block;
  while (count <= most / 2 && count > 0) count *= 2;
  if (!allocate(table, count)) return 0;
  free(old);
  return 1;
}

size_t ab_table_bytes(const ab_table *table)
{
  return table->count * sizeof *table->buckets;
}

int ab_table_copy(ab_table *copy, const ab_table *table)
{
  if (!allocate(copy, table->count)) return 0;
  copy->age = table->age;
  if (table->count > 0) memcpy(copy->buckets, table->buckets, ab_table_bytes(table));
  return 1;
}

void ab_table_clear(ab_table *table)
{
  if (table->count > 0) memset(table->buckets, 0, ab_table_bytes(table));
  table->age = 1;
}

void ab_table_new_search(ab_table *table)
{
  if (++table->age == 0) table->age = 1;
}

int ab_table_probe(const ab_table *table, uint64_t key, ab_entry *entry)
{
  const ab_place *place;
  if (table->count == 0) return 0;
  place = find(bucket_of(table, key), key);
  if (place == NULL) return 0;
  unpack(place, entry);
  return 1;
}

void ab_table_store(ab_table *table, uint64_t key, const ab_entry *entry)
{
  ab_bucket *bucket;
  ab_place *place;
  uint32_t move = entry->move;
  if (table->count == 0) return;
  bucket = bucket_of(table, key);
  place = find(bucket, key);
  if (place == NULL)
    place = least(table, bucket);
  else if (move == 0)
    move = place->move;
  place->key = key;
  place->value = entry->value == 0 ? 0 : entry->value;
  place->move = move;
  place->age = table->age;
  place->depth = (int16_t)entry->depth;
  place->end = (int16_t)entry->end;
  place->bound = (uint8_t)entry->bound;
  place->solved = entry->solved != 0;
}

int ab_table_fill(const ab_table *table)
{
  size_t buckets = table->count < SAMPLE ? table->count : SAMPLE, used = 0, i, j;
  if (buckets == 0) return 0;
  for (i = 0; i < buckets; i++)
    for (j = 0; j < AB_TABLE_PLACES; j++) used += table->buckets[i].places[j].age == table->age;
  return (int)(used * 1000 / (buckets * AB_TABLE_PLACES));
}

size_t ab_table_places(const ab_table *table)
{
  return table->count * AB_TABLE_PLACES;
}

int ab_table_at(const ab_table *table, size_t place, uint64_t *key, ab_entry *entry)
{
  const ab_place *at = &table->buckets[place / AB_TABLE_PLACES].places[place % AB_TABLE_PLACES];
  if (at->age == 0) return 0;
  *key = at->key;
  unpack(at, entry);
  return 1;
}
