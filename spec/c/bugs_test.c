/* bugs_test.c: what once was wrong, each with its cause. */

#include "cases.h"
#include "fake_clock.h"
#include "tables.h"

static host tested;
static tree game;

/* An empty table of `buckets` buckets. */
static ab_table *fresh_table(size_t buckets)
{
  static ab_table table;
  free_whole_table(&table);
  if (!make_whole_table(&table, buckets * AB_TABLE_LINE)) abort();
  return &table;
}

/* What the last search has found. */
static const ab_result *result(void)
{
  return ab_engine_result(&tested.engine);
}

/* Searches the game. Returns its value. */
static double value_of(const ab_task *task)
{
  host_search(&tested, &game, task);
  return result()->value;
}

/* A search that once found something else. Zero is what most searches have. */
typedef struct bug {
  const char *tree;
  int32_t depth;
  ab_algorithm algorithm;
  int quiescence, null_move, asks_scores, minimizing;
  double win, value; /* no game is won where `win` is 0 */
  int decided;
  int32_t win_in;
  size_t line;
} bug;

/*
 * In quiescence, a player may leave all as it is, for the stand-pat value; the other moves are noisy. Nodes that are
 * noisy have an exclamation mark behind them.
 */
static void searches_find_what_they_once_missed(void)
{
  /* clang-format off */
  static const bug bugs[] = {
      /*
       * The most that a node can get by a move was taken for what it is worth wherever alpha was as high. In quiescence
       * it is the stand-pat value that raises alpha, and that may be a game that is won already, a ply earlier.
       */
      {.tree = "{-100{0!}}", .depth = 1, .quiescence = 1, .win = 20, .value = -19, .decided = 1, .win_in = -1,
       .line = 1},
      /*
       * A leaf without noisy successors was not known to be exact. A null window had it opened again, and it was then
       * asked for the moves that it has not.
       */
      {.tree = "{3, 5}", .depth = 1, .algorithm = AB_PVS, .quiescence = 1, .asks_scores = 1, .value = 5, .line = 1},
      /*
       * A node that was searched again in the quiescence had its stand-pat value without the ply at which the game is
       * won, or with that of the first search.
       */
      {.tree = "100{1, 2}", .algorithm = AB_MTDF, .quiescence = 1, .win = 20, .value = 20, .decided = 1},
      /*
       * MTD(f) reported the first move of its first root search as the best one, even if the player need not move and a
       * mere bound made the move look better than that.
       */
      {.tree = "1{{16!}!}", .algorithm = AB_MTDF, .quiescence = 2, .minimizing = 1, .value = 1},
      /* A root at depth 0 without noisy successors was taken for one that has none at all: the game was over. */
      {.tree = "4{1, 2}", .quiescence = 1, .value = 4},
      /*
       * A null move that cut off was worth the very bound it was tried with, so that MTD(f), whose bound is its guess,
       * came one double nearer to the value with each pass.
       */
      {.tree = "{5{5{3{{9}}}}}", .depth = 4, .algorithm = AB_MTDF, .null_move = 1, .value = 3, .line = 1},
  };
  /* clang-format on */
  size_t i;
  for (i = 0; i < sizeof bugs / sizeof *bugs; i++) {
    const bug *row = &bugs[i];
    ab_task task = host_task(row->depth);
    test_about("tree %s", row->tree);
    task.algorithm = row->algorithm;
    task.techniques.quiescence = row->quiescence;
    task.techniques.null_move = row->null_move;
    task.host.asks_scores = row->asks_scores;
    task.root.minimizing = row->minimizing;
    if (row->win > 0) task.values.win = row->win;
    tree_read(&game, row->tree);
    host_start(&tested, &game, &task);
    CHECK(host_advance(&tested, 10000) && result()->value == row->value);
    CHECK(result()->decided == row->decided && (!row->decided || result()->win_in == row->win_in));
    CHECK(tested.line.count == row->line &&
          (row->depth > 0 || row->decided || result()->reason == AB_REASON_DEPTH));
  }
}

/*
 * Where the window lay above all values there are, the bound that came back was as high as the highest value and was
 * kept as exact.
 */
static void a_bound_as_high_as_the_highest_value_is_still_a_bound(void)
{
  ab_task task = host_task(3);
  uint32_t i;
  tree_read(&game, "{{{{1}}}}");
  for (i = 0; i < game.count; i++) game.nodes[i].roots_turn = 1;
  task.table = fresh_table(1024);
  task.host.asks_key = task.host.asks_turn = 1;
  task.values.max = 2;
  task.root.alpha = 4;
  host_start_from(&tested, &game, 1, &task);
  host_finish(&tested);
  task.root.alpha = -HUGE_VAL;
  task.depth = 4;
  CHECK(value_of(&task) == 1);
}

/*
 * A late move that led to a repetition and was better than all others was opened again with its full depth, and its
 * repetition forgotten.
 */
static void a_repetition_is_one_with_any_depth(void)
{
  ab_task task = host_task(4);
  ab_past past = {0, 0, 0};
  tree_read(&game, "{{{{1}}}, {{{1}}}, {{{1}}}, {{{3}}}}");
  past.position_hash = host_position_hash(&tested, game.nodes + 4);
  task.techniques.reductions = 1;
  task.host.asks_key = task.repetition.is_scored = 1;
  task.repetition.value = 2;
  task.repetition.past = &past;
  task.repetition.past_count = 1;
  CHECK(value_of(&task) == 2);
}

/*
 * The best move of a root whose successors were generated one by one was not noted, so that the next iteration, which
 * had them all, began with one that another search had left.
 */
static void the_best_of_a_root_from_an_iterator_begins_the_next_iteration(void)
{
  ab_task task = host_task(2);
  uint32_t at;
  tree_read(&game, "{{1}, {2}, {9}}");
  for (at = 1; at <= 3; at++) game.nodes[at].value = game.nodes[game.nodes[at].first].value;
  tested.lazy = 1;
  task.deepening.is_on = 1;
  host_search(&tested, &game, &task);
  CHECK(tested.evaluated.count > 3 && tested.evaluated.nodes[3] == game.nodes[3].first);
  tested.lazy = 0;
}

/* Makes `game` a corridor of two players' payoffs, `length` plies long. */
static void dig_corridor(uint32_t length)
{
  uint32_t at;
  tree_plant(&game);
  for (at = 0; at < length; at++) tree_branch(&game, at, 1);
  tree_seat(&game, 2);
  for (at = 0; at <= length; at++) game.movers[at] = at % 2;
  tree_payoffs(&game, length)[0] = 7;
}

/*
 * The stack of payoffs grew only when the stack of frames did. A search of two players that had gone deeper than the
 * last one of max^n left it shorter, and the next one wrote behind its end.
 */
static void payoffs_have_room_for_as_many_plies_as_frames(void)
{
  ab_task task = host_task(3), maxn = task;
  maxn.algorithm = AB_MAXN;
  maxn.host.asks_turn = 1;
  dig_corridor(3);
  host_search(&tested, &game, &maxn);
  dig_corridor(2000);
  task.depth = maxn.depth = 2000;
  host_search(&tested, &game, &task);
  host_search(&tested, &game, &maxn);
  CHECK(result()->value == 7);
}

/*
 * Payoffs were taken for integers until the first chance node was reached. By then the node above could have its bound:
 * 5, while the means of the dice are 5 for its player and a little more than 5 for the other one. So the move to 10 was
 * left out.
 */
static void payoffs_are_rounded_before_the_first_chance_node(void)
{
  static const double probabilities[] = {1.0 / 2, 1.0 / 3, 1.0 / 6}, first[] = {0, 5, 0, 0, 0, 1, 10, 7};
  ab_task task = host_task(9);
  uint32_t at;
  tree_plant(&game);
  tree_branch(&game, 0, 2);
  at = tree_branch(&game, 2, 2);
  tree_branch(&game, at, 3);
  tree_throw(&game, at, probabilities);
  tree_seat(&game, 2);
  for (at = 1; at < game.count; at++) {
    game.movers[at] = 1;
    tree_payoffs(&game, at)[0] = first[at];
    tree_payoffs(&game, at)[1] = 10 - first[at];
  }
  task.algorithm = AB_MAXN;
  task.host.asks_turn = task.host.has_chance_nodes = 1;
  task.values.sum = 10;
  task.values.min = 0;
  host_search(&tested, &game, &task);
  CHECK(result()->value == 5 && tested.line.nodes[0] == 1);
}

/*
 * A search is not ended by a limit before its least depth is completed. Where it had skipped the depths before one that
 * the table knew, and that turned out to be too costly, the limit held at once.
 */
static void a_least_depth_holds_after_a_skip_that_was_too_costly(void)
{
  ab_task task = host_task(6);
  tree_uniform(&game, 4, 6, 0);
  task.table = fresh_table(1);
  task.host.asks_key = 1;
  host_search(&tested, &game, &task);
  task.deepening.is_on = 1;
  task.budget.min_depth = 3;
  task.budget.nodes = 40;
  host_search(&tested, &game, &task);
  CHECK(tested.engine.known == 0); /* the depth that the table knew */
  CHECK(result()->depth == 3 && result()->reason == AB_REASON_NODES);
}

/*
 * Where the time was up when the outcomes of a chance node had been counted, that count was kept for the next node whose
 * successors were listed: where a skip was cut short and a lower depth followed, there was one.
 */
static void outcomes_that_come_too_late_are_forgotten(void)
{
  ab_task task = host_task(4);
  uint64_t call, calls = 1;
  tree_read(&game, "{{(0.5: {3, 5}, 0.5: {2, 4}), {{1}, {2}}}, {{{6}, {7}}, (0.5: {8, 9}, 0.5: {1, 3})}}");
  task.table = fresh_table(1);
  task.host.asks_key = task.host.has_chance_nodes = 1;
  CHECK(value_of(&task) == 6);
  task.deepening.is_on = 1;
  task.budget.time = 1e9;
  fake_clock_reset();
  tested.interrupt_for = AB_INTERRUPT_TIME;
  for (call = 1; call <= calls; call++) {
    tested.interrupt_at = call;
    host_search(&tested, &game, &task);
    calls = tested.calls;
    if (result()->reason == AB_REASON_TIME) continue;
    CHECK(result()->depth == 4 && result()->value == 6);
  }
  tested.interrupt_at = 0;
}

int main(void)
{
  host_init(&tested);
  RUN(searches_find_what_they_once_missed);
  RUN(a_bound_as_high_as_the_highest_value_is_still_a_bound);
  RUN(a_repetition_is_one_with_any_depth);
  RUN(the_best_of_a_root_from_an_iterator_begins_the_next_iteration);
  RUN(payoffs_have_room_for_as_many_plies_as_frames);
  RUN(payoffs_are_rounded_before_the_first_chance_node);
  RUN(a_least_depth_holds_after_a_skip_that_was_too_costly);
  RUN(outcomes_that_come_too_late_are_forgotten);
  free_whole_table(fresh_table(0));
  host_free(&tested);
  tree_free(&game);
  return test_end();
}
