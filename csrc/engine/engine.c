/*
 * engine.c: the states of the machine and what leads from one to the next.
 *
 * The invariant: whenever ab_engine_next returns, `state` says what to do with the answer, frames[0..ply] are
 * the path, and every frame below the current one waits for its child to be left. Each frame's window is open
 * (alpha < beta), because a window that closes is a cut-off and ends its node at once.
 */

#include "engine.h"

#include "key.h"
#include "root.h"
#include "transposition.h"

/* What the next call of ab_engine_next goes on with; the names are those of the diagram in engine.h. */
enum state {
  STATE_ITERATE,
  STATE_ENTERED,
  STATE_LEAF_VALUED,
  STATE_KEY_DUE,
  STATE_KEYED,
  STATE_QUIESCENCE_TURNED,
  STATE_STAND_PAT,
  STATE_EXPANDED,
  STATE_OUTCOMES_ROOM,
  STATE_PROBABILITIES,
  STATE_MORE,
  STATE_MORE_TAKEN,
  STATE_ROOM,
  STATE_TURNED,
  STATE_RATE,
  STATE_ORDERED,
  STATE_PICK,
  STATE_OUTCOME,
  STATE_SCORED,
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
  engine->is_short = 1;
  engine->state = STATE_END;
}

void ab_engine_free(ab_engine *engine, const ab_memory *memory)
{
  ab_memory_free(memory, engine->frames, engine->capacity, sizeof *engine->frames);
  ab_ordering_free(&engine->ordering, memory);
  ab_chance_free(&engine->chance, memory);
  ab_maxn_free(&engine->maxn, memory);
  ab_scores_free(&engine->scores, memory);
  ab_engine_init(engine);
}

/* Begins the record of what the root's successors are worth, where `task` wants one. */
static void start_scores(ab_engine *engine, const ab_task *task)
{
  int is_wanted = (task->multipv > 1 || task->lists_ties) && task->depth > 0;
  uint32_t least = task->multipv > 1 ? task->multipv : 1;
  ab_scores_start(&engine->scores, is_wanted ? least : 0, task->lists_ties);
  engine->short_of_scores = 0;
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
  engine->asks_leaf = task->algorithm != AB_PERFT && !(task->asks_turn && task->view == AB_VIEW_MOVER) &&
                   task->quiescence == 0 && !task->traces;
  engine->is_bounded = task->algorithm < AB_MINIMAX &&
                       (task->win < HUGE_VAL || task->value_max < HUGE_VAL || task->value_min > -HUGE_VAL);
  engine->given_chance = 0;
  engine->maxn.players = 0;
  engine->maxn.is_rounded = task->has_chance_nodes;
  engine->maxn.value_sum = task->value_sum;
  engine->maxn.value_min = task->value_min;
  engine->maxn.value_max = task->value_max;
  engine->trace.count = 0;
  engine->known = 0;
  engine->is_skipping = 0;
  engine->before[0] = engine->before[1] = NAN;
  engine->ply = 0;
  engine->short_of_frames = AB_FIRST_PLIES;
  engine->short_of_candidates = 0;
  engine->short_of_outcomes = 0;
  engine->short_of_history = task->asks_moves && task->history && engine->ordering.history == NULL;
  engine->is_short = engine->short_of_history || engine->capacity < AB_FIRST_PLIES ||
                     (task->algorithm == AB_MAXN && engine->maxn.capacity < engine->capacity);
  start_scores(engine, task);
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
  if (engine->task.algorithm == AB_MAXN && engine->capacity > engine->maxn.capacity) {
    ab_payoffs *payoffs = ab_memory_grow(memory, engine->maxn.payoffs, &engine->maxn.capacity, engine->capacity,
                                       sizeof *engine->maxn.payoffs);
    if (payoffs == NULL) return 0;
    engine->maxn.payoffs = payoffs;
  }
  if (engine->short_of_candidates > engine->ordering.capacity) {
    ab_candidate *candidates =
        ab_memory_grow(memory, engine->ordering.candidates, &engine->ordering.capacity,
                       engine->short_of_candidates, sizeof *engine->ordering.candidates);
    if (candidates == NULL) return 0;
    engine->ordering.candidates = candidates;
  }
  if (engine->short_of_outcomes > engine->chance.capacity) {
    ab_outcome *outcomes = ab_memory_grow(memory, engine->chance.outcomes, &engine->chance.capacity,
                                          engine->short_of_outcomes, sizeof *engine->chance.outcomes);
    if (outcomes == NULL) return 0;
    engine->chance.outcomes = outcomes;
  }
  if (!ab_scores_grow(&engine->scores, memory, engine->short_of_scores)) return 0;
  if (engine->short_of_history) {
    if (!ab_ordering_make_history(&engine->ordering, memory)) return 0;
    engine->short_of_history = 0;
  }
  engine->is_short = 0;
  return 1;
}

void ab_engine_stop(ab_engine *engine)
{
  engine->result.reason = AB_REASON_STOPPED;
  engine->is_short = 0;
  engine->state = STATE_END;
}

int ab_engine_bound(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  double value = engine->result.value;
  if (value <= task->alpha && task->alpha > -HUGE_VAL) return -1;
  if (value >= task->beta && task->beta < HUGE_VAL) return +1;
  return 0;
}

void ab_engine_payoffs(ab_engine *engine, const double *payoffs, uint32_t players)
{
  size_t node = (size_t)engine->ply + (engine->state == STATE_LEAF_VALUED);
  memcpy(engine->maxn.payoffs[node].value, payoffs, players * sizeof *payoffs);
  engine->maxn.players = players;
}

const double *ab_engine_result_payoffs(const ab_engine *engine, uint32_t *players)
{
  *players = engine->maxn.players;
  return engine->maxn.result;
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
         frame->alpha > -HUGE_VAL && engine->task.algorithm != AB_MINIMAX &&
         engine->task.algorithm != AB_PERFT;
}

/*
 * Whether the successor that is about to be entered gets a null window: it is not the first, and the window is wider
 * than that.
 */
static inline int scouts(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.algorithm == AB_PVS && frame->next > 1 && frame->alpha > -HUGE_VAL &&
         ab_next_above(frame->alpha) < frame->beta;
}

/* Lays out the frame above `parent`, but for its window, its depth and its turn. */
static inline void clear_child(ab_frame *parent)
{
  ab_frame *child = parent + 1;
  child->is_scout = 0;
  child->is_reduced = 0;
  child->is_chance = 0;
  child->is_probe = 0;
  child->is_partial = 0;
  child->first = parent->first + (parent->is_ordered ? parent->count : 0);
  child->outcomes = parent->outcomes + (parent->is_chance ? parent->count : 0);
  child->repeated = INT32_MAX;
  child->next = 0;
  child->move = 0;
  child->best = 0;
  child->has_turn = 0;
  child->had_null_move = 0;
  child->has_horizon = 0;
  child->is_expanded = 0;
  child->is_lazy = 0;
  child->is_ordered = 0;
  child->is_unscored = 0;
  child->awaits_table_move = 0;
  child->in_null_move = 0;
  child->is_cut = 0;
  child->is_exact = 0;
  child->has_stand_pat = 0;
}

/*
 * Lays out the frame above `parent` for a decision, with the turn as it is when turns alternate; else it may be turned
 * later.
 */
static inline void open_child(const ab_engine *engine, ab_frame *parent)
{
  ab_frame *child = parent + 1;
  clear_child(parent);
  child->is_scout = (char)scouts(engine, parent);
  child->is_reduced = (char)reduces(engine, parent);
  if (engine->task.algorithm == AB_MINIMAX) {
    child->alpha = -HUGE_VAL;
    child->beta = HUGE_VAL;
  } else {
    child->alpha = child->is_scout ? -ab_next_above(parent->alpha) : -parent->beta;
    child->beta = -parent->alpha;
  }
  child->ply = parent->ply + 1;
  child->depth = parent->depth - 1 - child->is_reduced;
  child->sign = (signed char)(engine->task.algorithm == AB_MAXN ? +1 : -parent->sign);
}

/* Lays out the frame above `parent`, where luck moves, for the outcome that is entered. */
AB_INLINE void open_outcome(const ab_engine *engine, ab_frame *parent)
{
  ab_frame *child = parent + 1;
  clear_child(parent);
  ab_chance_window(&engine->chance, parent, engine->child, &child->alpha, &child->beta);
  child->is_probe = parent->is_probing;
  child->ply = parent->ply;
  child->depth = parent->depth;
  child->sign = parent->sign;
}

/* Whether a node tries what passing is worth before its successors. */
static inline int tries_null_move(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  return task->null_move > 0 && !frame->had_null_move && !frame->is_probe && frame->depth > task->null_move &&
         frame->beta < HUGE_VAL && task->algorithm != AB_MINIMAX;
}

/* Lays out the node that passing at `frame` leads to: with a null window at beta, and less depth. */
static void open_null(const ab_engine *engine, ab_frame *frame)
{
  ab_frame *child = frame + 1;
  frame->in_null_move = 1;
  frame->had_null_move = 1;
  open_child(engine, frame);
  child->alpha = -frame->beta;
  child->beta = -ab_next_below(frame->beta);
  child->depth = frame->depth - 1 - engine->task.null_move;
  child->is_scout = 0;
  child->is_reduced = 0;
  child->had_null_move = 1;
}

/*
 * Takes what passing was worth. Returns whether that cuts the node off. Its value is then an evaluation's, and not beta
 * (MTD(f) would move its bounds by one double at a time), but nobody has won by passing.
 */
static int is_null_cut(ab_engine *engine, ab_frame *frame, double value)
{
  frame->in_null_move = 0;
  if (value < frame->beta) return 0;
  engine->counters.cutoffs++;
  frame->value = value;
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
AB_INLINE int reopen(ab_frame *frame)
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
  frame->original_alpha = frame->alpha;
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
    return engine->ply == 0 &&
           (value > frame->alpha || (engine->root_searches == 0 && frame->next == 1 && !frame->has_stand_pat));
  if (engine->ply == 0) return 1;
  return (value > frame->alpha || frame->alpha == -HUGE_VAL) &&
         (value < frame->beta || frame->beta == HUGE_VAL);
}

/*
 * The highest value that is possible at a node for the player who moves there, when the game is not over before ply
 * `end`.
 */
static inline double highest(const ab_engine *engine, const ab_frame *frame, int32_t end)
{
  const ab_task *task = &engine->task;
  double most = frame->sign > 0 ? task->value_max : -task->value_min;
  double win = task->win - end;
  return win < most ? win : most;
}

/* The lowest value, likewise. */
static inline double lowest(const ab_engine *engine, const ab_frame *frame, int32_t end)
{
  const ab_task *task = &engine->task;
  double least = frame->sign > 0 ? task->value_min : -task->value_max;
  double loss = end - task->win;
  return loss > least ? loss : least;
}

/*
 * Whether the values that are possible at the current node, where the game is not over before ply `end`, all lie on one
 * side of its window. Its value is then a bound of theirs, or what it is worth as it stands, when that is more.
 */
static int is_out_of_reach(const ab_engine *engine, ab_frame *frame, int32_t end)
{
  double most, least;
  if (!engine->is_bounded || engine->ply == 0) return 0;
  most = highest(engine, frame, end);
  least = lowest(engine, frame, end);
  if (frame->alpha >= most) {
    if (frame->has_stand_pat && frame->value >= most) return 1;
    frame->value = most;
  } else if (frame->beta <= least) {
    frame->value = least;
  } else {
    return 0;
  }
  frame->end = engine->task.win < HUGE_VAL && fabs(frame->value) == engine->task.win - end ? end : -1;
  return 1;
}

/*
 * A cut-off: leaves the remaining successors out, if there are any, and remembers the move that made it. What comes
 * last here may come first elsewhere, so the last one's is remembered, too.
 */
static void cut_off(ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  if (ab_frame_has_more(frame)) {
    engine->counters.cutoffs++;
    frame->next = frame->count;
    frame->is_cut = 1;
  }
  if (frame->is_ordered && task->asks_moves && frame->depth > 0)
    ab_ordering_reward(&engine->ordering, task->killers ? &frame->killers : NULL, frame->sign < 0,
                       frame->move, frame->depth);
}

/* Takes a new best value: see back_up. */
static int take_best(ab_engine *engine, ab_frame *frame, double value, int32_t end)
{
  int principal = is_principal(engine, frame, value);
  frame->value = value;
  frame->end = end;
  if (principal && engine->ply == 0)
    engine->best = frame->is_ordered ? engine->ordering.candidates[frame->next - 1].index : frame->next - 1;
  if (engine->task.algorithm == AB_MINIMAX) return principal;
  if (value > frame->alpha) {
    frame->alpha = value;
    frame->best = frame->move;
  }
  if (engine->is_bounded && value >= highest(engine, frame, frame->ply + 1) && value < HUGE_VAL) {
    frame->is_exact = value > frame->original_alpha || frame->original_alpha == -HUGE_VAL;
    cut_off(engine, frame);
  } else if (frame->alpha >= frame->beta) {
    cut_off(engine, frame);
  }
  return principal;
}

/* Whether the child that the root has just tried is worth exactly what it was found to be, whatever the window was. */
static int is_child_exact(const ab_engine *engine, const ab_frame *root)
{
  int is_probed = root->depth == 1 && engine->asks_leaf;
  return is_probed || (root[1].is_exact && !root[1].is_reduced);
}

/*
 * Backs a child's value up into a root whose task wants scores, like back_up. What could still become one of the best
 * keeps the window open, so that neither a new best value nor the best that is possible cuts off; only beta does.
 */
static int back_up_score(ab_engine *engine, ab_frame *root, double value, int32_t end)
{
  ab_score score;
  int is_above = value > root->alpha || root->alpha == -HUGE_VAL;
  int is_open = is_above && (value < root->beta || root->beta == HUGE_VAL);
  int is_exact = is_open || is_child_exact(engine, root);
  int is_best = (root->next == 1 && !root->has_stand_pat) || value > root->value;
  score.value = value;
  score.end = end;
  score.bound = is_exact ? 0 : value >= root->beta ? +1 : -1;
  score.index = root->is_ordered ? engine->ordering.candidates[root->next - 1].index : root->next - 1;
  ab_scores_note(&engine->scores, &score);
  engine->scores.is_best = is_best;
  engine->scores.is_open = is_open;
  if (is_best) {
    root->value = value;
    root->end = end;
    engine->best = score.index;
    if (value > root->alpha) root->best = root->move;
  }
  if (engine->task.algorithm != AB_MINIMAX) {
    root->alpha = ab_scores_alpha(&engine->scores, root->alpha);
    if (value >= root->beta && root->beta < HUGE_VAL) cut_off(engine, root);
  }
  return is_exact || is_best;
}

/*
 * Backs a child's value, in the current node's view, up into it. Returns whether AB_ASK_LINE is due. A later
 * successor must be better by its value, not equal: an equal value from a closed window is a mere bound.
 */
static inline int back_up(ab_engine *engine, ab_frame *frame, double value, int32_t end)
{
  if (engine->ply == 0 && engine->scores.wanted > 0) return back_up_score(engine, frame, value, end);
  if ((frame->next > 1 || frame->has_stand_pat) && !(value > frame->value)) return 0;
  return take_best(engine, frame, value, end);
}

/* The value of the child just probed, likewise. */
static inline double leaf_value(const ab_engine *engine, const ab_frame *frame, int32_t *end)
{
  int sign = engine->task.view == AB_VIEW_MAX ? +1 : -frame->sign;
  double value = take_value(engine, frame->ply + 1, end);
  return sign == frame->sign ? value : -value;
}

/* Whether a node at the depth is searched on by its noisy successors. */
static inline int is_noisy(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.quiescence > -frame->depth && engine->task.algorithm != AB_PERFT;
}

/* Takes the answer to AB_ASK_VALUE for a node that may be searched on. */
static void take_stand_pat(ab_engine *engine, ab_frame *frame)
{
  frame->stand_pat = take_value(engine, frame->ply, &frame->end);
  if (engine->task.view == AB_VIEW_MAX && frame->sign < 0) frame->stand_pat = -frame->stand_pat;
}

/* The player to move need not: the value of the node as it stands is a first one. Returns whether it is enough. */
static int stand(const ab_engine *engine, ab_frame *frame)
{
  frame->has_stand_pat = 1;
  frame->value = frame->stand_pat;
  frame->end = -1;
  if (engine->task.win < HUGE_VAL && fabs(frame->stand_pat) >= engine->task.win - frame->ply)
    frame->end = frame->ply;
  if (engine->task.algorithm == AB_MINIMAX) return 0;
  if (frame->value > frame->alpha) frame->alpha = frame->value;
  return frame->alpha >= frame->beta;
}

/* Whether AB_ASK_MOVES is due at a node with successors. That is settled once, for the depth that is due. */
static inline int asks_moves(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int32_t due = frame->depth + frame->is_reduced;
  return task->asks_moves && (due >= (task->costly_moves ? AB_ORDER_DEPTH : 1) || engine->ply == 0);
}

/* Whether AB_ASK_SCORES may be due at a node with successors, likewise. */
static inline int asks_scores(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int has_leaves = frame->depth + frame->is_reduced < AB_ORDER_DEPTH && task->quiescence == 0;
  return task->asks_scores && (!has_leaves || engine->ply == 0);
}

/* Whether AB_ASK_SCORES is due before the next successor is picked. */
static inline int needs_scores(const ab_engine *engine, const ab_frame *frame)
{
  return frame->is_ordered && frame->is_unscored && frame->next + 1 < frame->count &&
         !ab_ordering_is_certain(&engine->ordering, frame->first, frame->count, frame->next);
}

/*
 * Whether successors that are drawn one by one become candidates as they come, so that the table's can be told. It is
 * settled once, for the depth that is due.
 */
static int lists_as_they_come(const ab_engine *engine, const ab_frame *frame)
{
  return asks_moves(engine, frame) && !asks_scores(engine, frame);
}

/* Takes the answer to AB_ASK_MORE. */
static void take_more(ab_engine *engine, ab_frame *frame)
{
  if (!engine->given_more) {
    frame->is_lazy = 0;
    return;
  }
  if (frame->is_ordered) {
    ab_engine_move(engine, frame->count, engine->given_move);
    if (engine->given_move == frame->best) frame->awaits_table_move = 0;
  }
  frame->count++;
}

/*
 * Makes candidates of a node's successors as they are, so that they can be scored, or iterations begin with the last
 * one's best.
 */
static void list_without_identities(ab_engine *engine, const ab_frame *frame)
{
  uint32_t i;
  for (i = 0; i < frame->count; i++) ab_engine_move(engine, i, 0);
}

/* Whether the current node, the root, keeps its order from one iteration to the next, but for the best coming first. */
static int keeps_order(const ab_engine *engine)
{
  return engine->ply == 0 && engine->task.deepening && engine->task.algorithm != AB_MAXN;
}

/* Rates the candidates of the current node; the root's keep the order of the iteration before, its best one first. */
static void rate(ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  frame->is_ordered = 1;
  if (keeps_order(engine) && engine->result.depth > 0) {
    ab_ordering_keep(&engine->ordering, frame->first, frame->count, engine->best);
    if (engine->scores.wanted > 1)
      ab_scores_lead(&engine->scores, engine->ordering.candidates + frame->first, frame->count);
  } else
    ab_ordering_rate(&engine->ordering, frame->first, frame->count, frame->sign < 0, frame->best,
                     task->killers ? &frame->killers : NULL);
}

/* The next successor of the current node: its index in the game's own order. */
static inline uint32_t pick(ab_engine *engine, ab_frame *frame)
{
  const ab_candidate *picked;
  uint32_t nth = frame->next++;
  if (!frame->is_ordered) return nth;
  picked = ab_ordering_pick(&engine->ordering, frame->first, frame->count, nth);
  frame->move = picked->move;
  return picked->index;
}

/* Whether `needed` frames are there; AB_ASK_MEMORY is due when not. */
static inline int has_frames(ab_engine *engine, size_t needed)
{
  if (engine->capacity >= needed) return 1;
  engine->short_of_frames = needed;
  engine->is_short = 1;
  return 0;
}

/* Whether `needed` candidates are there; AB_ASK_MEMORY is due when not. */
static inline int has_candidates(ab_engine *engine, size_t needed)
{
  if (engine->ordering.capacity >= needed) return 1;
  engine->short_of_candidates = needed;
  engine->is_short = 1;
  return 0;
}

/* Whether there is room for the scores of all successors of the current node, where it wants any; likewise. */
static inline int has_scores(ab_engine *engine, const ab_frame *frame)
{
  const ab_scores *scores = &engine->scores;
  if (engine->ply > 0 || scores->wanted == 0) return 1;
  if (scores->trying.capacity >= frame->count && scores->completed.capacity >= frame->count) return 1;
  engine->short_of_scores = frame->count;
  engine->is_short = 1;
  return 0;
}

/* Whether a limit is reached: the search ends, and the reason is written down. */
static inline int is_limit_reached(ab_engine *engine)
{
  if (engine->counters.nodes < engine->limits.check) return 0;
  engine->result.reason = ab_limits_reached(&engine->limits, engine->counters.nodes);
  return engine->result.reason != AB_REASON_NONE;
}

/* Whether `needed` outcomes are there; AB_ASK_MEMORY is due when not. */
static inline int has_outcomes(ab_engine *engine, size_t needed)
{
  if (engine->chance.capacity >= needed) return 1;
  engine->short_of_outcomes = needed;
  engine->is_short = 1;
  return 0;
}

/* Whether the outcomes of a node are to be probed first, for Star2: where a window can be closed by that. */
static int probes_outcomes(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.star2 && engine->task.algorithm < AB_MINIMAX && frame->depth >= AB_STAR2_DEPTH &&
         frame->count > 1 && (frame->alpha > -HUGE_VAL || frame->beta < HUGE_VAL) &&
         lowest(engine, frame, frame->ply) > -HUGE_VAL && highest(engine, frame, frame->ply) < HUGE_VAL;
}

/* Begins with the outcomes of the current node, where luck moves. */
AB_INLINE void open_chance(ab_engine *engine, ab_frame *frame)
{
  int is_bare = !engine->is_bounded;
  frame->original_alpha = frame->alpha;
  frame->next = 0;
  frame->is_probe = 0;
  frame->is_probing = (char)probes_outcomes(engine, frame);
  ab_chance_open(&engine->chance, frame, is_bare ? -HUGE_VAL : lowest(engine, frame, frame->ply),
                 is_bare ? HUGE_VAL : highest(engine, frame, frame->ply));
  if (engine->task.algorithm == AB_MAXN) ab_maxn_open(&engine->maxn, frame, (size_t)engine->ply);
}

/* Finds the next outcome to be entered, from `next` on. Returns 0 when there is none, all being known. */
AB_INLINE int pick_outcome(const ab_engine *engine, ab_frame *frame)
{
  for (;;) {
    while (frame->next < frame->count && !ab_chance_is_open(&engine->chance, frame, frame->next))
      frame->next++;
    if (frame->next < frame->count) return 1;
    if (!frame->is_probing) return 0;
    frame->is_probing = 0;
    frame->next = 0;
  }
}

/* Takes what the outcome just left is worth. */
AB_INLINE ab_verdict take_outcome(ab_engine *engine, ab_frame *frame)
{
  ab_verdict verdict;
  if (engine->task.algorithm == AB_PERFT) return AB_VERDICT_OPEN;
  if (engine->task.algorithm == AB_MAXN) {
    ab_maxn_take_outcome(&engine->maxn, (size_t)engine->ply,
                         engine->chance.outcomes[frame->outcomes + frame->next - 1].probability);
    return AB_VERDICT_OPEN;
  }
  verdict = ab_chance_take(&engine->chance, frame, frame->next - 1);
  if (verdict != AB_VERDICT_OPEN) {
    engine->counters.cutoffs++;
    frame->is_cut = 1;
  }
  return verdict;
}

/* All outcomes of the current node are known: gives it its value. */
static void close_chance(ab_engine *engine, ab_frame *frame)
{
  if (engine->task.algorithm == AB_MAXN)
    frame->value = ab_maxn_close(&engine->maxn, (size_t)engine->ply);
  else if (engine->task.algorithm != AB_PERFT)
    ab_chance_close(&engine->chance, frame);
}

/*
 * The window of an outcome that is probed by one successor alone: what that is worth bounds the outcome from below only
 * where it is not itself bounded from above. Where this cannot close the window, it is searched as a whole.
 */
static void widen_probe(ab_frame *frame)
{
  if (frame->beta < HUGE_VAL)
    frame->alpha = -HUGE_VAL;
  else
    frame->is_probe = 0;
}

/* max^n: begins with the successors of the current node, whose player is known. */
static void open_payoffs(ab_engine *engine, ab_frame *frame)
{
  frame->player = engine->ply > 0 ? engine->given_player : 0;
  ab_maxn_open(&engine->maxn, frame, (size_t)engine->ply);
  if (engine->ply == 0 && engine->scores.wanted > 0) frame->beta = HUGE_VAL;
}

/*
 * max^n: takes what the root's successor just tried is worth, where scores are wanted, which are shares of the root's
 * player. Of a successor that was cut off it is known only that this player gets no more than alpha. Returns whether
 * AB_ASK_LINE is due.
 */
static int take_payoff_score(ab_engine *engine, ab_frame *root)
{
  int is_probed = root->depth == 1 && engine->asks_leaf, asks_line;
  double value = engine->maxn.payoffs[1].value[0];
  if (!is_probed && root[1].is_cut && value < root->alpha) value = root->alpha;
  asks_line = back_up_score(engine, root, value, -1);
  if (engine->scores.is_best) engine->maxn.payoffs[0] = engine->maxn.payoffs[1];
  return asks_line;
}

/* max^n: takes what the successor just tried is worth to whom, likewise. */
static int take_payoffs(ab_engine *engine, ab_frame *frame)
{
  int is_better;
  if (engine->ply == 0 && engine->scores.wanted > 0) return take_payoff_score(engine, frame);
  is_better = ab_maxn_take(&engine->maxn, frame, (size_t)engine->ply);
  if (is_better && engine->ply == 0)
    engine->best = frame->is_ordered ? engine->ordering.candidates[frame->next - 1].index : frame->next - 1;
  if (frame->alpha >= frame->beta && frame->beta < HUGE_VAL) cut_off(engine, frame);
  return is_better;
}

/* Hands the machine over: what is asked, and the state in which the answer is taken. */
#define ASK(what, then) return engine->state = (then), (what)

/* The machine; where it is traced, it notes events. */
AB_INLINE ab_ask run(ab_engine *engine, const int is_traced)
{
  const ab_task *task = &engine->task;
  ab_frame *frame;
  double value, alpha;
  uint32_t tried;
  int32_t end;
  int was_cut, asks_line;
  if (engine->is_short) return AB_ASK_MEMORY;
  frame = engine->frames + engine->ply;
  switch ((enum state)engine->state) {

  iterate:
  case STATE_ITERATE:
    ab_root_open_iteration(engine);
    goto node;

  case STATE_ENTERED:
  entered:
    engine->ply++;
    frame++;
  node:
    engine->counters.nodes++;
    if (is_traced) ab_trace_note(engine, AB_EVENT_ENTER);
    if (frame->depth <= 0) {
      frame->has_horizon = 1;
      if (is_noisy(engine, frame)) goto quiet;
      if (task->algorithm != AB_PERFT) goto leaf;
      engine->counters.leaves++;
      goto finished;
    }
    if (!ab_transposition_has_key(engine, frame)) goto known;
    if (frame->is_expanded) goto look_up;
    if (task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_KEY_DUE);
    ASK(AB_ASK_KEY, STATE_KEYED);

  case STATE_KEY_DUE:
    ab_frame_turn(frame, answered_sign(engine));
    frame->has_turn = 1;
    ASK(AB_ASK_KEY, STATE_KEYED);

  case STATE_KEYED:
    frame->name = engine->given_name;
    frame->key = ab_key_of_node(engine->given_name, engine->given_salt, engine->given_mover, frame->sign,
                                ab_transposition_ties_plies(engine) ? frame->ply : 0);
  look_up:
    if (task->scores_repetition && engine->ply > 0 && ab_transposition_repeats(engine, frame)) goto repeated;
    if (task->table != NULL && ab_transposition_settles(engine, frame)) goto remembered;
  known:
    if (frame->is_expanded) goto turned;
    if (task->asks_enter && is_out_of_reach(engine, frame, frame->ply)) goto bounded;
    ASK(AB_ASK_SUCCESSORS, STATE_EXPANDED);

  quiet:
    if (task->asks_turn && engine->ply > 0) ASK(AB_ASK_TURN, STATE_QUIESCENCE_TURNED);
    ASK(AB_ASK_VALUE, STATE_STAND_PAT);

  case STATE_QUIESCENCE_TURNED:
    ab_frame_turn(frame, answered_sign(engine));
    frame->has_turn = 1;
    ASK(AB_ASK_VALUE, STATE_STAND_PAT);

  case STATE_STAND_PAT:
    engine->counters.evaluations++;
    take_stand_pat(engine, frame);
    if (is_traced) ab_trace_note(engine, AB_EVENT_EVALUATE);
  standing:
    if (stand(engine, frame)) goto finished;
    if (frame->is_expanded) goto turned;
    ASK(AB_ASK_NOISY, STATE_EXPANDED);

  case STATE_EXPANDED:
    frame->is_expanded = 1;
    frame->is_lazy = engine->given_successors == AB_LAZY_SUCCESSORS;
    frame->count = frame->is_lazy ? 0 : engine->given_successors;
    frame->is_chance = (char)engine->given_chance;
    engine->given_chance = 0;
    if (frame->is_chance) goto odds;
    if (!frame->is_lazy) goto expanded;
    frame->is_ordered = (char)lists_as_they_come(engine, frame);
    frame->awaits_table_move = frame->is_ordered && frame->best != 0;
    goto draw;

  draw:
  case STATE_MORE:
    if (!has_candidates(engine, frame->first + frame->count + 1)) ASK(AB_ASK_MEMORY, STATE_MORE);
    ASK(AB_ASK_MORE, STATE_MORE_TAKEN);

  case STATE_MORE_TAKEN:
    take_more(engine, frame);
    if (frame->next > 0) goto pick;
    if (frame->is_lazy && (asks_scores(engine, frame) || frame->awaits_table_move)) goto draw;
  expanded:
    if (frame->count == 0) goto barren;
    goto room;

  odds:
  case STATE_OUTCOMES_ROOM:
    if (!has_outcomes(engine, frame->outcomes + frame->count)) ASK(AB_ASK_MEMORY, STATE_OUTCOMES_ROOM);
    if (!has_frames(engine, (size_t)engine->ply + 2)) ASK(AB_ASK_MEMORY, STATE_OUTCOMES_ROOM);
    ASK(AB_ASK_PROBABILITIES, STATE_PROBABILITIES);

  case STATE_PROBABILITIES:
  luck:
    open_chance(engine, frame);
    goto outcome;

  outcome:
  case STATE_OUTCOME:
    if (!pick_outcome(engine, frame)) {
      close_chance(engine, frame);
      goto finished;
    }
    if (is_limit_reached(engine)) goto unwind;
    engine->child = frame->next++;
    open_outcome(engine, frame);
    if (task->asks_enter) ASK(AB_ASK_ENTER, STATE_ENTERED);
    goto entered;

  room:
  case STATE_ROOM:
    if (!has_frames(engine, (size_t)engine->ply + 2)) ASK(AB_ASK_MEMORY, STATE_ROOM);
    if (!has_scores(engine, frame)) ASK(AB_ASK_MEMORY, STATE_ROOM);
    if (task->algorithm == AB_PERFT) goto pick;
    if (task->asks_turn && engine->ply > 0 && !frame->has_turn) ASK(AB_ASK_TURN, STATE_TURNED);
    goto turned;

  case STATE_TURNED:
    ab_frame_turn(frame, answered_sign(engine));
    /* fall through */

  turned:
    if (frame->is_chance) goto luck;
    if (task->algorithm == AB_MAXN) open_payoffs(engine, frame);
    if (frame->is_probe) widen_probe(frame);
    frame->original_alpha = frame->alpha;
    if (is_out_of_reach(engine, frame, frame->ply + 1)) goto bounded;
    if (tries_null_move(engine, frame)) {
      if (is_limit_reached(engine)) goto unwind;
      open_null(engine, frame);
      ASK(AB_ASK_NULL_MOVE, STATE_ENTERED);
    }
  passed:
    if (frame->is_ordered) goto rated;
    frame->is_unscored = (char)asks_scores(engine, frame);
    if (frame->is_lazy) goto pick;
    if (!frame->is_unscored && !asks_moves(engine, frame) && !keeps_order(engine)) goto pick;
    /* fall through */

  case STATE_RATE:
    if (!has_candidates(engine, frame->first + frame->count)) ASK(AB_ASK_MEMORY, STATE_RATE);
    if (asks_moves(engine, frame)) ASK(AB_ASK_MOVES, STATE_ORDERED);
    list_without_identities(engine, frame);
    /* fall through */

  case STATE_ORDERED:
  rated:
    rate(engine, frame);
    /* fall through */

  pick:
  case STATE_PICK:
    if (frame->is_probe && frame->next > 0 && ab_frame_has_more(frame)) {
      frame->is_partial = 1;
      goto finished;
    }
    if (frame->next == frame->count) {
      if (frame->is_lazy && !frame->is_cut) goto draw;
      goto finished;
    }
    if (is_limit_reached(engine)) goto unwind;
    if (needs_scores(engine, frame)) {
      frame->is_unscored = 0;
      ASK(AB_ASK_SCORES, STATE_SCORED);
    }
    /* fall through */

  case STATE_SCORED:
    engine->child = pick(engine, frame);
    if (frame->depth == 1 && engine->asks_leaf) {
      engine->counters.nodes++;
      frame->has_horizon = 1;
      ASK(AB_ASK_LEAF, STATE_LEAF_VALUED);
    }
    open_child(engine, frame);
    if (task->asks_enter) ASK(AB_ASK_ENTER, STATE_ENTERED);
    goto entered;

  barren:
    if (task->algorithm == AB_PERFT) goto finished;
    if (frame->has_stand_pat) {
      frame->is_exact = 1;
      goto finished;
    }
  leaf:
    if (task->view == AB_VIEW_MAX) {
      ab_frame_turn(frame, +1);
      ASK(AB_ASK_VALUE, STATE_EVALUATED);
    }
    if (task->asks_turn && engine->ply > 0 && !frame->has_turn) ASK(AB_ASK_TURN, STATE_LEAF);
    ASK(AB_ASK_VALUE, STATE_EVALUATED);

  case STATE_LEAF:
    ab_frame_turn(frame, answered_sign(engine));
    ASK(AB_ASK_VALUE, STATE_EVALUATED);

  case STATE_EVALUATED:
    engine->counters.evaluations++;
    frame->value = take_value(engine, frame->ply, &frame->end);
    frame->is_exact = 1;
    if (is_traced) ab_trace_note(engine, AB_EVENT_EVALUATE);
    /* fall through */

  finished:
    if (task->table != NULL) ab_transposition_store(engine, frame);
  settled:
    if (is_traced) ab_trace_note(engine, AB_EVENT_LEAVE);
    if (engine->ply > 0) {
      if (task->algorithm < AB_MAXN && reopen(frame)) {
        if (is_traced) ab_trace_note_again(engine);
        if (frame->has_stand_pat) goto standing;
        if (ab_transposition_has_key(engine, frame)) goto look_up;
        goto known;
      }
      if (frame[-1].in_null_move) ASK(AB_ASK_UNDO_NULL_MOVE, STATE_LEFT);
      if (task->asks_leave) ASK(AB_ASK_LEAVE, STATE_LEFT);
      goto left;
    }
    if (task->algorithm != AB_PERFT && ab_root_needs_re_search(engine)) {
      ab_root_open_search(engine);
      if (is_traced) ab_trace_note_again(engine);
      if (frame->has_stand_pat) goto standing;
      goto turned;
    }
    ab_root_report(engine);
    ASK(AB_ASK_ITERATION, STATE_REPORTED);

  repeated:
    if (is_traced) ab_trace_note(engine, AB_EVENT_REPETITION);
    goto settled;

  remembered:
    if (is_traced) ab_trace_note(engine, AB_EVENT_TABLE);
    goto settled;

  bounded:
    if (is_traced) ab_trace_note(engine, AB_EVENT_BOUNDS);
    goto settled;

  left:
  case STATE_LEFT:
    engine->ply--;
    frame--;
    frame->has_horizon |= frame[1].has_horizon;
    if (frame[1].repeated < frame->repeated) frame->repeated = frame[1].repeated;
    alpha = frame->alpha;
    tried = frame->next;
    was_cut = frame->is_cut;
    if (frame->is_chance) {
      ab_verdict verdict = take_outcome(engine, frame);
      if (is_traced) ab_trace_note_child(engine, alpha, tried, was_cut);
      if (verdict != AB_VERDICT_OPEN) goto finished;
      goto outcome;
    }
    if (task->algorithm == AB_PERFT) goto pick;
    if (frame->in_null_move) {
      int is_cut = is_null_cut(engine, frame, ab_frame_child_value(frame));
      if (is_traced) ab_trace_note_child(engine, alpha, tried, was_cut);
      if (is_cut) goto finished;
      goto passed;
    }
    if (task->algorithm == AB_MAXN) goto shared;
    asks_line = back_up(engine, frame, ab_frame_child_value(frame), frame[1].end);
    if (is_traced) ab_trace_note_child(engine, alpha, tried, was_cut);
    if (asks_line) ASK(AB_ASK_LINE, STATE_PICK);
    goto pick;

  shared:
    tried = frame->next;
    was_cut = frame->is_cut;
    asks_line = take_payoffs(engine, frame);
    if (is_traced) ab_trace_note_child(engine, 0, tried, was_cut);
    if (asks_line) ASK(AB_ASK_LINE, STATE_PICK);
    goto pick;

  case STATE_LEAF_VALUED:
    engine->counters.evaluations++;
    if (task->algorithm == AB_MAXN) goto shared;
    value = leaf_value(engine, frame, &end);
    if (back_up(engine, frame, value, end)) ASK(AB_ASK_LINE, STATE_PICK);
    goto pick;

  case STATE_REPORTED:
    engine->result.reason = ab_root_reason_to_end(engine);
    if (engine->result.reason != AB_REASON_NONE) break;
    ab_root_deepen(engine);
    goto iterate;

  case STATE_UNWOUND:
    engine->ply--;
  unwind:
    if (is_traced) ab_trace_note_end(engine);
    if (engine->ply == 0) {
      if (!ab_root_retreats(engine)) break;
      frame = engine->frames;
      goto iterate;
    }
    if (engine->frames[engine->ply - 1].in_null_move) ASK(AB_ASK_UNDO_NULL_MOVE, STATE_UNWOUND);
    if (task->asks_leave) ASK(AB_ASK_LEAVE, STATE_UNWOUND);
    engine->ply--;
    goto unwind;

  case STATE_END:
    break;
  }
  ASK(AB_ASK_NOTHING, STATE_END);
}

ab_ask ab_engine_next(ab_engine *engine)
{
  return run(engine, 0);
}

ab_ask ab_engine_next_traced(ab_engine *engine)
{
  engine->trace.count = 0;
  return run(engine, 1);
}
