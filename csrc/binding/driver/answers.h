/*
 * answers.h: checks the results of the game's functions and passes them on.
 *
 * The result is on top of the stack and is popped. A wrong result is an error that names the callback.
 */
#ifndef ALPHABETA_ANSWERS_H
#define ALPHABETA_ANSWERS_H

#include "../base/search.h"

/* Takes the value that `callback` gave of the node at `ply`: a number; or in max^n a table of them, for the engine. */
AB_FUNC double ab_answer_value(lua_State *L, ab_search *search, ab_callback callback, int32_t ply);

/* Raises an error if a number that `callback` returned is NaN, or infinite where that is not allowed. */
AB_FUNC void ab_answer_check_value(lua_State *L, ab_search *search, ab_callback callback, double value);

/* Takes the number that `order` returned. */
AB_FUNC double ab_answer_number(lua_State *L, ab_search *search, ab_callback callback);

/*
 * Takes the answer of `player`: the first time it is the root's player, later it is compared with that. Returns who
 * moves, as the engine numbers players: see engine/host.h.
 */
AB_FUNC uint32_t ab_answer_player(lua_State *L, ab_search *search);

/* Takes the answer of `player` at the end of a playout: an index, or AB_UCT_NONE if nobody is to move. */
AB_FUNC uint32_t ab_answer_last_player(lua_State *L, ab_search *search);

/* Raises the error for a state that was changed between two slices. */
AB_FUNC void ab_answer_changed_state(lua_State *L);

/* Takes the answer of `hash`. */
AB_FUNC uint64_t ab_answer_hash(lua_State *L, ab_search *search);

/* The hash of the root's position at a pause is stored, or compared with that of the last pause. */
AB_FUNC void ab_answer_roots_hash(lua_State *L, ab_search *search, uint64_t hash);

/* If keys are made from fields, stores the current position's hash for ab_answer_check_changes. */
AB_FUNC void ab_answer_note_position(ab_search *search, uint64_t hash);

/* The value of the node at `ply`, which is not over, in a game without `evaluate`. */
AB_FUNC double ab_answer_neutral(ab_search *search, int32_t ply);

/*
 * Notes what its mobility adds to the value of a leaf where the game goes on: a small part for `moves`, those of the
 * player who moves there less those of the other player one ply before. `sign` is the leaf's, +1 where Max moves. Where
 * the same side has moved before, the difference means nothing. The value is to be answered next.
 */
AB_FUNC void ab_answer_mobility(ab_search *search, double moves, int sign);

/* Takes the answer of `player` for a position before the root. */
AB_FUNC void ab_answer_past_player(lua_State *L, ab_search *search, ab_past *past);

/* If keys are made from fields, raises an error if all positions had the same hash: moves do not change the state. */
AB_FUNC void ab_answer_check_changes(lua_State *L, const ab_search *search);

/* Takes the answer of `bounds`: two numbers. */
AB_FUNC ab_bounds ab_answer_bounds(lua_State *L, ab_search *search);

/* Takes the answer of `move_id`. */
AB_FUNC uint32_t ab_answer_move_id(lua_State *L, ab_search *search);

/*
 * Takes the answer of `make`, or of `pass` in place: all values above the slots. The move is made, and unmaking it
 * needs these values. Without memory to store them, the move is unmade and Lua's error raised.
 */
AB_FUNC void ab_answer_undo(lua_State *L, ab_search *search);

/* Takes the answer of `play`, or of a `pass` that makes a state. */
AB_FUNC void ab_answer_state(lua_State *L, ab_search *search, ab_callback callback);

/* Takes the answer of `pass`. */
AB_FUNC void ab_answer_pass(lua_State *L, ab_search *search);

#endif
