/*
 * Plain alpha-beta as a recursion in C over rules in C, a library for Lua: what bench/native.lua compares the module
 * with. It calls the same functions through the same struct, keeps the best line, and counts nodes.
 */
#include <lauxlib.h>
#include <lua.h>
#include <string.h>

#include "../csrc/native/alphabeta.h"

#define PLIES 32
#define ROOM 64

static const alphabeta_rules *rules;
static uint64_t nodes;
static int64_t lines[PLIES][PLIES];
static int lengths[PLIES];

/* The value of a state, to a depth, for the player who moves there; fail-soft. */
static double search(const void *state, int depth, int ply, double alpha, double beta)
{
  int64_t moves[ROOM];
  uint64_t child[32];
  double best = -1e300;
  uint32_t count, i;
  nodes++;
  lengths[ply] = 0;
  if (depth == 0) return rules->evaluate(state, 0);
  count = rules->moves(state, moves, ROOM);
  if (count == 0) return rules->evaluate(state, 0);
  for (i = 0; i < count; i++) {
    double value;
    rules->copy(child, state);
    rules->make(child, moves[i], NULL);
    value = -search(child, depth - 1, ply + 1, -beta, -(alpha > best ? alpha : best));
    if (value <= best) continue;
    best = value;
    lines[ply][0] = moves[i];
    memcpy(lines[ply] + 1, lines[ply + 1], (size_t)lengths[ply + 1] * sizeof(int64_t));
    lengths[ply] = lengths[ply + 1] + 1;
    if (best >= beta) break;
  }
  return best;
}

/* search(handle, depth): the value of the start, and the nodes. */
static int run(lua_State *L)
{
  uint64_t state[32] = {0};
  rules = lua_touserdata(L, 1);
  nodes = 0;
  rules->start(state);
  lua_pushnumber(L, search(state, (int)luaL_checkinteger(L, 2), 0, -1e300, 1e300));
  lua_pushnumber(L, (lua_Number)nodes);
  return 2;
}

int luaopen_bench_native(lua_State *L);

int luaopen_bench_native(lua_State *L)
{
  lua_pushcfunction(L, run);
  return 1;
}
