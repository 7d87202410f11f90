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

#include "lua_fuzz.h"

/* The slots of the Lua state between two inputs. */
enum { FUZZ_PLAY = 1, FUZZ_FINISH };

/*
 * has_more(): whether there are bytes left. It uses one up, so that an input ends whose operations do not get as far as to
 * their first byte because memory is refused.
 */
static int fuzz_has_more(lua_State *L)
{
  fuzz_byte();
  lua_pushboolean(L, input.size > 0);
  return 1;
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

/* Plays one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  static const lua_CFunction functions[] = {lua_fuzz_byte, fuzz_has_more, lua_fuzz_refuse, fuzz_refused,
                                            fuzz_violate};
  const int count = (int)(sizeof functions / sizeof *functions);
  lua_State *L = lua_fuzz_open("spec/c/lua_binding_fuzz.lua", FUZZ_FINISH);
  int i;
  fuzz_begin(data, size);
  lua_pushvalue(L, FUZZ_PLAY);
  for (i = 0; i < count; i++) lua_pushcfunction(L, functions[i]);
  lua_fuzz_call(count);
  fuzz_begin(NULL, 0);
  lua_pushvalue(L, FUZZ_FINISH);
  lua_fuzz_call(0);
  lua_fuzz_collect();
}
