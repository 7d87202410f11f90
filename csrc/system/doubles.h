/* doubles.h: the neighbours of a double. */
#ifndef ALPHABETA_DOUBLES_H
#define ALPHABETA_DOUBLES_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "portable.h"

/* The next double above `value`, which is not HUGE_VAL. */
static inline double ab_next_above(double value)
{
  int64_t bits;
  if (value == 0) return 4.9406564584124654e-324;
  memcpy(&bits, &value, sizeof bits);
  bits += value > 0 ? 1 : -1;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* The next double below `value`, which is not -HUGE_VAL. */
static inline double ab_next_below(double value)
{
  return -ab_next_above(-value);
}

#endif
