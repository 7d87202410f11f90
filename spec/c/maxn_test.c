/* maxn_test.c: games of many players, each of whom maximizes the own payoff, and what shallow pruning leaves out. */

#include "cases.h"

static host tested, other;
static oracle orders; /* knows in which order successors are tried */
static tree game;

/* What a node is worth to each player. */
typedef struct worths {
  double payoff[AB_MAXN_PLAYERS];
} worths;

/* Max^n for all players of `game`, with chance nodes: the plain recursion [Luckhardt and Irani 1986]. */
static worths plain_maxn(uint32_t at, int32_t left);

/* The mean of what outcomes are worth, each player's apart. */
static worths plain_mean(uint32_t at, int32_t left)
{
  const tree_node *node = game.nodes + at;
  oracle_mean means[AB_MAXN_PLAYERS];
  worths result;
  uint32_t i, player;
  for (player = 0; player < game.players; player++) means[player] = oracle_mean_of_none();
  for (i = 0; i < node->count; i++) {
    double probability = game.nodes[node->first + i].probability;
    if (probability > 0) {
      worths outcome = plain_maxn(node->first + i, left);
      for (player = 0; player < game.players; player++)
        oracle_take(&means[player], probability, outcome.payoff[player], -1);
    }
  }
  for (player = 0; player < game.players; player++)
    result.payoff[player] = oracle_expectation(&means[player]).value;
  return result;
}

static worths plain_maxn(uint32_t at, int32_t left)
{
  uint32_t order[ORACLE_WIDTH], count = game.nodes[at].count, i;
  worths best;
  memset(&best, 0, sizeof best);
  if (left == 0 || count == 0) {
    memcpy(best.payoff, tree_payoffs(&game, at), game.players * sizeof *best.payoff);
    return best;
  }
  if (game.nodes[at].is_chance) return plain_mean(at, left);
  oracle_order(&orders, at, count, left, order);
  for (i = 0; i < count; i++) {
    worths next = plain_maxn(order[i], left - 1);
    if (i == 0 || next.payoff[game.movers[at]] > best.payoff[game.movers[at]]) best = next;
  }
  return best;
}

/* A task for `game`. */
static ab_task maxn_task(int32_t depth)
{
  ab_task task = host_task(depth);
  task.algorithm = AB_MAXN;
  task.asks_turn = 1;
  return task;
}

/* What the payoffs of a game add up to. */
typedef enum sums {
  ANY_SUM,   /* anything */
  WHOLE_SUM, /* the same whole number everywhere, all payoffs being whole */
  BROKEN_SUM /* the same number but for what is rounded, few payoffs being whole */
} sums;

/* Deals node `at` its payoffs: few different ones, so that many are equal. */
static void deal(rng *r, uint32_t at, sums kind)
{
  static const double any[] = {-3, -1, -0.0, 0, 0.5, 1, 3, 1e9};
  double *own = tree_payoffs(&game, at);
  uint32_t i, coins;
  if (kind == ANY_SUM) {
    for (i = 0; i < game.players; i++) own[i] = any[rng_below(r, 8)];
    return;
  }
  for (coins = 10; coins > 0; coins--) own[rng_below(r, (int)game.players)] += 1;
  for (i = 0; i < game.players && kind == BROKEN_SUM; i++) own[i] = own[i] / 7;
}

/* Makes `game` one of `players` at random. */
static void grow(rng *r, uint32_t players, sums kind, int chance_percent)
{
  shape s = tree_random_shape(r);
  uint32_t at;
  s.chance_percent = chance_percent;
  if (s.depth > 6) s.depth = 6;
  tree_plant(&game);
  tree_grow_node(&game, 0, r, &s, s.depth);
  tree_seat(&game, players);
  for (at = 0; at < game.count; at++) {
    deal(r, at, kind);
    if (at > 0) game.movers[at] = (uint32_t)rng_below(r, (int)players);
  }
}

/* How many players a random game has: 1 to 6, or seldom up to as many as there may be. */
static uint32_t random_players(rng *r)
{
  return 1 + (uint32_t)rng_below(r, rng_happens(r, 90) ? 6 : AB_MAXN_PLAYERS);
}

/* Sets in `task` how much the payoffs of `game` add up to, at most, and what the least of them is. */
static void set_sum(ab_task *task)
{
  uint32_t at, i;
  task->value_sum = -HUGE_VAL;
  task->value_min = HUGE_VAL;
  for (at = 0; at < game.count; at++) {
    double sum = 0;
    for (i = 0; i < game.players; i++) {
      sum += tree_payoffs(&game, at)[i];
      task->value_min = fmin(task->value_min, tree_payoffs(&game, at)[i]);
    }
    task->value_sum = fmax(task->value_sum, sum);
  }
}

/* Checks that `h` has found what the plain recursion finds at its depth. */
static void check_payoffs(const host *h)
{
  uint32_t players, i;
  const double *found = ab_engine_result_payoffs(&h->engine, &players);
  worths expected;
  orders.game = &game;
  orders.root = h->root;
  orders.task = h->task;
  orders.promoted = NO_NODE;
  expected = plain_maxn(h->root, ab_engine_result(&h->engine)->depth);
  CHECK(players == game.players);
  for (i = 0; i < players; i++) CHECK(found[i] == expected.payoff[i]);
  CHECK(ab_engine_result(&h->engine)->value == expected.payoff[0]);
  CHECK(!ab_engine_result(&h->engine)->decided && ab_engine_bound(&h->engine) == 0);
}

static void everyone_gets_what_the_plain_recursion_gives_him(void)
{
  int cases = test_cases(12000), chance_percent, seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    chance_percent = rng_below(&r, 3) * 20;
    grow(&r, random_players(&r), ANY_SUM, chance_percent);
    task = maxn_task(rng_below(&r, 7));
    task.has_chance_nodes = chance_percent > 0;
    task.asks_enter = rng_happens(&r, 50);
    task.asks_leave = rng_happens(&r, 50);
    task.asks_scores = rng_happens(&r, 50);
    task.deepening = rng_happens(&r, 30);
    tested.lazy = (uint32_t)rng_below(&r, 3);
    host_search(&tested, &game, &task);
    check_payoffs(&tested);
    CHECK(tested.line.count == 0 || line_is_legal(&tested));
  }
  tested.lazy = 0;
}

/* Games to prune. */
#define PRUNED_CASES 8000

/*
 * Searches games whose payoffs add up to the same, and checks that pruning changes nothing, and that the part of the
 * nodes that is left is less than `most`, which only many games show.
 */
static void prune(sums kind, int chance_percent, double most)
{
  int cases = test_cases(PRUNED_CASES), seed;
  double pruned = 0, all = 0;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    grow(&r, 2 + (uint32_t)rng_below(&r, 4), kind, chance_percent);
    task = maxn_task(rng_below(&r, 7));
    task.has_chance_nodes = chance_percent > 0;
    task.asks_scores = rng_happens(&r, 50);
    task.deepening = rng_happens(&r, 30);
    host_search(&other, &game, &task);
    set_sum(&task);
    if (rng_happens(&r, 20)) task.value_sum += 1;
    host_search(&tested, &game, &task);
    check_payoffs(&tested);
    CHECK(sequence_equals(&tested.line, &other.line));
    CHECK(ab_engine_counters(&tested.engine)->nodes <= ab_engine_counters(&other.engine)->nodes);
    pruned += (double)ab_engine_counters(&tested.engine)->nodes;
    all += (double)ab_engine_counters(&other.engine)->nodes;
  }
  CHECK(pruned / all < most || cases < PRUNED_CASES);
}

static void shallow_pruning_saves_nodes_and_changes_nothing(void)
{
  prune(WHOLE_SUM, 0, 0.9);
  prune(BROKEN_SUM, 0, 0.95);
}

static void shallow_pruning_changes_nothing_at_chance_nodes(void)
{
  prune(WHOLE_SUM, 20, 0.95);
  prune(BROKEN_SUM, 20, 0.99);
}

/* A node of a game that is written out: who moves, how many successors, and what it is worth to three players. */
typedef struct written {
  uint32_t mover, successors;
  double payoffs[3];
} written;

/* Makes `game` the one of three players whose nodes are written out, level by level; returns how many nodes it has. */
static uint32_t write_out(const written *nodes)
{
  uint32_t at, i;
  tree_plant(&game);
  for (at = 0; at < game.count; at++)
    if (nodes[at].successors > 0) tree_branch(&game, at, nodes[at].successors);
  tree_seat(&game, 3);
  for (at = 0; at < game.count; at++) {
    game.movers[at] = nodes[at].mover;
    for (i = 0; i < 3; i++) tree_payoffs(&game, at)[i] = nodes[at].payoffs[i];
  }
  return game.count;
}

/* The nodes that a search of `game`, whose payoffs add up to `sum`, evaluates, as "2 4 5". */
static const char *evaluated(double sum)
{
  static char text[200];
  ab_task task = maxn_task(9);
  size_t i, length = 0;
  task.value_sum = sum;
  task.value_min = 0;
  *text = '\0';
  host_search(&tested, &game, &task);
  check_payoffs(&tested);
  for (i = 0; i < tested.evaluated.count && length < sizeof text - 30; i++)
    length += (size_t)sprintf(text + length, i == 0 ? "%u" : " %u", (unsigned)tested.evaluated.nodes[i]);
  return text;
}

/*
 * Korf's two cases [1991], with payoffs that add up to 9. Immediate pruning: who has all 9 needs no other move (once it
 * is known how many players there are, so not at the root of a first iteration). Shallow pruning: the first player has
 * 3 at node 1, so that the second one, who has found 7 at node 2, leaves the first one no more than 9 - 7, and the
 * rest of node 2 does not matter; 5 would leave 4.
 */
static void shallow_pruning_is_as_in_korf(void)
{
  static const written immediate[] = {
      {0, 2, {0, 0, 0}}, {1, 0, {3, 3, 3}}, {0, 2, {0, 0, 0}}, {1, 0, {9, 0, 0}}, {1, 0, {1, 4, 4}}};
  written shallow[] = {{0, 2, {0, 0, 0}}, {1, 2, {0, 0, 0}}, {1, 3, {0, 0, 0}}, {2, 0, {3, 3, 3}},
                       {2, 0, {4, 2, 3}}, {2, 0, {1, 7, 1}}, {2, 0, {0, 8, 1}}, {2, 0, {5, 4, 0}}};
  write_out(immediate);
  CHECK(strcmp(evaluated(9), "1 3") == 0);
  CHECK(strcmp(evaluated(10), "1 3 4") == 0);
  write_out(shallow);
  CHECK(strcmp(evaluated(9), "3 4 5") == 0);
  CHECK(strcmp(evaluated(HUGE_VAL), "3 4 5 6 7") == 0);
  shallow[5].payoffs[0] = 3;
  shallow[5].payoffs[1] = 5;
  write_out(shallow);
  CHECK(strcmp(evaluated(9), "3 4 5 6") == 0);
  shallow[5].payoffs[0] = 3;
  shallow[5].payoffs[1] = 6; /* leaves 3 for the other player, no more than there is already */
  shallow[5].payoffs[2] = 0;
  write_out(shallow);
  CHECK(strcmp(evaluated(9), "3 4 5") == 0);
}

/*
 * Nothing is pruned by what a player has further up than at the parent [Korf 1991]: the first player has 5, and the
 * third one's 5 leaves the first one no more than 4, but which move the second one chooses, and so what the first
 * one gets, depends on what else the third one has.
 */
static void there_is_no_deep_pruning(void)
{
  static const written deep[] = {{0, 2, {0, 0, 0}}, {1, 0, {5, 2, 2}}, {1, 2, {0, 0, 0}}, {2, 2, {0, 0, 0}},
                                 {2, 0, {6, 3, 0}}, {0, 0, {2, 2, 5}}, {0, 0, {3, 0, 6}}};
  uint32_t players;
  write_out(deep);
  CHECK(strcmp(evaluated(9), "1 5 6 4") == 0);
  CHECK(ab_engine_result_payoffs(&tested.engine, &players)[0] == 6);
}

/*
 * A player who moves twice in a row is bounded as before: the first one has 3, so that the second one's 7 at the
 * second move is as good as 7 at the first, whatever the 1 there before. Without anything before it
 * is not known to be.
 */
static void a_player_who_moves_again_keeps_his_bound(void)
{
  static const written twice[] = {{0, 2, {0, 0, 0}}, {1, 0, {3, 3, 3}}, {1, 2, {0, 0, 0}}, {1, 0, {4, 1, 4}},
                                  {1, 2, {0, 0, 0}}, {2, 0, {2, 7, 0}}, {2, 0, {0, 8, 1}}};
  static const written once[] = {{0, 2, {0, 0, 0}}, {1, 0, {3, 3, 3}}, {1, 1, {0, 0, 0}},
                                 {1, 2, {0, 0, 0}}, {2, 0, {2, 7, 0}}, {2, 0, {0, 8, 1}}};
  write_out(twice);
  CHECK(strcmp(evaluated(9), "1 3 5") == 0);
  write_out(once);
  CHECK(strcmp(evaluated(9), "1 4 5") == 0);
}

static void a_value_that_none_exceeds_ends_a_node(void)
{
  static const written nodes[] = {{0, 3, {0, 0, 0}}, {1, 0, {3, 3, 3}}, {1, 0, {4, 9, 9}}, {1, 0, {1, 4, 4}}};
  ab_task task = maxn_task(9);
  write_out(nodes);
  task.value_max = 4;
  host_search(&tested, &game, &task);
  CHECK(tested.evaluated.count == 2 && tested.line.nodes[0] == 2);
}

/* Payoffs that are whole without chance nodes are not so once they are means. */
static void means_of_whole_numbers_prune_with_care(void)
{
  int cases = test_cases(20000), seed;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task = maxn_task(9);
    double probabilities[3];
    uint32_t at, i;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    task.has_chance_nodes = 1;
    tree_probabilities(&r, probabilities, 3, 0);
    /* the root's player has something; then the second one has dice to throw, and a better move */
    tree_plant(&game);
    tree_branch(&game, 0, 2);
    tree_branch(&game, 2, 2);
    tree_throw(&game, (tree_branch(&game, 3, 3), 3), probabilities);
    tree_seat(&game, 2);
    for (at = 1; at < game.count; at++) {
      double *own = tree_payoffs(&game, at);
      game.movers[at] = 1;
      own[0] = rng_below(&r, 11);
      own[1] = 10 - own[0];
    }
    for (i = 0; i < 2; i++) tree_payoffs(&game, 1)[i] = 5;
    set_sum(&task);
    host_search(&tested, &game, &task);
    check_payoffs(&tested);
  }
}

static void a_search_may_be_left_at_any_moment(void)
{
  int cases = test_cases(300), seed, steps;
  for (seed = 1; seed <= cases; seed++) {
    ab_task task;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    grow(&r, random_players(&r), WHOLE_SUM, 20);
    task = maxn_task(6);
    task.has_chance_nodes = task.deepening = 1;
    set_sum(&task);
    for (steps = 0; steps < 40; steps++) {
      int step;
      ab_task limited = task;
      limited.nodes = 1 + (uint64_t)rng_below(&r, 200);
      host_start(&tested, &game, &task);
      for (step = 0; step < steps; step++) host_step(&tested);
      if (steps % 2) ab_engine_stop(&tested.engine);
      host_search(&tested, &game, &limited);
      check_payoffs(&tested);
    }
  }
}

int main(void)
{
  host_init(&tested);
  host_init(&other);
  RUN(everyone_gets_what_the_plain_recursion_gives_him);
  RUN(shallow_pruning_saves_nodes_and_changes_nothing);
  RUN(shallow_pruning_changes_nothing_at_chance_nodes);
  RUN(shallow_pruning_is_as_in_korf);
  RUN(there_is_no_deep_pruning);
  RUN(a_player_who_moves_again_keeps_his_bound);
  RUN(a_value_that_none_exceeds_ends_a_node);
  RUN(means_of_whole_numbers_prune_with_care);
  RUN(a_search_may_be_left_at_any_moment);
  host_free(&tested);
  host_free(&other);
  oracle_free(&orders);
  tree_free(&game);
  return test_end();
}
