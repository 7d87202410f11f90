/* searcher.c: see searcher.h. */

#include "searcher.h"

#include <math.h>

#include "../base/blocks.h"
#include "../base/compat.h"
#include "../base/content.h"
#include "../base/message.h"
#include "../base/session.h"
#include "../driver/driver.h"
#include "options.h"
#include "../root/ranking.h"
#include "table_object.h"
#include "table_storage.h"

/* The metatables of searchers, without the option `slice` and with it. */
#define METATABLE "alphabeta.searcher"
#define SLICING_METATABLE "alphabeta.searcher.slicing"

typedef struct searcher {
  ab_search driver;
  ab_options options; /* the arguments of each search come on top */
  ab_table table;     /* made by the first search that needs it */
  int is_closed;
  uint64_t settings; /* what the values in the table mean: see ab_options_table_settings */
  int has_settings;  /* whether a search or a file has decided on that */
} searcher;

/* Pushes a new searcher that knows no game yet. */
static searcher *push_searcher(lua_State *L)
{
  searcher *self = lua_newuserdata(L, sizeof *self);
  ab_driver_init(&self->driver);
  ab_options_default(&self->options);
  ab_table_init(&self->table);
  self->is_closed = 0;
  self->has_settings = 0;
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

/* Whether the value at index 1 is a userdata with the metatable `name`, and as large as a searcher. */
static int is_searcher(lua_State *L, const char *name)
{
  int top = lua_gettop(L), is_one = 0;
  if (lua_type(L, 1) == LUA_TUSERDATA && compat_rawlen(L, 1) == sizeof(searcher) && lua_getmetatable(L, 1)) {
    luaL_getmetatable(L, name);
    is_one = lua_rawequal(L, -1, -2);
  }
  lua_settop(L, top);
  return is_one;
}

/* The searcher at index 1, for the method `where`. Raises an error when there is something else. */
static searcher *check_searcher(lua_State *L, const char *where)
{
  if (!is_searcher(L, METATABLE) && !is_searcher(L, SLICING_METATABLE))
    luaL_error(L, "%s: argument 'self': expected a searcher, got %s: write a colon, as in ai:search(state)",
               where, luaL_typename(L, 1));
  return lua_touserdata(L, 1);
}

/* What a method needs of its searcher, each of them more than the one before. */
typedef enum need {
  UNHELD, /* that no other method is at work; a search may be running, and this is called by one of its callbacks */
  FREE, /* that no search is running either */
  OPEN, /* that it is not closed */
  IDLE  /* that it has no search to go on with */
} need;

/* Raises an error unless the searcher is as the method `where` needs it. */
static void check_need(lua_State *L, const searcher *self, const char *where, need needs)
{
  if (self->driver.is_held || (needs >= FREE && self->driver.is_busy))
    luaL_error(L, "%s: already searching", where);
  if (needs >= OPEN && self->is_closed)
    luaL_error(L, "%s: argument 'self': expected an open searcher, got a closed one", where);
  if (needs >= IDLE && self->driver.now.is_thinking)
    luaL_error(
        L,
        "%s: argument 'self': expected a searcher that is not thinking, got one that is: let it finish, or "
        "stop it",
        where);
}

/* A call of a method, for the part of it that runs while the searcher is held. */
typedef struct call {
  const char *where;
  searcher *self;
} call;

/*
 * Holds the searcher at index 1 while `body` runs in protected mode, which gets all that lies on the stack, and above
 * that the address of a `call`. This is the one place where a searcher is taken and let go. From the look whether it is
 * as the method needs it to the moment when it is held, nothing is done that could run other code, and whatever ends
 * `body`, it is let go. Then the stack holds the searcher and what `body` returned; or its error is raised. Errors of
 * the module's own are raised by ab_message_raise in there. There is room for a search on the stack.
 */
static searcher *hold(lua_State *L, const char *where, need needs, lua_CFunction body)
{
  call own = {where, check_searcher(L, where)};
  int status;
  ab_message_check_stack(L, AB_STACK, "too many levels of search");
  lua_pushcfunction(L, body);
  lua_insert(L, 1);
  lua_pushvalue(L, 2);
  lua_insert(L, 1);
  lua_pushlightuserdata(L, &own);
  check_need(L, own.self, where, needs);
  own.self->driver.is_held = 1;
  own.self->driver.loop.generation *= -1;
  status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
  own.self->driver.is_held = 0;
  own.self->driver.loop.generation *= -1;
  if (status != LUA_OK) lua_error(L);
  return own.self;
}

/* The first step of a body: takes the call, whose address is on top. */
static const call *take_call(lua_State *L)
{
  const call *own = lua_touserdata(L, -1);
  lua_pop(L, 1);
  ab_message_check_stack(L, AB_STACK, "too many levels of search");
  return own;
}

/* The last step of a body: returns all but the searcher, which is at index 1. */
static int return_results(lua_State *L)
{
  return lua_gettop(L) - 1;
}

/* Raises an error when there is no state at `index`. */
static void check_state(lua_State *L, int index, const char *where)
{
  if (lua_isnoneornil(L, index))
    ab_message_raise(L, "%s: argument 'state': expected a state, got nil", where);
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

/* Pushes what goes into AB_SLOT_ROOT_MOVES: a table where anything is asked of the root's moves, else nil. */
static void push_root_moves(lua_State *L, const ab_options *options, int objects)
{
  static const struct {
    ab_option option;
    int place;
  } given[] = {
      {AB_OPTION_ONLY, AB_ROOT_ONLY}, {AB_OPTION_AVOID, AB_ROOT_AVOID}, {AB_OPTION_LEVEL, AB_ROOT_LEVEL}};
  size_t i;
  if (!ab_options_concern_root_moves(options)) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, AB_ROOT_COMPLETED, 0);
  for (i = 0; i < sizeof given / sizeof *given; i++) {
    push_object(L, objects, given[i].option);
    lua_rawseti(L, -2, given[i].place);
  }
  lua_newtable(L);
  lua_rawseti(L, -2, AB_ROOT_LINES);
  lua_newtable(L);
  lua_rawseti(L, -2, AB_ROOT_COMPLETED);
}

/* Raises an error where the shared table that the option `table` gave is closed: `table` is then NULL. */
static void check_table_open(lua_State *L, const char *where, const ab_shared_table *table)
{
  if (table == NULL)
    ab_message_raise(L, "%s: option 'table': expected an open table, got a closed one", where);
}

/*
 * Lets the searcher at index 1 use the shared table that is among the objects at `objects`; the object is kept with the
 * searcher. Whatever runs Lua from here on may close it.
 */
static void share_table(lua_State *L, searcher *self, const char *where, int objects)
{
  ab_shared_table *const *shared;
  compat_getuservalue(L, 1);
  push_object(L, objects, AB_OPTION_TABLE);
  shared = ab_table_object_at(L, -1);
  check_table_open(L, where, *shared);
  lua_rawseti(L, -2, AB_KEPT_TABLE);
  lua_pop(L, 1);
  ab_table_share(&self->table, shared);
}

/* The searcher's table, made when it is first wanted; NULL where `options` leave no room for any entry. */
static ab_table *prepare_table(lua_State *L, searcher *self, const char *where, const ab_options *options)
{
  ab_memory memory = ab_blocks_memory(L);
  if (!ab_options_share_table(options) && ab_table_bytes(&self->table) == 0 &&
      !ab_table_open(&self->table, ab_options_table_bytes(options), &memory))
    ab_message_raise(L, "%s: option 'table': not enough memory to begin with", where);
  return ab_table_bytes(&self->table) > 0 ? &self->table : NULL;
}

/*
 * Puts the function that makes keys of what states hold in the place of the game's `hash`, among its functions, which
 * lie at AB_SLOT_CALLBACKS. `objects` is the table of the options' objects. For repetitions alone the game stays one
 * without `hash`: it has no table.
 */
static void hash_content(lua_State *L, int objects, int for_repetitions, ab_game *game)
{
  push_object(L, objects, AB_OPTION_HASH_IGNORE);
  ab_content_push_hash(L, lua_gettop(L));
  lua_replace(L, AB_SLOT_CALLBACKS + (int)AB_HASH);
  lua_pop(L, 1);
  game->hashes_content = 1;
  game->has_hash = !for_repetitions;
  game->has_hash_move = 0;
}

/*
 * Lays out the stack for ab_driver_begin: the searcher and the state stay, all else goes but the table of objects,
 * which is on top. A game that is nil stands for the state's own methods.
 */
static void push_search(lua_State *L, const char *where, const ab_options *options, int evaluates,
                        ab_game *game)
{
  lua_insert(L, AB_SLOT_PAST);
  lua_settop(L, AB_SLOT_PAST);
  push_object(L, AB_SLOT_PAST, AB_OPTION_GAME);
  if (lua_isnil(L, -1)) lua_pushvalue(L, AB_SLOT_STATE);
  lua_replace(L, AB_SLOT_ROOT_PLAYER);
  lua_settop(L, AB_SLOT_PAST);
  ab_game_push(L, AB_SLOT_ROOT_PLAYER, where, evaluates, game);
  if (ab_options_hash_content(options))
    hash_content(L, AB_SLOT_PAST, 0, game);
  else if (!game->has_hash && ab_options_score_repetition(options))
    hash_content(L, AB_SLOT_PAST, 1, game);
  push_object(L, AB_SLOT_PAST, AB_OPTION_ON_ITERATION);
  push_object(L, AB_SLOT_PAST, AB_OPTION_TRACE);
  if (ab_options_number(options, AB_OPTION_VIEW) == AB_VIEW_PLAYER)
    push_object(L, AB_SLOT_PAST, AB_OPTION_MAX_PLAYER);
  else
    lua_pushnil(L);
  push_root_moves(L, options, AB_SLOT_PAST);
  push_object(L, AB_SLOT_PAST, AB_OPTION_PAST);
  lua_replace(L, AB_SLOT_PAST);
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

/*
 * Checks that the values in the shared table mean what those of a search mean, in a game with `player` or without; and
 * that it is open, which the game's metamethods may have changed since it was looked up.
 */
static void check_shared_settings(lua_State *L, const searcher *self, const char *where, uint64_t signature,
                                  int has_player)
{
  ab_shared_table *table = ab_table_shared(&self->table);
  ab_table_settings settings;
  settings.signature = signature;
  settings.is_lasting = has_player;
  check_table_open(L, where, table);
  if (!ab_shared_table_agree(table, settings))
    ab_message_raise(L,
                     "%s: option 'table': the shared table was filled with other settings ('view', 'win', "
                     "bounds, 'player'): "
                     "give the same ones, or clear the table",
                     where);
}

/* Checks that the values in the table, if there are any, mean what those of a search mean. */
static void check_settings(lua_State *L, const searcher *self, const char *where, uint64_t settings)
{
  if (self->has_settings && self->settings != settings)
    ab_message_raise(L,
                     "%s: the table was filled with other settings ('view', 'win', bounds) than those of "
                     "this state's game: "
                     "give them as options, or clear the searcher",
                     where);
}

/* Notes what the values in the table mean. */
static void set_settings(searcher *self, uint64_t settings)
{
  self->settings = settings;
  self->has_settings = 1;
}

/*
 * Begins a search of the state at index 2 by the searcher at index 1, as `options` say, which were read with their
 * objects in the table on top; `is_new` says that those of the game were not.
 */
static void begin(lua_State *L, const call *own, ab_options *options, int is_sliced, int is_new)
{
  ab_beginning what;
  ab_table *table = NULL;
  uint64_t settings;
  read_game(L, own->where, options, lua_gettop(L), is_new);
  ab_options_drop_unused(options);
  settings = ab_options_table_settings(options);
  ab_options_check(L, own->where, options);
  if (ab_options_share_table(options)) share_table(L, own->self, own->where, lua_gettop(L));
  push_search(L, own->where, options, 1, &what.game);
  ab_options_check_game(L, own->where, options, &what.game);
  if (what.game.has_hash && ab_options_use_table(options)) {
    if (ab_options_share_table(options))
      check_shared_settings(L, own->self, own->where, settings, what.game.has_player);
    check_settings(L, own->self, own->where, settings);
    table = prepare_table(L, own->self, own->where, options);
  }
  what.choice = ab_options_choice(options);
  what.task = ab_options_task(options, &what.game, table, ab_engine_result(&own->self->driver.engine)->depth);
  what.divides = 0;
  what.is_sliced = is_sliced;
  ab_driver_begin(L, &own->self->driver, &what);
  if (what.game.has_hash && ab_options_use_table(options)) set_settings(own->self, settings);
}

/* Puts a new searcher below the `arguments` of a function, more or less of them being given. */
static void insert_searcher(lua_State *L, int arguments)
{
  lua_settop(L, arguments);
  push_searcher(L);
  lua_insert(L, 1);
}

/* What alphabeta.search does while it holds its searcher, with (searcher, state, depth, options). */
static int prepare_search_once(lua_State *L)
{
  const call *own = take_call(L);
  ab_options options;
  check_state(L, 2, own->where);
  lua_createtable(L, AB_OPTIONS, 0);
  ab_options_default(&options);
  ab_options_read(L, 4, own->where, AB_FOR_SEARCHER, &options, 5);
  if (ab_options_has(&options, AB_OPTION_SLICE))
    ab_message_raise(L, "%s: option 'slice' needs a searcher: see alphabeta.new", own->where);
  ab_options_read_search(L, 3, own->where, &options, 5);
  begin(L, own, &options, 0, 1);
  return return_results(L);
}

int ab_searcher_search_once(lua_State *L)
{
  insert_searcher(L, 3);
  return ab_driver_run(L, &hold(L, "alphabeta.search", IDLE, prepare_search_once)->driver);
}

/* alphabeta.search, as far as it is done before Lua resumes it. */
static int begin_search_once(lua_State *L)
{
  insert_searcher(L, 3);
  return ab_driver_start_call(L, &hold(L, "alphabeta.search", IDLE, prepare_search_once)->driver);
}

/* What alphabeta.perft does while it holds its searcher, with (searcher, state, depth, options). */
static int prepare_perft(lua_State *L)
{
  const call *own = take_call(L);
  ab_options options;
  ab_beginning what;
  int32_t depth;
  check_state(L, 2, own->where);
  depth = ab_options_check_depth(L, 3, own->where);
  lua_createtable(L, AB_OPTIONS, 0);
  ab_options_default(&options);
  ab_options_read(L, 4, own->where, AB_FOR_PERFT, &options, 5);
  push_search(L, own->where, &options, 0, &what.game);
  what.choice = ab_options_choice(&options);
  what.divides = ab_options_number(&options, AB_OPTION_DIVIDE) != 0;
  what.is_sliced = 0;
  what.task = ab_options_perft_task(depth, &what.game, what.divides);
  ab_driver_begin(L, &own->self->driver, &what);
  return return_results(L);
}

int ab_searcher_perft(lua_State *L)
{
  insert_searcher(L, 3);
  return ab_driver_run(L, &hold(L, "alphabeta.perft", IDLE, prepare_perft)->driver);
}

/* alphabeta.perft, as far as it is done before Lua resumes it. */
static int begin_perft(lua_State *L)
{
  insert_searcher(L, 3);
  return ab_driver_start_call(L, &hold(L, "alphabeta.perft", IDLE, prepare_perft)->driver);
}

/* What alphabeta.new does while it holds its searcher, with (searcher, game, options). */
static int prepare_new(lua_State *L)
{
  const call *own = take_call(L);
  ab_options *options = &own->self->options;
  push_objects(L, 1);
  ab_options_read(L, 3, own->where, AB_FOR_SEARCHER, options, 4);
  if (!lua_isnil(L, 2)) {
    if (ab_options_has(options, AB_OPTION_GAME))
      ab_message_raise(L, "%s: the game is given twice, as an argument and as option 'game'", own->where);
    lua_pushvalue(L, 2);
    lua_rawseti(L, 4, AB_OPTION_GAME + 1);
  }
  push_object(L, 4, AB_OPTION_GAME);
  if (!lua_isnil(L, 5)) {
    ab_game game;
    ab_game_push(L, 5, own->where, 1, &game);
    ab_options_read_game(L, 5, 0, own->where, options, 4);
  }
  return 0;
}

int ab_searcher_new(lua_State *L)
{
  searcher *self;
  insert_searcher(L, 2);
  self = hold(L, "alphabeta.new", IDLE, prepare_new);
  if (ab_options_number(&self->options, AB_OPTION_SLICE) < HUGE_VAL) {
    luaL_getmetatable(L, SLICING_METATABLE);
    lua_setmetatable(L, 1);
  }
  return 1;
}

/* Reads the arguments (searcher, state, options of this search) of a method, and begins the search. */
static int begin_method(lua_State *L, int is_sliced)
{
  const call *own = take_call(L);
  ab_options options = own->self->options;
  if (lua_gettop(L) > 3)
    ab_message_raise(L, "%s: expected a state and a depth, got a third argument", own->where);
  lua_settop(L, 3);
  check_state(L, 2, own->where);
  if (lua_istable(L, 3))
    push_own_objects(L, 1);
  else
    push_objects(L, 1);
  ab_options_read_search(L, 3, own->where, &options, 4);
  begin(L, own, &options, is_sliced, 0);
  return return_results(L);
}

/* What searcher:search does while it holds its searcher. */
static int prepare_search(lua_State *L)
{
  return begin_method(L, 0);
}

/* searcher:search(state, depth): best, value, info. */
static int search(lua_State *L)
{
  return ab_driver_run(L, &hold(L, "searcher:search", IDLE, prepare_search)->driver);
}

/* searcher:search, as far as it is done before Lua resumes it. */
static int begin_search(lua_State *L)
{
  return ab_driver_start_call(L, &hold(L, "searcher:search", IDLE, prepare_search)->driver);
}

/* What searcher:start does while it holds its searcher. */
static int prepare_start(lua_State *L)
{
  begin_method(L, 1);
  return 0;
}

/* searcher:start(state, depth): begins a search that goes by slices. */
static int start(lua_State *L)
{
  hold(L, "searcher:start", IDLE, prepare_start);
  return 0;
}

/*
 * What searcher:step does while it holds its searcher: pushes what a slice needs, where there is a search to go on
 * with.
 */
static int prepare_step(lua_State *L)
{
  const call *own = take_call(L);
  searcher *self = own->self;
  double seconds = ab_options_number(&self->options, AB_OPTION_SLICE);
  uint64_t nodes;
  lua_settop(L, 2);
  ab_options_check_slice(L, 2, own->where, &seconds, &nodes);
  lua_settop(L, 1);
  if (!self->driver.now.is_sliced) ab_message_raise(L, "%s: no search was started", own->where);
  if (self->driver.now.is_thinking) ab_driver_begin_slice(L, &self->driver, seconds, nodes);
  return return_results(L);
}

/* searcher:step(seconds): goes on for a slice; whether the search has ended. */
static int step(lua_State *L)
{
  searcher *self = hold(L, "searcher:step", OPEN, prepare_step);
  if (self->driver.now.is_thinking) return ab_driver_run(L, &self->driver);
  lua_pushboolean(L, 1);
  return 1;
}

/* searcher:step, as far as it is done before Lua resumes it; true, where nothing is left to be done. */
static int begin_step(lua_State *L)
{
  searcher *self = hold(L, "searcher:step", OPEN, prepare_step);
  if (self->driver.now.is_thinking) return ab_driver_start_call(L, &self->driver);
  lua_pushboolean(L, 1);
  return 1;
}

/* What searcher:stop does while it holds its searcher. */
static int end_search(lua_State *L)
{
  const call *own = take_call(L);
  lua_settop(L, 1);
  return ab_driver_stop(L, &own->self->driver);
}

/* searcher:stop(): ends the search; nothing is left to do while another call is doing that. */
static int stop(lua_State *L)
{
  const searcher *self = check_searcher(L, "searcher:stop");
  if (self->driver.is_held && self->driver.now.is_stopping) return 0;
  hold(L, "searcher:stop", UNHELD, end_search);
  return 0;
}

/* What searcher:best does while it holds its searcher. */
static int push_best(lua_State *L)
{
  const call *own = take_call(L);
  lua_settop(L, 1);
  return ab_driver_best(L, &own->self->driver);
}

/* searcher:best(): best, value, info of the search under way or else that was started last, as far as it has come. */
static int best(lua_State *L)
{
  hold(L, "searcher:best", UNHELD, push_best);
  return lua_gettop(L) - 1;
}

/* searcher:thinking(): whether there is a search to go on with. */
static int thinking(lua_State *L)
{
  const searcher *self = check_searcher(L, "searcher:thinking");
  lua_pushboolean(L, self->driver.now.is_thinking);
  return 1;
}

/* What searcher:close does while it holds its searcher. */
static int give_up(lua_State *L)
{
  const call *own = take_call(L);
  ab_memory memory = ab_blocks_memory(L);
  ab_driver_free(L, &own->self->driver);
  ab_table_free(&own->self->table, &memory);
  own->self->is_closed = 1;
  compat_getuservalue(L, 1);
  lua_pushnil(L);
  lua_rawseti(L, -2, AB_KEPT_SESSION);
  return 0;
}

/* searcher:close(): gives its memory back. A closed searcher may be closed again. */
static int close(lua_State *L)
{
  hold(L, "searcher:close", FREE, give_up);
  return 0;
}

int ab_searcher_join(lua_State *L)
{
  ab_shared_table *const *shared = ab_table_object_at(L, 1);
  if (shared != NULL) {
    if (*shared == NULL) luaL_error(L, "alphabeta.core: expected an open table, got a closed one");
    compat_pushcount(L, ab_shared_table_next_number(*shared));
    return 1;
  }
  ab_table_set_number(&check_searcher(L, "alphabeta.core")->table, (uint64_t)luaL_checknumber(L, 2));
  return 0;
}

int ab_searcher_accept_state(lua_State *L)
{
  searcher *self = check_searcher(L, "accept_state");
  self->driver.now.root_content = 0;
  self->driver.now.has_root_name = 0;
  return 0;
}

int ab_searcher_is_lost(lua_State *L)
{
  const searcher *self = check_searcher(L, "is_lost");
  int is_lost = 0;
  lua_settop(L, 1);
  if (self->driver.is_busy && !self->driver.is_held && !self->is_closed) {
    ab_message_check_stack(L, AB_STACK, "too many levels of search");
    ab_session_push(L);
    is_lost = ab_session_is_lost(L);
  }
  lua_pushboolean(L, is_lost);
  return 1;
}

int ab_searcher_searches(lua_State *L)
{
  const searcher *self = check_searcher(L, "alphabeta.core");
  compat_pushcount(L, self->driver.searches);
  return 1;
}

int ab_searcher_meaning(lua_State *L)
{
  const searcher *self;
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (!is_searcher(L, METATABLE) && !is_searcher(L, SLICING_METATABLE)) return 0;
  self = lua_touserdata(L, 1);
  push_objects(L, 1);
  ab_options_push_meaning(L, &self->options, 2);
  push_object(L, 2, AB_OPTION_GAME);
  return 2;
}

/* What searcher:clear does while it holds its searcher. */
static int forget(lua_State *L)
{
  const call *own = take_call(L);
  ab_driver_forget(L, &own->self->driver);
  ab_table_clear(&own->self->table);
  own->self->has_settings = 0;
  return 0;
}

/* searcher:clear(): forgets what the table and the history know. */
static int clear(lua_State *L)
{
  hold(L, "searcher:clear", IDLE, forget);
  return 0;
}

/* What the values in the searcher's table mean, or, where nothing has decided on that, what its options say. */
static uint64_t settings_of(const searcher *self)
{
  return self->has_settings ? self->settings : ab_options_table_settings(&self->options);
}

/* What searcher:save does while it holds its searcher. */
static int write_table(lua_State *L)
{
  const call *own = take_call(L);
  const searcher *self = own->self;
  if (self->driver.searches == 0 || ab_table_bytes(&self->table) == 0)
    ab_message_raise(L, "%s: there is no table: nothing was searched yet, or the game has no 'hash'",
                     own->where);
  if (!self->driver.game.has_player)
    ab_message_raise(L, "%s: the game has no 'player': a file would not say for whom its values are",
                     own->where);
  compat_getuservalue(L, 1);
  lua_rawgeti(L, -1, AB_KEPT_PLAYERS);
  if (compat_rawlen(L, -1) > 0)
    ab_message_raise(L, "%s: 'player' must return numbers, strings or booleans", own->where);
  ab_table_storage_check_path(L, own->where);
  ab_table_storage_save(L, own->where, &self->table, settings_of(self));
  return 0;
}

/* searcher:save(path): writes the table to a file. */
static int save(lua_State *L)
{
  hold(L, "searcher:save", IDLE, write_table);
  return 0;
}

/* What searcher:load does while it holds its searcher. */
static int read_table(lua_State *L)
{
  const call *own = take_call(L);
  searcher *self = own->self;
  size_t bytes = ab_options_table_bytes(&self->options);
  uint64_t settings = settings_of(self);
  ab_table_storage_check_path(L, own->where);
  if (ab_options_share_table(&self->options)) {
    push_objects(L, 1);
    share_table(L, self, own->where, lua_gettop(L));
    check_shared_settings(L, self, own->where, settings, 1);
  } else if (bytes == 0) {
    ab_message_raise(L, "%s: option 'table' is 0", own->where);
  }
  ab_table_storage_load(L, own->where, &self->table, bytes, settings);
  set_settings(self, settings);
  ab_driver_forget_result(&self->driver);
  return 0;
}

/* searcher:load(path): adds what a file holds to the table. */
static int load(lua_State *L)
{
  hold(L, "searcher:load", IDLE, read_table);
  return 0;
}

/* tostring(searcher) */
static int to_string(lua_State *L)
{
  const searcher *self = check_searcher(L, "searcher");
  const char *state = "idle";
  if (self->is_closed)
    state = "closed";
  else if (self->driver.is_busy || self->driver.is_held)
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

/* Pushes the table of methods of the searchers whose metatable has that name. */
static void push_methods(lua_State *L, const char *metatable)
{
  luaL_getmetatable(L, metatable);
  lua_getfield(L, -1, "__index");
  lua_replace(L, -2);
}

void ab_searcher_push_slicing(lua_State *L)
{
  push_methods(L, SLICING_METATABLE);
}

/* Sets the field `name` of the table on top to a function. */
static void set_function(lua_State *L, const char *name, lua_CFunction function)
{
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, name);
}

/* A function that calls the game's: see ab_searcher_runs. */
typedef struct runner {
  const char *where, *name;
  lua_CFunction run, begin;
} runner;

int ab_searcher_runs(lua_State *L)
{
  static const runner runners[] = {{"alphabeta.search", "search", ab_searcher_search_once, begin_search_once},
                                   {"alphabeta.perft", "perft", ab_searcher_perft, begin_perft},
                                   {"searcher:search", "search", search, begin_search},
                                   {"searcher:step", "step", step, begin_step}};
  size_t i;
  lua_newtable(L);
  for (i = 0; i < sizeof runners / sizeof *runners; i++) {
    lua_newtable(L);
    lua_pushstring(L, runners[i].where);
    lua_setfield(L, -2, "where");
    lua_pushstring(L, runners[i].name);
    lua_setfield(L, -2, "name");
    set_function(L, "run", runners[i].run);
    set_function(L, "begin", runners[i].begin);
    lua_rawseti(L, -2, (int)i + 1);
  }
  push_methods(L, METATABLE);
  return 2;
}
