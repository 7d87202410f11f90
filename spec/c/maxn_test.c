/*
 * maxn_test.c: games of many players, each of whom maximizes the own payoff, and what shallow pruning leaves out.
 * Random games in spec/search/numbers/oracles_spec.lua show that it changes no value.
 */

#include "cases.h"

static host tested;
static tree game;

/* A node of a game that is written out: who moves, how many successors, and what it is worth to three players. */
typedef struct written {
  uint32_t mover, successors;
  double payoffs[3];
} written;

/* A search of such a game, level by level: what payoffs add up to, their least and their greatest; what is evaluated. */
typedef struct row {
  const char *name;
  double sum, least, most;
  const char *evaluated;
  written nodes[8];
} row;

/* Makes `game` the one whose nodes are written out. */
static void write_out(const written *nodes)
{
  uint32_t at;
  tree_plant(&game);
  for (at = 0; at < game.count; at++)
    if (nodes[at].successors > 0) tree_branch(&game, at, nodes[at].successors);
  tree_seat(&game, 3);
  for (at = 0; at < game.count; at++) {
    game.movers[at] = nodes[at].mover;
    memcpy(tree_payoffs(&game, at), nodes[at].payoffs, sizeof nodes[at].payoffs);
  }
}

/* The nodes that a search of `game` evaluates, as "2 4 5". */
static const char *evaluated(const row *what)
{
  static char text[200];
  ab_task task = host_task(9);
  size_t i, length = 0;
  task.algorithm = AB_MAXN;
  task.host.asks_turn = 1;
  task.values.sum = what->sum;
  task.values.min = what->least;
  task.values.max = what->most;
  *text = '\0';
  host_search(&tested, &game, &task);
  for (i = 0; i < tested.evaluated.count && length < sizeof text - 30; i++)
    length += (size_t)sprintf(text + length, i == 0 ? "%u" : " %u", (unsigned)tested.evaluated.nodes[i]);
  return text;
}

/* clang-format off */
#define AT_ROOT {{0, 2, {0}}, {1, 0, {9, 0, 0}}, {1, 0, {1, 4, 4}}}
#define IMMEDIATE(a, b, c) \
  {{0, 2, {0}}, {1, 0, {3, 3, 3}}, {0, 2, {0}}, {1, 0, {a, b, c}}, {1, 0, {1, 4, 4}}}
#define SHALLOW(a, b, c) \
  {{0, 2, {0}}, {1, 2, {0}}, {1, 3, {0}}, {2, 0, {3, 3, 3}}, {2, 0, {4, 2, 3}}, {2, 0, {a, b, c}}, {2, 0, {0, 8, 1}}, \
   {2, 0, {5, 4, 0}}}

static const row rows[] = {
    /*
     * Korf's two cases [1991], with payoffs that add up to 9. Immediate pruning: who has all 9 needs no other move; or 7,
     * if the others have 1 each. At the root of a first iteration it is not known yet how many players there are.
     */
    {"immediate", 9, 0, HUGE_VAL, "1 3", IMMEDIATE(9, 0, 0)},
    {"another sum", 10, 0, HUGE_VAL, "1 3 4", IMMEDIATE(9, 0, 0)},
    {"it might be 7", 9, 1, HUGE_VAL, "1 3 4", IMMEDIATE(6, 1, 2)},
    {"it is 7", 9, 1, HUGE_VAL, "1 3", IMMEDIATE(7, 1, 1)},
    {"at the root", 9, 0, HUGE_VAL, "1 2", AT_ROOT},
    /*
     * Shallow pruning: the first player has 3 at node 1. The second one, who has found 7 at node 2, leaves the first one no
     * more than 9 - 7, and the rest of node 2 does not matter. 6 would leave 3, no more than there is already; 5 leaves 4.
     */
    {"shallow", 9, 0, HUGE_VAL, "3 4 5", SHALLOW(1, 7, 1)},
    {"no sum", HUGE_VAL, 0, HUGE_VAL, "3 4 5 6 7", SHALLOW(1, 7, 1)},
    {"leaves as much", 9, 0, HUGE_VAL, "3 4 5", SHALLOW(3, 6, 0)},
    {"leaves more", 9, 0, HUGE_VAL, "3 4 5 6", SHALLOW(3, 5, 1)},
    /*
     * Nothing is pruned by what a player has further up than at the parent: the first player has 5, and the third one's 5
     * leaves the first one no more than 4. But which move the second one chooses, and so what the first one gets, depends
     * on what else the third one has.
     */
    {"deep", 9, 0, HUGE_VAL, "1 5 6 4",
     {{0, 2, {0}}, {1, 0, {5, 2, 2}}, {1, 2, {0}}, {2, 2, {0}}, {2, 0, {6, 3, 0}}, {0, 0, {2, 2, 5}}, {0, 0, {3, 0, 6}}}},
    /*
     * A player who moves twice in a row is bounded as before: the first one has 3, so that the second one's 7 at the second
     * move is as good as 7 at the first, whatever the 1 there before. Without anything before it is not known to be.
     */
    {"moves twice", 9, 0, HUGE_VAL, "1 3 5",
     {{0, 2, {0}}, {1, 0, {3, 3, 3}}, {1, 2, {0}}, {1, 0, {4, 1, 4}}, {1, 2, {0}}, {2, 0, {2, 7, 0}}, {2, 0, {0, 8, 1}}}},
    {"nothing before", 9, 0, HUGE_VAL, "1 4 5",
     {{0, 2, {0}}, {1, 0, {3, 3, 3}}, {1, 1, {0}}, {1, 2, {0}}, {2, 0, {2, 7, 0}}, {2, 0, {0, 8, 1}}}},
    /* A value that none exceeds ends a node. */
    {"the most", HUGE_VAL, -HUGE_VAL, 4, "1 2",
     {{0, 3, {0}}, {1, 0, {3, 3, 3}}, {1, 0, {4, 9, 9}}, {1, 0, {1, 4, 4}}}},
};
/* clang-format on */

static void what_is_pruned_is_what_korf_says(void)
{
  size_t i;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_about("%s", rows[i].name);
    write_out(rows[i].nodes);
    CHECK(strcmp(evaluated(&rows[i]), rows[i].evaluated) == 0);
    CHECK(ab_engine_result(&tested.engine)->value ==
          tree_payoffs(&game, tested.line.nodes[tested.line.count - 1])[0]);
  }
}

int main(void)
{
  host_init(&tested);
  RUN(what_is_pruned_is_what_korf_says);
  host_free(&tested);
  tree_free(&game);
  return test_end();
}
