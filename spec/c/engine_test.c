/* engine_test.c: what the engine finds, in how many nodes, and how it asks. */

#include "cases.h"

static host tested, other, valued;
static oracle expected, truth;
static tree game, second_game;

/* Whether the two searches found the same in the same way. */
static int same_search(const host *a, const host *b)
{
  const ab_result *found = ab_engine_result(&a->engine), *others = ab_engine_result(&b->engine);
  return memcmp(ab_engine_counters(&a->engine), ab_engine_counters(&b->engine),
                sizeof *ab_engine_counters(&a->engine)) == 0 &&
         found->value == others->value && found->depth == others->depth && found->reason == others->reason &&
         sequence_equals(&a->line, &b->line) && sequence_equals(&a->evaluated, &b->evaluated);
}

/* Whether there may be values that nothing can be better than. */
static int is_bounded(const host *h)
{
  const ab_task *task = &h->task;
  return task->win < HUGE_VAL || task->value_min > -HUGE_VAL || task->value_max < HUGE_VAL ||
         isinf(ab_engine_result(&h->engine)->value);
}

/* Whether `h` found the line that `o` did: all of it or, where null windows may prove no more, the head. */
static int same_line(const host *h, const oracle *o)
{
  int tells_head = h->task.algorithm == AB_MTDF || (h->task.algorithm == AB_PVS && is_bounded(h));
  if (tells_head && ab_engine_result(&h->engine)->depth == 0) return 1;
  if (h->line.count == 0 || o->line.count == 0 || !tells_head) return sequence_equals(&h->line, &o->line);
  return h->line.nodes[0] == o->line.nodes[0];
}

/* The first values that were evaluated, as "3 5 6". */
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

static void textbook_trees_are_searched_as_the_textbooks_do(void)
{
  static const struct {
    const char *tree;
    double value;
    const char *evaluated;
  } rows[] = {
      {"{{{3, 5}, {6, 9}}, {{1, 2}, {0, -1}}}", 5, "3 5 6 1 2"},
      {"{{{13, 8}, {24, -5}}, {{23, 15}, {-14, -20}}}", 13, "13 8 24 23 15 -14 -20"},
      {"{{{2, 3}, {5, 9}}, {{0, 1}, {7, 5}}}", 3, "2 3 5 0 1"},
      {"{{{{5,6},{7,4,5}},{{3}}}, {{{6},{6,9}},{{7}}}, {{{5}},{{9,8},{6}}}}", 6, "5 6 7 4 3 6 6 7 5"},
  };
  ab_task task = host_task(AB_DEPTH_MAX);
  size_t i;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_about("tree %s", rows[i].tree);
    tree_read(&game, rows[i].tree);
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == rows[i].value);
    CHECK(strcmp(evaluations(&tested), rows[i].evaluated) == 0);
    CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_SOLVED);
  }
}

static void random_trees_are_searched_as_by_the_recursions(void)
{
  int cases = test_cases(50000), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = random_case(&game, seed);
    test_about("seed %d", seed);
    /* a root whose successors are not all generated cannot begin its next iteration with the best */
    tested.lazy = task.deepening ? 0 : (uint32_t)seed % 4;
    host_search(&tested, &game, &task);
    oracle_search(&expected, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == expected.score.value);
    check_visits(&tested, &expected);
    if (ab_engine_bound(&tested.engine) == 0) CHECK(same_line(&tested, &expected));
    check_truth(&truth, &tested);
    check_solved(&truth, &tested);
  }
  tested.lazy = 0;
}

/* The leaves evaluated in the uniform tree of that order. */
static uint64_t uniform_leaves(ab_algorithm algorithm, uint32_t width, int depth, int best_first)
{
  ab_task task = host_task(depth);
  task.algorithm = algorithm;
  tree_uniform(&game, width, depth, best_first);
  host_search(&tested, &game, &task);
  CHECK(ab_engine_result(&tested.engine)->value == 0);
  return ab_engine_counters(&tested.engine)->evaluations;
}

/* base^exponent. */
static uint64_t power(uint32_t base, int exponent)
{
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

static void a_perfect_order_leaves_the_least_that_can_be(void)
{
  uint32_t width;
  int depth;
  for (width = 1; width <= 5; width++)
    for (depth = 1; depth <= 7; depth++) {
      uint64_t least = power(width, (depth + 1) / 2) + power(width, depth / 2) - 1;
      test_about("width %u, depth %d", (unsigned)width, depth);
      CHECK(uniform_leaves(AB_ALPHABETA, width, depth, 1) == least);
      CHECK(uniform_leaves(AB_PVS, width, depth, 1) == least);
      if (width > 1 && depth > 1) CHECK(uniform_leaves(AB_ALPHABETA, width, depth, 0) > least);
    }
}

static void scores_make_a_perfect_order_of_the_worst(void)
{
  ab_task task = host_task(6);
  uint32_t at;
  tree_uniform(&game, 4, 6, 0);
  for (at = 0; at < game.count; at++)
    game.nodes[at].score = game.nodes[at].roots_turn ? -game.nodes[at].value : game.nodes[at].value;
  task.asks_scores = 1;
  task.quiescence = 1; /* no leaf is noisy, but might be: so their scores are asked for, too */
  host_search(&tested, &game, &task);
  CHECK(ab_engine_counters(&tested.engine)->evaluations == 64 + 64 - 1);
}

static void nobody_is_asked_for_the_scores_of_leaves(void)
{
  ab_task task = host_task(3);
  int scores = 0;
  ab_ask ask;
  tree_uniform(&game, 2, 3, 1);
  task.asks_scores = 1;
  host_start(&tested, &game, &task);
  do {
    ask = host_step(&tested);
    scores += ask == AB_ASK_SCORES;
  } while (ask != AB_ASK_NOTHING);
  CHECK(scores == 3); /* the root and its two successors */
}

/* What node `at` is worth to the player who moves at its parent. */
static double value_to_mover(const host *h, uint32_t parent, uint32_t at)
{
  const tree_node *nodes = h->game->nodes;
  int is_good = h->task.view == AB_VIEW_MAX ? nodes[parent].roots_turn == nodes[h->root].roots_turn
                                            : nodes[parent].roots_turn == nodes[at].roots_turn;
  return is_good ? nodes[at].value : -nodes[at].value;
}

/* Follows a search in which evaluations order the successors; checks that, and returns how many were asked for. */
static int follow_ordered_search(const ab_task *task)
{
  double best = -HUGE_VAL;
  int values = 0, is_due = 0;
  ab_ask ask;
  host_start(&tested, &game, task);
  do {
    uint32_t parent, child;
    ask = host_step(&tested);
    parent = tested.path[tested.protocol.ply - (ask == AB_ASK_ENTER)];
    child = game.nodes[parent].first + ab_engine_child(&tested.engine);
    if (ask == AB_ASK_CHILD_VALUE) {
      CHECK(tested.protocol.path[tested.protocol.ply].left >= AB_VALUES_DEPTH);
      best = is_due ? fmax(best, value_to_mover(&tested, parent, child))
                    : value_to_mover(&tested, parent, child);
      is_due = 1;
      values++;
    } else if (is_due) {
      CHECK(ask == AB_ASK_ENTER);
      CHECK(value_to_mover(&tested, parent, child) == best);
      is_due = 0;
    }
  } while (ask != AB_ASK_NOTHING);
  return values;
}

static void evaluations_order_the_successors_for_the_player_who_moves(void)
{
  ab_task task = host_task(5);
  int seed, extra;
  task.asks_child_values = task.asks_turn = 1;
  for (extra = 0; extra < 2; extra++)
    for (seed = 1; seed <= 200; seed++) {
      rng r = {(uint64_t)seed};
      uint32_t at;
      test_about("seed %d", seed);
      tree_uniform(&game, 3, 5, 0);
      for (at = 0; at < game.count; at++) {
        game.nodes[at].value = rng_below(&r, 9) - 4;
        if (extra) game.nodes[at].roots_turn = rng_below(&r, 2);
      }
      task.view = seed % 2 ? AB_VIEW_MAX : AB_VIEW_MOVER;
      task.algorithm = AB_ALPHABETA;
      /* the root, its successors and those of these: at most 13 nodes */
      CHECK(follow_ordered_search(&task) <= 3 * (1 + 3 + 9));
      CHECK(follow_ordered_search(&task) >= 3 * (1 + 1 + 1));
    }
}

static void evaluations_that_order_the_worst_tree_save_nodes(void)
{
  ab_task task = host_task(6);
  uint64_t nodes;
  tree_uniform(&game, 4, 6, 0);
  host_search(&tested, &game, &task);
  nodes = ab_engine_counters(&tested.engine)->nodes;
  task.asks_child_values = 1;
  host_search(&tested, &game, &task);
  CHECK(ab_engine_counters(&tested.engine)->nodes * 4 < nodes);
}

static void perft_counts_the_nodes_at_the_depth(void)
{
  int cases = test_cases(300), seed;
  ab_task task = host_task(6);
  task.algorithm = AB_PERFT;
  tree_uniform(&game, 4, 7, 1);
  host_search(&tested, &game, &task);
  CHECK(ab_engine_counters(&tested.engine)->leaves == power(4, 6));
  for (seed = 1; seed <= cases; seed++) {
    random_case(&game, seed);
    test_about("seed %d", seed);
    tested.lazy = (uint32_t)seed % 4;
    for (task.depth = 0; task.depth <= 8; task.depth++) {
      host_search(&tested, &game, &task);
      oracle_search(&expected, &game, &task);
      check_visits(&tested, &expected);
    }
  }
  tested.lazy = 0;
}

static void it_asks_nothing_for_ever_after_the_end(void)
{
  ab_task task = random_case(&game, 7);
  ab_counters before;
  int i;
  host_search(&tested, &game, &task);
  before = *ab_engine_counters(&tested.engine);
  for (i = 0; i < 1000; i++) CHECK(host_step(&tested) == AB_ASK_NOTHING);
  CHECK(memcmp(&before, ab_engine_counters(&tested.engine), sizeof before) == 0);
}

static void it_starts_over_in_the_middle_of_a_search(void)
{
  int cases = test_cases(60), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task abandoned = random_case(&second_game, seed);
    ab_task task = random_case(&game, seed + 1);
    int steps, i;
    host_search(&other, &game, &task);
    for (steps = 0; steps < 200; steps++) {
      test_about("seed %d, after %d steps", seed, steps);
      host_start(&tested, &second_game, &abandoned);
      for (i = 0; i < steps; i++) host_step(&tested);
      host_search(&tested, &game, &task);
      CHECK(same_search(&tested, &other));
    }
  }
}

static void searches_do_not_disturb_one_another(void)
{
  int cases = test_cases(2000), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = random_case(&game, seed);
    ab_task second_task = random_case(&second_game, seed + 1);
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    host_start(&tested, &game, &task);
    host_start(&other, &second_game, &second_task);
    for (;;) {
      ab_ask ask = host_step(&tested), others = AB_ASK_MEMORY;
      int steps;
      for (steps = rng_below(&r, 4); steps > 0; steps--) others = host_step(&other);
      if (ask == AB_ASK_NOTHING && others == AB_ASK_NOTHING) break;
    }
    oracle_search(&expected, &game, &task);
    check_visits(&tested, &expected);
    oracle_search(&expected, &second_game, &second_task);
    check_visits(&other, &expected);
  }
}

/* Checks that `h`, whose limit was reached, has what a search to its last completed iteration finds. */
static void check_completed_iteration(const host *h)
{
  ab_task task = h->task;
  task.depth = ab_engine_result(&h->engine)->depth;
  oracle_search(&expected, h->game, &task);
  CHECK(ab_engine_result(&h->engine)->value == expected.score.value);
  if (ab_engine_bound(&h->engine) == 0) CHECK(same_line(h, &expected));
}

static void a_node_limit_is_kept_to_the_node(void)
{
  int cases = test_cases(60), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = random_case(&game, seed);
    uint64_t first = 0, all;
    task.deepening = 1;
    host_search(&other, &game, &task);
    all = ab_engine_counters(&other.engine)->nodes;
    for (task.nodes = 1; task.nodes <= all + 1; task.nodes += 1 + all / 300) {
      const ab_counters *counters = ab_engine_counters(&tested.engine);
      test_about("seed %d, %d of %d nodes", seed, (int)task.nodes, (int)all);
      host_search(&tested, &game, &task);
      if (first == 0) first = counters->nodes;
      if (all > first && all > task.nodes) {
        CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_NODES);
        CHECK(counters->nodes == (task.nodes > first ? task.nodes : first));
        check_completed_iteration(&tested);
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
  plain.deepening = plain.partial_iteration = 0;
  plain.alpha = -HUGE_VAL;
  plain.beta = HUGE_VAL;
  plain.nodes = UINT64_MAX;
  plain.multipv = UINT32_MAX;
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
  int sign = h->task.minimizing ? -1 : +1;
  double before, now;
  if (!CHECK(h->line.count > 0 && last->line.count > 0)) return;
  before = worth(h->game, &h->task, result->partial_depth, last->line.nodes[0]);
  now = worth(h->game, &h->task, result->partial_depth, h->line.nodes[0]);
  CHECK(now > before);
  CHECK(sign * result->value > before && sign * result->value <= now);
  CHECK(ab_engine_bound(&h->engine) == sign);
  CHECK(!result->decided || result->win_in < 0 || now >= h->task.win - result->win_in);
}

static void an_unfinished_iteration_answers_by_a_better_move_or_not_at_all(void)
{
  int cases = test_cases(100), seed, found = 0;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = random_case(&game, seed);
    uint64_t all;
    task.deepening = 1;
    task.reductions = task.null_move = 0;
    host_search(&other, &game, &task);
    all = ab_engine_counters(&other.engine)->nodes;
    for (task.nodes = 1; task.nodes <= all; task.nodes += 1 + all / 100) {
      test_about("seed %d, %d of %d nodes", seed, (int)task.nodes, (int)all);
      task.partial_iteration = 0;
      host_search(&other, &game, &task);
      task.partial_iteration = 1;
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
  CHECK(found > 0);
}

static void a_time_limit_is_kept_whatever_a_node_costs(void)
{
  static const double costs[] = {2e-8, 1e-6, 1e-4, 1e-2};
  ab_task task = host_task(9);
  size_t i;
  task.algorithm = AB_MINIMAX;
  task.deepening = 1;
  tree_uniform(&game, 4, 9, 1);
  for (i = 0; i < sizeof costs / sizeof *costs; i++) {
    double spent;
    test_about("%g s a node", costs[i]);
    tested.node_seconds = costs[i];
    task.time = costs[i] * 50000;
    fake_clock_reset();
    host_search(&tested, &game, &task);
    spent = fake_time.now - 1000;
    CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_TIME);
    CHECK(spent >= task.time);
    CHECK(spent <= task.time + fmax(2 * AB_LIMITS_PERIOD, 2 * costs[i]));
    CHECK(fake_time.looks <= 60 + fmin(50000, 3 * task.time / AB_LIMITS_PERIOD));
    check_completed_iteration(&tested);
  }
  tested.node_seconds = 0;
}

static void the_first_iteration_is_finished_when_there_is_no_time(void)
{
  ab_task task = host_task(5);
  task.deepening = 1;
  task.time = 0;
  tree_uniform(&game, 4, 5, 0);
  host_search(&tested, &game, &task);
  CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_TIME);
  CHECK(ab_engine_result(&tested.engine)->depth == 1);
  CHECK(ab_engine_counters(&tested.engine)->nodes == 5);
  CHECK(tested.line.count == 1 && tested.line.nodes[0] == 4);
}

static void no_clock_is_looked_at_without_a_time_limit(void)
{
  ab_task task = host_task(5);
  task.deepening = 1;
  task.nodes = 500;
  task.clock = NULL;
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
  task.win = 20000;
  task.asks_scores = task.asks_turn = 1;
  dig_corridor(AB_DEPTH_MAX);
  host_search(&tested, &game, &task);
  CHECK(result->depth == AB_DEPTH_MAX && result->reason == AB_REASON_SOLVED);
  CHECK(result->value == 20000 - AB_DEPTH_MAX);
  CHECK(result->decided && result->win_in == AB_DEPTH_MAX);
  CHECK(tested.line.count == AB_DEPTH_MAX);
  CHECK(ab_engine_counters(&tested.engine)->nodes == AB_DEPTH_MAX + 1);
}

static void deepening_goes_on_until_the_game_is_seen_whole(void)
{
  ab_task task = host_task(AB_DEPTH_MAX);
  task.deepening = 1;
  dig_corridor(300);
  host_search(&tested, &game, &task);
  CHECK(ab_engine_result(&tested.engine)->reason == AB_REASON_SOLVED);
  CHECK(ab_engine_result(&tested.engine)->depth == 300);
  CHECK(tested.line.count == 300);
}

static void a_node_may_have_thousands_of_successors(void)
{
  static const uint32_t width = 3000;
  ab_task task = host_task(1);
  uint32_t i;
  tree_plant(&game);
  tree_branch(&game, 0, width);
  for (i = 0; i < width; i++) {
    game.nodes[1 + i].score = i % 1000;
    game.nodes[1 + i].value = i;
  }
  task.asks_scores = 1;
  host_search(&tested, &game, &task);
  CHECK(tested.evaluated.nodes[0] == 1 + 999);
  CHECK(tested.evaluated.nodes[1] == 1 + 1999);
  CHECK(tested.evaluated.nodes[width - 1] == 1 + 2000);
  CHECK(tested.line.nodes[0] == width);
}

static void the_shortest_win_and_the_longest_loss_are_preferred(void)
{
  static const struct {
    const char *tree;
    double value;
    int32_t win_in;
  } rows[] = {
      {"{{{{100}}}, {100}, 3}", 98, 2},
      {"{{{{-100}}}, {-100}, -100}", -96, -4},
      {"{{{3}}, {-100, {-100}}}", 3, 0},
      {"{200, {{150}}}", 99, 1},
      {"100", 100, 0},
  };
  ab_task task = host_task(9);
  size_t i;
  task.win = 100;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_about("tree %s", rows[i].tree);
    tree_read(&game, rows[i].tree);
    host_search(&tested, &game, &task);
    CHECK(ab_engine_result(&tested.engine)->value == rows[i].value);
    CHECK(ab_engine_result(&tested.engine)->decided == (fabs(rows[i].value) > 90));
    if (ab_engine_result(&tested.engine)->decided)
      CHECK(ab_engine_result(&tested.engine)->win_in == rows[i].win_in);
  }
}

static void zero_never_comes_back_as_minus_zero(void)
{
  static const char *const trees[] = {"-0", "0", "{0, -0}", "{-0, 0}", "{{-0, 0}, {0}}", "{{0}, {{-0}}}"};
  size_t i;
  int options;
  for (i = 0; i < sizeof trees / sizeof *trees; i++)
    for (options = 0; options < 8; options++) {
      ab_task task = host_task(4);
      test_about("tree %s, options %d", trees[i], options);
      task.view = options & 1 ? AB_VIEW_MOVER : AB_VIEW_MAX;
      task.minimizing = options == 2 || options == 6;
      if (options >= 4) task.alpha = -0.0;
      tree_read(&game, trees[i]);
      host_search(&tested, &game, &task);
      CHECK(ab_engine_result(&tested.engine)->value == 0 &&
            !signbit(ab_engine_result(&tested.engine)->value));
    }
}

int main(void)
{
  host_init(&tested);
  host_init(&other);
  host_init(&valued);
  RUN(textbook_trees_are_searched_as_the_textbooks_do);
  RUN(random_trees_are_searched_as_by_the_recursions);
  RUN(a_perfect_order_leaves_the_least_that_can_be);
  RUN(scores_make_a_perfect_order_of_the_worst);
  RUN(nobody_is_asked_for_the_scores_of_leaves);
  RUN(evaluations_order_the_successors_for_the_player_who_moves);
  RUN(evaluations_that_order_the_worst_tree_save_nodes);
  RUN(perft_counts_the_nodes_at_the_depth);
  RUN(it_asks_nothing_for_ever_after_the_end);
  RUN(it_starts_over_in_the_middle_of_a_search);
  RUN(searches_do_not_disturb_one_another);
  RUN(a_node_limit_is_kept_to_the_node);
  RUN(an_unfinished_iteration_answers_by_a_better_move_or_not_at_all);
  RUN(a_time_limit_is_kept_whatever_a_node_costs);
  RUN(the_first_iteration_is_finished_when_there_is_no_time);
  RUN(no_clock_is_looked_at_without_a_time_limit);
  RUN(the_deepest_search_there_is_ends);
  RUN(deepening_goes_on_until_the_game_is_seen_whole);
  RUN(a_node_may_have_thousands_of_successors);
  RUN(the_shortest_win_and_the_longest_loss_are_preferred);
  RUN(zero_never_comes_back_as_minus_zero);
  host_free(&tested);
  host_free(&other);
  host_free(&valued);
  oracle_free(&expected);
  oracle_free(&truth);
  tree_free(&game);
  tree_free(&second_game);
  return test_end();
}
