#include "native_game.h"

#include <stddef.h>
#include <string.h>

#include "../../system/thread.h"
#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "../base/move.h"
#include "../driver/native.h"

/*
 * Rules, with room for a list. Upvalues of a function: this userdata, the states' metatable, game, callback. An
 * allocation may run a finalizer that calls a function of the same game: no list is read after one.
 */
typedef struct native_game {
  alphabeta_rules rules;
  double *probabilities;
  int usual;        /* how many moves the last list had */
  int64_t moves[1]; /* `moves_max` of them, and as many probabilities */
} native_game;

/* The offset of a callback's function in a struct of rules; 0: rules in C have no such callback. */
static const size_t offsets[AB_CALLBACKS] = {
    [AB_MOVES] = offsetof(alphabeta_rules, moves),     [AB_PLAY] = offsetof(alphabeta_rules, make),
    [AB_PLAYER] = offsetof(alphabeta_rules, player),   [AB_EVALUATE] = offsetof(alphabeta_rules, evaluate),
    [AB_RESULT] = offsetof(alphabeta_rules, result),   [AB_IS_OVER] = offsetof(alphabeta_rules, is_over),
    [AB_HASH] = offsetof(alphabeta_rules, hash),       [AB_ORDER] = offsetof(alphabeta_rules, order),
    [AB_CHANCES] = offsetof(alphabeta_rules, chances), [AB_NOISY] = offsetof(alphabeta_rules, noisy),
};

/* Whether rules have the function of a callback. */
static int has_function(const alphabeta_rules *rules, int callback)
{
  void (*function)(void);
  memcpy(&function, (const char *)rules + offsets[callback], sizeof function);
  return offsets[callback] != 0 && function != NULL;
}

/* The game whose function runs. */
static native_game *this_game(lua_State *L)
{
  return lua_touserdata(L, lua_upvalueindex(1));
}

/* Whether the value at `index` is a userdata with the metatable that is on top, which is popped. */
static int has_metatable(lua_State *L, int index)
{
  int is_one = 0;
  if (lua_type(L, index) == LUA_TUSERDATA && lua_getmetatable(L, index)) {
    is_one = lua_rawequal(L, -1, -2);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return is_one;
}

/* The state that is argument 1 of the function `name`. */
static void *check_state(lua_State *L, const char *name)
{
  lua_pushvalue(L, lua_upvalueindex(2));
  if (!has_metatable(L, 1))
    luaL_error(L, "alphabeta: callback '%s': expected a state of %s, got %s", name, this_game(L)->rules.name,
               ab_message_describe(L, 1));
  return lua_touserdata(L, 1);
}

/* Pushes a new state, zeroed. */
static void *push_state(lua_State *L)
{
  size_t size = this_game(L)->rules.state_size;
  void *state = memset(lua_newuserdata(L, size), 0, size);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_setmetatable(L, -2);
  return state;
}

/* Pushes a number that the function `name` has returned. */
static int push_number(lua_State *L, double number, const char *name)
{
  if (number != number) luaL_error(L, "alphabeta: callback '%s': expected a number, got NaN", name);
  lua_pushnumber(L, (lua_Number)number);
  return 1;
}

/* Lists the moves of a state by `moves`, `noisy` or `chances`; returns how many there are. */
static int list(lua_State *L, const void *state, ab_callback callback)
{
  native_game *own = this_game(L);
  const alphabeta_rules *rules = &own->rules;
  uint32_t count = ab_native_list(rules, callback, state, own->moves, own->probabilities);
  if (count > rules->moves_max)
    luaL_error(L, "alphabeta: callback '%s': " AB_NATIVE_EXPECTED_MOVES, ab_callback_name(callback),
               (int)rules->moves_max, (lua_Number)count);
  return (int)count;
}

/* Puts the moves by `callback` into a new table, or into the table that is argument 2 and returns their number. */
static int push_moves(lua_State *L, const void *state, ab_callback callback)
{
  native_game *own = this_game(L);
  int is_given = callback == AB_MOVES && lua_istable(L, 2), i;
  lua_settop(L, 2);
  if (!is_given) lua_createtable(L, own->usual, 0);
  own->usual = list(L, state, callback);
  for (i = 0; i < own->usual; i++) {
    ab_move_push(L, own->moves[i]);
    lua_rawseti(L, -2, i + 1);
  }
  if (is_given) lua_pushinteger(L, own->usual);
  return 1;
}

/* Pushes a table of outcomes and their probabilities; returns 0 if there are none. */
static int push_chances(lua_State *L, const void *state)
{
  const native_game *own = this_game(L);
  size_t room = own->rules.moves_max * sizeof *own->moves;
  int64_t *outcomes = lua_newuserdata(L, 2 * room);
  double *probabilities = (double *)(void *)(outcomes + own->rules.moves_max);
  int count = list(L, state, AB_CHANCES), i;
  memcpy(outcomes, own->moves, room);
  memcpy(probabilities, own->probabilities, room);
  if (count == 0) return 0;
  lua_createtable(L, count, 0);
  for (i = 0; i < count; i++) {
    lua_createtable(L, 0, 2);
    push_number(L, probabilities[i], "chances");
    lua_setfield(L, -2, "probability");
    ab_move_push(L, outcomes[i]);
    lua_setfield(L, -2, "outcome");
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* The move that is argument 2 of `callback`: one of the state's, or one of its outcomes. */
static int64_t check_move(lua_State *L, const void *state, ab_callback callback)
{
  static const ab_callback lists[] = {AB_MOVES, AB_CHANCES, AB_NOISY};
  const native_game *own = this_game(L);
  int64_t move;
  int is_move = ab_move_read(L, 2, &move), i;
  size_t nth;
  for (nth = 0; is_move && nth < sizeof lists / sizeof *lists; nth++) {
    if (!has_function(&own->rules, (int)lists[nth])) continue;
    for (i = list(L, state, lists[nth]) - 1; i >= 0; i--)
      if (own->moves[i] == move) return move;
  }
  return luaL_error(L, "alphabeta: callback '%s': expected a move that 'moves' lists, got %s",
                    ab_callback_name(callback), ab_message_describe(L, 2));
}

/* play(state, move) */
static int play(lua_State *L, const void *state)
{
  const alphabeta_rules *rules = &this_game(L)->rules;
  int64_t move = check_move(L, state, AB_PLAY);
  void *after = push_state(L), *undo = lua_newuserdata(L, rules->undo_size + 1);
  ab_native_copy(rules, after, state);
  rules->make(after, move, undo);
  lua_pop(L, 1);
  return 1;
}

/* player(state) */
static int push_player(lua_State *L, const void *state)
{
  const alphabeta_rules *rules = &this_game(L)->rules;
  int32_t player = rules->player(state);
  if (!ab_native_is_player(rules, player))
    luaL_error(L, "alphabeta: callback 'player': " AB_NATIVE_EXPECTED_PLAYER, (int)rules->players,
               (int)player);
  lua_pushinteger(L, player);
  return 1;
}

/* A callback of a search, as Lua calls it: the one that is upvalue 4. */
static int call(lua_State *L)
{
  ab_callback callback = (ab_callback)lua_tointeger(L, lua_upvalueindex(4));
  const char *name = ab_callback_name(callback);
  const void *state = check_state(L, name);
  const alphabeta_rules *rules = &this_game(L)->rules;
  int32_t me = (int32_t)lua_tointeger(L, 2);
  switch (callback) {
  case AB_PLAY:
    return play(L, state);
  case AB_PLAYER:
    return push_player(L, state);
  case AB_EVALUATE:
    return push_number(L, rules->evaluate(state, me), name);
  case AB_RESULT:
    return push_number(L, rules->result(state, me), name);
  case AB_ORDER:
    return push_number(L, rules->order(state, check_move(L, state, callback)), name);
  case AB_IS_OVER:
    lua_pushboolean(L, rules->is_over(state));
    return 1;
  case AB_HASH:
    compat_pushcount(L, ab_native_hash(rules, state));
    return 1;
  case AB_CHANCES:
    return push_chances(L, state);
  default:
    return push_moves(L, state, callback);
  }
}

/* copy(state): another state that is the same */
static int copy(lua_State *L)
{
  const void *state = check_state(L, "copy");
  ab_native_copy(&this_game(L)->rules, push_state(L), state);
  return 1;
}

/* new(): the start of the game */
static int start(lua_State *L)
{
  this_game(L)->rules.start(push_state(L));
  return 1;
}

/* The longest text of a state, in bytes. */
#define TEXT_MAX ((size_t)1 << 20)

/* write(state), and tostring(state): its text */
static int write(lua_State *L)
{
  const void *state = check_state(L, "write");
  const alphabeta_rules *rules = &this_game(L)->rules;
  size_t room = 0, length = 256;
  char *text = NULL;
  if (rules->write == NULL) {
    lua_pushfstring(L, "%s: %p", rules->name, state);
    return 1;
  }
  while (length > room) {
    if (length > TEXT_MAX) luaL_error(L, "alphabeta: callback 'write': expected a text of at most 1 MiB");
    room = length;
    lua_settop(L, 1);
    text = memset(lua_newuserdata(L, room), 0, room);
    length = rules->write(state, text, room);
  }
  lua_pushlstring(L, text, length);
  return 1;
}

/* read(text): the state that was written; nil if there is none */
static int read(lua_State *L)
{
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  if (!this_game(L)->rules.read(push_state(L), text, length)) lua_pushnil(L);
  return 1;
}

/* state[name]: a field that the rules name, or a function of the game, which is upvalue 3. */
static int index_state(lua_State *L)
{
  const void *state = check_state(L, "__index");
  const alphabeta_rules *rules = &this_game(L)->rules;
  const char *const *field = lua_type(L, 2) == LUA_TSTRING ? rules->fields : NULL;
  for (; field != NULL && *field != NULL; field++) {
    double value;
    if (strcmp(lua_tostring(L, 2), *field) != 0) continue;
    value = rules->field(state, (uint32_t)(field - rules->fields));
    if (!(value >= INT32_MIN && value <= INT32_MAX && value == (int32_t)value))
      return push_number(L, value, *field);
    lua_pushinteger(L, (lua_Integer)value);
    return 1;
  }
  lua_settop(L, 2);
  lua_rawget(L, lua_upvalueindex(3));
  return 1;
}

/* The game of the callback at `slot` if that is a function of such a game, and its own; otherwise NULL. */
static const native_game *game_of(lua_State *L, int callback)
{
  const native_game *own = NULL;
  int slot = AB_SLOT_CALLBACKS + callback;
  if (lua_tocfunction(L, slot) != call) return NULL;
  lua_getupvalue(L, slot, 4);
  lua_getupvalue(L, slot, 1);
  if (lua_tointeger(L, -2) == callback) own = lua_touserdata(L, -1);
  lua_pop(L, 2);
  return own;
}

const alphabeta_rules *ab_native_game_find(lua_State *L, const ab_beginning *what)
{
  const native_game *own = game_of(L, (int)AB_PLAY);
  int callback, needs_value = what->kind == AB_KIND_ALPHABETA && !what->game.has_evaluate;
  if (own == NULL || ab_task_has_payoffs(&what->task) || what->task.traces || needs_value ||
      what->kind == AB_KIND_DEALS)
    return NULL;
  lua_getupvalue(L, AB_SLOT_CALLBACKS + (int)AB_PLAY, 2);
  if (!has_metatable(L, AB_SLOT_STATE)) return NULL;
  for (callback = 0; callback < (int)AB_CALLBACKS; callback++)
    if (!lua_isnil(L, AB_SLOT_CALLBACKS + callback) && game_of(L, callback) != own) return NULL;
  return &own->rules;
}

/* ---- alphabeta.native ---- */

/* Raises an error for the rules at `own` unless a game can be made of them. */
static void check_rules(lua_State *L, const alphabeta_rules *own)
{
  const char *lack = NULL;
  if (own->start == NULL) lack = "start";
  if (own->moves == NULL) lack = "moves";
  if (own->make == NULL) lack = "make";
  if (own->evaluate == NULL && own->result == NULL) lack = "evaluate";
  if (own->fields != NULL && own->field == NULL) lack = "field";
  if (lack != NULL) luaL_error(L, "alphabeta.native: function '%s': expected a function, got NULL", lack);
  if (own->state_size < 1 || own->state_size > ALPHABETA_STATE_MAX || own->undo_size > ALPHABETA_STATE_MAX)
    luaL_error(L, "alphabeta.native: field '%s': expected bytes, at most %d",
               own->undo_size > ALPHABETA_STATE_MAX ? "undo_size" : "state_size", (int)ALPHABETA_STATE_MAX);
  if (own->moves_max < 1 || own->moves_max > ALPHABETA_MOVES_MAX)
    luaL_error(L, "alphabeta.native: field 'moves_max': expected a number from 1 to %d",
               (int)ALPHABETA_MOVES_MAX);
  if (own->player != NULL && (own->players < 1 || own->players > ALPHABETA_PLAYERS_MAX))
    luaL_error(L,
               "alphabeta.native: field 'players': expected a number from 1 to %d, which goes with 'player'",
               ALPHABETA_PLAYERS_MAX);
}

/* Copies the rules at `given`, which may be of an older or a newer header. */
static void read_rules(lua_State *L, alphabeta_rules *own, const void *given)
{
  size_t needed = offsetof(alphabeta_rules, make) + sizeof own->make, size, i;
  memset(own, 0, sizeof *own);
  memcpy(own, given, offsetof(alphabeta_rules, name));
  if (own->version != ALPHABETA_RULES_VERSION)
    luaL_error(
        L,
        "alphabeta.native: expected rules of version %p, got %p: compile them with the alphabeta.h of this "
        "module, and give the address of the struct",
        (void *)(size_t)ALPHABETA_RULES_VERSION, (void *)(size_t)own->version);
  size = own->size;
  if (size < needed || size % sizeof own->make != 0)
    luaL_error(L,
               "alphabeta.native: field 'size': expected at least %d bytes, a multiple of %d, got %d: write "
               "sizeof(alphabeta_rules)",
               (int)needed, (int)sizeof own->make, (int)size);
  for (i = sizeof *own; i < size; i++)
    if (((const char *)given)[i] != 0)
      luaL_error(L,
                 "alphabeta.native: the rules use what this version of the module does not know: update it");
  memcpy(own, given, size < sizeof *own ? size : sizeof *own);
  if (own->name == NULL) own->name = "a game";
  check_rules(L, own);
}

/* A table in the registry: the userdata of rules, by their handle and by the metatable of their states. */
#define KNOWN "alphabeta.native"

/* Pushes the userdata of rules and the metatable of their states, which games of a handle share: returns 1 if new. */
static int push_game(lua_State *L, const void *handle, const alphabeta_rules *rules)
{
  native_game *own;
  lua_settop(L, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, KNOWN);
  if (lua_isnil(L, 1)) {
    lua_newtable(L);
    lua_replace(L, 1);
    lua_pushvalue(L, 1);
    lua_setfield(L, LUA_REGISTRYINDEX, KNOWN);
  }
  lua_pushlightuserdata(L, (void *)handle);
  lua_rawget(L, 1);
  own = lua_touserdata(L, 2);
  if (own != NULL && memcmp(&own->rules, rules, sizeof *rules) == 0) {
    compat_getuservalue(L, 2);
    return 0;
  }
  lua_settop(L, 1);
  own = lua_newuserdata(L, sizeof *own + 2 * rules->moves_max * sizeof *own->moves);
  own->rules = *rules;
  own->usual = 0;
  own->probabilities = (double *)(void *)(own->moves + rules->moves_max);
  lua_newtable(L);
  lua_pushvalue(L, 3);
  compat_setuservalue(L, 2);
  return 1;
}

/* Sets the field `name` of the game on top if the rules have it. Upvalues are the indexes 2 to 4 and the callback. */
static void set_function(lua_State *L, const char *name, lua_CFunction function, int callback, int has_it)
{
  int index;
  if (!has_it) return;
  for (index = 2; index <= 4; index++) lua_pushvalue(L, index);
  lua_pushinteger(L, callback);
  lua_pushcclosure(L, function, 4);
  lua_setfield(L, -2, name);
}

/* The address of a struct, or the pointer, that LuaJIT's `ffi` has made, argument 1. */
static const void *address_of(lua_State *L)
{
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_getfield(L, -1, "ffi");
  lua_getfield(L, -1, "cast");
  lua_pushliteral(L, "const void *");
  lua_pushvalue(L, 1);
  lua_call(L, 2, 1);
  return *(void *const *)lua_topointer(L, -1);
}

/*
 * LuaJIT unloads a library that `ffi.load` has loaded when nothing refers to its table any more: keeps the libraries of
 * the struct and of its functions in the process.
 */
static void keep_library(const void *handle, const alphabeta_rules *rules)
{
  const void *function;
  memcpy(&function, &rules->make, sizeof function);
  ab_thread_keep_library(handle);
  ab_thread_keep_library(function);
}

int ab_native_game_new(lua_State *L)
{
  alphabeta_rules rules;
  const void *handle = lua_type(L, 1) == AB_LUA_TCDATA ? address_of(L) : lua_touserdata(L, 1);
  int is_new, callback;
  if ((lua_type(L, 1) != LUA_TLIGHTUSERDATA && lua_type(L, 1) != AB_LUA_TCDATA) || handle == NULL)
    return luaL_error(
        L, "alphabeta.native: argument 'handle': expected the address of rules, a light userdata, got %s",
        ab_message_describe(L, 1));
  read_rules(L, &rules, handle);
  if (lua_type(L, 1) == AB_LUA_TCDATA) keep_library(handle, &rules);
  is_new = push_game(L, handle, &rules);
  lua_createtable(L, 0, 16);
  for (callback = 0; callback < (int)AB_CALLBACKS; callback++)
    set_function(L, ab_callback_name((ab_callback)callback), call, callback, has_function(&rules, callback));
  set_function(L, "copy", copy, 0, 1);
  set_function(L, "new", start, 0, 1);
  set_function(L, "write", write, 0, rules.write != NULL);
  set_function(L, "read", read, 0, rules.read != NULL);
  if (!is_new) return 1;
  lua_pushvalue(L, 3);
  set_function(L, "__index", index_state, 0, 1);
  set_function(L, "__tostring", write, 0, 1);
  lua_pushstring(L, rules.name);
  lua_setfield(L, -2, "__name");
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 2);
  lua_rawset(L, 1);
  lua_pushlightuserdata(L, (void *)handle);
  lua_pushvalue(L, 2);
  lua_rawset(L, 1);
  lua_settop(L, 4);
  return 1;
}

int ab_native_game_bytes(lua_State *L)
{
  const native_game *own;
  lua_settop(L, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, KNOWN);
  if (lua_type(L, 1) != LUA_TUSERDATA || !lua_istable(L, 2) || !lua_getmetatable(L, 1)) return 0;
  lua_rawget(L, 2);
  own = lua_touserdata(L, -1);
  if (own == NULL) return 0;
  lua_pushlstring(L, lua_touserdata(L, 1), own->rules.state_size);
  return 1;
}
