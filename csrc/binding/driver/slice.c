/*
 * slice.c: a search or a slice of it, in a protected call: begins it or comes back to its path, runs it, and leaves the
 * path for a pause.
 */

#include "driver.h"

#include "../../engine/engine.h"
#include "../../system/clock.h"
#include "answers.h"
#include "calls.h"
#include "../base/compat.h"
#include "deals.h"
#include "native.h"
#include "native_playouts.h"
#include "playouts.h"
#include "../base/identity.h"
#include "../root/result.h"
#include "../base/session.h"
#include "report.h"
#include "rules.h"
#include "successors.h"

/* Reads the positions before the root: keys, or states by `hash` and `player`. */
static void read_past(const ab_rules *own)
{
  lua_State *L = own->L;
  ab_search *search = own->search;
  size_t count = ab_engine_task(&search->engine)->repetition.past_count, i;
  for (i = 0; i < count; i++) {
    ab_past *past = &search->past[i];
    int is_key;
    lua_rawgeti(L, AB_SLOT_PAST, (int)i + 1);
    is_key = (!search->game.hashes_content || lua_isuserdata(L, -1)) &&
             ab_identity_of_position(L, -1, AB_SLOT_ZOBRIST, &past->position_hash);
    past->has_side_to_move = 0;
    if (!is_key) {
      int state = lua_gettop(L);
      ab_rules_call(own, ab_call_with(L, search, AB_HASH, state), 1);
      past->position_hash = ab_answer_hash(L, search);
      if (search->game.has_player) {
        ab_rules_call(own, ab_call_with(L, search, AB_PLAYER, state), 1);
        ab_answer_past_player(L, search, past);
      }
    }
    lua_pop(L, 1);
  }
}

/* Compares the root's position with that of the last pause, or stores it. */
static void check_root(const ab_rules *own)
{
  ab_rules_call(own, ab_call_with(own->L, own->search, AB_HASH, AB_SLOT_ROOT), 1);
  ab_answer_roots_hash(own->L, own->search, ab_answer_hash(own->L, own->search));
}

/* Leaves the path for a pause, or because the search is to stop. */
static void leave_path(const ab_rules *own)
{
  ab_search *search = own->search;
  search->path.phase = AB_LEAVING;
  search->path.due = search->path.made;
  while (search->path.made > 0) ab_rules_unmake(own);
  if (search->progress.is_stopping)
    ab_engine_stop(&search->engine);
  else if (search->game.has_hash && !search->pause.has_position_hash && !search->native.is_on)
    check_root(own);
}

/* Comes back to the path after a pause. Moves that may name what `make` has put into the state are listed again. */
static void come_back(const ab_rules *own)
{
  ab_search *search = own->search;
  search->path.phase = AB_RETURNING;
  if (search->pause.state_hash != 0 && ab_identity_of_state(own->L, AB_SLOT_ROOT) != search->pause.state_hash)
    ab_answer_changed_state(own->L);
  if (search->pause.has_position_hash && !search->slice.is_same_root) check_root(own);
  while (search->path.made < search->path.due && !search->progress.is_stopping) {
    int is_pass = search->plies[search->path.made + 1].is_pass;
    ab_rules_call(own, ab_call_make_again(own->L, search), LUA_MULTRET);
    if (is_pass)
      ab_answer_pass(own->L, search);
    else
      ab_answer_undo(own->L, search);
    if (ab_successors_have_objects(own->L, search, search->path.made)) {
      ab_rules_call(own, ab_call_list_again(own->L, search), 1);
      ab_successors_take_again(own->L, search);
    }
  }
  search->path.phase = AB_SEARCHING;
}

/* Begins the search: the root's player, and the positions before it. */
static void begin(ab_rules *own)
{
  ab_search *search = own->search;
  search->progress.is_begun = 1;
  ab_report_grow(own);
  if (search->native.is_on) ab_native_begin(own->L, search);
  search->plies[0].count = 0;
  search->plies[0].found_count = 0;
  search->plies[0].line = 0;
  if (search->game.has_player) ab_rules_player(own);
  read_past(own);
}

/* Runs the search until it has ended or is interrupted. */
static int run(ab_rules *own)
{
  ab_search *search = own->search;
  ab_engine *engine = &search->engine;
  ab_host functions = ab_rules_host;
  if (search->native.is_on)
    return (ab_search_has_playouts(search) ? ab_native_run_playouts : ab_native_run)(own->L, search);
  if (search->kind == AB_KIND_DEALS) return ab_deals_run(own);
  if (ab_search_has_playouts(search))
    return ab_uct_run(&search->uct, &ab_rules_host_of_playouts, &ab_playouts_host, own);
  if (!ab_engine_task(engine)->traces) functions.event = NULL;
  return ab_engine_run(engine, &functions, own);
}

int ab_rules_run(lua_State *L)
{
  ab_search *search = ab_search_of(L);
  ab_rules own = {L, search};
  int arguments;
  ab_watch_start(search);
  ab_engine_pause_at(&search->engine, search->progress.is_sliced ? search->slice.nodes : UINT64_MAX);
  if (search->progress.is_begun)
    come_back(&own);
  else
    begin(&own);
  if (!search->progress.is_stopping)
    ab_engine_interrupt(&search->engine, AB_INTERRUPT_NONE); /* a slice takes a step */
  if (search->progress.is_stopping || !run(&own)) leave_path(&own);
  if (ab_engine_result(&search->engine)->reason != AB_REASON_NONE) {
    ab_playouts_end(L);
    arguments = ab_ranking_call_level(L, search);
    if (arguments >= 0) {
      lua_call(L, arguments, 1);
      ab_ranking_take_level(L, search, AB_LEVEL);
      search->call.running = AB_NO_CALLBACK;
    }
  }
  search->progress.ended = ab_clock_now();
  if (!search->progress.is_sliced) return ab_result_push(L, search);
  ab_session_keep_slot(L, AB_SLOT_STATE);
  ab_session_keep_slot(L, AB_SLOT_ROOT_PLAYER);
  ab_session_keep_slot(L, AB_SLOT_LIST);
  search->progress.is_thinking = ab_engine_result(&search->engine)->reason == AB_REASON_NONE;
  search->pause.state_hash =
      search->progress.is_thinking && !search->game.has_hash ? ab_identity_of_state(L, AB_SLOT_ROOT) : 0;
  lua_pushboolean(L, !search->progress.is_thinking);
  return 1;
}
