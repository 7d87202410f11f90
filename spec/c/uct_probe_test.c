/* uct_probe_test.c: the first playouts of a search tell what the game is like, and a contest whether mobility wins. */
#include "uct_host.h"

static void the_first_playouts_probe(void)
{
  const ab_probe *probe;
  uint32_t line;
  begin(100000);
  probe = ab_uct_probed(&h->uct);
  grow_draws(12);
  game.nodes[game.nodes[0].first].value = 1;
  what.asks.result = what.asks.mobility = what.is_probe = 1;
  CHECK(search() == AB_REASON_PROBED && probe->line == AB_PROBE_PLAYOUTS);
  CHECK(probe->tells_apart && probe->movers == 3 && probe->length == 12);
  CHECK(counted() == (uint64_t)12 * AB_PROBE_PLAYOUTS && (h->own.counted.nodes - 1) == counted());
  what.is_probe = what.asks.result = what.asks.mobility = 0;
  what.goes_on = 1;
  task.budget.nodes = 50;
  search();
  CHECK(h->uct.tree.nodes[0].visits == 50 + AB_PROBE_PLAYOUTS);
  what.goes_on = 0;
  what.is_probe = what.asks.result = what.asks.mobility = 1;
  task.budget.nodes = 30;
  CHECK(search() == AB_REASON_NODES && counted() == 30 && (h->own.counted.nodes - 1) == 30);
  line = probe->line;
  what.asks.goes_on = 1;
  search();
  CHECK(line == 2 && probe->line == 4);
  end();
}

/* Checks the contest that the search has held: who must have won more games is the sign of `expected`. */
static void check_contest(const ab_probe *probe, int expected)
{
  CHECK(uct_reason(h) == AB_REASON_PROBED && h->uct.tree.nodes[0].visits == 0);
  CHECK(probe->games == AB_CONTEST_GAMES || abs(probe->lead) == AB_CONTEST_LEAD);
  CHECK(expected < 0 ? probe->lead < 0 : expected > 0 ? probe->lead > 0 : probe->lead == 0);
}

/* In the contest, player 0 takes the first of two moves, after which there is one reply. */
static void a_contest_tells_whether_mobility_wins(void)
{
  static const char *const games[3] = {"{{-1}, {1, 1, 1}}", "{{0}, {0, 0, 0}}", "{{1}, {-1, -1, -1}}"};
  int seed;
  for (seed = 0; seed < 60; seed++) {
    const ab_probe *probe;
    int32_t played, lead;
    test_about("seed %d", seed);
    begin(100000);
    tree_read(&game, games[seed % 3]);
    what.seed = (uint64_t)seed;
    what.is_probe = what.asks.contest = 1;
    probe = ab_uct_probed(&h->uct);
    uct_start(h, &game, 0, &task, &what);
    do ab_engine_pause_at(&h->own.engine, counted() + 1);
    while (!uct_run(h));
    check_contest(probe, seed % 3 - 1);
    played = probe->games;
    lead = probe->lead;
    search();
    check_contest(probe, seed % 3 - 1);
    CHECK(probe->games == played && probe->lead == lead);
    task.budget.nodes = 9; /* at most two games */
    CHECK(search() == AB_REASON_NODES && (h->own.counted.nodes - 1) == 9 &&
          (probe->games == 1 || probe->games == 2));
    what.asks.goes_on = 1;
    task.budget.nodes = 100000;
    CHECK(search() == AB_REASON_PROBED && probe->games >= AB_CONTEST_LEAD);
    end();
  }
}

/* The longest playout below, in plies. */
#define PLIES 30

/* A playout, as the probe sees it, and what `result` said of each state in the view of the player at the root. */
typedef struct playout {
  ab_probe_state states[PLIES];
  double said[PLIES];
  int plies;
} playout;

/* Makes up a playout of a few players, who often move in turn. */
static playout random_playout(rng *r)
{
  playout p = {.plies = 1 + rng_below(r, PLIES)};
  uint32_t players = 1 + (uint32_t)rng_below(r, 3);
  int ply;
  for (ply = 0; ply < p.plies; ply++) {
    ab_probe_state *state = &p.states[ply];
    state->ply = ply;
    state->mover = rng_happens(r, 80) ? (uint32_t)ply % players : (uint32_t)rng_below(r, (int)players);
    state->count = 1 + (uint32_t)rng_below(r, 9);
    state->sign = rng_below(r, 2) * 2 - 1;
    p.said[ply] = rng_below(r, 5) - 2;
  }
  return p;
}

/* Shows the probe a playout. */
static void show(ab_probe *probe, const playout *p)
{
  int ply;
  ab_probe_begin(probe);
  for (ply = 0; ply < p->plies; ply++) {
    ab_probe_look(probe, &p->states[ply]);
    ab_probe_compare(probe, &p->states[ply], AB_SAID_NUMBER, p->said[ply]);
  }
  ab_probe_end(probe, p->plies, 2, 1);
}

/* Adds a number to a digest, by FNV-1a. */
static uint64_t add_to_digest(uint64_t digest, double number)
{
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return (digest ^ bits) * 0x100000001B3u;
}

/* The digest is that of sums which were found from all states of the playouts at once. */
static void the_probe_adds_up_mobility_and_points(void)
{
  static const ab_probe_ask asks = {.mobility = 1, .result = 1};
  uint64_t digest = 0xCBF29CE484222325u;
  int seed;
  for (seed = 1; seed <= 300; seed++) {
    rng r = {(uint64_t)seed};
    ab_probe probe;
    uint32_t line;
    size_t i;
    test_about("seed %d", seed);
    ab_probe_start(&probe, &asks);
    for (line = 1; line <= 3; line++) {
      playout p = random_playout(&r);
      show(&probe, &p);
      CHECK(probe.line == line && probe.moves == p.states[0].count);
      CHECK(probe.ply_time <= 3.0 / p.plies && probe.back_time <= 1.0 / p.plies);
    }
    {
      const double sums[] = {probe.products, probe.squares,   probe.next,         probe.second,
                             probe.changes,  probe.returned,  probe.points.count, probe.points.x,
                             probe.points.y, probe.points.xx, probe.points.xy,    probe.points.yy};
      for (i = 0; i < sizeof sums / sizeof *sums; i++) digest = add_to_digest(digest, sums[i]);
    }
  }
  test_about("digest 0x%llX", (unsigned long long)digest);
  CHECK(digest == 0xF6E8145EF93B7C65u);
}

int main(void)
{
  RUN(the_first_playouts_probe);
  RUN(a_contest_tells_whether_mobility_wins);
  RUN(the_probe_adds_up_mobility_and_points);
  tree_free(&game);
  return test_end();
}
