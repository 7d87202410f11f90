/* scale.c: see scale.h. */

#include "scale.h"

#include <math.h>

/* Of a won game's points, the part that the margin decides. */
#define MARGIN 0.05

#define LOGARITHM_OF_2 0.69314718055994530942
#define ROOT_OF_2 1.41421356237309504880

/* A value as it is added up. */
static double term(double value)
{
  if (fabs(value) < HUGE_VAL) return value / AB_UCT_UNIT;
  return value > 0 ? AB_UCT_INFINITE : -AB_UCT_INFINITE;
}

/* The points of a value that is scaled later. */
static double scaled_points(ab_uct_scale *scale, double value)
{
  double points = term(value);
  if (points < scale->lowest) scale->lowest = points;
  if (points > scale->highest) scale->highest = points;
  return points;
}

/* The share of a value's size in its sum with the mean size. An infinite one is all of it. */
static double share_of(ab_uct_scale *scale, double size, int is_over)
{
  double *sum = is_over ? &scale->ends : &scale->estimates;
  double *count = is_over ? &scale->end_count : &scale->estimate_count;
  double both;
  if (!(size < HUGE_VAL)) return 1;
  size = term(size);
  *sum += size;
  *count += 1;
  both = size + *sum / *count;
  return both > 0 ? size / both : 0.5;
}

double ab_uct_points(ab_uct *uct, double value, int is_over)
{
  ab_uct_scale *scale = &uct->lasting.scale;
  double share, half;
  if (ab_uct_is_scaled(uct)) return scaled_points(scale, value);
  if (value == 0) return 0.5;
  share = share_of(scale, fabs(value), is_over);
  half = is_over ? 0.5 - MARGIN * (1 - share) : share / 2;
  return value > 0 ? 0.5 + half : 0.5 - half;
}

/* By powers of two, and the series of the inverse hyperbolic tangent. */
double ab_uct_logarithm(uint32_t count)
{
  double rest = count, powers = 0, z, square;
  for (; rest > 65536; rest /= 65536) powers += 16;
  for (; rest > ROOT_OF_2; rest /= 2) powers += 1;
  z = (rest - 1) / (rest + 1);
  square = z * z;
  return powers * LOGARITHM_OF_2 +
         2 * z *
             (1 + square *
                      (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square * (1.0 / 9 + square / 11)))));
}

void ab_uct_scale_start(ab_uct_scale *scale)
{
  static const ab_uct_scale unknown = {.lowest = HUGE_VAL, .highest = -HUGE_VAL};
  *scale = unknown;
}
