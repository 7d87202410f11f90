/*
 * identity.h: positions, players and moves as numbers.
 *
 * Positions go by 64 bits, moves by 31. Equal values have equal numbers, on every version of Lua and every platform:
 * a number that is whole counts as the integer it is, and so do the 64-bit integers that LuaJIT represents as cdata.
 */
#ifndef ALPHABETA_IDENTITY_H
#define ALPHABETA_IDENTITY_H

#include <lua.h>
#include <stdint.h>

#include "../../system/constant_rows.h"
#include "../../system/portable.h"
#include "../../table/key.h"

/* The type of values of LuaJIT's library `ffi`; no other Lua has it. */
#define AB_LUA_TCDATA 10

/* Whether the values at `a` and `b` are equal by `==`, which may call a metamethod. */
AB_FUNC int ab_equal(lua_State *L, int a, int b);

/* The 64 bits of a number, a string or a boolean at `index`. Returns 0 for any other value, and for NaN. */
AB_FUNC int ab_identity_of_value(lua_State *L, int index, uint64_t *identity);

/*
 * The 64 bits of a player at `index`, counted from the top. A number, a string or a boolean goes by itself. Another
 * value goes by its index, or that of an equal value, in the table at `players`, to which a new one is added. Returns 0
 * for NaN, and if there are AB_PLAYERS_MAX already.
 */
AB_FUNC int ab_identity_of_player(lua_State *L, int index, int players, uint64_t *identity);

/* The 64 bits of a position by the answer of `hash`; 0 for a wrong type. `zobrist` is the metatable's index. */
AB_FUNC int ab_identity_of_position(lua_State *L, int index, int zobrist, uint64_t *identity);

/* The id of a move by 64 bits that distinguish it: 31 of them that are not 0. */
static inline uint32_t ab_identity_of_bits(uint64_t bits)
{
  uint32_t move;
  if (bits >= INT32_MAX) bits = ab_key_mix(bits);
  move = (uint32_t)((bits + 1) & INT32_MAX);
  return move != 0 ? move : 1;
}

/* The id of the move at `index`: a number or a string goes by itself, another value by `nth`, from 0. */
AB_FUNC uint32_t ab_identity_move_id(lua_State *L, int index, uint32_t nth);

/* The id of a move that is the number on top, if it is whole and from 0 to 2^31 - 2, as most moves are; otherwise 0. */
static inline uint32_t ab_identity_of_number(lua_State *L)
{
#if LUA_VERSION_NUM >= 503
  int is_whole;
  lua_Integer number = lua_tointegerx(L, -1, &is_whole);
  return is_whole && number >= 0 && number < INT32_MAX ? (uint32_t)number + 1 : 0;
#else
  lua_Number number = lua_tonumber(L, -1);
  return number >= 0 && number < INT32_MAX && (lua_Number)(uint32_t)number == number ? (uint32_t)number + 1
                                                                                     : 0;
#endif
}

/*
 * As ab_identity_move_id, but a table goes by its content: the numbers, strings and booleans in it, and in tables
 * within it, two levels deep. It goes by its index if it has none of these, or too many fields.
 */
AB_FUNC uint32_t ab_identity_of_content(lua_State *L, int index, uint32_t nth);

/*
 * 64 bits of the content of the table at `index`: the numbers, strings and booleans in it, and in tables within it,
 * three levels deep. It proves only that states differ: it leaves out what lies deeper, or cannot be read. Returns 0 if
 * it is no table, or has more fields than can be read in some hundredths of a millisecond.
 */
AB_FUNC uint64_t ab_identity_of_state(lua_State *L, int index);

/* The id of a move by the result of `move_id`, at `index`; 0 if that is no whole number. */
AB_FUNC uint32_t ab_identity_checked_move_id(lua_State *L, int index);

/*
 * alphabeta.mix(value, ...): a key of one or more numbers, strings, booleans or, on LuaJIT, 64-bit integers: a whole
 * number from 0 to 2^53 - 1. Raises an error for other values.
 */
AB_FUNC int ab_identity_mix(lua_State *L);

#endif
