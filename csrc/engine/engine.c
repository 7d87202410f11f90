/* engine.c: the beginning and the end of a search, and its memory. */

#include "engine.h"

#include "root.h"
#include "transposition.h"

void ab_engine_init(ab_engine *engine)
{
  static const ab_engine empty = {.step = AB_STEP_END, .least_end = HUGE_VAL};
  *engine = empty;
}

void ab_engine_free(ab_engine *engine, const ab_memory *memory)
{
  ab_memory_free(memory, engine->frames, engine->capacity, sizeof *engine->frames);
  ab_ordering_free(&engine->ordering, memory);
  ab_chance_free(&engine->chance, memory);
  ab_maxn_free(&engine->maxn, memory);
  ab_scores_free(&engine->scores, memory);
  ab_refutation_free(&engine->refutations, memory);
  ab_engine_init(engine);
}

/* Forgets the killers of the frames from `first` on. */
static void forget_killers(ab_engine *engine, size_t first)
{
  static const ab_killers none = {{0, 0}};
  for (; first < engine->capacity; first++) engine->frames[first].killers = none;
}

/* The plies that there is room for, by all arrays that have an element for each. */
static size_t plies_of(const ab_engine *engine, const ab_task *task)
{
  int needs_payoffs = ab_task_has_payoffs(task) && engine->maxn.capacity < engine->capacity;
  return needs_payoffs ? engine->maxn.capacity : engine->capacity;
}

/* Whether a highest or a lowest value prunes in `task`. */
static int is_bounded(const ab_task *task)
{
  return ab_task_prunes(task) && (ab_task_has_wins(task) || task->values.max < HUGE_VAL ||
                                  task->values.min > -HUGE_VAL || task->host.asks_bounds);
}

/* The counters and the rest that is not named here begin at 0. */
void ab_engine_start(ab_engine *engine, const ab_task *task)
{
  int wants_scores = ab_task_wants_scores(task) && task->depth > 0;
  const ab_engine begun = {
      .step = AB_STEP_ITERATION,
      .wanted = {.frames = AB_FIRST_PLIES},
      .uses_abdada = ab_task_shares_table(task) && !task->techniques.reductions,
      .asks_leaf = !(task->host.asks_turn && task->view == AB_VIEW_MOVER) &&
                   task->techniques.quiescence == 0 && !task->traces,
      .is_bounded = is_bounded(task),
      .values = {0, NAN, NAN},
      .pause_at = UINT64_MAX,
      .leave_at = UINT64_MAX,
      .iteration = {.depth = ab_root_first_depth(task)},
      .result = {.reason = AB_REASON_NONE},
      .task = *task,
      .least_end = engine->least_end,
      .frames = engine->frames,
      .frame = engine->frames,
      .capacity = engine->capacity,
      .plies = plies_of(engine, task),
      .ordering = engine->ordering,
      .chance = engine->chance,
      .maxn = engine->maxn,
      .scores = engine->scores,
      .refutations = engine->refutations,
  };
  ab_assert(task->depth >= 0 && task->depth <= AB_DEPTH_MAX && task->root.alpha < task->root.beta);
  *engine = begun;
  include_repetition(task, &engine->task.values.min, &engine->task.values.max);
  ab_limits_start(&engine->limits, &engine->task.budget);
  if (task->budget.hold_in_first_iteration) ab_limits_restore(&engine->limits);
  ab_ordering_start(&engine->ordering, task->techniques.learns);
  ab_maxn_start(&engine->maxn, task->values.sum, task->values.min, task->values.max,
                task->host.has_chance_nodes);
  ab_scores_start(&engine->scores, wants_scores ? (task->root.multipv > 1 ? task->root.multipv : 1) : 0,
                  task->root.lists_ties);
  ab_refutation_start(&engine->refutations);
  if (task->techniques.uses_refutations)
    engine->wanted.refutations = ab_refutation_needed(&engine->refutations, !task->deepening.is_on);
  forget_killers(engine, 0);
  if (task->table != NULL) ab_table_new_search(task->table);
}

/* Grows an array of `engine` by `memory`. Without enough memory, the function that uses this returns 0. */
#define GROW(field, capacity, needed) \
  do { \
    void *grown = ab_memory_grow(memory, (field), &(capacity), (needed), sizeof *(field)); \
    if (grown == NULL && (needed) > 0) return 0; \
    (field) = grown; \
  } while (0)

int ab_engine_grow(ab_engine *engine, const ab_memory *memory)
{
  static const ab_wanted nothing = {0, 0, 0, 0, 0};
  const ab_wanted *wanted = &engine->wanted;
  const ab_task *task = &engine->task;
  size_t before = engine->capacity;
  GROW(engine->frames, engine->capacity, wanted->frames);
  engine->frame = engine->frames + engine->ply;
  forget_killers(engine, before);
  if (ab_task_has_payoffs(task)) GROW(engine->maxn.payoffs, engine->maxn.capacity, engine->capacity);
  GROW(engine->ordering.candidates, engine->ordering.capacity, wanted->candidates);
  GROW(engine->chance.outcomes, engine->chance.capacity, wanted->outcomes);
  if (!ab_scores_grow(&engine->scores, memory, wanted->scores)) return 0;
  if (task->host.asks_moves && !ab_ordering_make_memory(&engine->ordering, task->techniques.learns, memory))
    return 0;
  if (!ab_refutation_grow(&engine->refutations, memory, wanted->refutations)) return 0;
  engine->plies = plies_of(engine, task);
  engine->wanted = nothing;
  return 1;
}

void ab_engine_stop(ab_engine *engine)
{
  engine->result.reason = AB_REASON_STOPPED;
  engine->step = AB_STEP_END;
}

int ab_engine_bound(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  double value = engine->result.value;
  if (engine->result.partial_depth > 0) return task->root.minimizing ? -1 : +1;
  if (value <= task->root.alpha && task->root.alpha > -HUGE_VAL) return -1;
  if (value >= task->root.beta && task->root.beta < HUGE_VAL) return +1;
  return 0;
}

/* The payoffs of the node at `ply` of the path, or of a leaf one ply above it. */
static double *payoffs_of(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && ply <= engine->ply + 1 && (size_t)ply < engine->maxn.capacity);
  return engine->maxn.payoffs[ply].value;
}

void ab_engine_payoffs(ab_engine *engine, int32_t ply, const double *payoffs, uint32_t players)
{
  ab_assert(players > 0 && players <= AB_MAXN_PLAYERS);
  memcpy(payoffs_of(engine, ply), payoffs, players * sizeof *payoffs);
  engine->maxn.players = players;
}

void ab_engine_equal_payoffs(ab_engine *engine, int32_t ply, double payoff)
{
  double *payoffs = payoffs_of(engine, ply);
  int i;
  for (i = 0; i < AB_MAXN_PLAYERS; i++) payoffs[i] = payoff;
}

const double *ab_engine_result_payoffs(const ab_engine *engine, uint32_t *players)
{
  *players = engine->maxn.players;
  return engine->maxn.result;
}
