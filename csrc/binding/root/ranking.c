/* ranking.c: see ranking.h. */

#include "ranking.h"

#include <math.h>

#include "../base/compat.h"
#include "../base/message.h"
#include "choice.h"
#include "line.h"

int ab_ranking_is_wanted(const ab_search *search)
{
  return ab_engine_scores(&search->engine) != NULL;
}

/* Pushes the array or table at a place of AB_SLOT_ANSWERS. */
static void push_answers(lua_State *L, int place)
{
  lua_rawgeti(L, AB_SLOT_ANSWERS, place);
}

int ab_ranking_note_line(lua_State *L, ab_search *search)
{
  const ab_scores *scores = ab_engine_scores(&search->engine);
  int length = scores->is_open ? (int)search->plies[1].line : 0, i;
  push_answers(L, AB_ANSWERS_LINES);
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
  push_answers(L, AB_ANSWERS_COMPLETED);
  push_answers(L, AB_ANSWERS_LINES);
  lua_rawseti(L, AB_SLOT_ANSWERS, AB_ANSWERS_COMPLETED);
  lua_rawseti(L, AB_SLOT_ANSWERS, AB_ANSWERS_LINES);
}

const ab_score *ab_ranking_chosen(const ab_search *search)
{
  const ab_scores *scores = ab_engine_scores(&search->engine);
  int32_t place = search->now.chosen;
  if (scores == NULL || scores->completed.count == 0 || ab_engine_bound(&search->engine) != 0) return NULL;
  if (place < 0) place = ab_choice_place(&search->choice, &scores->completed, search->searches);
  ab_assert(place < (int32_t)scores->completed.count);
  return place < 0 ? NULL : &scores->completed.scores[place];
}

void ab_ranking_push_move(lua_State *L, const ab_score *score)
{
  push_answers(L, AB_ANSWERS_MOVES);
  lua_rawgeti(L, -1, (int)score->index + 1);
  lua_replace(L, -2);
}

void ab_ranking_push_line(lua_State *L, const ab_score *score)
{
  int length, i;
  push_answers(L, AB_ANSWERS_COMPLETED);
  lua_rawgeti(L, -1, (int)score->index + 1);
  lua_replace(L, -2);
  length = (int)compat_rawlen(L, -1);
  lua_createtable(L, length, 0);
  for (i = 1; i <= length; i++) {
    lua_rawgeti(L, -2, i);
    lua_rawseti(L, -2, i);
  }
  lua_replace(L, -2);
}

double ab_ranking_value(const ab_search *search, const ab_score *score)
{
  if (score->value == 0) return 0;
  return ab_engine_task(&search->engine)->minimizing ? -score->value : score->value;
}

/* Pushes what the user learns of a score. */
static void push_score(lua_State *L, const ab_search *search, const ab_score *score)
{
  static const char *const bounds[] = {"upper", "exact", "lower"};
  int bound = ab_engine_task(&search->engine)->minimizing ? -score->bound : score->bound;
  int32_t win_in = ab_choice_win_in(score);
  lua_createtable(L, 0, 5);
  ab_ranking_push_move(L, score);
  lua_setfield(L, -2, "move");
  lua_pushnumber(L, ab_ranking_value(search, score));
  lua_setfield(L, -2, "value");
  lua_pushstring(L, bounds[bound + 1]);
  lua_setfield(L, -2, "bound");
  if (score->bound != 0) return;
  ab_ranking_push_line(L, score);
  lua_setfield(L, -2, "pv");
  if (win_in == 0) return;
  lua_pushinteger(L, win_in);
  lua_setfield(L, -2, "win_in");
}

void ab_ranking_set_fields(lua_State *L, const ab_search *search)
{
  const ab_engine *engine = &search->engine;
  const ab_score_list *list = ab_engine_completed_scores(engine);
  uint32_t ties, i;
  if (ab_engine_task(engine)->multipv <= 1 && !ab_engine_task(engine)->lists_ties) return;
  lua_createtable(L, (int)list->count, 0);
  for (i = 0; i < list->count; i++) {
    push_score(L, search, &list->scores[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_setfield(L, -2, "scores");
  if (!ab_engine_task(engine)->lists_ties) return;
  ties = ab_engine_bound(engine) == 0 ? ab_choice_ties(list) : 0;
  lua_createtable(L, (int)ties, 0);
  for (i = 0; i < ties; i++) {
    ab_ranking_push_move(L, &list->scores[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_setfield(L, -2, "ties");
}

/* A sequence of random numbers that belongs to a search. */
typedef struct sequence {
  uint64_t seed, search, count;
} sequence;

/* random(): the next number of the sequence in its upvalue, at least 0 and less than 1. */
static int next_random(lua_State *L)
{
  sequence *own = lua_touserdata(L, lua_upvalueindex(1));
  lua_pushnumber(L, ab_choice_random(own->seed, own->search, ++own->count));
  return 1;
}

/* Pushes the function `random` of this search. */
static void push_random(lua_State *L, const ab_search *search)
{
  sequence *own = lua_newuserdata(L, sizeof *own);
  own->seed = search->choice.seed;
  own->search = search->searches;
  own->count = 0;
  lua_pushcclosure(L, next_random, 1);
}

int ab_ranking_call_level(lua_State *L, ab_search *search)
{
  const ab_scores *scores = ab_engine_scores(&search->engine);
  const ab_score_list *list;
  ab_sense which;
  uint32_t i;
  int count = 0;
  if (search->choice.level != AB_LEVEL_BY_FUNCTION || search->now.has_asked_level || scores == NULL)
    return -1;
  if (ab_engine_bound(&search->engine) != 0 || ab_choice_sensible(&scores->completed, 0) < 0) return -1;
  search->now.has_asked_level = 1;
  search->ask.running = AB_LEVEL;
  push_answers(L, AB_ANSWERS_LEVEL);
  lua_newtable(L);
  list = &scores->completed;
  which = ab_choice_sense(list);
  for (i = 0; i < list->count; i++) {
    if (!ab_choice_is_sensible(which, &list->scores[i])) continue;
    push_score(L, search, &list->scores[i]);
    lua_rawseti(L, -2, ++count);
  }
  push_random(L, search);
  return 2;
}

void ab_ranking_take_level(lua_State *L, ab_search *search)
{
  const ab_score_list *list = ab_engine_completed_scores(&search->engine);
  double number = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : 0;
  ab_sense which = ab_choice_sense(list);
  uint32_t i;
  int count = 0;
  for (i = 0; i < list->count; i++) count += ab_choice_is_sensible(which, &list->scores[i]);
  if (!(number >= 1 && number <= count && number == floor(number)))
    ab_search_reject(L, search, AB_LEVEL, "expected an integer from 1 to %d, got %s", count,
                     ab_message_describe(L, -1));
  search->now.chosen = ab_choice_sensible(list, (uint32_t)number - 1);
  lua_pop(L, 1);
}
