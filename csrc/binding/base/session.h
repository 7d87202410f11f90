/*
 * session.h: the values of a search, on the stack and in the searcher's own table.
 *
 * The slots of a search are on the stack of the C function that runs it. Its session keeps the same values
 * between the slices of a search, and for ending one whose coroutine was dropped: see search.h.
 */
#ifndef ALPHABETA_SESSION_H
#define ALPHABETA_SESSION_H

#include "search.h"

/* Stores the value of a slot in the session, too. */
AB_FUNC void ab_session_keep_slot(lua_State *L, int slot);

/* Whether the search whose slots are on the stack was abandoned, and must touch nothing any more. */
AB_FUNC int ab_session_is_stale(lua_State *L);

/* Clears the value of the session at `place`. Needs no memory. */
AB_FUNC void ab_session_forget(lua_State *L, int place);

/* Fills the slots from AB_SLOT_LIST on, and stores all as a new session, unless there is not enough memory. */
AB_FUNC void ab_session_begin(lua_State *L);

/* Pushes the slots of the session of the searcher. The stack must hold only the searcher. */
AB_FUNC void ab_session_push(lua_State *L);

/* Pushes the slots of a session. The stack has a searcher, that session, and values, which then lie above the slots. */
AB_FUNC void ab_session_load(lua_State *L);

/* Notes that the search whose slots are on the stack runs on this thread. Needs no memory. */
AB_FUNC void ab_session_note_thread(lua_State *L);

/* The local variable, the second, in which functions in Lua that make calls for a search have its session. */
#define AB_SESSION_LOCAL 2

/*
 * Whether the search, whose session is on the stack, waits in a callback that has yielded, or did so when its
 * coroutine was closed, or was reset and given something else to run: nothing of the search runs there any more.
 */
AB_FUNC int ab_session_is_suspended(lua_State *L);

/* Whether the search, whose session is on the stack, neither runs nor waits: an error has struck between its steps. */
AB_FUNC int ab_session_is_lost(lua_State *L);

#endif
