/*
 * engine_fuzz.c: a libFuzzer target: a host whose answers are the bytes of the input. No game is behind them:
 * a position has other values in each iteration, searches are begun anew at any moment, memory runs out.
 *
 *   clang -std=c99 -g -O1 -iquote csrc/engine -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all \
 *     spec/c/engine_fuzz.c csrc/engine/[a-z]*.c -o build/engine_fuzz
 *
 * fuzz_test.c runs it on inputs of its own.
 */

#include <float.h>
#include <string.h>

#include "engine.h"
#include "fake_clock.h"
#include "heap.h"
#include "protocol.h"
#include "whole_table.h"

/* Asks after which an input has had its time. */
#define FUZZ_ASKS 20000

/* Names that positions have, and how many of them may count as on the path before the root. */
#define FUZZ_NAMES 16
#define FUZZ_PAST 3

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is left of the input. */
typedef struct input {
  const uint8_t *data;
  size_t size;
} input;

static struct {
  ab_engine engine;
  ab_table tables[3]; /* of no bucket, of one and of a few */
  uint64_t past[FUZZ_PAST];
  heap heap;
  protocol protocol;
  uint64_t first_nodes; /* of the first iteration */
  uint32_t players;     /* in max^n */
} fuzz;

/* The next byte, 0 behind the end. */
static uint8_t fuzz_byte(input *in)
{
  if (in->size == 0) return 0;
  in->size--;
  return *in->data++;
}

/* Any double but NaN. */
static double fuzz_value(input *in)
{
  static const double values[] = {0,        -0.0,      1,        -1,           1 + DBL_EPSILON, -0.5,
                                  9,        -9,        1e10,     -DBL_EPSILON, 5e-324,          -1e9,
                                  HUGE_VAL, -HUGE_VAL, -DBL_MAX, DBL_MAX};
  uint8_t byte = fuzz_byte(in);
  return values[byte % 16] * (byte < 128 ? 1 : 1 + byte / 16);
}

/* How many successors there are: seldom many. */
static uint32_t fuzz_count(input *in)
{
  uint8_t byte = fuzz_byte(in);
  return byte > 250 ? byte - 200u : byte % 6u;
}

/* A finite double: a chance node must have a mean. */
static double fuzz_finite(input *in)
{
  return fmax(-DBL_MAX, fmin(DBL_MAX, fuzz_value(in)));
}

/* Makes a task one that max^n allows, of players who seldom are many. */
static void fuzz_players(ab_task *task, uint8_t byte)
{
  fuzz.players = byte > 200 ? 1 + byte % AB_MAXN_PLAYERS : 1 + byte % 4;
  task->asks_turn = 1;
  task->view = AB_VIEW_MAX;
  task->minimizing = task->fail_hard = task->asks_key = task->scores_repetition = task->reductions = 0;
  task->quiescence = task->null_move = 0;
  task->asks_moves = task->killers = task->history = task->uses_refutations = 0;
  task->table = NULL;
  task->alpha = -HUGE_VAL;
  task->beta = task->win = task->aspiration = HUGE_VAL;
  task->value_sum = byte & 1 ? byte / 16 : HUGE_VAL;
}

/* Any task that the engine allows. */
static ab_task fuzz_task(input *in)
{
  uint8_t flags = fuzz_byte(in), depth = fuzz_byte(in), limits = fuzz_byte(in), algorithm = fuzz_byte(in);
  uint8_t memory = fuzz_byte(in), speculation = fuzz_byte(in);
  double a = fuzz_value(in), b = fuzz_value(in);
  ab_task task;
  memset(&task, 0, sizeof task);
  task.algorithm = (ab_algorithm)(algorithm % 6);
  task.view = flags & 1 ? AB_VIEW_MOVER : AB_VIEW_MAX;
  task.minimizing = task.view == AB_VIEW_MAX && (flags & 2);
  task.fail_hard = task.algorithm != AB_PERFT && task.algorithm != AB_MTDF && (flags & 4);
  task.asks_turn = flags & 8;
  task.asks_enter = task.algorithm == AB_PERFT || (algorithm & 128);
  task.asks_leave = flags & 16;
  task.asks_scores = task.algorithm != AB_PERFT && (flags & 32);
  task.deepening = task.algorithm != AB_PERFT && (flags & 64);
  task.asks_moves = task.algorithm != AB_PERFT && (memory & 1);
  task.costly_moves = limits > 127;
  task.killers = memory & 2;
  task.history = memory & 4;
  task.table = task.algorithm != AB_PERFT && (memory & 8) ? &fuzz.tables[limits % 3] : NULL;
  task.uses_refutations = task.table == NULL && task.algorithm < AB_MINIMAX && (memory & 4);
  task.scores_repetition = task.algorithm != AB_PERFT && (memory & 16);
  task.asks_key = task.table != NULL || task.scores_repetition;
  task.aspiration = memory & 32 ? 0.25 * (memory / 64) : HUGE_VAL;
  task.value_min = speculation & 1 ? -9 : -HUGE_VAL;
  task.value_max = speculation & 2 ? 9 : HUGE_VAL;
  task.reductions = speculation & 4 ? 1 + speculation / 64 : 0;
  task.quiescence = speculation & 8 ? speculation / 64 : 0;
  task.null_move = speculation & 16 && task.algorithm < AB_MINIMAX ? 1 + speculation / 64 : 0;
  task.has_chance_nodes = speculation & 32;
  task.star2 = algorithm & 64;
  task.repetition = task.scores_repetition ? fuzz_finite(in) : 0;
  task.past = fuzz.past;
  task.past_count = task.scores_repetition ? limits / 4 % (FUZZ_PAST + 1) : 0;
  task.depth = depth > 240 ? AB_DEPTH_MAX : depth % 16;
  task.alpha = a == b ? -HUGE_VAL : fmin(a, b);
  task.beta = a == b ? HUGE_VAL : fmax(a, b);
  task.win = flags & 128 ? 9 : HUGE_VAL;
  task.nodes = limits & 1 ? limits : UINT64_MAX;
  task.time = limits & 2 ? limits * 1e-3 : HUGE_VAL;
  task.clock = fake_clock;
  task.value_sum = HUGE_VAL;
  if (task.algorithm == AB_MAXN) fuzz_players(&task, memory);
  return task;
}

/* Begins a search. */
static void fuzz_start(input *in)
{
  ab_task task = fuzz_task(in);
  size_t i;
  for (i = 0; i < task.past_count; i++) fuzz.past[i] = fuzz_byte(in) % FUZZ_NAMES;
  fuzz.first_nodes = 0;
  protocol_start(&fuzz.protocol, &task);
  ab_engine_start(&fuzz.engine, &task);
}

/* Tells the moves of the current node: numbers that may be the same, places, nothing. */
static void fuzz_moves(input *in)
{
  uint32_t count = fuzz.protocol.path[fuzz.protocol.ply].count, i;
  for (i = 0; i < count; i++) {
    uint8_t byte = fuzz_byte(in);
    ab_engine_move(&fuzz.engine, i, byte < 200 ? byte % 8u : AB_MOVE_IS_PLACE | (i + 1));
  }
}

/* Tells scores of the current node's successors that were not tried yet. */
static void fuzz_scores(input *in)
{
  uint32_t count = fuzz.protocol.path[fuzz.protocol.ply].count, i;
  for (i = ab_engine_tried(&fuzz.engine); i < count; i++) ab_engine_score(&fuzz.engine, i, fuzz_value(in));
}

/* Counts successors, or has them drawn, or outcomes where there may be any. */
static void fuzz_successors(input *in, ab_ask ask)
{
  uint8_t byte = fuzz_byte(in);
  if (fuzz.protocol.task.has_chance_nodes && ask == AB_ASK_SUCCESSORS && byte % 4 == 2)
    ab_engine_outcomes(&fuzz.engine, 1 + fuzz_count(in));
  else if (byte % 8 == 1)
    ab_engine_lazy_successors(&fuzz.engine);
  else
    ab_engine_successors(&fuzz.engine, fuzz_count(in));
}

/* Tells how probable the outcomes are, at least one of them being possible. */
static void fuzz_odds(input *in)
{
  static const double probabilities[] = {0, 1, 0.5, 0.25, 1.0 / 36, 1e-9, 1e-300, 5e-324};
  uint32_t count = fuzz.protocol.path[fuzz.protocol.ply].count, i;
  double sum = 0;
  for (i = 0; i < count; i++) {
    double probability = probabilities[fuzz_byte(in) % 8];
    if (i + 1 == count && sum == 0 && probability == 0) probability = 1;
    sum += probability;
    ab_engine_probability(&fuzz.engine, i, probability);
  }
}

/* Says whose turn it is. */
static void fuzz_turn(input *in)
{
  if (fuzz.protocol.task.algorithm == AB_MAXN)
    ab_engine_player(&fuzz.engine, fuzz_byte(in) % fuzz.players);
  else
    ab_engine_turn(&fuzz.engine, fuzz_byte(in) & 1);
}

/* Evaluates a node. */
static void fuzz_evaluate(input *in)
{
  const ab_task *task = &fuzz.protocol.task;
  int is_finite = task->has_chance_nodes && task->win == HUGE_VAL;
  double payoffs[AB_MAXN_PLAYERS];
  uint32_t i;
  if (task->algorithm != AB_MAXN) {
    ab_engine_value(&fuzz.engine, is_finite ? fuzz_finite(in) : fuzz_value(in));
    return;
  }
  for (i = 0; i < fuzz.players; i++) payoffs[i] = is_finite ? fuzz_finite(in) : fuzz_value(in);
  ab_engine_payoffs(&fuzz.engine, payoffs, fuzz.players);
}

/* Names the current position, by one of a few names. */
static void fuzz_key(input *in)
{
  uint8_t byte = fuzz_byte(in);
  ab_engine_key(&fuzz.engine, byte % FUZZ_NAMES, byte % 64, byte / 64);
}

/* Checks a result beyond what the protocol does. */
static void fuzz_report(void)
{
  const ab_engine *engine = &fuzz.engine;
  const ab_task *task = &fuzz.protocol.task;
  if (fuzz.first_nodes == 0) fuzz.first_nodes = ab_engine_counters(engine)->nodes;
  if (task->algorithm == AB_MAXN) {
    uint32_t players;
    CHECK(ab_engine_result_payoffs(engine, &players)[0] == ab_engine_result(engine)->value);
    CHECK(players == fuzz.players);
  }
  if (task->fail_hard)
    CHECK(ab_engine_result(engine)->value >= task->alpha && ab_engine_result(engine)->value <= task->beta);
}

/* Checks that limits were kept. */
static void fuzz_end(void)
{
  const ab_engine *engine = &fuzz.engine;
  CHECK(ab_engine_counters(engine)->nodes <= fuzz.protocol.task.nodes ||
        ab_engine_counters(engine)->nodes == fuzz.first_nodes);
  CHECK(ab_engine_next(&fuzz.engine) == AB_ASK_NOTHING);
}

/* Answers what was asked. */
static void fuzz_answer(input *in, ab_ask ask)
{
  ab_memory memory = {heap_allocate, NULL};
  memory.context = &fuzz.heap;
  switch (ask) {
  case AB_ASK_SUCCESSORS:
  case AB_ASK_NOISY:
    fuzz_successors(in, ask);
    break;
  case AB_ASK_MORE:
    ab_engine_more(&fuzz.engine, fuzz_byte(in) % 4 != 0, fuzz_byte(in));
    break;
  case AB_ASK_KEY:
    fuzz_key(in);
    break;
  case AB_ASK_TURN:
    fuzz_turn(in);
    break;
  case AB_ASK_PROBABILITIES:
    fuzz_odds(in);
    break;
  case AB_ASK_MOVES:
    fuzz_moves(in);
    break;
  case AB_ASK_SCORES:
    fuzz_scores(in);
    break;
  case AB_ASK_VALUE:
  case AB_ASK_LEAF:
    fuzz_evaluate(in);
    break;
  case AB_ASK_ENTER:
    fake_time.now += fuzz_byte(in) * 1e-6;
    break;
  case AB_ASK_MEMORY:
    if (fuzz_byte(in) % 8 == 1) fuzz.heap.refuses = fuzz.heap.requests + 1;
    ab_engine_grow(&fuzz.engine, &memory);
    break;
  case AB_ASK_ITERATION:
    fuzz_report();
    break;
  case AB_ASK_NOTHING:
    fuzz_end();
    break;
  case AB_ASK_NULL_MOVE:
  case AB_ASK_UNDO_NULL_MOVE:
  case AB_ASK_LEAVE:
  case AB_ASK_LINE:
    break;
  }
}

/* Empties the tables, which get their sizes for the first input. */
static void fuzz_clear_tables(void)
{
  size_t i;
  for (i = 0; i < 3; i++) {
    if (ab_table_bytes(&fuzz.tables[i]) == 0 && !make_whole_table(&fuzz.tables[i], i * i * i * AB_TABLE_LINE))
      abort();
    ab_table_clear(&fuzz.tables[i]);
  }
}

/* Plays the host for one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  ab_memory memory = {heap_allocate, NULL};
  input in;
  int asks;
  in.data = data;
  in.size = size;
  fuzz.heap.refusals = 1;
  memory.context = &fuzz.heap;
  ab_engine_init(&fuzz.engine);
  fuzz_clear_tables();
  fake_clock_reset();
  fuzz_start(&in);
  for (asks = 0; asks < FUZZ_ASKS; asks++) {
    ab_ask ask = ab_engine_next(&fuzz.engine);
    protocol_observe(&fuzz.protocol, &fuzz.engine, ask);
    fuzz_answer(&in, ask);
    if (ask == AB_ASK_NOTHING && in.size == 0) break;
    if (ask == AB_ASK_NOTHING || fuzz_byte(&in) == 255) fuzz_start(&in);
  }
  ab_engine_free(&fuzz.engine, &memory);
  CHECK(fuzz.heap.bytes == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  fuzz_play(data, size);
  if (test_tally.complaints > 0) {
    fflush(stdout);
    abort();
  }
  return 0;
}
