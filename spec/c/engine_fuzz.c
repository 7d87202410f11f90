/*
 * engine_fuzz.c: a libFuzzer target: a host whose tasks and answers are the bytes of the input. No game is behind them:
 * a position has other values in each iteration, searches are stopped and begun anew at any moment, memory runs out.
 * Every field of a task is set from bytes, as far as task.h allows it.
 *
 *   make fuzz SECONDS=60
 *
 * engine_fuzz_test.c plays the corpus in spec/corpus/engine, and inputs of its own.
 */

#include <float.h>
#include <string.h>

#include "engine.h"
#include "fake_clock.h"
#include "heap.h"
#include "protocol.h"

/* Asks after which an input has had its time. */
#define FUZZ_ASKS 20000

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What is left of the input. */
typedef struct input {
  const uint8_t *data;
  size_t size;
} input;

static struct {
  ab_engine engine;
  ab_table tables[FUZZ_TABLES];
  ab_shared_table *shared; /* NULL where it is closed */
  ab_past past[FUZZ_PAST];
  heap heap;
  protocol protocol;
  uint64_t free_nodes; /* at the end of the last iteration that no limit could end */
  int32_t last_depth;  /* of the last iteration */
  uint32_t players;    /* in max^n */
  int is_late;         /* whether the time is up before the next question is answered */
} fuzz;

/* The memory of all that an input makes. */
static ab_memory fuzz_memory(void)
{
  ab_memory memory = {heap_allocate, NULL};
  memory.context = &fuzz.heap;
  return memory;
}

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
  task->minimizing = task->asks_key = task->scores_repetition = task->reductions = 0;
  task->quiescence = task->null_move = 0;
  task->asks_bounds = 0;
  task->asks_child_values = 0;
  task->asks_moves = task->uses_refutations = task->finds_moves = 0;
  task->learns = 0;
  task->table = NULL;
  task->alpha = -HUGE_VAL;
  task->beta = task->win = HUGE_VAL;
  task->value_sum = byte & 1 ? byte / 16 : HUGE_VAL;
}

/*
 * Sets what is asked about the root's successors, where the algorithm knows it, and whether all of them are searched.
 */
static void fuzz_root(ab_task *task, uint8_t byte)
{
  if (task->algorithm != AB_MTDF) {
    if (byte & 1) task->multipv = byte & 2 ? UINT32_MAX : byte / 32u;
    task->lists_ties = byte & 4;
  }
  task->omits_moves = byte & 8;
  if (byte & 16) task->traces = task->asks_enter = task->asks_leave = 1;
}

/* Sets the limits; `root` says whether seconds of thinking are one of them. */
static void fuzz_limits(ab_task *task, uint8_t byte, uint8_t depth, uint8_t root)
{
  task->depth = depth > 240 ? AB_DEPTH_MAX : depth % 16;
  task->min_depth = depth / 64;
  task->limits_hold_in_first_iteration = task->min_depth == 0 && (byte & 4);
  task->nodes = byte & 1 ? byte : UINT64_MAX;
  task->time = byte & 2 ? byte * 1e-3 : HUGE_VAL;
  task->by_two_to = !(root & 32) ? 0 : depth & 64 ? depth % 8 : AB_DEPTH_MAX;
  task->think = root & 128 ? byte * 1e-4 : HUGE_VAL;
  task->soft_nodes = byte & 1 && byte & 8 ? byte / 2 : HUGE_VAL;
  task->soft_time = byte & 2 && byte & 16 ? byte * 4e-4 : HUGE_VAL;
  task->soft_think = root & 128 && byte & 32 ? byte * 4e-5 : HUGE_VAL;
  task->clock = fake_clock;
}

/* Sets the position's past: how much of it there is. */
static void fuzz_set_past(ab_task *task, uint8_t byte)
{
  task->past = fuzz.past;
  task->past_count = task->scores_repetition ? byte / 4 % (FUZZ_PAST + 1) : 0;
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
static ab_task fuzz_task(input *in)
{
  uint8_t flags = fuzz_byte(in), depth = fuzz_byte(in), limits = fuzz_byte(in), algorithm = fuzz_byte(in);
  uint8_t memory = fuzz_byte(in), speculation = fuzz_byte(in), root = fuzz_byte(in);
  double a = fuzz_value(in), b = fuzz_value(in);
  ab_task task;
  memset(&task, 0, sizeof task);
  task.algorithm = (ab_algorithm)(algorithm % 5);
  task.view = flags & 1 ? AB_VIEW_MOVER : AB_VIEW_MAX;
  task.minimizing = task.view == AB_VIEW_MAX && (flags & 2);
  task.asks_turn = flags & 8;
  task.asks_enter = (algorithm & 128) != 0;
  task.asks_leave = flags & 16;
  task.asks_end = algorithm & 32;
  task.ignores_end = !task.asks_end && (flags & 4);
  task.asks_scores = flags & 32;
  task.deepening = flags & 64;
  task.partial_iteration = task.deepening && (root & 16);
  task.asks_child_values = !task.asks_scores && task.algorithm < AB_MINIMAX && (root & 64);
  task.asks_moves = memory & 1;
  task.costly_moves = limits > 127;
  task.learns = fuzz_learning(memory, speculation);
  task.finds_moves = task.asks_moves && task.algorithm < AB_MINIMAX && (memory & 64);
  if (task.finds_moves && (root & 32)) task.finds_moves = 2;
  task.table = memory & 8 ? fuzz_choose_table(memory, limits) : NULL;
  task.uses_refutations = task.table == NULL && task.algorithm < AB_MINIMAX && (memory & 4);
  task.scores_repetition = memory & 16;
  task.asks_key = task.table != NULL || task.scores_repetition;
  task.asks_bounds = task.algorithm < AB_MINIMAX && task.asks_enter && (limits & 16);
  task.value_min = speculation & 1 ? -9 : -HUGE_VAL;
  task.value_max = speculation & 2 ? 9 : HUGE_VAL;
  task.reductions = speculation & 4 ? 1 + speculation / 64 : 0;
  task.quiescence = speculation & 8 ? speculation / 64 : 0;
  task.null_move = speculation & 16 && task.algorithm < AB_MINIMAX ? 1 + speculation / 64 : 0;
  task.has_chance_nodes = speculation & 32;
  task.star2 = algorithm & 64;
  task.repetition = task.scores_repetition ? fuzz_finite(in) : 0;
  task.alpha = a == b ? -HUGE_VAL : fmin(a, b);
  task.beta = a == b ? HUGE_VAL : fmax(a, b);
  task.win = flags & 128 ? 9 : HUGE_VAL;
  task.value_sum = HUGE_VAL;
  fuzz_limits(&task, limits, depth, root);
  fuzz_set_past(&task, limits);
  fuzz_root(&task, root);
  if (task.algorithm == AB_MAXN) fuzz_players(&task, memory);
  return task;
}

/* Begins a search. */
static void fuzz_start(input *in)
{
  ab_task task = fuzz_task(in);
  size_t i;
  for (i = 0; i < task.past_count; i++) {
    uint8_t byte = fuzz_byte(in);
    ab_past past = {byte % FUZZ_NAMES, byte / FUZZ_NAMES % 4, byte & 128};
    fuzz.past[i] = past;
  }
  fuzz.free_nodes = 0;
  fuzz.last_depth = 0;
  fuzz.is_late = 0;
  protocol_start(&fuzz.protocol, &task);
  ab_engine_start(&fuzz.engine, &task);
}

/* The move id of the `nth` successor of the current node that was found by it. */
static uint32_t fuzz_found(uint32_t nth)
{
  const ab_frame *frame = fuzz.engine.frames + fuzz.protocol.ply;
  uint32_t i = 0;
  for (; nth > 0 || !(frame->list.found_bits >> i & 1); i++)
    if (frame->list.found_bits >> i & 1) nth--;
  return frame->wanted[i];
}

/* Gives the moves of the current node: numbers that may be the same, places, nothing; first those that were found. */
static void fuzz_moves(input *in)
{
  uint32_t count = fuzz.protocol.path[fuzz.protocol.ply].count;
  uint32_t found = fuzz.protocol.path[fuzz.protocol.ply].found, i;
  for (i = 0; i < found; i++) ab_engine_move(&fuzz.engine, i, fuzz_found(i));
  for (; i < count; i++) {
    uint8_t byte = fuzz_byte(in);
    ab_engine_move(&fuzz.engine, i, byte < 200 ? byte % 8u : AB_MOVE_IS_PLACE | (i + 1));
  }
}

/* Gives scores of the current node's successors that were not tried yet. */
static void fuzz_scores(input *in)
{
  uint32_t count = fuzz.protocol.path[fuzz.protocol.ply].count, i;
  for (i = ab_engine_tried(&fuzz.engine); i < count; i++) ab_engine_score(&fuzz.engine, i, fuzz_value(in));
}

/* Whether the root's successors are to have scores: no iterator may then yield them. */
static int fuzz_has_scores(const ab_task *task)
{
  return task->multipv > 1 || task->lists_ties;
}

/* Counts successors, or has them come from an iterator, or counts outcomes where there may be any. */
static void fuzz_successors(input *in, ab_ask ask)
{
  visit *here = fuzz.protocol.path + fuzz.protocol.ply;
  uint8_t byte = fuzz_byte(in);
  here->entered = ((uint64_t)1 << here->found) - 1;
  if (fuzz.protocol.task.has_chance_nodes && ask == AB_ASK_SUCCESSORS && byte % 4 == 2 && here->found == 0)
    ab_engine_outcomes(&fuzz.engine, 1 + fuzz_count(in));
  else if (byte % 8 == 1 && !(fuzz.protocol.ply == 0 && fuzz_has_scores(&fuzz.protocol.task)))
    ab_engine_lazy_successors(&fuzz.engine);
  else
    ab_engine_successors(&fuzz.engine, here->found + fuzz_count(in));
}

/* Says whether there is the successor that is wanted, or what comes in place of that. */
static void fuzz_find(input *in)
{
  visit *here = fuzz.protocol.path + fuzz.protocol.ply;
  uint8_t byte = fuzz_byte(in);
  int is_first = !ab_engine_has_wanted_moves(&fuzz.engine);
  ab_found found = byte % 8 < 4 ? AB_FOUND_YES : byte % 8 < 6 ? AB_FOUND_NO : AB_FOUND_UNABLE;
  if (byte > 230 && is_first) found = AB_FOUND_INSTEAD;
  if (found == AB_FOUND_INSTEAD) ab_engine_successors(&fuzz.engine, 0);
  if (found == AB_FOUND_INSTEAD && fuzz.protocol.task.has_chance_nodes)
    ab_engine_outcomes(&fuzz.engine, 1 + fuzz_count(in));
  if (found == AB_FOUND_UNABLE) here->wanted_count = AB_WANTED_MAX;
  ab_engine_found(&fuzz.engine, found);
}

/* Gives the probabilities of the outcomes, at least one of them being possible. */
static void fuzz_probabilities(input *in)
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
  if (ab_engine_leaf(&fuzz.engine) == AB_LEAF_UNKNOWN) ab_engine_over(&fuzz.engine, fuzz_byte(in) & 1);
  if (task->algorithm != AB_MAXN) {
    ab_engine_value(&fuzz.engine, is_finite ? fuzz_finite(in) : fuzz_value(in));
    return;
  }
  for (i = 0; i < fuzz.players; i++) payoffs[i] = is_finite ? fuzz_finite(in) : fuzz_value(in);
  ab_engine_payoffs(&fuzz.engine, payoffs, fuzz.players);
}

/* Bounds the values at a node and below it, by any two. */
static void fuzz_bounds(input *in)
{
  double a = fuzz_value(in), b = fuzz_value(in);
  ab_engine_bounds(&fuzz.engine, fmin(a, b), fmax(a, b));
}

/* Names the current position, by one of a few names. */
static void fuzz_key(input *in)
{
  uint8_t byte = fuzz_byte(in);
  ab_engine_key(&fuzz.engine, byte % FUZZ_NAMES, byte % 64, byte / 64);
}

/* Runs the engine until it asks. */
static ab_ask fuzz_next(void)
{
  return fuzz.protocol.task.traces ? ab_engine_next_traced(&fuzz.engine) : ab_engine_next(&fuzz.engine);
}

/* Checks the scores of a completed iteration: best first, of successors that there are, each once. */
static void fuzz_check_scores(void)
{
  const ab_score_list *list = ab_engine_completed_scores(&fuzz.engine);
  uint64_t seen = 0;
  uint32_t i;
  CHECK(list->count <= fuzz.protocol.path[0].count);
  for (i = 0; i < list->count; i++) {
    const ab_score *score = &list->scores[i];
    CHECK(score->index < fuzz.protocol.path[0].count && score->bound >= -1 && score->bound <= 1);
    CHECK(i == 0 || score->value <= score[-1].value);
    if (score->index >= 64) continue;
    CHECK(!(seen >> score->index & 1));
    seen |= (uint64_t)1 << score->index;
  }
}

/* Checks a result beyond what the protocol does. */
static void fuzz_report(void)
{
  const ab_engine *engine = &fuzz.engine;
  const ab_task *task = &fuzz.protocol.task;
  const ab_result *result = ab_engine_result(engine);
  int bound = ab_engine_bound(engine);
  if (fuzz.free_nodes == 0 || fuzz.last_depth < task->min_depth)
    fuzz.free_nodes = ab_engine_counters(engine)->nodes;
  fuzz.last_depth = result->depth;
  if (task->algorithm == AB_MAXN) {
    uint32_t players;
    CHECK(ab_engine_result_payoffs(engine, &players)[0] == result->value);
    CHECK(players == fuzz.players && ab_engine_players(engine) == players);
    CHECK(memcmp(ab_engine_payoffs_at(engine, 0), ab_engine_result_payoffs(engine, &players),
                 players * sizeof(double)) == 0);
  }
  CHECK(bound >= -1 && bound <= 1);
  if (task->alpha == -HUGE_VAL && task->beta == HUGE_VAL) CHECK(bound == 0);
  if (ab_engine_scores(engine) != NULL) fuzz_check_scores();
}

/* Checks that limits were kept. */
static void fuzz_end(void)
{
  const ab_engine *engine = &fuzz.engine;
  const ab_result *result = ab_engine_result(engine);
  int is_limited = result->reason == AB_REASON_NODES || result->reason == AB_REASON_TIME;
  CHECK(!is_limited || result->depth >= fuzz.protocol.task.min_depth);
  CHECK(ab_engine_counters(engine)->evaluations == fuzz.protocol.counted.evaluations);
  CHECK(ab_engine_counters(engine)->nodes <= fuzz.protocol.task.nodes ||
        ab_engine_counters(engine)->nodes == fuzz.free_nodes);
  CHECK(fuzz_next() == AB_ASK_NOTHING);
  if (fuzz.protocol.task.table != NULL) {
    int fill = ab_table_fill(fuzz.protocol.task.table);
    CHECK(fill >= 0 && fill <= 1000);
  }
}

/* Checks the events that were noted before what is asked now. */
static void fuzz_check_events(void)
{
  uint32_t count = fuzz.protocol.task.traces ? ab_engine_events(&fuzz.engine) : 0, i;
  CHECK(count <= AB_EVENTS);
  for (i = 0; i < count; i++) {
    const ab_event *event = ab_engine_event(&fuzz.engine, i);
    CHECK(event->kind <= AB_EVENT_LEAVE && event->turn >= -1 && event->turn <= 1);
    CHECK(!isnan(event->alpha) && !isnan(event->beta));
    CHECK(!event->has_value || !isnan(event->value));
    CHECK(event->bound >= -1 && event->bound <= AB_EVENT_BOUND_UNKNOWN);
  }
}

/* Lets the engine and its table grow; one time in eight, memory runs out at one of the next requests. */
static void fuzz_grow(input *in)
{
  ab_memory memory = fuzz_memory();
  ab_table *table = fuzz.protocol.task.table;
  uint8_t byte = fuzz_byte(in);
  if (byte % 8 == 1) fuzz.heap.refuses = fuzz.heap.requests + 1 + byte / 8 % 4;
  if (table != NULL) ab_table_grow(table, &memory);
  ab_engine_grow(&fuzz.engine, &memory);
}

/* Stops the search: nothing is asked any more. */
static void fuzz_stop(void)
{
  ab_engine_stop(&fuzz.engine);
  CHECK(fuzz_next() == AB_ASK_NOTHING);
  CHECK(ab_engine_result(&fuzz.engine)->reason != AB_REASON_NONE);
}

/* The host finds that the time is up, where there is a limit that counts now. */
static void fuzz_cut_short(ab_ask ask, int is_answered)
{
  if (ask == AB_ASK_MEMORY || ab_engine_deadline(&fuzz.engine) == HUGE_VAL) return;
  ab_engine_abort_iteration(&fuzz.engine, is_answered);
}

/*
 * The time is up before a question is answered, if that is to be and `ask` is one, and there is a limit that counts
 * now. Returns whether that is so.
 */
static int fuzz_is_too_late(ab_ask ask)
{
  int is_question = (ask >= AB_ASK_SUCCESSORS && ask <= AB_ASK_VALUE) || ask == AB_ASK_LEAF;
  if (!fuzz.is_late || !is_question || ab_engine_deadline(&fuzz.engine) == HUGE_VAL) return 0;
  fuzz.is_late = 0;
  fuzz_cut_short(ask, 0);
  fuzz.protocol.is_taken = 1;
  if (ask == AB_ASK_VALUE || ask == AB_ASK_LEAF || ask == AB_ASK_CHILD_VALUE)
    fuzz.protocol.counted.evaluations--;
  return 1;
}

/* Answers what was asked. */
static void fuzz_answer(input *in, ab_ask ask)
{
  switch (ask) {
  case AB_ASK_SUCCESSORS:
  case AB_ASK_NOISY:
    fuzz_successors(in, ask);
    break;
  case AB_ASK_FIND_MOVE:
    fuzz_find(in);
    break;
  case AB_ASK_MORE:
    ab_engine_more(&fuzz.engine, fuzz_byte(in) % 4 != 0, fuzz_byte(in));
    break;
  case AB_ASK_KEY:
    fuzz_key(in);
    break;
  case AB_ASK_BOUNDS:
    fuzz_bounds(in);
    break;
  case AB_ASK_TURN:
    fuzz_turn(in);
    break;
  case AB_ASK_PROBABILITIES:
    fuzz_probabilities(in);
    break;
  case AB_ASK_MOVES:
    fuzz_moves(in);
    break;
  case AB_ASK_SCORES:
    fuzz_scores(in);
    break;
  case AB_ASK_CHILD_VALUE:
    fuzz_evaluate(in);
    if (ab_engine_asks_child_turn(&fuzz.engine)) fuzz_turn(in);
    break;
  case AB_ASK_VALUE:
  case AB_ASK_LEAF:
    fuzz_evaluate(in);
    break;
  case AB_ASK_ENTER:
    fake_time.now += fuzz_byte(in) * 1e-6;
    break;
  case AB_ASK_MEMORY:
    fuzz_grow(in);
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
  case AB_ASK_PROVED:
    break;
  }
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
static void fuzz_make_anew(input *in, size_t i)
{
  ab_memory memory = fuzz_memory();
  uint8_t byte = fuzz_byte(in);
  if (i == FUZZ_SHARING) {
    fuzz_close_shared();
    fuzz_open_shared();
    return;
  }
  ab_table_free(&fuzz.tables[i], &memory);
  if (byte & 1) fuzz.heap.refuses = fuzz.heap.requests + 1 + byte / 2 % 2;
  if (!fuzz_open_table(i)) CHECK(ab_table_bytes(&fuzz.tables[i]) == 0);
}

/* Begins the next search, before which the host may forget what it has learned. */
static void fuzz_start_next(input *in)
{
  ab_memory memory = fuzz_memory();
  uint8_t byte = fuzz_byte(in);
  size_t i = byte / 4 % FUZZ_TABLES;
  if (byte & 1) ab_engine_free(&fuzz.engine, &memory);
  if (byte & 2) ab_table_clear(&fuzz.tables[i]);
  if (byte >= 192) ab_table_grow_wholly(&fuzz.tables[i], &memory);
  if (byte >= 128 && byte < 144) fuzz_make_anew(in, i);
  if (byte >= 144 && byte < 192) ab_table_set_number(&fuzz.tables[FUZZ_SHARING], 1 + byte % FUZZ_NUMBERS);
  fuzz_start(in);
}

/* What the host does of its own accord, behind an answer; `byte` says what. */
static void fuzz_act(input *in, ab_ask ask, uint8_t byte)
{
  if (byte == 249) fuzz_close_shared();
  if (byte == 250) ab_engine_wait(&fuzz.engine, fuzz_byte(in) * 1e-4);
  if (byte == 251) fuzz.is_late = 1;
  if (byte == 252) fuzz_cut_short(ask, 1);
  if (byte == 253) fuzz_grow(in);
  if (byte == 254) fuzz_stop();
  if (ask == AB_ASK_NOTHING || byte >= 254) fuzz_start_next(in);
}

/* Plays the host for one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  ab_memory memory = fuzz_memory();
  input in;
  int asks, i;
  in.data = data;
  in.size = size;
  fuzz.heap.refuses = 0;
  fuzz.heap.refusals = 1;
  ab_engine_init(&fuzz.engine);
  fuzz_open_tables();
  fake_clock_reset();
  fuzz_start(&in);
  for (asks = 0; asks < FUZZ_ASKS; asks++) {
    ab_ask ask = fuzz_next();
    protocol_observe(&fuzz.protocol, &fuzz.engine, ask);
    fuzz_check_events();
    if (!fuzz_is_too_late(ask)) fuzz_answer(&in, ask);
    if (ask == AB_ASK_NOTHING && in.size == 0) break;
    fuzz_act(&in, ask, fuzz_byte(&in));
  }
  ab_engine_free(&fuzz.engine, &memory);
  for (i = 0; i < FUZZ_TABLES; i++) ab_table_free(&fuzz.tables[i], &memory);
  fuzz_close_shared();
  CHECK(fuzz.heap.bytes == 0 && fuzz.heap.blocks == 0);
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
