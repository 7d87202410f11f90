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

/* The type of what LuaJIT's library `ffi` makes; no other Lua has it. */
#define AB_LUA_TCDATA 10

/* Whether the values at `a` and `b` are equal by `==`, which may call a metamethod. */
AB_FUNC int ab_equal(lua_State *L, int a, int b);

/* The 64 bits of a number, a string or a boolean at `index`. Returns 0 for any other value, and for NaN. */
AB_FUNC int ab_identity_of_value(lua_State *L, int index, uint64_t *identity);

/*
 * The 64 bits of a player at `index`, counted from the top: a number, a string or a boolean goes by itself, another
 * value by the place where it, or one that is equal, is in the table at `players`; it is put there when it is new.
 * Returns 0 for NaN, and when there are AB_PLAYERS_MAX already.
 */
AB_FUNC int ab_identity_of_player(lua_State *L, int index, int players, uint64_t *identity);

/*
 * The 64 bits of a position, by what `hash` returned for it, at `index`; `zobrist` is the index of the metatable of
 * Zobrist keys. Returns 0 when it is no integer, number, string or Zobrist key.
 */
AB_FUNC int ab_identity_of_position(lua_State *L, int index, int zobrist, uint64_t *identity);

/* The id of a move by 64 bits that distinguish it: 31 of them that are not 0. */
static inline uint32_t ab_identity_of_bits(uint64_t bits)
{
  uint32_t move;
  if (bits >= INT32_MAX) bits = ab_key_mix(bits);
  move = (uint32_t)((bits + 1) & INT32_MAX);
  return move != 0 ? move : 1;
}

/*
 * The id of the move at `index`, as ordering.h wants it: a number or a string goes by itself, another value by
 * its place in the game's order, from 0.
 */
AB_FUNC uint32_t ab_identity_move_id(lua_State *L, int index, uint32_t place);

/* The id of a move that is the number on top, where it is whole and from 0 to 2^31 - 2, as most moves are; else 0. */
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

/* The id of the move on top, where it is such a number and, where Lua has integers, one of these; else 0. */
static inline uint32_t ab_identity_of_small_number(lua_State *L)
{
#if LUA_VERSION_NUM >= 503
  return lua_isinteger(L, -1) ? ab_identity_of_number(L) : 0;
#else
  return lua_type(L, -1) == LUA_TNUMBER ? ab_identity_of_number(L) : 0;
#endif
}

/*
 * As ab_identity_move_id, but a table goes by its content: the numbers, strings and booleans in it, and in tables
 * within it, two levels deep. It goes by its place where it has none of these, or too many fields to look at.
 */
AB_FUNC uint32_t ab_identity_of_content(lua_State *L, int index, uint32_t place);

/*
 * 64 bits of what the table at `index` holds: the numbers, strings and booleans in it, and in tables within it, three
 * levels deep. Returns 0 where it is no table, or has more fields than
 * can be looked at in some hundredths of a millisecond.
 */
AB_FUNC uint64_t ab_identity_of_state(lua_State *L, int index);

/* The id of a move by what `move_id` returned for it, at `index`; 0 when that is no whole number. */
AB_FUNC uint32_t ab_identity_checked_move_id(lua_State *L, int index);

/*
 * alphabeta.mix(value, ...): a key of one or more numbers, strings, booleans or, on LuaJIT, 64-bit integers: a whole
 * number from 0 to 2^53 - 1. Raises an error for other values.
 */
AB_FUNC int ab_identity_mix(lua_State *L);

#endif
