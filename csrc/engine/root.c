#include "../system/constant_rows.h"
#include "root.h"

void ab_root_open_search(ab_engine *engine)
{
  ab_frame *root = engine->frames;
  const ab_task *task = &engine->task;
  double alpha = engine->iteration.lower, beta = engine->iteration.upper;
  if (ab_task_guesses(task) && engine->iteration.root_searches < AB_MTDF_NULL_WINDOWS) {
    beta = engine->iteration.guess;
    alpha = ab_next_below(beta);
  } else if (ab_task_guesses(task)) {
    alpha = alpha > -HUGE_VAL ? ab_next_below(alpha) : alpha;
    beta = beta < HUGE_VAL ? ab_next_above(beta) : beta;
  }
  root->sign = task->root.minimizing ? -1 : +1;
  root->alpha = task->root.minimizing ? -beta : alpha;
  root->beta = task->root.minimizing ? -alpha : beta;
  root->original_alpha = root->alpha;
  root->next = 0;
  root->search = ab_no_search_flags;
  root->mate_ply = -1;
  ab_scores_restart(&engine->scores);
}

/* MTD(f): sets the next value to try, which is `value` or, when that is the lower bound already, the next one. */
static void guess(ab_engine *engine, double value)
{
  engine->iteration.guess = value > engine->iteration.lower ? value : ab_next_above(value);
}

/*
 * MTD(f): the first value of an iteration. Values may alternate with each ply, by who moves last. If the last value was
 * closer to the one two plies before it, the first guess is the value two plies before this iteration.
 */
static double first_guess(const ab_engine *engine)
{
  const double *values = engine->values;
  return fabs(values[0] - values[2]) < fabs(values[0] - values[1]) ? values[1] : values[0];
}

void ab_root_open_iteration(ab_engine *engine)
{
  ab_frame *root = engine->frames;
  const ab_task *task = &engine->task;
  engine->iteration.root_searches = 0;
  engine->iteration.is_truncated = 0;
  engine->iteration.lower = task->root.alpha;
  engine->iteration.upper = task->root.beta;
  if (ab_task_guesses(task)) {
    engine->iteration.lower = -HUGE_VAL;
    engine->iteration.upper = HUGE_VAL;
    guess(engine, first_guess(engine));
  }
  if (engine->counters.nodes == 0) {
    root->list = ab_no_list_flags;
    root->lowest = task->values.min;
    root->highest = task->values.max;
  }
  root->visit = ab_no_visit_flags;
  root->visit.had_null_move = 1;
  root->ply = 0;
  root->depth = engine->iteration.depth;
  root->first = 0;
  root->outcomes = 0;
  root->repeated = INT32_MAX;
  root->move = 0;
  root->best = 0;
  ab_root_open_search(engine);
}

int ab_root_needs_re_search(ab_engine *engine)
{
  const ab_task *task = &engine->task;
  const ab_frame *root = engine->frames;
  double value = root->sign * root->value;
  int is_last = ++engine->iteration.root_searches > AB_MTDF_NULL_WINDOWS;
  if (!ab_task_guesses(task)) return 0;
  if (root->list.is_expanded ? root->count == 0 : !root->visit.has_stand_pat) return 0;
  if (value < engine->iteration.guess || is_last) engine->iteration.upper = value;
  if (value >= engine->iteration.guess || is_last) engine->iteration.lower = value;
  if (engine->iteration.lower >= engine->iteration.upper || engine->iteration.lower >= task->root.beta ||
      engine->iteration.upper <= task->root.alpha)
    return 0;
  guess(engine, value);
  return 1;
}

/* Whether the last iteration values the position lower than the one before, as the root's player sees it. */
static int has_fallen(const ab_engine *engine)
{
  const double *values = engine->values;
  return engine->task.root.minimizing ? values[0] > values[1] : values[0] < values[1];
}

/* How many times the soft limits may be used: less, the longer the best move is the same; more, if the value fell. */
static double stretch_of(const ab_engine *engine)
{
  double nodes = (double)engine->counters.nodes;
  double stretch = AB_STRETCH_MAX - AB_STRETCH_RANGE * ((nodes - (double)engine->changed) / nodes);
  return has_fallen(engine) ? AB_STRETCH_FALLEN * stretch : stretch;
}

/* Sets the limits of an iteration: the task's, brought nearer by the soft ones. */
static void set_limits(ab_engine *engine)
{
  ab_limits_restore(&engine->limits);
  if (ab_limits_are_soft(&engine->task.budget))
    ab_limits_soften(&engine->limits, AB_STRETCH_BEGUN * stretch_of(engine));
}

/* The best move is another one: an iteration that is not a skip may take longer. */
static void note_change(ab_engine *engine)
{
  engine->changed = engine->counters.nodes;
  if (!engine->iteration.is_skipping && engine->result.depth >= engine->task.budget.min_depth)
    set_limits(engine);
}

/* Whether a limit is reached between two iterations; then it sets those of the next one. */
static ab_reason reason_by_limits(ab_engine *engine)
{
  uint64_t nodes = engine->counters.nodes;
  if (ab_limits_are_soft(&engine->task.budget)) {
    ab_reason reason;
    ab_limits_soften(&engine->limits, stretch_of(engine));
    reason = ab_limits_reached(&engine->limits, nodes);
    if (reason != AB_REASON_NONE) return reason;
    set_limits(engine);
  }
  return ab_limits_reached(&engine->limits, nodes);
}

void ab_root_report(ab_engine *engine)
{
  ab_frame *root = engine->frames;
  ab_result *result = &engine->result;
  int roots_sign = engine->task.root.minimizing ? -1 : +1;
  double value;
  engine->values[2] = engine->values[1];
  engine->values[1] = result->depth > 0 ? engine->values[0] : NAN;
  if (result->depth == 0 || engine->answered != engine->best) engine->changed = engine->counters.nodes;
  result->depth = engine->iteration.depth;
  result->partial_depth = 0;
  engine->answered = engine->best;
  engine->spent[1] = engine->spent[0];
  engine->spent[0] = engine->counters.nodes - engine->counted;
  engine->counted = engine->counters.nodes;
  if (engine->task.root.notes_losses)
    ab_scores_note_losses(&engine->scores, engine->iteration.depth, engine->task.root.losses_middle,
                          engine->task.root.losses_most);
  ab_scores_complete(&engine->scores);
  value = ab_task_has_payoffs(&engine->task) ? ab_maxn_report(&engine->maxn) : root->sign * root->value;
  result->value = engine->values[0] = value == 0 ? 0 : value;
  result->decided = root->mate_ply >= 0;
  result->win_in = value * roots_sign > 0 ? root->mate_ply : -root->mate_ply;
}

/* Whether the current search of the root has tried its successor `index` before its successor `later`. */
static int was_tried_before(const ab_engine *engine, uint32_t index, uint32_t later)
{
  const ab_candidate *candidate = engine->ordering.candidates;
  if (!engine->frames->list.is_ordered) return index < later;
  while (candidate->index != index && candidate->index != later) candidate++;
  return candidate->index == index;
}

/*
 * A completed shallower iteration replaces `result`. An unfinished one does not: an iteration that skipped others may
 * have been given up, and have proved more.
 */
int ab_root_proves(ab_engine *engine, uint32_t child, double value, int32_t mate_ply, int is_exact)
{
  const ab_frame *root = engine->frames;
  ab_result *result = &engine->result;
  int32_t depth = engine->iteration.depth;
  if (!engine->task.deepening.partial_iteration || result->depth == 0 || result->partial_depth > depth)
    return 0;
  if (!(value > root->original_alpha) || engine->scores.wanted > 0) return 0;
  if (child == engine->answered ? result->partial_depth < depth
                                : !was_tried_before(engine, engine->answered, child))
    return 0;
  if (child != engine->answered) note_change(engine);
  engine->answered = child;
  result->partial_depth = depth;
  result->value = value == 0 ? 0 : root->sign * value;
  result->decided = mate_ply >= 0 && (is_exact || value > 0);
  result->win_in = value > 0 ? mate_ply : -mate_ply;
  if (ab_task_has_payoffs(&engine->task)) ab_maxn_report(&engine->maxn);
  return 1;
}

/*
 * Whether the result is the best or the worst possible value of the task, so a deeper search changes nothing. It may if
 * the scores of other moves are wanted, too, or the payoffs of other players. If states where the game goes on may have
 * such a value, it proves nothing.
 */
static int is_extreme(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  double value = engine->result.value;
  if (engine->scores.wanted > 0 || ab_task_has_payoffs(task) || task->values.is_near_bound) return 0;
  return (value >= task->values.max && task->values.max < HUGE_VAL) ||
         (value <= task->values.min && task->values.min > -HUGE_VAL);
}

/* Ends a skip, if this is one. The task's limits hold again, but not before its least depth is completed. */
static void end_skip(ab_engine *engine)
{
  if (engine->iteration.is_skipping) set_limits(engine);
  if (engine->iteration.is_skipping && engine->result.depth < engine->task.budget.min_depth)
    ab_limits_suspend(&engine->limits);
  engine->iteration.is_skipping = 0;
}

ab_reason ab_root_reason_to_end(ab_engine *engine)
{
  const ab_result *result = &engine->result;
  const ab_frame *root = engine->frames;
  end_skip(engine);
  if (root->list.is_expanded && root->count == 0 && !root->visit.has_stand_pat) return AB_REASON_OVER;
  if (root->depth <= 0 && !root->visit.is_truncated) return AB_REASON_OVER;
  if (!root->visit.is_truncated || is_extreme(engine)) return AB_REASON_SOLVED;
  if (result->depth == engine->task.depth) return AB_REASON_DEPTH;
  if (result->depth < engine->task.budget.min_depth) return AB_REASON_NONE;
  if (engine->task.root.answers_forced && root->list.is_expanded && !root->list.is_lazy &&
      !root->list.is_chance && root->count == 1)
    return AB_REASON_FORCED;
  return reason_by_limits(engine);
}

int32_t ab_root_first_depth(const ab_task *task)
{
  if (!task->deepening.is_on || task->depth == 0) return task->depth;
  return task->deepening.by_two_to >= task->depth ? 2 - task->depth % 2 : 1;
}

/* The depth of the iteration after one to `depth` plies, which is less than the task's. */
static int32_t next_depth(const ab_task *task, int32_t depth)
{
  int32_t to = task->deepening.by_two_to < task->depth ? task->deepening.by_two_to : task->depth;
  return depth + 1 + (to > depth && (to - depth) % 2 == 0);
}

/*
 * Whether the tree runs out a few plies beyond the last iteration, which has reached a third of the task's depth: the
 * last two plies have multiplied the nodes by less than 3. In the middle of connect four they do so by 3.5 to 5, with 8
 * to 16 moves left by 1.2 to 2.5.
 */
static int runs_out(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  int32_t depth = engine->iteration.depth;
  return ab_task_has_wins(task) && task->deepening.by_two_to >= task->depth && 3 * depth >= task->depth &&
         task->depth - depth <= AB_JUMP_PLIES && engine->spent[0] < 3 * engine->spent[1];
}

void ab_root_deepen(ab_engine *engine)
{
  const ab_task *task = &engine->task;
  int32_t known = engine->known < task->depth ? engine->known : task->depth;
  engine->iteration.depth = runs_out(engine) ? task->depth : next_depth(task, engine->iteration.depth);
  engine->iteration.is_skipping = known > engine->iteration.depth;
  if (!engine->iteration.is_skipping) return;
  engine->iteration.depth = known;
  ab_limits_halve(&engine->limits, engine->counters.nodes);
}

int ab_root_falls_back_to_lower_depth(ab_engine *engine)
{
  ab_result *result = &engine->result;
  if (!engine->iteration.is_skipping) return 0;
  end_skip(engine);
  engine->known = 0;
  engine->iteration.depth = next_depth(&engine->task, result->depth);
  result->reason = AB_REASON_NONE;
  if (result->depth >= engine->task.budget.min_depth)
    result->reason = ab_limits_reached(&engine->limits, engine->counters.nodes);
  return result->reason == AB_REASON_NONE;
}
