/*
 * node.c: the life of a node, and the loop that leads from one to the next.
 *
 * The invariant: frames[0..ply] are the path, and every frame below the current one waits for its child to be left.
 * Except in max^n, each frame's window is open (alpha < beta), because a window that closes is a cut-off and ends its
 * node at once.
 *
 * ab_engine_run, at the end, goes from step to step: an iteration begins, a node is entered, looked up, opened, its
 * successors picked one after another, and it is left. Each step is one function, and what only it needs stands above
 * it. What is rare has a section of its own: quiescence, null move, chance, max^n.
 */
#include "abdada.h"
#include "backup.h"
#include "engine.h"
#include "listing.h"
#include "root.h"
#include "transposition.h"
#include "../table/key.h"

/* ---- events ---- */

/* Reports an event of the current node, if the search is traced. */
static inline void note(const ab_engine *engine, ab_event_kind kind)
{
  if (engine->host->event != NULL) ab_trace_note(engine, kind);
}

/* The node is searched once more. */
static inline void note_again(const ab_engine *engine)
{
  if (engine->host->event != NULL) ab_trace_note_again(engine);
}

/* The node is left without a value. */
static inline void note_end(const ab_engine *engine)
{
  if (engine->host->event != NULL) ab_trace_note_end(engine);
}

/* ---- the path ---- */

/* Enters the child whose frame is set up, and counts it. */
static inline ab_step go_up(ab_engine *engine)
{
  engine->ply++;
  ab_assert((size_t)engine->ply < engine->plies);
  engine->frame++;
  engine->counters.nodes++;
  note(engine, AB_EVENT_ENTER);
  return AB_STEP_NODE;
}

/* Takes back the move to the current node. Its parent becomes the current one. Returns its frame. */
static inline ab_frame *go_down(ab_engine *engine)
{
  ab_frame *parent = engine->frame - 1;
  ab_assert(engine->ply > 0);
  if (parent->visit.in_null_move)
    engine->host->unpass(engine->context);
  else if (engine->task.host.asks_leave)
    engine->host->leave(engine->context);
  engine->ply--;
  engine->frame = parent;
  if (parent->visit.is_marked) ab_abdada_leave(engine, parent);
  return parent;
}

/* ---- the end of an iteration before its time ---- */

/* Ends the iteration for a reason, and the search, unless depths were skipped. Leaves the whole path. */
AB_NOINLINE ab_step unwind(ab_engine *engine, ab_reason reason)
{
  if (!engine->iteration.is_skipping) engine->result.reason = reason;
  if (engine->frame->visit.is_marked) ab_abdada_leave(engine, engine->frame);
  note_end(engine);
  while (engine->ply > 0) {
    go_down(engine);
    note_end(engine);
  }
  return ab_root_falls_back_to_lower_depth(engine) ? AB_STEP_ITERATION : AB_STEP_END;
}

/* Whether the limit in nodes is reached. */
static inline int has_no_nodes_left(const ab_engine *engine)
{
  return engine->counters.nodes >= engine->limits.check;
}

/* Whether the host has interrupted the search, or the count of nodes is reached at which it pauses. */
static inline int is_interrupted(const ab_engine *engine)
{
  return engine->counters.nodes >= engine->leave_at;
}

/* Leaves the engine before `step`, to go on with that; or if the time is up, ends the iteration. */
AB_NOINLINE ab_step interrupt(ab_engine *engine, ab_step step)
{
  engine->step = step;
  if (engine->interrupt != AB_INTERRUPT_TIME) return AB_STEP_PAUSE;
  ab_engine_interrupt(engine, AB_INTERRUPT_NONE);
  if (step == AB_STEP_VALUES) engine->frame->list.is_unscored = 1;
  return unwind(engine, AB_REASON_TIME);
}

/* ---- an iteration begins ---- */

/* Begins with an iteration in the refutation table, for which there must be room. */
static void open_refutations(ab_engine *engine)
{
  engine->wanted.refutations = ab_refutation_needed(&engine->refutations, !engine->task.deepening.is_on);
  if (engine->refutations.buckets < engine->wanted.refutations) ab_grow(engine);
  ab_refutation_open_iteration(&engine->refutations);
}

/* Begins an iteration: enters the root. The time of the one before does not end it. The first one gets its memory. */
static ab_step begin_iteration(ab_engine *engine)
{
  if (engine->interrupt == AB_INTERRUPT_TIME) ab_engine_interrupt(engine, AB_INTERRUPT_NONE);
  if (is_interrupted(engine)) return interrupt(engine, AB_STEP_ITERATION);
  if (engine->counters.nodes == 0) ab_grow(engine);
  if (engine->task.techniques.uses_refutations) open_refutations(engine);
  ab_root_open_iteration(engine);
  engine->host->deadline(engine->context);
  engine->counters.nodes++;
  note(engine, AB_EVENT_ENTER);
  return AB_STEP_NODE;
}

/* ---- questions about a node ---- */

/* Asks who moves at the current node, and turns it to that player. */
static inline void ask_turn(ab_engine *engine, ab_frame *frame)
{
  frame->player = engine->host->turn(engine->context);
  ab_frame_turn(frame, ab_engine_sign_of(engine, frame->player));
}

/* Whether that is due at the current node; the root's turn is the task's. */
static inline int needs_turn(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.host.asks_turn && engine->ply > 0 && !frame->list.has_turn;
}

/* Asks it before the successors are known. */
static inline void ask_early_turn(ab_engine *engine, ab_frame *frame)
{
  if (!needs_turn(engine, frame)) return;
  ask_turn(engine, frame);
  frame->list.has_turn = 1;
}

/*
 * Whether the host must find out if the game is over at a leaf at the horizon, which `is_root` or not. It must if the
 * value depends on that: of each leaf with `asks_end`, of the root alone with `ignores_end`. Other tasks need it only
 * for the reason of the search's end: at no root, and not after a line of the iteration was truncated.
 */
static inline ab_leaf leaf_at_horizon(const ab_engine *engine, int is_root)
{
  int asks_end = engine->task.host.asks_end ||
                 (engine->task.host.ignores_end ? is_root : !is_root && !engine->iteration.is_truncated);
  return asks_end ? AB_LEAF_UNKNOWN : AB_LEAF_HORIZON;
}

/* The host has evaluated a leaf where the game is over. */
static inline void note_over(ab_engine *engine, double value)
{
  double size = fabs(value);
  if (engine->task.deepening.tells_ends && size > 0 && size < engine->least_end) engine->least_end = size;
}

/*
 * Takes what is known of the end of the game at a leaf at the horizon, which belongs to `frame`. If the game goes on or
 * may go on, the depth has truncated a line. Returns whether the game is known to be over.
 */
static inline int take_end(ab_engine *engine, ab_frame *frame, ab_leaf leaf, const ab_value *answer)
{
  if (leaf == AB_LEAF_UNKNOWN && answer->is_over) {
    note_over(engine, answer->value);
    return 1;
  }
  frame->visit.is_truncated = 1;
  engine->iteration.is_truncated = 1;
  return 0;
}

/* ---- a leaf ---- */

/* Evaluates the current node, a leaf: the game is over there, or the depth used up. */
static ab_step evaluate(ab_engine *engine, ab_frame *frame)
{
  ab_leaf leaf = frame->depth > 0 ? AB_LEAF_OVER : leaf_at_horizon(engine, engine->ply == 0);
  ab_value answer;
  if (engine->task.view == AB_VIEW_MAX)
    ab_frame_turn(frame, +1);
  else if (needs_turn(engine, frame))
    ask_turn(engine, frame);
  answer = engine->host->value(engine->context, leaf);
  engine->counters.evaluations++;
  frame->value = ab_backup_take_value(engine, answer.value, frame->ply, &frame->mate_ply);
  frame->search.is_exact = 1;
  if (leaf == AB_LEAF_OVER)
    note_over(engine, answer.value);
  else
    take_end(engine, frame, leaf, &answer);
  note(engine, AB_EVENT_EVALUATE);
  return AB_STEP_LEAVE;
}

/* The value of the current node was known before its successors were searched. It is left at once. */
static inline ab_step cut_early(const ab_engine *engine, ab_frame *frame, ab_event_kind kind)
{
  frame->search.is_cut_early = 1;
  note(engine, kind);
  return AB_STEP_LEAVE;
}

/* ---- its successors ---- */

/* The current node's successors are known, or the first of them: asks what else must be known before one is tried. */
AB_INLINE ab_step make_ready(ab_engine *engine)
{
  ab_frame *frame = ab_room_for_plies(engine, (size_t)engine->ply + 2);
  frame = ab_room_for_scores(engine, frame);
  if (needs_turn(engine, frame)) ask_turn(engine, frame);
  return AB_STEP_OPEN;
}

static ab_step take_outcomes(ab_engine *engine, ab_frame *frame);

/* Takes the successors of the current node, none of which is known yet. */
AB_INLINE ab_step take_successors(ab_engine *engine, ab_frame *frame, ab_successors listed)
{
  ab_assert(!frame->list.is_expanded && frame->next == 0);
  ab_listing_take(frame, listed);
  if (frame->list.is_chance) return take_outcomes(engine, frame);
  if (frame->list.is_lazy) {
    ab_listing_begin_iterator(engine, frame);
    ab_listing_draw(engine);
    frame = engine->frame;
  }
  if (frame->count > 0) return make_ready(engine);
  if (!frame->visit.has_stand_pat) return evaluate(engine, frame);
  frame->search.is_exact = 1;
  return AB_STEP_LEAVE;
}

/* Makes candidates of the current node's successors, with priorities, unless they are tried in the game's own order. */
AB_INLINE ab_step order_successors(ab_engine *engine, ab_frame *frame)
{
  if (!frame->list.is_ordered) {
    frame->list.is_unscored = (char)ab_listing_asks_scores(engine, frame);
    if (!ab_listing_is_ordered(engine, frame)) return AB_STEP_PICK;
    ab_listing_make_candidates(engine);
  }
  ab_listing_assign_priorities(engine, engine->frame);
  return AB_STEP_PICK;
}

/* Lists all successors of the current node; some may have been found, and tried. */
static ab_step list_successors(ab_engine *engine)
{
  ab_successors listed = engine->host->successors(engine->context);
  ab_frame *frame = engine->frame;
  if (!frame->list.is_expanded) return take_successors(engine, frame, listed);
  ab_listing_take_rest(engine, frame, listed);
  if (frame->list.is_lazy) return AB_STEP_PICK;
  if (frame->count == 0) return AB_STEP_LEAVE;
  ab_listing_make_candidates(engine);
  ab_listing_assign_priorities(engine, engine->frame);
  return AB_STEP_PICK;
}

/* Finds one more successor of the current node by its move id, or lists all. */
static ab_step find_successor(ab_engine *engine)
{
  uint32_t move;
  while ((move = ab_listing_next_wanted(engine, engine->frame)) != 0) {
    ab_frame *frame = ab_room_for_candidates(engine, AB_WANTED_MAX);
    ab_successors instead;
    ab_found found = engine->host->find(engine->context, move, &instead);
    if (found == AB_FOUND_INSTEAD && !frame->list.is_expanded) return take_successors(engine, frame, instead);
    ab_listing_take_found(engine, frame, move, found);
    if (found != AB_FOUND_YES) continue;
    if (!frame->list.is_expanded) {
      frame->list.is_expanded = 1;
      return make_ready(engine);
    }
    ab_listing_assign_priorities(engine, frame);
    return AB_STEP_PICK;
  }
  return list_successors(engine);
}

/* ---- quiescence ---- */

/* Takes the evaluation of a quiescence node, which may be searched on. */
static inline void take_stand_pat(const ab_engine *engine, ab_frame *frame, double value)
{
  frame->stand_pat = ab_backup_take_value(engine, value, frame->ply, &frame->mate_ply);
  if (engine->task.view == AB_VIEW_MAX && frame->sign < 0) frame->stand_pat = -frame->stand_pat;
}

/*
 * The player to move need not move. So the node's evaluation is a first value. If that does not cut the node off, its
 * noisy successors are searched.
 */
static ab_step stand_pat(ab_engine *engine, ab_frame *frame)
{
  double value = frame->stand_pat;
  int is_won = ab_task_has_wins(&engine->task) && fabs(value) >= engine->task.values.win - frame->ply;
  frame->visit.has_stand_pat = 1;
  frame->value = value;
  frame->mate_ply = is_won ? frame->ply : -1;
  if (ab_task_has_windows(&engine->task) && value > frame->alpha) frame->alpha = value;
  if (ab_task_has_windows(&engine->task) && frame->alpha >= frame->beta) return AB_STEP_LEAVE;
  if (frame->list.is_expanded) return AB_STEP_OPEN;
  return take_successors(engine, frame, engine->host->noisy(engine->context));
}

/* Evaluates the current node, a quiescence node: if the game goes on, it is searched. */
static ab_step begin_quiescence(ab_engine *engine, ab_frame *frame)
{
  ab_leaf leaf = leaf_at_horizon(engine, engine->ply == 0);
  ab_value answer;
  ask_early_turn(engine, frame);
  answer = engine->host->value(engine->context, leaf);
  engine->counters.evaluations++;
  take_stand_pat(engine, frame, answer.value);
  frame->visit.knows_end = leaf == AB_LEAF_UNKNOWN;
  frame->search.is_exact = (char)take_end(engine, frame, leaf, &answer);
  if (frame->search.is_exact) frame->value = frame->stand_pat;
  note(engine, AB_EVENT_EVALUATE);
  if (!frame->search.is_exact) return stand_pat(engine, frame);
  if (ab_task_has_windows(&engine->task) && frame->value > frame->alpha) frame->alpha = frame->value;
  return AB_STEP_LEAVE;
}

/* ---- a node is entered ---- */

/* The current node was entered. At the full depth it is a leaf, or quiescence begins; otherwise it is searched. */
static ab_step visit(ab_engine *engine, ab_frame *frame)
{
  ab_assert(frame == engine->frames + engine->ply && frame->next == 0);
  ab_assert(ab_task_has_payoffs(&engine->task) || frame->alpha < frame->beta);
  if (is_interrupted(engine)) return interrupt(engine, AB_STEP_NODE);
  if (frame->depth > 0) return AB_STEP_SEARCH;
  frame->visit.reached_depth = 1;
  return engine->task.techniques.quiescence > -frame->depth ? begin_quiescence(engine, frame)
                                                            : evaluate(engine, frame);
}

/* ---- it is looked up ---- */

/* Asks for the current node's position, and makes its key. */
static inline void ask_key(ab_engine *engine, ab_frame *frame)
{
  ab_position position;
  ask_early_turn(engine, frame);
  position = engine->host->key(engine->context);
  frame->list.has_key = 1;
  frame->position_hash = position.position_hash;
  frame->side_to_move = position.side_to_move;
  frame->key = ab_key_of_node(position.position_hash, position.view_key, position.side_to_move, frame->sign,
                              ab_transposition_ties_plies(engine) ? frame->ply : 0);
}

/* Takes bounds of the current node's values from the host. */
static inline void ask_bounds(ab_engine *engine, ab_frame *frame)
{
  if (engine->task.view == AB_VIEW_MOVER) ask_early_turn(engine, frame);
  ab_backup_take_bounds(engine, frame, engine->host->bounds(engine->context));
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
    frame->path = ab_refutation_child(
        frame[-1].path,
        engine->task.host.finds_moves && !frame[-1].list.is_chance ? frame[-1].move : engine->child);
  frame->best = ab_refutation_find(&engine->refutations, frame->path);
}

/* Looks for the value of the current node, and then for its successors, unless they are known from a search before. */
static ab_step look_up(ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  if (ab_transposition_has_key(engine, frame)) {
    if (!frame->list.has_key) ask_key(engine, frame);
    if (task->repetition.is_scored && engine->ply > 0 && ab_transposition_repeats(engine, frame))
      return cut_early(engine, frame, AB_EVENT_REPETITION);
    if (task->table != NULL && ab_transposition_cuts_off(engine, frame))
      return cut_early(engine, frame, AB_EVENT_TABLE);
  }
  if (frame->list.is_expanded) return AB_STEP_OPEN;
  if (task->techniques.uses_refutations) find_refutation(engine, frame);
  if (task->values.bounds_unlisted && ab_backup_is_bounded_out(engine, frame, frame->ply))
    return cut_early(engine, frame, AB_EVENT_BOUNDS);
  if (task->host.asks_bounds && !frame->list.has_bounds) {
    ask_bounds(engine, frame);
    if (ab_backup_is_cut_off_by_bounds(engine, frame)) return cut_early(engine, frame, AB_EVENT_BOUNDS);
  }
  if (!ab_listing_finds_moves(engine, frame)) return list_successors(engine);
  frame->count = 0;
  return find_successor(engine);
}

/* ---- null move ---- */

/* Tries whether the current node is cut off even if its player does not move. */
static ab_step try_null_move(ab_engine *engine, ab_frame *frame)
{
  if (has_no_nodes_left(engine)) return unwind(engine, AB_REASON_NODES);
  ab_backup_open_null_move(engine, frame);
  engine->host->pass(engine->context);
  return go_up(engine);
}

/* Takes the null move's value: if that does not cut the current node off, its successors are searched. */
static ab_step take_null_move(ab_engine *engine, ab_frame *frame)
{
  if (ab_backup_is_null_cut(engine, frame, ab_frame_child_value(frame))) return AB_STEP_LEAVE;
  return order_successors(engine, frame);
}

/* ---- chance ---- */

/* Takes the outcomes of the current node, a chance node, and their probabilities. */
static ab_step take_outcomes(ab_engine *engine, ab_frame *frame)
{
  if (!ab_has_room(engine->chance.capacity, frame->outcomes + frame->count, &engine->wanted.outcomes))
    ab_grow(engine);
  frame = ab_room_for_plies(engine, (size_t)engine->ply + 2);
  engine->host->probabilities(engine->context, engine->chance.outcomes + frame->outcomes, frame->count);
  return AB_STEP_OPEN;
}

/* Begins with the outcomes of the current node. */
static ab_step open_outcomes(ab_engine *engine, ab_frame *frame)
{
  int is_bounded = engine->is_bounded;
  ab_assert(frame->list.is_chance && frame->outcomes + frame->count <= engine->chance.capacity);
  frame->original_alpha = frame->alpha;
  frame->next = 0;
  frame->visit.is_star2_probe = 0;
  frame->visit.in_star2_probe = (char)ab_backup_uses_star2_probe(engine, frame);
  ab_chance_open(&engine->chance, frame, is_bounded ? ab_backup_lowest(engine, frame, frame->ply) : -HUGE_VAL,
                 is_bounded ? ab_backup_highest(engine, frame, frame->ply) : HUGE_VAL);
  if (ab_task_has_payoffs(&engine->task)) ab_maxn_open(&engine->maxn, frame, (size_t)engine->ply);
  return AB_STEP_OUTCOME;
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

/* Enters the next outcome of the current node; if there is none, the node has its value. */
static ab_step try_outcome(ab_engine *engine, ab_frame *frame)
{
  if (!find_outcome(engine, frame)) {
    if (ab_task_has_payoffs(&engine->task))
      frame->value = ab_maxn_close(&engine->maxn, (size_t)engine->ply);
    else
      ab_chance_close(&engine->chance, frame);
    return AB_STEP_LEAVE;
  }
  if (is_interrupted(engine)) return interrupt(engine, AB_STEP_OUTCOME);
  if (has_no_nodes_left(engine)) return unwind(engine, AB_REASON_NODES);
  engine->child = frame->next++;
  ab_backup_open_outcome(engine, frame);
  engine->host->enter(engine->context, engine->child);
  return go_up(engine);
}

/* Takes the value of the outcome just left. */
static ab_step take_outcome(ab_engine *engine, ab_frame *frame)
{
  ab_assert(frame->next > 0 && frame->next <= frame->count);
  if (ab_task_has_payoffs(&engine->task)) {
    ab_maxn_take_outcome(&engine->maxn, (size_t)engine->ply,
                         engine->chance.outcomes[frame->outcomes + frame->next - 1].probability);
    return AB_STEP_OUTCOME;
  }
  if (ab_chance_take(&engine->chance, frame, frame->next - 1) == AB_CHANCE_OPEN) return AB_STEP_OUTCOME;
  engine->counters.cutoffs++;
  frame->search.is_cut = 1;
  return AB_STEP_LEAVE;
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

/* ---- max^n ---- */

/* Begins with the successors of the current node, whose player is known. */
static void open_payoffs(ab_engine *engine, ab_frame *frame)
{
  if (engine->ply == 0) frame->player = 0;
  ab_assert(frame->player < AB_MAXN_PLAYERS);
  ab_maxn_open(&engine->maxn, frame, (size_t)engine->ply);
  if (engine->ply == 0 && engine->scores.wanted > 0) frame->beta = HUGE_VAL;
}

/*
 * Takes the payoff that the root's player has at the successor just tried, if the task wants scores. If the successor
 * was cut off, this player gets at most alpha. Returns whether the child heads a line.
 */
static int take_payoff_score(ab_engine *engine, ab_frame *root)
{
  int is_leaf = root->depth == 1 && engine->asks_leaf, is_line;
  double value = engine->maxn.payoffs[1].value[0];
  if (!is_leaf && root[1].search.is_cut && value < root->alpha) value = root->alpha;
  is_line = ab_backup_score(engine, root, value, -1);
  if (engine->scores.is_best) engine->maxn.payoffs[0] = engine->maxn.payoffs[1];
  return is_line;
}

/* Takes the payoffs of the successor just tried. Returns whether the child heads a line. */
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

/* ---- a node's search begins, for the first time or once more ---- */

/* Begins to search the current node, whose successors are known. */
static ab_step open_node(ab_engine *engine, ab_frame *frame)
{
  if (frame->list.is_chance) return open_outcomes(engine, frame);
  if (ab_task_has_payoffs(&engine->task)) open_payoffs(engine, frame);
  if (frame->visit.is_star2_probe) widen_star2_probe(frame);
  frame->original_alpha = frame->alpha;
  if (ab_backup_is_bounded_out(engine, frame, frame->ply + 1))
    return cut_early(engine, frame, AB_EVENT_BOUNDS);
  if (ab_backup_tries_null_move(engine, frame)) return try_null_move(engine, frame);
  return order_successors(engine, frame);
}

/* ---- one successor after another ---- */

/* The child just left heads the current node's best line. At the root it may prove that it is the better move. */
static void report_line(ab_engine *engine, const ab_frame *frame)
{
  engine->host->line(engine->context);
  if (engine->ply == 0 && ab_root_proves(engine, engine->best, frame->value, frame->mate_ply,
                                         ab_backup_is_below(frame, frame->value)))
    engine->host->proved(engine->context);
}

/* Evaluates the successor that is picked, which is certainly a leaf and gets no frame. Most nodes are such leaves. */
static inline ab_step try_leaf(ab_engine *engine, ab_frame *frame)
{
  ab_leaf leaf = leaf_at_horizon(engine, 0);
  ab_value answer;
  int is_line;
  engine->counters.nodes++;
  frame->visit.reached_depth = 1;
  answer = engine->host->leaf(engine->context, engine->child, leaf, 0);
  engine->counters.evaluations++;
  take_end(engine, frame, leaf, &answer);
  if (ab_task_has_payoffs(&engine->task)) {
    is_line = take_payoffs(engine, frame);
  } else {
    int32_t mate_ply;
    double value = ab_backup_leaf_value(engine, frame, answer.value, &mate_ply);
    is_line = ab_backup(engine, frame, value, mate_ply);
  }
  if (is_line) report_line(engine, frame);
  return AB_STEP_PICK;
}

/*
 * Evaluates the successors that were not tried yet, to order them: their values, in the view of the current node's
 * player, are their scores.
 */
static ab_step evaluate_successors(ab_engine *engine, ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int asks_player = task->host.asks_turn && task->view == AB_VIEW_MOVER;
  ab_leaf leaf = task->host.asks_end ? AB_LEAF_UNKNOWN : AB_LEAF_HORIZON;
  for (; engine->valued < frame->count; engine->valued++) {
    ab_candidate *candidate = ab_listing_candidates(engine, frame) + engine->valued;
    int sign = task->view == AB_VIEW_MAX ? +1 : -frame->sign;
    ab_value answer;
    if (is_interrupted(engine)) return interrupt(engine, AB_STEP_VALUES);
    engine->child = candidate->index;
    answer = engine->host->leaf(engine->context, candidate->index, leaf, asks_player);
    engine->counters.evaluations++;
    if (asks_player) sign = ab_engine_sign_of(engine, answer.player);
    candidate->score = sign == frame->sign ? answer.value : -answer.value;
  }
  return AB_STEP_PICK;
}

/* Scores the successors that were not tried yet, by the host or by their values. */
static ab_step score_successors(ab_engine *engine, ab_frame *frame)
{
  frame->list.is_unscored = 0;
  frame->list.is_scored = 1;
  frame->sorted = 0;
  if (engine->task.host.asks_child_values) {
    engine->valued = frame->next;
    return AB_STEP_VALUES;
  }
  engine->host->scores(engine->context, ab_listing_candidates(engine, frame), frame->next, frame->count);
  return AB_STEP_PICK;
}

/* No known successor of the current node is left: looks for more of them, or leaves the node. */
static ab_step exhaust(ab_engine *engine, const ab_frame *frame)
{
  if (frame->search.is_cut) return AB_STEP_LEAVE;
  if (frame->list.is_finding) return find_successor(engine);
  if (!frame->list.is_lazy) return AB_STEP_LEAVE;
  ab_listing_draw(engine);
  return AB_STEP_PICK;
}

/* Picks the best successor of the current node that is left, and enters it. */
static inline ab_step pick(ab_engine *engine, ab_frame *frame)
{
  ab_assert(frame->next <= frame->count && frame->list.is_expanded && !frame->list.is_chance);
  if (frame->visit.is_star2_probe && frame->next > 0 && ab_frame_has_more(frame)) {
    frame->visit.is_lower = 1;
    return AB_STEP_LEAVE;
  }
  if (frame->next == frame->count) return exhaust(engine, frame);
  if (is_interrupted(engine)) return interrupt(engine, AB_STEP_PICK);
  if (has_no_nodes_left(engine)) return unwind(engine, AB_REASON_NODES);
  if (ab_listing_needs_scores(engine, frame)) return score_successors(engine, frame);
  engine->child = ab_listing_pick(engine, frame);
  if (frame->depth == 1 && engine->asks_leaf) return try_leaf(engine, frame);
  ab_backup_open_child(engine, frame);
  engine->host->enter(engine->context, engine->child);
  return go_up(engine);
}

/* ---- the node is left ---- */

/* Stores what the search of the current node has found. Returns its frame. */
static ab_frame *remember(ab_engine *engine, ab_frame *frame)
{
  if (engine->task.techniques.uses_refutations && frame->best != 0 && frame->depth > 0 && frame->count > 0 &&
      !frame->list.is_chance)
    ab_refutation_store(&engine->refutations, frame->path, frame->best, frame->depth);
  if (engine->task.table == NULL) return frame;
  ab_transposition_store(engine, frame);
  return ab_table_is_short(engine->task.table) ? ab_grow(engine) : frame;
}

/* The root's search has ended: begins another search of it (MTD(f)), or ends the iteration. */
static ab_step end_iteration(ab_engine *engine, ab_frame *root)
{
  if (ab_root_needs_re_search(engine)) {
    ab_root_open_search(engine);
    note_again(engine);
    return root->visit.has_stand_pat ? stand_pat(engine, root) : AB_STEP_OPEN;
  }
  ab_root_report(engine);
  engine->host->iteration(engine->context);
  engine->result.reason = ab_root_reason_to_end(engine);
  if (engine->result.reason != AB_REASON_NONE) return AB_STEP_END;
  ab_root_deepen(engine);
  return AB_STEP_ITERATION;
}

/* The current node, searched with a null window or less deep, is better than was assumed: searches it once more. */
static ab_step search_again(ab_engine *engine, ab_frame *frame, int is_bound)
{
  note_again(engine);
  if (is_bound && engine->ply == 1 &&
      ab_root_proves(engine, ab_backup_root_child(engine, frame - 1), ab_frame_child_value(frame - 1),
                     frame->mate_ply, 0))
    engine->host->proved(engine->context);
  return frame->visit.has_stand_pat ? stand_pat(engine, frame) : AB_STEP_SEARCH;
}

/* Backs up the value of the child that was left. Sets whether it heads the best line. */
static inline ab_step back_up(ab_engine *engine, ab_frame *frame, int *is_line)
{
  if (frame->list.is_chance) return take_outcome(engine, frame);
  if (frame->visit.in_null_move) return take_null_move(engine, frame);
  *is_line = ab_task_has_payoffs(&engine->task)
                 ? take_payoffs(engine, frame)
                 : ab_backup(engine, frame, ab_frame_child_value(frame), frame[1].mate_ply);
  return AB_STEP_PICK;
}

/* Leaves the current node for its parent, which takes its value. */
static inline ab_step return_to_parent(ab_engine *engine)
{
  ab_frame *frame = go_down(engine);
  double alpha = frame->alpha;
  uint32_t tried = frame->next;
  int was_cut = frame->search.is_cut, is_line = 0;
  ab_step next;
  frame->visit.reached_depth |= frame[1].visit.reached_depth;
  frame->visit.is_truncated |= frame[1].visit.is_truncated;
  if (frame[1].repeated < frame->repeated) frame->repeated = frame[1].repeated;
  next = back_up(engine, frame, &is_line);
  if (engine->host->event != NULL) ab_trace_note_child(engine, alpha, tried, was_cut);
  if (is_line) report_line(engine, frame);
  return next;
}

/* The current node's search has ended. */
static ab_step leave(ab_engine *engine, ab_frame *frame)
{
  int is_bound;
  if (!frame->search.is_cut_early) frame = remember(engine, frame);
  note(engine, AB_EVENT_LEAVE);
  if (engine->ply == 0) return end_iteration(engine, frame);
  is_bound = frame->search.is_scout && !frame->search.reduced;
  if (!ab_task_has_payoffs(&engine->task) && ab_backup_reopen(frame))
    return search_again(engine, frame, is_bound);
  return return_to_parent(engine);
}

int ab_engine_run(ab_engine *engine, const ab_host *host, void *context)
{
  ab_step step = engine->step;
  engine->host = host;
  engine->context = context;
  for (;;) {
    switch (step) {
    case AB_STEP_ITERATION:
      step = begin_iteration(engine);
      break;
    case AB_STEP_NODE:
      step = visit(engine, engine->frame);
      break;
    case AB_STEP_SEARCH:
      step = look_up(engine, engine->frame);
      break;
    case AB_STEP_OPEN:
      step = open_node(engine, engine->frame);
      break;
    case AB_STEP_PICK:
      do step = pick(engine, engine->frame);
      while (step == AB_STEP_PICK); /* mostly one leaf after another */
      break;
    case AB_STEP_VALUES:
      step = evaluate_successors(engine, engine->frame);
      break;
    case AB_STEP_OUTCOME:
      step = try_outcome(engine, engine->frame);
      break;
    case AB_STEP_LEAVE:
      step = leave(engine, engine->frame);
      break;
    case AB_STEP_PAUSE:
      return 0;
    case AB_STEP_END:
      engine->step = AB_STEP_END;
      return 1;
    }
  }
}
