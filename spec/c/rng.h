/* rng.h: random numbers that are the same everywhere (Steele, Lea and Flood's SplitMix64). */
#ifndef SPEC_RNG_H
#define SPEC_RNG_H

#include <stdint.h>

typedef struct rng {
  uint64_t state; /* any seed to begin with */
} rng;

/* 64 random bits. */
static inline uint64_t rng_next(rng *r)
{
  uint64_t bits = r->state += 0x9E3779B97F4A7C15u;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
  return bits ^ (bits >> 31);
}

/* A number from 0 to `bound` - 1. */
static inline int rng_below(rng *r, int bound)
{
  return (int)(rng_next(r) % (uint64_t)bound);
}

/* Whether something of `percent` probability happens. */
static inline int rng_happens(rng *r, int percent)
{
  return rng_below(r, 100) < percent;
}

#endif
