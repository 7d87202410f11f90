/*
 * rave.h: all moves as first: a playout counts at a node of its path also for the moves that the player of the node made
 * later in it. Few playouts through a move then tell more of it.
 *
 * The mover of each ply is known, so players may move twice in a row, and there may be any number of them.
 */
#ifndef ALPHABETA_UCT_RAVE_H
#define ALPHABETA_UCT_RAVE_H

#include "state.h"

/* Notes the moves of the playout, whose last ply is `plies`, for ab_uct_rave_count. */
AB_FUNC void ab_uct_rave_note(ab_uct *uct, int32_t plies);

/* Counts the playout for the edges of the node at `ply` of the path whose moves its player made there or later. */
AB_FUNC void ab_uct_rave_count(ab_uct *uct, int32_t ply);

#endif
