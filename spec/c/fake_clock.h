/* fake_clock.h: a clock that advances only when it is set, and counts how often it is read. */
#ifndef SPEC_FAKE_CLOCK_H
#define SPEC_FAKE_CLOCK_H

static struct {
  double now; /* seconds */
  int looks;
} fake_time;

/* A clock for ab_budget. */
static inline double fake_clock(void)
{
  fake_time.looks++;
  return fake_time.now;
}

/* Begins anew, at a moment that is not zero. */
static inline void fake_clock_reset(void)
{
  fake_time.now = 1000;
  fake_time.looks = 0;
}

#endif
