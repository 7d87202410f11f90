#include "fields.h"

#include "compat.h"

void ab_set_count(lua_State *L, const char *name, int64_t count)
{
  compat_pushcount(L, count);
  lua_setfield(L, -2, name);
}

void ab_set_number(lua_State *L, const char *name, double number)
{
  lua_pushnumber(L, (lua_Number)number);
  lua_setfield(L, -2, name);
}

void ab_set_flag(lua_State *L, const char *name, int is_set)
{
  lua_pushboolean(L, is_set);
  lua_setfield(L, -2, name);
}
