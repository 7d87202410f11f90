/*
 * scale.h: how the values of a game become points, and points what the choice of a node compares.
 *
 * With two players, a win counts 1, a draw 0.5 and a loss 0. The size of a value changes that a little if the game is
 * over, and more if it is an evaluation. Otherwise points are the values themselves, in a unit in which the sums of the
 * greatest numbers are finite, and they are compared as shares of the range that they were found to have.
 */
#ifndef ALPHABETA_UCT_SCALE_H
#define ALPHABETA_UCT_SCALE_H

#include "state.h"

/* The unit in which values are added up, a power of two; and what an infinite value counts there: 2^1024. */
#define AB_UCT_UNIT 1099511627776.0
#define AB_UCT_INFINITE 0x1p984

/* The points of a value, in the view of the player who benefits from it. `is_over`: it is that of a finished game. */
AB_FUNC double ab_uct_points(ab_uct *uct, double value, int is_over);

/* The points that player `player` has of a playout. */
static inline double ab_uct_points_for(const ab_uct *uct, uint32_t player)
{
  const double *points = uct->playing.points;
  if (ab_uct_is_many(uct)) return points[player];
  if (player == 0 || !ab_uct_is_opposed(uct)) return points[0];
  return ab_uct_is_scaled(uct) ? -points[0] : 1 - points[0];
}

/* The mean of the points of a node for its mover, which a proven draw of the player there bounds. */
static inline double ab_uct_mean(const ab_uct_node *node)
{
  double points = node->sum / node->visits;
  if (!node->has_floor) return points;
  return (node->player == node->mover) == (points < 0.5) ? 0.5 : points;
}

/* Mean points of a player as a share of their range. */
static inline double ab_uct_share(const ab_uct *uct, double points, uint32_t player)
{
  const ab_uct_scale *scale = &uct->lasting.scale;
  if (!ab_uct_is_scaled(uct)) return points;
  if (scale->highest <= scale->lowest) return 0.5;
  points += ab_uct_is_opposed(uct) && player != 0 ? scale->highest : -scale->lowest;
  return points / (scale->highest - scale->lowest);
}

/* The natural logarithm of a count that is not 0, the same on every platform. */
AB_FUNC double ab_uct_logarithm(uint32_t count);

/* No value is known. */
AB_FUNC void ab_uct_scale_start(ab_uct_scale *scale);

#endif
