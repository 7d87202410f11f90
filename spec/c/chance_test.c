/*
 * chance_test.c: values of chance nodes are means, and only what Star1 and Star2 allow is left out: see chance_spec.lua,
 * too, in spec/search/numbers.
 */

#include "cases.h"
#include "tables.h"

static host tested;
static oracle truth;
static tree game;
static ab_table table;

/* A task for games with chance nodes. */
static ab_task chance_task(int32_t depth)
{
  ab_task task = host_task(depth);
  task.host.has_chance_nodes = 1;
  return task;
}

/*
 * Grows `game` at random, with many chance nodes and few values, which may be as great as doubles are, or as small;
 * probabilities are powers of a half or any.
 */
static void grow(rng *r, int halves)
{
  static const double values[] = {-9, -8, -2, -1, 0, 1, 2, 8, 9};
  shape s = tree_random_shape(r);
  int distinct = 1 + rng_below(r, 4), i;
  s.chance_percent = 10 + rng_below(r, 40);
  s.halves = halves;
  if (s.depth > 6 && !halves) s.depth = 6;
  if (rng_happens(r, 85))
    for (i = 0; i < 4; i++) s.palette[i] = i < distinct ? values[rng_below(r, 9)] : s.palette[i % distinct];
  tree_plant(&game);
  tree_grow_node(&game, 0, r, &s, s.depth);
  tree_tame(&game);
}

/*
 * Like the signature of the specs: a change of these counts has a reason. They tell a search that visits what it need
 * not, and finds the same. The digest is of the bits of what they find, which is the same on every platform.
 */
static void random_searches_visit_as_many_nodes_and_find_the_same_as_ever(void)
{
  ab_counters sum = {0};
  uint64_t digest = 0xCBF29CE484222325u; /* FNV-1a, a whole double at a time */
  int seed;
  for (seed = 1; seed <= 500; seed++) {
    const ab_counters *counters = ab_engine_counters(&tested.engine);
    rng r = {(uint64_t)seed};
    ab_task task;
    uint64_t bits;
    test_about("seed %d", seed);
    grow(&r, rng_happens(&r, 30));
    task = random_task(&r, &game);
    if (rng_happens(&r, 60)) set_values(&task, &game, rng_below(&r, 2));
    task.host.has_chance_nodes = 1;
    task.techniques.star2 = rng_happens(&r, 60);
    host_search(&tested, &game, &task);
    check_truth(&truth, &tested);
    check_solved(&truth, &tested);
    sum.nodes += counters->nodes;
    sum.evaluations += counters->evaluations;
    sum.cutoffs += counters->cutoffs;
    memcpy(&bits, &ab_engine_result(&tested.engine)->value, sizeof bits);
    digest = (digest ^ bits) * 0x100000001B3u;
  }
  test_about("%d nodes, %d evaluations, %d cut-offs, digest 0x%llX", (int)sum.nodes, (int)sum.evaluations,
             (int)sum.cutoffs, (unsigned long long)digest);
  CHECK(sum.nodes == 31190 && sum.evaluations == 17010 && sum.cutoffs == 3633);
  CHECK(digest == 0x5597CCBED57D8A27u);
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
  RUN(random_searches_visit_as_many_nodes_and_find_the_same_as_ever);
  RUN(outcomes_are_probed_where_there_is_something_to_avoid);
  RUN(what_a_probe_finds_is_kept_as_a_bound);
  free_whole_table(&table);
  host_free(&tested);
  tree_free(&game);
  return test_end();
}
