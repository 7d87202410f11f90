/*
 * random.h: the random numbers of lua/alphabeta/common/random.lua, MRG32k3a [L'Ecuyer 1999], in integers.
 */
#ifndef ALPHABETA_UCT_RANDOM_H
#define ALPHABETA_UCT_RANDOM_H

#include <stdint.h>

#include "../system/portable.h"

#define AB_RANDOM_MODULUS_1 INT64_C(4294967087)
#define AB_RANDOM_MODULUS_2 INT64_C(4294944443)

typedef struct ab_random {
  int64_t a[3], b[3];
} ab_random;

/* The next number, from 0 up to 1, without 1. */
static inline double ab_random_next(ab_random *random)
{
  int64_t a = (1403580 * random->a[1] - 810728 * random->a[0]) % AB_RANDOM_MODULUS_1;
  int64_t b = (527612 * random->b[2] - 1370589 * random->b[0]) % AB_RANDOM_MODULUS_2;
  int64_t difference;
  if (a < 0) a += AB_RANDOM_MODULUS_1;
  if (b < 0) b += AB_RANDOM_MODULUS_2;
  random->a[0] = random->a[1];
  random->a[1] = random->a[2];
  random->a[2] = a;
  random->b[0] = random->b[1];
  random->b[1] = random->b[2];
  random->b[2] = b;
  difference = a < b ? a - b + AB_RANDOM_MODULUS_1 : a - b;
  return (double)difference / (double)AB_RANDOM_MODULUS_1;
}

/* A number from 0 to `count` - 1. */
static inline uint32_t ab_random_below(ab_random *random, uint32_t count)
{
  return (uint32_t)(ab_random_next(random) * count);
}

/* Sets the generator number `place` of a seed below 2^53. */
static inline void ab_random_seed(ab_random *random, uint64_t seed, uint64_t place)
{
  int i;
  random->a[0] = (int64_t)(seed % (uint64_t)AB_RANDOM_MODULUS_1);
  random->b[0] = (int64_t)(seed % (uint64_t)AB_RANDOM_MODULUS_2);
  random->a[1] = random->b[1] = (int64_t)(1 + place);
  random->a[2] = random->b[2] = 1;
  for (i = 0; i < 20; i++) ab_random_next(random);
}

#endif
