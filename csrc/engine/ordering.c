/* ordering.c: a selection sort that is interrupted by cut-offs. */

#include "ordering.h"

/* Whether `a` is to be tried before `b`. */
static int precedes(const ab_candidate *a, const ab_candidate *b)
{
  return a->score > b->score || (a->score == b->score && a->index < b->index);
}

uint32_t ab_ordering_pick(ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth)
{
  ab_candidate *own = ordering->candidates + first;
  ab_candidate chosen;
  uint32_t at = nth, i;
  for (i = nth + 1; i < count; i++)
    if (precedes(&own[i], &own[at])) at = i;
  chosen = own[at];
  own[at] = own[nth];
  own[nth] = chosen;
  return chosen.index;
}
