/* scores.c: two lists, kept in order by insertion, since a root has few successors. */

#include "scores.h"

#include <math.h>
#include <string.h>

#include "doubles.h"

void ab_scores_start(ab_scores *scores, uint32_t wanted, int lists_ties)
{
  scores->trying.count = scores->completed.count = 0;
  scores->wanted = wanted;
  scores->lists_ties = lists_ties;
  scores->is_best = 0;
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
  return grow(&scores->trying, memory, needed) && grow(&scores->completed, memory, needed);
}

void ab_scores_free(ab_scores *scores, const ab_memory *memory)
{
  ab_memory_free(memory, scores->trying.scores, scores->trying.capacity, sizeof *scores->trying.scores);
  ab_memory_free(memory, scores->completed.scores, scores->completed.capacity,
                 sizeof *scores->completed.scores);
  memset(scores, 0, sizeof *scores);
}

/* Whether `a` comes before `b`, which was tried earlier. */
static int precedes(const ab_score *a, const ab_score *b)
{
  if (a->value != b->value) return a->value > b->value;
  return a->bound == 0 && b->bound != 0;
}

void ab_scores_note(ab_scores *scores, const ab_score *score)
{
  ab_score_list *list = &scores->trying;
  uint32_t at = list->count++;
  for (; at > 0 && precedes(score, &list->scores[at - 1]); at--) list->scores[at] = list->scores[at - 1];
  list->scores[at] = *score;
  scores->noted = score->index;
}

double ab_scores_alpha(const ab_scores *scores, double alpha)
{
  const ab_score_list *list = &scores->trying;
  double best = -HUGE_VAL, worst = -HUGE_VAL;
  uint32_t exact = 0, i;
  for (i = 0; i < list->count && exact < scores->wanted; i++) {
    if (list->scores[i].bound != 0) continue;
    if (exact++ == 0) best = list->scores[i].value;
    worst = list->scores[i].value;
  }
  if (exact < scores->wanted) return alpha;
  if (scores->lists_ties && worst == best && best > -HUGE_VAL) worst = ab_next_below(best);
  if (worst == HUGE_VAL) worst = ab_next_below(HUGE_VAL);
  return worst > alpha ? worst : alpha;
}

void ab_scores_report(ab_scores *scores)
{
  ab_score_list tried = scores->trying;
  scores->trying = scores->completed;
  scores->completed = tried;
  scores->trying.count = 0;
}

void ab_scores_lead(const ab_scores *scores, ab_candidate *candidates, uint32_t count)
{
  const ab_score_list *list = &scores->completed;
  uint32_t leading = list->count < scores->wanted ? list->count : scores->wanted, i, at;
  for (i = 0; i < count; i++) candidates[i].priority -= leading;
  for (i = 0; i < leading && list->scores[i].bound == 0; i++) {
    for (at = 0; candidates[at].index != list->scores[i].index; at++) continue;
    candidates[at].priority = UINT32_MAX - i;
  }
}
