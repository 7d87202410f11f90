/* limits_test.c: limits are reached in time, and the clock is seldom looked at. */

#include "clock.h"
#include "fake_clock.h"
#include "limits.h"
#include "test.h"

#include <math.h>

/* What a search used up. */
typedef struct spending {
  uint64_t nodes;
  double seconds;
  ab_reason reason;
} spending;

/* What the searches below may use. A test sets what it limits before the clock starts. */
static ab_budget budget;

/* Sets the budget to no limits, and the time to its beginning. */
static void reset(void)
{
  static const ab_budget none = {.nodes = UINT64_MAX,
                                 .time = HUGE_VAL,
                                 .think = HUGE_VAL,
                                 .soft_nodes = HUGE_VAL,
                                 .soft_time = HUGE_VAL,
                                 .soft_think = HUGE_VAL,
                                 .clock = fake_clock};
  budget = none;
  fake_clock_reset();
}

/* Limits that run from now on, as in a search whose first iteration has taken one node. */
static ab_limits started(uint64_t nodes, double time)
{
  ab_limits limits;
  reset();
  budget.nodes = nodes;
  budget.time = time;
  ab_limits_start(&limits, &budget);
  CHECK(limits.check == UINT64_MAX);
  CHECK(ab_limits_reached(&limits, 1) == AB_REASON_NONE);
  return limits;
}

/* Enters nodes of `cost` seconds each until a limit is reached, at most `most`. */
static spending spend(ab_limits *limits, uint64_t nodes, double cost, uint64_t most)
{
  spending spent = {0, 0, AB_REASON_NONE};
  for (spent.nodes = nodes; spent.nodes < nodes + most && spent.reason == AB_REASON_NONE; spent.nodes++) {
    fake_time.now += cost;
    if (spent.nodes + 1 >= limits->check) spent.reason = ab_limits_reached(limits, spent.nodes + 1);
  }
  spent.seconds = fake_time.now - limits->start;
  return spent;
}

static void nodes_are_counted_exactly(void)
{
  uint64_t nodes;
  for (nodes = 2; nodes < 200; nodes++) {
    ab_limits bare = started(nodes, HUGE_VAL), timed = started(nodes, 1e9);
    test_about("%d nodes", (int)nodes);
    CHECK(spend(&bare, 1, 1e-6, 1000).nodes == nodes);
    CHECK(spend(&timed, 1, 1e-6, 1000).nodes == nodes);
  }
}

static void without_limits_nothing_is_looked_at(void)
{
  ab_limits limits = started(UINT64_MAX, HUGE_VAL);
  CHECK(spend(&limits, 1, 1, 100000).reason == AB_REASON_NONE);
  CHECK(limits.check == UINT64_MAX && fake_time.looks == 0);
}

static void time_is_kept_and_the_clock_seldom_looked_at(void)
{
  static const double costs[] = {1e-9, 2e-8, 1e-7, 1e-6, 3e-5, 1e-4, 1e-3, 0.1};
  size_t i;
  for (i = 0; i < sizeof costs / sizeof *costs; i++) {
    double time = fmax(1000 * costs[i], 0.01), looks_most = 20 + 3 * time / AB_LIMITS_PERIOD;
    ab_limits limits = started(UINT64_MAX, time);
    spending spent = spend(&limits, 1, costs[i], UINT64_MAX / 2);
    test_about("%g s a node", costs[i]);
    CHECK(spent.reason == AB_REASON_TIME);
    CHECK(spent.seconds >= time && spent.seconds <= time + fmax(AB_LIMITS_PERIOD, 1.5 * costs[i]));
    CHECK(fake_time.looks <= fmax(looks_most, 20 + (double)spent.nodes / 4096));
    CHECK(fake_time.looks <= 3 + (double)spent.nodes);
  }
}

static void nodes_that_become_n_times_slower_overrun_by_n_periods(void)
{
  static const double factors[] = {2, 10, 100};
  size_t i;
  for (i = 0; i < sizeof factors / sizeof *factors; i++) {
    double cheap = 1e-6;
    ab_limits limits = started(UINT64_MAX, 0.1);
    spending spent = spend(&limits, 1, cheap, 99000);
    test_about("%g times costlier", factors[i]);
    CHECK(spent.reason == AB_REASON_NONE);
    spent = spend(&limits, spent.nodes, cheap * factors[i], UINT64_MAX / 2);
    CHECK(spent.reason == AB_REASON_TIME);
    CHECK(spent.seconds <= 0.1 + factors[i] * AB_LIMITS_PERIOD * 1.01);
  }
}

static void nodes_that_grow_cheaper_are_soon_looked_at_less(void)
{
  ab_limits limits = started(UINT64_MAX, 10);
  spending spent = spend(&limits, 1, 1e-3, 100);
  CHECK(fake_time.looks >= 100);
  fake_time.looks = 0;
  spend(&limits, spent.nodes, 1e-8, 100000);
  CHECK(fake_time.looks <= 12 + 100000 / 4096 + 1);
}

static void the_clock_is_looked_at_every_few_thousand_nodes_however_cheap(void)
{
  ab_limits limits = started(UINT64_MAX, 10);
  spend(&limits, 1, 0, 1000000);
  CHECK(fake_time.looks >= 1000000 / 5000);
}

static void the_clock_of_the_system_goes_on_and_never_back(void)
{
  double start = ab_clock_now(), last = start;
  int looks;
  for (looks = 0; last - start < 0.005 && looks < 100000000; looks++) {
    double now = ab_clock_now();
    CHECK(now >= last);
    last = now;
  }
  CHECK(last > start && last - start < 5);
}

static void waiting_does_not_count_as_thinking(void)
{
  ab_limits limits;
  reset();
  budget.think = 1;
  ab_limits_start(&limits, &budget);
  fake_time.now += 5;
  limits.waited += 5;
  CHECK(ab_limits_reached(&limits, 1) == AB_REASON_NONE);
  CHECK(ab_limits_deadline(&limits) == 1006);
  fake_time.now += 0.5;
  ab_limits_halve(&limits, 1);
  CHECK(ab_limits_deadline(&limits) == 1005.75);
  fake_time.now += 0.25;
  CHECK(ab_limits_reached(&limits, 2) == AB_REASON_TIME);
  ab_limits_restore(&limits, 2);
  CHECK(ab_limits_reached(&limits, 3) == AB_REASON_NONE);
  fake_time.now += 3;
  limits.waited += 3;
  fake_time.now += 0.25;
  CHECK(ab_limits_reached(&limits, 4) == AB_REASON_TIME);
  limits.time = 4;
  CHECK(ab_limits_deadline(&limits) == 1004);
}

static void soft_limits_bring_the_hard_ones_nearer_until_these_are_set_again(void)
{
  ab_limits limits;
  reset();
  budget.nodes = 1000;
  budget.time = 10;
  budget.think = 5;
  CHECK(!ab_limits_are_soft(&budget));
  budget.soft_nodes = 75;
  CHECK(ab_limits_are_soft(&budget));
  budget.soft_time = 4;
  budget.soft_think = 3;
  ab_limits_start(&limits, &budget);
  ab_limits_soften(&limits, 1, 0.5);
  CHECK(limits.nodes == 37 && limits.time == 2 && limits.think == 1.5);
  CHECK(ab_limits_reached(&limits, 36) == AB_REASON_NONE &&
        ab_limits_reached(&limits, 37) == AB_REASON_NODES);
  CHECK(ab_limits_deadline(&limits) == limits.start + 1.5);
  ab_limits_restore(&limits, 37);
  CHECK(limits.nodes == 1000 && limits.time == 10 && limits.think == 5);
  ab_limits_soften(&limits, 37, 100);
  CHECK(limits.nodes == 1000 && limits.time == 10 && limits.think == 5);
}

int main(void)
{
  RUN(nodes_are_counted_exactly);
  RUN(without_limits_nothing_is_looked_at);
  RUN(time_is_kept_and_the_clock_seldom_looked_at);
  RUN(nodes_that_become_n_times_slower_overrun_by_n_periods);
  RUN(waiting_does_not_count_as_thinking);
  RUN(soft_limits_bring_the_hard_ones_nearer_until_these_are_set_again);
  RUN(nodes_that_grow_cheaper_are_soon_looked_at_less);
  RUN(the_clock_is_looked_at_every_few_thousand_nodes_however_cheap);
  RUN(the_clock_of_the_system_goes_on_and_never_back);
  return test_end();
}
