#include "../../system/constant_rows.h"
#include "message.h"

#include <stdarg.h>

#include "compat.h"

const char *ab_message_describe(lua_State *L, int index)
{
  int type = lua_type(L, index);
  if (type == LUA_TNUMBER) {
    if (lua_tonumber(L, index) != lua_tonumber(L, index)) return "NaN";
    lua_pushvalue(L, index);
    return lua_tostring(L, -1);
  }
  if (type == LUA_TSTRING && compat_rawlen(L, index) <= AB_LONGEST_TEXT)
    return lua_pushfstring(L, "'%s'", lua_tostring(L, index));
  return lua_typename(L, type);
}

int ab_message_raise(lua_State *L, const char *format, ...)
{
  va_list arguments;
  luaL_where(L, 2);
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 2);
  return lua_error(L);
}

void ab_message_check_stack(lua_State *L, int slots, const char *what)
{
  if (!lua_checkstack(L, slots)) luaL_error(L, "not enough memory for the stack (%s)", what);
}
