/* update.c: see update.h. */

#include "update.h"

#include <math.h>
#include <string.h>

#include "rave.h"
#include "scale.h"

/* The best of the proven successors of a node, for the player there. */
typedef struct best_proof {
  int points;    /* ab_uct_proof; -1: none is proven */
  int32_t plies; /* of won ones the fewest, of others the most */
  double result; /* the greatest */
  int is_whole;  /* whether all successors are proven */
} best_proof;

/* Finds that. */
static best_proof best_of(const ab_uct_tree *tree, const ab_uct_node *node)
{
  const ab_uct_edge *edges = ab_uct_tree_edges(tree, node);
  best_proof best = {-1, 0, -HUGE_VAL, node->tried == node->count};
  uint32_t place;
  for (place = 0; place < node->tried; place++) {
    const ab_uct_node *kid = &tree->nodes[edges[place].node];
    int points = node->player == 0 ? kid->solved : AB_UCT_WON - kid->solved;
    if (kid->solved == AB_UCT_OPEN) {
      best.is_whole = 0;
      continue;
    }
    if (points > best.points ||
        (points == best.points && (kid->plies < best.plies) == (points == AB_UCT_WON)))
      best.plies = kid->plies;
    if (points > best.points) best.points = points;
    best.result = fmax(best.result, node->player == 0 ? kid->result : -kid->result);
  }
  return best;
}

/* Proves a node, one of whose successors was proven, if that tells its value. A draw may be the least of it. */
static void prove(const ab_uct_tree *tree, ab_uct_node *node)
{
  best_proof best = best_of(tree, node);
  if (best.points == AB_UCT_WON || best.is_whole) {
    node->solved = (uint8_t)(node->player == 0 ? best.points : AB_UCT_WON - best.points);
    node->result = node->player == 0 ? best.result : -best.result;
    node->plies = best.plies + 1;
  } else if (best.points == AB_UCT_DRAWN) {
    node->has_floor = 1;
  }
}

/* Counts the moves of the playout as first. */
static void count_moves(ab_uct *uct, int32_t plies)
{
  ab_uct_lasting *own = &uct->lasting;
  int32_t ply;
  if (++own->playout == 0) {
    memset(own->stamps, 0, own->stamp_count * sizeof *own->stamps);
    own->playout = 1;
  }
  ab_uct_rave_note(uct, plies);
  for (ply = 0; ply <= uct->playing.tree_plies; ply++) ab_uct_rave_count(uct, ply);
}

/*
 * Takes what is proven of a node as the points of the playout before it. `kid` is the node after it in the playout; NULL
 * if there is none. A player with a proven draw takes that instead of what is worse. What luck has brought once is
 * neither: the mean of the kid tells, where there are chance nodes.
 */
static void correct(ab_uct *uct, const ab_uct_node *node, const ab_uct_node *kid)
{
  double *points = &uct->playing.points[0];
  if (node->solved == AB_UCT_DRAWN) {
    *points = 0.5;
  } else if (node->has_floor && !uct->engine->task.host.has_chance_nodes) {
    *points = node->player == 0 ? fmax(*points, 0.5) : fmin(*points, 0.5);
  } else if (node->has_floor && kid != NULL && ab_uct_mean(kid) < 0.5) {
    *points = 0.5;
  }
}

/* Counts the playout at a node. */
static void count(const ab_uct *uct, ab_uct_node *node)
{
  node->visits++;
  node->sum += ab_uct_points_for(uct, node->mover);
}

void ab_uct_update(ab_uct *uct, int32_t plies)
{
  const ab_uct_ply *path = uct->lasting.path;
  ab_uct_node *nodes = uct->tree.nodes;
  int32_t ply;
  if (uct->has_rave && uct->playing.notes_moves) count_moves(uct, plies);
  for (ply = uct->playing.tree_plies; ply >= 0; ply--) {
    ab_uct_node *node = &nodes[path[ply].node];
    const ab_uct_node *kid = ply < uct->playing.tree_plies ? &nodes[path[ply + 1].node] : NULL;
    if (ab_uct_proves(uct)) {
      if (kid != NULL && kid->solved != AB_UCT_OPEN && node->solved == AB_UCT_OPEN && !node->is_chance)
        prove(&uct->tree, node);
      correct(uct, node, kid);
    }
    count(uct, node);
    if (uct->task.deals && path[ply].above != AB_UCT_NONE) count(uct, &nodes[path[ply].above]);
  }
  for (ply = uct->playing.own_plies - 1; ply >= 0; ply--) count(uct, &nodes[path[ply].own]);
}
