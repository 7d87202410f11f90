/*
 * hidden.h: the tree of a game with hidden hands: each playout begins with another deal, and goes through one tree, by
 * the moves that the deal allows.
 *
 * Nodes are known by the move ids that lead to them. `available` says how often a deal allowed the move. Nothing is
 * proven. The player at the root cannot tell deals apart, but the others know their own hands. If there are few deals,
 * each has a second tree, by which the others choose. With many deals such trees would have too few visits, and the
 * others choose by the first one.
 */
#ifndef ALPHABETA_UCT_HIDDEN_H
#define ALPHABETA_UCT_HIDDEN_H

#include "state.h"

/* Empties the trees. The root's successors, which were listed, are `count`. */
AB_FUNC void ab_uct_hidden_plant(ab_uct *uct, uint32_t count);

/* Draws a deal, and begins a playout at the root. */
AB_FUNC ab_uct_step ab_uct_hidden_begin(ab_uct *uct);

/* Visits the current node of the tree. */
AB_FUNC ab_uct_step ab_uct_hidden_visit(ab_uct *uct);

#endif
