/* chance.c: see chance.h. */

#include "chance.h"

#include <float.h>

/* The outcomes of a frame. */
static ab_outcome *outcomes_of(const ab_chance *chance, const ab_frame *frame)
{
  return chance->outcomes + frame->outcomes;
}

void ab_chance_free(ab_chance *chance, const ab_memory *memory)
{
  ab_memory_free(memory, chance->outcomes, chance->capacity, sizeof *chance->outcomes);
  chance->outcomes = NULL;
  chance->capacity = 0;
}

void ab_chance_open(ab_chance *chance, ab_frame *frame, double least, double most)
{
  ab_outcome *own = outcomes_of(chance, frame);
  uint32_t i;
  for (i = 0; i < frame->count; i++) {
    own[i].lower = least;
    own[i].upper = most;
    own[i].end = -1;
  }
}

int ab_chance_is_open(const ab_chance *chance, const ab_frame *frame, uint32_t index)
{
  const ab_outcome *own = outcomes_of(chance, frame) + index;
  return own->probability > 0 && own->lower < own->upper;
}

/* Sums over the outcomes of a frame. */
typedef struct sums {
  double probability;  /* of all */
  double lower, upper; /* of probability times bound; of all outcomes but one */
  double lower_error,
      upper_error; /* more than rounding can have made of them, and of their distance from beta or alpha */
} sums;

/* The sums for outcome number `index`, or for none when `index` is the count. */
static sums sum_up(const ab_outcome *own, const ab_frame *frame, uint32_t index)
{
  sums all = {0, 0, 0, 0, 0};
  double unit = 4 * ((double)frame->count + 4) * DBL_EPSILON;
  uint32_t i;
  for (i = 0; i < frame->count; i++) {
    double p = own[i].probability;
    if (p == 0) continue;
    all.probability += p;
    if (i == index) continue;
    all.lower += p * own[i].lower;
    all.upper += p * own[i].upper;
    all.lower_error += p * fabs(own[i].lower);
    all.upper_error += p * fabs(own[i].upper);
  }
  all.lower_error = (all.lower_error + fabs(frame->beta)) * unit + DBL_MIN;
  all.upper_error = (all.upper_error + fabs(frame->alpha)) * unit + DBL_MIN;
  return all;
}

/*
 * Windows are wider than bounds are loose: a value that lies outside of its window then makes a bound that lies outside of
 * the frame's, and well so, or MTD(f) would close in on it by one double at a time.
 */
void ab_chance_window(const ab_chance *chance, const ab_frame *frame, uint32_t index, double *alpha,
                      double *beta)
{
  const ab_outcome *own = outcomes_of(chance, frame);
  sums others = sum_up(own, frame, index);
  double p = own[index].probability;
  *alpha = -HUGE_VAL;
  *beta = HUGE_VAL;
  if (frame->alpha > -HUGE_VAL && others.upper < HUGE_VAL)
    *alpha = (frame->alpha * others.probability - others.upper - 3 * others.upper_error) / p;
  if (frame->beta < HUGE_VAL && others.lower > -HUGE_VAL)
    *beta = (frame->beta * others.probability - others.lower + 3 * others.lower_error) / p;
}

/* Gives `frame` the upper bound that its outcomes' bounds make; it is known not to exceed alpha. */
static ab_verdict fail_low(ab_frame *frame, const sums *all)
{
  double most = (all->upper + all->upper_error) / all->probability;
  frame->value = most < frame->alpha ? most : frame->alpha;
  frame->end = -1;
  return AB_VERDICT_LOW;
}

/* Gives `frame` the lower bound, likewise. */
static ab_verdict fail_high(ab_frame *frame, const sums *all)
{
  double least = (all->lower - all->lower_error) / all->probability;
  frame->value = least > frame->beta ? least : frame->beta;
  frame->end = -1;
  return AB_VERDICT_HIGH;
}

/* Fails low when the outcomes' upper bounds together do not exceed alpha, high when their lower bounds reach beta. */
static ab_verdict judge(const ab_outcome *own, ab_frame *frame)
{
  sums all = sum_up(own, frame, frame->count);
  if (frame->alpha > -HUGE_VAL &&
      all.upper + all.upper_error <= frame->alpha * all.probability - all.upper_error)
    return fail_low(frame, &all);
  if (frame->beta < HUGE_VAL &&
      all.lower - all.lower_error >= frame->beta * all.probability + all.lower_error)
    return fail_high(frame, &all);
  return AB_VERDICT_OPEN;
}

ab_verdict ab_chance_take(ab_chance *chance, ab_frame *frame, uint32_t index)
{
  ab_outcome *own = outcomes_of(chance, frame), *outcome = own + index;
  double value = ab_frame_child_value(frame), alpha, beta;
  sums all;
  if (frame[1].is_partial) {
    if (frame[1].sign == frame->sign)
      outcome->lower = value > outcome->lower ? value : outcome->lower;
    else
      outcome->upper = value < outcome->upper ? value : outcome->upper;
    return judge(own, frame);
  }
  ab_chance_window(chance, frame, index, &alpha, &beta);
  if (value > alpha || alpha == -HUGE_VAL) outcome->lower = value;
  if (value < beta || beta == HUGE_VAL) outcome->upper = value;
  outcome->end = frame[1].end;
  if (outcome->lower == outcome->upper) return AB_VERDICT_OPEN;
  all = sum_up(own, frame, frame->count);
  return value <= alpha ? fail_low(frame, &all) : fail_high(frame, &all);
}

void ab_chance_close(const ab_chance *chance, ab_frame *frame)
{
  const ab_outcome *own = outcomes_of(chance, frame);
  double sum = 0, probability = 0, least = HUGE_VAL, most = -HUGE_VAL;
  int32_t end = -1;
  uint32_t i;
  for (i = 0; i < frame->count; i++) {
    double value = own[i].lower;
    if (own[i].probability == 0) continue;
    end = probability == 0 || own[i].end == end ? own[i].end : -1;
    sum += own[i].probability * value;
    probability += own[i].probability;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  frame->value = sum / probability;
  if (frame->value < least) frame->value = least;
  if (frame->value > most) frame->value = most;
  frame->end = least == most ? end : -1;
  frame->is_exact = 1;
}
