/*
 * chance_test.c: when Star2 probes outcomes, and what the table learns of that. Values and counts are in engine_test.c,
 * the formulas of Star1 and Star2 in chance_spec.lua of spec/search/numbers.
 */

#include "cases.h"
#include "tables.h"

static host tested;
static tree game;
static ab_table table;

/* A task for games with chance nodes. */
static ab_task chance_task(int32_t depth)
{
  ab_task task = host_task(depth);
  task.host.has_chance_nodes = 1;
  return task;
}

/* Whether Star2 searches one move after each outcome at a chance node with `left` plies left. */
static int is_probed(int32_t left)
{
  ab_task task = chance_task(left + 1);
  tree_read(&game, "{(0.5: 6, 0.5: 6), (0.5: {{4}, {3}}, 0.5: {{5}, {1}})}");
  game.nodes[5].value = 4;
  task.values.min = 0;
  task.values.max = 10;
  task.techniques.star2 = 1;
  host_search(&tested, &game, &task);
  return ab_engine_counters(&tested.engine)->evaluations == 4;
}

static void outcomes_are_probed_where_there_is_something_to_avoid(void)
{
  CHECK(!is_probed(AB_STAR2_DEPTH - 1));
  CHECK(is_probed(AB_STAR2_DEPTH));
}

/*
 * What an outcome was found to be worth by one of its moves is known to the table as a bound: a search that wants the
 * whole truth at the same depth does not take it for that.
 */
static void what_a_probe_finds_is_kept_as_a_bound(void)
{
  ab_task task = chance_task(3);
  ab_table_clear(&table);
  tested.view_key = 0;
  task.table = &table;
  task.host.asks_key = task.techniques.star2 = 1;
  task.values.min = 0;
  task.values.max = 10;
  tree_read(&game, "{(0.5: 6, 0.5: 6), (0.5: {4, 3}, 0.5: {5, 1})}");
  host_search(&tested, &game, &task);
  CHECK(tested.evaluated.count == 4);
  task.root.minimizing = 1;
  task.depth = 2;
  host_start_from(&tested, &game, 2, &task);
  host_finish(&tested);
  CHECK(ab_engine_result(&tested.engine)->value == 2);
  /* but as a bound it counts: the same search again asks nothing of the outcomes' moves */
  ab_table_clear(&table);
  task.root.minimizing = 0;
  task.depth = 3;
  host_search(&tested, &game, &task);
  host_search(&tested, &game, &task);
  CHECK(ab_engine_counters(&tested.engine)->table_hits > 0 && tested.evaluated.count < 4);
}

int main(void)
{
  host_init(&tested);
  if (!make_whole_table(&table, 256 * AB_TABLE_LINE)) return EXIT_FAILURE;
  RUN(outcomes_are_probed_where_there_is_something_to_avoid);
  RUN(what_a_probe_finds_is_kept_as_a_bound);
  free_whole_table(&table);
  host_free(&tested);
  tree_free(&game);
  return test_end();
}
