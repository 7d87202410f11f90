#include "table_registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../system/clock.h"
#include "key.h"
#include "../system/thread.h"

/* A table that is open. */
typedef struct registered {
  struct registered *next;
  ab_shared_table *table;
  uint64_t number; /* from 1 on */
  size_t opened;   /* how often, and not closed */
} registered;

/* All of them, the newest first; and how many there have been. */
static ab_lock lock = AB_LOCK_INITIAL;
static registered *tables;
static uint64_t numbered;
static uint64_t process; /* a number that no other process has; 0: none yet */

/* Makes the number of this process, if there is none, from the time and from its address. */
static void number_process(void)
{
  double now = ab_clock_now();
  uint64_t bits;
  if (process != 0) return;
  memcpy(&bits, &now, sizeof bits);
  process = ab_key_mix(ab_key_mix(bits) ^ (uint64_t)(uintptr_t)&process);
  process = ab_key_mix(process ^ (uint64_t)(uintptr_t)&now) | 1;
}

/* Writes the name of the table with a number. */
static void write_name(char *name, uint64_t number)
{
  sprintf(name, "alphabeta.table %08lx%08lx %08lx%08lx", (unsigned long)(process >> 32),
          (unsigned long)(process & 0xFFFFFFFF), (unsigned long)(number >> 32),
          (unsigned long)(number & 0xFFFFFFFF));
}

/* The pointer to an entry: that of the table, or with NULL that of the table with the name. NULL for none. */
static registered **find(const ab_shared_table *table, const char *name)
{
  char own[AB_TABLE_NAME_BYTES];
  registered **entry;
  for (entry = &tables; *entry != NULL; entry = &(*entry)->next) {
    if (table != NULL && (*entry)->table == table) break;
    if (table == NULL) {
      write_name(own, (*entry)->number);
      if (strcmp(own, name) == 0) break;
    }
  }
  return entry;
}

ab_shared_table *ab_table_registry_new(size_t bytes)
{
  registered *entry = malloc(sizeof *entry);
  if (entry == NULL) return NULL;
  entry->table = ab_shared_table_new(bytes);
  if (entry->table == NULL) {
    free(entry);
    return NULL;
  }
  entry->opened = 1;
  ab_lock_take(&lock);
  number_process();
  entry->number = ++numbered;
  entry->next = tables;
  tables = entry;
  ab_lock_release(&lock);
  return entry->table;
}

ab_shared_table *ab_table_registry_open(const char *name)
{
  registered *entry;
  ab_lock_take(&lock);
  entry = *find(NULL, name);
  if (entry != NULL) ab_shared_table_set_users(entry->table, ++entry->opened);
  ab_lock_release(&lock);
  return entry != NULL ? entry->table : NULL;
}

void ab_table_registry_name(const ab_shared_table *table, char *name)
{
  ab_lock_take(&lock);
  write_name(name, (*find(table, NULL))->number);
  ab_lock_release(&lock);
}

void ab_table_registry_close(ab_shared_table *table)
{
  registered **entry, *last = NULL;
  ab_lock_take(&lock);
  entry = find(table, NULL);
  if (--(*entry)->opened > 0) {
    ab_shared_table_set_users(table, (*entry)->opened);
  } else {
    last = *entry;
    *entry = last->next;
  }
  ab_lock_release(&lock);
  if (last == NULL) return;
  ab_shared_table_free(last->table);
  free(last);
}
