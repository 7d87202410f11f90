/*
 * engine_test.c: whatever remembers, orders, guesses or bounds, and whatever interrupts a search, values are true, and the
 * same to the last bit on every platform. The deepest search is in limits_spec.lua, limits of time are in lua_time_test.c.
 */

#include "scenes.h"

/* Seeds whose searches are counted. */
#define SIGNED 500

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

/* Does `searches` searches in each of some scenes. */
static void search_scenes(seeds tried, int searches, search_in_scene search)
{
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0);
    ab_table *table = scene_table(&r);
    for (i = 0; i < searches; i++) search(&r, table);
  }
}

/* ---- what remembers, orders, guesses or bounds ---- */

/* A number for what searches have visited and found. */
static uint64_t digest;

/* Adds 64 bits to it, by FNV-1a. */
static void add_to_digest(uint64_t bits)
{
  digest = (digest ^ bits) * 0x100000001B3u;
}

/* Adds a search to it: its counts, its value, and in which order it has scores of the root's successors. */
static void add_search(void)
{
  const ab_counters *counters = ab_engine_counters(&tested.engine);
  const ab_score_list *list = ab_engine_completed_scores(&tested.engine);
  uint64_t bits;
  uint32_t i;
  memcpy(&bits, &ab_engine_result(&tested.engine)->value, sizeof bits);
  add_to_digest(bits);
  add_to_digest(counters->nodes << 32 ^ counters->evaluations << 16 ^ counters->cutoffs);
  add_to_digest(counters->table_hits);
  for (i = 0; ab_engine_scores(&tested.engine) != NULL && i < list->count; i++)
    add_to_digest(list->scores[i].index << 2 ^ (uint64_t)(list->scores[i].bound + 1));
}

/* Any search of the scene. Half of them ask what the root's successors are worth: scores_spec.lua checks the answers. */
static void search_somehow(rng *r, ab_table *table)
{
  ab_task task = scene_task(&played, r, table);
  if (rng_happens(r, 50)) {
    if (task.algorithm == AB_MTDF) task.algorithm = AB_PVS;
    task.root.multipv = rng_happens(r, 20) ? UINT32_MAX : (uint32_t)rng_below(r, 5);
    task.root.lists_ties = task.root.multipv <= 1 || rng_happens(r, 50);
  }
  scene_search(&played, r, &tested, &truth, &task);
  CHECK(host_advance(&tested, 1));
  add_search();
}

static void values_are_true_with_every_technique(void)
{
  seeds tried = effort_seeds(1000, 40000);
  if (tried.first == 1) tried.first = SIGNED + 1;
  search_scenes(tried, 4, search_somehow);
}

/*
 * Like the signature of the specs: a change of this number has a reason. It tells a search that tries moves in another
 * order, or visits what it need not, and finds the same.
 */
static void searches_visit_as_many_nodes_as_ever(void)
{
  static const seeds tried = {1, SIGNED};
  digest = 0xCBF29CE484222325u;
  search_scenes(tried, 4, search_somehow);
  test_about("digest 0x%llX", (unsigned long long)digest);
  CHECK(digest == 0x6821D5D44BCB2D33u);
}

/* With a table, what a repetition is worth is not checked: see scene_check. So half of the seeds have none. */
static void values_are_true_where_positions_come_back(void)
{
  seeds tried = effort_seeds(800, 30000);
  int seed, i;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 40);
    ab_table *table = seed % 2 ? scene_table(&r) : NULL;
    if (seed % 2 == 0) scene_score_repetition(&played, &r);
    scene_prepare(&played, &tested, &truth);
    for (i = 0; i < 4; i++) {
      ab_task task = scene_task(&played, &r, table);
      scene_search(&played, &r, &tested, &truth, &task);
    }
  }
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
    steady_values(&truth, &played.game);
    set_values(&played.task, &played.game, rng_happens(&r, 30) ? 0 : HUGE_VAL);
    for (i = 0; i < 4; i++) {
      scene_start(&played, &r, &tested, scene_task(&played, &r, table));
      host_finish(&tested);
      check_values(&truth, &tested);
    }
  }
}

/* Gives the scene to another host, which has not searched yet. */
static void begin_other(void)
{
  host_free(&other);
  host_init(&other);
  scene_prepare(&played, &other, NULL);
}

/*
 * The engine has a history from searches before, which these do not use. An engine that had made a history once went on
 * to use it, and to write it, in searches that were to have none.
 */
static void what_was_searched_before_leaves_no_trace_without_a_memory_of_it(void)
{
  seeds tried = effort_seeds(400, 10000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0);
    ab_task task = played.task;
    add_techniques(&task, &r, NULL);
    task.techniques.learns &= ~(unsigned)AB_LEARNS_HISTORY;
    begin_other();
    other.move_ids = tested.move_ids;
    host_search(&other, &played.game, &task);
    host_search(&tested, &played.game, &task);
    CHECK(same_search(&tested, &other));
  }
}

/* ---- many players ---- */

/* What plain max^n finds at a node: payoffs of a node where the game is over. */
static const double *maxn(const tree *game, uint32_t at)
{
  const tree_node *node = game->nodes + at;
  const double *best = NULL;
  uint32_t i;
  if (node->count == 0) return tree_payoffs(game, at);
  for (i = 0; i < node->count; i++) {
    const double *found = maxn(game, node->first + i);
    if (best == NULL || found[game->movers[at]] > best[game->movers[at]]) best = found;
  }
  return best;
}

/* Makes the game one of some players, whose payoffs are 0 or more and add up to 9. */
static void grow_maxn(rng *r)
{
  static const shape s = {.depth = 5, .width = 3, .least = 1, .over_percent = 10};
  tree *game = &played.game;
  uint32_t at, player;
  tree_unfold_shape(game, r, &s, 0);
  tree_seat(game, 2 + (uint32_t)rng_below(r, 3));
  for (at = 0; at < game->count; at++) {
    int left = 9;
    game->movers[at] = at == 0 ? 0 : (uint32_t)rng_below(r, (int)game->players);
    for (player = 0; player + 1 < game->players; player++) {
      int payoff = rng_below(r, left + 1);
      tree_payoffs(game, at)[player] = payoff;
      left -= payoff;
    }
    tree_payoffs(game, at)[player] = left;
  }
}

/*
 * Immediate and shallow pruning [Korf 1991] leave out only what changes no payoff. The digest tells a search that leaves
 * out less than it may: a player who has all that the others leave, or more than the one before lets come to pass, needs
 * no other move. Nothing is pruned by what a player has further up.
 */
static void max_n_finds_the_payoffs_of_the_plain_search(void)
{
  int seed;
  digest = 0xCBF29CE484222325u;
  for (seed = 1; seed <= 600; seed++) {
    rng r = {(uint64_t)seed};
    ab_task task = host_task(TREE_LEVELS);
    const double *payoffs;
    uint32_t players;
    test_about("seed %d", seed);
    grow_maxn(&r);
    task.algorithm = AB_MAXN;
    task.host.asks_turn = 1;
    task.deepening.is_on = rng_happens(&r, 50);
    task.values.sum = rng_happens(&r, 70) ? 9 : rng_happens(&r, 50) ? 10 : HUGE_VAL;
    task.values.min = -rng_below(&r, 2);
    if (rng_happens(&r, 30)) task.values.max = 9;
    host_search(&tested, &played.game, &task);
    payoffs = ab_engine_result_payoffs(&tested.engine, &players);
    CHECK(memcmp(payoffs, maxn(&played.game, 0), players * sizeof *payoffs) == 0);
    add_search();
  }
  test_about("digest 0x%llX", (unsigned long long)digest);
  CHECK(digest == 0x8F46998938FD8756u);
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

/* Begins a search and leaves it at any moment. */
static void leave(rng *r, ab_table *table)
{
  scene_start(&played, r, &tested, scene_task(&played, r, table));
  interrupt_somewhere(r, AB_INTERRUPT_PAUSE);
}

/*
 * Does a search with a limit in nodes, which it keeps to the node, but in the first iteration. A null move is a node, too:
 * once, passing entered it without a look at the limit.
 */
static void limit(rng *r, ab_table *table)
{
  const ab_engine *engine = &tested.engine;
  ab_task task = scene_task(&played, r, table);
  task.deepening.is_on = 1;
  task.budget.nodes = 1 + (uint64_t)random_moment(r, 1000);
  scene_search(&played, r, &tested, &truth, &task);
  task = tested.task;
  if (ab_engine_result(engine)->depth <= 1 + (task.deepening.by_two_to >= task.depth)) return;
  CHECK(ab_engine_counters(engine)->nodes <= task.budget.nodes || task.depth == 0);
  if (ab_engine_result(engine)->reason == AB_REASON_NODES)
    CHECK(ab_engine_counters(engine)->nodes == task.budget.nodes);
}

/* Does a search whose time is up at any moment. */
static void cut_short(rng *r, ab_table *table)
{
  ab_task task = scene_task(&played, r, table);
  task.deepening.is_on = 1;
  task.budget.time = 1e9;
  scene_start(&played, r, &tested, task);
  CHECK(ab_engine_deadline(&tested.engine) == HUGE_VAL);
  CHECK(interrupt_somewhere(r, AB_INTERRUPT_TIME));
  scene_check(&played, &tested, &truth);
}

/* Two searches, the first of which ends before its time. */
static void search_after_a_broken_one(rng *r, ab_table *table)
{
  static void (*const breaks[])(rng * r, ab_table * table) = {leave, limit, cut_short};
  breaks[rng_below(r, 3)](r, table);
  search_somehow(r, table);
}

static void a_search_that_ends_at_any_moment_leaves_nothing_untrue(void)
{
  search_scenes(effort_seeds(600, 15000), 10, search_after_a_broken_one);
}

/* Few limits end an iteration that has proved a better move, so many are tried. */
static void an_unfinished_iteration_tells_what_it_has_proved(void)
{
  seeds tried = effort_seeds(400, 3000);
  int seed, found = 0;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0);
    ab_task task = scene_task(&played, &r, NULL);
    uint64_t all;
    task.deepening.is_on = task.deepening.partial_iteration = 1;
    host_search(&tested, &played.game, &task);
    all = ab_engine_counters(&tested.engine)->nodes;
    for (task.budget.nodes = 1; task.budget.nodes <= all; task.budget.nodes += 1 + all / 100) {
      test_about("seed %d, %d of %d nodes", seed, (int)task.budget.nodes, (int)all);
      host_search(&tested, &played.game, &task);
      scene_check(&played, &tested, &truth);
      found += ab_engine_result(&tested.engine)->partial_depth > 0;
    }
  }
  CHECK(found > 0);
}

static void slices_find_what_the_whole_search_finds(void)
{
  seeds tried = effort_seeds(400, 10000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = begin(seed, 0), again;
    ab_task task = scene_task(&played, &r, &scene_tables[1]);
    begin_other();
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
  }
}

int main(void)
{
  host_init(&tested);
  host_init(&other);
  scene_clear_tables();
  RUN(searches_visit_as_many_nodes_as_ever);
  RUN(values_are_true_with_every_technique);
  RUN(values_are_true_where_positions_come_back);
  RUN(speculation_is_right_where_no_depth_finds_more_than_another);
  RUN(what_was_searched_before_leaves_no_trace_without_a_memory_of_it);
  RUN(max_n_finds_the_payoffs_of_the_plain_search);
  RUN(a_search_that_ends_at_any_moment_leaves_nothing_untrue);
  RUN(an_unfinished_iteration_tells_what_it_has_proved);
  RUN(slices_find_what_the_whole_search_finds);
  scene_free_tables();
  host_free(&tested);
  host_free(&other);
  tree_free(&played.game);
  return test_end();
}
