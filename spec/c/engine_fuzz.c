/*
 * engine_fuzz.c: a libFuzzer target: a host whose tasks and answers are the bytes of the input. No game is behind them:
 * a position has other values in each iteration, searches are stopped and begun anew at any moment, memory runs out.
 *
 *   make fuzz SECONDS=60
 *
 * engine_fuzz_test.c plays the corpus in spec/corpus/engine, and inputs of its own.
 */

#include "fuzz.h"
#include "host.h"

/* The most positions that count as on the path before the root. */
#define FUZZ_PAST 3

/* Tables that tasks may use: of no bucket, of one, one that grows by some pages, and one that uses a shared table. */
#define FUZZ_TABLES 4
#define FUZZ_SHARING 3

/* Buckets of the shared table. */
#define FUZZ_SHARED 16

/* Numbers of searches that use it: few, so that some of them search together. */
#define FUZZ_NUMBERS 3

static host fuzz;
static ab_table tables[FUZZ_TABLES];
static ab_past past[FUZZ_PAST];

/* ---- tasks: every field is set from bytes, as far as task.h allows it ---- */

/* Makes a task one that max^n allows, of players who seldom are many. */
static void fuzz_players(ab_task *task, uint8_t byte)
{
  fuzz.players = byte > 200 ? 1 + byte % AB_MAXN_PLAYERS : 1 + byte % 4;
  task->host.asks_turn = 1;
  task->view = AB_VIEW_MAX;
  task->root.minimizing = task->host.asks_key = task->repetition.is_scored = task->techniques.reductions = 0;
  task->techniques.quiescence = task->techniques.null_move = 0;
  task->host.asks_bounds = 0;
  task->host.asks_child_values = 0;
  task->host.asks_moves = task->techniques.uses_refutations = task->host.finds_moves = 0;
  task->techniques.learns = 0;
  task->table = NULL;
  task->root.alpha = -HUGE_VAL;
  task->root.beta = task->values.win = HUGE_VAL;
  task->values.sum = byte & 1 ? byte / 16 : HUGE_VAL;
}

/*
 * Sets what is asked about the root's successors, where the algorithm knows it, and whether all of them are searched.
 */
static void fuzz_root(ab_task *task, uint8_t byte)
{
  if (task->algorithm != AB_MTDF) {
    if (byte & 1) task->root.multipv = byte & 2 ? UINT32_MAX : byte / 32u;
    task->root.lists_ties = byte & 4;
  }
  task->root.omits_moves = byte & 8;
  if (byte & 16) task->traces = task->values.bounds_unlisted = task->host.asks_leave = 1;
}

/* Sets the limits; `root` says whether seconds of thinking are one of them. */
static void fuzz_limits(ab_task *task, uint8_t byte, uint8_t depth, uint8_t root)
{
  task->depth = depth > 240 ? AB_DEPTH_MAX : depth % 16;
  task->budget.min_depth = depth / 64;
  task->budget.hold_in_first_iteration = task->budget.min_depth == 0 && (byte & 4);
  task->budget.nodes = byte & 1 ? byte : UINT64_MAX;
  task->budget.time = byte & 2 ? byte * 1e-3 : HUGE_VAL;
  task->deepening.by_two_to = !(root & 32) ? 0 : depth & 64 ? depth % 8 : AB_DEPTH_MAX;
  task->budget.think = root & 128 ? byte * 1e-4 : HUGE_VAL;
  task->budget.soft_nodes = byte & 1 && byte & 8 ? byte / 2 : HUGE_VAL;
  task->budget.soft_time = byte & 2 && byte & 16 ? byte * 4e-4 : HUGE_VAL;
  task->budget.soft_think = root & 128 && byte & 32 ? byte * 4e-5 : HUGE_VAL;
  task->budget.clock = fake_clock;
}

/* Sets the position's past: how much of it there is. */
static void fuzz_set_past(ab_task *task, uint8_t byte)
{
  task->repetition.past = past;
  task->repetition.past_count = task->repetition.is_scored ? byte / 4 % (FUZZ_PAST + 1) : 0;
}

/* The table that a task uses, of which two bytes choose. */
static ab_table *fuzz_choose_table(uint8_t memory, uint8_t limits)
{
  return &tables[limits % FUZZ_SHARING == 0 && (memory & 128) ? FUZZ_SHARING : limits % FUZZ_SHARING];
}

/* What a search learns of moves, of all that there is: by two bits of one byte, and, if there is more, by another. */
static unsigned fuzz_learning(uint8_t first, uint8_t second)
{
  unsigned bits = (unsigned)second << 2 | (first >> 1 & 3u);
  return bits & AB_LEARNS_ALL;
}

/* Any task that the engine allows. */
static ab_task fuzz_task(void)
{
  uint8_t flags = fuzz_byte(), depth = fuzz_byte(), limits = fuzz_byte(), algorithm = fuzz_byte();
  uint8_t memory = fuzz_byte(), speculation = fuzz_byte(), root = fuzz_byte();
  double a = bytes_value(&fuzz), b = bytes_value(&fuzz);
  ab_task task;
  memset(&task, 0, sizeof task);
  task.algorithm = (ab_algorithm)(algorithm % 5);
  task.view = flags & 1 ? AB_VIEW_MOVER : AB_VIEW_MAX;
  task.root.minimizing = task.view == AB_VIEW_MAX && (flags & 2);
  task.host.asks_turn = flags & 8;
  task.values.bounds_unlisted = (algorithm & 128) != 0;
  task.host.asks_leave = flags & 16;
  task.host.asks_end = algorithm & 32;
  task.host.ignores_end = !task.host.asks_end && (flags & 4);
  task.host.asks_scores = flags & 32;
  task.deepening.is_on = flags & 64;
  task.deepening.partial_iteration = task.deepening.is_on && (root & 16);
  task.host.asks_child_values = !task.host.asks_scores && task.algorithm < AB_MINIMAX && (root & 64);
  task.host.asks_moves = memory & 1;
  task.host.costly_moves = limits > 127;
  task.techniques.learns = fuzz_learning(memory, speculation);
  task.host.finds_moves = task.host.asks_moves && task.algorithm < AB_MINIMAX && (memory & 64);
  if (task.host.finds_moves && (root & 32)) task.host.finds_moves = 2;
  task.table = memory & 8 ? fuzz_choose_table(memory, limits) : NULL;
  task.techniques.uses_refutations = task.table == NULL && task.algorithm < AB_MINIMAX && (memory & 4);
  task.repetition.is_scored = memory & 16;
  task.host.asks_key = task.table != NULL || task.repetition.is_scored;
  task.host.asks_bounds = task.algorithm < AB_MINIMAX && task.values.bounds_unlisted && (limits & 16);
  task.values.min = speculation & 1 ? -9 : -HUGE_VAL;
  task.values.max = speculation & 2 ? 9 : HUGE_VAL;
  task.techniques.reductions = speculation & 4 ? 1 + speculation / 64 : 0;
  task.techniques.quiescence = speculation & 8 ? speculation / 64 : 0;
  task.techniques.null_move = speculation & 16 && task.algorithm < AB_MINIMAX ? 1 + speculation / 64 : 0;
  task.host.has_chance_nodes = speculation & 32;
  task.techniques.star2 = algorithm & 64;
  task.repetition.value = task.repetition.is_scored ? bytes_finite(&fuzz) : 0;
  task.root.alpha = a == b ? -HUGE_VAL : fmin(a, b);
  task.root.beta = a == b ? HUGE_VAL : fmax(a, b);
  task.values.win = flags & 128 ? 9 : HUGE_VAL;
  task.values.sum = HUGE_VAL;
  fuzz_limits(&task, limits, depth, root);
  fuzz_set_past(&task, limits);
  fuzz_root(&task, root);
  if (task.algorithm == AB_MAXN) fuzz_players(&task, memory);
  return task;
}

/* ---- tables ---- */

/* Opens a table that is its own, where memory suffices. Returns whether it does. */
static int fuzz_open_table(size_t i)
{
  static const size_t lines[FUZZ_SHARING] = {0, 1, 64};
  ab_memory memory = host_memory(&fuzz);
  ab_table_init(&tables[i]);
  return ab_table_open(&tables[i], lines[i] * AB_TABLE_LINE, &memory);
}

/* Makes the shared table, as one that others have open, too: moves are then marked. */
static void fuzz_open_shared(void)
{
  fuzz.shared = ab_shared_table_new(FUZZ_SHARED * AB_TABLE_LINE);
  ab_shared_table_set_users(fuzz.shared, 2);
}

/* Makes the tables of an input, empty ones. */
static void fuzz_open_tables(void)
{
  size_t i;
  for (i = 0; i < FUZZ_SHARING; i++) CHECK(fuzz_open_table(i));
  fuzz_open_shared();
  ab_table_init(&tables[FUZZ_SHARING]);
  ab_table_share(&tables[FUZZ_SHARING], &fuzz.shared);
}

/* Makes table `i` anew. For one of its own there may be no memory: it then holds nothing. */
static void fuzz_make_anew(size_t i)
{
  ab_memory memory = host_memory(&fuzz);
  uint8_t byte = fuzz_byte();
  if (i == FUZZ_SHARING) {
    host_close_shared(&fuzz);
    fuzz_open_shared();
    return;
  }
  ab_table_free(&tables[i], &memory);
  if (byte & 1) fuzz.heap.refuses = fuzz.heap.requests + 1 + byte / 2 % 2;
  if (!fuzz_open_table(i)) CHECK(ab_table_bytes(&tables[i]) == 0);
}

/* ---- searches ---- */

/* Begins a search. */
static void fuzz_start(void)
{
  ab_task task = fuzz_task();
  size_t i;
  for (i = 0; i < task.repetition.past_count; i++) {
    uint8_t byte = fuzz_byte();
    ab_past position = {byte % HOST_NAMES, byte / HOST_NAMES % 4, byte & 128};
    past[i] = position;
  }
  host_start(&fuzz, NULL, &task);
}

/* Begins the next search, before which the host may forget what it has learned. */
static void fuzz_start_next(void)
{
  ab_memory memory = host_memory(&fuzz);
  uint8_t byte = fuzz_byte();
  size_t i = byte / 4 % FUZZ_TABLES;
  if (byte & 1) ab_engine_free(&fuzz.engine, &memory);
  if (byte & 2) ab_table_clear(&tables[i]);
  if (byte >= 192) ab_table_grow_wholly(&tables[i], &memory);
  if (byte >= 128 && byte < 144) fuzz_make_anew(i);
  if (byte >= 144 && byte < 192) ab_table_set_number(&tables[FUZZ_SHARING], 1 + byte % FUZZ_NUMBERS);
  fuzz_start();
}

/* Goes on with the search for some nodes; behind its end, or at any pause, another may begin. */
static void fuzz_go_on(void)
{
  uint8_t byte = fuzz_byte();
  ab_engine_pause_at(&fuzz.engine,
                     byte < 128 ? UINT64_MAX : ab_engine_counters(&fuzz.engine)->nodes + 1 + byte % 32);
  if (!host_run(&fuzz)) {
    if (fuzz_byte() < 240) return;
    ab_engine_stop(&fuzz.engine);
    fuzz.ply = 0;
  }
  CHECK(host_run(&fuzz));
  if (fuzz.task.table != NULL) {
    int fill = ab_table_fill(fuzz.task.table);
    CHECK(fill >= 0 && fill <= 1000);
  }
  fuzz_start_next();
}

/* Plays the host for one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  ab_memory memory;
  int i;
  fuzz_begin(data, size);
  host_init(&fuzz);
  fuzz.byte = fuzz_byte;
  fuzz.heap.refusals = 1;
  fuzz_open_tables();
  fake_clock_reset();
  fuzz_start();
  while (input.size > 0) fuzz_go_on();
  memory = host_memory(&fuzz);
  for (i = 0; i < FUZZ_TABLES; i++) ab_table_free(&tables[i], &memory);
  host_close_shared(&fuzz);
  host_free(&fuzz);
}
