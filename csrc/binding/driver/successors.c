#include "successors.h"

#include <math.h>

#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "../root/result.h"

/* The node just entered at `ply` has successors: stores its state for the return from them. */
static void keep_state(lua_State *L, const ab_search *search, int32_t ply)
{
  if (search->game.style == AB_IN_PLACE) return;
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_rawseti(L, search->game.style == AB_COPYING ? AB_SLOT_STATES : AB_SLOT_MOVES, ply + 1);
}

void ab_successors_push_state(lua_State *L, const ab_search *search, int32_t ply)
{
  if (search->game.style == AB_IN_PLACE)
    lua_pushvalue(L, AB_SLOT_STATE);
  else
    lua_rawgeti(L, search->game.style == AB_COPYING ? AB_SLOT_STATES : AB_SLOT_MOVES, ply + 1);
}

/* Raises the error for the array in AB_SLOT_LIST, which has changed or has a hole at `index` (from 0). */
static void reject_list(lua_State *L, ab_search *search, uint32_t index)
{
  const ab_ply *own = &search->plies[search->path.listed];
  int count = (int)own->count, now = (int)compat_rawlen(L, AB_SLOT_LIST);
  if (own->filled != NULL && own->list == own->filled)
    ab_search_reject(L, search, AB_MOVES,
                     "expected %d moves in the array that was given, got nil at index %d", count,
                     (int)index + 1);
  if (now != count)
    ab_search_reject(L, search, ab_search_list_callback_at(search, search->path.listed),
                     "the array changed while it was searched (%d entries, now %d)", count, now);
  ab_search_reject(L, search, ab_search_list_callback_at(search, search->path.listed),
                   "expected an array without holes, got nil at index %d of %d", (int)index + 1, count);
}

void ab_successors_push_filled(lua_State *L, ab_search *search, int32_t ply)
{
  ab_ply *own = &search->plies[ply];
  ab_assert(ply >= 0 && (size_t)ply < search->path.room);
  if (own->filled != NULL && ply > 0) {
    lua_rawgeti(L, AB_SLOT_FILLED, ply + 1);
    return;
  }
  lua_newtable(L);
  own->filled = lua_topointer(L, -1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_FILLED, ply + 1);
}

/* Puts the array of successors at `ply` into AB_SLOT_LIST, unless it is there. */
static inline void find_list(lua_State *L, ab_search *search, int32_t ply)
{
  if (search->path.listed == ply) return;
  lua_rawgeti(L, AB_SLOT_LISTS, ply + 1);
  lua_replace(L, AB_SLOT_LIST);
  search->path.listed = ply;
}

/* Pushes successor `index` of the node whose array is in AB_SLOT_LIST. Returns its type. */
static inline int push_listed(lua_State *L, ab_search *search, uint32_t index)
{
  int type;
  ab_assert(index < search->plies[search->path.listed].count);
  lua_rawgeti(L, AB_SLOT_LIST, (int)index + 1);
  type = lua_type(L, -1);
  if (type == LUA_TNIL) reject_list(L, search, index);
  return type;
}

void ab_successors_push(lua_State *L, ab_search *search, int32_t ply, uint32_t index)
{
  find_list(L, search, ply);
  push_listed(L, search, index);
}

/* Raises an error if an earlier ply has the array on top, and its count or the successor entered there has changed. */
AB_NOINLINE void check_shared(lua_State *L, ab_search *search, ab_callback callback, int32_t earlier)
{
  const ab_ply *other = &search->plies[earlier];
  if (other[1].is_pass) return;
  lua_rawgeti(L, -1, (int)other->child + 1);
  ab_line_push_move(L, search, earlier + 1);
  if (compat_rawlen(L, -3) != other->count || !lua_rawequal(L, -1, -2))
    ab_search_reject(L, search, callback,
                     "returned the same array as at ply %d: return a new one for each node", (int)earlier);
  lua_pop(L, 2);
}

/*
 * Tests whether the array on top, just received at `ply`, was overwritten while an earlier ply still needs it. A game
 * that fills the same array at every call would be searched wrongly. Only the latest such ply is compared: the plies
 * before it were compared when it got the array.
 */
static void check_sharing(lua_State *L, ab_search *search, ab_callback callback, int32_t ply,
                          const void *list)
{
  while (ply-- > 0) {
    if (search->plies[ply].list != list) continue;
    check_shared(L, search, callback, ply);
    return;
  }
}

/* Raises an error when the array on top, which `callback` returned, has an entry at index 0. */
static void check_start(lua_State *L, ab_search *search, ab_callback callback)
{
  lua_rawgeti(L, -1, 0);
  if (!lua_isnil(L, -1))
    ab_search_reject(
        L, search, callback,
        "expected the first entry at index 1, got one at index 0: fill the array from index 1 on");
  lua_pop(L, 1);
}

/*
 * Raises an error when the array on top, without a first entry, has others, unless they are counts such as n = 0, or
 * it is the state itself, a node that has its children as its entries.
 */
static void check_empty(lua_State *L, ab_search *search, ab_callback callback)
{
  check_start(L, search, callback);
  if (lua_rawequal(L, -1, AB_SLOT_STATE)) return;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TNUMBER)
      ab_search_reject(L, search, callback, "expected an array without holes, got nil at index 1");
    if (lua_type(L, -2) == LUA_TSTRING && lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) == 0)
      continue;
    ab_search_reject(
        L, search, callback,
        "expected an array, got a table with the key %s and nothing at index 1: return a list, {} "
        "for an empty one",
        ab_message_describe(L, -2));
  }
}

/* Checks the count on top, and returns it. */
static uint32_t check_count(lua_State *L, ab_search *search)
{
  double count = (double)lua_tonumber(L, -1);
  if (!(count >= 0 && count <= INT32_MAX && count == floor(count)))
    ab_search_reject(L, search, AB_MOVES, "expected an array, an iterator, a count or nil, got %s",
                     ab_message_describe(L, -1));
  return (uint32_t)count;
}

/* Pushes the `nth` of the successors that were found by their move id at `ply`. */
static void push_found(lua_State *L, int32_t ply, uint32_t nth)
{
  lua_rawgeti(L, AB_SLOT_FOUND_MOVES, ply + 1);
  lua_rawgeti(L, -1, (int)nth + 1);
  lua_replace(L, -2);
}

/* Whether the successor on top was found by its move id at `ply`. */
static int is_found(lua_State *L, const ab_search *search, int32_t ply)
{
  uint32_t nth;
  for (nth = 0; nth < search->plies[ply].found_count; nth++) {
    int is_same;
    push_found(L, ply, nth);
    is_same = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
    if (is_same) return 1;
  }
  return 0;
}

/* Checks the array on top that `callback` returned at `ply`, whose address is `list`. Returns its length. */
static uint32_t check_array(lua_State *L, ab_search *search, ab_callback callback, int32_t ply,
                            const void *list)
{
  size_t count = compat_rawlen(L, -1);
  if (list == search->plies[ply].filled)
    ab_search_reject(L, search, callback,
                     "expected the number of moves in the array that was given, got that array");
  if (count > INT32_MAX)
    ab_search_reject(L, search, callback, "expected an array, got one of too many entries");
  if (count == 0)
    check_empty(L, search, callback);
  else if (search->kind == AB_KIND_ALPHABETA) /* a playout does not come back to the lists before */
    check_sharing(L, search, callback, ply, list);
  if (ply == 0) check_start(L, search, callback);
  return (uint32_t)count;
}

/* The length by an answer of `callback` that is no array and no iterator: a count of the array it was given, or nil. */
static uint32_t check_other(lua_State *L, ab_search *search, ab_callback callback)
{
  if (callback == AB_MOVES && lua_type(L, -1) == LUA_TNUMBER) return check_count(L, search);
  if (!lua_isnil(L, -1))
    ab_search_reject(L, search, callback, "expected an array, an iterator or nil, got %s",
                     ab_message_describe(L, -1));
  return 0;
}

/* Checks the array on top that was given to `moves` at the root: only this call filled it. */
static void check_filled(lua_State *L, ab_search *search, int is_counted)
{
  check_start(L, search, AB_MOVES);
  lua_rawgeti(L, -1, 1);
  if (!is_counted && !lua_isnil(L, -1))
    ab_search_reject(
        L, search, AB_MOVES,
        "expected the number of moves in the array that was given, got nil: return their number");
  lua_pop(L, 1);
}

/* Takes an iterator. Its successors go into an array of the driver's own, after those that were found. */
static ab_successors take_iterator(lua_State *L, ab_search *search, int32_t ply)
{
  static const ab_successors iterated = {0, AB_ITERATED};
  uint32_t i;
  search->plies[ply].list = NULL;
  search->plies[ply].listed = AB_UNLISTED;
  search->plies[ply].count = search->plies[ply].found_count;
  lua_rawseti(L, AB_SLOT_ITERATORS, ply + 1);
  lua_newtable(L);
  for (i = 0; i < search->plies[ply].found_count; i++) {
    push_found(L, ply, i);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_rawseti(L, AB_SLOT_LISTS, ply + 1);
  search->path.listed = -1;
  return iterated;
}

void ab_successors_use(lua_State *L, ab_search *search, const void *list, uint32_t count)
{
  int32_t ply = ab_engine_ply(&search->engine);
  search->plies[ply].list = list;
  search->plies[ply].count = count;
  keep_state(L, search, ply);
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_LISTS, ply + 1);
  lua_replace(L, AB_SLOT_LIST);
  search->path.listed = ply;
}

/* Raises an error when the array on top has a hole: its length may be any number, and memory is taken for as many. */
static void check_many(lua_State *L, ab_search *search, uint32_t count)
{
  uint32_t i;
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, (int)i);
    if (lua_isnil(L, -1))
      ab_search_reject(L, search, ab_search_list_callback(search),
                       "expected an array without holes, got nil at index %d of %d", (int)i, (int)count);
    lua_pop(L, 1);
  }
}

/*
 * Takes the array on top, whose address is `list`, with `count` successors (at least one) of the current node. If
 * options choose among the root's moves, an array of the driver's own replaces the root's.
 */
static ab_successors take_list(lua_State *L, ab_search *search, const void *list, uint32_t count)
{
  ab_successors listed = {count, AB_LISTED};
  int is_chosen_from = ab_selection_is_due(L, search);
  if (count > AB_BELIEVED_MAX || is_chosen_from) check_many(L, search, count);
  if (is_chosen_from) {
    listed.count = ab_selection_take(L, count);
    list = lua_topointer(L, -1);
  }
  ab_successors_use(L, search, list, listed.count);
  return listed;
}

ab_successors ab_successors_drain(lua_State *L, ab_search *search)
{
  static const ab_successors none = {0, AB_LISTED};
  int32_t ply = ab_engine_ply(&search->engine);
  ab_ply *own = &search->plies[ply];
  int is_one = !lua_isnil(L, -1) && own->count < ab_search_most_drained(search);
  lua_rawgeti(L, AB_SLOT_LISTS, ply + 1);
  lua_insert(L, -2);
  if (is_one) {
    lua_rawseti(L, -2, (int)++own->count);
    lua_pop(L, 1);
    return none;
  }
  lua_pop(L, 1);
  search->call.is_draining = 0;
  if (own->count > 0) return take_list(L, search, lua_topointer(L, -1), own->count);
  lua_pop(L, 1);
  return none;
}

/*
 * The move id of the successor on top, which is no number that is its own id. Moves that are tables are identified by
 * content if that is worth its cost: not if successors are leaves. The move id of a state is its index, by which
 * killers and history identify successors of different nodes.
 */
static uint32_t move_id_of(lua_State *L, ab_search *search, uint32_t index)
{
  const ab_engine *engine = &search->engine;
  int32_t ply = ab_engine_ply(engine);
  int is_worth_it = ply == 0 || ab_engine_depth_left(engine, ply) >= AB_ORDER_DEPTH;
  uint32_t move;
  if (search->game.style == AB_BY_STATES) return ab_identity_move_id(L, -1, index) & ~AB_MOVE_IS_INDEX;
  if (!is_worth_it || !ab_engine_task(engine)->host.asks_moves) return ab_identity_move_id(L, -1, index);
  move = ab_identity_of_content(L, -1, index);
  if (!(move & AB_MOVE_IS_INDEX) && lua_istable(L, -1)) search->move_ids.has_content = 1;
  return move;
}

int ab_successors_take_next(lua_State *L, ab_search *search, ab_next *next)
{
  int32_t ply = ab_engine_ply(&search->engine);
  ab_ply *own = &search->plies[ply];
  int is_one = !lua_isnil(L, -1);
  uint32_t move = 0;
  if (is_one && is_found(L, search, ply)) {
    lua_pop(L, 1);
    return 0;
  }
  if (is_one) {
    move = move_id_of(L, search, own->count);
    if (own->count == 0) keep_state(L, search, ply);
    lua_rawgeti(L, AB_SLOT_LISTS, ply + 1);
    lua_insert(L, -2);
    lua_rawseti(L, -2, (int)++own->count);
  }
  lua_pop(L, 1);
  next->has_more = is_one;
  next->move = move;
  return 1;
}

/* Whether the value on top is a table that holds a value with an identity. */
static int holds_object(lua_State *L)
{
  int is_object = 0, table = lua_gettop(L);
  if (!lua_istable(L, table)) return 0;
  for (lua_pushnil(L); !is_object && lua_next(L, table); lua_pop(L, 1)) {
    int type = lua_type(L, -1);
    is_object =
        type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TBOOLEAN && type != LUA_TLIGHTUSERDATA;
  }
  lua_settop(L, table);
  return is_object;
}

int ab_successors_have_objects(lua_State *L, const ab_search *search, int32_t ply)
{
  const ab_ply *own = &search->plies[ply];
  int has_objects = 0;
  uint32_t i;
  if (own->count == 0 || own->list == NULL) return 0;
  lua_rawgeti(L, AB_SLOT_LISTS, ply + 1);
  for (i = 1; i <= own->count && !has_objects; i++) {
    lua_rawgeti(L, -1, (int)i);
    has_objects = holds_object(L);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return has_objects;
}

/*
 * Pushes the entry of the array at `now` that has the content of entry `index` (from 1) of the array at `before`: the
 * one there, if several have it or none has.
 */
static void push_same(lua_State *L, int before, int now, uint32_t index, uint32_t count)
{
  uint32_t wanted, i;
  lua_rawgeti(L, before, (int)index);
  wanted = ab_identity_of_content(L, -1, 0);
  lua_pop(L, 1);
  lua_rawgeti(L, now, (int)index);
  if (ab_identity_of_content(L, -1, 0) == wanted) return;
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, now, (int)i);
    if (ab_identity_of_content(L, -1, 0) == wanted) {
      lua_replace(L, -2);
      return;
    }
    lua_pop(L, 1);
  }
}

void ab_successors_take_again(lua_State *L, ab_search *search)
{
  int32_t ply = search->path.made;
  ab_ply *own = &search->plies[ply];
  int answer = lua_gettop(L);
  uint32_t i, count = 0;
  if (lua_type(L, answer) == LUA_TNUMBER) {
    count = check_count(L, search);
    lua_rawgeti(L, AB_SLOT_FILLED, ply + 1);
    lua_replace(L, answer);
  } else if (lua_istable(L, answer)) {
    count = (uint32_t)compat_rawlen(L, answer);
  }
  if (count == own->count) {
    lua_rawgeti(L, AB_SLOT_LISTS, ply + 1);
    lua_createtable(L, (int)count, 0);
    for (i = 1; i <= count; i++) {
      push_same(L, answer + 1, answer, i, count);
      lua_rawseti(L, answer + 2, (int)i);
    }
    own->list = lua_topointer(L, answer + 2);
    if (ply < search->path.due && !own[1].is_pass) {
      lua_rawgeti(L, answer + 2, (int)own->child + 1);
      lua_rawseti(L, AB_SLOT_MOVES, ply + 2);
    }
    lua_rawseti(L, AB_SLOT_LISTS, ply + 1);
    search->path.listed = -1;
  }
  lua_settop(L, answer - 1);
}

ab_successors ab_successors_take(lua_State *L, ab_search *search, ab_callback callback)
{
  static const ab_successors none = {0, AB_LISTED};
  int32_t ply = ab_engine_ply(&search->engine);
  ab_ply *own = &search->plies[ply];
  int type = lua_type(L, -1);
  const void *list = own->filled;
  uint32_t count;
  if (type == LUA_TFUNCTION) {
    search->call.is_draining = search->kind != AB_KIND_ALPHABETA || ab_selection_is_due(L, search);
    return take_iterator(L, search, ply);
  }
  if (type == LUA_TTABLE) {
    list = lua_topointer(L, -1);
    count = check_array(L, search, callback, ply, list);
  } else {
    count = check_other(L, search, callback);
    lua_rawgeti(L, AB_SLOT_FILLED, ply + 1);
    lua_replace(L, -2);
    if (ply == 0 && callback == AB_MOVES) check_filled(L, search, type != LUA_TNIL);
  }
  own->listed = count;
  if (count > 0) return take_list(L, search, list, count);
  lua_pop(L, 1);
  if (ply == 0)
    search->result.over = callback == AB_MOVES
                              ? type == LUA_TNIL ? "'moves' returned nil" : "'moves' returned no move"
                          : type == LUA_TNIL ? "'children' returned nil"
                                             : "'children' returned no state";
  own->count = 0;
  ab_successors_check_found(L, search, 0);
  return none;
}

void ab_successors_remember(lua_State *L, ab_search *search, uint32_t move)
{
  int is_new;
  if ((move & AB_MOVE_IS_INDEX) || search->move_ids.stored >= AB_MOVES_BY_ID_MAX) return;
  lua_rawgeti(L, AB_SLOT_MOVES_BY_ID, (int)move);
  is_new = lua_isnil(L, -1);
  lua_pop(L, 1);
  if (!is_new) return;
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_MOVES_BY_ID, (int)move);
  search->move_ids.stored++;
}

int ab_successors_push_wanted(lua_State *L, uint32_t move)
{
  ab_assert(move != 0 && !(move & AB_MOVE_IS_INDEX));
  lua_rawgeti(L, AB_SLOT_MOVES_BY_ID, (int)move);
  if (!lua_isnil(L, -1)) return 1;
  lua_pop(L, 1);
  return 0;
}

ab_found ab_successors_take_found(lua_State *L, ab_search *search, uint32_t move)
{
  int32_t ply = ab_engine_ply(&search->engine);
  uint32_t found = search->plies[ply].found_count;
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return AB_FOUND_NO;
  }
  if (!search->game.has_move_id && ab_identity_move_id(L, -1, 0) != move) {
    const char *got = ab_message_describe(L, -1);
    ab_successors_push_wanted(L, move);
    ab_search_reject(L, search, AB_FIND_MOVE, "expected nil or the move %s, got %s",
                     ab_message_describe(L, -1), got);
  }
  lua_rawgeti(L, AB_SLOT_FOUND_MOVES, ply + 1);
  if (!lua_istable(L, -1)) {
    lua_pop(L, 1);
    lua_createtable(L, AB_WANTED_MAX, 0);
    lua_pushvalue(L, -1);
    lua_rawseti(L, AB_SLOT_FOUND_MOVES, ply + 1);
  }
  lua_insert(L, -2);
  lua_rawseti(L, -2, (int)found + 1);
  search->plies[ply].found_count = found + 1;
  ab_successors_use(L, search, NULL, found + 1);
  return AB_FOUND_YES;
}

void ab_successors_check_found(lua_State *L, ab_search *search, uint32_t matched)
{
  if (matched >= search->plies[ab_engine_ply(&search->engine)].found_count) return;
  ab_search_reject(L, search, AB_FIND_MOVE, "expected nil or a move that '%s' lists, got another one",
                   ab_callback_name(ab_search_list_callback(search)));
}

uint32_t ab_successors_count(lua_State *L, ab_search *search, ab_callback callback)
{
  int32_t ply = ab_engine_ply(&search->engine) + search->call.is_leaf;
  if (lua_istable(L, -1)) return check_array(L, search, callback, ply, lua_topointer(L, -1));
  return check_other(L, search, callback);
}

void ab_successors_make_candidates(lua_State *L, ab_search *search, ab_candidate *candidates)
{
  int32_t ply = ab_engine_ply(&search->engine);
  uint32_t count = search->plies[ply].count, matched = 0, i;
  int has_found = search->plies[ply].found_count > 0;
  find_list(L, search, ply);
  for (i = 0; i < count; i++) {
    int type = push_listed(L, search, i);
    uint32_t move = type == LUA_TNUMBER ? ab_identity_of_number(L) : 0;
    if (move == 0) move = move_id_of(L, search, i);
    if (has_found && ab_engine_is_found(&search->engine, move)) {
      if (is_found(L, search, ply))
        matched++;
      else
        move = AB_MOVE_IS_INDEX | (i + 1); /* another one, with the same move id */
    }
    ab_ordering_init(candidates + i, i, move);
    lua_pop(L, 1);
  }
  ab_successors_check_found(L, search, matched);
}

/* ---- chance nodes ---- */

/* Raises the error for entry number `index`. The wrong value is on top. */
static void reject_entry(lua_State *L, ab_search *search, int index, const char *expected)
{
  ab_search_reject(L, search, AB_CHANCES, "entry %d: expected %s, got %s", index, expected,
                   ab_message_describe(L, -1));
}

void ab_successors_check_chain(lua_State *L, ab_search *search)
{
  int32_t ply = ab_engine_ply(&search->engine), last = ply;
  while (last > 0 && ab_engine_is_chance(&search->engine, last - 1)) last--;
  if (ply - last >= AB_CHANCES_MAX)
    ab_search_reject(L, search, AB_CHANCES, "expected a decision or the end after %d chance nodes in a row",
                     AB_CHANCES_MAX);
}

void ab_successors_check_sum(lua_State *L, ab_search *search, double sum)
{
  if (fabs(sum - 1) <= AB_PROBABILITY_TOLERANCE) return;
  lua_pushnumber(L, (lua_Number)sum);
  ab_search_reject(L, search, AB_CHANCES, "expected probabilities that add up to 1, got a sum of %s",
                   lua_tostring(L, -1));
}

void ab_successors_check_outcomes(lua_State *L, ab_search *search)
{
  if (!lua_istable(L, -1))
    ab_search_reject(L, search, AB_CHANCES, "expected an array or nil, got %s", ab_message_describe(L, -1));
}

uint32_t ab_successors_take_outcomes(lua_State *L, ab_search *search)
{
  double sum = 0;
  int array = lua_gettop(L), count, index;
  if (lua_isnil(L, array)) {
    lua_pop(L, 1);
    return 0;
  }
  ab_successors_check_outcomes(L, search);
  ab_successors_check_chain(L, search);
  if (compat_rawlen(L, array) > INT32_MAX / 2)
    ab_search_reject(L, search, AB_CHANCES, "expected an array, got one of too many entries");
  count = (int)compat_rawlen(L, array);
  if (count == 0)
    check_empty(L, search, AB_CHANCES);
  else
    check_start(L, search, AB_CHANCES);
  ab_selection_refuse(L, search, (uint32_t)count);
  lua_createtable(L, count < AB_BELIEVED_MAX ? count : AB_BELIEVED_MAX, 0);
  for (index = 1; index <= count; index++) {
    lua_rawgeti(L, array, index);
    if (!lua_istable(L, -1)) reject_entry(L, search, index, "a table with 'probability' and 'outcome'");
    search->probabilities = ab_search_grow(L, search->probabilities, &search->probabilities_capacity,
                                           (size_t)index, sizeof *search->probabilities);
    lua_getfield(L, -1, "probability");
    search->probabilities[index - 1] = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : -1;
    if (!(search->probabilities[index - 1] >= 0))
      reject_entry(L, search, index, "'probability' to be a number of 0 or more");
    lua_pop(L, 1);
    sum += search->probabilities[index - 1];
    lua_getfield(L, -1, "outcome");
    if (lua_isnil(L, -1)) reject_entry(L, search, index, "'outcome' to be a move or a state");
    lua_rawseti(L, array + 1, index);
    lua_pop(L, 1);
  }
  ab_successors_check_sum(L, search, sum);
  ab_successors_use(L, search, NULL, (uint32_t)count);
  lua_pop(L, 1);
  return (uint32_t)count;
}
