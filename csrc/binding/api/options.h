/*
 * options.h: what the user may ask for, read and checked.
 *
 * Every function here raises an error that names the option (or argument), what came and what was expected.
 * `where` is the name of the function the user called, as it opens the message.
 */
#ifndef ALPHABETA_OPTIONS_H
#define ALPHABETA_OPTIONS_H

#include <lua.h>

#include "../../engine/engine.h"
#include "../root/choice.h"

/* What a search or a searcher was asked for. */
typedef struct ab_options {
  ab_choice choice;   /* of the move that is played */
  ab_task task;       /* without the table, and with -1 for what depends on the game: killers, history */
  size_t table_bytes; /* the most that the table may take */
  double slice;       /* seconds of a slice that is not told how long it is; HUGE_VAL: none */
  int has_algorithm;  /* whether `algorithm` was named; else it is alpha-beta, or with a table PVS */
} ab_options;

/*
 * Fills `options` with the defaults: an exact search. What is still open, and left to ab_options_finish, is -1:
 * `depth` and `deepening`.
 */
AB_FUNC void ab_options_default(ab_options *options);

/*
 * Reads the options table at `index` (nil: none) into `options`. The option `game` is left to the caller, as
 * are the checks of ab_options_finish.
 */
AB_FUNC void ab_options_read(lua_State *L, int index, const char *where, ab_options *options);

/*
 * Reads the argument `depth` at `index` into `options`: plies, a table of limits {depth, time, nodes, level}, or nil
 * for those the options gave. The limits `searchmoves`, `avoid` and `past`, and a function as `level`, are checked
 * here and fetched by the caller, like the options of these names.
 */
AB_FUNC void ab_options_read_limits(lua_State *L, int index, const char *where, ab_options *options);

/* Checks that the parts of `options` fit together and settles what follows from them; `depth` is then >= 0. */
AB_FUNC void ab_options_finish(lua_State *L, const char *where, ab_options *options);

/* Reads the options of perft at `index` (nil: none), `game` left to the caller. Returns `divide`. */
AB_FUNC int ab_options_read_perft(lua_State *L, int index, const char *where);

/*
 * Reads the length of a slice from the argument at `index`: seconds, or a table with `time` in seconds, `nodes`, or
 * both. What is not given is HUGE_VAL and UINT64_MAX. Where nothing is given at all, `*seconds` stays as it is, unless
 * that is HUGE_VAL.
 */
AB_FUNC void ab_options_check_slice(lua_State *L, int index, const char *where, double *seconds, uint64_t *nodes);

/* Reads a depth in plies, 0 to AB_DEPTH_MAX, from the argument at `index`. */
AB_FUNC int32_t ab_options_check_depth(lua_State *L, int index, const char *where);

#endif
