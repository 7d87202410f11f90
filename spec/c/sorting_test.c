/*
 * sorting_test.c: nothing that is sorted takes a time that grows with the square of its length.
 *
 * The root's moves were sorted by selection between two iterations, and their scores by insertion: 10^5 moves took
 * seconds, in one go, beyond any limit of time.
 */

#include <math.h>
#include <string.h>
#include <time.h>

#include "heap.h"
#include "ordering.h"
#include "rng.h"
#include "scores.h"
#include "test.h"

#define MANY 40000u
#define FEW (MANY / 8)

static ab_candidate candidates[MANY];
static ab_ordering ordering;
static ab_scores scores;
static heap memory_heap;

/* In which order the scores come. */
static enum { RISING, FALLING, EQUAL, ANY, ORDERS } order;

/* The score of number `i`. */
static double score_of(rng *r, uint32_t i)
{
  if (order == ANY) return (double)rng_below(r, 1000000);
  return order == RISING ? i : order == FALLING ? -(double)i : 0;
}

/* Makes `count` candidates. */
static void lay_out(uint32_t count)
{
  rng r = {7};
  uint32_t i;
  memset(&ordering, 0, sizeof ordering);
  ordering.candidates = candidates;
  ordering.capacity = MANY;
  for (i = 0; i < count; i++) {
    candidates[i].score = score_of(&r, i);
    candidates[i].index = i;
    candidates[i].move = 0;
    candidates[i].priority = 0;
  }
}

/* One of `share` scores is to be exact. */
static uint32_t share;

/* Notes a score for each, lets the best lead the next iterations, and sorts what is left of them after some picks. */
static void sort_all(uint32_t count)
{
  rng r = {9};
  double alpha = -HUGE_VAL;
  uint32_t i;
  ab_scores_start(&scores, count / share, 1);
  for (i = 0; i < count; i++) {
    ab_score score = {.mate_ply = -1};
    score.value = score_of(&r, i);
    score.index = count - 1 - i;
    if (score.value <= alpha) score.bound = -1;
    ab_scores_add(&scores, &score);
    alpha = ab_scores_alpha(&scores, alpha);
  }
  ab_scores_complete(&scores);
  lay_out(count);
  ab_ordering_keep_best_first(&ordering, 0, count, count / 2);
  ab_ordering_keep_best_first(&ordering, 0, count, 0);
  ab_scores_put_best_first(&scores, candidates, count);
  lay_out(count);
  ab_ordering_pick(&ordering, 0, count, 0, AB_SCORED);
  ab_ordering_pick(&ordering, 0, count, 1, AB_SCORED);
  ab_ordering_sort(&ordering, 0, count, 2);
}

/*
 * Seconds of the processor that it takes to sort `count` things: the least of three times. It is repeated for five
 * milliseconds, which are many steps of the clock.
 */
static double seconds_of(uint32_t count)
{
  double least = HUGE_VAL;
  int again;
  for (again = 0; again < 3; again++) {
    clock_t start = clock(), passed;
    int times = 0;
    do {
      sort_all(count);
      times++;
      passed = clock() - start;
    } while (passed < CLOCKS_PER_SEC / 200);
    least = fmin(least, (double)passed / CLOCKS_PER_SEC / times);
  }
  return least;
}

/*
 * Eight times as many things take less than 24 times as long, for each order of the scores: n log n takes 10 times as
 * long, a square 64 times. What takes less than 10 ms is beyond doubt.
 */
static void nothing_takes_a_time_that_grows_with_the_square(void)
{
  static const uint32_t shares[] = {1, 2, FEW};
  ab_memory memory = {heap_allocate, &memory_heap};
  size_t i;
  CHECK(ab_scores_grow(&scores, &memory, MANY));
  for (i = 0; i < ORDERS * sizeof shares / sizeof *shares; i++) {
    double many, few;
    order = i % ORDERS;
    share = shares[i / ORDERS];
    few = seconds_of(FEW);
    many = seconds_of(MANY);
    test_about("order %d, 1 in %d exact: %g s, and %g s for eight times as many", (int)order, (int)share, few,
               many);
    CHECK(many < 0.01 || many < 24 * few);
  }
  ab_scores_free(&scores, &memory);
  CHECK(memory_heap.blocks == 0);
}

/* A list as it was sorted once: by insertion, behind all that are at least as good. */
static uint32_t insert(ab_score *list, uint32_t count, const ab_score *score)
{
  uint32_t at = count;
  for (; at > 0; at--) {
    const ab_score *other = &list[at - 1];
    if (score->value < other->value) break;
    if (score->value == other->value && !(score->bound == 0 && other->bound != 0)) break;
    list[at] = *other;
  }
  list[at] = *score;
  return count + 1;
}

/* The alpha that the best of such a list allow. */
static double alpha_of(const ab_score *list, uint32_t count, uint32_t wanted, int lists_ties, double alpha)
{
  double best = -HUGE_VAL, worst = -HUGE_VAL;
  uint32_t exact = 0, i;
  for (i = 0; i < count && exact < wanted; i++) {
    if (list[i].bound != 0) continue;
    if (exact++ == 0) best = list[i].value;
    worst = list[i].value;
  }
  if (exact < wanted) return alpha;
  if (lists_ties && worst == best && best > -HUGE_VAL) worst = nextafter(best, -HUGE_VAL);
  if (worst == HUGE_VAL) worst = nextafter(HUGE_VAL, 0);
  return fmax(worst, alpha);
}

static void scores_are_those_of_a_list_that_is_always_sorted(void)
{
  static const double values[] = {-HUGE_VAL, -1, 0, 2, 3, HUGE_VAL};
  ab_memory memory = {heap_allocate, &memory_heap};
  rng r = {5};
  int round;
  CHECK(ab_scores_grow(&scores, &memory, 40));
  for (round = 0; round < 5000; round++) {
    ab_score list[40];
    uint32_t count = 0, most = 1 + (uint32_t)rng_below(&r, 40), wanted = 1 + (uint32_t)rng_below(&r, 9), i;
    int lists_ties = rng_happens(&r, 50);
    test_about("round %d", round);
    ab_scores_start(&scores, wanted, lists_ties);
    while (count < most) {
      ab_score score = {.mate_ply = -1};
      score.value = values[rng_below(&r, 6)];
      score.bound = rng_happens(&r, 60) ? 0 : -1;
      score.index = count;
      count = insert(list, count, &score);
      ab_scores_add(&scores, &score);
      CHECK(ab_scores_alpha(&scores, -5) == alpha_of(list, count, wanted, lists_ties, -5));
    }
    ab_scores_complete(&scores);
    CHECK(scores.completed.count == count && scores.trying.count == 0);
    for (i = 0; i < count; i++) CHECK(scores.completed.scores[i].index == list[i].index);
  }
  ab_scores_free(&scores, &memory);
}

int main(void)
{
  RUN(nothing_takes_a_time_that_grows_with_the_square);
  RUN(scores_are_those_of_a_list_that_is_always_sorted);
  return test_end();
}
