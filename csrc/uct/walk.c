/* walk.c: see walk.h. */

#include "walk.h"

#include "scale.h"

void ab_uct_reserve(ab_uct *uct, size_t plies, size_t nodes, size_t edges, size_t known)
{
  const ab_uct_tree *tree = &uct->tree;
  int is_short = (size_t)uct->engine->ply + plies >= uct->engine->plies ||
                 (size_t)uct->engine->ply + plies >= uct->lasting.plies;
  int lacks_tree = tree->node_count + nodes > tree->node_capacity ||
                   tree->edge_count + edges > tree->edge_capacity ||
                   tree->known_count + known > tree->known_capacity;
  if (!is_short && (!lacks_tree || (tree->is_full && tree->node_count > 0))) return;
  if (is_short) uct->engine->wanted.frames = (size_t)uct->engine->ply + plies + 1;
  uct->wanted.plies = (size_t)uct->engine->ply + plies + 1;
  uct->wanted.nodes = tree->node_count + nodes;
  uct->wanted.edges = tree->edge_count + edges;
  uct->wanted.known = tree->known_count + known;
  uct->host->grow(uct->context);
}

void ab_uct_leave(ab_uct *uct)
{
  ab_engine *engine = uct->engine;
  ab_assert(engine->ply > 0);
  if (engine->task.host.asks_leave) uct->host->leave(uct->context);
  engine->ply--;
  engine->frame--;
}

void ab_uct_leave_all(ab_uct *uct)
{
  ab_engine *engine = uct->engine;
  while (engine->task.host.asks_leave && engine->ply > 0) ab_uct_leave(uct);
  engine->ply = 0;
  engine->frame = engine->frames;
}

uint32_t ab_uct_take_list(ab_uct *uct, ab_successors listed)
{
  ab_engine *engine = uct->engine;
  ab_assert(listed.listing != AB_ITERATED);
  engine->frame->count = listed.count;
  engine->frame->list.is_expanded = 1;
  engine->frame->list.is_chance = listed.listing == AB_OUTCOMES;
  ab_uct_here(uct)->count = listed.count;
  if (listed.listing != AB_OUTCOMES) return listed.count;
  uct->has_rave = uct->playing.notes_moves = 0; /* luck would count for moves */
  if (engine->chance.capacity < listed.count) {
    engine->wanted.outcomes = listed.count;
    uct->host->grow(uct->context);
  }
  uct->host->probabilities(uct->context, engine->chance.outcomes, listed.count);
  return listed.count;
}

uint32_t ab_uct_list(ab_uct *uct)
{
  return ab_uct_take_list(uct, uct->host->successors(uct->context));
}

uint32_t ab_uct_draw(ab_uct *uct)
{
  const ab_outcome *outcomes = uct->engine->chance.outcomes;
  uint32_t count = ab_uct_here(uct)->count, index;
  double left = ab_random_next(&uct->random);
  for (index = 0; index + 1 < count && left > outcomes[index].probability; index++)
    left -= outcomes[index].probability;
  return index;
}

/* Who moves at the current node if turns alternate; at a chance node, who moves after it. */
static uint32_t next_mover(const ab_uct *uct)
{
  return uct->engine->frame->sign > 0 ? uct->own : 1 - uct->own;
}

/* Who moves at the current node. */
static uint32_t mover_here(const ab_uct *uct)
{
  uint32_t mover = uct->engine->task.host.asks_turn ? uct->host->turn(uct->context) : next_mover(uct);
  ab_assert(mover < AB_MAXN_PLAYERS);
  return mover;
}

uint32_t ab_uct_turn(ab_uct *uct)
{
  uint32_t mover = mover_here(uct);
  if (uct->engine->ply > 0 && uct->lasting.alternates && (mover > 1 || mover != next_mover(uct)))
    uct->lasting.alternates = 0;
  ab_uct_note_mover(uct, mover);
  return mover;
}

void ab_uct_tell_mover(ab_uct *uct)
{
  if (uct->engine->frame->list.is_chance)
    ab_uct_here(uct)->mover = uct->engine->ply > 0 ? ab_uct_here(uct)[-1].mover : (uint8_t)uct->own;
  else if (uct->playing.asks_turn)
    ab_uct_turn(uct);
  else if (uct->lasting.alternates || !uct->engine->task.host.asks_turn)
    ab_uct_note_mover(uct, next_mover(uct));
}

void ab_uct_meet(ab_uct *uct)
{
  uint32_t player;
  if (!uct->engine->task.host.asks_turn || uct->lasting.players > 1) return;
  player = uct->more->meet(uct->context);
  if (player != AB_UCT_NONE && player >= uct->lasting.players) uct->lasting.players = player + 1;
}

/* Judges a game of more than two players, by a payoff for each. */
static ab_uct_value judge_many(ab_uct *uct, ab_leaf leaf)
{
  static const ab_uct_value nothing = {0, AB_UCT_OPEN};
  double sign = uct->engine->task.root.minimizing ? -1 : 1;
  uint32_t player;
  for (player = 0; player < uct->lasting.players; player++) {
    uct->engine->counters.evaluations++;
    uct->playing.points[player] =
        ab_uct_points(uct, sign * uct->more->payoff(uct->context, leaf, player), leaf == AB_LEAF_OVER);
  }
  return nothing;
}

ab_uct_value ab_uct_judge(ab_uct *uct, ab_leaf leaf)
{
  const ab_task *task = &uct->engine->task;
  ab_uct_value answer;
  int is_other;
  if (uct->tree.nodes[0].visits == 0)
    uct->player_count = uct->lasting.players; /* no points are counted yet */
  is_other = uct->own != 0 && ab_uct_is_opposed(uct);
  if (ab_uct_is_many(uct) && !uct->task.by_sides) return judge_many(uct, leaf);
  uct->engine->counters.evaluations++;
  answer.value = uct->host->value(uct->context, leaf).value - uct->task.middle;
  if (task->view == AB_VIEW_MOVER && mover_here(uct) != uct->own) is_other = !is_other;
  if (task->root.minimizing) is_other = !is_other;
  if (is_other) answer.value = -answer.value;
  answer.proof = answer.value > 0 ? AB_UCT_WON : answer.value < 0 ? AB_UCT_LOST : AB_UCT_DRAWN;
  uct->playing.points[0] = ab_uct_points(uct, answer.value, leaf == AB_LEAF_OVER);
  return answer;
}

int ab_uct_check_players(ab_uct *uct)
{
  int is_first = uct->player_count == 0;
  if (uct->player_count == uct->lasting.players) return 1;
  uct->player_count = uct->lasting.players;
  if (is_first) return 1;
  ab_uct_leave_all(uct);
  ab_uct_drop(uct);
  return 0;
}

void ab_uct_drop(ab_uct *uct)
{
  uct->more->forget(uct->context, 0);
  ab_uct_tree_plant(&uct->tree, uct->own);
}
