/*
 * update.h: what a playout changes: visits and points along its path, and proofs.
 */
#ifndef ALPHABETA_UCT_UPDATE_H
#define ALPHABETA_UCT_UPDATE_H

#include "state.h"

/*
 * Adds the playout, which has its points, to the nodes of its path. `plies` are those of the whole playout. If a node is
 * a proven draw, or its player has one, that counts for the nodes before it.
 */
AB_FUNC void ab_uct_update(ab_uct *uct, int32_t plies);

#endif
