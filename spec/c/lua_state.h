/* lua_state.h: Lua states that count their bytes, with the module linked in. */
#ifndef SPEC_LUA_STATE_H
#define SPEC_LUA_STATE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

#include "heap.h"

int luaopen_alphabeta_core(lua_State *L);

/* Makes a state on `h`. NULL where this Lua takes no allocator (LuaJIT without GC64). */
static inline lua_State *lua_state_new(heap *h)
{
#if LUA_VERSION_NUM >= 505
  return lua_newstate(heap_allocate, h, 0);
#else
  return lua_newstate(heap_allocate, h);
#endif
}

/*
 * Runs the file at `path` in a new state, with Lua's libraries opened and the module linked in. What it returns, brought
 * to `results` values, is then all that is on the stack. Returns whether that succeeds, and prints the error where not.
 */
static inline int lua_state_run(lua_State *L, const char *path, int results)
{
  luaL_openlibs(L);
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  lua_pushcfunction(L, luaopen_alphabeta_core);
  lua_setfield(L, -2, "alphabeta.core");
  lua_settop(L, 0);
  if (luaL_loadfile(L, path) == 0 && lua_pcall(L, 0, results, 0) == 0) return 1;
  fprintf(stderr, "%s\n", lua_tostring(L, -1));
  return 0;
}

/*
 * Closes a state on `h`, which must give all memory back, as an atexit function of a fuzzing target does. A sanitizer
 * that looked for lost memory in an open state of LuaJIT, whose references have tags, would take some of it for lost.
 */
static inline void lua_state_close(lua_State *L, const heap *h)
{
  lua_close(L);
  if (h->blocks == 0) return;
  printf("lua_close left %d blocks\n", (int)h->blocks);
  fflush(stdout);
  abort();
}

#endif
