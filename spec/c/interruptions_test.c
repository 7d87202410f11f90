/* interruptions_test.c: a search may be paused, left or cut short at any moment, whatever it remembers and guesses. */

#include "scenes.h"

/* How often a scene is interrupted. */
#define INTERRUPTIONS 10

static host tested, other, alone;
static oracle truth;
static scene first, second;

/* Sets a scene without positions that come back, and empties the tables. */
static rng begin(scene *s, host *h, int seed)
{
  rng r;
  r.state = (uint64_t)seed;
  test_about("seed %d", seed);
  scene_set(s, &r, seed, 0);
  scene_prepare(s, h, &truth);
  scene_clear_tables();
  return r;
}

/* A moment that is often early, and always comes before the `most`-th. */
static int random_moment(rng *r, int most)
{
  return rng_below(r, 1 + rng_below(r, 1 + rng_below(r, most)));
}

/* Goes on with the searches of both hosts, a node of the one and a few of the other, to their ends. */
static void take_turns(rng *r, host *a, host *b)
{
  int ends = 0;
  while (ends < 2) {
    ends = host_advance(a, 1);
    ends += host_advance(b, 1 + (uint64_t)rng_below(r, 4));
  }
}

/* Whether both have found the same in the same way. */
static int same_search(const host *a, const host *b)
{
  return memcmp(ab_engine_counters(&a->engine), ab_engine_counters(&b->engine), sizeof(ab_counters)) == 0 &&
         ab_engine_result(&a->engine)->value == ab_engine_result(&b->engine)->value &&
         ab_engine_result(&a->engine)->depth == ab_engine_result(&b->engine)->depth &&
         ab_engine_result(&a->engine)->reason == ab_engine_result(&b->engine)->reason &&
         sequence_equals(&a->evaluated, &b->evaluated) && sequence_equals(&a->line, &b->line);
}

static void searches_that_take_turns_find_what_each_finds_alone(void)
{
  seeds tried = effort_seeds(400, 10000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng others = begin(&second, &other, seed + 1), r = begin(&first, &tested, seed), again;
    ab_task task = scene_task(&first, &r, &scene_tables[1]);
    again = r;
    host_init(&alone);
    scene_prepare(&first, &alone, NULL);
    scene_start(&first, &r, &alone, task);
    host_finish(&alone);
    scene_clear_tables();
    host_free(&tested);
    host_init(&tested);
    scene_prepare(&first, &tested, NULL);
    scene_start(&first, &again, &tested, task);
    scene_start(&second, &others, &other, scene_task(&second, &others, &scene_tables[2]));
    take_turns(&r, &tested, &other);
    CHECK(same_search(&tested, &alone));
    scene_check(&first, &tested, &truth);
    host_free(&alone);
  }
}

/* Interrupts the search of `h` at any of its calls, or not at all. Returns whether it has ended. */
static int interrupt_somewhere(rng *r, host *h, ab_interrupt why)
{
  int has_ended;
  h->interrupt_at = 1 + (uint64_t)random_moment(r, 3000);
  h->interrupt_for = why;
  has_ended = host_run(h);
  h->interrupt_at = 0;
  return has_ended;
}

static void a_search_that_is_left_at_any_moment_leaves_nothing_untrue(void)
{
  seeds tried = effort_seeds(200, 5000);
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(&first, &tested, seed);
    ab_table *table = scene_table(&r);
    for (i = 0; i < INTERRUPTIONS; i++) {
      ab_task task = scene_task(&first, &r, table);
      scene_start(&first, &r, &tested, scene_task(&first, &r, table));
      interrupt_somewhere(&r, &tested, AB_INTERRUPT_PAUSE);
      scene_search(&first, &r, &tested, &truth, &task);
    }
  }
}

/* Checks that `h` has kept its limit in nodes, but in the first iteration. */
static void check_limit(const host *h)
{
  const ab_engine *engine = &h->engine;
  if (ab_engine_result(engine)->depth <= 1 + (h->task.deepening.by_two_to >= h->task.depth)) return;
  CHECK(ab_engine_counters(engine)->nodes <= h->task.budget.nodes || h->task.depth == 0);
  if (ab_engine_result(engine)->reason == AB_REASON_NODES)
    CHECK(ab_engine_counters(engine)->nodes == h->task.budget.nodes);
}

static void a_limit_that_strikes_at_any_moment_leaves_nothing_untrue(void)
{
  seeds tried = effort_seeds(200, 5000);
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(&first, &tested, seed);
    ab_table *table = scene_table(&r);
    for (i = 0; i < INTERRUPTIONS; i++) {
      ab_task limited = scene_task(&first, &r, table), task = scene_task(&first, &r, table);
      limited.deepening.is_on = 1;
      limited.budget.nodes = 1 + (uint64_t)random_moment(&r, 1000);
      scene_search(&first, &r, &tested, &truth, &limited);
      check_limit(&tested);
      scene_search(&first, &r, &tested, &truth, &task);
    }
  }
}

static void an_iteration_that_is_cut_short_at_any_moment_leaves_nothing_untrue(void)
{
  seeds tried = effort_seeds(200, 5000);
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(&first, &tested, seed);
    ab_table *table = scene_table(&r);
    for (i = 0; i < INTERRUPTIONS; i++) {
      ab_task limited = scene_task(&first, &r, table), task = scene_task(&first, &r, table);
      limited.deepening.is_on = 1;
      limited.budget.time = 1e9;
      limited.budget.clock = fake_clock;
      scene_start(&first, &r, &tested, limited);
      CHECK(ab_engine_deadline(&tested.engine) == HUGE_VAL);
      CHECK(interrupt_somewhere(&r, &tested, AB_INTERRUPT_TIME));
      scene_check(&first, &tested, &truth);
      scene_search(&first, &r, &tested, &truth, &task);
    }
  }
}

int main(void)
{
  host_init(&tested);
  host_init(&other);
  RUN(searches_that_take_turns_find_what_each_finds_alone);
  RUN(a_search_that_is_left_at_any_moment_leaves_nothing_untrue);
  RUN(a_limit_that_strikes_at_any_moment_leaves_nothing_untrue);
  RUN(an_iteration_that_is_cut_short_at_any_moment_leaves_nothing_untrue);
  scene_free_tables();
  host_free(&tested);
  host_free(&other);
  tree_free(&first.game);
  tree_free(&second.game);
  return test_end();
}
