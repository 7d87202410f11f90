/*
 * ranking.h: the root's moves as Lua sees them: their values, which are equally good, which one is played. The rest is
 * lua/alphabeta/root/ranking.lua.
 *
 * The engine knows these moves only by index. The table in AB_SLOT_ROOT_MOVES has the Lua values, in the fields below:
 * the moves in an array of the driver's own, and the line of each move with an exact value. Like the engine's scores,
 * there are lines of the current search of the root, and lines of the last completed iteration. The former replace the
 * latter when the iteration ends.
 */
#ifndef ALPHABETA_RANKING_H
#define ALPHABETA_RANKING_H

#include "../base/search.h"

/* The fields of the table in AB_SLOT_ROOT_MOVES. */
enum ab_root_place {
  AB_ROOT_ONLY = 1, /* array: the only moves that are searched; or nil */
  AB_ROOT_AVOID,    /* array: the moves that are not; or nil */
  AB_ROOT_LEVEL,    /* the function that chooses a move; or nil */
  AB_ROOT_MOVES,    /* array: the root's successors */
  AB_ROOT_LINES,    /* table: arrays of moves, by the index of the first, from 1; of the current pass */
  AB_ROOT_COMPLETED /* such a table, of the last completed iteration */
};

/* Whether scores of the root's moves are wanted. */
AB_FUNC int ab_ranking_is_wanted(const ab_search *search);

/*
 * Stores the new line of the root, see ab_engine_scores, under the move's index. Returns whether it is also the root's
 * own.
 */
AB_FUNC int ab_ranking_note_line(lua_State *L, ab_search *search);

/*
 * An iteration and its lines are completed. The lines of the one before may be overwritten. Needs no memory, because a
 * finalizer could ask the searcher for its best move.
 */
AB_FUNC void ab_ranking_report(lua_State *L, const ab_search *search);

/* Pushes the record of the root's moves that ranking.lua reads, if scores are wanted; otherwise nil. */
AB_FUNC void ab_ranking_push(lua_State *L, const ab_search *search);

/*
 * The search has ended: pushes the call of the function that chooses the move, if there is one that has not been
 * asked yet, and moves to choose from. Returns how many arguments the call has, or -1: it is not due.
 */
AB_FUNC int ab_ranking_call_level(lua_State *L, ab_search *search);

/* Takes that function's answer: the index of a move among those it was given. */
AB_FUNC void ab_ranking_take_level(lua_State *L, ab_search *search, ab_callback callback);

#endif
