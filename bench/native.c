/*
 * Alpha-beta as a recursion in C over rules in C, a library for Lua: what bench/native.lua compares the module with. It
 * calls the same functions through the same struct, keeps the best line, and counts nodes. There are two: a plain one,
 * and one with a transposition table, killers and history, of the same keys, entries, replacement and order of moves as
 * the module's, so that it searches the same nodes. Its table has its full size at once and is cleared beforehand.
 */
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <string.h>

#include "../csrc/native/alphabeta.h"
#include "../csrc/table/entry.h"
#include "../csrc/table/key.h"

#define PLIES 32
#define ROOM 64
#define BUCKETS ((size_t)1 << 18) /* 16 MiB */

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

/* An entry; `move` is 0 for none. An empty one has no bound. */
typedef struct place {
  uint64_t key;
  double value;
  uint32_t move;
  int16_t depth;
  uint8_t bound, reached_depth;
} place;

/* Moves in the order in which they are tried, by priority. */
typedef struct candidate {
  int64_t move;
  uint32_t priority;
} candidate;

static place table[BUCKETS][2];
static uint32_t history[2][AB_HISTORY_SIZE], killers[PLIES][2];
static uint64_t view_key;
static int learns;

/* The entry of a key, or else the one that it replaces. */
static place *find(uint64_t key)
{
  place *own = table[ab_entry_bucket(key, BUCKETS)];
  if (own[0].key == key && own[0].bound != AB_BOUND_NONE) return own;
  if (own[1].key == key && own[1].bound != AB_BOUND_NONE) return own + 1;
  if (own[0].bound == AB_BOUND_NONE) return own;
  return own[1].bound == AB_BOUND_NONE || own[1].depth < own[0].depth ? own + 1 : own;
}

/* The priority of a move at a ply: the table's, the killers', the history's. */
static uint32_t priority_of(int64_t move, uint32_t best, int ply)
{
  uint32_t id = (uint32_t)move + 1;
  if (id == best) return UINT32_MAX;
  if (!learns) return 0;
  if (id == killers[ply][0]) return UINT32_MAX - 1;
  return id == killers[ply][1] ? UINT32_MAX - 2 : history[ply & 1][id % AB_HISTORY_SIZE];
}

/* Puts the best of the moves from the `nth` on there; those between keep their order. */
static void pick(candidate *own, uint32_t count, uint32_t nth)
{
  uint32_t at = nth, i;
  candidate picked;
  for (i = nth + 1; i < count; i++)
    if (own[i].priority > own[at].priority) at = i;
  picked = own[at];
  for (; at > nth; at--) own[at] = own[at - 1];
  own[nth] = picked;
}

/* A move has cut off. */
static void record(int64_t move, int ply, int depth)
{
  uint32_t id = (uint32_t)move + 1;
  if (killers[ply][0] != id) {
    killers[ply][1] = killers[ply][0];
    killers[ply][0] = id;
  }
  history[ply & 1][id % AB_HISTORY_SIZE] += (uint32_t)(depth * depth);
}

/* As `search`, with the table. Whether a line has reached the depth is in `*reached`. */
static double search_by_table(const void *state, int depth, int ply, double alpha, double beta, int *reached)
{
  int64_t moves[ROOM];
  candidate candidates[ROOM];
  uint64_t child[32], key;
  double value = 0, lowest = alpha;
  uint32_t count, best = 0, i;
  place *own;
  nodes++;
  lengths[ply] = 0;
  *reached = depth == 0;
  if (depth == 0) return rules->evaluate(state, 0);
  key = ab_key_of_node(ab_key_mix(rules->hash(state)), view_key, 0, ply % 2 ? -1 : 1, 0);
  own = find(key);
  if (own->bound != AB_BOUND_NONE && own->key == key && ply > 0) {
    best = own->move;
    if ((own->depth == depth || (!own->reached_depth && own->depth < depth)) &&
        (own->bound != AB_BOUND_UPPER || own->value <= alpha) &&
        (own->bound != AB_BOUND_LOWER || own->value >= beta)) {
      *reached = own->reached_depth;
      return own->value;
    }
  }
  count = rules->moves(state, moves, ROOM);
  if (count == 0) return rules->evaluate(state, 0);
  for (i = 0; i < count; i++) {
    candidates[i].move = moves[i];
    candidates[i].priority = priority_of(moves[i], best, ply);
  }
  for (i = 0; i < count; i++) {
    int has_reached;
    double result;
    pick(candidates, count, i);
    rules->copy(child, state);
    rules->make(child, candidates[i].move, NULL);
    result = -search_by_table(child, depth - 1, ply + 1, -beta, -alpha, &has_reached);
    *reached |= has_reached;
    if (i > 0 && result <= value) continue;
    value = result;
    if (value <= alpha) continue;
    alpha = value;
    best = (uint32_t)candidates[i].move + 1;
    if (value < beta) {
      lines[ply][0] = candidates[i].move;
      memcpy(lines[ply] + 1, lines[ply + 1], (size_t)lengths[ply + 1] * sizeof(int64_t));
      lengths[ply] = lengths[ply + 1] + 1;
      continue;
    }
    if (learns) record(candidates[i].move, ply, depth);
    break;
  }
  own = find(key);
  if (best == 0 && own->key == key && own->bound != AB_BOUND_NONE) best = own->move;
  own->key = key;
  own->value = value;
  own->move = best;
  own->depth = (int16_t)depth;
  own->reached_depth = (uint8_t)*reached;
  own->bound = value <= lowest ? AB_BOUND_UPPER : value >= beta ? AB_BOUND_LOWER : AB_BOUND_EXACT;
  return value;
}

/* by_table(handle, depth, learns): likewise, with killers and history if it `learns`. */
static int run_by_table(lua_State *L)
{
  uint64_t state[32] = {0};
  int reached;
  rules = lua_touserdata(L, 1);
  learns = lua_toboolean(L, 3);
  nodes = 0;
  view_key = ab_key_mix(1);
  rules->start(state);
  lua_pushnumber(L, search_by_table(state, (int)luaL_checkinteger(L, 2), 0, -HUGE_VAL, HUGE_VAL, &reached));
  lua_pushnumber(L, (lua_Number)nodes);
  return 2;
}

/* clear(): forgets all. */
static int clear(lua_State *L)
{
  (void)L;
  memset(table, 0, sizeof table);
  memset(history, 0, sizeof history);
  memset(killers, 0, sizeof killers);
  return 0;
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
  lua_newtable(L);
  lua_pushcfunction(L, run);
  lua_setfield(L, -2, "search");
  lua_pushcfunction(L, run_by_table);
  lua_setfield(L, -2, "by_table");
  lua_pushcfunction(L, clear);
  lua_setfield(L, -2, "clear");
  return 1;
}
