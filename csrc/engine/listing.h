/*
 * listing.h: the successors of a node, from the host's answer to the one that is tried next.
 *
 * They come in one of three ways. Mostly the host lists them all. Or an iterator yields them, so those after a cut-off
 * are never generated. Or some are found by their move id before all are listed: the table's move, and killers.
 *
 * If the order matters they become candidates of the ordering, whose priorities decide which is picked next. Otherwise
 * they are tried in the game's own order.
 */
#ifndef ALPHABETA_LISTING_H
#define ALPHABETA_LISTING_H

#include "abdada.h"
#include "backup.h"
#include "machine.h"

/* ---- room ---- */

/* Lets the host make room for what is wanted. Returns the current node's frame, which may lie elsewhere then. */
static inline ab_frame *ab_grow(ab_engine *engine)
{
  engine->host->grow(engine->context);
  return engine->frame;
}

/* Whether there is room for `needed` elements of an array; if not, `*wanted` is set. */
static inline int ab_has_room(size_t room, size_t needed, size_t *wanted)
{
  if (room < needed) *wanted = needed;
  return room >= needed;
}

/* Makes sure that there is room for `needed` plies. Returns the current node's frame. */
static inline ab_frame *ab_room_for_plies(ab_engine *engine, size_t needed)
{
  return ab_has_room(engine->plies, needed, &engine->wanted.frames) ? engine->frame : ab_grow(engine);
}

/* Makes sure that there is room for `needed` candidates of the current node. Returns its frame. */
static inline ab_frame *ab_room_for_candidates(ab_engine *engine, size_t needed)
{
  size_t all = engine->frame->first + needed;
  return ab_has_room(engine->ordering.capacity, all, &engine->wanted.candidates) ? engine->frame
                                                                                 : ab_grow(engine);
}

/* Makes sure that there is room for the scores of the root's successors, if wanted. Returns the root's frame. */
static inline ab_frame *ab_room_for_scores(ab_engine *engine, ab_frame *frame)
{
  if (engine->ply > 0 || engine->scores.wanted == 0) return frame;
  if (ab_scores_have_room(&engine->scores, frame->count)) return frame;
  engine->wanted.scores = frame->count;
  return ab_grow(engine);
}

/* ---- what the ordering needs ---- */

/*
 * Whether move ids are needed at a node with successors. That is decided once, for the full depth. They are also needed
 * if the successors are leaves: without them there, searches of six games took 0.9 to 1.8 times the nodes, 1.2 times in
 * the mean. Killers without the history took 1.07 times the nodes.
 */
static inline int ab_listing_asks_moves(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int32_t due = frame->depth + frame->search.reduced;
  return task->host.asks_moves && (due >= (task->host.costly_moves ? AB_ORDER_DEPTH : 1) || engine->ply == 0);
}

/* Whether scores, or evaluations in place of them, may be needed: decided once, for the full depth. */
static inline int ab_listing_asks_scores(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int32_t due = frame->depth + frame->search.reduced;
  int has_leaves = due < AB_ORDER_DEPTH && task->techniques.quiescence == 0;
  if (task->host.asks_child_values)
    return due >= AB_VALUES_DEPTH || (engine->ply == 0 && task->deepening.is_on);
  return task->host.asks_scores && (!has_leaves || engine->ply == 0);
}

/* Whether they are due before the next successor is picked. */
static inline int ab_listing_needs_scores(const ab_engine *engine, const ab_frame *frame)
{
  return frame->list.is_ordered && frame->list.is_unscored && frame->next + 1 < frame->count &&
         !ab_ordering_is_certain(&engine->ordering, frame->first,
                                 frame->next < frame->sorted ? frame->next + 1 : frame->count, frame->next);
}

/* Whether the refutation table named a successor by its index, which finds it without move ids. */
static inline int ab_listing_names_index(const ab_engine *engine, const ab_frame *frame)
{
  return engine->task.techniques.uses_refutations && (frame->best & AB_MOVE_IS_INDEX) != 0;
}

/* Whether the current node, the root, keeps its order from one iteration to the next, with the best first. */
static inline int ab_listing_keeps_order(const ab_engine *engine)
{
  return engine->ply == 0 && engine->task.deepening.is_on && !ab_task_has_payoffs(&engine->task);
}

/* Whether the successors of the current node, whose count is known, are picked by the ordering. */
static inline int ab_listing_is_ordered(const ab_engine *engine, const ab_frame *frame)
{
  return !frame->list.is_lazy && (frame->list.is_unscored || ab_listing_asks_moves(engine, frame) ||
                                  ab_listing_keeps_order(engine) || ab_listing_names_index(engine, frame));
}

/* The current node's candidates. */
static inline ab_candidate *ab_listing_candidates(const ab_engine *engine, const ab_frame *frame)
{
  return engine->ordering.candidates + frame->first;
}

/* Makes a candidate of the current node's successor `index`; there is room for it. */
static inline void ab_listing_add(ab_engine *engine, const ab_frame *frame, uint32_t index, uint32_t move)
{
  ab_assert(frame->first + index < engine->ordering.capacity);
  ab_ordering_init(ab_listing_candidates(engine, frame) + index, index, move);
}

/* ---- all at once, or one by one ---- */

/* Takes the host's list: its count, or that an iterator yields the successors. */
static inline void ab_listing_take(ab_frame *frame, ab_successors listed)
{
  frame->list.is_expanded = 1;
  frame->list.is_lazy = listed.listing == AB_ITERATED;
  frame->list.is_chance = listed.listing == AB_OUTCOMES;
  frame->count = frame->list.is_lazy ? 0 : listed.count;
}

/* Begins with an iterator: successors become candidates as they come, if that finds the table's move. */
static inline void ab_listing_begin_iterator(const ab_engine *engine, ab_frame *frame)
{
  frame->list.is_ordered = (ab_listing_asks_moves(engine, frame) || ab_listing_names_index(engine, frame)) &&
                           !ab_listing_asks_scores(engine, frame);
  frame->list.awaits_table_move = frame->list.is_ordered && frame->best != 0;
}

/* Takes what the iterator has yielded. */
static inline void ab_listing_take_next(ab_engine *engine, ab_frame *frame, ab_next next)
{
  if (!next.has_more) {
    frame->list.is_lazy = 0;
    return;
  }
  if (frame->list.is_ordered) {
    ab_listing_add(engine, frame, frame->count, next.move);
    if (ab_ordering_is_move(frame->best, next.move, frame->count)) frame->list.awaits_table_move = 0;
  }
  frame->count++;
}

/* Draws from the current node's iterator: one successor, or before the first is picked as many as are wanted. */
static inline void ab_listing_draw(ab_engine *engine)
{
  ab_frame *frame = engine->frame;
  do {
    if (frame->list.is_ordered) frame = ab_room_for_candidates(engine, frame->count + 1);
    ab_listing_take_next(engine, frame, engine->host->more(engine->context));
  } while (frame->next == 0 && frame->list.is_lazy &&
           (ab_listing_asks_scores(engine, frame) || frame->list.awaits_table_move));
}

/* ---- found by their move ids ---- */

/* Whether the current node, which is not expanded, looks for successors by their move id before they are listed. */
static inline int ab_listing_finds_moves(const ab_engine *engine, const ab_frame *frame)
{
  int32_t least = engine->task.host.finds_moves;
  return least > 0 && frame->depth >= least && engine->ply > 0 && ab_listing_asks_moves(engine, frame);
}

/* Whether `move` was looked for at the node already. */
static inline int ab_listing_was_wanted(const ab_frame *frame, uint32_t move)
{
  int i;
  for (i = 0; i < frame->list.wanted_count; i++)
    if (frame->wanted[i] == move) return 1;
  return 0;
}

/* The move id to look for next, in the order of a list; 0 if there is none, or only its index is known. */
static inline uint32_t ab_listing_next_wanted(const ab_engine *engine, const ab_frame *frame)
{
  int has_killers = (engine->task.techniques.learns & AB_LEARNS_KILLERS) != 0;
  const uint32_t named[AB_WANTED_MAX] = {frame->best, has_killers ? frame->killers.moves[0] : 0,
                                         has_killers ? frame->killers.moves[1] : 0};
  int i;
  if (frame->list.wanted_count >= AB_WANTED_MAX) return 0;
  for (i = 0; i < AB_WANTED_MAX; i++) {
    if (named[i] == 0 || ab_listing_was_wanted(frame, named[i])) continue;
    return named[i] & AB_MOVE_IS_INDEX ? 0 : named[i];
  }
  return 0;
}

/* Takes the answer about the move id that was looked for. */
static inline void ab_listing_take_found(ab_engine *engine, ab_frame *frame, uint32_t move, ab_found found)
{
  ab_assert(frame->list.wanted_count < AB_WANTED_MAX && frame->count <= (uint32_t)frame->list.wanted_count);
  if (found == AB_FOUND_UNABLE) {
    frame->list.wanted_count = AB_WANTED_MAX;
    return;
  }
  if (found == AB_FOUND_YES) {
    ab_listing_add(engine, frame, frame->count, move);
    frame->count++;
    frame->list.found_bits |= (char)(1 << frame->list.wanted_count);
    frame->list.is_finding = 1;
    frame->list.is_ordered = 1;
  }
  frame->wanted[(int)frame->list.wanted_count++] = move;
}

/* Takes the list of all successors, which contains those that were found and tried, or an iterator of the others. */
static inline void ab_listing_take_rest(const ab_engine *engine, ab_frame *frame, ab_successors listed)
{
  frame->list.is_finding = 0;
  frame->list.is_lazy = listed.listing == AB_ITERATED;
  if (frame->list.is_lazy) {
    frame->list.found_bits = 0;
    return;
  }
  frame->next = 0;
  frame->count = listed.count;
  frame->list.is_unscored = (char)ab_listing_asks_scores(engine, frame);
}

/* Puts the successors that were found by their move id, and tried, before all others that are listed now. */
static inline void ab_listing_put_found_first(ab_engine *engine, ab_frame *frame)
{
  ab_candidate *own = ab_listing_candidates(engine, frame);
  uint32_t at;
  int i;
  for (i = 0; i < frame->list.wanted_count; i++) {
    if (!(frame->list.found_bits >> i & 1)) continue;
    for (at = frame->next; at < frame->count && own[at].move != frame->wanted[i];) at++;
    if (at == frame->count) continue;
    ab_ordering_swap(own + at, own + frame->next);
    frame->next++;
  }
  frame->list.found_bits = 0;
}

/* ---- candidates ---- */

/*
 * How killers are ranked at a node. In the first iteration, the history knows too little to weigh them by it;
 * evaluations that order the successors cost more than killers in front of these (measured by bench/defaults.lua).
 */
static inline ab_killer_rank ab_listing_rank_of_killers(const ab_engine *engine)
{
  const ab_task *task = &engine->task;
  return engine->result.depth > 0 && !task->host.asks_scores && !task->host.asks_child_values
             ? AB_KILLERS_WEIGHED
             : AB_KILLERS_FIRST;
}

/* Makes candidates of all successors of the current node, by their move ids where the order needs these. */
static inline void ab_listing_make_candidates(ab_engine *engine)
{
  ab_frame *frame = ab_room_for_candidates(engine, engine->frame->count);
  uint32_t i;
  if (ab_listing_asks_moves(engine, frame))
    engine->host->moves(engine->context, ab_listing_candidates(engine, frame), frame->count);
  else
    for (i = 0; i < frame->count; i++) ab_listing_add(engine, frame, i, 0);
}

/*
 * Assigns priorities to the candidates of the current node. The root's keep the order of the previous iteration, its
 * best one first. With `tells_ends`, a search of the root that failed low changes nothing, because its values are
 * bounds.
 */
static inline void ab_listing_assign_priorities(ab_engine *engine, ab_frame *frame)
{
  ab_assert(frame->first + frame->count <= engine->ordering.capacity);
  frame->list.is_ordered = 1;
  frame->sorted = 0;
  if (frame->list.found_bits != 0 && !frame->list.is_finding) {
    ab_listing_put_found_first(engine, frame);
    if (frame->next == frame->count) return;
  }
  if (ab_listing_keeps_order(engine) && engine->result.depth > 0) {
    uint32_t best = engine->task.deepening.tells_ends ? engine->answered : engine->best;
    ab_ordering_keep_best_first(&engine->ordering, frame->first, frame->count, best);
    if (engine->scores.wanted > 1)
      ab_scores_put_best_first(&engine->scores, ab_listing_candidates(engine, frame), frame->count);
  } else {
    ab_ordering_node node = ab_backup_ordering_node(engine, frame);
    frame->sorted = ab_ordering_assign_priorities(&engine->ordering, frame->first, frame->count, frame->next,
                                                  &node, frame->best, ab_listing_rank_of_killers(engine),
                                                  frame->list.is_scored || frame->list.is_unscored);
  }
}

/* What is known of the scores of a node's candidates. */
static inline ab_scoring ab_listing_scoring(const ab_frame *frame)
{
  if (frame->list.is_scored) return AB_SCORED;
  return frame->list.is_unscored ? AB_SCORES_DUE : AB_UNSCORED;
}

/* If a node has more successors, only the first is picked, because each pick reads them all. */
#define AB_MANY_SUCCESSORS 100

/* Picks the next successor of the current node, and returns its index in the game's own order. */
static inline uint32_t ab_listing_pick(ab_engine *engine, ab_frame *frame)
{
  const ab_candidate *picked;
  uint32_t nth = frame->next++;
  ab_assert(nth < frame->count);
  if (!frame->list.is_ordered) {
    if (engine->task.techniques.uses_refutations) frame->move = AB_MOVE_IS_INDEX | (nth + 1);
    return nth;
  }
  if (nth < frame->sorted) {
    picked = ab_listing_candidates(engine, frame) + nth;
  } else if (nth < (frame->count < AB_MANY_SUCCESSORS ? AB_SELECTIONS : 1)) {
    picked = ab_ordering_pick(&engine->ordering, frame->first, frame->count, nth, ab_listing_scoring(frame));
  } else {
    ab_ordering_sort(&engine->ordering, frame->first, frame->count, nth);
    frame->sorted = frame->count;
    picked = ab_listing_candidates(engine, frame) + nth;
  }
  ab_assert(picked->index < frame->count);
  if (ab_abdada_is_on(engine, frame, nth)) ab_abdada_enter(engine, frame, nth);
  frame->move = picked->move;
  if (engine->task.techniques.uses_refutations && frame->move == 0)
    frame->move = AB_MOVE_IS_INDEX | (picked->index + 1);
  return picked->index;
}

#endif
