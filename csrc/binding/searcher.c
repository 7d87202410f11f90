/* searcher.c: see searcher.h. */

#include "searcher.h"

#include "compat.h"
#include "driver.h"
#include "options.h"

#define METATABLE "alphabeta.searcher"

typedef struct searcher {
  ab_driver driver;
  ab_task task; /* as the options say; the arguments of each search come on top */
  int is_closed;
} searcher;

/* Pushes a new searcher that knows no game yet. */
static searcher *push_searcher(lua_State *L)
{
  searcher *self = lua_newuserdata(L, sizeof *self);
  ab_driver_init(&self->driver);
  ab_options_default(&self->task);
  self->is_closed = 0;
  luaL_getmetatable(L, METATABLE);
  lua_setmetatable(L, -2);
  lua_newtable(L);
  compat_setuservalue(L, -2);
  return self;
}

/* The searcher that the method `where` was called on, at index 1, which must not be searching. */
static searcher *check_idle(lua_State *L, const char *where)
{
  searcher *self = luaL_checkudata(L, 1, METATABLE);
  if (self->driver.is_busy) luaL_error(L, "%s: the searcher is searching already", where);
  return self;
}

/* Raises an error when there is no state at `index`. */
static void check_state(lua_State *L, int index, const char *where)
{
  if (lua_isnoneornil(L, index)) luaL_error(L, "%s: argument 'state': expected a state, got nil", where);
}

/* Pushes the game that an options table at `index` (or nil) names; nil when it names none. */
static void push_option_game(lua_State *L, int index)
{
  if (lua_istable(L, index))
    lua_getfield(L, index, "game");
  else
    lua_pushnil(L);
}

/*
 * Searches `state` for `self`. The stack holds the searcher, the state and the game, and nothing else; a game
 * that is nil stands for the state's own methods.
 */
static int run(lua_State *L, searcher *self, const char *where, const ab_task *task, int divides)
{
  if (lua_isnil(L, AB_SLOT_ME)) {
    lua_pushvalue(L, AB_SLOT_STATE);
    lua_replace(L, AB_SLOT_ME);
  }
  ab_game_push(L, AB_SLOT_ME, where, task->algorithm != AB_PERFT, &self->driver.game);
  return ab_driver_search(L, &self->driver, task, divides);
}

/*
 * Lays out the stack of a function called with (state, depth, options) for run(): a new searcher, the state
 * and the game.
 */
static searcher *lay_out_once(lua_State *L)
{
  searcher *self;
  push_option_game(L, 3);
  lua_replace(L, 3);
  lua_remove(L, 2);
  self = push_searcher(L);
  lua_insert(L, 1);
  return self;
}

int ab_searcher_search_once(lua_State *L)
{
  static const char where[] = "alphabeta.search";
  ab_task task;
  lua_settop(L, 3);
  check_state(L, 1, where);
  ab_options_default(&task);
  ab_options_read(L, 3, where, &task);
  ab_options_read_limits(L, 2, where, &task);
  ab_options_finish(L, where, &task);
  return run(L, lay_out_once(L), where, &task, 0);
}

int ab_searcher_perft(lua_State *L)
{
  static const char where[] = "alphabeta.perft";
  ab_task task;
  int divides;
  lua_settop(L, 3);
  check_state(L, 1, where);
  ab_options_default(&task);
  task.algorithm = AB_PERFT;
  task.depth = ab_options_check_depth(L, 2, where);
  divides = ab_options_read_perft(L, 3, where);
  ab_options_finish(L, where, &task);
  return run(L, lay_out_once(L), where, &task, divides);
}

int ab_searcher_new(lua_State *L)
{
  static const char where[] = "alphabeta.new";
  searcher *self;
  lua_settop(L, 2);
  self = push_searcher(L);
  ab_options_read(L, 2, where, &self->task);
  push_option_game(L, 2);
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
  compat_getuservalue(L, 3);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  lua_pop(L, 1);
  return 1;
}

/* searcher:search(state, depth): best, value, info. */
static int search(lua_State *L)
{
  static const char where[] = "searcher:search";
  searcher *self = check_idle(L, where);
  ab_task task = self->task;
  if (self->is_closed) luaL_error(L, "%s: the searcher is closed", where);
  if (lua_gettop(L) > 3) luaL_error(L, "%s: expected a state and a depth, got a third argument", where);
  lua_settop(L, 3);
  check_state(L, 2, where);
  ab_options_read_limits(L, 3, where, &task);
  ab_options_finish(L, where, &task);
  compat_getuservalue(L, 1);
  lua_rawgeti(L, -1, 1);
  lua_replace(L, 3);
  lua_settop(L, 3);
  return run(L, self, where, &task, 0);
}

/* searcher:close(): gives its memory back. A closed searcher may be closed again. */
static int close(lua_State *L)
{
  searcher *self = check_idle(L, "searcher:close");
  ab_driver_free(L, &self->driver);
  self->is_closed = 1;
  return 0;
}

/* tostring(searcher) */
static int to_string(lua_State *L)
{
  const searcher *self = luaL_checkudata(L, 1, METATABLE);
  const char *state = self->is_closed ? "closed" : self->driver.is_busy ? "searching" : "idle";
  lua_pushfstring(L, "alphabeta.searcher (%s)", state);
  return 1;
}

void ab_searcher_register(lua_State *L)
{
  static const luaL_Reg metamethods[] = {
      {"__close", close}, {"__tostring", to_string}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"search", search}, {"close", close}, {NULL, NULL}};
  const luaL_Reg *entry;
  luaL_getmetatable(L, METATABLE);
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
    lua_pushliteral(L, "alphabeta.searcher");
    lua_setfield(L, -2, "__metatable");
    lua_setfield(L, LUA_REGISTRYINDEX, METATABLE);
  }
  lua_pop(L, 1);
}
