/* known.c: see known.h. */

#include "known.h"

#include "walk.h"

/* A position is made recognizable if so many playouts went through it, so many plies below the root. */
#define VISITS 16
#define PLIES 4

/* Whether a node at `ply`, whose parent is `parent`, is worth being recognized. */
static int is_due(const ab_uct *uct, int32_t ply, uint32_t parent, uint32_t node)
{
  const ab_uct_node *nodes = uct->tree.nodes;
  if (!uct->recognizes || ply == 0 || ply > PLIES || nodes[node].known) return 0;
  return nodes[node].visits >= VISITS || nodes[parent].known_kids == 1;
}

int ab_uct_known_is_due(const ab_uct *uct, uint32_t node)
{
  int32_t ply = uct->engine->ply;
  return ply > 0 && is_due(uct, ply, uct->lasting.path[ply - 1].node, node);
}

int ab_uct_known_asks_move(const ab_uct *uct, uint32_t node, uint32_t kid)
{
  return !uct->has_rave && !uct->tree.nodes[node].is_chance && is_due(uct, uct->engine->ply + 1, node, kid);
}

void ab_uct_known_note(ab_uct *uct, uint32_t node)
{
  const ab_uct_ply *before = ab_uct_here(uct) - 1;
  ab_uct_tree *tree = &uct->tree;
  ab_uct_known known = {0, node, before->node, before->move};
  if (tree->known_count == tree->known_capacity) return;
  tree->nodes[node].known = 1;
  known.id = uct->more->recognize(uct->context);
  if (known.id == 0) return;
  tree->nodes[before->node].known_kids++;
  tree->known[tree->known_count++] = known;
}

/* Whether two nodes that have one number cannot be two ways to one position. */
static int differ(const ab_uct_known *one, const ab_uct_known *other)
{
  return one->parent == other->parent ||
         (one->move != 0 && one->move == other->move && !(one->move & AB_MOVE_IS_INDEX));
}

/* The only record of a number that is certain; NULL if there is none. */
static const ab_uct_known *record_of(const ab_uct_tree *tree, uint32_t id)
{
  const ab_uct_known *found = NULL;
  uint32_t i;
  for (i = 0; i < tree->known_count; i++) {
    const ab_uct_known *known = &tree->known[i];
    if (known->id != id) continue;
    if (found != NULL && differ(found, known)) return NULL;
    if (found == NULL) found = known;
  }
  return found;
}

/* The node before a recognizable one; AB_UCT_NONE at the root. */
static uint32_t parent_of(const ab_uct_tree *tree, uint32_t node)
{
  uint32_t i;
  for (i = 0; i < tree->known_count; i++)
    if (tree->known[i].node == node) return tree->known[i].parent;
  return AB_UCT_NONE;
}

/* The host numbers its lists as the tree is to number its nodes. */
static void rename_lists(ab_uct *uct)
{
  const ab_uct_node *nodes = uct->tree.nodes;
  uint32_t at;
  for (at = 0; at < uct->tree.node_count; at++)
    if (nodes[at].known && nodes[at].is_listed && nodes[at].known_kids != at)
      uct->more->rename(uct->context, at, nodes[at].known_kids);
}

int ab_uct_known_take_up(ab_uct *uct, uint32_t id)
{
  ab_uct_tree *tree = &uct->tree;
  const ab_uct_known *known = record_of(tree, id);
  uint32_t parent = known != NULL ? known->parent : AB_UCT_NONE;
  while (parent != AB_UCT_NONE && tree->nodes[parent].count == 1) parent = parent_of(tree, parent);
  if (parent == AB_UCT_NONE || tree->nodes[parent].known_kids < 2) return 0;
  ab_uct_tree_number(tree, known->node);
  rename_lists(uct);
  ab_uct_tree_compact(tree);
  uct->more->forget(uct->context, tree->node_count);
  return 1;
}
