/* searcher.c: see searcher.h. */

#include "searcher.h"

#include <math.h>

#include "../base/blocks.h"
#include "../base/compat.h"
#include "../driver/driver.h"
#include "options.h"
#include "../root/ranking.h"
#include "table_storage.h"

/* The metatables of searchers, without the option `slice` and with it. */
#define METATABLE "alphabeta.searcher"
#define SLICING_METATABLE "alphabeta.searcher.slicing"

typedef struct searcher {
  ab_search driver;
  ab_options options; /* the arguments of each search come on top */
  ab_table table;     /* made by the first search that needs it */
  int is_closed;
  int is_loading;   /* whether a file is being read into the table */
  uint64_t meaning; /* what the values in the table mean: see ab_options_signature */
  int has_meaning;  /* whether a search or a file has decided on that */
} searcher;

/* Pushes a new searcher that knows no game yet. */
static searcher *push_searcher(lua_State *L)
{
  searcher *self = lua_newuserdata(L, sizeof *self);
  ab_driver_init(&self->driver);
  ab_options_default(&self->options);
  ab_table_init(&self->table);
  self->is_closed = 0;
  self->is_loading = 0;
  self->has_meaning = 0;
  luaL_getmetatable(L, METATABLE);
  lua_setmetatable(L, -2);
  lua_newtable(L);
  lua_newtable(L);
  lua_rawseti(L, -2, AB_KEPT_PLAYERS);
  lua_createtable(L, AB_OPTIONS, 0);
  lua_rawseti(L, -2, AB_KEPT_OPTIONS);
  compat_setuservalue(L, -2);
  return self;
}

/* Whether the value at index 1 has the metatable `name`. */
static int has_metatable(lua_State *L, const char *name)
{
  int top = lua_gettop(L), has;
  luaL_getmetatable(L, name);
  has = lua_getmetatable(L, 1) && lua_rawequal(L, -1, -2);
  lua_settop(L, top);
  return has;
}

/* The searcher at index 1. Raises an error when there is something else. */
static searcher *check_searcher(lua_State *L)
{
  if (has_metatable(L, SLICING_METATABLE)) return lua_touserdata(L, 1);
  return luaL_checkudata(L, 1, METATABLE);
}

/* The searcher that the method `where` was called on, at index 1, which must not be searching just now. */
static searcher *check_free(lua_State *L, const char *where)
{
  searcher *self = check_searcher(L);
  if (self->driver.is_busy || self->is_loading) luaL_error(L, "%s: the searcher is searching already", where);
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

/* Puts the value at `value` into the own table of the searcher at `index`, at `key`. */
static void keep(lua_State *L, int index, int key, int value)
{
  compat_getuservalue(L, index);
  lua_pushvalue(L, value);
  lua_rawseti(L, -2, key);
  lua_pop(L, 1);
}

/* Pushes the object among the options in the table at `objects`; nil when there is none. */
static void push_object(lua_State *L, int objects, ab_option option)
{
  lua_rawgeti(L, objects, (int)option + 1);
}

/* Pushes the table of objects among the options of the searcher at `index`, see ab_options_read. */
static void push_objects(lua_State *L, int index)
{
  compat_getuservalue(L, index);
  lua_rawgeti(L, -1, AB_KEPT_OPTIONS);
  lua_replace(L, -2);
}

/* Pushes a table for the objects among the options of one search by the searcher at `index`, with those it has. */
static void push_own_objects(lua_State *L, int index)
{
  int i;
  push_objects(L, index);
  lua_createtable(L, AB_OPTIONS, 0);
  for (i = 1; i <= AB_OPTIONS; i++) {
    lua_rawgeti(L, -2, i);
    lua_rawseti(L, -2, i);
  }
  lua_replace(L, -2);
}

/*
 * Prepares the Lua values of a search by the searcher at index 1: the functions that are told of it, and, where
 * anything is asked of the root's moves, what concerns these.
 */
static void prepare_objects(lua_State *L, const ab_options *options, int objects)
{
  static const struct {
    ab_option option;
    int place;
  } answers[] = {{AB_OPTION_ONLY, AB_ANSWERS_ONLY},
                 {AB_OPTION_AVOID, AB_ANSWERS_AVOID},
                 {AB_OPTION_LEVEL, AB_ANSWERS_LEVEL}};
  int top = lua_gettop(L);
  size_t i;
  push_object(L, objects, AB_OPTION_ON_ITERATION);
  keep(L, 1, AB_KEPT_ON_ITERATION, top + 1);
  push_object(L, objects, AB_OPTION_TRACE);
  keep(L, 1, AB_KEPT_TRACE, top + 2);
  if (ab_options_use_answers(options)) {
    lua_createtable(L, AB_ANSWERS_COMPLETED, 0);
    for (i = 0; i < sizeof answers / sizeof *answers; i++) {
      push_object(L, objects, answers[i].option);
      lua_rawseti(L, -2, answers[i].place);
    }
    lua_newtable(L);
    lua_rawseti(L, -2, AB_ANSWERS_LINES);
    lua_newtable(L);
    lua_rawseti(L, -2, AB_ANSWERS_COMPLETED);
  } else {
    lua_pushnil(L);
  }
  keep(L, 1, AB_KEPT_ANSWERS, top + 3);
  lua_settop(L, top);
}

/* The searcher's table, made when it is first wanted; NULL where `options` leave no room for any entry. */
static ab_table *prepare_table(lua_State *L, searcher *self, const char *where, const ab_options *options)
{
  ab_memory memory = ab_blocks_memory(L);
  if (ab_table_bytes(&self->table) == 0 &&
      !ab_table_open(&self->table, ab_options_table_bytes(options), &memory))
    luaL_error(L, "%s: option 'table': not enough memory to begin with", where);
  return ab_table_bytes(&self->table) > 0 ? &self->table : NULL;
}

/*
 * Lays out the stack for a search: the searcher and the state stay, then come the game and the past, which lie among
 * the objects at `objects`, and the game's callbacks; all else goes. A game that is nil stands for the state's own
 * methods.
 */
static void lay_out_game(lua_State *L, searcher *self, const char *where, int objects, int evaluates)
{
  push_object(L, objects, AB_OPTION_GAME);
  push_object(L, objects, AB_OPTION_PAST);
  lua_replace(L, AB_SLOT_PAST);
  lua_replace(L, AB_SLOT_ME);
  lua_settop(L, AB_SLOT_PAST);
  if (lua_isnil(L, AB_SLOT_ME)) {
    lua_pushvalue(L, AB_SLOT_STATE);
    lua_replace(L, AB_SLOT_ME);
  }
  ab_game_push(L, AB_SLOT_ME, where, evaluates, &self->driver.game);
}

/*
 * Reads the fields of the game that says what its numbers mean into `options`: of the one among the objects at
 * `objects`, where that `is_new`, or of the state at index 2, which brings its own functions.
 */
static void read_game(lua_State *L, const char *where, ab_options *options, int objects, int is_new)
{
  int is_state;
  push_object(L, objects, AB_OPTION_GAME);
  is_state = lua_isnil(L, -1);
  if (is_state || is_new)
    ab_options_read_game(L, is_state ? AB_SLOT_STATE : lua_gettop(L), is_state, where, options, objects);
  lua_pop(L, 1);
}

/* Notes what the values in the table are to mean. Raises an error when those that are in it mean something else. */
static void set_meaning(lua_State *L, searcher *self, const char *where, const ab_options *options)
{
  uint64_t meaning = ab_options_signature(options);
  if (self->has_meaning && self->meaning != meaning)
    luaL_error(
        L,
        "%s: the values of this state's game mean something else than those in the table: give 'view', 'win' "
        "and the like as options, or clear the searcher",
        where);
  self->meaning = meaning;
  self->has_meaning = 1;
}

/*
 * What the searcher at index 1 is to do with the state at index 2 as `options` say, which were read with their objects
 * at `objects`, on top; `is_new` says that those of the game were not. Lays out the stack for the driver.
 */
static ab_task prepare(lua_State *L, searcher *self, const char *where, ab_options *options, int objects,
                       int is_new)
{
  ab_table *table = NULL;
  read_game(L, where, options, objects, is_new);
  ab_options_drop_unused(options);
  ab_options_check(L, where, options);
  prepare_objects(L, options, objects);
  lay_out_game(L, self, where, objects, 1);
  ab_options_check_game(L, where, options, &self->driver.game);
  if (self->driver.game.has_hash && ab_options_use_table(options)) {
    table = prepare_table(L, self, where, options);
    set_meaning(L, self, where, options);
  }
  self->driver.choice = ab_options_choice(options);
  return ab_options_task(options, &self->driver.game, table);
}

/* Puts a new searcher that is made for one search below all that lies on the stack. */
static searcher *insert_searcher(lua_State *L)
{
  searcher *self = push_searcher(L);
  lua_insert(L, 1);
  return self;
}

int ab_searcher_search_once(lua_State *L)
{
  static const char where[] = "alphabeta.search";
  ab_options options;
  ab_task task;
  searcher *self;
  lua_settop(L, 3);
  check_state(L, 1, where);
  lua_createtable(L, AB_OPTIONS, 0);
  ab_options_default(&options);
  ab_options_read(L, 3, where, AB_FOR_SEARCHER, &options, 4);
  if (ab_options_has(&options, AB_OPTION_SLICE))
    luaL_error(L, "%s: option 'slice' needs a searcher: see alphabeta.new", where);
  ab_options_read_search(L, 2, where, &options, 4);
  self = insert_searcher(L);
  task = prepare(L, self, where, &options, 5, 1);
  return ab_driver_search(L, &self->driver, &task, 0);
}

int ab_searcher_perft(lua_State *L)
{
  static const char where[] = "alphabeta.perft";
  ab_options options;
  ab_task task;
  searcher *self;
  int32_t depth;
  int divides;
  lua_settop(L, 3);
  check_state(L, 1, where);
  depth = ab_options_check_depth(L, 2, where);
  lua_createtable(L, AB_OPTIONS, 0);
  ab_options_default(&options);
  ab_options_read(L, 3, where, AB_FOR_PERFT, &options, 4);
  divides = ab_options_number(&options, AB_OPTION_DIVIDE) != 0;
  self = insert_searcher(L);
  prepare_objects(L, &options, 5);
  lay_out_game(L, self, where, 5, 0);
  task = ab_options_perft_task(depth, &self->driver.game, divides);
  return ab_driver_search(L, &self->driver, &task, divides);
}

int ab_searcher_new(lua_State *L)
{
  static const char where[] = "alphabeta.new";
  searcher *self;
  lua_settop(L, 2);
  self = push_searcher(L);
  push_objects(L, 3);
  ab_options_read(L, 2, where, AB_FOR_SEARCHER, &self->options, 4);
  if (ab_options_number(&self->options, AB_OPTION_SLICE) < HUGE_VAL) {
    luaL_getmetatable(L, SLICING_METATABLE);
    lua_setmetatable(L, 3);
  }
  if (!lua_isnil(L, 1)) {
    if (ab_options_has(&self->options, AB_OPTION_GAME))
      luaL_error(L, "%s: the game is given twice, as an argument and as option 'game'", where);
    lua_pushvalue(L, 1);
    lua_rawseti(L, 4, AB_OPTION_GAME + 1);
  }
  push_object(L, 4, AB_OPTION_GAME);
  if (!lua_isnil(L, 5)) {
    ab_game game;
    ab_game_push(L, 5, where, 1, &game);
    ab_options_read_game(L, 5, 0, where, &self->options, 4);
  }
  lua_settop(L, 3);
  return 1;
}

/*
 * Reads the arguments (searcher, state, options of this search) of the method `where`, and prepares the search: see
 * prepare().
 */
static searcher *lay_out(lua_State *L, const char *where, ab_task *task)
{
  searcher *self = check_idle(L, where);
  ab_options options = self->options;
  if (lua_gettop(L) > 3) luaL_error(L, "%s: expected a state and a depth, got a third argument", where);
  lua_settop(L, 3);
  check_state(L, 2, where);
  if (lua_istable(L, 3))
    push_own_objects(L, 1);
  else
    push_objects(L, 1);
  ab_options_read_search(L, 3, where, &options, 4);
  *task = prepare(L, self, where, &options, 4, 0);
  return self;
}

/* searcher:search(state, depth): best, value, info. */
static int search(lua_State *L)
{
  ab_task task;
  searcher *self = lay_out(L, "searcher:search", &task);
  return ab_driver_search(L, &self->driver, &task, 0);
}

/* searcher:start(state, depth): begins a search that goes by slices. */
static int start(lua_State *L)
{
  ab_task task;
  searcher *self = lay_out(L, "searcher:start", &task);
  ab_driver_start(L, &self->driver, &task);
  return 0;
}

/* searcher:step(seconds): goes on for a slice; whether the search has ended. */
static int step(lua_State *L)
{
  static const char where[] = "searcher:step";
  searcher *self = check_open(L, where);
  double seconds = ab_options_number(&self->options, AB_OPTION_SLICE);
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
  ab_memory memory = ab_blocks_memory(L);
  ab_driver_free(L, &self->driver);
  ab_table_free(&self->table, &memory);
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

int ab_searcher_meaning(lua_State *L)
{
  const searcher *self;
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (!has_metatable(L, METATABLE) && !has_metatable(L, SLICING_METATABLE)) return 0;
  self = lua_touserdata(L, 1);
  push_objects(L, 1);
  ab_options_push_meaning(L, &self->options, 2);
  push_object(L, 2, AB_OPTION_GAME);
  return 2;
}

/* searcher:clear(): forgets what the table and the history know. */
static int clear(lua_State *L)
{
  static const char where[] = "searcher:clear";
  searcher *self = check_idle(L, where);
  ab_driver_forget(L, &self->driver);
  ab_table_clear(&self->table);
  self->has_meaning = 0;
  return 0;
}

/* What the values in the searcher's table mean, or, where nothing has decided on that, what its options say. */
static uint64_t meaning_of(const searcher *self)
{
  return self->has_meaning ? self->meaning : ab_options_signature(&self->options);
}

/* searcher:save(path): writes the table to a file. */
static int save(lua_State *L)
{
  static const char where[] = "searcher:save";
  searcher *self = check_idle(L, where);
  if (self->driver.searches == 0 || ab_table_bytes(&self->table) == 0)
    luaL_error(L, "%s: there is no table: nothing was searched yet, or the game has no 'hash'", where);
  if (!self->driver.game.has_player)
    luaL_error(L, "%s: the game has no 'player': nobody else could tell for whom its values are", where);
  compat_getuservalue(L, 1);
  lua_rawgeti(L, -1, AB_KEPT_PLAYERS);
  if (compat_rawlen(L, -1) > 0) luaL_error(L, "%s: 'player' must return numbers, strings or booleans", where);
  ab_table_storage_check_path(L, where);
  ab_table_storage_save(L, where, &self->table, meaning_of(self));
  return 0;
}

/* searcher:load(path): adds what a file holds to the table. */
static int load(lua_State *L)
{
  static const char where[] = "searcher:load";
  searcher *self = check_idle(L, where);
  size_t bytes = ab_options_table_bytes(&self->options);
  uint64_t meaning = meaning_of(self);
  int is_loaded;
  if (bytes == 0) luaL_error(L, "%s: option 'table' is 0", where);
  ab_table_storage_check_path(L, where);
  self->is_loading = 1;
  is_loaded = ab_table_storage_load(L, where, &self->table, bytes, meaning);
  self->is_loading = 0;
  if (!is_loaded) return luaL_error(L, "%s", lua_tostring(L, -1));
  self->meaning = meaning;
  self->has_meaning = 1;
  ab_driver_forget_result(&self->driver);
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
  static const luaL_Reg metamethods[] = {{"__close", close}, {"__tostring", to_string}, {NULL, NULL}};
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
  ab_blocks_register(L);
  make_metatable(L, METATABLE);
  make_metatable(L, SLICING_METATABLE);
}

void ab_searcher_push_slicing(lua_State *L)
{
  luaL_getmetatable(L, SLICING_METATABLE);
  lua_getfield(L, -1, "__index");
  lua_replace(L, -2);
}
