/* ranking.c: see ranking.h. */

#include "ranking.h"

#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/message.h"
#include "functions.h"
#include "line.h"

int ab_ranking_is_wanted(const ab_search *search)
{
  return ab_engine_scores(&search->engine) != NULL;
}

/* Pushes the array or table at a place of AB_SLOT_ROOT_MOVES. */
static void push_of_root(lua_State *L, int place)
{
  lua_rawgeti(L, AB_SLOT_ROOT_MOVES, place);
}

int ab_ranking_note_line(lua_State *L, ab_search *search)
{
  const ab_scores *scores = ab_engine_scores(&search->engine);
  int length = scores->is_open ? (int)search->plies[1].line : 0, i;
  push_of_root(L, AB_ROOT_LINES);
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
  push_of_root(L, AB_ROOT_COMPLETED);
  push_of_root(L, AB_ROOT_LINES);
  lua_rawseti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_COMPLETED);
  lua_rawseti(L, AB_SLOT_ROOT_MOVES, AB_ROOT_LINES);
}

/* Sets the field `name` of the table on top to a count, or another whole number. */
static void set_count(lua_State *L, const char *name, int64_t count)
{
  compat_pushcount(L, count);
  lua_setfield(L, -2, name);
}

/* Sets the field `name` of the table on top to true or false. */
static void set_flag(lua_State *L, const char *name, int is_set)
{
  lua_pushboolean(L, is_set);
  lua_setfield(L, -2, name);
}

/* Pushes the scores of the last completed iteration, as choice.lua reads them. */
static void push_list(lua_State *L, const ab_score_list *list)
{
  uint32_t i;
  lua_createtable(L, (int)list->count, 0);
  for (i = 0; i < list->count; i++) {
    const ab_score *score = &list->scores[i];
    lua_createtable(L, 0, 4);
    lua_pushnumber(L, score->value);
    lua_setfield(L, -2, "value");
    set_count(L, "index", (int64_t)score->index + 1);
    set_count(L, "end_", score->end);
    set_count(L, "bound", score->bound);
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

/* Pushes that function for a search. */
static void push_random(lua_State *L, const ab_search *search)
{
  randomness *of = lua_newuserdata(L, sizeof *of);
  of->seed = search->choice.seed;
  of->search = search->searches;
  lua_pushcclosure(L, random_number, 1);
}

/* Pushes the record of the root's moves that ranking.lua reads. */
static void push_ranked(lua_State *L, const ab_search *search)
{
  const ab_engine *engine = &search->engine;
  const ab_choice *choice = &search->choice;
  lua_createtable(L, 0, 10);
  push_list(L, ab_engine_completed_scores(engine));
  lua_setfield(L, -2, "list");
  push_of_root(L, AB_ROOT_MOVES);
  lua_setfield(L, -2, "moves");
  push_of_root(L, AB_ROOT_COMPLETED);
  lua_setfield(L, -2, "lines");
  set_flag(L, "minimizing", ab_engine_task(engine)->minimizing);
  set_count(L, "bound", ab_engine_bound(engine));
  set_flag(L, "lists_ties", ab_engine_task(engine)->lists_ties);
  set_flag(L, "draws_tie", choice->draws_tie);
  lua_pushnumber(L, choice->temperature);
  lua_setfield(L, -2, "temperature");
  push_random(L, search);
  lua_setfield(L, -2, "random");
  if (search->now.chosen >= 0) set_count(L, "chosen", (int64_t)search->now.chosen + 1);
}

void ab_ranking_push(lua_State *L, const ab_search *search)
{
  const ab_task *task = ab_engine_task(&search->engine);
  if (task->multipv > 1 || task->lists_ties)
    push_ranked(L, search);
  else
    lua_pushnil(L);
}

int ab_ranking_call_level(lua_State *L, ab_search *search)
{
  int top = lua_gettop(L);
  if (search->choice.level != AB_LEVEL_BY_FUNCTION || search->now.has_asked_level ||
      !ab_ranking_is_wanted(search))
    return -1;
  push_of_root(L, AB_ROOT_LEVEL);
  ab_functions_push(L, "for_level");
  push_ranked(L, search);
  lua_call(L, 1, 2);
  if (lua_isnil(L, -2)) {
    lua_settop(L, top);
    return -1;
  }
  search->now.has_asked_level = 1;
  search->ask.running = AB_LEVEL;
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
  search->now.chosen = (int32_t)lua_tointeger(L, -2) - 1;
  lua_settop(L, answer - 1);
}
