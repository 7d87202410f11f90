/*
 * zobrist.h: keys of 64 bits for states, kept in C.
 *
 * A key is the exclusive or of one random number for each feature of a state (Zobrist 1970). It is a userdata of 16
 * bytes, which a game's `hash` may return as it is: the 64 bits never become a Lua number. All copies of a key share
 * its random numbers, in a userdata of their own. SplitMix64 makes them (Steele, Lea and Flood 2014), so a seed gives
 * the same numbers everywhere.
 */
#ifndef ALPHABETA_ZOBRIST_H
#define ALPHABETA_ZOBRIST_H

#include <lua.h>
#include <stdint.h>

#include "../../system/portable.h"

/* Makes the metatable of keys, once for each Lua state, and sets `zobrist` in the module's table on top. */
AB_FUNC void ab_zobrist_register(lua_State *L);

/* Pushes the metatable of keys, for ab_zobrist_value. */
AB_FUNC void ab_zobrist_push_metatable(lua_State *L);

/*
 * Reads the key at `index`. Returns 1 and sets `*value`, any number from 0 on. Returns 0 and sets nothing if it is no
 * key. `metatable` is the index of the metatable of keys, not counted from the top. Uses one free slot of the stack. No
 * errors.
 */
AB_FUNC int ab_zobrist_value(lua_State *L, int index, int metatable, uint64_t *value);

/* Pushes a new key of one feature, for ab_zobrist_set_value. */
AB_FUNC void ab_zobrist_push(lua_State *L);

/* Gives the key at `index`, which is one, another value. */
AB_FUNC void ab_zobrist_set_value(lua_State *L, int index, uint64_t value);

/* Reads the integer at `index` modulo 2^64. Returns 0, and sets nothing, when something else is there. */
AB_FUNC int ab_zobrist_integer(lua_State *L, int index, uint64_t *bits);

#endif
