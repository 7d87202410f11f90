/*
 * engine_fuzz_task.h: what engine_fuzz.c plays with: an engine, tables, and tasks that are the bytes of the input. Every
 * field of a task is set from bytes, as far as task.h allows it.
 */
#ifndef SPEC_ENGINE_FUZZ_TASK_H
#define SPEC_ENGINE_FUZZ_TASK_H

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"
#include "fake_clock.h"
#include "fuzz.h"
#include "heap.h"

/* Calls of the host after which an input has had its time. */
#define FUZZ_CALLS 20000

/* Names that positions have, and how many of them may count as on the path before the root. */
#define FUZZ_NAMES 64
#define FUZZ_PAST 3

/* Tables that tasks may use: of no bucket, of one, one that grows by some pages, and one that uses a shared table. */
#define FUZZ_TABLES 4
#define FUZZ_SHARING 3

/* Buckets of the shared table. */
#define FUZZ_SHARED 16

/* Numbers of searches that use it: few, so that some of them search together. */
#define FUZZ_NUMBERS 3

/* A node of the path. */
typedef struct visit {
  uint32_t count; /* successors that the engine knows */
  uint32_t found; /* of these, found by their move id */
  char is_chance, is_pass;
} visit;

static struct {
  ab_engine engine;
  ab_task task;
  ab_table tables[FUZZ_TABLES];
  ab_shared_table *shared; /* NULL where it is closed */
  ab_past past[FUZZ_PAST];
  heap heap;
  visit path[AB_DEPTH_MAX + 2];
  int32_t ply;          /* of the current node, if moves are taken back */
  uint64_t evaluations; /* counted by the host */
  uint64_t free_nodes;  /* at the end of the last iteration that no limit could end */
  int32_t last_depth;   /* of the last iteration */
  uint32_t players;     /* in max^n */
  long calls;           /* of the host by this input */
  jmp_buf escape;       /* where the host leaves the engine, as an error of Lua's does */
} fuzz;

/* The memory of all that an input makes. */
static ab_memory fuzz_memory(void)
{
  ab_memory memory = {heap_allocate, &fuzz.heap};
  return memory;
}

/* Any double but NaN. */
static double fuzz_value(void)
{
  static const double values[] = {0,        -0.0,      1,        -1,           1 + DBL_EPSILON, -0.5,
                                  9,        -9,        1e10,     -DBL_EPSILON, 5e-324,          -1e9,
                                  HUGE_VAL, -HUGE_VAL, -DBL_MAX, DBL_MAX};
  uint8_t byte = fuzz_byte();
  return values[byte % 16] * (byte < 128 ? 1 : 1 + byte / 16);
}

/* How many successors there are: seldom many. */
static uint32_t fuzz_count(void)
{
  uint8_t byte = fuzz_byte();
  return byte > 250 ? byte - 200u : byte % 6u;
}

/* A finite double: a chance node must have a mean. */
static double fuzz_finite(void)
{
  return fmax(-DBL_MAX, fmin(DBL_MAX, fuzz_value()));
}

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
  task->repetition.past = fuzz.past;
  task->repetition.past_count = task->repetition.is_scored ? byte / 4 % (FUZZ_PAST + 1) : 0;
}

/* The table that a task uses, of which two bytes choose. */
static ab_table *fuzz_choose_table(uint8_t memory, uint8_t limits)
{
  return &fuzz.tables[limits % FUZZ_SHARING == 0 && (memory & 128) ? FUZZ_SHARING : limits % FUZZ_SHARING];
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
  double a = fuzz_value(), b = fuzz_value();
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
  task.repetition.value = task.repetition.is_scored ? fuzz_finite() : 0;
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

/* Opens a table that is its own, where memory suffices. Returns whether it does. */
static int fuzz_open_table(size_t i)
{
  static const size_t lines[FUZZ_SHARING] = {0, 1, 64};
  ab_memory memory = fuzz_memory();
  ab_table_init(&fuzz.tables[i]);
  return ab_table_open(&fuzz.tables[i], lines[i] * AB_TABLE_LINE, &memory);
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
  ab_table_init(&fuzz.tables[FUZZ_SHARING]);
  ab_table_share(&fuzz.tables[FUZZ_SHARING], &fuzz.shared);
}

/* Closes the shared table, as another thread may do while a search uses it. */
static void fuzz_close_shared(void)
{
  if (fuzz.shared != NULL) ab_shared_table_free(fuzz.shared);
  fuzz.shared = NULL;
}

/* Makes table `i` anew. For one of its own there may be no memory: it then holds nothing. */
static void fuzz_make_anew(size_t i)
{
  ab_memory memory = fuzz_memory();
  uint8_t byte = fuzz_byte();
  if (i == FUZZ_SHARING) {
    fuzz_close_shared();
    fuzz_open_shared();
    return;
  }
  ab_table_free(&fuzz.tables[i], &memory);
  if (byte & 1) fuzz.heap.refuses = fuzz.heap.requests + 1 + byte / 2 % 2;
  if (!fuzz_open_table(i)) CHECK(ab_table_bytes(&fuzz.tables[i]) == 0);
}

/* Begins a search. */
static void fuzz_start(void)
{
  ab_task task = fuzz_task();
  size_t i;
  for (i = 0; i < task.repetition.past_count; i++) {
    uint8_t byte = fuzz_byte();
    ab_past past = {byte % FUZZ_NAMES, byte / FUZZ_NAMES % 4, byte & 128};
    fuzz.past[i] = past;
  }
  fuzz.free_nodes = 0;
  fuzz.last_depth = 0;
  fuzz.task = task;
  fuzz.ply = 0;
  fuzz.evaluations = 0;
  memset(fuzz.path, 0, sizeof *fuzz.path);
  ab_engine_start(&fuzz.engine, &task);
}

/* What the host does of its own accord, in the midst of a call: mostly nothing. Returns the current node. */
static visit *fuzz_called(void *context)
{
  uint8_t byte = fuzz_byte();
  (void)context;
  if (fuzz.task.host.asks_leave) CHECK(ab_engine_ply(&fuzz.engine) == fuzz.ply);
  if (++fuzz.calls >= FUZZ_CALLS) longjmp(fuzz.escape, 1);
  if (byte == 249 && fuzz.shared != NULL) {
    ab_shared_table_free(fuzz.shared); /* as another thread may do while a search uses it */
    fuzz.shared = NULL;
  }
  if (byte == 250) ab_engine_wait(&fuzz.engine, fuzz_byte() * 1e-4);
  if (byte == 251 || byte == 252) ab_engine_interrupt(&fuzz.engine, AB_INTERRUPT_PAUSE);
  if (byte == 253 && ab_engine_deadline(&fuzz.engine) < HUGE_VAL)
    ab_engine_interrupt(&fuzz.engine, AB_INTERRUPT_TIME);
  if (byte == 254) longjmp(fuzz.escape, 1);
  return fuzz.path + ab_engine_ply(&fuzz.engine);
}

#endif
