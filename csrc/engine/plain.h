/*
 * plain.h: plain alpha-beta in few steps.
 *
 * A task is plain when it wants alpha-beta to one depth, in the game's own order, with turns that alternate and with
 * windows as its only bounds. For such tasks the steps of the machine that are taken for nearly every node are made
 * here, without what only other tasks need. All other steps are left to the machine in engine.c, which can make any
 * step of any task. So no function is called here, and no registers are saved. Included by engine.c alone.
 */
#ifndef ALPHABETA_PLAIN_H
#define ALPHABETA_PLAIN_H

#include <math.h>

#include "engine.h"

/* Whether `task` is plain. */
static inline int ab_plain_is(const ab_task *task)
{
  return task->algorithm == AB_ALPHABETA && !task->deepening && !task->traces && !task->asks_turn &&
         !task->asks_end && !task->asks_key && !task->uses_refutations && !task->asks_moves &&
         !task->asks_scores && !task->asks_child_values && !task->asks_bounds && !task->has_chance_nodes &&
         task->quiescence == 0 && task->null_move == 0 && !task->reductions && task->multipv <= 1 &&
         !task->lists_ties && task->table == NULL && task->win == HUGE_VAL && task->value_max == HUGE_VAL &&
         task->value_min == -HUGE_VAL;
}

/* The value of the leaf that was just evaluated, in the view of `frame`, whose successor it is. */
static inline double ab_plain_leaf_value(const ab_engine *engine, const ab_frame *frame)
{
  double value = engine->answer.value;
  ab_assert(value == value);
  return engine->task.view == AB_VIEW_MAX && frame->sign > 0 ? value : -value;
}

/*
 * Lays out the frame above `parent` for the successor that is entered: what is used here, and what the machine in
 * engine.c may read of a frame that it has not laid out itself.
 */
static inline void ab_plain_open_child(ab_frame *parent)
{
  ab_frame *child = parent + 1;
  child->alpha = -parent->beta;
  child->beta = -parent->alpha;
  child->ply = parent->ply + 1;
  child->depth = parent->depth - 1;
  child->next = 0;
  child->sign = (signed char)-parent->sign;
  child->repeated = INT32_MAX;
  child->search = ab_no_search_flags;
  child->visit = ab_no_visit_flags;
  child->list = ab_no_list_flags;
}

/* A cut-off: leaves the remaining successors out, if there are any. */
static inline void ab_plain_cut_off(ab_engine *engine, ab_frame *frame)
{
  if (!ab_frame_has_more(frame)) return;
  engine->counters.cutoffs++;
  frame->next = frame->count;
  frame->search.is_cut = 1;
}

/*
 * Backs the value of the successor just tried, in the view of `frame`, up into it. Returns whether AB_ASK_LINE is due:
 * as ab_backup, for a plain task.
 */
static inline int ab_plain_back_up(ab_engine *engine, ab_frame *frame, double value)
{
  double alpha = frame->alpha;
  int is_root = engine->ply == 0;
  ab_assert(frame->next > 0 && frame->next <= frame->count && alpha < frame->beta);
  if (frame->next > 1 && !(value > frame->value)) return 0;
  frame->value = value;
  frame->end = -1;
  if (is_root) engine->best = frame->next - 1;
  if (!(value > alpha)) return is_root || alpha == -HUGE_VAL;
  frame->alpha = value;
  if (value < frame->beta) return 1;
  ab_plain_cut_off(engine, frame);
  return is_root || frame->beta == HUGE_VAL;
}

/* Where the step is left to the machine in engine.c, which goes on with the state of `engine`. */
#define AB_PLAIN_NO_ASK ((ab_ask)-1)

/* Asks `what`, and goes on with the answer in the state `then`. */
#define AB_PLAIN_ASK(what, then) return engine->state = AB_STATE_##then, AB_ASK_##what

/* Makes the next steps: returns what is asked, as ab_engine_next does, or AB_PLAIN_NO_ASK. */
AB_INLINE ab_ask ab_plain_next(ab_engine *engine)
{
  ab_frame *frame = engine->frame;
  uint32_t count;
  ab_assert(engine->is_plain && engine->asks_leaf);
  /*
   * Leaves are most of the nodes, and this branch is predicted better than the jump of the switch. Whether the game is
   * over at a leaf does not matter any more.
   */
  if (engine->state == AB_STATE_LEAF_VALUED && engine->iteration.is_truncated) {
    ab_assert(frame->depth == 1);
    engine->counters.evaluations++;
    frame->visit.is_truncated = 1;
    if (ab_plain_back_up(engine, frame, ab_plain_leaf_value(engine, frame))) AB_PLAIN_ASK(LINE, PICK);
    goto pick;
  }
  switch (engine->state) {
  case AB_STATE_ENTERED:
  entered:
    engine->ply++;
    engine->frame = ++frame;
    ab_assert((size_t)engine->ply < engine->plies && frame == engine->frames + engine->ply);
    ab_assert(frame->depth > 0 && frame->next == 0 && frame->alpha < frame->beta);
    engine->counters.nodes++;
    AB_PLAIN_ASK(SUCCESSORS, EXPANDED);

  case AB_STATE_EXPANDED:
    count = engine->answer.successors;
    if (count == 0 || count == AB_LAZY_SUCCESSORS || (size_t)engine->ply + 2 > engine->plies) break;
    ab_assert(!frame->list.is_expanded && frame->next == 0);
    frame->list.is_expanded = 1;
    frame->count = count;
    goto pick;

  case AB_STATE_LEFT:
    ab_assert(engine->ply > 0);
    engine->ply--;
    engine->frame = --frame;
  left:
    frame->visit.reached_depth |= frame[1].visit.reached_depth;
    frame->visit.is_truncated |= frame[1].visit.is_truncated;
    if (ab_plain_back_up(engine, frame, ab_frame_child_value(frame))) AB_PLAIN_ASK(LINE, PICK);
    goto pick;

  case AB_STATE_PICK:
  pick:
    ab_assert(frame->next <= frame->count && frame->list.is_expanded);
    if (frame->next == frame->count) {
      if (frame->list.is_lazy || engine->ply == 0) goto leave_pick;
      if (engine->task.asks_leave) AB_PLAIN_ASK(LEAVE, LEFT);
      engine->ply--;
      engine->frame = --frame;
      goto left;
    }
    if (engine->counters.nodes >= engine->limits.check) goto leave_pick;
    engine->child = frame->next++;
    if (frame->depth == 1) {
      engine->counters.nodes++;
      frame->visit.reached_depth = 1;
      AB_PLAIN_ASK(LEAF, LEAF_VALUED);
    }
    ab_plain_open_child(frame);
    if (engine->task.asks_enter) AB_PLAIN_ASK(ENTER, ENTERED);
    goto entered;

  default:
    break;
  }
  return AB_PLAIN_NO_ASK;

leave_pick:
  engine->state = AB_STATE_PICK;
  return AB_PLAIN_NO_ASK;
}

#endif
