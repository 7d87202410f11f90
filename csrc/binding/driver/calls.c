#include "calls.h"

#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "../root/result.h"
#include "successors.h"

/* The index of the first of these values in AB_SLOT_UNDOS. */
static inline int undo_index(int32_t ply)
{
  return AB_UNDO_ROOM * ply + 1;
}

/*
 * Puts a table with places for as many values as are asked for (argument 2) into the table of undo values (argument 1),
 * at a ply's key (argument 3). Called in protected mode: there may not be enough memory.
 */
static int make_room(lua_State *L)
{
  int count = (int)lua_tointeger(L, 2);
  lua_createtable(L, count, 0);
  for (; count > 0; count--) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, count);
  }
  lua_rawseti(L, 1, (int)lua_tointeger(L, 3));
  return 0;
}

void ab_call_begin_undos(lua_State *L)
{
  lua_pushcfunction(L, make_room);
  lua_rawseti(L, AB_SLOT_UNDOS, 0);
}

void ab_call_make_undo_room(lua_State *L, int32_t ply)
{
  int nth;
  for (nth = 0; nth < AB_UNDO_ROOM; nth++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, AB_SLOT_UNDOS, undo_index(ply) + nth);
  }
}

/* Makes places for `count` values in the own table of `ply`. Returns 0, with the error on top, when it cannot. */
static int reserve(lua_State *L, ab_search *search, int32_t ply, uint32_t count)
{
  if (search->plies[ply].room >= count) return 1;
  lua_rawgeti(L, AB_SLOT_UNDOS, 0);
  lua_pushvalue(L, AB_SLOT_UNDOS);
  lua_pushinteger(L, (lua_Integer)count);
  lua_pushinteger(L, -(ply + 1));
  if (lua_pcall(L, 3, 0, 0) != LUA_OK) return 0;
  search->plies[ply].room = count;
  return 1;
}

/* As ab_call_keep_undos, for `count` values, more than AB_UNDO_ROOM. */
static int keep_many(lua_State *L, ab_search *search, int32_t ply, int count)
{
  int index;
  ab_message_check_stack(L, LUA_MINSTACK, "too many values to unmake a move");
  if (!reserve(L, search, ply, (uint32_t)count)) return 0;
  lua_rawgeti(L, AB_SLOT_UNDOS, -(ply + 1));
  lua_insert(L, AB_SLOTS + 1);
  for (index = count; index > 0; index--) lua_rawseti(L, AB_SLOTS + 1, index);
  lua_pop(L, 1);
  search->plies[ply].undos = (uint32_t)count;
  return 1;
}

/* As push_undos, with more values than AB_UNDO_ROOM. */
static int push_many(lua_State *L, const ab_search *search, int32_t ply)
{
  int count = (int)search->plies[ply].undos, table, index;
  ab_message_check_stack(L, count + 1, "too many values to unmake a move");
  lua_rawgeti(L, AB_SLOT_UNDOS, -(ply + 1));
  table = lua_gettop(L);
  for (index = 1; index <= count; index++) lua_rawgeti(L, table, index);
  lua_remove(L, table);
  return count;
}

int ab_call_keep_undos(lua_State *L, ab_search *search, int32_t ply)
{
  ab_ply *own = &search->plies[ply];
  int count = lua_gettop(L) - AB_SLOTS, nth;
  if (count > AB_UNDO_ROOM) return keep_many(L, search, ply, count);
  own->undos = (uint32_t)count;
  own->nils = 0;
  for (nth = count - 1; nth >= 0; nth--) {
    if (lua_isnil(L, -1)) {
      own->nils |= 1u << nth;
      lua_pop(L, 1);
    } else {
      lua_rawseti(L, AB_SLOT_UNDOS, undo_index(ply) + nth);
    }
  }
  return 1;
}

/* Pushes these values; returns how many they are. Runs for every move. */
static inline int push_undos(lua_State *L, const ab_search *search, int32_t ply)
{
  const ab_ply *own = &search->plies[ply];
  int count = (int)own->undos, nth;
  if (count > AB_UNDO_ROOM) return push_many(L, search, ply);
  for (nth = 0; nth < count; nth++) {
    if (own->nils >> nth & 1)
      lua_pushnil(L);
    else
      lua_rawgeti(L, AB_SLOT_UNDOS, undo_index(ply) + nth);
  }
  return count;
}

/* Opens the ply after `ply`, which a move or a pass leads to. Runs for every move. */
static inline void open_next(ab_search *search, int32_t ply, int is_pass)
{
  ab_ply *next = &search->plies[ply + 1];
  ab_assert(ply >= 0 && (size_t)ply + 1 < search->capacity && (size_t)ply + 1 < search->path.room);
  next->count = 0;
  next->found_count = 0;
  next->line = 0;
  next->is_pass = is_pass;
}

/* Pushes the successor `child` that is entered from `ply`, and opens the next ply for it. */
AB_INLINE void push_entered(lua_State *L, ab_search *search, int32_t ply, uint32_t child)
{
  search->plies[ply].child = child;
  open_next(search, ply, 0);
  ab_successors_push(L, search, ply, child);
  if (ab_engine_task(&search->engine)->host.finds_moves && !search->game.has_move_id)
    ab_successors_remember(L, search, ab_identity_move_id(L, -1, 0));
}

void ab_call_take_successor(lua_State *L, ab_search *search, uint32_t child)
{
  push_entered(L, search, ab_engine_ply(&search->engine), child);
  lua_replace(L, AB_SLOT_STATE);
}

void ab_call_come_back(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine);
  if (search->game.style == AB_IN_PLACE || search->plies[ply].count == 0) return;
  ab_successors_push_state(L, search, ply);
  lua_replace(L, AB_SLOT_STATE);
}

int ab_call_with(lua_State *L, ab_search *search, ab_callback callback, int slot)
{
  search->call.running = callback;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)callback);
  lua_pushvalue(L, slot);
  return 1;
}

int ab_call_list(lua_State *L, ab_search *search, ab_callback callback)
{
  ab_call_with_state(L, search, callback);
  if (callback != AB_MOVES) return 1;
  ab_successors_push_filled(L, search, ab_engine_ply(&search->engine) + search->call.is_leaf);
  return 2;
}

int ab_call_list_again(lua_State *L, ab_search *search)
{
  int32_t ply = search->path.made;
  ab_callback callback = ab_search_list_callback_at(search, ply);
  ab_assert(search->path.phase == AB_RETURNING && search->game.style == AB_IN_PLACE);
  ab_call_with_state(L, search, callback);
  if (callback != AB_MOVES) return 1;
  ab_successors_push_filled(L, search, ply);
  return 2;
}

int ab_call_find_move(lua_State *L, ab_search *search, uint32_t move)
{
  ab_call_with_state(L, search, AB_FIND_MOVE);
  if (ab_successors_push_wanted(L, move)) return 2;
  search->call.running = AB_NO_CALLBACK;
  lua_pop(L, 2);
  return 0;
}

int ab_call_value(lua_State *L, ab_search *search, ab_callback callback)
{
  ab_call_with_state(L, search, callback);
  lua_pushvalue(L, AB_SLOT_ROOT_PLAYER);
  return 2;
}

int ab_call_about_move(lua_State *L, ab_search *search, ab_callback callback, uint32_t index)
{
  int32_t ply = ab_engine_ply(&search->engine);
  search->call.running = callback;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)callback);
  ab_successors_push_state(L, search, ply);
  ab_successors_push(L, search, ply, index);
  return 2;
}

int ab_call_enter(lua_State *L, ab_search *search, ab_callback callback, uint32_t child)
{
  int32_t ply = ab_engine_ply(&search->engine);
  search->call.running = callback;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)callback);
  ab_successors_push_state(L, search, ply);
  push_entered(L, search, ply, child);
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_MOVES, ply + 2);
  return 2;
}

int ab_call_evaluate_move(lua_State *L, ab_search *search, uint32_t child)
{
  int arguments = ab_call_enter(L, search, AB_EVALUATE_MOVE, child);
  lua_pushvalue(L, AB_SLOT_ROOT_PLAYER);
  return arguments + 1;
}

int ab_call_pass(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine);
  open_next(search, ply, 1);
  search->call.running = AB_PASS;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)AB_PASS);
  ab_successors_push_state(L, search, ply);
  return 1;
}

int ab_call_unmake(lua_State *L, ab_search *search, int32_t ply)
{
  int is_pass = search->plies[ply].is_pass;
  ab_assert(search->game.style == AB_IN_PLACE && ply > 0 && ply <= search->path.made + 1 &&
            (size_t)ply < search->capacity);
  ab_call_with_state(L, search, is_pass ? AB_UNPASS : AB_UNMAKE);
  if (!is_pass) lua_rawgeti(L, AB_SLOT_MOVES, ply + 1);
  return (is_pass ? 1 : 2) + push_undos(L, search, ply);
}

int ab_call_iterator(lua_State *L, ab_search *search, ab_callback callback)
{
  search->call.running = callback;
  lua_rawgeti(L, AB_SLOT_ITERATORS, ab_engine_ply(&search->engine) + 1);
  return 0;
}

int ab_call_on_iteration(lua_State *L, ab_search *search)
{
  search->call.running = AB_ON_ITERATION;
  lua_pushvalue(L, AB_SLOT_ON_ITERATION);
  ab_result_push_info(L, search);
  return 1;
}

int ab_call_make_again(lua_State *L, ab_search *search)
{
  int32_t ply = search->path.made + 1;
  int is_pass = search->plies[ply].is_pass;
  ab_assert(search->path.phase == AB_RETURNING && ply <= search->path.due && (size_t)ply < search->capacity);
  ab_call_with_state(L, search, is_pass ? AB_PASS : AB_MAKE);
  if (is_pass) return 1;
  ab_line_push_move(L, search, ply);
  return 2;
}
