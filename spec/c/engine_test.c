/* engine_test.c: what the engine finds, in how many nodes, and how it asks. */

#include "cases.h"

static host tested, other, valued;
static oracle truth;
static tree game;

static void random_trees_are_searched_as_by_plain_minimax(void)
{
  seeds tried = effort_seeds(1000, 50000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    ab_task task = random_case(&game, seed);
    test_about("seed %d", seed);
    tested.lazy = (uint32_t)seed % 4;
    host_search(&tested, &game, &task);
    check_truth(&truth, &tested);
    check_solved(&truth, &tested);
    CHECK(host_advance(&tested, 1));
  }
  tested.lazy = 0;
}

static void a_node_limit_is_kept_to_the_node(void)
{
  seeds tried = effort_seeds(30, 60);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    ab_task task = random_case(&game, seed);
    uint64_t first = 0, all;
    task.deepening.is_on = 1;
    host_search(&other, &game, &task);
    all = ab_engine_counters(&other.engine)->nodes;
    for (task.budget.nodes = 1; task.budget.nodes <= all + 1; task.budget.nodes += 1 + all / 300) {
      const ab_counters *counters = ab_engine_counters(&tested.engine);
      test_about("seed %d, %d of %d nodes", seed, (int)task.budget.nodes, (int)all);
      host_search(&tested, &game, &task);
      if (first == 0) first = counters->nodes;
      if (all > first && all > task.budget.nodes) {
        CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_NODES);
        CHECK(counters->nodes == (task.budget.nodes > first ? task.budget.nodes : first));
        check_truth(&truth, &tested);
      } else {
        CHECK(same_search(&tested, &other));
      }
    }
  }
}

/* What the root's successor `child` is worth to `depth` plies, in the view of the player who moves at the root. */
static double worth(const tree *t, const ab_task *task, int32_t depth, uint32_t child)
{
  ab_task plain = *task;
  const ab_score_list *list;
  uint32_t i;
  plain.algorithm = AB_MINIMAX;
  plain.depth = depth;
  plain.deepening.is_on = plain.deepening.partial_iteration = 0;
  plain.root.alpha = -HUGE_VAL;
  plain.root.beta = HUGE_VAL;
  plain.budget.nodes = UINT64_MAX;
  plain.root.multipv = UINT32_MAX;
  host_search(&valued, t, &plain);
  list = ab_engine_completed_scores(&valued.engine);
  for (i = 0; i < list->count; i++)
    if (t->nodes[0].first + list->scores[i].index == child) return list->scores[i].value;
  test_check(0, "a successor of the root", __FILE__, __LINE__);
  return NAN;
}

/* Checks what `h` has from an unfinished iteration, beside the move of the completed one, of which `last` has the line. */
static void check_partial_iteration(const host *h, const host *last)
{
  const ab_result *result = ab_engine_result(&h->engine);
  int sign = h->task.root.minimizing ? -1 : +1;
  double before, now;
  if (!CHECK(h->line.count > 0 && last->line.count > 0)) return;
  before = worth(h->game, &h->task, result->partial_depth, last->line.nodes[0]);
  now = worth(h->game, &h->task, result->partial_depth, h->line.nodes[0]);
  CHECK(now > before);
  CHECK(sign * result->value > before && sign * result->value <= now);
  CHECK(ab_engine_bound(&h->engine) == sign);
  CHECK(!result->decided || result->win_in < 0 || now >= h->task.values.win - result->win_in);
}

static void an_unfinished_iteration_answers_by_a_better_move_or_not_at_all(void)
{
  seeds tried = effort_seeds(50, 100);
  int seed, found = 0;
  for (seed = tried.first; seed <= tried.last; seed++) {
    ab_task task = random_case(&game, seed);
    uint64_t all;
    task.deepening.is_on = 1;
    task.techniques.reductions = task.techniques.null_move = 0;
    host_search(&other, &game, &task);
    all = ab_engine_counters(&other.engine)->nodes;
    for (task.budget.nodes = 1; task.budget.nodes <= all; task.budget.nodes += 1 + all / 100) {
      test_about("seed %d, %d of %d nodes", seed, (int)task.budget.nodes, (int)all);
      task.deepening.partial_iteration = 0;
      host_search(&other, &game, &task);
      task.deepening.partial_iteration = 1;
      host_search(&tested, &game, &task);
      if (ab_engine_result(&tested.engine)->partial_depth == 0) {
        CHECK(same_search(&tested, &other));
        continue;
      }
      CHECK(memcmp(ab_engine_counters(&tested.engine), ab_engine_counters(&other.engine),
                   sizeof(ab_counters)) == 0);
      CHECK(ab_engine_result(&tested.engine)->depth == ab_engine_result(&other.engine)->depth);
      check_partial_iteration(&tested, &other);
      found++;
    }
  }
  CHECK(found > 0 || tried.last - tried.first < 40); /* one seed in many shows it */
}

static void a_time_limit_is_kept_whatever_a_node_costs(void)
{
  static const double costs[] = {2e-8, 1e-6, 1e-4, 1e-2};
  ab_task task = host_task(9);
  size_t i;
  task.algorithm = AB_MINIMAX;
  task.deepening.is_on = 1;
  tree_uniform(&game, 4, 9, 1);
  for (i = 0; i < sizeof costs / sizeof *costs; i++) {
    double spent;
    test_about("%g s a node", costs[i]);
    tested.node_seconds = costs[i];
    task.budget.time = costs[i] * 50000;
    fake_clock_reset();
    host_search(&tested, &game, &task);
    spent = fake_time.now - 1000;
    CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_TIME);
    CHECK(spent >= task.budget.time);
    CHECK(spent < task.budget.time + 1.5 * costs[i]);
    CHECK(fake_time.looks <= 1 + ab_engine_result(&tested.engine)->depth);
    check_truth(&truth, &tested);
  }
  tested.node_seconds = 0;
}

static void no_clock_is_looked_at_without_a_time_limit(void)
{
  ab_task task = host_task(5);
  task.deepening.is_on = 1;
  task.budget.nodes = 500;
  task.budget.clock = NULL;
  tree_uniform(&game, 4, 5, 0);
  host_search(&tested, &game, &task);
  CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_NODES);
}

/* Makes `game` a corridor of `length` plies, at whose end the player of the root has won. */
static void dig_corridor(int length)
{
  int i;
  tree_plant(&game);
  for (i = 0; i < length; i++) tree_branch(&game, (uint32_t)i, 1);
  game.nodes[length].value = 20000;
}

static void the_deepest_search_there_is_ends(void)
{
  ab_task task = host_task(AB_DEPTH_MAX);
  const ab_result *result = ab_engine_result(&tested.engine);
  task.values.win = 20000;
  task.host.asks_scores = task.host.asks_turn = 1;
  dig_corridor(AB_DEPTH_MAX);
  host_search(&tested, &game, &task);
  CHECK(result->depth == AB_DEPTH_MAX && result->reason == AB_REASON_SOLVED);
  CHECK(result->value == 20000 - AB_DEPTH_MAX);
  CHECK(result->decided && result->win_in == AB_DEPTH_MAX);
  CHECK(tested.line.count == AB_DEPTH_MAX);
  CHECK(ab_engine_counters(&tested.engine)->nodes == AB_DEPTH_MAX + 1);
}

int main(void)
{
  host_init(&tested);
  host_init(&other);
  host_init(&valued);
  RUN(random_trees_are_searched_as_by_plain_minimax);
  RUN(a_node_limit_is_kept_to_the_node);
  RUN(an_unfinished_iteration_answers_by_a_better_move_or_not_at_all);
  RUN(a_time_limit_is_kept_whatever_a_node_costs);
  RUN(no_clock_is_looked_at_without_a_time_limit);
  RUN(the_deepest_search_there_is_ends);
  host_free(&tested);
  host_free(&other);
  host_free(&valued);
  tree_free(&game);
  return test_end();
}
