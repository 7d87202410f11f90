/*
 * table_object.h: transposition tables that Lua states share, as Lua sees them.
 * Tables in files, too: those of searchers, for searcher:save and searcher:load, and shared ones.
 *
 * A table object is a userdata with the address of the shared table, NULL once it is closed. Searchers of the table
 * keep the object, and read that address whenever they use it. So an object may be closed at any moment.
 */
#ifndef ALPHABETA_TABLE_OBJECT_H
#define ALPHABETA_TABLE_OBJECT_H

#include <lua.h>

#include "../../table/table.h"

/* The largest size of a table in MiB. */
#define AB_TABLE_MAX 1024

/* Makes the metatable of table objects, once for each Lua state, and sets `table` in the module's table on top. */
AB_FUNC void ab_table_object_register(lua_State *L);

/* The pointer to the table of the table object at `index`; NULL if it is something else. */
AB_FUNC ab_shared_table *const *ab_table_object_at(lua_State *L, int index);

/*
 * Writes `table`, whose values mean what `signature` says, to the file whose path is at index 2. Returns 0 with a
 * message on top, which begins with `where`, on failure; the file is then as it was. Does not call Lua code.
 */
AB_FUNC int ab_table_object_save(lua_State *L, const char *where, const ab_table *table, uint64_t signature);

/*
 * Adds the entries in the file whose path is at index 2 to `table`, that of the searcher at index 1. A table without
 * memory gets at most `bytes`. Returns 0 with a message on top, which begins with `where`, on failure; the table is
 * then as it was. Garbage may be collected meanwhile, so the caller must keep finalizers from the table.
 */
AB_FUNC int ab_table_object_load(lua_State *L, const char *where, ab_table *table, size_t bytes,
                                 uint64_t signature);

/* Whether there is a path at index 2. Returns 0 with a message on top, which begins with `where`, if not. */
AB_FUNC int ab_table_object_check_path(lua_State *L, const char *where);

#endif
