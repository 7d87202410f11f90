/* limits.c: see limits.h. */

#include "limits.h"

#include <math.h>

/* The most nodes between two looks at the clock: 4096 nodes of 20 ns are still within a look's period. */
#define INTERVAL_MAX 4096

/* Sets `check` to the next count of nodes at which there is something to look at. */
static void schedule(ab_limits *limits, uint64_t nodes)
{
  limits->check = limits->nodes;
  if (limits->time < HUGE_VAL && nodes + limits->interval < limits->check)
    limits->check = nodes + limits->interval;
}

void ab_limits_start(ab_limits *limits)
{
  limits->check = UINT64_MAX;
  limits->interval = 1;
  limits->start = limits->time < HUGE_VAL ? limits->clock() : 0;
  limits->looked = limits->start;
}

ab_reason ab_limits_reached(ab_limits *limits, uint64_t nodes)
{
  if (nodes >= limits->nodes) return AB_REASON_NODES;
  if (limits->time < HUGE_VAL) {
    double now = limits->clock();
    double passed = now - limits->looked;
    if (now - limits->start >= limits->time) return AB_REASON_TIME;
    if (passed * 2 < AB_LIMITS_PERIOD && limits->interval < INTERVAL_MAX)
      limits->interval *= 2;
    else if (passed > AB_LIMITS_PERIOD && limits->interval > 1)
      limits->interval /= 2;
    limits->looked = now;
  }
  schedule(limits, nodes);
  return AB_REASON_NONE;
}

double ab_limits_deadline(const ab_limits *limits)
{
  return limits->check < UINT64_MAX ? limits->start + limits->time : HUGE_VAL;
}

void ab_limits_set(ab_limits *limits, uint64_t nodes, uint64_t most, double time)
{
  limits->nodes = most;
  limits->time = time;
  schedule(limits, nodes);
}

void ab_limits_suspend(ab_limits *limits)
{
  limits->check = UINT64_MAX;
}

void ab_limits_halve(ab_limits *limits, uint64_t nodes)
{
  uint64_t most = limits->nodes;
  double time = limits->time;
  if (most < UINT64_MAX) most = nodes + (most > nodes ? (most - nodes) / 2 : 0);
  if (time < HUGE_VAL) {
    double passed = limits->clock() - limits->start;
    time = passed + (time > passed ? (time - passed) / 2 : 0);
  }
  ab_limits_set(limits, nodes, most, time);
}
