/* native.h: rules in C, see csrc/native/alphabeta.h, and the fields of a search of such a game. */
#ifndef ALPHABETA_NATIVE_H
#define ALPHABETA_NATIVE_H

#include <lua.h>
#include <setjmp.h>
#include <string.h>

#include "../../native/alphabeta.h"
#include "../../system/portable.h"

/* One ply of the path. */
typedef struct ab_native_ply {
  size_t first;    /* index of its first move in `moves` */
  uint32_t count;  /* how many it has */
  uint32_t child;  /* the one that was entered, from 0 */
  int64_t *line;   /* the best line from here, last move first */
  size_t capacity; /* of `line` */
  uint32_t length; /* moves in `line` */
} ab_native_ply;

/*
 * The search works on copies. So the user's state never changes, and needs no restoring. If moves are taken back there
 * is one state, and `stride` is 0. Otherwise each ply has its own.
 */
typedef struct ab_native {
  alphabeta_rules rules; /* the functions that the game has */
  int is_on;             /* whether the current search is of such rules */
  int32_t me;            /* who moves at the root; 0 without `player` */
  double max_player;     /* the option `max_player`, with view 'player'; else NaN */
  char *states, *undos;
  size_t states_size, undos_size;
  size_t stride, undo_stride; /* bytes from one ply's to the next one's */
  int64_t *moves;             /* those of all plies of the path, one list after another */
  size_t moves_capacity;
  ab_native_ply *plies;
  size_t plies_capacity;
  jmp_buf *escape; /* where a search without Lua ends by an error; NULL: Lua raises it */
} ab_native;

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

/* The key of a state, as the integers of this Lua can have it. */
AB_FUNC uint64_t ab_native_hash(const alphabeta_rules *rules, const void *state);

/* Pushes a move, or raises an error if it is no number of this Lua. */
AB_FUNC void ab_native_push_move(lua_State *L, int64_t move);

/* Reads the move at `index`. Returns 0 if that is no integer. */
AB_FUNC int ab_native_to_move(lua_State *L, int index, int64_t *move);

#endif
