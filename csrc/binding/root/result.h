/*
 * result.h: the root's moves as Lua sees them, and the results of a search. Much of that is in Lua, for both engines:
 * lua/alphabeta/root and lua/alphabeta/front. Those functions run a few times a search, inside of the driver's
 * protected call or while the searcher is held, and get only Lua values.
 *
 * Each ply has a table for the best line from there, the last move first. So appending a move to the shorter line makes
 * the longer one, and the two plies exchange their tables. That copies nothing and, once the tables have grown,
 * allocates nothing.
 *
 * The engine knows the root's moves only by index. The table in AB_SLOT_ROOT_MOVES has the Lua values, in the fields
 * below: the moves in an array of the driver's own, and the line of each move with an exact value. Like the engine's
 * scores, there are lines of the current search of the root, and lines of the last completed iteration. The former
 * replace the latter when the iteration ends.
 */
#ifndef ALPHABETA_RESULT_H
#define ALPHABETA_RESULT_H

#include "../base/search.h"

/* The value of `info.engine` and the module's `_ENGINE`. The engine in Lua has "Lua". */
#define AB_ENGINE_NAME "C"

/* The fields of the table in AB_SLOT_ROOT_MOVES. */
enum ab_root_field {
  AB_ROOT_ONLY = 1, /* array: the only moves that are searched; or nil */
  AB_ROOT_AVOID,    /* array: the moves that are not; or nil */
  AB_ROOT_LEVEL,    /* the function that chooses a move; or nil */
  AB_ROOT_MOVES,    /* array: the root's successors */
  AB_ROOT_LINES,    /* table: arrays of moves, by the index of the first, from 1; of the current pass */
  AB_ROOT_COMPLETED /* such a table, of the last completed iteration */
};

/* ---- functions in Lua ---- */

/* alphabeta.core.set_front(functions): sets these functions, by name: see lua/alphabeta/front/main.lua. */
AB_FUNC int ab_functions_set(lua_State *L);

/* Pushes the function `name`. Raises an error if the functions were not set. */
AB_FUNC void ab_functions_push(lua_State *L, const char *name);

/* Raises the error on top. An error of those functions is raised at the line where the user called the running one. */
AB_FUNC int ab_functions_raise(lua_State *L);

/* ---- which of the root's moves are searched ---- */

/* Whether the root's successors are to come as an array of the driver's own. */
AB_FUNC int ab_selection_is_due(lua_State *L, const ab_search *search);

/*
 * Replaces the array on top, the root's `count` successors (at least one, and no holes), by one of the driver's own
 * with those to be searched, in the same order. Returns their number. Raises the user's error if a named value is no
 * move of the state, or no move is left.
 */
AB_FUNC uint32_t ab_selection_take(lua_State *L, uint32_t count);

/* Raises the user's error if the root is a chance node with `count` outcomes, and the user has named moves. */
AB_FUNC void ab_selection_refuse(lua_State *L, const ab_search *search, uint32_t count);

/* ---- expected lines ---- */

/* Pushes the move that led to `ply`, which is on the path or was left last. */
AB_FUNC void ab_line_push_move(lua_State *L, const ab_search *search, int32_t ply);

/* The current node's best line is now the last move and the line of the ply after it. */
AB_FUNC void ab_line_note(lua_State *L, ab_search *search);

/* An iteration is completed: the root's line becomes the best one, and its table is exchanged for the old. */
AB_FUNC void ab_line_note_best(lua_State *L, ab_search *search);

/* In the host's `proved`: a copy of the proved line, since the iteration goes on with the root's, becomes the best one. */
AB_FUNC void ab_line_note_proved(lua_State *L, ab_search *search);

/* ---- values of the root's moves ---- */

/* Whether scores of the root's moves are wanted. */
AB_FUNC int ab_ranking_is_wanted(const ab_search *search);

/* Stores the root's new line under its move's index: see ab_engine_scores. Returns whether it is the root's own. */
AB_FUNC int ab_ranking_note_line(lua_State *L, ab_search *search);

/* An iteration and its lines are completed. Needs no memory: a finalizer could ask the searcher for its best move. */
AB_FUNC void ab_ranking_report(lua_State *L, const ab_search *search);

/*
 * The search has ended: pushes the call of the function that chooses the move, if there is one that has not been
 * asked yet, and moves to choose from. Returns how many arguments the call has, or -1: it is not due.
 */
AB_FUNC int ab_ranking_call_level(lua_State *L, ab_search *search);

/* Takes that function's answer: the index of a move among those it was given. */
AB_FUNC void ab_ranking_take_level(lua_State *L, ab_search *search, ab_callback callback);

/* ---- the result ---- */

/* Pushes the table `info`, which has no reason while the search goes on. */
AB_FUNC void ab_result_push_info(lua_State *L, const ab_search *search);

/* Pushes the results for the user: best, value and info. Returns their number. */
AB_FUNC int ab_result_push(lua_State *L, const ab_search *search);

#endif
