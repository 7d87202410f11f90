/* lua_state.h: Lua states that count their bytes, with the module linked in and lua_task.lua at hand. */
#ifndef SPEC_LUA_STATE_H
#define SPEC_LUA_STATE_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdio.h>

#include "heap.h"

int luaopen_alphabeta_core(lua_State *L);

/* Pushes the position that the task starts from. */
static inline void lua_state_push_position(lua_State *L)
{
  lua_newtable(L);
  lua_pushinteger(L, 5);
  lua_setfield(L, -2, "heap");
  lua_pushinteger(L, 1);
  lua_setfield(L, -2, "turn");
}

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

/* A state on `h` with the task at index 1 of its stack and its position at index 2; NULL as by lua_state_new. */
static inline lua_State *lua_state_open(heap *h)
{
  lua_State *L = lua_state_new(h);
  if (L == NULL) return NULL;
  if (!lua_state_run(L, "spec/c/lua_task.lua", 1)) abort();
  lua_state_push_position(L);
  return L;
}

/* Does the task; returns the status, and leaves the message of an error on the stack, or nil. */
static inline int lua_state_do_task(lua_State *L)
{
  int status;
  lua_settop(L, 2);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  status = lua_pcall(L, 1, 0, 0);
  lua_settop(L, 3);
  return status;
}

/* Whether the position is as at the start. */
static inline int lua_state_is_restored(lua_State *L)
{
  int restored;
  lua_getfield(L, 2, "heap");
  lua_getfield(L, 2, "turn");
  restored = lua_tointeger(L, -2) == 5 && lua_tointeger(L, -1) == 1;
  lua_pop(L, 2);
  return restored;
}

#endif
