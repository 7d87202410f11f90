/*
 * loop.h: the loop in Lua that answers the frequent asks on LuaJIT.
 *
 * A call from C into Lua is never compiled by LuaJIT, while a call from Lua into C over the FFI is, and the game's
 * functions become part of the same compiled code. So on LuaJIT the frequent asks are answered by a loop in Lua,
 * lua/alphabeta/loop/body.lua. It reads and writes what the driver in C does: the tables of the session, and those
 * fields of ab_search that ab_loop_push_interface lists. Whenever an ask or an answer is not a simple one that it
 * knows, or the search is to pause or to stop, the loop returns, and the driver in C goes on from there; so it may be
 * called, or not, before any ask. Errors of callbacks leave it like any other function: what was made is noted before.
 */
#ifndef ALPHABETA_LOOP_H
#define ALPHABETA_LOOP_H

#include "../base/search.h"

/* Why the loop has returned. */
typedef enum ab_loop_outcome {
  AB_LOOP_ASKED, /* the driver is to do what is asked, see ab_asked */
  AB_LOOP_ANSWERED /* the driver is to take the answer of the callback that is running, if one is, and to go on */
} ab_loop_outcome;

/*
 * Looks for the loop of a search that is about to begin, whose functions are in their slots, and keeps it with the
 * searcher. Returns whether there is one. Lua code runs, but none of the game's.
 */
AB_FUNC int ab_loop_find(lua_State *L, const ab_task *task, const ab_game *game, int is_sliced);

/* Runs the loop until it returns. The stack has the slots alone, and then an answer above them, if there is one. */
AB_FUNC ab_loop_outcome ab_loop_run(lua_State *L, ab_search *search);

/* Pushes the call of the loop, on the slots alone: it runs elsewhere. Returns how many arguments the call has. */
AB_FUNC int ab_loop_call(lua_State *L, ab_search *search);

/* Takes what the loop has returned, which is on the slots, and leaves its answer there, if there is one. */
AB_FUNC ab_loop_outcome ab_loop_take(lua_State *L, ab_search *search);

/*
 * alphabeta.core.loop(): a table with all that Lua must know to make such a loop: the functions to be called over the
 * FFI, the layout of structs, and the numbers of slots, asks and callbacks.
 */
AB_FUNC int ab_loop_push_interface(lua_State *L);

/*
 * alphabeta.core.set_loop(find): `find(lister, enter, evaluate, is_timed)` returns the loop for a game, or nil; another
 * one for searches that may end or pause by time.
 */
AB_FUNC int ab_loop_set(lua_State *L);

#endif
