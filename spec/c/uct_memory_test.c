/* uct_memory_test.c: a Monte Carlo search does with as much memory as it may have, and as there is. */
#include "uct_search.h"

static void it_keeps_to_its_memory(void)
{
  uint64_t bytes;
  grow_draws(12);
  for (bytes = 0; bytes < 40000; bytes = bytes * 2 + 100) {
    ab_uct_kid kids[2];
    test_about("%d bytes", (int)bytes);
    begin(3000);
    what.bytes = bytes;
    search();
    CHECK(ab_uct_tree_used(&h->uct.tree) <= bytes + 600);
    CHECK(h->uct.tree.node_capacity * sizeof(ab_uct_node) + h->uct.tree.edge_capacity * sizeof(ab_uct_edge) <=
          bytes * 2 + 1000);
    CHECK(ab_uct_ranked(&h->uct, kids, 2) == 2 && kids[0].visits + kids[1].visits == 3000);
    CHECK(h->heap.requests < 60);
    end();
  }
}

/* Does a search whose `k`-th request for memory is refused, and all behind it for some `k`. */
static void search_refused(uint64_t k)
{
  h->heap.refuses = k;
  h->heap.refusals = k % 2 ? 1 : UINT64_MAX;
  h->gives_up = 1;
  if (setjmp(h->escape) == 0) {
    search();
    best_kid();
  }
}

static void it_bears_any_refusal_of_memory(void)
{
  uint64_t k, refused = 1;
  grow_draws(9);
  for (k = 1; refused > 0; k++) {
    test_about("request %d refused", (int)k);
    begin(400);
    search_refused(k);
    refused = h->heap.refused;
    h->heap.refuses = 0;
    ab_engine_stop(&h->engine);
    search();
    CHECK(counted() == 400);
    end();
  }
  CHECK(k > 5);
}

int main(void)
{
  RUN(it_keeps_to_its_memory);
  RUN(it_bears_any_refusal_of_memory);
  tree_free(&game);
  return test_end();
}
