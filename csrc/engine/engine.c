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
  STATE_KEY_DUE,
  STATE_KEYED,
  STATE_QUIET,
  STATE_STANDING,
  STATE_EXPANDED,
  STATE_DRAWN,
  STATE_MORE,
  STATE_TURNED,
  STATE_PASS,
  STATE_RATE,
  STATE_ORDERED,
  STATE_PICK,
  STATE_LEAF,
  STATE_EVALUATED,
  STATE_LEFT,
  STATE_REPORTED,
  STATE_UNWOUND,
  STATE_END
};

/* Mixed into the keys of positions where Min moves: half of the golden ratio's bits, an arbitrary odd pattern. */
#define MINS_KEY UINT64_C(0x9E3779B97F4A7C15)

/* How often an aspiration window is widened before it is given up. */
#define ASPIRATION_PASSES 3

void ab_engine_init(ab_engine *engine)
{
  memset(engine, 0, sizeof *engine);
  engine->short_of_frames = AB_FIRST_PLIES;
  engine->state = STATE_END;
}

void ab_engine_free(ab_engine *engine, const ab_memory *memory)
{
  ab_memory_free(memory, engine->frames, engine->capacity, sizeof *engine->frames);
  ab_ordering_free(&engine->ordering, memory);
  ab_engine_init(engine);
}

/* Forgets the killers of the frames from `first` on. */
static void forget_killers(ab_engine *engine, size_t first)
{
  static const ab_killers none = {{0, 0}};
  for (; first < engine->capacity; first++) engine->frames[first].killers = none;
}

void ab_engine_start(ab_engine *engine, const ab_task *task)
{
  static const ab_counters no_counters = {0, 0, 0, 0, 0};
  static const ab_result no_result = {0, 0, 0, 0, AB_REASON_NONE};
  engine->task = *task;
  engine->limits.nodes = task->nodes;
  engine->limits.time = task->time;
  engine->limits.clock = task->clock;
  ab_limits_start(&engine->limits);
  engine->counters = no_counters;
  engine->result = no_result;
  engine->depth = task->deepening && task->depth > 0 ? 1 : task->depth;
  engine->probes = task->algorithm != AB_PERFT && !(task->asks_turn && task->view == AB_VIEW_MOVER) &&
                   task->quiescence == 0;
  engine->ply = 0;
  engine->short_of_frames = AB_FIRST_PLIES;
  engine->short_of_candidates = 0;
  engine->short_of_history = task->asks_moves && task->history && engine->ordering.history == NULL;
  forget_killers(engine, 0);
  engine->ordering.uses_history = task->history;
  ab_ordering_age(&engine->ordering);
  if (task->table != NULL) ab_table_new_search(task->table);
  engine->state = STATE_ITERATE;
}

int ab_engine_grow(ab_engine *engine, const ab_memory *memory)
{
  size_t before = engine->capacity;
  if (engine->short_of_frames > engine->capacity) {
    ab_frame *frames = ab_memory_grow(memory, engine->frames, &engine->capacity, engine->short_of_frames,
                                      sizeof *engine->frames);
    if (frames == NULL) return 0;
    engine->frames = frames;
    forget_killers(engine, before);
  }
  if (engine->short_of_candidates > engine->ordering.capacity) {
    ab_candidate *candidates =
        ab_memory_grow(memory, engine->ordering.candidates, &engine->ordering.capacity,
                       engine->short_of_candidates, sizeof *engine->ordering.candidates);
    if (candidates == NULL) return 0;
    engine->ordering.candidates = candidates;
  }
  if (engine->short_of_history) {
    if (!ab_ordering_make_history(&engine->ordering, memory)) return 0;
    engine->short_of_history = 0;
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

/* The next double above `value`, which is not HUGE_VAL. */
static double next_above(double value)
{
  int64_t bits;
  if (value == 0) return 4.9406564584124654e-324;
  memcpy(&bits, &value, sizeof bits);
  bits += value > 0 ? 1 : -1;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* The next double below `value`, which is not -HUGE_VAL. */
static double next_below(double value)
{
  return -next_above(-value);
}

/* Whether the window of the first pass of this iteration may be narrower than the task's. */
static int aspires(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  return (task->algorithm == AB_ALPHABETA || task->algorithm == AB_PVS) && task->aspiration < HUGE_VAL &&
         engine->counters.nodes > 0;
}

/* Sets the root's window for the next pass to `radius` around `value`, within the task's. */
static void aspire(ab_engine *engine, double value, double radius)
{
  const ab_task *task = &engine->task;
  engine->lower = value - radius > task->alpha ? value - radius : task->alpha;
  engine->upper = value + radius < task->beta ? value + radius : task->beta;
  if (!(engine->lower < engine->upper)) {
    engine->lower = task->alpha;
    engine->upper = task->beta;
  }
}

/* Lays out the root for a pass of this iteration. */
static void open_pass(ab_engine *engine)
{
  ab_frame *root = engine->frames;
  const ab_task *task = &engine->task;
  double alpha = engine->lower, beta = engine->upper;
  if (task->algorithm == AB_MTDF) {
    beta = engine->guess;
    alpha = next_below(beta);
  }
  root->sign = task->minimizing ? -1 : +1;
  root->alpha = task->minimizing ? -beta : alpha;
  root->beta = task->minimizing ? -alpha : beta;
  root->floor = root->alpha;
  root->next = 0;
  root->is_cut = 0;
  root->end = -1;
  root->is_exact = 0;
}

/* MTD(f): sets the next value to try, which is `value` or, when that is the lower bound already, the next one. */
static void guess(ab_engine *engine, double value)
{
  engine->guess = value > engine->lower ? value : next_above(value);
}

/* Lays out the root for an iteration. */
static void open_iteration(ab_engine *engine)
{
  ab_frame *root = engine->frames;
  const ab_task *task = &engine->task;
  engine->passes = 0;
  engine->lower = task->alpha;
  engine->upper = task->beta;
  if (task->algorithm == AB_MTDF) {
    engine->lower = -HUGE_VAL;
    engine->upper = HUGE_VAL;
    guess(engine, engine->result.value);
  } else if (aspires(engine)) {
    aspire(engine, engine->result.value, task->aspiration);
  }
  if (engine->counters.nodes == 0) root->is_expanded = 0;
  root->depth = engine->depth;
  root->first = 0;
  root->horizon = 0;
  root->repeated = INT32_MAX;
  root->is_scout = 0;
  root->is_reduced = 0;
  root->stands = 0;
  root->is_passing = 0;
  root->has_passed = 1;
  root->is_ordered = root->is_expanded && root->is_ordered;
  root->best = 0;
  open_pass(engine);
}

/*
 * Whether the root must be searched again in this iteration, because its value lies outside of its window but not of
 * the task's; its window is then set.
 */
static int needs_pass(ab_engine *engine)
{
  const ab_task *task = &engine->task;
  const ab_frame *root = engine->frames;
  double value = root->sign * root->value;
  double radius = task->aspiration;
  int pass;
  engine->passes++;
  if (root->is_expanded ? root->count == 0 : !root->stands) return 0;
  if (task->algorithm == AB_MTDF) {
    if (value < engine->guess)
      engine->upper = value;
    else
      engine->lower = value;
    if (engine->lower >= engine->upper || engine->lower >= task->beta || engine->upper <= task->alpha) return 0;
    guess(engine, value);
    return 1;
  }
  if ((value <= engine->lower && engine->lower > task->alpha) ||
      (value >= engine->upper && engine->upper < task->beta)) {
    for (pass = 0; pass < engine->passes; pass++) radius *= pass < ASPIRATION_PASSES ? 4 : HUGE_VAL;
    aspire(engine, value, radius);
    return 1;
  }
  return 0;
}

/* Makes `frame` see with the eyes of `sign`; until now it saw with other eyes, or the same. */
static inline void turn_frame(ab_frame *frame, int sign)
{
  if (frame->sign != sign) {
    double alpha = frame->alpha;
    frame->alpha = -frame->beta;
    frame->beta = -alpha;
    frame->sign = (signed char)sign;
  }
}

/* The sign of the current node, from the answer to AB_ASK_TURN. */
static inline int answered_sign(const ab_engine *engine)
{
  int root = engine->frames[0].sign;
  return engine->given_same_turn ? root : -root;
}

/* Whether the successor that is about to be entered is a late one, to be tried with less depth. */
static inline int reduces(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.reductions && frame->depth >= AB_REDUCTION_DEPTH && frame->next > AB_REDUCTION_MOVES &&
         frame->alpha > -HUGE_VAL && engine->task.algorithm != AB_MINIMAX && engine->task.algorithm != AB_PERFT;
}

/*
 * Whether the successor that is about to be entered gets a null window: it is not the first, and the window is wider
 * than that.
 */
static inline int scouts(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.algorithm == AB_PVS && frame->next > 1 && frame->alpha > -HUGE_VAL &&
         next_above(frame->alpha) < frame->beta;
}

/* Lays out the frame above `parent`, with the turn as it is when turns alternate; else it may be turned later. */
static inline void open_child(const ab_engine *engine, ab_frame *parent)
{
  ab_frame *child = parent + 1;
  child->is_scout = (char)scouts(engine, parent);
  if (engine->task.algorithm == AB_MINIMAX) {
    child->alpha = -HUGE_VAL;
    child->beta = HUGE_VAL;
  } else {
    child->alpha = child->is_scout ? -next_above(parent->alpha) : -parent->beta;
    child->beta = -parent->alpha;
  }
  child->sign = (signed char)-parent->sign;
  child->is_reduced = (char)reduces(engine, parent);
  child->depth = parent->depth - 1 - child->is_reduced;
  child->first = parent->first + (parent->is_ordered ? parent->count : 0);
  child->next = 0;
  child->best = 0;
  child->is_expanded = 0;
  child->is_cut = 0;
  child->stands = 0;
  child->is_passing = 0;
  child->has_passed = 0;
  child->is_ordered = 0;
  child->is_exact = 0;
  child->has_turn = 0;
  child->horizon = 0;
  child->repeated = INT32_MAX;
}

/* Whether a node tries what passing is worth before its successors. */
static inline int passes(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  return task->algorithm != AB_MTDF && task->null_move > 0 && !frame->has_passed && frame->depth > task->null_move && frame->beta < HUGE_VAL &&
         task->algorithm != AB_MINIMAX;
}

/* Lays out the node that passing at `frame` leads to: with a null window at beta, and less depth. */
static void open_null(const ab_engine *engine, ab_frame *frame)
{
  ab_frame *child = frame + 1;
  frame->is_passing = 1;
  frame->has_passed = 1;
  open_child(engine, frame);
  child->alpha = -frame->beta;
  child->beta = -next_below(frame->beta);
  child->depth = frame->depth - 1 - engine->task.null_move;
  child->is_scout = 0;
  child->is_reduced = 0;
  child->has_passed = 1;
}

/*
 * Takes what passing was worth. Returns whether that cuts the node off: it is then worth at least beta, and no more
 * is believed of a move that nobody can make.
 */
static int is_null_cut(ab_engine *engine, ab_frame *frame, double value)
{
  frame->is_passing = 0;
  if (value < frame->beta) return 0;
  engine->counters.cutoffs++;
  frame->value = frame->beta;
  frame->end = -1;
  frame->is_cut = 1;
  frame->next = frame->count;
  return 1;
}

/*
 * Whether a node that is finished has proved better for its parent than was known, so that `value` (in the parent's
 * view) must be found out with the parent's whole window, or with the depth that is due.
 */
static inline int is_doubtful(const ab_frame *frame, double value)
{
  const ab_frame *parent = frame - 1;
  if (value <= parent->alpha) return 0;
  if (frame->is_reduced) return !(frame->is_expanded && frame->count == 0);
  return frame->is_scout && !frame->is_exact && value < parent->beta;
}

/* Opens a doubtful node again, with the depth and the window that are due, and returns 1; returns 0 for others. */
static int reopen(ab_frame *frame)
{
  const ab_frame *parent = frame - 1;
  int same = frame->sign == parent->sign;
  if (!is_doubtful(frame, same ? frame->value : -frame->value)) return 0;
  frame->depth += frame->is_reduced;
  frame->is_reduced = 0;
  frame->is_exact = 0;
  frame->is_scout = 0;
  frame->alpha = same ? parent->alpha : -parent->beta;
  frame->beta = same ? parent->beta : -parent->alpha;
  frame->floor = frame->alpha;
  frame->next = 0;
  frame->is_cut = 0;
  return 1;
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
  if (engine->task.algorithm == AB_MTDF)
    return engine->ply == 0 && (value >= frame->beta || (engine->passes == 0 && frame->next == 1 && !frame->stands));
  if (engine->ply == 0) return 1;
  return (value > frame->alpha || frame->alpha == -HUGE_VAL) && (value < frame->beta || frame->beta == HUGE_VAL);
}

/* The highest value that is possible at a node with successors, for the player who moves there. */
static inline double highest(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  double most = frame->sign > 0 ? task->value_max : -task->value_min;
  double win = task->win - (engine->ply + 1);
  return win < most ? win : most;
}

/* Whether successors are left that were not tried; those that are drawn one by one may turn out to be none. */
static inline int has_more(const ab_frame *frame)
{
  return frame->next < frame->count || frame->is_open;
}

/*
 * No move can lift a node above alpha: its value is at most the highest that is possible, or what it is worth as it
 * stands, when that is more.
 */
static void settle_for_highest(const ab_engine *engine, ab_frame *frame)
{
  double most = highest(engine, frame);
  if (frame->stands && frame->value >= most) return;
  frame->value = most;
  frame->end = most == engine->task.win - (engine->ply + 1) ? engine->ply + 1 : -1;
}

/* A cut-off: leaves the remaining successors out and remembers the move that made it. */
static void cut_off(ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  engine->counters.cutoffs++;
  frame->next = frame->count;
  frame->is_cut = 1;
  if (frame->is_ordered && task->asks_moves && frame->depth > 0)
    ab_ordering_reward(&engine->ordering, task->killers ? &frame->killers : NULL, frame->sign < 0, frame->move,
                       frame->depth);
}

/*
 * Backs a child's value, in the current node's view, up into it. Returns whether AB_ASK_LINE is due. A later
 * successor must be better by its value, not equal: an equal value from a closed window is a mere bound.
 */
static inline int back_up(ab_engine *engine, ab_frame *frame, double value, int32_t end)
{
  int principal;
  if ((frame->next > 1 || frame->stands) && !(value > frame->value)) return 0;
  frame->value = value;
  frame->end = end;
  principal = is_principal(engine, frame, value);
  if (principal && engine->ply == 0)
    engine->best = frame->is_ordered ? engine->ordering.candidates[frame->next - 1].index : frame->next - 1;
  if (engine->task.algorithm == AB_MINIMAX) return principal;
  if (value > frame->alpha) {
    frame->alpha = value;
    frame->best = frame->move;
  }
  if (value >= highest(engine, frame) && value < HUGE_VAL) {
    frame->is_exact = value > frame->floor || frame->floor == -HUGE_VAL;
    if (has_more(frame)) cut_off(engine, frame);
  } else if (frame->alpha >= frame->beta && has_more(frame)) {
    cut_off(engine, frame);
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

/* Whether a frame's position goes by a key. */
static inline int has_key(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.asks_key && frame->depth > 0;
}

/*
 * Whether a value is that of a won or lost game whose distance is not known: a bound of a window that fails hard. It
 * is true at this distance from the root only.
 */
static inline int is_placeless(const ab_engine *engine, const ab_frame *frame)
{
  double unfinished = engine->task.win - engine->depth - engine->task.quiescence;
  return engine->task.win < HUGE_VAL && frame->end < 0 && (frame->value >= unfinished || frame->value <= -unfinished);
}

/* Whether a finished node may go into the table: it has successors, and its value does not hang on the path to it. */
static inline int is_storable(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.table != NULL && has_key(engine, frame) && frame->count > 0 &&
         frame->repeated >= engine->ply && !is_placeless(engine, frame);
}

/* Puts a finished node into the table. Won games are put there by their distance from the node. */
static void store(ab_engine *engine, const ab_frame *frame)
{
  ab_entry entry;
  double value = frame->value;
  entry.value = value;
  entry.end = -1;
  if (frame->end >= 0) {
    entry.value += value > 0 ? engine->ply : -engine->ply;
    entry.end = frame->end - engine->ply;
  }
  entry.bound = AB_BOUND_EXACT;
  if (!frame->is_exact && value <= frame->floor && frame->floor > -HUGE_VAL) entry.bound = AB_BOUND_UPPER;
  if (!frame->is_exact && value >= frame->beta && frame->beta < HUGE_VAL) entry.bound = AB_BOUND_LOWER;
  entry.move = frame->best;
  entry.depth = frame->depth;
  entry.solved = !frame->horizon;
  ab_table_store(engine->task.table, frame->key, &entry);
}

/*
 * Looks the current node up in the table. Returns whether its entry settles it: the value is then there. Otherwise
 * the entry's move, if there is one, is known to be good.
 */
static int is_settled(ab_engine *engine, ab_frame *frame)
{
  ab_entry entry;
  if (!ab_table_probe(engine->task.table, frame->key, &entry)) return 0;
  frame->best = entry.move;
  if (engine->ply == 0) return 0;
  if (entry.depth != frame->depth && !(entry.solved && entry.depth < frame->depth)) return 0;
  if (entry.end >= 0) entry.value -= entry.value > 0 ? engine->ply : -engine->ply;
  if (entry.bound == AB_BOUND_UPPER && entry.value > frame->alpha) return 0;
  if (entry.bound == AB_BOUND_LOWER && entry.value < frame->beta) return 0;
  engine->counters.table_hits++;
  frame->value = entry.value;
  frame->end = entry.end >= 0 ? entry.end + engine->ply : -1;
  frame->horizon = !entry.solved;
  frame->is_exact = entry.bound == AB_BOUND_EXACT;
  return 1;
}

/* The latest ply at which the current position stood already, with the same player to move; -2 for none. */
static int32_t earlier_ply(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int32_t ply;
  size_t i;
  for (ply = engine->ply - 1; ply >= 0; ply--)
    if (engine->frames[ply].name == frame->name && engine->frames[ply].sign == frame->sign) return ply;
  for (i = 0; i < task->past_count; i++)
    if (task->past[i] == frame->name) return -1;
  return -2;
}

/* Whether the current position is a repetition: its value is then there. */
static int is_repetition(const ab_engine *engine, ab_frame *frame)
{
  int32_t ply = earlier_ply(engine, frame);
  if (ply == -2) return 0;
  frame->repeated = ply;
  frame->value = frame->sign > 0 ? engine->task.repetition : -engine->task.repetition;
  frame->end = -1;
  frame->is_exact = 1;
  return 1;
}

/* Whether a node at the depth is searched on by its noisy successors. */
static inline int is_noisy(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.quiescence > -frame->depth && engine->task.algorithm != AB_PERFT;
}

/* Takes the answer to AB_ASK_VALUE for a node that may be searched on. */
static void take_standing(ab_engine *engine, ab_frame *frame)
{
  frame->standing = take_value(engine, engine->ply, &frame->end);
  if (engine->task.view == AB_VIEW_MAX && frame->sign < 0) frame->standing = -frame->standing;
}

/* The player to move need not: the value of the node as it stands is a first one. Returns whether it is enough. */
static int stand(const ab_engine *engine, ab_frame *frame)
{
  frame->stands = 1;
  frame->value = frame->standing;
  frame->end = engine->task.win < HUGE_VAL && fabs(frame->standing) >= engine->task.win - engine->ply ? engine->ply : -1;
  if (engine->task.algorithm == AB_MINIMAX) return 0;
  if (frame->value > frame->alpha) frame->alpha = frame->value;
  return frame->alpha >= frame->beta;
}

/* Whether AB_ASK_MOVES is due at a node with successors. */
static inline int asks_moves(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  return task->asks_scores || (task->asks_moves && (frame->depth >= AB_ORDER_DEPTH || engine->ply == 0));
}

/* Takes the answer to AB_ASK_MORE. */
static inline void take_drawn(const ab_engine *engine, ab_frame *frame)
{
  if (engine->given_more)
    frame->count++;
  else
    frame->is_open = 0;
}

/* Makes candidates of the root's successors as they are, so that iterations can begin with the last one's best. */
static void list_root(ab_engine *engine, const ab_frame *root)
{
  uint32_t i;
  for (i = 0; i < root->count; i++) ab_engine_move(engine, i, 0);
}

/* Rates the candidates of the current node. */
static void rate(ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  frame->is_ordered = 1;
  ab_ordering_rate(&engine->ordering, frame->first, frame->count, frame->sign < 0, frame->best,
                   task->killers ? &frame->killers : NULL);
}

/* The next successor of the current node: its index in the game's own order. */
static inline uint32_t pick(ab_engine *engine, ab_frame *frame)
{
  const ab_candidate *picked;
  uint32_t nth = frame->next++;
  frame->move = 0;
  if (!frame->is_ordered) return nth;
  picked = ab_ordering_pick(&engine->ordering, frame->first, frame->count, nth);
  frame->move = picked->move;
  return picked->index;
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

/* Whether a value is the best or the worst that the task says is possible, so that searching deeper is no use. */
static int is_extreme(const ab_task *task, double value)
{
  return (value >= task->value_max && task->value_max < HUGE_VAL) ||
         (value <= task->value_min && task->value_min > -HUGE_VAL);
}

/* Why the search ends with the iteration just reported, or AB_REASON_NONE. */
static ab_reason reason_to_end(ab_engine *engine)
{
  const ab_result *result = &engine->result;
  const ab_frame *root = engine->frames;
  if (root->is_expanded && root->count == 0 && !root->stands) return AB_REASON_OVER;
  if (!root->horizon || is_extreme(&engine->task, result->value)) return AB_REASON_SOLVED;
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
  double value;
  int32_t end;
  if (engine->short_of_frames > engine->capacity || engine->short_of_history) return AB_ASK_MEMORY;
  frame = engine->frames + engine->ply;
  switch ((enum state)engine->state) {

  iterate:
  case STATE_ITERATE:
    open_iteration(engine);
    goto node;

  case STATE_ENTERED:
  entered:
    engine->ply++;
    frame++;
  node:
    engine->counters.nodes++;
    if (frame->depth <= 0) {
      frame->horizon = 1;
      if (is_noisy(engine, frame)) goto quiet;
      if (task->algorithm != AB_PERFT) goto leaf;
      engine->counters.leaves++;
      goto finished;
    }
    if (!has_key(engine, frame)) goto known;
    if (frame->is_expanded) goto look_up;
    if (task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_KEY_DUE);
    ASK(AB_ASK_KEY, STATE_KEYED);

  case STATE_KEY_DUE:
    turn_frame(frame, answered_sign(engine));
    frame->has_turn = 1;
    ASK(AB_ASK_KEY, STATE_KEYED);

  case STATE_KEYED:
    frame->name = engine->given_name;
    frame->key = frame->sign > 0 ? engine->given_key : engine->given_key ^ MINS_KEY;
  look_up:
    if (task->scores_repetition && engine->ply > 0 && is_repetition(engine, frame)) goto settled;
    if (task->table != NULL && is_settled(engine, frame)) goto settled;
  known:
    if (frame->is_expanded) goto turned;
    ASK(AB_ASK_SUCCESSORS, STATE_EXPANDED);

  quiet:
    if (task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_QUIET);
    ASK(AB_ASK_VALUE, STATE_STANDING);

  case STATE_QUIET:
    turn_frame(frame, answered_sign(engine));
    frame->has_turn = 1;
    ASK(AB_ASK_VALUE, STATE_STANDING);

  case STATE_STANDING:
    engine->counters.evaluations++;
    take_standing(engine, frame);
  standing:
    if (stand(engine, frame)) goto finished;
    if (frame->is_expanded) goto turned;
    ASK(AB_ASK_NOISY, STATE_EXPANDED);

  case STATE_EXPANDED:
    frame->is_expanded = 1;
    frame->is_open = engine->given_successors == AB_LAZY_SUCCESSORS;
    frame->count = frame->is_open ? 0 : engine->given_successors;
    if (frame->is_open) ASK(AB_ASK_MORE, STATE_DRAWN);
    goto expanded;

  case STATE_DRAWN:
    take_drawn(engine, frame);
    if (frame->is_open && task->asks_scores) ASK(AB_ASK_MORE, STATE_DRAWN);
  expanded:
    if (task->algorithm == AB_PERFT) goto pick;
    if (frame->count == 0 && frame->stands) {
      frame->is_exact = 1;
      goto finished;
    }
    if (frame->count == 0) goto leaf;
    if (task->asks_turn && engine->ply > 0 && !frame->has_turn) ASK(AB_ASK_TURN, STATE_TURNED);
    goto turned;

  case STATE_TURNED:
    turn_frame(frame, answered_sign(engine));
    /* fall through */

  turned:
  case STATE_PASS:
    frame->floor = frame->alpha;
    if (engine->ply > 0 && task->algorithm != AB_MINIMAX && frame->alpha >= highest(engine, frame)) {
      settle_for_highest(engine, frame);
      goto settled;
    }
    if (passes(engine, frame)) {
      if (engine->counters.nodes >= engine->limits.check) {
        engine->result.reason = ab_limits_reached(&engine->limits, engine->counters.nodes);
        if (engine->result.reason != AB_REASON_NONE) goto unwind;
      }
      if (!has_frames(engine, (size_t)engine->ply + 2)) ASK(AB_ASK_MEMORY, STATE_PASS);
      open_null(engine, frame);
      ASK(AB_ASK_PASS, STATE_ENTERED);
    }
  passed:
    if (frame->is_ordered) goto rated;
    if (frame->is_open || (!asks_moves(engine, frame) && !(engine->ply == 0 && task->deepening))) goto pick;
    /* fall through */

  case STATE_RATE:
    if (!has_candidates(engine, frame->first + frame->count)) ASK(AB_ASK_MEMORY, STATE_RATE);
    if (asks_moves(engine, frame)) ASK(AB_ASK_MOVES, STATE_ORDERED);
    list_root(engine, frame);
    /* fall through */

  case STATE_ORDERED:
  rated:
    rate(engine, frame);
    if (engine->ply == 0 && engine->result.depth > 0)
      ab_ordering_promote(&engine->ordering, frame->first, frame->count, engine->best);
    /* fall through */

  pick:
  case STATE_PICK:
    if (frame->next == frame->count) {
      if (frame->is_open && !frame->is_cut) ASK(AB_ASK_MORE, STATE_MORE);
      goto finished;
    }
    if (engine->counters.nodes >= engine->limits.check) {
      engine->result.reason = ab_limits_reached(&engine->limits, engine->counters.nodes);
      if (engine->result.reason != AB_REASON_NONE) goto unwind;
    }
    if (!has_frames(engine, (size_t)engine->ply + 2)) ASK(AB_ASK_MEMORY, STATE_PICK);
    engine->child = pick(engine, frame);
    if (frame->depth == 1 && engine->probes) {
      engine->counters.nodes++;
      frame->horizon = 1;
      ASK(AB_ASK_PROBE, STATE_PROBED);
    }
    open_child(engine, frame);
    if (task->asks_enter) ASK(AB_ASK_ENTER, STATE_ENTERED);
    goto entered;

  case STATE_MORE:
    take_drawn(engine, frame);
    if (frame->is_open) goto pick;
    goto finished;

  leaf:
    if (task->view == AB_VIEW_MAX) {
      turn_frame(frame, +1);
      ASK(AB_ASK_VALUE, STATE_EVALUATED);
    }
    if (task->asks_turn && engine->ply > 0 && !frame->has_turn) ASK(AB_ASK_TURN, STATE_LEAF);
    ASK(AB_ASK_VALUE, STATE_EVALUATED);

  case STATE_LEAF:
    turn_frame(frame, answered_sign(engine));
    ASK(AB_ASK_VALUE, STATE_EVALUATED);

  case STATE_EVALUATED:
    engine->counters.evaluations++;
    frame->value = take_value(engine, engine->ply, &frame->end);
    frame->is_exact = 1;
    /* fall through */

  finished:
    if (is_storable(engine, frame)) store(engine, frame);
  settled:
    if (engine->ply > 0) {
      if (task->algorithm != AB_PERFT && reopen(frame)) {
        if (frame->stands) goto standing;
        if (has_key(engine, frame)) goto look_up;
        goto known;
      }
      if (frame[-1].is_passing) ASK(AB_ASK_UNPASS, STATE_LEFT);
      if (task->asks_leave) ASK(AB_ASK_LEAVE, STATE_LEFT);
      goto left;
    }
    if (task->algorithm != AB_PERFT && needs_pass(engine)) {
      open_pass(engine);
      if (frame->stands) goto standing;
      goto turned;
    }
    if (task->fail_hard) clamp(frame);
    report(engine);
    ASK(AB_ASK_ITERATION, STATE_REPORTED);

  left:
  case STATE_LEFT:
    engine->ply--;
    frame--;
    frame->horizon |= frame[1].horizon;
    if (frame[1].repeated < frame->repeated) frame->repeated = frame[1].repeated;
    if (task->algorithm == AB_PERFT) goto pick;
    if (frame->is_passing) {
      if (is_null_cut(engine, frame, child_value(frame))) goto finished;
      goto passed;
    }
    if (back_up(engine, frame, child_value(frame), frame[1].end)) ASK(AB_ASK_LINE, STATE_PICK);
    goto pick;

  case STATE_PROBED:
    engine->counters.evaluations++;
    value = probed_value(engine, frame, &end);
    if (back_up(engine, frame, value, end)) ASK(AB_ASK_LINE, STATE_PICK);
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
    if (engine->frames[engine->ply - 1].is_passing) ASK(AB_ASK_UNPASS, STATE_UNWOUND);
    if (task->asks_leave) ASK(AB_ASK_LEAVE, STATE_UNWOUND);
    engine->ply--;
    goto unwind;

  case STATE_END:
    break;
  }
  ASK(AB_ASK_NOTHING, STATE_END);
}
