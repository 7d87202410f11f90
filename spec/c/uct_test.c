/*
 * uct_test.c: the tree of a Monte Carlo search: what it proves is true, whatever interrupts the search, and whatever
 * part of it the next search goes on with.
 */
#include "uct_host.h"

/* Makes the game one of two players at random, with values of whichever sign. */
static void grow_game(rng *r, int chance_percent, int extra_percent)
{
  static const double values[5] = {-2, -1, 0, 1, 3};
  shape s = {.depth = 1 + rng_below(r, 8), .width = 2 + rng_below(r, 3), .least = 1};
  int i;
  s.over_percent = rng_below(r, 20);
  s.chance_percent = chance_percent;
  s.extra_percent = extra_percent;
  for (i = 0; i < 4; i++) s.palette[i] = values[rng_below(r, 5)];
  tree_unfold_shape(&game, r, &s, 0);
}

/* ---- what it proves ---- */

/* What minimax finds at each node of the game, for player 0. */
static double *values;

/* Finds these values. */
static void find_values(void)
{
  static oracle truth;
  ab_task all = host_task(AB_DEPTH_MAX);
  uint32_t at;
  all.host.asks_turn = all.host.has_chance_nodes = 1;
  oracle_search(&truth, &game, 0, &all, AB_DEPTH_MAX);
  values = realloc(values, game.count * sizeof *values);
  if (values == NULL) abort();
  for (at = 0; at < game.count; at++) values[at] = oracle_minimax(&truth, at, 0, AB_DEPTH_MAX).value;
}

/* The sign of a value as a proof. */
static int proof_of(double value)
{
  return value > 0 ? AB_UCT_WON : value < 0 ? AB_UCT_LOST : AB_UCT_DRAWN;
}

/* The plies of the proof of a node by those of its edges' nodes: of won ones the fewest, of lost ones the most. */
static int32_t plies_of(const ab_uct_node *node)
{
  const ab_uct_tree *grown = &h->uct.tree;
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
static void check_rave(const ab_uct_edge *edge, const ab_uct_node *kid)
{
  if (!what.uses_rave || !h->uct.has_rave) return;
  CHECK(edge->later >= kid->visits);
  if (h->uct.player_count == 2) CHECK(edge->sum >= 0 && edge->sum <= edge->later);
}

/* Checks a node of the tree and all below it. `at` is its node of the game. */
static void check_node(uint32_t node, uint32_t at)
{
  const ab_uct_tree *grown = &h->uct.tree;
  const ab_uct_node *own = &grown->nodes[node];
  uint32_t place, visits = 0;
  if (h->uct.player_count == 2) CHECK(own->sum >= 0 && own->sum <= own->visits);
  if (own->solved != AB_UCT_OPEN) CHECK(own->solved == proof_of(values[at]));
  if (own->has_floor) CHECK(own->player == 0 ? values[at] >= 0 : values[at] <= 0);
  if (own->is_over) CHECK(game.nodes[at].count == 0 && own->result == values[at] && own->plies == 0);
  if (!own->is_listed) return;
  if (own->solved != AB_UCT_OPEN && own->solved != AB_UCT_DRAWN && !what.guards)
    CHECK(own->plies == plies_of(own));
  CHECK(own->count == game.nodes[at].count && h->kept[node].at == at);
  for (place = 0; place < own->count; place++) {
    const ab_uct_edge *edge = &grown->edges[own->edges + place];
    if (edge->node == AB_UCT_NONE) {
      CHECK(own->is_chance || place >= own->tried);
      continue;
    }
    CHECK(own->is_chance || place < own->tried);
    CHECK(grown->nodes[edge->node].mover == (own->is_chance ? own->mover : own->player));
    visits += grown->nodes[edge->node].visits;
    check_rave(edge, &grown->nodes[edge->node]);
    check_node(edge->node, game.nodes[at].first + edge->index);
  }
  CHECK(visits <= own->visits);
}

/* Checks what the search from the root of the game has found. Returns whether it has solved the game. */
static int check_root(void)
{
  ab_uct_root root = ab_uct_summary(&h->uct);
  ab_uct_kid best;
  if (game.nodes[0].count == 0) {
    CHECK(uct_reason(h) == AB_REASON_OVER && root.value == (task.root.minimizing ? -values[0] : values[0]));
    return 0;
  }
  check_node(0, 0);
  CHECK(uct_reason(h) == AB_REASON_SOLVED || uct_reason(h) == AB_REASON_NODES);
  CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1 || root.visits < 2);
  if (uct_reason(h) != AB_REASON_SOLVED) return 0;
  CHECK(root.is_proven && root.proven == proof_of(values[0]) / 2.0);
  CHECK(proof_of(values[game.nodes[0].first + best.index]) == proof_of(values[0]));
  if (root.proven == 0.5) CHECK(root.result == 0);
  if (root.proven == 1) CHECK(root.result <= values[0] && root.result > 0);
  return 1;
}

/* Adds the counts of the tree, and of what was asked, to a digest, which is the same on every platform. */
static uint64_t add_counts(uint64_t digest)
{
  const ab_uct_tree *grown = &h->uct.tree;
  uint32_t node;
  digest = (digest ^ (h->own.counted.nodes - 1) ^ h->listings << 20 ^ h->turns << 40) * 0x100000001B3u;
  for (node = 0; node < grown->node_count; node++) {
    uint64_t sum;
    memcpy(&sum, &grown->nodes[node].sum, sizeof sum);
    digest = ((digest ^ sum) * 0x100000001B3u ^ grown->nodes[node].visits) * 0x100000001B3u;
  }
  return digest;
}

/*
 * The digest of the first 600 trees is like the signature of the specs: a change of it has a reason. It tells a search that
 * asks more than it needs, or watches playouts for winning moves that do not pay.
 */
static void it_proves_what_minimax_finds(void)
{
  int seed, last = effort(3000, 60000), solved = 0;
  uint64_t counts = 0xCBF29CE484222325u;
  for (seed = 1; seed <= last; seed++) {
    rng r = {(uint64_t)seed};
    test_about("seed %d", seed);
    begin(4000);
    grow_game(&r, 0, seed % 2 * 30);
    find_values();
    what.seed = (uint64_t)seed;
    what.uses_rave = seed % 3 > 0;
    what.guards = seed % 5 == 0;
    task.root.minimizing = seed % 11 == 0;
    if (seed % 13 == 0) task.view = AB_VIEW_MOVER, task.root.minimizing = 0;
    what.evaluates = seed % 7 == 0;
    what.has_is_over = seed % 4 > 0;
    search();
    solved += check_root();
    if (seed <= 600) counts = add_counts(counts);
    end();
  }
  CHECK(solved > last / 2);
  test_about("digest 0x%llX", (unsigned long long)counts);
  CHECK(counts == 0x51578C5072423D83u);
}

/* ---- whatever interrupts it ---- */

/* Adds bytes to a digest, by FNV-1a. */
static uint64_t digest_bytes(uint64_t digest, const void *bytes, size_t count)
{
  const unsigned char *at = bytes;
  for (; count > 0; count--) digest = (digest ^ *at++) * 0x100000001B3u;
  return digest;
}

/* A number for the tree that the search has grown. */
static uint64_t tree_digest(void)
{
  const ab_uct_tree *grown = &h->uct.tree;
  uint64_t digest = digest_bytes(0xCBF29CE484222325u, grown->nodes, grown->node_count * sizeof *grown->nodes);
  return digest_bytes(digest, grown->edges, grown->edge_count * sizeof *grown->edges);
}

/* Begins a search of any game, with all there is in some of them. */
static void begin_any(int seed)
{
  rng r = {(uint64_t)seed};
  begin(60);
  grow_game(&r, seed % 3 * 20, seed % 2 * 30);
  what.seed = (uint64_t)seed;
  what.uses_rave = seed % 4 > 0;
  what.guards = seed % 5 == 0;
  what.evaluates = seed % 6 == 0;
}

/* Does the search again, with a pause at every `k`-th call of the host; or, with `k` 0, after `playouts` playouts. */
static void search_in_slices(uint64_t k, uint64_t playouts)
{
  h = uct_host_new();
  uct_start(h, &game, 0, &task, &what);
  h->own.interrupt_for = AB_INTERRUPT_PAUSE;
  do {
    h->own.interrupt_at += k;
    if (playouts > 0) ab_engine_pause_at(&h->own.engine, counted() + playouts);
  } while (!uct_run(h));
}

static void slices_of_any_length_grow_the_tree_of_the_whole_search(void)
{
  int seed, last = effort(60, 1000), different = 0;
  uint64_t counts = 0xCBF29CE484222325u;
  for (seed = 1; seed <= last; seed++) {
    uint64_t grown, calls, k;
    begin_any(seed);
    search();
    if (seed <= 12) counts = add_counts(counts);
    grown = tree_digest();
    calls = h->own.calls;
    end();
    for (k = 1; k <= calls; k += 1 + k / 16) {
      test_about("seed %d, interrupted at call %d", seed, (int)k);
      search_in_slices(k, 0);
      CHECK(tree_digest() == grown && h->own.calls == calls);
      end();
    }
    for (k = 1; k < 10; k++) {
      test_about("seed %d, slices of %d playouts", seed, (int)k);
      search_in_slices(0, k);
      CHECK(tree_digest() == grown);
      end();
    }
    what.number++;
    search_in_slices(calls, 0);
    different += tree_digest() != grown;
    end();
  }
  CHECK(different > last / 2); /* another seed grows another tree */
  test_about("digest 0x%llX", (unsigned long long)counts);
  CHECK(counts == 0x8B3ADEBF4E72029Fu);
}

static void a_limit_of_time_always_leaves_a_move(void)
{
  int seed;
  uint64_t k;
  for (seed = 1; seed <= 60; seed++)
    for (k = 1; k < 120; k++) {
      test_about("seed %d, time over at call %d", seed, (int)k);
      begin_any(seed);
      h->own.interrupt_for = AB_INTERRUPT_TIME;
      h->own.interrupt_at = k;
      if (game.nodes[0].count > 0 && !game.nodes[0].is_chance) {
        ab_reason reason = search_from(0);
        CHECK(reason == AB_REASON_TIME || reason == AB_REASON_SOLVED || reason == AB_REASON_NODES);
        CHECK(best_kid().index < game.nodes[0].count);
      }
      end();
    }
}

static void limits_end_it(void)
{
  ab_uct_kid kids[2];
  begin(300);
  grow_draws(12);
  CHECK(search() == AB_REASON_NODES && counted() == 300);
  CHECK(h->reports == 2);
  CHECK(ab_uct_ranked(&h->uct, kids, 2) == 2 && kids[0].visits + kids[1].visits == 300);
  task.budget.nodes = UINT64_MAX;
  task.budget.time = 5;
  h->own.call_seconds = 0.01;
  fake_clock_reset();
  what.recognizes = 0;
  CHECK(search() == AB_REASON_TIME && fake_time.now > 1004 && fake_time.now < 1007);
  task.budget.time = HUGE_VAL;
  task.budget.soft_nodes = 160;
  CHECK(search() == AB_REASON_NODES && counted() <= 400);
  end();
}

/* ---- alpha-beta beside it ---- */

/* What it answers at the root, unless it needs more time. */
static struct {
  ab_uct_aside answer;
  uint64_t turn; /* of each six, at which it does */
} beside;

static ab_uct_aside answer_beside(uct_host *searched, int defends, uint64_t nodes)
{
  static const ab_uct_aside open = {0, 0, 0, 0, AB_UCT_NONE, -1, 3};
  CHECK(nodes > 0 && defends == what.defends);
  return searched->turns++ % 6 == beside.turn ? beside.answer : open;
}

/*
 * Of a lost game it is asked for the longest defence, once the playouts have proved the loss. By RAVE, moves may stay
 * untried for long: the answer counts if no playout has tried the move.
 */
static void alpha_beta_beside_it_may_answer_first(void)
{
  int seed, untried = 0, at_once = 0;
  for (seed = 1; seed <= 40; seed++) {
    rng r = {(uint64_t)seed};
    uint32_t moves = 2 + (uint32_t)rng_below(&r, 39), child = (uint32_t)rng_below(&r, (int)moves), first, i;
    ab_uct_root root;
    ab_uct_kid kids[2];
    test_about("seed %d", seed);
    begin(3000);
    tree_plant(&game);
    first = tree_branch(&game, 0, moves);
    what.defends = rng_happens(&r, 50);
    what.solves = !what.defends;
    for (i = 0; i < moves; i++) tree_fill(&game, first + i, 2, what.defends ? 2 : 10, 0, 1);
    for (i = 0; i < game.count; i++) game.nodes[i].value = -what.defends;
    task.host.has_chance_nodes = 0;
    beside.turn = (uint64_t)rng_below(&r, 6);
    beside.answer = (ab_uct_aside){1, 1, !what.defends, 1, child, 5, 3};
    h->solve = answer_beside;
    CHECK(search() == AB_REASON_SOLVED && counted() < 1000);
    CHECK(what.defends || counted() >= 8); /* the playouts before it begins */
    at_once += what.solves && counted() == 8;
    root = ab_uct_summary(&h->uct);
    CHECK(root.is_proven && root.proven == beside.answer.points && root.plies == 5 && root.answer == child);
    CHECK(ab_uct_ranked(&h->uct, kids, 2) == 2 && kids[0].index == child && kids[1].index != child);
    if (kids[0].node == AB_UCT_NONE) {
      CHECK(kids[0].is_proven && kids[0].points == 1);
      untried++;
    }
    end();
  }
  CHECK(untried > 0 && at_once > 0);
}

/* ---- the tree of the search before ---- */

/* Searches from node `at`, and checks the tree. */
static void go_on_from(uint32_t at, uint64_t playouts)
{
  what.number++;
  task.budget.nodes = playouts;
  search_from(at);
  if (game.nodes[at].count > 0) check_node(0, at);
}

static void it_goes_on_with_the_part_of_the_tree_that_it_recognizes(void)
{
  static const shape s = {.depth = 8, .width = 4, .least = 3, .palette = {-1, 0, 1, 0}};
  int seed, kept = 0;
  for (seed = 1; seed <= effort(300, 5000); seed++) {
    rng r = {(uint64_t)seed};
    uint32_t at = 0;
    ab_uct_kid best;
    test_about("seed %d", seed);
    begin(400);
    tree_unfold_shape(&game, &r, &s, 0);
    find_values();
    what.uses_rave = seed % 2;
    what.bytes = seed % 3 == 0 ? 8000 : (uint64_t)1 << 22;
    h->forgets = seed % 10 == 0;
    search();
    while (game.nodes[at].count > 0 && ab_uct_ranked(&h->uct, &best, 1) > 0) {
      at = game.nodes[at].first + best.index;
      if (game.nodes[at].count > 0 && seed % 4 == 0)
        at = game.nodes[at].first + (uint32_t)rng_below(&r, (int)game.nodes[at].count);
      go_on_from(at, 1);
      kept += h->uct.tree.nodes[0].visits > 1;
      CHECK(!h->forgets || h->uct.tree.nodes[0].visits <= 1);
      go_on_from(at, 300);
    }
    end();
  }
  CHECK(kept > 2 * seed);
}

int main(void)
{
  RUN(it_proves_what_minimax_finds);
  RUN(slices_of_any_length_grow_the_tree_of_the_whole_search);
  RUN(a_limit_of_time_always_leaves_a_move);
  RUN(limits_end_it);
  RUN(alpha_beta_beside_it_may_answer_first);
  RUN(it_goes_on_with_the_part_of_the_tree_that_it_recognizes);
  free(values);
  tree_free(&game);
  return test_end();
}
