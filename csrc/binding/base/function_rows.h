/* function_rows.h: the names of the functions of a game, written by `make rows` from rows/functions.lua. */
#ifndef ALPHABETA_FUNCTION_ROWS_H
#define ALPHABETA_FUNCTION_ROWS_H

/* clang-format off */

/* X of each, with the end of its constant and its name. */
#define AB_EACH_FUNCTION(X) \
  X(MOVES, moves) X(MAKE, make) X(UNMAKE, unmake) X(PLAYER, player) X(RESULT, result) X(EVALUATE, evaluate) \
  X(PLAY, play) X(CHILDREN, children) X(IS_OVER, is_over) X(ORDER, order) X(HASH, hash) X(MOVE_ID, move_id) \
  X(EVALUATE_MOVE, evaluate_move) X(FIND_MOVE, find_move) X(BOUNDS, bounds) X(CHANCES, chances) X(DEAL, deal) \
  X(SEEN, seen) X(NOISY, noisy) X(PASS, pass) X(UNPASS, unpass)

/* clang-format on */

#endif
