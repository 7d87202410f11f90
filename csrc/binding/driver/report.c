/* report.c: see report.h. */

#include "report.h"

#include <math.h>

#include "../../system/clock.h"
#include "answers.h"
#include "calls.h"
#include "../base/compat.h"
#include "../root/result.h"
#include "../base/session.h"

/* ---- time ---- */

/*
 * The clock is read between two calls of the game's functions. A call may take a microsecond now and 50 milliseconds
 * the next time. So a clock is read after every second call. The engine is left at the next node or successor: a search
 * or a slice ends at most the calls of one node and a millisecond late. It is the coarse clock of the system, which
 * takes 5 ns, a sixth of the exact one, and advances by ticks of some milliseconds. The exact clock is read when the
 * tick changes, and always when a tick could reach beyond the millisecond after the end: on average in the last
 * millisecond, if ticks have four. So that fast calls do not use up the millisecond, it is also read about every
 * AB_LIMITS_PERIOD seconds, by the pace of the last reads. `bench/run slices` measures what that costs. Without a limit
 * of time nothing is counted.
 */

/* Seconds by which the end may be late beside calls: one millisecond, less the module's own time. */
#define LATE_MAX 0.0009

/* Watches for the end by time of the search, which may be another one in each iteration, and of its slice. */
static void watch(ab_search *search)
{
  ab_watch *own = &search->watch;
  own->search = ab_engine_deadline(&search->engine);
  own->slice = search->progress.is_sliced ? search->slice.deadline : HUGE_VAL;
  own->calls = 0;
  own->deadline = fmin(own->slice, own->search);
  own->is_on = own->deadline < HUGE_VAL;
  if (!own->is_on) return;
  own->trusted = own->deadline + LATE_MAX - ab_clock_resolution();
  own->tick = ab_clock_tick();
  own->looked = own->ticked = ab_clock_now();
  own->interval = own->left = 1;
}

void ab_watch_start(ab_search *search)
{
  watch(search);
}

/* Sets the reads of the coarse clock until the next of the exact one, `passed` seconds after the one before. */
static void set_pace(ab_watch *watch, double passed)
{
  double looks = watch->interval - watch->left;
  if (passed > AB_LIMITS_PERIOD)
    watch->interval = (uint32_t)fmax(1, fmin(looks * AB_LIMITS_PERIOD / passed, watch->interval));
  else if (passed * 2 < AB_LIMITS_PERIOD && watch->interval < AB_LIMITS_INTERVAL_MAX)
    watch->interval *= 2;
  watch->left = watch->interval;
}

/* Looks at the clocks, whether or not it is due. Returns whether one of the moments has come. */
static int look(ab_watch *watch)
{
  uint64_t tick = ab_clock_tick();
  double now;
  watch->calls = 0;
  watch->left--;
  if (tick == watch->tick && watch->left > 0 && watch->ticked <= watch->trusted) return 0;
  now = ab_clock_now();
  if (tick != watch->tick) watch->ticked = now;
  watch->tick = tick;
  set_pace(watch, now - watch->looked);
  watch->looked = now;
  return now >= watch->deadline;
}

/*
 * A pause takes the moves of a playout back, and they are made again. After that the playout goes on for this many
 * times the plies that were made again. If playouts take longer than slices, each slice would otherwise make all moves again for
 * one more: in playouts of 30 plies 0.9 of all calls, in place of less than half.
 */
#define PLIES_AHEAD 2

/* Whether a playout does not go on yet for that long. */
static int is_behind(const ab_search *search)
{
  const ab_path *path = &search->path;
  return ab_search_has_playouts(search) && path->made < (1 + PLIES_AHEAD) * path->due;
}

/* Interrupts the engine if one of the moments had come at the last look. */
static void interrupt(ab_search *search)
{
  const ab_watch *own = &search->watch;
  if (!own->is_on || own->looked < own->deadline) return;
  if (own->looked < own->search && is_behind(search)) return;
  if (ab_engine_interrupted(&search->engine) == AB_INTERRUPT_PAUSE) return;
  ab_engine_interrupt(&search->engine, own->looked >= own->slice ? AB_INTERRUPT_PAUSE : AB_INTERRUPT_TIME);
}

void ab_watch_look(ab_search *search)
{
  if (look(&search->watch)) interrupt(search);
}

void ab_report_deadline(void *context)
{
  ab_search *search = ((const ab_rules *)context)->search;
  watch(search);
  interrupt(search);
}

/* ---- memory ---- */

/* Makes room for `plies` plies in the tables, so storing a value never makes a table grow. */
static void grow_tables(lua_State *L, ab_search *search, size_t plies)
{
  static const int tables[] = {AB_SLOT_STATES,      AB_SLOT_LISTS,     AB_SLOT_FILLED,
                               AB_SLOT_FOUND_MOVES, AB_SLOT_ITERATORS, AB_SLOT_MOVES};
  size_t i;
  if (search->path.room == 0) ab_call_begin_undos(L);
  for (; search->path.room < plies; search->path.room++) {
    int index = (int)search->path.room + 1;
    for (i = 0; i < sizeof tables / sizeof *tables; i++) {
      lua_pushboolean(L, 0);
      lua_rawseti(L, tables[i], index);
    }
    ab_call_make_undo_room(L, (int32_t)search->path.room);
    search->plies[search->path.room].room = 0;
    search->plies[search->path.room].filled = NULL;
    lua_newtable(L);
    lua_rawseti(L, AB_SLOT_LINES, index);
  }
}

void ab_report_grow(void *context)
{
  lua_State *L = ((const ab_rules *)context)->L;
  ab_search *search = ((const ab_rules *)context)->search;
  ab_memory memory = ab_search_memory(L), blocks = ab_search_blocks(L);
  ab_table *table = ab_engine_task(&search->engine)->table;
  if (table != NULL) ab_table_grow(table, &blocks);
  if (!ab_engine_grow(&search->engine, &memory)) ab_search_reject_size(L);
  if (ab_search_has_playouts(search) && !ab_uct_grow(&search->uct, &memory)) ab_search_reject_size(L);
  search->plies = ab_search_grow(L, search->plies, &search->capacity, ab_engine_room(&search->engine),
                                 sizeof *search->plies);
  grow_tables(L, search, ab_engine_room(&search->engine));
}

void ab_report_probabilities(void *context, ab_outcome *outcomes, uint32_t count)
{
  const ab_search *search = ((const ab_rules *)context)->search;
  uint32_t i;
  ab_assert(count > 0 && count <= search->probabilities_capacity);
  for (i = 0; i < count; i++) outcomes[i].probability = search->probabilities[i];
}

/* ---- what concerns the root ---- */

void ab_report_line(void *context)
{
  const ab_rules *own = context;
  const ab_engine *engine = &own->search->engine;
  int is_root = ab_engine_ply(engine) == 0;
  if (is_root && ab_engine_task(engine)->depth == 0) return; /* quiescence alone: no move is answered */
  if (!is_root || !ab_ranking_is_wanted(own->search) || ab_ranking_note_line(own->L, own->search))
    ab_line_note(own->L, own->search);
}

void ab_report_proved(void *context)
{
  const ab_rules *own = context;
  ab_line_note_proved(own->L, own->search);
  ab_session_keep_slot(own->L, AB_SLOT_BEST);
  ab_report_deadline(context);
}

void ab_report_iteration(void *context)
{
  const ab_rules *own = context;
  ab_answer_check_changes(own->L, own->search);
  ab_line_note_best(own->L, own->search);
  ab_session_keep_slot(own->L, AB_SLOT_BEST);
  ab_ranking_report(own->L, own->search);
  own->search->result.iterations++;
  if (lua_isnil(own->L, AB_SLOT_ON_ITERATION)) return;
  lua_call(own->L, ab_call_on_iteration(own->L, own->search), 0);
  own->search->call.running = AB_NO_CALLBACK;
}

/* ---- playouts ---- */

void ab_report_limit_probe(const ab_rules *own, uint32_t count)
{
  lua_State *L = own->L;
  ab_search *search = own->search;
  double plies;
  if (search->kind != AB_KIND_PROBE || ab_engine_ply(&search->engine) > 0) return;
  if (count == 1 && ab_engine_task(&search->engine)->root.answers_forced) ab_uct_limit_probe(&search->uct, 1);
  if (!search->progress.is_by_depth) return;
  ab_functions_push(L, "most_plies");
  lua_pushvalue(L, AB_SLOT_PLAN);
  compat_pushcount(L, (int64_t)count);
  lua_call(L, 2, 1);
  plies = (double)lua_tonumber(L, -1);
  lua_pop(L, 1);
  ab_uct_limit_probe(&search->uct, plies < 1 ? 1 : (uint64_t)plies);
}

void ab_report_end_probe(ab_search *search, ab_leaf leaf)
{
  if (leaf == AB_LEAF_OVER && ab_engine_ply(&search->engine) <= ab_engine_task(&search->engine)->depth)
    ab_uct_limit_probe(&search->uct, 1);
}

void ab_report_playouts(void *context)
{
  const ab_rules *own = context;
  if (lua_isnil(own->L, AB_SLOT_ON_ITERATION)) return;
  lua_call(own->L, ab_call_on_iteration(own->L, own->search), 0);
  own->search->call.running = AB_NO_CALLBACK;
}
