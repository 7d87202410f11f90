/*
 * engine_fuzz.c: a libFuzzer target: a host whose tasks and answers are the bytes of the input. No game is behind them:
 * a position has other values in each iteration, searches are stopped and begun anew at any moment, memory runs out.
 *
 *   make fuzz SECONDS=60
 *
 * engine_fuzz_test.c plays the corpus in spec/corpus/engine, and inputs of its own.
 */

#include "engine_fuzz_task.h"

/* Lets the engine and its table grow; one time in eight, memory runs out, and the host leaves the engine. */
static void fuzz_grow(void *context)
{
  ab_memory memory = fuzz_memory();
  ab_table *table = fuzz.task.table;
  uint8_t byte = fuzz_byte();
  (void)context;
  if (byte % 8 == 1) fuzz.heap.refuses = fuzz.heap.requests + 1 + byte / 8 % 4;
  if (table != NULL) ab_table_grow(table, &memory);
  if (!ab_engine_grow(&fuzz.engine, &memory)) longjmp(fuzz.escape, 1);
}

static void fuzz_deadline(void *context)
{
  (void)context;
  fuzz.ply = 0;
}

/* Opens the node that follows the current one on the path. */
static void fuzz_open(int is_pass)
{
  visit *next = fuzz.path + ab_engine_ply(&fuzz.engine) + 1;
  memset(next, 0, sizeof *next);
  next->is_pass = (char)is_pass;
  fuzz.ply++;
}

static void fuzz_enter(void *context, uint32_t child)
{
  const visit *here = fuzz_called(context);
  CHECK(child < here->count);
  fuzz_open(0);
  fake_time.now += fuzz_byte() * 1e-6;
  if (fake_time.now >= ab_engine_deadline(&fuzz.engine) &&
      ab_engine_interrupted(&fuzz.engine) == AB_INTERRUPT_NONE)
    ab_engine_interrupt(&fuzz.engine, AB_INTERRUPT_TIME);
}

static void fuzz_leave(void *context)
{
  CHECK(fuzz.task.host.asks_leave && !fuzz_called(context)->is_pass && fuzz.ply-- > 0);
}

static void fuzz_pass(void *context)
{
  const visit *here = fuzz_called(context);
  CHECK(!here->is_chance && !here->is_pass && ab_engine_ply(&fuzz.engine) > 0);
  fuzz_open(1);
}

static void fuzz_unpass(void *context)
{
  CHECK(fuzz_called(context)->is_pass && fuzz.ply-- > 0);
}

/* Whether the root's successors are to have scores: no iterator may then yield them. */
static int fuzz_has_scores(const ab_task *task)
{
  return task->root.multipv > 1 || task->root.lists_ties;
}

/* Outcomes of the current node. */
static ab_successors fuzz_outcomes(visit *here)
{
  ab_successors outcomes = {0, AB_OUTCOMES};
  here->count = outcomes.count = 1 + fuzz_count();
  here->is_chance = 1;
  return outcomes;
}

/* Counts successors, or has them come from an iterator, or counts outcomes where there may be any. */
static ab_successors fuzz_list(void *context, int is_noisy)
{
  visit *here = fuzz_called(context);
  uint8_t byte = fuzz_byte();
  ab_successors listed = {0, AB_LISTED};
  if (fuzz.task.host.has_chance_nodes && !is_noisy && byte % 4 == 2 && here->found == 0)
    return fuzz_outcomes(here);
  if (byte % 8 == 1 && !(ab_engine_ply(&fuzz.engine) == 0 && fuzz_has_scores(&fuzz.task))) {
    listed.listing = AB_ITERATED;
    here->count = here->found;
  } else {
    here->count = listed.count = here->found + fuzz_count();
  }
  return listed;
}

static ab_successors fuzz_successors(void *context)
{
  return fuzz_list(context, 0);
}

static ab_successors fuzz_noisy(void *context)
{
  return fuzz_list(context, 1);
}

static ab_next fuzz_more(void *context)
{
  visit *here = fuzz_called(context);
  ab_next next = {0, 0};
  next.has_more = fuzz_byte() % 4 != 0;
  next.move = fuzz_byte();
  here->count += next.has_more != 0;
  return next;
}

/* Says whether there is the successor that is wanted, or what comes in place of that. */
static ab_found fuzz_find(void *context, uint32_t move, ab_successors *instead)
{
  visit *here = fuzz_called(context);
  uint8_t byte = fuzz_byte();
  static const ab_successors none = {0, AB_LISTED};
  CHECK(move != 0 && !(move & AB_MOVE_IS_INDEX));
  if (byte > 230 && !ab_engine_has_wanted_moves(&fuzz.engine)) {
    *instead = fuzz.task.host.has_chance_nodes ? fuzz_outcomes(here) : none;
    return AB_FOUND_INSTEAD;
  }
  if (byte % 8 >= 4) return byte % 8 < 6 ? AB_FOUND_NO : AB_FOUND_UNABLE;
  here->count = ++here->found;
  return AB_FOUND_YES;
}

/* Gives the probabilities of the outcomes, at least one of them being possible. */
static void fuzz_probabilities(void *context, ab_outcome *outcomes, uint32_t count)
{
  static const double probabilities[] = {0, 1, 0.5, 0.25, 1.0 / 36, 1e-9, 1e-300, 5e-324};
  double sum = 0;
  uint32_t i;
  CHECK(fuzz_called(context)->count == count);
  for (i = 0; i < count; i++) {
    double probability = probabilities[fuzz_byte() % 8];
    if (i + 1 == count && sum == 0 && probability == 0) probability = 1;
    sum += probability;
    outcomes[i].probability = probability;
  }
}

/* The move id of the `nth` successor of the current node that was found by it. */
static uint32_t fuzz_found(uint32_t nth)
{
  const ab_frame *frame = fuzz.engine.frame;
  uint32_t i = 0;
  for (; nth > 0 || !(frame->list.found_bits >> i & 1); i++)
    if (frame->list.found_bits >> i & 1) nth--;
  return frame->wanted[i];
}

/* Gives the moves of the current node: numbers that may be the same, places, nothing; first those that were found. */
static void fuzz_moves(void *context, ab_candidate *candidates, uint32_t count)
{
  const visit *here = fuzz_called(context);
  uint32_t i;
  CHECK(count == here->count);
  for (i = 0; i < here->found; i++) ab_ordering_init(candidates + i, i, fuzz_found(i));
  for (; i < count; i++) {
    uint8_t byte = fuzz_byte();
    ab_ordering_init(candidates + i, i, byte < 200 ? byte % 8u : AB_MOVE_IS_INDEX | (i + 1));
  }
}

/* Gives scores of the current node's successors that were not tried yet. */
static void fuzz_scores(void *context, ab_candidate *candidates, uint32_t first, uint32_t count)
{
  CHECK(fuzz_called(context)->count == count);
  for (; first < count; first++) candidates[first].score = fuzz_value();
}

/* A player, as the engine numbers them. */
static uint32_t fuzz_player(void)
{
  return fuzz.task.algorithm == AB_MAXN ? fuzz_byte() % fuzz.players : !(fuzz_byte() & 1);
}

static uint32_t fuzz_turn(void *context)
{
  fuzz_called(context);
  return fuzz_player();
}

/* Names the current position, by one of a few names. */
static ab_position fuzz_key(void *context)
{
  ab_position named;
  uint8_t byte;
  fuzz_called(context);
  byte = fuzz_byte();
  named.position_hash = byte % FUZZ_NAMES;
  named.view_key = byte % 64;
  named.side_to_move = byte / 64;
  return named;
}

/* Bounds the values at a node and below it, by any two. */
static ab_bounds fuzz_bounds(void *context)
{
  ab_bounds bounds;
  double a, b;
  fuzz_called(context);
  a = fuzz_value();
  b = fuzz_value();
  bounds.lowest = fmin(a, b);
  bounds.highest = fmax(a, b);
  return bounds;
}

/* Evaluates a node at `ply`. */
static ab_value fuzz_evaluate(int32_t ply, ab_leaf leaf, int asks_player)
{
  const ab_task *task = &fuzz.task;
  int is_finite = task->host.has_chance_nodes && task->values.win == HUGE_VAL;
  double payoffs[AB_MAXN_PLAYERS];
  ab_value answer = {0, 0, 0};
  uint32_t i;
  fuzz.evaluations++;
  if (leaf == AB_LEAF_UNKNOWN) answer.is_over = fuzz_byte() & 1;
  if (asks_player) answer.player = fuzz_player();
  if (task->algorithm != AB_MAXN) {
    answer.value = is_finite ? fuzz_finite() : fuzz_value();
    return answer;
  }
  for (i = 0; i < fuzz.players; i++) payoffs[i] = is_finite ? fuzz_finite() : fuzz_value();
  ab_engine_payoffs(&fuzz.engine, ply, payoffs, fuzz.players);
  return answer;
}

static ab_value fuzz_node_value(void *context, ab_leaf leaf)
{
  fuzz_called(context);
  return fuzz_evaluate(ab_engine_ply(&fuzz.engine), leaf, 0);
}

static ab_value fuzz_leaf(void *context, uint32_t child, ab_leaf leaf, int asks_player)
{
  CHECK(child < fuzz_called(context)->count);
  return fuzz_evaluate(ab_engine_ply(&fuzz.engine) + 1, leaf, asks_player);
}

static void fuzz_line(void *context)
{
  CHECK(!fuzz_called(context)->is_chance);
}

static void fuzz_proved(void *context)
{
  fuzz_called(context);
  CHECK(fuzz.task.deepening.partial_iteration && ab_engine_ply(&fuzz.engine) <= 1);
}

/* Checks the scores of a completed iteration: best first, of successors that there are, each once. */
static void fuzz_check_scores(void)
{
  const ab_score_list *list = ab_engine_completed_scores(&fuzz.engine);
  uint64_t seen = 0;
  uint32_t i;
  CHECK(list->count <= fuzz.path[0].count);
  for (i = 0; i < list->count; i++) {
    const ab_score *score = &list->scores[i];
    CHECK(score->index < fuzz.path[0].count && score->bound >= -1 && score->bound <= 1);
    CHECK(i == 0 || score->value <= score[-1].value);
    if (score->index >= 64) continue;
    CHECK(!(seen >> score->index & 1));
    seen |= (uint64_t)1 << score->index;
  }
}

/* An iteration is completed: checks its result. */
static void fuzz_iteration(void *context)
{
  const ab_engine *engine = &fuzz.engine;
  const ab_task *task = &fuzz.task;
  const ab_result *result = ab_engine_result(engine);
  int bound = ab_engine_bound(engine);
  fuzz_called(context);
  CHECK(result->depth == ab_engine_depth(engine) && !isnan(result->value));
  if (fuzz.free_nodes == 0 || fuzz.last_depth < task->budget.min_depth)
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
  if (task->root.alpha == -HUGE_VAL && task->root.beta == HUGE_VAL) CHECK(bound == 0);
  if (ab_engine_scores(engine) != NULL) fuzz_check_scores();
}

/* Checks an event of a traced search. */
static void fuzz_event(void *context, const ab_event *event)
{
  (void)context;
  CHECK(event->kind <= AB_EVENT_LEAVE && event->turn >= -1 && event->turn <= 1);
  CHECK(!isnan(event->alpha) && !isnan(event->beta));
  CHECK(!event->has_value || !isnan(event->value));
  CHECK(event->bound >= -1 && event->bound <= AB_EVENT_BOUND_UNKNOWN);
}

#define FUZZ_FUNCTIONS \
  fuzz_grow, fuzz_deadline, fuzz_enter, fuzz_leave, fuzz_pass, fuzz_unpass, fuzz_successors, fuzz_noisy, \
      fuzz_more, fuzz_find, fuzz_probabilities, fuzz_moves, fuzz_scores, fuzz_turn, fuzz_key, fuzz_bounds, \
      fuzz_node_value, fuzz_leaf, fuzz_line, fuzz_proved, fuzz_iteration

/* Lets the engine search until it has ended, is interrupted, or the host leaves it. Returns whether it has ended. */
static int fuzz_run(void)
{
  static const ab_host plain = {FUZZ_FUNCTIONS, NULL}, traced = {FUZZ_FUNCTIONS, fuzz_event};
  if (setjmp(fuzz.escape) == 0) return ab_engine_run(&fuzz.engine, fuzz.task.traces ? &traced : &plain, NULL);
  ab_engine_stop(&fuzz.engine);
  fuzz.evaluations = ab_engine_counters(&fuzz.engine)->evaluations;
  fuzz.ply = 0;
  return 1;
}

/* Checks that limits were kept. */
static void fuzz_end(void)
{
  const ab_engine *engine = &fuzz.engine;
  const ab_result *result = ab_engine_result(engine);
  int is_limited = result->reason == AB_REASON_NODES || result->reason == AB_REASON_TIME;
  CHECK(result->reason != AB_REASON_NONE);
  CHECK(!is_limited || result->depth >= fuzz.task.budget.min_depth);
  CHECK(ab_engine_counters(engine)->evaluations == fuzz.evaluations);
  CHECK(ab_engine_counters(engine)->nodes <= fuzz.task.budget.nodes || result->reason == AB_REASON_STOPPED ||
        ab_engine_counters(engine)->nodes == fuzz.free_nodes);
  CHECK(fuzz.ply == 0 || !fuzz.task.host.asks_leave);
  CHECK(fuzz_run() == 1);
  if (fuzz.task.table != NULL) {
    int fill = ab_table_fill(fuzz.task.table);
    CHECK(fill >= 0 && fill <= 1000);
  }
}

/* Begins the next search, before which the host may forget what it has learned. */
static void fuzz_start_next(void)
{
  ab_memory memory = fuzz_memory();
  uint8_t byte = fuzz_byte();
  size_t i = byte / 4 % FUZZ_TABLES;
  if (byte & 1) ab_engine_free(&fuzz.engine, &memory);
  if (byte & 2) ab_table_clear(&fuzz.tables[i]);
  if (byte >= 192) ab_table_grow_wholly(&fuzz.tables[i], &memory);
  if (byte >= 128 && byte < 144) fuzz_make_anew(i);
  if (byte >= 144 && byte < 192) ab_table_set_number(&fuzz.tables[FUZZ_SHARING], 1 + byte % FUZZ_NUMBERS);
  fuzz_start();
}

/* Goes on with the search for some nodes; behind its end, or at any pause, another may begin. */
static void fuzz_go_on(void)
{
  uint8_t byte = fuzz_byte();
  ab_engine_interrupt(&fuzz.engine, AB_INTERRUPT_NONE);
  ab_engine_pause_at(&fuzz.engine,
                     byte < 128 ? UINT64_MAX : ab_engine_counters(&fuzz.engine)->nodes + 1 + byte % 32);
  if (!fuzz_run()) {
    if (fuzz_byte() < 240) return;
    ab_engine_stop(&fuzz.engine);
    fuzz.ply = 0;
  }
  fuzz_end();
  fuzz_start_next();
}

/* Plays the host for one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  ab_memory memory = fuzz_memory();
  int i;
  fuzz_begin(data, size);
  fuzz.calls = 0;
  fuzz.heap.refuses = 0;
  fuzz.heap.refusals = 1;
  ab_engine_init(&fuzz.engine);
  fuzz_open_tables();
  fake_clock_reset();
  fuzz_start();
  while (input.size > 0 && fuzz.calls < FUZZ_CALLS) fuzz_go_on();
  ab_engine_free(&fuzz.engine, &memory);
  for (i = 0; i < FUZZ_TABLES; i++) ab_table_free(&fuzz.tables[i], &memory);
  fuzz_close_shared();
  CHECK(fuzz.heap.bytes == 0 && fuzz.heap.blocks == 0);
}
