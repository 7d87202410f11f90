/*
 * key.h: the keys of positions in the transposition table.
 *
 * The search takes an entry under a key as true of the current node. So nodes with values that are not comparable must
 * have other keys. A key is made of
 *
 *   position_hash   the position, by the game's own hash, which may leave out the turn
 *   view_key        which player values are good for: the player at the root, or the one who is always Max. If the game
 *                   does not say who moves, it is the number of the search, because the root may be the other player's
 *                   in the next one
 *   side_to_move    who moves, if the game says so; else 0
 *   sign            whether the node is Max's or Min's, in whose view its entry's value is. If turns alternate, only
 *                   this says who moves. If there is a side to move, it separates searches that maximise from those
 *                   that minimise
 *   ply             the node's ply, if its value is true only at one distance from the root
 *                   (ab_transposition_ties_plies); else 0
 *   depth           the depth of its search, if the game has chance nodes: see ab_key_at_depth
 */
#ifndef ALPHABETA_KEY_H
#define ALPHABETA_KEY_H

#include <stdint.h>

/* Spreads the bits of a number over all 64 [Steele, Lea and Flood 2014, the finalizer of SplitMix]. */
static inline uint64_t ab_key_mix(uint64_t bits)
{
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94D049BB133111EB);
  return bits ^ (bits >> 31);
}

/*
 * The view key of values for a player, from the bits that name the player. These may name a position, too.
 * Without the constant, half of the bits of the root of 5, position 1 for player 2 would be position 2 for player 1.
 */
static inline uint64_t ab_key_of_view(uint64_t bits)
{
  return ab_key_mix(bits ^ UINT64_C(0x3C6EF372FE94F82B));
}

/*
 * The key of a node. The constants are arbitrary odd patterns: half of the bits of the golden ratio, and of the root of
 * 2. A sign of -1 is Min's, `ply` is in decisions.
 */
static inline uint64_t ab_key_of_node(uint64_t position_hash, uint64_t view_key, uint64_t side_to_move,
                                      int sign, int32_t ply)
{
  uint64_t turn = ab_key_mix(side_to_move) ^ (sign < 0 ? UINT64_C(0x9E3779B97F4A7C15) : 0);
  return ab_key_mix(ab_key_mix(position_hash) ^ view_key) ^ turn ^
         UINT64_C(0x6A09E667F3BCC909) * (uint64_t)ply;
}

/*
 * The key of the entry of its own that a node has for `depth` plies, beside the latest one: below chance nodes,
 * positions come back at many depths in one search. The constant is half of the bits of the root of 3.
 */
static inline uint64_t ab_key_at_depth(uint64_t key, int32_t depth)
{
  return key ^ UINT64_C(0xBB67AE8584CAA73B) * (uint64_t)depth;
}

#endif
