/* option_table.c: see option_table.h. */

#include "option_table.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "../../engine/engine.h"
#include "../base/compat.h"
#include "../base/message.h"
#include "../base/zobrist.h"
#include "../root/choice.h"
#include "table_object.h"

/* Integers up to here are exact in every Lua number. */
#define EXACT_MAX 9007199254740992.0

/* The usual size of a table, in MiB. */
#define TABLE_USUAL 16

/* The longest name that is looked for a closest one, in characters. */
#define NAME_MAX_LENGTH 24

/* The text of a number that the preprocessor knows. */
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

/* Texts that several rows have in common. */
#define BOOLEAN "true or false"
#define A_FUNCTION "a function"
#define A_NUMBER "a number"
#define DEPTH "an integer from 0 to " TEXT(AB_DEPTH_MAX)
#define PLIES DEPTH ", or false"
#define SECONDS "a number of seconds, 0 or more"
#define MOVES "an array of moves"

/* Algorithms that rows have in common. */
#define PRUNING (AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS) | AB_WITH(AB_MTDF))
#define WINDOWED (AB_WITH(AB_ALPHABETA) | AB_WITH(AB_PVS))
#define TWO_SIDES (PRUNING | AB_WITH(AB_MINIMAX))
#define EVERY (TWO_SIDES | AB_WITH(AB_MAXN))
#define EXACT (EVERY & ~AB_WITH(AB_MTDF))

/* What rows have in common: options of one search that keep the meaning of values, and what the game's numbers mean. */
#define PER_SEARCH (AB_FOR_SEARCHER | AB_FOR_SEARCH | AB_KEEPS_MEANING)
#define PER_SEARCHER (AB_FOR_SEARCHER | AB_KEEPS_MEANING)
#define OF_GAME (AB_FOR_SEARCHER | AB_IN_GAME)

#define NUMBER AB_TAKES_NUMBER
#define INTEGER AB_TAKES_INTEGER

static const ab_option_word algorithms[] = {{"alphabeta", AB_ALPHABETA}, {"pvs", AB_PVS},   {"mtdf", AB_MTDF},
                                            {"minimax", AB_MINIMAX},     {"maxn", AB_MAXN}, {NULL, 0}};
static const ab_option_word views[] = {
    {"max", AB_VIEW_MAX}, {"mover", AB_VIEW_MOVER}, {"player", AB_VIEW_PLAYER}, {NULL, 0}};
static const ab_option_word fails[] = {{"soft", 0}, {"hard", 1}, {NULL, 0}};
static const ab_option_word hashes[] = {{"auto", 1}, {NULL, 0}};
static const ab_option_word counts[] = {{"all", HUGE_VAL}, {NULL, 0}};
static const ab_option_word orders[] = {{"evaluate", 1}, {NULL, 0}};
static const ab_option_word ties[] = {{"random", 2}, {NULL, 0}};

/*
 * One row per option, in the order of ab_option: name, what is expected, what it takes, least, most, words; its number
 * where it is not given (-1: what depends on other options and on the game), its number where it is off; the algorithms
 * with which it has a meaning; where it may be given; what else it has no effect without.
 */
/* clang-format off */
static const ab_option_row rows[AB_OPTIONS] = {
  {"algorithm", "'alphabeta', 'pvs', 'mtdf', 'minimax' or 'maxn'",
   AB_TAKES_WORD, 0, 0, algorithms, AB_ALPHABETA, NAN, EVERY, PER_SEARCH, 0},
  {"alpha", A_NUMBER, NUMBER, -HUGE_VAL, HUGE_VAL, NULL, -HUGE_VAL, -HUGE_VAL, PRUNING, PER_SEARCH, 0},
  {"aspiration", "a number greater than 0",
   NUMBER | AB_ABOVE_LEAST, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, WINDOWED, PER_SEARCH, AB_NEEDS_DEEPENING | AB_NEEDS_ONE_VALUE},
  {"avoid", MOVES, AB_TAKES_LIST, 0, 0, NULL, 0, NAN, EVERY, PER_SEARCH, 0},
  {"beta", A_NUMBER, NUMBER, -HUGE_VAL, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, PRUNING, PER_SEARCH, 0},
  {"deepening", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, -1, NAN, EVERY, PER_SEARCH, 0},
  {"depth", DEPTH ", or math.huge", INTEGER | AB_OR_INFINITE, 0, AB_DEPTH_MAX, NULL, -1, NAN, EVERY, PER_SEARCH, 0},
  {"divide", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, 0, 0, EVERY, AB_FOR_PERFT | AB_KEEPS_MEANING, 0},
  {"enhanced_cutoffs", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, -1, 0, PRUNING, PER_SEARCH, AB_NEEDS_HASH_MOVE},
  {"fail", "'soft' or 'hard'", AB_TAKES_WORD, 0, 0, fails, 0, 0,
   WINDOWED, PER_SEARCH, AB_NEEDS_WINDOW},
  {"game", "a game", AB_TAKES_ANY, 0, 0, NULL, 0, NAN, EVERY, PER_SEARCHER | AB_FOR_PERFT, 0},
  {"hash", "'auto' or false", AB_TAKES_WORD | AB_TAKES_FALSE, 0, 0, hashes, 0, 0, TWO_SIDES, AB_FOR_SEARCHER, 0},
  {"hash_ignore", "an array of names of fields",
   AB_TAKES_LIST | AB_OF_STRINGS, 0, 0, NULL, 0, NAN, TWO_SIDES, AB_FOR_SEARCHER, AB_NEEDS_CONTENT},
  {"history", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, -1, 0, PRUNING, PER_SEARCH, 0},
  {"killers", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, -1, 0, PRUNING, PER_SEARCH, 0},
  {"level", "an integer from 1 to " TEXT(AB_LEVELS) ", or a function",
   INTEGER | AB_TAKES_FUNCTION, 1, AB_LEVELS, NULL, 0, NAN, EXACT, PER_SEARCH, 0},
  {"max_player", "a player", AB_TAKES_ANY, 0, 0, NULL, 0, NAN, TWO_SIDES, OF_GAME, AB_NEEDS_VIEW_PLAYER},
  {"maximize", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, 1, 1, TWO_SIDES, PER_SEARCH, AB_NEEDS_MAX},
  {"multipv", "an integer from 1 on, or 'all'",
   INTEGER | AB_TAKES_WORD, 1, HUGE_VAL, counts, 1, 1, EXACT, PER_SEARCH, AB_NEEDS_NO_LEVEL},
  {"nodes", "an integer from 1 on, or math.huge",
   INTEGER, 1, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, EVERY, PER_SEARCH | AB_FOR_SLICE, 0},
  {"null_move", PLIES, INTEGER | AB_TAKES_FALSE, 0, AB_DEPTH_MAX, NULL, 0, 0, PRUNING, AB_FOR_SEARCHER, AB_NEEDS_PASS},
  {"on_iteration", A_FUNCTION, AB_TAKES_FUNCTION, 0, 0, NULL, 0, NAN, EVERY, PER_SEARCH, 0},
  {"only", MOVES, AB_TAKES_LIST, 0, 0, NULL, 0, NAN, EVERY, PER_SEARCH, 0},
  {"order", "'evaluate' or false", AB_TAKES_WORD | AB_TAKES_FALSE, 0, 0, orders, 0, 0, PRUNING, PER_SEARCH, 0},
  {"past", "an array of keys or states", AB_TAKES_LIST, 0, 0, NULL, 0, NAN, EVERY, AB_FOR_SEARCH | AB_KEEPS_MEANING, AB_NEEDS_REPETITION},
  {"quiescence", PLIES, INTEGER | AB_TAKES_FALSE, 0, AB_DEPTH_MAX, NULL, 0, 0, TWO_SIDES, AB_FOR_SEARCHER, AB_NEEDS_NOISY},
  {"reductions", PLIES, INTEGER | AB_TAKES_FALSE, 0, AB_DEPTH_MAX, NULL, 0, 0, PRUNING, AB_FOR_SEARCHER, 0},
  {"refutation_table", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, -1, 0, PRUNING, PER_SEARCH, 0},
  {"reorder", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, 0, 0, PRUNING, PER_SEARCH, AB_NEEDS_DEEPENING | AB_NEEDS_ORDER},
  {"repetition", A_NUMBER, NUMBER, -HUGE_VAL, HUGE_VAL, NULL, NAN, NAN, TWO_SIDES, OF_GAME, AB_NEEDS_HASH},
  {"seed", "an integer", AB_TAKES_BITS, 0, 0, NULL, 0, NAN, EVERY, PER_SEARCH, AB_NEEDS_CHOICE},
  {"slice", SECONDS, NUMBER, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, EVERY, PER_SEARCHER, 0},
  {"star2", BOOLEAN, AB_TAKES_BOOLEAN, 0, 0, NULL, -1, 0, PRUNING, PER_SEARCH, AB_NEEDS_CHANCES},
  {"table", "a number of MiB from 0 to " TEXT(AB_TABLE_MAX) ", or a shared table",
   NUMBER | AB_TAKES_TABLE, 0, AB_TABLE_MAX, NULL, TABLE_USUAL, 0, PRUNING, PER_SEARCHER, AB_NEEDS_HASH},
  {"think", SECONDS, NUMBER, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, EVERY, PER_SEARCH, 0},
  {"ties", "true, false or 'random'", AB_TAKES_BOOLEAN | AB_TAKES_WORD, 0, 0, ties, 0, 0, EXACT, PER_SEARCH, 0},
  {"time", SECONDS, NUMBER, 0, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, EVERY, PER_SEARCH | AB_FOR_SLICE, 0},
  {"trace", A_FUNCTION, AB_TAKES_FUNCTION, 0, 0, NULL, 0, NAN, EVERY, PER_SEARCH, 0},
  {"value_max", A_NUMBER, NUMBER, -HUGE_VAL, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, EVERY, OF_GAME, 0},
  {"value_min", A_NUMBER, NUMBER, -HUGE_VAL, HUGE_VAL, NULL, -HUGE_VAL, -HUGE_VAL, EVERY, OF_GAME, 0},
  {"value_sum", A_NUMBER, NUMBER, -HUGE_VAL, HUGE_VAL, NULL, HUGE_VAL, HUGE_VAL, AB_WITH(AB_MAXN), OF_GAME, 0},
  {"view", "'max', 'mover' or 'player'", AB_TAKES_WORD, 0, 0, views, AB_VIEW_MAX, AB_VIEW_MAX, TWO_SIDES, OF_GAME, 0},
  {"win", "a finite number greater than 1",
   NUMBER | AB_ABOVE_LEAST, 1, DBL_MAX, NULL, HUGE_VAL, NAN, TWO_SIDES, OF_GAME, 0},
};
/* clang-format on */

/* Names of earlier versions, and what they are called now. */
static const struct {
  const char *former, *present;
} renamed[] = {{"searchmoves", "only"}};

/* What options need, in the order of the bits AB_NEEDS_... */
static const char *const needs[] = {"option 'deepening'",
                                    "option 'alpha' or 'beta'",
                                    "option 'level', or option 'ties' that is 'random'",
                                    "a search without options 'multipv', 'ties' and 'level'",
                                    "a search without option 'level'",
                                    "option 'repetition'",
                                    "view 'max'",
                                    "a game with 'hash', or option 'hash'",
                                    "a game with 'noisy'",
                                    "a game with 'pass', and with 'unpass' where moves are made in place",
                                    "a game with 'chances'",
                                    "view 'player'",
                                    "a game with 'hash' and 'hash_move', and not played by children",
                                    "option 'hash'",
                                    "a game with 'order', and no option 'order'",
                                    NULL};

const char *ab_option_need(int nth)
{
  return needs[nth];
}

const ab_option_row *ab_option_rows(void)
{
  return rows;
}

ab_option ab_option_find(const char *name, unsigned flags)
{
  int i;
  for (i = 0; i < AB_OPTIONS; i++)
    if ((rows[i].flags & flags) && strcmp(rows[i].name, name) == 0) return (ab_option)i;
  return AB_OPTIONS;
}

const char *ab_option_push_names(lua_State *L, unsigned flags)
{
  luaL_Buffer list;
  const char *separator = "";
  int i;
  luaL_buffinit(L, &list);
  for (i = 0; i < AB_OPTIONS; i++) {
    if (!(rows[i].flags & flags)) continue;
    luaL_addstring(&list, separator);
    luaL_addstring(&list, rows[i].name);
    separator = ", ";
  }
  luaL_pushresult(&list);
  return lua_tostring(L, -1);
}

/* A letter of a name, in lower case whatever the locale. */
static int lower(char letter)
{
  return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter;
}

/* The least of three numbers. */
static size_t least_of(size_t a, size_t b, size_t c)
{
  size_t least = a < b ? a : b;
  return least < c ? least : c;
}

/*
 * How many letters must be changed, put in, left out or exchanged with the next one to make one name of the other,
 * which are no longer than NAME_MAX_LENGTH; capital letters count as small ones.
 */
static size_t distance(const char *a, const char *b)
{
  size_t rows_of[3][NAME_MAX_LENGTH + 1];
  size_t *before = rows_of[0], *last = rows_of[1], *row = rows_of[2], *swap, i, j;
  size_t length = strlen(b);
  for (j = 0; j <= length; j++) before[j] = last[j] = j;
  for (i = 1; a[i - 1] != '\0'; i++) {
    row[0] = i;
    for (j = 1; j <= length; j++) {
      size_t change = lower(a[i - 1]) != lower(b[j - 1]);
      row[j] = least_of(last[j] + 1, row[j - 1] + 1, last[j - 1] + change);
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]) &&
          before[j - 2] + 1 < row[j])
        row[j] = before[j - 2] + 1;
    }
    swap = before;
    before = last;
    last = row;
    row = swap;
  }
  return last[length];
}

const char *ab_option_closest(const char *name, unsigned flags)
{
  const char *closest = NULL;
  size_t length = strlen(name), least = (length + 1) / 3 + 1, i;
  for (i = 0; i < sizeof renamed / sizeof *renamed; i++)
    if (strcmp(renamed[i].former, name) == 0 && ab_option_find(renamed[i].present, flags) != AB_OPTIONS)
      return renamed[i].present;
  if (length > NAME_MAX_LENGTH) return NULL;
  for (i = 0; i < AB_OPTIONS; i++) {
    size_t changes;
    if (!(rows[i].flags & flags)) continue;
    changes = distance(name, rows[i].name);
    if (changes >= least) continue;
    closest = rows[i].name;
    least = changes;
  }
  return closest;
}

/* Whether the number is one that the option takes. */
static int is_in_range(const ab_option_row *row, double number)
{
  if ((row->takes & AB_OR_INFINITE) && number == HUGE_VAL) return 1;
  if (!(number >= row->least && number <= row->most)) return 0;
  if ((row->takes & AB_ABOVE_LEAST) && number == row->least) return 0;
  if (!(row->takes & AB_TAKES_INTEGER) || number == HUGE_VAL) return 1;
  return number <= EXACT_MAX && number == floor(number);
}

/* Whether the string on top is a word of the option; `number` is then what it stands for. */
static int is_word(lua_State *L, const ab_option_row *row, double *number)
{
  const char *text = lua_tostring(L, -1);
  const ab_option_word *word;
  for (word = row->words; word->name != NULL; word++) {
    if (strcmp(word->name, text) != 0) continue;
    *number = word->number;
    return 1;
  }
  return 0;
}

/*
 * Places that a copy has from the start, at most: the length of a table with holes may be any number, up to 2^63, and is
 * not to be believed before the entries were seen.
 */
#define ROOM_MOST 1024

/*
 * Replaces the table on top by its copy as an array, raw. Returns 1, or 0 when it is none: what came instead is then
 * pushed as a message.
 */
static int copy_list(lua_State *L, const ab_option_row *row)
{
  size_t length = compat_rawlen(L, -1);
  int count = length < INT32_MAX ? (int)length : INT32_MAX, i;
  lua_createtable(L, count < ROOM_MOST ? count : ROOM_MOST, 0);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -2, i);
    if (lua_isnil(L, -1)) {
      lua_pop(L, 2);
      lua_pushfstring(L, "expected an array without holes, got nil at index %d of %d", i, count);
      return 0;
    }
    if ((row->takes & AB_OF_STRINGS) && lua_type(L, -1) != LUA_TSTRING) {
      lua_pushfstring(L, "expected %s, got %s at index %d", row->expected, luaL_typename(L, -1), i);
      lua_replace(L, -3);
      lua_pop(L, 1);
      return 0;
    }
    lua_rawseti(L, -2, i);
  }
  if (count == 0) {
    lua_pushnil(L);
    if (lua_next(L, -3)) {
      lua_pop(L, 3);
      lua_pushfstring(L, "expected %s, got a table with other keys", row->expected);
      return 0;
    }
  }
  lua_replace(L, -2);
  return 1;
}

int ab_option_take(lua_State *L, const ab_option_row *row, ab_option_value *value)
{
  int type = lua_type(L, -1);
  unsigned takes = row->takes;
  value->number = AB_OPTION_OBJECT;
  if ((takes & AB_TAKES_ANY) && lua_rawequal(L, -1, -1)) return 1; /* not NaN */
  if ((takes & AB_TAKES_TABLE) && ab_table_object_at(L, -1) != NULL) return 1;
  if (type == LUA_TFUNCTION && (takes & AB_TAKES_FUNCTION)) return 1;
  if (type == LUA_TTABLE && (takes & AB_TAKES_LIST)) return copy_list(L, row);
  if ((takes & AB_TAKES_BITS) && ab_zobrist_integer(L, -1, &value->bits)) return 1;
  if (type == LUA_TNUMBER && (takes & (AB_TAKES_NUMBER | AB_TAKES_INTEGER))) {
    value->number = (double)lua_tonumber(L, -1) + 0.0; /* never -0 */
    if (is_in_range(row, value->number)) return 1;
  }
  if (type == LUA_TBOOLEAN) {
    value->number = lua_toboolean(L, -1);
    if (takes & (value->number == 0 ? AB_TAKES_BOOLEAN | AB_TAKES_FALSE : AB_TAKES_BOOLEAN)) return 1;
  }
  if (type == LUA_TSTRING && (takes & AB_TAKES_WORD) && is_word(L, row, &value->number)) return 1;
  lua_pushfstring(L, "expected %s, got %s", row->expected, ab_message_describe(L, -1));
  return 0;
}

void ab_option_push_number(lua_State *L, const ab_option_row *row, double number)
{
  const ab_option_word *word = row->words;
  while (word != NULL && word->name != NULL && word->number != number) word++;
  if (word != NULL && word->name != NULL)
    lua_pushstring(L, word->name);
  else if (fabs(number) < INT32_MAX && number == floor(number))
    lua_pushinteger(L, (lua_Integer)number);
  else
    lua_pushnumber(L, number);
}

const char *ab_option_push_algorithms(lua_State *L, unsigned which)
{
  int left = 0, i, first = lua_gettop(L) + 1;
  for (i = 0; algorithms[i].name != NULL; i++) left += (which >> i & 1) != 0;
  lua_pushliteral(L, "");
  for (i = 0; algorithms[i].name != NULL; i++) {
    if (!(which >> i & 1)) continue;
    left--;
    lua_pushfstring(L, "'%s'%s", algorithms[i].name, left > 1 ? ", " : left == 1 ? " or " : "");
  }
  lua_concat(L, lua_gettop(L) - first + 1);
  return lua_tostring(L, -1);
}

/* Sets the field `name` of the table on top to true or false. */
static void set_boolean(lua_State *L, const char *name, int is_true)
{
  lua_pushboolean(L, is_true);
  lua_setfield(L, -2, name);
}

/* Sets the field `name` of the table on top to an array of the words among `words` whose bit is in `which`. */
static void set_words(lua_State *L, const char *name, const ab_option_word *words, unsigned which)
{
  int i, count = 0;
  if (words == NULL) return;
  lua_newtable(L);
  for (i = 0; words[i].name != NULL; i++) {
    if (!(which >> i & 1)) continue;
    lua_pushstring(L, words[i].name);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, name);
}

int ab_option_push_rows(lua_State *L)
{
  int i;
  lua_createtable(L, AB_OPTIONS, 0);
  for (i = 0; i < AB_OPTIONS; i++) {
    const ab_option_row *row = &rows[i];
    lua_createtable(L, 0, 11);
    lua_pushstring(L, row->name);
    lua_setfield(L, -2, "name");
    lua_pushstring(L, row->expected);
    lua_setfield(L, -2, "expected");
    if (row->initial == row->initial) {
      lua_pushnumber(L, row->initial);
      lua_setfield(L, -2, "initial");
    }
    set_words(L, "words", row->words, ~0u);
    set_words(L, "algorithms", algorithms, row->algorithms);
    set_boolean(L, "searcher", (row->flags & AB_FOR_SEARCHER) != 0);
    set_boolean(L, "search", (row->flags & AB_FOR_SEARCH) != 0);
    set_boolean(L, "slice", (row->flags & AB_FOR_SLICE) != 0);
    set_boolean(L, "perft", (row->flags & AB_FOR_PERFT) != 0);
    set_boolean(L, "in_game", (row->flags & AB_IN_GAME) != 0);
    set_boolean(L, "changes_meaning", !(row->flags & AB_KEEPS_MEANING));
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

int ab_option_accepts(lua_State *L)
{
  ab_option option = ab_option_find(luaL_checkstring(L, 1), ~0u);
  ab_option_value value;
  luaL_checkany(L, 2);
  lua_settop(L, 2);
  if (option == AB_OPTIONS)
    lua_pushnil(L);
  else
    lua_pushboolean(L, ab_option_take(L, &rows[option], &value));
  return 1;
}
