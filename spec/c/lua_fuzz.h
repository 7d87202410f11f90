/* lua_fuzz.h: the one Lua state of a fuzzing target, whose memory runs out at requests that the input names. */
#ifndef SPEC_LUA_FUZZ_H
#define SPEC_LUA_FUZZ_H

#include "fuzz.h"
#include "lua_state.h"

/* Bytes that may come to stay with the inputs: names that Lua keeps, its tables of strings and metatables. */
#define FUZZ_SLACK (1 << 18)

/* Since 5.2, Lua collects garbage when a request is refused and asks once more. */
#define FUZZ_REFUSALS (LUA_VERSION_NUM >= 502 ? 2 : 1)

static struct {
  lua_State *L; /* NULL until the first input */
  heap heap;
  size_t bytes; /* that the state had before the first input */
  int functions;
} fuzz;

/* byte(): the next byte of the input. */
static int lua_fuzz_byte(lua_State *L)
{
  lua_pushinteger(L, fuzz_byte());
  return 1;
}

/* refuse(n, is_for_good): the n-th request for memory from here on is refused, and maybe all after it; 0: none is. */
static int lua_fuzz_refuse(lua_State *L)
{
  lua_Integer n = lua_tointeger(L, 1);
  fuzz.heap.refuses = n > 0 ? fuzz.heap.requests + (uint64_t)n : 0;
  fuzz.heap.refusals = lua_toboolean(L, 2) ? UINT64_MAX : FUZZ_REFUSALS;
  return 0;
}

/* The end of the program. */
static void lua_fuzz_close(void)
{
  lua_state_close(fuzz.L, &fuzz.heap);
}

/*
 * Before the first input: makes a state with the module, and with the `functions` that the file at `path` returns in its
 * first slots, where they stay. Returns the state.
 */
static lua_State *lua_fuzz_open(const char *path, int functions)
{
  if (fuzz.L != NULL) return fuzz.L;
  fuzz.L = lua_state_new(&fuzz.heap);
  if (fuzz.L == NULL) fuzz.L = luaL_newstate();
  if (fuzz.L == NULL || !lua_state_run(fuzz.L, path, functions)) abort();
  fuzz.functions = functions;
  lua_gc(fuzz.L, LUA_GCCOLLECT, 0);
  fuzz.bytes = fuzz.heap.bytes;
  if (atexit(lua_fuzz_close) != 0) abort();
  return fuzz.L;
}

/*
 * Calls the function below `arguments` on top of the stack, and checks that it succeeds. Where memory is refused, not
 * even a protected call may have enough of it.
 */
static void lua_fuzz_call(int arguments)
{
  uint64_t refused = fuzz.heap.refused;
  int is_done = lua_pcall(fuzz.L, arguments, 0, 0) == 0;
  if (!CHECK(is_done || fuzz.heap.refused > refused)) printf("  %s\n", lua_tostring(fuzz.L, -1));
  fuzz.heap.refuses = 0;
  lua_settop(fuzz.L, fuzz.functions);
}

/* Ends an input: what it has left is collected, and nothing may be lost. */
static void lua_fuzz_collect(void)
{
  lua_gc(fuzz.L, LUA_GCCOLLECT, 0);
  lua_gc(fuzz.L, LUA_GCCOLLECT, 0);
  CHECK(fuzz.heap.bytes <= fuzz.bytes + FUZZ_SLACK);
}

#endif
