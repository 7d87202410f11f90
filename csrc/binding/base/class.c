#include "class.h"

#include "compat.h"

int ab_class_new(lua_State *L, const char *name, const luaL_Reg *metamethods, const luaL_Reg *methods)
{
  luaL_getmetatable(L, name);
  if (!lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  lua_newtable(L);
  lua_replace(L, -2);
  compat_setfunctions(L, metamethods);
  lua_newtable(L);
  compat_setfunctions(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__metatable");
  return 1;
}

void *ab_class_test(lua_State *L, int index, const char *name, size_t size)
{
  int is_one;
  if (lua_type(L, index) != LUA_TUSERDATA || compat_rawlen(L, index) != size) return NULL;
  if (!lua_getmetatable(L, index)) return NULL;
  luaL_getmetatable(L, name);
  is_one = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is_one ? lua_touserdata(L, index) : NULL;
}
