/* hidden.c: see hidden.h. */

#include "hidden.h"

#include <math.h>

#include "playout.h"
#include "selection.h"
#include "walk.h"

void ab_uct_hidden_plant(ab_uct *uct, uint32_t count)
{
  ab_uct_node *root;
  ab_uct_tree_plant(&uct->tree, uct->own);
  root = &uct->tree.nodes[0];
  root->is_over = count == 0;
  root->tried = count;
  root->is_chance = (char)ab_uct_is_chance(uct);
  root->player = (uint8_t)uct->own;
  uct->deal_count = 0;
  uct->has_own_trees = 1;
}

/* The root of the deal's own tree; AB_UCT_NONE if there are too many deals, or they cannot be told apart. */
static uint32_t own_root(ab_uct *uct)
{
  uint32_t id, i;
  if (!uct->has_own_trees) return AB_UCT_NONE;
  id = uct->more->recognize(uct->context);
  for (i = 0; id != 0 && i < uct->deal_count; i++)
    if (uct->deals[i].id == id) return uct->deals[i].root;
  if (id == 0 || uct->deal_count == AB_UCT_DEALS || uct->tree.node_count == uct->tree.node_capacity) {
    uct->has_own_trees = 0;
    return AB_UCT_NONE;
  }
  uct->deals[uct->deal_count].id = id;
  uct->deals[uct->deal_count].root = ab_uct_tree_add(&uct->tree, uct->own);
  return uct->deals[uct->deal_count++].root;
}

ab_uct_step ab_uct_hidden_begin(ab_uct *uct)
{
  ab_uct_ply *here = ab_uct_here(uct);
  uint32_t own;
  ab_uct_take_list(uct, uct->more->deal(uct->context));
  uct->playing.is_dealt = 1;
  ab_uct_reserve(uct, 1, 3, 0, 0);
  here = ab_uct_here(uct);
  own = own_root(uct);
  here->node = 0;
  here->above = AB_UCT_NONE;
  here->own = own;
  uct->playing.own_plies = own != AB_UCT_NONE;
  uct->playing.tree_plies = 0;
  return AB_UCT_HIDDEN;
}

/* The kid of a node to which a move leads; AB_UCT_NONE if there is none. */
static uint32_t find_kid(const ab_uct_tree *tree, uint32_t node, uint32_t move)
{
  uint32_t kid = tree->nodes[node].kid;
  while (kid != AB_UCT_NONE && tree->nodes[kid].move != move) kid = tree->nodes[kid].next;
  return kid;
}

/* Whether a node may get another kid. */
static int may_grow(const ab_uct *uct, uint32_t node)
{
  const ab_uct_tree *tree = &uct->tree;
  return tree->node_count < tree->node_capacity && (node == 0 || ab_uct_tree_has_room(tree));
}

/* The same kid, which is added if it is not there and there is memory for it. */
static uint32_t kid_of(ab_uct *uct, uint32_t node, uint32_t move, uint32_t mover)
{
  ab_uct_tree *tree = &uct->tree;
  uint32_t kid = find_kid(tree, node, move);
  if (kid != AB_UCT_NONE || !may_grow(uct, node)) return kid;
  kid = ab_uct_tree_add(tree, mover);
  tree->nodes[kid].move = move;
  tree->nodes[kid].available = 1;
  tree->nodes[kid].next = tree->nodes[node].kid;
  tree->nodes[node].kid = kid;
  tree->nodes[node].count++;
  return kid;
}

/* The index of the move to try next, of the current node's: a new one of `node`, or the most promising one. */
static uint32_t select_move(ab_uct *uct, uint32_t node)
{
  ab_uct_tree *tree = &uct->tree;
  uint32_t count = ab_uct_here(uct)->count, index, best = AB_UCT_NONE, fresh = AB_UCT_NONE, new_count = 0;
  double most = -HUGE_VAL;
  for (index = 0; index < count; index++) {
    uint32_t kid = find_kid(tree, node, uct->more->move(uct->context, index));
    double bound;
    if (kid == AB_UCT_NONE || tree->nodes[kid].visits == 0) {
      if (ab_random_next(&uct->random) * ++new_count < 1) fresh = index;
      continue;
    }
    tree->nodes[kid].available++;
    bound = ab_uct_bound(uct, &tree->nodes[kid], tree->nodes[kid].available);
    if (bound > most) {
      most = bound;
      best = index;
    }
  }
  if (fresh == AB_UCT_NONE || (best != AB_UCT_NONE && !may_grow(uct, node))) return best;
  return fresh;
}

/* The current node, which was just entered, is that of what is seen here, if the game says that. */
static void see(ab_uct *uct, ab_uct_ply *here, uint32_t mover)
{
  uint32_t seen = uct->more->seen != NULL ? uct->more->seen(uct->context) : 0, kid;
  if (seen == 0) return;
  kid = kid_of(uct, here->node, seen | AB_MOVE_IS_INDEX, mover);
  if (kid == AB_UCT_NONE) return;
  uct->playing.is_new |= uct->tree.nodes[kid].visits == 0;
  here->above = here->node;
  here->node = kid;
}

/* Goes on from the current node to one below it, or to the random part if there is no memory for it. */
static ab_uct_step descend(ab_uct *uct)
{
  ab_uct_ply *here = ab_uct_here(uct), *next;
  ab_uct_tree *tree = &uct->tree;
  uint32_t mover = ab_uct_is_chance(uct) ? tree->nodes[here->node].mover : ab_uct_turn(uct);
  int is_own = here->own != AB_UCT_NONE;
  uint32_t known = tree->node_count, index, move, kid, own = AB_UCT_NONE;
  here->mover = (uint8_t)mover;
  if (ab_uct_playout_show(uct)) return AB_UCT_CUT;
  if (ab_uct_is_chance(uct))
    index = ab_uct_draw(uct);
  else
    index = select_move(uct, is_own && mover != uct->own ? here->own : here->node);
  move = uct->more->move(uct->context, index);
  kid = kid_of(uct, here->node, move, mover);
  if (kid == AB_UCT_NONE) return ab_uct_playout_leave_tree(uct);
  if (kid >= known) uct->more->name(uct->context, kid, index);
  if (is_own) own = kid_of(uct, here->own, move, mover);
  uct->playing.is_new = tree->nodes[kid].visits == 0;
  ab_uct_enter(uct, index);
  next = ab_uct_here(uct);
  next->node = kid;
  next->above = AB_UCT_NONE;
  next->own = own;
  see(uct, next, mover);
  uct->playing.tree_plies++;
  if (own != AB_UCT_NONE) uct->playing.own_plies = uct->playing.tree_plies + 1;
  return AB_UCT_HIDDEN;
}

/* The game is over at the current node. */
static ab_uct_step end(ab_uct *uct)
{
  ab_uct_meet(uct);
  ab_uct_judge(uct, AB_LEAF_OVER);
  return AB_UCT_BACK_UP;
}

ab_uct_step ab_uct_hidden_visit(ab_uct *uct)
{
  if (uct->engine->ply > 0) ab_uct_list(uct);
  if (ab_uct_here(uct)->count == 0) return end(uct);
  if (uct->playing.is_new) return ab_uct_playout_leave_tree(uct);
  ab_uct_reserve(uct, 1, ab_uct_here(uct)->node == 0 || ab_uct_tree_has_room(&uct->tree) ? 3 : 0, 0, 0);
  return descend(uct);
}
