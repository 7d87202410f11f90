/*
 * table_registry.h: the shared tables of the process, by names that can travel from one Lua state to another.
 *
 * Tables are reference-counted: a table lives until the last user closes it. Its name is a text, by which others open
 * the table as long as it lives. Names are looked up and never taken for addresses. They are not used again, and
 * contain a number that no other process has.
 */
#ifndef ALPHABETA_TABLE_REGISTRY_H
#define ALPHABETA_TABLE_REGISTRY_H

#include "shared_table.h"

/* The bytes of a name, with the 0 at its end. */
#define AB_TABLE_NAME_BYTES 56

/* Makes a table that is opened once; `bytes` as for ab_shared_table_new. NULL when there is not enough memory. */
AB_FUNC ab_shared_table *ab_table_registry_new(size_t bytes);

/* Opens the table with a name; NULL if there is none. */
AB_FUNC ab_shared_table *ab_table_registry_open(const char *name);

/* Writes the name of a table that is open to `name`, of AB_TABLE_NAME_BYTES. */
AB_FUNC void ab_table_registry_name(const ab_shared_table *table, char *name);

/* Lets go of a table that was opened; when it was the last one, its memory is given back. */
AB_FUNC void ab_table_registry_close(ab_shared_table *table);

#endif
