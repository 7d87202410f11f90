/* outcomes.c: see outcomes.h. */

#include "outcomes.h"

#include <math.h>

#include "../base/compat.h"
#include "../base/message.h"
#include "../root/selection.h"
#include "successors.h"

/* Raises the error for entry number `place`, what is wrong with it being on top. */
static void reject_entry(lua_State *L, ab_search *search, int place, const char *expected)
{
  ab_search_reject(L, search, AB_CHANCES, "entry %d: expected %s, got %s", place, expected,
                   ab_message_describe(L, -1));
}

/* Pops the probability of entry number `place`. */
static double take_probability(lua_State *L, ab_search *search, int place)
{
  double probability = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : -1;
  if (!(probability >= 0)) reject_entry(L, search, place, "'probability' to be a number of 0 or more");
  lua_pop(L, 1);
  return probability;
}

/* Raises an error when chance nodes follow one another without end on the way to the current node. */
static void check_chain(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine), last = ply;
  while (last > 0 && ab_engine_is_chance(&search->engine, last - 1)) last--;
  if (ply - last >= AB_CHANCES_MAX)
    ab_search_reject(L, search, AB_CHANCES, "expected a decision or the end after %d chance nodes in a row",
                     AB_CHANCES_MAX);
}

void ab_outcomes_check_type(lua_State *L, ab_search *search)
{
  if (!lua_istable(L, -1))
    ab_search_reject(L, search, AB_CHANCES, "expected an array or nil, got %s", ab_message_describe(L, -1));
}

/* Places that the outcomes have from the start, at most: what a table with holes has for its length is any number. */
#define ROOM_MAX 1024

int ab_outcomes_take(lua_State *L, ab_search *search)
{
  double sum = 0;
  int array = lua_gettop(L), count, place;
  if (lua_isnil(L, array)) {
    lua_pop(L, 1);
    return 0;
  }
  ab_outcomes_check_type(L, search);
  check_chain(L, search);
  if (compat_rawlen(L, array) > INT32_MAX / 2)
    ab_search_reject(L, search, AB_CHANCES, "expected an array, got one of too many entries");
  count = (int)compat_rawlen(L, array);
  ab_selection_refuse(L, search, (uint32_t)count);
  lua_createtable(L, count < ROOM_MAX ? count : ROOM_MAX, 0);
  for (place = 1; place <= count; place++) {
    lua_rawgeti(L, array, place);
    if (!lua_istable(L, -1)) reject_entry(L, search, place, "a table with 'probability' and 'outcome'");
    search->probabilities = ab_search_grow(L, search->probabilities, &search->probabilities_capacity,
                                           (size_t)place, sizeof *search->probabilities);
    lua_getfield(L, -1, "probability");
    search->probabilities[place - 1] = take_probability(L, search, place);
    sum += search->probabilities[place - 1];
    lua_getfield(L, -1, "outcome");
    if (lua_isnil(L, -1)) reject_entry(L, search, place, "'outcome' to be a move or a state");
    lua_rawseti(L, array + 1, place);
    lua_pop(L, 1);
  }
  if (!(fabs(sum - 1) <= AB_PROBABILITY_TOLERANCE)) {
    lua_pushnumber(L, (lua_Number)sum);
    ab_search_reject(L, search, AB_CHANCES, "expected probabilities that add up to 1, got a sum of %s",
                     lua_tostring(L, -1));
  }
  ab_successors_own(L, search, (uint32_t)count);
  lua_pop(L, 1);
  ab_engine_outcomes(&search->engine, (uint32_t)count);
  return 1;
}

void ab_outcomes_answer(ab_search *search)
{
  uint32_t count = search->plies[ab_engine_ply(&search->engine)].count, i;
  ab_assert(count > 0 && count <= search->probabilities_capacity);
  for (i = 0; i < count; i++) ab_engine_probability(&search->engine, i, search->probabilities[i]);
}
