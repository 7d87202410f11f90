/*
 * maxn.h: games of more than two players, each of whom looks after himself [Luckhardt and Irani 1986].
 *
 * A node is worth a share to each player. The player who moves takes the successor that is worth most to him, the
 * first of those; where luck moves, each share is the mean of the outcomes', as in chance.h. Players are numbered from
 * 0, the one who moves at the root.
 *
 * Shallow pruning [Korf 1991]: where no shares add up to more than `value_sum` and none is less than `value_min`, what
 * a player has at a node is lost to the player who moves at the parent. When that leaves him no more than he has
 * elsewhere, the rest of the node's successors is left out. It changes nothing at the root.
 */
#ifndef ALPHABETA_MAXN_H
#define ALPHABETA_MAXN_H

#include <stddef.h>
#include <stdint.h>

#include "frame.h"
#include "memory.h"

/* The most players there may be. */
#define AB_MAXN_PLAYERS 16

/* What one node of the path is worth to each player. */
typedef struct ab_payoffs {
  double value[AB_MAXN_PLAYERS];                        /* where luck moves, so far their weighted sum */
  double least[AB_MAXN_PLAYERS], most[AB_MAXN_PLAYERS]; /* of the outcomes, where luck moves */
  double weight;                                        /* of the outcomes so far */
} ab_payoffs;

/* The shares of all nodes on the path, the root's first. */
typedef struct ab_maxn {
  ab_payoffs *payoffs;
  size_t capacity;                /* in nodes */
  double result[AB_MAXN_PLAYERS]; /* the root's shares in the last whole iteration */
  uint32_t players;               /* as many as the last evaluation told of */
  double value_sum;               /* no evaluation's shares add up to more, HUGE_VAL: unknown */
  double value_min;               /* no share is less, -HUGE_VAL: unknown */
  double value_max;               /* no share is more, HUGE_VAL: unknown */
  int is_rounded; /* whether luck may move: shares are then means, which need not add up exactly */
} ab_maxn;

/* Gives all memory back. */
AB_FUNC void ab_maxn_free(ab_maxn *maxn, const ab_memory *memory);

/*
 * A new search begins: no payoffs add up to more than `sum`, none is less than `least` or more than `most`. Where there
 * are chance nodes, payoffs are means, which are rounded.
 */
AB_FUNC void ab_maxn_start(ab_maxn *maxn, double sum, double least, double most, int has_chance_nodes);

/* Begins the search of `frame`, the node at `ply`, whose player is known; where luck moves there is none. */
AB_FUNC void ab_maxn_open(ab_maxn *maxn, ab_frame *frame, size_t ply);

/*
 * Takes what the node above `frame` is worth. Returns whether the player who moves at `frame`, the node at `ply`, has
 * nothing better so far; it is cut off when frame->alpha has reached frame->beta.
 */
AB_FUNC int ab_maxn_take(ab_maxn *maxn, ab_frame *frame, size_t ply);

/* Takes what an outcome of that probability is worth, luck moving at `ply`. */
AB_FUNC void ab_maxn_take_outcome(ab_maxn *maxn, size_t ply, double probability);

/* Writes down what the root is worth, and returns what it is worth to the player who moves there. */
AB_FUNC double ab_maxn_report(ab_maxn *maxn);

/* All outcomes of the node at `ply` are known: makes their mean of the sum. Returns the root's player's share. */
AB_FUNC double ab_maxn_close(ab_maxn *maxn, size_t ply);

#endif
