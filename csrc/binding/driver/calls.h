/*
 * calls.h: pushes calls of the game's functions.
 *
 * Each of these functions pushes a function and its arguments and records which callback runs. It returns how many
 * arguments the call has.
 *
 * The results of `make` and `pass` are stored for `unmake` and `unpass`. Up to AB_UNDO_ROOM values are in
 * AB_SLOT_UNDOS, side by side for each ply, except nil, because a table with holes could shrink. More values are in a
 * table of the ply's own, at minus the ply's number from 1. It is made when it is first needed and then used again, so
 * a move costs no memory.
 */
#ifndef ALPHABETA_CALLS_H
#define ALPHABETA_CALLS_H

#include "../base/search.h"

/* Enters successor `child` of the current node, a state, which goes into AB_SLOT_STATE. Calls nothing. */
AB_FUNC void ab_call_take_successor(lua_State *L, ab_search *search, uint32_t child);

/* Puts the state of the current node, whose successors may have been entered, into AB_SLOT_STATE again. */
AB_FUNC void ab_call_come_back(lua_State *L, ab_search *search);

/* A call with the value of a slot alone. */
AB_FUNC int ab_call_with(lua_State *L, ab_search *search, ab_callback callback, int slot);

/* A call with only the state of the node just entered. */
static inline int ab_call_with_state(lua_State *L, ab_search *search, ab_callback callback)
{
  return ab_call_with(L, search, callback, AB_SLOT_STATE);
}

/* children(state), noisy(state), or moves(state, list), about the node just entered or the leaf that is asked about */
AB_FUNC int ab_call_list(lua_State *L, ab_search *search, ab_callback callback);

/* noisy(state), or moves(state, list), about the node after the last move that was made again, after a pause. */
AB_FUNC int ab_call_list_again(lua_State *L, ab_search *search);

/* find_move(state, id) for a move id; returns 0, and pushes nothing, if the move is unknown. */
AB_FUNC int ab_call_find_move(lua_State *L, ab_search *search, uint32_t move);

/* evaluate(state, me), result(state, me) or bounds(state, me) */
AB_FUNC int ab_call_value(lua_State *L, ab_search *search, ab_callback callback);

/* order(state, move) or move_id(state, move) for successor `index` of the current node */
AB_FUNC int ab_call_about_move(lua_State *L, ab_search *search, ab_callback callback, uint32_t index);

/* evaluate_move(state, move, me) for successor `child` of the current node, a leaf */
AB_FUNC int ab_call_evaluate_move(lua_State *L, ab_search *search, uint32_t child);

/* make(state, move) or play(state, move) for successor `child` of the current node */
AB_FUNC int ab_call_enter(lua_State *L, ab_search *search, ab_callback callback, uint32_t child);

/* pass(state) at the current node; opens the next ply for it. */
AB_FUNC int ab_call_pass(lua_State *L, ab_search *search);

/* unmake(state, move, ...) for the move to `ply`, with the results of `make`; or unpass(state, ...) likewise */
AB_FUNC int ab_call_unmake(lua_State *L, ab_search *search, int32_t ply);

/* The iterator of the current node's successors. It gets no arguments. */
AB_FUNC int ab_call_iterator(lua_State *L, ab_search *search, ab_callback callback);

/* on_iteration(info) */
AB_FUNC int ab_call_on_iteration(lua_State *L, ab_search *search);

/* trace(event): see events.c */
AB_FUNC int ab_call_trace(lua_State *L, ab_search *search, const ab_event *event);

/* make(state, move), or pass(state), for the ply after the moves that are made: again, after a pause */
AB_FUNC int ab_call_make_again(lua_State *L, ab_search *search);

/* Prepares AB_SLOT_UNDOS, a new table. */
AB_FUNC void ab_call_begin_undos(lua_State *L);

/* Makes the places of a ply in it, the next one. */
AB_FUNC void ab_call_make_undo_room(lua_State *L, int32_t ply);

/*
 * Stores all values above the slots for the move that led to `ply`, and pops them. Returns 0 if there is not enough
 * memory. The values are then still there, and the error above them. Runs for every move.
 */
AB_FUNC int ab_call_keep_undos(lua_State *L, ab_search *search, int32_t ply);

#endif
