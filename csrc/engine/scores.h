/*
 * scores.h: the values of the root's successors, if a task wants more than the best one.
 *
 * There are two lists. One is that of the current search of the root, in the order of the search. The other is that of
 * the last completed iteration, best first, which an interrupted iteration does not change. A value is exact if it was
 * proven with an open window. The root's alpha is then no higher than the worst of the `wanted` best values. With ties
 * it is just below the best value, so an equal value is proven and not merely bounded. Other successors have a bound.
 */
#ifndef ALPHABETA_SCORES_H
#define ALPHABETA_SCORES_H

#include <stdint.h>

#include "../system/memory.h"
#include "ordering.h"

/* The value of one of the root's successors. */
typedef struct ab_score {
  double value;     /* in the view of the player who moves at the root */
  uint32_t index;   /* of the successor in the game's own order, from 0 */
  int32_t mate_ply; /* the ply at which the won game lies that `value` comes from, -1 for other values */
  uint32_t tried;   /* how many were tried before it */
  int bound;        /* 0: `value` is the true one; -1: that is at most this; +1: it is at least this */
  int is_lost;      /* whether the move loses at once, or the answer to it wins; 0: it is not known */
} ab_score;

/* A list. Sorted: higher values first, of equal ones exact values first, of these the one that was tried first. */
typedef struct ab_score_list {
  ab_score *scores;
  size_t capacity;
  uint32_t count;
} ab_score_list;

typedef struct ab_scores {
  ab_score_list trying;    /* of the current search of the root, in the order of the search */
  ab_score_list completed; /* of the last completed iteration, sorted */
  uint32_t wanted;         /* how many of the best get exact values; none: no scores */
  int lists_ties;          /* whether all successors as good as the best get exact values */
  double *best;         /* the best exact values of the current search of the root: a heap, the worst first */
  size_t best_capacity; /* of that, in values */
  uint32_t exact;       /* exact values in that search; as many are in `best`, but no more than are wanted */
  double highest;       /* the best of them */
  uint32_t noted;       /* the index of the last recorded score */
  int is_best;          /* whether that was the best so far */
  int is_open; /* whether its value lay inside of the window, so the child's line belongs to the value */
} ab_scores;

/* A search begins, without scores. `wanted` of them will be exact; with none, there are no scores. */
AB_FUNC void ab_scores_start(ab_scores *scores, uint32_t wanted, int lists_ties);

/* A search of the root begins: nothing of it is known. */
AB_FUNC void ab_scores_restart(ab_scores *scores);

/* Whether there is room for `needed` scores. */
AB_FUNC int ab_scores_have_room(const ab_scores *scores, size_t needed);

/* Makes room for `needed` scores. Returns 0 when there is not enough memory. */
AB_FUNC int ab_scores_grow(ab_scores *scores, const ab_memory *memory, size_t needed);

/* Gives all memory back. */
AB_FUNC void ab_scores_free(ab_scores *scores, const ab_memory *memory);

/* Records the value of the successor that was tried last, without `is_lost`. There must be room for it. */
AB_FUNC void ab_scores_add(ab_scores *scores, const ab_score *score);

/* The root's alpha for the next successor, `alpha` having been it so far; it is less than HUGE_VAL. */
AB_FUNC double ab_scores_alpha(const ab_scores *scores, double alpha);

/*
 * Notes in the list of the iteration to `depth`, which is to be completed, which moves lose at once: a value that is
 * less than `middle` by more than `most` is that of a finished game. The first two iterations tell.
 */
AB_FUNC void ab_scores_note_losses(ab_scores *scores, int32_t depth, double middle, double most);

/* An iteration is completed: its list, sorted, replaces that of the last one. */
AB_FUNC void ab_scores_complete(ab_scores *scores);

/*
 * Assigns priorities to the root's `count` candidates, which ab_ordering_keep_best_first has just ordered. The `wanted`
 * best of the last completed iteration are then picked before the others, best first. Afterwards the candidates are in
 * the game's own order.
 */
AB_FUNC void ab_scores_put_best_first(const ab_scores *scores, ab_candidate *candidates, uint32_t count);

#endif
