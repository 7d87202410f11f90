/*
 * uct_fuzz.c: a libFuzzer target: a host of Monte Carlo tree search whose tasks and answers are the bytes of the input.
 * No game is behind them: a state has other moves, players and values at each visit, kept lists are no more those of the
 * game, searches are left and begun anew at any moment, memory runs out.
 *
 *   make fuzz FUZZ=uct SECONDS=60
 *
 * uct_fuzz_test.c plays the corpus in spec/corpus/uct, and inputs of its own.
 */

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "fake_clock.h"
#include "fuzz.h"
#include "heap.h"
#include "uct.h"

/* Calls of the host after which an input has had its time, and the plies after which a game is over. */
#define FUZZ_CALLS 20000
#define FUZZ_PLIES 40

/* Nodes of the tree whose lists the host keeps, and numbers that states may have. */
#define FUZZ_LISTS 20000
#define FUZZ_STATES 8

static struct {
  ab_engine engine;
  ab_uct uct;
  ab_task task;
  ab_uct_task what;
  heap heap;
  jmp_buf escape;
  uint64_t calls;
  int32_t ply;
  uint32_t counts[FUZZ_PLIES + 2]; /* successors of the nodes of the path; UINT32_MAX: not listed */
  char is_chance[FUZZ_PLIES + 2];
  uint32_t kept[FUZZ_LISTS]; /* how many moves the list of a node of the tree has */
  char kept_chance[FUZZ_LISTS];
  int is_dealt;
} fuzz;

/* A value. */
static double fuzz_value(void)
{
  static const double values[] = {0,        1,         -1,      -0.0,     3,       -2.5,
                                  HUGE_VAL, -HUGE_VAL, DBL_MAX, -DBL_MAX, DBL_MIN, 0.1};
  return values[fuzz_byte() % (sizeof values / sizeof *values)];
}

/* Counts a call of the host: the search may be interrupted at it, or left. */
static void fuzz_called(void *context)
{
  uint8_t byte = fuzz_byte();
  (void)context;
  if (!fuzz.task.host.asks_leave) fuzz.ply = ab_engine_ply(&fuzz.engine);
  CHECK(fuzz.ply == ab_engine_ply(&fuzz.engine));
  fake_time.now += 0.001;
  fuzz.calls++;
  if (byte >= 250) ab_engine_interrupt(&fuzz.engine, byte % 2 ? AB_INTERRUPT_PAUSE : AB_INTERRUPT_TIME);
  if (byte == 249 || fuzz.calls > FUZZ_CALLS * 2) longjmp(fuzz.escape, 1);
}

static void fuzz_grow(void *context)
{
  ab_memory memory = {heap_allocate, &fuzz.heap};
  (void)context;
  if (fuzz_byte() >= 240) {
    fuzz.heap.refuses = fuzz.heap.requests + 1;
    fuzz.heap.refusals = 1;
  }
  if (!ab_engine_grow(&fuzz.engine, &memory) || !ab_uct_grow(&fuzz.uct, &memory)) longjmp(fuzz.escape, 1);
}

static void fuzz_deadline(void *context)
{
  fuzz_called(context);
}

static void fuzz_enter(void *context, uint32_t child)
{
  fuzz_called(context);
  CHECK(fuzz.counts[fuzz.ply] != UINT32_MAX && child < fuzz.counts[fuzz.ply]);
  CHECK(fuzz.ply <= FUZZ_PLIES);
  fuzz.counts[++fuzz.ply] = UINT32_MAX;
}

static void fuzz_leave(void *context)
{
  fuzz_called(context);
  CHECK(fuzz.ply > 0);
  fuzz.ply--;
}

static ab_successors fuzz_successors(void *context)
{
  uint8_t byte = fuzz_byte();
  ab_successors listed = {byte % 16 < 12 ? 1 + byte % 5 : 0, AB_LISTED};
  fuzz_called(context);
  if (fuzz.ply >= FUZZ_PLIES) listed.count = 0;
  if (listed.count > 0 && byte >= 224) listed.listing = AB_OUTCOMES;
  fuzz.counts[fuzz.ply] = listed.count;
  fuzz.is_chance[fuzz.ply] = listed.listing == AB_OUTCOMES;
  return listed;
}

static void fuzz_probabilities(void *context, ab_outcome *outcomes, uint32_t count)
{
  uint32_t i;
  fuzz_called(context);
  CHECK(fuzz.is_chance[fuzz.ply] && count == fuzz.counts[fuzz.ply]);
  for (i = 0; i < count; i++) outcomes[i].probability = 1.0 / count;
}

static uint32_t fuzz_turn(void *context)
{
  uint8_t byte = fuzz_byte();
  fuzz_called(context);
  CHECK(fuzz.task.host.asks_turn &&
        (fuzz.ply == 0 || !fuzz.is_chance[fuzz.ply] || fuzz.task.view == AB_VIEW_MOVER));
  if (byte < 250 || fuzz.what.by_sides || fuzz.task.view == AB_VIEW_MOVER) return byte % 2;
  return byte % AB_MAXN_PLAYERS;
}

static ab_value fuzz_value_of(void *context, ab_leaf leaf)
{
  ab_value answer = {fuzz_value(), 0, 0};
  fuzz_called(context);
  CHECK(leaf == (fuzz.counts[fuzz.ply] == 0 ? AB_LEAF_OVER : AB_LEAF_HORIZON) ||
        fuzz.counts[fuzz.ply] == UINT32_MAX);
  return answer;
}

static double fuzz_payoff(void *context, ab_leaf leaf, uint32_t player)
{
  (void)leaf;
  fuzz_called(context);
  CHECK(player < AB_MAXN_PLAYERS);
  return fuzz_value();
}

static void fuzz_iteration(void *context)
{
  fuzz_called(context);
  CHECK(fuzz.ply == 0);
}

static void fuzz_keep(void *context, uint32_t node)
{
  fuzz_called(context);
  CHECK(fuzz.counts[fuzz.ply] != UINT32_MAX && fuzz.counts[fuzz.ply] > 0 && node < FUZZ_LISTS);
  fuzz.kept[node] = fuzz.counts[fuzz.ply];
  fuzz.kept_chance[node] = fuzz.is_chance[fuzz.ply];
}

static int fuzz_recall(void *context, uint32_t node)
{
  fuzz_called(context);
  CHECK(node < FUZZ_LISTS && fuzz.kept[node] > 0);
  fuzz.counts[fuzz.ply] = fuzz.kept[node];
  fuzz.is_chance[fuzz.ply] = fuzz.kept_chance[node];
  return fuzz_byte() < 250 && fuzz.ply < FUZZ_PLIES;
}

static void fuzz_rename(void *context, uint32_t from, uint32_t to)
{
  fuzz_called(context);
  CHECK(to < from && fuzz.kept[from] > 0);
  fuzz.kept[to] = fuzz.kept[from];
  fuzz.kept_chance[to] = fuzz.kept_chance[from];
  fuzz.kept[from] = 0;
}

static void fuzz_forget(void *context, uint32_t node)
{
  fuzz_called(context);
  memset(fuzz.kept + node, 0, (FUZZ_LISTS - node) * sizeof *fuzz.kept);
}

static uint32_t fuzz_move(void *context, uint32_t child)
{
  uint8_t byte = fuzz_byte();
  fuzz_called(context);
  CHECK(child < fuzz.counts[fuzz.ply]);
  if (byte == 255) return AB_MOVE_IS_INDEX | (child + 1);
  return byte == 254 ? 0 : 1 + byte % 7;
}

static uint32_t fuzz_meet(void *context)
{
  fuzz_called(context);
  CHECK(fuzz.counts[fuzz.ply] == 0);
  return fuzz_byte() % 2 ? AB_UCT_NONE : 1;
}

static int fuzz_is_finished(void *context)
{
  fuzz_called(context);
  return fuzz_byte() % 2;
}

static uint32_t fuzz_recognize(void *context)
{
  fuzz_called(context);
  return fuzz_byte() % FUZZ_STATES;
}

static ab_said fuzz_said(void *context, double *value)
{
  uint8_t byte = fuzz_byte();
  fuzz_called(context);
  *value = byte % 3;
  return byte >= 252 ? AB_SAID_WRONG : byte >= 240 ? AB_SAID_NOTHING : AB_SAID_NUMBER;
}

static ab_successors fuzz_deal(void *context)
{
  CHECK(ab_engine_ply(&fuzz.engine) == 0 && !fuzz.is_dealt);
  fuzz.is_dealt = 1;
  return fuzz_successors(context);
}

static void fuzz_undeal(void *context)
{
  fuzz_called(context);
  CHECK(fuzz.ply == 0 && fuzz.is_dealt);
  fuzz.is_dealt = 0;
}

static uint32_t fuzz_seen(void *context)
{
  fuzz_called(context);
  return fuzz_byte() % 4;
}

static void fuzz_name(void *context, uint32_t node, uint32_t child)
{
  fuzz_called(context);
  CHECK(node < FUZZ_LISTS && child < fuzz.counts[fuzz.ply]);
}

static ab_uct_aside fuzz_solve(void *context, int defends, uint64_t nodes)
{
  uint8_t byte = fuzz_byte();
  ab_uct_aside answer = {0, 0, 0, 0, AB_UCT_NONE, -1, byte % 8};
  (void)defends;
  fuzz_called(context);
  CHECK(fuzz.ply == 0 && nodes > 0);
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
  int had_deals = fuzz.what.deals;
  memset(&fuzz.task, 0, sizeof fuzz.task);
  memset(&fuzz.what, 0, sizeof fuzz.what);
  fuzz.task.algorithm = AB_UCT;
  fuzz.task.depth = 1;
  fuzz.task.root.alpha = fuzz.task.values.min = -HUGE_VAL;
  fuzz.task.root.beta = fuzz.task.values.max = fuzz.task.values.sum = fuzz.task.values.win = HUGE_VAL;
  fuzz.task.host.asks_leave = flags & 1;
  fuzz.task.host.asks_turn = flags >> 1 & 1;
  fuzz.task.host.has_chance_nodes = 1;
  fuzz.task.view = flags >> 2 & 1 ? AB_VIEW_MOVER : AB_VIEW_MAX;
  fuzz.task.root.minimizing = flags >> 3 & !(flags >> 2 & 1);
  fuzz.task.root.answers_forced = flags >> 4 & 1;
  fuzz.task.root.omits_moves = flags >> 5 & 1;
  fuzz.what.by_sides = flags >> 6 & 1;
  fuzz.what.evaluates = flags >> 7 & 1;
  fuzz.what.has_is_over = more & 1;
  fuzz.what.uses_rave = more >> 1 & 1;
  fuzz.what.deals = more >> 2 & 1;
  fuzz.what.recognizes = more >> 3 & 1;
  fuzz.what.guards = more >> 4 & 1;
  fuzz.what.solves = more >> 5 & 1;
  fuzz.what.defends = more >> 6 & 1;
  fuzz.what.is_choice = more >> 7 & 1;
  fuzz.what.asks.result = others & 1;
  fuzz.what.asks.mobility = others >> 1 & 1;
  fuzz.what.asks.goes_on = others >> 2 & 1;
  fuzz.what.is_probe = others >> 3 & (others != 0) & ((others & 3) != 0);
  fuzz.what.asks.plies = others >> 4 & 1 ? fuzz_byte() : 0;
  fuzz.what.goes_on = others >> 5 & (fuzz.what.deals == had_deals);
  fuzz.what.bytes = others >> 6 & 1 ? (uint64_t)fuzz_byte() * 100 : (uint64_t)1 << 20;
  fuzz.what.seed = fuzz_byte();
  fuzz.task.budget.nodes = others >> 7 ? UINT64_MAX : 1 + (uint64_t)fuzz_byte() * 2;
  fuzz.task.budget.time = others >> 7 ? 0.5 : HUGE_VAL;
  fuzz.task.budget.think = fuzz.task.budget.soft_time = fuzz.task.budget.soft_think = HUGE_VAL;
  fuzz.task.budget.soft_nodes = flags == 255 ? 32 : HUGE_VAL;
  fuzz.task.budget.clock = fake_clock;
  fuzz.ply = 0;
  fuzz.is_dealt = 0;
  fuzz.counts[0] = UINT32_MAX;
  ab_uct_start(&fuzz.uct, &fuzz.engine, &fuzz.task, &fuzz.what);
}

/* Reads all that a host may read. */
static void fuzz_read(void)
{
  ab_uct_kid kids[6];
  ab_uct_move move;
  uint32_t count = ab_uct_ranked(&fuzz.uct, kids, 6), i;
  ab_uct_root root = ab_uct_summary(&fuzz.uct);
  CHECK(count <= 6 && (count == 6 || count <= root.kids + 1)); /* alpha-beta may choose one without visits */
  for (i = 0; i < count; i++)
    if (ab_uct_line(&fuzz.uct, kids[i].node, &move)) CHECK(move.node > kids[i].node);
}

/* Goes on with the search. Returns whether another one may begin. */
static int fuzz_go_on(void)
{
  static const ab_host host = {.grow = fuzz_grow,
                               .deadline = fuzz_deadline,
                               .enter = fuzz_enter,
                               .leave = fuzz_leave,
                               .successors = fuzz_successors,
                               .probabilities = fuzz_probabilities,
                               .turn = fuzz_turn,
                               .value = fuzz_value_of,
                               .iteration = fuzz_iteration};
  static const ab_uct_host more = {.keep = fuzz_keep,
                                   .recall = fuzz_recall,
                                   .rename = fuzz_rename,
                                   .forget = fuzz_forget,
                                   .move = fuzz_move,
                                   .payoff = fuzz_payoff,
                                   .meet = fuzz_meet,
                                   .is_finished = fuzz_is_finished,
                                   .recognize = fuzz_recognize,
                                   .said = fuzz_said,
                                   .deal = fuzz_deal,
                                   .undeal = fuzz_undeal,
                                   .seen = fuzz_seen,
                                   .name = fuzz_name,
                                   .solve = fuzz_solve};
  if (setjmp(fuzz.escape) != 0) {
    ab_engine_stop(&fuzz.engine);
    fuzz_read();
    return 1;
  }
  ab_engine_interrupt(&fuzz.engine, AB_INTERRUPT_NONE);
  ab_engine_pause_at(&fuzz.engine, ab_engine_counters(&fuzz.engine)->nodes + 1 + fuzz_byte());
  if (ab_uct_run(&fuzz.uct, &host, &more, NULL)) {
    CHECK(ab_engine_ply(&fuzz.engine) == 0 && !fuzz.is_dealt &&
          ab_engine_result(&fuzz.engine)->reason != AB_REASON_NONE);
    fuzz_read();
    return 1;
  }
  fuzz_read();
  return fuzz_byte() >= 200;
}

/* Plays the host for one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  ab_memory memory = {heap_allocate, &fuzz.heap};
  fuzz_begin(data, size);
  fuzz.calls = 0;
  fuzz.heap.refuses = 0;
  memset(fuzz.kept, 0, sizeof fuzz.kept);
  ab_engine_init(&fuzz.engine);
  ab_uct_init(&fuzz.uct);
  fake_clock_reset();
  fuzz_start();
  while (input.size > 0 && fuzz.calls < FUZZ_CALLS) {
    if (!fuzz_go_on()) continue;
    if (fuzz_byte() >= 230) ab_uct_clear(&fuzz.uct);
    fuzz_start();
  }
  ab_uct_free(&fuzz.uct, &memory);
  ab_engine_free(&fuzz.engine, &memory);
  CHECK(fuzz.heap.bytes == 0 && fuzz.heap.blocks == 0);
}
