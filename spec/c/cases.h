/* cases.h: random games and tasks, and what must be true of any search of them. */
#ifndef SPEC_CASES_H
#define SPEC_CASES_H

#include "host.h"
#include "oracle.h"
#include "random_tree.h"
#include "test.h"

/* Whether a task asks for what may be wrong. */
static inline int is_speculative(const ab_task *task)
{
  return task->techniques.reductions || task->techniques.null_move > 0;
}

/*
 * Checks what `h` says about won games, where its value is exact and comes from a leaf like `score`. At chance nodes a
 * mean may equal the value of a won game, and either of two equal moves may be the one that was found; and where Star2
 * or a table made bounds meet, the value may be known and not where the game is won.
 */
static inline void check_win(const host *h, oracle_score score)
{
  const ab_result *result = ab_engine_result(&h->engine);
  int roots_player_wins = (score.value > 0) != h->task.root.minimizing;
  if (result->decided && score.mate_ply >= 0) {
    CHECK(result->win_in == (roots_player_wins ? score.mate_ply : -score.mate_ply));
  } else if (result->decided) {
    CHECK(h->task.host.has_chance_nodes);
    CHECK(fabs(result->value) == h->task.values.win - abs(result->win_in));
    CHECK((result->win_in > 0) == roots_player_wins);
  } else {
    CHECK(score.mate_ply < 0 ||
          (h->task.host.has_chance_nodes &&
           (h->task.techniques.star2 || h->task.table != NULL || h->task.techniques.uses_refutations)));
  }
}

/* Whether both searches have found the same in the same way. */
static inline int same_search(const host *a, const host *b)
{
  const ab_result *found = ab_engine_result(&a->engine), *others = ab_engine_result(&b->engine);
  return memcmp(ab_engine_counters(&a->engine), ab_engine_counters(&b->engine), sizeof(ab_counters)) == 0 &&
         found->value == others->value && found->depth == others->depth && found->reason == others->reason &&
         sequence_equals(&a->line, &b->line) && sequence_equals(&a->evaluated, &b->evaluated);
}

/* The bound that a result for `task` must have, by the true value. */
static inline int true_bound(const ab_task *task, double value)
{
  if (isfinite(task->root.alpha) && value <= task->root.alpha) return -1;
  return isfinite(task->root.beta) && value >= task->root.beta ? +1 : 0;
}

/* Lets the oracle look at everything that `h` could see at `depth`. */
static inline void find_truth(oracle *truth, const host *h, int32_t depth)
{
  oracle_search(truth, h->game, h->root, &h->task, depth);
}

/* Whether the line of `h` is one of moves that there are, no longer than the search is deep. */
static inline int line_is_legal(const host *h)
{
  uint32_t at = h->root;
  const ab_result *result = ab_engine_result(&h->engine);
  int32_t depth = result->partial_depth > 0 ? result->partial_depth : result->depth;
  size_t i;
  for (i = 0; i < h->line.count; i++) {
    const tree_node *node = h->game->nodes + at;
    at = h->line.nodes[i];
    if (at < node->first || at >= node->first + node->count) return 0;
  }
  return h->line.count <= (size_t)(depth + h->task.techniques.quiescence);
}

/*
 * Checks that the root's value is that of every position on the line of `h`, or of the first where null windows are
 * all there is and prove no more.
 */
static inline void check_line(oracle *truth, const host *h)
{
  int32_t ply;
  for (ply = 1; ply <= (int32_t)h->line.count && (ply == 1 || h->task.algorithm != AB_MTDF); ply++) {
    uint32_t at = h->line.nodes[ply - 1];
    CHECK(oracle_minimax(truth, at, ply, ab_engine_result(&h->engine)->depth - ply).value ==
          ab_engine_result(&h->engine)->value);
  }
}

/* The same of what an unfinished iteration has proved: the move is worth the value, or more, to its depth. */
static inline void check_proved(oracle *truth, const host *h)
{
  const ab_result *result = ab_engine_result(&h->engine);
  int sign = h->task.root.minimizing ? -1 : +1;
  double value;
  find_truth(truth, h, result->partial_depth);
  value = oracle_minimax(truth, h->line.nodes[0], 1, result->partial_depth - 1).value;
  CHECK(sign * value >= sign * result->value && ab_engine_bound(&h->engine) == sign);
  CHECK(!result->decided ||
        fabs(result->value) >= h->task.values.win - result->partial_depth - h->task.techniques.quiescence);
  CHECK(!result->decided || result->win_in < 0 || sign * value >= h->task.values.win - result->win_in);
}

/* Checks that the value, the bound and the line of `h` are true, whatever was visited. */
static inline void check_values(oracle *truth, const host *h)
{
  const ab_result *result = ab_engine_result(&h->engine);
  int bound = ab_engine_bound(&h->engine);
  oracle_score score;
  if (result->partial_depth > 0) {
    check_proved(truth, h);
    return;
  }
  find_truth(truth, h, result->depth);
  score = truth->score;
  CHECK(bound == true_bound(&h->task, score.value));
  if (bound == 0) {
    CHECK(result->value == score.value);
    CHECK(result->depth == 0 || (h->line.count == 0) == !truth->has_move);
    check_win(h, score);
    check_line(truth, h);
  } else {
    CHECK(bound > 0 ? score.value >= result->value : score.value <= result->value);
    CHECK(!result->decided ||
          fabs(result->value) >= h->task.values.win - result->depth - h->task.techniques.quiescence);
    if (h->line.count > 0 && bound == (h->task.root.minimizing ? -1 : +1)) {
      double refutation = oracle_minimax(truth, h->line.nodes[0], 1, result->depth - 1).value;
      CHECK(bound > 0 ? refutation >= result->value : refutation <= result->value);
    }
  }
}

/* Checks what `h` has found; speculation may err. */
static inline void check_truth(oracle *truth, const host *h)
{
  CHECK(line_is_legal(h));
  if (!is_speculative(&h->task)) check_values(truth, h);
}

/* Checks that what `h` calls solved is: looking deeper finds the same. */
static inline void check_solved(oracle *truth, const host *h)
{
  const ab_result *result = ab_engine_result(&h->engine);
  if (result->reason != AB_REASON_SOLVED || ab_engine_bound(&h->engine) != 0 || is_speculative(&h->task))
    return;
  if (result->value >= h->task.values.max || result->value <= h->task.values.min) return;
  find_truth(truth, h, AB_DEPTH_MAX);
  CHECK(result->value == truth->score.value);
}

/*
 * Makes every node of a whole game worth to the player who moves there what minimax finds, so that no depth finds more
 * than another. Turns are the tree's own. Successors come behind their node, and so have their values first.
 */
static inline void steady_values(oracle *truth, tree *t)
{
  ab_task task = host_task(1);
  uint32_t at;
  task.view = AB_VIEW_MOVER;
  task.host.asks_turn = task.host.has_chance_nodes = 1;
  for (at = t->count; at-- > 0;) {
    oracle_search(truth, t, at, &task, 1);
    t->nodes[at].value = truth->score.value;
  }
}

/*
 * Gives the task the least and the greatest value in `t`, with some slack; a slack of HUGE_VAL gives no bound. Where
 * games are won and lost, neither is all that there is.
 */
static inline void set_values(ab_task *task, const tree *t, double slack)
{
  double least = task->values.win < HUGE_VAL ? 0 : HUGE_VAL, most = -least;
  uint32_t i;
  for (i = 0; i < t->count; i++) {
    least = fmin(least, t->nodes[i].value);
    most = fmax(most, t->nodes[i].value);
  }
  if (task->view == AB_VIEW_MOVER) {
    most = fmax(most, -least);
    least = -most;
  }
  task->values.min = slack == HUGE_VAL ? -HUGE_VAL : least - slack;
  task->values.max = slack == HUGE_VAL ? HUGE_VAL : most + slack;
}

/*
 * Any algorithm and rules, without limits but that in depth and with nothing that orders moves but scores. The
 * values of `t` are those of tree_random_shape; some become won games.
 */
static inline ab_task random_task(rng *r, tree *t)
{
  static const double bounds[13] = {-HUGE_VAL,       -9, -4, -1,      -TREE_LEAST, 0, TREE_LEAST, 0.5, 1,
                                    1 + DBL_EPSILON, 2,  8,  HUGE_VAL};
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_ALPHABETA, AB_PVS,    AB_PVS,
                                            AB_MTDF,      AB_MTDF,      AB_MINIMAX};
  ab_task task = host_task(rng_below(r, TREE_LEVELS));
  task.algorithm = algorithms[rng_below(r, 7)];
  task.view = rng_happens(r, 40) ? AB_VIEW_MOVER : AB_VIEW_MAX;
  task.root.minimizing = task.view == AB_VIEW_MAX && rng_happens(r, 40);
  task.host.asks_turn = rng_happens(r, 60);
  task.values.bounds_unlisted = rng_happens(r, 60);
  task.host.asks_leave = rng_happens(r, 60);
  task.host.asks_scores = rng_happens(r, 40);
  task.host.asks_end = rng_happens(r, 30);
  task.host.ignores_end = !task.host.asks_end && rng_happens(r, 30);
  task.deepening.is_on = rng_happens(r, 30);
  if (rng_happens(r, 30))
    task.deepening.by_two_to = rng_happens(r, 50) ? AB_DEPTH_MAX : rng_below(r, TREE_LEVELS);
  task.techniques.reductions = rng_happens(r, 15) ? 1 + rng_below(r, 3) : 0;
  if (rng_happens(r, 15)) task.techniques.null_move = 1 + rng_below(r, 3);
  if (rng_happens(r, 20)) task.techniques.quiescence = 1 + rng_below(r, 4);
  if (rng_happens(r, 40)) {
    double from = rng_happens(r, 50) ? 8 : 9;
    task.values.win = TREE_LEVELS + (from == 8 ? 2 : 8) + 0.25 * (1 + rng_below(r, 5));
    tree_decide(t, from, task.values.win);
  }
  if (rng_happens(r, 30)) set_values(&task, t, rng_below(r, 2));
  if (rng_happens(r, 50)) {
    int low = rng_below(r, 12);
    task.root.alpha = bounds[low];
    task.root.beta = bounds[low + 1 + rng_below(r, 12 - low)];
  }
  return task;
}

/* Some of what a search may learn of moves. */
static inline unsigned random_learning(rng *r)
{
  unsigned learns = 0, bit;
  for (bit = 1; bit <= AB_LEARNS_ALL; bit *= 2)
    if (rng_happens(r, 60)) learns |= bit;
  return learns;
}

/* Adds what remembers and orders to a task. */
static inline void add_techniques(ab_task *task, rng *r, ab_table *table)
{
  task->table = table;
  task->host.asks_key = table != NULL || task->repetition.is_scored;
  task->host.asks_moves = rng_happens(r, 75);
  task->host.costly_moves = rng_happens(r, 50);
  task->techniques.learns = random_learning(r);
  task->host.finds_moves = task->host.asks_moves && task->algorithm < AB_MINIMAX && rng_happens(r, 40);
  if (task->host.finds_moves && (r->state & 128)) task->host.finds_moves = 2;
  task->techniques.uses_refutations = table == NULL && task->algorithm < AB_MINIMAX && rng_happens(r, 60);
  task->host.asks_bounds = table == NULL && task->algorithm < AB_MINIMAX && rng_happens(r, 50);
  if (task->host.asks_bounds) task->values.bounds_unlisted = 1;
  if (rng_happens(r, 50)) task->deepening.is_on = 1;
  task->host.asks_child_values =
      !task->host.asks_scores && task->algorithm < AB_MINIMAX && rng_happens(r, 50);
  task->deepening.partial_iteration = task->deepening.is_on && (r->state & 64) != 0;
}

#endif
