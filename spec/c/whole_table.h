/* whole_table.h: transposition tables with all their memory from the start, and what lies at a cell of theirs. */
#ifndef SPEC_WHOLE_TABLE_H
#define SPEC_WHOLE_TABLE_H

#include <stdlib.h>

#include "table.h"

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

#endif
