/* options.c: see options.h. */

#include "options.h"

#include <math.h>
#include <string.h>

#include "../../system/clock.h"
#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/game.h"
#include "../base/identity.h"
#include "../base/message.h"

/* What an option takes that is a Lua object. */
#define OBJECTS (AB_TAKES_FUNCTION | AB_TAKES_LIST | AB_TAKES_ANY | AB_TAKES_TABLE)

/* The number of the word 'random' as option `ties`. */
#define TIES_RANDOM 2

/* What options need that only other options decide on. */
#define NEEDS_OF_OPTIONS (~(unsigned)AB_NEEDS_OF_GAME)

/*
 * From this many plies on a search deepens by two plies. Before it, iterations save less, and there are small trees, as
 * in textbooks, whose inner nodes have no value. No game with keys is one of these.
 */
#define MIN_DEEPENED 5
#define MIN_DEEPENED_BY_KEYS 4

/* The text of a number that the preprocessor knows. */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* What messages call a field of the game's table. */
#define GAME_FIELD "game field"

/* Plies that a level looks ahead whatever it costs: what the opponent can answer is seen. */
#define LEVELS_MIN_DEPTH 2

/* ---- reading ---- */

/* Sets an option to its value, as one that was given. */
static void set(ab_options *options, ab_option option, ab_option_value value)
{
  options->values[option] = value;
  options->given |= UINT64_C(1) << option;
}

/* A number for the strings in the list on top, whatever their order. */
static uint64_t identity_of_names(lua_State *L)
{
  uint64_t sum = 0, name;
  int i, count = (int)compat_rawlen(L, -1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    if (ab_identity_of_value(L, -1, &name)) sum += name;
    lua_pop(L, 1);
  }
  return sum;
}

/* Reads the value on top as that of an option, and leaves it there; a list is replaced by its copy. */
static void take(lua_State *L, const char *where, const char *kind, ab_option option, ab_options *options)
{
  const ab_option_row *row = &ab_option_rows[option];
  ab_option_value value;
  if (!ab_option_take(L, row, &value))
    ab_message_raise(L, "%s: %s '%s': %s", where, kind, row->name, lua_tostring(L, -1));
  set(options, option, value);
  if (option == AB_OPTION_MAX_PLAYER && !ab_identity_of_value(L, -1, &options->max_player))
    options->max_player = 0;
  if (option == AB_OPTION_HASH_IGNORE) options->ignored = identity_of_names(L);
}

/* Raises the error for an argument, which lies on top. */
static void reject_argument(lua_State *L, const char *where, const char *name, const char *expected)
{
  ab_message_raise(L, "%s: argument '%s': expected %s, got %s", where, name, expected,
                   ab_message_describe(L, -1));
}

/* Raises the error for a name, which lies on top and is not valid in a table of the kind that `flag` names. */
static void reject_name(lua_State *L, const char *where, const char *kind, unsigned flag)
{
  const char *closest = NULL, *name;
  int is_name = lua_type(L, -1) == LUA_TSTRING;
  if (is_name && flag == AB_FOR_SEARCH && ab_option_find(lua_tostring(L, -1), AB_FOR_SEARCHER) != AB_OPTIONS)
    ab_message_raise(L, "%s: option '%s' cannot be given for one search, only %s", where, lua_tostring(L, -1),
                     strcmp(where, "alphabeta.search") == 0 ? "in the third argument" : "to alphabeta.new");
  if (is_name && flag == AB_FOR_SEARCHER && ab_option_find(lua_tostring(L, -1), AB_FOR_SEARCH) != AB_OPTIONS)
    ab_message_raise(L, "%s: option '%s' can only be given for one search, in its second argument", where,
                     lua_tostring(L, -1));
  if (is_name) closest = ab_option_closest(lua_tostring(L, -1), flag);
  name = ab_message_describe(L, -1);
  ab_message_raise(L, "%s: unknown %s %s%s (valid: %s)", where, kind, name,
                   closest != NULL ? lua_pushfstring(L, ", did you mean '%s'?", closest) : "",
                   ab_option_push_names(L, flag));
}

/* Raises an error when the table at `index`, where options were expected, is a game. */
static void check_no_game(lua_State *L, int index, const char *where)
{
  int is_game;
  lua_getfield(L, index, "evaluate");
  is_game = lua_isfunction(L, -1);
  lua_pop(L, 1);
  if (is_game)
    ab_message_raise(
        L, "%s: argument 'options': expected a table of options, got a game: it goes into option 'game'",
        where);
}

/* Raises an error when the table at `index` has a key that is not valid in a table of the kind that `flag` names. */
static void check_names(lua_State *L, int index, const char *where, const char *kind, unsigned flag)
{
  for (lua_pushnil(L); lua_next(L, index);) {
    lua_pop(L, 1);
    if (lua_type(L, -1) != LUA_TSTRING || ab_option_find(lua_tostring(L, -1), flag) == AB_OPTIONS) {
      if (flag == AB_FOR_SEARCHER) check_no_game(L, index, where);
      reject_name(L, where, kind, flag);
    }
  }
}

/*
 * Reads the options that `flag` names from the value at `index`, but for those in `without`, bits by ab_option.
 * `objects` is 0 where none of the options is an object.
 */
static void read_fields(lua_State *L, int index, const char *where, const char *kind, unsigned flag,
                        uint64_t without, ab_options *options, int objects)
{
  const ab_option_row *rows = ab_option_rows;
  int top = lua_gettop(L), i;
  for (i = 0; i < AB_OPTIONS; i++) {
    if (!(rows[i].flags & flag) || (without >> i & 1)) continue;
    lua_getfield(L, index, rows[i].name);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 1);
      continue;
    }
    take(L, where, kind, (ab_option)i, options);
    if (rows[i].takes & OBJECTS) {
      if (ab_options_number(options, (ab_option)i) != AB_OPTION_OBJECT) lua_pushnil(L);
      lua_rawseti(L, objects, i + 1);
    }
    lua_settop(L, top);
  }
}

/* Reads the table at `index`: see ab_options_read. `objects` is 0 where none of the options is an object. */
static void read_table(lua_State *L, int index, const char *where, const char *kind, unsigned flag,
                       ab_options *options, int objects)
{
  check_names(L, index, where, kind, flag);
  read_fields(L, index, where, kind, flag, 0, options, objects);
}

void ab_options_default(ab_options *options)
{
  const ab_option_row *rows = ab_option_rows;
  int i;
  memset(options, 0, sizeof *options);
  for (i = 0; i < AB_OPTIONS; i++)
    if (!(rows[i].takes & AB_TAKES_BITS)) options->values[i].number = rows[i].initial;
}

void ab_options_read(lua_State *L, int index, const char *where, unsigned flag, ab_options *options,
                     int objects)
{
  if (lua_isnoneornil(L, index)) return;
  if (!lua_istable(L, index)) {
    lua_pushvalue(L, index);
    reject_argument(L, where, "options", "a table");
  }
  read_table(L, index, where, "option", flag, options, objects);
}

void ab_options_read_game(lua_State *L, int index, int is_state, const char *where, ab_options *options,
                          int objects)
{
  uint64_t before = options->given;
  ab_game_push_source(L, index, is_state);
  if (!lua_isnil(L, -1))
    read_fields(L, lua_gettop(L), where, GAME_FIELD, AB_IN_GAME, before, options, objects);
  lua_pop(L, 1);
  options->from_game = options->given & ~before;
}

/* Whether an option is one of the game's fields. */
static int is_from_game(const ab_options *options, ab_option option)
{
  return (int)(options->from_game >> option & 1);
}

/* What an option was given as, in messages. */
static const char *kind_of(const ab_options *options, ab_option option)
{
  return is_from_game(options, option) ? GAME_FIELD : "option";
}

void ab_options_push_meaning(lua_State *L, const ab_options *options, int objects)
{
  const ab_option_row *rows = ab_option_rows;
  int i;
  lua_newtable(L);
  for (i = 0; i < AB_OPTIONS; i++) {
    if (!(rows[i].flags & AB_IN_GAME) || !ab_options_has(options, (ab_option)i)) continue;
    if (rows[i].takes & OBJECTS)
      lua_rawgeti(L, objects, i + 1);
    else
      ab_option_push_number(L, &rows[i], ab_options_number(options, (ab_option)i));
    lua_setfield(L, -2, rows[i].name);
  }
}

int ab_options_game_fields(lua_State *L)
{
  const ab_option_row *rows = ab_option_rows;
  int is_state = lua_isnil(L, 1), i;
  lua_settop(L, 3);
  luaL_checktype(L, 3, LUA_TTABLE);
  ab_game_push_source(L, is_state ? 2 : 1, is_state);
  lua_newtable(L);
  for (i = 0; i < AB_OPTIONS; i++) {
    ab_option_value value;
    if (!(rows[i].flags & AB_IN_GAME)) continue;
    lua_getfield(L, 3, rows[i].name);
    if (lua_isnil(L, -1) && !lua_isnil(L, 4)) {
      lua_getfield(L, 4, rows[i].name);
      if (!lua_isnil(L, -1) && !ab_option_take(L, &rows[i], &value)) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s '%s': %s", GAME_FIELD, rows[i].name, lua_tostring(L, -2));
        return 2;
      }
    }
    lua_setfield(L, 5, rows[i].name);
    lua_settop(L, 5);
  }
  return 1;
}

void ab_options_read_search(lua_State *L, int index, const char *where, ab_options *options, int objects)
{
  if (lua_isnoneornil(L, index)) return;
  if (lua_istable(L, index)) {
    read_table(L, index, where, "option", AB_FOR_SEARCH, options, objects);
    return;
  }
  lua_pushvalue(L, index);
  if (lua_type(L, -1) != LUA_TNUMBER) reject_argument(L, where, "depth", "a depth or a table of options");
  take(L, where, "argument", AB_OPTION_DEPTH, options);
  lua_pop(L, 1);
}

void ab_options_check_slice(lua_State *L, int index, const char *where, double *seconds, uint64_t *nodes)
{
  ab_options slice;
  *nodes = UINT64_MAX;
  if (lua_isnoneornil(L, index) && *seconds < HUGE_VAL) return;
  ab_options_default(&slice);
  if (lua_istable(L, index)) {
    read_table(L, index, where, "limit", AB_FOR_SLICE, &slice, 0);
    if (slice.given == 0) ab_message_raise(L, "%s: give the slice a time or a number of nodes", where);
  } else {
    const ab_option_row *row = &ab_option_rows[AB_OPTION_TIME];
    lua_pushvalue(L, index);
    if (lua_type(L, -1) != LUA_TNUMBER)
      reject_argument(L, where, "seconds", "a number of seconds or a table of limits");
    if (!ab_option_take(L, row, &slice.values[AB_OPTION_TIME]))
      ab_message_raise(L, "%s: argument 'seconds': %s", where, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  *seconds = ab_options_number(&slice, AB_OPTION_TIME);
  if (ab_options_number(&slice, AB_OPTION_NODES) < HUGE_VAL)
    *nodes = (uint64_t)ab_options_number(&slice, AB_OPTION_NODES);
}

int32_t ab_options_check_depth(lua_State *L, int index, const char *where)
{
  double depth = lua_type(L, index) == LUA_TNUMBER ? (double)lua_tonumber(L, index) : -1;
  if (!(depth >= 0 && depth <= AB_DEPTH_MAX && depth == floor(depth))) {
    lua_pushvalue(L, index);
    reject_argument(L, where, "depth", "an integer from 0 to " TEXT(AB_DEPTH_MAX));
  }
  return (int32_t)depth;
}

/* ---- what follows from the options ---- */

/* The algorithm of a search that has a table of either kind or has none. */
static ab_algorithm algorithm_of(const ab_options *options, int has_table)
{
  if (has_table && !ab_options_has(options, AB_OPTION_ALGORITHM)) return AB_PVS;
  return (ab_algorithm)ab_options_number(options, AB_OPTION_ALGORITHM);
}

/* The level, 0 for none, AB_LEVEL_BY_FUNCTION for one that is a function. */
static int level_of(const ab_options *options)
{
  return (int)ab_options_number(options, AB_OPTION_LEVEL);
}

/* How far and how long a search goes. */
typedef struct extent {
  int32_t depth; /* plies; -1: not limited, or math.huge */
  uint64_t nodes;
  double time, think;
  int32_t min_depth; /* plies that are searched whatever they cost */
} extent;

/* The extent of a search: what the options say, and what a level says. */
static extent extent_of(const ab_options *options)
{
  extent e = {-1, UINT64_MAX, HUGE_VAL, HUGE_VAL, 0};
  int level = level_of(options);
  const ab_option_level *max = level > 0 ? &ab_option_levels[level - 1] : NULL;
  double nodes = ab_options_number(options, AB_OPTION_NODES);
  double deepening = ab_options_number(options, AB_OPTION_DEEPENING);
  double depth = ab_options_number(options, AB_OPTION_DEPTH);
  if (depth < HUGE_VAL) e.depth = (int32_t)depth;
  if (nodes < HUGE_VAL) e.nodes = (uint64_t)nodes;
  e.time = ab_options_number(options, AB_OPTION_TIME);
  e.think = ab_options_number(options, AB_OPTION_THINK);
  if (level > 0 && (e.depth < 0 || e.depth > max->depth)) e.depth = max->depth;
  if (level > 0 && deepening != 0 && e.nodes > max->nodes) {
    e.nodes = max->nodes;
    if (e.time == HUGE_VAL && e.think == HUGE_VAL) e.min_depth = LEVELS_MIN_DEPTH;
  }
  return e;
}

/* Whether a search has limits beside its depth: it is not known then how deep it will get. */
static int is_limited(const extent *e)
{
  return e->nodes < UINT64_MAX || e->time < HUGE_VAL || e->think < HUGE_VAL;
}

/* Whether option `without` leaves a technique on, AB_WITHOUT_... */
static int leaves(const ab_options *options, int technique)
{
  return !((int)ab_options_number(options, AB_OPTION_WITHOUT) & technique);
}

/* Whether the game's own evaluation orders the successors, in place of its `order`. */
static int orders_by_values(const ab_options *options)
{
  return ab_options_number(options, AB_OPTION_ORDER) > 0;
}

/* How a search gets to its depth. */
typedef enum deepening {
  AT_ONCE, /* by one iteration */
  BY_ONE,  /* by iterations to depth 1, 2, 3 and so on */
  BY_TWO   /* by iterations to every other depth */
} deepening;

/* Whether the options and the game allow a transposition table. */
static int allows_keys(const ab_options *options, const ab_game *game)
{
  return game->has_hash && ab_options_number(options, AB_OPTION_TABLE) != 0;
}

/* Whether only the depth limits a search, to so few plies that it does not deepen by itself. */
static int is_shallow(const ab_options *options, const ab_game *game)
{
  extent e = extent_of(options);
  int32_t least = allows_keys(options, game) ? MIN_DEEPENED_BY_KEYS : MIN_DEEPENED;
  return !is_limited(&e) && e.depth >= 0 && e.depth < least;
}

/*
 * How a search of the game gets to its depth: what the option says; else, where only the depth limits it, by two plies,
 * if a table of either kind keeps what an iteration finds. A transposition table and an `order` of the game's own do as
 * well without, unless an iteration to a smaller depth may find a won game.
 */
static deepening deepening_of(const ab_options *options, const ab_game *game)
{
  extent e = extent_of(options);
  double given = ab_options_number(options, AB_OPTION_DEEPENING);
  int finds_wins = ab_options_number(options, AB_OPTION_WIN) < HUGE_VAL;
  if (given >= 0) return given > 0 ? BY_ONE : AT_ONCE;
  if (is_limited(&e)) return BY_ONE;
  if (is_shallow(options, game)) return AT_ONCE;
  if (algorithm_of(options, 0) >= AB_MINIMAX) return AT_ONCE;
  if (allows_keys(options, game) && game->has_order && !orders_by_values(options) && !finds_wins)
    return AT_ONCE;
  return ab_options_number(options, AB_OPTION_TABLE) != 0 ? BY_TWO : AT_ONCE;
}

/*
 * Plies of quiescence by default, in a game with `noisy`. Where won games are worth little, a part of that is left to
 * the depth: both together are less than `win`. They do not depend on the depth, which may be another one in each
 * search of a searcher, since what its table keeps depends on them.
 */
#define QUIESCENCE_PLIES 8
#define QUIESCENCE_SHARE 8

/* The plies of quiescence that the options ask for; `game` may be NULL where none is needed by default. */
static int32_t quiescence_of(const ab_options *options, const ab_game *game)
{
  double given = ab_options_number(options, AB_OPTION_QUIESCENCE);
  double share = ab_options_number(options, AB_OPTION_WIN) / QUIESCENCE_SHARE;
  if (given >= 0) return (int32_t)given;
  if (game == NULL || !game->has_noisy || algorithm_of(options, 0) >= AB_MAXN) return 0;
  return share < QUIESCENCE_PLIES ? (int32_t)share : QUIESCENCE_PLIES;
}

/* The depth in plies of a search whose depth is not limited: as deep as the option `win` allows beside quiescence. */
static int32_t greatest_depth(const ab_options *options, int32_t quiescence)
{
  double win = ab_options_number(options, AB_OPTION_WIN);
  return (win > AB_DEPTH_MAX ? AB_DEPTH_MAX : (int32_t)ceil(win) - 1) - quiescence;
}

/* ---- checking ---- */

/* Whether an option was given, and asks for something. */
static int is_on(const ab_options *options, ab_option option)
{
  double off = ab_option_rows[option].off;
  return ab_options_has(options, option) && !(ab_options_number(options, option) == off);
}

/* What the options have of what others need, AB_NEEDS_..., but for that of the game. */
static unsigned needs_met(const ab_options *options)
{
  int has_level = level_of(options) != 0;
  double ties = ab_options_number(options, AB_OPTION_TIES);
  unsigned met = 0;
  if (has_level || ties == TIES_RANDOM) met |= AB_NEEDS_CHOICE;
  if (!has_level && ties == 0 && !is_on(options, AB_OPTION_MULTIPV)) met |= AB_NEEDS_ONE_VALUE;
  if (!has_level) met |= AB_NEEDS_NO_LEVEL;
  if (ab_options_has(options, AB_OPTION_REPETITION)) met |= AB_NEEDS_REPETITION;
  if (ab_options_number(options, AB_OPTION_VIEW) == AB_VIEW_MAX) met |= AB_NEEDS_MAX;
  if (ab_options_number(options, AB_OPTION_VIEW) == AB_VIEW_PLAYER) met |= AB_NEEDS_VIEW_PLAYER;
  if (ab_options_hash_content(options)) met |= AB_NEEDS_CONTENT;
  return met;
}

/* What of options' needs the game has, or decides on together with the options, AB_NEEDS_... */
static unsigned needs_met_by(const ab_options *options, const ab_game *game)
{
  unsigned met = 0;
  if (deepening_of(options, game) != AT_ONCE) met |= AB_NEEDS_DEEPENING;
  if (game->has_hash) met |= AB_NEEDS_HASH;
  if (game->has_noisy) met |= AB_NEEDS_NOISY;
  if (game->has_pass) met |= AB_NEEDS_PASS;
  return met;
}

/* Raises an error when an option was given that has no effect without one of `needs`, which are not met. */
static void check_needs(lua_State *L, const char *where, const ab_options *options, unsigned needs)
{
  const ab_option_row *rows = ab_option_rows;
  int i, nth;
  for (i = 0; i < AB_OPTIONS; i++) {
    if (!(rows[i].needs & needs) || !is_on(options, (ab_option)i)) continue;
    for (nth = 0; !(rows[i].needs & needs & 1u << nth);) nth++;
    ab_message_raise(L, "%s: %s '%s' needs %s", where, kind_of(options, (ab_option)i), rows[i].name,
                     ab_option_needs[nth]);
  }
}

/* Takes an option for one that was not given. */
static void drop(ab_options *options, ab_option option)
{
  options->values[option].number = ab_option_rows[option].initial;
  options->given &= ~(UINT64_C(1) << option);
}

void ab_options_drop_unused(ab_options *options)
{
  const ab_option_row *rows = ab_option_rows;
  unsigned algorithm = AB_WITH(algorithm_of(options, 0));
  int i;
  for (i = 0; i < AB_OPTIONS; i++)
    if (is_from_game(options, (ab_option)i) && !(rows[i].algorithms & algorithm)) drop(options, (ab_option)i);
  if (is_from_game(options, AB_OPTION_MAX_PLAYER) &&
      ab_options_number(options, AB_OPTION_VIEW) != AB_VIEW_PLAYER)
    drop(options, AB_OPTION_MAX_PLAYER);
}

/* Raises an error when an option was given that has no effect with the algorithm. */
static void check_algorithm(lua_State *L, const char *where, const ab_options *options)
{
  const ab_option_row *rows = ab_option_rows;
  unsigned algorithm = AB_WITH(algorithm_of(options, 0));
  int i;
  for (i = 0; i < AB_OPTIONS; i++)
    if (!(rows[i].algorithms & algorithm) && is_on(options, (ab_option)i))
      ab_message_raise(L, "%s: option '%s' needs algorithm %s, got %s", where, rows[i].name,
                       ab_option_push_algorithms(L, rows[i].algorithms),
                       ab_option_push_algorithms(L, algorithm));
}

/* Checks the numbers that values are compared with. */
static void check_values(lua_State *L, const char *where, const ab_options *options)
{
  double low = ab_options_number(options, AB_OPTION_VALUE_MIN);
  double high = ab_options_number(options, AB_OPTION_VALUE_MAX);
  double win = ab_options_number(options, AB_OPTION_WIN);
  int is_mover = ab_options_number(options, AB_OPTION_VIEW) == AB_VIEW_MOVER;
  const char *low_kind = kind_of(options, AB_OPTION_VALUE_MIN);
  const char *high_kind = kind_of(options, AB_OPTION_VALUE_MAX);
  if (ab_options_number(options, AB_OPTION_VIEW) == AB_VIEW_PLAYER &&
      !ab_options_has(options, AB_OPTION_MAX_PLAYER))
    ab_message_raise(L, "%s: view 'player' needs option 'max_player'", where);
  if (!(ab_options_number(options, AB_OPTION_ALPHA) < ab_options_number(options, AB_OPTION_BETA)))
    ab_message_raise(L, "%s: option 'alpha' must be less than option 'beta'", where);
  if (!(low < high))
    ab_message_raise(L, "%s: %s 'value_min' must be less than %s 'value_max'", where, low_kind, high_kind);
  if (win < HUGE_VAL && high <= -win)
    ab_message_raise(L, "%s: %s 'value_max' must be greater than -win", where, high_kind);
  if (win < HUGE_VAL && low >= win)
    ab_message_raise(L, "%s: %s 'value_min' must be less than %s 'win'", where, low_kind,
                     kind_of(options, AB_OPTION_WIN));
  if (is_mover && low != -high)
    ab_message_raise(L, "%s: %s 'value_min' must be the opposite of %s 'value_max' with view 'mover'", where,
                     low_kind, high_kind);
}

/* Checks how far the search goes; `game` may be NULL, before it is known. */
static void check_extent(lua_State *L, const char *where, const ab_options *options, const ab_game *game)
{
  extent e = extent_of(options);
  double win = ab_options_number(options, AB_OPTION_WIN);
  int32_t quiescence = quiescence_of(options, game);
  const char *win_kind = kind_of(options, AB_OPTION_WIN);
  if (e.depth < 0 && !is_limited(&e) && !ab_options_has(options, AB_OPTION_DEPTH))
    ab_message_raise(L, "%s: limit 'depth': expected a depth, a time or a number of nodes, got none", where);
  if (e.depth < 0 && greatest_depth(options, quiescence) < 0)
    ab_message_raise(L, "%s: %s 'win' must be greater than option 'quiescence'", where, win_kind);
  if (win < HUGE_VAL && e.depth + quiescence >= win)
    ab_message_raise(L, "%s: %s 'win' must be greater than the depth, %d", where, win_kind,
                     (int)(e.depth + quiescence));
  if (e.depth + quiescence > AB_DEPTH_MAX)
    ab_message_raise(L, "%s: the depth and option 'quiescence' must not exceed %d together", where,
                     AB_DEPTH_MAX);
}

void ab_options_check(lua_State *L, const char *where, const ab_options *options)
{
  check_algorithm(L, where, options);
  check_needs(L, where, options, NEEDS_OF_OPTIONS & ~needs_met(options));
  check_values(L, where, options);
  check_extent(L, where, options, NULL);
}

void ab_options_check_game(lua_State *L, const char *where, const ab_options *options, const ab_game *game)
{
  if (algorithm_of(options, 0) == AB_MAXN && !game->has_player)
    ab_message_raise(L, "%s: algorithm 'maxn' needs a game with 'player'", where);
  if (ab_options_number(options, AB_OPTION_VIEW) == AB_VIEW_PLAYER && !game->has_player)
    ab_message_raise(L, "%s: view 'player' needs a game with 'player'", where);
  check_needs(L, where, options, (unsigned)AB_NEEDS_OF_GAME & ~needs_met_by(options, game));
  check_extent(L, where, options, game);
}

/* ---- the task ---- */

int ab_options_hash_content(const ab_options *options)
{
  return ab_options_number(options, AB_OPTION_HASH) != 0;
}

int ab_options_score_repetition(const ab_options *options)
{
  return ab_options_has(options, AB_OPTION_REPETITION);
}

/* Whether there is a transposition table by default, in a game that has `hash`. */
static int uses_table_by_default(const ab_options *options)
{
  return algorithm_of(options, 0) < AB_MINIMAX && ab_options_number(options, AB_OPTION_TABLE) != 0;
}

int ab_options_use_table(const ab_options *options)
{
  return uses_table_by_default(options) && leaves(options, AB_WITHOUT_TABLE);
}

int ab_options_concern_root_moves(const ab_options *options)
{
  return ab_options_has(options, AB_OPTION_ONLY) || ab_options_has(options, AB_OPTION_AVOID) ||
         level_of(options) != 0 || ab_options_number(options, AB_OPTION_MULTIPV) > 1 ||
         ab_options_number(options, AB_OPTION_TIES) > 0;
}

int ab_options_share_table(const ab_options *options)
{
  return ab_options_number(options, AB_OPTION_TABLE) == AB_OPTION_OBJECT;
}

size_t ab_options_table_bytes(const ab_options *options)
{
  if (ab_options_share_table(options)) return 0;
  return (size_t)(ab_options_number(options, AB_OPTION_TABLE) * 1048576);
}

ab_choice ab_options_choice(const ab_options *options)
{
  ab_choice choice;
  choice.seed = options->values[AB_OPTION_SEED].bits;
  choice.draws_tie = ab_options_number(options, AB_OPTION_TIES) == TIES_RANDOM;
  choice.level = level_of(options);
  choice.temperature = choice.level > 0 ? ab_option_levels[choice.level - 1].temperature : 0;
  return choice;
}

/*
 * Whether there is a refutation table by default: where the search prunes, has no transposition table, and has
 * iterations. Option `table` 0 asks for no memory of either kind.
 */
static int has_refutations_by_default(const ab_options *options, int has_table, int deepens)
{
  return !has_table && deepens && algorithm_of(options, 0) < AB_MINIMAX &&
         ab_options_number(options, AB_OPTION_TABLE) != 0;
}

/*
 * Whether a search learns of moves (killers, the history) by default: with a table of either kind, and in a search that
 * is too shallow for a refutation table. There they are not where all that they know of successors is their places:
 * such are the trees of textbooks, which are searched from left to right.
 */
static int learns(const ab_options *options, const ab_game *game, int has_memory)
{
  int has_move_ids = game->style != AB_BY_STATES || game->has_move_id;
  return has_memory ||
         (has_move_ids && is_shallow(options, game) && ab_options_number(options, AB_OPTION_DEEPENING) < 0 &&
          ab_options_number(options, AB_OPTION_TABLE) != 0);
}

/* Whether limits of time or nodes alone say how far a search goes. */
static int has_limits_alone(const ab_options *options, const extent *e)
{
  return is_limited(e) && e->depth < 0 && !ab_options_has(options, AB_OPTION_DEPTH);
}

/*
 * To which depth the iterations of a search go by two plies, where the searcher's last search completed `last` plies.
 * In most games the position is two plies on by then, and about as deep a search can be had: the iterations between
 * would cost more than they teach.
 */
static int32_t by_two_to(const ab_options *options, const extent *e, deepening deepens, int32_t last)
{
  if (deepens == BY_TWO) return AB_DEPTH_MAX;
  return has_limits_alone(options, e) && ab_options_number(options, AB_OPTION_DEEPENING) < 0 &&
                 leaves(options, AB_WITHOUT_LAST_DEPTH)
             ? last
             : 0;
}

/* Whether a search is for a move, and not for what it is worth: it has limits alone, and no scores are asked for. */
static int wants_move_alone(const ab_options *options, const extent *e)
{
  return has_limits_alone(options, e) && ab_options_number(options, AB_OPTION_DEEPENING) != 0 &&
         ab_options_number(options, AB_OPTION_MULTIPV) <= 1 &&
         ab_options_number(options, AB_OPTION_TIES) == 0;
}

/*
 * How many plies are left, at least, where keys are made of what states hold for repetitions alone, beyond the first two
 * plies. Nearly all nodes have fewer, and such a key costs as much as a small game's functions for a node.
 */
#define KEY_DEPTH 3

/* Sets what the engine is to ask the game for; `cuts` says whether there are enhanced cut-offs where there can be. */
static void set_asks(ab_task *task, const ab_game *game, int divides, int cuts)
{
  int is_perft = task->algorithm == AB_PERFT;
  task->asks_turn = game->has_player;
  task->has_chance_nodes = game->has_chances;
  task->asks_end = game->has_result;
  task->asks_enter = game->style != AB_BY_STATES || is_perft || task->win < HUGE_VAL ||
                     task->value_max < HUGE_VAL || task->value_min > -HUGE_VAL || game->has_bounds ||
                     task->traces;
  task->asks_leave = game->style == AB_IN_PLACE || divides || task->traces;
  task->asks_scores = game->has_order && !task->asks_child_values && !is_perft;
  task->asks_key = task->table != NULL || task->scores_repetition;
  task->key_depth = game->has_hash ? 0 : KEY_DEPTH;
  task->asks_moves = task->table != NULL || task->learns != 0;
  task->costly_moves = game->has_move_id;
  task->asks_bounds = game->has_bounds && task->algorithm < AB_MINIMAX;
  task->asks_child_keys = game->has_hash_move && task->asks_key;
  task->enhanced_cutoffs =
      cuts && task->asks_child_keys && task->table != NULL && task->algorithm < AB_MINIMAX;
  task->finds_moves = game->has_find_move && task->asks_moves && task->algorithm < AB_MINIMAX;
}

/* Fills a field of the task with an option's number, in the function below. */
#define FILL(field, option, type) task.field = (type)ab_options_number(options, AB_OPTION_##option);

ab_task ab_options_task(const ab_options *options, const ab_game *game, ab_table *table, int32_t last)
{
  ab_task task;
  extent e = extent_of(options);
  deepening deepens = deepening_of(options, game);
  double multipv = ab_options_number(options, AB_OPTION_MULTIPV);
  int has_table = table != NULL || (game->has_hash && uses_table_by_default(options) &&
                                    !leaves(options, AB_WITHOUT_TABLE)); /* by default */
  int has_refutations = has_refutations_by_default(options, has_table, deepens != AT_ONCE);
  int has_memory = has_table || has_refutations;
  memset(&task, 0, sizeof task);
  AB_OPTIONS_OF_TASK(FILL)
  task.uses_refutations = has_refutations && leaves(options, AB_WITHOUT_REFUTATION_TABLE);
  task.algorithm = algorithm_of(options, has_memory);
  task.view = ab_options_number(options, AB_OPTION_VIEW) == AB_VIEW_MOVER ? AB_VIEW_MOVER : AB_VIEW_MAX;
  task.minimizing = ab_options_number(options, AB_OPTION_MAXIMIZE) == 0;
  task.traces = ab_options_has(options, AB_OPTION_TRACE);
  task.quiescence = quiescence_of(options, game);
  task.scores_repetition = ab_options_score_repetition(options);
  if (task.scores_repetition) task.repetition = ab_options_number(options, AB_OPTION_REPETITION);
  task.asks_child_values = orders_by_values(options);
  task.star2 = (has_table || game->has_order || task.asks_child_values) && leaves(options, AB_WITHOUT_STAR2);
  if (task.algorithm < AB_MINIMAX && learns(options, game, has_memory))
    task.learns =
        AB_LEARNS_ALL & ~(unsigned)ab_options_number(options, AB_OPTION_WITHOUT); /* the same bits */
  task.deepening = deepens != AT_ONCE;
  task.depth = e.depth < 0 ? greatest_depth(options, task.quiescence) : e.depth;
  task.by_two_to = by_two_to(options, &e, deepens, last);
  task.min_depth = e.min_depth;
  task.limits_hold_in_first_iteration = deepens == AT_ONCE;
  task.nodes = e.nodes;
  task.time = e.time;
  task.think = e.think;
  task.clock = ab_clock_now;
  if (level_of(options) != 0) multipv = HUGE_VAL;
  task.multipv = multipv < UINT32_MAX ? (uint32_t)multipv : UINT32_MAX;
  task.lists_ties = ab_options_number(options, AB_OPTION_TIES) > 0;
  task.partial_iteration = task.deepening && task.multipv <= 1 && !task.lists_ties &&
                           leaves(options, AB_WITHOUT_PARTIAL_ITERATION);
  task.omits_moves = ab_options_has(options, AB_OPTION_ONLY) || ab_options_has(options, AB_OPTION_AVOID);
  task.answers_forced = wants_move_alone(options, &e) && !task.omits_moves && !task.traces;
  task.table = table;
  set_asks(&task, game, 0, leaves(options, AB_WITHOUT_ENHANCED_CUTOFFS));
  return task;
}

ab_task ab_options_perft_task(int32_t depth, const ab_game *game, int divides)
{
  ab_options none;
  ab_task task;
  ab_options_default(&none);
  none.values[AB_OPTION_DEPTH].number = depth;
  none.values[AB_OPTION_DEEPENING].number = 0;
  none.values[AB_OPTION_QUIESCENCE].number = 0;
  task = ab_options_task(&none, game, NULL, 0);
  task.algorithm = AB_PERFT;
  set_asks(&task, game, divides, 0);
  return task;
}

uint64_t ab_options_table_settings(const ab_options *options)
{
  const ab_option_row *rows = ab_option_rows;
  uint64_t sum = 0;
  int i;
  for (i = 0; i < AB_OPTIONS; i++) {
    uint64_t bits;
    const char *letter;
    if ((rows[i].flags & AB_TABLE_NEUTRAL) || !ab_options_has(options, (ab_option)i)) continue;
    if (!(rows[i].algorithms & AB_WITH(AB_PVS))) continue; /* no table is used where it has an effect */
    if (ab_options_number(options, (ab_option)i) == rows[i].initial) continue;
    for (letter = rows[i].name; *letter != '\0'; letter++) sum = ab_key_mix(sum + (unsigned char)*letter);
    memcpy(&bits, &options->values[i].number, sizeof bits);
    if (i == AB_OPTION_MAX_PLAYER) bits = options->max_player;
    if (i == AB_OPTION_HASH_IGNORE) bits = options->ignored;
    sum = ab_key_mix(sum ^ bits);
  }
  return sum;
}
