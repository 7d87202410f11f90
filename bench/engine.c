/*
 * engine.c: the engine compared with alpha-beta written by hand in C, on the same trees.
 *
 * The game is made of hashes: a position is a number, a move mixes another into it, and the rules are a few
 * instructions each, so that what is measured is the search. Both searches call the same functions for the rules,
 * count nodes, evaluations and cut-offs, and keep the principal variation in a triangular table; all of that is
 * compared, position by position, before anything is timed.
 *
 * Prints one record for bench/run: see there.
 */

#include "../spec/c/tables.h"
#include "engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define DEPTH 8        /* plies */
#define POSITIONS 24   /* searched one after another in a repetition, some 3 million nodes together */
#define REPETITIONS 11 /* of each search, taking turns; odd, so that there is a middle one */

/* The rules. */

typedef struct position {
  uint32_t key;
} position;

/* How many moves there are: 5 to 8. */
static uint32_t successors(const position *here)
{
  return 5 + (here->key & 3);
}

/* Makes a move; returns what undoes it. */
static uint32_t make(position *here, uint32_t move)
{
  uint32_t undo = here->key;
  uint32_t mixed = (undo ^ (move + 1) * 0x9e3779b9u) * 0x85ebca6bu;
  here->key = mixed ^ mixed >> 15;
  return undo;
}

static void unmake(position *here, uint32_t undo)
{
  here->key = undo;
}

/* How good the position is for the player to move. */
static double evaluate(const position *here)
{
  return (double)(int32_t)(here->key >> 16) - 32768;
}

/* What both searches find, and must agree upon. */
typedef struct finding {
  double value;
  ab_counters counters;
  uint32_t line[DEPTH]; /* the principal variation */
} finding;

/* A search's path: the position, its best lines, one row for each ply, and its counters. */
typedef struct path {
  position here;
  ab_counters counters;
  int lengths[DEPTH + 1];
  uint32_t lines[DEPTH + 1][DEPTH + 1];
} path;

/* Puts `move` and the line of the ply after `ply` on the line of `ply`. */
static void keep_line(path *walk, int ply, uint32_t move)
{
  int length = walk->lengths[ply + 1];
  walk->lines[ply][0] = move;
  memcpy(walk->lines[ply] + 1, walk->lines[ply + 1], (size_t)length * sizeof move);
  walk->lengths[ply] = length + 1;
}

static finding conclude(const path *walk, double value)
{
  finding found;
  memset(&found, 0, sizeof found);
  found.value = value;
  found.counters = walk->counters;
  memcpy(found.line, walk->lines[0], (size_t)walk->lengths[0] * sizeof walk->lines[0][0]);
  return found;
}

/* The search by hand: fail-soft alpha-beta, with the value in the view of the player to move. */
static double negamax(path *walk, int ply, double alpha, double beta)
{
  double best = -HUGE_VAL;
  uint32_t count, move;
  walk->counters.nodes++;
  walk->lengths[ply] = 0;
  count = ply < DEPTH ? successors(&walk->here) : 0;
  if (count == 0) {
    walk->counters.evaluations++;
    return evaluate(&walk->here);
  }
  for (move = 0; move < count; move++) {
    uint32_t undo = make(&walk->here, move);
    double value = -negamax(walk, ply + 1, -beta, -alpha);
    unmake(&walk->here, undo);
    if (value <= best) continue;
    best = value;
    if (value <= alpha) continue;
    if (value >= beta) {
      if (move + 1 < count) walk->counters.cutoffs++;
      break;
    }
    alpha = value;
    keep_line(walk, ply, move);
  }
  return best;
}

static finding search_by_hand(uint32_t key)
{
  path walk;
  memset(&walk, 0, sizeof walk);
  walk.here.key = key;
  return conclude(&walk, negamax(&walk, 0, -HUGE_VAL, HUGE_VAL));
}

/* The same by the engine. */

/* Alpha-beta with nothing that the search by hand has not. */
static ab_task plain_task(void)
{
  ab_task task;
  memset(&task, 0, sizeof task);
  task.algorithm = AB_ALPHABETA;
  task.view = AB_VIEW_MOVER;
  task.values.bounds_unlisted = 1;
  task.host.asks_leave = 1;
  task.depth = DEPTH;
  task.root.alpha = -HUGE_VAL;
  task.root.beta = HUGE_VAL;
  task.values.min = -HUGE_VAL;
  task.values.max = HUGE_VAL;
  task.values.win = HUGE_VAL;
  task.budget.nodes = UINT64_MAX;
  task.budget.time = HUGE_VAL;
  task.budget.think = HUGE_VAL;
  task.budget.soft_nodes = task.budget.soft_time = task.budget.soft_think = HUGE_VAL;
  return task;
}

/* What the functions below get: they are the host's, see host.h. */
typedef struct walker {
  ab_engine *engine;
  path walk;
  uint32_t moves[DEPTH], undos[DEPTH];
} walker;

static void grow(void *context)
{
  if (!ab_engine_grow(((walker *)context)->engine, process_memory())) abort();
}

static ab_successors list(void *context)
{
  ab_successors listed = {0, AB_LISTED};
  listed.count = successors(&((walker *)context)->walk.here);
  return listed;
}

static void enter(void *context, uint32_t child)
{
  walker *own = context;
  int ply = ab_engine_ply(own->engine);
  own->moves[ply] = child;
  own->undos[ply] = make(&own->walk.here, child);
  own->walk.lengths[ply + 1] = 0;
}

static void leave(void *context)
{
  walker *own = context;
  unmake(&own->walk.here, own->undos[ab_engine_ply(own->engine) - 1]);
}

static ab_value value(void *context, ab_leaf kind)
{
  ab_value answer = {0, 0, 0};
  (void)kind;
  answer.value = evaluate(&((walker *)context)->walk.here);
  return answer;
}

static ab_value leaf(void *context, uint32_t child, ab_leaf kind, int asks_player)
{
  walker *own = context;
  int ply = ab_engine_ply(own->engine);
  uint32_t undo = make(&own->walk.here, child);
  ab_value answer = value(context, kind);
  (void)asks_player;
  own->moves[ply] = child;
  own->walk.lengths[ply + 1] = 0;
  unmake(&own->walk.here, undo);
  return answer;
}

static void line(void *context)
{
  walker *own = context;
  int ply = ab_engine_ply(own->engine);
  keep_line(&own->walk, ply, own->moves[ply]);
}

/* Nothing is to be done when an iteration begins or ends. */
static void nothing(void *context)
{
  (void)context;
}

static finding search_by_engine(ab_engine *engine, uint32_t key)
{
  static const ab_host host = {.grow = grow,
                               .deadline = nothing,
                               .enter = enter,
                               .leave = leave,
                               .successors = list,
                               .value = value,
                               .leaf = leaf,
                               .line = line,
                               .iteration = nothing};
  ab_task task = plain_task();
  walker own;
  memset(&own, 0, sizeof own);
  own.engine = engine;
  own.walk.here.key = key;
  ab_engine_start(engine, &task);
  ab_engine_run(engine, &host, &own);
  own.walk.counters = *ab_engine_counters(engine);
  return conclude(&own.walk, ab_engine_result(engine)->value);
}

/* The comparison. */

/* The root of search number `i`. */
static uint32_t root(int i)
{
  return (uint32_t)(i + 1) * 0x2545f491u;
}

/* Searches all positions and compares what is found; ends the program where the two differ. Returns the nodes. */
static uint64_t compare(ab_engine *engine)
{
  uint64_t nodes = 0;
  int i;
  for (i = 0; i < POSITIONS; i++) {
    finding by_hand = search_by_hand(root(i));
    finding by_engine = search_by_engine(engine, root(i));
    if (by_hand.value != by_engine.value ||
        memcmp(&by_hand.counters, &by_engine.counters, sizeof by_hand.counters) != 0 ||
        memcmp(by_hand.line, by_engine.line, sizeof by_hand.line) != 0) {
      fprintf(stderr, "bench/engine: the two searches differ at position %d\n", i);
      exit(EXIT_FAILURE);
    }
    nodes += by_hand.counters.nodes;
  }
  return nodes;
}

/* The time to search all positions, in seconds of the processor: by the engine, or by hand without one. */
static double time_of(ab_engine *engine)
{
  volatile double value; /* keeps the searches from being optimised away */
  clock_t start = clock();
  int i;
  for (i = 0; i < POSITIONS; i++)
    value = engine != NULL ? search_by_engine(engine, root(i)).value : search_by_hand(root(i)).value;
  (void)value;
  return (double)(clock() - start) / CLOCKS_PER_SEC;
}

static int ascending(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(void)
{
  double by_engine[REPETITIONS], by_hand[REPETITIONS], ratios[REPETITIONS];
  ab_engine engine;
  double nodes;
  int i;
  ab_engine_init(&engine);
  nodes = (double)compare(&engine);
  for (i = 0; i < REPETITIONS; i++) {
    by_engine[i] = time_of(&engine);
    by_hand[i] = time_of(NULL);
    ratios[i] = by_engine[i] / by_hand[i];
  }
  ab_engine_free(&engine, process_memory());
  qsort(by_engine, REPETITIONS, sizeof by_engine[0], ascending);
  qsort(by_hand, REPETITIONS, sizeof by_hand[0], ascending);
  qsort(ratios, REPETITIONS, sizeof ratios[0], ascending);
  printf("time\tengine, without Lua\tC\t%.2f\t%.2f\t%.2f\t\t%.1f : %.1f ns a node, %.0f nodes\n",
         ratios[REPETITIONS / 2], ratios[0], ratios[REPETITIONS - 1],
         by_engine[REPETITIONS / 2] / nodes * 1e9, by_hand[REPETITIONS / 2] / nodes * 1e9, nodes);
  return EXIT_SUCCESS;
}
