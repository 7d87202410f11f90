/*
 * native.h: the engine's host for rules in C, without entering Lua.
 *
 * It takes the place of rules.c in a search of a game that alphabeta.native has made, if all its functions are those of
 * the rules. It passes the root's moves and the results on to Lua, in the slots of search.h.
 */
#ifndef ALPHABETA_NATIVE_H
#define ALPHABETA_NATIVE_H

#include <string.h>

#include "../base/search.h"
#include "report.h"

/* The size of a state, with the gap to the next one. */
static inline size_t ab_native_aligned(size_t size)
{
  return (size + 15) / 16 * 16;
}

/* Copies a state. */
static inline void ab_native_copy(const alphabeta_rules *rules, void *to, const void *from)
{
  if (rules->copy != NULL)
    rules->copy(to, from);
  else
    memcpy(to, from, rules->state_size);
}

/* What the functions of rules must keep to, and the error of one that does not, for lua_pushfstring. */
#define AB_NATIVE_EXPECTED_MOVES "expected at most %d, as 'moves_max' says, got %f"
#define AB_NATIVE_EXPECTED_PLAYER "expected a player from 1 to %d, got %d"

/* Whether there is a player of that number. */
static inline int ab_native_is_player(const alphabeta_rules *rules, int32_t player)
{
  return player >= 1 && player <= (int32_t)rules->players;
}

/*
 * Lists a state's moves or outcomes by `moves`, `noisy` or `chances`, which puts them into `moves` and `probabilities`.
 * Returns how many it says there are: more than `moves_max` is an error.
 */
static inline uint32_t ab_native_list(const alphabeta_rules *rules, ab_callback callback, const void *state,
                                      int64_t *moves, double *probabilities)
{
  if (callback == AB_CHANCES) return rules->chances(state, moves, probabilities, rules->moves_max);
  return (callback == AB_NOISY ? rules->noisy : rules->moves)(state, moves, rules->moves_max);
}

/* The state at `ply` of the path. */
static inline void *ab_native_state_at(const ab_native *own, int32_t ply)
{
  return own->states + (size_t)ply * own->stride;
}

/* The index of the first move of the node at `ply`: after those of the ply before. */
static inline size_t ab_native_start_at(const ab_native *own, int32_t ply)
{
  return ply > 0 ? own->plies[ply - 1].first + own->plies[ply - 1].count : 0;
}

/* The next search is of a game with the rules of `game`, or of no such game if they are NULL. */
AB_FUNC void ab_native_set(ab_native *native, const alphabeta_rules *rules, const ab_game *game);

/*
 * Gives a search without Lua what another one knows of its rules and its root. Its memory is ab_native_memory, `L` is
 * NULL in the functions below, and it escapes from what would be an error of Lua's.
 */
AB_FUNC void ab_native_share(ab_native *native, const ab_native *from);

/* The memory of the process. */
AB_FUNC ab_memory ab_native_memory(void);

/* Makes room for `plies` plies of the search that runs on this stack, or raises Lua's error. */
AB_FUNC void ab_native_grow(lua_State *L, ab_search *search, size_t plies);

/* Begins a search of the state in AB_SLOT_ROOT, when the engine has room. */
AB_FUNC void ab_native_begin(lua_State *L, ab_search *search);

/* Runs the engine with rules in C: see ab_engine_run. `L` is NULL in a search without Lua. */
AB_FUNC int ab_native_run(lua_State *L, ab_search *search);

/* The host of alpha-beta. */
AB_FUNC const ab_host ab_native_host;

/* Gives the memory of the lists back that are kept for nodes of a tree of playouts. */
AB_FUNC void ab_native_forget(ab_native *own, const ab_memory *memory);

/* Gives all memory back. */
AB_FUNC void ab_native_free(ab_native *native, const ab_memory *memory);

/* The key of a state, as the integers of this Lua can have it. */
AB_FUNC uint64_t ab_native_hash(const alphabeta_rules *rules, const void *state);

/* ---- for playouts: see native_playouts.c ---- */

/* Makes room for `count` moves at the current node, after those of the plies before. */
AB_FUNC void ab_native_reserve(lua_State *L, ab_search *search, uint32_t count);

/* Lists the successors of the current node: see engine/host.h. */
AB_FUNC ab_successors ab_native_successors(const ab_rules *own);

/* The value of the current node. */
AB_FUNC double ab_native_value(const ab_rules *own, ab_leaf leaf);

/* Whether the game is over at the current node. */
AB_FUNC int ab_native_is_finished(const ab_rules *own);

/* Who moves in the state of the current node, checked. */
AB_FUNC int32_t ab_native_player(const ab_rules *own);

#endif
