/*
 * techniques_test.c: whatever remembers, orders, guesses or bounds, values are true.
 *
 * Games are unfolded from positions that several lines lead to, at different plies and turns; a host and its table
 * serve several searches one after another, from any node, so that everything that is kept may be wrong for the next.
 */

#include "cases.h"

/* Searches that follow one another with one engine and one table. */
#define SEARCHES 4

static host tested, other;
static oracle truth;
static tree game;

/* Tables of one bucket, of few and of many. */
static ab_table tables[3];
static const size_t table_bytes[3] = {AB_TABLE_LINE, 16 * AB_TABLE_LINE, 1024 * AB_TABLE_LINE};

/* A table at random, or none. */
static ab_table *random_table(rng *r)
{
  int size = rng_below(r, 4);
  return size < 3 ? &tables[size] : NULL;
}

/* A game that is woven as `w` says, and how deep it may be searched from the root. */
typedef struct scene {
  weave w;
  int32_t plies;
  ab_task task;
} scene;

/* Makes up `game` and what all searches of it have in common, for `h` too. */
static scene set_scene(rng *r, host *h, int seed, int back_percent)
{
  scene made;
  made.w.alternates = rng_happens(r, 50);
  made.w.back_percent = back_percent;
  made.plies = tree_unfold(&game, r, &made.w);
  made.task = random_task(r, &game);
  if (back_percent > 0 && made.task.quiescence > made.plies) made.task.quiescence = 0;
  if (back_percent > 0) made.plies -= made.task.quiescence;
  h->salt = (uint64_t)seed;
  h->forgets_turn = (made.task.asks_turn || made.w.alternates) && rng_happens(r, 50);
  h->lazy = rng_happens(r, 25) ? 1 + (uint32_t)rng_below(r, 3) : 0;
  truth.forgets_turn = h->forgets_turn;
  return made;
}

/* A node at random to search from, at `*ply`, which is less than `plies`. */
static uint32_t random_root(rng *r, int32_t plies, int32_t *ply)
{
  uint32_t at = 0;
  for (*ply = 0; *ply + 1 < plies && game.nodes[at].count > 0 && rng_happens(r, 50); ++*ply)
    at = game.nodes[at].first + (uint32_t)rng_below(r, (int)game.nodes[at].count);
  return at;
}

/* Makes of `common` a task for a search of its own, whose values mean the same. */
static ab_task vary_task(rng *r, const ab_task *common)
{
  tree scratch = {NULL, 0, 0};
  ab_task task = random_task(r, &scratch);
  task.view = common->view;
  task.asks_turn = common->asks_turn;
  task.minimizing = common->view == AB_VIEW_MAX && rng_happens(r, 40);
  task.quiescence = common->quiescence;
  task.reductions = common->reductions;
  task.null_move = common->null_move;
  task.win = common->win;
  task.value_min = common->value_min;
  task.value_max = common->value_max;
  task.repetition = common->repetition;
  task.scores_repetition = common->scores_repetition;
  return task;
}

/* Searches `game` SEARCHES times in different ways and checks all that is found. */
static void search_and_check(rng *r, const scene *s)
{
  ab_table *table = random_table(r);
  int i;
  if (table != NULL) ab_table_clear(table); /* another test's scene may go by the same seed, and so by the same keys */
  for (i = 0; i < SEARCHES; i++) {
    int32_t ply;
    uint32_t root = random_root(r, s->plies, &ply);
    ab_task task = vary_task(r, &s->task);
    add_techniques(&task, r, table);
    if (s->w.back_percent > 0 && task.depth > s->plies - ply) task.depth = s->plies - ply;
    tested.identities = (identities)rng_below(r, 4);
    host_start_from(&tested, &game, root, &task);
    host_finish(&tested);
    check_truth(&truth, &tested);
    if (s->w.back_percent == 0) check_solved(&truth, &tested);
  }
}

/* Makes `s` a task in which positions that come back are worth something; keys are for that alone. */
static void score_repetition(rng *r, scene *s, const uint32_t *past, uint64_t *names)
{
  ab_task *task = &s->task;
  size_t i;
  task->asks_key = task->scores_repetition = 1;
  task->repetition = rng_below(r, 3) - 1;
  task->value_min = fmin(task->value_min, task->repetition);
  task->value_max = fmax(task->value_max, task->repetition);
  task->past_count = (size_t)rng_below(r, 3);
  for (i = 0; i < task->past_count; i++) names[i] = host_name(&tested, game.nodes + past[i]);
  task->past = names;
  if (task->depth > s->plies) task->depth = s->plies;
}

static void positions_that_come_back_are_worth_what_they_are_said_to_be(void)
{
  int cases = test_cases(20000), seed;
  for (seed = 1; seed <= cases; seed++) {
    uint32_t past[2];
    uint64_t names[2];
    scene s;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    s = set_scene(&r, &tested, seed, 40);
    past[0] = (uint32_t)rng_below(&r, (int)game.count);
    past[1] = (uint32_t)rng_below(&r, (int)game.count);
    score_repetition(&r, &s, past, names);
    s.task = model_task(s.task, &game);
    tested.lazy = 0;
    host_search(&tested, &game, &s.task);
    truth.past = past;
    truth.past_count = s.task.past_count;
    oracle_search(&truth, &game, &s.task);
    CHECK(tested.engine.result.value == truth.score.value);
    CHECK(sequence_equals(&tested.evaluated, &truth.evaluated));
    CHECK(tested.engine.counters.nodes == truth.counters.nodes);
    check_truth(&truth, &tested);
  }
}

static void what_was_searched_before_leaves_no_trace_without_a_memory_of_it(void)
{
  int cases = test_cases(10000), seed;
  for (seed = 1; seed <= cases; seed++) {
    scene s;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    s = set_scene(&r, &tested, seed, 0);
    add_techniques(&s.task, &r, NULL);
    s.task.history = 0;
    host_init(&other);
    other.lazy = tested.lazy;
    other.identities = tested.identities;
    host_search(&other, &game, &s.task);
    host_search(&tested, &game, &s.task);
    CHECK(memcmp(&tested.engine.counters, &other.engine.counters, sizeof(ab_counters)) == 0);
    CHECK(sequence_equals(&tested.evaluated, &other.evaluated) && sequence_equals(&tested.line, &other.line));
    host_free(&other);
  }
}

static void values_are_true_with_every_technique(void)
{
  int cases = test_cases(20000), seed;
  for (seed = 1; seed <= cases; seed++) {
    scene s;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    s = set_scene(&r, &tested, seed, 0);
    search_and_check(&r, &s);
  }
}

static void values_are_true_where_positions_come_back(void)
{
  int cases = test_cases(20000), seed;
  for (seed = 1; seed <= cases; seed++) {
    scene s;
    rng r;
    r.state = (uint64_t)seed;
    test_about("seed %d", seed);
    s = set_scene(&r, &tested, seed, 40);
    search_and_check(&r, &s);
  }
}

int main(void)
{
  int i;
  host_init(&tested);
  for (i = 0; i < 3; i++) {
    ab_table_init(&tables[i]);
    if (!ab_table_resize(&tables[i], table_bytes[i])) abort();
  }
  RUN(values_are_true_with_every_technique);
  RUN(values_are_true_where_positions_come_back);
  RUN(positions_that_come_back_are_worth_what_they_are_said_to_be);
  RUN(what_was_searched_before_leaves_no_trace_without_a_memory_of_it);
  for (i = 0; i < 3; i++) ab_table_free(&tables[i]);
  host_free(&tested);
  oracle_free(&truth);
  tree_free(&game);
  return test_end();
}
