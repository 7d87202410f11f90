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

/* Asks after which no search should go on. */
#define HOST_ASKS 100000000

/* What the host says when it is asked for the ids of moves. */
typedef enum move_ids {
  MOVE_IDS_NUMBERS, /* the same for the same move everywhere */
  MOVE_IDS_PLACES,  /* its place among the successors */
  MOVE_IDS_NONE,    /* nothing */
  MOVE_IDS_MIXED    /* one or the other */
} move_ids;

typedef struct host {
  ab_engine engine;
  ab_task task;
  const tree *game;
  uint32_t root; /* the node searched from */
  heap heap;
  int limits_hold_in_first_iteration; /* whether it asks the heap only once for what the engine needs */
  double node_seconds;                /* by which each node that is entered moves the fake clock */
  uint64_t perspective;               /* of the keys, so that games can share a table */
  int forgets_turn;                   /* whether keys leave out whose turn it is */
  uint32_t lazy; /* one of so many positions generates its successors one by one; 0: none does */
  move_ids move_ids;
  sequence evaluated; /* every AB_ASK_VALUE, AB_ASK_LEAF and AB_ASK_CHILD_VALUE */
  sequence line;      /* from the root, of the last completed iteration */
  char *is_roots;     /* whether the player of the root moves at each node, where bounds are asked for */
  double *lowest,
      *highest;   /* of the values at and below each node, as the root's player sees them; where asked for */
  uint32_t *best; /* the successor that heads the line of each node; NO_NODE: none */
  uint32_t path[AB_DEPTH_MAX + 1];
  uint32_t counts[AB_DEPTH_MAX + 1];               /* of successors of the nodes of the path */
  uint32_t generated[AB_DEPTH_MAX + 1];            /* of those that were generated */
  uint32_t found[AB_DEPTH_MAX + 1][AB_WANTED_MAX]; /* of those that were found by their move id, first */
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
  task.value_min = -HUGE_VAL;
  task.value_max = HUGE_VAL;
  task.value_sum = HUGE_VAL;
  task.win = HUGE_VAL;
  task.nodes = UINT64_MAX;
  task.time = HUGE_VAL;
  task.think = HUGE_VAL;
  task.soft_nodes = task.soft_time = task.soft_think = HUGE_VAL;
  task.clock = fake_clock;
  return task;
}

/* Makes a host that has nothing to search yet. */
static inline void host_init(host *h)
{
  memset(h, 0, sizeof *h);
  ab_engine_init(&h->engine);
}

/*
 * Whether the player of the root moves at each node below it: turns alternate where the engine does not ask for them.
 */
static inline void host_find_turns(host *h)
{
  const tree_node *nodes = h->game->nodes;
  uint32_t at, i;
  h->is_roots = realloc(h->is_roots, h->game->count);
  if (h->is_roots == NULL) abort();
  memset(h->is_roots, 1, h->game->count);
  for (at = h->root; at < h->game->count; at++) {
    int is_chance = nodes[at].is_chance && h->task.has_chance_nodes;
    if (h->task.asks_turn) h->is_roots[at] = nodes[at].roots_turn == nodes[h->root].roots_turn;
    for (i = nodes[at].first; i < nodes[at].first + nodes[at].count; i++)
      h->is_roots[i] = is_chance ? h->is_roots[at] : !h->is_roots[at];
  }
}

/* Whether the task's view at node `at` is opposite to that of the root's player. */
static inline int host_is_opposite(const host *h, uint32_t at)
{
  return h->task.view == AB_VIEW_MAX ? h->task.minimizing : !h->is_roots[at];
}

/*
 * Finds out how low and how high the values at and below each node are; those of repetitions are among them. They
 * belong to the node, not to its position, which may lead farther elsewhere: a search with a table must not ask for
 * them.
 */
static inline void host_bound(host *h)
{
  const tree *game = h->game;
  double drawn = h->task.minimizing ? -h->task.repetition : h->task.repetition;
  uint32_t at, i;
  h->lowest = realloc(h->lowest, game->count * sizeof *h->lowest);
  h->highest = realloc(h->highest, game->count * sizeof *h->highest);
  if (h->lowest == NULL || h->highest == NULL) abort();
  host_find_turns(h);
  for (at = game->count; at-- > 0;) {
    const tree_node *node = game->nodes + at;
    double value = host_is_opposite(h, at) ? -node->value : node->value;
    h->lowest[at] = h->task.scores_repetition ? fmin(value, drawn) : value;
    h->highest[at] = h->task.scores_repetition ? fmax(value, drawn) : value;
    for (i = node->first; i < node->first + node->count; i++) {
      CHECK(i > at);
      h->lowest[at] = fmin(h->lowest[at], h->lowest[i]);
      h->highest[at] = fmax(h->highest[at], h->highest[i]);
    }
  }
}

/* Begins a search of `game` from node `root`, whatever the host was doing. */
static inline void host_start_from(host *h, const tree *game, uint32_t root, const ab_task *task)
{
  h->task = *task;
  h->game = game;
  h->root = root;
  h->evaluated.count = 0;
  h->line.count = 0;
  h->best = realloc(h->best, game->count * sizeof *h->best);
  if (h->best == NULL) abort();
  h->path[0] = root;
  h->best[root] = NO_NODE;
  if (task->asks_bounds) host_bound(h);
  protocol_start(&h->protocol, task);
  ab_engine_start(&h->engine, task);
}

/* Begins a search of `game` from its root. */
static inline void host_start(host *h, const tree *game, const ab_task *task)
{
  host_start_from(h, game, 0, task);
}

/* Gives everything back, and checks that the engine did. */
static inline void host_free(host *h)
{
  ab_memory memory = {heap_allocate, NULL};
  memory.context = &h->heap;
  ab_engine_free(&h->engine, &memory);
  CHECK(h->heap.bytes == 0);
  free(h->best);
  free(h->lowest);
  free(h->highest);
  free(h->is_roots);
  sequence_free(&h->evaluated);
  sequence_free(&h->line);
}

/* Grows the engine's memory, and again when the heap refuses. */
static inline void host_grow(host *h)
{
  ab_memory memory = {heap_allocate, NULL};
  uint64_t refused = h->heap.refused;
  memory.context = &h->heap;
  while (!ab_engine_grow(&h->engine, &memory) && !h->limits_hold_in_first_iteration)
    if (!CHECK(h->heap.refused == ++refused)) break;
}

/* Whether successor `index` of the node at `ply` of the path was found by its identity. */
static inline int host_has_found(const host *h, int32_t ply, uint32_t index)
{
  uint32_t i;
  for (i = 0; i < h->protocol.path[ply].found; i++)
    if (h->found[ply][i] == index) return 1;
  return 0;
}

/* The successor of the node at `ply` of the path that the engine knows as number `index`. */
static inline uint32_t host_successor(const host *h, int32_t ply, uint32_t index)
{
  const visit *here = &h->protocol.path[ply];
  uint32_t nth = here->found, successor;
  if (here->found == 0 || (here->is_expanded && !here->is_generated)) return index;
  if (index < here->found) return h->found[ply][index];
  for (successor = 0; host_has_found(h, ply, successor) || nth++ < index;) successor++;
  return successor;
}

/* Puts the successor that the engine has picked on the path, at `ply`; a null move leads where the first move does. */
static inline void host_enter(host *h, int32_t ply, int is_pass)
{
  uint32_t child = is_pass ? 0 : host_successor(h, ply - 1, ab_engine_child(&h->engine));
  uint32_t at = h->game->nodes[h->path[ply - 1]].first + child;
  h->path[ply] = at;
  h->best[at] = NO_NODE;
  fake_time.now += h->node_seconds;
}

/* Answers whether the game is over at the leaf at `ply` of the path, where that is wanted. */
static inline void host_give_end(host *h, int32_t ply)
{
  int is_over = h->game->nodes[h->path[ply]].count == 0;
  ab_engine_over(&h->engine, ab_engine_leaf(&h->engine) == AB_LEAF_UNKNOWN ? is_over : !is_over);
}

/* Evaluates the node of the path at `ply`. */
static inline void host_evaluate(host *h, int32_t ply)
{
  const tree *game = h->game;
  uint32_t at = h->path[ply];
  sequence_add(&h->evaluated, at);
  host_give_end(h, ply);
  if (h->task.algorithm == AB_MAXN)
    ab_engine_payoffs(&h->engine, tree_payoffs(game, at), game->players);
  else
    ab_engine_value(&h->engine, game->nodes[at].value);
}

/* Answers whose turn it is at node `at`. */
static inline void host_give_turn(host *h, uint32_t at)
{
  const tree *game = h->game;
  if (h->task.algorithm == AB_MAXN)
    ab_engine_player(&h->engine, game->movers[at]);
  else
    ab_engine_turn(&h->engine, game->nodes[at].roots_turn == game->nodes[h->root].roots_turn);
}

/* Gives the engine the probability of each outcome of a node. */
static inline void host_give_probabilities(host *h, const tree_node *node)
{
  uint32_t i;
  for (i = 0; i < node->count; i++)
    ab_engine_probability(&h->engine, i, h->game->nodes[node->first + i].probability);
}

/* Notes the best line of the current node, as AB_ASK_LINE says; at the root, it may be that of any successor. */
static inline void host_note_line(host *h)
{
  const uint32_t *at = h->path + h->protocol.ply;
  const ab_scores *scores = ab_engine_scores(&h->engine);
  if (h->protocol.ply == 0 && scores != NULL) {
    CHECK(at[1] == h->game->nodes[at[0]].first + scores->noted);
    if (!scores->is_best) return;
  }
  h->best[at[0]] = at[1];
}

/* Keeps the line of the iteration that ends. */
static inline void host_keep_line(host *h)
{
  uint32_t at;
  h->line.count = 0;
  for (at = h->best[h->root]; at != NO_NODE; at = h->best[at]) sequence_add(&h->line, at);
}

/* Keeps the line of a move that is proved to be better, by an iteration that goes on. */
static inline void host_keep_proved(host *h)
{
  if (h->protocol.ply == 0) {
    host_keep_line(h);
    return;
  }
  h->line.count = 0;
  sequence_add(&h->line, h->path[1]);
}

/* The name of a node: of its position, and of the turn unless the host forgets it. */
static inline uint64_t host_position_hash(const host *h, const tree_node *node)
{
  rng mixed;
  mixed.state = node->position * 2 + (node->roots_turn && !h->forgets_turn);
  return rng_next(&mixed);
}

/* Whom values are good for: Max, whichever player that is, in searches that share a perspective. */
static inline uint64_t host_salt(const host *h)
{
  int maxs_turn = h->game->nodes[h->root].roots_turn != h->task.minimizing;
  rng mixed;
  mixed.state = h->perspective * 2 + (uint64_t)maxs_turn;
  return rng_next(&mixed);
}

/* The move id of successor `index` of a node, which is `child`. */
static inline uint32_t host_move_id(const host *h, uint32_t index, const tree_node *child)
{
  int kind = h->move_ids == MOVE_IDS_MIXED ? (int)(child->move % 3) : (int)h->move_ids;
  if (!h->task.asks_moves || kind == MOVE_IDS_NONE) return 0;
  return kind == MOVE_IDS_PLACES ? AB_MOVE_IS_PLACE | (index + 1) : child->move;
}

/* Gives the engine the bounds of a node, in the task's view. */
static inline void host_give_bounds(host *h, uint32_t at)
{
  if (host_is_opposite(h, at))
    ab_engine_bounds(&h->engine, -h->highest[at], -h->lowest[at]);
  else
    ab_engine_bounds(&h->engine, h->lowest[at], h->highest[at]);
}

/* Evaluates the successor of a node that the engine orders, and says whose turn it is there where that is wanted. */
static inline void host_give_child_value(host *h, const tree_node *node)
{
  uint32_t at = node->first + host_successor(h, h->protocol.ply, ab_engine_child(&h->engine));
  h->path[h->protocol.ply + 1] = at;
  host_evaluate(h, h->protocol.ply + 1);
  if (ab_engine_asks_child_turn(&h->engine)) host_give_turn(h, at);
}

/* Gives the engine all moves of a node. */
static inline void host_give_moves(host *h, const tree_node *node)
{
  uint32_t i;
  for (i = 0; i < h->counts[h->protocol.ply]; i++) {
    const tree_node *child = h->game->nodes + node->first + i;
    ab_engine_move(&h->engine, i, host_move_id(h, i, child));
  }
}

/* Gives the engine the scores of the current node's successors that were not tried yet. */
static inline void host_give_scores(host *h, const tree_node *node)
{
  uint32_t i;
  for (i = ab_engine_tried(&h->engine); i < h->counts[h->protocol.ply]; i++) {
    uint32_t index = host_successor(h, h->protocol.ply, ab_engine_candidate(&h->engine, i));
    const tree_node *child = h->game->nodes + node->first + index;
    ab_engine_score(&h->engine, i, child->score);
  }
}

/* Generates one more successor of the current node, if there is one. */
static inline void host_generate(host *h, const tree_node *node)
{
  uint32_t index;
  int is_one;
  while (host_has_found(h, h->protocol.ply, h->generated[h->protocol.ply])) h->generated[h->protocol.ply]++;
  index = h->generated[h->protocol.ply]++;
  is_one = index < h->counts[h->protocol.ply];
  ab_engine_more(&h->engine, is_one,
                 is_one ? host_move_id(h, index, h->game->nodes + node->first + index) : 0);
}

/* Notes that those successors of the current node which were found are tried, now that all are listed. */
static inline void host_list_found(host *h)
{
  visit *here = h->protocol.path + h->protocol.ply;
  uint32_t i;
  here->entered = 0;
  for (i = 0; i < here->found; i++)
    if (h->found[h->protocol.ply][i] < 64) here->entered |= (uint64_t)1 << h->found[h->protocol.ply][i];
}

/*
 * Finds the successor of the current node that the engine seeks. Some hosts cannot tell; at its first question it may
 * turn out that the game is over, or that it is a chance node.
 */
static inline void host_find(host *h, const tree_node *node)
{
  visit *here = h->protocol.path + h->protocol.ply;
  uint32_t move = ab_engine_wanted_move(&h->engine), i;
  CHECK(move != 0 && !(move & AB_MOVE_IS_PLACE));
  CHECK((here->wanted_count > 1) == ab_engine_has_wanted_moves(&h->engine));
  ab_engine_found(&h->engine, AB_FOUND_NO);
  if (node->is_chance && h->task.has_chance_nodes) {
    h->counts[h->protocol.ply] = node->count;
    ab_engine_outcomes(&h->engine, node->count);
    ab_engine_found(&h->engine, AB_FOUND_INSTEAD);
  } else if (node->count == 0 && node->position % 2 == 0) {
    h->counts[h->protocol.ply] = 0;
    ab_engine_successors(&h->engine, 0);
    ab_engine_found(&h->engine, AB_FOUND_INSTEAD);
  } else if ((node->position + move) % 7 == 0) {
    ab_engine_found(&h->engine, AB_FOUND_UNABLE);
    here->wanted_count = AB_WANTED_MAX;
  } else {
    for (i = 0; i < node->count && host_move_id(h, i, h->game->nodes + node->first + i) != move;) i++;
    if (i == node->count) return;
    h->found[h->protocol.ply][here->found] = i;
    ab_engine_found(&h->engine, AB_FOUND_YES);
  }
}

/* Counts the first `count` successors of the current node, or says that they will be generated one by one. */
static inline void host_expand(host *h, const tree_node *node, uint32_t count)
{
  h->generated[h->protocol.ply] = 0;
  h->counts[h->protocol.ply] = count;
  if (node->is_chance && h->task.has_chance_nodes && h->protocol.path[h->protocol.ply].left > 0)
    ab_engine_outcomes(&h->engine, count);
  else if (h->lazy > 0 && node->position % h->lazy == 0 &&
           (h->protocol.ply > 0 || ab_engine_scores(&h->engine) == NULL))
    ab_engine_lazy_successors(&h->engine);
  else {
    host_list_found(h);
    ab_engine_successors(&h->engine, count);
  }
}

/* Answers what is not asked. */
static inline void host_mislead(host *h)
{
  ab_engine_more(&h->engine, h->evaluated.count % 2 == 0, 1);
  ab_engine_key(&h->engine, h->evaluated.count, h->evaluated.count, h->evaluated.count);
  ab_engine_successors(&h->engine, UINT32_MAX);
  ab_engine_found(&h->engine, AB_FOUND_INSTEAD);
  ab_engine_turn(&h->engine, h->evaluated.count % 2 == 0);
  ab_engine_player(&h->engine, UINT32_MAX);
  ab_engine_value(&h->engine, NAN);
  ab_engine_over(&h->engine, h->evaluated.count % 2 == 0);
}

/* Lets the engine ask once and answers it; returns what was asked. */
static inline ab_ask host_step(host *h)
{
  ab_ask ask = ab_engine_next(&h->engine);
  const tree_node *node;
  if (protocol_observe(&h->protocol, &h->engine, ask))
    host_enter(h, h->protocol.ply, ask == AB_ASK_NULL_MOVE);
  node = h->game->nodes + h->path[h->protocol.ply];
  if (ask != AB_ASK_MEMORY) host_mislead(h);
  switch (ask) {
  case AB_ASK_SUCCESSORS:
    host_expand(h, node, node->count);
    break;
  case AB_ASK_NOISY:
    host_expand(h, node, node->noisy);
    break;
  case AB_ASK_FIND_MOVE:
    host_find(h, node);
    break;
  case AB_ASK_MORE:
    host_generate(h, node);
    break;
  case AB_ASK_TURN:
    host_give_turn(h, h->path[h->protocol.ply]);
    break;
  case AB_ASK_PROBABILITIES:
    host_give_probabilities(h, node);
    break;
  case AB_ASK_KEY:
    ab_engine_key(&h->engine, host_position_hash(h, node), host_salt(h), 0);
    break;
  case AB_ASK_BOUNDS:
    host_give_bounds(h, h->path[h->protocol.ply]);
    break;
  case AB_ASK_MOVES:
    host_give_moves(h, node);
    break;
  case AB_ASK_SCORES:
    host_give_scores(h, node);
    break;
  case AB_ASK_CHILD_VALUE:
    host_give_child_value(h, node);
    break;
  case AB_ASK_VALUE:
    host_evaluate(h, h->protocol.ply);
    break;
  case AB_ASK_LEAF:
    host_enter(h, h->protocol.ply + 1, 0);
    host_evaluate(h, h->protocol.ply + 1);
    break;
  case AB_ASK_LINE:
    host_note_line(h);
    break;
  case AB_ASK_PROVED:
    host_keep_proved(h);
    break;
  case AB_ASK_ITERATION:
    host_keep_line(h);
    break;
  case AB_ASK_MEMORY:
    host_grow(h);
    break;
  case AB_ASK_NULL_MOVE:
  case AB_ASK_UNDO_NULL_MOVE:
  case AB_ASK_ENTER:
  case AB_ASK_LEAVE:
  case AB_ASK_NOTHING:
    break;
  }
  return ask;
}

/* Runs the search that was started to its end, which must be near. */
static inline void host_finish(host *h)
{
  long asks = 0;
  while (host_step(h) != AB_ASK_NOTHING)
    if (!CHECK(++asks < HOST_ASKS)) break;
}

/* Does a whole search. */
static inline void host_search(host *h, const tree *game, const ab_task *task)
{
  host_start(h, game, task);
  host_finish(h);
}

#endif
