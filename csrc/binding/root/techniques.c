/* techniques.c: see techniques.h. */

#include "techniques.h"

#include <math.h>

/* What is known of a technique: its name, and whether a search uses it. */
typedef struct technique {
  const char *name;
  int is_used;
} technique;

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

void ab_techniques_push(lua_State *L, const ab_search *search)
{
  static const char *const algorithms[] = {"alphabeta", "pvs", "mtdf", "minimax", "maxn", "perft"};
  const ab_task *task = ab_engine_task(&search->engine);
  const ab_game *game = &search->game;
  int prunes = task->algorithm < AB_MINIMAX;
  const technique list[] = {
      {algorithms[task->algorithm], 1},
      {"deepening", task->deepening},
      {"aspiration", prunes && task->deepening && task->aspiration < HUGE_VAL},
      {"table", task->table != NULL},
      {"refutation_table", task->uses_refutations},
      {"order", task->asks_scores},
      {"order_by_evaluate", task->asks_child_values},
      {"killers", task->killers},
      {"history", task->history},
      {"move_id", task->asks_moves && game->has_move_id},
      {"move_content", search->now.has_content},
      {"state_content", task->asks_key && game->hashes_content},
      {"find_move", task->finds_moves},
      {"hash_move", task->asks_child_keys},
      {"enhanced_cutoffs", task->enhanced_cutoffs},
      {"bounds", has_bounds(task)},
      {"shallow_pruning", has_shallow_pruning(task)},
      {"star1", prunes && game->has_chances && !task->star2},
      {"star2", prunes && game->has_chances && task->star2},
      {"repetition", task->scores_repetition},
      {"quiescence", task->quiescence > 0},
      {"null_move", task->null_move > 0},
      {"reductions", task->reductions > 0},
  };
  size_t i;
  int count = 0;
  lua_createtable(L, 8, 0);
  for (i = 0; i < sizeof list / sizeof *list; i++) {
    if (!list[i].is_used) continue;
    lua_pushstring(L, list[i].name);
    lua_rawseti(L, -2, ++count);
  }
}
