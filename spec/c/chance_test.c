/* chance_test.c: values of chance nodes are means, and only what Star1 and Star2 allow is left out. */

#include <float.h>
#include <string.h>

#include "cases.h"
#include "whole_table.h"

/*
 * The most searches of the root that MTD(f) may make in an iteration: null windows, and a last one that finds the value
 * among all that are left.
 */
#define MAX_ROOT_SEARCHES 9

static host tested;
static oracle expected, truth;
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
  task.has_chance_nodes = 1;
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

/* Any window of whole numbers. */
static void set_window(ab_task *task, rng *r)
{
  static const double bounds[] = {-HUGE_VAL, -9, -4, -1, 0, 0.5, 1, 2, 8, HUGE_VAL};
  int low = rng_below(r, 9);
  task->alpha = bounds[low];
  task->beta = bounds[low + 1 + rng_below(r, 9 - low)];
}

static void chance_nodes_are_searched_as_by_the_recursions(void)
{
  int cases = test_cases(20000), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    grow(&r, rng_happens(&r, 30));
    task = random_task(&r, &game);
    task.alpha = -HUGE_VAL;
    task.beta = HUGE_VAL;
    if (rng_happens(&r, 40) && task.algorithm != AB_MINIMAX) set_window(&task, &r);
    if (rng_happens(&r, 60)) set_values(&task, &game, rng_below(&r, 2));
    task.has_chance_nodes = 1;
    task.star2 = rng_happens(&r, 60);
    host_search(&tested, &game, &task);
    oracle_search(&expected, &game, &task);
    check_visits(&tested, &expected);
    check_truth(&truth, &tested);
    check_solved(&truth, &tested);
  }
}

/* Searches `game` by `task` in all ways there are, and checks what is found. */
static void search_in_all_ways(ab_task task)
{
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_PVS, AB_MTDF, AB_MINIMAX};
  char what[sizeof test_tally.about];
  int i;
  memcpy(what, test_tally.about, sizeof what);
  for (i = 0; i < 16; i++) {
    task.algorithm = algorithms[i % 4];
    task.star2 = i / 4 % 2;
    task.table = i < 8 ? NULL : &table;
    task.asks_key = i >= 8;
    test_about("algorithm %d, star2 %d, table %d, %s", (int)task.algorithm, task.star2, i / 8, what);
    host_search(&tested, &game, &task);
    check_truth(&truth, &tested);
    CHECK(task.algorithm != AB_MTDF || ab_engine_root_searches(&tested.engine) <= MAX_ROOT_SEARCHES);
  }
}

static void values_are_means_whatever_searches_and_however_likely_outcomes_are(void)
{
  int cases = test_cases(1500), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = chance_task(0);
    rng r;
    r.state = (uint64_t)seed;
    grow(&r, 0);
    ab_table_clear(&table);
    tested.salt = (uint64_t)seed;
    task.depth = rng_below(&r, 7);
    task.asks_turn = rng_happens(&r, 70);
    task.deepening = rng_happens(&r, 30);
    if (rng_happens(&r, 40)) set_window(&task, &r);
    if (rng_happens(&r, 60)) set_values(&task, &game, rng_below(&r, 2));
    test_about("seed %d", seed);
    search_in_all_ways(task);
  }
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
    task.value_min = 0;
    task.value_max = 10;
    task.star2 = rows[i].star2;
    task.minimizing = rows[i].minimizing;
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == rows[i].value);
    CHECK(strcmp(evaluations(&tested), rows[i].evaluated) == 0);
  }
}

static void nothing_is_left_out_where_no_values_are_bounded(void)
{
  ab_task task = chance_task(AB_DEPTH_MAX);
  task.star2 = 1;
  tree_read(&game, "{(0.5: 6, 0.5: 6), (0.5: {0, 3}, 0.5: {5, 1})}");
  host_search(&tested, &game, &task);
  /* but the last outcome has a window even so: (6 - 0.5 * 0) / 0.5 = 12 */
  CHECK(strcmp(evaluations(&tested), "6 6 0 3 5") == 0);
  task.algorithm = AB_MINIMAX;
  task.value_min = 0;
  task.value_max = 10;
  host_search(&tested, &game, &task);
  CHECK(strcmp(evaluations(&tested), "6 6 0 3 5 1") == 0);
}

/* Whether Star2 searches one move after each outcome at a chance node with `left` plies left. */
static int is_probed(int32_t left)
{
  ab_task task = chance_task(left + 1);
  tree_read(&game, "{(0.5: 6, 0.5: 6), (0.5: {{4}, {3}}, 0.5: {{5}, {1}})}");
  game.nodes[5].value = 4;
  task.value_min = 0;
  task.value_max = 10;
  task.star2 = 1;
  host_search(&tested, &game, &task);
  return ab_engine_counters(&tested.engine)->evaluations == 4;
}

static void outcomes_are_probed_where_there_is_something_to_avoid(void)
{
  CHECK(!is_probed(AB_STAR2_DEPTH - 1));
  CHECK(is_probed(AB_STAR2_DEPTH));
}

static void the_mean_is_taken_of_what_is_possible(void)
{
  static const struct {
    const char *tree;
    double value;
    const char *evaluated;
  } rows[] = {
      {"(0: 5, 1: 7)", 7, "7"},
      {"(0.25: 4, 0: 100, 0.75: 8)", 7, "4 8"},
      {"(0: 9, 0: 9, 1: (0.5: 1, 0.5: (0: 3, 1: 2)))", 1.5, "1 2"},
      /* probabilities need not add up to 1 */
      {"(1: 1, 1: 2, 2: 3)", 2.25, "1 2 3"},
      {"{(3: 1, 1: 5), 1.5}", 2, "1 5 1.5"},
      /* ten tenths make less than 1, but the mean of equal values is this value */
      {"(0.1: 0.7, 0.1: 0.7, 0.1: 0.7, 0.1: 0.7, 0.1: 0.7, 0.1: 0.7, 0.1: 0.7, 0.1: 0.7, 0.1: 0.7, 0.1: 0.7)",
       0.7, "0.7 0.7 0.7 0.7 0.7 0.7 0.7 0.7 0.7 0.7"},
      {"(0.3: 1e308, 0.3000001: 1e308, 0.4: 1e308)", 1e308, "1e+308 1e+308 1e+308"},
  };
  size_t i;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    ab_task task = chance_task(9);
    test_about("tree %s", rows[i].tree);
    tree_read(&game, rows[i].tree);
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == rows[i].value);
    CHECK(strcmp(evaluations(&tested), rows[i].evaluated) == 0);
    CHECK(tested.line.count == (game.nodes[0].is_chance ? 0 : 1));
    CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_SOLVED);
  }
}

/* The fuzzer found a mean that was NaN, with values outside of the task's bounds. */
static void a_mean_is_a_number_where_the_sum_is_none(void)
{
  ab_outcome outcomes[4] = {
      {0.5, DBL_MAX, DBL_MAX, -1}, {0.5, DBL_MAX, DBL_MAX, -1}, {0.5, DBL_MAX, DBL_MAX, -1}};
  ab_chance chance = {NULL, 4};
  ab_frame frame;
  chance.outcomes = outcomes;
  outcomes[3].probability = 0.5;
  outcomes[3].lower = outcomes[3].upper = -HUGE_VAL;
  memset(&frame, 0, sizeof frame);
  frame.count = 4;
  ab_chance_close(&chance, &frame);
  CHECK(frame.value == -HUGE_VAL);
}

static void chance_nodes_use_up_no_depth_and_are_not_asked_for_where_none_is_left(void)
{
  ab_task task = chance_task(0);
  tree_read(&game, "(0.5: (0.5: {2, 3}, 0.5: {4}), 0.5: {(0.5: 8, 0.5: 17)})");
  game.nodes[0].value = 1;
  game.nodes[game.nodes[2].first].value = 12; /* the next node, a chance node, evaluated */
  host_search(&tested, &game, &task);
  CHECK(strcmp(evaluations(&tested), "1") == 0);
  CHECK(ab_engine_result(&tested.engine)->value == 1 &&
        ab_engine_result(&tested.engine)->reason == AB_REASON_DEPTH);
  task.depth = 1;
  host_search(&tested, &game, &task);
  CHECK(strcmp(evaluations(&tested), "2 3 4 12") == 0);
  CHECK(ab_engine_result(&tested.engine)->value == 0.5 * 3.5 + 0.5 * 12 &&
        ab_engine_result(&tested.engine)->reason == AB_REASON_DEPTH);
  task.depth = 2;
  host_search(&tested, &game, &task);
  CHECK(ab_engine_result(&tested.engine)->value == 0.5 * 3.5 + 0.5 * 12.5 &&
        ab_engine_result(&tested.engine)->reason == AB_REASON_SOLVED);
}

/* Makes `game` a row of so many chance nodes, with one outcome each, before {3, 5}. */
static void dig_chain(uint32_t length)
{
  static const double certain = 1;
  uint32_t at;
  tree_plant(&game);
  for (at = 0; at < length; at++) {
    tree_branch(&game, at, 1);
    tree_throw(&game, at, &certain);
  }
  at = tree_branch(&game, at, 2);
  game.nodes[at].value = 3;
  game.nodes[at + 1].value = 5;
}

static void many_chance_nodes_may_follow_one_another(void)
{
  ab_task task = chance_task(1);
  int star2;
  for (star2 = 0; star2 < 2; star2++) {
    task.star2 = star2;
    task.value_min = star2 ? 0 : -HUGE_VAL;
    task.value_max = star2 ? 10 : HUGE_VAL;
    dig_chain(AB_CHANCES_MAX);
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == 5);
    CHECK(ab_engine_counters(&tested.engine)->nodes == AB_CHANCES_MAX + 3);
    task.minimizing = !task.minimizing;
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == 3);
    task.minimizing = 0;
  }
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
  task.win = 100;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_about("tree %s", rows[i].tree);
    tree_read(&game, rows[i].tree);
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == rows[i].value);
    CHECK(ab_engine_result(&tested.engine)->decided == rows[i].decided);
    if (rows[i].decided) CHECK(ab_engine_result(&tested.engine)->win_in == rows[i].win_in);
  }
}

static void perft_counts_outcomes_as_ways(void)
{
  static const uint64_t leaves[] = {1, 3, 5, 0};
  ab_task task = chance_task(0);
  task.algorithm = AB_PERFT;
  tree_read(&game, "{(0.5: {1, 2}, 0.5: {3, 4}, 0: {5}), (1: {6}), 7}");
  for (task.depth = 0; task.depth <= 3; task.depth++) {
    test_about("depth %d", (int)task.depth);
    host_search(&tested, &game, &task);
    CHECK(ab_engine_counters(&tested.engine)->leaves == leaves[task.depth]);
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
  tested.salt = 0;
  task.table = &table;
  task.asks_key = task.star2 = 1;
  task.value_min = 0;
  task.value_max = 10;
  tree_read(&game, "{(0.5: 6, 0.5: 6), (0.5: {4, 3}, 0.5: {5, 1})}");
  host_search(&tested, &game, &task);
  CHECK(strcmp(evaluations(&tested), "6 6 4 5") == 0);
  task.minimizing = 1;
  task.depth = 2;
  host_start_from(&tested, &game, 2, &task);
  host_finish(&tested);
  CHECK(ab_engine_result(&tested.engine)->value == 2);
  /* but as a bound it counts: the same search again asks nothing of the outcomes' moves */
  ab_table_clear(&table);
  task.minimizing = 0;
  task.depth = 3;
  host_search(&tested, &game, &task);
  host_search(&tested, &game, &task);
  CHECK(ab_engine_counters(&tested.engine)->table_hits > 0 && tested.evaluated.count < 4);
}

/*
 * Null windows that close in on a mean: each pass over the root proves a bound that is a mean of values that there
 * are, and not one that lies a few doubles beside the last one.
 */
static void mtdf_closes_in_on_a_mean_in_a_few_searches(void)
{
  static const char *const trees[] = {
      "(0.3: 1, 0.7: 4)",
      "{(0.3: {1, 7}, 0.7: {4, 2}), (0.1: {3, 5}, 0.9: {2, 8})}",
      "{(0.3: 1e9, 0.7: 4e9), (0.2: 3e9, 0.8: (0.1: 7e9, 0.9: 1e9))}",
      "(0.1: 5e-324, 0.9: 1e-323)",
      "{(1: 9, 0.000000000001: -1.7976931348623157e308), (1: -1.7976931348623157e308, 0.000000000001: -9)}",
  };
  size_t i;
  int bounded;
  for (i = 0; i < sizeof trees / sizeof *trees; i++)
    for (bounded = 0; bounded < 4; bounded++) {
      ab_task task = chance_task(6);
      task.algorithm = AB_MTDF;
      task.minimizing = bounded / 2;
      test_about("tree %s, %d", trees[i], bounded);
      tree_read(&game, trees[i]);
      if (bounded % 2) set_values(&task, &game, 0);
      host_search(&tested, &game, &task);
      CHECK(ab_engine_root_searches(&tested.engine) < MAX_ROOT_SEARCHES);
      check_truth(&truth, &tested);
    }
}

int main(void)
{
  host_init(&tested);
  if (!make_whole_table(&table, 256 * AB_TABLE_LINE)) return EXIT_FAILURE;
  RUN(chance_nodes_are_searched_as_by_the_recursions);
  RUN(values_are_means_whatever_searches_and_however_likely_outcomes_are);
  RUN(what_star1_and_star2_leave_out_is_what_their_formulas_say);
  RUN(nothing_is_left_out_where_no_values_are_bounded);
  RUN(outcomes_are_probed_where_there_is_something_to_avoid);
  RUN(the_mean_is_taken_of_what_is_possible);
  RUN(a_mean_is_a_number_where_the_sum_is_none);
  RUN(chance_nodes_use_up_no_depth_and_are_not_asked_for_where_none_is_left);
  RUN(many_chance_nodes_may_follow_one_another);
  RUN(a_won_game_is_one_whatever_the_dice_show);
  RUN(perft_counts_outcomes_as_ways);
  RUN(what_a_probe_finds_is_kept_as_a_bound);
  RUN(mtdf_closes_in_on_a_mean_in_a_few_searches);
  free_whole_table(&table);
  host_free(&tested);
  oracle_free(&expected);
  oracle_free(&truth);
  tree_free(&game);
  return test_end();
}
