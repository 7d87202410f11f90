/*
 * refutation.h: the best move of each node of the last iteration, found without a key of the game.
 *
 * A search by iterative deepening visits the nodes of the last iteration again, by the same moves. A refutation table
 * [Akl and Newborn 1977; Marsland 1986] stores the best moves there, to try them first: classically a line for each of
 * the root's moves, here a move for each node. The path to a node identifies it: the parent's path mixed with the index
 * of the move. So the game need not do anything. A position reached by two paths is two nodes. A transposition table is
 * better in that.
 *
 * An entry names a move, never a value. So a search is right even if `moves` lists in another order the next time, if
 * two paths collide, or if an entry was replaced.
 *
 * One array has buckets of four entries. Its size is a power of 2. It begins small and grows between iterations, to 1
 * MiB at most, so a shallow search does not pay for memory that it does not use. An entry is found by 8 bits of the
 * bucket's number and the 24 bits that it stores. These are enough to move it when the array grows. A new entry
 * replaces one of another iteration first, and of these the one with fewer plies left.
 */
#ifndef ALPHABETA_REFUTATION_H
#define ALPHABETA_REFUTATION_H

#include <stdint.h>

#include "../table/key.h"
#include "../system/memory.h"

/* An empty one has move 0. */
typedef struct ab_refutation {
  uint32_t move; /* a move id, or an index: see ordering.h */
  uint32_t mark; /* 24 bits of the path, 4 of the iteration, 4 of the plies left (15: 15 or more) */
} ab_refutation;

typedef struct ab_refutations {
  ab_refutation *entries;
  size_t capacity;    /* of the array, in buckets */
  size_t buckets;     /* in use: a power of 2, or 0 before the search has any */
  uint32_t iteration; /* of this search, counted modulo 16 */
  uint32_t stored;    /* entries in this iteration, new ones */
} ab_refutations;

/* The path of the root. */
#define AB_REFUTATION_ROOT UINT64_C(1)

/* The path that leads from the node with `path` to its successor with `index`. */
static inline uint64_t ab_refutation_child(uint64_t path, uint32_t index)
{
  return ab_key_mix(path + UINT64_C(0x9E3779B97F4A7C15) * (index + UINT64_C(1)));
}

/* A new search begins, from another root. Clears the table, and keeps its memory. */
AB_FUNC void ab_refutation_start(ab_refutations *table);

/* How many buckets the next iteration needs. `is_only`: there is no other iteration. */
AB_FUNC size_t ab_refutation_needed(const ab_refutations *table, int is_only);

/* Grows to `buckets` buckets, or begins with them. Returns 0 when there is not enough memory. */
AB_FUNC int ab_refutation_grow(ab_refutations *table, const ab_memory *memory, size_t buckets);

/* An iteration begins. */
AB_FUNC void ab_refutation_open_iteration(ab_refutations *table);

/* The move that was best at the node with this path, 0 when it is not known. */
AB_FUNC uint32_t ab_refutation_find(const ab_refutations *table, uint64_t path);

/* Puts down the best move of the node with this path, which had `depth` plies left, 1 or more. */
AB_FUNC void ab_refutation_store(ab_refutations *table, uint64_t path, uint32_t move, int32_t depth);

/* Gives all memory back. */
AB_FUNC void ab_refutation_free(ab_refutations *table, const ab_memory *memory);

#endif
