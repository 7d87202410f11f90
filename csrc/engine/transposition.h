/*
 * transposition.h: positions that a search meets again, by other moves or by coming back.
 *
 * A position in the table is not searched again if its entry decides the window. An entry counts only for searches of
 * its own depth, unless no line below it was truncated. So a table changes no value. Values of won games are stored by
 * their distance from the position, not from the root. A value that depends on a repetition of a position before its
 * node is true only on this path, and is not stored.
 */
#ifndef ALPHABETA_TRANSPOSITION_H
#define ALPHABETA_TRANSPOSITION_H

#include "../system/constant_rows.h"
#include "machine.h"

/* Whether a frame's position has a key. If so, all positions before it on the path have one, too. */
static inline int ab_transposition_has_key(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  if (!task->host.asks_key || frame->depth <= 0) return 0;
  return frame->depth + frame->search.reduced >= task->host.key_depth || frame->ply <= AB_KEY_PLIES;
}

/* Whether the key includes the ply: with chance nodes, a value may be a mean of won games and others. */
static inline int ab_transposition_ties_plies(const ab_engine *engine)
{
  return engine->task.host.has_chance_nodes && ab_task_has_wins(&engine->task);
}

/* Lets the bounds of all values include that of a repetition, which the game's evaluations need not reach. */
static inline void include_repetition(const ab_task *task, double *low, double *high)
{
  if (!task->repetition.is_scored) return;
  *low = fmin(*low, task->repetition.value);
  *high = fmax(*high, task->repetition.value);
}

/* Stores the current node, which is finished, in the table, if it may go there. */
AB_FUNC void ab_transposition_store(const ab_engine *engine, const ab_frame *frame);

/* Looks the current node up. Returns whether an entry gives its value; else the entry's move is known to be good. */
AB_FUNC int ab_transposition_cuts_off(ab_engine *engine, ab_frame *frame);

/* Whether the current position is on the path already: it then gets the value of a repetition. */
AB_FUNC int ab_transposition_repeats(const ab_engine *engine, ab_frame *frame);

#endif
