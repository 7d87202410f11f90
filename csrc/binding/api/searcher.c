#include "searcher.h"

#include <math.h>
#include <string.h>

#include "../../system/clock.h"
#include "../base/class.h"
#include "../base/compat.h"
#include "../base/fields.h"
#include "../base/message.h"
#include "../driver/driver.h"
#include "../pool/assistants.h"
#include "../root/result.h"
#include "native_game.h"
#include "plan.h"
#include "table_object.h"

/* The metatables of searchers, without the option `slice` and with it. */
#define METATABLE "alphabeta.searcher"
#define SLICING_METATABLE "alphabeta.searcher.slicing"

typedef struct searcher {
  ab_search driver;
  ab_plan plan;   /* of the last search */
  ab_table table; /* made by the first search that needs it */
  int is_closed;
  uint64_t settings; /* the meaning of the values in the table: see ab_plan_settings */
  int has_settings;  /* whether a search or a file has decided on that */
} searcher;

/* Pushes a new searcher that knows no game yet. */
static searcher *push_searcher(lua_State *L)
{
  searcher *self = memset(lua_newuserdata(L, sizeof *self), 0, sizeof *self);
  ab_driver_init(&self->driver);
  ab_table_init(&self->table);
  luaL_getmetatable(L, METATABLE);
  lua_setmetatable(L, -2);
  lua_createtable(L, AB_KEPT_BLOCKS, 0);
  lua_newtable(L);
  lua_rawseti(L, -2, AB_KEPT_PLAYERS);
  lua_newtable(L);
  lua_rawseti(L, -2, AB_KEPT_BLOCKS);
  compat_setuservalue(L, -2);
  return self;
}

/* The searcher at index 1; NULL if it is something else, or a searcher of another version of this library. */
static searcher *to_searcher(lua_State *L)
{
  searcher *self = ab_class_test(L, 1, METATABLE, sizeof *self);
  return self != NULL ? self : ab_class_test(L, 1, SLICING_METATABLE, sizeof *self);
}

/* The searcher at index 1, for the method `where`. Raises an error if it is no searcher. */
static searcher *check_searcher(lua_State *L, const char *where)
{
  searcher *self = to_searcher(L);
  if (self == NULL)
    luaL_error(L, "%s: argument 'self': expected a searcher, got %s: write a colon, as in ai:search(state)",
               where, luaL_typename(L, 1));
  return self;
}

/* What a method needs of its searcher, each more than the one before. */
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
  if (needs >= IDLE && self->driver.progress.is_thinking)
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
  need needs;
} call;

/*
 * Holds the searcher at index 1 while `body` runs in protected mode. `body` gets the whole stack, and above that the
 * address of a `call`. Only this function holds and releases a searcher. Nothing that could run other code happens
 * between testing the searcher and holding it. Whatever ends `body`, the searcher is released. Then the stack has the
 * searcher and the results of `body`, or its error is raised. `body` raises errors of the module by ab_message_raise.
 * The stack has room for a search.
 */
static searcher *hold(lua_State *L, const char *where, need needs, lua_CFunction body)
{
  call own = {where, check_searcher(L, where), needs};
  int status;
  ab_message_check_stack(L, AB_STACK, "too many levels of search");
  lua_pushcfunction(L, body);
  lua_insert(L, 1);
  lua_pushvalue(L, 2);
  lua_insert(L, 1);
  lua_pushlightuserdata(L, &own);
  check_need(L, own.self, where, needs);
  own.self->driver.is_held = 1;
  status = lua_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
  own.self->driver.is_held = 0;
  if (status != LUA_OK) ab_functions_raise(L);
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

/* The last step of a body, or of a method: returns all but the searcher, which is at index 1. */
static int return_results(lua_State *L)
{
  return lua_gettop(L) - 1;
}

/* Defines a method that does all while it holds its searcher. */
#define METHOD(name, needs, body) \
  static int name(lua_State *L) \
  { \
    hold(L, "searcher:" #name, needs, body); \
    return return_results(L); \
  }

/*
 * Lets the searcher at index 1 use the shared table whose object is on top, and keeps that with the searcher. Whatever
 * runs Lua from here on may close it, and may have done so.
 */
static void share_table(lua_State *L, searcher *self)
{
  ab_table_share(&self->table, ab_table_object_at(L, -1));
  ab_search_keep(L, AB_KEPT_TABLE);
}

/* The searcher's table, made when it is first wanted. */
static ab_table *prepare_table(lua_State *L, searcher *self, const char *where, const ab_plan *plan)
{
  ab_memory memory = ab_search_blocks(L);
  if (!plan->shares_table && ab_table_bytes(&self->table) == 0 &&
      !ab_table_open(&self->table, plan->table_bytes, &memory))
    ab_message_raise(L, "%s: option 'table': not enough memory to begin with", where);
  return &self->table;
}

/*
 * Checks that the values in the shared table mean the same as those of a search, in a game with `player` or without.
 * Also that it is open, because the game's metamethods may have closed it since the look-up.
 */
static void check_shared_settings(lua_State *L, const searcher *self, const char *where, uint64_t signature,
                                  int has_player)
{
  ab_shared_table *table = ab_table_shared(&self->table);
  ab_table_settings settings = {signature, has_player};
  if (table == NULL)
    ab_message_raise(L, "%s: option 'table': expected an open table, got a closed one", where);
  if (!ab_shared_table_agree(table, settings))
    ab_message_raise(L,
                     "%s: option 'table': the shared table was filled with other settings ('view', 'win', "
                     "bounds, 'player'): "
                     "give the same ones, or clear the table",
                     where);
}

/* Checks that the values in the table, if there are any, mean the same as those of a search. */
static void check_settings(lua_State *L, const searcher *self, const char *where, uint64_t settings)
{
  if (self->has_settings && self->settings != settings)
    ab_message_raise(L,
                     "%s: the table was filled with other settings ('view', 'win', bounds) than those of "
                     "this state's game: "
                     "give them as options, or clear the searcher",
                     where);
}

/* Begins a search of the state at index 2 by the plan on top. Returns how many values `run` is to find. */
static int begin(lua_State *L, const call *own, int is_sliced)
{
  searcher *self = own->self;
  ab_plan *plan = &self->plan;
  ab_plan_take(L, plan);
  if (plan->shares_table) {
    lua_getfield(L, AB_SLOT_PLAN, "table");
    share_table(L, self);
  }
  if (plan->uses_table) {
    if (plan->shares_table)
      check_shared_settings(L, self, own->where, plan->settings, plan->what.game.has_player);
    check_settings(L, self, own->where, plan->settings);
    if (plan->has_room) plan->what.task.table = prepare_table(L, self, own->where, plan);
  }
  plan->what.is_sliced = is_sliced;
  plan->what.rules = ab_native_game_find(L, &plan->what);
  ab_driver_begin(L, &self->driver, &plan->what);
  if (plan->uses_table) self->settings = plan->settings;
  self->has_settings |= plan->uses_table;
  return return_results(L);
}

/* Puts a new searcher below the `arguments` of a function, more or less of them being given. */
static void insert_searcher(lua_State *L, int arguments)
{
  lua_settop(L, arguments);
  push_searcher(L);
  lua_insert(L, 1);
}

/* Sets a field of the table on top to what the sums of a correlation are. */
static void set_sums(lua_State *L, const char *name, const ab_probe_sums *sums)
{
  lua_createtable(L, 0, 6);
  ab_set_number(L, "count", sums->count);
  ab_set_number(L, "x", sums->x);
  ab_set_number(L, "y", sums->y);
  ab_set_number(L, "xx", sums->xx);
  ab_set_number(L, "xy", sums->xy);
  ab_set_number(L, "yy", sums->yy);
  lua_setfield(L, -2, name);
}

/* How many bits are set. */
static int count_bits(uint32_t bits)
{
  int count = 0;
  for (; bits != 0; bits &= bits - 1) count++;
  return count;
}

/* Puts what the first playouts have found into the table on top: `found` in lua/alphabeta/front/current.lua. */
static void set_found(lua_State *L, const ab_search *search)
{
  const ab_probe *probe = ab_uct_probed(&search->uct);
  ab_set_flag(L, "asks_result", probe->asks_result);
  ab_set_flag(L, "asks_mobility", probe->asks_mobility);
  ab_set_flag(L, "tells_apart", probe->tells_apart);
  ab_set_number(L, "games", probe->games);
  ab_set_number(L, "lead", probe->lead);
  ab_set_count(L, "line", probe->line);
  ab_set_count(L, "moves", probe->moves);
  ab_set_count(L, "mover_count", count_bits(probe->movers));
  ab_set_number(L, "products", probe->products);
  ab_set_number(L, "squares", probe->squares);
  ab_set_number(L, "next", probe->next);
  ab_set_number(L, "second", probe->second);
  ab_set_number(L, "changes", probe->changes);
  ab_set_number(L, "returned", probe->returned);
  set_sums(L, "points", &probe->points);
  if (probe->length >= 0) ab_set_count(L, "length", probe->length);
  ab_set_number(L, "ply_time", probe->ply_time);
  ab_set_number(L, "back_time", probe->back_time);
  if (search->progress.is_sliced && search->slice.seconds < HUGE_VAL)
    ab_set_number(L, "slice", search->slice.seconds);
}

/*
 * (searcher, state, plan of a probe) while it holds its searcher: begins the search for which that has probed. Its
 * first slice has what is left of the last one. Pushes nothing if that is nothing.
 */
static int prepare_following(lua_State *L)
{
  const call *own = take_call(L);
  ab_search *search = &own->self->driver;
  int is_sliced = search->progress.is_sliced;
  double seconds = search->slice.deadline - ab_clock_now();
  uint64_t counted = ab_engine_counters(&search->engine)->nodes;
  uint64_t nodes = search->slice.nodes == UINT64_MAX ? UINT64_MAX : search->slice.nodes - counted;
  lua_getfield(L, 3, "found");
  set_found(L, search);
  lua_getfield(L, 3, "proceed");
  lua_pushnumber(L, (lua_Number)(search->progress.ended - search->progress.started));
  lua_pushnumber(L, (lua_Number)ab_engine_waited(&search->engine));
  lua_call(L, 2, 1);
  search->searches--;
  search->progress.is_followed = 1;
  begin(L, own, is_sliced);
  if (!is_sliced) return return_results(L);
  lua_settop(L, 1);
  if (seconds > 0 && nodes > 0) ab_driver_begin_slice(L, search, seconds, nodes);
  return return_results(L);
}

/* Runs the search or the slice that was begun, and after a probe the search that follows. Returns the results. */
static int run_all(lua_State *L, const char *where, searcher *self)
{
  int results = ab_driver_run(L, &self->driver);
  while (ab_driver_is_followed(&self->driver)) {
    lua_pushvalue(L, AB_SLOT_PLAN);
    lua_replace(L, 3);
    lua_pushvalue(L, AB_SLOT_ROOT);
    lua_replace(L, 2);
    lua_settop(L, 3);
    hold(L, where, IDLE, prepare_following);
    if (lua_gettop(L) == 1) {
      lua_pushboolean(L, 0);
      return 1;
    }
    results = ab_driver_run(L, &self->driver);
  }
  return results;
}

/*
 * Holds the searcher at index 1, a new one below the arguments if `arguments` is not 0, while `body` begins a search or
 * a slice, and runs that. Returns the results of the method, true if there was nothing to do.
 */
static int run(lua_State *L, const char *where, need needs, lua_CFunction body, int arguments)
{
  searcher *self;
  if (arguments > 0) insert_searcher(L, arguments);
  self = hold(L, where, needs, body);
  if (lua_gettop(L) == 1) {
    lua_pushboolean(L, 1);
    return 1;
  }
  return run_all(L, where, self);
}

/* Defines the function `name`, which does that. */
#define RUNS(name, where, needs, body, arguments) \
  static int name(lua_State *L) \
  { \
    return run(L, where, needs, body, arguments); \
  }

/* alphabeta.search(state, depth, options): best, value, info; while it holds its searcher. */
static int prepare_search_once(lua_State *L)
{
  const call *own = take_call(L);
  lua_settop(L, 4);
  ab_functions_push(L, "once");
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 4);
  lua_call(L, 3, 1);
  return begin(L, own, 0);
}

RUNS(once, "alphabeta.search", IDLE, prepare_search_once, 3)

/* alphabeta.new while it holds its searcher: (searcher, game, options). Returns whether `slice` was given. */
static int prepare_new(lua_State *L)
{
  take_call(L);
  ab_functions_push(L, "searcher");
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_call(L, 2, 2);
  lua_insert(L, -2);
  ab_search_keep(L, AB_KEPT_OPTIONS);
  return 1;
}

/* alphabeta.new(game, options): a searcher. */
static int new_searcher(lua_State *L)
{
  insert_searcher(L, 2);
  hold(L, "alphabeta.new", IDLE, prepare_new);
  if (lua_toboolean(L, -1)) {
    luaL_getmetatable(L, SLICING_METATABLE);
    lua_setmetatable(L, 1);
  }
  lua_settop(L, 1);
  return 1;
}

/* Plans the search that the arguments (searcher, state, options of this search) of a method ask for, and begins it. */
static int begin_method(lua_State *L, int is_sliced)
{
  const call *own = take_call(L);
  int count = lua_gettop(L) - 1;
  lua_settop(L, 3);
  ab_functions_push(L, "search");
  ab_search_push_kept(L, AB_KEPT_OPTIONS);
  lua_pushstring(L, own->where);
  lua_pushinteger(L, ab_engine_result(&own->self->driver.engine)->depth);
  lua_pushinteger(L, count);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_call(L, 6, 1);
  return begin(L, own, is_sliced);
}

/* searcher:search(state, depth): best, value, info; while it holds its searcher. */
static int prepare_search(lua_State *L)
{
  return begin_method(L, 0);
}

RUNS(search, "searcher:search", IDLE, prepare_search, 0)

/* searcher:start(state, depth): begins a search that goes by slices. */
static int prepare_start(lua_State *L)
{
  begin_method(L, 1);
  return 0;
}

METHOD(start, IDLE, prepare_start)

/* searcher:step(seconds): goes on for a slice; whether the search has ended. Pushes nothing if there is none. */
static int prepare_step(lua_State *L)
{
  const call *own = take_call(L);
  searcher *self = own->self;
  double seconds, nodes;
  lua_settop(L, 2);
  ab_functions_push(L, "slice");
  ab_search_push_kept(L, AB_KEPT_OPTIONS);
  lua_pushvalue(L, 2);
  lua_call(L, 2, 2);
  seconds = (double)lua_tonumber(L, -2);
  nodes = (double)lua_tonumber(L, -1);
  lua_settop(L, 1);
  if (!self->driver.progress.is_sliced) ab_message_raise(L, "%s: no search was started", own->where);
  if (self->driver.progress.is_thinking)
    ab_driver_begin_slice(L, &self->driver, seconds, nodes < HUGE_VAL ? (uint64_t)nodes : UINT64_MAX);
  return return_results(L);
}

RUNS(step, "searcher:step", OPEN, prepare_step, 0)

/* searcher:stop while it holds its searcher. */
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
  if (self->driver.is_held && self->driver.progress.is_stopping) return 0;
  hold(L, "searcher:stop", UNHELD, end_search);
  return 0;
}

/* searcher:best(): best, value, info so far of the current search, or of the last one that was started. */
static int push_best(lua_State *L)
{
  const call *own = take_call(L);
  lua_settop(L, 1);
  return ab_driver_best(L, &own->self->driver);
}

METHOD(best, UNHELD, push_best)

/* searcher:thinking(): whether there is a search to go on with. */
static int thinking(lua_State *L)
{
  const searcher *self = check_searcher(L, "searcher:thinking");
  lua_pushboolean(L, self->driver.progress.is_thinking);
  return 1;
}

/* searcher:close(): gives its memory back. A closed searcher may be closed again. */
static int give_up(lua_State *L)
{
  const call *own = take_call(L);
  ab_memory memory = ab_search_blocks(L);
  ab_driver_free(L, &own->self->driver);
  ab_table_free(&own->self->table, &memory);
  own->self->is_closed = 1;
  lua_pushnil(L);
  ab_search_keep(L, AB_KEPT_SESSION);
  return 0;
}

METHOD(close, FREE, give_up)

/* join(table): a number for searches with a shared table. join(searcher, number): that of its next search. */
static int join(lua_State *L)
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

/* number_tree(searcher, number): that of its tree among several of one root, whose results are to be added; 0: alone. */
static int number_tree(lua_State *L)
{
  check_searcher(L, "alphabeta.core")->driver.tree = (uint32_t)luaL_checknumber(L, 2);
  return 0;
}

/* assist(searcher, state, count): starts threads that search beside it; a userdata or nil: see pool/assistants.h. */
static int assist(lua_State *L)
{
  const searcher *self = check_searcher(L, "assist");
  int count = (int)luaL_checknumber(L, 3);
  luaL_checktype(L, 2, LUA_TUSERDATA);
  ab_assistants_start(L, &self->driver, lua_touserdata(L, 2), count);
  return 1;
}

/* is_searching(searcher): whether one of its methods runs. */
static int is_searching(lua_State *L)
{
  const searcher *self = check_searcher(L, "is_searching");
  lua_pushboolean(L, self->driver.is_busy || self->driver.is_held);
  return 1;
}

/* accept_state(searcher): the search in slices goes on with the state, which the caller has compared. */
static int accept_state(lua_State *L)
{
  searcher *self = check_searcher(L, "accept_state");
  lua_settop(L, 1);
  self->driver.pause.state_hash = 0;
  self->driver.pause.has_position_hash = 0;
  return 0;
}

/* postpone(searcher, seconds): its search in slices was interrupted for so long, which counts for no limit of time. */
static int postpone(lua_State *L)
{
  searcher *self = check_searcher(L, "postpone");
  double seconds = (double)luaL_checknumber(L, 2);
  lua_settop(L, 2);
  if (!self->driver.progress.is_thinking) return 0;
  ab_engine_postpone(&self->driver.engine, seconds);
  self->driver.progress.started += seconds;
  self->driver.progress.ended += seconds;
  return 0;
}

/* searches(searcher): how many searches it has begun. */
static int searches(lua_State *L)
{
  const searcher *self = check_searcher(L, "alphabeta.core");
  compat_pushcount(L, self->driver.searches);
  return 1;
}

/*
 * meaning(searcher): a table of the options that say what the game's numbers mean, given to the searcher or read from
 * its game. Also that game, nil if states have their own functions. Nothing for other values.
 */
static int meaning(lua_State *L)
{
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  if (to_searcher(L) == NULL) return 0;
  ab_functions_push(L, "meaning");
  ab_search_push_kept(L, AB_KEPT_OPTIONS);
  lua_call(L, 1, 2);
  return 2;
}

/* searcher:clear(): clears the table, the history, and what was found out about the game. */
static int forget(lua_State *L)
{
  const call *own = take_call(L);
  ab_functions_push(L, "forget");
  ab_search_push_kept(L, AB_KEPT_OPTIONS);
  lua_call(L, 1, 0);
  ab_driver_forget(L, &own->self->driver);
  ab_table_clear(&own->self->table);
  own->self->has_settings = 0;
  return 0;
}

METHOD(clear, IDLE, forget)

/*
 * The meaning of the values in the searcher's table, or else that of its options. Pushes the option `table`, behind the
 * path, which is nil if none was given.
 */
static uint64_t push_kept(lua_State *L, const searcher *self)
{
  uint64_t settings;
  lua_settop(L, 2);
  ab_functions_push(L, "kept");
  ab_search_push_kept(L, AB_KEPT_OPTIONS);
  lua_call(L, 1, 2);
  settings = ab_plan_settings(L);
  return self->has_settings ? self->settings : settings;
}

/* searcher:save(path): writes the table to a file. */
static int write_table(lua_State *L)
{
  const call *own = take_call(L);
  const searcher *self = own->self;
  uint64_t settings = push_kept(L, self);
  if (self->driver.searches == 0 || ab_table_bytes(&self->table) == 0)
    ab_message_raise(L, "%s: there is no table: nothing was searched yet, or the game has no 'hash'",
                     own->where);
  if (!self->driver.game.has_player)
    ab_message_raise(L, "%s: the game has no 'player': a file could not say whom its values are good for",
                     own->where);
  ab_search_push_kept(L, AB_KEPT_PLAYERS);
  if (compat_rawlen(L, -1) > 0)
    ab_message_raise(L, "%s: 'player' must return numbers, strings or booleans", own->where);
  if (!ab_table_object_check_path(L, own->where) ||
      !ab_table_object_save(L, own->where, &self->table, settings))
    ab_message_raise(L, "%s", lua_tostring(L, -1));
  return 0;
}

METHOD(save, IDLE, write_table)

/* searcher:load(path): adds a file to the table. */
static int read_table(lua_State *L)
{
  const call *own = take_call(L);
  searcher *self = own->self;
  uint64_t settings = push_kept(L, self);
  size_t bytes = (size_t)((double)lua_tonumber(L, -1) * 1048576);
  if (!ab_table_object_check_path(L, own->where)) ab_message_raise(L, "%s", lua_tostring(L, -1));
  if (lua_isuserdata(L, -1)) {
    share_table(L, self);
    check_shared_settings(L, self, own->where, settings, 1);
  } else if (bytes == 0) {
    ab_message_raise(L, "%s: option 'table' is 0", own->where);
  }
  if (!ab_table_object_load(L, own->where, &self->table, bytes, settings))
    ab_message_raise(L, "%s", lua_tostring(L, -1));
  self->settings = settings;
  self->has_settings = 1;
  self->driver.progress.is_forgotten = 1;
  return 0;
}

METHOD(load, IDLE, read_table)

/* tostring(searcher) */
static int to_string(lua_State *L)
{
  const searcher *self = check_searcher(L, "searcher");
  const char *state = "idle";
  if (self->is_closed)
    state = "closed";
  else if (self->driver.is_busy || self->driver.is_held)
    state = "searching";
  else if (self->driver.progress.is_thinking)
    state = "thinking";
  lua_pushfstring(L, "alphabeta.searcher (%s)", state);
  return 1;
}

/* Pushes the table of methods of the searchers whose metatable has that name. */
static void push_methods(lua_State *L, const char *metatable)
{
  luaL_getmetatable(L, metatable);
  lua_getfield(L, -1, "__index");
  lua_replace(L, -2);
}

/* Makes the metatable `name`, once for each Lua state. */
static void make_metatable(lua_State *L, const char *name)
{
  static const luaL_Reg metamethods[] = {{"__close", close}, {"__tostring", to_string}, {NULL, NULL}};
  static const luaL_Reg methods[] = {
      {"search", search},     {"start", start}, {"step", step},   {"stop", stop},
      {"thinking", thinking}, {"best", best},   {"clear", clear}, {"save", save},
      {"load", load},         {"close", close}, {NULL, NULL}};
  if (!ab_class_new(L, name, metamethods, methods)) return;
  lua_pushliteral(L, METATABLE);
  lua_setfield(L, -2, "__metatable");
  lua_setfield(L, LUA_REGISTRYINDEX, name);
}

void ab_searcher_register(lua_State *L)
{
  static const luaL_Reg functions[] = {{"search", once},
                                       {"new", new_searcher},
                                       {"join", join},
                                       {"assist", assist},
                                       {"searches", searches},
                                       {"is_searching", is_searching},
                                       {"accept_state", accept_state},
                                       {"postpone", postpone},
                                       {"meaning", meaning},
                                       {"number_tree", number_tree},
                                       {NULL, NULL}};
  ab_search_register(L);
  make_metatable(L, METATABLE);
  make_metatable(L, SLICING_METATABLE);
  compat_setfunctions(L, functions);
  push_methods(L, SLICING_METATABLE);
  lua_setfield(L, -2, "slicing");
}
