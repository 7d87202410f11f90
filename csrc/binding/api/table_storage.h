/* table_storage.h: a searcher's transposition table in a file, for searcher:save and searcher:load. */
#ifndef ALPHABETA_TABLE_STORAGE_H
#define ALPHABETA_TABLE_STORAGE_H

#include <lua.h>

#include "../../table/table.h"

/*
 * Writes `table`, whose values mean what `signature` says, to the file whose path is at index 2. Raises an error that
 * begins with `where`; the file is then as it was. Does not call Lua code.
 */
AB_FUNC void ab_table_storage_save(lua_State *L, const char *where, const ab_table *table,
                                   uint64_t signature);

/*
 * Adds the entries in the file whose path is at index 2 to `table`, that of the searcher at index 1. A table without
 * memory gets at most `bytes`. Raises an error that begins with `where`; the table is then as it was. Garbage may be
 * collected meanwhile, so the caller must keep finalizers from the table.
 */
AB_FUNC void ab_table_storage_load(lua_State *L, const char *where, ab_table *table, size_t bytes,
                                   uint64_t signature);

/*
 * Adds the entries in the file whose path is at index 2 to `table`, which uses a shared one: as a search stores them,
 * or, if it `merges`, the deeper ones of both. A shared table that was not used yet gets the settings of the file.
 * Raises an error that begins with `where`. Does not call Lua code.
 */
AB_FUNC void ab_table_storage_add(lua_State *L, const char *where, ab_table *table, int merges);

/* Checks that there is a path at index 2, or raises an error that begins with `where`. */
AB_FUNC void ab_table_storage_check_path(lua_State *L, const char *where);

#endif
