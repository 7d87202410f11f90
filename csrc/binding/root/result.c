/* result.c: see result.h. */

#include "result.h"

#include "../../system/clock.h"
#include "../base/compat.h"
#include "counter_rows.h"
#include "line.h"
#include "ranking.h"
#include "techniques.h"
#include "../base/payoff.h"

void ab_result_note_division(lua_State *L, ab_search *search)
{
  uint64_t leaves = ab_engine_counters(&search->engine)->leaves;
  lua_createtable(L, 0, 2);
  ab_line_push_move(L, search, 1);
  lua_setfield(L, -2, "move");
  compat_pushcount(L, leaves - search->now.divided);
  lua_setfield(L, -2, "leaves");
  lua_rawseti(L, AB_SLOT_DIVIDE, (int)compat_rawlen(L, AB_SLOT_DIVIDE) + 1);
  search->now.divided = leaves;
}

/* Sets the field `name` of the table on top to a count. */
static void set_count(lua_State *L, const char *name, uint64_t count)
{
  compat_pushcount(L, count);
  lua_setfield(L, -2, name);
}

/* Sets the field of a counter of the engine. */
#define SET_COUNTER(name) set_count(L, #name, ab_engine_counters(engine)->name);

/* Pushes the table `info`, but for what concerns the choice of a move; it has no reason while the search goes on. */
static void push_info(lua_State *L, const ab_search *search)
{
  static const char *const reasons[] = {"", "depth", "time", "nodes", "stopped", "solved", "over", "forced"};
  static const char *const bounds[] = {"upper", "exact", "lower"};
  const ab_engine *engine = &search->engine;
  int bound = ab_engine_bound(engine);
  lua_createtable(L, 0, 11);
  lua_pushliteral(L, AB_ENGINE_NAME);
  lua_setfield(L, -2, "engine");
  set_count(L, "depth", (uint64_t)ab_engine_result(engine)->depth);
  AB_COUNTERS_OF_INFO(SET_COUNTER)
  if (ab_engine_task(engine)->table != NULL) {
    set_count(L, "table_bytes", ab_table_bytes(ab_engine_task(engine)->table));
    set_count(L, "table_fill", (uint64_t)ab_table_fill(ab_engine_task(engine)->table));
  }
  lua_pushnumber(L,
                 (ab_engine_result(engine)->reason == AB_REASON_NONE ? ab_clock_now() : search->now.ended) -
                     search->now.started);
  lua_setfield(L, -2, "time");
  if (ab_engine_result(engine)->reason != AB_REASON_NONE) {
    lua_pushstring(L, reasons[ab_engine_result(engine)->reason]);
    lua_setfield(L, -2, "reason");
  }
  ab_line_push(L, search);
  lua_setfield(L, -2, "pv");
  ab_techniques_push(L, search);
  lua_setfield(L, -2, "techniques");
  if (search->now.iterations > 0) {
    lua_pushstring(L, bounds[bound + 1]);
    lua_setfield(L, -2, "bound");
  }
  if (ab_engine_result(engine)->partial_depth > 0)
    set_count(L, "partial_depth", (uint64_t)ab_engine_result(engine)->partial_depth);
  if (ab_engine_result(engine)->decided && (bound == 0 || ab_engine_result(engine)->partial_depth > 0)) {
    lua_pushinteger(L, ab_engine_result(engine)->win_in);
    lua_setfield(L, -2, "win_in");
  }
}

int ab_result_push(lua_State *L, const ab_search *search)
{
  if (ab_engine_task(&search->engine)->algorithm == AB_PERFT) {
    compat_pushcount(L, ab_engine_counters(&search->engine)->leaves);
    if (!lua_istable(L, AB_SLOT_DIVIDE)) return 1;
    lua_pushvalue(L, AB_SLOT_DIVIDE);
    return 2;
  }
  if (search->now.best_length > 0)
    lua_rawgeti(L, AB_SLOT_BEST, (int)search->now.best_length);
  else
    lua_pushnil(L);
  if (search->now.iterations == 0)
    lua_pushnil(L);
  else if (ab_engine_task(&search->engine)->algorithm == AB_MAXN)
    ab_payoff_push_result(L, search);
  else
    lua_pushnumber(L, ab_engine_result(&search->engine)->value);
  push_info(L, search);
  ab_ranking_apply(L, search);
  return 3;
}

void ab_result_push_info(lua_State *L, const ab_search *search)
{
  ab_result_push(L, search);
  lua_replace(L, -3);
  lua_pop(L, 1);
}
