/* entry.h: an entry of the transposition table, and its bucket. */
#ifndef ALPHABETA_ENTRY_H
#define ALPHABETA_ENTRY_H

#include <stddef.h>
#include <stdint.h>

#include "../system/constant_rows.h"

/* How a value bounds the true one. */
typedef enum ab_bound {
  AB_BOUND_NONE,  /* nothing */
  AB_BOUND_UPPER, /* it is at most that */
  AB_BOUND_LOWER, /* it is at least that */
  AB_BOUND_EXACT  /* it is that */
} ab_bound;

/* The result of a position's search. */
typedef struct ab_entry {
  double value;          /* not NaN; of a won game, as seen from this position, not from the root */
  uint32_t move;         /* move id of the best successor, 0: unknown */
  int32_t depth;         /* plies that were searched below, 0 to AB_DEPTH_MAX */
  int32_t mate_distance; /* plies to the won game that `value` comes from, up to AB_DEPTH_MAX; -1: none */
  ab_bound bound;        /* what `value` is worth */
  int reached_depth;     /* whether a line below reached that depth; else, searching deeper finds the same */
  int is_truncated;      /* whether the depth cut one short: the game is not over there, or not known to be */
} ab_entry;

/* The bucket of a key, of `count`, a power of two. Every bit of the key has a say in every bit of its number. */
static inline size_t ab_entry_bucket(uint64_t key, size_t count)
{
  key ^= key >> 32;
  key *= 0x9E3779B97F4A7C15u; /* 2^64 divided by the golden ratio */
  key ^= key >> 32;
  return (size_t)key & (count - 1);
}

#endif
