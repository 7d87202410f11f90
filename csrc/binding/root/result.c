/* result.c: see result.h. */

#include "result.h"

#include "../../system/clock.h"
#include "../base/compat.h"
#include "functions.h"
#include "line.h"
#include "ranking.h"
#include "../base/payoff.h"

/* Sets the field `name` of the table on top to a count. */
static void set_count(lua_State *L, const char *name, uint64_t count)
{
  compat_pushcount(L, count);
  lua_setfield(L, -2, name);
}

/* Pushes `info` for lua/alphabeta/front/result.lua, which completes it. */
static void push_info(lua_State *L, const ab_search *search)
{
  static const char *const reasons[] = {"", "depth", "time", "nodes", "stopped", "solved", "over", "forced"};
  const ab_engine *engine = &search->engine;
  const ab_counters *counters = ab_engine_counters(engine);
  const ab_result *result = ab_engine_result(engine);
  const ab_table *table = ab_engine_task(engine)->table;
  lua_createtable(L, 0, 16);
  set_count(L, "depth", (uint64_t)result->depth);
  set_count(L, "nodes", counters->nodes);
  set_count(L, "evaluations", counters->evaluations);
  set_count(L, "cutoffs", counters->cutoffs);
  set_count(L, "table_hits", counters->table_hits);
  if (table != NULL) {
    set_count(L, "table_bytes", ab_table_bytes(table));
    set_count(L, "table_fill", (uint64_t)ab_table_fill(table));
  }
  lua_pushnumber(L, (result->reason == AB_REASON_NONE ? ab_clock_now() : search->now.ended) -
                        search->now.started);
  lua_setfield(L, -2, "time");
  if (result->reason != AB_REASON_NONE) {
    lua_pushstring(L, reasons[result->reason]);
    lua_setfield(L, -2, "reason");
  }
  if (result->reason == AB_REASON_OVER && search->now.over != NULL) {
    lua_pushstring(L, search->now.over);
    lua_setfield(L, -2, "over");
  }
  ab_line_push(L, search);
  lua_setfield(L, -2, "pv");
  lua_pushboolean(L, search->now.has_content);
  lua_setfield(L, -2, "has_content");
  if (search->now.iterations > 0) {
    lua_pushinteger(L, ab_engine_bound(engine));
    lua_setfield(L, -2, "bound");
  }
  if (result->partial_depth > 0) set_count(L, "partial_depth", (uint64_t)result->partial_depth);
  if (result->decided) {
    lua_pushinteger(L, result->win_in);
    lua_setfield(L, -2, "win_in");
  }
}

int ab_result_push(lua_State *L, const ab_search *search)
{
  ab_functions_push(L, "result");
  lua_pushvalue(L, AB_SLOT_PLAN);
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
  ab_ranking_push(L, search);
  lua_call(L, 5, 3);
  return 3;
}

void ab_result_push_info(lua_State *L, const ab_search *search)
{
  ab_result_push(L, search);
  lua_replace(L, -3);
  lua_pop(L, 1);
}
