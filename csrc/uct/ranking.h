/*
 * ranking.h: the results of a Monte Carlo tree search. They can be read at any time between two calls of ab_uct_run.
 */
#ifndef ALPHABETA_UCT_RANKING_H
#define ALPHABETA_UCT_RANKING_H

#include "state.h"

/* A move of the root, as the search knows it. */
typedef struct ab_uct_kid {
  uint32_t node; /* see ab_uct_line */
  uint32_t
      index; /* among the root's successors; AB_UCT_NONE with hidden hands: the host's name for `node` counts */
  uint32_t visits;
  double
      points; /* of the player at the root: 0 to 1 if there are two players, or else the mean of the values */
  int is_proven; /* whether they are proven: 1, 0.5 or 0 */
  double result; /* if they are: the value of the finished game, for the player at the root */
  int32_t plies; /* if they are: from the root to the end of the game */
  int is_known;  /* whether it is known if the other player can win at once: for a level */
} ab_uct_kid;

/* The root. */
typedef struct ab_uct_root {
  uint32_t visits, kids;  /* `kids` that ab_uct_ranked can list */
  uint32_t players;       /* 0 before the first playout */
  int is_scaled;          /* whether points are means of values, not 0 to 1 */
  double lowest, highest; /* of all values, if it is scaled */
  int is_chance, is_over;
  double points;   /* their mean for the player at the root, at a chance node */
  double value;    /* if the game is over: its value, in the task's view */
  int is_proven;   /* whether its points are proven */
  double proven;   /* 1, 0.5 or 0 for the player at the root */
  double result;   /* the value that is proven, for the player at the root */
  int32_t plies;   /* to the end of the game; -1: unknown */
  uint32_t answer; /* the root's successor that alpha-beta has chosen, its index; AB_UCT_NONE: none */
  uint64_t ticks;  /* plies of all playouts */
} ab_uct_root;

/* What the search knows of the root. */
AB_FUNC ab_uct_root ab_uct_summary(const ab_uct *uct);

/*
 * Writes the root's moves, the best to play first, to `kids`, `most` of them at most. Returns how many there are. The
 * first are proven wins, the shortest first; then moves by their visits; then proven losses, the longest first. Proven
 * draws come before the first one by visits that has no more points than they. The answer of alpha-beta is first of all.
 */
AB_FUNC uint32_t ab_uct_ranked(const ab_uct *uct, ab_uct_kid *kids, uint32_t most);

/* A move of a line: successor `index` of the list that the host keeps for `parent`, or the name of `node`. */
typedef struct ab_uct_move {
  uint32_t parent, index, node;
} ab_uct_move;

/* The line of the moves most played from `node` on: the move after `node`, or 0 if there is none. Then from its node on. */
AB_FUNC int ab_uct_line(const ab_uct *uct, uint32_t node, ab_uct_move *move);

#endif
