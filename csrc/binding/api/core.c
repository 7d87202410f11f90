/* core.c: the module alphabeta.core, the one symbol that the loader sees. */

#include "../../engine/chance.h"
#include "../../engine/maxn.h"
#include "../../engine/portable.h"
#include "../base/compat.h"
#include "option_table.h"
#include "options.h"
#include "searcher.h"
#include "../base/mix.h"
#include "../base/zobrist.h"
#include "../driver/outcomes.h"
#include "../root/selection.h"

AB_EXPORT int luaopen_alphabeta_core(lua_State *L);

/* Sets a limit of the search in the table on top, for the tools written in Lua. */
static void set_limit(lua_State *L, const char *name, lua_Integer value)
{
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

/* require "alphabeta.core": a table of functions; `alphabeta` is what users require. */
int luaopen_alphabeta_core(lua_State *L)
{
  ab_searcher_register(L);
  ab_zobrist_register(L);
  lua_createtable(L, 0, 15);
  lua_pushcfunction(L, ab_searcher_search_once);
  lua_setfield(L, -2, "search");
  lua_pushcfunction(L, ab_searcher_new);
  lua_setfield(L, -2, "new");
  lua_pushcfunction(L, ab_searcher_perft);
  lua_setfield(L, -2, "perft");
  lua_pushcfunction(L, ab_zobrist_new);
  lua_setfield(L, -2, "zobrist");
  lua_pushcfunction(L, ab_mix);
  lua_setfield(L, -2, "mix");
  lua_pushcfunction(L, ab_searcher_searches);
  lua_setfield(L, -2, "searches");
  lua_pushcfunction(L, ab_option_push_rows);
  lua_setfield(L, -2, "options");
  lua_pushcfunction(L, ab_option_accepts);
  lua_setfield(L, -2, "accepts");
  lua_pushcfunction(L, ab_options_game_fields);
  lua_setfield(L, -2, "game_fields");
  lua_pushcfunction(L, ab_searcher_meaning);
  lua_setfield(L, -2, "meaning");
  ab_searcher_push_slicing(L);
  lua_setfield(L, -2, "slicing");
  set_limit(L, "CHANCES_MAX", AB_CHANCES_MAX);
  set_limit(L, "MOVE_DEPTH_MAX", AB_SELECTION_DEPTH);
  set_limit(L, "PLAYERS_MAX", AB_MAXN_PLAYERS);
  lua_pushnumber(L, AB_PROBABILITY_TOLERANCE);
  lua_setfield(L, -2, "PROBABILITY_TOLERANCE");
  return 1;
}
