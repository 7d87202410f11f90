/* ordering_test.c: the picker yields what a stable sort would, by priority, score and history in their order. */

#include "heap.h"
#include "ordering.h"
#include "rng.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define MOST 40
#define MOVES 47 /* a prime */

static ab_candidate candidates[MOST];
static uint32_t sorted[MOST];
static ab_ordering ordering;
static heap memory_heap;

/* What must have been learned, and how a node uses it. */
typedef struct model {
  uint32_t history[2][MOVES];
  ab_killers killers;
  int uses_history;
  /* of the node */
  int side;
  uint32_t table_move;
  int has_killers;
  ab_killer_rank rank;
} model;

/* Makes the candidates above those of the ordering, which gets a history when it is to have one. */
static void begin(int has_history)
{
  ab_memory memory = {heap_allocate, &memory_heap};
  memset(&ordering, 0, sizeof ordering);
  ordering.candidates = candidates;
  ordering.capacity = MOST;
  ordering.learns = has_history ? AB_LEARNS_HISTORY : 0;
  CHECK(ab_ordering_make_memory(&ordering, ordering.learns, &memory));
}

/* Gives the history back; the candidates are not the ordering's to free. */
static void end(void)
{
  ab_memory memory = {heap_allocate, &memory_heap};
  ordering.candidates = NULL;
  ordering.capacity = 0;
  ab_ordering_free(&ordering, &memory);
  CHECK(memory_heap.bytes == 0);
}

/* Whether a move is known by an id. */
static int has_id(uint32_t move)
{
  return move != 0 && !(move & AB_MOVE_IS_INDEX);
}

/*
 * A move of some node cuts off, at a ply with killers or without: the model learns the same from it. Two moves of one
 * side do so often, and at depths that soon exceed what a counter may have.
 */
static void cut_off(model *m, rng *r)
{
  int is_often = rng_happens(r, 40);
  ab_ordering_node node = {is_often ? 0 : rng_below(r, 2), is_often ? 10000 : 1 + rng_below(r, 6), NULL};
  ab_killers killers = m->killers;
  uint32_t move = (uint32_t)rng_below(r, is_often ? 3 : MOVES), *count = &m->history[node.side][move];
  if (rng_happens(r, 10)) move |= AB_MOVE_IS_INDEX;
  if (rng_happens(r, 80)) node.killers = &killers;
  ab_ordering_record_cutoff(&ordering, &node, move);
  if (!has_id(move)) {
    CHECK(memcmp(&killers, &m->killers, sizeof killers) == 0);
    return;
  }
  if (node.killers != NULL && move != m->killers.moves[0]) {
    m->killers.moves[1] = m->killers.moves[0];
    m->killers.moves[0] = move;
  }
  CHECK(memcmp(&killers, &m->killers, sizeof killers) == 0);
  if (m->uses_history) *count = (uint32_t)fmin(*count + (double)node.depth * node.depth, AB_HISTORY_MAX);
}

/* Searches begin, with a history and without: what was counted before counts half. */
static void start_search(model *m, rng *r)
{
  int side, move;
  m->uses_history = rng_happens(r, 70);
  ab_ordering_start(&ordering, m->uses_history ? AB_LEARNS_HISTORY : 0);
  for (side = 0; side < 2; side++)
    for (move = 0; move < MOVES; move++) m->history[side][move] /= 2;
}

/* Whether a candidate is one of the two killers, and killers come before all other moves. */
static int is_killer(const model *m, const ab_candidate *c, int nth)
{
  return m->has_killers && has_id(c->move) && c->move == m->killers.moves[nth];
}

/* The class of a candidate: the lower, the earlier. */
static int class_of(const model *m, const ab_candidate *c)
{
  if (c->move != 0 && c->move == m->table_move) return 1;
  if (m->table_move == (AB_MOVE_IS_INDEX | (c->index + 1))) return 1;
  if (m->rank == AB_KILLERS_WEIGHED && m->uses_history) return 4;
  return is_killer(m, c, 0) ? 2 : is_killer(m, c, 1) ? 3 : 4;
}

/* What the history says of a candidate: of a killer that is weighed, four times as much. */
static double history_score_of(const model *m, const ab_candidate *c)
{
  int weight = is_killer(m, c, 0) || is_killer(m, c, 1) ? 4 : 1;
  if (!m->uses_history || !has_id(c->move)) return 0;
  return fmin(weight * (double)m->history[m->side][c->move], AB_HISTORY_MAX);
}

/* Whether `a` comes before `b`. */
static int comes_before(const model *m, const ab_candidate *a, const ab_candidate *b)
{
  int class_a = class_of(m, a), class_b = class_of(m, b);
  if (class_a != class_b) return class_a < class_b;
  if (a->score != b->score) return a->score > b->score;
  if (class_a == 4 && history_score_of(m, a) != history_score_of(m, b))
    return history_score_of(m, a) > history_score_of(m, b);
  return a->index < b->index;
}

/* Sorts the indices of `count` candidates. */
static void sort(const model *m, uint32_t count)
{
  uint32_t i, place;
  for (i = 0; i < count; i++) {
    for (place = i; place > 0; place--) {
      if (!comes_before(m, &candidates[i], &candidates[sorted[place - 1]])) break;
      sorted[place] = sorted[place - 1];
    }
    sorted[place] = i;
  }
}

/* Lays out `count` candidates, with few scores or none and moves that differ, some known by their places or not. */
static void lay_out(rng *r, uint32_t count, int has_scores)
{
  static const double scores[] = {-HUGE_VAL, -1, -0.0, 0, 0.5, HUGE_VAL};
  uint32_t step = 1 + (uint32_t)rng_below(r, MOVES - 1), first = (uint32_t)rng_below(r, MOVES), i;
  for (i = 0; i < count; i++) {
    ab_ordering_init(&candidates[i], i, (first + i * step) % MOVES);
    if (rng_happens(r, 20)) candidates[i].move = rng_happens(r, 50) ? 0 : AB_MOVE_IS_INDEX | (i + 1);
    if (has_scores) candidates[i].score = scores[rng_below(r, 6)];
  }
}

/* Makes up a node, and what is expected there. */
static void set_node(model *m, rng *r, uint32_t count)
{
  m->side = rng_below(r, 2);
  m->has_killers = rng_happens(r, 60);
  m->rank = rng_happens(r, 50) ? AB_KILLERS_FIRST : AB_KILLERS_WEIGHED;
  m->table_move = rng_happens(r, 20)   ? 0
                  : rng_happens(r, 60) ? candidates[rng_below(r, (int)count)].move
                                       : (uint32_t)rng_below(r, MOVES);
  sort(m, count);
}

/* Checks that the first `count` candidates are picked in the order of `sorted`; they are sorted from `nth` on. */
static void check_picks(const model *m, uint32_t count, uint32_t nth, ab_scoring scoring)
{
  uint32_t i;
  for (i = 0; i < count; i++) {
    int is_certain = class_of(m, &candidates[i]) < 4, j;
    for (j = (int)i + 1; j < (int)count; j++) is_certain |= class_of(m, &candidates[j]) < 4;
    CHECK(ab_ordering_is_certain(&ordering, 0, count, i) == is_certain);
    if (i == nth) ab_ordering_sort(&ordering, 0, count, i);
    if (i >= nth) CHECK(candidates[i].index == sorted[i]);
    CHECK(ab_ordering_pick(&ordering, 0, count, i, scoring)->index == sorted[i]);
  }
}

/* Checks that the candidates keep their order, with any of them put first. */
static void check_best_first(rng *r, uint32_t count)
{
  uint32_t best = sorted[rng_below(r, (int)count)], expected = 0, i;
  ab_ordering_keep_best_first(&ordering, 0, count, best);
  CHECK(ab_ordering_pick(&ordering, 0, count, 0, AB_SCORED)->index == best);
  for (i = 1; i < count; i++) {
    if (sorted[expected] == best) expected++;
    CHECK(ab_ordering_pick(&ordering, 0, count, i, AB_SCORED)->index == sorted[expected++]);
  }
}

static void candidates_are_picked_by_what_was_learned_and_by_their_scores(void)
{
  model m;
  rng r = {2};
  int round, cut_offs;
  for (round = 0; round < 5000; round++) {
    uint32_t count = 1 + (uint32_t)rng_below(&r, MOST - 1), known, i;
    int has_scores = rng_happens(&r, 50);
    ab_scoring scoring = has_scores || rng_happens(&r, 50) ? AB_SCORED : AB_UNSCORED;
    ab_ordering_node node = {0, 0, NULL};
    test_about("round %d", round);
    if (round % 50 == 0) {
      if (round > 0) end();
      memset(&m, 0, sizeof m);
      m.uses_history = rng_happens(&r, 70);
      begin(m.uses_history || rng_happens(&r, 50));
      ordering.learns = m.uses_history ? AB_LEARNS_HISTORY : 0;
    }
    if (ordering.history != NULL && rng_happens(&r, 10)) start_search(&m, &r);
    for (cut_offs = rng_below(&r, 6); cut_offs > 0; cut_offs--) cut_off(&m, &r);
    lay_out(&r, count, has_scores);
    set_node(&m, &r, count);
    node.side = m.side;
    if (m.has_killers) node.killers = &m.killers;
    known = ab_ordering_assign_priorities(&ordering, 0, count, 0, &node, m.table_move, m.rank, has_scores);
    for (i = 0; i < known; i++) CHECK(candidates[i].index == sorted[i]);
    CHECK(known <= count);
    if (!has_scores && known == 0) CHECK(m.table_move != 0);
    check_picks(&m, count, rng_happens(&r, 50) ? count : (uint32_t)rng_below(&r, (int)count), scoring);
    check_best_first(&r, count);
  }
  end();
}

static void most_nodes_need_no_sorting(void)
{
  ab_ordering_node node = {0, 0, NULL};
  begin(0);
  lay_out(&(rng){1}, MOST, 0);
  CHECK(ab_ordering_assign_priorities(&ordering, 0, MOST, 0, &node, 0, AB_KILLERS_FIRST, 0) == MOST);
  end();
}

int main(void)
{
  RUN(candidates_are_picked_by_what_was_learned_and_by_their_scores);
  RUN(most_nodes_need_no_sorting);
  return test_end();
}
