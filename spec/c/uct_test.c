/*
 * uct_test.c: Monte Carlo tree search over games that are trees in memory: what it proves is true, whatever interrupts
 * it.
 */
#include "uct_host.h"

/* Makes `t` a random game of two players, with values of whichever sign. */
static void grow_game(tree *t, rng *r, int chance_percent, int extra_percent)
{
  static const double values[5] = {-2, -1, 0, 1, 3};
  shape s = {.depth = 1 + rng_below(r, 6), .width = 2 + rng_below(r, 3), .least = 1};
  int i;
  s.over_percent = rng_below(r, 20);
  s.chance_percent = chance_percent;
  s.extra_percent = extra_percent;
  for (i = 0; i < 4; i++) s.palette[i] = values[rng_below(r, 5)];
  tree_plant(t);
  tree_grow_node(t, 0, r, &s, s.depth);
}

/* What minimax finds at each node, for player 0. */
static void find_values(const tree *t, double *values)
{
  uint32_t at, i;
  for (at = t->count; at-- > 0;) {
    const tree_node *node = &t->nodes[at];
    double best = node->roots_turn ? -HUGE_VAL : HUGE_VAL, mean = 0;
    for (i = node->first; i < node->first + node->count; i++) {
      best = node->roots_turn ? fmax(best, values[i]) : fmin(best, values[i]);
      mean += t->nodes[i].probability * values[i];
    }
    values[at] = node->count == 0 ? node->value : node->is_chance ? mean : best;
  }
}

/* The sign of a value as a proof. */
static int proof_of(double value)
{
  return value > 0 ? AB_UCT_WON : value < 0 ? AB_UCT_LOST : AB_UCT_DRAWN;
}

/* The plies of the proof of a node by those of its edges' nodes: of won ones the fewest, of lost ones the most. */
static int32_t plies_of(const ab_uct_tree *grown, const ab_uct_node *node)
{
  int is_won = node->solved == (node->player == 0 ? AB_UCT_WON : AB_UCT_LOST);
  int32_t plies = is_won ? INT32_MAX - 1 : 0;
  uint32_t place;
  for (place = 0; place < node->tried; place++) {
    const ab_uct_node *kid = &grown->nodes[grown->edges[node->edges + place].node];
    if (is_won && kid->solved == node->solved && kid->plies < plies) plies = kid->plies;
    if (!is_won && kid->plies > plies) plies = kid->plies;
  }
  return plies + 1;
}

/* Checks an edge and its node, by RAVE. */
static void check_rave(const uct_host *h, const ab_uct_edge *edge, const ab_uct_node *kid)
{
  if (!h->what.uses_rave || !h->uct.has_rave) return;
  CHECK(edge->later >= kid->visits);
  if (h->uct.player_count == 2) CHECK(edge->sum >= 0 && edge->sum <= edge->later);
}

/* Checks a node of the tree and all below it. `at` is its node of the game. */
static void check_node(const uct_host *h, uint32_t node, uint32_t at, const double *values)
{
  const ab_uct_tree *grown = &h->uct.tree;
  const ab_uct_node *own = &grown->nodes[node];
  uint32_t place, visits = 0;
  if (h->uct.player_count == 2) CHECK(own->sum >= 0 && own->sum <= own->visits);
  if (own->solved != AB_UCT_OPEN) CHECK(own->solved == proof_of(values[at]));
  if (own->has_floor) CHECK(own->player == 0 ? values[at] >= 0 : values[at] <= 0);
  if (own->is_over) CHECK(h->game->nodes[at].count == 0 && own->result == values[at] && own->plies == 0);
  if (!own->is_listed) return;
  if (own->solved != AB_UCT_OPEN && own->solved != AB_UCT_DRAWN && !h->what.guards)
    CHECK(own->plies == plies_of(grown, own));
  CHECK(own->count == h->game->nodes[at].count && h->kept[node] == at);
  for (place = 0; place < own->count; place++) {
    const ab_uct_edge *edge = &grown->edges[own->edges + place];
    if (edge->node == AB_UCT_NONE) {
      CHECK(own->is_chance || place >= own->tried);
      continue;
    }
    CHECK(own->is_chance || place < own->tried);
    CHECK(grown->nodes[edge->node].mover == (own->is_chance ? own->mover : own->player));
    visits += grown->nodes[edge->node].visits;
    check_rave(h, edge, &grown->nodes[edge->node]);
    check_node(h, edge->node, h->game->nodes[at].first + edge->index, values);
  }
  CHECK(visits <= own->visits);
}

static void it_proves_what_minimax_finds(void)
{
  tree game = {0};
  int seed, last = effort(3000, 60000), solved = 0;
  for (seed = 1; seed <= last; seed++) {
    rng r = {(uint64_t)seed};
    uct_host *h = uct_host_new();
    ab_task task = uct_task(4000);
    ab_uct_task what = uct_what();
    double *values;
    ab_uct_root root;
    ab_uct_kid best;
    test_about("seed %d", seed);
    grow_game(&game, &r, 0, seed % 2 * 30);
    values = malloc(game.count * sizeof *values);
    if (values == NULL) abort();
    find_values(&game, values);
    what.seed = (uint64_t)seed;
    what.uses_rave = seed % 3 > 0;
    what.guards = seed % 5 == 0;
    task.root.minimizing = seed % 11 == 0;
    if (seed % 13 == 0) task.view = AB_VIEW_MOVER, task.root.minimizing = 0;
    uct_search(h, &game, &task, &what);
    root = ab_uct_summary(&h->uct);
    if (game.nodes[0].count == 0) {
      CHECK(uct_reason(h) == AB_REASON_OVER && root.value == (task.root.minimizing ? -values[0] : values[0]));
    } else {
      check_node(h, 0, 0, values);
      CHECK(uct_reason(h) == AB_REASON_SOLVED || uct_reason(h) == AB_REASON_NODES);
      CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1 || root.visits < 2);
    }
    if (uct_reason(h) == AB_REASON_SOLVED) {
      solved++;
      CHECK(root.is_proven && root.proven == proof_of(values[0]) / 2.0);
      CHECK(proof_of(values[game.nodes[0].first + best.index]) == proof_of(values[0]));
      if (root.proven == 0.5) CHECK(root.result == 0);
      if (root.proven == 1) CHECK(root.result <= values[0] && root.result > 0);
    }
    free(values);
    uct_host_free(h);
  }
  CHECK(solved > last / 2);
  tree_free(&game);
}

/* ---- one tree ---- */

/* A copy of a tree. */
typedef struct copy {
  ab_uct_node *nodes;
  ab_uct_edge *edges;
  uint32_t node_count, edge_count;
} copy;

/* Makes a copy of the tree of a search. */
static copy copy_tree(const uct_host *h)
{
  const ab_uct_tree *grown = &h->uct.tree;
  copy c = {malloc(grown->node_count * sizeof *c.nodes + 1), malloc(grown->edge_count * sizeof *c.edges + 1),
            grown->node_count, grown->edge_count};
  if (c.nodes == NULL || c.edges == NULL) abort();
  if (c.node_count > 0) memcpy(c.nodes, grown->nodes, c.node_count * sizeof *c.nodes);
  if (c.edge_count > 0) memcpy(c.edges, grown->edges, c.edge_count * sizeof *c.edges);
  return c;
}

/* Whether a search has grown the same tree. */
static int is_same_tree(const copy *c, const uct_host *h)
{
  const ab_uct_tree *grown = &h->uct.tree;
  return c->node_count == grown->node_count && c->edge_count == grown->edge_count &&
         memcmp(c->nodes, grown->nodes, c->node_count * sizeof *c->nodes) == 0 &&
         (c->edge_count == 0 || memcmp(c->edges, grown->edges, c->edge_count * sizeof *c->edges) == 0);
}

/* Gives its memory back. */
static void free_copy(copy *c)
{
  free(c->nodes);
  free(c->edges);
}

/* Grows a game for the tests below, with all there is in some of them. Returns how to search it. */
static ab_uct_task grow_any_game(tree *game, int seed, ab_task *task)
{
  rng r = {(uint64_t)seed};
  ab_uct_task what = uct_what();
  *task = uct_task(60);
  grow_game(game, &r, seed % 3 * 20, seed % 2 * 30);
  what.seed = (uint64_t)seed;
  what.uses_rave = seed % 4 > 0;
  what.guards = seed % 5 == 0;
  what.evaluates = seed % 6 == 0;
  return what;
}

static void one_seed_grows_one_tree_and_another_one_another(void)
{
  tree game = {0};
  int seed, different = 0;
  for (seed = 1; seed <= 40; seed++) {
    uct_host *one = uct_host_new(), *other = uct_host_new();
    ab_task task;
    ab_uct_task what = grow_any_game(&game, seed, &task);
    copy grown;
    test_about("seed %d", seed);
    uct_search(one, &game, &task, &what);
    uct_search(other, &game, &task, &what);
    grown = copy_tree(one);
    CHECK(is_same_tree(&grown, other));
    what.number++;
    uct_host_free(other);
    other = uct_host_new();
    uct_search(other, &game, &task, &what);
    different += !is_same_tree(&grown, other);
    free_copy(&grown);
    uct_host_free(one);
    uct_host_free(other);
  }
  CHECK(different > 20);
  tree_free(&game);
}

static void slices_of_any_length_grow_the_tree_of_the_whole_search(void)
{
  tree game = {0};
  int seed, last = effort(60, 1000);
  for (seed = 1; seed <= last; seed++) {
    uct_host *h = uct_host_new(), *sliced;
    ab_task task;
    ab_uct_task what = grow_any_game(&game, seed, &task);
    uint64_t calls, k;
    copy grown;
    uct_search(h, &game, &task, &what);
    grown = copy_tree(h);
    calls = h->calls;
    for (k = 1; k <= calls; k += 1 + k / 16) {
      test_about("seed %d, interrupted at call %d", seed, (int)k);
      sliced = uct_host_new();
      uct_start(sliced, &game, 0, &task, &what);
      sliced->interrupt_for = AB_INTERRUPT_PAUSE;
      sliced->interrupt_at = k;
      while (!uct_run(sliced)) sliced->interrupt_at += k;
      CHECK(is_same_tree(&grown, sliced) && sliced->calls == calls);
      uct_host_free(sliced);
    }
    for (k = 1; k < 10; k++) {
      test_about("seed %d, slices of %d playouts", seed, (int)k);
      sliced = uct_host_new();
      uct_start(sliced, &game, 0, &task, &what);
      do ab_engine_pause_at(&sliced->engine, ab_engine_counters(&sliced->engine)->nodes + k);
      while (!uct_run(sliced));
      CHECK(is_same_tree(&grown, sliced));
      uct_host_free(sliced);
    }
    free_copy(&grown);
    uct_host_free(h);
  }
  tree_free(&game);
}

static void a_search_that_was_left_leaves_nothing_wrong_behind(void)
{
  tree game = {0};
  volatile int seed;
  for (seed = 1; seed <= effort(30, 400); seed++) {
    uct_host *volatile h = uct_host_new();
    ab_task task;
    ab_uct_task what = grow_any_game(&game, seed, &task);
    volatile uint64_t calls, k;
    int is_met;
    copy grown;
    what.has_is_over = 0;
    uct_search(h, &game, &task, &what);
    uct_search(h, &game, &task, &what); /* the players are known now */
    grown = copy_tree(h);
    calls = h->calls;
    for (k = 1; k <= calls; k += 1 + k / 8) {
      uct_host *volatile left = uct_host_new();
      test_about("seed %d, left at call %d", seed, (int)k);
      left->escape_at = k;
      if (setjmp(left->escape) == 0) uct_search(left, &game, &task, &what);
      ab_engine_stop(&left->engine);
      left->escape_at = 0;
      is_met = left->uct.lasting.players == h->uct.lasting.players &&
               left->uct.lasting.alternates == h->uct.lasting.alternates;
      uct_search(left, &game, &task, &what);
      if (is_met) CHECK(is_same_tree(&grown, left));
      uct_host_free(left);
    }
    free_copy(&grown);
    uct_host_free(h);
  }
  tree_free(&game);
}

/* ---- limits ---- */

static void a_limit_of_time_always_leaves_a_move(void)
{
  tree game = {0};
  int seed;
  for (seed = 1; seed <= 60; seed++) {
    ab_task task;
    ab_uct_task what = grow_any_game(&game, seed, &task);
    uint64_t k;
    if (game.nodes[0].count == 0 || game.nodes[0].is_chance) continue;
    for (k = 1; k < 120; k++) {
      uct_host *h = uct_host_new();
      ab_uct_kid best;
      test_about("seed %d, time over at call %d", seed, (int)k);
      uct_start(h, &game, 0, &task, &what);
      h->interrupt_for = AB_INTERRUPT_TIME;
      h->interrupt_at = k;
      CHECK(uct_run(h));
      CHECK(uct_reason(h) == AB_REASON_TIME || uct_reason(h) == AB_REASON_SOLVED ||
            uct_reason(h) == AB_REASON_NODES);
      CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1 && best.index < game.nodes[0].count);
      uct_host_free(h);
    }
  }
  tree_free(&game);
}

/* A game of `depth` plies with two moves each, a draw everywhere. */
static void grow_draws(tree *game, int depth)
{
  static const shape s = {.depth = 0, .width = 2, .least = 2};
  rng r = {1};
  tree_plant(game);
  tree_grow_node(game, 0, &r, &s, depth);
}

static void limits_end_it(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(300);
  ab_uct_task what = uct_what();
  ab_uct_kid kids[2];
  grow_draws(&game, 12);
  uct_search(h, &game, &task, &what);
  CHECK(uct_reason(h) == AB_REASON_NODES && ab_engine_counters(&h->engine)->nodes == 300);
  CHECK(h->reports == 2);
  CHECK(ab_uct_ranked(&h->uct, kids, 2) == 2 && kids[0].visits + kids[1].visits == 300);
  task.budget.nodes = UINT64_MAX;
  task.budget.time = 5;
  h->call_seconds = 0.01;
  fake_clock_reset();
  what.recognizes = 0;
  uct_search(h, &game, &task, &what);
  CHECK(uct_reason(h) == AB_REASON_TIME && fake_time.now > 1004 && fake_time.now < 1007);
  task.budget.time = HUGE_VAL;
  task.budget.soft_nodes = 160;
  uct_search(h, &game, &task, &what);
  CHECK(uct_reason(h) == AB_REASON_NODES && ab_engine_counters(&h->engine)->nodes <= 400);
  uct_host_free(h);
  tree_free(&game);
}

/* ---- memory ---- */

static void it_keeps_to_its_memory(void)
{
  tree game = {0};
  uint64_t bytes;
  for (bytes = 0; bytes < 40000; bytes = bytes * 2 + 100) {
    uct_host *h = uct_host_new();
    ab_task task = uct_task(3000);
    ab_uct_task what = uct_what();
    ab_uct_kid kids[2];
    test_about("%d bytes", (int)bytes);
    grow_draws(&game, 12);
    what.bytes = bytes;
    uct_search(h, &game, &task, &what);
    CHECK(ab_uct_tree_used(&h->uct.tree) <= bytes + 600);
    CHECK(h->uct.tree.node_capacity * sizeof(ab_uct_node) + h->uct.tree.edge_capacity * sizeof(ab_uct_edge) <=
          bytes * 2 + 1000);
    CHECK(ab_uct_ranked(&h->uct, kids, 2) == 2 && kids[0].visits + kids[1].visits == 3000);
    CHECK(h->heap.requests < 60);
    uct_host_free(h);
  }
  tree_free(&game);
}

static void it_bears_any_refusal_of_memory(void)
{
  tree game = {0};
  volatile uint64_t k, refused = 1;
  grow_draws(&game, 9);
  for (k = 1; refused > 0; k++) {
    uct_host *volatile h = uct_host_new();
    ab_task task = uct_task(400);
    ab_uct_task what = uct_what();
    ab_uct_kid best;
    test_about("request %d refused", (int)k);
    h->heap.refuses = k;
    h->heap.refusals = k % 2 ? 1 : UINT64_MAX;
    h->gives_up = 1;
    if (setjmp(h->escape) == 0) {
      uct_search(h, &game, &task, &what);
      CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1);
    }
    refused = h->heap.refused;
    h->heap.refuses = 0;
    ab_engine_stop(&h->engine);
    uct_search(h, &game, &task, &what);
    CHECK(ab_engine_counters(&h->engine)->nodes == 400);
    uct_host_free(h);
  }
  CHECK(k > 5);
  tree_free(&game);
}

/* ---- the tree of the search before ---- */

static void it_goes_on_with_the_part_of_the_tree_that_it_recognizes(void)
{
  tree game = {0};
  int seed, kept = 0;
  for (seed = 1; seed <= effort(300, 5000); seed++) {
    rng r = {(uint64_t)seed};
    shape s = {.depth = 7, .width = 4, .least = 2, .palette = {-1, 0, 1, 0}};
    uct_host *h = uct_host_new();
    ab_task task = uct_task(400);
    ab_uct_task what = uct_what();
    uint32_t at = 0;
    double *values;
    test_about("seed %d", seed);
    tree_plant(&game);
    tree_grow_node(&game, 0, &r, &s, s.depth);
    values = malloc(game.count * sizeof *values);
    if (values == NULL) abort();
    find_values(&game, values);
    what.uses_rave = seed % 2;
    what.bytes = seed % 3 == 0 ? 8000 : (uint64_t)1 << 22;
    uct_search(h, &game, &task, &what);
    while (game.nodes[at].count > 0) {
      ab_uct_kid best;
      if (ab_uct_ranked(&h->uct, &best, 1) == 0) break;
      at = game.nodes[at].first + best.index;
      if (game.nodes[at].count > 0 && seed % 4 == 0)
        at = game.nodes[at].first + (uint32_t)rng_below(&r, (int)game.nodes[at].count);
      what.number++;
      task.budget.nodes = 1;
      uct_start(h, &game, at, &task, &what);
      CHECK(uct_run(h));
      kept += h->uct.tree.nodes[0].visits > 1;
      if (game.nodes[at].count > 0) check_node(h, 0, at, values);
      task.budget.nodes = 300;
      what.number++;
      uct_start(h, &game, at, &task, &what);
      CHECK(uct_run(h));
      if (game.nodes[at].count > 0) check_node(h, 0, at, values);
    }
    free(values);
    uct_host_free(h);
  }
  CHECK(kept > 2 * seed);
  tree_free(&game);
}

static void it_takes_no_state_for_another_that_looks_the_same(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(400);
  ab_uct_task what = uct_what();
  ab_uct_kid best;
  grow_draws(&game, 9);
  h->forgets = 1;
  uct_search(h, &game, &task, &what);
  CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1);
  task.budget.nodes = 1;
  uct_start(h, &game, game.nodes[0].first + best.index, &task, &what);
  CHECK(uct_run(h) && h->uct.tree.nodes[0].visits == 1);
  uct_host_free(h);
  tree_free(&game);
}

/* ---- other games ---- */

static void it_weighs_luck(void)
{
  static const struct {
    const char *text;
    uint32_t best;
    double value;
  } cases[] = {{"{3, (0.25: 10, 0.75: 0)}", 0, 3}, {"{3, (0.25: 20, 0.75: 0)}", 1, 5}};
  size_t i;
  for (i = 0; i < 2; i++) {
    tree game = {0};
    uct_host *h = uct_host_new();
    ab_task task = uct_task(4000);
    ab_uct_task what = uct_what();
    ab_uct_kid best;
    uint32_t at;
    tree_read(&game, cases[i].text);
    for (at = 0; at < game.count; at++) game.nodes[at].roots_turn = 1;
    uct_search(h, &game, &task, &what);
    CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1 && best.index == cases[i].best);
    CHECK(fabs(best.points - cases[i].value) < 0.5);
    uct_host_free(h);
    tree_free(&game);
  }
}

/* What max^n finds at a node for each of three players, the first of equal moves. */
static uint32_t best_of_three(const tree *t, uint32_t at, double *payoffs)
{
  const tree_node *node = &t->nodes[at];
  uint32_t i, best = 0;
  double below[3];
  if (node->count == 0) memcpy(payoffs, tree_payoffs(t, at), 3 * sizeof *payoffs);
  for (i = 0; i < node->count; i++) {
    best_of_three(t, node->first + i, below);
    if (i > 0 && below[t->movers[at]] <= payoffs[t->movers[at]]) continue;
    best = i;
    memcpy(payoffs, below, sizeof below);
  }
  return best;
}

static void each_of_three_players_plays_for_itself(void)
{
  static const shape s = {.depth = 3, .width = 3, .least = 2};
  tree game = {0};
  int seed, right = 0;
  for (seed = 1; seed <= 100; seed++) {
    rng r = {(uint64_t)seed};
    uct_host *h = uct_host_new();
    ab_task task = uct_task(3000);
    ab_uct_task what = uct_what();
    ab_uct_kid best;
    double payoffs[3];
    uint32_t at, i;
    tree_plant(&game);
    tree_grow_node(&game, 0, &r, &s, s.depth);
    tree_seat(&game, 3);
    for (at = 0; at < game.count; at++) {
      for (i = 0; i < game.nodes[at].count; i++)
        game.movers[game.nodes[at].first + i] = (game.movers[at] + 1) % 3;
      for (i = 0; i < 3; i++) tree_payoffs(&game, at)[i] = rng_below(&r, 1000);
    }
    what.uses_rave = 0;
    uct_search(h, &game, &task, &what);
    CHECK(ab_uct_summary(&h->uct).players == 3);
    CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1);
    right += best.index == best_of_three(&game, 0, payoffs);
    uct_host_free(h);
  }
  CHECK(right >= 80);
  tree_free(&game);
}

/*
 * Two deals. To bet wins 1 if the other player folds; if she calls, that loses 2 against one hand, and wins 2 against
 * the other. She knows her hand. Not to bet costs 0.2.
 */
static void grow_bets(tree *game, uct_host *h)
{
  uint32_t at;
  tree_read(game, "{{{-2, 1}, -0.2}, {{2, 1}, -0.2}}");
  for (at = 1; at < game->count; at++) game->nodes[at].roots_turn = at < 3;
  h->first_deal = 1;
  h->deal_count = 2;
}

static void others_know_their_hands(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(3000);
  ab_uct_task what = uct_what();
  ab_uct_kid kids[2];
  ab_uct_move move;
  grow_bets(&game, h);
  what.deals = 1;
  uct_start(h, &game, 1, &task, &what);
  CHECK(uct_run(h));
  CHECK(uct_reason(h) == AB_REASON_NODES);
  CHECK(ab_uct_ranked(&h->uct, kids, 2) == 2);
  CHECK(h->names[kids[0].node] == 2 && h->names[kids[1].node] == 1);
  CHECK(fabs(kids[0].points + 0.2) < 1e-9);
  CHECK(kids[1].points < -0.3);
  CHECK(ab_uct_line(&h->uct, kids[1].node, &move) && h->names[move.node] != NO_NODE);
  uct_host_free(h);
  tree_free(&game);
}

/* Two deals. To look costs nothing, and then one of two guesses is right. Not to look is worth 0.3. */
static void looking_at_a_card_is_worth_something(void)
{
  int sees;
  for (sees = 0; sees < 2; sees++) {
    tree game = {0};
    uct_host *h = uct_host_new();
    ab_task task = uct_task(3000);
    ab_uct_task what = uct_what();
    ab_uct_kid best;
    ab_uct_move move;
    uint32_t at;
    tree_read(&game, "{{{1, -1, {-1, -1}}, 0.3}, {{-1, 1, {-1, -1}}, 0.3}}");
    for (at = 0; at < game.count; at++) game.nodes[at].roots_turn = 1;
    if (sees)
      for (at = 1; at < 3; at++) game.nodes[game.nodes[at].first].score = at;
    h->first_deal = 1;
    h->deal_count = 2;
    what.deals = 1;
    uct_start(h, &game, 1, &task, &what);
    CHECK(uct_run(h) && ab_uct_ranked(&h->uct, &best, 1) == 1);
    CHECK(h->names[best.node] == (sees ? 1 : 2));
    CHECK(fabs(best.points - (sees ? 1 : 0.3)) < 0.1);
    if (sees) CHECK(ab_uct_line(&h->uct, best.node, &move) && h->names[move.node] <= 2);
    uct_host_free(h);
    tree_free(&game);
  }
}

static void deals_are_taken_back_whatever_ends_the_search(void)
{
  tree game = {0};
  uint64_t k;
  for (k = 1; k < 150; k++) {
    uct_host *h = uct_host_new();
    ab_task task = uct_task(12);
    ab_uct_task what = uct_what();
    ab_uct_kid best;
    test_about("interrupted at call %d", (int)k);
    grow_bets(&game, h);
    what.deals = 1;
    if (k % 3 == 0) what.is_probe = what.asks.mobility = 1;
    task.root.answers_forced = 1;
    uct_start(h, &game, 1, &task, &what);
    h->interrupt_for = k % 2 ? AB_INTERRUPT_TIME : AB_INTERRUPT_PAUSE;
    h->interrupt_at = k;
    while (!uct_run(h)) h->interrupt_at += k;
    CHECK(h->at[0] == 1);
    CHECK(what.is_probe || ab_uct_ranked(&h->uct, &best, 1) == 1);
    uct_host_free(h);
  }
  tree_free(&game);
}

/* ---- techniques ---- */

/* Nine moves a ply, for `depth` plies. The last move wins at once. */
static uint32_t grow_wins(tree *game, uint32_t at, int depth)
{
  uint32_t first = tree_branch(game, at, 4), i;
  for (i = 0; i < 3 && depth > 1; i++) grow_wins(game, first + i, depth - 1);
  game->nodes[first + 3].value = game->nodes[at].roots_turn ? 1 : -1;
  return first;
}

static void it_watches_a_few_playouts_for_winning_moves_and_keeps_what_they_tell(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(1500);
  ab_uct_task what = uct_what();
  double few, many;
  tree_plant(&game);
  grow_wins(&game, 0, 7);
  what.recognizes = 0;
  what.uses_rave = 0;
  task.root.omits_moves = 1;
  h->uct.lasting.habits.watched = 0;
  uct_search(h, &game, &task, &what);
  few = (double)h->enters / (double)h->listings;
  CHECK(few < 1.6 && h->uct.lasting.habits.watched <= 75);
  h->uct.lasting.habits.watched = 64;
  h->uct.lasting.habits.kept = 30;
  uct_search(h, &game, &task, &what);
  many = (double)h->enters / (double)h->listings;
  CHECK(many > few);
  uct_host_free(h);
  tree_free(&game);
}

/* Solves the game by minimax, after some calls. */
static ab_uct_aside solve(uct_host *h, int defends, uint64_t nodes)
{
  ab_uct_aside answer = {0, 0, 0, 0, AB_UCT_NONE, -1, 3};
  CHECK(nodes > 0);
  if (h->turns++ % 5 != 4) return answer;
  answer.has_ended = 1;
  answer.is_proven = 1;
  answer.points = defends ? 0 : 1;
  answer.result = 1;
  answer.child = 1;
  answer.plies = 5;
  return answer;
}

static void alpha_beta_beside_it_may_answer_first(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(3000);
  ab_uct_task what = uct_what();
  ab_uct_kid best;
  ab_uct_root root;
  grow_draws(&game, 12);
  task.host.has_chance_nodes = 0;
  h->solve = solve;
  what.solves = 1;
  uct_search(h, &game, &task, &what);
  CHECK(uct_reason(h) == AB_REASON_SOLVED && ab_engine_counters(&h->engine)->nodes < 1000);
  root = ab_uct_summary(&h->uct);
  CHECK(root.is_proven && root.proven == 1 && root.plies == 5 && root.answer == 1);
  CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1 && best.index == 1);
  tree_read(&game, "{{-1, -2}, {-1, {{-1, -1}, {-3, -1}}}}");
  what.solves = 0;
  what.defends = 1;
  uct_search(h, &game, &task, &what);
  root = ab_uct_summary(&h->uct);
  CHECK(uct_reason(h) == AB_REASON_SOLVED && root.proven == 0 && root.answer == 1 && root.plies == 5);
  uct_host_free(h);
  tree_free(&game);
}

/* Solves a game that is lost but for its last move. */
static ab_uct_aside solve_last(uct_host *h, int defends, uint64_t nodes)
{
  ab_uct_aside answer = {1, 1, 1, 1, h->game->nodes[0].count - 1, 1, 3};
  CHECK(nodes > 0 && !defends);
  return answer;
}

/* By RAVE, moves may stay untried for long. */
static void its_answer_counts_if_no_playout_has_tried_it(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(3000);
  ab_uct_task what = uct_what();
  ab_uct_kid kids[3];
  uint32_t first, i;
  tree_plant(&game);
  first = tree_branch(&game, 0, 40);
  for (i = 0; i < 40; i++) tree_branch(&game, first + i, 2);
  task.host.has_chance_nodes = 0;
  what.solves = 1;
  h->solve = solve_last;
  uct_search(h, &game, &task, &what);
  CHECK(uct_reason(h) == AB_REASON_SOLVED && ab_engine_counters(&h->engine)->nodes == 8);
  CHECK(ab_uct_ranked(&h->uct, kids, 3) == 3 && kids[0].index == 39 && kids[1].index != 39);
  CHECK(kids[0].node == AB_UCT_NONE && kids[0].points == 1 && kids[0].is_proven);
  uct_host_free(h);
  tree_free(&game);
}

static void the_first_playouts_probe(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(100000);
  ab_uct_task what = uct_what();
  const ab_probe *probe = ab_uct_probed(&h->uct);
  uint32_t line;
  grow_draws(&game, 12);
  game.nodes[game.nodes[0].first].value = 1;
  what.asks.result = what.asks.mobility = what.is_probe = 1;
  uct_search(h, &game, &task, &what);
  CHECK(uct_reason(h) == AB_REASON_PROBED && probe->line == AB_PROBE_PLAYOUTS);
  CHECK(probe->tells_apart && probe->movers == 3 && probe->length == 12);
  CHECK(ab_engine_counters(&h->engine)->nodes == (uint64_t)12 * AB_PROBE_PLAYOUTS);
  CHECK(h->enters == (uint64_t)12 * AB_PROBE_PLAYOUTS);
  what.is_probe = 0;
  what.asks.result = what.asks.mobility = 0;
  what.goes_on = 1;
  task.budget.nodes = 50;
  uct_search(h, &game, &task, &what);
  CHECK(h->uct.tree.nodes[0].visits == 50 + AB_PROBE_PLAYOUTS);
  what.goes_on = 0;
  what.is_probe = what.asks.result = what.asks.mobility = 1;
  task.budget.nodes = 30;
  uct_search(h, &game, &task, &what);
  CHECK(uct_reason(h) == AB_REASON_NODES && ab_engine_counters(&h->engine)->nodes == 30 && h->enters == 30);
  line = probe->line;
  what.asks.goes_on = 1;
  uct_search(h, &game, &task, &what);
  CHECK(line == 2 && probe->line == 4);
  uct_host_free(h);
  tree_free(&game);
}

/* In the contest, player 0 takes the first of two moves, after which there is one reply. */
static void a_contest_tells_whether_mobility_wins(void)
{
  static const char *const games[3] = {"{{-1}, {1, 1, 1}}", "{{1}, {-1, -1, -1}}", "{{0}, {0, 0, 0}}"};
  int seed;
  for (seed = 0; seed < 60; seed++) {
    tree game = {0};
    uct_host *h = uct_host_new(), *sliced = uct_host_new();
    ab_task task = uct_task(100000);
    ab_uct_task what = uct_what();
    const ab_probe *probe = ab_uct_probed(&h->uct);
    test_about("seed %d", seed);
    tree_read(&game, games[seed % 3]);
    what.seed = (uint64_t)seed;
    what.is_probe = what.asks.contest = 1;
    uct_search(h, &game, &task, &what);
    CHECK(uct_reason(h) == AB_REASON_PROBED && h->uct.tree.nodes[0].visits == 0);
    CHECK(probe->games == AB_CONTEST_GAMES || probe->lead == AB_CONTEST_LEAD ||
          probe->lead == -AB_CONTEST_LEAD);
    CHECK(seed % 3 == 0 ? probe->lead < 0 : seed % 3 == 1 ? probe->lead > 0 : probe->lead == 0);
    uct_start(sliced, &game, 0, &task, &what);
    do ab_engine_pause_at(&sliced->engine, ab_engine_counters(&sliced->engine)->nodes + 1);
    while (!uct_run(sliced));
    CHECK(sliced->uct.lasting.probe.games == probe->games && sliced->uct.lasting.probe.lead == probe->lead);
    task.budget.nodes = 9; /* at most two games */
    uct_search(h, &game, &task, &what);
    CHECK(uct_reason(h) == AB_REASON_NODES && h->enters == 9 && (probe->games == 1 || probe->games == 2));
    what.asks.goes_on = 1;
    task.budget.nodes = 100000;
    uct_search(h, &game, &task, &what);
    CHECK(uct_reason(h) == AB_REASON_PROBED && probe->games >= AB_CONTEST_LEAD);
    uct_host_free(h);
    uct_host_free(sliced);
    tree_free(&game);
  }
}

/* By hand: mobility is 1, 2, 3 in the view of the first player. */
static void the_probe_adds_up_mobility(void)
{
  static const ab_probe_ask asks = {.mobility = 1, .result = 1};
  static const double counts[4] = {5, 4, 6, 3};
  ab_probe probe;
  int32_t ply;
  ab_probe_start(&probe, &asks);
  ab_probe_begin(&probe);
  for (ply = 0; ply < 4; ply++) {
    ab_probe_state state = {ply, (uint32_t)ply % 2, (uint32_t)counts[ply], 1};
    ab_probe_look(&probe, &state);
    ab_probe_compare(&probe, &state, AB_SAID_NUMBER, 7);
  }
  CHECK(probe.products == 1 && probe.squares == 1 && probe.next == 2 && probe.second == 3);
  CHECK(probe.changes == 0 && !probe.tells_apart && probe.movers == 3);
  ab_probe_end(&probe, 4, 2, 1);
  CHECK(probe.ply_time == 0.75 && probe.back_time == 0.25 && probe.line == 1);
}

static void it_asks_no_more_than_it_needs(void)
{
  tree game = {0};
  uct_host *h = uct_host_new();
  ab_task task = uct_task(1000);
  ab_uct_task what = uct_what();
  grow_draws(&game, 14);
  what.recognizes = what.has_is_over = 0;
  uct_search(h, &game, &task, &what);
  CHECK(h->turns < 1000 + 14 * 8 && h->evaluations < 1100);
  CHECK(h->enters == 14 * 1000 && h->listings < h->enters);
  uct_host_free(h);
  tree_free(&game);
}

int main(void)
{
  RUN(it_proves_what_minimax_finds);
  RUN(one_seed_grows_one_tree_and_another_one_another);
  RUN(slices_of_any_length_grow_the_tree_of_the_whole_search);
  RUN(a_search_that_was_left_leaves_nothing_wrong_behind);
  RUN(a_limit_of_time_always_leaves_a_move);
  RUN(limits_end_it);
  RUN(it_keeps_to_its_memory);
  RUN(it_bears_any_refusal_of_memory);
  RUN(it_goes_on_with_the_part_of_the_tree_that_it_recognizes);
  RUN(it_takes_no_state_for_another_that_looks_the_same);
  RUN(it_weighs_luck);
  RUN(each_of_three_players_plays_for_itself);
  RUN(others_know_their_hands);
  RUN(looking_at_a_card_is_worth_something);
  RUN(deals_are_taken_back_whatever_ends_the_search);
  RUN(it_watches_a_few_playouts_for_winning_moves_and_keeps_what_they_tell);
  RUN(alpha_beta_beside_it_may_answer_first);
  RUN(its_answer_counts_if_no_playout_has_tried_it);
  RUN(the_first_playouts_probe);
  RUN(a_contest_tells_whether_mobility_wins);
  RUN(the_probe_adds_up_mobility);
  RUN(it_asks_no_more_than_it_needs);
  return test_end();
}
