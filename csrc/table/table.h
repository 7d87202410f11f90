/*
 * table.h: the transposition table.
 *
 * A transposition table maps the 64-bit key of a position to the result of its search: a value and its bound, the
 * depth, the best move. It has a greatest size and forgets, so a search must not depend on an entry. Keys are compared
 * as a whole. Two positions with one key are one position to the table.
 *
 * A table takes little memory at first and more as it fills. That does not change its entries: at every moment it has
 * exactly those of a table with the greatest size from the start. So it depends only on its calls, and is the same on
 * every platform.
 *
 * It allocates nothing by itself. When a stored entry leaves it short of room, ab_table_is_short returns 1, and the
 * host calls ab_table_grow before the next one. Without that call, or without more memory, the table goes on with its
 * room and replaces more.
 *
 * Instead of entries of its own, a table may use those of a shared one, see shared_table.h, which does not grow.
 */
#ifndef ALPHABETA_TABLE_H
#define ALPHABETA_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "entry.h"
#include "../system/memory.h"
#include "../system/portable.h"
#include "shared_table.h"

/* The bytes of a bucket, and of a line of the processor's cache. */
#define AB_TABLE_LINE 64

/* Cells of a bucket: what a line holds. */
#define AB_TABLE_CELLS 2

/*
 * The cells of a page, and of the first page at the beginning, as powers of two: 64 KiB and 4 KiB. A table grows by a
 * page, which takes some 20 microseconds. A test build has tiny ones, so it always grows.
 */
#ifndef AB_TABLE_PAGE_BITS
#define AB_TABLE_PAGE_BITS 11
#define AB_TABLE_FIRST_BITS 7
#endif

/* A stored entry, packed into half a line. */
typedef struct ab_cell {
  uint64_t key;
  double value; /* never -0 */
  uint32_t move;
  uint32_t age;                        /* the search that stored it; 0: the cell is empty */
  int16_t depth;                       /* plies */
  int16_t mate_distance;               /* plies, or -1 */
  uint8_t bound;                       /* an ab_bound */
  uint8_t reached_depth, is_truncated; /* see entry.h */
  uint8_t nth;                         /* which cell of its bucket it has in a table of the greatest size */
} ab_cell;

/* The entries of consecutive buckets: see table.c. */
typedef struct ab_page {
  ab_cell *cells; /* beginning with a line */
  uint32_t used;  /* cells that are not empty; counted in the first of the slots that share a page */
  int8_t shift;   /* as a power of two, buckets for each cell; -1: each bucket has its cells */
  uint8_t bits;   /* as a power of two, cells */
} ab_page;

/* The table. All fields are its own. */
typedef struct ab_table {
  ab_page *slots;  /* the page of the buckets i << (AB_TABLE_PAGE_BITS - 1) and on; several may share one */
  size_t count;    /* of buckets at the greatest size: a power of two, or 0 */
  size_t pages;    /* that differ */
  ab_cell *spare;  /* the cells of a page that is not in use, or NULL */
  size_t short_of; /* the slot of the page that is to grow */
  int is_short;    /* whether one is */
  int may_grow;    /* whether there has been memory enough until now */
  uint32_t age;    /* of the search that runs, never 0 */
  ab_shared_table *const
      *shared;          /* the pointer to the shared table that it uses instead, or NULL; NULL: it has its own
                           entries */
  uint64_t number;      /* with a shared table: that of the search that runs; see ab_table_new_search */
  uint64_t next_number; /* that of the next search, 0: one that no other has */
} ab_table;

/* Makes a table without memory: it finds nothing and stores nothing. */
AB_FUNC void ab_table_init(ab_table *table);

/* Lets a table without memory use the entries of the shared table at `*shared`, while that is not NULL. */
AB_FUNC void ab_table_share(ab_table *table, ab_shared_table *const *shared);

/* The shared table whose entries it uses; NULL for none. */
static inline ab_shared_table *ab_table_shared(const ab_table *table)
{
  return table->shared != NULL ? *table->shared : NULL;
}

/* Gives the memory back; the table is then as after ab_table_init. */
AB_FUNC void ab_table_free(ab_table *table, const ab_memory *memory);

/*
 * Lets a table without memory grow to as many buckets as fit `bytes`, a power of two, or none if not even one fits.
 * Returns 0 if there is not enough memory to begin with. The table is then as it was.
 */
AB_FUNC int ab_table_open(ab_table *table, size_t bytes, const ab_memory *memory);

/* Whether ab_table_grow is due. */
static inline int ab_table_is_short(const ab_table *table)
{
  return table->is_short;
}

/* Gets the memory that a table is short of. Returns 0 without enough: it is not short before the next search then. */
AB_FUNC int ab_table_grow(ab_table *table, const ab_memory *memory);

/* Gives the table its greatest size at once. Returns 0, with the size that it has reached, without enough memory. */
AB_FUNC int ab_table_grow_wholly(ab_table *table, const ab_memory *memory);

/* The bytes of all buckets at the greatest size, which ab_table_open has chosen. */
AB_FUNC size_t ab_table_bytes(const ab_table *table);

/* The bytes of the cells that it has now. */
AB_FUNC size_t ab_table_bytes_now(const ab_table *table);

/* Empties the table. It keeps the memory that it has. */
AB_FUNC void ab_table_clear(ab_table *table);

/*
 * Begins a search, which first replaces the entries of earlier ones. In a shared table, searches are numbered. Several
 * of them with one number, by ab_table_set_number, count as one.
 */
AB_FUNC void ab_table_new_search(ab_table *table);

/* With a shared table: sets the number of the next search, which ab_shared_table_next_number returned. */
static inline void ab_table_set_number(ab_table *table, uint64_t number)
{
  table->next_number = number;
}

/* The number of the search that runs, with a shared table. */
static inline uint64_t ab_table_number(const ab_table *table)
{
  return table->number;
}

/* Looks `key` up: returns 1 and fills `*entry` when it is there, else returns 0. */
AB_FUNC int ab_table_probe(const ab_table *table, uint64_t key, ab_entry *entry);

/*
 * Stores `*entry` for `key`. It replaces the entry of that key, or else of another one, see table.c. An entry without a
 * move inherits the known move of its key. The last stored entry is always found.
 */
AB_FUNC void ab_table_store(ab_table *table, uint64_t key, const ab_entry *entry);

/* Stores `*entry` in the shared table, but deeper entries win: see ab_shared_table_store. Without one, nothing. */
AB_FUNC void ab_table_merge(ab_table *table, uint64_t key, const ab_entry *entry);

/* How many cells in a thousand, at the greatest size, hold an entry of the search that runs, by a sample. */
AB_FUNC int ab_table_fill(const ab_table *table);

/* How many entries there are. */
AB_FUNC uint64_t ab_table_count(const ab_table *table);

/* How many entries there can be at the greatest size. */
AB_FUNC size_t ab_table_cells(const ab_table *table);

/*
 * Walks through the entries, in the order of their cells at the greatest size, counted from 0. Gets the first one at
 * `*cell` or after it: returns 1, fills `*key` and `*entry` and sets `*cell` to the next cell. Returns 0 if there is
 * none.
 */
AB_FUNC int ab_table_next(const ab_table *table, size_t *cell, uint64_t *key, ab_entry *entry);

#endif
