/* aside.c: see aside.h. */

#include "aside.h"

#include "scale.h"
#include "walk.h"

/*
 * If the first playouts take at most so many random plies on average, alpha-beta tries to find out who wins. It gets so
 * many nodes for each ply of the playouts, in steps of so many nodes.
 */
#define TRIAL_PLAYOUTS 8
#define TRIAL_PLIES 24
#define TRIAL_SHARE 0.2
#define STEP_NODES 64

/*
 * A search that was not asked for leaves most of the time to alpha-beta if the tree is small: if the plies of a playout
 * times the logarithm of the number of moves are at most this. It then gets so many nodes for each ply.
 */
#define SMALL 18
#define SMALL_SHARE 4

/* Whether alpha-beta is to begin now. */
static int is_due(const ab_uct *uct)
{
  return uct->task.solves && uct->more->solve != NULL && uct->playouts == TRIAL_PLAYOUTS &&
         ab_uct_proves(uct) && !uct->engine->task.host.has_chance_nodes &&
         uct->tree.nodes[0].solved == AB_UCT_OPEN && uct->plies_sum <= TRIAL_PLIES * uct->plies_count;
}

/* The share that it gets. */
static double share_of(const ab_uct *uct)
{
  int is_small = uct->task.is_choice &&
                 uct->plies_sum * ab_uct_logarithm(uct->tree.nodes[0].count) <= SMALL * uct->plies_count;
  return is_small ? SMALL_SHARE : TRIAL_SHARE;
}

void ab_uct_aside_go_on(ab_uct *uct)
{
  ab_uct_solving *own = &uct->solving;
  if (!own->is_on && is_due(uct)) {
    own->is_on = 1;
    own->share = share_of(uct);
  }
  while (own->is_on && (double)own->nodes < own->share * (double)uct->ticks && !ab_uct_is_interrupted(uct)) {
    ab_uct_aside found = uct->more->solve(uct->context, 0, STEP_NODES);
    own->nodes += STEP_NODES;
    if (!found.has_ended) continue;
    own->is_on = 0;
    own->has_answer = found.is_proven;
    own->answer = found;
  }
}

int ab_uct_aside_defends(const ab_uct *uct)
{
  const ab_uct_node *root = &uct->tree.nodes[0];
  int lost = root->player == 0 ? AB_UCT_LOST : AB_UCT_WON;
  int is_lost = uct->solving.has_answer ? uct->solving.answer.points == 0 : root->solved == lost;
  return is_lost && uct->task.defends && uct->more->solve != NULL &&
         !uct->engine->task.host.has_chance_nodes && root->count != 1;
}

int ab_uct_aside_defend(ab_uct *uct)
{
  ab_uct_solving *own = &uct->solving;
  int32_t depth = own->has_answer || own->has_defence ? own->answer.depth : 1;
  ab_uct_aside found = uct->more->solve(uct->context, 1, STEP_NODES);
  if (found.child != AB_UCT_NONE && (found.depth > depth || found.has_ended)) {
    own->has_defence = 1;
    own->answer.child = found.child;
    own->answer.depth = found.depth;
  }
  if (found.has_ended) own->answer.plies = found.plies;
  return found.has_ended;
}
