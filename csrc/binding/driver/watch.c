/* watch.c: see watch.h. */

#include "watch.h"

#include <math.h>

#include "../../engine/clock.h"

/* The most looks at the coarse clock from one at the exact clock to the next. */
#define INTERVAL_MAX 4096

/* Near the end of something short, seconds between two looks at the exact clock: a hundred times as long as a look. */
#define SHORT_PERIOD 0.000004

/* What takes longer than so many ticks is long: always to look in the last two of them costs little of that. */
#define LONG_TICKS 32

void ab_watch_start(ab_watch *watch, double slice, double search)
{
  watch->slice = slice;
  watch->search = search;
  watch->calls = 0;
  watch->is_on = slice < HUGE_VAL || search < HUGE_VAL;
  if (!watch->is_on) return;
  watch->deadline = fmin(slice, search);
  watch->resolution = ab_clock_resolution();
  watch->looked = ab_clock_now();
  watch->tick = ab_clock_tick();
  watch->is_long = watch->deadline - watch->looked > LONG_TICKS * watch->resolution;
  watch->interval = watch->left = 1;
}

/* Sets the looks at the coarse clock until the next at the exact one, `passed` seconds after the one before. */
static void set_pace(ab_watch *watch, double passed)
{
  int is_near = watch->deadline - watch->looked < 2 * watch->resolution;
  double period = !is_near ? AB_LIMITS_PERIOD : watch->is_long ? 0 : SHORT_PERIOD;
  double looks = watch->interval - watch->left;
  if (passed > period)
    watch->interval = (uint32_t)fmax(1, fmin(looks * period / passed, watch->interval));
  else if (passed * 2 < period && watch->interval < INTERVAL_MAX)
    watch->interval *= 2;
  watch->left = watch->interval;
}

int ab_watch_look(ab_watch *watch)
{
  uint64_t tick = ab_clock_tick();
  double now, passed;
  watch->calls = 0;
  watch->left--;
  if (tick == watch->tick && watch->left > 0) return 0;
  now = ab_clock_now();
  watch->tick = tick;
  passed = now - watch->looked;
  watch->looked = now;
  set_pace(watch, passed);
  return now >= watch->deadline;
}
