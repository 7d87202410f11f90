/*
 * techniques_test.c: whatever remembers, orders, guesses or bounds, and whatever interrupts a search, values are true.
 */

#include "scenes.h"

static host tested, other;
static oracle truth;
static scene played;

/*
 * Sets the scene of a seed, where positions come back by `back_percent` of the moves. The keys of a seed mean something
 * else in each test, so the first seed of a test empties the tables.
 */
static rng begin(int seed, int back_percent)
{
  static int last_seed;
  rng r = {(uint64_t)seed};
  test_about("seed %d", seed);
  if (seed <= last_seed) scene_clear_tables();
  last_seed = seed;
  scene_set(&played, &r, seed, back_percent);
  scene_prepare(&played, &tested, &truth);
  return r;
}

/* What a test does with each of some searches that follow one another with one engine and one table. */
typedef void (*search_in_scene)(rng *r, ab_table *table);

/* Does `searches` searches in each of some scenes, where positions come back by `back_percent` of the moves. */
static void search_scenes(seeds tried, int back_percent, int searches, search_in_scene search)
{
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, back_percent);
    ab_table *table = scene_table(&r);
    for (i = 0; i < searches; i++) search(&r, table);
  }
}

/* ---- what remembers, orders, guesses or bounds ---- */

static void search_somehow(rng *r, ab_table *table)
{
  ab_task task = scene_task(&played, r, table);
  scene_search(&played, r, &tested, &truth, &task);
}

static void values_are_true_with_every_technique(void)
{
  search_scenes(effort_seeds(500, 20000), 0, 4, search_somehow);
}

static void values_are_true_where_positions_come_back(void)
{
  search_scenes(effort_seeds(500, 20000), 40, 4, search_somehow);
}

/* Asks what the root's successors are worth. */
static void search_for_scores(rng *r, ab_table *table)
{
  ab_task task = scene_task(&played, r, table);
  if (task.algorithm == AB_MTDF) task.algorithm = AB_PVS;
  task.root.multipv = rng_happens(r, 20) ? UINT32_MAX : (uint32_t)rng_below(r, 5);
  task.root.lists_ties = task.root.multipv <= 1 || rng_happens(r, 50);
  scene_search(&played, r, &tested, &truth, &task);
  if (ab_engine_result(&tested.engine)->depth > 0 && !is_speculative(&task) && !task.repetition.is_scored &&
      !ab_engine_is_chance(&tested.engine, 0))
    check_scores(&truth, &tested);
}

static void what_the_roots_successors_are_worth_is_true_with_every_technique(void)
{
  search_scenes(effort_seeds(500, 20000), 0, 4, search_for_scores);
}

/*
 * A late move is worth the same with less depth, and a null move, which leads where the first move does, no more than
 * that. So even what may be wrong elsewhere is right, with all that remembers it.
 */
static void speculation_is_right_where_no_depth_finds_more_than_another(void)
{
  seeds tried = effort_seeds(500, 20000);
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0);
    ab_table *table = scene_table(&r);
    played.task.view = AB_VIEW_MOVER;
    played.task.host.asks_turn |= !played.w.alternates;
    played.task.values.win = HUGE_VAL;
    played.task.repetition.is_scored = 0;
    played.task.techniques.reductions = rng_happens(&r, 60) ? 1 + rng_below(&r, 3) : 0;
    played.task.techniques.null_move = rng_below(&r, 3);
    tree_steady(&played.game);
    set_values(&played.task, &played.game, rng_happens(&r, 30) ? 0 : HUGE_VAL);
    for (i = 0; i < 4; i++) {
      ab_task task = scene_task(&played, &r, table);
      scene_start(&played, &r, &tested, task);
      host_finish(&tested);
      check_values(&truth, &tested);
    }
  }
}

static void what_was_searched_before_leaves_no_trace_without_a_memory_of_it(void)
{
  seeds tried = effort_seeds(400, 10000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0);
    ab_task task = played.task;
    add_techniques(&task, &r, NULL);
    task.techniques.learns &= ~(unsigned)AB_LEARNS_HISTORY;
    host_init(&other);
    scene_prepare(&played, &other, NULL);
    other.move_ids = tested.move_ids;
    host_search(&other, &played.game, &task);
    host_search(&tested, &played.game, &task);
    CHECK(same_search(&tested, &other));
    host_free(&other);
  }
}

/* ---- what interrupts a search ---- */

/* A moment that is often early, and always comes before the `most`-th. */
static int random_moment(rng *r, int most)
{
  return rng_below(r, 1 + rng_below(r, 1 + rng_below(r, most)));
}

/* Interrupts the search of `tested` at any of its calls, or not at all. Returns whether it has ended. */
static int interrupt_somewhere(rng *r, ab_interrupt why)
{
  int has_ended;
  tested.interrupt_at = 1 + (uint64_t)random_moment(r, 3000);
  tested.interrupt_for = why;
  has_ended = host_run(&tested);
  tested.interrupt_at = 0;
  return has_ended;
}

static void leave_and_search(rng *r, ab_table *table)
{
  scene_start(&played, r, &tested, scene_task(&played, r, table));
  interrupt_somewhere(r, AB_INTERRUPT_PAUSE);
  search_somehow(r, table);
}

static void a_search_that_is_left_at_any_moment_leaves_nothing_untrue(void)
{
  search_scenes(effort_seeds(200, 5000), 0, 10, leave_and_search);
}

/* Checks that the search has kept its limit in nodes, but in the first iteration. */
static void check_limit(void)
{
  const ab_engine *engine = &tested.engine;
  const ab_task *task = &tested.task;
  if (ab_engine_result(engine)->depth <= 1 + (task->deepening.by_two_to >= task->depth)) return;
  CHECK(ab_engine_counters(engine)->nodes <= task->budget.nodes || task->depth == 0);
  if (ab_engine_result(engine)->reason == AB_REASON_NODES)
    CHECK(ab_engine_counters(engine)->nodes == task->budget.nodes);
}

static void limit_and_search(rng *r, ab_table *table)
{
  ab_task limited = scene_task(&played, r, table);
  limited.deepening.is_on = 1;
  limited.budget.nodes = 1 + (uint64_t)random_moment(r, 1000);
  scene_search(&played, r, &tested, &truth, &limited);
  check_limit();
  search_somehow(r, table);
}

static void a_limit_that_strikes_at_any_moment_leaves_nothing_untrue(void)
{
  search_scenes(effort_seeds(200, 5000), 0, 10, limit_and_search);
}

static void cut_short_and_search(rng *r, ab_table *table)
{
  ab_task limited = scene_task(&played, r, table);
  limited.deepening.is_on = 1;
  limited.budget.time = 1e9;
  scene_start(&played, r, &tested, limited);
  CHECK(ab_engine_deadline(&tested.engine) == HUGE_VAL);
  CHECK(interrupt_somewhere(r, AB_INTERRUPT_TIME));
  scene_check(&played, &tested, &truth);
  search_somehow(r, table);
}

static void an_iteration_that_is_cut_short_at_any_moment_leaves_nothing_untrue(void)
{
  search_scenes(effort_seeds(200, 5000), 0, 10, cut_short_and_search);
}

static void slices_find_what_the_whole_search_finds(void)
{
  seeds tried = effort_seeds(400, 10000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0), again;
    ab_task task = scene_task(&played, &r, &scene_tables[1]);
    host_init(&other);
    scene_prepare(&played, &other, NULL);
    again = r;
    scene_clear_tables();
    scene_start(&played, &again, &other, task);
    host_finish(&other);
    scene_clear_tables();
    host_free(&tested);
    host_init(&tested);
    scene_prepare(&played, &tested, NULL);
    scene_start(&played, &r, &tested, task);
    while (!host_advance(&tested, 1 + (uint64_t)rng_below(&again, 4))) continue;
    CHECK(same_search(&tested, &other));
    scene_check(&played, &tested, &truth);
    host_free(&other);
  }
}

/* ---- repetitions ---- */

static void positions_that_come_back_are_worth_what_they_are_said_to_be(void)
{
  seeds tried = effort_seeds(500, 20000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 40);
    ab_task task;
    scene_score_repetition(&played, &r);
    scene_prepare(&played, &tested, &truth);
    if (played.task.depth > played.plies) played.task.depth = played.plies;
    task = played.task;
    tested.lazy = 0;
    host_search(&tested, &played.game, &task);
    check_truth(&truth, &tested);
  }
}

/*
 * Begins a case that is written out, with a host and tables that know nothing. Returns a task in which repetitions are
 * worth -9, and `*past`, or none, counts as before the root.
 */
static ab_task begin_written(const char *text, int32_t depth, const ab_past *past)
{
  ab_task task = host_task(depth);
  host_free(&tested);
  host_init(&tested);
  scene_clear_tables();
  tree_read(&played.game, text);
  task.host.asks_key = task.repetition.is_scored = 1;
  task.repetition.value = -9;
  task.repetition.past = past;
  task.repetition.past_count = past != NULL;
  return task;
}

/* Searches `task` from node `root`. Returns the value. */
static double value_from(uint32_t root, const ab_task *task)
{
  host_start_from(&tested, &played.game, root, task);
  host_finish(&tested);
  return ab_engine_result(&tested.engine)->value;
}

/*
 * Two lines lead to a position; on one of them, all that may follow is a repetition. In letters, equal ones being the
 * same position: {a{c{a{c}}}, b{c{a{c}}}}.
 */
static void what_depends_on_the_path_is_not_kept_for_other_paths(void)
{
  ab_task task = begin_written("{{{{0}}}, {{{2}}}}", 4, NULL);
  tree_node *nodes = played.game.nodes;
  nodes[4].position = nodes[7].position = 1;
  nodes[5].position = nodes[6].position = nodes[8].position = 3;
  task.table = &scene_tables[3];
  CHECK(value_from(0, &task) == 2);
}

static void a_position_before_the_root_counts_where_the_same_player_moved(void)
{
  static const struct {
    ab_past past;
    double value;
  } cases[] = {{{0, 0, 1}, -9}, {{0, 1, 0}, -9}, {{0, 1, 1}, 5}};
  size_t i;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    ab_past past = cases[i].past;
    ab_task task = begin_written("{{{5}, {7}}}", 2, &past);
    past.position_hash = host_position_hash(&tested, played.game.nodes + 2);
    task.root.minimizing = 1;
    CHECK(value_from(1, &task) == cases[i].value);
  }
}

static void what_depends_on_positions_before_the_root_is_not_kept_for_other_searches(void)
{
  ab_past past = {0, 0, 0};
  ab_task task = begin_written("{{{5}, {7}}}", 2, &past);
  past.position_hash = host_position_hash(&tested, played.game.nodes + 2);
  task.root.minimizing = 1;
  task.table = &scene_tables[3];
  CHECK(value_from(1, &task) == -9);
  task.repetition.past_count = 0;
  task.root.minimizing = 0;
  task.depth = 3;
  CHECK(value_from(0, &task) == 5);
}

/* How many entries of `table` belong to the search that runs or ran last. */
static int count_new(const ab_table *table)
{
  return ab_table_fill(table) * (int)ab_table_cells(table) / 1000;
}

static void entries_belong_to_the_search_that_found_them(void)
{
  ab_task task = begin_written("{{{5}, {7}}}", 3, NULL);
  task.repetition.is_scored = 0;
  task.table = &scene_tables[1];
  CHECK(value_from(0, &task) == 5 && count_new(task.table) == 2);
  host_start(&tested, &played.game, &task);
  CHECK(count_new(task.table) == 0);
}

int main(void)
{
  host_init(&tested);
  scene_clear_tables();
  RUN(values_are_true_with_every_technique);
  RUN(values_are_true_where_positions_come_back);
  RUN(what_the_roots_successors_are_worth_is_true_with_every_technique);
  RUN(speculation_is_right_where_no_depth_finds_more_than_another);
  RUN(what_was_searched_before_leaves_no_trace_without_a_memory_of_it);
  RUN(a_search_that_is_left_at_any_moment_leaves_nothing_untrue);
  RUN(a_limit_that_strikes_at_any_moment_leaves_nothing_untrue);
  RUN(an_iteration_that_is_cut_short_at_any_moment_leaves_nothing_untrue);
  RUN(slices_find_what_the_whole_search_finds);
  RUN(positions_that_come_back_are_worth_what_they_are_said_to_be);
  RUN(what_depends_on_the_path_is_not_kept_for_other_paths);
  RUN(a_position_before_the_root_counts_where_the_same_player_moved);
  RUN(what_depends_on_positions_before_the_root_is_not_kept_for_other_searches);
  RUN(entries_belong_to_the_search_that_found_them);
  scene_free_tables();
  host_free(&tested);
  tree_free(&played.game);
  return test_end();
}
