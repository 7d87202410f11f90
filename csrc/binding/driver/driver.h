/*
 * driver.h: answers the engine by calling the game.
 *
 * These functions run a search, or a slice of it: begin it, stop it, and restore the state (run.c); what is between is
 * the loop (loop.h). The state of a search is in base/search.h.
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

/* A search that is about to begin. */
typedef struct ab_beginning {
  ab_task task; /* without what lies before the root */
  ab_game game; /* what the game offers whose functions are on the stack */
  ab_choice choice;
  const alphabeta_rules *rules; /* where the game is one of rules in C; else NULL */
  int is_sliced;                /* whether the search goes by slices */
} ab_beginning;

/*
 * Begins a search. On the stack are just the searcher, the state, the plan (forgotten), the past, the game's functions,
 * `on_iteration`, `trace`, `max_player`, what goes into AB_SLOT_ROOT_MOVES, and the plan;
 * what ab_driver_run needs is pushed above them. Calls
 * nothing of the game's. When it raises an error the searcher is as it was.
 */
AB_FUNC void ab_driver_begin(lua_State *L, ab_search *search, const ab_beginning *what);

/*
 * Begins a slice, of so many seconds and nodes, of the search by slices that is under way. On the stack is just the
 * searcher; what ab_driver_run needs is pushed above it.
 */
AB_FUNC void ab_driver_begin_slice(lua_State *L, ab_search *search, double seconds, uint64_t nodes);

/*
 * Searches until the search, or the slice, that was begun has ended; a slice calls the game at least once. The stack is
 * as it was pushed, with AB_STACK slots in all. The searcher is busy from the first step on, before anything that
 * could run other code. To be called as the last thing of a C function that Lua calls: returns what that function
 * returns (best, value, info; of a slice, whether the search has
 * ended), or raises the error that ended the search. In either case the state is as it was.
 */
AB_FUNC int ab_driver_run(lua_State *L, ab_search *search);

/*
 * On LuaJIT, where C functions cannot yield: does what ab_driver_run does first, and leaves it to Lua to call
 * ab_driver_resume, in a protected call. Returns what the C function is to return: the searcher, the session, and the
 * handler of that call's errors.
 */
AB_FUNC int ab_driver_start_call(lua_State *L, ab_search *search);

/*
 * alphabeta.core.resume(searcher, session, ...): goes on until a function of the game is to be called, and returns that
 * and its arguments; what it returns are the values that are given the next time. When the search or the slice has
 * ended: nil, and what ab_driver_run returns.
 */
AB_FUNC int ab_driver_resume(lua_State *L);

/*
 * alphabeta.core.restore(searcher, session, has_returned): after an error, returns a function that unmakes a move, and
 * its arguments, and is then to be called again, with true; or nothing, when the state is restored and the search is
 * over.
 */
AB_FUNC int ab_driver_restore(lua_State *L);

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
