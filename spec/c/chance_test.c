/* chance_test.c: values of chance nodes are means, and only what Star1 and Star2 allow is left out. */

#include <float.h>
#include <string.h>

#include "cases.h"
#include "tables.h"

static host tested;
static oracle truth;
static tree game;
static ab_table table;

/* The values that were evaluated, as "3 5 6". */
static const char *evaluations(const host *h)
{
  static char text[200];
  size_t i, length = 0;
  *text = '\0';
  for (i = 0; i < h->evaluated.count && length < sizeof text - 30; i++) {
    double value = h->game->nodes[h->evaluated.nodes[i]].value;
    length += (size_t)sprintf(text + length, i == 0 ? "%g" : " %g", value);
  }
  return text;
}

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
 * not, and finds the same.
 */
static void random_searches_visit_as_many_nodes_as_ever(void)
{
  ab_counters sum = {0};
  int seed;
  for (seed = 1; seed <= 500; seed++) {
    rng r = {(uint64_t)seed};
    ab_task task;
    test_about("seed %d", seed);
    grow(&r, rng_happens(&r, 30));
    task = random_task(&r, &game);
    if (rng_happens(&r, 60)) set_values(&task, &game, rng_below(&r, 2));
    task.host.has_chance_nodes = 1;
    task.techniques.star2 = rng_happens(&r, 60);
    host_search(&tested, &game, &task);
    check_truth(&truth, &tested);
    check_solved(&truth, &tested);
    sum.nodes += ab_engine_counters(&tested.engine)->nodes;
    sum.evaluations += ab_engine_counters(&tested.engine)->evaluations;
    sum.cutoffs += ab_engine_counters(&tested.engine)->cutoffs;
  }
  test_about("%d nodes, %d evaluations, %d cut-offs", (int)sum.nodes, (int)sum.evaluations, (int)sum.cutoffs);
  CHECK(sum.nodes == 31190 && sum.evaluations == 17010 && sum.cutoffs == 3633);
}

/* What a search of `text` with values from 0 to 10 evaluates, and finds. */
typedef struct example {
  const char *tree;
  int star2, minimizing;
  const char *evaluated;
  double value;
} example;

/*
 * Ballard's formulas [1983], worked out by hand. A chance node fails low when the sum of what is known, and of 10 for
 * what is not, does not exceed alpha; an outcome's own alpha is what is left for it, divided by its probability.
 */
static void what_star1_and_star2_leave_out_is_what_their_formulas_say(void)
{
  static const example rows[] = {
      /* 0.5 * 0 + 0.5 * 10 < 6: the 9 is left out */
      {"{(0.5: 6, 0.5: 6), (0.5: 0, 0.5: 9)}", 0, 0, "6 6 0", 6},
      /* 0.5 * 3 + 0.5 * 10 > 6: it is not */
      {"{(0.5: 6, 0.5: 6), (0.5: 3, 0.5: 8)}", 0, 0, "6 6 3 8", 6},
      /* 0.75 * 4 + 0.25 * 10 < 6, but 0.25 * 4 + 0.75 * 10 > 6 */
      {"{(0.5: 6, 0.5: 6), (0.75: 4, 0.25: 9)}", 0, 0, "6 6 4", 6},
      {"{(0.5: 6, 0.5: 6), (0.25: 4, 0.75: 6)}", 0, 0, "6 6 4 6", 6},
      /* the mirror image: 0.5 * 10 + 0.5 * 0 > 4 */
      {"{(0.5: 4, 0.5: 4), (0.5: 10, 0.5: 1)}", 0, 1, "4 4 10", 4},
      {"{(0.5: 4, 0.5: 4), (0.5: 7, 0.5: 2)}", 0, 1, "4 4 7 2", 4},
      /*
       * alpha of the first outcome is (6 - 0.5 * 10) / 0.5 = 2, which 1 does not exceed: the 7 and the 8 are left out
       */
      {"{(0.5: 6, 0.5: 6), (0.5: {3, 1, 7}, 0.5: {8})}", 0, 0, "6 6 3 1", 6},
      /* alpha of the second one is (6 - 0.5 * 3) / 0.5 = 9, which 5 does not exceed */
      {"{(0.5: 6, 0.5: 6), (0.5: {4, 3}, 0.5: {5, 1})}", 0, 0, "6 6 4 3 5", 6},
      /* Star2: 0.5 * 4 + 0.5 * 5 < 6, so that one successor of each outcome is enough */
      {"{(0.5: 6, 0.5: 6), (0.5: {4, 3}, 0.5: {5, 1})}", 1, 0, "6 6 4 5", 6},
      /* 0.5 * 8 + 0.5 * 7 > 6: then alpha of the first one is (6 - 0.5 * 7) / 0.5 = 5, which 3 does not exceed */
      {"{(0.5: 6, 0.5: 6), (0.5: {8, 3}, 0.5: {7, 1})}", 1, 0, "6 6 8 7 8 3", 6},
      {"{(0.5: 6, 0.5: 6), (0.5: {8, 3}, 0.5: {7, 1})}", 0, 0, "6 6 8 3 7", 6},
      /* the mirror image: 0.5 * 6 + 0.5 * 5 > 4 */
      {"{(0.5: 4, 0.5: 4), (0.5: {6, 7}, 0.5: {5, 9})}", 1, 1, "4 4 6 5", 4},
      {"{(0.5: 4, 0.5: 4), (0.5: {6, 7}, 0.5: {5, 9})}", 0, 1, "4 4 6 7 5", 4},
      /* an outcome without further successors is known by its first one: (6 - 0.5 * 7) / 0.5 = 5 for the other */
      {"{(0.5: 6, 0.5: 6), (0.5: {7}, 0.5: {8, 4, 3})}", 1, 0, "6 6 7 8 8 4", 6},
  };
  size_t i;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    ab_task task = chance_task(AB_DEPTH_MAX);
    test_about("tree %s, star2 %d", rows[i].tree, rows[i].star2);
    tree_read(&game, rows[i].tree);
    task.values.min = 0;
    task.values.max = 10;
    task.techniques.star2 = rows[i].star2;
    task.root.minimizing = rows[i].minimizing;
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == rows[i].value);
    CHECK(strcmp(evaluations(&tested), rows[i].evaluated) == 0);
  }
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

static void a_won_game_is_one_whatever_the_dice_show(void)
{
  static const struct {
    const char *tree;
    double value;
    int decided;
    int32_t win_in;
  } rows[] = {
      {"(0.5: 100, 0.5: 100)", 100, 1, 0},
      {"{(0.5: 100, 0.5: 300)}", 99, 1, 1},
      {"{(0.5: {-100}, 0.5: {-100})}", -98, 1, -2},
      {"{(0.5: 100, 0.5: {100})}", 98.5, 0, 0},
      {"{(0.5: {100}, 0.25: 100, 0.25: {{100}})}", 98, 0, 0},
      {"{(0.5: 100, 0.5: -100)}", 0, 0, 0},
      {"{(0.5: 100, 0.5: 99)}", 99, 0, 0},
      {"{(0: 3, 1: 100)}", 99, 1, 1},
      {"{(0: {100}, 0.5: 100, 0.5: 100)}", 99, 1, 1},
  };
  ab_task task = chance_task(9);
  size_t i;
  task.values.win = 100;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_about("tree %s", rows[i].tree);
    tree_read(&game, rows[i].tree);
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == rows[i].value);
    CHECK(ab_engine_result(&tested.engine)->decided == rows[i].decided);
    if (rows[i].decided) CHECK(ab_engine_result(&tested.engine)->win_in == rows[i].win_in);
  }
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
  CHECK(strcmp(evaluations(&tested), "6 6 4 5") == 0);
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
  RUN(random_searches_visit_as_many_nodes_as_ever);
  RUN(what_star1_and_star2_leave_out_is_what_their_formulas_say);
  RUN(outcomes_are_probed_where_there_is_something_to_avoid);
  RUN(a_won_game_is_one_whatever_the_dice_show);
  RUN(what_a_probe_finds_is_kept_as_a_bound);
  free_whole_table(&table);
  host_free(&tested);
  tree_free(&game);
  return test_end();
}
