/* core.c: the module alphabeta.core, the one symbol that the loader sees. */

#include "../../engine/portable.h"
#include "../base/compat.h"
#include "searcher.h"
#include "../base/zobrist.h"

AB_EXPORT int luaopen_alphabeta_core(lua_State *L);

/* require "alphabeta.core": a table of functions; `alphabeta` is what users require. */
int luaopen_alphabeta_core(lua_State *L)
{
  ab_searcher_register(L);
  ab_zobrist_register(L);
  lua_createtable(L, 0, 6);
  lua_pushcfunction(L, ab_searcher_search_once);
  lua_setfield(L, -2, "search");
  lua_pushcfunction(L, ab_searcher_new);
  lua_setfield(L, -2, "new");
  lua_pushcfunction(L, ab_searcher_perft);
  lua_setfield(L, -2, "perft");
  lua_pushcfunction(L, ab_zobrist_new);
  lua_setfield(L, -2, "zobrist");
  lua_pushcfunction(L, ab_searcher_searches);
  lua_setfield(L, -2, "searches");
  ab_searcher_push_slicing(L);
  lua_setfield(L, -2, "slicing");
  return 1;
}
