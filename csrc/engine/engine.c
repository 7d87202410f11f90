/*
 * engine.c: the states of the machine and what leads from one to the next.
 *
 * The invariant: whenever ab_engine_next returns, `state` says what to do with the answer, frames[0..ply] are
 * the path, and every frame below the current one waits in PICK's successor, LEFT. Each frame's window is
 * open (alpha < beta), because a window that closes is a cut-off and ends its node at once.
 */

#include "engine.h"

#include <math.h>
#include <string.h>

enum state {
  STATE_ITERATE,
  STATE_NODE,
  STATE_EXPANDED,
  STATE_TURNED,
  STATE_PICK,
  STATE_ENTERED,
  STATE_LEAF,
  STATE_VALUE,
  STATE_EVALUATED,
  STATE_FINISHED,
  STATE_LEFT,
  STATE_REPORTED,
  STATE_UNWIND,
  STATE_UNWOUND,
  STATE_END
};

void ab_engine_init(ab_engine *engine)
{
  memset(engine, 0, sizeof *engine);
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

/* Makes `frame` see with the eyes of `sign`; until now it saw with its parent's. */
static void turn_frame(ab_frame *frame, int sign)
{
  if (frame->sign != sign) {
    double alpha = frame->alpha;
    frame->alpha = -frame->beta;
    frame->beta = -alpha;
    frame->sign = sign;
  }
}

/* The sign of the current node when turns alternate or AB_ASK_TURN was answered. */
static int sign_here(const ab_engine *engine)
{
  int root = engine->frames[0].sign;
  int same = engine->task.asks_turn && engine->ply > 0 ? engine->given_same_turn : engine->ply % 2 == 0;
  return same ? root : -root;
}

/* Lays out the frame above `parent` with the parent's window and eyes. */
static void open_child(ab_frame *parent, int minimax)
{
  ab_frame *child = parent + 1;
  child->alpha = minimax ? -HUGE_VAL : parent->alpha;
  child->beta = minimax ? HUGE_VAL : parent->beta;
  child->sign = parent->sign;
  child->depth = parent->depth - 1;
  child->first = parent->first + parent->count;
  child->next = 0;
}

/* Takes the answer to AB_ASK_VALUE: the score of a leaf, in Max's view or the mover's as the task says. */
static ab_score leaf_score(const ab_engine *engine)
{
  ab_score score;
  double win = engine->task.win;
  score.value = engine->given_value;
  score.end = -1;
  if (win < HUGE_VAL && (score.value >= win || score.value <= -win)) {
    score.end = engine->ply;
    score.value += score.value > 0 ? -(double)score.end : (double)score.end;
  }
  return score;
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
 * Backs the value of the child just left up into the current node. Returns whether AB_ASK_LINE is due.
 * A later successor must be better by its score, not equal: an equal score from a closed window is a mere
 * bound.
 */
static int back_up(ab_engine *engine, ab_frame *frame)
{
  const ab_frame *child = frame + 1;
  double value = child->sign == frame->sign ? child->best.value : -child->best.value;
  int principal;
  if (frame->next > 1 && !(value > frame->best.value)) return 0;
  frame->best.value = value;
  frame->best.end = child->best.end;
  principal = is_principal(engine, frame, value);
  if (engine->task.algorithm == AB_MINIMAX) return principal;
  if (value > frame->alpha) frame->alpha = value;
  if (frame->alpha >= frame->beta && frame->next < frame->count) {
    engine->counters.cutoffs++;
    frame->next = frame->count;
  }
  return principal;
}

/* Fail-hard: brings an inner node's value into its window. */
static void clamp(ab_frame *frame)
{
  if (frame->best.value < frame->alpha) frame->best.value = frame->alpha;
  if (frame->best.value > frame->beta) frame->best.value = frame->beta;
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
  value = root->sign * root->best.value;
  result->value = value == 0 ? 0 : value;
  result->decided = root->best.end >= 0;
  result->win_in = value * roots_sign > 0 ? root->best.end : -root->best.end;
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
static int has_frames(ab_engine *engine, size_t needed)
{
  engine->short_of_frames = needed;
  return engine->capacity >= needed;
}

/* Whether `needed` candidates are there; AB_ASK_MEMORY is due when not. */
static int has_candidates(ab_engine *engine, size_t needed)
{
  engine->short_of_candidates = needed;
  return engine->ordering.capacity >= needed;
}

/* Hands the machine over: what is asked, and the state that the answer leads to. */
#define ASK(what, then) return engine->state = (then), (what)

/* Goes on without asking. */
#define GO(then) \
  { \
    engine->state = (then); \
    continue; \
  }

ab_ask ab_engine_next(ab_engine *engine)
{
  const ab_task *task = &engine->task;
  if (engine->state == STATE_END) return AB_ASK_NOTHING;
  if (engine->short_of_frames > engine->capacity) return AB_ASK_MEMORY;
  for (;;) {
    ab_frame *frame = engine->frames + engine->ply;
    switch ((enum state)engine->state) {

    case STATE_ITERATE:
      open_root(engine);
      GO(STATE_NODE)

    case STATE_NODE:
      engine->counters.nodes++;
      if (frame->depth == 0) {
        engine->horizon = 1;
        if (task->algorithm != AB_PERFT) GO(STATE_LEAF)
        engine->counters.leaves++;
        GO(STATE_FINISHED)
      }
      if (engine->ply == 0 && engine->expanded) GO(STATE_PICK)
      ASK(AB_ASK_SUCCESSORS, STATE_EXPANDED);

    case STATE_EXPANDED:
      frame->count = engine->given_successors;
      if (engine->ply == 0) engine->expanded = 1;
      if (task->algorithm == AB_PERFT) GO(STATE_PICK)
      if (frame->count == 0) GO(STATE_LEAF)
      if (task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_TURNED);
      GO(STATE_TURNED)

    case STATE_TURNED:
      turn_frame(frame, sign_here(engine));
      if (!task->asks_scores) GO(STATE_PICK)
      if (!has_candidates(engine, frame->first + frame->count)) return AB_ASK_MEMORY;
      ASK(AB_ASK_SCORES, STATE_PICK);

    case STATE_PICK:
      if (frame->next == frame->count) GO(STATE_FINISHED)
      if (engine->counters.nodes >= engine->limits.check) {
        engine->result.reason = ab_limits_reached(&engine->limits, engine->counters.nodes);
        if (engine->result.reason != AB_REASON_NONE) GO(STATE_UNWIND)
      }
      if (!has_frames(engine, (size_t)engine->ply + 2)) return AB_ASK_MEMORY;
      engine->child = task->asks_scores ? ab_ordering_pick(&engine->ordering, frame->first, frame->count, frame->next)
                                        : frame->next;
      frame->next++;
      open_child(frame, task->algorithm == AB_MINIMAX);
      ASK(AB_ASK_ENTER, STATE_ENTERED);

    case STATE_ENTERED:
      engine->ply++;
      GO(STATE_NODE)

    case STATE_LEAF:
      if (task->view == AB_VIEW_MOVER && task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_VALUE);
      GO(STATE_VALUE)

    case STATE_VALUE:
      turn_frame(frame, task->view == AB_VIEW_MAX ? +1 : sign_here(engine));
      ASK(AB_ASK_VALUE, STATE_EVALUATED);

    case STATE_EVALUATED:
      engine->counters.evaluations++;
      frame->best = leaf_score(engine);
      GO(STATE_FINISHED)

    case STATE_FINISHED:
      if (task->fail_hard) clamp(frame);
      if (engine->ply > 0) ASK(AB_ASK_LEAVE, STATE_LEFT);
      report(engine);
      ASK(AB_ASK_ITERATION, STATE_REPORTED);

    case STATE_LEFT:
      engine->ply--;
      frame--;
      if (task->algorithm != AB_PERFT && back_up(engine, frame)) ASK(AB_ASK_LINE, STATE_PICK);
      GO(STATE_PICK)

    case STATE_REPORTED:
      engine->result.reason = reason_to_end(engine);
      if (engine->result.reason != AB_REASON_NONE) GO(STATE_END)
      engine->depth++;
      GO(STATE_ITERATE)

    case STATE_UNWIND:
      if (engine->ply > 0) ASK(AB_ASK_LEAVE, STATE_UNWOUND);
      GO(STATE_END)

    case STATE_UNWOUND:
      engine->ply--;
      GO(STATE_UNWIND)

    case STATE_END:
      return AB_ASK_NOTHING;
    }
  }
}
