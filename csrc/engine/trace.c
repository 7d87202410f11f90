#include "trace.h"

#include "machine.h"

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
  int root = task->root.minimizing ? -1 : +1;
  if (ab_task_has_payoffs(task) || (frame->list.is_chance && frame->list.is_expanded)) return 0;
  if (engine->ply == 0) return root;
  if (!task->host.asks_turn) return frame->ply % 2 == 0 ? root : -root;
  return (frame->list.is_expanded ? frame->count > 0 : frame->list.has_turn) ? frame->sign : 0;
}

/* The bound that a node's value is, in Max's view. After a stand pat, the window it was entered with is not known. */
static int bound_of(const ab_engine *engine, const ab_frame *frame)
{
  int has_floor = frame->list.is_expanded && frame->count > 0;
  double floor = has_floor ? frame->original_alpha : frame->alpha;
  int bound = 0;
  if (ab_task_has_payoffs(&engine->task) || frame->search.is_exact) return 0;
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

/* An event of the current node, with its value if it is known. */
static ab_event describe(const ab_engine *engine, ab_event_kind kind, int has_value)
{
  const ab_frame *frame = engine->frame;
  int has_window = !ab_task_has_payoffs(&engine->task);
  int is_stand_pat = kind == AB_EVENT_EVALUATE && frame->depth <= 0 && !frame->search.is_exact;
  ab_event event = {
      .kind = kind, .tried = frame->next, .has_value = has_value, .bound = AB_EVENT_BOUND_UNKNOWN};
  if (has_window) {
    event.alpha = to_max(frame, frame->sign > 0 ? frame->alpha : frame->beta);
    event.beta = to_max(frame, frame->sign > 0 ? frame->beta : frame->alpha);
  }
  if (has_window && has_value) event.value = to_max(frame, is_stand_pat ? frame->stand_pat : frame->value);
  if (has_value && kind == AB_EVENT_LEAVE) event.bound = bound_of(engine, frame);
  event.turn = turn_of(engine, frame);
  return event;
}

/* Gives an event to the host. */
static void report(const ab_engine *engine, const ab_event *event)
{
  engine->host->event(engine->context, event);
}

void ab_trace_note(const ab_engine *engine, ab_event_kind kind)
{
  ab_event event = describe(engine, kind, kind != AB_EVENT_ENTER && kind != AB_EVENT_CUTOFF);
  report(engine, &event);
}

void ab_trace_note_again(const ab_engine *engine)
{
  ab_event event = describe(engine, AB_EVENT_ENTER, 0);
  event.is_again = 1;
  report(engine, &event);
}

void ab_trace_note_child(const ab_engine *engine, double alpha, uint32_t tried, int was_cut)
{
  if (!ab_task_has_payoffs(&engine->task) && engine->frame->alpha > alpha) {
    ab_event event = describe(engine, AB_EVENT_BOUND, 1);
    event.tried = tried;
    report(engine, &event);
  }
  if (engine->frame->search.is_cut && !was_cut) {
    ab_event event = describe(engine, AB_EVENT_CUTOFF, 0);
    event.tried = tried;
    report(engine, &event);
  }
}

void ab_trace_note_end(const ab_engine *engine)
{
  ab_event event = describe(engine, AB_EVENT_LEAVE, 0);
  report(engine, &event);
}
