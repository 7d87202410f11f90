/* core.c: the module alphabeta.core, the one symbol that the loader sees. */

#include "../../engine/engine.h"
#include "../../system/constant_rows.h"
#include "../../system/portable.h"
#include "../base/compat.h"
#include "../base/content.h"
#include "native_game.h"
#include "plan.h"
#include "searcher.h"
#include "table_object.h"
#include "../base/identity.h"
#include "../base/zobrist.h"
#include "../driver/driver.h"
#include "../pool/assistants.h"
#include "../pool/threads.h"
#include "../root/result.h"

AB_EXPORT int luaopen_alphabeta_core(lua_State *L);

/* require "alphabeta.core": a table of functions; `alphabeta` is what users require. */
int luaopen_alphabeta_core(lua_State *L)
{
  static const luaL_Reg functions[] = {
      {"native", ab_native_game_new},    {"native_bytes", ab_native_game_bytes}, {"mix", ab_identity_mix},
      {"content_hash", ab_content_hash}, {"set_front", ab_functions_set},        {NULL, NULL},
  };
  if (sizeof(lua_Number) < sizeof(double))
    return luaL_error(L,
                      "alphabeta: this Lua has numbers of 32 bits (LUA_FLOAT_FLOAT): build it with doubles");
  lua_createtable(L, 0, 28);
  compat_setfunctions(L, functions);
  ab_searcher_register(L);
  ab_zobrist_register(L);
  ab_table_object_register(L);
  ab_threads_register(L, luaopen_alphabeta_core);
  ab_assistants_register(L);
  lua_pushliteral(L,
                  "alphabeta.core, built for " LUA_VERSION); /* lua/alphabeta/common/build.lua looks for it */
  lua_setfield(L, -2, "BUILD");
  lua_pushliteral(L, "alphabeta " AB_VERSION);
  lua_setfield(L, -2, "VERSION");
  lua_pushliteral(L, AB_ENGINE_NAME);
  lua_setfield(L, -2, "ENGINE");
  ab_plan_push_engine(L);
  lua_setfield(L, -2, "engine");
  return 1;
}
