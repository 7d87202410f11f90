/* watch.c: see watch.h. */

#include "watch.h"

#include <math.h>

#include "../../system/clock.h"

/* The most looks at the coarse clock from one at the exact clock to the next. */
#define INTERVAL_MAX 4096

/* Seconds by which the end may be late beside two calls: one millisecond, less what the module itself takes then. */
#define LATE_MAX 0.0009

void ab_watch_start(ab_watch *watch, double slice, double search)
{
  watch->slice = slice;
  watch->search = search;
  watch->calls = 0;
  watch->is_on = slice < HUGE_VAL || search < HUGE_VAL;
  if (!watch->is_on) return;
  watch->deadline = fmin(slice, search);
  watch->trusted = watch->deadline + LATE_MAX - ab_clock_resolution();
  watch->tick = ab_clock_tick();
  watch->looked = watch->ticked = ab_clock_now();
  watch->interval = watch->left = 1;
}

/* Sets the looks at the coarse clock until the next at the exact one, `passed` seconds after the one before. */
static void set_pace(ab_watch *watch, double passed)
{
  double looks = watch->interval - watch->left;
  if (passed > AB_LIMITS_PERIOD)
    watch->interval = (uint32_t)fmax(1, fmin(looks * AB_LIMITS_PERIOD / passed, watch->interval));
  else if (passed * 2 < AB_LIMITS_PERIOD && watch->interval < INTERVAL_MAX)
    watch->interval *= 2;
  watch->left = watch->interval;
}

int ab_watch_look(ab_watch *watch)
{
  uint64_t tick = ab_clock_tick();
  double now;
  watch->calls = 0;
  watch->left--;
  if (tick == watch->tick && watch->left > 0 && watch->ticked <= watch->trusted) return 0;
  now = ab_clock_now();
  if (tick != watch->tick) watch->ticked = now;
  watch->tick = tick;
  set_pace(watch, now - watch->looked);
  watch->looked = now;
  return now >= watch->deadline;
}
