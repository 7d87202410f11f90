/* calls.c: see calls.h. */

#include "calls.h"

#include "../base/compat.h"
#include "../root/line.h"
#include "../root/result.h"
#include "successors.h"
#include "undos.h"

/* Pushes the successor that is entered from `ply`, and opens the next ply for it. */
AB_INLINE void push_entered(lua_State *L, ab_search *search, int32_t ply)
{
  ab_call_open_entered(search, ply);
  ab_successors_push(L, search, ply, search->plies[ply].child);
  if (ab_engine_task(&search->engine)->finds_moves) ab_successors_remember(L, search);
}

void ab_call_take_successor(lua_State *L, ab_search *search, uint64_t node, int32_t ply)
{
  search->now.state_node = node;
  push_entered(L, search, ply);
  lua_replace(L, AB_SLOT_STATE);
}

void ab_call_find_state(lua_State *L, ab_search *search)
{
  uint64_t node = ab_engine_counters(&search->engine)->nodes;
  if (search->game.style == AB_BY_STATES && search->now.state_node != node)
    ab_call_take_successor(L, search, node, ab_engine_ply(&search->engine) - 1);
}

void ab_call_come_back(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine);
  if (search->game.style == AB_IN_PLACE || search->plies[ply].count == 0) return;
  ab_successors_push_state(L, search, ply);
  lua_replace(L, AB_SLOT_STATE);
  search->now.state_node = ab_engine_counters(&search->engine)->nodes;
}

int ab_call_with_state(lua_State *L, ab_search *search, ab_callback callback)
{
  search->ask.running = callback;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)callback);
  lua_pushvalue(L, AB_SLOT_STATE);
  return 1;
}

int ab_call_lister(lua_State *L, ab_search *search, ab_callback lister)
{
  ab_call_with_state(L, search, lister);
  if (lister != AB_MOVES) return 1;
  ab_successors_push_filled(L, search, ab_engine_ply(&search->engine) + search->ask.is_leaf);
  return 2;
}

int ab_call_find_move(lua_State *L, ab_search *search)
{
  ab_call_with_state(L, search, AB_FIND_MOVE);
  if (ab_successors_push_wanted(L, search)) return 2;
  search->ask.running = AB_NO_CALLBACK;
  lua_pop(L, 2);
  return 0;
}

int ab_call_value(lua_State *L, ab_search *search, int is_over)
{
  ab_call_with_state(L, search, is_over && search->game.has_result ? AB_RESULT : AB_EVALUATE);
  lua_pushvalue(L, AB_SLOT_ROOT_PLAYER);
  return 2;
}

int ab_call_bounds(lua_State *L, ab_search *search)
{
  ab_call_find_state(L, search);
  ab_call_with_state(L, search, AB_BOUNDS);
  lua_pushvalue(L, AB_SLOT_ROOT_PLAYER);
  return 2;
}

int ab_call_about_move(lua_State *L, ab_search *search, ab_callback callback, uint32_t index)
{
  int32_t ply = ab_engine_ply(&search->engine);
  search->ask.running = callback;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)callback);
  ab_successors_push_state(L, search, ply);
  ab_successors_push(L, search, ply, index);
  return 2;
}

int ab_call_order(lua_State *L, ab_search *search, uint32_t nth)
{
  return ab_call_about_move(L, search, AB_ORDER, ab_engine_candidate(&search->engine, nth));
}

int ab_call_evaluate_move(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine);
  search->ask.running = AB_EVALUATE_MOVE;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)AB_EVALUATE_MOVE);
  ab_successors_push_state(L, search, ply);
  push_entered(L, search, ply);
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_MOVES, ply + 2);
  lua_pushvalue(L, AB_SLOT_ROOT_PLAYER);
  return 3;
}

void ab_call_skip(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine) - 1;
  push_entered(L, search, ply);
  lua_rawseti(L, AB_SLOT_MOVES, ply + 2);
}

int ab_call_enter(lua_State *L, ab_search *search, ab_callback callback)
{
  int32_t ply = ab_engine_ply(&search->engine);
  search->ask.running = callback;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)callback);
  ab_successors_push_state(L, search, ply);
  push_entered(L, search, ply);
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_MOVES, ply + 2);
  return 2;
}

int ab_call_pass(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine);
  ab_call_open_next(search, ply, 1);
  search->ask.running = AB_PASS;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)AB_PASS);
  ab_successors_push_state(L, search, ply);
  return 1;
}

int ab_call_unmake(lua_State *L, ab_search *search, int32_t ply)
{
  int is_pass = search->plies[ply].is_pass;
  ab_assert(search->game.style == AB_IN_PLACE && ply > 0 && ply <= search->now.made + 1 &&
            (size_t)ply < search->capacity);
  ab_call_with_state(L, search, is_pass ? AB_UNPASS : AB_UNMAKE);
  if (!is_pass) lua_rawgeti(L, AB_SLOT_MOVES, ply + 1);
  return (is_pass ? 1 : 2) + ab_undos_push(L, search, ply);
}

int ab_call_iterator(lua_State *L, ab_search *search)
{
  search->ask.running = AB_ITERATOR;
  lua_rawgeti(L, AB_SLOT_ITERATORS, ab_engine_ply(&search->engine) + 1);
  return 0;
}

int ab_call_on_iteration(lua_State *L, ab_search *search)
{
  search->ask.running = AB_ON_ITERATION;
  lua_pushvalue(L, AB_SLOT_ON_ITERATION);
  ab_result_push_info(L, search);
  return 1;
}

int ab_call_make_again(lua_State *L, ab_search *search)
{
  int32_t ply = search->now.made + 1;
  int is_pass = search->plies[ply].is_pass;
  ab_assert(search->now.phase == AB_RETURNING && ply <= search->now.due && (size_t)ply < search->capacity);
  ab_call_with_state(L, search, is_pass ? AB_PASS : AB_MAKE);
  if (is_pass) return 1;
  ab_line_push_move(L, search, ply);
  return 2;
}

int ab_call_hash_of_root(lua_State *L, ab_search *search)
{
  search->ask.running = AB_HASH;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)AB_HASH);
  lua_pushvalue(L, AB_SLOT_ROOT);
  return 1;
}
