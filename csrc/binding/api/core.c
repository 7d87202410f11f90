/* core.c: the module alphabeta.core, the one symbol that the loader sees. */

#include "../../engine/engine.h"
#include "../../system/portable.h"
#include "../base/compat.h"
#include "../base/content.h"
#include "option_table.h"
#include "options.h"
#include "searcher.h"
#include "table_object.h"
#include "../base/mix.h"
#include "../base/zobrist.h"
#include "../driver/driver.h"
#include "../driver/loop.h"
#include "../driver/outcomes.h"
#include "../pool/threads.h"
#include "../root/functions.h"
#include "../root/result.h"

AB_EXPORT int luaopen_alphabeta_core(lua_State *L);

/* Sets a limit of the search in the table on top, for the tools written in Lua. */
static void set_limit(lua_State *L, const char *name, lua_Integer value)
{
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

/* threads(): as ab_threads_new, whose threads have this module. */
static int new_threads(lua_State *L)
{
  lua_settop(L, 0);
  lua_pushcfunction(L, luaopen_alphabeta_core);
  return ab_threads_new(L);
}

/* require "alphabeta.core": a table of functions; `alphabeta` is what users require. */
int luaopen_alphabeta_core(lua_State *L)
{
  static const luaL_Reg functions[] = {
      {"search", ab_searcher_search_once},
      {"new", ab_searcher_new},
      {"perft", ab_searcher_perft},
      {"table", ab_table_object_new},
      {"join", ab_searcher_join},
      {"threads", new_threads},
      {"clock", ab_threads_clock},
      {"processors", ab_threads_processors},
      {"zobrist", ab_zobrist_new},
      {"mix", ab_mix},
      {"content_hash", ab_content_hash},
      {"searches", ab_searcher_searches},
      {"accept_state", ab_searcher_accept_state},
      {"is_lost", ab_searcher_is_lost},
      {"options", ab_option_push_rows},
      {"accepts", ab_option_accepts},
      {"game_fields", ab_options_game_fields},
      {"meaning", ab_searcher_meaning},
      {"loop", ab_loop_push_interface},
      {"set_loop", ab_loop_set},
      {"set_root", ab_functions_set},
      {"runs", ab_searcher_runs},
      {"resume", ab_driver_resume},
      {"restore", ab_driver_restore},
      {NULL, NULL},
  };
  const luaL_Reg *entry;
  ab_searcher_register(L);
  ab_zobrist_register(L);
  ab_table_object_register(L);
  ab_threads_register(L);
  lua_createtable(L, 0, 28);
  for (entry = functions; entry->name != NULL; entry++) {
    lua_pushcfunction(L, entry->func);
    lua_setfield(L, -2, entry->name);
  }
  lua_pushliteral(L,
                  "alphabeta.core, built for " LUA_VERSION); /* lua/alphabeta/common/build.lua looks for it */
  lua_setfield(L, -2, "BUILD");
  lua_pushliteral(L, AB_ENGINE_NAME);
  lua_setfield(L, -2, "ENGINE");
  ab_searcher_push_slicing(L);
  lua_setfield(L, -2, "slicing");
  set_limit(L, "CHANCES_MAX", AB_CHANCES_MAX);
  set_limit(L, "CUTOFFS_DEPTH", AB_CUTOFFS_DEPTH);
  set_limit(L, "PLAYERS_MAX", AB_MAXN_PLAYERS);
  lua_pushnumber(L, AB_PROBABILITY_TOLERANCE);
  lua_setfield(L, -2, "PROBABILITY_TOLERANCE");
  return 1;
}
