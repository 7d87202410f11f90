/*
 * lua_native_fuzz.c: a libFuzzer target: searches of rules in C that lie by the bytes of the input.
 *
 * What is behind the end of the input is 0, which is no lie, so that every game ends. Memory runs out at a request that
 * the input names. lua_native_fuzz.lua makes games and options, and searches.
 *
 *   make fuzz FUZZ=lua_native SECONDS=60
 *
 * lua_native_fuzz_test.c plays inputs of its own.
 */

#include <math.h>

#include "lua_fuzz.h"

static int32_t first_node(void)
{
  return 1 + 251 * fuzz_byte();
}

/*
 * Whether a function is to lie now: as one byte in 32 says. `write` lies half of the time: each try at a longer text of a
 * state left a block on Lua's stack, beyond its end.
 */
static int lies(const char *name)
{
  int byte = fuzz_byte();
  return strcmp(name, "write") == 0 ? byte % 2 : byte % 32 == 31;
}

static double wrong_number(void)
{
  static const double unusual[] = {NAN, INFINITY, -INFINITY, -0.0, 1e308, -1e308, 1e-300, 0.5};
  return unusual[fuzz_byte() % 8];
}

static int64_t wrong_move(void)
{
  static const int64_t unusual[] = {INT64_MIN, INT64_MAX, INT64_C(1) << 53, -1, INT32_MAX, INT64_C(1) << 32};
  int byte = fuzz_byte();
  return byte % 16 < 6 ? unusual[byte % 16] : byte % 8;
}

/* Any list, or one that is too long. */
static uint32_t wrong_moves(int64_t *moves, uint32_t room)
{
  int byte = fuzz_byte();
  uint32_t count = (uint32_t)byte % 5, i;
  if (byte % 16 >= 14) return byte % 16 == 15 ? UINT32_MAX : room + 1;
  for (i = 0; i < count && i < room; i++) moves[i] = wrong_move();
  return count;
}

static size_t wrong_size(size_t room)
{
  int byte = fuzz_byte();
  return byte % 16 == 15 ? SIZE_MAX : room + (size_t)byte;
}

#include "native_graph.h"

/* Plays one input: its first byte says whether moves are taken back. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  static alphabeta_rules copying;
  lua_State *L = lua_fuzz_open("spec/c/lua_native_fuzz.lua", 1);
  copying = rules;
  copying.unmake = NULL;
  fuzz_begin(data, size);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, fuzz_byte() % 2 == 0 ? &rules : &copying);
  lua_pushcfunction(L, lua_fuzz_byte);
  lua_pushcfunction(L, lua_fuzz_refuse);
  lua_fuzz_call(3);
  lua_fuzz_collect();
}
