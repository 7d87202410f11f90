#include "transposition.h"

#include "../table/key.h"

/* Whether a value is that of a won or lost game whose distance is not known, because a null move found it. */
static int has_unknown_mate_distance(const ab_engine *engine, const ab_frame *frame)
{
  double unfinished = engine->task.values.win - engine->iteration.depth - engine->task.techniques.quiescence;
  return ab_task_has_wins(&engine->task) && frame->mate_ply < 0 && !ab_transposition_ties_plies(engine) &&
         (frame->value >= unfinished || frame->value <= -unfinished);
}

/* Whether a finished node may go into the table: all its successors were tried, and no path to it decides its value. */
static int is_storable(const ab_engine *engine, const ab_frame *frame)
{
  if (engine->task.root.omits_moves && engine->ply == 0) return 0;
  return engine->task.table != NULL && ab_transposition_has_key(engine, frame) && frame->count > 0 &&
         frame->repeated >= engine->ply && !has_unknown_mate_distance(engine, frame);
}

void ab_transposition_store(const ab_engine *engine, const ab_frame *frame)
{
  ab_entry entry;
  double value = frame->value;
  if (!is_storable(engine, frame)) return;
  entry.value = value;
  entry.mate_distance = -1;
  if (frame->mate_ply >= 0) {
    entry.value += value > 0 ? frame->ply : -frame->ply;
    entry.mate_distance = frame->mate_ply - frame->ply;
  }
  entry.bound = frame->visit.is_lower ? AB_BOUND_LOWER : AB_BOUND_EXACT;
  if (!frame->search.is_exact && value <= frame->original_alpha && frame->original_alpha > -HUGE_VAL)
    entry.bound = AB_BOUND_UPPER;
  if (!frame->search.is_exact && value >= frame->beta && frame->beta < HUGE_VAL) entry.bound = AB_BOUND_LOWER;
  entry.move = frame->best;
  entry.depth = frame->depth;
  entry.reached_depth = frame->visit.reached_depth;
  entry.is_truncated = frame->visit.is_truncated;
  ab_table_store(engine->task.table, frame->key, &entry);
  if (engine->task.host.has_chance_nodes)
    ab_table_store(engine->task.table, ab_key_at_depth(frame->key, frame->depth), &entry);
}

/* Whether an entry of the position of `frame` is deep enough for it. */
static int is_deep_enough(const ab_frame *frame, const ab_entry *entry)
{
  return entry->depth == frame->depth || (!entry->reached_depth && entry->depth < frame->depth);
}

/* The value of an entry at the ply of `frame`: a won game is worth less there than at its own. */
static double value_at(const ab_frame *frame, const ab_entry *entry)
{
  if (entry->mate_distance < 0) return entry->value;
  return entry->value - (entry->value > 0 ? frame->ply : -frame->ply);
}

/* Whether an entry of the current position gives the value, which is then in the frame. */
static int decides(ab_engine *engine, ab_frame *frame, const ab_entry *entry)
{
  double value = value_at(frame, entry);
  if (!is_deep_enough(frame, entry)) return 0;
  if (entry->bound == AB_BOUND_UPPER && value > frame->alpha) return 0;
  if (entry->bound == AB_BOUND_LOWER && value < frame->beta) return 0;
  engine->counters.table_hits++;
  frame->value = value;
  frame->mate_ply = entry->mate_distance >= 0 ? entry->mate_distance + frame->ply : -1;
  frame->visit.reached_depth = (char)entry->reached_depth;
  frame->visit.is_truncated = (char)entry->is_truncated;
  engine->iteration.is_truncated |= frame->visit.is_truncated;
  frame->search.is_exact = entry->bound == AB_BOUND_EXACT;
  return 1;
}

int ab_transposition_cuts_off(ab_engine *engine, ab_frame *frame)
{
  ab_entry entry;
  if (ab_table_probe(engine->task.table, frame->key, &entry)) {
    frame->best = entry.move;
    if (engine->ply == 0) {
      if (engine->result.depth == 0 && entry.bound == AB_BOUND_EXACT &&
          !(engine->task.deepening.tells_ends && fabs(entry.value) >= engine->least_end))
        engine->known = entry.depth;
      return 0;
    }
    if (decides(engine, frame, &entry)) return 1;
  }
  return engine->task.host.has_chance_nodes && engine->ply > 0 &&
         ab_table_probe(engine->task.table, ab_key_at_depth(frame->key, frame->depth), &entry) &&
         decides(engine, frame, &entry);
}

/*
 * The latest earlier ply with the position of `frame` and its side to move: by the sign if turns alternate, otherwise
 * by `side_to_move`, which may be one of many. -1 if it was before the root, -2 for none.
 */
static int32_t earlier_ply(const ab_engine *engine, const ab_frame *frame)
{
  int32_t ply = (int32_t)(frame - engine->frames) - 1;
  size_t i;
  for (; ply >= 0; ply--) {
    const ab_frame *before = engine->frames + ply;
    if (before->position_hash == frame->position_hash && before->side_to_move == frame->side_to_move &&
        before->sign == frame->sign)
      return ply;
  }
  for (i = 0; i < engine->task.repetition.past_count; i++) {
    const ab_past *past = &engine->task.repetition.past[i];
    if (past->position_hash == frame->position_hash &&
        (!past->has_side_to_move || past->side_to_move == frame->side_to_move))
      return -1;
  }
  return -2;
}

int ab_transposition_repeats(const ab_engine *engine, ab_frame *frame)
{
  int32_t ply = earlier_ply(engine, frame);
  if (ply == -2) return 0;
  frame->repeated = ply;
  frame->value = frame->sign > 0 ? engine->task.repetition.value : -engine->task.repetition.value;
  frame->mate_ply = -1;
  frame->search.is_exact = 1;
  return 1;
}
