/* game.c: see game.h. */

#include <string.h>

#include "game.h"

#include "compat.h"
#include "message.h"

static const char *const names[AB_NO_CALLBACK] = {AB_FUNCTION_NAMES, "iterator", "on_iteration", "level",
                                                  "trace"};

const char *ab_callback_name(ab_callback callback)
{
  return names[callback];
}

/* Whether the value at `index` can be called. */
static int is_callable(lua_State *L, int index)
{
  if (lua_isfunction(L, index)) return 1;
  if (!luaL_getmetafield(L, index, "__call")) return 0;
  lua_pop(L, 1);
  return 1;
}

/* Whether the value at `index` can be indexed, as a table or through its metatable. */
static int is_indexable(lua_State *L, int index)
{
  if (lua_istable(L, index)) return 1;
  if (!luaL_getmetafield(L, index, "__index")) return 0;
  lua_pop(L, 1);
  return 1;
}

void ab_game_push_source(lua_State *L, int index, int is_state)
{
  if (!is_state && is_indexable(L, index)) {
    lua_pushvalue(L, index);
    return;
  }
  if (is_state && luaL_getmetafield(L, index, "__index")) {
    if (lua_istable(L, -1)) return;
    lua_pop(L, 1);
  }
  lua_pushnil(L);
}

/* Whether the callback was found, when the first of them lies at `base`. */
static int has(lua_State *L, int base, ab_callback callback)
{
  return !lua_isnil(L, base + (int)callback);
}

/* The first style that is complete. Raises an error that names what is missing when none is. */
static ab_style find_style(lua_State *L, int base, const char *where)
{
  int moves = has(L, base, AB_MOVES), make = has(L, base, AB_MAKE), unmake = has(L, base, AB_UNMAKE);
  const char *lack = "moves",
             *expected = "a function with 'make' and 'unmake' or with 'play', or 'children' in its place";
  if (moves && make && unmake) return AB_IN_PLACE;
  if (moves && has(L, base, AB_PLAY)) return AB_COPYING;
  if (has(L, base, AB_CHILDREN)) return AB_BY_STATES;
  if (moves && make) {
    lack = "unmake";
    expected = "a function, which goes with 'make'";
  } else if (moves && unmake) {
    lack = "make";
    expected = "a function, which goes with 'unmake'";
  } else if (moves) {
    lack = "make";
    expected = "a function with 'unmake', or 'play' in its place";
  } else if (make || unmake || has(L, base, AB_PLAY)) {
    expected = "a function";
  }
  ab_message_raise(L, "%s: callback '%s': expected %s, got nil", where, lack, expected);
  return AB_BY_STATES;
}

/* Raises an error when the game has `callback` and lacks what it goes with: it would never be called. */
static void check_companion(lua_State *L, int base, const char *where, ab_callback callback,
                            ab_callback companion)
{
  if (has(L, base, callback) && !has(L, base, companion))
    ab_message_raise(L, "%s: callback '%s': expected a function, which goes with '%s', got nil", where,
                     names[companion], names[callback]);
}

/* Raises an error when a game of child states has `callback`, which is about moves. */
static void check_not_by_states(lua_State *L, int base, const char *where, ab_callback callback)
{
  if (has(L, base, callback))
    ab_message_raise(L, "%s: callback '%s': expected none in a game with 'children', got %s", where,
                     names[callback], luaL_typename(L, base + (int)callback));
}

/* Raises an error where the game has a function that no search of it can call. */
static void check_companions(lua_State *L, int base, const char *where, ab_style style)
{
  if (style == AB_IN_PLACE) check_companion(L, base, where, AB_PASS, AB_UNPASS);
  if (style == AB_BY_STATES) {
    check_companion(L, base, where, AB_FIND_MOVE, AB_MOVE_ID);
    check_not_by_states(L, base, where, AB_HASH_MOVE);
    check_not_by_states(L, base, where, AB_EVALUATE_MOVE);
  }
  check_companion(L, base, where, AB_HASH_MOVE, AB_HASH);
  check_companion(L, base, where, AB_EVALUATE_MOVE, AB_EVALUATE);
}

/*
 * Raises an error when the table at `index`, none of whose callbacks was found at `base`, has the game in a field `game`:
 * they are options, which go into the second argument.
 */
static void check_not_options(lua_State *L, int index, int base, const char *where)
{
  int i;
  if (!lua_istable(L, index) || strcmp(where, "alphabeta.new") != 0) return;
  for (i = 0; i < AB_CALLBACKS; i++) {
    if (has(L, base, (ab_callback)i)) return;
  }
  lua_pushliteral(L, "game");
  lua_rawget(L, index);
  if (lua_istable(L, -1))
    ab_message_raise(
        L,
        "%s: argument 'game': expected a game (a table of functions), got options with a game in "
        "them: write alphabeta.new(game, options)",
        where);
  lua_pop(L, 1);
}

/* Notes whether a function was found, in the function below. */
#define FIND(constant, name) game->has_##name = has(L, base, AB_##constant);

void ab_game_push(lua_State *L, int index, const char *where, int evaluates, ab_game *game)
{
  int base = lua_gettop(L) + 1;
  int i;
  ab_message_check_stack(L, AB_CALLBACKS, where);
  if (!is_indexable(L, index))
    ab_message_raise(L, "%s: expected a game (a table of functions), got %s", where, luaL_typename(L, index));
  for (i = 0; i < AB_CALLBACKS; i++) {
    lua_getfield(L, index, names[i]);
    if (!lua_isnil(L, -1) && !is_callable(L, -1))
      ab_message_raise(L, "%s: callback '%s': expected a function, got %s", where, names[i],
                       luaL_typename(L, -1));
  }
  check_not_options(L, index, base, where);
  game->style = find_style(L, base, where);
  if (evaluates && !has(L, base, AB_EVALUATE) && !has(L, base, AB_RESULT))
    ab_message_raise(L, "%s: callback 'evaluate': expected a function, or 'result' in its place, got nil",
                     where);
  check_companions(L, base, where, game->style);
  AB_EACH_FUNCTION(FIND)
  game->hashes_content = 0;
}
