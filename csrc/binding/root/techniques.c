/* techniques.c: see techniques.h. */

#include "techniques.h"

#include <math.h>

#include "technique_rows.h"

/* Whether bounds of the values, of all or of those in a state, or those that the option `win` implies, prune. */
static int has_bounds(const ab_task *task)
{
  return task->algorithm < AB_MINIMAX && (task->asks_bounds || task->win < HUGE_VAL ||
                                          task->value_max < HUGE_VAL || task->value_min > -HUGE_VAL);
}

/* Whether max^n can prune. */
static int has_shallow_pruning(const ab_task *task)
{
  return task->algorithm == AB_MAXN && task->value_sum < HUGE_VAL && task->value_min > -HUGE_VAL;
}

/* The case of a technique that learns, in the function below. */
#define CASE_OF_LEARNED(name) \
  case AB_TECHNIQUE_##name: \
    return (task->learns & AB_LEARNS_##name) != 0;

/* Whether a search uses a technique. */
static int uses(const ab_search *search, ab_technique technique)
{
  const ab_task *task = ab_engine_task(&search->engine);
  const ab_game *game = &search->game;
  int prunes = task->algorithm < AB_MINIMAX;
  switch (technique) {
  case AB_TECHNIQUE_ALPHABETA:
    return task->algorithm == AB_ALPHABETA;
  case AB_TECHNIQUE_PVS:
    return task->algorithm == AB_PVS;
  case AB_TECHNIQUE_MTDF:
    return task->algorithm == AB_MTDF;
  case AB_TECHNIQUE_MINIMAX:
    return task->algorithm == AB_MINIMAX;
  case AB_TECHNIQUE_MAXN:
    return task->algorithm == AB_MAXN;
  case AB_TECHNIQUE_DEEPENING:
    return task->deepening;
  case AB_TECHNIQUE_LAST_DEPTH:
    return task->deepening && task->by_two_to > 1 && task->by_two_to < task->depth;
  case AB_TECHNIQUE_PARTIAL_ITERATION:
    return task->partial_iteration;
  case AB_TECHNIQUE_ASPIRATION:
    return prunes && task->deepening && task->aspiration < HUGE_VAL;
  case AB_TECHNIQUE_TABLE:
    return task->table != NULL;
  case AB_TECHNIQUE_REFUTATION_TABLE:
    return task->uses_refutations;
  case AB_TECHNIQUE_ORDER:
    return task->asks_scores;
  case AB_TECHNIQUE_ORDER_BY_EVALUATE:
    return task->asks_child_values;
  case AB_TECHNIQUE_MOVE_ID:
    return task->asks_moves && game->has_move_id;
  case AB_TECHNIQUE_MOVE_CONTENT:
    return search->now.has_content;
  case AB_TECHNIQUE_STATE_CONTENT:
    return task->asks_key && game->hashes_content;
  case AB_TECHNIQUE_FIND_MOVE:
    return task->finds_moves;
  case AB_TECHNIQUE_HASH_MOVE:
    return task->asks_child_keys;
  case AB_TECHNIQUE_ENHANCED_CUTOFFS:
    return task->enhanced_cutoffs;
  case AB_TECHNIQUE_BOUNDS:
    return has_bounds(task);
  case AB_TECHNIQUE_SHALLOW_PRUNING:
    return has_shallow_pruning(task);
  case AB_TECHNIQUE_STAR1:
    return prunes && game->has_chances && !task->star2;
  case AB_TECHNIQUE_STAR2:
    return prunes && game->has_chances && task->star2;
  case AB_TECHNIQUE_REPETITION:
    return task->scores_repetition;
  case AB_TECHNIQUE_QUIESCENCE:
    return task->quiescence > 0;
  case AB_TECHNIQUE_NULL_MOVE:
    return task->null_move > 0;
  case AB_TECHNIQUE_REDUCTIONS:
    return task->reductions > 0;
    AB_TECHNIQUES_LEARNED(CASE_OF_LEARNED)
  case AB_TECHNIQUES:
    break;
  }
  return 0;
}

void ab_techniques_push(lua_State *L, const ab_search *search)
{
  static const char *const names[AB_TECHNIQUES] = {AB_TECHNIQUE_NAMES};
  int i, count = 0;
  lua_createtable(L, 8, 0);
  for (i = 0; i < AB_TECHNIQUES; i++) {
    if (!uses(search, (ab_technique)i)) continue;
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, ++count);
  }
}
