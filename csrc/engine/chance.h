/*
 * chance.h: chance nodes, whose successors are outcomes with probabilities [Michie 1966].
 *
 * The value of a chance node is the expected value: the mean of its outcomes' values, weighted by their probabilities.
 * It is computed in the order of the outcomes and never leaves the range of these values. An outcome of probability 0
 * does not count and is not entered. A chance node uses up no depth: its outcomes have as many plies left as it has.
 *
 * Pruning [Ballard 1983; Hauk, Buro and Schaeffer 2004]. Each outcome has a lower and an upper bound: at first the
 * bounds of all values, in the end the value itself. Outcome i is searched with the window in which its value decides,
 * given the bounds of the others,
 *
 *   ((alpha - sum of p * upper over the others) / p, (beta - sum of p * lower over the others) / p)
 *
 * and if it lies outside, the node's value lies outside of (alpha, beta) (Star1). Star2 goes through the outcomes
 * twice. In the probing phase (Ballard's word; it has nothing to do with probing the transposition table) only the best
 * successor of each outcome is searched. That bounds the outcome's value on one side and narrows the windows of the
 * others. Then the outcomes are searched as in Star1. All sums are computed with doubles. So windows are widened and
 * bounds are loosened by more than the rounding error, and a value that is returned as exact is exact.
 */
#ifndef ALPHABETA_CHANCE_H
#define ALPHABETA_CHANCE_H

#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "../system/memory.h"

typedef struct ab_outcome {
  double probability;  /* of a sum that need not be 1 */
  double lower, upper; /* bounds of its value, as the frame sees it; equal when it is known */
  int32_t mate_ply;    /* the ply at which the won game lies that the value comes from, or -1 */
} ab_outcome;

/* The outcomes of all chance nodes on the path, those of the root first. */
typedef struct ab_chance {
  ab_outcome *outcomes;
  size_t capacity; /* in outcomes */
} ab_chance;

/* What the search of an outcome shows about its chance node. */
typedef enum ab_chance_state {
  AB_CHANCE_OPEN,    /* its value depends on other outcomes, too */
  AB_CHANCE_CUT_LOW, /* the node fails low: its value is an upper bound */
  AB_CHANCE_CUT_HIGH /* the node fails high */
} ab_chance_state;

/* Gives all memory back. */
AB_FUNC void ab_chance_free(ab_chance *chance, const ab_memory *memory);

/* Begins the search of `frame`; all evaluations below it are between `least` and `most`. */
AB_FUNC void ab_chance_open(ab_chance *chance, ab_frame *frame, double least, double most);

/* Whether outcome number `index` of `frame` is still to be searched. */
AB_FUNC int ab_chance_is_open(const ab_chance *chance, const ab_frame *frame, uint32_t index);

/* The window of outcome number `index`, as `frame` sees it. */
AB_FUNC void ab_chance_window(const ab_chance *chance, const ab_frame *frame, uint32_t index, double *alpha,
                              double *beta);

/*
 * Takes the value of the outcome above `frame` on the path, number `index`, which has been searched with the window
 * that ab_chance_window gives. After AB_CHANCE_CUT_LOW or AB_CHANCE_CUT_HIGH the frame has its value.
 */
AB_FUNC ab_chance_state ab_chance_take(ab_chance *chance, ab_frame *frame, uint32_t index);

/* All outcomes are known: gives `frame` its value, which is exact. */
AB_FUNC void ab_chance_close(const ab_chance *chance, ab_frame *frame);

#endif
