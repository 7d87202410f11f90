/*
 * uct_host.h: a host whose game is a tree in memory, for tests of Monte Carlo tree search, and the one search of such a
 * test. The host checks that all is as uct/state.h says. At any call it may interrupt the search. Hidden hands, memory
 * that runs out and searches that are left are in uct_fuzz.c.
 *
 * Values of the tree's nodes are those of player 0, who moves at node 0 of the tree.
 */
#ifndef SPEC_UCT_HOST_H
#define SPEC_UCT_HOST_H

#include "uct.h" /* first: it calls parameters `tree`, which is a type here */

#include "host_path.h"
#include "oracle.h"
#include "random_tree.h"

#define UCT_PLIES 512
#define UCT_LISTS 40000

/* What the host can be told to do wrongly, or not at all. */
typedef struct uct_host {
  ab_engine engine;
  ab_uct uct;
  ab_task task;
  ab_uct_task what;
  const tree *game;
  uint32_t root;          /* the node searched from */
  uint32_t at[UCT_PLIES]; /* the path */
  int32_t ply;
  char is_listed[UCT_PLIES]; /* whether the successors of a ply's node are known */
  uint32_t
      kept[UCT_LISTS]; /* the node of the game whose list is kept for each node of the tree; NO_NODE: none */
  uint32_t lists;      /* of these, behind those that were ever used */
  heap heap;
  int has_moves;                /* whether moves have ids */
  int forgets;                  /* positions are not recognized */
  uint64_t calls, interrupt_at; /* the call at which it interrupts; 0: never */
  ab_interrupt interrupt_for;
  double call_seconds; /* by which each call moves the fake clock */
  uint64_t reports, listings, enters, turns, evaluations;
  ab_uct_aside (*solve)(struct uct_host *h, int defends, uint64_t nodes);
} uct_host;

/* A search by playouts with nothing special about it. */
static inline ab_task uct_task(uint64_t playouts)
{
  ab_task task = host_task(1);
  task.algorithm = AB_UCT;
  task.host.asks_turn = task.host.has_chance_nodes = 1;
  task.budget.nodes = playouts;
  return task;
}

/* How it searches, beside that. */
static inline ab_uct_task uct_what(void)
{
  ab_uct_task what = {.seed = 1, .number = 1, .bytes = (uint64_t)1 << 24};
  what.has_is_over = what.recognizes = what.uses_rave = 1;
  return what;
}

/* The node of the tree at the current ply. */
static inline const tree_node *uct_node(const uct_host *h)
{
  return h->game->nodes + h->at[h->ply];
}

/* Who moves at a node of the game. */
static inline uint32_t uct_mover(const uct_host *h, uint32_t at)
{
  return !h->game->nodes[at].roots_turn;
}

/* Counts a call, and does what is due at it. Returns the host. */
static inline uct_host *uct_called(void *context)
{
  uct_host *h = context;
  fake_time.now += h->call_seconds;
  CHECK(h->ply == ab_engine_ply(&h->engine));
  if (fake_time.now >= ab_engine_deadline(&h->engine) &&
      ab_engine_interrupted(&h->engine) == AB_INTERRUPT_NONE)
    ab_engine_interrupt(&h->engine, AB_INTERRUPT_TIME);
  if (++h->calls == h->interrupt_at) ab_engine_interrupt(&h->engine, h->interrupt_for);
  return h;
}

static inline void uct_host_grow(void *context)
{
  uct_host *h = context;
  ab_memory memory = {heap_allocate, &h->heap};
  CHECK(ab_engine_grow(&h->engine, &memory) && ab_uct_grow(&h->uct, &memory));
}

static inline void uct_host_deadline(void *context)
{
  uct_called(context);
}

static inline void uct_host_enter(void *context, uint32_t child)
{
  uct_host *h = uct_called(context);
  CHECK(h->is_listed[h->ply] && child < uct_node(h)->count && h->ply + 1 < UCT_PLIES);
  CHECK(ab_engine_depth_left(&h->engine, h->ply) > 0);
  CHECK(ab_engine_is_chance(&h->engine, h->ply) == uct_node(h)->is_chance);
  h->at[h->ply + 1] = uct_node(h)->first + child;
  h->is_listed[++h->ply] = 0;
  h->enters++;
}

static inline void uct_host_leave(void *context)
{
  uct_host *h = uct_called(context);
  CHECK(h->ply > 0);
  h->ply--;
}

static inline ab_successors uct_host_successors(void *context)
{
  uct_host *h = uct_called(context);
  ab_successors listed = {uct_node(h)->count, uct_node(h)->is_chance ? AB_OUTCOMES : AB_LISTED};
  h->is_listed[h->ply] = 1;
  h->listings++;
  return listed;
}

static inline void uct_host_probabilities(void *context, ab_outcome *outcomes, uint32_t count)
{
  uct_host *h = uct_called(context);
  uint32_t i;
  CHECK(uct_node(h)->is_chance && count == uct_node(h)->count);
  for (i = 0; i < count; i++) outcomes[i].probability = h->game->nodes[uct_node(h)->first + i].probability;
}

static inline uint32_t uct_host_turn(void *context)
{
  uct_host *h = uct_called(context);
  CHECK(h->task.host.asks_turn && (h->ply == 0 || !uct_node(h)->is_chance));
  h->turns++;
  return uct_mover(h, h->at[h->ply]);
}

/* The value of a node in the task's view, for the player at the root. */
static inline ab_value uct_host_value(void *context, ab_leaf leaf)
{
  uct_host *h = uct_called(context);
  uint32_t at = h->at[h->ply];
  ab_value answer = {h->game->nodes[at].value, 0, 0};
  int is_others = h->task.view == AB_VIEW_MOVER ? uct_mover(h, at) != 0
                                                : (uct_mover(h, h->root) != 0) != h->task.root.minimizing;
  CHECK(leaf == (uct_node(h)->count == 0 ? AB_LEAF_OVER : AB_LEAF_HORIZON));
  if (is_others) answer.value = -answer.value;
  h->evaluations++;
  return answer;
}

static inline void uct_host_iteration(void *context)
{
  uct_host *h = uct_called(context);
  CHECK(h->ply == 0);
  h->reports++;
}

static inline void uct_host_keep(void *context, uint32_t node)
{
  uct_host *h = uct_called(context);
  CHECK(h->is_listed[h->ply] && node < UCT_LISTS);
  h->kept[node] = h->at[h->ply];
  if (node >= h->lists) h->lists = node + 1;
}

static inline int uct_host_recall(void *context, uint32_t node)
{
  uct_host *h = uct_called(context);
  CHECK(node < UCT_LISTS && h->kept[node] == h->at[h->ply]);
  h->is_listed[h->ply] = 1;
  return 1;
}

static inline void uct_host_rename(void *context, uint32_t from, uint32_t to)
{
  uct_host *h = uct_called(context);
  CHECK(to < from && h->kept[from] != NO_NODE);
  h->kept[to] = h->kept[from];
  h->kept[from] = NO_NODE;
}

static inline void uct_host_forget(void *context, uint32_t node)
{
  uct_host *h = uct_called(context);
  for (; node < h->lists; node++) h->kept[node] = NO_NODE;
}

static inline uint32_t uct_host_move(void *context, uint32_t child)
{
  uct_host *h = uct_called(context);
  CHECK(h->is_listed[h->ply] && child < uct_node(h)->count);
  return h->has_moves ? h->game->nodes[uct_node(h)->first + child].move : AB_MOVE_IS_INDEX | (child + 1);
}

static inline uint32_t uct_host_meet(void *context)
{
  uct_host *h = uct_called(context);
  CHECK(uct_node(h)->count == 0);
  return uct_mover(h, h->at[h->ply]);
}

static inline int uct_host_is_finished(void *context)
{
  uct_host *h = uct_called(context);
  return uct_node(h)->count == 0;
}

static inline uint32_t uct_host_recognize(void *context)
{
  uct_host *h = uct_called(context);
  return h->forgets ? 0 : h->at[h->ply] + 1;
}

/* `result` says its value everywhere. */
static inline ab_said uct_host_said(void *context, double *value)
{
  uct_host *h = uct_called(context);
  *value = uct_node(h)->value;
  return AB_SAID_NUMBER;
}

static inline ab_uct_aside uct_host_solve(void *context, int defends, uint64_t nodes)
{
  uct_host *h = uct_called(context);
  CHECK(h->ply == 0);
  return h->solve(h, defends, nodes);
}

/* Makes a host that has nothing to search yet. */
static inline uct_host *uct_host_new(void)
{
  uct_host *h = calloc(1, sizeof *h);
  uint32_t node;
  if (h == NULL) abort();
  ab_engine_init(&h->engine);
  ab_uct_init(&h->uct);
  for (node = 0; node < UCT_LISTS; node++) h->kept[node] = NO_NODE;
  h->has_moves = 1;
  return h;
}

/* Gives everything back, and checks that the search did. */
static inline void uct_host_free(uct_host *h)
{
  ab_memory memory = {heap_allocate, &h->heap};
  ab_engine_free(&h->engine, &memory);
  ab_uct_free(&h->uct, &memory);
  CHECK(h->heap.bytes == 0);
  free(h);
}

/* Begins a search from node `root` of a game. */
static inline void uct_start(uct_host *h, const tree *game, uint32_t root, const ab_task *task,
                             const ab_uct_task *what)
{
  h->game = game;
  h->root = h->at[0] = root;
  h->ply = 0;
  h->task = *task;
  h->what = *what;
  h->calls = h->listings = h->enters = h->turns = h->evaluations = h->reports = 0;
  ab_uct_start(&h->uct, &h->engine, task, what);
}

/* Lets the search run until it has ended or is interrupted. Returns whether it has ended. */
static inline int uct_run(uct_host *h)
{
  static const ab_host functions = {.grow = uct_host_grow,
                                    .deadline = uct_host_deadline,
                                    .enter = uct_host_enter,
                                    .leave = uct_host_leave,
                                    .successors = uct_host_successors,
                                    .probabilities = uct_host_probabilities,
                                    .turn = uct_host_turn,
                                    .value = uct_host_value,
                                    .iteration = uct_host_iteration};
  ab_uct_host more = {.keep = uct_host_keep,
                      .recall = uct_host_recall,
                      .rename = uct_host_rename,
                      .forget = uct_host_forget,
                      .move = uct_host_move,
                      .meet = uct_host_meet,
                      .is_finished = uct_host_is_finished,
                      .recognize = uct_host_recognize,
                      .said = uct_host_said,
                      .solve = uct_host_solve};
  int has_ended;
  if (h->solve == NULL) more.solve = NULL;
  has_ended = ab_uct_run(&h->uct, &functions, &more, h);
  CHECK((ab_engine_result(&h->engine)->reason != AB_REASON_NONE) == has_ended);
  CHECK(ab_engine_counters(&h->engine)->evaluations == h->evaluations);
  if (has_ended) CHECK(h->ply == 0);
  ab_engine_interrupt(&h->engine, AB_INTERRUPT_NONE);
  return has_ended;
}

/* Does a whole search. */
static inline void uct_search(uct_host *h, const tree *game, const ab_task *task, const ab_uct_task *what)
{
  uct_start(h, game, 0, task, what);
  while (!uct_run(h)) continue;
}

/* Why it has ended. */
static inline ab_reason uct_reason(const uct_host *h)
{
  return ab_engine_result(&h->engine)->reason;
}

/* ---- the search of a test ---- */

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
  uint32_t at;
  tree_uniform(&game, 2, depth, 1);
  for (at = 0; at < game.count; at++) game.nodes[at].value = 0;
}

#endif
