/* compat.h: Lua 5.1 to 5.4 and LuaJIT under one set of names, those of this library. */
#ifndef ALPHABETA_COMPAT_H
#define ALPHABETA_COMPAT_H

#include <lauxlib.h>
#include <lua.h>

/*
 * compat_rawlen
 * ignores metamethods, compat_equal does not. compat_setfunctions sets fields of the table on top. A uservalue is a
 * table that a userdata keeps.
 */
#if LUA_VERSION_NUM == 501
#define LUA_OK 0
#define compat_rawlen lua_objlen
#define compat_equal lua_equal
#define compat_setfunctions(L, entries) luaL_register(L, NULL, entries)
#define compat_setuservalue lua_setfenv
#define compat_getuservalue lua_getfenv
/* Pushes the message at index 1 with a traceback, if the debug library was opened. */
static inline void compat_traceback(lua_State *L)
{
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "debug");
  if (lua_istable(L, -1)) lua_getfield(L, -1, "traceback");
  lua_pushvalue(L, 1);
  if (lua_isfunction(L, -2)) lua_call(L, 1, 1);
}
#else
#define compat_rawlen(L, index) ((size_t)lua_rawlen(L, index))
#define compat_equal(L, a, b) lua_compare(L, a, b, LUA_OPEQ)
#define compat_setfunctions(L, entries) luaL_setfuncs(L, entries, 0)
#define compat_setuservalue lua_setuservalue
#define compat_getuservalue lua_getuservalue
#define compat_traceback(L) luaL_traceback(L, L, lua_tostring(L, 1), 1)
#endif

/* Pushes a count: as an integer if Lua has integers of 64 bits, otherwise as a number. */
#define compat_pushcount(L, count) \
  (LUA_VERSION_NUM >= 503 ? lua_pushinteger(L, (lua_Integer)(count)) : lua_pushnumber(L, (lua_Number)(count)))
#endif
