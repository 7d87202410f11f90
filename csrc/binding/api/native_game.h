/*
 * native_game.h: a game of rules in C, as Lua sees it: a table of functions over states that are userdata.
 *
 * States do not change: `play` makes a new one.
 */
#ifndef ALPHABETA_NATIVE_GAME_H
#define ALPHABETA_NATIVE_GAME_H

#include "../driver/driver.h"

/* alphabeta.native(handle): the game of the rules whose address is a light userdata. */
AB_FUNC int ab_native_game_new(lua_State *L);

/* native_bytes(value): the bytes of a state of such a game, a string; nothing for any other value. For tools. */
AB_FUNC int ab_native_game_bytes(lua_State *L);

/*
 * The rules of the game whose functions are on the stack, for ab_driver_begin. NULL unless all functions and the state
 * belong to one game that alphabeta.native has made, and rules in C can answer the task without Lua.
 */
AB_FUNC const alphabeta_rules *ab_native_game_find(lua_State *L, const ab_beginning *what);

#endif
