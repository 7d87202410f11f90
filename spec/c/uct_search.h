/* uct_search.h: the one search of a test of Monte Carlo tree search: its game, its host, and what it is to do. */
#ifndef SPEC_UCT_SEARCH_H
#define SPEC_UCT_SEARCH_H

#include "uct_host.h"

static tree game;
static uct_host *h;
static ab_task task;
static ab_uct_task what;

/* Begins a test of a search of `playouts` playouts with nothing special about it. */
static inline void begin(uint64_t playouts)
{
  h = uct_host_new();
  task = uct_task(playouts);
  what = uct_what();
}

/* Ends it. */
static inline void end(void)
{
  uct_host_free(h);
}

/* Does the search from the root of the game. Returns why it has ended. */
static inline ab_reason search(void)
{
  uct_search(h, &game, &task, &what);
  return uct_reason(h);
}

/* Does it from node `root`, without an interruption. Returns why it has ended. */
static inline ab_reason search_from(uint32_t root)
{
  uct_start(h, &game, root, &task, &what);
  CHECK(uct_run(h));
  return uct_reason(h);
}

/* The nodes that it has counted. */
static inline uint64_t counted(void)
{
  return ab_engine_counters(&h->engine)->nodes;
}

/* The best move that it has found. There must be one. */
static inline ab_uct_kid best_kid(void)
{
  ab_uct_kid best = {0};
  CHECK(ab_uct_ranked(&h->uct, &best, 1) == 1);
  return best;
}

/* Makes the game one of `depth` plies with two moves each, a draw everywhere. */
static inline void grow_draws(int depth)
{
  static const shape s = {.depth = 0, .width = 2, .least = 2};
  rng r = {1};
  tree_plant(&game);
  tree_grow_node(&game, 0, &r, &s, depth);
}

#endif
