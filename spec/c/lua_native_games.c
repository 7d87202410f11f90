/*
 * lua_native_games.c: the graph of native_graph.h as a library for Lua: see spec/support/native_games.lua. A function
 * lies once: in the call with a number.
 */
#include <lauxlib.h>
#include <lua.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

EXPORT int luaopen_native_games(lua_State *L);

/* Which answer of which function is a lie. */
static char liar[16];
static int calls_to_lie;

/* Whether the function `name` is to lie now. */
static int lies(const char *name)
{
  return strcmp(name, liar) == 0 && calls_to_lie-- == 0;
}

static int32_t first_node(void)
{
  return 1;
}

/* The lies: a list, a number, a move and a size. */
static uint32_t wrong_moves(int64_t *moves, uint32_t room)
{
  (void)moves;
  return room + 1;
}

static double wrong_number(void)
{
  return NAN;
}

static int64_t wrong_move(void)
{
  return INT64_MAX;
}

static size_t wrong_size(size_t room)
{
  (void)room;
  return SIZE_MAX;
}

#include "native_graph.h"

/* lie(name, n): the function `name` lies in its n-th call from now on, from 0. */
static int lie(lua_State *L)
{
  snprintf(liar, sizeof liar, "%s", luaL_checkstring(L, 1));
  calls_to_lie = (int)luaL_checkinteger(L, 2);
  return 0;
}

/* Structs that are refused, but for 9 and 10: the n-th, from 1; nil behind the last. */
static int refused(lua_State *L)
{
  static struct {
    alphabeta_rules rules;
    uint64_t more;
  } wrong;
  alphabeta_rules *r = &wrong.rules;
  lua_Integer n = luaL_checkinteger(L, 1);
  memset(&wrong, 0, sizeof wrong);
  *r = rules;
  if (n == 1) r->version++;
  if (n == 2) r->size = 8;
  if (n == 3 || n == 9) r->size = sizeof wrong; /* a later header, with fields that are used or not */
  if (n == 3) wrong.more = 1;
  if (n == 4) r->moves = NULL;
  if (n == 5) r->moves_max = 0;
  if (n == 6) r->state_size = 0;
  if (n == 7) r->players = 0;
  if (n == 8) r->evaluate = r->result = NULL;
  if (n == 10) r->size = offsetof(alphabeta_rules, write); /* an earlier header, which ends before `write` */
  if (n == 11) r->size = offsetof(alphabeta_rules, write) + 4; /* ends within a pointer */
  if (n > 11) return 0;
  lua_pushlightuserdata(L, &wrong);
  return 1;
}

int luaopen_native_games(lua_State *L)
{
  lua_newtable(L);
  lua_pushlightuserdata(L, &rules);
  lua_setfield(L, -2, "graph");
  lua_pushcfunction(L, lie);
  lua_setfield(L, -2, "lie");
  lua_pushcfunction(L, refused);
  lua_setfield(L, -2, "refused");
  return 1;
}
