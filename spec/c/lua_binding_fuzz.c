/*
 * lua_binding_fuzz.c: a libFuzzer target: the module, driven by the bytes of the input in one Lua state.
 *
 * lua_binding_fuzz.lua makes options, limits, games and answers from them, and uses the searchers at any moment. Memory
 * runs out at requests that the input names. What an input leaves behind is collected after it: nothing may be lost.
 *
 *   make fuzz SECONDS=60
 *
 * lua_binding_fuzz_test.c plays the corpus in spec/corpus/lua_binding, and inputs of its own.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lua_state.h"
#include "test.h"

/* Bytes that may come to stay with the inputs: names that Lua keeps, its tables of strings and metatables. */
#define FUZZ_SLACK (1 << 18)

/* Since 5.2, Lua collects garbage when a request is refused and asks once more. */
#define FUZZ_REFUSALS (LUA_VERSION_NUM >= 502 ? 2 : 1)

/* The slots of the Lua state between two inputs. */
enum { FUZZ_PLAY = 1, FUZZ_FINISH };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
  lua_State *L; /* NULL until the first input */
  heap heap;
  size_t bytes; /* that the state had before the first input */
  const uint8_t *data;
  size_t size; /* of what is left of the input */
} fuzz;

/* byte(): the next byte of the input, 0 behind its end. */
static int fuzz_byte(lua_State *L)
{
  int byte = 0;
  if (fuzz.size > 0) {
    byte = *fuzz.data++;
    fuzz.size--;
  }
  lua_pushinteger(L, byte);
  return 1;
}

/*
 * has_more(): whether there are bytes left. It uses one up, so that an input ends whose operations do not get as far as to
 * their first byte because memory is refused.
 */
static int fuzz_has_more(lua_State *L)
{
  fuzz_byte(L);
  lua_pushboolean(L, fuzz.size > 0);
  return 1;
}

/* refuse(n, is_for_good): the n-th request for memory from here on is refused, and maybe all after it; 0: none is. */
static int fuzz_refuse(lua_State *L)
{
  lua_Integer n = lua_tointeger(L, 1);
  fuzz.heap.refuses = n > 0 ? fuzz.heap.requests + (uint64_t)n : 0;
  fuzz.heap.refusals = lua_toboolean(L, 2) ? UINT64_MAX : FUZZ_REFUSALS;
  return 0;
}

/* refused(): how many requests were refused so far. */
static int fuzz_refused(lua_State *L)
{
  lua_pushnumber(L, (lua_Number)fuzz.heap.refused);
  return 1;
}

/* violate(message): notes what must not be. */
static int fuzz_violate(lua_State *L)
{
  const char *message = lua_tostring(L, 1);
  if (!CHECK(message == NULL)) printf("  %s\n", message);
  return 0;
}

/* The end of the program. */
static void fuzz_close(void)
{
  lua_state_close(fuzz.L, &fuzz.heap);
}

/* Begins: a state with the module, and the functions of lua_binding_fuzz.lua in its slots. */
static void fuzz_open(void)
{
  lua_State *L = lua_state_new(&fuzz.heap);
  if (L == NULL) L = luaL_newstate();
  if (L == NULL || !lua_state_run(L, "spec/c/lua_binding_fuzz.lua", 2)) abort();
  fuzz.L = L;
  lua_gc(L, LUA_GCCOLLECT, 0);
  fuzz.bytes = fuzz.heap.bytes;
  if (atexit(fuzz_close) != 0) abort();
}

/* Plays one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  static const lua_CFunction functions[] = {fuzz_byte, fuzz_has_more, fuzz_refuse, fuzz_refused,
                                            fuzz_violate};
  const int count = (int)(sizeof functions / sizeof *functions);
  lua_State *L;
  int i;
  if (fuzz.L == NULL) fuzz_open();
  L = fuzz.L;
  fuzz.data = data;
  fuzz.size = size;
  lua_pushvalue(L, FUZZ_PLAY);
  for (i = 0; i < count; i++) lua_pushcfunction(L, functions[i]);
  /* Where memory is refused for good, not even a protected call may have enough of it. */
  if (lua_pcall(L, count, 0, 0) != 0 && !CHECK(fuzz.heap.refuses > 0)) printf("  %s\n", lua_tostring(L, -1));
  fuzz.heap.refuses = 0;
  fuzz.size = 0;
  lua_settop(L, FUZZ_FINISH);
  lua_pushvalue(L, FUZZ_FINISH);
  if (!CHECK(lua_pcall(L, 0, 0, 0) == 0)) printf("  %s\n", lua_tostring(L, -1));
  lua_settop(L, FUZZ_FINISH);
  lua_gc(L, LUA_GCCOLLECT, 0);
  lua_gc(L, LUA_GCCOLLECT, 0);
  CHECK(fuzz.heap.bytes <= fuzz.bytes + FUZZ_SLACK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  fuzz_play(data, size);
  if (test_tally.complaints > 0) {
    fflush(stdout);
    abort();
  }
  return 0;
}
