/* transposition.c: see transposition.h. */

#include "transposition.h"

/* Mixed into keys for each depth: half of the bits of the root of 3, an arbitrary odd pattern. */
#define DEPTHS_KEY UINT64_C(0xBB67AE8584CAA73B)

/*
 * Whether a value is that of a won or lost game whose distance is not known: a bound of a window that fails hard. It
 * is true at this distance from the root only.
 */
static int is_placeless(const ab_engine *engine, const ab_frame *frame)
{
  double unfinished = engine->task.win - engine->depth - engine->task.quiescence;
  return engine->task.win < HUGE_VAL && frame->end < 0 && !ab_transposition_ties_plies(engine) &&
         (frame->value >= unfinished || frame->value <= -unfinished);
}

/*
 * Whether a finished node may go into the table: it has successors, all of them were there to be tried, and its value
 * does not hang on the path to it.
 */
static int is_storable(const ab_engine *engine, const ab_frame *frame)
{
  if (engine->task.is_partial && engine->ply == 0) return 0;
  return engine->task.table != NULL && ab_transposition_has_key(engine, frame) && frame->count > 0 &&
         frame->repeated >= engine->ply && !is_placeless(engine, frame);
}

/*
 * Where luck moves, positions come back at many depths in one search, and each depth has an entry of its own beside the
 * latest one.
 */
static uint64_t key_at_depth(const ab_frame *frame)
{
  return frame->key ^ DEPTHS_KEY * (uint64_t)frame->depth;
}

void ab_transposition_store(const ab_engine *engine, const ab_frame *frame)
{
  ab_entry entry;
  double value = frame->value;
  if (!is_storable(engine, frame)) return;
  entry.value = value;
  entry.end = -1;
  if (frame->end >= 0) {
    entry.value += value > 0 ? frame->ply : -frame->ply;
    entry.end = frame->end - frame->ply;
  }
  entry.bound = frame->is_partial ? AB_BOUND_LOWER : AB_BOUND_EXACT;
  if (!frame->is_exact && value <= frame->original_alpha && frame->original_alpha > -HUGE_VAL) entry.bound = AB_BOUND_UPPER;
  if (!frame->is_exact && value >= frame->beta && frame->beta < HUGE_VAL) entry.bound = AB_BOUND_LOWER;
  entry.move = frame->best;
  entry.depth = frame->depth;
  entry.solved = !frame->has_horizon;
  ab_table_store(engine->task.table, frame->key, &entry);
  if (engine->task.has_chance_nodes) ab_table_store(engine->task.table, key_at_depth(frame), &entry);
}

/* Whether an entry of the current position settles it: the value is then there. */
static int settles(ab_engine *engine, ab_frame *frame, const ab_entry *entry)
{
  double value = entry->value;
  if (entry->depth != frame->depth && !(entry->solved && entry->depth < frame->depth)) return 0;
  if (entry->end >= 0) value -= value > 0 ? frame->ply : -frame->ply;
  if (entry->bound == AB_BOUND_UPPER && value > frame->alpha) return 0;
  if (entry->bound == AB_BOUND_LOWER && value < frame->beta) return 0;
  engine->counters.table_hits++;
  frame->value = value;
  frame->end = entry->end >= 0 ? entry->end + frame->ply : -1;
  frame->has_horizon = !entry->solved;
  frame->is_exact = entry->bound == AB_BOUND_EXACT;
  return 1;
}

int ab_transposition_settles(ab_engine *engine, ab_frame *frame)
{
  ab_entry entry;
  if (ab_table_probe(engine->task.table, frame->key, &entry)) {
    frame->best = entry.move;
    if (engine->ply == 0) {
      if (engine->result.depth == 0 && entry.bound == AB_BOUND_EXACT) engine->known = entry.depth;
      return 0;
    }
    if (settles(engine, frame, &entry)) return 1;
  }
  return engine->task.has_chance_nodes && engine->ply > 0 &&
         ab_table_probe(engine->task.table, key_at_depth(frame), &entry) && settles(engine, frame, &entry);
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

int ab_transposition_repeats(const ab_engine *engine, ab_frame *frame)
{
  int32_t ply = earlier_ply(engine, frame);
  if (ply == -2) return 0;
  frame->repeated = ply;
  frame->value = frame->sign > 0 ? engine->task.repetition : -engine->task.repetition;
  frame->end = -1;
  frame->is_exact = 1;
  return 1;
}
