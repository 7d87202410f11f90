/*
 * successors.h: the successors that the game lists at a node, as an array or one by one.
 *
 * The arrays of the plies on the path are in AB_SLOT_LISTS. The last used one is in AB_SLOT_LIST, too. Successors of an
 * iterator are collected in an array of the driver's own. The game must not change its arrays while they are searched;
 * the driver raises an error if it notices that.
 *
 * `moves` may fill a given array and return the number of moves instead of an array. Each ply has one, in
 * AB_SLOT_FILLED, used again for the next node there: elements after the moves are from other nodes. The root gets a
 * new one at each call, because the results of a completed iteration may refer to the one before.
 *
 * Successors that `find_move` returned are in an array of the driver's own, one for each ply, in AB_SLOT_FOUND_MOVES.
 * Until the game lists the successors, no others are known. `find_move` gets what AB_SLOT_MOVES_BY_ID has for a move
 * id: a result of `move_id`, or a move that was made. A table may name a move that this search has not seen: that of an
 * earlier search, of a file or of another thread. Its move id alone does not tell a number from a string.
 *
 * The outcomes of a chance node, by `chances`, are put into an array of the driver's own, so a game may return the same
 * array for each throw of its dice. Outcomes are entered and left like moves.
 */
#ifndef ALPHABETA_SUCCESSORS_H
#define ALPHABETA_SUCCESSORS_H

#include "../base/search.h"

/* Pushes the state of the node at `ply`, which has successors. */
AB_FUNC void ab_successors_push_state(lua_State *L, const ab_search *search, int32_t ply);

/* Pushes the array that `moves` may fill at `ply`. */
AB_FUNC void ab_successors_push_filled(lua_State *L, ab_search *search, int32_t ply);

/* Pushes successor `index` (from 0) of the node at `ply`. */
AB_FUNC void ab_successors_push(lua_State *L, ab_search *search, int32_t ply, uint32_t index);

/*
 * Takes the answer of `callback`: `moves`, `children` or `noisy`. If options choose among the successors of an iterator,
 * it is drained: `search->call.is_draining`. So is one of playouts, which need all successors of each state.
 */
AB_FUNC ab_successors ab_successors_take(lua_State *L, ab_search *search, ab_callback callback);

/* Takes a result of the iterator that is drained. The answer counts when it is no longer drained. */
AB_FUNC ab_successors ab_successors_drain(lua_State *L, ab_search *search);

/*
 * Makes the array on top, with `count` successors (at least one), that of the current node, and pops it. `list` is its
 * address, or NULL for one of outcomes.
 */
AB_FUNC void ab_successors_use(lua_State *L, ab_search *search, const void *list, uint32_t count);

/*
 * After a pause, replaces the successors at the ply of the last move made again by those in the answer on top, and pops
 * it: they keep their order, and stay if their number has changed.
 */
AB_FUNC void ab_successors_take_again(lua_State *L, ab_search *search);

/*
 * Whether the successors at `ply` must be listed again after a pause: some of them, in an array that the game returned,
 * hold values with an identity, such as tables. `make` may put others into the state when it is called again.
 */
AB_FUNC int ab_successors_have_objects(lua_State *L, const ab_search *search, int32_t ply);

/* Records the value on top, a move or a result of `move_id`, as what `find_move` gets for the id `move`. */
AB_FUNC void ab_successors_remember(lua_State *L, ab_search *search, uint32_t move);

/* Pushes what `find_move` gets for a move id that the engine wants. Returns 0 if that is unknown. */
AB_FUNC int ab_successors_push_wanted(lua_State *L, uint32_t move);

/* Takes the answer of `find_move` about a move id: the move or state, or nil. */
AB_FUNC ab_found ab_successors_take_found(lua_State *L, ab_search *search, uint32_t move);

/* Raises an error unless all successors of the current node that `find_move` found, `matched` of them, are listed. */
AB_FUNC void ab_successors_check_found(lua_State *L, ab_search *search, uint32_t matched);

/* Takes the result of an iterator: a successor, or nil at the end. Returns 0 for one that was found: ask again. */
AB_FUNC int ab_successors_take_next(lua_State *L, ab_search *search, ab_next *next);

/* Makes candidates of the current node's successors, with their move ids, if these need no callback. */
AB_FUNC void ab_successors_make_candidates(lua_State *L, ab_search *search, ab_candidate *candidates);

/* How many successors a leaf has by the answer of `callback` on top, which is no iterator: checked, and left there. */
AB_FUNC uint32_t ab_successors_count(lua_State *L, ab_search *search, ab_callback callback);

/*
 * Takes the answer of `chances`, which is on top and is popped. Returns how many outcomes there are, 0 if this is
 * no chance node. Their probabilities are in `search->probabilities`. An error names the callback, and the wrong entry
 * if there is one.
 */
AB_FUNC uint32_t ab_successors_take_outcomes(lua_State *L, ab_search *search);

/* Raises an error unless the answer of `chances` on top, which is not nil, is a table. */
AB_FUNC void ab_successors_check_outcomes(lua_State *L, ab_search *search);

/* Raises an error when chance nodes follow one another without end on the way to the current node. */
AB_FUNC void ab_successors_check_chain(lua_State *L, ab_search *search);

/* Raises an error if probabilities do not add up to 1. */
AB_FUNC void ab_successors_check_sum(lua_State *L, ab_search *search, double sum);

#endif
