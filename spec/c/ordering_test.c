/* ordering_test.c: the picker yields what a stable sort would. */

#include "ordering.h"
#include "rng.h"
#include "test.h"

#include <math.h>

#define MOST 40

static ab_candidate candidates[MOST];
static uint32_t sorted[MOST];

/* The candidates above, as the ordering of an engine. */
static ab_ordering ordering_of_candidates(void)
{
  ab_ordering ordering;
  ordering.candidates = candidates;
  ordering.capacity = MOST;
  return ordering;
}

/* Lays out `count` candidates from `first` on, with a few random scores, and their indices in `sorted`. */
static void lay_out(rng *r, uint32_t first, uint32_t count)
{
  static const double scores[] = {-HUGE_VAL, -1, -0.0, 0, 0.5, HUGE_VAL};
  uint32_t i, place;
  for (i = 0; i < count; i++) {
    double score = scores[rng_below(r, 6)];
    candidates[first + i].score = score;
    candidates[first + i].index = i;
    for (place = i; place > 0 && candidates[first + sorted[place - 1]].score < score; place--)
      sorted[place] = sorted[place - 1];
    sorted[place] = i;
  }
}

static void successors_are_picked_best_first_and_equals_in_the_games_order(void)
{
  ab_ordering ordering = ordering_of_candidates();
  rng r = {1};
  int round;
  for (round = 0; round < 5000; round++) {
    uint32_t first = (uint32_t)rng_below(&r, 8), count = (uint32_t)rng_below(&r, MOST - 8), i;
    test_about("round %d", round);
    lay_out(&r, first, count);
    for (i = 0; i < count; i++) CHECK(ab_ordering_pick(&ordering, first, count, i) == sorted[i]);
  }
}

static void an_order_is_the_same_when_it_is_begun_again_behind_a_cut_off(void)
{
  ab_ordering ordering = ordering_of_candidates();
  rng r = {2};
  int round;
  for (round = 0; round < 1000; round++) {
    uint32_t count = 1 + (uint32_t)rng_below(&r, MOST - 1), until, i;
    test_about("round %d", round);
    lay_out(&r, 0, count);
    for (until = 1; until <= count; until++)
      for (i = 0; i < until; i++) CHECK(ab_ordering_pick(&ordering, 0, count, i) == sorted[i]);
  }
}

static void the_candidates_of_other_nodes_are_left_alone(void)
{
  ab_ordering ordering = ordering_of_candidates();
  rng r = {3};
  uint32_t i;
  for (i = 0; i < MOST; i++) {
    candidates[i].score = HUGE_VAL;
    candidates[i].index = 1000 + i;
  }
  lay_out(&r, 10, 20);
  for (i = 0; i < 20; i++) ab_ordering_pick(&ordering, 10, 20, i);
  for (i = 0; i < 10; i++) CHECK(candidates[i].index == 1000 + i && candidates[30 + i].index == 1030 + i);
}

int main(void)
{
  RUN(successors_are_picked_best_first_and_equals_in_the_games_order);
  RUN(an_order_is_the_same_when_it_is_begun_again_behind_a_cut_off);
  RUN(the_candidates_of_other_nodes_are_left_alone);
  return test_end();
}
