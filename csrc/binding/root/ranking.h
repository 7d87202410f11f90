/*
 * ranking.h: the root's moves as Lua sees them: what each is worth, which are equally good, which one is played. The
 * rest of that is lua/alphabeta/root/ranking.lua.
 *
 * What the engine knows of them by index alone is kept as Lua values in the table in AB_SLOT_ROOT_MOVES, whose places are
 * named here: the moves themselves in an array of the driver's own, and for each move whose value is exact the line
 * that it heads. Like the engine's scores, lines are those of the root's search under way, and those of the last
 * completed iteration, which take their place when the iteration ends.
 */
#ifndef ALPHABETA_RANKING_H
#define ALPHABETA_RANKING_H

#include "../base/search.h"

/* What the table in AB_SLOT_ROOT_MOVES holds. */
enum ab_root_place {
  AB_ROOT_ONLY = 1, /* array: the moves that alone are searched; or nil */
  AB_ROOT_AVOID,    /* array: the moves that are not; or nil */
  AB_ROOT_LEVEL,    /* the function that chooses a move; or nil */
  AB_ROOT_MOVES,    /* array: the root's successors */
  AB_ROOT_LINES,    /* table: arrays of moves, by the index of the first, from 1; of the pass under way */
  AB_ROOT_COMPLETED /* such a table, of the last completed iteration */
};

/* Whether scores of the root's moves are wanted. */
AB_FUNC int ab_ranking_is_wanted(const ab_search *search);

/*
 * The root heads a line worth keeping, see ab_engine_scores: keeps it under the move's index. Returns whether it is the
 * root's own, too.
 */
AB_FUNC int ab_ranking_note_line(lua_State *L, ab_search *search);

/*
 * An iteration is completed, and so are its lines; those of the one before will be written over. Needs no memory: what
 * Lua collects could ask the searcher for its best move.
 */
AB_FUNC void ab_ranking_report(lua_State *L, const ab_search *search);

/* Pushes what is known of the root's moves, as ranking.lua reads it, where scores are wanted; else nil. */
AB_FUNC void ab_ranking_push(lua_State *L, const ab_search *search);

/*
 * The search has ended: lays out the call of the function that chooses the move, if there is one that has not been
 * asked yet, and moves to choose from. Returns how many arguments the call has, or -1: it is not due.
 */
AB_FUNC int ab_ranking_call_level(lua_State *L, ab_search *search);

/* Takes that function's answer: the place of a move among those it was given. */
AB_FUNC void ab_ranking_take_level(lua_State *L, ab_search *search, ab_callback callback);

#endif
