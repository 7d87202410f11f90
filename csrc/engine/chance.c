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
    own[i].mate_ply = -1;
  }
}

int ab_chance_is_open(const ab_chance *chance, const ab_frame *frame, uint32_t index)
{
  const ab_outcome *own = outcomes_of(chance, frame) + index;
  return own->probability > 0 && own->lower < own->upper;
}

/*
 * The sum of probability times bound of all outcomes except one. Also an upper bound of the rounding error of this sum,
 * and of values computed from it and alpha or beta.
 */
typedef struct sum {
  double value, error;
} sum;

/* The sum of the others' upper bounds, or lower ones, for the window of outcome number `index`. */
static sum sum_of_others(const ab_outcome *own, const ab_frame *frame, uint32_t index, int is_upper,
                         double edge)
{
  sum all = {0, 0};
  uint32_t i;
  for (i = 0; i < frame->count; i++) {
    double term = own[i].probability * (is_upper ? own[i].upper : own[i].lower);
    if (i == index || own[i].probability == 0) continue;
    all.value += term;
    all.error += fabs(term);
  }
  all.error = (all.error + fabs(edge)) * 4 * ((double)frame->count + 4) * DBL_EPSILON + DBL_MIN;
  return all;
}

/* The sum of all probabilities, which need not be 1. */
static double total_probability(const ab_outcome *own, const ab_frame *frame)
{
  double all = 0;
  uint32_t i;
  for (i = 0; i < frame->count; i++) all += own[i].probability;
  return all;
}

/*
 * Windows are widened by the rounding error: if an outcome's value lies outside of its window, the mean lies outside of
 * the frame's. A bound that overflows is infinite and excludes nothing. If a window was no wider than the error,
 * rounding has closed it. It is then opened wholly.
 */
void ab_chance_window(const ab_chance *chance, const ab_frame *frame, uint32_t index, double *alpha,
                      double *beta)
{
  const ab_outcome *own = outcomes_of(chance, frame);
  double p = own[index].probability, all = total_probability(own, frame);
  *alpha = -HUGE_VAL;
  *beta = HUGE_VAL;
  if (frame->alpha > -HUGE_VAL) {
    double edge = frame->alpha * all;
    sum others = sum_of_others(own, frame, index, 1, edge);
    *alpha = (edge - others.value - others.error) / p;
    if (!(*alpha < HUGE_VAL)) *alpha = -HUGE_VAL;
  }
  if (frame->beta < HUGE_VAL) {
    double edge = frame->beta * all;
    sum others = sum_of_others(own, frame, index, 0, edge);
    *beta = (edge - others.value + others.error) / p;
    if (!(*beta > -HUGE_VAL)) *beta = HUGE_VAL;
  }
  if (!(*alpha < *beta)) {
    *alpha = -HUGE_VAL;
    *beta = HUGE_VAL;
  }
}

/*
 * The mean of the outcomes' upper bounds, or of their lower bounds. The operations and their order are those for the
 * values themselves, and each of them is monotonic. So the result bounds the mean of the values, rounding included. If
 * the sum overflows and one of the bounds is the opposite infinity, the sum has no value. The outermost bound is then
 * the result.
 */
static double mean(const ab_outcome *own, const ab_frame *frame, int is_upper)
{
  double all = 0, probability = 0, least = HUGE_VAL, most = -HUGE_VAL;
  uint32_t i;
  for (i = 0; i < frame->count; i++) {
    double value = is_upper ? own[i].upper : own[i].lower;
    if (own[i].probability == 0) continue;
    all += own[i].probability * value;
    probability += own[i].probability;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  all /= probability;
  if (all != all) all = is_upper ? most : least;
  if (all < least) all = least;
  if (all > most) all = most;
  return all;
}

/* Cuts `frame` off, because `bound`, the mean of its outcomes' upper or lower bounds, lies outside of its window. */
static ab_chance_state cut_off(ab_frame *frame, double bound, ab_chance_state state)
{
  frame->value = state == AB_CHANCE_CUT_LOW ? fmin(bound, frame->alpha) : fmax(bound, frame->beta);
  frame->mate_ply = -1;
  return state;
}

/* Fails low when the outcomes' upper bounds together do not exceed alpha, high when their lower bounds reach beta. */
static ab_chance_state test_bounds(const ab_outcome *own, ab_frame *frame)
{
  double least = mean(own, frame, 0), most = mean(own, frame, 1);
  if (frame->alpha > -HUGE_VAL && most <= frame->alpha) return cut_off(frame, most, AB_CHANCE_CUT_LOW);
  if (frame->beta < HUGE_VAL && least >= frame->beta) return cut_off(frame, least, AB_CHANCE_CUT_HIGH);
  return AB_CHANCE_OPEN;
}

ab_chance_state ab_chance_take(ab_chance *chance, ab_frame *frame, uint32_t index)
{
  ab_outcome *own = outcomes_of(chance, frame), *outcome = own + index;
  double value = ab_frame_child_value(frame), alpha, beta;
  if (frame[1].visit.is_lower) {
    if (frame[1].sign == frame->sign)
      outcome->lower = value > outcome->lower ? value : outcome->lower;
    else
      outcome->upper = value < outcome->upper ? value : outcome->upper;
    return test_bounds(own, frame);
  }
  ab_chance_window(chance, frame, index, &alpha, &beta);
  if (value > alpha || alpha == -HUGE_VAL) outcome->lower = value;
  if (value < beta || beta == HUGE_VAL) outcome->upper = value;
  outcome->mate_ply = frame[1].mate_ply;
  if (outcome->lower == outcome->upper) return AB_CHANCE_OPEN;
  return value <= alpha ? cut_off(frame, mean(own, frame, 1), AB_CHANCE_CUT_LOW)
                        : cut_off(frame, mean(own, frame, 0), AB_CHANCE_CUT_HIGH);
}

void ab_chance_close(const ab_chance *chance, ab_frame *frame)
{
  const ab_outcome *own = outcomes_of(chance, frame);
  const ab_outcome *first = NULL;
  int are_alike = 1;
  uint32_t i;
  for (i = 0; i < frame->count; i++) {
    if (own[i].probability == 0) continue;
    if (first == NULL) first = own + i;
    are_alike = are_alike && own[i].mate_ply == first->mate_ply && own[i].lower == first->lower;
  }
  frame->value = mean(own, frame, 0);
  frame->mate_ply = first != NULL && are_alike ? first->mate_ply : -1;
  frame->search.is_exact = 1;
}
