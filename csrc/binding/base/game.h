/*
 * game.h: the functions of a game written in Lua.
 *
 * A game is any Lua value that can be indexed: a table of rules, or a state that brings its own methods.
 */
#ifndef ALPHABETA_GAME_H
#define ALPHABETA_GAME_H

#include <lua.h>

#include "../../system/portable.h"
#include "function_rows.h"

/* What a game may offer, in the order in which ab_game_push lays it on the stack. */
typedef enum ab_callback {
  AB_FUNCTIONS,               /* those of rows/functions.lua */
  AB_CALLBACKS,               /* how many there are */
  AB_ITERATOR = AB_CALLBACKS, /* the function that `moves` or `children` returned, which gives successors */
  AB_ON_ITERATION,            /* not the game's, but an option */
  AB_LEVEL,                   /* an option, too */
  AB_TRACE,                   /* an option, too */
  AB_NO_CALLBACK
} ab_callback;

/* How a game describes what may follow a state. */
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
  int hashes_content; /* whether keys are made of what states hold, in place of the game's: see content.h */
} ab_game;

/* The name of a callback, as the game spells it. */
AB_FUNC const char *ab_callback_name(ab_callback callback);

/*
 * Looks the callbacks up in the value at `index` and pushes all AB_CALLBACKS of them, nil for those it does
 * not have; `game` receives what was found. `evaluates` says whether `evaluate` or `result` is needed. `where` is the
 * function the user called. Raises an error when the value cannot be indexed, when a callback cannot be
 * called, when none of the three styles is complete, or when a callback lacks another one that it goes with.
 */
AB_FUNC void ab_game_push(lua_State *L, int index, const char *where, int evaluates, ab_game *game);

/*
 * Pushes what the fields are looked up in that say what a game's numbers mean: the game at `index`; or, when `is_state`
 * says that it is a state which brings its own functions, the table `__index` of its metatable, since the state's own
 * fields are data. Pushes nil when there is nothing to look them up in.
 */
AB_FUNC void ab_game_push_source(lua_State *L, int index, int is_state);

#endif
