/*
 * session.h: the values of a search, on the stack and in the searcher's own table.
 *
 * The slots of a search are on the stack of the C function that runs it. Its session keeps the same values between the
 * slices of a search: see search.h.
 */
#ifndef ALPHABETA_SESSION_H
#define ALPHABETA_SESSION_H

#include "search.h"

/* Stores the value of a slot in the session, too. */
AB_FUNC void ab_session_keep_slot(lua_State *L, int slot);

/* Clears the value of the session at `slot`. Needs no memory. */
AB_FUNC void ab_session_forget(lua_State *L, int slot);

/* Fills the slots from AB_SLOT_LIST on, and stores all as a new session, unless there is not enough memory. */
AB_FUNC void ab_session_begin(lua_State *L);

/* Pushes the slots of the session of the searcher. The stack must hold only the searcher. */
AB_FUNC void ab_session_push(lua_State *L);

#endif
