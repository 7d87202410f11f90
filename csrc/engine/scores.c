/* scores.c: scores are sorted when the pass has ended; until then a heap has the best of them. */

#include "scores.h"

#include <math.h>
#include <string.h>

#include "../system/doubles.h"
#include "../system/heap.h"

void ab_scores_start(ab_scores *scores, uint32_t wanted, int lists_ties)
{
  ab_scores_restart(scores);
  scores->completed.count = 0;
  scores->wanted = wanted;
  scores->lists_ties = lists_ties;
  scores->is_best = 0;
}

void ab_scores_restart(ab_scores *scores)
{
  scores->trying.count = 0;
  scores->exact = 0;
  scores->highest = -HUGE_VAL;
}

int ab_scores_have_room(const ab_scores *scores, size_t needed)
{
  return scores->trying.capacity >= needed && scores->completed.capacity >= needed &&
         scores->best_capacity >= needed;
}

/* Makes room for `needed` scores in one list. */
static int grow(ab_score_list *list, const ab_memory *memory, size_t needed)
{
  ab_score *grown;
  if (needed <= list->capacity) return 1;
  grown = ab_memory_grow(memory, list->scores, &list->capacity, needed, sizeof *list->scores);
  if (grown == NULL) return 0;
  list->scores = grown;
  return 1;
}

int ab_scores_grow(ab_scores *scores, const ab_memory *memory, size_t needed)
{
  double *grown = ab_memory_grow(memory, scores->best, &scores->best_capacity, needed, sizeof *scores->best);
  if (grown == NULL && needed > 0) return 0;
  scores->best = grown;
  return grow(&scores->trying, memory, needed) && grow(&scores->completed, memory, needed);
}

void ab_scores_free(ab_scores *scores, const ab_memory *memory)
{
  ab_memory_free(memory, scores->trying.scores, scores->trying.capacity, sizeof *scores->trying.scores);
  ab_memory_free(memory, scores->completed.scores, scores->completed.capacity,
                 sizeof *scores->completed.scores);
  ab_memory_free(memory, scores->best, scores->best_capacity, sizeof *scores->best);
  memset(scores, 0, sizeof *scores);
}

/* Puts the exact value `value` into the heap of the best, which has `count` of them, fewer than are wanted. */
static void add_best(double *best, uint32_t count, double value)
{
  uint32_t at = count;
  for (; at > 0 && value < best[(at - 1) / 2]; at = (at - 1) / 2) best[at] = best[(at - 1) / 2];
  best[at] = value;
}

/* Replaces the worst in the heap of the `count` best by `value`, which is better. */
static void replace_worst(double *best, uint32_t count, double value)
{
  uint32_t at = 0;
  while (at < count / 2) {
    uint32_t below = 2 * at + 1;
    if (below + 1 < count && best[below + 1] < best[below]) below++;
    if (value <= best[below]) break;
    best[at] = best[below];
    at = below;
  }
  best[at] = value;
}

void ab_scores_add(ab_scores *scores, const ab_score *score)
{
  ab_score_list *list = &scores->trying;
  ab_score *own = &list->scores[list->count];
  *own = *score;
  own->tried = list->count++;
  scores->noted = score->index;
  if (score->bound != 0 || scores->wanted == 0) return;
  if (score->value > scores->highest) scores->highest = score->value;
  if (scores->exact < scores->wanted)
    add_best(scores->best, scores->exact, score->value);
  else if (score->value > scores->best[0])
    replace_worst(scores->best, scores->wanted, score->value);
  scores->exact++;
}

double ab_scores_alpha(const ab_scores *scores, double alpha)
{
  double worst;
  if (scores->exact < scores->wanted) return alpha;
  worst = scores->best[0];
  if (scores->lists_ties && worst == scores->highest && worst > -HUGE_VAL) worst = ab_next_below(worst);
  if (worst == HUGE_VAL) worst = ab_next_below(HUGE_VAL);
  return worst > alpha ? worst : alpha;
}

/* Whether `a` comes before `b` in a list that is sorted. */
static int precedes(const ab_score *a, const ab_score *b)
{
  if (a->value != b->value) return a->value > b->value;
  if ((a->bound == 0) != (b->bound == 0)) return a->bound == 0;
  return a->tried < b->tried;
}

AB_DEFINE_HEAP_SORT(sort, ab_score, precedes)

/* Whether the last completed iteration knows that a successor is lost. */
static int is_known_lost(const ab_scores *scores, uint32_t index)
{
  const ab_score_list *list = &scores->completed;
  uint32_t i;
  for (i = 0; i < list->count; i++)
    if (list->scores[i].index == index) return list->scores[i].is_lost;
  return 0;
}

void ab_scores_note_losses(ab_scores *scores, int32_t depth, double middle, double most)
{
  ab_score_list *list = &scores->trying;
  uint32_t i;
  for (i = 0; i < list->count; i++) {
    ab_score *score = &list->scores[i];
    score->is_lost =
        depth > 2 ? is_known_lost(scores, score->index) : score->bound == 0 && score->value < middle - most;
  }
}

void ab_scores_complete(ab_scores *scores)
{
  ab_score_list tried = scores->trying;
  sort(tried.scores, tried.count);
  scores->trying = scores->completed;
  scores->completed = tried;
  ab_scores_restart(scores);
}

void ab_scores_put_best_first(const ab_scores *scores, ab_candidate *candidates, uint32_t count)
{
  const ab_score_list *list = &scores->completed;
  uint32_t leading = list->count < scores->wanted ? list->count : scores->wanted, i;
  for (i = 0; i < count; i++) candidates[i].priority -= leading;
  for (i = 0; i < count; i++)
    while (candidates[i].index != i) ab_ordering_swap(&candidates[candidates[i].index], &candidates[i]);
  for (i = 0; i < leading && list->scores[i].bound == 0; i++)
    candidates[list->scores[i].index].priority = UINT32_MAX - i;
}
