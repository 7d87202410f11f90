#include "trace.h"

#include "machine.h"

int ab_trace_grow(ab_trace *trace, const ab_memory *memory)
{
  if (trace->events != NULL) return 1;
  trace->events = memory->allocate(memory->context, NULL, 0, AB_EVENTS * sizeof *trace->events);
  return trace->events != NULL;
}

void ab_trace_free(ab_trace *trace, const ab_memory *memory)
{
  ab_memory_free(memory, trace->events, AB_EVENTS, sizeof *trace->events);
  trace->events = NULL;
  trace->count = 0;
}

/* A value in Max's view, never -0. */
static double to_max(const ab_frame *frame, double value)
{
  if (value == 0) return 0;
  return frame->sign > 0 ? value : -value;
}

/*
 * Who moves at the current node, as far as the search knows. It always knows if turns alternate. Otherwise it asks the
 * host as late as possible, and leaves are in Max's view.
 */
static int turn_of(const ab_engine *engine, const ab_frame *frame)
{
  const ab_task *task = &engine->task;
  int root = task->minimizing ? -1 : +1;
  if (task->algorithm == AB_MAXN || (frame->list.is_chance && frame->list.is_expanded)) return 0;
  if (engine->ply == 0) return root;
  if (!task->asks_turn) return frame->ply % 2 == 0 ? root : -root;
  return (frame->list.is_expanded ? frame->count > 0 : frame->list.has_turn) ? frame->sign : 0;
}

/* The bound that a node's value is, in Max's view. After a stand pat, the window it was entered with is not known. */
static int bound_of(const ab_engine *engine, const ab_frame *frame)
{
  int has_floor = frame->list.is_expanded && frame->count > 0;
  double floor = has_floor ? frame->original_alpha : frame->alpha;
  int bound = 0;
  if (engine->task.algorithm == AB_MAXN || frame->search.is_exact) return 0;
  if (frame->value >= frame->beta && frame->beta < HUGE_VAL)
    bound = +1;
  else if (frame->visit.has_stand_pat)
    return AB_EVENT_BOUND_UNKNOWN;
  else if (frame->value <= floor && floor > -HUGE_VAL)
    bound = -1;
  else if (frame->visit.is_lower)
    bound = +1;
  return frame->sign * bound;
}

/* Adds an event of the current node, with its value if it is known. */
static ab_event *add(ab_engine *engine, ab_event_kind kind, int has_value)
{
  ab_trace *trace = &engine->trace;
  const ab_frame *frame = engine->frames + engine->ply;
  ab_event *event = &trace->events[trace->count < AB_EVENTS ? trace->count : AB_EVENTS - 1];
  int has_window = engine->task.algorithm != AB_MAXN;
  int is_stand_pat = kind == AB_EVENT_EVALUATE && frame->depth <= 0 && !frame->search.is_exact;
  ab_assert(trace->events != NULL && trace->count < AB_EVENTS);
  if (trace->count < AB_EVENTS) trace->count++;
  event->kind = kind;
  event->alpha = has_window ? to_max(frame, frame->sign > 0 ? frame->alpha : frame->beta) : 0;
  event->beta = has_window ? to_max(frame, frame->sign > 0 ? frame->beta : frame->alpha) : 0;
  event->tried = frame->next;
  event->has_value = has_value;
  event->value = has_value && has_window ? to_max(frame, is_stand_pat ? frame->stand_pat : frame->value) : 0;
  event->bound = has_value && kind == AB_EVENT_LEAVE ? bound_of(engine, frame) : AB_EVENT_BOUND_UNKNOWN;
  event->turn = turn_of(engine, frame);
  event->is_again = 0;
  return event;
}

void ab_trace_note(ab_engine *engine, ab_event_kind kind)
{
  add(engine, kind, kind != AB_EVENT_ENTER && kind != AB_EVENT_CUTOFF);
}

void ab_trace_note_again(ab_engine *engine)
{
  add(engine, AB_EVENT_ENTER, 0)->is_again = 1;
}

void ab_trace_note_child(ab_engine *engine, double alpha, uint32_t tried, int was_cut)
{
  const ab_frame *frame = engine->frames + engine->ply;
  if (engine->task.algorithm != AB_MAXN && frame->alpha > alpha)
    add(engine, AB_EVENT_BOUND, 1)->tried = tried;
  if (frame->search.is_cut && !was_cut) add(engine, AB_EVENT_CUTOFF, 0)->tried = tried;
}

void ab_trace_note_end(ab_engine *engine)
{
  add(engine, AB_EVENT_LEAVE, 0);
}
