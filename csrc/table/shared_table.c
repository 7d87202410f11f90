/*
 * Entry. 32 bytes, four words that are read and written one by one: the key, mixed with the two words of data; the
 * value; the rest of the entry; the age. A thread that reads an entry while another one writes it may get words of
 * both. The first word then gives a wrong key, and the entry is not found [Hyatt and Mann 2002]. The value is
 * multiplied before it is mixed in, because values and depths differ in few bits, and two differences could cancel out.
 * The age is not protected, because it only decides on replacement.
 *
 * Bucket, replacement. As in table.c, at the greatest size: with one thread, the same entries stay.
 *
 * Two threads that store in one bucket at the same moment may choose the same cell, or leave a mixture of both entries
 * there, which is not found again. Both lose an entry, as replacement does.
 */

#include "shared_table.h"

#include <stdlib.h>
#include <string.h>

#include "../system/thread.h"

/* The cells and the bytes of a bucket, which is a line of the processor's cache. */
#define CELLS 2
#define LINE 64

/* Notes that there is room for: many more than moves that are searched at once. */
#define BUSY_MARKS 2048u

/* An arbitrary odd number: half of the bits of the root of 5. */
#define VALUE_FACTOR UINT64_C(0x3C6EF372FE94F82B)

/* The positions of the parts of an entry in the word `rest`, from the lowest bit on. */
#define DEPTH_BIT 32
#define MATE_BIT 46
#define BOUND_BIT 60
#define REACHED_BIT 62
#define TRUNCATED_BIT 63
#define PLIES_MASK 0x3FFFu

/* A stored entry. It is empty if `rest` has no bound. */
typedef struct cell {
  ab_word check; /* the key, mixed with the two words below */
  ab_word value; /* the bits of a double, never -0 */
  ab_word rest;
  ab_word age; /* the search that stored it */
} cell;

struct ab_shared_table {
  cell *cells;              /* beginning with a line */
  void *block;              /* they are part of it */
  size_t count;             /* of buckets: a power of two */
  ab_word busy[BUSY_MARKS]; /* each in the cell of its lowest bits, 0 for none */
  ab_word users;            /* how often it is open, less one */
  ab_lock lock;             /* of the fields below */
  uint64_t number;
  ab_table_settings settings;
  int has_settings;
};

/* Compiles only if a bucket is a line. */
typedef char bucket_is_a_line[CELLS * sizeof(cell) == LINE ? 1 : -1];

/* An entry as it was read, unpacked no further. */
typedef struct words {
  uint64_t key, value, rest;
} words;

/* The first word of an entry. */
static inline uint64_t check_of(const words *w)
{
  return w->key ^ w->value * VALUE_FACTOR ^ w->rest;
}

/* Reads a cell. If another thread is writing it, the key matches no look-up. */
static inline words read_cell(const cell *from)
{
  words w;
  w.key = 0;
  w.value = ab_word_load(&from->value);
  w.rest = ab_word_load(&from->rest);
  w.key = ab_word_load(&from->check) ^ check_of(&w);
  return w;
}

/* Whether there is no entry. */
static inline int is_empty(const words *w)
{
  return (w->rest >> BOUND_BIT & 3) == AB_BOUND_NONE;
}

/* The plies that were searched below an entry. */
static inline int32_t depth_of(const words *w)
{
  return (int32_t)(w->rest >> DEPTH_BIT & PLIES_MASK);
}

/* Unpacks an entry. */
static inline void unpack(const words *w, ab_entry *entry)
{
  memcpy(&entry->value, &w->value, sizeof entry->value);
  entry->move = (uint32_t)w->rest;
  entry->depth = depth_of(w);
  entry->mate_distance = (int32_t)(w->rest >> MATE_BIT & PLIES_MASK) - 1;
  entry->bound = (ab_bound)(w->rest >> BOUND_BIT & 3);
  entry->reached_depth = (int)(w->rest >> REACHED_BIT & 1);
  entry->is_truncated = (int)(w->rest >> TRUNCATED_BIT & 1);
}

/* Packs an entry with a move. */
static inline words pack(uint64_t key, const ab_entry *entry, uint32_t move)
{
  double value = entry->value == 0 ? 0 : entry->value;
  words w;
  w.key = key;
  memcpy(&w.value, &value, sizeof value);
  w.rest = move | (uint64_t)entry->depth << DEPTH_BIT | (uint64_t)(entry->mate_distance + 1) << MATE_BIT |
           (uint64_t)entry->bound << BOUND_BIT | (uint64_t)(entry->reached_depth != 0) << REACHED_BIT |
           (uint64_t)(entry->is_truncated != 0) << TRUNCATED_BIT;
  return w;
}

/* Writes an entry into a cell. */
static inline void write_cell(cell *into, const words *w, uint32_t age)
{
  ab_word_store(&into->check, check_of(w));
  ab_word_store(&into->value, w->value);
  ab_word_store(&into->rest, w->rest);
  ab_word_store(&into->age, age);
}

/* The two cells of the bucket of a key. */
static inline cell *bucket_of(const ab_shared_table *table, uint64_t key)
{
  return table->cells + ab_entry_bucket(key, table->count) * CELLS;
}

/* Whether an entry of the age `stored` is from an earlier search than that of the age `age`. */
static inline int is_earlier(uint32_t stored, uint32_t age)
{
  return stored - age > UINT32_MAX / 2;
}

/* The replacement priority of a cell: by emptiness, age and depth, in this order. */
static inline int32_t keep_priority(const cell *p, const words *w, uint32_t age)
{
  if (is_empty(w)) return -1;
  return is_earlier((uint32_t)ab_word_load(&p->age), age) ? depth_of(w) : depth_of(w) + INT16_MAX + 1;
}

ab_shared_table *ab_shared_table_new(size_t bytes)
{
  ab_shared_table *table = calloc(1, sizeof *table);
  size_t most = bytes / LINE;
  char *first;
  if (table == NULL) return NULL;
  table->count = 1;
  while (table->count <= most / 2) table->count *= 2;
  table->block = calloc(table->count + 1, LINE);
  if (table->block == NULL) {
    free(table);
    return NULL;
  }
  first = table->block;
  first += (LINE - (uintptr_t)first % LINE) % LINE;
  table->cells = (cell *)(void *)first;
  ab_lock_init(&table->lock);
  return table;
}

void ab_shared_table_free(ab_shared_table *table)
{
  ab_lock_free(&table->lock);
  free(table->block);
  free(table);
}

size_t ab_shared_table_bytes(const ab_shared_table *table)
{
  return table->count * LINE;
}

void ab_shared_table_clear(ab_shared_table *table)
{
  static const words nothing = {0, 0, 0};
  size_t i;
  for (i = 0; i < table->count * CELLS; i++) write_cell(&table->cells[i], &nothing, 0);
}

uint64_t ab_shared_table_next_number(ab_shared_table *table)
{
  uint64_t number;
  ab_lock_take(&table->lock);
  number = ++table->number;
  ab_lock_release(&table->lock);
  return number;
}

int ab_shared_table_agree(ab_shared_table *table, ab_table_settings settings)
{
  int is_same;
  ab_lock_take(&table->lock);
  if (!table->has_settings) {
    table->settings = settings;
    table->has_settings = 1;
  }
  is_same =
      table->settings.signature == settings.signature && !table->settings.is_lasting == !settings.is_lasting;
  ab_lock_release(&table->lock);
  return is_same;
}

int ab_shared_table_settings(ab_shared_table *table, ab_table_settings *settings)
{
  int is_known;
  ab_lock_take(&table->lock);
  is_known = table->has_settings;
  *settings = table->settings;
  ab_lock_release(&table->lock);
  return is_known;
}

void ab_shared_table_set_users(ab_shared_table *table, size_t users)
{
  ab_word_store(&table->users, users - 1);
}

int ab_shared_table_has_others(const ab_shared_table *table)
{
  return ab_word_load(&table->users) > 0;
}

void ab_shared_table_mark_busy(ab_shared_table *table, uint64_t mark)
{
  ab_word_store(&table->busy[mark % BUSY_MARKS], mark);
}

int ab_shared_table_is_busy(const ab_shared_table *table, uint64_t mark)
{
  return ab_word_load(&table->busy[mark % BUSY_MARKS]) == mark;
}

/* A mark that another thread stores in the same cell at this moment may be lost, which only costs time. */
void ab_shared_table_clear_busy(ab_shared_table *table, uint64_t mark)
{
  if (ab_shared_table_is_busy(table, mark)) ab_word_store(&table->busy[mark % BUSY_MARKS], 0);
}

int ab_shared_table_probe(const ab_shared_table *table, uint64_t key, ab_entry *entry)
{
  const cell *cells = bucket_of(table, key);
  int i;
  for (i = 0; i < CELLS; i++) {
    words w = read_cell(&cells[i]);
    if (w.key != key || is_empty(&w)) continue;
    unpack(&w, entry);
    return 1;
  }
  return 0;
}

/* Whether an entry that is in the table for the same key is worth more than `entry`, or the same. */
static int is_as_good(const words *w, const ab_entry *entry)
{
  if (depth_of(w) != entry->depth) return depth_of(w) > entry->depth;
  return (w->rest >> BOUND_BIT & 3) == AB_BOUND_EXACT || entry->bound != AB_BOUND_EXACT;
}

void ab_shared_table_store(ab_shared_table *table, uint32_t age, uint64_t key, const ab_entry *entry,
                           int merges)
{
  cell *cells = bucket_of(table, key), *chosen = cells;
  uint32_t move = entry->move;
  words found[CELLS], w;
  int i;
  if (entry->bound == AB_BOUND_NONE) return;
  for (i = 0; i < CELLS; i++) {
    found[i] = read_cell(&cells[i]);
    if (found[i].key == key && !is_empty(&found[i])) break;
  }
  if (i < CELLS) {
    if (merges && is_as_good(&found[i], entry)) return;
    chosen = &cells[i];
    if (move == 0) move = (uint32_t)found[i].rest;
  } else {
    i = keep_priority(&cells[1], &found[1], age) < keep_priority(&cells[0], &found[0], age);
    if (merges && !is_empty(&found[i]) && depth_of(&found[i]) > entry->depth) return;
    chosen = &cells[i];
  }
  w = pack(key, entry, move);
  write_cell(chosen, &w, age);
}

size_t ab_shared_table_used(const ab_shared_table *table, size_t cells, uint32_t age)
{
  size_t used = 0, i;
  for (i = 0; i < cells; i++) {
    words w = read_cell(&table->cells[i]);
    used += !is_empty(&w) && !is_earlier((uint32_t)ab_word_load(&table->cells[i].age), age);
  }
  return used;
}

size_t ab_shared_table_cells(const ab_shared_table *table)
{
  return table->count * CELLS;
}

uint64_t ab_shared_table_count(const ab_shared_table *table)
{
  size_t number = 0;
  uint64_t key, count = 0;
  ab_entry entry;
  while (ab_shared_table_next(table, &number, &key, &entry)) count++;
  return count;
}

/* The key is not known: an entry that is read while it is written shows by a key of another bucket. */
int ab_shared_table_next(const ab_shared_table *table, size_t *number, uint64_t *key, ab_entry *entry)
{
  while (*number < table->count * CELLS) {
    size_t i = (*number)++;
    words w = read_cell(&table->cells[i]);
    if (is_empty(&w) || ab_entry_bucket(w.key, table->count) != i / CELLS) continue;
    *key = w.key;
    unpack(&w, entry);
    if (entry->value == entry->value) return 1;
  }
  return 0;
}
