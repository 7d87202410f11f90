/*
 * host_answers.h: what a host of alpha-beta answers about the current node, and that the engine asks only what it may.
 *
 * It is a hostile host: what it is not asked for, it answers falsely.
 */
#ifndef SPEC_HOST_ANSWERS_H
#define SPEC_HOST_ANSWERS_H

#include "host_bytes.h"

/* ---- successors ---- */

/* Whether the successors of a node come from an iterator; not at a root whose successors have scores. */
static inline int host_generates(const host *h, const visit *here, uint8_t byte)
{
  if (ab_engine_ply(&h->engine) == 0 && ab_engine_scores(&h->engine) != NULL) return 0;
  return h->game == NULL ? byte % 8 == 1 : h->lazy > 0 && host_node(h, here)->position % h->lazy == 0;
}

/* Lists the successors of a node, noisy ones or all, or says that they will be generated one by one. */
static inline ab_successors host_list(host *h, visit *here, int is_noisy, uint8_t byte)
{
  ab_successors listed = {UINT32_MAX, AB_ITERATED};
  uint32_t i;
  CHECK(!here->is_expanded);
  here->is_expanded = 1;
  here->is_generated = (char)host_generates(h, here, byte);
  if (h->game != NULL) here->listed = is_noisy ? host_node(h, here)->noisy : host_node(h, here)->count;
  if (h->game == NULL && !here->is_generated) here->listed = here->found + bytes_count(h);
  here->count = here->is_generated ? here->found : here->listed;
  if (here->is_generated) return listed;
  here->entered = 0;
  for (i = 0; i < here->found; i++)
    if (here->indexes[i] < 64) here->entered |= (uint64_t)1 << here->indexes[i];
  listed.count = here->count;
  listed.listing = AB_LISTED;
  return listed;
}

/* Whether a node is a chance node; its outcomes are then known. */
static inline int host_is_chance(const host *h, visit *here, ab_successors *outcomes)
{
  const tree_node *node = host_node(h, here);
  if (!node->is_chance || !h->task.host.has_chance_nodes) return 0;
  here->is_expanded = here->is_chance = 1;
  here->count = outcomes->count = node->count;
  outcomes->listing = AB_OUTCOMES;
  return 1;
}

static inline ab_successors host_successors(void *context)
{
  host *h = context;
  visit *here = host_called(h);
  uint8_t byte = h->byte != NULL ? h->byte() : 0;
  ab_successors outcomes;
  CHECK(host_left(h) > 0 && (!h->task.host.asks_key || here->has_key));
  if (h->game == NULL && h->task.host.has_chance_nodes && byte % 4 == 2 && here->found == 0)
    return bytes_outcomes(h, here);
  if (h->game != NULL && here->wanted == 0 && host_is_chance(h, here, &outcomes)) return outcomes;
  return host_list(h, here, 0, byte);
}

static inline ab_successors host_noisy(void *context)
{
  host *h = context;
  visit *here = host_called(h);
  uint8_t byte = h->byte != NULL ? h->byte() : 0;
  CHECK(host_left(h) <= 0 && h->task.techniques.quiescence > -host_left(h) && here->is_valued);
  return host_list(h, here, 1, byte);
}

/* The move id of successor `index` of a node. */
static inline uint32_t host_move_id(const host *h, const visit *here, uint32_t index)
{
  const tree_node *child;
  int kind = (int)h->move_ids;
  if (h->game == NULL) return bytes_move_id(h, here, index);
  child = h->game->nodes + host_node(h, here)->first + index;
  if (kind == MOVE_IDS_MIXED) kind = (int)(child->move % 3);
  if (!h->task.host.asks_moves || kind == MOVE_IDS_NONE) return 0;
  return kind == MOVE_IDS_PLACES ? AB_MOVE_IS_INDEX | (index + 1) : child->move;
}

/* Generates one more successor of the current node, if there is one. */
static inline ab_next host_more(void *context)
{
  host *h = context;
  visit *here = host_called(h);
  ab_next next = {0, 1};
  CHECK(here->is_generated);
  if (h->game == NULL) {
    next.has_more = h->byte() % 4 != 0;
    next.move = h->byte();
    here->count += next.has_more != 0;
    return next;
  }
  while (host_has_found(here, here->generated)) here->generated++;
  next.has_more = here->generated < here->listed;
  if (!next.has_more) return next;
  next.move = host_move_id(h, here, here->generated++);
  here->count++;
  return next;
}

/*
 * Finds the successor of the current node that the engine seeks. Some hosts cannot tell; at its first question it may
 * turn out that the game is over, or that it is a chance node.
 */
static inline ab_found host_find(void *context, uint32_t move, ab_successors *instead)
{
  host *h = context;
  visit *here = host_called(h);
  const tree_node *node;
  uint32_t i;
  CHECK(move != 0 && !(move & AB_MOVE_IS_INDEX));
  CHECK((here->wanted > 0) == ab_engine_has_wanted_moves(&h->engine));
  CHECK(h->task.host.finds_moves && host_left(h) >= h->task.host.finds_moves &&
        ab_engine_ply(&h->engine) > 0);
  CHECK(!here->is_expanded && here->wanted < AB_WANTED_MAX);
  here->wanted++;
  if (h->game == NULL) return bytes_find(h, here, instead);
  node = host_node(h, here);
  if (host_is_chance(h, here, instead)) return AB_FOUND_INSTEAD;
  if (node->count == 0 && node->position % 2 == 0) {
    here->is_expanded = 1;
    instead->count = 0;
    instead->listing = AB_LISTED;
    return AB_FOUND_INSTEAD;
  }
  if ((node->position + move) % 7 == 0) return AB_FOUND_UNABLE;
  for (i = 0; i < node->count && host_move_id(h, here, i) != move;) i++;
  if (i == node->count) return AB_FOUND_NO;
  here->indexes[here->found++] = i;
  here->count = here->found;
  return AB_FOUND_YES;
}

static inline void host_probabilities(void *context, ab_outcome *outcomes, uint32_t count)
{
  host *h = context;
  const visit *here = host_called(h);
  uint32_t i;
  CHECK(here->is_chance && count == here->count);
  if (h->game == NULL) bytes_probabilities(h, outcomes, count);
  for (i = 0; h->game != NULL && i < count; i++)
    outcomes[i].probability = h->game->nodes[host_node(h, here)->first + i].probability;
}

static inline void host_moves(void *context, ab_candidate *candidates, uint32_t count)
{
  host *h = context;
  const visit *here = host_called(h);
  uint32_t i;
  CHECK(h->task.host.asks_moves && here->is_expanded && count == here->count && count > 0);
  for (i = 0; i < count; i++) ab_ordering_init(candidates + i, i, host_move_id(h, here, i));
}

static inline void host_scores(void *context, ab_candidate *candidates, uint32_t first, uint32_t count)
{
  host *h = context;
  const visit *here = host_called(h);
  CHECK(h->task.host.asks_scores && !h->task.host.asks_child_values && first + 1 < count &&
        count == here->count);
  for (; first < count; first++) {
    uint32_t index = host_successor(here, candidates[first].index);
    candidates[first].score =
        h->game == NULL ? bytes_value(h) : h->game->nodes[host_node(h, here)->first + index].score;
  }
}

/* ---- the current node ---- */

/* Who moves at node `at`, as the engine numbers players. */
static inline uint32_t host_player(const host *h, uint32_t at)
{
  if (h->game == NULL) return bytes_player(h);
  if (h->task.algorithm == AB_MAXN) return h->game->movers[at];
  return h->game->nodes[at].roots_turn != h->game->nodes[h->root].roots_turn;
}

static inline uint32_t host_turn(void *context)
{
  host *h = context;
  visit *here = host_called(h);
  CHECK(h->task.host.asks_turn && ab_engine_ply(&h->engine) > 0 && !here->has_turn && !here->is_chance);
  here->has_turn = 1;
  return host_player(h, here->at);
}

/* The name of a node: of its position, and of the turn unless the host forgets it. */
static inline uint64_t host_position_hash(const host *h, const tree_node *node)
{
  rng mixed;
  mixed.state = node->position * 2 + (node->roots_turn && !h->forgets_turn);
  return rng_next(&mixed);
}

/* Whom values are good for: Max, whichever player that is, in searches that share a view_key. */
static inline uint64_t host_salt(const host *h)
{
  int maxs_turn = h->game->nodes[h->root].roots_turn != h->task.root.minimizing;
  rng mixed;
  mixed.state = h->view_key * 2 + (uint64_t)maxs_turn;
  return rng_next(&mixed);
}

static inline ab_position host_key(void *context)
{
  host *h = context;
  visit *here = host_called(h);
  ab_position named = {0, 0, 0};
  CHECK(h->task.host.asks_key && host_left(h) > 0 && !here->has_key && !here->is_expanded);
  CHECK(!h->task.host.asks_turn || ab_engine_ply(&h->engine) == 0 || here->has_turn);
  here->has_key = 1;
  if (h->game == NULL) return bytes_position(h);
  named.position_hash = host_position_hash(h, host_node(h, here));
  named.view_key = host_salt(h);
  return named;
}

/*
 * Widens bounds, as the player of the root sees them, by the values at and below node `at`. `is_roots` says whether the
 * player of the root moves there: turns alternate where the engine does not ask for them.
 */
static inline void host_widen(const host *h, uint32_t at, int is_roots, ab_bounds *bounds)
{
  const tree_node *nodes = h->game->nodes, *node = nodes + at;
  int is_opposite = h->task.view == AB_VIEW_MAX ? h->task.root.minimizing : !is_roots;
  double value = is_opposite ? -node->value : node->value;
  uint32_t i;
  bounds->lowest = fmin(bounds->lowest, value);
  bounds->highest = fmax(bounds->highest, value);
  for (i = node->first; i < node->first + node->count; i++) {
    int is_next = node->is_chance && h->task.host.has_chance_nodes ? is_roots : !is_roots;
    if (h->task.host.asks_turn) is_next = nodes[i].roots_turn == nodes[h->root].roots_turn;
    host_widen(h, i, is_next, bounds);
  }
}

/*
 * Bounds of the values at and below the current node, those of repetitions among them. They belong to the node, not to
 * its position, which may lead farther elsewhere: a search with a table must not ask for them.
 */
static inline ab_bounds host_bounds(void *context)
{
  host *h = context;
  visit *here = host_called(h);
  double drawn = h->task.root.minimizing ? -h->task.repetition.value : h->task.repetition.value;
  ab_bounds seen = {HUGE_VAL, -HUGE_VAL}, bounds;
  int is_roots = 1, ply;
  CHECK(h->task.host.asks_bounds && host_left(h) > 0 && !here->is_expanded && !here->has_bounds);
  here->has_bounds = 1;
  if (h->game == NULL) return bytes_bounds(h);
  for (ply = 0; ply < ab_engine_ply(&h->engine); ply++) is_roots ^= !h->path[ply].is_chance;
  if (h->task.host.asks_turn) is_roots = host_node(h, here)->roots_turn == h->game->nodes[h->root].roots_turn;
  if (h->task.repetition.is_scored) seen.lowest = seen.highest = drawn;
  host_widen(h, here->at, is_roots, &seen);
  bounds = seen;
  if (h->task.view == AB_VIEW_MAX ? h->task.root.minimizing : !is_roots) {
    bounds.lowest = -seen.highest;
    bounds.highest = -seen.lowest;
  }
  return bounds;
}

/* Evaluates node `at`, which is at `ply` of the path. */
static inline ab_value host_evaluate(host *h, uint32_t at, int32_t ply, ab_leaf leaf, int asks_player)
{
  ab_value answer = {NAN, 0, UINT32_MAX};
  h->counted.evaluations++;
  if (h->game == NULL) return bytes_evaluate(h, ply, leaf, asks_player);
  answer.is_over = (h->game->nodes[at].count == 0) == (leaf == AB_LEAF_UNKNOWN);
  if (asks_player) answer.player = host_player(h, at);
  sequence_add(&h->evaluated, at);
  if (h->task.algorithm == AB_MAXN)
    ab_engine_payoffs(&h->engine, ply, tree_payoffs(h->game, at), h->game->players);
  else
    answer.value = h->game->nodes[at].value;
  return answer;
}

static inline ab_value host_value(void *context, ab_leaf leaf)
{
  host *h = context;
  visit *here = host_called(h);
  CHECK(!here->is_valued);
  CHECK(leaf == AB_LEAF_OVER ? here->is_expanded && here->count == 0 : host_left(h) <= 0);
  here->is_valued = 1;
  return host_evaluate(h, here->at, ab_engine_ply(&h->engine), leaf, 0);
}

/* The last ply is evaluated without being entered; so are successors by whose value a node's are ordered. */
static inline ab_value host_leaf(void *context, uint32_t child, ab_leaf leaf, int asks_player)
{
  host *h = context;
  visit *here = host_called(h);
  int32_t ply = ab_engine_ply(&h->engine);
  CHECK(leaf != AB_LEAF_OVER && child < here->count && !here->is_chance);
  CHECK(!asks_player ||
        (h->task.host.asks_turn && h->task.view == AB_VIEW_MOVER && h->task.host.asks_child_values));
  if (!h->task.host.asks_child_values) {
    CHECK(host_left(h) == 1 && h->task.techniques.quiescence == 0);
    host_check_child(h, here, child);
    h->counted.nodes++;
  }
  host_open(h, child, 0);
  return host_evaluate(h, here[1].at, ply + 1, leaf, asks_player);
}

#endif
