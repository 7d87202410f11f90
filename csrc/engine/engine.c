/*
 * engine.c: the states of the machine and the steps between them.
 *
 * The invariant: whenever ab_engine_next returns, `state` says what to do with the answer, frames[0..ply] are
 * the path, and every frame below the current one waits for its child to be left. Each frame's window is open
 * (alpha < beta), because a window that closes is a cut-off and ends its node at once.
 */

#include "engine.h"

#include "backup.h"
#include "abdada.h"
#include "../table/key.h"
#include "root.h"
#include "transposition.h"

void ab_engine_init(ab_engine *engine)
{
  static const ab_engine empty = {.state = AB_STATE_END, .least_end = HUGE_VAL};
  *engine = empty;
}

void ab_engine_free(ab_engine *engine, const ab_memory *memory)
{
  ab_memory_free(memory, engine->frames, engine->capacity, sizeof *engine->frames);
  ab_ordering_free(&engine->ordering, memory);
  ab_chance_free(&engine->chance, memory);
  ab_maxn_free(&engine->maxn, memory);
  ab_scores_free(&engine->scores, memory);
  ab_trace_free(&engine->trace, memory);
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
  int needs_payoffs = task->algorithm == AB_MAXN && engine->maxn.capacity < engine->capacity;
  return needs_payoffs ? engine->maxn.capacity : engine->capacity;
}

/* Whether a highest or a lowest value prunes in `task`. */
static int is_bounded(const ab_task *task)
{
  return task->algorithm < AB_MINIMAX && (task->win < HUGE_VAL || task->value_max < HUGE_VAL ||
                                          task->value_min > -HUGE_VAL || task->asks_bounds);
}

/* Lets the bounds of all values include that of a repetition, which the game's evaluations need not reach. */
static void include_repetition(const ab_task *task, double *low, double *high)
{
  if (!task->scores_repetition) return;
  *low = fmin(*low, task->repetition);
  *high = fmax(*high, task->repetition);
}

/* The counters and the rest that is not named here begin at 0. */
void ab_engine_start(ab_engine *engine, const ab_task *task)
{
  int wants_scores = (task->multipv > 1 || task->lists_ties) && task->depth > 0;
  const ab_engine begun = {
      .state = AB_STATE_BEGIN,
      .wanted = {.frames = AB_FIRST_PLIES},
      .uses_abdada = task->table != NULL && ab_table_shared(task->table) != NULL && !task->reductions,
      .asks_leaf =
          !(task->asks_turn && task->view == AB_VIEW_MOVER) && task->quiescence == 0 && !task->traces,
      .is_bounded = is_bounded(task),
      .values = {0, NAN, NAN},
      .limits = {.nodes = task->nodes,
                 .time = task->time,
                 .think = task->think,
                 .soft_nodes = task->soft_nodes,
                 .soft_time = task->soft_time,
                 .soft_think = task->soft_think,
                 .clock = task->clock},
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
      .trace = engine->trace,
      .refutations = engine->refutations,
  };
  ab_assert(task->depth >= 0 && task->depth <= AB_DEPTH_MAX && task->alpha < task->beta);
  *engine = begun;
  include_repetition(task, &engine->task.value_min, &engine->task.value_max);
  ab_limits_start(&engine->limits);
  if (task->limits_hold_in_first_iteration) ab_limits_set(&engine->limits, 0, task->nodes, task->time);
  ab_ordering_start(&engine->ordering, task->learns);
  ab_maxn_start(&engine->maxn, task->value_sum, task->value_min, task->value_max, task->has_chance_nodes);
  ab_scores_start(&engine->scores, wants_scores ? (task->multipv > 1 ? task->multipv : 1) : 0,
                  task->lists_ties);
  engine->trace.count = 0;
  ab_refutation_start(&engine->refutations);
  if (task->uses_refutations)
    engine->wanted.refutations = ab_refutation_needed(&engine->refutations, !task->deepening);
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
  if (task->algorithm == AB_MAXN) GROW(engine->maxn.payoffs, engine->maxn.capacity, engine->capacity);
  GROW(engine->ordering.candidates, engine->ordering.capacity, wanted->candidates);
  GROW(engine->chance.outcomes, engine->chance.capacity, wanted->outcomes);
  if (!ab_scores_grow(&engine->scores, memory, wanted->scores)) return 0;
  if (task->asks_moves && !ab_ordering_make_memory(&engine->ordering, task->learns, memory)) return 0;
  if (task->traces && !ab_trace_grow(&engine->trace, memory)) return 0;
  if (!ab_refutation_grow(&engine->refutations, memory, wanted->refutations)) return 0;
  engine->plies = plies_of(engine, task);
  engine->wanted = nothing;
  return 1;
}

void ab_engine_stop(ab_engine *engine)
{
  engine->result.reason = AB_REASON_STOPPED;
  engine->state = AB_STATE_END;
}

int ab_engine_bound(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  double value = engine->result.value;
  if (engine->result.partial_depth > 0) return task->minimizing ? -1 : +1;
  if (value <= task->alpha && task->alpha > -HUGE_VAL) return -1;
  if (value >= task->beta && task->beta < HUGE_VAL) return +1;
  return 0;
}

/* max^n: the payoffs of the node that is evaluated. */
static double *payoffs_asked(const ab_engine *engine)
{
  size_t node = (size_t)engine->ply + (engine->state == AB_STATE_LEAF_VALUED);
  ab_assert(node < engine->maxn.capacity);
  return engine->maxn.payoffs[node].value;
}

void ab_engine_payoffs(ab_engine *engine, const double *payoffs, uint32_t players)
{
  ab_assert(players > 0 && players <= AB_MAXN_PLAYERS);
  memcpy(payoffs_asked(engine), payoffs, players * sizeof *payoffs);
  engine->maxn.players = players;
}

void ab_engine_equal_payoffs(ab_engine *engine, double payoff)
{
  double *payoffs = payoffs_asked(engine);
  int i;
  for (i = 0; i < AB_MAXN_PLAYERS; i++) payoffs[i] = payoff;
}

const double *ab_engine_result_payoffs(const ab_engine *engine, uint32_t *players)
{
  *players = engine->maxn.players;
  return engine->maxn.result;
}

/* The child of the current node becomes the current one. Returns its frame. */
static inline ab_frame *go_up(ab_engine *engine)
{
  engine->ply++;
  ab_assert((size_t)engine->ply < engine->plies);
  return ++engine->frame;
}

/* The parent of the current node becomes the current one. Returns its frame. */
static inline ab_frame *go_down(ab_engine *engine)
{
  ab_assert(engine->ply > 0);
  engine->ply--;
  return --engine->frame;
}

/* Takes the answer to AB_ASK_TURN for the current node: turns it to the player who moves there. */
static inline void take_turn(const ab_engine *engine, ab_frame *frame)
{
  ab_frame_turn(frame, ab_engine_answered_sign(engine));
}

/* Takes that answer before the successors are known. */
static inline void take_early_turn(const ab_engine *engine, ab_frame *frame)
{
  take_turn(engine, frame);
  frame->list.has_turn = 1;
}

/* Whether AB_ASK_TURN is due at the current node; the root's turn is the task's. */
static inline int needs_turn(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.asks_turn && engine->ply > 0 && !frame->list.has_turn;
}

/* The game is over at the leaf that was evaluated. */
static inline void note_end(ab_engine *engine)
{
  double size = fabs(engine->answer.value);
  if (engine->task.tells_ends && size > 0 && size < engine->least_end) engine->least_end = size;
}

/*
 * Takes what is known of the end of the game at a leaf at the horizon, which belongs to `frame`. If the game goes on or
 * may go on, the depth has truncated a line. Returns whether the game is known to be over.
 */
static inline int take_end(ab_engine *engine, ab_frame *frame)
{
  if (ab_engine_asks_end(engine) && engine->answer.is_over) {
    note_end(engine);
    return 1;
  }
  frame->visit.is_truncated = 1;
  engine->iteration.is_truncated = 1;
  return 0;
}

/*
 * Takes the answer to AB_ASK_BOUNDS for the current node. A later win is worth less. So a lower bound above the least
 * value of a win says nothing, nor does an upper bound if the game may be lost. The task's bounds of all values apply
 * here, too, unless one of them is wrong.
 */
static inline void take_bounds(const ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int is_mins = task->view == AB_VIEW_MOVER && frame->sign < 0;
  double low = is_mins ? -engine->answer.highest : engine->answer.lowest;
  double high = is_mins ? -engine->answer.lowest : engine->answer.highest;
  double latest = task->win - task->depth - task->quiescence;
  int has_low, has_high;
  ab_assert(low <= high);
  include_repetition(task, &low, &high);
  has_low = !(high >= task->win && low > latest) && low > task->value_min && low <= task->value_max;
  has_high = !(low <= -task->win && high < -latest) && high < task->value_max && high >= task->value_min;
  frame->list.has_bounds = 1;
  frame->lowest = has_low ? low : task->value_min;
  frame->highest = has_high ? high : task->value_max;
}

/*
 * Whether the bounds of the current node decide its value: no possible value lies inside the window, or only one value
 * is possible, and that is no won game, whose value depends on its distance.
 */
static inline int is_settled_by_bounds(const ab_engine *engine, ab_frame *frame)
{
  double value = frame->sign > 0 ? frame->lowest : -frame->lowest;
  if (ab_backup_is_bounded_out(engine, frame, frame->ply)) return 1;
  if (engine->ply == 0 || frame->lowest != frame->highest || fabs(value) >= engine->task.win) return 0;
  if (fabs(value) == HUGE_VAL) return 0;
  frame->value = value;
  frame->end = -1;
  frame->search.is_exact = 1;
  return 1;
}

/* Whether AB_ASK_MOVES is due at a node with successors. That is decided once, for the full depth. */
static inline int asks_moves(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int32_t due = frame->depth + frame->search.reduced;
  return task->asks_moves && (due >= (task->costly_moves ? AB_ORDER_DEPTH : 1) || engine->ply == 0);
}

/* Whether AB_ASK_SCORES, or AB_ASK_CHILD_VALUE in its place, may be due: decided once, for the full depth. */
static inline int asks_scores(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int32_t due = frame->depth + frame->search.reduced;
  int has_leaves = due < AB_ORDER_DEPTH && task->quiescence == 0;
  if (task->asks_child_values) return due >= AB_VALUES_DEPTH || (engine->ply == 0 && task->deepening);
  return task->asks_scores && (!has_leaves || engine->ply == 0);
}

/* Whether one of these is due before the next successor is picked. */
static inline int needs_scores(const ab_engine *engine, const ab_frame *frame)
{
  return frame->list.is_ordered && frame->list.is_unscored && frame->next + 1 < frame->count &&
         !ab_ordering_is_certain(&engine->ordering, frame->first,
                                 frame->list.is_sorted ? frame->next + 1 : frame->count, frame->next);
}

/* Takes the answer to AB_ASK_CHILD_VALUE: that value, in the view of the current node's player, is the score. */
static inline void take_child_value(ab_engine *engine, ab_frame *frame)
{
  const ab_answer *answer = &engine->answer;
  int sign = engine->task.view == AB_VIEW_MAX ? +1 : -frame->sign;
  ab_assert(answer->value == answer->value && engine->valued < frame->count);
  if (ab_engine_asks_child_turn(engine)) sign = ab_engine_answered_sign(engine);
  ab_engine_score(engine, engine->valued++, sign == frame->sign ? answer->value : -answer->value);
}

/* Takes the answer to AB_ASK_SUCCESSORS, or to AB_ASK_NOISY. */
static inline void take_successors(ab_engine *engine, ab_frame *frame)
{
  frame->list.is_expanded = 1;
  frame->list.is_lazy = engine->answer.successors == AB_LAZY_SUCCESSORS;
  frame->count = frame->list.is_lazy ? 0 : engine->answer.successors;
  frame->list.is_chance = (char)engine->answer.is_chance;
  engine->answer.is_chance = 0;
}

/* Whether the refutation table named a successor by its index, which finds it without move ids. */
static inline int names_place(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.uses_refutations && (frame->best & AB_MOVE_IS_PLACE) != 0;
}

/* Begins with an iterator: successors become candidates as they come, if that finds the table's move. */
static inline void begin_iterator(const ab_engine *engine, ab_frame *frame)
{
  frame->list.is_ordered =
      (asks_moves(engine, frame) || names_place(engine, frame)) && !asks_scores(engine, frame);
  frame->list.awaits_table_move = frame->list.is_ordered && frame->best != 0;
}

/* Takes the answer to AB_ASK_MORE. */
static inline void take_more(ab_engine *engine, ab_frame *frame)
{
  if (!engine->answer.has_more) {
    frame->list.is_lazy = 0;
    return;
  }
  if (frame->list.is_ordered) {
    ab_engine_move(engine, frame->count, engine->answer.move);
    if (ab_ordering_is_move(frame->best, engine->answer.move, frame->count))
      frame->list.awaits_table_move = 0;
  }
  frame->count++;
}

/* Makes candidates of the successors in their order, to score them, or to begin iterations with the last best. */
static inline void list_without_move_ids(ab_engine *engine, const ab_frame *frame)
{
  uint32_t i;
  for (i = 0; i < frame->count; i++) ab_engine_move(engine, i, 0);
}

/* Whether the current node, the root, keeps its order from one iteration to the next, with the best first. */
static inline int keeps_order(const ab_engine *engine)
{
  return engine->ply == 0 && engine->task.deepening && engine->task.algorithm != AB_MAXN;
}

/* Whether the successors of the current node, whose count is known, are picked by the ordering. */
static inline int is_to_be_ordered(const ab_engine *engine, const ab_frame *frame)
{
  return !frame->list.is_lazy && (frame->list.is_unscored || asks_moves(engine, frame) ||
                                  keeps_order(engine) || names_place(engine, frame));
}

/* Decides whether killers or the game's scores come first at the current node, before its successors are asked for. */
static inline void decide_lead(ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  if (!task->asks_scores || !(task->learns & AB_LEARNS_KILLERS) || frame->killers.moves[0] == 0) return;
  if (asks_scores(engine, frame)) frame->list.lead = (char)ab_ordering_decide_lead(&engine->ordering);
}

/*
 * How killers are ranked at a node. In the first iteration, the history knows too little to weigh them by it;
 * evaluations that order the successors cost more than killers in front of these (measured by bench/defaults.lua).
 */
static inline ab_killer_rank rank_of_killers(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  if (frame->list.lead == AB_LEAD_SCORES) return AB_KILLERS_LAST;
  return engine->result.depth > 0 && !task->asks_scores && !task->asks_child_values ? AB_KILLERS_WEIGHED
                                                                                    : AB_KILLERS_FIRST;
}

/* Records which candidates a node has whose lead is decided. More may come: see frame.h. */
static inline void record_candidates(const ab_engine *engine, ab_frame *frame)
{
  const ab_candidate *own = engine->ordering.candidates + frame->first;
  const uint32_t *killers = frame->killers.moves;
  uint32_t i;
  for (i = 0; i < frame->count; i++)
    if (ab_ordering_is_move(frame->best, own[i].move, own[i].index))
      frame->list.has_table_move |= frame->next == 0;
    else if (own[i].move != 0 && (own[i].move == killers[0] || own[i].move == killers[1]))
      frame->list.has_killer = 1;
}

/*
 * Assigns priorities to the candidates of the current node. The root's keep the order of the previous iteration, its
 * best one first. With `tells_ends`, a search of the root that failed low changes nothing, because its values are
 * bounds.
 */
static inline void assign_priorities(ab_engine *engine, ab_frame *frame)
{
  ab_assert(frame->first + frame->count <= engine->ordering.capacity);
  frame->list.is_ordered = 1;
  frame->list.is_sorted = 0;
  if (keeps_order(engine) && engine->result.depth > 0) {
    uint32_t best = engine->task.tells_ends ? engine->answered : engine->best;
    ab_ordering_keep_best_first(&engine->ordering, frame->first, frame->count, best);
    if (engine->scores.wanted > 1)
      ab_scores_put_best_first(&engine->scores, engine->ordering.candidates + frame->first, frame->count);
  } else {
    ab_ordering_node node = ab_backup_ordering_node(engine, frame);
    if (frame->list.lead != AB_LEAD_UNDECIDED) record_candidates(engine, frame);
    frame->list.is_sorted = (char)ab_ordering_assign_priorities(
        &engine->ordering, frame->first, frame->count, &node, frame->best, rank_of_killers(engine, frame));
  }
}

/* If a node has more successors, only the first is picked, because each pick reads them all. */
#define MANY_SUCCESSORS 100

/* The next successor of the current node: its index in the game's own order. */
static inline uint32_t pick(ab_engine *engine, ab_frame *frame)
{
  const ab_candidate *picked;
  uint32_t nth = frame->next++;
  ab_assert(nth < frame->count);
  if (frame->list.lead != AB_LEAD_UNDECIDED) {
    frame->tried_from = engine->counters.nodes;
    if (nth == (uint32_t)frame->list.has_table_move) frame->lead_from = frame->tried_from;
  }
  if (!frame->list.is_ordered) {
    if (engine->task.uses_refutations) frame->move = AB_MOVE_IS_PLACE | (nth + 1);
    return nth;
  }
  if (frame->list.is_sorted) {
    picked = engine->ordering.candidates + frame->first + nth;
  } else if (nth < (frame->count < MANY_SUCCESSORS ? AB_SELECTIONS : 1)) {
    picked = ab_ordering_pick(&engine->ordering, frame->first, frame->count, nth);
  } else {
    ab_ordering_sort(&engine->ordering, frame->first, frame->count, nth);
    frame->list.is_sorted = 1;
    picked = engine->ordering.candidates + frame->first + nth;
  }
  ab_assert(picked->index < frame->count);
  if (ab_abdada_is_on(engine, frame, nth)) ab_abdada_enter(engine, frame, nth);
  frame->move = picked->move;
  if (engine->task.uses_refutations && frame->move == 0) frame->move = AB_MOVE_IS_PLACE | (picked->index + 1);
  return picked->index;
}

/* Whether there is room for `needed` elements of an array; if not, `*wanted` is set, and AB_ASK_MEMORY is due. */
static inline int has_room(size_t room, size_t needed, size_t *wanted)
{
  if (room < needed) *wanted = needed;
  return room >= needed;
}

/* Whether there is room for `needed` plies. */
static inline int has_plies(ab_engine *engine, size_t needed)
{
  return has_room(engine->plies, needed, &engine->wanted.frames);
}

/* Whether there is room for `needed` candidates of the current node. */
static inline int has_candidates(ab_engine *engine, size_t needed)
{
  return has_room(engine->ordering.capacity, engine->frame->first + needed, &engine->wanted.candidates);
}

/* Whether there is room for the scores of the current node's successors, if wanted; else AB_ASK_MEMORY is due. */
static inline int has_scores(ab_engine *engine, const ab_frame *frame)
{
  const ab_scores *scores = &engine->scores;
  if (engine->ply > 0 || scores->wanted == 0) return 1;
  if (ab_scores_have_room(scores, frame->count)) return 1;
  engine->wanted.scores = frame->count;
  return 0;
}

/* Whether the refutation table has room for the iteration that is about to begin; AB_ASK_MEMORY is due when not. */
static int has_refutations(ab_engine *engine)
{
  engine->wanted.refutations = ab_refutation_needed(&engine->refutations, !engine->task.deepening);
  return engine->refutations.buckets >= engine->wanted.refutations;
}

/* Whether the current node, which is not expanded, looks for successors by their move id before they are listed. */
static inline int finds_wanted_moves(const ab_engine *engine, const ab_frame *frame)
{
  int32_t least = engine->task.finds_moves;
  return least > 0 && frame->depth >= least && engine->ply > 0 && asks_moves(engine, frame);
}

/* Whether `move` was asked for at the node already. */
static inline int was_wanted(const ab_frame *frame, uint32_t move)
{
  int i;
  for (i = 0; i < frame->list.wanted_count; i++)
    if (frame->wanted[i] == move) return 1;
  return 0;
}

/* The move id to ask for next, in the order of a list; 0 if there is none, or only its index is known. */
static inline uint32_t next_wanted_move(const ab_engine *engine, const ab_frame *frame)
{
  int has_killers = (engine->task.learns & AB_LEARNS_KILLERS) && frame->list.lead != AB_LEAD_SCORES;
  const uint32_t named[AB_WANTED_MAX] = {frame->best, has_killers ? frame->killers.moves[0] : 0,
                                         has_killers ? frame->killers.moves[1] : 0};
  int i;
  if (frame->list.wanted_count >= AB_WANTED_MAX) return 0;
  for (i = 0; i < AB_WANTED_MAX; i++) {
    if (named[i] == 0 || was_wanted(frame, named[i])) continue;
    return named[i] & AB_MOVE_IS_PLACE ? 0 : named[i];
  }
  return 0;
}

/* Takes the answer to AB_ASK_FIND_MOVE. */
static inline void take_found(ab_engine *engine, ab_frame *frame)
{
  ab_assert(frame->list.wanted_count < AB_WANTED_MAX && frame->count <= (uint32_t)frame->list.wanted_count);
  if (engine->answer.found == AB_FOUND_UNABLE) {
    frame->list.wanted_count = AB_WANTED_MAX;
    return;
  }
  if (engine->answer.found == AB_FOUND_YES) {
    ab_engine_move(engine, frame->count, engine->wanted_move);
    frame->count++;
    frame->list.found_bits |= (char)(1 << frame->list.wanted_count);
    frame->list.is_finding = 1;
    frame->list.is_ordered = 1;
  }
  frame->wanted[(int)frame->list.wanted_count++] = engine->wanted_move;
}

/* Takes the list of all successors, which contains those that were found, or an iterator of the others. */
static inline void take_listed(ab_engine *engine, ab_frame *frame)
{
  frame->list.is_finding = 0;
  frame->list.is_lazy = engine->answer.successors == AB_LAZY_SUCCESSORS;
  if (frame->list.is_lazy)
    frame->list.found_bits = 0;
  else
    frame->count = engine->answer.successors;
  engine->answer.is_chance = 0;
}

/* Puts the successors that were found by their move id, and tried, before all others that are listed now. */
static inline void list_found_first(ab_engine *engine, ab_frame *frame)
{
  ab_candidate *own = engine->ordering.candidates + frame->first;
  uint32_t at;
  int i;
  frame->next = 0;
  frame->list.is_sorted = 0;
  for (i = 0; i < frame->list.wanted_count; i++) {
    if (!(frame->list.found_bits >> i & 1)) continue;
    for (at = frame->next; at < frame->count && own[at].move != frame->wanted[i];) at++;
    if (at == frame->count) continue;
    ab_ordering_swap(own + at, own + frame->next);
    frame->next++;
  }
  frame->list.found_bits = 0;
}

/*
 * Gives the current node, which has just been entered, its path, and finds the move that was best there. Move ids make
 * the path if successors may be found by them: their indexes are then not always the same.
 */
static inline void find_refutation(const ab_engine *engine, ab_frame *frame)
{
  if (engine->ply == 0)
    frame->path = AB_REFUTATION_ROOT;
  else if (frame[-1].visit.in_null_move)
    frame->path = ab_refutation_child(frame[-1].path, UINT32_MAX); /* no successor has this index */
  else
    frame->path = ab_refutation_child(frame[-1].path, engine->task.finds_moves && !frame[-1].list.is_chance
                                                          ? frame[-1].move
                                                          : engine->child);
  frame->best = ab_refutation_find(&engine->refutations, frame->path);
}

/* Puts down the best move of the current node, which is finished, if it is known. */
static inline void store_refutation(ab_engine *engine, const ab_frame *frame)
{
  if (frame->best != 0 && frame->depth > 0 && frame->count > 0 && !frame->list.is_chance)
    ab_refutation_store(&engine->refutations, frame->path, frame->best, frame->depth);
}

/* Whether all is there that a search begins with; AB_ASK_MEMORY is due when not. */
static int has_what_it_begins_with(ab_engine *engine)
{
  const ab_task *task = &engine->task;
  return has_plies(engine, AB_FIRST_PLIES) &&
         (!task->asks_moves || ab_ordering_has_memory(&engine->ordering, task->learns)) &&
         !(task->traces && engine->trace.events == NULL);
}

/* Ends the iteration for a reason, and the search, unless depths were skipped. Returns whether there is a reason. */
static inline int end_iteration(ab_engine *engine, ab_reason reason)
{
  if (!engine->iteration.is_skipping) engine->result.reason = reason;
  return reason != AB_REASON_NONE;
}

/* Whether a limit is reached: the search ends, and the reason is written down. */
static inline int is_limit_reached(ab_engine *engine)
{
  if (engine->counters.nodes < engine->limits.check) return 0;
  return end_iteration(engine, ab_limits_reached(&engine->limits, engine->counters.nodes));
}

/* Whether a chance node begins with Star2's probing phase, because that can close its window. */
static inline int uses_star2_probe(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.star2 && engine->task.algorithm < AB_MINIMAX && frame->depth >= AB_STAR2_DEPTH &&
         frame->count > 1 && (frame->alpha > -HUGE_VAL || frame->beta < HUGE_VAL) &&
         ab_backup_lowest(engine, frame, frame->ply) > -HUGE_VAL &&
         ab_backup_highest(engine, frame, frame->ply) < HUGE_VAL;
}

/* Begins with the outcomes of the current node, a chance node. */
static inline void open_chance(ab_engine *engine, ab_frame *frame)
{
  int has_bounds = engine->is_bounded;
  ab_assert(frame->list.is_chance && frame->outcomes + frame->count <= engine->chance.capacity);
  frame->original_alpha = frame->alpha;
  frame->next = 0;
  frame->visit.is_star2_probe = 0;
  frame->visit.in_star2_probe = (char)uses_star2_probe(engine, frame);
  ab_chance_open(&engine->chance, frame, has_bounds ? ab_backup_lowest(engine, frame, frame->ply) : -HUGE_VAL,
                 has_bounds ? ab_backup_highest(engine, frame, frame->ply) : HUGE_VAL);
  if (engine->task.algorithm == AB_MAXN) ab_maxn_open(&engine->maxn, frame, (size_t)engine->ply);
}

/* Finds the next outcome to enter, from `next` on. Returns 0 if all are known. */
static inline int find_outcome(const ab_engine *engine, ab_frame *frame)
{
  for (;;) {
    while (frame->next < frame->count && !ab_chance_is_open(&engine->chance, frame, frame->next))
      frame->next++;
    if (frame->next < frame->count) return 1;
    if (!frame->visit.in_star2_probe) return 0;
    frame->visit.in_star2_probe = 0;
    frame->next = 0;
  }
}

/* Takes the value of the outcome just left. */
static inline ab_chance_state take_outcome(ab_engine *engine, ab_frame *frame)
{
  ab_chance_state state;
  ab_assert(frame->next > 0 && frame->next <= frame->count);
  if (engine->task.algorithm == AB_MAXN) {
    ab_maxn_take_outcome(&engine->maxn, (size_t)engine->ply,
                         engine->chance.outcomes[frame->outcomes + frame->next - 1].probability);
    return AB_CHANCE_OPEN;
  }
  state = ab_chance_take(&engine->chance, frame, frame->next - 1);
  if (state != AB_CHANCE_OPEN) {
    engine->counters.cutoffs++;
    frame->search.is_cut = 1;
  }
  return state;
}

/* All outcomes of the current node are known: gives it its value. */
static inline void close_chance(ab_engine *engine, ab_frame *frame)
{
  if (engine->task.algorithm == AB_MAXN)
    frame->value = ab_maxn_close(&engine->maxn, (size_t)engine->ply);
  else
    ab_chance_close(&engine->chance, frame);
}

/*
 * The window of an outcome in Star2's probing phase, which searches only one successor. Its value is a lower bound of
 * the outcome only if it is not itself an upper bound. If this cannot close the window, all successors are searched.
 */
static inline void widen_star2_probe(ab_frame *frame)
{
  if (frame->beta < HUGE_VAL)
    frame->alpha = -HUGE_VAL;
  else
    frame->visit.is_star2_probe = 0;
}

/* max^n: begins with the successors of the current node, whose player is known. */
static inline void open_payoffs(ab_engine *engine, ab_frame *frame)
{
  frame->player = engine->ply > 0 ? engine->answer.player : 0;
  ab_assert(frame->player < AB_MAXN_PLAYERS);
  ab_maxn_open(&engine->maxn, frame, (size_t)engine->ply);
  if (engine->ply == 0 && engine->scores.wanted > 0) frame->beta = HUGE_VAL;
}

/*
 * max^n: takes the payoff that the root's player has at the successor just tried, if the task wants scores. If the
 * successor was cut off, this player gets at most alpha. Returns whether AB_ASK_LINE is due.
 */
static int take_payoff_score(ab_engine *engine, ab_frame *root)
{
  int is_leaf = root->depth == 1 && engine->asks_leaf, asks_line;
  double value = engine->maxn.payoffs[1].value[0];
  if (!is_leaf && root[1].search.is_cut && value < root->alpha) value = root->alpha;
  asks_line = ab_backup_score(engine, root, value, -1);
  if (engine->scores.is_best) engine->maxn.payoffs[0] = engine->maxn.payoffs[1];
  return asks_line;
}

/* max^n: takes the payoffs of the successor just tried. Returns whether AB_ASK_LINE is due. */
static int take_payoffs(ab_engine *engine, ab_frame *frame)
{
  int is_better;
  ab_assert(frame->next > 0 && frame->next <= frame->count);
  if (engine->ply == 0 && engine->scores.wanted > 0) return take_payoff_score(engine, frame);
  is_better = ab_maxn_take(&engine->maxn, frame, (size_t)engine->ply);
  if (is_better && engine->ply == 0) engine->best = ab_backup_root_child(engine, frame);
  if (frame->alpha >= frame->beta && frame->beta < HUGE_VAL) ab_backup_cut_off(engine, frame);
  return is_better;
}

/* Takes the other results of a child that was left, besides its value. */
static inline void take_flags(ab_frame *frame)
{
  frame->visit.reached_depth |= frame[1].visit.reached_depth;
  frame->visit.is_truncated |= frame[1].visit.is_truncated;
  if (frame[1].repeated < frame->repeated) frame->repeated = frame[1].repeated;
}

/* The next step after a child's value was backed up. */
typedef enum after_child {
  AFTER_CHILD_FINISHED, /* the node is finished */
  AFTER_CHILD_OUTCOME,  /* the next outcome of a chance node */
  AFTER_CHILD_ORDER,    /* a null move has not cut the node off */
  AFTER_CHILD_LINE,     /* the child heads the best line; then the next successor */
  AFTER_CHILD_PICK      /* the next successor */
} after_child;

/* Backs up the value of the child that was left. */
static inline after_child back_up_child(ab_engine *engine, ab_frame *frame)
{
  int asks_line;
  if (frame->list.is_chance)
    return take_outcome(engine, frame) == AB_CHANCE_OPEN ? AFTER_CHILD_OUTCOME : AFTER_CHILD_FINISHED;
  if (frame->visit.in_null_move)
    return ab_backup_is_null_cut(engine, frame, ab_frame_child_value(frame)) ? AFTER_CHILD_FINISHED
                                                                             : AFTER_CHILD_ORDER;
  asks_line = engine->task.algorithm == AB_MAXN
                  ? take_payoffs(engine, frame)
                  : ab_backup(engine, frame, ab_frame_child_value(frame), frame[1].end);
  return asks_line ? AFTER_CHILD_LINE : AFTER_CHILD_PICK;
}

/* Backs up the value of the successor that is a leaf without a frame. Returns whether AB_ASK_LINE is due. */
static inline int back_up_leaf(ab_engine *engine, ab_frame *frame)
{
  int32_t end;
  double value;
  engine->counters.evaluations++;
  take_end(engine, frame);
  if (engine->task.algorithm == AB_MAXN) return take_payoffs(engine, frame);
  value = ab_backup_leaf_value(engine, frame, &end);
  return ab_backup(engine, frame, value, end);
}

/*
 * How to read run(). It is one switch over `state`, entered by ab_engine_next with the answer to the last ask, and left
 * by the next ask.
 *
 * - A `case AB_STATE_X` takes that answer. Everything that it needs is in the engine and the frame: no local variable
 *   lives from one state to the next.
 * - STATE(X) is such a case to which other states also go, by `goto X`. A label in lower case is a step without an
 *   answer, such as `finished`: the current node has its value.
 * - ASK(what, then) leaves the machine: it asks the host for AB_ASK_what, and AB_STATE_then takes the answer. An ask
 *   for memory comes back to its own state, which tests again whether there is enough.
 * - States stand in the order in which a node passes through them: it is entered, looked up, expanded, ordered; its
 *   successors are picked and entered; it is finished, settled, and left; then its parent takes its value. The end of
 *   an iteration and what happens at a limit come last. machine.h has the diagram.
 * - `frame` is the current node's. ENTERED goes up to a child, LEFT goes down to its parent.
 */

/* Leaves the machine: the ask, and the state that takes the answer. */
#define ASK(what, then) return engine->state = AB_STATE_##then, AB_ASK_##what

/* A state that is entered by an answer, and also by `goto` from another state. */
#define STATE(name) \
  case AB_STATE_##name: \
    name

/* The machine, in two versions: one records events, and one does not. */
AB_INLINE ab_ask run(ab_engine *engine, const int is_traced)
{
  const ab_task *task = &engine->task;
  ab_frame *frame = engine->frame;
  ab_assert(engine->state == AB_STATE_BEGIN || engine->state == AB_STATE_END ||
            (engine->ply >= 0 && (size_t)engine->ply < engine->plies));
  ab_assert(is_traced == (task->traces != 0));
  switch (engine->state) {

  case AB_STATE_BEGIN:
    if (!has_what_it_begins_with(engine)) ASK(MEMORY, BEGIN);
    goto ITERATE;

    STATE(ITERATE) : ab_assert(engine->ply == 0 && frame == engine->frames);
    if (task->uses_refutations) {
      if (!has_refutations(engine)) ASK(MEMORY, ITERATE);
      ab_refutation_open_iteration(&engine->refutations);
    }
    ab_root_open_iteration(engine);
    goto node;

    STATE(ENTERED) : frame = go_up(engine);
  node:
    ab_assert(frame == engine->frames + engine->ply && frame->next == 0);
    ab_assert(task->algorithm == AB_MAXN || frame->alpha < frame->beta);
    engine->counters.nodes++;
    if (is_traced) ab_trace_note(engine, AB_EVENT_ENTER);
    if (frame->depth <= 0) {
      frame->visit.reached_depth = 1;
      if (task->quiescence > -frame->depth) {
        if (needs_turn(engine, frame)) ASK(TURN, QUIESCENCE_TURNED);
        ASK(VALUE, STAND_PAT);
      }
      goto leaf;
    }
    if (!ab_transposition_has_key(engine, frame)) goto unknown;
    if (frame->list.is_expanded) goto look_up;
    if (needs_turn(engine, frame)) ASK(TURN, KEY_DUE);
    ASK(KEY, KEYED);

  case AB_STATE_KEY_DUE:
    take_early_turn(engine, frame);
    ASK(KEY, KEYED);

  case AB_STATE_KEYED:
    ab_assert(frame->depth > 0 && !frame->list.is_expanded);
    frame->position_hash = engine->answer.position_hash;
    frame->side_to_move = engine->answer.side_to_move;
    frame->key = ab_key_of_node(frame->position_hash, engine->answer.perspective, frame->side_to_move,
                                frame->sign, ab_transposition_ties_plies(engine) ? frame->ply : 0);
  look_up:
    if (task->scores_repetition && engine->ply > 0 && ab_transposition_repeats(engine, frame)) goto repeated;
    if (task->table != NULL && ab_transposition_settles(engine, frame)) goto known;
  unknown:
    if (frame->list.is_expanded) goto turned;
    if (task->uses_refutations) find_refutation(engine, frame);
    if (task->asks_enter && ab_backup_is_bounded_out(engine, frame, frame->ply)) goto bounded;
    if (!task->asks_bounds || frame->list.has_bounds) goto expand;
    if (task->view == AB_VIEW_MOVER && needs_turn(engine, frame)) ASK(TURN, BOUNDS_DUE);
    ASK(BOUNDS, BOUNDS);

  case AB_STATE_BOUNDS_DUE:
    take_early_turn(engine, frame);
    ASK(BOUNDS, BOUNDS);

  case AB_STATE_BOUNDS:
    take_bounds(engine, frame);
    if (is_settled_by_bounds(engine, frame)) goto bounded;
  expand:
    decide_lead(engine, frame);
    if (!finds_wanted_moves(engine, frame)) ASK(SUCCESSORS, EXPANDED);
    frame->count = 0;
    goto FIND;

    STATE(FIND) : engine->wanted_move = next_wanted_move(engine, frame);
    if (engine->wanted_move == 0 && !frame->list.is_expanded) ASK(SUCCESSORS, EXPANDED);
    if (engine->wanted_move == 0) ASK(SUCCESSORS, LISTED);
    if (!has_candidates(engine, AB_WANTED_MAX)) ASK(MEMORY, FIND);
    ASK(FIND_MOVE, FOUND);

  case AB_STATE_FOUND:
    if (engine->answer.found == AB_FOUND_INSTEAD && !frame->list.is_expanded) goto EXPANDED;
    take_found(engine, frame);
    if (engine->answer.found != AB_FOUND_YES) goto FIND;
    if (frame->list.is_expanded) goto has_priorities;
    frame->list.is_expanded = 1;
    goto ROOM;

  case AB_STATE_LISTED:
    take_listed(engine, frame);
    if (frame->list.is_lazy) goto PICK;
    if (frame->count == 0) goto finished;
    frame->list.is_unscored = (char)asks_scores(engine, frame);
    goto ORDER;

  case AB_STATE_QUIESCENCE_TURNED:
    take_early_turn(engine, frame);
    ASK(VALUE, STAND_PAT);

  case AB_STATE_STAND_PAT:
    ab_assert(frame->depth <= 0 && !frame->list.is_expanded);
    engine->counters.evaluations++;
    ab_backup_take_stand_pat(engine, frame);
    frame->visit.knows_end = (char)ab_engine_asks_end(engine);
    if (take_end(engine, frame)) {
      frame->value = frame->stand_pat;
      frame->search.is_exact = 1;
      if (is_traced) ab_trace_note(engine, AB_EVENT_EVALUATE);
      if (task->algorithm != AB_MINIMAX && frame->value > frame->alpha) frame->alpha = frame->value;
      goto finished;
    }
    if (is_traced) ab_trace_note(engine, AB_EVENT_EVALUATE);
  stand_pat:
    if (ab_backup_stand_pat(engine, frame)) goto finished;
    if (frame->list.is_expanded) goto turned;
    ASK(NOISY, EXPANDED);

    STATE(EXPANDED) : ab_assert(!frame->list.is_expanded && frame->next == 0);
    take_successors(engine, frame);
    if (frame->list.is_chance) goto OUTCOMES_ROOM;
    if (!frame->list.is_lazy) goto counted;
    begin_iterator(engine, frame);
    goto MORE;

    STATE(MORE) : ab_assert(frame->list.is_lazy);
    if (frame->list.is_ordered && !has_candidates(engine, frame->count + 1)) ASK(MEMORY, MORE);
    ASK(MORE, MORE_TAKEN);

  case AB_STATE_MORE_TAKEN:
    take_more(engine, frame);
    if (frame->next > 0) goto PICK;
    if (frame->list.is_lazy && (asks_scores(engine, frame) || frame->list.awaits_table_move)) goto MORE;
  counted:
    if (frame->count > 0) goto ROOM;
    if (!frame->visit.has_stand_pat) goto leaf;
    frame->search.is_exact = 1;
    goto finished;

    STATE(OUTCOMES_ROOM) : ab_assert(frame->list.is_chance);
    if (!has_room(engine->chance.capacity, frame->outcomes + frame->count, &engine->wanted.outcomes))
      ASK(MEMORY, OUTCOMES_ROOM);
    if (!has_plies(engine, (size_t)engine->ply + 2)) ASK(MEMORY, OUTCOMES_ROOM);
    ASK(PROBABILITIES, PROBABILITIES);

    STATE(PROBABILITIES) : open_chance(engine, frame);
    goto OUTCOME;

    STATE(OUTCOME) : if (!find_outcome(engine, frame))
    {
      close_chance(engine, frame);
      goto finished;
    }
    if (is_limit_reached(engine)) goto unwind;
    engine->child = frame->next++;
    ab_backup_open_outcome(engine, frame);
    if (task->asks_enter) ASK(ENTER, ENTERED);
    goto ENTERED;

    STATE(ROOM) : if (!has_plies(engine, (size_t)engine->ply + 2)) ASK(MEMORY, ROOM);
    if (!has_scores(engine, frame)) ASK(MEMORY, ROOM);
    if (needs_turn(engine, frame)) ASK(TURN, TURNED);
    goto turned;

  case AB_STATE_TURNED:
    take_turn(engine, frame);
  turned:
    if (frame->list.is_chance) goto PROBABILITIES;
    if (task->algorithm == AB_MAXN) open_payoffs(engine, frame);
    if (frame->visit.is_star2_probe) widen_star2_probe(frame);
    frame->original_alpha = frame->alpha;
    if (ab_backup_is_bounded_out(engine, frame, frame->ply + 1)) goto bounded;
    if (ab_backup_tries_null_move(engine, frame)) {
      if (is_limit_reached(engine)) goto unwind;
      ab_backup_open_null_move(engine, frame);
      ASK(NULL_MOVE, ENTERED);
    }
  order:
    if (frame->list.is_ordered) goto has_priorities;
    frame->list.is_unscored = (char)asks_scores(engine, frame);
    if (!is_to_be_ordered(engine, frame)) goto PICK;
    goto ORDER;

    STATE(ORDER) : if (!has_candidates(engine, frame->count)) ASK(MEMORY, ORDER);
    if (asks_moves(engine, frame)) ASK(MOVES, ORDERED);
    list_without_move_ids(engine, frame);
    /* fall through */

  case AB_STATE_ORDERED:
  has_priorities:
    assign_priorities(engine, frame);
    if (frame->list.found_bits != 0 && !frame->list.is_finding) list_found_first(engine, frame);
    goto PICK;

    STATE(PICK) : ab_assert(frame->next <= frame->count && frame->list.is_expanded && !frame->list.is_chance);
    if (frame->visit.is_star2_probe && frame->next > 0 && ab_frame_has_more(frame)) {
      frame->visit.is_lower = 1;
      goto finished;
    }
    if (frame->next == frame->count) {
      if (frame->list.is_finding && !frame->search.is_cut) goto FIND;
      if (frame->list.is_lazy && !frame->search.is_cut) goto MORE;
      goto finished;
    }
    if (is_limit_reached(engine)) goto unwind;
    if (needs_scores(engine, frame)) {
      frame->list.is_unscored = 0;
      frame->list.is_sorted = 0;
      if (!task->asks_child_values) ASK(SCORES, SCORED);
      engine->valued = frame->next;
      goto values;
    }
    goto SCORED;

    STATE(SCORED) : engine->child = pick(engine, frame);
    if (frame->depth == 1 && engine->asks_leaf) {
      engine->counters.nodes++;
      frame->visit.reached_depth = 1;
      ASK(LEAF, LEAF_VALUED);
    }
    ab_backup_open_child(engine, frame);
    if (task->asks_enter) ASK(ENTER, ENTERED);
    goto ENTERED;

  values:
    if (engine->valued == frame->count) goto SCORED;
    engine->child = engine->ordering.candidates[frame->first + engine->valued].index;
    ASK(CHILD_VALUE, CHILD_VALUED);

  case AB_STATE_CHILD_VALUED:
    engine->counters.evaluations++;
    take_child_value(engine, frame);
    goto values;

  leaf:
    if (task->view == AB_VIEW_MAX) {
      ab_frame_turn(frame, +1);
      ASK(VALUE, EVALUATED);
    }
    if (needs_turn(engine, frame)) ASK(TURN, LEAF);
    ASK(VALUE, EVALUATED);

  case AB_STATE_LEAF:
    take_turn(engine, frame);
    ASK(VALUE, EVALUATED);

  case AB_STATE_EVALUATED:
    engine->counters.evaluations++;
    frame->value = ab_backup_take_value(engine, frame->ply, &frame->end);
    frame->search.is_exact = 1;
    if (frame->depth > 0)
      note_end(engine);
    else
      take_end(engine, frame);
    if (is_traced) ab_trace_note(engine, AB_EVENT_EVALUATE);
  finished:
    if (task->table != NULL) {
      ab_transposition_store(engine, frame);
      if (ab_table_is_short(task->table)) ASK(MEMORY, STORED);
    }
    if (task->uses_refutations) store_refutation(engine, frame);
    goto settled;

  case AB_STATE_STORED:
  settled:
    if (is_traced) ab_trace_note(engine, AB_EVENT_LEAVE);
    if (engine->ply > 0) {
      int is_bound = frame->search.is_scout && !frame->search.reduced;
      if (task->algorithm < AB_MAXN && ab_backup_reopen(frame)) {
        if (is_traced) ab_trace_note_again(engine);
        if (is_bound && engine->ply == 1 &&
            ab_root_proves(engine, ab_backup_root_child(engine, frame - 1), ab_frame_child_value(frame - 1),
                           frame->end, 0))
          ASK(PROVED, REOPENED);
        goto REOPENED;
      }
      if (frame[-1].visit.in_null_move) ASK(UNDO_NULL_MOVE, LEFT);
      if (task->asks_leave) ASK(LEAVE, LEFT);
      goto LEFT;
    }
    if (ab_root_needs_re_search(engine)) {
      ab_root_open_search(engine);
      if (is_traced) ab_trace_note_again(engine);
      if (frame->visit.has_stand_pat) goto stand_pat;
      goto turned;
    }
    ab_root_report(engine);
    ASK(ITERATION, REPORTED);

    STATE(REOPENED) : if (frame->visit.has_stand_pat) goto stand_pat;
    if (ab_transposition_has_key(engine, frame)) goto look_up;
    goto unknown;

  repeated:
    if (is_traced) ab_trace_note(engine, AB_EVENT_REPETITION);
    goto settled;

  known:
    if (is_traced) ab_trace_note(engine, AB_EVENT_TABLE);
    goto settled;

  bounded:
    if (is_traced) ab_trace_note(engine, AB_EVENT_BOUNDS);
    goto settled;

    STATE(LEFT) : frame = go_down(engine);
    if (frame->visit.is_marked) ab_abdada_leave(engine, frame);
    take_flags(frame);
    {
      ab_frame before = *frame;
      after_child next = back_up_child(engine, frame);
      if (is_traced) ab_trace_note_child(engine, before.alpha, before.next, before.search.is_cut);
      if (next == AFTER_CHILD_PICK) goto PICK;
      if (next == AFTER_CHILD_OUTCOME) goto OUTCOME;
      if (next == AFTER_CHILD_FINISHED) goto finished;
      if (next == AFTER_CHILD_ORDER) goto order;
    }
  line:
    if (engine->ply == 0) ASK(LINE, PROVED);
    ASK(LINE, PICK);

  case AB_STATE_LEAF_VALUED:
    ab_assert(frame->depth == 1 && engine->asks_leaf);
    if (back_up_leaf(engine, frame)) goto line;
    goto PICK;

  case AB_STATE_PROVED:
    if (ab_root_proves(engine, engine->best, frame->value, frame->end,
                       ab_backup_is_below(frame, frame->value)))
      ASK(PROVED, PICK);
    goto PICK;

  case AB_STATE_REPORTED:
    ab_assert(engine->ply == 0);
    engine->result.reason = ab_root_reason_to_end(engine);
    if (engine->result.reason != AB_REASON_NONE) break;
    ab_root_deepen(engine);
    goto ITERATE;

  case AB_STATE_CUT_ENTERED:
    frame = go_up(engine);
    engine->counters.nodes++;
    if (is_traced) ab_trace_note(engine, AB_EVENT_ENTER);
    goto unwind;

  case AB_STATE_CUT_LEFT:
  case AB_STATE_UNWOUND:
    frame = go_down(engine);
    goto unwind;

  case AB_STATE_CUT:
  unwind:
    if (frame->visit.is_marked) ab_abdada_leave(engine, frame);
    if (is_traced) ab_trace_note_end(engine);
    if (engine->ply == 0) {
      if (!ab_root_falls_back_to_lower_depth(engine)) break;
      goto ITERATE;
    }
    if (frame[-1].visit.in_null_move) ASK(UNDO_NULL_MOVE, UNWOUND);
    if (task->asks_leave) ASK(LEAVE, UNWOUND);
    frame = go_down(engine);
    goto unwind;

  case AB_STATE_END:
    break;
  }
  ASK(NOTHING, END);
}

/* The root keeps its list as it was before the last ask, because a skip may have to be searched again, step by step. */
void ab_engine_abort_iteration(ab_engine *engine, int is_answered)
{
  ab_state state = engine->state;
  engine->state = AB_STATE_CUT;
  switch (state) {
  case AB_STATE_BEGIN:
  case AB_STATE_ITERATE:
  case AB_STATE_REPORTED:
  case AB_STATE_CUT:
  case AB_STATE_CUT_ENTERED:
  case AB_STATE_CUT_LEFT:
  case AB_STATE_UNWOUND:
  case AB_STATE_END:
    engine->state = state;
    return;
  case AB_STATE_ENTERED:
    engine->state = AB_STATE_CUT_ENTERED;
    break;
  case AB_STATE_LEFT:
    engine->state = AB_STATE_CUT_LEFT;
    break;
  case AB_STATE_MORE_TAKEN:
    if (is_answered) take_more(engine, engine->frame);
    break;
  case AB_STATE_STAND_PAT:
  case AB_STATE_EVALUATED:
  case AB_STATE_LEAF_VALUED:
    if (is_answered) engine->counters.evaluations++;
    break;
  case AB_STATE_CHILD_VALUED:
    if (is_answered) engine->counters.evaluations++;
    /* fall through */
  case AB_STATE_SCORED:
    engine->frame->list.is_unscored = 1;
    break;
  default:
    break;
  }
  engine->answer.is_chance = 0;
  end_iteration(engine, AB_REASON_TIME);
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
