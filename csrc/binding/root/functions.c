/* functions.c: see functions.h. */

#include "functions.h"

#include <lauxlib.h>

#include "../base/message.h"

/* Each copy of this library has a key of its own in the registry. */
static char key;

int ab_functions_set(lua_State *L)
{
  lua_settop(L, 1);
  lua_pushlightuserdata(L, &key);
  lua_insert(L, 1);
  lua_rawset(L, LUA_REGISTRYINDEX);
  return 0;
}

void ab_functions_push(lua_State *L, const char *name)
{
  lua_pushlightuserdata(L, &key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (!lua_istable(L, -1))
    ab_message_raise(
        L, "alphabeta.core: searches need the module alphabeta: require it in place of alphabeta.core");
  lua_getfield(L, -1, name);
  lua_replace(L, -2);
}
