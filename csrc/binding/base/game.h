/* game.h: the functions of a game written in Lua: lua/alphabeta/front/rules.lua looks them up. */
#ifndef ALPHABETA_GAME_H
#define ALPHABETA_GAME_H

#include "../../system/portable.h"
#include "function_rows.h"

/* The functions that a game may have, in the order of the slots from AB_SLOT_CALLBACKS on. */
typedef enum ab_callback {
  AB_FUNCTIONS,               /* those of rows/functions.lua */
  AB_CALLBACKS,               /* how many there are */
  AB_ITERATOR = AB_CALLBACKS, /* the function that `moves` or `children` returned, which gives successors */
  AB_ON_ITERATION,            /* not the game's, but an option */
  AB_LEVEL,                   /* an option, too */
  AB_TRACE,                   /* an option, too */
  AB_NO_CALLBACK
} ab_callback;

/* How a game describes the successors of a state. */
typedef enum ab_style {
  AB_IN_PLACE, /* moves, make, unmake: one state that changes */
  AB_COPYING,  /* moves, play: a new state for each move */
  AB_BY_STATES /* children: the states themselves */
} ab_style;

/* A field of the struct below. */
#define AB_GAME_HAS(constant, name) int has_##name;

typedef struct ab_game {
  ab_style style;
  /* whether it has each of the functions of rows/functions.lua: has_player and so on */
  AB_EACH_FUNCTION(AB_GAME_HAS)
  int hashes_content; /* whether keys are made from the fields of states, in place of the game's: see content.h */
  /* whether an unfinished state without `evaluate` is worth its mobility: see driver/answers.h */
  int mobility;
  double middle; /* the value of a state that is not over, without `evaluate` */
} ab_game;

#endif
