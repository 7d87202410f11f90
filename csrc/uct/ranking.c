/* ranking.c: see ranking.h. */

#include "ranking.h"

#include <math.h>

#include "scale.h"

/* The kinds of moves of the root. */
typedef enum kind { WON, OTHER, DRAWN, LOST, UNTRIED } kind;

/* An iterator over the nodes below a node: by its edges, or with hidden hands by its kids. */
typedef struct walk {
  const ab_uct_tree *tree;
  const ab_uct_node *node;
  uint32_t place, kid, index;
} walk;

/* Begins with the nodes below `node`. */
static walk begin(const ab_uct_tree *tree, uint32_t node)
{
  const ab_uct_node *above = &tree->nodes[node];
  walk w = {tree, above, 0, above->is_chance ? AB_UCT_NONE : above->kid, AB_UCT_NONE};
  return w;
}

/* The next one, and its index; AB_UCT_NONE behind the last. Outcomes are none. */
static uint32_t next(walk *w)
{
  uint32_t found = w->kid;
  if (found != AB_UCT_NONE) {
    w->kid = w->tree->nodes[found].next;
    return found;
  }
  if (!w->node->is_listed || w->node->is_chance || w->place >= w->node->tried) return AB_UCT_NONE;
  w->index = ab_uct_tree_edges(w->tree, w->node)[w->place].index;
  return ab_uct_tree_edges(w->tree, w->node)[w->place++].node;
}

/* The proven points of a node for a player. */
static int proof_for(const ab_uct_node *node, uint32_t player)
{
  return player == 0 ? node->solved : AB_UCT_WON - node->solved;
}

/* The kind of the move to a node from the root. */
static kind kind_of(const ab_uct *uct, const ab_uct_node *kid)
{
  static const kind kinds[] = {LOST, DRAWN, WON};
  if (kid->solved != AB_UCT_OPEN) return kinds[proof_for(kid, uct->tree.nodes[0].player)];
  return kid->visits > 0 ? OTHER : UNTRIED;
}

/* Whether node `a` comes before `b`, of the same kind: the shorter win, the longer loss, the more visits, the first. */
static int is_before(const ab_uct_tree *tree, kind of, uint32_t a, uint32_t b)
{
  const ab_uct_node *one = &tree->nodes[a], *other = &tree->nodes[b];
  if (of == WON && one->plies != other->plies) return one->plies < other->plies;
  if (of == LOST && one->plies != other->plies) return one->plies > other->plies;
  if (one->visits != other->visits) return one->visits > other->visits;
  return a < b;
}

/* The first move of a kind, behind `last` unless that is AB_UCT_NONE; AB_UCT_NONE if there is none. */
static uint32_t next_of(const ab_uct *uct, kind of, uint32_t last, uint32_t *index)
{
  walk w = begin(&uct->tree, 0);
  uint32_t best = AB_UCT_NONE, kid;
  while ((kid = next(&w)) != AB_UCT_NONE) {
    if (kind_of(uct, &uct->tree.nodes[kid]) != of) continue;
    if (last != AB_UCT_NONE && !is_before(&uct->tree, of, last, kid)) continue;
    if (best != AB_UCT_NONE && !is_before(&uct->tree, of, kid, best)) continue;
    best = kid;
    *index = w.index;
  }
  return best;
}

/* The mean of a node for its mover: points, or values. */
static double mean_of(const ab_uct *uct, const ab_uct_node *node)
{
  if (node->visits == 0) return 0;
  return ab_uct_is_scaled(uct) ? ab_uct_mean(node) * AB_UCT_UNIT : ab_uct_mean(node);
}

/* Describes a move of the root. */
static ab_uct_kid describe(const ab_uct *uct, uint32_t at, uint32_t index)
{
  const ab_uct_node *node = &uct->tree.nodes[at];
  uint32_t player = uct->tree.nodes[0].player;
  ab_uct_kid kid = {.node = at, .index = index, .visits = node->visits};
  kid.is_proven = node->solved != AB_UCT_OPEN;
  kid.points = kid.is_proven ? proof_for(node, player) / 2.0 : mean_of(uct, node);
  kid.result = player == 0 ? node->result : -node->result;
  kid.plies = node->plies + 1;
  kid.is_known = kid.is_proven || node->is_looked_at || node->is_chance || !ab_uct_proves(uct);
  return kid;
}

/* A list of moves that is written. */
typedef struct list {
  const ab_uct *uct;
  ab_uct_kid *kids;
  uint32_t count, most;
  uint32_t first; /* the node that is first of all, and written already; AB_UCT_NONE: none */
} list;

/* Appends a move, unless it is written already, or the list is full. */
static void append(list *l, uint32_t node, uint32_t index)
{
  if (node == l->first || l->count == l->most) return;
  l->kids[l->count++] = describe(l->uct, node, index);
}

/* Appends all moves of a kind. */
static void append_all(list *l, kind of)
{
  uint32_t index = 0, node = AB_UCT_NONE;
  while (l->count < l->most && (node = next_of(l->uct, of, node, &index)) != AB_UCT_NONE)
    append(l, node, index);
}

/* The answer of alpha-beta, if the playouts have not tried it. */
static ab_uct_kid untried_answer(const ab_uct *uct)
{
  const ab_uct_aside *answer = &uct->solving.answer;
  ab_uct_kid kid = {.node = AB_UCT_NONE, .index = answer->child, .plies = answer->plies, .is_known = 1};
  kid.is_proven = uct->solving.has_answer;
  kid.points = kid.is_proven ? answer->points : 0;
  kid.result = answer->result;
  return kid;
}

/* Whether alpha-beta has chosen a move. Sets its node, AB_UCT_NONE if no playout has tried it. */
static int find_answer(const ab_uct *uct, uint32_t *node)
{
  const ab_uct_solving *solving = &uct->solving;
  walk w = begin(&uct->tree, 0);
  if ((!solving->has_answer && !solving->has_defence) || solving->answer.child == AB_UCT_NONE) return 0;
  do *node = next(&w);
  while (*node != AB_UCT_NONE && w.index != solving->answer.child);
  return 1;
}

/* Appends the answer of alpha-beta. */
static void append_answer(list *l)
{
  uint32_t node;
  if (!find_answer(l->uct, &node) || l->most == 0) return;
  l->kids[l->count++] =
      node != AB_UCT_NONE ? describe(l->uct, node, l->uct->solving.answer.child) : untried_answer(l->uct);
  l->first = node;
}

/* Appends moves by their visits, with the drawn ones among them. */
static void append_others(list *l)
{
  uint32_t index = 0, node = AB_UCT_NONE;
  int has_draws = 1;
  while (l->count < l->most && (node = next_of(l->uct, OTHER, node, &index)) != AB_UCT_NONE) {
    if (has_draws && !ab_uct_is_scaled(l->uct) && !(ab_uct_mean(&l->uct->tree.nodes[node]) > 0.5)) {
      append_all(l, DRAWN);
      has_draws = 0;
    }
    append(l, node, index);
  }
  if (has_draws) append_all(l, DRAWN);
}

uint32_t ab_uct_ranked(const ab_uct *uct, ab_uct_kid *kids, uint32_t most)
{
  list l = {uct, kids, 0, most, AB_UCT_NONE};
  if (uct->tree.node_count == 0) return 0;
  append_answer(&l);
  append_all(&l, WON);
  append_others(&l);
  append_all(&l, LOST);
  return l.count;
}

/* How many moves of the root ab_uct_ranked can list. */
static uint32_t count_of(const ab_uct *uct)
{
  walk w = begin(&uct->tree, 0);
  uint32_t count = 0, kid;
  while ((kid = next(&w)) != AB_UCT_NONE) count += kind_of(uct, &uct->tree.nodes[kid]) != UNTRIED;
  return count + (find_answer(uct, &kid) && kid == AB_UCT_NONE);
}

ab_uct_root ab_uct_summary(const ab_uct *uct)
{
  const ab_uct_solving *solving = &uct->solving;
  ab_uct_root root = {.answer = AB_UCT_NONE, .plies = -1, .ticks = uct->ticks, .value = uct->over_value};
  const ab_uct_node *node = uct->tree.nodes;
  if (uct->tree.node_count == 0) return root;
  root.visits = node->visits;
  root.kids = count_of(uct);
  root.players = uct->player_count;
  root.is_scaled = ab_uct_is_scaled(uct);
  root.lowest = uct->lasting.scale.lowest * AB_UCT_UNIT;
  root.highest = uct->lasting.scale.highest * AB_UCT_UNIT;
  root.is_chance = node->is_chance;
  root.is_over = node->is_over;
  root.points = mean_of(uct, node);
  if (solving->has_answer || solving->has_defence) root.answer = solving->answer.child;
  root.is_proven = solving->has_answer || node->solved != AB_UCT_OPEN;
  if (solving->has_answer) {
    root.proven = solving->answer.points;
    root.result = solving->answer.result;
    root.plies = solving->answer.plies;
  } else if (root.is_proven) {
    root.proven = proof_for(node, node->player) / 2.0;
    root.result = node->player == 0 ? node->result : -node->result;
    root.plies = solving->has_defence && solving->answer.plies > 0 ? solving->answer.plies : node->plies;
  }
  return root;
}

/* The node most played below a node, the first of equal ones, and its index; AB_UCT_NONE if there is none. */
static uint32_t most_played(const ab_uct_tree *tree, uint32_t node, uint32_t *index)
{
  walk w = begin(tree, node);
  uint32_t best = AB_UCT_NONE, kid;
  while ((kid = next(&w)) != AB_UCT_NONE) {
    if (tree->nodes[kid].visits == 0 || (best != AB_UCT_NONE && !is_before(tree, OTHER, kid, best))) continue;
    best = kid;
    *index = w.index;
  }
  return best;
}

int ab_uct_line(const ab_uct *uct, uint32_t node, ab_uct_move *move)
{
  uint32_t best = node == AB_UCT_NONE ? AB_UCT_NONE : most_played(&uct->tree, node, &move->index);
  while (best != AB_UCT_NONE && (uct->tree.nodes[best].move & AB_MOVE_IS_INDEX))
    best = most_played(&uct->tree, best, &move->index);
  move->parent = node;
  move->node = best;
  return best != AB_UCT_NONE;
}
