/*
 * searcher.h: searchers, and the functions that make one for a single search, for Lua.
 *
 * A searcher is a userdata. Its one Lua value, a table, keeps its game and the memory of its driver. So a game and a
 * searcher that refer to each other can be collected together, without a finalizer.
 */
#ifndef ALPHABETA_SEARCHER_H
#define ALPHABETA_SEARCHER_H

#include <lua.h>

#include "../../system/portable.h"

/* Makes the metatables of searchers, once for each Lua state. */
AB_FUNC void ab_searcher_register(lua_State *L);

/*
 * Pushes the methods of searchers with the option `slice`. A function in Lua must replace their `search`, because only
 * that can yield on every version.
 */
AB_FUNC void ab_searcher_push_slicing(lua_State *L);

/* alphabeta.new(game, options): a searcher. */
AB_FUNC int ab_searcher_new(lua_State *L);

/*
 * join(table): a number for the next search with a shared table. join(searcher, number): the searcher's next search has
 * that number, as all that search together.
 */
AB_FUNC int ab_searcher_join(lua_State *L);

/* searches(searcher): how many searches it has begun. */
AB_FUNC int ab_searcher_searches(lua_State *L);

/*
 * assist(searcher, state, count): starts threads that search beside the searcher, whose search by slices has begun with
 * the state; see pool/assistants.h. Returns a userdata, or nil.
 */
AB_FUNC int ab_searcher_assist(lua_State *L);

/*
 * accept_state(searcher): the search in slices goes on with the state, even if it was changed. The caller has compared
 * it.
 */
AB_FUNC int ab_searcher_accept_state(lua_State *L);

/*
 * is_lost(searcher): whether its search neither runs nor waits any more, because an error has struck between its steps.
 * A debug hook may raise one if Lua makes the steps. searcher:stop ends the search.
 */
AB_FUNC int ab_searcher_is_lost(lua_State *L);

/*
 * meaning(searcher): a table of the options that say what the game's numbers mean, given to the searcher or read from
 * its game. Also that game, nil if states have their own functions. Nothing for other values.
 */
AB_FUNC int ab_searcher_meaning(lua_State *L);

/* alphabeta.search(state, depth, options): best, value, info. */
AB_FUNC int ab_searcher_search_once(lua_State *L);

/*
 * runs(): an array of the functions that call the game's, and the table of methods of searchers without the option
 * `slice`. Each is a table: `where`, its name in messages; `name`, that of the function or method; `run`; and `begin`,
 * which returns the results of ab_driver_start_call, or true if nothing is left to do.
 */
AB_FUNC int ab_searcher_runs(lua_State *L);

#endif
