/* searcher.c: see searcher.h. */

#include "searcher.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../engine/key.h"
#include "../../engine/table_file.h"
#include "../base/compat.h"
#include "../driver/driver.h"
#include "options.h"
#include "../root/ranking.h"

/* The metatables of searchers, without the option `slice` and with it. */
#define METATABLE "alphabeta.searcher"
#define SLICING_METATABLE "alphabeta.searcher.slicing"

typedef struct searcher {
  ab_search driver;
  ab_options options; /* the arguments of each search come on top */
  ab_table table;     /* made by the first search that needs it */
  int is_closed;
} searcher;

/* Pushes a new searcher that knows no game yet. */
static searcher *push_searcher(lua_State *L)
{
  searcher *self = lua_newuserdata(L, sizeof *self);
  ab_driver_init(&self->driver);
  ab_options_default(&self->options);
  ab_table_init(&self->table);
  self->is_closed = 0;
  luaL_getmetatable(L, METATABLE);
  lua_setmetatable(L, -2);
  lua_newtable(L);
  lua_newtable(L);
  lua_rawseti(L, -2, AB_KEPT_PLAYERS);
  compat_setuservalue(L, -2);
  return self;
}

/* The searcher at index 1. Raises an error when there is something else. */
static searcher *check_searcher(lua_State *L)
{
  int top = lua_gettop(L), is_slicing;
  luaL_getmetatable(L, SLICING_METATABLE);
  is_slicing = lua_getmetatable(L, 1) && lua_rawequal(L, -1, -2);
  lua_settop(L, top);
  return is_slicing ? lua_touserdata(L, 1) : luaL_checkudata(L, 1, METATABLE);
}

/* The searcher that the method `where` was called on, at index 1, which must not be searching just now. */
static searcher *check_free(lua_State *L, const char *where)
{
  searcher *self = check_searcher(L);
  if (self->driver.is_busy) luaL_error(L, "%s: the searcher is searching already", where);
  return self;
}

/* The same, of a searcher that is not closed. */
static searcher *check_open(lua_State *L, const char *where)
{
  searcher *self = check_free(L, where);
  if (self->is_closed) luaL_error(L, "%s: the searcher is closed", where);
  return self;
}

/* The same, of a searcher that has no search to go on with either. */
static searcher *check_idle(lua_State *L, const char *where)
{
  searcher *self = check_open(L, where);
  if (self->driver.now.is_thinking)
    luaL_error(L, "%s: the searcher is thinking: let it finish, or stop it", where);
  return self;
}

/* Raises an error when there is no state at `index`. */
static void check_state(lua_State *L, int index, const char *where)
{
  if (lua_isnoneornil(L, index)) luaL_error(L, "%s: argument 'state': expected a state, got nil", where);
}

/* Pushes the field `name` of the table at `index`; nil when there is none. */
static void push_option(lua_State *L, int index, const char *name)
{
  if (lua_istable(L, index))
    lua_getfield(L, index, name);
  else
    lua_pushnil(L);
}

/* Puts the value at `value` into the own table of the searcher at `index`, at `key`. */
static void keep(lua_State *L, int index, int key, int value)
{
  compat_getuservalue(L, index);
  lua_pushvalue(L, value);
  lua_rawseti(L, -2, key);
  lua_pop(L, 1);
}

/* Copies the array on top, if it is one, in its place. */
static void copy_array(lua_State *L)
{
  int count = lua_istable(L, -1) ? (int)compat_rawlen(L, -1) : 0, i;
  if (!lua_istable(L, -1)) return;
  lua_createtable(L, count, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -2, i);
    lua_rawseti(L, -2, i);
  }
  lua_replace(L, -2);
}

/* What the table in AB_SLOT_ANSWERS and the searcher's own are told by options or limits: its name and places. */
static const struct {
  const char *name;
  int answers, kept;
} told[] = {{"searchmoves", AB_ANSWERS_SEARCHMOVES, AB_KEPT_SEARCHMOVES},
            {"avoid", AB_ANSWERS_AVOID, AB_KEPT_AVOID},
            {"level", AB_ANSWERS_LEVEL, AB_KEPT_LEVEL}};
#define TOLD (sizeof told / sizeof *told)

/* Keeps what the options at `index` say of the root's moves in the own table of the searcher at `self`. */
static void keep_answers(lua_State *L, int self, int index)
{
  size_t i;
  for (i = 0; i < TOLD; i++) {
    push_option(L, index, told[i].name);
    copy_array(L);
    keep(L, self, told[i].kept, lua_gettop(L));
    lua_pop(L, 1);
  }
}

/*
 * Prepares what concerns the root's moves in a search by the searcher at index 1, where anything is asked of them: by
 * `options`, by the limits at `index`, or by what keep_answers has kept.
 */
static void prepare_answers(lua_State *L, int index, ab_options *options)
{
  ab_task *task = &options->task;
  int first = lua_gettop(L) + 1, answers = first + (int)TOLD, i;
  for (i = 0; i < (int)TOLD; i++) {
    push_option(L, index, told[i].name);
    copy_array(L);
    if (!lua_isnil(L, -1)) continue;
    compat_getuservalue(L, 1);
    lua_rawgeti(L, -1, told[i].kept);
    lua_replace(L, first + i);
    lua_pop(L, 1);
  }
  task->is_partial = lua_istable(L, first) || lua_istable(L, first + 1);
  if (task->is_partial || task->multipv > 1 || task->lists_ties) {
    lua_createtable(L, AB_ANSWERS_COMPLETED, 0);
    for (i = 0; i < (int)TOLD; i++) {
      lua_pushvalue(L, first + i);
      lua_rawseti(L, answers, told[i].answers);
    }
    lua_newtable(L);
    lua_rawseti(L, answers, AB_ANSWERS_LINES);
    lua_newtable(L);
    lua_rawseti(L, answers, AB_ANSWERS_COMPLETED);
  } else {
    lua_pushnil(L);
  }
  keep(L, 1, AB_KEPT_ANSWERS, answers);
  lua_settop(L, first - 1);
}

/* The searcher's table, made when it is first wanted; NULL where `options` leave no room for any entry. */
static ab_table *prepare_table(lua_State *L, searcher *self, const char *where, const ab_options *options)
{
  if (ab_table_bytes(&self->table) == 0 && !ab_table_resize(&self->table, options->table_bytes))
    luaL_error(L, "%s: option 'table': not enough memory for %d MiB", where, (int)(options->table_bytes >> 20));
  return ab_table_bytes(&self->table) > 0 ? &self->table : NULL;
}

/*
 * What `self` is to do as `options` say. The stack holds the searcher, the state, the game and the past, and nothing
 * else; the game's callbacks come on top. A game that is nil stands for the state's own methods.
 */
static ab_task prepare(lua_State *L, searcher *self, const char *where, const ab_options *options)
{
  ab_task task = options->task;
  int prunes = task.algorithm < AB_MINIMAX;
  if (lua_isnil(L, AB_SLOT_ME)) {
    lua_pushvalue(L, AB_SLOT_STATE);
    lua_replace(L, AB_SLOT_ME);
  }
  self->driver.choice = options->choice;
  ab_game_push(L, AB_SLOT_ME, where, task.algorithm != AB_PERFT, &self->driver.game);
  if (prunes && self->driver.game.has_hash && options->table_bytes > 0)
    task.table = prepare_table(L, self, where, options);
  if (task.table != NULL && !options->has_algorithm) task.algorithm = AB_PVS;
  if (task.algorithm == AB_MAXN && !self->driver.game.has_player)
    luaL_error(L, "%s: algorithm 'maxn' needs a game with 'player'", where);
  if (task.quiescence > 0 && !self->driver.game.has_noisy)
    luaL_error(L, "%s: option 'quiescence' needs a game with 'noisy'", where);
  if (task.null_move > 0 && !self->driver.game.has_pass)
    luaL_error(
        L, "%s: option 'null_move' needs a game with 'pass', and with 'unpass' where moves are made in place",
        where);
  if (task.scores_repetition && !self->driver.game.has_hash)
    luaL_error(L, "%s: option 'repetition' needs a game with 'hash'", where);
  if (!lua_isnil(L, AB_SLOT_PAST) && !task.scores_repetition)
    luaL_error(L, "%s: limit 'past' needs option 'repetition'", where);
  if (task.star2 < 0) task.star2 = task.table != NULL || self->driver.game.has_order;
  task.killers = prunes && (task.killers < 0 ? task.table != NULL : task.killers);
  task.history = prunes && (task.history < 0 ? task.table != NULL : task.history);
  return task;
}

/* Searches a state, with the same stack. */
static int run(lua_State *L, searcher *self, const char *where, const ab_options *options, int divides)
{
  ab_task task = prepare(L, self, where, options);
  return ab_driver_search(L, &self->driver, &task, divides);
}

/*
 * Lays out the stack of a function called with (state, depth, options), which `options` were read from, for run(): a
 * new searcher, the state, the game and the past.
 */
static searcher *lay_out_once(lua_State *L, ab_options *options)
{
  searcher *self = push_searcher(L);
  self->driver.is_for_once = 1;
  lua_insert(L, 1);
  push_option(L, 4, "on_iteration");
  keep(L, 1, AB_KEPT_ON_ITERATION, 5);
  push_option(L, 4, "trace");
  keep(L, 1, AB_KEPT_TRACE, 6);
  keep_answers(L, 1, 4);
  prepare_answers(L, 3, options);
  lua_settop(L, 4);
  push_option(L, 4, "game");
  push_option(L, 3, "past");
  lua_replace(L, 4);
  lua_replace(L, 3);
  return self;
}

int ab_searcher_search_once(lua_State *L)
{
  static const char where[] = "alphabeta.search";
  ab_options options;
  searcher *self;
  lua_settop(L, 3);
  check_state(L, 1, where);
  ab_options_default(&options);
  ab_options_read(L, 3, where, &options);
  if (options.slice < HUGE_VAL)
    luaL_error(L, "%s: option 'slice' needs a searcher: see alphabeta.new", where);
  ab_options_read_limits(L, 2, where, &options);
  ab_options_finish(L, where, &options);
  self = lay_out_once(L, &options);
  return run(L, self, where, &options, 0);
}

int ab_searcher_perft(lua_State *L)
{
  static const char where[] = "alphabeta.perft";
  ab_options options;
  searcher *self;
  int divides;
  lua_settop(L, 3);
  check_state(L, 1, where);
  ab_options_default(&options);
  options.task.algorithm = AB_PERFT;
  options.task.depth = ab_options_check_depth(L, 2, where);
  divides = ab_options_read_perft(L, 3, where);
  ab_options_finish(L, where, &options);
  self = lay_out_once(L, &options);
  return run(L, self, where, &options, divides);
}

int ab_searcher_new(lua_State *L)
{
  static const char where[] = "alphabeta.new";
  searcher *self;
  lua_settop(L, 2);
  self = push_searcher(L);
  ab_options_read(L, 2, where, &self->options);
  if (self->options.slice < HUGE_VAL) {
    luaL_getmetatable(L, SLICING_METATABLE);
    lua_setmetatable(L, 3);
  }
  push_option(L, 2, "game");
  if (lua_isnil(L, 1))
    lua_replace(L, 1);
  else if (!lua_isnil(L, -1))
    luaL_error(L, "%s: the game is given twice, as an argument and as option 'game'", where);
  lua_settop(L, 3);
  if (!lua_isnil(L, 1)) {
    ab_game game;
    ab_game_push(L, 1, where, 1, &game);
    lua_settop(L, 3);
  }
  keep(L, 3, AB_KEPT_GAME, 1);
  push_option(L, 2, "on_iteration");
  keep(L, 3, AB_KEPT_ON_ITERATION, 4);
  push_option(L, 2, "trace");
  keep(L, 3, AB_KEPT_TRACE, 5);
  keep_answers(L, 3, 2);
  lua_settop(L, 3);
  return 1;
}

/*
 * Reads the arguments (searcher, state, limits) of the method `where` into `options`, and lays out the stack for
 * prepare().
 */
static searcher *lay_out(lua_State *L, const char *where, ab_options *options)
{
  searcher *self = check_idle(L, where);
  *options = self->options;
  if (lua_gettop(L) > 3) luaL_error(L, "%s: expected a state and a depth, got a third argument", where);
  lua_settop(L, 3);
  check_state(L, 2, where);
  ab_options_read_limits(L, 3, where, options);
  ab_options_finish(L, where, options);
  prepare_answers(L, 3, options);
  push_option(L, 3, "past");
  compat_getuservalue(L, 1);
  lua_rawgeti(L, -1, AB_KEPT_GAME);
  lua_replace(L, 3);
  lua_settop(L, 4);
  return self;
}

/* searcher:search(state, depth): best, value, info. */
static int search(lua_State *L)
{
  static const char where[] = "searcher:search";
  ab_options options;
  searcher *self = lay_out(L, where, &options);
  return run(L, self, where, &options, 0);
}

/* searcher:start(state, depth): begins a search that goes by slices. */
static int start(lua_State *L)
{
  static const char where[] = "searcher:start";
  ab_options options;
  ab_task task;
  searcher *self = lay_out(L, where, &options);
  task = prepare(L, self, where, &options);
  ab_driver_start(L, &self->driver, &task);
  return 0;
}

/* searcher:step(seconds): goes on for a slice; whether the search has ended. */
static int step(lua_State *L)
{
  static const char where[] = "searcher:step";
  searcher *self = check_open(L, where);
  double seconds = self->options.slice;
  uint64_t nodes;
  lua_settop(L, 2);
  ab_options_check_slice(L, 2, where, &seconds, &nodes);
  lua_settop(L, 1);
  if (!self->driver.now.is_sliced) luaL_error(L, "%s: no search was started", where);
  if (self->driver.now.is_thinking) return ab_driver_step(L, &self->driver, seconds, nodes);
  lua_pushboolean(L, 1);
  return 1;
}

/* searcher:stop(): ends the search. */
static int stop(lua_State *L)
{
  searcher *self = check_searcher(L);
  lua_settop(L, 1);
  return ab_driver_stop(L, &self->driver);
}

/* searcher:best(): best, value, info of the search under way or else that was started last, as far as it has come. */
static int best(lua_State *L)
{
  const searcher *self = check_searcher(L);
  lua_settop(L, 1);
  return ab_driver_best(L, &self->driver);
}

/* searcher:thinking(): whether there is a search to go on with. */
static int thinking(lua_State *L)
{
  const searcher *self = check_searcher(L);
  lua_pushboolean(L, self->driver.now.is_thinking);
  return 1;
}

/* searcher:close(): gives its memory back. A closed searcher may be closed again. */
static int close(lua_State *L)
{
  searcher *self = check_free(L, "searcher:close");
  ab_driver_free(L, &self->driver);
  ab_table_free(&self->table);
  self->is_closed = 1;
  lua_settop(L, 1);
  lua_pushnil(L);
  keep(L, 1, AB_KEPT_SESSION, 2);
  return 0;
}

int ab_searcher_searches(lua_State *L)
{
  const searcher *self = check_searcher(L);
  compat_pushcount(L, self->driver.searches);
  return 1;
}

/* searcher:clear(): forgets what the table and the history know. */
static int clear(lua_State *L)
{
  static const char where[] = "searcher:clear";
  searcher *self = check_idle(L, where);
  ab_driver_forget(L, &self->driver);
  ab_table_clear(&self->table);
  return 0;
}

/* What the values in a searcher's table mean, as a number: two that differ cannot share a file. */
static uint64_t signature(const ab_task *task)
{
  double values[2] = {0, 0};
  uint64_t bits[2], sum;
  values[0] = task->win;
  if (task->scores_repetition) values[1] = task->repetition;
  memcpy(bits, values, sizeof bits);
  sum = (uint64_t)task->view | (uint64_t)task->minimizing << 1 | (uint64_t)task->scores_repetition << 2 |
        (uint64_t)task->reductions << 3 | (uint64_t)task->quiescence << 16 | (uint64_t)task->null_move << 32;
  return ab_key_mix(ab_key_mix(ab_key_mix(sum) ^ bits[0]) ^ bits[1]);
}

/* Opens the file that is named at index 2; raises the system's error when it cannot. */
static FILE *open_file(lua_State *L, const char *where, const char *mode)
{
  const char *path;
  FILE *file;
  if (lua_type(L, 2) != LUA_TSTRING)
    luaL_error(L, "%s: argument 'path': expected a string, got %s", where, luaL_typename(L, 2));
  path = lua_tostring(L, 2);
  file = fopen(path, mode);
  if (file == NULL) luaL_error(L, "%s: '%s': %s", where, path, strerror(errno));
  return file;
}

/* Raises the error that saving or loading the file at index 2 ended with, if any. */
static int check_outcome(lua_State *L, const char *where, ab_table_file outcome)
{
  if (outcome != AB_TABLE_FILE_OK)
    luaL_error(L, "%s: '%s': %s", where, lua_tostring(L, 2), ab_table_file_message(outcome));
  return 0;
}

/* searcher:save(path): writes the table to a file. */
static int save(lua_State *L)
{
  static const char where[] = "searcher:save";
  searcher *self = check_idle(L, where);
  FILE *file;
  ab_table_file outcome;
  if (self->driver.searches == 0 || ab_table_bytes(&self->table) == 0)
    luaL_error(L, "%s: there is no table: nothing was searched yet, or the game has no 'hash'", where);
  if (!self->driver.game.has_player)
    luaL_error(L, "%s: the game has no 'player': nobody else could tell for whom its values are", where);
  compat_getuservalue(L, 1);
  lua_rawgeti(L, -1, AB_KEPT_PLAYERS);
  if (compat_rawlen(L, -1) > 0)
    luaL_error(
        L, "%s: 'player' returned what is neither number, string nor boolean, and cannot be told in a file",
        where);
  file = open_file(L, where, "wb");
  outcome = ab_table_save(&self->table, signature(&self->options.task), file);
  if (fclose(file) != 0 && outcome == AB_TABLE_FILE_OK) outcome = AB_TABLE_FILE_UNWRITABLE;
  return check_outcome(L, where, outcome);
}

/* searcher:load(path): adds what a file holds to the table. */
static int load(lua_State *L)
{
  static const char where[] = "searcher:load";
  searcher *self = check_idle(L, where);
  FILE *file;
  ab_table_file outcome;
  if (self->options.table_bytes == 0) luaL_error(L, "%s: option 'table' is 0", where);
  file = open_file(L, where, "rb");
  outcome = ab_table_bytes(&self->table) > 0 || ab_table_resize(&self->table, self->options.table_bytes)
                ? ab_table_load(&self->table, signature(&self->options.task), file)
                : AB_TABLE_FILE_MEMORY;
  fclose(file);
  return check_outcome(L, where, outcome);
}

/* Collects a searcher: its table is not Lua's memory. */
static int collect(lua_State *L)
{
  searcher *self = check_searcher(L);
  ab_table_free(&self->table);
  return 0;
}

/* tostring(searcher) */
static int to_string(lua_State *L)
{
  const searcher *self = check_searcher(L);
  const char *state = "idle";
  if (self->is_closed)
    state = "closed";
  else if (self->driver.is_busy)
    state = "searching";
  else if (self->driver.now.is_thinking)
    state = "thinking";
  lua_pushfstring(L, "alphabeta.searcher (%s)", state);
  return 1;
}

/* Makes the metatable `name`, if this Lua state has not got it yet. */
static void make_metatable(lua_State *L, const char *name)
{
  static const luaL_Reg metamethods[] = {
      {"__gc", collect}, {"__close", close}, {"__tostring", to_string}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"search", search},     {"start", start}, {"step", step},   {"stop", stop},
      {"thinking", thinking}, {"best", best},   {"clear", clear}, {"save", save},
      {"load", load},         {"close", close}, {NULL, NULL}};
  const luaL_Reg *entry;
  luaL_getmetatable(L, name);
  if (lua_isnil(L, -1)) {
    lua_newtable(L);
    for (entry = metamethods; entry->name != NULL; entry++) {
      lua_pushcfunction(L, entry->func);
      lua_setfield(L, -2, entry->name);
    }
    lua_newtable(L);
    for (entry = methods; entry->name != NULL; entry++) {
      lua_pushcfunction(L, entry->func);
      lua_setfield(L, -2, entry->name);
    }
    lua_setfield(L, -2, "__index");
    lua_pushliteral(L, METATABLE);
    lua_setfield(L, -2, "__metatable");
    lua_setfield(L, LUA_REGISTRYINDEX, name);
  }
  lua_pop(L, 1);
}

void ab_searcher_register(lua_State *L)
{
  make_metatable(L, METATABLE);
  make_metatable(L, SLICING_METATABLE);
}

void ab_searcher_push_slicing(lua_State *L)
{
  luaL_getmetatable(L, SLICING_METATABLE);
  lua_getfield(L, -1, "__index");
  lua_replace(L, -2);
}
