/*
 * options.h: what the user may ask for, read and checked.
 *
 * What each option is lies in option_table.h. Here options are read, checked against each other and against the game,
 * and made into a task for the engine. Every function here raises an error that names the option (or argument), what
 * came and what was expected. `where` is the name of the function the user called, as it opens the message.
 */
#ifndef ALPHABETA_OPTIONS_H
#define ALPHABETA_OPTIONS_H

#include <lua.h>

#include "../../engine/engine.h"
#include "../base/game.h"
#include "../base/search.h"
#include "option_table.h"

/* What a search or a searcher was asked for. */
typedef struct ab_options {
  ab_option_value values[AB_OPTIONS]; /* by ab_option: what was given, or the row's `initial` */
  uint64_t given;                     /* which were given, bits by ab_option */
  uint64_t from_game;                 /* which of these the game's fields gave */
  uint64_t ignored;                   /* option `hash_ignore` as a number; 0: none */
  uint64_t max_player;                /* option `max_player` as a number, see identity.h; 0: a Lua object */
} ab_options;

/* Whether the option was given. */
static inline int ab_options_has(const ab_options *options, ab_option option)
{
  return (int)(options->given >> option & 1);
}

/* The number of an option. */
static inline double ab_options_number(const ab_options *options, ab_option option)
{
  return options->values[option].number;
}

/* Fills `options` with what holds where nothing is given. */
AB_FUNC void ab_options_default(ab_options *options);

/*
 * Reads the table at `index` (nil: none) into `options`. `flag` says what the table is: AB_FOR_SEARCHER, AB_FOR_SEARCH
 * or AB_FOR_PERFT. Each field is looked up once. Those that are Lua objects are put into the table at `objects`, by
 * ab_option + 1; arrays are copied.
 */
AB_FUNC void ab_options_read(lua_State *L, int index, const char *where, unsigned flag, ab_options *options,
                             int objects);

/*
 * Reads the fields of the game at `index` that say what its numbers mean, but for those that are given already. Each is
 * looked up once; where, see ab_game_push_source. Errors name a "game field". Otherwise as ab_options_read.
 */
AB_FUNC void ab_options_read_game(lua_State *L, int index, int is_state, const char *where,
                                  ab_options *options, int objects);

/* Drops what the game's fields gave that means nothing with the algorithm of a search. */
AB_FUNC void ab_options_drop_unused(ab_options *options);

/*
 * Pushes a table of those options that say what the game's numbers mean, by name, as far as they are given; objects are
 * in the table at `objects`.
 */
AB_FUNC void ab_options_push_meaning(lua_State *L, const ab_options *options, int objects);

/*
 * game_fields(game, state, given): a table of what says what the game's numbers mean, by name: from the table `given`,
 * where it is there, else the fields of the game, or without one of the state's. Returns nil and a message when one of
 * these fields is wrong; what was given is not checked.
 */
AB_FUNC int ab_options_game_fields(lua_State *L);

/*
 * Reads the second argument of a search at `index`: a depth in plies, a table of options for this search, or nil for
 * those that `options` has already. Otherwise as ab_options_read.
 */
AB_FUNC void ab_options_read_search(lua_State *L, int index, const char *where, ab_options *options,
                                    int objects);

/* Checks that the options go together. */
AB_FUNC void ab_options_check(lua_State *L, const char *where, const ab_options *options);

/* Checks that the game has what the options need. */
AB_FUNC void ab_options_check_game(lua_State *L, const char *where, const ab_options *options,
                                   const ab_game *game);

/* Whether keys are made of what states hold: see content.h. */
AB_FUNC int ab_options_hash_content(const ab_options *options);

/* Whether repetitions have a value. */
AB_FUNC int ab_options_score_repetition(const ab_options *options);

/* Whether a search by these options uses a transposition table, in a game that has `hash`. */
AB_FUNC int ab_options_use_table(const ab_options *options);

/* Whether such a search needs what concerns the root's moves: see ranking.h. */
AB_FUNC int ab_options_concern_root_moves(const ab_options *options);

/* Whether the transposition table is one that is shared. */
AB_FUNC int ab_options_share_table(const ab_options *options);

/* The bytes that the searcher's own transposition table may take. */
AB_FUNC size_t ab_options_table_bytes(const ab_options *options);

/* What chooses among the root's moves. */
AB_FUNC ab_choice ab_options_choice(const ab_options *options);

/*
 * The task of a search by options that were checked, in a game; `table` is the table that it uses, or NULL, and `last`
 * the depth that the searcher's last search completed. All is set but what lies before the root.
 */
AB_FUNC ab_task ab_options_task(const ab_options *options, const ab_game *game, ab_table *table,
                                int32_t last);

/* The task of perft to a depth, in a game; `divides` says whether leaves are wanted by move. */
AB_FUNC ab_task ab_options_perft_task(int32_t depth, const ab_game *game, int divides);

/*
 * What the values in a table mean that was filled by these options, as a number: where two differ, entries of the one
 * are wrong for the other.
 */
AB_FUNC uint64_t ab_options_table_settings(const ab_options *options);

/*
 * Reads the length of a slice from the argument at `index`: seconds, or a table with `time` in seconds, `nodes`, or
 * both. What is not given is HUGE_VAL and UINT64_MAX. Where nothing is given at all, `*seconds` stays as it is, unless
 * that is HUGE_VAL.
 */
AB_FUNC void ab_options_check_slice(lua_State *L, int index, const char *where, double *seconds,
                                    uint64_t *nodes);

/* Reads a depth in plies, 0 to AB_DEPTH_MAX, from the argument at `index`. */
AB_FUNC int32_t ab_options_check_depth(lua_State *L, int index, const char *where);

#endif
