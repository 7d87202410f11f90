/* rave.c: see rave.h. */

#include "rave.h"

#include "scale.h"

/* The first place to look for a move of a player, in a table of a power of two. */
static inline size_t place_of(uint32_t move, uint32_t player)
{
  uint32_t mixed = (move + player * 0x9E3779B9u) * 0x85EBCA6Bu;
  return mixed ^ mixed >> 15;
}

/* The stamp of a player's move, or the free place for it. */
static inline ab_uct_stamp *stamp_of(const ab_uct *uct, uint32_t move, uint32_t player)
{
  size_t mask = uct->lasting.stamp_count - 1, at = place_of(move, player) & mask;
  ab_uct_stamp *stamp = &uct->lasting.stamps[at];
  while (stamp->playout == uct->lasting.playout && (stamp->move != move || stamp->player != player)) {
    at = (at + 1) & mask;
    stamp = &uct->lasting.stamps[at];
  }
  return stamp;
}

void ab_uct_rave_note(ab_uct *uct, int32_t plies)
{
  int32_t ply;
  for (ply = 0; ply < plies; ply++) {
    const ab_uct_ply *at = &uct->lasting.path[ply];
    ab_uct_stamp *stamp;
    if (at->move == 0) continue;
    stamp = stamp_of(uct, at->move, at->mover);
    stamp->move = at->move;
    stamp->player = at->mover;
    stamp->playout = uct->lasting.playout;
    stamp->ply = ply;
  }
}

void ab_uct_rave_count(ab_uct *uct, int32_t ply)
{
  const ab_uct_node *node = &uct->tree.nodes[uct->lasting.path[ply].node];
  ab_uct_edge *edge, *end;
  double points;
  if (!node->is_listed || node->is_chance || node->is_over) return;
  edge = ab_uct_tree_edges(&uct->tree, node);
  points = ab_uct_points_for(uct, node->player);
  for (end = edge + node->count; edge < end; edge++) {
    const ab_uct_stamp *stamp = stamp_of(uct, edge->move, node->player);
    if (stamp->playout != uct->lasting.playout || stamp->ply < ply) continue;
    edge->later++;
    edge->sum += points;
  }
}
