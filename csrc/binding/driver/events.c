#include "calls.h"

#include "../base/compat.h"
#include "../base/fields.h"
#include "../base/payoff.h"
#include "../root/result.h"
#include "successors.h"

/* The names of the types of events, by ab_event_kind. */
static const char *const types[] = {"enter",  "evaluate", "table",  "repetition",
                                    "bounds", "bound",    "cutoff", "leave"};

/* Sets where the node at `ply` is. The index of a successor that was found before the others are listed is unknown. */
static void set_place(lua_State *L, const ab_search *search, int32_t ply)
{
  if (search->plies[ply].count > 0)
    ab_successors_push_state(L, search, ply);
  else
    lua_pushvalue(L, AB_SLOT_STATE);
  lua_setfield(L, -2, "state");
  ab_set_count(L, "ply", ply);
  ab_set_count(L, "depth", ab_engine_depth_left(&search->engine, ply));
  if (ply == 0) return;
  if (search->plies[ply].is_pass) {
    ab_set_flag(L, "pass", 1);
    return;
  }
  ab_line_push_move(L, search, ply);
  lua_setfield(L, -2, "move");
  if (!ab_engine_is_finding(&search->engine, ply - 1))
    ab_set_count(L, "index", search->plies[ply - 1].child + 1);
}

/* Sets `successors` to a copy of those that the game, or its iterator, has listed; to none if only some were found. */
static void set_successors(lua_State *L, const ab_search *search, int32_t ply)
{
  int count = ab_engine_is_finding(&search->engine, ply) ? 0 : (int)search->plies[ply].count, i;
  lua_rawgeti(L, AB_SLOT_LISTS, ply + 1);
  lua_createtable(L, count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -2, i);
    lua_rawseti(L, -2, i);
  }
  lua_setfield(L, -3, "successors");
  lua_pop(L, 1);
}

/* Sets the window and the value; in max^n there is no window, and the value is the payoff of each player. */
static void set_values(lua_State *L, const ab_search *search, const ab_event *event, int32_t ply)
{
  const ab_engine *engine = &search->engine;
  if (ab_task_has_payoffs(ab_engine_task(engine))) {
    if (!event->has_value) return;
    ab_payoff_push(L, ab_engine_payoffs_at(engine, ply), ab_engine_players(engine));
    lua_setfield(L, -2, "value");
    return;
  }
  ab_set_number(L, "alpha", event->alpha);
  ab_set_number(L, "beta", event->beta);
  if (event->has_value) ab_set_number(L, "value", event->value);
}

int ab_call_trace(lua_State *L, ab_search *search, const ab_event *event)
{
  static const char *const bounds[] = {"upper", "exact", "lower"};
  int32_t ply = ab_engine_ply(&search->engine);
  lua_pushvalue(L, AB_SLOT_TRACE);
  lua_createtable(L, 0, 12);
  lua_pushstring(L, types[event->kind]);
  lua_setfield(L, -2, "type");
  set_place(L, search, ply);
  set_values(L, search, event, ply);
  if (event->turn != 0) ab_set_flag(L, "maximizing", event->turn > 0);
  if (ab_engine_is_chance(&search->engine, ply)) ab_set_flag(L, "chance", 1);
  if (event->is_again) ab_set_flag(L, "again", 1);
  if (event->bound != AB_EVENT_BOUND_UNKNOWN) {
    lua_pushstring(L, bounds[event->bound + 1]);
    lua_setfield(L, -2, "bound");
  }
  if ((event->kind == AB_EVENT_BOUND || event->kind == AB_EVENT_CUTOFF) && !search->plies[ply + 1].is_pass) {
    ab_line_push_move(L, search, ply + 1);
    lua_setfield(L, -2, "by");
  }
  if (event->kind == AB_EVENT_CUTOFF) {
    ab_set_count(L, "tried", event->tried);
    set_successors(L, search, ply);
  }
  search->call.running = AB_TRACE;
  return 1;
}
