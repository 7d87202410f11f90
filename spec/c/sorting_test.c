/*
 * sorting_test.c: nothing that is sorted takes a time that grows with the square of its length. In which order it then is,
 * the digest of engine_test.c tells.
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

/*
 * Seconds of the processor that `work` takes with `count` things: the least of three times. It is repeated for five
 * milliseconds, which are many steps of the clock.
 */
static double seconds_of(void (*work)(uint32_t count), uint32_t count)
{
  double least = HUGE_VAL;
  int again;
  for (again = 0; again < 3; again++) {
    clock_t start = clock(), passed;
    int times = 0;
    do {
      work(count);
      times++;
      passed = clock() - start;
    } while (passed < CLOCKS_PER_SEC / 200);
    least = fmin(least, (double)passed / CLOCKS_PER_SEC / times);
  }
  return least;
}

/*
 * Whether eight times as many things take less than 24 times as long, for each order of the scores: n log n takes 10
 * times as long, a square 64 times. What takes less than 10 ms is beyond doubt.
 */
static void takes_its_time(void (*work)(uint32_t count))
{
  for (order = RISING; order < ORDERS; order++) {
    double many, few;
    few = seconds_of(work, FEW);
    many = seconds_of(work, MANY);
    test_about("order %d: %g s, and %g s for eight times as many", (int)order, few, many);
    CHECK(many < 0.01 || many < 24 * few);
  }
}

/* Sorts them for one iteration after the other. */
static void keep(uint32_t count)
{
  lay_out(count);
  ab_ordering_keep_best_first(&ordering, 0, count, count / 2);
  ab_ordering_keep_best_first(&ordering, 0, count, count / 3);
}

/* Sorts what is left of them after some picks. */
static void sort_the_rest(uint32_t count)
{
  lay_out(count);
  ab_ordering_pick(&ordering, 0, count, 0, AB_SCORED);
  ab_ordering_pick(&ordering, 0, count, 1, AB_SCORED);
  ab_ordering_sort(&ordering, 0, count, 2);
}

/* One of `share` scores is to be exact. */
static uint32_t share;

/* Notes a score for each, and lets the best lead the next iteration. */
static void note(uint32_t count)
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
  ab_ordering_keep_best_first(&ordering, 0, count, 0);
  ab_scores_put_best_first(&scores, candidates, count);
}

static void nothing_takes_a_time_that_grows_with_the_square(void)
{
  static const uint32_t shares[] = {1, 2, FEW};
  ab_memory memory = {heap_allocate, &memory_heap};
  size_t i;
  takes_its_time(keep);
  takes_its_time(sort_the_rest);
  CHECK(ab_scores_grow(&scores, &memory, MANY));
  for (i = 0; i < sizeof shares / sizeof *shares; i++) {
    share = shares[i];
    takes_its_time(note);
  }
  ab_scores_free(&scores, &memory);
  CHECK(memory_heap.blocks == 0);
}

int main(void)
{
  RUN(nothing_takes_a_time_that_grows_with_the_square);
  return test_end();
}
