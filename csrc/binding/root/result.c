#include "result.h"

#include <lauxlib.h>

#include "../../system/clock.h"
#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/fields.h"
#include "../base/message.h"
#include "../base/payoff.h"
#include "tree.h"

/* ---- functions in Lua ---- */

/* Each copy of this library has a key of its own in the registry. */
static char key;

int ab_functions_set(lua_State *L)
{
  lua_settop(L, 1);
  lua_pushlightuserdata(L, &key);
  lua_insert(L, 1);
  lua_rawset(L, LUA_REGISTRYINDEX);
  return 0;
}

void ab_functions_push(lua_State *L, const char *name)
{
  lua_pushlightuserdata(L, &key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (!lua_istable(L, -1))
    ab_message_raise(
        L, "alphabeta.core: searches need the module alphabeta: require it in place of alphabeta.core");
  lua_getfield(L, -1, name);
  lua_replace(L, -2);
}

int ab_functions_raise(lua_State *L)
{
  if (lua_istable(L, -1) && lua_getmetatable(L, -1)) {
    ab_functions_push(L, "mark");
    if (lua_rawequal(L, -1, -2)) {
      luaL_where(L, 1);
      lua_getfield(L, -4, "text");
      lua_concat(L, 2);
    } else {
      lua_pop(L, 2);
    }
  }
  return lua_error(L);
}

/* ---- which of the root's moves are searched ---- */

int ab_selection_is_due(lua_State *L, const ab_search *search)
{
  if (ab_engine_ply(&search->engine) != 0 || !lua_istable(L, AB_SLOT_ROOT_MOVES)) return 0;
  if (search->kind != AB_KIND_ALPHABETA) return ab_engine_task(&search->engine)->root.omits_moves;
  return !ab_engine_is_quiescence(&search->engine, 0);
}

/* Pushes a function about the moves that the user has named, and these: its first arguments. */
static void push_call(lua_State *L, const char *name)
{
  ab_message_check_stack(L, LUA_MINSTACK, "comparing moves");
  ab_functions_push(L, name);
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_ONLY);
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_AVOID);
}

uint32_t ab_selection_take(lua_State *L, uint32_t count)
{
  int list = lua_gettop(L);
  push_call(L, "take");
  lua_pushvalue(L, list);
  lua_pushinteger(L, (lua_Integer)count);
  lua_call(L, 4, 2);
  if (lua_isnil(L, -2)) ab_message_raise(L, "%s", lua_tostring(L, -1));
  count = (uint32_t)lua_tointeger(L, -1);
  lua_pushvalue(L, -2);
  lua_rawseti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_MOVES);
  lua_pop(L, 1);
  lua_replace(L, list);
  return count;
}

void ab_selection_refuse(lua_State *L, const ab_search *search, uint32_t count)
{
  if (!ab_selection_is_due(L, search)) return;
  push_call(L, "mistake_at_chance");
  lua_pushinteger(L, (lua_Integer)count);
  lua_call(L, 3, 1);
  if (!lua_isnil(L, -1)) ab_message_raise(L, "%s", lua_tostring(L, -1));
  lua_pop(L, 1);
}

/* ---- expected lines ---- */

void ab_line_push_move(lua_State *L, const ab_search *search, int32_t ply)
{
  if (search->game.style == AB_BY_STATES && search->plies[ply].count == 0)
    lua_pushvalue(L, AB_SLOT_STATE);
  else
    lua_rawgeti(L, AB_SLOT_MOVES, ply + 1);
}

void ab_line_note(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine);
  ab_ply *own = &search->plies[ply];
  ab_assert((size_t)ply + 1 < search->path.room);
  own->line = own[1].line + 1;
  lua_rawgeti(L, AB_SLOT_LINES, ply + 1);
  lua_rawgeti(L, AB_SLOT_LINES, ply + 2);
  ab_line_push_move(L, search, ply + 1);
  lua_rawseti(L, -2, (int)own->line);
  lua_rawseti(L, AB_SLOT_LINES, ply + 1);
  lua_rawseti(L, AB_SLOT_LINES, ply + 2);
}

void ab_line_note_best(lua_State *L, ab_search *search)
{
  search->result.line_length = search->plies[0].line;
  lua_rawgeti(L, AB_SLOT_LINES, 1);
  lua_pushvalue(L, AB_SLOT_BEST);
  lua_rawseti(L, AB_SLOT_LINES, 1);
  lua_replace(L, AB_SLOT_BEST);
}

void ab_line_note_proved(lua_State *L, ab_search *search)
{
  int is_alone = ab_engine_ply(&search->engine) > 0;
  uint32_t length = is_alone ? 1 : search->plies[0].line, i;
  lua_createtable(L, (int)length, 0);
  if (is_alone) {
    ab_line_push_move(L, search, 1);
    lua_rawseti(L, -2, 1);
  } else {
    lua_rawgeti(L, AB_SLOT_LINES, 1);
    for (i = 1; i <= length; i++) {
      lua_rawgeti(L, -1, (int)i);
      lua_rawseti(L, -3, (int)i);
    }
    lua_pop(L, 1);
  }
  search->result.line_length = length;
  lua_replace(L, AB_SLOT_BEST);
}

/* Pushes the best line as an array, the root's move first. */
static void push_line(lua_State *L, const ab_search *search)
{
  uint32_t i;
  lua_createtable(L, (int)search->result.line_length, 0);
  for (i = 1; i <= search->result.line_length; i++) {
    lua_rawgeti(L, AB_SLOT_BEST, (int)(search->result.line_length - i + 1));
    lua_rawseti(L, -2, (int)i);
  }
}

/* ---- values of the root's moves ---- */

int ab_ranking_is_wanted(const ab_search *search)
{
  return ab_engine_scores(&search->engine) != NULL;
}

int ab_ranking_note_line(lua_State *L, ab_search *search)
{
  const ab_scores *scores = ab_engine_scores(&search->engine);
  int length = scores->is_open ? (int)search->plies[1].line : 0, i;
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_LINES);
  lua_createtable(L, length + 1, 0);
  ab_line_push_move(L, search, 1);
  lua_rawseti(L, -2, 1);
  lua_rawgeti(L, AB_SLOT_LINES, 2);
  for (i = 1; i <= length; i++) {
    lua_rawgeti(L, -1, length - i + 1);
    lua_rawseti(L, -3, i + 1);
  }
  lua_pop(L, 1);
  lua_rawseti(L, -2, (int)scores->noted + 1);
  lua_pop(L, 1);
  return scores->is_best;
}

void ab_ranking_report(lua_State *L, const ab_search *search)
{
  if (!ab_ranking_is_wanted(search)) return;
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_COMPLETED);
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_LINES);
  lua_rawseti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_COMPLETED);
  lua_rawseti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_LINES);
}

/* Pushes the scores of the last completed iteration, as choice.lua reads them. */
static void push_list(lua_State *L, const ab_score_list *list)
{
  uint32_t i;
  lua_createtable(L, (int)list->count, 0);
  for (i = 0; i < list->count; i++) {
    const ab_score *score = &list->scores[i];
    lua_createtable(L, 0, 5);
    ab_set_number(L, "value", score->value);
    ab_set_count(L, "index", (int64_t)score->index + 1);
    ab_set_count(L, "end_", score->mate_ply);
    ab_set_count(L, "bound", score->bound);
    ab_set_flag(L, "is_lost", score->is_lost);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

/* The seed of the random numbers of a search. */
typedef struct randomness {
  uint64_t seed, search;
} randomness;

/* Two random numbers of one search differ by this, mixed: the golden ratio's bits. */
#define STEP UINT64_C(0x9E3779B97F4A7C15)

/* random(n): the n-th random number of the search in the upvalue, from 0 on: at least 0 and less than 1. */
static int random_number(lua_State *L)
{
  const randomness *of = lua_touserdata(L, lua_upvalueindex(1));
  uint64_t bits = ab_key_mix(ab_key_mix(of->seed + STEP) + of->search) + (uint64_t)lua_tonumber(L, 1) * STEP;
  lua_pushnumber(L, (lua_Number)(ab_key_mix(bits) >> 11) / 9007199254740992.0);
  return 1;
}

/* Pushes the function of the search's random numbers. */
static void push_random(lua_State *L, const ab_search *search)
{
  randomness *of = lua_newuserdata(L, sizeof *of);
  of->seed = search->choice.seed;
  of->search = search->searches;
  lua_pushcclosure(L, random_number, 1);
}

/* Pushes the number of the move that `level` has chosen, or nil. */
static void push_chosen(lua_State *L, const ab_search *search)
{
  if (search->result.chosen >= 0)
    compat_pushcount(L, (int64_t)search->result.chosen + 1);
  else
    lua_pushnil(L);
}

/* How many of the root's moves are wanted of a tree of playouts. */
static uint32_t most_wanted(const ab_search *search)
{
  uint32_t multipv = ab_engine_task(&search->engine)->root.multipv;
  if (search->kind == AB_KIND_PROBE) return 0;
  if (search->tree > 0) return UINT32_MAX;
  return multipv > 1 ? multipv : 1;
}

/* Pushes what a search has found that is not the engine's: the tree of playouts, or the searches of deals. */
static void push_other(lua_State *L, const ab_search *search)
{
  if (search->kind == AB_KIND_DEALS) {
    lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_DEALS);
    return;
  }
  ab_tree_push(L, search, most_wanted(search));
}

/* Pushes the record of its root's moves that ranking.lua reads. */
static void push_other_ranked(lua_State *L, const ab_search *search)
{
  ab_functions_push(L, "rank_other");
  lua_pushvalue(L, AB_SLOT_PLAN);
  push_other(L, search);
  push_random(L, search);
  push_chosen(L, search);
  lua_call(L, 4, 1);
}

/* Pushes the record of the root's moves that ranking.lua reads. */
static void push_ranked(lua_State *L, const ab_search *search)
{
  const ab_engine *engine = &search->engine;
  const ab_choice *choice = &search->choice;
  if (search->kind != AB_KIND_ALPHABETA) {
    push_other_ranked(L, search);
    return;
  }
  lua_createtable(L, 0, 10);
  push_list(L, ab_engine_completed_scores(engine));
  lua_setfield(L, -2, "list");
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_MOVES);
  lua_setfield(L, -2, "moves");
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_COMPLETED);
  lua_setfield(L, -2, "lines");
  ab_set_flag(L, "minimizing", ab_engine_task(engine)->root.minimizing);
  ab_set_count(L, "bound", ab_engine_bound(engine));
  ab_set_flag(L, "lists_ties", ab_engine_task(engine)->root.lists_ties);
  ab_set_flag(L, "draws_tie", choice->draws_tie);
  ab_set_number(L, "temperature", choice->temperature);
  push_random(L, search);
  lua_setfield(L, -2, "random");
  push_chosen(L, search);
  lua_setfield(L, -2, "chosen");
}

int ab_ranking_call_level(lua_State *L, ab_search *search)
{
  int top = lua_gettop(L);
  if (search->choice.level != AB_LEVEL_BY_FUNCTION || search->result.has_asked_level ||
      search->kind == AB_KIND_PROBE || (search->kind == AB_KIND_ALPHABETA && !ab_ranking_is_wanted(search)))
    return -1;
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_LEVEL);
  ab_functions_push(L, "for_level");
  push_ranked(L, search);
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) {
    lua_settop(L, top);
    return -1;
  }
  search->result.has_asked_level = 1;
  search->call.running = AB_LEVEL;
  return 2;
}

void ab_ranking_take_level(lua_State *L, ab_search *search, ab_callback callback)
{
  int answer = lua_gettop(L), count;
  ab_functions_push(L, "place");
  push_ranked(L, search);
  lua_pushvalue(L, answer);
  lua_call(L, 2, 2);
  count = (int)lua_tointeger(L, -1);
  if (lua_isnil(L, -2))
    ab_search_reject(L, search, callback, "expected an integer from 1 to %d, got %s", count,
                     ab_message_describe(L, answer));
  search->result.chosen = (int32_t)lua_tointeger(L, -2) - 1;
  lua_settop(L, answer - 1);
}

/* ---- the result ---- */

/* Pushes `info` for lua/alphabeta/front/result.lua, which completes it. */
static void push_info(lua_State *L, const ab_search *search)
{
  static const char *const reasons[] = {"",       "depth", "time",   "nodes", "stopped",
                                        "solved", "over",  "forced", "probed"};
  const ab_engine *engine = &search->engine;
  const ab_counters *counters = ab_engine_counters(engine);
  const ab_result *result = ab_engine_result(engine);
  const ab_table *table = ab_engine_task(engine)->table;
  lua_createtable(L, 0, 16);
  ab_set_count(L, "depth", (int64_t)result->depth);
  ab_set_count(L, "nodes", (int64_t)counters->nodes);
  ab_set_count(L, "evaluations", (int64_t)counters->evaluations);
  ab_set_count(L, "cutoffs", (int64_t)counters->cutoffs);
  ab_set_count(L, "table_hits", (int64_t)counters->table_hits);
  if (table != NULL) {
    ab_set_count(L, "table_bytes", (int64_t)ab_table_bytes(table));
    ab_set_count(L, "table_fill", (int64_t)ab_table_fill(table));
  }
  ab_set_number(L, "time",
                (result->reason == AB_REASON_NONE ? ab_clock_now() : search->progress.ended) -
                    search->progress.started);
  if (result->reason != AB_REASON_NONE) {
    lua_pushstring(L, reasons[result->reason]);
    lua_setfield(L, -2, "reason");
  }
  if (result->reason == AB_REASON_OVER && search->result.over != NULL) {
    lua_pushstring(L, search->result.over);
    lua_setfield(L, -2, "over");
  }
  push_line(L, search);
  lua_setfield(L, -2, "pv");
  ab_set_flag(L, "has_content", search->move_ids.has_content);
  if (search->result.iterations > 0) ab_set_count(L, "bound", ab_engine_bound(engine));
  if (result->partial_depth > 0) ab_set_count(L, "partial_depth", result->partial_depth);
  if (result->decided) ab_set_count(L, "win_in", result->win_in);
}

/* The same for a search that is not the engine's: lua/alphabeta/front/main.lua knows how. */
static int push_other_result(lua_State *L, const ab_search *search)
{
  ab_functions_push(L, "result_of_other");
  lua_pushvalue(L, AB_SLOT_PLAN);
  push_other(L, search);
  push_info(L, search);
  lua_pushboolean(L, ab_task_wants_scores(ab_engine_task(&search->engine)));
  push_random(L, search);
  push_chosen(L, search);
  if (search->dealing.drawn > 0)
    compat_pushcount(L, (int64_t)search->dealing.drawn);
  else
    lua_pushnil(L);
  if (search->kind == AB_KIND_DEALS && ab_engine_result(&search->engine)->reason == AB_REASON_OVER)
    lua_pushnumber(L, (lua_Number)search->result.over_value);
  else
    lua_pushnil(L);
  lua_pushboolean(L, search->tree > 0);
  lua_call(L, 9, 3);
  return 3;
}

int ab_result_push(lua_State *L, const ab_search *search)
{
  const ab_task *task = ab_engine_task(&search->engine);
  uint32_t players;
  const double *payoffs = ab_engine_result_payoffs(&search->engine, &players);
  if (search->kind != AB_KIND_ALPHABETA) return push_other_result(L, search);
  ab_functions_push(L, "result");
  lua_pushvalue(L, AB_SLOT_PLAN);
  if (search->result.line_length > 0)
    lua_rawgeti(L, AB_SLOT_BEST, (int)search->result.line_length);
  else
    lua_pushnil(L);
  if (search->result.iterations == 0)
    lua_pushnil(L);
  else if (ab_task_has_payoffs(task))
    ab_payoff_push(L, payoffs, players);
  else
    lua_pushnumber(L, ab_engine_result(&search->engine)->value);
  push_info(L, search);
  if (ab_task_wants_scores(task))
    push_ranked(L, search);
  else
    lua_pushnil(L);
  lua_call(L, 5, 3);
  return 3;
}

void ab_result_push_info(lua_State *L, const ab_search *search)
{
  ab_result_push(L, search);
  lua_replace(L, -3);
  lua_pop(L, 1);
}
