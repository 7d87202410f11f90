/*
 * maxn.h: max^n, for games of more than two players [Luckhardt and Irani 1986].
 *
 * The value of a node is a payoff vector: one payoff for each player. The player who moves chooses the successor with
 * the highest payoff for that player, the first of several. At a chance node each payoff is the mean of the outcomes',
 * as in chance.h. Players have indexes from 0, the player who moves at the root.
 *
 * Shallow pruning [Korf 1991]: if the payoffs of a node never add up to more than `value_sum`, and none is less than
 * `value_min`, the payoff that the player at a node is sure of limits the payoff of the player at the parent. If that
 * limit is no more than what the parent already has, the rest of the node's successors is cut off. The root's result is
 * the same.
 */
#ifndef ALPHABETA_MAXN_H
#define ALPHABETA_MAXN_H

#include <stddef.h>
#include <stdint.h>

#include "../system/constant_rows.h"
#include "frame.h"
#include "../system/memory.h"

/* The payoffs of one node of the path, by player index. */
typedef struct ab_payoffs {
  double value[AB_MAXN_PLAYERS];                        /* at a chance node, so far their weighted sum */
  double least[AB_MAXN_PLAYERS], most[AB_MAXN_PLAYERS]; /* of the outcomes, at a chance node */
  double weight;                                        /* of the outcomes so far */
} ab_payoffs;

/* The payoffs of all nodes on the path, the root's first. */
typedef struct ab_maxn {
  ab_payoffs *payoffs;
  size_t capacity;                /* in nodes */
  double result[AB_MAXN_PLAYERS]; /* the root's payoffs in the last completed iteration */
  uint32_t players; /* as many as the last evaluation had payoffs for; 0: not known, there is room for all */
  double value_sum; /* no evaluation's payoffs add up to more, HUGE_VAL: unknown */
  double value_min; /* no payoff is less, -HUGE_VAL: unknown */
  double value_max; /* no payoff is more, HUGE_VAL: unknown */
  int is_rounded; /* whether there may be chance nodes: payoffs are then means, which need not add up exactly */
} ab_maxn;

/* Gives all memory back. */
AB_FUNC void ab_maxn_free(ab_maxn *maxn, const ab_memory *memory);

/* A new search begins: the bounds of the payoffs' sum and of each. With chance nodes, payoffs are rounded means. */
AB_FUNC void ab_maxn_start(ab_maxn *maxn, double sum, double least, double most, int has_chance_nodes);

/* Begins the search of `frame`, the node at `ply`, whose player is known; a chance node has none. */
AB_FUNC void ab_maxn_open(ab_maxn *maxn, ab_frame *frame, size_t ply);

/*
 * Takes the payoffs of the node above `frame`, which is the node at `ply`. Returns whether they are the best so far for
 * the player who moves at `frame`. The caller cuts it off if frame->alpha has reached frame->beta.
 */
AB_FUNC int ab_maxn_take(ab_maxn *maxn, ab_frame *frame, size_t ply);

/* Takes the payoffs of an outcome of that probability; the node at `ply` is a chance node. */
AB_FUNC void ab_maxn_take_outcome(ab_maxn *maxn, size_t ply, double probability);

/* Stores the root's payoffs as the result, and returns that of the player who moves there. */
AB_FUNC double ab_maxn_report(ab_maxn *maxn);

/* All outcomes of the node at `ply` are known: computes their mean. Returns the payoff of the root's player. */
AB_FUNC double ab_maxn_close(ab_maxn *maxn, size_t ply);

#endif
