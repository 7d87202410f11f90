/* class.h: the userdata of this module, which have metatables in the registry. */
#ifndef ALPHABETA_CLASS_H
#define ALPHABETA_CLASS_H

#include <lauxlib.h>
#include <lua.h>

#include "../../system/portable.h"

/*
 * Pushes a new metatable with these metamethods, with methods as its `__index`, and with its name as `__metatable`.
 * Returns 0, and pushes nothing, if the registry has one by this name. The caller puts it there when it is complete: if
 * memory is too short, no unfinished one stays behind.
 */
AB_FUNC int ab_class_new(lua_State *L, const char *name, const luaL_Reg *metamethods,
                         const luaL_Reg *methods);

/* The userdata at `index` if it has that metatable, and that size in bytes; NULL for any other value. */
AB_FUNC void *ab_class_test(lua_State *L, int index, const char *name, size_t size);

#endif
