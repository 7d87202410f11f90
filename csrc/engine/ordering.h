/*
 * ordering.h: in which order the successors of a node are tried.
 *
 * The scores of every node on the path lie behind one another in one array, the root's first; a node knows
 * where its own begin. They are sorted lazily, one pick at a time, because behind a cut-off nobody asks.
 * Among equal scores the game's own order decides, so an order is the same on every platform.
 */
#ifndef ALPHABETA_ORDERING_H
#define ALPHABETA_ORDERING_H

#include <stdint.h>

#include "memory.h"

typedef struct ab_candidate {
  double score;   /* higher is tried earlier */
  uint32_t index; /* in the game's own order, from 0 */
} ab_candidate;

typedef struct ab_ordering {
  ab_candidate *candidates;
  size_t capacity; /* in candidates */
} ab_ordering;

/*
 * Picks the `nth` successor (from 0, each asked for once and in turn) of a node whose `count` candidates
 * begin at `first`: its index in the game's own order.
 */
AB_FUNC uint32_t ab_ordering_pick(ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth);

#endif
