/*
 * contest.h: games of mobility with chance. Both players move at random, but one of them takes the best of a few random
 * moves, by the result of a finished game or by mobility. If that player loses, mobility misleads: in dodgem, whoever
 * gets a car off the board has fewer moves.
 */
#ifndef ALPHABETA_UCT_CONTEST_H
#define ALPHABETA_UCT_CONTEST_H

#include "state.h"

/* Whether mobility chooses the move at the current node, where the game goes on and the mover is known. */
AB_FUNC int ab_uct_contest_chooses(const ab_uct *uct);

/* Begins to choose. */
AB_FUNC ab_uct_step ab_uct_contest_begin(ab_uct *uct);

/* Tries the next move, or makes the best one. */
AB_FUNC ab_uct_step ab_uct_contest_try(ab_uct *uct);

/* Counts the game, which has ended. */
AB_FUNC void ab_uct_contest_end(ab_uct *uct);

#endif
