/*
 * shared_table.h: a transposition table that several threads use at once.
 *
 * It has the buckets and the replacement of table.h at the greatest size, and does not grow. A single thread finds in
 * it what it would find in a table of its own. There are no locks. An entry is not found while another thread writes
 * it, see shared_table.c.
 */
#ifndef ALPHABETA_SHARED_TABLE_H
#define ALPHABETA_SHARED_TABLE_H

#include "entry.h"
#include "../system/portable.h"

typedef struct ab_shared_table ab_shared_table;

/* Makes an empty table of a power of two buckets, as fit `bytes`, in the process's memory. NULL without enough. */
AB_FUNC ab_shared_table *ab_shared_table_new(size_t bytes);

/* Gives its memory back; it must not be in use. */
AB_FUNC void ab_shared_table_free(ab_shared_table *table);

/* The bytes of all buckets. */
AB_FUNC size_t ab_shared_table_bytes(const ab_shared_table *table);

/* Empties the table. Entries that others store meanwhile may stay. */
AB_FUNC void ab_shared_table_clear(ab_shared_table *table);

/* The number of a search that begins: from 1 on, each is returned once. */
AB_FUNC uint64_t ab_shared_table_next_number(ab_shared_table *table);

/* The meaning of the values in a table. */
typedef struct ab_table_settings {
  uint64_t signature; /* as the host sees it */
  int is_lasting;     /* whether they mean the same in another process */
} ab_table_settings;

/*
 * Agrees on the meaning of values in the table: returns 1 if there was none yet, or the same one, and else 0. The table
 * never forgets it, because a search with the former settings may still store entries.
 */
AB_FUNC int ab_shared_table_agree(ab_shared_table *table, ab_table_settings settings);

/* Whether the meaning of values in the table was set. `*settings` then is that meaning. */
AB_FUNC int ab_shared_table_settings(ab_shared_table *table, ab_table_settings *settings);

/* Sets how often the table is open; one call at a time. It is open once from the beginning. */
AB_FUNC void ab_shared_table_set_users(ab_shared_table *table, size_t users);

/* Whether it is open more than once, so that others may search at the same time. */
AB_FUNC int ab_shared_table_has_others(const ab_shared_table *table);

/*
 * Busy marks, 64-bit numbers that tell other threads what a thread searches: see abdada.h. Two marks may share a cell,
 * and one is then lost. A mark stays until it is cleared or overwritten.
 */
AB_FUNC void ab_shared_table_mark_busy(ab_shared_table *table, uint64_t mark);
AB_FUNC void ab_shared_table_clear_busy(ab_shared_table *table, uint64_t mark);

/* Whether there is this mark. */
AB_FUNC int ab_shared_table_is_busy(const ab_shared_table *table, uint64_t mark);

/* As ab_table_probe. */
AB_FUNC int ab_shared_table_probe(const ab_shared_table *table, uint64_t key, ab_entry *entry);

/*
 * As ab_table_store, by a search of the age `age`, never 0: entries of that age or of later ones are its own. If it
 * `merges`, deeper entries win. An entry of the table for `key` stays if it is deeper, or as deep and as good. If both
 * other entries of the bucket are deeper, the entry is not stored.
 */
AB_FUNC void ab_shared_table_store(ab_shared_table *table, uint32_t age, uint64_t key, const ab_entry *entry,
                                   int merges);

/* How many of the entries at the first `cells` cells are a search's of the age `age`, or later ones'. */
AB_FUNC size_t ab_shared_table_used(const ab_shared_table *table, size_t cells, uint32_t age);

/* How many entries there are. */
AB_FUNC uint64_t ab_shared_table_count(const ab_shared_table *table);

/* As ab_table_cells. */
AB_FUNC size_t ab_shared_table_cells(const ab_shared_table *table);

/* As ab_table_next. */
AB_FUNC int ab_shared_table_next(const ab_shared_table *table, size_t *cell, uint64_t *key, ab_entry *entry);

#endif
