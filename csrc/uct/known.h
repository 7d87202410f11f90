/*
 * known.h: which node of a tree is the next search's root.
 *
 * The host recognizes states. Two tests guard against a game whose states do not hold all of a position: different moves
 * from a state must lead to different states, and so must the same move from different states. A third one is the
 * host's: see `recall`.
 */
#ifndef ALPHABETA_UCT_KNOWN_H
#define ALPHABETA_UCT_KNOWN_H

#include "state.h"

/* Whether the current node of the tree, which is `node`, is worth being recognized. */
AB_FUNC int ab_uct_known_is_due(const ab_uct *uct, uint32_t node);

/* Whether the move id of the move from `node` to `kid` must be asked for, because `kid` is about to be recognizable. */
AB_FUNC int ab_uct_known_asks_move(const ab_uct *uct, uint32_t node, uint32_t kid);

/* Makes it recognizable; there must be room for that. */
AB_FUNC void ab_uct_known_note(ab_uct *uct, uint32_t node);

/* Makes the node with the host's number `id` the root. Returns 0, and changes nothing, if it is not certain. */
AB_FUNC int ab_uct_known_take_up(ab_uct *uct, uint32_t id);

#endif
