/*
 * maxn_test.c: games of many players, each of whom maximizes the own payoff, and what shallow pruning leaves out.
 * Random games in spec/search/numbers/oracles_spec.lua show that it changes no value.
 */

#include "cases.h"

static host tested;
static tree game;

/* A task for `game`. */
static ab_task maxn_task(int32_t depth)
{
  ab_task task = host_task(depth);
  task.algorithm = AB_MAXN;
  task.host.asks_turn = 1;
  return task;
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

/* The nodes that a search of `game`, whose payoffs are `least` or more and add up to `sum`, evaluates, as "2 4 5". */
static const char *evaluated_from(double sum, double least)
{
  static char text[200];
  ab_task task = maxn_task(9);
  size_t i, length = 0;
  task.values.sum = sum;
  task.values.min = least;
  *text = '\0';
  host_search(&tested, &game, &task);
  for (i = 0; i < tested.evaluated.count && length < sizeof text - 30; i++)
    length += (size_t)sprintf(text + length, i == 0 ? "%u" : " %u", (unsigned)tested.evaluated.nodes[i]);
  return text;
}

static const char *evaluated(double sum)
{
  return evaluated_from(sum, 0);
}

/*
 * Korf's two cases [1991], with payoffs that add up to 9. Immediate pruning: who has all 9 needs no other move (once it
 * is known how many players there are, so not at the root of a first iteration). Shallow pruning: the first player has
 * 3 at node 1, so that the second one, who has found 7 at node 2, leaves the first one no more than 9 - 7, and the
 * rest of node 2 does not matter; 5 would leave 4.
 */
static void shallow_pruning_is_as_in_korf(void)
{
  static const written at_root[] = {{0, 2, {0, 0, 0}}, {1, 0, {9, 0, 0}}, {1, 0, {1, 4, 4}}};
  written immediate[] = {
      {0, 2, {0, 0, 0}}, {1, 0, {3, 3, 3}}, {0, 2, {0, 0, 0}}, {1, 0, {9, 0, 0}}, {1, 0, {1, 4, 4}}};
  written shallow[] = {{0, 2, {0, 0, 0}}, {1, 2, {0, 0, 0}}, {1, 3, {0, 0, 0}}, {2, 0, {3, 3, 3}},
                       {2, 0, {4, 2, 3}}, {2, 0, {1, 7, 1}}, {2, 0, {0, 8, 1}}, {2, 0, {5, 4, 0}}};
  write_out(immediate);
  CHECK(strcmp(evaluated(9), "1 3") == 0);
  CHECK(strcmp(evaluated(10), "1 3 4") == 0);
  immediate[3].payoffs[0] = 6; /* the others have 1 each, so that it might be 7 */
  immediate[3].payoffs[1] = 1;
  immediate[3].payoffs[2] = 2;
  write_out(immediate);
  CHECK(strcmp(evaluated_from(9, 1), "1 3 4") == 0);
  immediate[3].payoffs[0] = 7;
  immediate[3].payoffs[2] = 1;
  write_out(immediate);
  CHECK(strcmp(evaluated_from(9, 1), "1 3") == 0);
  write_out(at_root);
  CHECK(strcmp(evaluated(9), "1 2") == 0);
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
  task.values.max = 4;
  host_search(&tested, &game, &task);
  CHECK(tested.evaluated.count == 2 && tested.line.nodes[0] == 2);
}

int main(void)
{
  host_init(&tested);
  RUN(shallow_pruning_is_as_in_korf);
  RUN(there_is_no_deep_pruning);
  RUN(a_player_who_moves_again_keeps_his_bound);
  RUN(a_value_that_none_exceeds_ends_a_node);
  host_free(&tested);
  tree_free(&game);
  return test_end();
}
