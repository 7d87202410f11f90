/*
 * identity.h: Lua values told apart by numbers.
 *
 * Positions go by 64 bits, moves by 31. Equal values have equal numbers, on every version of Lua and every platform:
 * a number that is whole counts as the integer it is.
 */
#ifndef ALPHABETA_IDENTITY_H
#define ALPHABETA_IDENTITY_H

#include <lua.h>
#include <stdint.h>

#include "../engine/portable.h"

/* Spreads the bits of a number over all 64 [Steele, Lea and Flood 2014, the finalizer of SplitMix]. */
AB_FUNC uint64_t ab_identity_mix(uint64_t bits);

/* The 64 bits of a number, a string or a boolean at `index`. Returns 0 for any other value, and for NaN. */
AB_FUNC int ab_identity_of_value(lua_State *L, int index, uint64_t *identity);

/* The identity of the move at `index`, a number or a string, as ordering.h wants it: 1 to 2^31 - 1; 0 for others. */
AB_FUNC uint32_t ab_identity_of_move(lua_State *L, int index);

#endif
