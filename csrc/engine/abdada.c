#include "abdada.h"

#include <string.h>

#include "../table/key.h"

/* The content of a busy mark: a candidate of the current node, the depth of its search, and the search's number. */
static uint64_t mark_of(const ab_engine *engine, const ab_frame *frame, const ab_candidate *candidate)
{
  uint32_t move = candidate->move != 0 ? candidate->move : AB_MOVE_IS_INDEX | (candidate->index + 1);
  uint64_t search = ab_key_mix(ab_table_number(engine->task.table)) + (uint64_t)frame->depth;
  return ab_key_mix(frame->key ^ ab_key_mix((uint64_t)move << 32 ^ search));
}

void ab_abdada_enter(ab_engine *engine, ab_frame *frame, uint32_t nth)
{
  ab_shared_table *table = ab_table_shared(engine->task.table);
  ab_candidate *own = engine->ordering.candidates + frame->first, chosen = own[nth];
  uint64_t mark;
  uint32_t at = nth;
  if (table == NULL || !ab_shared_table_has_others(table)) return;
  mark = mark_of(engine, frame, &chosen);
  if (ab_shared_table_is_busy(table, mark) && nth + 1 < frame->count) {
    if (frame->sorted < frame->count)
      ab_ordering_sort(&engine->ordering, frame->first, frame->count, nth + 1);
    frame->sorted = frame->count;
    while (++at < frame->count && ab_shared_table_is_busy(table, mark_of(engine, frame, &own[at]))) continue;
    if (at == frame->count) at = nth;
    chosen = own[at];
    memmove(own + nth + 1, own + nth, (at - nth) * sizeof *own);
    own[nth] = chosen;
    mark = mark_of(engine, frame, &chosen);
  }
  frame->visit.is_marked = 1;
  frame->busy_mark = mark;
  ab_shared_table_mark_busy(table, mark);
}

void ab_abdada_leave(const ab_engine *engine, ab_frame *frame)
{
  ab_shared_table *table = ab_table_shared(engine->task.table);
  frame->visit.is_marked = 0;
  if (table != NULL) ab_shared_table_clear_busy(table, frame->busy_mark);
}
