/*
 * backup.h: windows, bounds and cut-offs, and how values are backed up.
 *
 * These functions run once for each node, or each child: they are inline.
 */
#ifndef ALPHABETA_BACKUP_H
#define ALPHABETA_BACKUP_H

#include "../system/constant_rows.h"
#include "machine.h"
#include "transposition.h"

/* The plies by which the successor that is about to be entered is tried less deep, because it is a late one. */
static inline int32_t ab_backup_reduction(const ab_engine *engine, const ab_frame *frame)
{
  int32_t most = frame->depth - 2, plies = engine->task.techniques.reductions;
  int is_late = plies > 0 && frame->depth >= AB_REDUCTION_DEPTH && frame->next > AB_REDUCTION_MOVES &&
                frame->alpha > -HUGE_VAL && ab_task_has_windows(&engine->task);
  if (!is_late) return 0;
  return plies < most ? plies : most;
}

/* Whether the successor that is about to be entered gets a null window: it is not the first, and the window wider. */
static inline int ab_backup_scouts(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.algorithm == AB_PVS && frame->next > 1 && frame->alpha > -HUGE_VAL &&
         ab_next_above(frame->alpha) < frame->beta;
}

/* Sets up the frame above `parent`, except its window, its depth and its turn. */
AB_INLINE void ab_backup_clear_child(ab_frame *parent)
{
  ab_frame *child = parent + 1;
  child->next = 0;
  child->search = ab_no_search_flags;
  child->visit = ab_no_visit_flags;
  child->list = ab_no_list_flags;
  child->first = parent->first + (parent->list.is_ordered ? parent->count : 0);
  child->outcomes = parent->outcomes + (parent->list.is_chance ? parent->count : 0);
  child->repeated = INT32_MAX;
  child->lowest = parent->lowest;
  child->highest = parent->highest;
  child->move = 0;
  child->best = 0;
}

/* Sets up the frame above `parent` for a decision, with the turn as it is if turns alternate. */
AB_INLINE void ab_backup_open_child(const ab_engine *engine, ab_frame *parent)
{
  ab_frame *child = parent + 1;
  ab_backup_clear_child(parent);
  child->ply = parent->ply + 1;
  child->depth = parent->depth - 1;
  child->alpha = -parent->beta;
  child->beta = -parent->alpha;
  child->sign = (signed char)-parent->sign;
  if (ab_task_has_payoffs(&engine->task)) child->sign = +1;
  if (!ab_task_has_windows(&engine->task)) {
    child->alpha = -HUGE_VAL;
    child->beta = HUGE_VAL;
  } else if (ab_backup_scouts(engine, parent)) {
    child->search.is_scout = 1;
    child->alpha = -ab_next_above(parent->alpha);
  }
  child->search.reduced = (short)ab_backup_reduction(engine, parent);
  child->depth -= child->search.reduced;
}

/* Sets up the frame above `parent`, a chance node, for the outcome that is entered. */
AB_INLINE void ab_backup_open_outcome(const ab_engine *engine, ab_frame *parent)
{
  ab_frame *child = parent + 1;
  ab_backup_clear_child(parent);
  ab_chance_window(&engine->chance, parent, engine->child, &child->alpha, &child->beta);
  child->visit.is_star2_probe = parent->visit.in_star2_probe;
  child->ply = parent->ply;
  child->depth = parent->depth;
  child->sign = parent->sign;
}

/* Whether a node tries a null move before its successors. */
static inline int ab_backup_tries_null_move(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  return task->techniques.null_move > 0 && !frame->visit.had_null_move && !frame->visit.is_star2_probe &&
         frame->depth > task->techniques.null_move && frame->beta < HUGE_VAL && ab_task_has_windows(task);
}

/* Sets up the node that a null move at `frame` leads to: with a null window at beta, and less depth. */
static inline void ab_backup_open_null_move(const ab_engine *engine, ab_frame *frame)
{
  ab_frame *child = frame + 1;
  frame->visit.in_null_move = 1;
  frame->visit.had_null_move = 1;
  ab_backup_open_child(engine, frame);
  child->search = ab_no_search_flags;
  child->alpha = -frame->beta;
  child->beta = -ab_next_below(frame->beta);
  child->depth = frame->depth - 1 - engine->task.techniques.null_move;
  child->visit.had_null_move = 1;
  child->lowest = engine->task.values.min;
  child->highest = engine->task.values.max;
}

/*
 * Takes the value of the null move. Returns whether that cuts the node off. Its value is then an evaluation's, and not
 * beta (MTD(f) would move its bounds by one double at a time), but no game is won by a null move.
 */
static inline int ab_backup_is_null_cut(ab_engine *engine, ab_frame *frame, double value)
{
  frame->visit.in_null_move = 0;
  if (value < frame->beta) return 0;
  engine->counters.cutoffs++;
  frame->value = value;
  frame->mate_ply = -1;
  frame->search.is_cut = 1;
  frame->next = frame->count;
  return 1;
}

/* Whether a node is better for its parent, with `value`, than was assumed: the whole window or depth is then due. */
static inline int ab_backup_needs_research(const ab_frame *frame, double value)
{
  const ab_frame *parent = frame - 1;
  if (value <= parent->alpha) return 0;
  if (frame->search.reduced) return !(frame->list.is_expanded && frame->count == 0);
  return frame->search.is_scout && !frame->search.is_exact && value < parent->beta;
}

/* Opens a node that needs a re-search, with the depth and the window that are due. Returns 0 for others. */
AB_INLINE int ab_backup_reopen(ab_frame *frame)
{
  const ab_frame *parent = frame - 1;
  int same = frame->sign == parent->sign;
  if (!frame->search.is_scout && !frame->search.reduced) return 0;
  if (!ab_backup_needs_research(frame, same ? frame->value : -frame->value)) return 0;
  frame->depth += frame->search.reduced;
  frame->search = ab_no_search_flags;
  frame->alpha = same ? parent->alpha : -parent->beta;
  frame->beta = same ? parent->beta : -parent->alpha;
  frame->original_alpha = frame->alpha;
  frame->next = 0;
  return 1;
}

/* Takes an evaluation of a node at `ply`, in the task's view. Sets `*mate_ply` to the ply of a won game, else to -1. */
AB_INLINE double ab_backup_take_value(const ab_engine *engine, double value, int32_t ply, int32_t *mate_ply)
{
  double win = engine->task.values.win;
  ab_assert(value == value || ab_task_has_payoffs(&engine->task));
  *mate_ply = -1;
  if (ab_task_has_wins(&engine->task) && (value >= win || value <= -win)) {
    *mate_ply = ply;
    value = value > 0 ? win - ply : ply - win;
  }
  return value;
}

/* Takes the value of a successor that is a leaf without a frame, in the view of its parent `frame`. */
AB_INLINE double ab_backup_leaf_value(const ab_engine *engine, const ab_frame *frame, double value,
                                      int32_t *mate_ply)
{
  value = ab_backup_take_value(engine, value, frame->ply + 1, mate_ply);
  return engine->task.view == AB_VIEW_MAX && frame->sign > 0 ? value : -value;
}

/* Whether a child's value lies below a node's beta, so it is no lower bound. Infinity excludes no value. */
static inline int ab_backup_is_below(const ab_frame *frame, double value)
{
  return value < frame->beta || frame->beta == HUGE_VAL;
}

/*
 * Whether a child that has just become the best with `value` also heads the principal variation. It must be inside the
 * window, because only such values are exact. An infinite bound excludes no value. At the root it always does.
 */
static inline int ab_backup_is_principal(const ab_engine *engine, const ab_frame *frame, double value)
{
  if (ab_task_guesses(&engine->task))
    return engine->ply == 0 &&
           (value > frame->alpha || (engine->iteration.root_searches == 0 && !ab_frame_had_value(frame)));
  if (engine->ply == 0) return 1;
  return (value > frame->alpha || frame->alpha == -HUGE_VAL) && ab_backup_is_below(frame, value);
}

/* The highest possible value of a node for the player who moves there, if the game is not over before that ply. */
static inline double ab_backup_highest(const ab_engine *engine, const ab_frame *frame, int32_t ply)
{
  double most = frame->sign > 0 ? frame->highest : -frame->lowest;
  double win = engine->task.values.win - ply;
  return win < most ? win : most;
}

/* The lowest possible value of a node for the player who moves there, if the game is not over before that ply. */
static inline double ab_backup_lowest(const ab_engine *engine, const ab_frame *frame, int32_t ply)
{
  double least = frame->sign > 0 ? frame->lowest : -frame->highest;
  double loss = ply - engine->task.values.win;
  return loss > least ? loss : least;
}

/*
 * Whether all possible values of the current node, if the game is not over before that ply, lie on one side of its
 * window. The node's value is then a bound of theirs, or its stand pat value if that is more.
 */
static inline int ab_backup_is_bounded_out(const ab_engine *engine, ab_frame *frame, int32_t ply)
{
  double most, least;
  if (!engine->is_bounded || engine->ply == 0) return 0;
  most = ab_backup_highest(engine, frame, ply);
  least = ab_backup_lowest(engine, frame, ply);
  if (frame->alpha >= most) {
    if (frame->visit.has_stand_pat && frame->value >= most) return 1;
    frame->value = most;
  } else if (frame->beta <= least) {
    frame->value = least;
  } else {
    return 0;
  }
  frame->mate_ply =
      ab_task_has_wins(&engine->task) && fabs(frame->value) == engine->task.values.win - ply ? ply : -1;
  return 1;
}

/*
 * Takes bounds of the current node's values from the host. A later win is worth less. So a lower bound above the least
 * value of a win says nothing, nor does an upper bound if the game may be lost. The task's bounds of all values apply
 * here, too, unless one of them is wrong.
 */
static inline void ab_backup_take_bounds(const ab_engine *engine, ab_frame *frame, ab_bounds bounds)
{
  const ab_task *task = &engine->task;
  int is_mins = task->view == AB_VIEW_MOVER && frame->sign < 0;
  double low = is_mins ? -bounds.highest : bounds.lowest;
  double high = is_mins ? -bounds.lowest : bounds.highest;
  double latest = task->values.win - task->depth - task->techniques.quiescence;
  int has_low, has_high;
  ab_assert(low <= high);
  include_repetition(task, &low, &high);
  has_low = !(high >= task->values.win && low > latest) && low > task->values.min && low <= task->values.max;
  has_high =
      !(low <= -task->values.win && high < -latest) && high < task->values.max && high >= task->values.min;
  frame->list.has_bounds = 1;
  frame->lowest = has_low ? low : task->values.min;
  frame->highest = has_high ? high : task->values.max;
}

/*
 * Whether the bounds of the current node decide its value: no possible value lies inside the window, or only one value
 * is possible, and that is no won game, whose value depends on its distance.
 */
static inline int ab_backup_is_cut_off_by_bounds(const ab_engine *engine, ab_frame *frame)
{
  double value = frame->sign > 0 ? frame->lowest : -frame->lowest;
  if (ab_backup_is_bounded_out(engine, frame, frame->ply)) return 1;
  if (engine->ply == 0 || frame->lowest != frame->highest || fabs(value) >= engine->task.values.win) return 0;
  if (fabs(value) == HUGE_VAL) return 0;
  frame->value = value;
  frame->mate_ply = -1;
  frame->search.is_exact = 1;
  return 1;
}

/* Whether a chance node begins with Star2's probing phase, because that can close its window. */
static inline int ab_backup_uses_star2_probe(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.techniques.star2 && ab_task_prunes(&engine->task) && frame->depth >= AB_STAR2_DEPTH &&
         frame->count > 1 && (frame->alpha > -HUGE_VAL || frame->beta < HUGE_VAL) &&
         ab_backup_lowest(engine, frame, frame->ply) > -HUGE_VAL &&
         ab_backup_highest(engine, frame, frame->ply) < HUGE_VAL;
}

/* What the ordering needs of a node. */
static inline ab_ordering_node ab_backup_ordering_node(const ab_engine *engine, ab_frame *frame)
{
  ab_ordering_node node;
  node.side = frame->sign < 0;
  node.depth = frame->depth;
  node.killers = engine->task.techniques.learns & AB_LEARNS_KILLERS ? &frame->killers : NULL;
  return node;
}

/* A cut-off: leaves out the other successors, and records the move, even the last one, which may be first elsewhere. */
AB_INLINE void ab_backup_cut_off(ab_engine *engine, ab_frame *frame)
{
  if (ab_frame_has_more(frame)) {
    engine->counters.cutoffs++;
    frame->next = frame->count;
    frame->search.is_cut = 1;
  }
  if (frame->list.is_ordered && engine->task.host.asks_moves && frame->depth > 0) {
    ab_ordering_node node = ab_backup_ordering_node(engine, frame);
    ab_ordering_record_cutoff(&engine->ordering, &node, frame->move);
  }
}

/* The index of the successor that was tried last at the root, in the game's own order. */
static inline uint32_t ab_backup_root_child(const ab_engine *engine, const ab_frame *root)
{
  ab_assert(root == engine->frames && root->next > 0);
  return root->list.is_ordered ? engine->ordering.candidates[root->next - 1].index : root->next - 1;
}

/* Takes a new best value: see ab_backup. */
static inline int ab_backup_take_best(ab_engine *engine, ab_frame *frame, double value, int32_t mate_ply)
{
  int principal = ab_backup_is_principal(engine, frame, value);
  frame->value = value;
  frame->mate_ply = mate_ply;
  if (principal && engine->ply == 0) engine->best = ab_backup_root_child(engine, frame);
  if (!ab_task_has_windows(&engine->task)) return principal;
  if (value > frame->alpha) {
    frame->alpha = value;
    frame->best = frame->move;
  }
  if (engine->is_bounded && value >= ab_backup_highest(engine, frame, frame->ply + 1) && value < HUGE_VAL) {
    frame->search.is_exact = value > frame->original_alpha || frame->original_alpha == -HUGE_VAL;
    ab_backup_cut_off(engine, frame);
  } else if (frame->alpha >= frame->beta) {
    ab_backup_cut_off(engine, frame);
  }
  return principal;
}

/* Records the value of the child that the root has just tried, inside of the window if `is_open`. Returns its bound. */
static inline int ab_backup_note_score(ab_engine *engine, const ab_frame *root, double value,
                                       int32_t mate_ply, int is_open)
{
  ab_score score;
  int is_leaf = root->depth == 1 && engine->asks_leaf;
  int is_exact = is_open || is_leaf || (root[1].search.is_exact && !root[1].search.reduced);
  score.value = value;
  score.mate_ply = mate_ply;
  score.bound = is_exact ? 0 : value >= root->beta ? +1 : -1;
  score.index = ab_backup_root_child(engine, root);
  score.tried = 0;
  score.is_lost = 0;
  ab_scores_add(&engine->scores, &score);
  return score.bound;
}

/*
 * Backs a child's value up into a root whose task wants scores, like ab_backup. The window stays open for all that
 * could become one of the best. So only beta cuts off, not a new best value nor the highest possible one.
 */
static inline int ab_backup_score(ab_engine *engine, ab_frame *root, double value, int32_t mate_ply)
{
  int is_open = (value > root->alpha || root->alpha == -HUGE_VAL) && ab_backup_is_below(root, value);
  int is_best = !ab_frame_had_value(root) || value > root->value;
  int is_exact = ab_backup_note_score(engine, root, value, mate_ply, is_open) == 0;
  engine->scores.is_best = is_best;
  engine->scores.is_open = is_open;
  if (is_best) {
    root->value = value;
    root->mate_ply = mate_ply;
    engine->best = ab_backup_root_child(engine, root);
    if (value > root->alpha) root->best = root->move;
  }
  if (ab_task_has_windows(&engine->task)) {
    root->alpha = ab_scores_alpha(&engine->scores, root->alpha);
    if (value >= root->beta && root->beta < HUGE_VAL) ab_backup_cut_off(engine, root);
  }
  return is_exact || is_best;
}

/*
 * Backs a child's value, in the current node's view, up into it. Returns whether the child heads the best line. A
 * later successor must be better by its value, not equal: an equal value from a closed window is a mere bound.
 */
AB_INLINE int ab_backup(ab_engine *engine, ab_frame *frame, double value, int32_t mate_ply)
{
  ab_assert(frame->next > 0 && frame->next <= frame->count);
  ab_assert(frame->alpha < frame->beta);
  if (engine->ply == 0 && engine->scores.wanted > 0) return ab_backup_score(engine, frame, value, mate_ply);
  if (ab_frame_had_value(frame) && !(value > frame->value)) return 0;
  return ab_backup_take_best(engine, frame, value, mate_ply);
}

#endif
