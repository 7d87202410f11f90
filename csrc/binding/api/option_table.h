/*
 * option_table.h: the table of all options, one row for each.
 *
 * The rows are written from rows/options.lua, into option_rows.c. Whatever must know the options reads this table: the
 * reader and its messages, the checks of what goes together, the settings of saved tables, and through
 * ab_option_push_rows the tools in Lua and the specs. A row that says nothing about an option gets the careful reading:
 * it changes what stored values mean, and cannot be given for one search.
 */
#ifndef ALPHABETA_OPTION_TABLE_H
#define ALPHABETA_OPTION_TABLE_H

#include <lua.h>
#include <stdint.h>

#include "../../system/portable.h"
#include "option_rows.h"

/*
 * The word 'player' as option `view`: for the engine values are then Max's, and the option `max_player` says who that
 * is.
 */
#define AB_VIEW_PLAYER 2

/* What an option may be; several together. */
enum {
  AB_TAKES_NUMBER = 1,    /* a number from `min` to `max`, not NaN */
  AB_TAKES_INTEGER = 2,   /* an integer from `min` to `max`; infinite where `max` is */
  AB_TAKES_BITS = 4,      /* an integer, modulo 2^64 */
  AB_TAKES_BOOLEAN = 8,   /* true and false are 1 and 0 */
  AB_TAKES_FALSE = 16,    /* false alone, which is 0 */
  AB_TAKES_WORD = 32,     /* one of `words` */
  AB_TAKES_FUNCTION = 64, /* a function, which is AB_OPTION_OBJECT */
  AB_TAKES_LIST = 128,    /* an array without holes, a copy of which is AB_OPTION_OBJECT */
  AB_TAKES_ANY = 256,     /* any value but nil, which is AB_OPTION_OBJECT */
  AB_ABOVE_MIN = 512,     /* `min` itself is not among the numbers */
  AB_TAKES_TABLE = 2048,  /* a table object, see table_object.h, which is AB_OPTION_OBJECT */
  AB_OR_INFINITE = 1024,  /* math.huge is, although it is greater than `max` */
  AB_OF_STRINGS = 4096,   /* what a list holds are strings */
  AB_TAKES_WORDS = 8192   /* an array of `words`, whose numbers are bits: the number has those of all */
};

/* The number of a value that is a Lua object. The object itself is kept beside the numbers. */
#define AB_OPTION_OBJECT (-1.0)

/* Where an option may be given, and what else is to be known of it; several together. */
enum {
  AB_FOR_SEARCHER = 1,  /* in the options of alphabeta.new, and the third argument of alphabeta.search */
  AB_FOR_SEARCH = 2,    /* for one search: in the second argument of search and start */
  AB_FOR_SLICE = 4,     /* for one slice: in the argument of step */
  AB_FOR_PERFT = 8,     /* in the options of alphabeta.perft */
  AB_IN_GAME = 16,      /* says what the game's own numbers mean, so that it may stand in the game's table */
  AB_TABLE_NEUTRAL = 32 /* does not change what values in the transposition table mean */
};

/* The number of an algorithm among the bits of `algorithms`. */
#define AB_WITH(algorithm) (1u << (algorithm))

/* A word that an option may be, and the number it stands for. */
typedef struct ab_option_word {
  const char *name; /* NULL behind the last one */
  double number;
} ab_option_word;

/* What is to be known of an option. */
typedef struct ab_option_row {
  const char *name;
  const char *expected;        /* what it may be, in messages */
  unsigned takes;              /* AB_TAKES_... */
  double min, max;             /* of numbers */
  const ab_option_word *words; /* NULL for none */
  double initial;              /* its number where it is not given; NaN: there is none */
  double off;          /* the number that asks for nothing, which goes with everything; NaN: there is none */
  unsigned algorithms; /* with which it has an effect, AB_WITH(...) */
  unsigned flags;      /* AB_FOR_..., AB_IN_GAME, AB_TABLE_NEUTRAL */
  unsigned needs;      /* what else it has no effect without, AB_NEEDS_... */
} ab_option_row;

/* What an option was given as. */
typedef union ab_option_value {
  double number;
  uint64_t bits; /* with AB_TAKES_BITS */
} ab_option_value;

/* A name of an earlier version, and what it is called now. */
typedef struct ab_option_renaming {
  const char *former, *present; /* NULL behind the last one */
} ab_option_renaming;

/* How far a level of the option `level` looks, and how it chooses: see lua/alphabeta/root/choice.lua. */
typedef struct ab_option_level {
  int32_t depth; /* plies */
  uint64_t nodes;
  double temperature;
} ab_option_level;

/*
 * The rows, by ab_option; the texts of what they need, by the bits AB_NEEDS_...; the names of earlier versions; the
 * levels, from level 1 on.
 */
AB_FUNC const ab_option_row ab_option_rows[AB_OPTIONS];
AB_FUNC const char *const ab_option_needs[];
AB_FUNC const ab_option_renaming ab_option_renamed[];
AB_FUNC const ab_option_level ab_option_levels[];

/* The option called `name` among those with one of `flags`; AB_OPTIONS when there is none. */
AB_FUNC ab_option ab_option_find(const char *name, unsigned flags);

/* Pushes the names of the options with one of `flags`, sorted and separated by commas. Returns the text. */
AB_FUNC const char *ab_option_push_names(lua_State *L, unsigned flags);

/*
 * The name among the options with one of `flags` that `name` was probably meant to be; NULL when none is like it. Names
 * that options had in earlier versions lead to the present ones.
 */
AB_FUNC const char *ab_option_closest(const char *name, unsigned flags);

/*
 * Reads the value on top as that of an option. Returns 1 when it is valid, with its number in `value`; an array has
 * then been replaced by its copy. Returns 0 when it is not, and pushes "expected ..., got ...".
 */
AB_FUNC int ab_option_take(lua_State *L, const ab_option_row *row, ab_option_value *value);

/* Pushes a number of an option, which is no object, as the Lua value that it was read from. */
AB_FUNC void ab_option_push_number(lua_State *L, const ab_option_row *row, double number);

/* Pushes the algorithms among `algorithms` as a list for messages: "'pvs' or 'mtdf'". Returns the text. */
AB_FUNC const char *ab_option_push_algorithms(lua_State *L, unsigned algorithms);

/*
 * options(): the rows as an array of tables, sorted by name, with the fields `name`, `expected`, `initial` (where it is
 * a number), `words` (array), `algorithms` (array of names), and `searcher`, `search`, `slice`, `perft`, `in_game` and
 * `changes_meaning`, each true or false.
 */
AB_FUNC int ab_option_push_rows(lua_State *L);

/* accepts(name, value): whether a value is valid for the option of that name; nil when there is no such option. */
AB_FUNC int ab_option_accepts(lua_State *L);

#endif
