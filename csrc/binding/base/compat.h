/* compat.h: Lua 5.1 to 5.4 and LuaJIT under one set of names, those of this library. */
#ifndef ALPHABETA_COMPAT_H
#define ALPHABETA_COMPAT_H

#include <lauxlib.h>
#include <lua.h>

/*
 * COMPAT_CONTINUATION(name, body) makes `body(L, status)` a continuation for compat_call and compat_pcall, so callbacks
 * may yield. Lua 5.1 has no continuations: there the body is never called and a yield is an error. compat_rawlen
 * ignores metamethods, compat_equal does not. compat_setfunctions sets fields of the table on top. A uservalue is a
 * table that a userdata keeps.
 */
#if LUA_VERSION_NUM == 501
#define LUA_OK 0
#define COMPAT_YIELDS 0
#define COMPAT_CONTINUATION(name, body) static int (*const name)(lua_State *, int) = body;
#define compat_call(L, arguments, results, k) ((void)(k), lua_call(L, arguments, results))
#define compat_pcall(L, arguments, results, handler, k) ((void)(k), lua_pcall(L, arguments, results, handler))
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
#define COMPAT_YIELDS 1
#define compat_call(L, arguments, results, k) lua_callk(L, arguments, results, 0, k)
#define compat_pcall(L, arguments, results, handler, k) lua_pcallk(L, arguments, results, handler, 0, k)
#define compat_rawlen(L, index) ((size_t)lua_rawlen(L, index))
#define compat_equal(L, a, b) lua_compare(L, a, b, LUA_OPEQ)
#define compat_setfunctions(L, entries) luaL_setfuncs(L, entries, 0)
#define compat_setuservalue lua_setuservalue
#define compat_getuservalue lua_getuservalue
#define compat_traceback(L) luaL_traceback(L, L, lua_tostring(L, 1), 1)
#endif

/* clang-format off */
#if LUA_VERSION_NUM == 502
#define COMPAT_CONTINUATION(name, body) \
  static int name(lua_State *L) { return body(L, lua_getctx(L, NULL)); }
#elif LUA_VERSION_NUM >= 503
#define COMPAT_CONTINUATION(name, body) \
  static int name(lua_State *L, int status, lua_KContext context) { return (void)context, body(L, status); }
#endif
/* clang-format on */

/* Pushes a count: as an integer if Lua has integers of 64 bits, otherwise as a number. */
#define compat_pushcount(L, count) \
  (LUA_VERSION_NUM >= 503 ? lua_pushinteger(L, (lua_Integer)(count)) : lua_pushnumber(L, (lua_Number)(count)))
#endif
