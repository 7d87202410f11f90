/*
 * driver.h: answers the engine by calling the game.
 *
 * These functions run a search, or a slice of it; its state is in base/search.h.
 */
#ifndef ALPHABETA_DRIVER_H
#define ALPHABETA_DRIVER_H

#include "../base/search.h"

/* Makes the state of a searcher that owns no memory yet. */
AB_FUNC void ab_driver_init(ab_search *search);

/* Forgets what the engine learned in earlier searches, and what they found. Not while a search is under way. */
AB_FUNC void ab_driver_forget(lua_State *L, ab_search *search);

/* Forgets what earlier searches found: ab_driver_best returns nil. Not while a search is under way. */
AB_FUNC void ab_driver_forget_result(ab_search *search);

/* Gives all memory back. Not while a search is under way. */
AB_FUNC void ab_driver_free(lua_State *L, ab_search *search);

/*
 * Searches. On the stack are just the searcher, the state, the game (forgotten), the past and the game's callbacks;
 * `divides` says whether perft's leaves are wanted by move. To be called as the last thing of a C function
 * that Lua calls: returns what that function returns (best, value, info; for AB_PERFT leaves and, if wanted,
 * their division), or raises the error that ended the search, with the state restored.
 */
AB_FUNC int ab_driver_search(lua_State *L, ab_search *search, const ab_task *task, int divides);

/* Begins a search that goes by slices; with the same stack as ab_driver_search. It calls nothing of the game's. */
AB_FUNC void ab_driver_start(lua_State *L, ab_search *search, const ab_task *task);

/*
 * Goes on with a search by slices until it has ended, or for so many seconds and nodes; at least by one callback. On
 * the stack is just the searcher. To be called as the last thing of a C function that Lua calls: returns what that
 * function returns, whether the search has ended, or raises the error that ended it. In either case the state is as it
 * was.
 */
AB_FUNC int ab_driver_step(lua_State *L, ab_search *search, double seconds, uint64_t nodes);

/*
 * Ends the search, if there is one: at once where it has paused or where a callback has yielded, else, when it is
 * called by a callback, as soon as that returns. On the stack is just the searcher.
 */
AB_FUNC int ab_driver_stop(lua_State *L, ab_search *search);

/*
 * Pushes what the last completed iteration of a search by slices has found, and returns how many values that is: best,
 * value and info, or nil alone. On the stack is just the searcher.
 */
AB_FUNC int ab_driver_best(lua_State *L, const ab_search *search);

#endif
