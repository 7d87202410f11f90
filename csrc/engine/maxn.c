#include "maxn.h"

#include <float.h>

void ab_maxn_free(ab_maxn *maxn, const ab_memory *memory)
{
  ab_memory_free(memory, maxn->payoffs, maxn->capacity, sizeof *maxn->payoffs);
  maxn->payoffs = NULL;
  maxn->capacity = 0;
}

void ab_maxn_start(ab_maxn *maxn, double sum, double least, double most, int has_chance_nodes)
{
  maxn->players = 0;
  maxn->value_sum = sum;
  maxn->value_min = least;
  maxn->value_max = most;
  maxn->is_rounded = has_chance_nodes;
}

/*
 * The rest of `value_sum` if one player's payoff is `taken` and `others` further players have the lowest possible
 * payoff. A little more if it is rounded, HUGE_VAL if it is not known.
 */
static double rest(const ab_maxn *maxn, double taken, uint32_t others)
{
  double least = others > 0 ? others * maxn->value_min : 0;
  double sum = maxn->value_sum, left = sum - taken - least;
  if (sum == HUGE_VAL || least == -HUGE_VAL) return HUGE_VAL;
  if (!maxn->is_rounded && floor(sum) == sum && floor(taken) == taken && floor(least) == least &&
      fabs(left) < 1 / DBL_EPSILON)
    return left;
  return left + (fabs(sum) + fabs(taken) + fabs(least)) * 8 * AB_MAXN_PLAYERS * DBL_EPSILON;
}

/* How many players have payoffs: the maximum, if the number is not known. */
static uint32_t counted(const ab_maxn *maxn)
{
  return maxn->players > 0 ? maxn->players : AB_MAXN_PLAYERS;
}

/* The highest payoff that one player can have. */
static double highest(const ab_maxn *maxn)
{
  double most = maxn->players > 0 ? rest(maxn, 0, maxn->players - 1) : HUGE_VAL;
  return most < maxn->value_max ? most : maxn->value_max;
}

void ab_maxn_open(ab_maxn *maxn, ab_frame *frame, size_t ply)
{
  const ab_frame *parent = frame - 1;
  ab_payoffs *own = maxn->payoffs + ply;
  uint32_t i;
  frame->alpha = -HUGE_VAL;
  frame->beta = highest(maxn);
  own->weight = 0;
  if (frame->list.is_chance) {
    for (i = 0; i < AB_MAXN_PLAYERS; i++) {
      own->value[i] = 0;
      own->least[i] = HUGE_VAL;
      own->most[i] = -HUGE_VAL;
    }
  } else if (ply > 0 && !parent->list.is_chance && parent->alpha > -HUGE_VAL) {
    double beta = parent->player == frame->player ? parent->beta
                  : maxn->players < 2             ? HUGE_VAL
                                                  : rest(maxn, parent->alpha, maxn->players - 2);
    if (beta < frame->beta) frame->beta = beta;
  }
}

int ab_maxn_take(ab_maxn *maxn, ab_frame *frame, size_t ply)
{
  ab_payoffs *own = maxn->payoffs + ply;
  double value = own[1].value[frame->player];
  if (frame->next > 1 && !(value > frame->value)) return 0;
  *own = own[1];
  frame->value = value;
  frame->alpha = value;
  return 1;
}

void ab_maxn_take_outcome(ab_maxn *maxn, size_t ply, double probability)
{
  ab_payoffs *own = maxn->payoffs + ply;
  uint32_t i;
  own->weight += probability;
  for (i = 0; i < counted(maxn); i++) {
    double value = own[1].value[i];
    own->value[i] += probability * value;
    if (value < own->least[i]) own->least[i] = value;
    if (value > own->most[i]) own->most[i] = value;
  }
}

double ab_maxn_close(ab_maxn *maxn, size_t ply)
{
  ab_payoffs *own = maxn->payoffs + ply;
  uint32_t i;
  for (i = 0; i < counted(maxn); i++) {
    double value = own->value[i] / own->weight;
    if (value < own->least[i]) value = own->least[i];
    if (value > own->most[i]) value = own->most[i];
    own->value[i] = value;
  }
  return own->value[0];
}

double ab_maxn_report(ab_maxn *maxn)
{
  memcpy(maxn->result, maxn->payoffs[0].value, sizeof maxn->result);
  return maxn->result[0];
}
