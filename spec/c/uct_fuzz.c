/*
 * uct_fuzz.c: a libFuzzer target: a host of Monte Carlo tree search whose tasks and answers are the bytes of the input.
 * No game is behind them: a state has other moves, players and values at each visit, kept lists are no more those of the
 * game, searches are left and begun anew at any moment, memory runs out.
 *
 *   make fuzz FUZZ=uct SECONDS=60
 *
 * uct_fuzz_test.c plays the corpus in spec/corpus/uct, and inputs of its own.
 */

#include "uct_host.h"

#include "fuzz.h"

/* Alpha-beta beside the playouts: it may prove anything at any time. */
static ab_uct_aside fuzz_solve(uct_host *searched, int defends, uint64_t nodes)
{
  uint8_t byte = fuzz_byte();
  ab_uct_aside answer = {0, 0, 0, 0, AB_UCT_NONE, -1, byte % 8};
  (void)searched, (void)defends, (void)nodes;
  answer.has_ended = byte >= 128;
  answer.is_proven = byte >= 160;
  answer.points = byte % 3 / 2.0;
  if (byte >= 160) answer.child = byte % 5;
  return answer;
}

/* Begins a search; its task is the next bytes. */
static void fuzz_start(void)
{
  uint8_t flags = fuzz_byte(), more = fuzz_byte(), others = fuzz_byte();
  int had_deals = what.deals;
  memset(&what, 0, sizeof what);
  task = uct_task(UINT64_MAX);
  task.host.asks_leave = flags & 1;
  task.host.asks_turn = flags >> 1 & 1;
  task.view = flags >> 2 & 1 ? AB_VIEW_MOVER : AB_VIEW_MAX;
  task.root.minimizing = flags >> 3 & !(flags >> 2 & 1);
  task.root.answers_forced = flags >> 4 & 1;
  task.root.omits_moves = flags >> 5 & 1;
  what.by_sides = flags >> 6 & 1;
  what.evaluates = flags >> 7 & 1;
  what.has_is_over = more & 1;
  what.uses_rave = more >> 1 & 1;
  what.deals = more >> 2 & 1;
  what.recognizes = more >> 3 & 1;
  what.guards = more >> 4 & 1;
  what.solves = more >> 5 & 1;
  what.defends = more >> 6 & 1;
  what.is_choice = more >> 7 & 1;
  what.asks.result = others & 1;
  what.asks.mobility = others >> 1 & 1;
  what.asks.goes_on = others >> 2 & 1;
  what.is_probe = others >> 3 & (others != 0) & ((others & 3) != 0);
  what.asks.plies = others >> 4 & 1 ? fuzz_byte() : 0;
  what.goes_on = others >> 5 & (what.deals == had_deals);
  what.bytes = others >> 6 & 1 ? (uint64_t)fuzz_byte() * 100 : (uint64_t)1 << 20;
  what.seed = fuzz_byte();
  if (others >> 7)
    task.budget.time = 0.5;
  else
    task.budget.nodes = 1 + (uint64_t)fuzz_byte() * 2;
  if (flags == 255) task.budget.soft_nodes = 32;
  uct_start(h, NULL, 0, &task, &what);
}

/* Reads all that a host may read. */
static void fuzz_read(void)
{
  ab_uct_kid kids[6];
  ab_uct_move move;
  uint32_t count = ab_uct_ranked(&h->uct, kids, 6), i;
  ab_uct_root root = ab_uct_summary(&h->uct);
  CHECK(count <= 6 && (count == 6 || count <= root.kids + 1)); /* alpha-beta may choose one without visits */
  for (i = 0; i < count; i++)
    if (ab_uct_line(&h->uct, kids[i].node, &move)) CHECK(move.node > kids[i].node);
}

/* Plays the host for one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  fuzz_begin(data, size);
  begin(0);
  h->solve = fuzz_solve;
  h->own.byte = fuzz_byte;
  h->own.call_seconds = 0.001;
  h->own.heap.refusals = 1;
  fake_clock_reset();
  fuzz_start();
  while (input.size > 0) {
    int has_ended;
    ab_engine_pause_at(&h->own.engine, counted() + 1 + fuzz_byte());
    has_ended = uct_run(h);
    fuzz_read();
    if (!has_ended && fuzz_byte() < 200) continue;
    if (has_ended && fuzz_byte() >= 230) ab_uct_clear(&h->uct);
    fuzz_start();
  }
  end();
}
