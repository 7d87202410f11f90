/*
 * driver.c: the loop between engine and game.
 *
 * ask() runs the engine until a callback is due and lays the call out, answer() hands its result to the
 * engine. What is running is kept in the driver and all values on the stack, so the loop can be left by a yield
 * in any callback and taken up again by a continuation.
 */

#include "driver.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "../../engine/clock.h"
#include "answers.h"
#include "calls.h"
#include "../base/compat.h"
#include "events.h"
#include "../base/identity.h"
#include "../root/line.h"
#include "outcomes.h"
#include "../root/ranking.h"
#include "../root/result.h"
#include "../base/session.h"
#include "successors.h"

/* In place of a count of arguments: no call is due. */
#define NOTHING_DUE (-1)

/* The most callbacks between two looks at the clock in a slice: the cheapest take as long together as 100 looks. */
#define CALLS_UNSEEN 256

/* The driver of the search that runs on this stack. */
static ab_driver *to_driver(lua_State *L)
{
  return lua_touserdata(L, AB_SLOT_SEARCHER);
}

/*
 * An ab_allocate whose blocks are userdata, kept in the searcher's own table by their address: Lua sees them, and
 * collects them with the searcher without calling anybody, so they cannot leak. Where there is not enough memory it
 * raises Lua's error, which leaves the block as it was.
 */
static void *allocate(void *context, void *block, size_t old_size, size_t new_size)
{
  lua_State *L = context;
  void *fresh = NULL;
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  if (new_size > 0) {
    fresh = lua_newuserdata(L, new_size);
    if (block != NULL) memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    lua_pushlightuserdata(L, fresh);
    lua_insert(L, -2);
    lua_rawset(L, -3);
  }
  if (block != NULL) {
    lua_pushlightuserdata(L, block);
    lua_pushnil(L);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
  return fresh;
}

ab_memory ab_driver_memory(lua_State *L)
{
  ab_memory memory;
  memory.allocate = allocate;
  memory.context = L;
  return memory;
}

/*
 * The ply of the state that `callback` gets, in decisions: a probe works one ply above the engine's once it has
 * entered; on the way to a pause and back, the engine's does not tell.
 */
static int32_t ply_of(const ab_driver *driver, ab_callback callback)
{
  int32_t current = ab_engine_ply(&driver->engine), ply = current;
  if (driver->phase != AB_SEARCHING)
    ply = driver->made;
  else if (driver->is_probing && (callback == AB_EVALUATE || callback == AB_UNMAKE))
    ply++;
  if (ply <= current) return ab_engine_decisions(&driver->engine, ply);
  return ab_engine_decisions(&driver->engine, current) + ply - current;
}

void ab_driver_reject(lua_State *L, ab_driver *driver, ab_callback callback, const char *format, ...)
{
  va_list arguments;
  driver->running = AB_NO_CALLBACK;
  luaL_where(L, 2);
  lua_pushfstring(L, "alphabeta: callback '%s' at ply %d: ", ab_callback_name(callback),
                  (int)ply_of(driver, callback));
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  lua_concat(L, 3);
  lua_error(L);
}

/* ---- memory ---- */

/* Makes places for `places` plies in the tables, so that storing a value never makes a table grow. */
static void grow_tables(lua_State *L, ab_driver *driver, size_t places)
{
  static const int tables[] = {AB_SLOT_STATES, AB_SLOT_LISTS, AB_SLOT_ITERATORS, AB_SLOT_MOVES,
                               AB_SLOT_UNDOS};
  size_t i;
  for (; driver->places < places; driver->places++) {
    int place = (int)driver->places + 1;
    for (i = 0; i < sizeof tables / sizeof *tables; i++) {
      lua_pushboolean(L, 0);
      lua_rawseti(L, tables[i], place);
    }
    lua_newtable(L);
    lua_rawseti(L, AB_SLOT_LINES, place);
  }
}

/* Gets the memory that the engine is short of, and as many plies for the driver. */
static void grow(lua_State *L, ab_driver *driver)
{
  ab_memory memory = ab_driver_memory(L);
  if (!ab_engine_grow(&driver->engine, &memory)) luaL_error(L, "not enough memory");
  driver->plies = ab_memory_grow(&memory, driver->plies, &driver->capacity, driver->engine.capacity,
                                 sizeof *driver->plies);
  grow_tables(L, driver, driver->engine.capacity);
}

/* ---- asking and answering ---- */

/*
 * Reads the positions before the root, keys at once and states by their hash. Returns how many arguments the call has
 * that is due for the next one, or NOTHING_DUE when all are read.
 */
static int read_past(lua_State *L, ab_driver *driver)
{
  for (; driver->past_read < driver->engine.task.past_count; driver->past_read++) {
    lua_rawgeti(L, AB_SLOT_PAST, (int)driver->past_read + 1);
    if (!ab_identity_of_position(L, -1, AB_SLOT_ZOBRIST, &driver->past[driver->past_read])) {
      driver->running = AB_HASH;
      lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)AB_HASH);
      lua_insert(L, -2);
      return 1;
    }
    lua_pop(L, 1);
  }
  return NOTHING_DUE;
}

/* Lays out the call that tells what follows the current node, which is not over: what luck does, if it moves there. */
static int ask_what_follows(lua_State *L, ab_driver *driver)
{
  return ab_call_with_state(L, driver,
                            driver->game.has_chances ? AB_CHANCES : ab_successors_lister(driver));
}

/*
 * Hands the result of the callback that was running to the engine. Returns NOTHING_DUE, or how many arguments a call
 * has that is due before the engine goes on.
 */
static int answer(lua_State *L, ab_driver *driver)
{
  ab_engine *engine = &driver->engine;
  ab_callback callback = driver->running;
  int is_over;
  driver->running = AB_NO_CALLBACK;
  switch (callback) {
  case AB_EVALUATE:
    ab_answer_value(L, driver);
    if (driver->is_probing && driver->game.style == AB_IN_PLACE)
      return ab_call_unmake(L, driver, driver->made);
    driver->is_probing = 0;
    break;
  case AB_MAKE:
    ab_answer_undo(L, driver);
    if (driver->is_probing) return ab_call_evaluate(L, driver);
    break;
  case AB_PASS:
    if (driver->game.style == AB_IN_PLACE)
      ab_answer_undo(L, driver);
    else
      ab_answer_state(L, driver, callback);
    break;
  case AB_UNMAKE:
  case AB_UNPASS:
    driver->made--;
    driver->is_probing = 0;
    break;
  case AB_PLAY:
    ab_answer_state(L, driver, callback);
    if (driver->is_probing) return ab_call_evaluate(L, driver);
    break;
  case AB_MOVES:
  case AB_CHILDREN:
  case AB_NOISY:
    ab_successors_take(L, driver);
    break;
  case AB_PLAYER:
    ab_answer_player(L, driver);
    break;
  case AB_IS_OVER:
    is_over = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (!is_over) return ask_what_follows(L, driver);
    ab_engine_successors(engine, 0);
    break;
  case AB_CHANCES:
    if (!ab_outcomes_take(L, driver)) return ab_call_with_state(L, driver, ab_successors_lister(driver));
    break;
  case AB_ORDER:
    ab_engine_score(engine, driver->scored++, ab_answer_number(L, driver, callback));
    if (driver->scored < driver->plies[ab_engine_ply(engine)].count) driver->pending = callback;
    break;
  case AB_MOVE_ID:
    ab_engine_move(engine, driver->scored++, ab_answer_move_id(L, driver));
    if (driver->scored < driver->plies[ab_engine_ply(engine)].count) driver->pending = callback;
    break;
  case AB_HASH:
    if (driver->phase == AB_SEARCHING)
      ab_answer_key(L, driver);
    else
      ab_answer_root_name(L, driver);
    break;
  case AB_ITERATOR:
    ab_successors_take_drawn(L, driver);
    break;
  case AB_ON_ITERATION:
  case AB_TRACE:
    lua_pop(L, 1);
    break;
  case AB_LEVEL:
    ab_ranking_take_level(L, driver);
    break;
  case AB_NO_CALLBACK:
    break;
  }
  return NOTHING_DUE;
}

/*
 * Of a search that is traced: runs the engine, unless what it has asked for waits behind events. Returns whether there
 * is an event to be told before that.
 */
static int has_event(ab_driver *driver)
{
  if (!driver->is_asked) {
    driver->asked = ab_engine_next_traced(&driver->engine);
    driver->is_asked = 1;
    driver->told = 0;
  }
  return driver->told < driver->engine.trace.count;
}

/* What such an engine asks for, all events being told. */
static ab_ask take_asked(ab_driver *driver)
{
  driver->is_asked = 0;
  return driver->asked;
}

/* What ask and ask_traced are made of: see these. */
AB_INLINE int ask_either(lua_State *L, ab_driver *driver, const int is_traced)
{
  ab_engine *engine = &driver->engine;
  ab_style style = driver->game.style;
  if (driver->past_read < engine->task.past_count) {
    int arguments = read_past(L, driver);
    if (arguments != NOTHING_DUE) return arguments;
  }
  for (;;) {
    if (is_traced && has_event(driver))
      return ab_events_call(L, driver, &engine->trace.events[driver->told++]);
    switch (is_traced ? take_asked(driver) : ab_engine_next(engine)) {
    case AB_ASK_VALUE:
      ab_call_find_state(L, driver);
      return ab_call_evaluate(L, driver);
    case AB_ASK_LEAF:
      driver->is_probing = 1;
      if (style != AB_BY_STATES) return ab_call_enter(L, driver, style == AB_IN_PLACE ? AB_MAKE : AB_PLAY);
      ab_call_take_successor(L, driver, engine->counters.nodes, ab_engine_ply(engine));
      return ab_call_evaluate(L, driver);
    case AB_ASK_ENTER:
      if (style != AB_BY_STATES) return ab_call_enter(L, driver, style == AB_IN_PLACE ? AB_MAKE : AB_PLAY);
      ab_call_take_successor(L, driver, engine->counters.nodes + 1, ab_engine_ply(engine));
      break;
    case AB_ASK_LEAVE:
      if (ab_engine_ply(engine) == 1 && lua_istable(L, AB_SLOT_DIVIDE)) ab_result_note_division(L, driver);
      if (style == AB_IN_PLACE) return ab_call_unmake(L, driver, ab_engine_ply(engine));
      break;
    case AB_ASK_NULL_MOVE:
      return ab_call_pass(L, driver);
    case AB_ASK_UNDO_NULL_MOVE:
      if (style == AB_IN_PLACE) return ab_call_unmake(L, driver, ab_engine_ply(engine));
      break;
    case AB_ASK_SUCCESSORS:
      ab_call_find_state(L, driver);
      if (driver->game.has_is_over) return ab_call_with_state(L, driver, AB_IS_OVER);
      return ask_what_follows(L, driver);
    case AB_ASK_TURN:
      ab_call_find_state(L, driver);
      return ab_call_with_state(L, driver, AB_PLAYER);
    case AB_ASK_KEY:
      ab_call_find_state(L, driver);
      return ab_call_with_state(L, driver, AB_HASH);
    case AB_ASK_MOVES:
      driver->scored = 0;
      if (driver->game.has_move_id) return ab_call_about_move(L, driver, AB_MOVE_ID, 0);
      ab_successors_tell(L, driver);
      break;
    case AB_ASK_PROBABILITIES:
      ab_outcomes_tell(driver);
      break;
    case AB_ASK_SCORES:
      driver->scored = ab_engine_tried(engine);
      return ab_call_about_move(L, driver, AB_ORDER, ab_engine_candidate(engine, driver->scored));
    case AB_ASK_LINE:
      if (ab_engine_ply(engine) > 0 || !ab_ranking_is_wanted(driver) || ab_ranking_note_line(L, driver))
        ab_line_note(L, driver);
      break;
    case AB_ASK_ITERATION:
      ab_line_note_best(L, driver);
      ab_session_keep_slot(L, AB_SLOT_BEST);
      ab_ranking_report(L, driver);
      driver->iterations++;
      if (!lua_isnil(L, AB_SLOT_ON_ITERATION)) return ab_call_on_iteration(L, driver);
      break;
    case AB_ASK_MEMORY:
      grow(L, driver);
      break;
    case AB_ASK_NOISY:
      return ab_call_with_state(L, driver, AB_NOISY);
    case AB_ASK_MORE:
      return ab_call_iterator(L, driver);
    case AB_ASK_NOTHING:
      return NOTHING_DUE;
    }
  }
}

/*
 * Runs the engine until it needs the game. Returns how many arguments the call has that is due, or NOTHING_DUE when
 * the search has ended.
 */
static int ask(lua_State *L, ab_driver *driver)
{
  return ask_either(L, driver, 0);
}

/* The same for a search that is traced: events are told before what comes behind them is done. */
static int ask_traced(lua_State *L, ab_driver *driver)
{
  return ask_either(L, driver, 1);
}

/* ---- the protected part: the loop ---- */

static int resume_loop(lua_State *L, int status);

COMPAT_CONTINUATION(continue_loop, resume_loop)

/*
 * Whether the time of the slice is up. The clock is looked at more often than the engine does for its own limit: what a
 * callback costs may change from one moment to the next.
 */
static int is_time_up(ab_driver *driver)
{
  ab_limits *slice = &driver->slice;
  if (driver->calls < slice->check) return 0;
  if (ab_limits_reached(slice, driver->calls) != AB_REASON_NONE) return 1;
  if (slice->time < HUGE_VAL && slice->check > driver->calls + CALLS_UNSEEN)
    slice->check = driver->calls + CALLS_UNSEEN;
  return 0;
}

/* Whether the search must leave, for a pause or for good, before the next callback; a slice has one at least. */
static int must_leave(ab_driver *driver)
{
  if (driver->is_stopping) return 1;
  if (!driver->is_sliced || driver->calls++ == 0) return 0;
  if (driver->engine.counters.nodes >= driver->slice_nodes) return 1;
  return is_time_up(driver);
}

/* Leaves the path: returns how many arguments the next call has, or NOTHING_DUE when the state is as it was. */
static int leave(lua_State *L, ab_driver *driver)
{
  if (driver->made > 0) return ab_call_unmake(L, driver, driver->made);
  if (driver->is_stopping) {
    ab_engine_stop(&driver->engine);
    return NOTHING_DUE;
  }
  if (driver->game.has_hash && !driver->has_root_name) return ab_call_hash_of_root(L, driver);
  return NOTHING_DUE;
}

/* Comes back to the path: returns how many arguments the next call has, or NOTHING_DUE when all moves are made. */
static int come_back(lua_State *L, ab_driver *driver)
{
  if (driver->has_root_name && !driver->is_same_root) return ab_call_hash_of_root(L, driver);
  return driver->made < driver->due ? ab_call_make_again(L, driver) : NOTHING_DUE;
}

/*
 * Finds out what is to be called next: returns how many arguments the call has, or NOTHING_DUE when the search has
 * ended or pauses.
 */
static int go_on(lua_State *L, ab_driver *driver)
{
  ab_callback pending = driver->pending;
  if (driver->phase == AB_RETURNING && !driver->is_stopping) {
    int arguments = come_back(L, driver);
    if (arguments != NOTHING_DUE) return arguments;
    driver->phase = AB_SEARCHING;
  }
  if (driver->phase != AB_LEAVING && must_leave(driver)) {
    driver->phase = AB_LEAVING;
    driver->due = driver->made;
  }
  if (driver->phase == AB_LEAVING) return leave(L, driver);
  if (pending == AB_NO_CALLBACK) return ask(L, driver);
  driver->pending = driver->engine.task.traces ? AB_TRACE : AB_NO_CALLBACK;
  if (pending == AB_TRACE) return ask_traced(L, driver);
  if (pending == AB_ITERATOR) return ab_call_iterator(L, driver);
  return ab_call_about_move(L, driver, pending,
                            pending == AB_ORDER ? ab_engine_candidate(&driver->engine, driver->scored)
                                                : driver->scored);
}

/* Pushes what the search or its slice gives back; returns how many values that is. */
static int conclude(lua_State *L, ab_driver *driver)
{
  driver->ended = ab_clock_now();
  if (!driver->is_sliced) return ab_result_push(L, driver);
  ab_session_keep_slot(L, AB_SLOT_STATE);
  ab_session_keep_slot(L, AB_SLOT_ME);
  ab_session_keep_slot(L, AB_SLOT_LIST);
  driver->is_thinking = driver->engine.result.reason == AB_REASON_NONE;
  lua_pushboolean(L, !driver->is_thinking);
  return 1;
}

/*
 * Makes the call that is laid out with `arguments` arguments (NOTHING_DUE: none is) and whatever is due after it,
 * until the search has ended or pauses. Returns the count of results.
 */
static int loop(lua_State *L, ab_driver *driver, int arguments)
{
  for (;;) {
    if (arguments == NOTHING_DUE) arguments = go_on(L, driver);
    if (arguments == NOTHING_DUE && driver->engine.result.reason != AB_REASON_NONE)
      arguments = ab_ranking_call_level(L, driver);
    if (arguments == NOTHING_DUE) return conclude(L, driver);
    compat_call(L, arguments, driver->running != AB_UNMAKE && driver->running != AB_UNPASS, continue_loop);
    arguments = answer(L, driver);
  }
}

/* Goes on when a callback that had yielded returns: its result lies on top. */
static int resume_loop(lua_State *L, int status)
{
  ab_driver *driver = to_driver(L);
  (void)status;
  if (ab_session_is_stale(L))
    return luaL_error(L, "alphabeta: the search was stopped while a callback had yielded");
  return loop(L, driver, answer(L, driver));
}

/* Begins a further slice. */
static int return_loop(lua_State *L)
{
  ab_driver *driver = to_driver(L);
  driver->phase = AB_RETURNING;
  driver->is_same_root = 0;
  return loop(L, driver, NOTHING_DUE);
}

/* Begins: makes the first places for the search and finds out who moves at the root. */
static int begin_loop(lua_State *L)
{
  ab_driver *driver = to_driver(L);
  int asks_player = driver->game.has_player && driver->engine.task.algorithm != AB_PERFT;
  driver->is_begun = 1;
  grow(L, driver);
  driver->plies[0].count = 0;
  driver->plies[0].line = 0;
  return loop(L, driver, asks_player ? ab_call_with_state(L, driver, AB_PLAYER) : NOTHING_DUE);
}

/* ---- the unprotected part: what must happen whatever happens ---- */

/*
 * Whether an error message must not get a traceback: it has one from a search within the search, or the stack is
 * used up, which leaves no room to look for one (LuaJIT would crash).
 */
static int is_final(const char *message)
{
  return strstr(message, "\nstack traceback:") != NULL || strstr(message, "stack overflow") != NULL;
}

/*
 * Message handler: tells in which callback and at which ply an error message came up, and how it was called.
 * What is not a string is passed on as it is.
 */
static int explain(lua_State *L)
{
  const ab_driver *driver = lua_touserdata(L, lua_upvalueindex(1));
  const char *hint = "";
  const char *message;
  if (driver->running == AB_NO_CALLBACK || lua_type(L, 1) != LUA_TSTRING) return 1;
  message = lua_tostring(L, 1);
  if (is_final(message)) return 1;
  if (!COMPAT_YIELDS && strstr(message, "attempt to yield across") != NULL)
    hint = ", which cannot yield on this version of Lua";
  lua_pushfstring(L, "\n\t(alphabeta: in callback '%s' at ply %d%s)", ab_callback_name(driver->running),
                  (int)ply_of(driver, driver->running), hint);
  lua_concat(L, 2);
  compat_traceback(L);
  return 1;
}

/* The search is over, whatever became of it: its session keeps nothing but what can still be asked for. */
static void end_search(lua_State *L, ab_driver *driver)
{
  int slot;
  ab_session_forget(L, AB_SESSION_THREAD);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++)
    if ((slot != AB_SLOT_BEST && slot != AB_SLOT_SEATS && slot != AB_SLOT_ANSWERS) || !driver->is_sliced)
      ab_session_forget(L, slot);
  driver->is_busy = 0;
  driver->is_thinking = 0;
  driver->ended = ab_clock_now();
  if (driver->is_for_once && driver->engine.task.table != NULL) ab_table_free(driver->engine.task.table);
}

static int restore(lua_State *L, int status);

COMPAT_CONTINUATION(continue_restore, restore)

/*
 * Unmakes every move that is still made and raises the error that ended the search, which lies on top.
 * `status` is that of the last unmake; one that fails cannot keep the others from being done.
 */
static int restore(lua_State *L, int status)
{
  ab_driver *driver = to_driver(L);
  if (ab_session_is_stale(L)) return lua_error(L);
  for (;;) {
    if (status != LUA_OK && status != LUA_YIELD) lua_pop(L, 1);
    if (driver->made == 0) break;
    status = compat_pcall(L, ab_call_unmake(L, driver, driver->made--), 0, 0, continue_restore);
  }
  ab_engine_stop(&driver->engine);
  end_search(L, driver);
  return lua_error(L);
}

/* Ends a search or its slice: hands its results on, or restores the state and raises the error. */
static int finish(lua_State *L, int status)
{
  ab_driver *driver = to_driver(L);
  if (status != LUA_OK && status != LUA_YIELD) return restore(L, LUA_OK);
  driver->is_busy = 0;
  ab_session_forget(L, AB_SESSION_THREAD);
  if (!driver->is_thinking) end_search(L, driver);
  return lua_gettop(L) - AB_SLOTS - 1;
}

COMPAT_CONTINUATION(continue_finish, finish)

/* Makes room for the positions before the root, and forgets those of earlier searches. */
static void make_past(lua_State *L, ab_driver *driver, ab_task *task)
{
  ab_memory memory = ab_driver_memory(L);
  task->past_count = lua_istable(L, AB_SLOT_PAST) ? compat_rawlen(L, AB_SLOT_PAST) : 0;
  driver->past =
      ab_memory_grow(&memory, driver->past, &driver->past_capacity, task->past_count, sizeof *driver->past);
  driver->past_read = 0;
  task->past = driver->past;
}

/* Begins a search of `task`, for which the stack is laid out as ab_driver_search wants it. */
static void begin_search(lua_State *L, ab_driver *driver, const ab_task *task, int divides)
{
  ab_task own = *task;
  luaL_checkstack(L, 2 * AB_SLOTS, "too many levels of search");
  own.asks_turn = driver->game.has_player;
  own.has_chance_nodes = driver->game.has_chances;
  own.asks_enter = driver->game.style != AB_BY_STATES || own.algorithm == AB_PERFT || own.win < HUGE_VAL ||
                   own.value_max < HUGE_VAL || own.value_min > -HUGE_VAL || own.traces;
  own.asks_leave = driver->game.style == AB_IN_PLACE || divides || own.traces;
  own.asks_scores = driver->game.has_order && own.algorithm != AB_PERFT;
  own.asks_key = own.table != NULL || own.scores_repetition;
  own.asks_moves = own.table != NULL || own.killers || own.history;
  own.costly_moves = driver->game.has_move_id;
  make_past(L, driver, &own);
  ab_engine_start(&driver->engine, &own);
  driver->started = ab_clock_now();
  driver->places = 0;
  driver->running = AB_NO_CALLBACK;
  driver->best = 0;
  driver->made = 0;
  driver->chosen = -1;
  driver->has_leveled = 0;
  driver->is_draining = 0;
  driver->is_probing = 0;
  driver->is_rooted = 0;
  driver->divided = 0;
  driver->found = 1;
  driver->searches++;
  driver->salt = driver->game.has_player ? 0 : ab_identity_mix(driver->searches);
  driver->mover_key = 0;
  driver->listed = -1;
  driver->phase = AB_SEARCHING;
  driver->pending = own.traces ? AB_TRACE : AB_NO_CALLBACK;
  driver->is_asked = 0;
  driver->iterations = 0;
  driver->has_root_name = 0;
  driver->due = 0;
  driver->is_sliced = 0;
  driver->is_begun = 0;
  driver->is_stopping = 0;
  ab_session_begin(L, divides);
}

/* Runs `function`, with the slots that are laid out on the stack, and ends the search or its slice. */
static int run(lua_State *L, ab_driver *driver, lua_CFunction function)
{
  int slot;
  lua_pushthread(L);
  lua_rawseti(L, AB_SLOT_SESSION, AB_SESSION_THREAD);
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushcclosure(L, explain, 1);
  lua_pushcfunction(L, function);
  for (slot = 1; slot <= AB_SLOTS; slot++) lua_pushvalue(L, slot);
  driver->is_busy = 1;
  return finish(L, compat_pcall(L, AB_SLOTS, LUA_MULTRET, AB_SLOTS + 1, continue_finish));
}

int ab_driver_search(lua_State *L, ab_driver *driver, const ab_task *task, int divides)
{
  begin_search(L, driver, task, divides);
  return run(L, driver, begin_loop);
}

void ab_driver_start(lua_State *L, ab_driver *driver, const ab_task *task)
{
  begin_search(L, driver, task, 0);
  driver->is_sliced = 1;
  driver->is_thinking = 1;
}

int ab_driver_step(lua_State *L, ab_driver *driver, double seconds, uint64_t nodes)
{
  uint64_t searched = driver->engine.counters.nodes;
  lua_CFunction function = driver->is_begun ? return_loop : begin_loop;
  ab_session_push(L);
  driver->calls = 0;
  driver->slice_nodes = nodes < UINT64_MAX - searched ? searched + nodes : UINT64_MAX;
  driver->slice.nodes = UINT64_MAX;
  driver->slice.time = seconds;
  driver->slice.clock = ab_clock_now;
  ab_limits_start(&driver->slice);
  driver->slice.check = 0;
  return run(L, driver, function);
}

/*
 * Ends a search that is stopped, whose session lies on the stack, with the state restored. The function that chooses
 * the move is asked now: it may do with the searcher as it likes, and raise its errors.
 */
static int stop_thinking(lua_State *L, ab_driver *driver)
{
  int arguments, handler = lua_gettop(L) + 1;
  uint64_t search = driver->searches;
  end_search(L, driver);
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushcclosure(L, explain, 1);
  arguments = ab_ranking_call_level(L, driver);
  if (arguments == NOTHING_DUE) return 0;
  if (lua_pcall(L, arguments, 1, handler) != LUA_OK) return lua_error(L);
  if (driver->searches == search) ab_ranking_take_level(L, driver);
  driver->running = AB_NO_CALLBACK;
  return 0;
}

/*
 * Ends a search that is suspended, whose session lies on the stack: makes its coroutine stale and restores the state. A
 * callback that has yielded counts as one that has failed: what it was to change is unchanged. Raises the first error
 * of those moves that cannot be unmade, when all is done.
 */
static int abandon(lua_State *L, ab_driver *driver)
{
  int first = lua_gettop(L) + 2;
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushcclosure(L, explain, 1);
  ab_session_forget(L, AB_SESSION_THREAD);
  driver->phase = AB_LEAVING;
  for (; driver->made > 0; driver->made--)
    if (lua_pcall(L, ab_call_unmake(L, driver, driver->made), 0, first - 1) != LUA_OK) lua_settop(L, first);
  driver->running = AB_NO_CALLBACK;
  ab_engine_stop(&driver->engine);
  if (lua_gettop(L) < first) return stop_thinking(L, driver);
  end_search(L, driver);
  return lua_error(L);
}

int ab_driver_stop(lua_State *L, ab_driver *driver)
{
  if (driver->is_busy) {
    ab_session_push(L);
    if (ab_session_is_suspended(L)) return abandon(L, driver);
    driver->is_stopping = 1;
  } else if (driver->is_thinking) {
    ab_session_push(L);
    ab_engine_stop(&driver->engine);
    return stop_thinking(L, driver);
  }
  return 0;
}

int ab_driver_best(lua_State *L, const ab_driver *driver)
{
  if (!driver->is_sliced && !driver->is_busy) {
    lua_pushnil(L);
    return 1;
  }
  ab_session_push(L);
  return ab_result_push(L, driver);
}

void ab_driver_init(ab_driver *driver)
{
  memset(driver, 0, sizeof *driver);
  ab_engine_init(&driver->engine);
}

void ab_driver_forget(lua_State *L, ab_driver *driver)
{
  ab_memory memory = ab_driver_memory(L);
  ab_engine_free(&driver->engine, &memory);
}

void ab_driver_free(lua_State *L, ab_driver *driver)
{
  ab_memory memory = ab_driver_memory(L);
  ab_engine_free(&driver->engine, &memory);
  ab_memory_free(&memory, driver->past, driver->past_capacity, sizeof *driver->past);
  ab_memory_free(&memory, driver->odds, driver->odds_capacity, sizeof *driver->odds);
  ab_memory_free(&memory, driver->plies, driver->capacity, sizeof *driver->plies);
  ab_driver_init(driver);
}
