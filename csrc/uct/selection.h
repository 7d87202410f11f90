/*
 * selection.h: which successor of a node a playout goes on with.
 */
#ifndef ALPHABETA_UCT_SELECTION_H
#define ALPHABETA_UCT_SELECTION_H

#include "state.h"

/*
 * The most promising successor of a node whose edges are known, by UCB1, or by RAVE if the search has that. Untried ones
 * get a node. Returns the node, and sets its edge's place; AB_UCT_NONE if there is no memory for the first node.
 */
AB_FUNC uint32_t ab_uct_select(ab_uct *uct, uint32_t node, uint32_t *place);

/* The node of an outcome that is drawn at a chance node, and its index; AB_UCT_NONE if there is no memory for it. */
AB_FUNC uint32_t ab_uct_select_outcome(ab_uct *uct, uint32_t node, uint32_t *place);

/* The possible value of a node that was available in so many playouts: its mean, and more if it has few visits. */
AB_FUNC double ab_uct_bound(const ab_uct *uct, const ab_uct_node *node, uint32_t available);

#endif
