/*
 * learning_rows.h: techniques that learn of moves.
 *
 * Written by `make rows` from rows/techniques.lua: change it there.
 */
#ifndef ALPHABETA_LEARNING_ROWS_H
#define ALPHABETA_LEARNING_ROWS_H

/* clang-format off */

/* Techniques that learn of moves, by their ids, to order them; several together. */
enum {
  AB_LEARNS_KILLERS = 1,
  AB_LEARNS_HISTORY = 2,
  AB_LEARNS_ALL = AB_LEARNS_KILLERS | AB_LEARNS_HISTORY
};

/* clang-format on */

#endif
