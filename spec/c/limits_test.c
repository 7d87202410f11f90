/* limits_test.c: limits of nodes and time, and when they hold. */

#include "clock.h"
#include "fake_clock.h"
#include "limits.h"
#include "test.h"

#include <math.h>

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

static void nodes_are_counted_exactly(void)
{
  uint64_t nodes;
  for (nodes = 2; nodes < 200; nodes++) {
    ab_limits bare = started(nodes, HUGE_VAL), timed = started(nodes, 1e9);
    test_about("%d nodes", (int)nodes);
    CHECK(bare.check == nodes && timed.check == nodes);
    CHECK(ab_limits_reached(&bare, nodes - 1) == AB_REASON_NONE);
    CHECK(ab_limits_reached(&timed, nodes - 1) == AB_REASON_NONE);
    CHECK(ab_limits_reached(&bare, nodes) == AB_REASON_NODES);
    CHECK(ab_limits_reached(&timed, nodes) == AB_REASON_NODES);
  }
}

static void without_a_limit_of_time_no_clock_is_looked_at(void)
{
  ab_limits limits = started(1000, HUGE_VAL);
  CHECK(ab_limits_reached(&limits, 500) == AB_REASON_NONE);
  CHECK(ab_limits_deadline(&limits) == HUGE_VAL && fake_time.looks == 0);
}

static void time_is_up_at_the_deadline_unless_the_limit_is_suspended(void)
{
  ab_limits limits = started(1000, 3);
  CHECK(ab_limits_deadline(&limits) == 1003 && limits.check == 1000);
  fake_time.now = 1002.5;
  CHECK(ab_limits_reached(&limits, 100) == AB_REASON_NONE);
  fake_time.now = 1003;
  CHECK(ab_limits_reached(&limits, 100) == AB_REASON_TIME);
  ab_limits_suspend(&limits);
  CHECK(limits.check == UINT64_MAX && ab_limits_deadline(&limits) == HUGE_VAL);
  fake_time.now = 1002;
  CHECK(ab_limits_reached(&limits, 1) == AB_REASON_NONE);
  CHECK(limits.check == 1000 && ab_limits_deadline(&limits) == 1003);
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
  ab_limits_restore(&limits);
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
  ab_limits_soften(&limits, 0.5);
  CHECK(limits.nodes == 37 && limits.time == 2 && limits.think == 1.5);
  CHECK(ab_limits_reached(&limits, 36) == AB_REASON_NONE &&
        ab_limits_reached(&limits, 37) == AB_REASON_NODES);
  CHECK(ab_limits_deadline(&limits) == limits.start + 1.5);
  ab_limits_restore(&limits);
  CHECK(limits.nodes == 1000 && limits.time == 10 && limits.think == 5);
  ab_limits_soften(&limits, 100);
  CHECK(limits.nodes == 1000 && limits.time == 10 && limits.think == 5);
}

int main(void)
{
  RUN(nodes_are_counted_exactly);
  RUN(without_a_limit_of_time_no_clock_is_looked_at);
  RUN(time_is_up_at_the_deadline_unless_the_limit_is_suspended);
  RUN(waiting_does_not_count_as_thinking);
  RUN(soft_limits_bring_the_hard_ones_nearer_until_these_are_set_again);
  RUN(the_clock_of_the_system_goes_on_and_never_back);
  return test_end();
}
