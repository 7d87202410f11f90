/*
 * table_object.h: transposition tables that Lua states share, as Lua sees them.
 *
 * A table object is a userdata with the address of the shared table, NULL once it is closed. Searchers of the table
 * keep the object, and read that address whenever they use it. So an object may be closed at any moment.
 */
#ifndef ALPHABETA_TABLE_OBJECT_H
#define ALPHABETA_TABLE_OBJECT_H

#include <lua.h>

#include "../../table/shared_table.h"

/* The largest size of a table in MiB. */
#define AB_TABLE_MAX 1024

/* Makes the metatable of table objects, once for each Lua state. */
AB_FUNC void ab_table_object_register(lua_State *L);

/* alphabeta.table(mib) makes a table; alphabeta.table(handle) opens the one that another Lua state has. */
AB_FUNC int ab_table_object_new(lua_State *L);

/* The pointer to the table of the table object at `index`; NULL if it is something else. */
AB_FUNC ab_shared_table *const *ab_table_object_at(lua_State *L, int index);

#endif
