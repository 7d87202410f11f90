/* ordering_test.c: the picker yields what a stable sort would, by priority, score and history in their order. */

#include "heap.h"
#include "ordering.h"
#include "rng.h"
#include "test.h"

#include <math.h>
#include <string.h>

#define MOST 40

static ab_candidate candidates[MOST];
static uint32_t sorted[MOST];
static ab_ordering ordering;
static heap memory_heap;

/* The memory for histories. */
static ab_memory test_memory(void)
{
  ab_memory memory = {heap_allocate, NULL};
  memory.context = &memory_heap;
  return memory;
}

/* Makes the candidates above those of the ordering, which gets a history when it is to have one. */
static void begin(int has_history)
{
  ab_memory memory = test_memory();
  memset(&ordering, 0, sizeof ordering);
  ordering.candidates = candidates;
  ordering.capacity = MOST;
  ordering.learns = has_history ? AB_LEARNS_HISTORY : 0;
  CHECK(ab_ordering_make_memory(&ordering, ordering.learns, &memory));
}

/* Assigns priorities to `count` candidates from `first` on, of a node of `side`. Returns how many lie in their place. */
static uint32_t assign_priorities(uint32_t first, uint32_t count, int side, uint32_t table_move,
                                  ab_killers *killers, ab_killer_rank rank)
{
  ab_ordering_node node = {0, 0, NULL};
  node.side = side;
  node.killers = killers;
  return ab_ordering_assign_priorities(&ordering, first, count, 0, &node, table_move, rank, 0);
}

/* Records that a move of `side` has cut off, with `depth` plies left. */
static void record_cutoff(ab_killers *killers, int side, uint32_t move, int32_t depth)
{
  ab_ordering_node node = {0, 0, NULL};
  node.side = side;
  node.depth = depth;
  node.killers = killers;
  ab_ordering_record_cutoff(&ordering, &node, move);
}

/* Gives the history back; the candidates are not the ordering's to free. */
static void end(void)
{
  ab_memory memory = test_memory();
  ordering.candidates = NULL;
  ordering.capacity = 0;
  ab_ordering_free(&ordering, &memory);
  CHECK(memory_heap.bytes == 0);
}

/* How a test expects candidates to be distinguished. */
typedef struct expectation {
  uint32_t table_move;
  ab_killers *killers;
  int side;
} expectation;

/* The class of a candidate: the lower, the earlier. */
static int class_of(const expectation *e, const ab_candidate *c)
{
  int has_move_id = c->move != 0 && !(c->move & AB_MOVE_IS_INDEX);
  if (c->move != 0 && c->move == e->table_move) return 1;
  if (e->table_move == (AB_MOVE_IS_INDEX | (c->index + 1))) return 1;
  if (has_move_id && e->killers != NULL && c->move == e->killers->moves[0]) return 2;
  if (has_move_id && e->killers != NULL && c->move == e->killers->moves[1]) return 3;
  return 4;
}

/* What `counts` says of a candidate; it is kept by side and identity. */
static uint32_t history_score_of(const expectation *e, const ab_candidate *c, uint32_t counts[2][16])
{
  return c->move == 0 || (c->move & AB_MOVE_IS_INDEX) ? 0 : counts[e->side][c->move];
}

/* Whether `a` comes before `b`. */
static int comes_before(const expectation *e, const ab_candidate *a, const ab_candidate *b,
                        uint32_t counts[2][16])
{
  int class_a = class_of(e, a), class_b = class_of(e, b);
  if (class_a != class_b) return class_a < class_b;
  if (class_a == 4 && a->score != b->score) return a->score > b->score;
  if (class_a == 4 && history_score_of(e, a, counts) != history_score_of(e, b, counts))
    return history_score_of(e, a, counts) > history_score_of(e, b, counts);
  return a->score != b->score ? a->score > b->score : a->index < b->index;
}

/* Lays out `count` candidates from `first` on, with few scores and few moves, some known by their places only. */
static void lay_out(rng *r, uint32_t first, uint32_t count)
{
  static const double scores[] = {-HUGE_VAL, -1, -0.0, 0, 0.5, HUGE_VAL};
  uint32_t i;
  for (i = 0; i < count; i++) {
    ab_candidate *own = &candidates[first + i];
    own->score = scores[rng_below(r, 6)];
    own->index = i;
    own->move = (uint32_t)rng_below(r, 16);
    if (rng_happens(r, 20)) own->move = AB_MOVE_IS_INDEX | (i + 1);
  }
}

/* Sorts the indices of those candidates. */
static void sort(const expectation *e, uint32_t first, uint32_t count, uint32_t counts[2][16])
{
  uint32_t i, place;
  for (i = 0; i < count; i++) {
    for (place = i; place > 0; place--) {
      if (!comes_before(e, &candidates[first + i], &candidates[first + sorted[place - 1]], counts)) break;
      sorted[place] = sorted[place - 1];
    }
    sorted[place] = i;
  }
}

static void priority_goes_before_scores_and_scores_before_history(void)
{
  rng r = {2};
  int round;
  for (round = 0; round < 5000; round++) {
    static const uint32_t none[2][16];
    uint32_t counts[2][16], count = 1 + (uint32_t)rng_below(&r, MOST - 1), i;
    ab_killers killers = {{0, 0}};
    expectation e = {0, NULL, 0};
    int rewards = rng_below(&r, 20), has_history = rng_happens(&r, 60);
    memcpy(counts, none, sizeof counts);
    test_about("round %d", round);
    begin(has_history);
    for (; rewards > 0; rewards--) {
      uint32_t move = (uint32_t)rng_below(&r, 16);
      int side = rng_below(&r, 2), depth = 1 + rng_below(&r, 5);
      record_cutoff(&killers, side, move, depth);
      if (has_history) counts[side][move] += (uint32_t)(depth * depth);
    }
    e.side = rng_below(&r, 2);
    e.killers = rng_happens(&r, 60) ? &killers : NULL;
    lay_out(&r, 0, count);
    e.table_move =
        rng_happens(&r, 60) ? candidates[rng_below(&r, (int)count)].move : (uint32_t)rng_below(&r, 20);
    sort(&e, 0, count, counts);
    assign_priorities(0, count, e.side, e.table_move, e.killers, AB_KILLERS_FIRST);
    for (i = 0; i < count; i++)
      CHECK(ab_ordering_pick(&ordering, 0, count, i, AB_SCORED)->index == sorted[i]);
    end();
  }
}

static void candidates_that_are_said_to_lie_in_their_place_are_picked_there(void)
{
  rng r = {7};
  int round, all = 0;
  begin(0);
  for (round = 0; round < 2000; round++) {
    ab_killers killers = {{rng_happens(&r, 20) ? 3 : 0, 0}};
    uint32_t count = 1 + (uint32_t)rng_below(&r, MOST - 1), known, i;
    test_about("round %d", round);
    for (i = 0; i < count; i++) ab_ordering_init(&candidates[i], i, i + 1);
    if (rng_happens(&r, 20)) ab_ordering_swap(&candidates[0], &candidates[count - 1]);
    known = assign_priorities(0, count, 0, rng_happens(&r, 40) ? 1 + (uint32_t)rng_below(&r, 8) : 0, &killers,
                              AB_KILLERS_FIRST);
    CHECK(known <= count && (killers.moves[0] == 0 || known == 1));
    all += known == count;
    for (i = 0; i < known; i++) sorted[i] = candidates[i].index;
    for (i = 0; i < known; i++)
      CHECK(ab_ordering_pick(&ordering, 0, count, i, AB_SCORED)->index == sorted[i]);
  }
  CHECK(all > 100);
  end();
}

static void an_order_is_kept_with_one_candidate_put_first(void)
{
  static uint32_t nothing[2][16];
  expectation e = {0, NULL, 0};
  rng r = {5};
  int round;
  begin(0);
  for (round = 0; round < 1000; round++) {
    uint32_t count = 1 + (uint32_t)rng_below(&r, MOST - 1), best, expected = 0, i;
    test_about("round %d", round);
    lay_out(&r, 0, count);
    sort(&e, 0, count, nothing);
    best = sorted[rng_below(&r, (int)count)];
    assign_priorities(0, count, 0, 0, NULL, AB_KILLERS_FIRST);
    for (i = 0; i < count; i++) ab_ordering_pick(&ordering, 0, count, i, AB_SCORED);
    ab_ordering_keep_best_first(&ordering, 0, count, best);
    CHECK(ab_ordering_pick(&ordering, 0, count, 0, AB_SCORED)->index == best);
    for (i = 1; i < count; i++) {
      if (sorted[expected] == best) expected++;
      CHECK(ab_ordering_pick(&ordering, 0, count, i, AB_SCORED)->index == sorted[expected++]);
    }
  }
  end();
}

static void two_different_killers_are_kept_the_later_one_first(void)
{
  ab_killers killers = {{0, 0}};
  begin(0);
  record_cutoff(&killers, 0, 5, 3);
  record_cutoff(&killers, 0, 5, 3);
  CHECK(killers.moves[0] == 5 && killers.moves[1] == 0);
  record_cutoff(&killers, 1, 6, 3);
  CHECK(killers.moves[0] == 6 && killers.moves[1] == 5);
  record_cutoff(&killers, 0, 0, 3);
  record_cutoff(&killers, 0, AB_MOVE_IS_INDEX | 9, 3);
  CHECK(killers.moves[0] == 6 && killers.moves[1] == 5);
  record_cutoff(NULL, 0, 7, 3);
  CHECK(killers.moves[0] == 6);
  end();
}

/* The index of the first of two equal candidates with the moves 5 and 6. */
static uint32_t preferred(int side)
{
  memset(&candidates[0], 0, sizeof candidates[0]);
  memset(&candidates[1], 0, sizeof candidates[1]);
  candidates[0].move = 5;
  candidates[1].move = 6;
  candidates[1].index = 1;
  assign_priorities(0, 2, side, 0, NULL, AB_KILLERS_FIRST);
  return ab_ordering_pick(&ordering, 0, 2, 0, AB_SCORED)->index;
}

static void the_history_is_one_of_each_side_and_fades_from_search_to_search(void)
{
  int searches;
  begin(1);
  record_cutoff(NULL, 0, 6, 100);
  CHECK(preferred(0) == 1 && preferred(1) == 0);
  for (searches = 0; searches < 10; searches++) ab_ordering_start(&ordering, AB_LEARNS_HISTORY);
  CHECK(preferred(0) == 1);
  record_cutoff(NULL, 0, 5, 4);
  CHECK(preferred(0) == 0);
  end();
}

static void a_history_that_is_not_used_is_neither_read_nor_written(void)
{
  begin(1);
  ordering.learns = 0;
  record_cutoff(NULL, 0, 6, 100);
  ordering.learns = AB_LEARNS_HISTORY;
  CHECK(preferred(0) == 0);
  record_cutoff(NULL, 0, 6, 100);
  CHECK(preferred(0) == 1);
  ordering.learns = 0;
  CHECK(preferred(0) == 0);
  end();
}

static void the_history_never_outgrows_a_killer_or_the_tables_move(void)
{
  ab_killers killers = {{5, 0}};
  int i;
  begin(1);
  for (i = 0; i < 10; i++) record_cutoff(NULL, 0, 5, 10000);
  for (i = 1; i <= 100; i++) {
    record_cutoff(NULL, 0, 6, 10000);
    CHECK(preferred(0) == (i > 10));
  }
  assign_priorities(0, 2, 0, 0, &killers, AB_KILLERS_FIRST);
  CHECK(ab_ordering_pick(&ordering, 0, 2, 0, AB_SCORED)->move == 5);
  assign_priorities(0, 2, 0, 5, NULL, AB_KILLERS_FIRST);
  CHECK(ab_ordering_pick(&ordering, 0, 2, 0, AB_SCORED)->move == 5);
  end();
}

/* The index of the first of two equal candidates with the moves 5 and 6, where 5 is a killer that is weighed. */
static uint32_t preferred_to_killer(uint32_t table_move)
{
  ab_killers killers = {{5, 0}};
  preferred(0);
  assign_priorities(0, 2, 0, table_move, &killers, AB_KILLERS_WEIGHED);
  return ab_ordering_pick(&ordering, 0, 2, 0, AB_SCORED)->index;
}

static void a_killer_that_is_weighed_counts_four_times_its_history(void)
{
  int i;
  begin(1);
  record_cutoff(NULL, 0, 6, 10);
  CHECK(preferred_to_killer(0) == 1);
  record_cutoff(NULL, 0, 5, 4);
  CHECK(preferred_to_killer(0) == 1);
  record_cutoff(NULL, 0, 5, 4);
  CHECK(preferred_to_killer(0) == 0);
  for (i = 0; i < 10; i++) record_cutoff(NULL, 0, 5, 10000);
  CHECK(preferred_to_killer(0) == 0);
  CHECK(preferred_to_killer(6) == 1);
  end();
}

static void killers_are_not_weighed_without_a_history(void)
{
  begin(1);
  record_cutoff(NULL, 0, 6, 10);
  ordering.learns = 0;
  CHECK(preferred_to_killer(0) == 0);
  end();
}

int main(void)
{
  RUN(priority_goes_before_scores_and_scores_before_history);
  RUN(candidates_that_are_said_to_lie_in_their_place_are_picked_there);
  RUN(an_order_is_kept_with_one_candidate_put_first);
  RUN(two_different_killers_are_kept_the_later_one_first);
  RUN(the_history_is_one_of_each_side_and_fades_from_search_to_search);
  RUN(a_history_that_is_not_used_is_neither_read_nor_written);
  RUN(the_history_never_outgrows_a_killer_or_the_tables_move);
  RUN(a_killer_that_is_weighed_counts_four_times_its_history);
  RUN(killers_are_not_weighed_without_a_history);
  return test_end();
}
