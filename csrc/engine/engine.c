/*
 * engine.c: the states of the machine and what leads from one to the next.
 *
 * The invariant: whenever ab_engine_next returns, `state` says what to do with the answer, frames[0..ply] are
 * the path, and every frame below the current one waits for its child to be left. Each frame's window is open
 * (alpha < beta), because a window that closes is a cut-off and ends its node at once.
 */

#include "engine.h"

#include <math.h>
#include <string.h>

/* What the next call of ab_engine_next goes on with; the names are those of the diagram in engine.h. */
enum state {
  STATE_ITERATE,
  STATE_ENTERED,
  STATE_PROBED,
  STATE_EXPANDED,
  STATE_TURNED,
  STATE_SCORE,
  STATE_PICK,
  STATE_LEAF,
  STATE_EVALUATED,
  STATE_LEFT,
  STATE_REPORTED,
  STATE_UNWOUND,
  STATE_END
};

void ab_engine_init(ab_engine *engine)
{
  memset(engine, 0, sizeof *engine);
  engine->short_of_frames = AB_FIRST_PLIES;
  engine->state = STATE_END;
}

void ab_engine_free(ab_engine *engine, const ab_memory *memory)
{
  ab_memory_free(memory, engine->frames, engine->capacity, sizeof *engine->frames);
  ab_memory_free(memory, engine->ordering.candidates, engine->ordering.capacity,
                 sizeof *engine->ordering.candidates);
  ab_engine_init(engine);
}

void ab_engine_start(ab_engine *engine, const ab_task *task)
{
  static const ab_counters no_counters = {0, 0, 0, 0};
  static const ab_result no_result = {0, 0, 0, 0, AB_REASON_NONE};
  engine->task = *task;
  engine->limits.nodes = task->nodes;
  engine->limits.time = task->time;
  engine->limits.clock = task->clock;
  ab_limits_start(&engine->limits);
  engine->counters = no_counters;
  engine->result = no_result;
  engine->depth = task->deepening && task->depth > 0 ? 1 : task->depth;
  engine->expanded = 0;
  engine->probes = task->algorithm != AB_PERFT && !(task->asks_turn && task->view == AB_VIEW_MOVER);
  engine->ply = 0;
  engine->short_of_frames = AB_FIRST_PLIES;
  engine->short_of_candidates = 0;
  engine->state = STATE_ITERATE;
}

int ab_engine_grow(ab_engine *engine, const ab_memory *memory)
{
  if (engine->short_of_frames > engine->capacity) {
    ab_frame *frames = ab_memory_grow(memory, engine->frames, &engine->capacity, engine->short_of_frames,
                                      sizeof *engine->frames);
    if (frames == NULL) return 0;
    engine->frames = frames;
  }
  if (engine->short_of_candidates > engine->ordering.capacity) {
    ab_candidate *candidates =
        ab_memory_grow(memory, engine->ordering.candidates, &engine->ordering.capacity,
                       engine->short_of_candidates, sizeof *engine->ordering.candidates);
    if (candidates == NULL) return 0;
    engine->ordering.candidates = candidates;
  }
  return 1;
}

int ab_engine_bound(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  double value = engine->result.value;
  if (value <= task->alpha && task->alpha > -HUGE_VAL) return -1;
  if (value >= task->beta && task->beta < HUGE_VAL) return +1;
  return 0;
}

/* Lays out the root for an iteration. */
static void open_root(ab_engine *engine)
{
  ab_frame *root = engine->frames;
  const ab_task *task = &engine->task;
  root->sign = task->minimizing ? -1 : +1;
  root->alpha = task->minimizing ? -task->beta : task->alpha;
  root->beta = task->minimizing ? -task->alpha : task->beta;
  root->depth = engine->depth;
  root->first = 0;
  root->next = 0;
  engine->horizon = 0;
}

/* Makes `frame` see with the eyes of `sign`; until now it saw with other eyes, or the same. */
static inline void turn_frame(ab_frame *frame, int sign)
{
  if (frame->sign != sign) {
    double alpha = frame->alpha;
    frame->alpha = -frame->beta;
    frame->beta = -alpha;
    frame->sign = sign;
  }
}

/* The sign of the current node, from the answer to AB_ASK_TURN. */
static inline int answered_sign(const ab_engine *engine)
{
  int root = engine->frames[0].sign;
  return engine->given_same_turn ? root : -root;
}

/* Lays out the frame above `parent`, with the turn as it is when turns alternate; else it may be turned later. */
static inline void open_child(const ab_engine *engine, ab_frame *parent)
{
  ab_frame *child = parent + 1;
  if (engine->task.algorithm == AB_MINIMAX) {
    child->alpha = -HUGE_VAL;
    child->beta = HUGE_VAL;
  } else {
    child->alpha = -parent->beta;
    child->beta = -parent->alpha;
  }
  child->sign = -parent->sign;
  child->depth = parent->depth - 1;
  child->first = parent->first + parent->count;
  child->next = 0;
}

/*
 * Takes an evaluation of a node at `ply`: its value in Max's view or the mover's as the task says. Where it is a
 * won game, the ply goes into `*end`, else -1.
 */
static inline double take_value(const ab_engine *engine, int32_t ply, int32_t *end)
{
  double value = engine->given_value, win = engine->task.win;
  *end = -1;
  if (win < HUGE_VAL && (value >= win || value <= -win)) {
    *end = ply;
    value = value > 0 ? win - ply : ply - win;
  }
  return value;
}

/*
 * Whether a child that has just become the best with `value` also heads the principal variation: it must be
 * inside the window, where values are exact; an infinite bound excludes no value. The root always tells.
 */
static int is_principal(const ab_engine *engine, const ab_frame *frame, double value)
{
  if (engine->ply == 0) return 1;
  return (value > frame->alpha || frame->alpha == -HUGE_VAL) && (value < frame->beta || frame->beta == HUGE_VAL);
}

/*
 * Backs a child's value, in the current node's view, up into it. Returns whether AB_ASK_LINE is due. A later
 * successor must be better by its value, not equal: an equal value from a closed window is a mere bound.
 */
static inline int back_up(ab_engine *engine, ab_frame *frame, double value, int32_t end)
{
  int principal;
  if (frame->next > 1 && !(value > frame->value)) return 0;
  frame->value = value;
  frame->end = end;
  principal = is_principal(engine, frame, value);
  if (engine->task.algorithm == AB_MINIMAX) return principal;
  if (value > frame->alpha) frame->alpha = value;
  if (frame->alpha >= frame->beta && frame->next < frame->count) {
    engine->counters.cutoffs++;
    frame->next = frame->count;
  }
  return principal;
}

/* The value of the child just left, in the view of `frame`, its parent. */
static inline double child_value(const ab_frame *frame)
{
  const ab_frame *child = frame + 1;
  return child->sign == frame->sign ? child->value : -child->value;
}

/* The value of the child just probed, likewise. */
static inline double probed_value(const ab_engine *engine, const ab_frame *frame, int32_t *end)
{
  int sign = engine->task.view == AB_VIEW_MAX ? +1 : -frame->sign;
  double value = take_value(engine, engine->ply + 1, end);
  return sign == frame->sign ? value : -value;
}

/* Fail-hard: brings a node's value into its window; where that changes it, it is no game's value any more. */
static void clamp(ab_frame *frame)
{
  double value = frame->value;
  if (value < frame->alpha) frame->value = frame->alpha;
  if (value > frame->beta) frame->value = frame->beta;
  if (frame->value != value) frame->end = -1;
}

/* Writes down what the iteration that ends at the root has found. */
static void report(ab_engine *engine)
{
  const ab_frame *root = engine->frames;
  ab_result *result = &engine->result;
  int roots_sign = engine->task.minimizing ? -1 : +1;
  double value;
  result->depth = engine->depth;
  if (engine->task.algorithm == AB_PERFT) return;
  value = root->sign * root->value;
  result->value = value == 0 ? 0 : value;
  result->decided = root->end >= 0;
  result->win_in = value * roots_sign > 0 ? root->end : -root->end;
}

/* Why the search ends with the iteration just reported, or AB_REASON_NONE. */
static ab_reason reason_to_end(ab_engine *engine)
{
  const ab_result *result = &engine->result;
  if (engine->expanded && engine->frames[0].count == 0) return AB_REASON_OVER;
  if (!engine->horizon) return AB_REASON_SOLVED;
  if (result->depth == engine->task.depth) return AB_REASON_DEPTH;
  return ab_limits_reached(&engine->limits, engine->counters.nodes);
}

/* Whether `needed` frames are there; AB_ASK_MEMORY is due when not. */
static inline int has_frames(ab_engine *engine, size_t needed)
{
  if (engine->capacity >= needed) return 1;
  engine->short_of_frames = needed;
  return 0;
}

/* Whether `needed` candidates are there; AB_ASK_MEMORY is due when not. */
static inline int has_candidates(ab_engine *engine, size_t needed)
{
  if (engine->ordering.capacity >= needed) return 1;
  engine->short_of_candidates = needed;
  return 0;
}

/* Hands the machine over: what is asked, and the state in which the answer is taken. */
#define ASK(what, then) return engine->state = (then), (what)

ab_ask ab_engine_next(ab_engine *engine)
{
  const ab_task *task = &engine->task;
  ab_frame *frame;
  double probed;
  int32_t end;
  if (engine->short_of_frames > engine->capacity) return AB_ASK_MEMORY;
  frame = engine->frames + engine->ply;
  switch ((enum state)engine->state) {

  iterate:
  case STATE_ITERATE:
    open_root(engine);
    goto node;

  case STATE_EXPANDED:
    frame->count = engine->given_successors;
    if (engine->ply == 0) engine->expanded = 1;
    if (task->algorithm == AB_PERFT) goto pick;
    if (frame->count == 0) goto leaf;
    if (task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_TURNED);
    goto turned;

  case STATE_TURNED:
    turn_frame(frame, answered_sign(engine));
  turned:
    if (!task->asks_scores) goto pick;
    /* fall through */

  case STATE_SCORE:
    if (!has_candidates(engine, frame->first + frame->count)) ASK(AB_ASK_MEMORY, STATE_SCORE);
    ASK(AB_ASK_SCORES, STATE_PICK);

  pick:
  case STATE_PICK:
    if (frame->next == frame->count) goto finished;
    if (engine->counters.nodes >= engine->limits.check) {
      engine->result.reason = ab_limits_reached(&engine->limits, engine->counters.nodes);
      if (engine->result.reason != AB_REASON_NONE) goto unwind;
    }
    if (!has_frames(engine, (size_t)engine->ply + 2)) ASK(AB_ASK_MEMORY, STATE_PICK);
    engine->child = task->asks_scores ? ab_ordering_pick(&engine->ordering, frame->first, frame->count, frame->next)
                                      : frame->next;
    frame->next++;
    if (frame->depth == 1 && engine->probes) {
      engine->counters.nodes++;
      engine->horizon = 1;
      ASK(AB_ASK_PROBE, STATE_PROBED);
    }
    open_child(engine, frame);
    if (task->asks_enter) ASK(AB_ASK_ENTER, STATE_ENTERED);
    /* fall through */

  case STATE_ENTERED:
    engine->ply++;
    frame++;
  node:
    engine->counters.nodes++;
    if (frame->depth == 0) {
      engine->horizon = 1;
      if (task->algorithm != AB_PERFT) goto leaf;
      engine->counters.leaves++;
      goto finished;
    }
    if (engine->ply == 0 && engine->expanded) goto pick;
    ASK(AB_ASK_SUCCESSORS, STATE_EXPANDED);

  leaf:
    if (task->view == AB_VIEW_MAX) {
      turn_frame(frame, +1);
      ASK(AB_ASK_VALUE, STATE_EVALUATED);
    }
    if (task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_LEAF);
    ASK(AB_ASK_VALUE, STATE_EVALUATED);

  case STATE_LEAF:
    turn_frame(frame, answered_sign(engine));
    ASK(AB_ASK_VALUE, STATE_EVALUATED);

  case STATE_EVALUATED:
    engine->counters.evaluations++;
    frame->value = take_value(engine, engine->ply, &frame->end);
    /* fall through */

  finished:
    if (task->fail_hard) clamp(frame);
    if (engine->ply > 0) {
      if (task->asks_leave) ASK(AB_ASK_LEAVE, STATE_LEFT);
      goto left;
    }
    report(engine);
    ASK(AB_ASK_ITERATION, STATE_REPORTED);

  left:
  case STATE_LEFT:
    engine->ply--;
    frame--;
    if (task->algorithm == AB_PERFT) goto pick;
    if (back_up(engine, frame, child_value(frame), frame[1].end)) ASK(AB_ASK_LINE, STATE_PICK);
    goto pick;

  case STATE_PROBED:
    engine->counters.evaluations++;
    probed = probed_value(engine, frame, &end);
    if (back_up(engine, frame, probed, end)) ASK(AB_ASK_LINE, STATE_PICK);
    goto pick;

  case STATE_REPORTED:
    engine->result.reason = reason_to_end(engine);
    if (engine->result.reason != AB_REASON_NONE) break;
    engine->depth++;
    goto iterate;

  case STATE_UNWOUND:
    engine->ply--;
  unwind:
    if (engine->ply == 0) break;
    if (task->asks_leave) ASK(AB_ASK_LEAVE, STATE_UNWOUND);
    break;

  case STATE_END:
    break;
  }
  ASK(AB_ASK_NOTHING, STATE_END);
}
