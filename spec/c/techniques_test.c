/* techniques_test.c: whatever remembers, orders, guesses or bounds, values are true. */

#include "scenes.h"

/* Searches that follow one another with one engine and one table. */
#define SEARCHES 4

static host tested, other;
static oracle truth;
static scene played;

/*
 * Begins a case: sets the scene, where positions come back by `back_percent` of the moves. The keys of a seed mean
 * something else in each test, so the first seed of a test empties the tables.
 */
static rng begin(int seed, int back_percent)
{
  static int last_seed;
  rng r;
  r.state = (uint64_t)seed;
  test_about("seed %d", seed);
  if (seed <= last_seed) scene_clear_tables();
  last_seed = seed;
  scene_set(&played, &r, seed, back_percent);
  scene_prepare(&played, &tested, &truth);
  return r;
}

/* Searches scenes SEARCHES times each in different ways and checks all that is found. */
static void search_and_check(int back_percent)
{
  seeds tried = effort_seeds(500, 20000);
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, back_percent);
    ab_table *table = scene_table(&r);
    for (i = 0; i < SEARCHES; i++) {
      ab_task task = scene_task(&played, &r, table);
      scene_search(&played, &r, &tested, &truth, &task);
    }
  }
}

static void values_are_true_with_every_technique(void)
{
  search_and_check(0);
}

static void values_are_true_where_positions_come_back(void)
{
  search_and_check(40);
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
    for (i = 0; i < SEARCHES; i++) {
      ab_task task = scene_task(&played, &r, table);
      scene_start(&played, &r, &tested, task);
      host_finish(&tested);
      check_values(&truth, &tested);
    }
  }
}

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

static void what_the_roots_successors_are_worth_is_true_with_every_technique(void)
{
  seeds tried = effort_seeds(500, 20000);
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0);
    ab_table *table = scene_table(&r);
    for (i = 0; i < SEARCHES; i++) {
      ab_task task = scene_task(&played, &r, table);
      if (task.algorithm == AB_MTDF) task.algorithm = AB_PVS;
      task.root.multipv = rng_happens(&r, 20) ? UINT32_MAX : (uint32_t)rng_below(&r, 5);
      task.root.lists_ties = task.root.multipv <= 1 || rng_happens(&r, 50);
      scene_search(&played, &r, &tested, &truth, &task);
      if (ab_engine_result(&tested.engine)->depth > 0 && !is_speculative(&task) &&
          !task.repetition.is_scored && !ab_engine_is_chance(&tested.engine, 0))
        check_scores(&truth, &tested);
    }
  }
}

/* Begins a case that is written out, with a host and tables that know nothing. */
static void begin_anew(void)
{
  host_free(&tested);
  host_init(&tested);
  scene_clear_tables();
}

/*
 * Two lines lead to a position; on one of them, all that may follow is a repetition. In letters, equal ones being the
 * same position: {a{c{a{c}}}, b{c{a{c}}}}.
 */
static void what_depends_on_the_path_is_not_kept_for_other_paths(void)
{
  ab_task task = host_task(4);
  tree *game = &played.game;
  begin_anew();
  tree_read(game, "{{{{0}}}, {{{2}}}}");
  game->nodes[4].position = game->nodes[7].position = 1;
  game->nodes[5].position = game->nodes[6].position = game->nodes[8].position = 3;
  task.host.asks_key = task.repetition.is_scored = 1;
  task.repetition.value = -9;
  task.table = &scene_tables[3];
  host_search(&tested, game, &task);
  CHECK(ab_engine_result(&tested.engine)->value == 2);
}

static void a_position_before_the_root_counts_where_the_same_player_moved(void)
{
  static const struct {
    ab_past past;
    double value;
  } cases[] = {{{0, 0, 1}, -9}, {{0, 1, 0}, -9}, {{0, 1, 1}, 5}};
  ab_task task = host_task(2);
  tree *game = &played.game;
  ab_past past;
  size_t i;
  begin_anew();
  tree_read(game, "{{{5}, {7}}}");
  task.host.asks_key = task.repetition.is_scored = task.root.minimizing = 1;
  task.repetition.value = -9;
  task.repetition.past = &past;
  task.repetition.past_count = 1;
  for (i = 0; i < sizeof cases / sizeof *cases; i++) {
    past = cases[i].past;
    past.position_hash = host_position_hash(&tested, game->nodes + 2);
    host_start_from(&tested, game, 1, &task);
    host_finish(&tested);
    CHECK(ab_engine_result(&tested.engine)->value == cases[i].value);
  }
}

static void what_depends_on_positions_before_the_root_is_not_kept_for_other_searches(void)
{
  ab_task task = host_task(2);
  tree *game = &played.game;
  ab_past past = {0, 0, 0};
  begin_anew();
  tree_read(game, "{{{5}, {7}}}");
  past.position_hash = host_position_hash(&tested, game->nodes + 2);
  task.host.asks_key = task.repetition.is_scored = task.root.minimizing = 1;
  task.repetition.value = -9;
  task.table = &scene_tables[3];
  task.repetition.past = &past;
  task.repetition.past_count = 1;
  host_start_from(&tested, game, 1, &task);
  host_finish(&tested);
  CHECK(ab_engine_result(&tested.engine)->value == -9);
  task.repetition.past_count = 0;
  task.root.minimizing = 0;
  task.depth = 3;
  host_search(&tested, game, &task);
  CHECK(ab_engine_result(&tested.engine)->value == 5);
}

/* How many entries of `table` belong to the search that runs or ran last. */
static int count_new(const ab_table *table)
{
  return ab_table_fill(table) * (int)ab_table_cells(table) / 1000;
}

static void entries_belong_to_the_search_that_found_them(void)
{
  ab_task task = host_task(3);
  begin_anew();
  tree_read(&played.game, "{{{5}, {7}}}");
  task.host.asks_key = 1;
  task.table = &scene_tables[1];
  host_search(&tested, &played.game, &task);
  CHECK(count_new(task.table) == 2);
  host_start(&tested, &played.game, &task);
  CHECK(count_new(task.table) == 0);
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
    CHECK(memcmp(ab_engine_counters(&tested.engine), ab_engine_counters(&other.engine),
                 sizeof(ab_counters)) == 0);
    CHECK(sequence_equals(&tested.evaluated, &other.evaluated) && sequence_equals(&tested.line, &other.line));
    host_free(&other);
  }
}

int main(void)
{
  host_init(&tested);
  scene_clear_tables();
  RUN(values_are_true_with_every_technique);
  RUN(values_are_true_where_positions_come_back);
  RUN(what_the_roots_successors_are_worth_is_true_with_every_technique);
  RUN(speculation_is_right_where_no_depth_finds_more_than_another);
  RUN(positions_that_come_back_are_worth_what_they_are_said_to_be);
  RUN(what_depends_on_the_path_is_not_kept_for_other_paths);
  RUN(a_position_before_the_root_counts_where_the_same_player_moved);
  RUN(what_depends_on_positions_before_the_root_is_not_kept_for_other_searches);
  RUN(entries_belong_to_the_search_that_found_them);
  RUN(what_was_searched_before_leaves_no_trace_without_a_memory_of_it);
  scene_free_tables();
  host_free(&tested);
  tree_free(&played.game);
  return test_end();
}
