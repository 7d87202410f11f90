/* message.h: Lua values as error messages show them. */
#ifndef ALPHABETA_MESSAGE_H
#define ALPHABETA_MESSAGE_H

#include <lua.h>

#include "../../system/portable.h"

/* The value at `index` in a message: a number, a short string, or its type. May push a value, which keeps the text. */
AB_FUNC const char *ab_message_describe(lua_State *L, int index);

/*
 * Raises an error at the line where the user called the running function of this module. For functions that this one
 * calls in protected mode, which is one level deeper than luaL_error assumes. The format is lua_pushfstring's.
 */
AB_FUNC int ab_message_raise(lua_State *L, const char *format, ...);

/* Makes room for `slots` more values on the stack. Otherwise raises an error that says what they are for. */
AB_FUNC void ab_message_check_stack(lua_State *L, int slots, const char *what);

#endif
