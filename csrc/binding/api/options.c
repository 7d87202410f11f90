/* options.c: one reader of tables for all options. */

#include "options.h"

#include <math.h>
#include <string.h>

#include "../../engine/clock.h"
#include "../base/compat.h"
#include "../base/message.h"
#include "../base/zobrist.h"

/* Integers up to here are exact in every Lua number. */
#define EXACT_MAX 9007199254740992.0

/* The largest and the usual size of a table, in MiB. */
#define TABLE_MAX 1024
#define TABLE_DEFAULT 16

/* Plies that a level looks ahead whatever it costs: what the opponent can answer is seen. */
#define LEVELS_LEAST_DEPTH 2

/* The text of a number that the preprocessor knows. */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

static const char *const search_options[] = {
    "algorithm",  "alpha",      "aspiration",  "avoid",     "beta",         "deepening",
    "depth",      "fail",       "game",        "history",   "killers",      "level",
    "maximize",   "multipv",    "nodes",       "null_move", "on_iteration", "quiescence",
    "reductions", "repetition", "searchmoves", "seed",      "slice",        "star2",
    "table",      "ties",       "time",        "trace",     "value_max",    "value_min",
    "value_sum",  "view",       "win",         NULL};
static const char *const limit_options[] = {"avoid", "depth",       "level", "nodes",
                                            "past",  "searchmoves", "time",  NULL};
static const char *const slice_limits[] = {"nodes", "time", NULL};
static const char *const perft_options[] = {"divide", "game", NULL};

/*
 * Reads one value after another. The value that is read lies on top of the stack; the functions named take_*
 * check and pop it.
 */
typedef struct reader {
  lua_State *L;
  const char *where; /* the function the user called, "alphabeta.search" */
  const char *kind;  /* "option", "limit" or "argument" */
  const char *name;  /* of the value that is read, "depth" */
} reader;

/* Raises the error for the value on top. */
static void reject(const reader *from, const char *expected)
{
  luaL_error(from->L, "%s: %s '%s': expected %s, got %s", from->where, from->kind, from->name, expected,
             ab_message_describe(from->L, -1));
}

/* Takes a number that is not NaN. The value stays where it is, for further checks. */
static double check_number(const reader *from, const char *expected)
{
  double number = lua_type(from->L, -1) == LUA_TNUMBER ? (double)lua_tonumber(from->L, -1) : NAN;
  if (number != number) reject(from, expected);
  return number;
}

/* Takes any number but NaN. */
static double take_number(const reader *from)
{
  double number = check_number(from, "a number");
  lua_pop(from->L, 1);
  return number;
}

/* Takes a depth in plies. */
static int32_t take_depth(const reader *from)
{
  static const char expected[] = "an integer from 0 to " TEXT(AB_DEPTH_MAX);
  double depth = check_number(from, expected);
  if (depth < 0 || depth > AB_DEPTH_MAX || depth != floor(depth)) reject(from, expected);
  lua_pop(from->L, 1);
  return (int32_t)depth;
}

/* Takes a number of nodes. */
static uint64_t take_nodes(const reader *from)
{
  static const char expected[] = "an integer from 1 on, or math.huge";
  double nodes = check_number(from, expected);
  if (nodes < 1 || (nodes < HUGE_VAL && (nodes > EXACT_MAX || nodes != floor(nodes)))) reject(from, expected);
  lua_pop(from->L, 1);
  return nodes < HUGE_VAL ? (uint64_t)nodes : UINT64_MAX;
}

/* Takes a time in seconds. */
static double take_time(const reader *from)
{
  static const char expected[] = "a number of seconds, 0 or more";
  double seconds = check_number(from, expected);
  if (seconds < 0) reject(from, expected);
  lua_pop(from->L, 1);
  return seconds;
}

/* Takes the evaluation from which on games are won. */
static double take_win(const reader *from)
{
  static const char expected[] = "a finite number greater than 1";
  double win = check_number(from, expected);
  if (win <= 1 || win == HUGE_VAL) reject(from, expected);
  lua_pop(from->L, 1);
  return win;
}

/* Takes a boolean. */
static int take_boolean(const reader *from)
{
  int boolean = lua_toboolean(from->L, -1);
  if (!lua_isboolean(from->L, -1)) reject(from, "true or false");
  lua_pop(from->L, 1);
  return boolean;
}

/* Takes a function; the caller fetches it himself. */
static void check_function(const reader *from)
{
  if (!lua_isfunction(from->L, -1)) reject(from, "a function");
  lua_pop(from->L, 1);
}

/* Takes one of the `words`; returns its place among them, from 0. `expected` lists them for the message. */
static int take_word(const reader *from, const char *const *words, const char *expected)
{
  const char *word = lua_type(from->L, -1) == LUA_TSTRING ? lua_tostring(from->L, -1) : "";
  int place = 0;
  while (words[place] != NULL && strcmp(words[place], word) != 0) place++;
  if (words[place] == NULL) reject(from, expected);
  lua_pop(from->L, 1);
  return place;
}

/* Takes the size of a table in MiB; returns it in bytes. */
static size_t take_table(const reader *from)
{
  static const char expected[] = "a number of MiB from 0 to " TEXT(TABLE_MAX);
  double size = check_number(from, expected);
  if (size < 0 || size > TABLE_MAX) reject(from, expected);
  lua_pop(from->L, 1);
  return (size_t)(size * 1048576);
}

/* Takes a number greater than 0, math.huge included. */
static double take_width(const reader *from)
{
  double width = check_number(from, "a number greater than 0");
  if (width <= 0) reject(from, "a number greater than 0");
  lua_pop(from->L, 1);
  return width;
}

/* Takes how many of the root's moves are to have exact values. */
static uint32_t take_multipv(const reader *from)
{
  static const char expected[] = "an integer from 1 on, or 'all'";
  double count;
  if (lua_type(from->L, -1) == LUA_TSTRING && strcmp(lua_tostring(from->L, -1), "all") == 0) {
    lua_pop(from->L, 1);
    return UINT32_MAX;
  }
  count = check_number(from, expected);
  if (count < 1 || (count < HUGE_VAL && count != floor(count))) reject(from, expected);
  lua_pop(from->L, 1);
  return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

/* Takes what is to be known of moves that are equally good: whether they are listed, and whether one is drawn. */
static int take_ties(const reader *from, int *draws)
{
  int lists;
  *draws = lua_type(from->L, -1) == LUA_TSTRING && strcmp(lua_tostring(from->L, -1), "random") == 0;
  if (!*draws && !lua_isboolean(from->L, -1)) reject(from, "true, false or 'random'");
  lists = lua_toboolean(from->L, -1);
  lua_pop(from->L, 1);
  return lists;
}

/* Takes an integer, modulo 2^64. */
static uint64_t take_integer(const reader *from)
{
  uint64_t integer = 0;
  if (!ab_zobrist_integer(from->L, -1, &integer)) reject(from, "an integer");
  lua_pop(from->L, 1);
  return integer;
}

/* Takes a level; a function is fetched by the caller. */
static int take_level(const reader *from)
{
  static const char expected[] = "an integer from 1 to " TEXT(AB_LEVELS) ", or a function";
  double level;
  if (lua_isfunction(from->L, -1)) {
    lua_pop(from->L, 1);
    return AB_LEVEL_BY_FUNCTION;
  }
  level = check_number(from, expected);
  if (level < 1 || level > AB_LEVELS || level != floor(level)) reject(from, expected);
  lua_pop(from->L, 1);
  return (int)level;
}

/* Takes an array of moves, which is fetched by the caller. */
static void check_moves(const reader *from)
{
  lua_State *L = from->L;
  size_t count, i;
  if (!lua_istable(L, -1)) reject(from, "an array of moves");
  count = compat_rawlen(L, -1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, (int)i);
    if (lua_isnil(L, -1))
      luaL_error(L, "%s: %s '%s': expected an array without holes, got nil at index %d of %d", from->where,
                 from->kind, from->name, (int)i, (int)count);
    lua_pop(L, 1);
  }
  if (count == 0) {
    lua_pushnil(L);
    if (lua_next(L, -2))
      luaL_error(L, "%s: %s '%s': expected an array of moves, got a table with other keys", from->where,
                 from->kind, from->name);
  }
  lua_pop(L, 1);
}

/* Moves on to the field `name` of the table at `index`. Returns 0, and pushes nothing, when it is nil. */
static int find(reader *from, int index, const char *name)
{
  from->name = name;
  lua_getfield(from->L, index, name);
  if (!lua_isnil(from->L, -1)) return 1;
  lua_pop(from->L, 1);
  return 0;
}

/* Pushes the names in `valid`, separated by commas. */
static const char *list_names(lua_State *L, const char *const *valid)
{
  luaL_Buffer list;
  luaL_buffinit(L, &list);
  luaL_addstring(&list, *valid);
  while (*++valid != NULL) {
    luaL_addstring(&list, ", ");
    luaL_addstring(&list, *valid);
  }
  luaL_pushresult(&list);
  return lua_tostring(L, -1);
}

/* Whether the value on top is a string among `valid`. */
static int is_among(lua_State *L, const char *const *valid)
{
  if (lua_type(L, -1) != LUA_TSTRING) return 0;
  for (; *valid != NULL; valid++)
    if (strcmp(lua_tostring(L, -1), *valid) == 0) return 1;
  return 0;
}

/* Raises an error when the table at `index` has a key that is not among `valid`. */
static void check_names(const reader *from, int index, const char *const *valid)
{
  lua_State *L = from->L;
  for (lua_pushnil(L); lua_next(L, index);) {
    lua_pop(L, 1);
    if (!is_among(L, valid)) {
      const char *name = ab_message_describe(L, -1);
      luaL_error(L, "%s: unknown %s %s (valid: %s)", from->where, from->kind, name, list_names(L, valid));
    }
  }
}

/* Whether there is an options table at `index`; raises an error when there is something else but nil. */
static int is_given(lua_State *L, int index, const char *where)
{
  reader from = {L, where, "argument", "options"};
  if (lua_isnoneornil(L, index)) return 0;
  if (!lua_istable(L, index)) {
    lua_pushvalue(L, index);
    reject(&from, "a table");
  }
  return 1;
}

/*
 * Reads those fields of the table at `index` that may be options and limits, and checks those that are read by others:
 * `past`, which is no option, and arrays of moves.
 */
static void read_limits(reader *from, int index, ab_options *options)
{
  ab_task *task = &options->task;
  if (find(from, index, "past")) {
    if (!lua_istable(from->L, -1)) reject(from, "an array of keys or states");
    lua_pop(from->L, 1);
  }
  if (find(from, index, "depth")) task->depth = take_depth(from);
  if (find(from, index, "nodes")) task->nodes = take_nodes(from);
  if (find(from, index, "time")) task->time = take_time(from);
  if (find(from, index, "searchmoves")) check_moves(from);
  if (find(from, index, "avoid")) check_moves(from);
  if (find(from, index, "level")) options->choice.level = take_level(from);
}

void ab_options_default(ab_options *options)
{
  ab_task *task = &options->task;
  memset(options, 0, sizeof *options);
  task->algorithm = AB_ALPHABETA;
  task->view = AB_VIEW_MAX;
  task->depth = -1;
  task->deepening = -1;
  task->alpha = -HUGE_VAL;
  task->beta = HUGE_VAL;
  task->win = HUGE_VAL;
  task->nodes = UINT64_MAX;
  task->time = HUGE_VAL;
  task->clock = ab_clock_now;
  task->killers = -1;
  task->history = -1;
  task->value_min = -HUGE_VAL;
  task->value_max = HUGE_VAL;
  task->value_sum = HUGE_VAL;
  task->star2 = -1;
  task->aspiration = HUGE_VAL;
  options->table_bytes = (size_t)TABLE_DEFAULT << 20;
  options->slice = HUGE_VAL;
}

void ab_options_read(lua_State *L, int index, const char *where, ab_options *options)
{
  static const char *const algorithms[] = {"alphabeta", "pvs", "mtdf", "minimax", "maxn", NULL};
  static const char *const views[] = {"max", "mover", NULL};
  static const char *const fails[] = {"soft", "hard", NULL};
  ab_task *task = &options->task;
  reader from = {L, where, "option", NULL};
  if (!is_given(L, index, where)) return;
  check_names(&from, index, search_options);
  read_limits(&from, index, options);
  if (find(&from, index, "multipv")) task->multipv = take_multipv(&from);
  if (find(&from, index, "ties")) task->lists_ties = take_ties(&from, &options->choice.draws_tie);
  if (find(&from, index, "seed")) options->choice.seed = take_integer(&from);
  if (find(&from, index, "algorithm")) {
    task->algorithm =
        (ab_algorithm)take_word(&from, algorithms, "'alphabeta', 'pvs', 'mtdf', 'minimax' or 'maxn'");
    options->has_algorithm = 1;
  }
  if (find(&from, index, "view")) task->view = (ab_view)take_word(&from, views, "'max' or 'mover'");
  if (find(&from, index, "fail")) task->fail_hard = take_word(&from, fails, "'soft' or 'hard'");
  if (find(&from, index, "slice")) options->slice = take_time(&from);
  if (find(&from, index, "table")) options->table_bytes = take_table(&from);
  if (find(&from, index, "killers")) task->killers = take_boolean(&from);
  if (find(&from, index, "history")) task->history = take_boolean(&from);
  if (find(&from, index, "quiescence")) task->quiescence = take_depth(&from);
  if (find(&from, index, "null_move")) task->null_move = take_depth(&from);
  if (find(&from, index, "reductions")) task->reductions = take_boolean(&from);
  if (find(&from, index, "aspiration")) task->aspiration = take_width(&from);
  if (find(&from, index, "repetition")) {
    task->repetition = take_number(&from);
    task->scores_repetition = 1;
  }
  if (find(&from, index, "on_iteration")) check_function(&from);
  if (find(&from, index, "trace")) {
    check_function(&from);
    task->traces = 1;
  }
  if (find(&from, index, "value_min")) task->value_min = take_number(&from);
  if (find(&from, index, "value_max")) task->value_max = take_number(&from);
  if (find(&from, index, "value_sum")) task->value_sum = take_number(&from);
  if (find(&from, index, "star2")) task->star2 = take_boolean(&from);
  if (find(&from, index, "maximize")) task->minimizing = !take_boolean(&from);
  if (find(&from, index, "deepening")) task->deepening = take_boolean(&from);
  if (find(&from, index, "alpha")) task->alpha = take_number(&from);
  if (find(&from, index, "beta")) task->beta = take_number(&from);
  if (find(&from, index, "win")) task->win = take_win(&from);
}

void ab_options_read_limits(lua_State *L, int index, const char *where, ab_options *options)
{
  reader limits = {L, where, "limit", NULL};
  reader argument = {L, where, "argument", "depth"};
  if (lua_isnoneornil(L, index)) return;
  if (lua_istable(L, index)) {
    check_names(&limits, index, limit_options);
    read_limits(&limits, index, options);
    return;
  }
  lua_pushvalue(L, index);
  if (lua_type(L, -1) != LUA_TNUMBER) reject(&argument, "a depth or a table of limits");
  options->task.depth = take_depth(&argument);
}

/* Raises an error when an option is set that has no meaning with max^n. */
static void check_maxn(lua_State *L, const char *where, const ab_task *task)
{
  const char *wrong = NULL;
  if (task->alpha > -HUGE_VAL) wrong = "alpha";
  if (task->beta < HUGE_VAL) wrong = "beta";
  if (task->aspiration < HUGE_VAL) wrong = "aspiration";
  if (task->win < HUGE_VAL) wrong = "win";
  if (task->view == AB_VIEW_MOVER) wrong = "view";
  if (task->minimizing) wrong = "maximize";
  if (task->fail_hard) wrong = "fail";
  if (task->killers > 0) wrong = "killers";
  if (task->history > 0) wrong = "history";
  if (task->scores_repetition) wrong = "repetition";
  if (task->quiescence > 0) wrong = "quiescence";
  if (task->null_move > 0) wrong = "null_move";
  if (task->reductions) wrong = "reductions";
  if (wrong != NULL) luaL_error(L, "%s: option '%s' has no meaning with algorithm 'maxn'", where, wrong);
}

/* Checks what is asked of the root's moves, and settles what a level needs. */
static void finish_answers(lua_State *L, const char *where, ab_options *options)
{
  ab_task *task = &options->task;
  int level = options->choice.level;
  const char *name = level != 0 ? "level" : task->lists_ties ? "ties" : task->multipv > 1 ? "multipv" : NULL;
  if (task->algorithm == AB_MTDF && name != NULL)
    luaL_error(L, "%s: option '%s' needs exact values of moves, which algorithm 'mtdf' does not tell", where,
               name);
  if (level != 0) task->multipv = UINT32_MAX;
  if (level <= 0) return;
  if (task->depth < 0 || task->depth > ab_choice_depth(level)) task->depth = ab_choice_depth(level);
  if (task->deepening == 0 || task->nodes <= ab_choice_nodes(level)) return;
  task->nodes = ab_choice_nodes(level);
  if (task->time == HUGE_VAL) task->least_depth = LEVELS_LEAST_DEPTH;
}

void ab_options_finish(lua_State *L, const char *where, ab_options *options)
{
  ab_task *task = &options->task;
  int is_limited;
  finish_answers(L, where, options);
  is_limited = task->nodes < UINT64_MAX || task->time < HUGE_VAL;
  if (task->depth < 0 && !is_limited)
    luaL_error(L, "%s: a limit is missing: give a depth, a time or a number of nodes", where);
  if (is_limited && task->deepening == 0)
    luaL_error(L, "%s: option 'deepening' cannot be false with a limit in time or nodes", where);
  if (!(task->alpha < task->beta)) luaL_error(L, "%s: option 'alpha' must be less than option 'beta'", where);
  if (task->algorithm == AB_MINIMAX && (task->alpha > -HUGE_VAL || task->beta < HUGE_VAL))
    luaL_error(L, "%s: options 'alpha' and 'beta' have no meaning with algorithm 'minimax'", where);
  if (task->algorithm == AB_MAXN) check_maxn(L, where, task);
  if (task->algorithm != AB_MAXN && task->value_sum < HUGE_VAL)
    luaL_error(L, "%s: option 'value_sum' needs algorithm 'maxn'", where);
  if (task->algorithm == AB_MTDF && task->fail_hard)
    luaL_error(L, "%s: option 'fail' cannot be 'hard' with algorithm 'mtdf'", where);
  if (!(task->value_min < task->value_max))
    luaL_error(L, "%s: option 'value_min' must be less than option 'value_max'", where);
  if (task->win < HUGE_VAL && (task->value_max <= -task->win || task->value_min >= task->win))
    luaL_error(L, "%s: option '%s' leaves no game that is not %s: see option 'win'", where,
               task->value_max <= -task->win ? "value_max" : "value_min",
               task->value_max <= -task->win ? "lost" : "won");
  if (task->view == AB_VIEW_MOVER && task->value_min != -task->value_max)
    luaL_error(L, "%s: option 'value_min' must be the opposite of option 'value_max' with view 'mover'",
               where);
  if (task->view == AB_VIEW_MOVER && task->minimizing)
    luaL_error(L, "%s: option 'maximize' cannot be false with view 'mover'", where);
  if (task->win < HUGE_VAL && task->depth + task->quiescence >= task->win)
    luaL_error(L, "%s: option 'win' must be greater than the depth, %d", where,
               (int)(task->depth + task->quiescence));
  if (task->depth + task->quiescence > AB_DEPTH_MAX)
    luaL_error(L, "%s: the depth and option 'quiescence' must not exceed %d together", where, AB_DEPTH_MAX);
  if (task->depth < 0) {
    int32_t most = AB_DEPTH_MAX - task->quiescence;
    task->depth = task->win > AB_DEPTH_MAX ? most : (int32_t)ceil(task->win) - 1 - task->quiescence;
    if (task->depth < 0) luaL_error(L, "%s: option 'win' must be greater than option 'quiescence'", where);
  }
  if (task->deepening < 0) task->deepening = is_limited;
}

void ab_options_check_slice(lua_State *L, int index, const char *where, double *seconds, uint64_t *nodes)
{
  reader argument = {L, where, "argument", "seconds"};
  reader limits = {L, where, "limit", NULL};
  int is_given = 0;
  *nodes = UINT64_MAX;
  if (lua_isnoneornil(L, index) && *seconds < HUGE_VAL) return;
  *seconds = HUGE_VAL;
  if (!lua_istable(L, index)) {
    lua_pushvalue(L, index);
    if (lua_type(L, -1) != LUA_TNUMBER) reject(&argument, "a number of seconds or a table of limits");
    *seconds = take_time(&argument);
    return;
  }
  check_names(&limits, index, slice_limits);
  if (find(&limits, index, "time")) {
    *seconds = take_time(&limits);
    is_given = 1;
  }
  if (find(&limits, index, "nodes")) {
    *nodes = take_nodes(&limits);
    is_given = 1;
  }
  if (!is_given) luaL_error(L, "%s: give the slice a time or a number of nodes", where);
}

int ab_options_read_perft(lua_State *L, int index, const char *where)
{
  reader from = {L, where, "option", NULL};
  if (!is_given(L, index, where)) return 0;
  check_names(&from, index, perft_options);
  return find(&from, index, "divide") ? take_boolean(&from) : 0;
}

int32_t ab_options_check_depth(lua_State *L, int index, const char *where)
{
  reader from = {L, where, "argument", "depth"};
  lua_pushvalue(L, index);
  return take_depth(&from);
}
