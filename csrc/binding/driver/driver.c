/*
 * driver.c: the loop between engine and game.
 *
 * ask() runs the engine until a callback is due and pushes the call, answer() hands its result to the engine;
 * visit_leaf() does both for the calls of a leaf, the most frequent ones. What is running is kept in the driver and all
 * values on the stack, so the loop can be left by a yield in any callback and taken up again by a continuation.
 */

#include "driver.h"

#include <math.h>
#include <string.h>

#include "../../system/clock.h"
#include "../../table/key.h"
#include "answers.h"
#include "calls.h"
#include "../base/blocks.h"
#include "../base/compat.h"
#include "events.h"
#include "../base/identity.h"
#include "../root/line.h"
#include "loop.h"
#include "outcomes.h"
#include "../root/ranking.h"
#include "../root/result.h"
#include "../base/session.h"
#include "successors.h"
#include "undos.h"
#include "watch.h"

/* In place of a count of arguments: no call is due. */
#define NOTHING_DUE (-1)

/*
 * In place of a count of arguments: what was due has been called, and the answer of the running callback, if any, is on
 * top.
 */
#define CALLED (-2)

/* In place of a count of arguments: the call of the loop in Lua is on the stack. */
#define LOOP_DUE (-3)

/* In place of a count of arguments: the loop in Lua has returned, and what the engine asks is to be done. */
#define LOOP_ASKED (-4)

/* Searches of a searcher whose tickets differ. */
#define GENERATIONS 0x40000000

/* The search that runs on this stack. */
static ab_search *to_search(lua_State *L)
{
  return lua_touserdata(L, AB_SLOT_SEARCHER);
}

/* ---- memory ---- */

/* Makes places for `places` plies in the tables, so that storing a value never makes a table grow. */
static void grow_tables(lua_State *L, ab_search *search, size_t places)
{
  static const int tables[] = {AB_SLOT_STATES,      AB_SLOT_LISTS,     AB_SLOT_FILLED,
                               AB_SLOT_FOUND_MOVES, AB_SLOT_ITERATORS, AB_SLOT_MOVES};
  size_t i;
  if (search->now.places == 0) ab_undos_begin(L);
  for (; search->now.places < places; search->now.places++) {
    int place = (int)search->now.places + 1;
    for (i = 0; i < sizeof tables / sizeof *tables; i++) {
      lua_pushboolean(L, 0);
      lua_rawseti(L, tables[i], place);
    }
    ab_undos_make_places(L, (int32_t)search->now.places);
    search->plies[search->now.places].room = 0;
    search->plies[search->now.places].filled = NULL;
    search->plies[search->now.places].checked = 0;
    lua_newtable(L);
    lua_rawseti(L, AB_SLOT_LINES, place);
  }
}

/*
 * Gets the memory that the engine is short of, and as many plies for the driver. The table, if it is short of any, does
 * without it where there is not enough.
 */
static void grow(lua_State *L, ab_search *search)
{
  ab_memory memory = ab_search_memory(L), blocks = ab_blocks_memory(L);
  ab_table *table = ab_engine_task(&search->engine)->table;
  if (table != NULL) ab_table_grow(table, &blocks);
  if (!ab_engine_grow(&search->engine, &memory)) ab_search_reject_size(L);
  search->plies = ab_search_grow(L, search->plies, &search->capacity, ab_engine_room(&search->engine),
                                 sizeof *search->plies);
  grow_tables(L, search, ab_engine_room(&search->engine));
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
 * Reads the positions before the root: keys at once, states by `hash` and, where the game has it, `player`. Where keys
 * are made of what states hold, a number or a string is a state, too. Returns how many arguments the call has that is
 * due for the next one, or NOTHING_DUE when all are read.
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

/*
 * Takes the answer of `hash` or `player` about the next of the positions before the root. Returns how many arguments
 * the call has that is due for it, or NOTHING_DUE when it is read.
 */
static int answer_about_past(lua_State *L, ab_search *search, ab_callback callback)
{
  ab_assert(is_reading_past(search) && search->now.past_read < search->past_capacity);
  if (callback == AB_HASH)
    ab_answer_past_name(L, search);
  else
    ab_answer_past_player(L, search);
  if (callback == AB_HASH && search->game.has_player) return call_with_past(L, search, AB_PLAYER);
  search->now.past_read++;
  return NOTHING_DUE;
}

/*
 * Pushes the call that finds the successor that the engine wants. Returns NOTHING_DUE, and answers the engine,
 * where there is nothing to ask for.
 */
static int find_move(lua_State *L, ab_search *search)
{
  int arguments = ab_call_find_move(L, search);
  if (arguments > 0) return arguments;
  search->ask.is_finding = 0;
  ab_engine_found(&search->engine, AB_FOUND_UNABLE);
  return NOTHING_DUE;
}

/*
 * Pushes the call that lists the successors of the current node, which is neither over nor a chance node, or finds
 * the one that the engine wants.
 */
static int ask_successors(lua_State *L, ab_search *search)
{
  return search->ask.is_finding ? find_move(L, search) : ab_call_lister(L, search, ab_search_lister(search));
}

/*
 * Pushes the call that says what follows the current node, which is not over: outcomes, if it may be a chance node.
 */
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

/*
 * Pushes the call that lists the noisy successors of the current node. Where its end was not asked for with its
 * value, it is found out before that whether the game is over there.
 */
static int ask_noisy(lua_State *L, ab_search *search)
{
  int asks_end = search->game.has_is_over && !ab_engine_knows_end(&search->engine);
  return ab_call_with_state(L, search, asks_end ? AB_IS_OVER : AB_NOISY);
}

/* The current node has no successors, or outcomes: answers AB_ASK_FIND_MOVE, too, if that is what is asked. */
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

/*
 * Pushes the call that returns the value of the state in AB_SLOT_STATE. Where the game goes on there, the value is
 * known by `evaluate_move`, or where the game has no `evaluate`.
 */
static int value_state(lua_State *L, ab_search *search, int is_over)
{
  if (!is_over && search->ask.is_leaf && search->ask.has_value) return leave_leaf(L, search);
  if (is_over || search->game.has_evaluate) return ab_call_value(L, search, is_over);
  ab_answer_middle(search);
  return leave_leaf(L, search);
}

/*
 * Pushes the call that returns the value of the leaf in AB_SLOT_STATE, or, where the engine wants to know whether the
 * game is over there, the call that returns that.
 */
static inline int value_leaf(lua_State *L, ab_search *search)
{
  ab_leaf leaf = ab_engine_leaf(&search->engine);
  if (leaf != AB_LEAF_UNKNOWN) return value_state(L, search, leaf == AB_LEAF_OVER);
  search->ask.asks_end = 1;
  if (search->game.has_is_over) return ab_call_with_state(L, search, AB_IS_OVER);
  return search->game.has_chances ? ab_call_with_state(L, search, AB_CHANCES)
                                  : ab_call_lister(L, search, ab_search_full_lister(search));
}

/*
 * Lays out the first call about the leaf in AB_SLOT_STATE, or the successor that is evaluated to be ordered: where the
 * engine wants to know who moves there, that is found out before the value.
 */
static int ask_about_leaf(lua_State *L, ab_search *search)
{
  return ab_engine_asks_child_turn(&search->engine) ? ab_call_with_state(L, search, AB_PLAYER)
                                                    : value_leaf(L, search);
}

/*
 * Whether the leaf that the engine asks about, or the successor that it orders, is evaluated before the move to it is
 * made: not where the engine wants to know who moves there, or whether the game is over for the reason of the search's
 * end alone. It is no outcome: those have a frame of their own.
 */
static int is_evaluated_by_move(const ab_search *search)
{
  const ab_engine *engine = &search->engine;
  ab_assert(!ab_engine_is_chance(engine, ab_engine_ply(engine)));
  return search->game.has_evaluate_move && !search->now.is_end_untold && !ab_engine_asks_child_turn(engine) &&
         (ab_engine_leaf(engine) == AB_LEAF_HORIZON || ab_engine_task(engine)->asks_end);
}

/* Counts a call of the game's, where the time is watched. */
static inline void count_call(ab_search *search)
{
  search->watch.calls += (uint32_t)search->watch.is_on;
}

/*
 * Whether the call that is on the stack, which is due before the engine goes on, can be put off: it is about the value
 * of a node or about what follows it.
 */
static int can_wait(const ab_search *search)
{
  if (search->now.phase != AB_SEARCHING) return 0;
  switch (search->ask.running) {
  case AB_EVALUATE:
  case AB_RESULT:
  case AB_IS_OVER:
  case AB_CHANCES:
  case AB_MOVES:
  case AB_CHILDREN:
  case AB_NOISY:
    return 1;
  case AB_MAKE:
  case AB_UNMAKE:
  case AB_PLAY:
  case AB_PLAYER:
  case AB_ORDER:
  case AB_HASH:
  case AB_HASH_MOVE:
  case AB_MOVE_ID:
  case AB_EVALUATE_MOVE:
  case AB_FIND_MOVE:
  case AB_BOUNDS:
  case AB_PASS:
  case AB_UNPASS:
  case AB_ITERATOR:
  case AB_ON_ITERATION:
  case AB_LEVEL:
  case AB_TRACE:
  case AB_NO_CALLBACK:
    return 0;
  }
  return 0;
}

/*
 * Puts the call off that is on the stack, until the search goes on, where it can be and the time is up: returns
 * whether.
 */
AB_NOINLINE int put_off(lua_State *L, ab_search *search)
{
  if (!can_wait(search) || !ab_watch_look(&search->watch)) return 0;
  lua_settop(L, AB_SLOTS);
  search->ask.pending = search->ask.running;
  search->ask.running = AB_NO_CALLBACK;
  return 1;
}

/* Puts the call off, as put_off does, but looks at the clock only where it is time for that. */
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
 * Makes the calls about a leaf that has no frame of its own, or about a successor that is evaluated to be ordered, one
 * after another: most calls of a search are these. Where one of them yields, `answer` goes on with the next. Returns
 * CALLED, or how many arguments the call has that is due where it is another one than these, or is made in Lua.
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
      ab_answer_undo(L, search);
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
 * Returns how many arguments the call has that is due then.
 */
static int answer_end(lua_State *L, ab_search *search, ab_callback callback)
{
  int is_over;
  if (callback == AB_CHANCES && lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return ab_call_lister(L, search, ab_search_full_lister(search));
  }
  if (callback == AB_CHANCES) ab_outcomes_check_type(L, search);
  if ((callback == AB_MOVES || callback == AB_CHILDREN) && lua_isfunction(L, -1)) {
    search->ask.running = AB_ITERATOR;
    return 0;
  }
  if (callback == AB_MOVES || callback == AB_CHILDREN)
    is_over = ab_successors_are_none(L, search, callback);
  else
    is_over = callback == AB_IS_OVER ? lua_toboolean(L, -1) : lua_isnil(L, -1);
  lua_pop(L, 1);
  search->ask.asks_end = 0;
  ab_engine_over(&search->engine, is_over);
  return value_state(L, search, is_over);
}

/*
 * Takes the answer of `evaluate_move`, and pops it: the value and, where the game has `result`, whether the game may be
 * over after the move. Where it may, or nil says nothing of that, the move is made to find it out: returns how many
 * arguments the call has that is due then, or NOTHING_DUE.
 */
static int answer_by_move(lua_State *L, ab_search *search)
{
  int asks_end = ab_engine_task(&search->engine)->asks_end;
  int is_told, may_be_over;
  lua_settop(L, AB_SLOTS + 2);
  is_told = !lua_isnil(L, -1);
  may_be_over = !is_told || lua_toboolean(L, -1);
  lua_pop(L, 1);
  ab_answer_value(L, search, AB_EVALUATE_MOVE);
  ab_engine_over(&search->engine, 0);
  if (!asks_end || !may_be_over) return NOTHING_DUE;
  search->now.is_end_untold = !is_told;
  search->ask.has_value = search->ask.is_leaf = 1;
  return ab_call_enter(L, search, search->game.style == AB_IN_PLACE ? AB_MAKE : AB_PLAY);
}

/*
 * Hands the result of the callback that was running to the engine. Returns NOTHING_DUE, or how many arguments a call
 * has that is due before the engine goes on.
 */
static int answer(lua_State *L, ab_search *search)
{
  ab_engine *engine = &search->engine;
  ab_callback callback = search->ask.running;
  uint32_t move;
  int is_over;
  search->ask.running = AB_NO_CALLBACK;
  if (search->ask.asks_end && search->now.phase == AB_SEARCHING) return answer_end(L, search, callback);
  switch (callback) {
  case AB_EVALUATE:
  case AB_RESULT:
    ab_answer_value(L, search, callback);
    return leave_leaf(L, search);
  case AB_EVALUATE_MOVE:
    return answer_by_move(L, search);
  case AB_MAKE:
    ab_answer_undo(L, search);
    if (search->ask.is_leaf && search->now.phase == AB_SEARCHING) return ask_about_leaf(L, search);
    break;
  case AB_PASS:
    if (search->game.style == AB_IN_PLACE)
      ab_answer_undo(L, search);
    else {
      lua_settop(L, AB_SLOTS + 1);
      ab_answer_state(L, search, callback);
    }
    break;
  case AB_UNMAKE:
  case AB_UNPASS:
    search->now.made--;
    ab_assert(search->now.made >= 0);
    if (search->now.phase == AB_SEARCHING) search->ask.is_leaf = 0;
    break;
  case AB_PLAY:
    ab_answer_state(L, search, callback);
    if (search->ask.is_leaf) return ask_about_leaf(L, search);
    break;
  case AB_MOVES:
  case AB_CHILDREN:
  case AB_NOISY:
    ab_successors_take(L, search, callback);
    break;
  case AB_PLAYER:
    if (search->now.is_rooted && is_reading_past(search)) return answer_about_past(L, search, callback);
    ab_answer_player(L, search);
    if (search->ask.is_leaf) return value_leaf(L, search);
    break;
  case AB_IS_OVER:
    is_over = lua_toboolean(L, -1);
    lua_pop(L, 1);
    if (!is_over && ab_engine_is_quiescence(engine, ab_engine_ply(engine)))
      return ab_call_with_state(L, search, AB_NOISY);
    if (!is_over) return ask_what_follows(L, search);
    find_none(search);
    ab_engine_successors(engine, 0);
    break;
  case AB_CHANCES:
    if (!ab_outcomes_take(L, search)) return ask_successors(L, search);
    find_none(search);
    break;
  case AB_BOUNDS:
    ab_answer_bounds(L, search);
    break;
  case AB_HASH_MOVE:
    ab_answer_child_key(L, search);
    break;
  case AB_FIND_MOVE:
    search->ask.is_finding = 0;
    ab_successors_take_found(L, search);
    break;
  case AB_ORDER:
    ab_assert(search->ask.scored < search->plies[ab_engine_ply(engine)].count);
    ab_engine_score(engine, search->ask.scored++, ab_answer_number(L, search, callback));
    if (search->ask.scored < search->plies[ab_engine_ply(engine)].count) search->ask.pending = callback;
    break;
  case AB_MOVE_ID:
    ab_assert(search->ask.scored < search->plies[ab_engine_ply(engine)].count);
    move = ab_answer_move_id(L, search);
    search->ask.matched += (uint32_t)ab_engine_is_found(engine, move);
    ab_engine_move(engine, search->ask.scored++, move);
    if (search->ask.scored < search->plies[ab_engine_ply(engine)].count)
      search->ask.pending = callback;
    else
      ab_successors_check_found(L, search, search->ask.matched);
    break;
  case AB_HASH:
    if (search->now.phase != AB_SEARCHING)
      ab_answer_root_name(L, search);
    else if (is_reading_past(search))
      return answer_about_past(L, search, callback);
    else
      ab_answer_key(L, search);
    break;
  case AB_ITERATOR:
    ab_successors_take_next(L, search);
    break;
  case AB_ON_ITERATION:
  case AB_TRACE:
    lua_pop(L, 1);
    break;
  case AB_LEVEL:
    ab_ranking_take_level(L, search);
    break;
  case AB_NO_CALLBACK:
    break;
  }
  return NOTHING_DUE;
}

/*
 * Of a search that is traced: runs the engine, unless what it has asked for waits behind events. Returns whether there
 * is an event to be passed to `trace` before that.
 */
static int has_event(ab_search *search)
{
  if (!search->ask.is_waiting) {
    search->ask.asked = ab_engine_next_traced(&search->engine);
    search->ask.is_waiting = 1;
    search->ask.reported = 0;
  }
  return search->ask.reported < ab_engine_events(&search->engine);
}

/* What such an engine asks for, when all events have been passed on. */
static ab_ask take_asked(ab_search *search)
{
  search->ask.is_waiting = 0;
  return search->ask.asked;
}

/* What ask, ask_traced and ask_by_loop are made of: see these. */
AB_INLINE int ask_any(lua_State *L, ab_search *search, const int is_traced, const int has_loop)
{
  ab_engine *engine = &search->engine;
  ab_style style = search->game.style;
  int arguments;
  if (is_reading_past(search)) {
    arguments = read_past(L, search);
    if (arguments != NOTHING_DUE) return arguments;
  }
  for (;;) {
    if (is_traced && has_event(search))
      return ab_events_call(L, search, ab_engine_event(engine, search->ask.reported++));
    if (has_loop && !search->ask.is_waiting) {
      if (search->is_resumed) {
        ab_loop_call(L, search);
        return LOOP_DUE;
      }
      if (ab_loop_run(L, search) == AB_LOOP_ANSWERED) return CALLED;
    }
    switch (is_traced || has_loop ? take_asked(search) : ab_engine_next(engine)) {
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
      if (ab_engine_ply(engine) == 1 && lua_istable(L, AB_SLOT_DIVIDE)) ab_result_note_division(L, search);
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
      return ab_call_bounds(L, search);
    case AB_ASK_CHILD_KEY:
      return ab_call_about_move(L, search, AB_HASH_MOVE, ab_engine_child(engine));
    case AB_ASK_SKIP:
      ab_call_skip(L, search);
      break;
    case AB_ASK_MOVES:
      search->ask.scored = search->ask.matched = 0;
      if (search->game.has_move_id) return ab_call_about_move(L, search, AB_MOVE_ID, 0);
      ab_successors_answer(L, search);
      break;
    case AB_ASK_PROBABILITIES:
      ab_outcomes_answer(search);
      break;
    case AB_ASK_SCORES:
      search->ask.scored = ab_engine_tried(engine);
      return ab_call_order(L, search, search->ask.scored);
    case AB_ASK_LINE:
      if (ab_engine_ply(engine) == 0 && ab_engine_task(engine)->depth == 0)
        break; /* quiescence alone: no move is answered */
      if (ab_engine_ply(engine) > 0 || !ab_ranking_is_wanted(search) || ab_ranking_note_line(L, search))
        ab_line_note(L, search);
      break;
    case AB_ASK_PROVED:
      ab_line_note_proved(L, search);
      ab_session_keep_slot(L, AB_SLOT_BEST);
      break;
    case AB_ASK_ITERATION:
      ab_answer_check_changes(L, search);
      ab_line_note_best(L, search);
      ab_session_keep_slot(L, AB_SLOT_BEST);
      ab_ranking_report(L, search);
      search->now.iterations++;
      if (!lua_isnil(L, AB_SLOT_ON_ITERATION)) return ab_call_on_iteration(L, search);
      break;
    case AB_ASK_MEMORY:
      grow(L, search);
      break;
    case AB_ASK_NOISY:
      return ask_noisy(L, search);
    case AB_ASK_MORE:
      search->loop.is_on = 0;
      return ab_call_iterator(L, search);
    case AB_ASK_NOTHING:
      return NOTHING_DUE;
    }
  }
}

/*
 * Runs the engine until it needs the game. Returns how many arguments the call has that is due, or NOTHING_DUE when
 * the search has ended.
 */
static int ask(lua_State *L, ab_search *search)
{
  return ask_any(L, search, 0, 0);
}

/* As ask, for a search that is traced: events are passed to `trace` before what follows them is done. */
static int ask_traced(lua_State *L, ab_search *search)
{
  return ask_any(L, search, 1, 0);
}

/*
 * As ask, where a loop in Lua answers what it can: returns CALLED where it has left an answer to be taken, or the
 * search is to end or to pause; or LOOP_DUE where that is to be called by Lua.
 */
static int ask_by_loop(lua_State *L, ab_search *search)
{
  return ask_any(L, search, 0, 1);
}

/* ---- the protected part: the loop ---- */

/* Watches for the end by time of the search and of its slice: the search's may be another one in each iteration. */
static void watch_time(ab_search *search)
{
  search->watch.depth = ab_engine_depth(&search->engine);
  ab_watch_start(&search->watch, search->now.is_sliced ? search->slice.deadline : HUGE_VAL,
                 ab_engine_deadline(&search->engine));
}

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

/* Whether the time of the search is up, and the iteration under way can be aborted now. */
static int is_search_over(const ab_search *search)
{
  return search->watch.is_on && search->watch.looked >= search->watch.search && !search->ask.is_waiting;
}

/* Whether anything but a callback is due: the search or its slice ends, or the time is to be watched anew. */
static int is_interrupted(ab_search *search)
{
  if (search->watch.depth != ab_engine_depth(&search->engine)) return 1;
  if (!(search->now.is_stopping | search->now.is_sliced | search->watch.is_on)) return 0;
  ab_watch_is_up(&search->watch);
  return search->now.is_stopping || is_slice_over(search) || is_search_over(search);
}

/* Leaves the path: returns how many arguments the next call has, or NOTHING_DUE when the state is as it was. */
static int leave(lua_State *L, ab_search *search)
{
  if (search->now.made > 0) return ab_call_unmake(L, search, search->now.made);
  if (search->now.is_stopping) {
    ab_engine_stop(&search->engine);
    return NOTHING_DUE;
  }
  if (search->game.has_hash && !search->now.has_root_name) return ab_call_hash_of_root(L, search);
  return NOTHING_DUE;
}

/* Comes back to the path: returns how many arguments the next call has, or NOTHING_DUE when all moves are made. */
static int come_back(lua_State *L, ab_search *search)
{
  if (search->now.has_root_name && !search->slice.is_same_root) return ab_call_hash_of_root(L, search);
  return search->now.made < search->now.due ? ab_call_make_again(L, search) : NOTHING_DUE;
}

/*
 * The time of the search is up: the iteration under way ends here, wherever it is, unless it is one that is completed
 * whatever it takes. A leaf that has no frame of its own is left first: returns how many arguments the call has that
 * does that, or NOTHING_DUE.
 */
static int abort_iteration(lua_State *L, ab_search *search)
{
  ab_callback none = ab_engine_task(&search->engine)->traces ? AB_TRACE : AB_NO_CALLBACK;
  search->ask.asks_end = 0;
  if (search->ask.is_leaf) {
    if (search->game.style == AB_IN_PLACE) return ab_call_unmake(L, search, search->now.made);
    search->ask.is_leaf = 0;
  }
  ab_engine_abort_iteration(&search->engine, search->ask.pending == none);
  search->ask.pending = none;
  return NOTHING_DUE;
}

/*
 * Looks whether the search or its slice is to end before the next callback, and begins to leave the path then: returns
 * how many arguments the call has that does that, or NOTHING_DUE.
 */
static int end_in_time(lua_State *L, ab_search *search)
{
  if (search->watch.depth != ab_engine_depth(&search->engine)) watch_time(search);
  if (!(search->now.is_stopping | search->now.is_sliced | search->watch.is_on)) return NOTHING_DUE;
  ab_watch_is_up(&search->watch);
  if (search->now.is_stopping || is_slice_over(search)) {
    search->now.phase = AB_LEAVING;
    search->now.due = search->now.made;
    return NOTHING_DUE;
  }
  return is_search_over(search) ? abort_iteration(L, search) : NOTHING_DUE;
}

/*
 * Finds out what is to be called next: returns how many arguments the call has, or NOTHING_DUE when the search has
 * ended or pauses.
 */
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
  if (pending == AB_NO_CALLBACK) return search->loop.is_on ? ask_by_loop(L, search) : ask(L, search);
  search->ask.pending = ab_engine_task(&search->engine)->traces ? AB_TRACE : AB_NO_CALLBACK;
  switch (pending) {
  case AB_TRACE:
    return ask_traced(L, search);
  case AB_ITERATOR:
    return ab_call_iterator(L, search);
  case AB_EVALUATE:
  case AB_RESULT:
    return ab_call_value(L, search, pending == AB_RESULT);
  case AB_ORDER:
    return ab_call_order(L, search, search->ask.scored);
  case AB_MOVE_ID:
    return ab_call_about_move(L, search, pending, search->ask.scored);
  case AB_MOVES:
  case AB_CHILDREN:
  case AB_NOISY:
    return ab_call_lister(L, search, pending);
  case AB_IS_OVER:
  case AB_CHANCES:
    return ab_call_with_state(L, search, pending);
  case AB_MAKE:
  case AB_UNMAKE:
  case AB_PLAY:
  case AB_PLAYER:
  case AB_HASH:
  case AB_HASH_MOVE:
  case AB_EVALUATE_MOVE:
  case AB_FIND_MOVE:
  case AB_BOUNDS:
  case AB_PASS:
  case AB_UNPASS:
  case AB_ON_ITERATION:
  case AB_LEVEL:
  case AB_NO_CALLBACK:
    break; /* these are never pending */
  }
  ab_assert(0);
  return NOTHING_DUE;
}

/* Pushes what the search or its slice gives back; returns how many values that is. */
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

/* How many results are wanted of the callback that is about to run. */
static int results_of(const ab_search *search)
{
  switch (search->ask.running) {
  case AB_MAKE:
  case AB_PASS:
    return LUA_MULTRET;
  case AB_UNMAKE:
  case AB_UNPASS:
    return 0;
  case AB_HASH_MOVE:
  case AB_BOUNDS:
  case AB_EVALUATE_MOVE:
    return 2;
  case AB_EVALUATE:
  case AB_RESULT:
  case AB_MOVES:
  case AB_PLAY:
  case AB_CHILDREN:
  case AB_PLAYER:
  case AB_IS_OVER:
  case AB_ORDER:
  case AB_HASH:
  case AB_MOVE_ID:
  case AB_FIND_MOVE:
  case AB_CHANCES:
  case AB_NOISY:
  case AB_ITERATOR:
  case AB_ON_ITERATION:
  case AB_LEVEL:
  case AB_TRACE:
  case AB_NO_CALLBACK:
    return 1;
  }
  return 1;
}

/*
 * Hands the result of the callback that was running to the engine, and counts the call. Returns NOTHING_DUE, or how
 * many arguments a call has that is due then.
 */
static int take_answer(lua_State *L, ab_search *search)
{
  int arguments;
  if (search->ask.running != AB_UNMAKE && search->ask.running != AB_UNPASS) count_call(search);
  arguments = answer(L, search);
  return arguments != NOTHING_DUE && is_late(L, search) ? NOTHING_DUE : arguments;
}

/*
 * Takes the answer of a callback that the loop in Lua has called. Where that is a player whom the loop has not met yet,
 * and whose value it has kept, the rest of what must be known of that player is noted for it.
 */
static int take_from_loop(lua_State *L, ab_search *search)
{
  int meets_other = search->loop.meets_other, arguments;
  search->loop.meets_other = 0;
  search->plies[ab_engine_ply(&search->engine) + search->ask.is_leaf].checked++;
  arguments = take_answer(L, search);
  if (meets_other) {
    search->loop.other_turn = search->now.mover_turn;
    search->loop.other_key = search->now.side_to_move;
  }
  return arguments;
}

/*
 * Of a search whose calls are made in Lua: what is pushed above the slots is due now. Keeps the slots that may have
 * changed, and returns how many values the call is, the function included.
 */
static int yield_call(lua_State *L, ab_search *search, ab_due due)
{
  search->due = due;
  ab_session_keep_slot(L, AB_SLOT_STATE);
  ab_session_keep_slot(L, AB_SLOT_ROOT_PLAYER);
  ab_session_keep_slot(L, AB_SLOT_LIST);
  return lua_gettop(L) - AB_SLOTS;
}

/*
 * Makes the call that is on the stack with `arguments` arguments (NOTHING_DUE: none is) and whatever is due after it,
 * until the search has ended or pauses. Returns the count of results. Where calls are made in Lua, returns as soon as
 * one is due.
 */
static int loop(lua_State *L, ab_search *search, int arguments)
{
  for (;;) {
    if (arguments < 0) {
      if (arguments == NOTHING_DUE) arguments = go_on(L, search);
      if (!COMPAT_YIELDS && arguments == LOOP_ASKED) arguments = ask_by_loop(L, search);
      if (!COMPAT_YIELDS && arguments == LOOP_DUE) return yield_call(L, search, AB_DUE_LOOP);
      if (arguments == CALLED) {
        arguments = search->ask.running != AB_NO_CALLBACK ? take_from_loop(L, search) : NOTHING_DUE;
        continue;
      }
      if (arguments == NOTHING_DUE && ab_engine_result(&search->engine)->reason != AB_REASON_NONE)
        arguments = ab_ranking_call_level(L, search);
      if (arguments == NOTHING_DUE) return conclude(L, search);
    }
    if (is_called_in_lua(search)) return yield_call(L, search, AB_DUE_ANSWER);
    compat_call(L, arguments, results_of(search), continue_loop);
    arguments = take_answer(L, search);
  }
}

/* Raises an error unless the search, in which a callback may have yielded, can go on. */
static void check_resumed(lua_State *L, const ab_search *search)
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
  ab_search *search = to_search(L);
  (void)status;
  check_resumed(L, search);
  return loop(L, search, take_answer(L, search));
}

/* Begins a further slice. */
static int return_loop(lua_State *L)
{
  ab_search *search = to_search(L);
  search->now.phase = AB_RETURNING;
  if (search->now.root_content != 0 && ab_identity_of_state(L, AB_SLOT_ROOT) != search->now.root_content)
    ab_answer_changed_state(L);
  return loop(L, search, NOTHING_DUE);
}

/* Begins: makes the first places for the search and finds out who moves at the root. */
static int begin_loop(lua_State *L)
{
  ab_search *search = to_search(L);
  int asks_player = search->game.has_player && ab_engine_task(&search->engine)->algorithm != AB_PERFT;
  search->now.is_begun = 1;
  grow(L, search);
  search->plies[0].count = 0;
  search->plies[0].found_count = 0;
  search->plies[0].line = 0;
  return loop(L, search, asks_player ? ab_call_with_state(L, search, AB_PLAYER) : NOTHING_DUE);
}

/* ---- the unprotected part: what must happen whatever happens ---- */

/*
 * Whether an error message must not get a traceback: it has one from a search within the search, or the stack is
 * used up, which leaves no room to look for one (LuaJIT would crash).
 */
static int is_final(const char *message)
{
  return strstr(message, "\nstack traceback:") != NULL || strstr(message, "stack overflow") != NULL ||
         strstr(message, "not enough memory") != NULL;
}

/* Whether that is LuaJIT, where callbacks can yield unless a C function has called them. */
static int is_luajit(lua_State *L)
{
  int is_one;
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "jit");
  is_one = lua_istable(L, -1);
  lua_pop(L, 2);
  return is_one;
}

/*
 * Message handler: adds to an error message in which callback and at which ply it came up, and how that was called.
 * What is not a string is passed on as it is.
 */
static int explain(lua_State *L)
{
  const ab_search *search = lua_touserdata(L, lua_upvalueindex(1));
  const char *hint = "";
  const char *message;
  if (search->ask.running == AB_NO_CALLBACK || lua_type(L, 1) != LUA_TSTRING) return 1;
  message = lua_tostring(L, 1);
  if (is_final(message)) return 1;
  if (!COMPAT_YIELDS && strstr(message, "attempt to yield across") != NULL)
    hint = is_luajit(L) ? ", which can yield in a coroutine only, and not through a function in C"
                        : ", which cannot yield on this version of Lua";
  lua_pushfstring(L, "\n\t(alphabeta: in callback '%s' at ply %d%s)", ab_callback_name(search->ask.running),
                  (int)ab_search_ply_of(search, search->ask.running), hint);
  lua_concat(L, 2);
  compat_traceback(L);
  return 1;
}

/*
 * The handler of errors of what a search runs, whose session is the second upvalue. Where the search was stopped while
 * its coroutine waited, the searcher knows nothing of it any more, and the message is passed on as it is.
 */
static int explain_run(lua_State *L)
{
  int is_stale;
  lua_rawgeti(L, lua_upvalueindex(2), AB_SESSION_THREAD);
  is_stale = lua_tothread(L, -1) != L;
  lua_pop(L, 1);
  return is_stale ? 1 : explain(L);
}

/* The search is over, whatever became of it: its session keeps nothing but what can still be asked for. */
static void end_search(lua_State *L, ab_search *search)
{
  int slot;
  ab_session_forget(L, AB_SESSION_THREAD);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++)
    if ((slot != AB_SLOT_BEST && slot != AB_SLOT_PLAYER_INDEXES && slot != AB_SLOT_ROOT_MOVES) ||
        !search->now.is_sliced)
      ab_session_forget(L, slot);
  search->is_busy = 0;
  search->loop.generation = 0;
  search->now.is_thinking = 0;
  search->now.ended = ab_clock_now();
}

static int restore_further(lua_State *L, int status);

COMPAT_CONTINUATION(continue_restore, restore_further)

/*
 * Unmakes every move that is still made and raises the error that ended the search, which is on top. An unmake that
 * fails cannot keep the others from being done. A move counts as made until its unmake has returned: one that has
 * yielded has changed nothing.
 */
static int restore(lua_State *L)
{
  ab_search *search = to_search(L);
  if (ab_session_is_stale(L)) return lua_error(L);
  for (; search->now.made > 0; search->now.made--)
    if (compat_pcall(L, ab_call_unmake(L, search, search->now.made), 0, 0, continue_restore) != LUA_OK)
      lua_pop(L, 1);
  ab_engine_stop(&search->engine);
  end_search(L, search);
  return lua_error(L);
}

/* Goes on when an unmake that had yielded returns, or fails with the error on top. */
static int restore_further(lua_State *L, int status)
{
  if (ab_session_is_stale(L)) return lua_error(L);
  if (status != LUA_OK && status != LUA_YIELD) lua_pop(L, 1);
  to_search(L)->now.made--;
  return restore(L);
}

/* A search or its slice has ended: others may use the searcher. */
static void release(lua_State *L, ab_search *search)
{
  search->is_busy = 0;
  ab_session_forget(L, AB_SESSION_THREAD);
  if (!search->now.is_thinking) end_search(L, search);
}

/* Ends a search or its slice: hands its results on, or restores the state and raises the error. */
static int finish(lua_State *L, int status)
{
  if (status != LUA_OK && status != LUA_YIELD) return restore(L);
  release(L, to_search(L));
  return lua_gettop(L) - AB_SLOTS - 1;
}

COMPAT_CONTINUATION(continue_finish, finish)

/* Makes room for the positions before the root. */
static void make_past(lua_State *L, ab_search *search, ab_task *task)
{
  task->past_count = lua_istable(L, AB_SLOT_PAST) ? compat_rawlen(L, AB_SLOT_PAST) : 0;
  search->past =
      ab_search_grow(L, search->past, &search->past_capacity, task->past_count, sizeof *search->past);
  task->past = search->past;
}

/*
 * What a state is worth where the game goes on, in a game without `evaluate`: the middle of what is possible, where
 * both ends of that are known, and else 0, or the possible value next to that. In max^n, where nothing is known of how
 * many players share the sum of the payoffs, each has that.
 */
static double middle_of(const ab_task *task)
{
  double least = task->value_min, most = task->value_max, middle = 0;
  if (task->algorithm == AB_MAXN)
    most = fmin(most, task->value_sum);
  else if (least > -HUGE_VAL && most < HUGE_VAL)
    middle = least / 2 + most / 2;
  return fmax(fmin(middle, most), least);
}

/* A search that has just begun, and an ask that is not there yet. */
static const ab_run begun = {.listed = -1, .state_node = 1, .chosen = -1, .phase = AB_SEARCHING};
static const ab_asked nothing_asked = {.running = AB_NO_CALLBACK, .pending = AB_NO_CALLBACK};

/* Pushes, on top of the slots, what ab_driver_run calls: `function`, and the handler of its errors. */
static void push_run(lua_State *L, lua_CFunction function)
{
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushvalue(L, AB_SLOT_SESSION);
  lua_pushcclosure(L, explain_run, 2);
  lua_pushcfunction(L, function);
}

/* The number of a search: none else that uses the same table has it, but those that search together. */
static uint64_t number_of(const ab_search *search)
{
  const ab_table *table = ab_engine_task(&search->engine)->table;
  return table != NULL && ab_table_shared(table) != NULL ? ab_table_number(table) : search->searches;
}

/* The generation of the search that begins, which differs from those before: see ab_loop. */
static int32_t generation_of(const ab_search *search)
{
  int32_t generation = (int32_t)(search->searches % GENERATIONS) + 1;
  return search->is_held ? -generation : generation;
}

/* What the searcher knows of the search before is kept until all is made that takes memory. */
void ab_driver_begin(lua_State *L, ab_search *search, const ab_beginning *what)
{
  ab_task task = what->task;
  int has_loop = ab_loop_find(L, &task, &what->game, what->is_sliced);
  make_past(L, search, &task);
  ab_session_begin(L, what->divides);
  push_run(L, begin_loop);
  ab_engine_start(&search->engine, &task);
  search->game = what->game;
  search->choice = what->choice;
  search->now = begun;
  search->ask = nothing_asked;
  search->loop.is_on = has_loop;
  search->loop.is_interrupted = is_interrupted;
  search->loop.divides = what->divides;
  search->loop.finds_moves = task.finds_moves;
  search->watch.depth = -1;
  search->searches++;
  search->loop.generation = generation_of(search);
  search->now.started = ab_clock_now();
  search->now.middle = middle_of(&task);
  search->now.salt = search->game.has_player ? 0 : ab_key_mix(number_of(search));
  search->now.is_sliced = search->now.is_thinking = what->is_sliced;
  if (task.traces) search->ask.pending = AB_TRACE;
  ab_session_note_thread(L);
}

int ab_driver_run(lua_State *L, ab_search *search)
{
  int slot;
  ab_assert(lua_gettop(L) == AB_SLOTS + 2 && !search->is_busy && !search->is_held);
  search->is_busy = 1;
  search->is_resumed = 0;
  for (slot = 1; slot <= AB_SLOTS; slot++) lua_pushvalue(L, slot);
  return finish(L, compat_pcall(L, AB_SLOTS, LUA_MULTRET, AB_SLOTS + 1, continue_finish));
}

int ab_driver_start_call(lua_State *L, ab_search *search)
{
  ab_assert(lua_gettop(L) == AB_SLOTS + 2 && !search->is_busy && !search->is_held);
  search->is_busy = 1;
  search->is_resumed = 1;
  search->due = AB_DUE_BEGINNING;
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushvalue(L, AB_SLOT_SESSION);
  lua_pushvalue(L, AB_SLOTS + 1);
  return 3;
}

/* Goes on with what was waited for: what came lies above the slots. Returns what loop() returns. */
static int resume_due(lua_State *L, ab_search *search, ab_due due)
{
  int results;
  switch (due) {
  case AB_DUE_BEGINNING:
    return search->now.is_begun ? return_loop(L) : begin_loop(L);
  case AB_DUE_LOOP:
    return loop(L, search, ab_loop_take(L, search) == AB_LOOP_ANSWERED ? CALLED : LOOP_ASKED);
  default:
    results = results_of(search);
    if (results != LUA_MULTRET) lua_settop(L, AB_SLOTS + results);
    return loop(L, search, take_answer(L, search));
  }
}

int ab_driver_resume(lua_State *L)
{
  ab_search *search = lua_touserdata(L, 1);
  ab_due due = search->due;
  int results;
  ab_session_load(L);
  check_resumed(L, search);
  search->due = AB_DUE_NOTHING;
  results = resume_due(L, search, due);
  if (search->due != AB_DUE_NOTHING) return results;
  release(L, search);
  lua_pushnil(L);
  lua_insert(L, -1 - results);
  return results + 1;
}

int ab_driver_restore(lua_State *L)
{
  ab_search *search = lua_touserdata(L, 1);
  int has_returned = lua_toboolean(L, 3);
  lua_settop(L, 2);
  ab_session_load(L);
  if (ab_session_is_stale(L)) return 0;
  search->now.made -= has_returned;
  if (search->now.made > 0) return 1 + ab_call_unmake(L, search, search->now.made);
  ab_engine_stop(&search->engine);
  end_search(L, search);
  return 0;
}

void ab_driver_begin_slice(lua_State *L, ab_search *search, double seconds, uint64_t nodes)
{
  uint64_t searched = ab_engine_counters(&search->engine)->nodes;
  lua_CFunction function = search->now.is_begun ? return_loop : begin_loop;
  double now = ab_clock_now();
  ab_slice slice = {.deadline = seconds < HUGE_VAL ? now + seconds : HUGE_VAL,
                    .nodes = nodes < UINT64_MAX - searched ? searched + nodes : UINT64_MAX};
  ab_session_push(L);
  push_run(L, function);
  search->slice = slice;
  ab_engine_wait(&search->engine, now - (search->now.is_begun ? search->now.ended : search->now.started));
  search->watch.depth = -1;
  ab_session_note_thread(L);
}

/*
 * Ends a search that is stopped, whose session is on the stack, with the state restored. The function that chooses
 * the move is asked now.
 */
static int stop_thinking(lua_State *L, ab_search *search)
{
  int arguments, handler = lua_gettop(L) + 1;
  end_search(L, search);
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushcclosure(L, explain, 1);
  arguments = ab_ranking_call_level(L, search);
  if (arguments == NOTHING_DUE) return 0;
  if (lua_pcall(L, arguments, 1, handler) != LUA_OK) return lua_error(L);
  ab_ranking_take_level(L, search);
  search->ask.running = AB_NO_CALLBACK;
  return 0;
}

/*
 * Ends a search that is suspended, whose session is on the stack: makes its coroutine stale and restores the state. A
 * callback that has yielded counts as one that has failed: what it was to change is unchanged. Raises the first error
 * of those moves that cannot be unmade, when all is done.
 */
static int abandon(lua_State *L, ab_search *search)
{
  int first = lua_gettop(L) + 2;
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushcclosure(L, explain, 1);
  ab_session_forget(L, AB_SESSION_THREAD);
  search->now.phase = AB_LEAVING;
  for (; search->now.made > 0; search->now.made--)
    if (lua_pcall(L, ab_call_unmake(L, search, search->now.made), 0, first - 1) != LUA_OK)
      lua_settop(L, first);
  search->ask.running = AB_NO_CALLBACK;
  ab_engine_stop(&search->engine);
  if (lua_gettop(L) < first) return stop_thinking(L, search);
  end_search(L, search);
  return lua_error(L);
}

int ab_driver_stop(lua_State *L, ab_search *search)
{
  if (!search->is_busy && !search->now.is_thinking) return 0;
  ab_session_push(L);
  if (search->is_busy) {
    search->now.is_stopping = 1;
    return ab_session_is_suspended(L) ? abandon(L, search) : 0;
  }
  search->now.is_stopping = 1;
  ab_engine_stop(&search->engine);
  return stop_thinking(L, search);
}

int ab_driver_best(lua_State *L, const ab_search *search)
{
  if ((!search->now.is_sliced && !search->is_busy) || search->now.is_forgotten) {
    lua_pushnil(L);
    return 1;
  }
  ab_session_push(L);
  return ab_result_push(L, search);
}

void ab_driver_init(ab_search *search)
{
  memset(search, 0, sizeof *search);
  ab_engine_init(&search->engine);
}

void ab_driver_forget(lua_State *L, ab_search *search)
{
  ab_memory memory = ab_search_memory(L);
  ab_engine_free(&search->engine, &memory);
  search->now.is_forgotten = 1;
}

void ab_driver_forget_result(ab_search *search)
{
  search->now.is_forgotten = 1;
}

void ab_driver_free(lua_State *L, ab_search *search)
{
  ab_memory memory = ab_search_memory(L);
  ab_engine_free(&search->engine, &memory);
  ab_memory_free(&memory, search->past, search->past_capacity, sizeof *search->past);
  ab_memory_free(&memory, search->probabilities, search->probabilities_capacity,
                 sizeof *search->probabilities);
  ab_memory_free(&memory, search->plies, search->capacity, sizeof *search->plies);
  ab_driver_init(search);
}
