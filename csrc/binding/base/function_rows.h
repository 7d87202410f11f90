/*
 * function_rows.h: the names of the functions of a game.
 *
 * Written by `make rows` from rows/functions.lua: change it there.
 */
#ifndef ALPHABETA_FUNCTION_ROWS_H
#define ALPHABETA_FUNCTION_ROWS_H

/* clang-format off */

/* The beginning of an enumeration of callbacks. */
#define AB_FUNCTIONS \
  AB_MOVES, \
  AB_MAKE, \
  AB_UNMAKE, \
  AB_PLAYER, \
  AB_RESULT, \
  AB_EVALUATE, \
  AB_PLAY, \
  AB_CHILDREN, \
  AB_IS_OVER, \
  AB_ORDER, \
  AB_HASH, \
  AB_MOVE_ID, \
  AB_EVALUATE_MOVE, \
  AB_FIND_MOVE, \
  AB_BOUNDS, \
  AB_CHANCES, \
  AB_NOISY, \
  AB_PASS, \
  AB_UNPASS

/* Their names, in the same order, as the beginning of an array. */
#define AB_FUNCTION_NAMES \
  "moves", "make", "unmake", "player", "result", "evaluate", "play", "children", "is_over", "order", "hash", \
  "move_id", "evaluate_move", "find_move", "bounds", "chances", "noisy", "pass", "unpass"

/* X of each, with the end of its constant and its name. */
#define AB_EACH_FUNCTION(X) \
  X(MOVES, moves) X(MAKE, make) X(UNMAKE, unmake) X(PLAYER, player) X(RESULT, result) X(EVALUATE, evaluate) \
  X(PLAY, play) X(CHILDREN, children) X(IS_OVER, is_over) X(ORDER, order) X(HASH, hash) X(MOVE_ID, move_id) \
  X(EVALUATE_MOVE, evaluate_move) X(FIND_MOVE, find_move) X(BOUNDS, bounds) X(CHANCES, chances) X(NOISY, noisy) \
  X(PASS, pass) X(UNPASS, unpass)

/* clang-format on */

#endif
