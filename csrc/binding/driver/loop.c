/* loop.c: see loop.h. */

#include "loop.h"

#include <lauxlib.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "../base/zobrist.h"
#include "answers.h"
#include "calls.h"
#include "successors.h"
#include "watch.h"

/* ---- the functions that Lua calls over the FFI; none of them calls Lua ---- */

/* The loop returns: the driver is to do what the engine asks. */
static int32_t return_to_driver(ab_search *search, ab_ask ask)
{
  search->ask.is_leaf = 0;
  search->ask.asked = ask;
  search->ask.is_waiting = 1;
  search->loop.outcome = AB_LOOP_ASKED;
  return AB_ASK_NOTHING;
}

/* The arrays of a ply that the driver in C takes before the loop does: see loop.h. */
#define CHECKED 4

/* In the children style, notes whether the state of the current node is still to be taken from its parent's array. */
static void find_state(ab_search *search, int32_t ply)
{
  uint64_t node = ab_engine_counters(&search->engine)->nodes;
  search->loop.takes_state = search->game.style == AB_BY_STATES && search->now.state_node != node;
  if (!search->loop.takes_state) return;
  search->now.state_node = node;
  ab_call_open_entered(search, ply - 1);
}

/* As find_state, where successors of the node may be known by `find_move`, and may have been entered. */
static void find_state_again(ab_search *search, int32_t ply)
{
  search->loop.has_wanted = ab_engine_has_wanted_moves(&search->engine);
  search->loop.takes_state = 0;
  search->loop.comes_back = 0;
  if (!search->loop.has_wanted) {
    find_state(search, ply);
  } else if (search->game.style != AB_IN_PLACE && search->plies[ply].count > 0) {
    search->loop.comes_back = 1;
    search->now.state_node = ab_engine_counters(&search->engine)->nodes;
  }
}

/* Notes the candidates of the current node, from the `first` on. Returns 0 when there are too many of them. */
static int list_candidates(ab_search *search, uint32_t first, uint32_t count)
{
  ab_loop *loop = &search->loop;
  if (count > AB_LOOP_CANDIDATES) return 0;
  loop->tried = (int32_t)first;
  loop->count = (int32_t)count;
  for (; first < count; first++) loop->indexes[first] = (int32_t)ab_engine_candidate(&search->engine, first);
  return 1;
}

/*
 * Notes what the node at `ply` is, which is to be evaluated, and whether the driver is to take the array of its
 * successors, where that tells if the game is over there.
 */
static void note_leaf(ab_search *search, int32_t ply)
{
  search->loop.leaf = (int32_t)ab_engine_leaf(&search->engine);
  search->loop.is_checked = ply == 0 || search->plies[ply].checked < CHECKED;
}

/*
 * Lays out what the loop needs for an ask, in the fields of ab_loop. Returns 0 where the ask is not one of those that
 * it answers.
 */
static int prepare(ab_search *search, ab_ask ask, int32_t ply)
{
  const ab_engine *engine = &search->engine;
  ab_loop *loop = &search->loop;
  ab_ply *own = &search->plies[ply];
  switch (ask) {
  case AB_ASK_LEAF:
  case AB_ASK_CHILD_VALUE:
    if (ab_engine_asks_child_turn(engine)) return 0;
    note_leaf(search, ply + 1);
    search->ask.is_leaf = !(search->game.has_evaluate_move && loop->leaf == AB_LEAF_HORIZON);
    search->ask.has_value = 0;
    search->now.state_node = ab_engine_counters(engine)->nodes;
    ab_call_open_entered(search, ply);
    return 1;
  case AB_ASK_ENTER:
    search->now.state_node = ab_engine_counters(engine)->nodes + 1;
    ab_call_open_entered(search, ply);
    return 1;
  case AB_ASK_LEAVE:
    loop->undos = (int32_t)own->undos;
    loop->nils = (int32_t)own->nils;
    return !loop->divides || ply > 1;
  case AB_ASK_LINE:
    if (ply == 0) return 0;
    own->line = own[1].line + 1;
    loop->count = (int32_t)own->line;
    loop->takes_state = search->game.style == AB_BY_STATES && own[1].count == 0;
    return 1;
  case AB_ASK_FIND_MOVE:
    if (search->now.moves_by_id > 0 || !(search->game.has_move_id | search->now.has_small_numbers)) return 0;
    loop->wanted = (int32_t)ab_engine_wanted_move(engine) - 1;
    find_state_again(search, ply);
    return 1;
  case AB_ASK_SUCCESSORS:
    loop->is_checked = ply == 0 || own->checked < CHECKED;
    loop->found_count = (int32_t)own->found_count;
    find_state_again(search, ply);
    return 1;
  case AB_ASK_NOISY:
    loop->is_checked = ply == 0 || own->checked < CHECKED;
    loop->found_count = 0;
    loop->takes_state = 0;
    loop->knows_end = ab_engine_knows_end(engine);
    return 1;
  case AB_ASK_CHILD_KEY:
    loop->takes_state = 0;
    return 1;
  case AB_ASK_SKIP:
    ab_call_open_entered(search, ply - 1);
    return 1;
  case AB_ASK_KEY:
  case AB_ASK_TURN:
  case AB_ASK_BOUNDS:
    find_state(search, ply);
    return 1;
  case AB_ASK_VALUE:
    note_leaf(search, ply);
    find_state(search, ply);
    return 1;
  case AB_ASK_MOVES:
    loop->tried = 0;
    loop->count = (int32_t)own->count;
    loop->found_count = (int32_t)own->found_count;
    return own->count <= AB_LOOP_CANDIDATES && !(own->found_count > 0 && search->game.has_move_id);
  case AB_ASK_SCORES:
    return list_candidates(search, ab_engine_tried(engine), own->count);
  default:
    return 0;
  }
}

/*
 * Runs the engine until it needs the game. Returns what it asks, if the loop answers that; else AB_ASK_NOTHING: the
 * loop returns. A successor that is evaluated to be ordered is a leaf to the loop.
 */
static int32_t go(ab_search *search)
{
  ab_engine *engine = &search->engine;
  ab_ask ask = ab_engine_next(engine);
  int32_t ply = ab_engine_ply(engine);
  search->loop.ply = ply;
  search->loop.child = (int32_t)ab_engine_child(engine);
  search->ask.is_leaf = 0;
  if (!prepare(search, ask, ply)) return return_to_driver(search, ask);
  return ask == AB_ASK_CHILD_VALUE ? (int32_t)AB_ASK_LEAF : (int32_t)ask;
}

/* After a callback: counts it, and returns whether the loop is to return, since something else is due. */
static int32_t leaves(ab_search *search)
{
  if (!(search->now.is_stopping | search->now.is_sliced | search->watch.is_on)) return 0;
  search->watch.calls += (uint32_t)search->watch.is_on;
  if (!search->loop.is_interrupted(search)) return 0;
  search->ask.is_leaf = 0;
  search->ask.running = AB_NO_CALLBACK;
  search->loop.outcome = AB_LOOP_ANSWERED;
  return 1;
}

/*
 * Whether the loop is to return after a callback that is not the last one of an ask: `pending` is the next one, and is
 * put off when the time is up.
 */
static int32_t is_late(ab_search *search, int32_t pending)
{
  search->watch.calls++;
  if (!ab_watch_is_up(&search->watch)) return 0;
  search->ask.pending = (ab_callback)pending;
  search->ask.running = AB_NO_CALLBACK;
  search->loop.outcome = AB_LOOP_ANSWERED;
  return 1;
}

/* As go, after a callback. */
static int32_t next(ab_search *search)
{
  return leaves(search) ? (int32_t)AB_ASK_NOTHING : go(search);
}

/* Answers AB_ASK_VALUE or AB_ASK_LEAF, and goes on. */
static int32_t next_value(ab_search *search, double value)
{
  ab_engine_value(&search->engine, value);
  return next(search);
}

/*
 * Answers AB_ASK_SUCCESSORS or AB_ASK_NOISY, and goes on: `count` successors are in the array that was given to the
 * game, or in another.
 */
static int32_t next_count(ab_search *search, int32_t count, int32_t is_filled)
{
  ab_ply *own = &search->plies[ab_engine_ply(&search->engine)];
  own->count = (uint32_t)count;
  if (count > 0) own->list = is_filled ? own->filled : search;
  ab_engine_successors(&search->engine, (uint32_t)count);
  return next(search);
}

/* Answers AB_ASK_FIND_MOVE, and goes on: there is no such successor; or the game is over. */
static int32_t next_missing(ab_search *search, int32_t is_over)
{
  ab_engine_found(&search->engine, is_over ? AB_FOUND_INSTEAD : AB_FOUND_NO);
  if (is_over) ab_engine_successors(&search->engine, 0);
  return next(search);
}

/*
 * Counts the successor that was found at the current node, and returns how many there are now: the array of them that
 * the loop fills is that of the node.
 */
static int32_t find(ab_search *search)
{
  ab_ply *own = &search->plies[ab_engine_ply(&search->engine)];
  own->list = NULL;
  own->count = ++own->found_count;
  ab_engine_found(&search->engine, AB_FOUND_YES);
  return (int32_t)own->found_count;
}

/* Answers half of AB_ASK_CHILD_KEY: who moves is the root's player, or `other`. */
static void keep_turn(ab_search *search, int32_t is_root)
{
  ab_engine_player(&search->engine, 0);
  ab_engine_turn(&search->engine, is_root ? 1 : search->loop.other_turn);
  search->now.side_to_move = is_root ? search->now.root_player_key : search->loop.other_key;
}

/* Answers whether the game is over at the leaf, where that is not known. */
static void keep_end(ab_search *search, int32_t is_over)
{
  search->ask.asks_end = 0;
  ab_engine_over(&search->engine, is_over);
}

/* Answers the value of the leaf, should the game go on there, which is still to be found out. */
static void keep_value(ab_search *search, double value)
{
  search->ask.has_value = 1;
  ab_engine_value(&search->engine, value);
}

/* Passes on the move ids of the first `count` candidates. */
static void keep_moves(ab_search *search, int32_t count)
{
  int32_t i;
  for (i = 0; i < count; i++) ab_engine_move(&search->engine, (uint32_t)i, (uint32_t)search->loop.moves[i]);
}

/*
 * Whether all successors that `find_move` has found are among the `count` candidates. All are small numbers, so they
 * are the same where their move ids are.
 */
static int32_t has_found_all(ab_search *search, int32_t count)
{
  int32_t i, matched = 0;
  for (i = 0; i < count; i++) matched += ab_engine_is_found(&search->engine, (uint32_t)search->loop.moves[i]);
  return matched >= search->loop.found_count;
}

/* Passes on the scores of the first `count` candidates, without those that were tried. */
static void keep_scores(ab_search *search, int32_t count)
{
  int32_t i;
  for (i = search->loop.tried; i < count; i++)
    ab_engine_score(&search->engine, (uint32_t)i, search->loop.scores[i]);
}

/* Notes that the move to the next ply is made, how many values unmake it, and which of them are nil. */
static void made(ab_search *search, int32_t undos, int32_t nils)
{
  int32_t ply = search->now.made + 1;
  search->plies[ply].undos = (uint32_t)undos;
  search->plies[ply].nils = (uint32_t)nils;
  search->now.made = ply;
}

/* Answers AB_ASK_TURN, and goes on: it is the root's player, or `other`. */
static int32_t next_turn(ab_search *search, int32_t is_root)
{
  keep_turn(search, is_root);
  return next(search);
}

/* Answers AB_ASK_BOUNDS by numbers that are in order, and goes on. */
static int32_t next_bounds(ab_search *search, double lowest, double highest)
{
  ab_engine_bounds(&search->engine, lowest, highest);
  return next(search);
}

/* Answers AB_ASK_KEY by the hash of the position, and goes on. */
static int32_t next_position_hash(ab_search *search, uint64_t position_hash)
{
  ab_search_store_position_hash(search, position_hash);
  ab_engine_key(&search->engine, position_hash, search->now.salt, search->now.side_to_move);
  return next(search);
}

/* Answers AB_ASK_KEY by a number, which is not NaN, and goes on. */
static int32_t next_number(ab_search *search, double number)
{
  return next_position_hash(search, ab_identity_of_double(number));
}

/* Answers AB_ASK_KEY by the value of a Zobrist key, in two halves, as they lie in memory, and goes on. */
static int32_t next_bits(ab_search *search, int32_t first, int32_t second)
{
  int32_t halves[2] = {first, second};
  uint64_t value;
  memcpy(&value, halves, sizeof value);
  return next_position_hash(search, ab_key_mix(value));
}

/* Answers AB_ASK_KEY by a string, and goes on. */
static int32_t next_text(ab_search *search, const char *bytes, size_t length)
{
  return next_position_hash(search, ab_identity_of_text(bytes, length));
}

/*
 * The array of successors that came last is that of the node at `ply`, too: says which count it had there and which
 * successor was entered. Returns whether it must still have both, as it must unless a null move led on.
 */
static int32_t shares(ab_search *search, int32_t ply)
{
  const ab_ply *other = &search->plies[ply];
  search->loop.count = (int32_t)other->count;
  search->loop.tried = (int32_t)other->child;
  return !other[1].is_pass;
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Any function, whatever its type. */
typedef void (*function)(void);

/* A function that the loop calls over the FFI, with its type there. */
typedef struct ffi_function {
  const char *name, *type;
  function address;
} ffi_function;

#define FUNCTION(name, type) \
  { \
#name, type, (function)name \
  }

static const ffi_function ffi_functions[] = {
    FUNCTION(go, "int32_t (*)(void *)"),
    FUNCTION(next, "int32_t (*)(void *)"),
    FUNCTION(next_value, "int32_t (*)(void *, double)"),
    FUNCTION(next_count, "int32_t (*)(void *, int32_t, int32_t)"),
    FUNCTION(next_bounds, "int32_t (*)(void *, double, double)"),
    FUNCTION(next_turn, "int32_t (*)(void *, int32_t)"),
    FUNCTION(next_number, "int32_t (*)(void *, double)"),
    FUNCTION(next_bits, "int32_t (*)(void *, int32_t, int32_t)"),
    FUNCTION(next_text, "int32_t (*)(void *, const char *, size_t)"),
    FUNCTION(next_missing, "int32_t (*)(void *, int32_t)"),
    FUNCTION(find, "int32_t (*)(void *)"),
    FUNCTION(keep_turn, "void (*)(void *, int32_t)"),
    FUNCTION(keep_end, "void (*)(void *, int32_t)"),
    FUNCTION(keep_value, "void (*)(void *, double)"),
    FUNCTION(keep_moves, "void (*)(void *, int32_t)"),
    FUNCTION(has_found_all, "int32_t (*)(void *, int32_t)"),
    FUNCTION(keep_scores, "void (*)(void *, int32_t)"),
    FUNCTION(made, "void (*)(void *, int32_t, int32_t)"),
    FUNCTION(leaves, "int32_t (*)(void *)"),
    FUNCTION(is_late, "int32_t (*)(void *, int32_t)"),
    FUNCTION(shares, "int32_t (*)(void *, int32_t)"),
};

/* ---- the functions that it calls as Lua functions ---- */

/*
 * keep_undos(searcher, ...): keeps what `make` returned, and counts the move as made.
 */
static int keep_undos(lua_State *L)
{
  ab_search *search = lua_touserdata(L, 1);
  int slot;
  ab_message_check_stack(L, AB_STACK, "too many values to unmake a move");
  compat_getuservalue(L, 1);
  lua_rawgeti(L, -1, AB_KEPT_SESSION);
  lua_replace(L, -2);
  lua_insert(L, 2);
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++) {
    lua_rawgeti(L, slot, slot);
    lua_insert(L, slot);
  }
  ab_answer_undo(L, search);
  return 0;
}

/* new_filled(searcher, tables, ply): makes the array that `moves` may fill at `ply`, and returns it. */
static int new_filled(lua_State *L)
{
  ab_search *search = lua_touserdata(L, 1);
  int ply = (int)lua_tointeger(L, 3);
  lua_newtable(L);
  search->plies[ply].filled = lua_topointer(L, -1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, 2, ply + 1);
  return 1;
}

/*
 * identify(searcher, list): notes the move ids of the candidates, all successors of the current node. Returns whether
 * they are in the array.
 */
static int identify(lua_State *L)
{
  ab_search *search = lua_touserdata(L, 1);
  int32_t i, count = search->loop.count;
  int is_whole = 1;
  for (i = 0; i < count && is_whole; i++) {
    lua_rawgeti(L, 2, i + 1);
    is_whole = !lua_isnil(L, -1);
    if (is_whole) search->loop.moves[i] = (int32_t)ab_successors_move_id(L, search, (uint32_t)i);
    lua_pop(L, 1);
  }
  lua_pushboolean(L, is_whole);
  return 1;
}

/*
 * is_empty(list): whether the table has no entry at all. LuaJIT goes on with compiled code behind a C function like
 * this one; compiled, `next` itself is not sound on each of its versions: see lua/alphabeta/common/traversal.lua.
 */
static int is_empty(lua_State *L)
{
  lua_pushnil(L);
  lua_pushboolean(L, !lua_next(L, 1));
  return 1;
}

/* ---- what the driver calls ---- */

/* Pushes the key in the registry of what finds loops: each copy of this library has its own. */
static void push_registry_key(lua_State *L)
{
  static const char name[] = "alphabeta.loop";
  lua_pushfstring(L, "%s %p", name, (const void *)name);
}

int ab_loop_set(lua_State *L)
{
  luaL_checktype(L, 1, LUA_TFUNCTION);
  push_registry_key(L);
  lua_pushvalue(L, 1);
  lua_rawset(L, LUA_REGISTRYINDEX);
  return 0;
}

/* Whether the loop can answer the asks of a search: with dice or payoffs too many of them would be the driver's. */
static int is_possible(const ab_task *task, const ab_game *game)
{
  return task->algorithm != AB_MAXN && !task->traces && !game->has_chances;
}

int ab_loop_find(lua_State *L, const ab_task *task, const ab_game *game, int is_sliced)
{
  static const ab_callback listers[] = {AB_MOVES, AB_MOVES, AB_CHILDREN};
  static const ab_callback entering[] = {AB_MAKE, AB_PLAY, AB_CHILDREN};
  int top = lua_gettop(L), is_found = 0;
  if (!is_possible(task, game)) return 0;
  push_registry_key(L);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (!lua_isnil(L, -1)) {
    lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)listers[game->style]);
    lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)entering[game->style]);
    lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)AB_EVALUATE);
    lua_pushboolean(L, is_sliced || task->time < HUGE_VAL || task->think < HUGE_VAL);
    lua_call(L, 4, 1);
    is_found = lua_isfunction(L, -1);
    compat_getuservalue(L, AB_SLOT_SEARCHER);
    lua_insert(L, -2);
    lua_rawseti(L, -2, AB_KEPT_LOOP);
  }
  lua_settop(L, top);
  return is_found;
}

int ab_loop_call(lua_State *L, ab_search *search)
{
  ab_assert(lua_gettop(L) == AB_SLOTS && search->ask.pending == AB_NO_CALLBACK && !search->ask.is_waiting);
  (void)search;
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_rawgeti(L, -1, AB_KEPT_LOOP);
  lua_replace(L, -2);
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushvalue(L, AB_SLOT_SESSION);
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_pushvalue(L, AB_SLOT_ROOT_PLAYER);
  return 4;
}

ab_loop_outcome ab_loop_take(lua_State *L, ab_search *search)
{
  lua_pushvalue(L, AB_SLOTS + 1);
  lua_replace(L, AB_SLOT_STATE);
  lua_remove(L, AB_SLOTS + 1);
  search->now.listed = -1;
  if (search->loop.outcome != AB_LOOP_ANSWERED) search->ask.running = AB_NO_CALLBACK;
  return (ab_loop_outcome)search->loop.outcome;
}

ab_loop_outcome ab_loop_run(lua_State *L, ab_search *search)
{
  lua_call(L, ab_loop_call(L, search), LUA_MULTRET);
  return ab_loop_take(L, search);
}

/* ---- what Lua must know ---- */

/* A field of a struct that the loop reads or writes. */
typedef struct field {
  const char *name, *type; /* as the FFI declares it */
  size_t offset, size;
} field;

#define FIELD(type, owner, name, member) \
  { \
    name, type, offsetof(owner, member), sizeof(((owner *)0)->member) \
  }

/* Sets the number `name` in the table on top. */
static void set_number(lua_State *L, const char *name, size_t value)
{
  lua_pushinteger(L, (lua_Integer)value);
  lua_setfield(L, -2, name);
}

/* Sets `functions` in the table on top to an array of their names and types, and `addresses` to an array in C. */
static void set_functions(lua_State *L)
{
  function *addresses;
  size_t i;
  lua_newtable(L);
  for (i = 0; i < COUNT(ffi_functions); i++) {
    lua_newtable(L);
    lua_pushstring(L, ffi_functions[i].name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, ffi_functions[i].type);
    lua_setfield(L, -2, "type");
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_setfield(L, -2, "functions");
  addresses = lua_newuserdata(L, COUNT(ffi_functions) * sizeof *addresses);
  for (i = 0; i < COUNT(ffi_functions); i++) addresses[i] = ffi_functions[i].address;
  lua_setfield(L, -2, "addresses");
}

/* A number by its name. */
typedef struct constant {
  const char *name;
  int value;
} constant;

/* Sets `name` in the table on top to a table of such numbers. */
static void set_constants(lua_State *L, const char *name, const constant *constants, size_t count)
{
  size_t i;
  lua_newtable(L);
  for (i = 0; i < count; i++) set_number(L, constants[i].name, (size_t)constants[i].value);
  lua_setfield(L, -2, name);
}

/* Sets `search` in the table on top to the layout of ab_search: an array of fields, and its size. */
static void set_layout(lua_State *L)
{
  static const field fields[] = {
      FIELD("int32_t", ab_search, "ply", loop.ply),
      FIELD("int32_t", ab_search, "child", loop.child),
      FIELD("int32_t", ab_search, "takes_state", loop.takes_state),
      FIELD("int32_t", ab_search, "is_checked", loop.is_checked),
      FIELD("int32_t", ab_search, "leaf", loop.leaf),
      FIELD("int32_t", ab_search, "asks_end", ask.asks_end),
      FIELD("int32_t", ab_search, "undos", loop.undos),
      FIELD("int32_t", ab_search, "nils", loop.nils),
      FIELD("int32_t", ab_search, "count", loop.count),
      FIELD("int32_t", ab_search, "tried", loop.tried),
      FIELD("int32_t", ab_search, "comes_back", loop.comes_back),
      FIELD("int32_t", ab_search, "has_wanted", loop.has_wanted),
      FIELD("int32_t", ab_search, "knows_end", loop.knows_end),
      FIELD("int32_t", ab_search, "wanted", loop.wanted),
      FIELD("int32_t", ab_search, "found_count", loop.found_count),
      FIELD("int32_t", ab_search, "finds_moves", loop.finds_moves),
      FIELD("int32_t", ab_search, "meets_other", loop.meets_other),
      FIELD("int32_t", ab_search, "has_small_numbers", now.has_small_numbers),
      FIELD("int32_t", ab_search, "is_end_untold", now.is_end_untold),
      FIELD("int32_t", ab_search, "outcome", loop.outcome),
      FIELD("int32_t", ab_search, "generation", loop.generation),
      FIELD("int32_t[64]", ab_search, "indexes", loop.indexes),
      FIELD("int32_t[64]", ab_search, "moves", loop.moves),
      FIELD("double[64]", ab_search, "scores", loop.scores),
      FIELD("int32_t", ab_search, "is_timed", watch.is_on),
      FIELD("int32_t", ab_search, "made", now.made),
      FIELD("uint64_t", ab_search, "state_node", now.state_node),
      FIELD("int32_t", ab_search, "style", game.style),
      FIELD("int32_t", ab_search, "has_evaluate_move", game.has_evaluate_move),
      FIELD("double", ab_search, "middle", now.middle),
      FIELD("int32_t", ab_search, "running", ask.running),
      FIELD("int32_t", ab_search, "pending", ask.pending),
      FIELD("int32_t", ab_search, "scored", ask.scored),
      FIELD("int32_t", ab_search, "asked", ask.asked),
      FIELD("int32_t", ab_search, "is_waiting", ask.is_waiting),
  };
  size_t i;
  lua_newtable(L);
  for (i = 0; i < COUNT(fields); i++) {
    lua_newtable(L);
    lua_pushstring(L, fields[i].name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, fields[i].type);
    lua_setfield(L, -2, "type");
    set_number(L, "offset", fields[i].offset);
    set_number(L, "size", fields[i].size);
    lua_rawseti(L, -2, (int)i + 1);
  }
  set_number(L, "size", sizeof(ab_search));
  lua_setfield(L, -2, "search");
}

int ab_loop_push_interface(lua_State *L)
{
  static const constant slots[] = {
      {"callbacks", AB_SLOT_CALLBACKS}, {"states", AB_SLOT_STATES}, {"found_moves", AB_SLOT_FOUND_MOVES},
      {"lists", AB_SLOT_LISTS},         {"filled", AB_SLOT_FILLED}, {"moves", AB_SLOT_MOVES},
      {"undos", AB_SLOT_UNDOS},         {"lines", AB_SLOT_LINES}};
  static const constant asks[] = {{"nothing", AB_ASK_NOTHING},
                                  {"successors", AB_ASK_SUCCESSORS},
                                  {"noisy", AB_ASK_NOISY},
                                  {"turn", AB_ASK_TURN},
                                  {"key", AB_ASK_KEY},
                                  {"bounds", AB_ASK_BOUNDS},
                                  {"moves", AB_ASK_MOVES},
                                  {"scores", AB_ASK_SCORES},
                                  {"value", AB_ASK_VALUE},
                                  {"enter", AB_ASK_ENTER},
                                  {"leaf", AB_ASK_LEAF},
                                  {"leave", AB_ASK_LEAVE},
                                  {"find_move", AB_ASK_FIND_MOVE},
                                  {"child_key", AB_ASK_CHILD_KEY},
                                  {"skip", AB_ASK_SKIP},
                                  {"line", AB_ASK_LINE}};
  static const constant leaf_kinds[] = {{"over", AB_LEAF_OVER}, {"horizon", AB_LEAF_HORIZON}};
  static const constant outcomes[] = {{"asked", AB_LOOP_ASKED}, {"answered", AB_LOOP_ANSWERED}};
  static const constant styles[] = {
      {"in_place", AB_IN_PLACE}, {"copying", AB_COPYING}, {"by_states", AB_BY_STATES}};
  int i;
  lua_newtable(L);
  set_functions(L);
  set_layout(L);
  set_constants(L, "slots", slots, COUNT(slots));
  set_constants(L, "asks", asks, COUNT(asks));
  set_constants(L, "leaves", leaf_kinds, COUNT(leaf_kinds));
  set_constants(L, "outcomes", outcomes, COUNT(outcomes));
  set_constants(L, "styles", styles, COUNT(styles));
  lua_newtable(L);
  for (i = 0; i < AB_CALLBACKS; i++) set_number(L, ab_callback_name((ab_callback)i), (size_t)i);
  set_number(L, "none", AB_NO_CALLBACK);
  lua_setfield(L, -2, "callbacks");
  set_number(L, "undo_places", AB_UNDO_PLACES);
  ab_zobrist_push_layout(L);
  lua_setfield(L, -2, "zobrist");
  lua_pushcfunction(L, keep_undos);
  lua_setfield(L, -2, "keep_undos");
  lua_pushcfunction(L, new_filled);
  lua_setfield(L, -2, "new_filled");
  lua_pushcfunction(L, identify);
  lua_setfield(L, -2, "identify");
  lua_pushcfunction(L, is_empty);
  lua_setfield(L, -2, "is_empty");
  return 1;
}
