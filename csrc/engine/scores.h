/*
 * scores.h: what each of the root's successors is worth, where a task wants more than the best one.
 *
 * There are two lists: that of the root search under way, in the order of the search, and that of the last completed
 * iteration, best first, which an interrupted iteration does not change. A value is exact when it was proven with an
 * open window: the root's alpha is then no higher than the worst of the `wanted` best values, and with ties just below
 * the best one, so that an equal value is proven and not merely bounded. Of what could not become one of the best, a
 * bound is known.
 */
#ifndef ALPHABETA_SCORES_H
#define ALPHABETA_SCORES_H

#include <stdint.h>

#include "../system/memory.h"
#include "ordering.h"

/* What one of the root's successors is worth. */
typedef struct ab_score {
  double value;   /* in the view of the player who moves at the root */
  uint32_t index; /* of the successor in the game's own order, from 0 */
  int32_t end;    /* the ply at which the won game lies that `value` comes from, -1 for other values */
  uint32_t tried; /* how many were tried before it */
  int bound;      /* 0: `value` is the true one; -1: that is at most this; +1: it is at least this */
} ab_score;

/*
 * A list, when it is sorted in this order: higher values first, of equal ones those that are exact, of these the one
 * that was tried first. So the `wanted` best come first, and those that are exactly as good as the best right behind
 * it.
 */
typedef struct ab_score_list {
  ab_score *scores;
  size_t capacity;
  uint32_t count;
} ab_score_list;

typedef struct ab_scores {
  ab_score_list trying;    /* of the root search under way, in the order in which they were noted */
  ab_score_list completed; /* of the last completed iteration, sorted */
  uint32_t wanted;         /* how many of the best are to be exact; none: no scores are kept */
  int lists_ties;          /* whether all that are as good as the best are to be exact */
  double *best;            /* the best exact values of the root search under way: a heap, the worst first */
  size_t best_capacity;    /* of that, in values */
  uint32_t exact; /* exact values in that search; as many are in `best`, but no more than are wanted */
  double highest; /* the best of them */
  uint32_t noted; /* the index of the one noted last */
  int is_best;    /* whether that was the best so far */
  int is_open; /* whether its value lay inside of the window, so that the line of the child is that of the value */
} ab_scores;

/* A search begins: nothing is known, and `wanted` scores are to be exact; with none, no scores are kept. */
AB_FUNC void ab_scores_start(ab_scores *scores, uint32_t wanted, int lists_ties);

/* A search of the root begins: nothing of it is known. */
AB_FUNC void ab_scores_restart(ab_scores *scores);

/* Whether there is room for `needed` scores. */
AB_FUNC int ab_scores_have_room(const ab_scores *scores, size_t needed);

/* Makes room for `needed` scores. Returns 0 when there is not enough memory. */
AB_FUNC int ab_scores_grow(ab_scores *scores, const ab_memory *memory, size_t needed);

/* Gives all memory back. */
AB_FUNC void ab_scores_free(ab_scores *scores, const ab_memory *memory);

/* Notes what the successor that was tried last is worth. There is room for it. */
AB_FUNC void ab_scores_add(ab_scores *scores, const ab_score *score);

/* The root's alpha for the next successor, `alpha` having been it so far; it is less than HUGE_VAL. */
AB_FUNC double ab_scores_alpha(const ab_scores *scores, double alpha);

/* An iteration is completed: its list, sorted, replaces that of the last one. */
AB_FUNC void ab_scores_complete(ab_scores *scores);

/*
 * Assigns priorities to the root's `count` candidates, which ab_ordering_keep_best_first has just ordered, so that the
 * `wanted` best of the last completed iteration are picked before the others, best first. They then are in the game's
 * own order.
 */
AB_FUNC void ab_scores_put_best_first(const ab_scores *scores, ab_candidate *candidates, uint32_t count);

#endif
