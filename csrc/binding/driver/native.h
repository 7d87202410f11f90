/*
 * native.h: answers the engine by rules in C, without entering Lua.
 *
 * It replaces calls, answers and successors in a search of a game that alphabeta.native has made, if all its functions
 * are those of the rules. It passes the root's moves and the results on to Lua, in the slots of search.h.
 */
#ifndef ALPHABETA_NATIVE_H
#define ALPHABETA_NATIVE_H

#include <string.h>

#include "../base/search.h"

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

/* Begins a search of the state in AB_SLOT_ROOT, when there is room. */
AB_FUNC void ab_native_begin(lua_State *L, ab_search *search);

/*
 * Runs the engine and answers it, until it asks what concerns the root or Lua: AB_ASK_LINE at the root, AB_ASK_PROVED,
 * AB_ASK_ITERATION, AB_ASK_MEMORY or AB_ASK_NOTHING, which is returned, with the slots and the plies as root/result.h
 * wants them. Returns -1 if the clock must be read, or the slice has its nodes.
 */
AB_FUNC int ab_native_run(lua_State *L, ab_search *search);

/* Gives all memory back. */
AB_FUNC void ab_native_free(ab_native *native, const ab_memory *memory);

/* The key of a state, as the integers of this Lua can have it. */
AB_FUNC uint64_t ab_native_hash(const alphabeta_rules *rules, const void *state);

/* Pushes a move, or raises an error if it is no number of this Lua. */
AB_FUNC void ab_native_push_move(lua_State *L, int64_t move);

/* Reads the move at `index`. Returns 0 if that is no integer. */
AB_FUNC int ab_native_to_move(lua_State *L, int index, int64_t *move);

#endif
