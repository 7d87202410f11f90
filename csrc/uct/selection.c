/* selection.c: see selection.h. */

#include "selection.h"

#include <math.h>

#include "scale.h"

/* The exploration constant of UCB1, for points and for values that are scaled. */
#define EXPLORATION 0.7
#define SCALED_EXPLORATION 1.4

/*
 * RAVE: the exploration constant; the number of visits with which a move's own playouts count as much as those that
 * made it later; and the number of these below which they count less. The first two are by matches in eight games with
 * 300 playouts a move: 0.3 and 60 take 5 % less of the points against another search.
 */
#define RAVE_EXPLORATION 0.15
#define EQUIVALENCE 100
#define FEW 8

/* The exploration constant of this search, by UCB1 alone. */
static double exploration_of(const ab_uct *uct)
{
  return ab_uct_is_opposed(uct) ? EXPLORATION : SCALED_EXPLORATION;
}

double ab_uct_bound(const ab_uct *uct, const ab_uct_node *node, uint32_t available)
{
  return ab_uct_share(uct, ab_uct_mean(node), node->mover) +
         exploration_of(uct) * sqrt(ab_uct_logarithm(available) / node->visits);
}

/* Whether a node of this search may get another kid. The root always may. */
static int may_grow(const ab_uct *uct, uint32_t node)
{
  const ab_uct_tree *tree = &uct->tree;
  return tree->node_count < tree->node_capacity && (node == 0 || ab_uct_tree_has_room(tree));
}

/* The tried successor of a node with the highest bound; or the first that has no visit: its playout was broken off. */
static uint32_t best_tried(const ab_uct *uct, const ab_uct_node *node, uint32_t *best)
{
  const ab_uct_edge *edges = ab_uct_tree_edges(&uct->tree, node);
  double most = -HUGE_VAL, attraction = exploration_of(uct), visits = ab_uct_logarithm(node->visits + 1);
  uint32_t place, found = AB_UCT_NONE;
  for (place = 0; place < node->tried; place++) {
    const ab_uct_node *kid = &uct->tree.nodes[edges[place].node];
    double bound;
    if (kid->solved != AB_UCT_OPEN) continue;
    bound = kid->visits == 0
                ? HUGE_VAL
                : ab_uct_share(uct, ab_uct_mean(kid), kid->mover) + attraction * sqrt(visits / kid->visits);
    if (bound > most) {
      most = bound;
      *best = place;
      found = edges[place].node;
    }
  }
  return found;
}

/* The value of a node that is not solved, from its own playouts and those with its move later. */
static double blend(const ab_uct_node *kid, const ab_uct_edge *edge)
{
  double own = ab_uct_mean(kid), share;
  if (edge->later == 0) return own;
  share = EQUIVALENCE / (EQUIVALENCE + (double)kid->visits);
  if (edge->later < FEW) share *= (double)edge->later / FEW;
  return (1 - share) * own + share * edge->sum / edge->later;
}

/* As best_tried, by RAVE. Sets the bound of the best one. */
static uint32_t best_tried_by_rave(const ab_uct *uct, const ab_uct_node *node, uint32_t *best, double *most)
{
  const ab_uct_edge *edges = ab_uct_tree_edges(&uct->tree, node);
  double visits = ab_uct_logarithm(node->visits + 1);
  uint32_t place, found = AB_UCT_NONE;
  *most = -HUGE_VAL;
  for (place = 0; place < node->tried; place++) {
    const ab_uct_node *kid = &uct->tree.nodes[edges[place].node];
    double bound;
    if (kid->solved != AB_UCT_OPEN) continue;
    bound = kid->visits == 0 ? HUGE_VAL
                             : ab_uct_share(uct, blend(kid, &edges[place]), node->player) +
                                   RAVE_EXPLORATION * sqrt(visits / kid->visits);
    if (bound > *most) {
      *most = bound;
      *best = place;
      found = edges[place].node;
    }
  }
  return found;
}

/* The value of a move that was not tried, by the playouts with it later, and two that are neither good nor bad. */
static double untried_value(const ab_uct *uct, const ab_uct_node *node, const ab_uct_edge *edge)
{
  double middle = 1;
  if (edge->later == 0) return 0.5;
  if (ab_uct_is_scaled(uct)) {
    middle = uct->lasting.scale.lowest + uct->lasting.scale.highest;
    if (ab_uct_is_opposed(uct) && node->player != 0) middle = -middle;
  }
  return ab_uct_share(uct, (edge->sum + middle) / (edge->later + 2.0), node->player);
}

/* The most promising move of a node that was not tried, and its value. One of equally good ones is drawn. */
static uint32_t best_untried(ab_uct *uct, const ab_uct_node *node, double *most)
{
  const ab_uct_edge *edges = ab_uct_tree_edges(&uct->tree, node);
  uint32_t place, found = AB_UCT_NONE, ties = 0;
  *most = -HUGE_VAL;
  for (place = node->tried; place < node->count; place++) {
    double value = untried_value(uct, node, &edges[place]);
    if (value > *most) {
      *most = value;
      found = place;
      ties = 1;
    } else if (value == *most && ab_random_next(&uct->random) * ++ties < 1) {
      found = place;
    }
  }
  return found;
}

/* As ab_uct_select, by RAVE. */
static uint32_t select_by_rave(ab_uct *uct, uint32_t at, uint32_t *place)
{
  const ab_uct_node *node = &uct->tree.nodes[at];
  double most, value, visits = ab_uct_logarithm(node->visits + 1);
  uint32_t best = best_tried_by_rave(uct, node, place, &most), untried;
  if (node->tried == node->count || !may_grow(uct, at) || !(most < HUGE_VAL)) return best;
  untried = best_untried(uct, node, &value);
  if (best != AB_UCT_NONE && !(value + RAVE_EXPLORATION * sqrt(visits) > most)) return best;
  *place = node->tried;
  return ab_uct_tree_try(&uct->tree, at, untried);
}

uint32_t ab_uct_select(ab_uct *uct, uint32_t at, uint32_t *place)
{
  const ab_uct_node *node = &uct->tree.nodes[at];
  if (uct->has_rave && uct->player_count > 1) return select_by_rave(uct, at, place);
  if (node->tried < node->count && may_grow(uct, at)) {
    uint32_t untried = node->tried + ab_random_below(&uct->random, node->count - node->tried);
    *place = node->tried;
    return ab_uct_tree_try(&uct->tree, at, untried);
  }
  return best_tried(uct, node, place);
}

uint32_t ab_uct_select_outcome(ab_uct *uct, uint32_t at, uint32_t *place)
{
  const ab_uct_node *node = &uct->tree.nodes[at];
  const ab_uct_edge *edges = ab_uct_tree_edges(&uct->tree, node);
  double left = ab_random_next(&uct->random);
  uint32_t kid;
  for (*place = 0; *place + 1 < node->count && left > edges[*place].sum; ++*place) left -= edges[*place].sum;
  kid = edges[*place].node;
  if (kid != AB_UCT_NONE || !may_grow(uct, at)) return kid;
  kid = ab_uct_tree_add(&uct->tree, node->mover);
  uct->tree.edges[uct->tree.nodes[at].edges + *place].node = kid;
  return kid;
}
