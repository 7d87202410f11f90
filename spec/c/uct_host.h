/*
 * uct_host.h: a host of Monte Carlo tree search, and the one search of a test. The host checks that all is as uct/state.h
 * says. A tree in memory answers what the search asks, or else bytes do, which also have hidden hands and many players.
 *
 * Values of the tree's nodes are those of player 0, who moves at node 0 of the tree.
 */
#ifndef SPEC_UCT_HOST_H
#define SPEC_UCT_HOST_H

#include "uct.h" /* first: it calls parameters `tree`, which is a type here */

#include "host.h"
#include "oracle.h"
#include "random_tree.h"

/* Nodes of the search's tree at most, and the plies after which a game of bytes is over. */
#define UCT_LISTS 40000
#define UCT_PLIES 40

/* Numbers that states may have if bytes answer. */
#define UCT_STATES 8

typedef struct uct_host {
  host own; /* first: what both searches call gets this */
  ab_uct uct;
  ab_uct_task what;
  visit kept[UCT_LISTS]; /* lists kept for nodes of the search's tree: those that are expanded */
  uint32_t lists;        /* of these, behind those that were ever used */
  int is_dealt;          /* whether hands are */
  int forgets;           /* positions are not recognized */
  uint64_t reports, listings, turns;
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

/* How many successors a node has; if bytes answer, as far as they are listed. */
static inline uint32_t uct_count(const uct_host *h, const visit *here)
{
  return h->own.game == NULL ? here->count : host_node(&h->own, here)->count;
}

/* Who moves at a node of the game. */
static inline uint32_t uct_mover(const uct_host *h, uint32_t at)
{
  return !h->own.game->nodes[at].roots_turn;
}

static inline void uct_host_grow(void *context)
{
  uct_host *h = context;
  ab_memory memory = host_memory(&h->own);
  host_grow(&h->own);
  if (ab_uct_grow(&h->uct, &memory)) return;
  if (!CHECK(h->own.byte != NULL)) abort();
  longjmp(h->own.escape, 1);
}

/* Outcomes, or moves, which are none after some plies. */
static inline void uct_list_bytes(const uct_host *h, visit *here)
{
  uint8_t byte = h->own.byte();
  here->count = byte % 16 < 12 && h->own.ply < UCT_PLIES ? 1 + byte % 5 : 0;
  here->is_chance = here->count > 0 && byte >= 224;
}

static inline ab_successors uct_host_successors(void *context)
{
  uct_host *h = context;
  visit *here = host_called(context);
  ab_successors listed = {0, AB_LISTED};
  if (h->own.game == NULL) {
    uct_list_bytes(h, here);
  } else {
    here->count = uct_count(h, here);
    here->is_chance = (char)host_node(&h->own, here)->is_chance;
  }
  here->is_expanded = 1;
  listed.count = here->count;
  if (here->is_chance) listed.listing = AB_OUTCOMES;
  h->listings++;
  return listed;
}

static inline uint32_t uct_host_turn(void *context)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  const ab_task *task = &h->own.task;
  uint8_t byte;
  CHECK(task->host.asks_turn && (h->own.ply == 0 || !here->is_chance || task->view == AB_VIEW_MOVER));
  h->turns++;
  if (h->own.game != NULL) return uct_mover(h, here->at);
  byte = h->own.byte();
  if (byte < 250 || h->what.by_sides || task->view == AB_VIEW_MOVER) return byte % 2;
  return byte % AB_MAXN_PLAYERS;
}

/* The value of a node in the task's view, for the player at the root. */
static inline ab_value uct_host_value(void *context, ab_leaf leaf)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  const ab_task *task = &h->own.task;
  ab_value answer = {0, 0, 0};
  int is_others;
  CHECK(leaf == (uct_count(h, here) == 0 ? AB_LEAF_OVER : AB_LEAF_HORIZON) ||
        (h->own.game == NULL && !here->is_expanded));
  h->own.counted.evaluations++;
  if (h->own.game == NULL) {
    answer.value = bytes_value(&h->own);
    return answer;
  }
  is_others = task->view == AB_VIEW_MOVER ? uct_mover(h, here->at) != 0
                                          : (uct_mover(h, h->own.root) != 0) != task->root.minimizing;
  answer.value = host_node(&h->own, here)->value;
  if (is_others) answer.value = -answer.value;
  return answer;
}

/* Only bytes have more players than two. */
static inline double uct_host_payoff(void *context, ab_leaf leaf, uint32_t player)
{
  uct_host *h = context;
  (void)leaf;
  host_called(context);
  CHECK(player < AB_MAXN_PLAYERS);
  h->own.counted.evaluations++;
  return bytes_value(&h->own);
}

static inline void uct_host_iteration(void *context)
{
  uct_host *h = context;
  host_called(context);
  CHECK(h->own.ply == 0);
  h->reports++;
}

static inline void uct_host_keep(void *context, uint32_t node)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  CHECK(here->is_expanded && here->count > 0 && node < UCT_LISTS);
  h->kept[node] = *here;
  if (node >= h->lists) h->lists = node + 1;
}

/* Bytes may say that the game now lists others. */
static inline int uct_host_recall(void *context, uint32_t node)
{
  uct_host *h = context;
  visit *here = host_called(context);
  CHECK(node < UCT_LISTS && h->kept[node].is_expanded && h->kept[node].at == here->at);
  *here = h->kept[node];
  return h->own.game != NULL || (h->own.byte() < 250 && h->own.ply < UCT_PLIES);
}

static inline void uct_host_rename(void *context, uint32_t from, uint32_t to)
{
  uct_host *h = context;
  host_called(context);
  CHECK(to < from && h->kept[from].is_expanded);
  h->kept[to] = h->kept[from];
  h->kept[from].is_expanded = 0;
}

static inline void uct_host_forget(void *context, uint32_t node)
{
  uct_host *h = context;
  host_called(context);
  for (; node < h->lists; node++) h->kept[node].is_expanded = 0;
}

static inline uint32_t uct_host_move(void *context, uint32_t child)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  CHECK(here->is_expanded && child < here->count);
  if (h->own.game == NULL) {
    uint8_t byte = h->own.byte(); /* a move that means nothing elsewhere is seldom: it ends RAVE */
    return byte == 255 ? AB_MOVE_IS_INDEX | (child + 1) : byte == 254 ? 0 : 1u + byte % 7;
  }
  return h->own.game->nodes[host_node(&h->own, here)->first + child].move;
}

static inline uint32_t uct_host_meet(void *context)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  CHECK(uct_count(h, here) == 0);
  if (h->own.game != NULL) return uct_mover(h, here->at);
  return h->own.byte() % 2 ? AB_UCT_NONE : 1;
}

static inline int uct_host_is_finished(void *context)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  return h->own.game != NULL ? uct_count(h, here) == 0 : h->own.byte() % 2;
}

static inline uint32_t uct_host_recognize(void *context)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  if (h->own.game == NULL) return h->own.byte() % UCT_STATES;
  return h->forgets ? 0 : here->at + 1;
}

/* In a tree, `result` says its value everywhere. */
static inline ab_said uct_host_said(void *context, double *value)
{
  uct_host *h = context;
  const visit *here = host_called(context);
  uint8_t byte = h->own.game == NULL ? h->own.byte() : 0;
  *value = h->own.game == NULL ? byte % 3 : host_node(&h->own, here)->value;
  return byte >= 252 ? AB_SAID_WRONG : byte >= 240 ? AB_SAID_NOTHING : AB_SAID_NUMBER;
}

static inline ab_successors uct_host_deal(void *context)
{
  uct_host *h = context;
  CHECK(ab_engine_ply(&h->own.engine) == 0 && !h->is_dealt);
  h->is_dealt = 1;
  return uct_host_successors(context);
}

static inline void uct_host_undeal(void *context)
{
  uct_host *h = context;
  host_called(context);
  CHECK(h->own.ply == 0 && h->is_dealt);
  h->is_dealt = 0;
}

static inline uint32_t uct_host_seen(void *context)
{
  uct_host *h = context;
  host_called(context);
  return h->own.byte() % 4;
}

static inline void uct_host_name(void *context, uint32_t node, uint32_t child)
{
  CHECK(node < UCT_LISTS && child < host_called(context)->count);
}

static inline ab_uct_aside uct_host_solve(void *context, int defends, uint64_t nodes)
{
  uct_host *h = context;
  host_called(context);
  CHECK(h->own.ply == 0 && nodes > 0);
  return h->solve(h, defends, nodes);
}

/* Makes a host that has nothing to search yet. */
static inline uct_host *uct_host_new(void)
{
  uct_host *h = calloc(1, sizeof *h);
  if (h == NULL) abort();
  host_init(&h->own);
  ab_uct_init(&h->uct);
  return h;
}

/* Gives everything back, and checks that the search did. */
static inline void uct_host_free(uct_host *h)
{
  ab_memory memory = host_memory(&h->own);
  ab_uct_free(&h->uct, &memory);
  host_free(&h->own);
  free(h);
}

/* Begins a search from node `root` of a game, or, if that is NULL, one that bytes answer. */
static inline void uct_start(uct_host *h, const tree *game, uint32_t root, const ab_task *task,
                             const ab_uct_task *what)
{
  host_prepare(&h->own, game, root, task);
  h->what = *what;
  h->listings = h->turns = h->reports = 0;
  h->is_dealt = 0;
  ab_uct_start(&h->uct, &h->own.engine, task, what);
}

/* Lets the search run until it has ended, is interrupted, or the host leaves it. Returns whether it has ended. */
static inline int uct_run(uct_host *h)
{
  static const ab_host functions = {.grow = uct_host_grow,
                                    .deadline = host_deadline,
                                    .enter = host_enter,
                                    .leave = host_leave,
                                    .successors = uct_host_successors,
                                    .probabilities = host_probabilities,
                                    .turn = uct_host_turn,
                                    .value = uct_host_value,
                                    .iteration = uct_host_iteration};
  ab_uct_host more = {uct_host_keep,      uct_host_recall, uct_host_rename, uct_host_forget,
                      uct_host_move,      uct_host_payoff, uct_host_meet,   uct_host_is_finished,
                      uct_host_recognize, uct_host_said,   uct_host_deal,   uct_host_undeal,
                      uct_host_seen,      uct_host_name,   uct_host_solve};
  ab_engine *engine = &h->own.engine;
  int has_ended;
  if (setjmp(h->own.escape) != 0) {
    ab_engine_stop(engine);
    return 1;
  }
  if (h->solve == NULL) more.solve = NULL;
  has_ended = ab_uct_run(&h->uct, &functions, &more, h);
  CHECK((ab_engine_result(engine)->reason != AB_REASON_NONE) == has_ended);
  CHECK(ab_engine_counters(engine)->evaluations == h->own.counted.evaluations);
  if (has_ended) CHECK(ab_engine_ply(engine) == 0 && !h->is_dealt);
  ab_engine_interrupt(engine, AB_INTERRUPT_NONE);
  return has_ended;
}

/* Why it has ended. */
static inline ab_reason uct_reason(const uct_host *h)
{
  return ab_engine_result(&h->own.engine)->reason;
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
  uct_start(h, &game, 0, &task, &what);
  while (!uct_run(h)) continue;
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
  return ab_engine_counters(&h->own.engine)->nodes;
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
