/* deals.c: see deals.h. */

#include "deals.h"

#include <math.h>
#include <string.h>

#include "../../system/clock.h"
#include "../base/compat.h"
#include "../root/result.h"
#include "playouts.h"
#include "rules.h"

/* Pushes the method `name` of the searches of deals, and these. */
static void push_method(lua_State *L, const char *name)
{
  lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_DEALS);
  lua_getfield(L, -1, name);
  lua_insert(L, -2);
}

/* Begins them, without deals. */
static void begin(lua_State *L)
{
  ab_functions_push(L, "new_deals");
  lua_pushvalue(L, AB_SLOT_PLAN);
  lua_call(L, 1, 1);
  lua_rawseti(L, AB_SLOT_PARTS, AB_PART_DEALS);
}

/* Gives them the true state's moves: those of the first deal, which are the same. */
static void set_moves(const ab_rules *own)
{
  lua_State *L = own->L;
  const ab_search *search = own->search;
  uint32_t count = search->dealing.count, i;
  push_method(L, "set_moves");
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_createtable(L, (int)count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, AB_SLOT_LIST, (int)i);
    lua_rawseti(L, -2, (int)i);
  }
  lua_pushboolean(L, ab_engine_task(&search->engine)->root.minimizing);
  lua_call(L, 4, 0);
}

/* Draws the next deal. Returns 0 if the game is over. */
static int draw(const ab_rules *own)
{
  lua_State *L = own->L;
  if (ab_playouts_deal((void *)own).count == 0) return 0;
  if (own->search->dealing.drawn == 1) set_moves(own);
  push_method(L, "add");
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_call(L, 2, 0);
  ab_playouts_undeal((void *)own);
  return 1;
}

/* How many deals the plan asks for. */
static uint32_t wanted(lua_State *L)
{
  uint32_t count;
  lua_getfield(L, AB_SLOT_PLAN, "deals");
  count = (uint32_t)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return count;
}

/* A count in a field of the searches. */
static uint64_t count_of(lua_State *L, const char *name)
{
  double count;
  lua_getfield(L, -1, name);
  count = (double)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return (uint64_t)count;
}

/* Takes their counts. */
static void take_counters(const ab_rules *own)
{
  lua_State *L = own->L;
  ab_counters counters;
  lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_DEALS);
  counters.nodes = count_of(L, "nodes");
  counters.evaluations = count_of(L, "evaluations");
  counters.cutoffs = count_of(L, "cutoffs");
  counters.table_hits = count_of(L, "table_hits");
  lua_pop(L, 1);
  ab_engine_set_counters(&own->search->engine, &counters);
}

/* Lets them go on for the slice. Pushes why that ends. */
static void step(const ab_rules *own)
{
  lua_State *L = own->L;
  const ab_search *search = own->search;
  const ab_slice *slice = &search->slice;
  uint64_t counted = ab_engine_counters(&search->engine)->nodes;
  double now = ab_clock_now(), nodes = HUGE_VAL, seconds = HUGE_VAL;
  if (search->progress.is_sliced && slice->nodes < UINT64_MAX) nodes = (double)(slice->nodes - counted);
  if (search->progress.is_sliced && slice->deadline < HUGE_VAL) seconds = fmax(slice->deadline - now, 0);
  push_method(L, "step");
  lua_pushnumber(L, (lua_Number)nodes);
  lua_pushnumber(L, (lua_Number)seconds);
  lua_pushnumber(L, (lua_Number)(now - search->progress.started));
  lua_pushnumber(L, (lua_Number)ab_engine_waited(&search->engine));
  lua_call(L, 5, 1);
  take_counters(own);
}

/* Ends the search. */
static int end(const ab_rules *own, ab_reason reason)
{
  lua_State *L = own->L;
  push_method(L, "close");
  lua_call(L, 1, 0);
  ab_engine_end(&own->search->engine, reason);
  return 1;
}

/* Ends the search of a finished game. */
static int end_over(const ab_rules *own)
{
  ab_counters counters = {.evaluations = 1};
  ab_engine_set_counters(&own->search->engine, &counters);
  own->search->result.over_value = ab_rules_value(own, AB_LEAF_OVER);
  return end(own, AB_REASON_OVER);
}

/* Takes the answer of `step` on top, which is popped. Returns the reason to end, or AB_REASON_NONE. */
static ab_reason take_reason(const ab_rules *own)
{
  static const char *const names[] = {"depth", "time", "nodes", "forced"};
  static const ab_reason reasons[] = {AB_REASON_DEPTH, AB_REASON_TIME, AB_REASON_NODES, AB_REASON_FORCED};
  lua_State *L = own->L;
  const char *name = lua_tostring(L, -1);
  ab_reason reason = AB_REASON_NONE;
  size_t i;
  if (strcmp(name, "others") == 0)
    ab_search_reject(L, own->search, AB_MOVES, "expected the same moves each time in a state, got others");
  for (i = 0; i < sizeof reasons / sizeof *reasons; i++)
    if (strcmp(name, names[i]) == 0) reason = reasons[i];
  if (strcmp(name, "iteration") == 0) ab_report_playouts((void *)own);
  lua_pop(L, 1);
  return reason;
}

/* Whether the search must be left, for a pause or because it is stopped. */
static int must_leave(const ab_search *search)
{
  if (search->progress.is_stopping) return 1;
  return search->progress.is_sliced && (ab_engine_counters(&search->engine)->nodes >= search->slice.nodes ||
                                        ab_clock_now() >= search->slice.deadline);
}

int ab_deals_run(const ab_rules *own)
{
  ab_search *search = own->search;
  lua_rawgeti(own->L, AB_SLOT_PARTS, AB_PART_DEALS);
  if (lua_isnil(own->L, -1)) begin(own->L);
  lua_settop(own->L, AB_SLOTS);
  for (;;) {
    ab_reason reason = AB_REASON_NONE;
    if (search->dealing.drawn < wanted(own->L)) {
      if (!draw(own)) return end_over(own);
    } else {
      step(own);
      reason = take_reason(own);
    }
    if (reason != AB_REASON_NONE) return end(own, reason);
    if (must_leave(search)) return 0;
  }
}
