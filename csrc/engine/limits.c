#include "../system/constant_rows.h"
#include "limits.h"

#include <math.h>

/* Whether the search must read the clock. */
static int is_timed(const ab_limits *limits)
{
  return limits->time < HUGE_VAL || limits->budget->think < HUGE_VAL;
}

/* Seconds from the start to the earlier of the two limits of time. */
static double time_of(const ab_limits *limits)
{
  return fmin(limits->time, limits->think + limits->waited);
}

/* The limits are tested from here on. */
static void hold(ab_limits *limits)
{
  limits->hold = 1;
  limits->check = limits->nodes;
}

void ab_limits_suspend(ab_limits *limits)
{
  limits->hold = 0;
  limits->check = UINT64_MAX;
}

void ab_limits_start(ab_limits *limits, const ab_budget *budget)
{
  limits->budget = budget;
  limits->nodes = budget->nodes;
  limits->time = budget->time;
  limits->think = budget->think;
  limits->waited = 0;
  ab_limits_suspend(limits);
  limits->start = is_timed(limits) ? budget->clock() : 0;
}

ab_reason ab_limits_reached(ab_limits *limits, uint64_t nodes)
{
  if (nodes >= limits->nodes) return AB_REASON_NODES;
  if (is_timed(limits) && limits->budget->clock() - limits->start >= time_of(limits)) return AB_REASON_TIME;
  hold(limits);
  return AB_REASON_NONE;
}

double ab_limits_deadline(const ab_limits *limits)
{
  return limits->hold ? limits->start + time_of(limits) : HUGE_VAL;
}

void ab_limits_restore(ab_limits *limits)
{
  limits->nodes = limits->budget->nodes;
  limits->time = limits->budget->time;
  limits->think = limits->budget->think;
  hold(limits);
}

int ab_limits_are_soft(const ab_budget *budget)
{
  return fmin(budget->soft_nodes, fmin(budget->soft_time, budget->soft_think)) < HUGE_VAL;
}

double ab_limits_share(const ab_limits *limits, uint64_t nodes, ab_reason *reason)
{
  const ab_budget *budget = limits->budget;
  double share = (double)nodes / budget->soft_nodes;
  *reason = AB_REASON_NODES;
  if (fmin(budget->soft_time, budget->soft_think) < HUGE_VAL) {
    double passed = budget->clock() - limits->start;
    double part = fmax(passed / budget->soft_time, (passed - limits->waited) / budget->soft_think);
    if (part > share) {
      share = part;
      *reason = AB_REASON_TIME;
    }
  }
  return share;
}

void ab_limits_soften(ab_limits *limits, double factor)
{
  double most = floor(limits->budget->soft_nodes * factor);
  if (most < (double)limits->nodes) limits->nodes = (uint64_t)most;
  limits->time = fmin(limits->time, limits->budget->soft_time * factor);
  limits->think = fmin(limits->think, limits->budget->soft_think * factor);
  hold(limits);
}

void ab_limits_halve(ab_limits *limits, uint64_t nodes)
{
  double passed = is_timed(limits) ? limits->budget->clock() - limits->start : 0;
  double thought = passed - limits->waited;
  if (limits->nodes < UINT64_MAX)
    limits->nodes = nodes + (limits->nodes > nodes ? (limits->nodes - nodes) / 2 : 0);
  if (limits->time < HUGE_VAL) limits->time = passed + fmax(limits->time - passed, 0) / 2;
  if (limits->think < HUGE_VAL) limits->think = thought + fmax(limits->think - thought, 0) / 2;
  hold(limits);
}
