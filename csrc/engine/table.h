/*
 * table.h: what is known of positions that were searched before.
 *
 * A transposition table maps the 64-bit key of a position to what a search found out there: a value and how
 * far it binds, how deep the search was, the best move. It has a fixed size and forgets: what a search cannot
 * do without does not belong here. Keys are compared whole; two positions with one key are one position to it.
 * What it does depends on nothing but the calls it gets, so it is the same on every platform.
 *
 * A table's memory is its own, got by calloc: fresh pages cost nothing until they are used, and the host's
 * collector need not think of them.
 */
#ifndef ALPHABETA_TABLE_H
#define ALPHABETA_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "portable.h"

/* The bytes of a bucket, and of a line of the processor's cache: a look-up touches one. */
#define AB_TABLE_LINE 64

/* Places of a bucket: what a line holds. */
#define AB_TABLE_PLACES 2

/* What a value says of the true one. */
typedef enum ab_bound {
  AB_BOUND_NONE,  /* nothing */
  AB_BOUND_UPPER, /* it is at most that */
  AB_BOUND_LOWER, /* it is at least that */
  AB_BOUND_EXACT  /* it is that */
} ab_bound;

/* What is known of a position. */
typedef struct ab_entry {
  double value;  /* not NaN; where it is a won game, as seen from this position, not from the root */
  uint32_t move; /* identity of the best successor, 0: none is known */
  int32_t depth; /* plies that were searched below, 0 to AB_DEPTH_MAX (of engine.h) */
  int32_t end;   /* plies from here to the won game that `value` comes from, to AB_DEPTH_MAX; -1: from none */
  ab_bound bound; /* what `value` is worth */
  int solved;     /* whether no line below was cut short by the depth */
} ab_entry;

/* An entry as it is kept, packed into half a line. */
typedef struct ab_place {
  uint64_t key;
  double value; /* never -0 */
  uint32_t move;
  uint32_t age;  /* the search that stored it; 0: the place is empty */
  int16_t depth; /* plies */
  int16_t end;   /* plies, or -1 */
  uint8_t bound; /* an ab_bound */
  uint8_t solved;
} ab_place;

typedef struct ab_bucket {
  ab_place places[AB_TABLE_PLACES];
} ab_bucket;

/* The table. All fields are its own. */
typedef struct ab_table {
  ab_bucket *buckets; /* each on a line of its own */
  void *block;        /* what was allocated; the buckets lie in it */
  size_t count;       /* of buckets: a power of two, or 0 */
  uint32_t age;       /* of the search that runs, never 0 */
} ab_table;

/* Makes a table without memory: nothing is found in it and nothing kept. */
AB_FUNC void ab_table_init(ab_table *table);

/* Gives the memory back; the table is then as after ab_table_init. */
AB_FUNC void ab_table_free(ab_table *table);

/*
 * Empties the table and gives it as many buckets as fit `bytes`, a power of two; none where not even one
 * does. Aligning them takes up to a line more. Returns 0 when there is not enough memory: the table is then as
 * it was.
 */
AB_FUNC int ab_table_resize(ab_table *table, size_t bytes);

/* The bytes of all buckets: what ab_table_resize has made of what it was given. */
AB_FUNC size_t ab_table_bytes(const ab_table *table);

/* Makes `copy`, which need not be initialised, a table like `table`. Returns 0 when there is not enough memory. */
AB_FUNC int ab_table_copy(ab_table *copy, const ab_table *table);

/* Empties the table. */
AB_FUNC void ab_table_clear(ab_table *table);

/* Begins a search: what was stored until now is the first to be replaced from here on. */
AB_FUNC void ab_table_new_search(ab_table *table);

/* Looks `key` up: returns 1 and fills `*entry` when it is there, else returns 0. */
AB_FUNC int ab_table_probe(const ab_table *table, uint64_t key, ab_entry *entry);

/*
 * Keeps `*entry` for `key`, in the place of what was known of it, or else of another key: see table.c for which.
 * An entry without a move inherits the one that was known. What was stored last is always found.
 */
AB_FUNC void ab_table_store(ab_table *table, uint64_t key, const ab_entry *entry);

/* How many places in a thousand hold an entry of the search that runs, by a sample. */
AB_FUNC int ab_table_fill(const ab_table *table);

/* How many entries there can be. */
AB_FUNC size_t ab_table_places(const ab_table *table);

/* Gets what is in a place, counted from 0: returns 1 and fills `*key` and `*entry`, or returns 0 when it is empty. */
AB_FUNC int ab_table_at(const ab_table *table, size_t place, uint64_t *key, ab_entry *entry);

#endif
