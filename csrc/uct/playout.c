/* playout.c: see playout.h. */

#include "playout.h"

#include <math.h>

#include "contest.h"
#include "probe.h"
#include "walk.h"

/* How many plies a playout takes at most beyond the tree; in a game that values unfinished states, it ends early. */
#define PLIES_MAX 200
#define EVALUATED_PLIES 8

/* In so many playouts of a search each player is asked for, to find out how many there are. */
#define ASKING 4

/*
 * Winning moves are tried first if random play wastes the first chance to win: if the player who had it wins less than a
 * share of so many playouts. One in so many playouts is watched for that, as long as no more moves are tried than a part
 * of the plies of all searches.
 */
#define WATCHED 64
#define WATCHED_ONE_IN 20
#define WATCHED_PART 16
#define KEPT_SHARE 0.64

/* Whether the playout is watched. */
static int is_watched(const ab_uct *uct)
{
  const ab_uct_habits *habits = &uct->lasting.habits;
  return !uct->task.is_probe && habits->watched < WATCHED && uct->playouts % WATCHED_ONE_IN == 0 &&
         habits->tries * WATCHED_PART <= habits->plies + uct->ticks;
}

void ab_uct_playout_begin(ab_uct *uct)
{
  static const ab_uct_playout begun = {.outcome = AB_UCT_OPEN, .began = NAN};
  const ab_uct_habits *habits = &uct->lasting.habits;
  ab_uct_playout *own = &uct->playing;
  int can_win = uct->task.has_is_over && uct->lasting.players == 2;
  *own = begun;
  own->notes_moves = uct->has_rave;
  own->is_watched = can_win && is_watched(uct);
  own->is_keen = can_win && habits->watched >= WATCHED && habits->kept < KEPT_SHARE * habits->watched;
  own->asks_turn = uct->engine->task.host.asks_turn &&
                   (uct->plies_count < ASKING || uct->lasting.probe.is_on || uct->task.asks.contest ||
                    (!uct->lasting.alternates && (own->notes_moves || own->is_watched || own->is_keen)));
}

ab_uct_step ab_uct_playout_leave_tree(ab_uct *uct)
{
  int32_t plies = uct->task.evaluates ? EVALUATED_PLIES : PLIES_MAX;
  uct->playing.tree_plies = uct->engine->ply;
  uct->playing.stop = uct->engine->ply + plies;
  return ab_uct_playout_choose(uct);
}

ab_uct_step ab_uct_playout_ply(ab_uct *uct)
{
  ab_uct_list(uct);
  return ab_uct_playout_choose(uct);
}

/* Shows a state to the probe. */
static void show(ab_uct *uct, const ab_probe_state *state)
{
  ab_probe *probe = &uct->lasting.probe;
  double value;
  ab_said said;
  ab_probe_look(probe, state);
  if (!ab_probe_asks(probe)) return;
  said = uct->more->said(uct->context, &value);
  ab_probe_compare(probe, state, said, value);
}

int ab_uct_playout_show_it(ab_uct *uct)
{
  const ab_task *task = &uct->engine->task;
  const ab_uct_ply *here = ab_uct_here(uct);
  const ab_probe *probe = &uct->lasting.probe;
  ab_probe_state state = {uct->engine->ply, here->mover, here->count, task->root.minimizing ? -1 : +1};
  if (task->view == AB_VIEW_MOVER) state.sign = here->mover == uct->own ? +1 : -1;
  if (probe->looked < state.ply) show(uct, &state);
  return uct->task.is_probe && uct->task.asks.plies > 0 &&
         state.ply >= ab_probe_plies(probe, uct->task.asks.plies);
}

void ab_uct_playout_go(ab_uct *uct, uint32_t child)
{
  ab_uct_ply *here = ab_uct_here(uct);
  here->move = 0;
  if (uct->playing.notes_moves && !ab_uct_is_chance(uct)) {
    here->move = uct->more->move(uct->context, child);
    if (here->move == 0 || here->move & AB_MOVE_IS_INDEX) uct->has_rave = uct->playing.notes_moves = 0;
  }
  ab_uct_enter(uct, child);
}

/* Makes a random move beyond the tree. */
static ab_uct_step go_at_random(ab_uct *uct)
{
  ab_uct_playout_go(uct, ab_random_below(&uct->random, ab_uct_here(uct)->count));
  return AB_UCT_PLY;
}

/* Ends the playout at the current node. */
static ab_uct_step judge(ab_uct *uct, ab_leaf leaf)
{
  ab_uct_playout *own = &uct->playing;
  if (leaf == AB_LEAF_OVER && own->asks_turn) ab_uct_meet(uct);
  if (leaf == AB_LEAF_OVER && uct->lasting.probe.is_on)
    ab_probe_note_length(&uct->lasting.probe, uct->engine->ply);
  uct->plies_sum += uct->engine->ply - own->tree_plies;
  uct->plies_count += 1;
  own->outcome = ab_uct_judge(uct, leaf).proof;
  return AB_UCT_BACK_UP;
}

ab_uct_step ab_uct_playout_choose(ab_uct *uct)
{
  const ab_uct_playout *own = &uct->playing;
  if (ab_uct_here(uct)->count == 0) return judge(uct, AB_LEAF_OVER);
  if (uct->engine->ply >= own->stop || uct->is_late) return judge(uct, AB_LEAF_HORIZON);
  ab_uct_tell_mover(uct);
  if (ab_uct_contest_chooses(uct)) return ab_uct_contest_begin(uct);
  if (ab_uct_playout_show(uct)) return AB_UCT_CUT;
  if (ab_uct_is_chance(uct)) {
    ab_uct_playout_go(uct, ab_uct_draw(uct));
    return AB_UCT_PLY;
  }
  if (own->is_watched ? !own->has_chance : own->is_keen) return ab_uct_playout_begin_trials(uct, 0);
  return go_at_random(uct);
}

/* ---- winning moves ---- */

ab_uct_step ab_uct_playout_begin_trials(ab_uct *uct, int is_guard)
{
  uct->playing.trial = 0;
  uct->playing.is_guard = is_guard;
  return AB_UCT_TRY;
}

/* Whether a successor of the current node is won for the player here. Sets its value for player 0. */
static int wins(ab_uct *uct, uint32_t child, double *result)
{
  int proof = ab_uct_here(uct)->mover == 0 ? AB_UCT_WON : AB_UCT_LOST, is_won = 0;
  ab_uct_enter(uct, child);
  if (uct->more->is_finished(uct->context)) {
    ab_uct_value value = ab_uct_judge(uct, AB_LEAF_OVER);
    *result = value.value;
    is_won = value.proof == proof;
  }
  ab_uct_leave(uct);
  return is_won;
}

/* All moves of a node of the tree are tried, or one wins: notes what that proves. */
static ab_uct_step end_guard(ab_uct *uct, int is_won, double result)
{
  ab_uct_node *node = &uct->tree.nodes[ab_uct_here(uct)->node];
  node->is_looked_at = 1;
  if (is_won) {
    node->solved = node->player == 0 ? AB_UCT_WON : AB_UCT_LOST;
    node->plies = 1;
    node->result = result;
  }
  return AB_UCT_NODE;
}

ab_uct_step ab_uct_playout_try(ab_uct *uct)
{
  ab_uct_playout *own = &uct->playing;
  double result = 0;
  int is_last = own->trial >= ab_uct_here(uct)->count || (uct->is_late && !own->is_guard);
  int is_won = !is_last && wins(uct, own->trial, &result);
  if (!is_last && !is_won) {
    own->trial++;
    return AB_UCT_TRY;
  }
  if (own->is_guard) return end_guard(uct, is_won, result);
  if (own->is_watched) uct->lasting.habits.tries += own->trial + 1;
  if (!is_won) return go_at_random(uct);
  if (!own->is_watched) {
    ab_uct_playout_go(uct, own->trial);
    return AB_UCT_PLY;
  }
  own->has_chance = 1;
  own->favourite = ab_uct_here(uct)->mover;
  return go_at_random(uct);
}

void ab_uct_playout_end(ab_uct *uct)
{
  const ab_uct_playout *own = &uct->playing;
  ab_uct_habits *habits = &uct->lasting.habits;
  double points = own->outcome / 2.0;
  if (!own->has_chance || own->outcome == AB_UCT_OPEN) return;
  habits->watched++;
  habits->kept += own->favourite == 0 ? points : 1 - points;
}
