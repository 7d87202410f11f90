/* trace_test.c: a traced search finds what any search finds, and its events account for all it has done. */

#include "cases.h"
#include "whole_table.h"

static host tested, traced, scarce;
static tree game;

/* Checks that the traced search found what the other one did, in the same way. */
static void check_same_search(void)
{
  const ab_counters *counters = ab_engine_counters(&traced.engine);
  const ab_result *result = ab_engine_result(&traced.engine), *other = ab_engine_result(&tested.engine);
  CHECK(memcmp(counters, ab_engine_counters(&tested.engine), sizeof *counters) == 0);
  CHECK(result->value == other->value && result->depth == other->depth && result->reason == other->reason);
  CHECK(sequence_equals(&traced.line, &tested.line));
  CHECK(sequence_equals(&traced.evaluated, &tested.evaluated));
}

/*
 * Checks that each node was entered once for each time it is counted, and left as often as it was entered and searched
 * again, and that evaluations, but for those that order successors, table hits and cut-offs are as many as are counted.
 */
static void check_events(void)
{
  const ab_counters *counters = ab_engine_counters(&traced.engine);
  const uint64_t *counts = traced.events.counts;
  CHECK(counts[AB_EVENT_ENTER] - traced.events.re_searches == counters->nodes);
  CHECK(counts[AB_EVENT_LEAVE] == counts[AB_EVENT_ENTER]);
  CHECK(counts[AB_EVENT_EVALUATE] + traced.ordered == counters->evaluations);
  CHECK(counts[AB_EVENT_TABLE] == counters->table_hits);
  CHECK(counts[AB_EVENT_CUTOFF] == counters->cutoffs);
  CHECK(traced.events.most <= AB_EVENTS);
}

/* Searches the tree with and without a trace, each with a table of its own where there is one, and compares. */
static void search_both(const ab_task *task, ab_table *table, ab_table *traced_table)
{
  ab_task own = *task;
  own.asks_enter = own.asks_leave = 1;
  own.table = table;
  host_search(&tested, &game, &own);
  own.table = traced_table;
  own.traces = 1;
  host_search(&traced, &game, &own);
  check_same_search();
  check_events();
}

static void random_trees_are_searched_as_without_a_trace(void)
{
  int cases = test_cases(10000), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = random_case(&game, seed);
    test_about("seed %d", seed);
    tested.lazy = traced.lazy = (uint32_t)seed % 4;
    search_both(&task, NULL, NULL);
  }
  tested.lazy = traced.lazy = 0;
}

static void tables_and_ordering_change_nothing_about_that(void)
{
  int cases = test_cases(5000), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_table tables[2];
    ab_task task = random_case(&game, seed);
    rng r;
    r.state = (uint64_t)seed;
    ab_table_init(&tables[0]);
    ab_table_init(&tables[1]);
    CHECK(make_whole_table(&tables[0], 4096) && make_whole_table(&tables[1], 4096));
    test_about("seed %d", seed);
    add_techniques(&task, &r, &tables[0]);
    search_both(&task, &tables[0], &tables[1]);
    free_whole_table(&tables[0]);
    free_whole_table(&tables[1]);
  }
}

/* MTD(f) evaluates a root that stand pat settles, leaves it and enters it again, without asking for anything. */
static void several_events_may_come_before_one_ask(void)
{
  int cases = test_cases(5000), seed;
  uint32_t most = 0;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = random_case(&game, seed);
    test_about("seed %d", seed);
    task.algorithm = AB_MTDF;
    task.deepening = 0;
    task.reductions = task.null_move = 0;
    task.depth = 0;
    task.quiescence = 1;
    search_both(&task, NULL, NULL);
    if (traced.events.most > most) most = traced.events.most;
  }
  CHECK(most >= 3);
}

static void an_interrupted_search_leaves_what_it_entered(void)
{
  ab_task task = host_task(6);
  tree_uniform(&game, 3, 6, 0);
  task.deepening = 1;
  for (task.nodes = 1; task.nodes < 400; task.nodes++) {
    test_about("%d nodes", (int)task.nodes);
    search_both(&task, NULL, NULL);
  }
}

static void memory_for_events_may_run_out_and_come_back(void)
{
  ab_task task = random_case(&game, 1);
  uint64_t nth;
  task.asks_enter = task.asks_leave = task.traces = 1;
  for (nth = 1; nth <= 8; nth++) {
    test_about("request %d refused", (int)nth);
    host_init(&scarce);
    scarce.heap.refuses = nth;
    scarce.heap.refusals = 2;
    host_search(&scarce, &game, &task);
    CHECK(scarce.events.counts[AB_EVENT_ENTER] > 0);
    host_free(&scarce);
  }
}

int main(void)
{
  host_init(&tested);
  host_init(&traced);
  RUN(random_trees_are_searched_as_without_a_trace);
  RUN(tables_and_ordering_change_nothing_about_that);
  RUN(several_events_may_come_before_one_ask);
  RUN(an_interrupted_search_leaves_what_it_entered);
  RUN(memory_for_events_may_run_out_and_come_back);
  host_free(&tested);
  host_free(&traced);
  tree_free(&game);
  return test_end();
}
