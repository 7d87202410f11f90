/* option_table.c: see option_table.h. */

#include "option_table.h"

#include <math.h>
#include <string.h>

#include "../base/compat.h"
#include "../base/message.h"
#include "../base/zobrist.h"
#include "table_object.h"

/* Integers up to here are exact in every Lua number. */
#define EXACT_MAX 9007199254740992.0

/* The longest name that is looked for a closest one, in characters. */
#define NAME_MAX_LENGTH 24

ab_option ab_option_find(const char *name, unsigned flags)
{
  int i;
  for (i = 0; i < AB_OPTIONS; i++)
    if ((ab_option_rows[i].flags & flags) && strcmp(ab_option_rows[i].name, name) == 0) return (ab_option)i;
  return AB_OPTIONS;
}

const char *ab_option_push_names(lua_State *L, unsigned flags)
{
  luaL_Buffer list;
  const char *separator = "";
  int i;
  luaL_buffinit(L, &list);
  for (i = 0; i < AB_OPTIONS; i++) {
    if (!(ab_option_rows[i].flags & flags)) continue;
    luaL_addstring(&list, separator);
    luaL_addstring(&list, ab_option_rows[i].name);
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
  const ab_option_renaming *renaming;
  for (renaming = ab_option_renamed; renaming->former != NULL; renaming++)
    if (strcmp(renaming->former, name) == 0 && ab_option_find(renaming->present, flags) != AB_OPTIONS)
      return renaming->present;
  if (length > NAME_MAX_LENGTH) return NULL;
  for (i = 0; i < AB_OPTIONS; i++) {
    size_t changes;
    if (!(ab_option_rows[i].flags & flags)) continue;
    changes = distance(name, ab_option_rows[i].name);
    if (changes >= least) continue;
    closest = ab_option_rows[i].name;
    least = changes;
  }
  return closest;
}

/* Whether the number is one that the option takes. */
static int is_in_range(const ab_option_row *row, double number)
{
  if ((row->takes & AB_OR_INFINITE) && number == HUGE_VAL) return 1;
  if (!(number >= row->min && number <= row->max)) return 0;
  if ((row->takes & AB_ABOVE_MIN) && number == row->min) return 0;
  if (!(row->takes & AB_TAKES_INTEGER) || number == HUGE_VAL) return 1;
  return number <= EXACT_MAX && number == floor(number);
}

/* Whether the string on top is one of the option's words; `number` is then what it stands for. */
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
 * Places that a copy has from the start, at most: the length of a table with holes may be any number, up to 2^63, and
 * is not to be believed before the entries were seen.
 */
#define ROOM_MAX 1024

/*
 * Replaces the table on top by its copy as an array, raw. Returns 1, or 0 when it is none: what came instead is then
 * pushed as a message.
 */
static int copy_list(lua_State *L, const ab_option_row *row)
{
  size_t length = compat_rawlen(L, -1);
  int count = length < INT32_MAX ? (int)length : INT32_MAX, i;
  lua_createtable(L, count < ROOM_MAX ? count : ROOM_MAX, 0);
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

/* Pushes the option's words, separated by commas. Returns the text. */
static const char *push_words(lua_State *L, const ab_option_row *row)
{
  luaL_Buffer list;
  const ab_option_word *word;
  luaL_buffinit(L, &list);
  for (word = row->words; word->name != NULL; word++) {
    if (word != row->words) luaL_addstring(&list, ", ");
    luaL_addstring(&list, word->name);
  }
  luaL_pushresult(&list);
  return lua_tostring(L, -1);
}

/*
 * Reads the table on top as an array of the option's words: `number` then has the bits of all. Returns 1, or 0 when it
 * is none: what came instead is then pushed as a message.
 */
static int take_words(lua_State *L, const ab_option_row *row, double *number)
{
  uint64_t bits = 0;
  int count, i;
  if (!copy_list(L, row)) return 0;
  count = (int)compat_rawlen(L, -1);
  for (i = 1; i <= count; i++) {
    double bit;
    lua_rawgeti(L, -1, i);
    if (lua_type(L, -1) != LUA_TSTRING || !is_word(L, row, &bit)) {
      const char *got = ab_message_describe(L, -1);
      lua_pushfstring(L, "expected %s, got %s at index %d (valid: %s)", row->expected, got, i,
                      push_words(L, row));
      return 0;
    }
    bits |= (uint64_t)bit;
    lua_pop(L, 1);
  }
  *number = (double)bits;
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
  if (type == LUA_TTABLE && (takes & AB_TAKES_WORDS)) return take_words(L, row, &value->number);
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
  const ab_option_word *algorithms = ab_option_rows[AB_OPTION_ALGORITHM].words;
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
    const ab_option_row *row = &ab_option_rows[i];
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
    set_words(L, "algorithms", ab_option_rows[AB_OPTION_ALGORITHM].words, row->algorithms);
    set_boolean(L, "searcher", (row->flags & AB_FOR_SEARCHER) != 0);
    set_boolean(L, "search", (row->flags & AB_FOR_SEARCH) != 0);
    set_boolean(L, "slice", (row->flags & AB_FOR_SLICE) != 0);
    set_boolean(L, "perft", (row->flags & AB_FOR_PERFT) != 0);
    set_boolean(L, "in_game", (row->flags & AB_IN_GAME) != 0);
    set_boolean(L, "changes_meaning", !(row->flags & AB_TABLE_NEUTRAL));
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
    lua_pushboolean(L, ab_option_take(L, &ab_option_rows[option], &value));
  return 1;
}
