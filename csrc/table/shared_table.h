/*
 * shared_table.h: a transposition table that several threads use at once.
 *
 * It has the buckets and the replacement of table.h at the greatest size, and does not grow: one thread that uses it
 * alone finds in it what it would find in a table of its own. There are no locks. An entry that was being written while
 * it was read is not found; see shared_table.c.
 */
#ifndef ALPHABETA_SHARED_TABLE_H
#define ALPHABETA_SHARED_TABLE_H

#include "entry.h"
#include "../system/portable.h"

typedef struct ab_shared_table ab_shared_table;

/*
 * Makes an empty table of as many buckets as fit `bytes`, a power of two and at least one. It comes from the process's
 * memory, not from a Lua state's. NULL when there is not enough.
 */
AB_FUNC ab_shared_table *ab_shared_table_new(size_t bytes);

/* Gives its memory back; it must not be in use. */
AB_FUNC void ab_shared_table_free(ab_shared_table *table);

/* The bytes of all buckets. */
AB_FUNC size_t ab_shared_table_bytes(const ab_shared_table *table);

/* Empties the table. What others store meanwhile may stay. */
AB_FUNC void ab_shared_table_clear(ab_shared_table *table);

/* The number of a search that begins: from 1 on, each is returned once. */
AB_FUNC uint64_t ab_shared_table_next_number(ab_shared_table *table);

/* What values in a table mean. */
typedef struct ab_table_settings {
  uint64_t signature; /* as the host sees it */
  int is_lasting;     /* whether they mean that in another process, too */
} ab_table_settings;

/*
 * Agrees on what values in the table mean: returns 1 where that was not said before, or where it was the same, and
 * else 0. It is never forgotten, since a search by the former settings may still store entries.
 */
AB_FUNC int ab_shared_table_agree(ab_shared_table *table, ab_table_settings settings);

/* Whether it was said what values in the table mean, which `*settings` then is. */
AB_FUNC int ab_shared_table_settings(ab_shared_table *table, ab_table_settings *settings);

/*
 * Busy marks, by which threads tell one another what they search, numbers of 64 bits: see abdada.h. A mark may be lost,
 * where two fall on the same place; it is there until it is cleared, or another one is.
 */
AB_FUNC void ab_shared_table_mark_busy(ab_shared_table *table, uint64_t mark);
AB_FUNC void ab_shared_table_clear_busy(ab_shared_table *table, uint64_t mark);

/* Whether there is this mark. */
AB_FUNC int ab_shared_table_is_busy(const ab_shared_table *table, uint64_t mark);

/* As ab_table_probe. */
AB_FUNC int ab_shared_table_probe(const ab_shared_table *table, uint64_t key, ab_entry *entry);

/* As ab_table_store, by a search of the age `age`, never 0: entries of that age or of later ones are its own. */
AB_FUNC void ab_shared_table_store(ab_shared_table *table, uint32_t age, uint64_t key, const ab_entry *entry);

/*
 * Stores an entry, but what is deeper wins: one that is in the table for `key` stays if it is deeper, or as deep and as
 * good; and where both others of its bucket are deeper, the entry is not stored.
 */
AB_FUNC void ab_shared_table_merge(ab_shared_table *table, uint32_t age, uint64_t key, const ab_entry *entry);

/* How many of the entries at the first `places` places are a search's of the age `age`, or later ones'. */
AB_FUNC size_t ab_shared_table_used(const ab_shared_table *table, size_t places, uint32_t age);

/* How many entries there are. */
AB_FUNC uint64_t ab_shared_table_count(const ab_shared_table *table);

/* As ab_table_places. */
AB_FUNC size_t ab_shared_table_places(const ab_shared_table *table);

/* As ab_table_next. */
AB_FUNC int ab_shared_table_next(const ab_shared_table *table, size_t *place, uint64_t *key, ab_entry *entry);

#endif
