/* ordering.c: a selection sort that cut-offs interrupt, and a heap sort if that would take too long. */

#include "../system/constant_rows.h"
#include "ordering.h"

#include <string.h>

#include "../system/heap.h"

/* Priorities: up to AB_HISTORY_MAX they are the history's. These count more than the game's score, the last one most. */
enum { PRIORITY_SECOND_KILLER = AB_HISTORY_MAX + 1, PRIORITY_FIRST_KILLER, PRIORITY_TABLE };

/* Move ids that agree in these bits share a counter. A mistake only changes the order. */
#define HISTORY_BYTES (2 * AB_HISTORY_SIZE * sizeof(uint32_t))

/* The counters of the moves of `side`; NULL if the history is not in use. */
static inline uint32_t *counters_of(const ab_ordering *ordering, int side)
{
  if (!(ordering->learns & AB_LEARNS_HISTORY) || ordering->history == NULL) return NULL;
  return ordering->history + (side ? AB_HISTORY_SIZE : 0);
}

int ab_ordering_make_memory(ab_ordering *ordering, unsigned learns, const ab_memory *memory)
{
  if (!(learns & AB_LEARNS_HISTORY) || ordering->history != NULL) return 1;
  ordering->history = memory->allocate(memory->context, NULL, 0, HISTORY_BYTES);
  if (ordering->history == NULL) return 0;
  memset(ordering->history, 0, HISTORY_BYTES);
  return 1;
}

void ab_ordering_free(ab_ordering *ordering, const ab_memory *memory)
{
  ab_memory_free(memory, ordering->candidates, ordering->capacity, sizeof *ordering->candidates);
  ab_memory_free(memory, ordering->history, 2 * AB_HISTORY_SIZE, sizeof *ordering->history);
  memset(ordering, 0, sizeof *ordering);
}

void ab_ordering_start(ab_ordering *ordering, unsigned learns)
{
  uint32_t i;
  ordering->learns = learns;
  if (ordering->history == NULL) return;
  for (i = 0; i < 2 * AB_HISTORY_SIZE; i++) ordering->history[i] /= 2;
}

/* The priority of a move by killers and history, with the counters of the side that moves, or NULL. */
static inline uint32_t priority_of(const uint32_t *counters, uint32_t move, ab_killers killers,
                                   ab_killer_rank rank)
{
  uint32_t history_score;
  if (move == 0 || (move & AB_MOVE_IS_INDEX)) return 0;
  if (move != killers.moves[0] && move != killers.moves[1])
    return counters != NULL ? counters[move % AB_HISTORY_SIZE] : 0;
  if (rank == AB_KILLERS_FIRST || counters == NULL)
    return move == killers.moves[0] ? PRIORITY_FIRST_KILLER : PRIORITY_SECOND_KILLER;
  history_score = counters[move % AB_HISTORY_SIZE];
  return history_score < AB_HISTORY_MAX / AB_KILLER_WEIGHT ? history_score * AB_KILLER_WEIGHT
                                                           : AB_HISTORY_MAX;
}

/* Whether scores decide between `a` and `b`: they differ, and no priority counts more than they do. */
static inline int scores_decide(const ab_candidate *a, const ab_candidate *b)
{
  if (a->score == b->score) return 0;
  return a->priority == b->priority || (a->priority <= AB_HISTORY_MAX && b->priority <= AB_HISTORY_MAX);
}

/* Whether `a` is tried before `b` if no scores decide: by the priority, and then in the game's own order. */
static inline int ranks_before(const ab_candidate *a, const ab_candidate *b)
{
  return a->priority > b->priority || (a->priority == b->priority && a->index < b->index);
}

/* Whether `a` is tried before `b`. */
static inline int precedes(const ab_candidate *a, const ab_candidate *b)
{
  return scores_decide(a, b) ? a->score > b->score : ranks_before(a, b);
}

/* Moves the candidate at `from` to the smaller index `to`. If it `keeps_order`, those between follow one another still. */
static inline void move_to(ab_candidate *own, uint32_t from, uint32_t to, int keeps_order)
{
  ab_candidate moved = own[from];
  if (keeps_order)
    memmove(own + to + 1, own + to, (from - to) * sizeof *own);
  else
    own[from] = own[to];
  own[to] = moved;
}

/*
 * Assigns priorities where nothing was learned of moves, but perhaps the table's move is known. Returns how many
 * candidates lie where they are picked: mostly all.
 */
static uint32_t assign_table_priority(ab_candidate *own, uint32_t count, uint32_t table_move, int has_scores)
{
  uint32_t i;
  int are_sorted = 1;
  for (i = 0; i < count; i++) {
    int is_table = ab_ordering_is_move(table_move, own[i].move, own[i].index);
    own[i].priority = is_table ? PRIORITY_TABLE : 0;
    are_sorted &= own[i].index == i && (!is_table || i == 0);
  }
  if (has_scores && are_sorted) return own[0].priority == PRIORITY_TABLE;
  return are_sorted ? count : 0;
}

/*
 * Gives the table's move the highest priority among the candidates from the `nth` on. Returns the place of the one that
 * is tried first, which without it is `lead`.
 */
static uint32_t put_table_move(ab_candidate *own, uint32_t count, uint32_t nth, uint32_t table_move,
                               uint32_t lead)
{
  uint32_t i;
  for (i = nth; i < count; i++) {
    if (!ab_ordering_is_move(table_move, own[i].move, own[i].index)) continue;
    own[i].priority = PRIORITY_TABLE;
    if (ranks_before(&own[i], &own[lead])) lead = i;
  }
  return lead;
}

uint32_t ab_ordering_assign_priorities(ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth,
                                       const ab_ordering_node *node, uint32_t table_move, ab_killer_rank rank,
                                       int has_scores)
{
  static const ab_killers none = {{0, 0}};
  ab_killers known = node->killers != NULL ? *node->killers : none;
  const uint32_t *counters = counters_of(ordering, node->side);
  ab_candidate *own = ordering->candidates + first;
  uint32_t highest = 0, lead = nth, i;
  ab_assert(nth < count);
  if (counters == NULL && known.moves[0] == 0)
    return assign_table_priority(own, count, table_move, has_scores);
  for (i = nth; i < count; i++) {
    uint32_t priority = priority_of(counters, own[i].move, known, rank);
    own[i].priority = priority;
    if (priority < highest || (priority == highest && own[i].index > own[lead].index)) continue;
    highest = priority;
    lead = i;
  }
  if (table_move != 0) lead = put_table_move(own, count, nth, table_move, lead);
  if (has_scores && own[lead].priority <= AB_HISTORY_MAX) return nth;
  if (lead > nth) move_to(own, lead, nth, has_scores);
  return nth + 1;
}

int ab_ordering_is_certain(const ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth)
{
  const ab_candidate *own = ordering->candidates + first;
  for (; nth < count; nth++)
    if (own[nth].priority > AB_HISTORY_MAX) return 1;
  return 0;
}

/* The place of the candidate from the `nth` on that is tried before the others by its score. */
static uint32_t first_by_score(const ab_candidate *own, uint32_t count, uint32_t nth)
{
  uint32_t at = nth, i;
  for (i = nth + 1; i < count; i++)
    if (precedes(&own[i], &own[at])) at = i;
  return at;
}

/* The same if no scores decide. */
static uint32_t first_by_rank(const ab_candidate *own, uint32_t count, uint32_t nth)
{
  uint32_t highest = own[nth].priority, at = nth, i;
  for (i = nth + 1; i < count; i++) {
    if (own[i].priority < highest || (own[i].priority == highest && own[i].index > own[at].index)) continue;
    highest = own[i].priority;
    at = i;
  }
  return at;
}

const ab_candidate *ab_ordering_pick(ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth,
                                     ab_scoring scoring)
{
  ab_candidate *own = ordering->candidates + first;
  uint32_t at = scoring == AB_SCORED ? first_by_score(own, count, nth) : first_by_rank(own, count, nth);
  if (at > nth) move_to(own, at, nth, scoring == AB_SCORES_DUE);
  return &own[nth];
}

AB_DEFINE_HEAP_SORT(sort, ab_candidate, precedes)

/* Whether the `count` candidates lie in the order in which they are tried. */
static int is_sorted(const ab_candidate *own, uint32_t count)
{
  uint32_t i;
  for (i = 1; i < count; i++)
    if (precedes(&own[i], &own[i - 1])) return 0;
  return 1;
}

/*
 * Puts candidates without a priority last, in the order that they have, which is the game's; others change theirs.
 * Returns how many others there are, or `count` if a candidate has a score.
 */
static uint32_t put_unknown_last(ab_candidate *own, uint32_t count)
{
  uint32_t i, end = count;
  for (i = 0; i < count; i++)
    if (own[i].score != 0) return count;
  for (i = count; i > 0; i--)
    if (own[i - 1].priority == 0) ab_ordering_swap(&own[i - 1], &own[--end]);
  return end;
}

void ab_ordering_sort(ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth)
{
  ab_candidate *own = ordering->candidates + first + nth;
  uint32_t known;
  count -= nth;
  if (is_sorted(own, count)) return;
  known = put_unknown_last(own, count);
  sort(own, known);
  if (!is_sorted(own + known, count - known)) sort(own + known, count - known);
}

void ab_ordering_keep_best_first(ab_ordering *ordering, size_t first, uint32_t count, uint32_t index)
{
  ab_candidate *own = ordering->candidates + first;
  uint32_t i, at = 0;
  ab_ordering_sort(ordering, first, count, 0);
  while (at < count - 1 && own[at].index != index) at++;
  move_to(own, at, 0, 1);
  for (i = 0; i < count; i++) own[i].priority = UINT32_MAX - i;
}

void ab_ordering_record_cutoff(ab_ordering *ordering, const ab_ordering_node *node, uint32_t move)
{
  uint32_t *counters = counters_of(ordering, node->side);
  ab_killers *killers = node->killers;
  if (move == 0 || (move & AB_MOVE_IS_INDEX)) return;
  if (killers != NULL && killers->moves[0] != move) {
    killers->moves[1] = killers->moves[0];
    killers->moves[0] = move;
  }
  if (counters != NULL) {
    uint32_t *own = &counters[move % AB_HISTORY_SIZE];
    uint32_t gain = (uint32_t)node->depth * (uint32_t)node->depth;
    *own = *own < AB_HISTORY_MAX - gain ? *own + gain : AB_HISTORY_MAX;
  }
}
