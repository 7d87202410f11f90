/*
 * message.h: Lua values as error messages show them.
 */
#ifndef ALPHABETA_MESSAGE_H
#define ALPHABETA_MESSAGE_H

#include <lua.h>

#include "../../engine/portable.h"

/*
 * What the value at `index` looks like in a message: a number or a short string itself, NaN as "NaN", else its type.
 * May push one value, which keeps the text alive.
 */
AB_FUNC const char *ab_message_describe(lua_State *L, int index);

#endif
