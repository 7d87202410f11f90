/*
 * host.h: answers the engine from a tree, one ask at a time, and watches that all is as engine.h says.
 *
 * It is a hostile host: what it is not asked for, it answers falsely, since no answer may be used that was
 * not asked for.
 */
#ifndef SPEC_HOST_H
#define SPEC_HOST_H

#include "clock.h"
#include "engine.h"
#include "fake_clock.h"
#include "heap.h"
#include "protocol.h"
#include "sequence.h"
#include "tree.h"

typedef struct host {
  ab_engine engine;
  ab_task task;
  const tree *game;
  heap heap;
  int gives_up;        /* whether it asks the heap only once for what the engine needs */
  double node_seconds; /* by which each node that is entered moves the fake clock */
  sequence evaluated;  /* every AB_ASK_VALUE and AB_ASK_PROBE */
  sequence line;       /* from the root, of the last whole iteration */
  uint32_t *best;      /* the successor that heads the line of each node; NO_NODE: none */
  uint32_t path[AB_DEPTH_MAX + 1];
  protocol protocol;
} host;

/* A search to `depth` plies with nothing special about it. */
static inline ab_task host_task(int32_t depth)
{
  ab_task task;
  memset(&task, 0, sizeof task);
  task.asks_enter = task.asks_leave = 1;
  task.depth = depth;
  task.alpha = -HUGE_VAL;
  task.beta = HUGE_VAL;
  task.win = HUGE_VAL;
  task.nodes = UINT64_MAX;
  task.time = HUGE_VAL;
  task.clock = fake_clock;
  return task;
}

/* Makes a host that has nothing to search yet. */
static inline void host_init(host *h)
{
  memset(h, 0, sizeof *h);
  ab_engine_init(&h->engine);
}

/* Begins a search of `game`, whatever the host was doing. */
static inline void host_start(host *h, const tree *game, const ab_task *task)
{
  h->task = *task;
  h->game = game;
  h->evaluated.count = 0;
  h->line.count = 0;
  h->best = realloc(h->best, game->count * sizeof *h->best);
  if (h->best == NULL) abort();
  h->path[0] = 0;
  h->best[0] = NO_NODE;
  protocol_start(&h->protocol, task);
  ab_engine_start(&h->engine, task);
}

/* Gives everything back, and checks that the engine did. */
static inline void host_free(host *h)
{
  ab_memory memory = {heap_allocate, NULL};
  memory.context = &h->heap;
  ab_engine_free(&h->engine, &memory);
  CHECK(h->heap.bytes == 0);
  free(h->best);
  sequence_free(&h->evaluated);
  sequence_free(&h->line);
}

/* Grows the engine's memory, and again when the heap refuses. */
static inline void host_grow(host *h)
{
  ab_memory memory = {heap_allocate, NULL};
  uint64_t refused = h->heap.refused;
  memory.context = &h->heap;
  while (!ab_engine_grow(&h->engine, &memory) && !h->gives_up)
    if (!CHECK(h->heap.refused == ++refused)) break;
}

/* Puts the successor that the engine has picked on the path, at `ply`. */
static inline void host_enter(host *h, int32_t ply)
{
  uint32_t at = h->game->nodes[h->path[ply - 1]].first + ab_engine_child(&h->engine);
  h->path[ply] = at;
  h->best[at] = NO_NODE;
  fake_time.now += h->node_seconds;
}

/* Evaluates the node of the path at `ply`. */
static inline void host_evaluate(host *h, int32_t ply)
{
  sequence_add(&h->evaluated, h->path[ply]);
  ab_engine_value(&h->engine, h->game->nodes[h->path[ply]].value);
}

/* Notes the best line of the current node, as AB_ASK_LINE says. */
static inline void host_note_line(host *h)
{
  const uint32_t *at = h->path + h->protocol.ply;
  h->best[at[0]] = at[1];
}

/* Keeps the line of the iteration that ends. */
static inline void host_keep_line(host *h)
{
  uint32_t at;
  h->line.count = 0;
  for (at = h->best[0]; at != NO_NODE; at = h->best[at]) sequence_add(&h->line, at);
}

/* Answers what is not asked. */
static inline void host_mislead(host *h)
{
  ab_engine_successors(&h->engine, UINT32_MAX);
  ab_engine_turn(&h->engine, h->evaluated.count % 2 == 0);
  ab_engine_value(&h->engine, NAN);
}

/* Lets the engine ask once and answers it; returns what was asked. */
static inline ab_ask host_step(host *h)
{
  ab_ask ask = ab_engine_next(&h->engine);
  const tree_node *node;
  uint32_t i;
  if (protocol_observe(&h->protocol, &h->engine, ask)) host_enter(h, h->protocol.ply);
  node = h->game->nodes + h->path[h->protocol.ply];
  if (ask != AB_ASK_MEMORY) host_mislead(h);
  switch (ask) {
  case AB_ASK_SUCCESSORS:
    ab_engine_successors(&h->engine, node->count);
    break;
  case AB_ASK_TURN:
    ab_engine_turn(&h->engine, node->roots_turn);
    break;
  case AB_ASK_SCORES:
    for (i = 0; i < node->count; i++) ab_engine_score(&h->engine, i, h->game->nodes[node->first + i].score);
    break;
  case AB_ASK_VALUE:
    host_evaluate(h, h->protocol.ply);
    break;
  case AB_ASK_PROBE:
    host_enter(h, h->protocol.ply + 1);
    host_evaluate(h, h->protocol.ply + 1);
    break;
  case AB_ASK_LINE:
    host_note_line(h);
    break;
  case AB_ASK_ITERATION:
    host_keep_line(h);
    break;
  case AB_ASK_MEMORY:
    host_grow(h);
    break;
  case AB_ASK_ENTER:
  case AB_ASK_LEAVE:
  case AB_ASK_NOTHING:
    break;
  }
  return ask;
}

/* Runs the search that was started to its end. */
static inline void host_finish(host *h)
{
  while (host_step(h) != AB_ASK_NOTHING) continue;
}

/* Does a whole search. */
static inline void host_search(host *h, const tree *game, const ab_task *task)
{
  host_start(h, game, task);
  host_finish(h);
}

#endif
