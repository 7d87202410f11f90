/* functions.c: see functions.h. */

#include "functions.h"

#include <lauxlib.h>

/* Pushes the key in the registry of the functions, or of what loads them: each copy of this library has its own. */
static void push_registry_key(lua_State *L)
{
  static const char name[] = "alphabeta.root";
  lua_pushfstring(L, "%s %p", name, (const void *)name);
}

int ab_functions_set(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TFUNCTION);
  push_registry_key(L);
  lua_pushvalue(L, 1);
  lua_rawset(L, LUA_REGISTRYINDEX);
  return 0;
}

void ab_functions_push(lua_State *L, const char *name)
{
  push_registry_key(L);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (lua_isfunction(L, -1)) {
    lua_call(L, 0, 1);
    push_registry_key(L);
    lua_pushvalue(L, -2);
    lua_rawset(L, LUA_REGISTRYINDEX);
  }
  if (!lua_istable(L, -1)) {
    ab_search_where(L);
    lua_pushliteral(L,
                    "alphabeta.core: options 'only', 'avoid', 'level', 'multipv' and 'ties' need the module "
                    "alphabeta: require it in place of alphabeta.core");
    lua_concat(L, 2);
    lua_error(L);
  }
  lua_getfield(L, -1, name);
  lua_replace(L, -2);
}
