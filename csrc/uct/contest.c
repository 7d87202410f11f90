/* contest.c: see contest.h. */

#include "contest.h"

#include <math.h>

#include "../system/constant_rows.h"
#include "walk.h"

/* The player for whom mobility chooses: each in turn, game by game. */
static uint32_t chooser(const ab_uct *uct)
{
  return (uint32_t)uct->lasting.probe.games % 2;
}

int ab_uct_contest_chooses(const ab_uct *uct)
{
  const ab_uct_ply *here = ab_uct_here(uct);
  return uct->task.asks.contest && here->count > 1 && here->mover == chooser(uct);
}

ab_uct_step ab_uct_contest_begin(ab_uct *uct)
{
  uct->playing.trial = 0;
  uct->playing.ties = 0;
  uct->playing.best_value = -HUGE_VAL;
  return AB_UCT_CONTEST;
}

/* What a finished game is worth for the chooser: more than any mobility, or less, or as much as none. */
static double end_value(ab_uct *uct)
{
  int proof = ab_uct_judge(uct, AB_LEAF_OVER).proof;
  if (proof == AB_UCT_DRAWN) return 0;
  return (proof == AB_UCT_WON) == (chooser(uct) == 0) ? HUGE_VAL : -HUGE_VAL;
}

/* What the current node is worth for the chooser, who had `count` moves one ply before. */
static double value_here(ab_uct *uct, uint32_t count)
{
  uint32_t replies = ab_uct_list(uct);
  if (replies == 0) return end_value(uct);
  ab_uct_tell_mover(uct);
  return ab_uct_here(uct)->mover == chooser(uct) ? 0 : (double)count - replies;
}

/* Notes the value of a move. Of equally good ones any is the best: their order in the list may say something. */
static void note_value(ab_uct *uct, uint32_t child, double value)
{
  ab_uct_playout *own = &uct->playing;
  if (value < own->best_value) return;
  own->ties = value > own->best_value ? 1 : own->ties + 1;
  own->best_value = value;
  if (ab_random_below(&uct->random, own->ties) == 0) own->best = child;
}

ab_uct_step ab_uct_contest_try(ab_uct *uct)
{
  ab_uct_playout *own = &uct->playing;
  uint32_t count = ab_uct_here(uct)->count, child = own->trial;
  double value;
  if (own->trial >= AB_CONTEST_MOVES || own->trial >= count) {
    ab_uct_enter(uct, own->best);
    return AB_UCT_PLY;
  }
  if (count > AB_CONTEST_MOVES) child = ab_random_below(&uct->random, count);
  ab_uct_enter(uct, child);
  value = value_here(uct, count);
  ab_uct_leave(uct);
  note_value(uct, child, value);
  own->trial++;
  return AB_UCT_CONTEST;
}

void ab_uct_contest_end(ab_uct *uct)
{
  int outcome = uct->playing.outcome, winner = 0;
  if (outcome == AB_UCT_WON || outcome == AB_UCT_LOST)
    winner = (outcome == AB_UCT_WON) == (chooser(uct) == 0) ? +1 : -1;
  ab_probe_count_game(&uct->lasting.probe, winner);
}
