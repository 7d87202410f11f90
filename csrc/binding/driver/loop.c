/*
 * loop.c: the loop between engine and game.
 *
 * ask() runs the engine until a callback is due and pushes the call. take_answer() passes its result to the engine. A
 * row of `rows` tells both what to do for a callback. visit_leaf() does both for the calls of a leaf, the most frequent
 * ones. The driver records the running callback, and all values are on the stack. So a yield in any callback can leave
 * the loop, and a continuation resumes it.
 */

#include "driver.h"

#include <math.h>

#include "../../system/clock.h"
#include "answers.h"
#include "calls.h"
#include "../base/compat.h"
#include "native.h"
#include "../base/identity.h"
#include "../root/result.h"
#include "../base/session.h"
#include "successors.h"

/* The next call: its number of arguments, from 0 on, which are above the slots; or one of these. */
enum {
  NOTHING_DUE = -1, /* no call is due */
  CALLED = -2       /* the call was made, and its answer taken */
};

/* ---- time ---- */

/*
 * The clock is read between two calls of the game's functions. A call may take a microsecond now and 50 milliseconds
 * the next time. So a clock is read after every second call, and a search or a slice ends at most two calls and a
 * millisecond late. It is the coarse clock of the system, which takes 5 ns, a sixth of the exact one, and advances by
 * ticks of some milliseconds. The exact clock is read when the tick changes, and always when a tick could reach beyond
 * the millisecond after the end: on average in the last millisecond, if ticks have four. So that fast calls do not use
 * up the millisecond, it is also read about every AB_LIMITS_PERIOD seconds, by the pace of the last reads. `bench/run
 * slices` measures what that costs. Without a limit of time nothing is counted.
 */

/* The most reads of the coarse clock from one of the exact clock to the next. */
#define INTERVAL_MAX 4096

/* Seconds by which the end may be late beside two calls: one millisecond, less the module's own time. */
#define LATE_MAX 0.0009

/* Watches for the end by time of the search, which may be another one in each iteration, and of its slice. */
static void start_watch(ab_search *search)
{
  ab_watch *watch = &search->watch;
  double slice = search->now.is_sliced ? search->slice.deadline : HUGE_VAL;
  watch->depth = ab_engine_depth(&search->engine);
  watch->slice = slice;
  watch->search = ab_engine_deadline(&search->engine);
  watch->calls = 0;
  watch->is_on = slice < HUGE_VAL || watch->search < HUGE_VAL;
  if (!watch->is_on) return;
  watch->deadline = fmin(slice, watch->search);
  watch->trusted = watch->deadline + LATE_MAX - ab_clock_resolution();
  watch->tick = ab_clock_tick();
  watch->looked = watch->ticked = ab_clock_now();
  watch->interval = watch->left = 1;
}

/* Sets the reads of the coarse clock until the next of the exact one, `passed` seconds after the one before. */
static void set_pace(ab_watch *watch, double passed)
{
  double looks = watch->interval - watch->left;
  if (passed > AB_LIMITS_PERIOD)
    watch->interval = (uint32_t)fmax(1, fmin(looks * AB_LIMITS_PERIOD / passed, watch->interval));
  else if (passed * 2 < AB_LIMITS_PERIOD && watch->interval < INTERVAL_MAX)
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

/* ---- memory ---- */

/* Makes room for `places` plies in the tables, so storing a value never makes a table grow. */
static void grow_tables(lua_State *L, ab_search *search, size_t places)
{
  static const int tables[] = {AB_SLOT_STATES,      AB_SLOT_LISTS,     AB_SLOT_FILLED,
                               AB_SLOT_FOUND_MOVES, AB_SLOT_ITERATORS, AB_SLOT_MOVES};
  size_t i;
  if (search->now.places == 0) ab_call_begin_undos(L);
  for (; search->now.places < places; search->now.places++) {
    int place = (int)search->now.places + 1;
    for (i = 0; i < sizeof tables / sizeof *tables; i++) {
      lua_pushboolean(L, 0);
      lua_rawseti(L, tables[i], place);
    }
    ab_call_make_undo_places(L, (int32_t)search->now.places);
    search->plies[search->now.places].room = 0;
    search->plies[search->now.places].filled = NULL;
    lua_newtable(L);
    lua_rawseti(L, AB_SLOT_LINES, place);
  }
}

/* Gets the memory that the engine is short of, and as many plies for the driver. The table goes on without more. */
static void grow(lua_State *L, ab_search *search)
{
  ab_memory memory = ab_search_memory(L), blocks = ab_search_blocks(L);
  ab_table *table = ab_engine_task(&search->engine)->table;
  if (table != NULL) ab_table_grow(table, &blocks);
  if (!ab_engine_grow(&search->engine, &memory)) ab_search_reject_size(L);
  search->plies = ab_search_grow(L, search->plies, &search->capacity, ab_engine_room(&search->engine),
                                 sizeof *search->plies);
  grow_tables(L, search, ab_engine_room(&search->engine));
  if (search->native.is_on) ab_native_grow(L, search, ab_engine_room(&search->engine));
}

/* ---- asking and answering ---- */

/* Whether positions before the root are still to be read. */
static int is_reading_past(const ab_search *search)
{
  return search->now.past_read < ab_engine_task(&search->engine)->past_count;
}

/* Pushes `callback` and the next of the positions before the root, which is a state, for a call with one argument. */
static int call_with_past(lua_State *L, ab_search *search, ab_callback callback)
{
  search->ask.running = callback;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)callback);
  lua_rawgeti(L, AB_SLOT_PAST, (int)search->now.past_read + 1);
  return 1;
}

/*
 * Reads the positions before the root: keys at once, states by `hash` and, if the game has it, `player`. If keys are
 * made from the fields of states, a number or a string is a state, too. Returns the number of arguments of the call for
 * the next position, or NOTHING_DUE if all are read.
 */
static int read_past(lua_State *L, ab_search *search)
{
  for (; is_reading_past(search); search->now.past_read++) {
    size_t place = search->now.past_read;
    int is_key;
    lua_rawgeti(L, AB_SLOT_PAST, (int)place + 1);
    is_key = (!search->game.hashes_content || lua_isuserdata(L, -1)) &&
             ab_identity_of_position(L, -1, AB_SLOT_ZOBRIST, &search->past[place].position_hash);
    lua_pop(L, 1);
    if (!is_key) return call_with_past(L, search, AB_HASH);
    search->past[place].has_side_to_move = 0;
  }
  return NOTHING_DUE;
}

/* The answer of `hash` or `player` about a position before the root was taken: pushes the next call about it. */
static int after_past(lua_State *L, ab_search *search, ab_callback callback)
{
  ab_assert(is_reading_past(search) && search->now.past_read < search->past_capacity);
  if (callback == AB_HASH && search->game.has_player) return call_with_past(L, search, AB_PLAYER);
  search->now.past_read++;
  return NOTHING_DUE;
}

/* Pushes the call that finds the successor that the engine wants, or answers the engine if there is nothing to ask. */
static int find_move(lua_State *L, ab_search *search)
{
  int arguments = ab_call_find_move(L, search);
  if (arguments > 0) return arguments;
  search->ask.is_finding = 0;
  ab_engine_found(&search->engine, AB_FOUND_UNABLE);
  return NOTHING_DUE;
}

/* Pushes the call that lists the successors of the current node, or finds the one that the engine wants. */
static int ask_successors(lua_State *L, ab_search *search)
{
  return search->ask.is_finding ? find_move(L, search) : ab_call_lister(L, search, ab_search_lister(search));
}

/* Pushes the call for the outcomes of the current node if it may be a chance node, or else for its successors. */
static int ask_what_follows(lua_State *L, ab_search *search)
{
  return search->game.has_chances ? ab_call_with_state(L, search, AB_CHANCES) : ask_successors(L, search);
}

/*
 * Pushes the call that answers AB_ASK_SUCCESSORS or AB_ASK_FIND_MOVE. Before the first question about a node, it is
 * found out whether the game is over there, or whether it is a chance node.
 */
static int ask_about_successors(lua_State *L, ab_search *search)
{
  if (ab_engine_has_wanted_moves(&search->engine)) {
    ab_call_come_back(L, search);
    return ask_successors(L, search);
  }
  ab_call_find_state(L, search);
  if (search->game.has_is_over) return ab_call_with_state(L, search, AB_IS_OVER);
  return ask_what_follows(L, search);
}

/* The current node has no successors, or outcomes: answers AB_ASK_FIND_MOVE, too, if the engine asks that. */
static void find_none(ab_search *search)
{
  if (search->ask.is_finding) ab_engine_found(&search->engine, AB_FOUND_INSTEAD);
  search->ask.is_finding = 0;
}

/* The value of a state is known: pushes the call that leaves a leaf without a frame of its own, if one is due. */
static int leave_leaf(lua_State *L, ab_search *search)
{
  if (search->ask.is_leaf && search->game.style == AB_IN_PLACE)
    return ab_call_unmake(L, search, search->now.made);
  search->ask.is_leaf = 0;
  return NOTHING_DUE;
}

/* Pushes the call for the value of the state in AB_SLOT_STATE, unless it is known if the game goes on there. */
static int value_state(lua_State *L, ab_search *search, int is_over)
{
  if (!is_over && search->ask.is_leaf && search->ask.has_value) return leave_leaf(L, search);
  if (is_over && search->game.has_result) return ab_call_value(L, search, AB_RESULT);
  if (is_over || search->game.has_evaluate) return ab_call_value(L, search, AB_EVALUATE);
  ab_answer_middle(search);
  return leave_leaf(L, search);
}

/*
 * Answers the value of the leaf in AB_SLOT_STATE by its mobility: the game goes on there, and `count` moves were
 * listed. Pushes the call that finds out who moves there, where that counts and is not known, or the one that is due
 * after a value. Returns how many arguments it has.
 */
static int value_mobility(lua_State *L, ab_search *search, uint32_t count)
{
  const ab_engine *engine = &search->engine;
  int32_t ply = ab_engine_ply(engine) + search->ask.is_leaf;
  uint32_t before = ply > 0 ? search->plies[ply - 1].listed : AB_UNLISTED;
  double moves = before == AB_UNLISTED ? 0 : (double)count - before;
  int sign;
  if (moves == 0) return value_state(L, search, 0);
  if (search->game.has_player && ab_engine_task(engine)->view == AB_VIEW_MAX) {
    search->ask.mobility = moves;
    return ab_call_with_state(L, search, AB_PLAYER);
  }
  if (!search->game.has_player)
    sign = -ab_engine_sign(engine, ply - 1);
  else
    sign = search->ask.is_leaf ? ab_engine_answered_sign(engine) : ab_engine_sign(engine, ply);
  ab_answer_mobility(search, moves, sign);
  return value_state(L, search, 0);
}

/* Pushes the call about the leaf in AB_SLOT_STATE: whether the game is over, if the engine asks that, or its value. */
static inline int value_leaf(lua_State *L, ab_search *search)
{
  ab_leaf leaf = ab_engine_leaf(&search->engine);
  if (leaf != AB_LEAF_UNKNOWN) return value_state(L, search, leaf == AB_LEAF_OVER);
  search->ask.asks_end = 1;
  if (search->game.has_is_over) return ab_call_with_state(L, search, AB_IS_OVER);
  return search->game.has_chances ? ab_call_with_state(L, search, AB_CHANCES)
                                  : ab_call_lister(L, search, ab_search_full_lister(search));
}

/* Pushes the first call about a leaf, or a successor that is ordered: who moves there, if asked, before the value. */
static int ask_about_leaf(lua_State *L, ab_search *search)
{
  return ab_engine_asks_child_turn(&search->engine) ? ab_call_with_state(L, search, AB_PLAYER)
                                                    : value_leaf(L, search);
}

/*
 * Whether the leaf that the engine asks about, or the successor that it orders, is evaluated before the move to it is
 * made. It is not if the engine wants to know who moves there, or whether the game is over only for the reason of the
 * search's end. It is no outcome, because outcomes have a frame of their own.
 */
static int is_evaluated_by_move(const ab_search *search)
{
  const ab_engine *engine = &search->engine;
  ab_assert(!ab_engine_is_chance(engine, ab_engine_ply(engine)));
  return search->game.has_evaluate_move && !search->now.is_end_untold && !ab_engine_asks_child_turn(engine) &&
         (ab_engine_leaf(engine) == AB_LEAF_HORIZON || ab_engine_task(engine)->asks_end);
}

/* Counts a call of the game's, if the time is watched. */
static inline void count_call(ab_search *search)
{
  search->watch.calls += (uint32_t)search->watch.is_on;
}

/*
 * The loop's row of a callback. `take` takes its answer, and `next` returns the next call, if there may be one. `call`
 * calls a pending callback. It has `results` results. If the time is up before the engine goes on, a call may wait if
 * it is about the value of a node or about its successors.
 */
typedef struct callback_row {
  void (*take)(lua_State *L, ab_search *search, ab_callback callback);
  int (*next)(lua_State *L, ab_search *search, ab_callback callback);
  int (*call)(lua_State *L, ab_search *search, ab_callback callback);
  signed char results;
  char can_wait;
} callback_row;

static const callback_row rows[AB_NO_CALLBACK];

/* Postpones the call on the stack, if it may wait and the time is up. Returns whether it did. */
AB_NOINLINE int put_off(lua_State *L, ab_search *search)
{
  if (!rows[search->ask.running].can_wait || search->now.phase != AB_SEARCHING) return 0;
  if (!look(&search->watch)) return 0;
  lua_settop(L, AB_SLOTS);
  search->ask.pending = search->ask.running;
  search->ask.running = AB_NO_CALLBACK;
  return 1;
}

/* Postpones the call, as put_off does, but reads the clock only if it is time for that. */
static inline int is_late(lua_State *L, ab_search *search)
{
  return search->watch.calls >= AB_WATCH_CALLS && put_off(L, search);
}

/* Whether the calls of the search are made in Lua, one at a time: see ab_driver_resume. */
static inline int is_called_in_lua(const ab_search *search)
{
  return !COMPAT_YIELDS && search->is_resumed;
}

static int resume_loop(lua_State *L, int status);

COMPAT_CONTINUATION(continue_loop, resume_loop)

/*
 * Makes the calls about a leaf without a frame, or about a successor that is evaluated to order it, one after another.
 * Most calls of a search are these. If one of them yields, take_answer() goes on with the next. Returns CALLED, or the
 * number of arguments of the next call if that is another one, or is made in Lua.
 */
static int visit_leaf(lua_State *L, ab_search *search)
{
  ab_engine *engine = &search->engine;
  ab_style style = search->game.style;
  int arguments;
  search->ask.has_value = 0;
  if (is_evaluated_by_move(search)) return ab_call_evaluate_move(L, search);
  search->ask.is_leaf = 1;
  if (style == AB_BY_STATES) {
    ab_call_take_successor(L, search, ab_engine_counters(engine)->nodes, ab_engine_ply(engine));
    arguments = ask_about_leaf(L, search);
  } else {
    arguments = ab_call_enter(L, search, style == AB_IN_PLACE ? AB_MAKE : AB_PLAY);
    if (is_called_in_lua(search)) return arguments;
    compat_call(L, arguments, style == AB_IN_PLACE ? LUA_MULTRET : 1, continue_loop);
    search->ask.running = AB_NO_CALLBACK;
    count_call(search);
    if (style == AB_IN_PLACE)
      ab_answer_undo(L, search, AB_MAKE);
    else
      ab_answer_state(L, search, AB_PLAY);
    arguments = ask_about_leaf(L, search);
    if (is_late(L, search)) return CALLED;
  }
  if (search->ask.running != AB_EVALUATE || is_called_in_lua(search)) return arguments;
  compat_call(L, arguments, 1, continue_loop);
  search->ask.running = AB_NO_CALLBACK;
  count_call(search);
  ab_answer_value(L, search, AB_EVALUATE);
  if (style == AB_IN_PLACE) {
    compat_call(L, ab_call_unmake(L, search, search->now.made), 0, continue_loop);
    search->ask.running = AB_NO_CALLBACK;
    search->now.made--;
  }
  search->ask.is_leaf = 0;
  return CALLED;
}

/*
 * Takes the answer of `callback`, which was asked whether the game is over at a leaf at the horizon, and pops it.
 * Returns how many arguments the call has that is due then: for mobility, moves are listed where `is_over` says that
 * the game goes on.
 */
static int answer_end(lua_State *L, ab_search *search, ab_callback callback)
{
  int is_list = callback == AB_MOVES || callback == AB_CHILDREN, is_over;
  uint32_t count = 0;
  if (callback == AB_CHANCES && lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return ab_call_lister(L, search, ab_search_full_lister(search));
  }
  if (callback == AB_CHANCES) ab_successors_check_outcomes(L, search);
  if (is_list && lua_isfunction(L, -1)) {
    search->ask.running = AB_ITERATOR;
    return 0;
  }
  if (is_list) count = ab_successors_count(L, search, callback);
  if (is_list)
    is_over = count == 0;
  else
    is_over = callback == AB_IS_OVER ? lua_toboolean(L, -1) : lua_isnil(L, -1);
  lua_pop(L, 1);
  if (search->game.mobility && callback == AB_IS_OVER && !is_over)
    return ab_call_lister(L, search, ab_search_full_lister(search));
  search->ask.asks_end = 0;
  ab_engine_over(&search->engine, is_over);
  return search->game.mobility && count > 0 ? value_mobility(L, search, count)
                                            : value_state(L, search, is_over);
}

/*
 * Takes the answer of `evaluate_move`, and pops it: the value and, if the game has `result`, whether the game may be
 * over after the move. If it may, or if that is nil, the move is made to find it out. Returns the number of arguments
 * of the next call, or NOTHING_DUE.
 */
static int answer_by_move(lua_State *L, ab_search *search, ab_callback callback)
{
  int asks_end = ab_engine_task(&search->engine)->asks_end;
  int is_told, may_be_over;
  lua_settop(L, AB_SLOTS + 2);
  is_told = !lua_isnil(L, -1);
  may_be_over = !is_told || lua_toboolean(L, -1);
  lua_pop(L, 1);
  ab_answer_value(L, search, callback);
  ab_engine_over(&search->engine, 0);
  if (!asks_end || !may_be_over) return NOTHING_DUE;
  search->now.is_end_untold = !is_told;
  search->ask.has_value = search->ask.is_leaf = 1;
  return ab_call_enter(L, search, search->game.style == AB_IN_PLACE ? AB_MAKE : AB_PLAY);
}

/* A value is known. */
static int after_value(lua_State *L, ab_search *search, ab_callback callback)
{
  (void)callback;
  return leave_leaf(L, search);
}

/* The state after a move is there. */
static int after_move(lua_State *L, ab_search *search, ab_callback callback)
{
  (void)callback;
  return search->ask.is_leaf && search->now.phase == AB_SEARCHING ? ask_about_leaf(L, search) : NOTHING_DUE;
}

/* Takes the answer of `pass`. */
static void take_pass(lua_State *L, ab_search *search, ab_callback callback)
{
  if (search->game.style == AB_IN_PLACE) {
    ab_answer_undo(L, search, callback);
  } else {
    lua_settop(L, AB_SLOTS + 1);
    ab_answer_state(L, search, callback);
  }
}

/* `unmake` or `unpass` has returned. */
static void take_unmade(lua_State *L, ab_search *search, ab_callback callback)
{
  (void)L, (void)callback;
  search->now.made--;
  ab_assert(search->now.made >= 0);
  if (search->now.phase == AB_SEARCHING) search->ask.is_leaf = 0;
}

/* Takes the answer of `player`. */
static int answer_player(lua_State *L, ab_search *search, ab_callback callback)
{
  if (search->now.is_rooted && is_reading_past(search)) {
    ab_answer_past_player(L, search);
    return after_past(L, search, callback);
  }
  ab_answer_player(L, search);
  if (search->ask.mobility != 0) {
    ab_answer_mobility(search, search->ask.mobility, ab_engine_answered_sign(&search->engine));
    search->ask.mobility = 0;
    return value_state(L, search, 0);
  }
  return search->ask.is_leaf ? value_leaf(L, search) : NOTHING_DUE;
}

/* Takes the answer of `is_over`. */
static int answer_is_over(lua_State *L, ab_search *search, ab_callback callback)
{
  ab_engine *engine = &search->engine;
  int is_over = lua_toboolean(L, -1);
  (void)callback;
  lua_pop(L, 1);
  if (!is_over && ab_engine_is_quiescence(engine, ab_engine_ply(engine)))
    return ab_call_with_state(L, search, AB_NOISY);
  if (!is_over) return ask_what_follows(L, search);
  if (ab_engine_ply(engine) == 0) search->now.over = "'is_over' returned a true value";
  find_none(search);
  ab_engine_successors(engine, 0);
  return NOTHING_DUE;
}

/* Takes the answer of `chances`. */
static int answer_chances(lua_State *L, ab_search *search, ab_callback callback)
{
  (void)callback;
  if (!ab_successors_take_outcomes(L, search)) return ask_successors(L, search);
  find_none(search);
  return NOTHING_DUE;
}

/* One more successor has been asked about: asks about the next one, if there is one. Returns whether there is. */
static int has_next(ab_search *search, ab_callback callback)
{
  uint32_t count = search->plies[ab_engine_ply(&search->engine)].count;
  ab_assert(search->ask.scored < count);
  if (++search->ask.scored == count) return 0;
  search->ask.pending = callback;
  return 1;
}

/* Takes the answer of `order`. */
static void take_score(lua_State *L, ab_search *search, ab_callback callback)
{
  ab_engine_score(&search->engine, search->ask.scored, ab_answer_number(L, search, callback));
  has_next(search, callback);
}

/* Takes the answer of `move_id`. */
static void take_move_id(lua_State *L, ab_search *search, ab_callback callback)
{
  uint32_t move = ab_answer_move_id(L, search);
  search->ask.matched += (uint32_t)ab_engine_is_found(&search->engine, move);
  ab_engine_move(&search->engine, search->ask.scored, move);
  if (!has_next(search, callback)) ab_successors_check_found(L, search, search->ask.matched);
}

/* Takes the answer of `hash`. */
static int answer_hash(lua_State *L, ab_search *search, ab_callback callback)
{
  int is_past = search->now.phase == AB_SEARCHING && is_reading_past(search);
  ab_answer_hash(L, search, is_past);
  return is_past ? after_past(L, search, callback) : NOTHING_DUE;
}

/* The result of `on_iteration` or `trace` does not matter. */
static void take_nothing(lua_State *L, ab_search *search, ab_callback callback)
{
  (void)search, (void)callback;
  lua_pop(L, 1);
}

/* In a traced search: runs the engine, unless its ask waits. Returns whether an event must go to `trace` first. */
static int has_event(ab_search *search)
{
  if (!search->ask.is_waiting) {
    search->ask.asked = ab_engine_next_traced(&search->engine);
    search->ask.is_waiting = 1;
    search->ask.reported = 0;
  }
  return search->ask.reported < ab_engine_events(&search->engine);
}

/* Answers asks that need no callback: stores a line or a result, or gets memory. Returns as the functions above. */
static int note(lua_State *L, ab_search *search, ab_ask ask)
{
  const ab_engine *engine = &search->engine;
  if (ask == AB_ASK_LINE) {
    if (ab_engine_ply(engine) == 0 && ab_engine_task(engine)->depth == 0)
      return NOTHING_DUE; /* quiescence alone: no move is answered */
    if (ab_engine_ply(engine) > 0 || !ab_ranking_is_wanted(search) || ab_ranking_note_line(L, search))
      ab_line_note(L, search);
    return NOTHING_DUE;
  }
  if (ask == AB_ASK_MEMORY) {
    grow(L, search);
    return NOTHING_DUE;
  }
  if (ask == AB_ASK_PROVED) {
    ab_line_note_proved(L, search);
    ab_session_keep_slot(L, AB_SLOT_BEST);
    search->watch.depth = -1; /* the deadline may be another one */
    return NOTHING_DUE;
  }
  ab_answer_check_changes(L, search);
  ab_line_note_best(L, search);
  ab_session_keep_slot(L, AB_SLOT_BEST);
  ab_ranking_report(L, search);
  search->now.iterations++;
  return lua_isnil(L, AB_SLOT_ON_ITERATION) ? NOTHING_DUE : ab_call_on_iteration(L, search);
}

/* As ask, for a search of rules in C. */
static int ask_native(lua_State *L, ab_search *search)
{
  int arguments = is_reading_past(search) ? read_past(L, search) : NOTHING_DUE, ask;
  while (arguments == NOTHING_DUE) {
    ask = ab_native_run(L, search);
    if (ask < 0) return CALLED;
    if (ask == (int)AB_ASK_NOTHING) break;
    arguments = note(L, search, (ab_ask)ask);
  }
  return arguments;
}

/* The common part of ask and ask_traced: see these. */
AB_INLINE int ask_any(lua_State *L, ab_search *search, const int is_traced)
{
  ab_engine *engine = &search->engine;
  ab_style style = search->game.style;
  ab_ask ask;
  int arguments;
  if (is_reading_past(search)) {
    arguments = read_past(L, search);
    if (arguments != NOTHING_DUE) return arguments;
  }
  for (;;) {
    if (is_traced && has_event(search))
      return ab_call_trace(L, search, ab_engine_event(engine, search->ask.reported++));
    ask = is_traced ? search->ask.asked : ab_engine_next(engine);
    search->ask.is_waiting = 0;
    switch (ask) {
    case AB_ASK_VALUE:
      ab_call_find_state(L, search);
      return value_leaf(L, search);
    case AB_ASK_LEAF:
    case AB_ASK_CHILD_VALUE:
      return visit_leaf(L, search);
    case AB_ASK_ENTER:
      if (style != AB_BY_STATES) return ab_call_enter(L, search, style == AB_IN_PLACE ? AB_MAKE : AB_PLAY);
      ab_call_take_successor(L, search, ab_engine_counters(engine)->nodes + 1, ab_engine_ply(engine));
      break;
    case AB_ASK_LEAVE:
      if (style == AB_IN_PLACE) return ab_call_unmake(L, search, ab_engine_ply(engine));
      break;
    case AB_ASK_NULL_MOVE:
      return ab_call_pass(L, search);
    case AB_ASK_UNDO_NULL_MOVE:
      if (style == AB_IN_PLACE) return ab_call_unmake(L, search, ab_engine_ply(engine));
      break;
    case AB_ASK_SUCCESSORS:
      return ask_about_successors(L, search);
    case AB_ASK_FIND_MOVE:
      search->ask.is_finding = 1;
      arguments = ask_about_successors(L, search);
      if (arguments != NOTHING_DUE) return arguments;
      break;
    case AB_ASK_TURN:
      ab_call_find_state(L, search);
      return ab_call_with_state(L, search, AB_PLAYER);
    case AB_ASK_KEY:
      ab_call_find_state(L, search);
      return ab_call_with_state(L, search, AB_HASH);
    case AB_ASK_BOUNDS:
      ab_call_find_state(L, search);
      return ab_call_value(L, search, AB_BOUNDS);
    case AB_ASK_MOVES:
      search->ask.scored = search->ask.matched = 0;
      if (search->game.has_move_id) return ab_call_about_move(L, search, AB_MOVE_ID);
      ab_successors_answer(L, search);
      break;
    case AB_ASK_PROBABILITIES:
      ab_successors_answer_probabilities(search);
      break;
    case AB_ASK_SCORES:
      search->ask.scored = ab_engine_tried(engine);
      return ab_call_about_move(L, search, AB_ORDER);
    case AB_ASK_LINE:
    case AB_ASK_PROVED:
    case AB_ASK_ITERATION:
    case AB_ASK_MEMORY:
      arguments = note(L, search, ask);
      if (arguments != NOTHING_DUE) return arguments;
      break;
    case AB_ASK_NOISY:
      return ab_call_with_state(
          L, search, search->game.has_is_over && !ab_engine_knows_end(engine) ? AB_IS_OVER : AB_NOISY);
    case AB_ASK_MORE:
      return ab_call_iterator(L, search, AB_ITERATOR);
    case AB_ASK_NOTHING:
      return NOTHING_DUE;
    }
  }
}

/* Runs the engine until it needs the game, and pushes that call; NOTHING_DUE when the search has ended. */
static int ask(lua_State *L, ab_search *search)
{
  return ask_any(L, search, 0);
}

/* Goes on with a traced search, as ask: passes events to `trace` before the ask after them. */
static int ask_traced(lua_State *L, ab_search *search, ab_callback callback)
{
  (void)callback;
  return ask_any(L, search, 1);
}

/* ---- the callbacks ---- */

static const callback_row rows[AB_NO_CALLBACK] = {
    /* take, next, call, results, can_wait */
    [AB_MOVES] = {ab_successors_take, NULL, ab_call_lister, 1, 1},
    [AB_CHILDREN] = {ab_successors_take, NULL, ab_call_lister, 1, 1},
    [AB_NOISY] = {ab_successors_take, NULL, ab_call_lister, 1, 1},
    [AB_IS_OVER] = {NULL, answer_is_over, ab_call_with_state, 1, 1},
    [AB_CHANCES] = {NULL, answer_chances, ab_call_with_state, 1, 1},
    [AB_EVALUATE] = {ab_answer_value, after_value, ab_call_value, 1, 1},
    [AB_RESULT] = {ab_answer_value, after_value, ab_call_value, 1, 1},
    [AB_EVALUATE_MOVE] = {NULL, answer_by_move, NULL, 2, 0},
    [AB_MAKE] = {ab_answer_undo, after_move, NULL, LUA_MULTRET, 0},
    [AB_UNMAKE] = {take_unmade, NULL, NULL, 0, 0},
    [AB_PLAY] = {ab_answer_state, after_move, NULL, 1, 0},
    [AB_PASS] = {take_pass, NULL, NULL, LUA_MULTRET, 0},
    [AB_UNPASS] = {take_unmade, NULL, NULL, 0, 0},
    [AB_PLAYER] = {NULL, answer_player, NULL, 1, 0},
    [AB_HASH] = {NULL, answer_hash, NULL, 1, 0},
    [AB_ORDER] = {take_score, NULL, ab_call_about_move, 1, 0},
    [AB_MOVE_ID] = {take_move_id, NULL, ab_call_about_move, 1, 0},
    [AB_FIND_MOVE] = {ab_successors_take_found, NULL, NULL, 1, 0},
    [AB_BOUNDS] = {ab_answer_bounds, NULL, NULL, 2, 0},
    [AB_ITERATOR] = {ab_successors_take_next, NULL, ab_call_iterator, 1, 0},
    [AB_ON_ITERATION] = {take_nothing, NULL, NULL, 1, 0},
    [AB_LEVEL] = {ab_ranking_take_level, NULL, NULL, 1, 0},
    [AB_TRACE] = {take_nothing, NULL, ask_traced, 1, 0},
};

/* ---- the protected part: the loop ---- */

/* Whether a slice must end before the next callback; it has one at least. */
static int is_slice_over(ab_search *search)
{
  if (!search->now.is_sliced) return 0;
  if (!search->slice.has_called) {
    search->slice.has_called = 1;
    return 0;
  }
  if (ab_engine_counters(&search->engine)->nodes >= search->slice.nodes) return 1;
  return search->watch.is_on && search->watch.looked >= search->watch.slice;
}

/* Leaves the path: returns how many arguments the next call has, or NOTHING_DUE when the state is as it was. */
static int leave(lua_State *L, ab_search *search)
{
  if (search->now.made > 0) return ab_call_unmake(L, search, search->now.made);
  if (search->now.is_stopping) {
    ab_engine_stop(&search->engine);
    return NOTHING_DUE;
  }
  if (search->game.has_hash && !search->now.has_root_name && !search->native.is_on)
    return ab_call_with(L, search, AB_HASH, AB_SLOT_ROOT);
  return NOTHING_DUE;
}

/*
 * Comes back to the path: returns how many arguments the next call has, or NOTHING_DUE when all moves are made. Moves
 * that may name what `make` has put into the state are listed again.
 */
static int come_back(lua_State *L, ab_search *search)
{
  if (search->now.has_root_name && !search->slice.is_same_root)
    return ab_call_with(L, search, AB_HASH, AB_SLOT_ROOT);
  if (search->now.relisted < search->now.made) {
    search->now.relisted = search->now.made;
    if (ab_successors_have_objects(L, search, search->now.made)) return ab_call_lister_again(L, search);
  }
  return search->now.made < search->now.due ? ab_call_make_again(L, search) : NOTHING_DUE;
}

/*
 * The time of the search is up: the current iteration ends here, wherever it is, unless limits do not end it. A leaf
 * that has no frame of its own is left first: returns how many arguments the call has that does that, or NOTHING_DUE.
 */
static int abort_iteration(lua_State *L, ab_search *search)
{
  ab_callback none = ab_engine_task(&search->engine)->traces ? AB_TRACE : AB_NO_CALLBACK;
  search->ask.asks_end = 0;
  search->ask.part = 0;
  if (search->ask.is_leaf) {
    if (search->game.style == AB_IN_PLACE) return ab_call_unmake(L, search, search->now.made);
    search->ask.is_leaf = 0;
  }
  ab_engine_abort_iteration(&search->engine, search->ask.pending == none);
  search->ask.pending = none;
  return NOTHING_DUE;
}

/* Begins to leave the path if the search or its slice is to end before the next callback: pushes a call for that. */
static int end_in_time(lua_State *L, ab_search *search)
{
  if (search->watch.depth != ab_engine_depth(&search->engine)) start_watch(search);
  if (!(search->now.is_stopping | search->now.is_sliced | search->watch.is_on)) return NOTHING_DUE;
  if (search->watch.calls >= AB_WATCH_CALLS) look(&search->watch);
  if (search->now.is_stopping || is_slice_over(search)) {
    search->now.phase = AB_LEAVING;
    search->now.due = search->now.made;
    return NOTHING_DUE;
  }
  if (!search->watch.is_on || search->watch.looked < search->watch.search || search->ask.is_waiting)
    return NOTHING_DUE;
  return abort_iteration(L, search);
}

/* Pushes the next call: returns its number of arguments, CALLED, or NOTHING_DUE if the search has ended or pauses. */
static int go_on(lua_State *L, ab_search *search)
{
  ab_callback pending;
  ab_assert(lua_gettop(L) == AB_SLOTS && search->ask.running == AB_NO_CALLBACK);
  if (search->now.phase == AB_RETURNING && !search->now.is_stopping) {
    int arguments = come_back(L, search);
    if (arguments != NOTHING_DUE) return arguments;
    search->now.phase = AB_SEARCHING;
  }
  if (search->now.phase != AB_LEAVING) {
    int arguments = end_in_time(L, search);
    if (arguments != NOTHING_DUE) return arguments;
  }
  if (search->now.phase == AB_LEAVING) return leave(L, search);
  pending = search->ask.pending;
  if (pending == AB_NO_CALLBACK) return search->native.is_on ? ask_native(L, search) : ask(L, search);
  search->ask.pending = ab_engine_task(&search->engine)->traces ? AB_TRACE : AB_NO_CALLBACK;
  ab_assert(rows[pending].call != NULL);
  return rows[pending].call(L, search, pending);
}

/* Pushes the results of the search or its slice. Returns how many there are. */
static int conclude(lua_State *L, ab_search *search)
{
  search->now.ended = ab_clock_now();
  if (!search->now.is_sliced) return ab_result_push(L, search);
  ab_session_keep_slot(L, AB_SLOT_STATE);
  ab_session_keep_slot(L, AB_SLOT_ROOT_PLAYER);
  ab_session_keep_slot(L, AB_SLOT_LIST);
  search->now.is_thinking = ab_engine_result(&search->engine)->reason == AB_REASON_NONE;
  search->now.root_content =
      search->now.is_thinking && !search->game.has_hash ? ab_identity_of_state(L, AB_SLOT_ROOT) : 0;
  lua_pushboolean(L, !search->now.is_thinking);
  return 1;
}

/* Hands the result of the callback that was running to the engine, counts the call, and pushes the next one. */
static int take_answer(lua_State *L, ab_search *search)
{
  ab_callback callback = search->ask.running;
  const callback_row *row = &rows[callback];
  int arguments = NOTHING_DUE;
  ab_assert(callback != AB_NO_CALLBACK && (row->take != NULL || row->next != NULL));
  if (callback != AB_UNMAKE && callback != AB_UNPASS) count_call(search);
  search->ask.running = AB_NO_CALLBACK;
  if (search->ask.asks_end && search->now.phase == AB_SEARCHING) {
    arguments = answer_end(L, search, callback);
  } else {
    if (row->take != NULL) row->take(L, search, callback);
    if (row->next != NULL) arguments = row->next(L, search, callback);
  }
  return arguments != NOTHING_DUE && is_late(L, search) ? NOTHING_DUE : arguments;
}

/*
 * In a search whose calls Lua makes: the call above the slots is due now. Stores the slots that may have changed, and
 * returns how many values the call has, with the function.
 */
static int yield_call(lua_State *L, ab_search *search)
{
  search->due = AB_DUE_ANSWER;
  ab_session_keep_slot(L, AB_SLOT_STATE);
  ab_session_keep_slot(L, AB_SLOT_ROOT_PLAYER);
  ab_session_keep_slot(L, AB_SLOT_LIST);
  return lua_gettop(L) - AB_SLOTS;
}

/*
 * Makes the call on the stack with `arguments` arguments (NOTHING_DUE: none) and all calls after it, until the search
 * has ended or pauses. Returns the count of results. If Lua makes the calls, returns as soon as one is due.
 */
static int loop(lua_State *L, ab_search *search, int arguments)
{
  for (;;) {
    if (arguments == NOTHING_DUE) {
      do arguments = go_on(L, search);
      while (arguments == CALLED);
      if (arguments == NOTHING_DUE && ab_engine_result(&search->engine)->reason != AB_REASON_NONE)
        arguments = ab_ranking_call_level(L, search);
      if (arguments == NOTHING_DUE) return conclude(L, search);
    }
    if (is_called_in_lua(search)) return yield_call(L, search);
    compat_call(L, arguments, rows[search->ask.running].results, continue_loop);
    arguments = take_answer(L, search);
  }
}

void ab_loop_check(lua_State *L, const ab_search *search)
{
  if (ab_session_is_stale(L))
    lua_pushliteral(L, "alphabeta: the search was stopped while a callback had yielded");
  else if (search->is_held)
    lua_pushliteral(L, "alphabeta: already searching");
  else
    return;
  lua_error(L);
}

/* Continues when a callback that had yielded returns: its result is on top. */
static int resume_loop(lua_State *L, int status)
{
  ab_search *search = ab_search_of(L);
  (void)status;
  ab_loop_check(L, search);
  return loop(L, search, take_answer(L, search));
}

int ab_loop_resume(lua_State *L, ab_search *search)
{
  int results = rows[search->ask.running].results;
  if (results != LUA_MULTRET) lua_settop(L, AB_SLOTS + results);
  return loop(L, search, take_answer(L, search));
}

int ab_loop_return(lua_State *L)
{
  ab_search *search = ab_search_of(L);
  search->now.phase = AB_RETURNING;
  search->now.relisted = 0;
  if (search->now.root_content != 0 && ab_identity_of_state(L, AB_SLOT_ROOT) != search->now.root_content)
    ab_answer_changed_state(L);
  return loop(L, search, NOTHING_DUE);
}

int ab_loop_begin(lua_State *L)
{
  ab_search *search = ab_search_of(L);
  search->now.is_begun = 1;
  grow(L, search);
  if (search->native.is_on) ab_native_begin(L, search);
  search->plies[0].count = 0;
  search->plies[0].found_count = 0;
  search->plies[0].line = 0;
  return loop(L, search, search->game.has_player ? ab_call_with_state(L, search, AB_PLAYER) : NOTHING_DUE);
}
