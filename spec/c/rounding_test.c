/* rounding_test.c: values are the same to the last bit, whatever compiles this file and whatever runs it. */

#include "cases.h"

static host tested;
static tree game;

/* The bits of a double. */
static uint64_t bits_of(double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* A product and a sum in one expression, which compilers would like to fuse. */
static double sum_of_product(double a, double b, double c)
{
  return a * b + c;
}

static void a_product_is_rounded_before_it_is_added(void)
{
  /* the square is 1 + 2^-26 + 2^-54, of which a double has no room for the last; a fused instruction keeps it */
  volatile double a = 1 + ldexp(1, -27), c = -1 - ldexp(1, -26);
  volatile double result = sum_of_product(a, a, c);
  CHECK(result == 0);
  result = a * a + c;
  CHECK(result == 0);
  result = c - -a * a;
  CHECK(result == 0);
}

static void a_sum_is_rounded_once(void)
{
  /* a little more than half way from 1 to the next double; rounded to 64 bits first, it is half way */
  volatile double one = 1, more = ldexp(1, -53) + ldexp(1, -78), result;
  result = one + more;
  CHECK(bits_of(result) == 0x3FF0000000000001u);
  result = one - (-more);
  CHECK(bits_of(result) == 0x3FF0000000000001u);
}

/* Searches `game` to `depth` plies by each algorithm for two, and adds the bits of what it finds to `digest`. */
static uint64_t digest_searches(uint64_t digest, ab_task task)
{
  static const ab_algorithm algorithms[] = {AB_ALPHABETA, AB_PVS, AB_MTDF, AB_MINIMAX};
  size_t i;
  for (i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
    task.algorithm = algorithms[i];
    host_search(&tested, &game, &task);
    digest = (digest ^ bits_of(ab_engine_result(&tested.engine)->value)) * 0x100000001B3u;
  }
  return digest;
}

static void means_have_the_same_bits_everywhere(void)
{
  uint64_t digest = 0xCBF29CE484222325u; /* FNV-1a, a whole double at a time */
  int seed;
  for (seed = 1; seed <= 200; seed++) {
    ab_task task;
    shape s;
    rng r = {(uint64_t)seed};
    int i;
    s = tree_random_shape(&r);
    s.chance_percent = 30 + rng_below(&r, 40);
    s.halves = 0;
    if (s.depth > 5) s.depth = 5;
    for (i = 0; i < 4; i++) s.palette[i] = (rng_below(&r, 1999) - 999) / 7.0;
    tree_plant(&game);
    tree_grow_node(&game, 0, &r, &s, s.depth);
    tree_tame(&game);
    task = host_task(AB_DEPTH_MAX);
    task.host.has_chance_nodes = 1;
    task.host.asks_turn = 1;
    task.techniques.star2 = seed % 2;
    task.values.min = -1000;
    task.values.max = 1000;
    digest = digest_searches(digest, task);
  }
  test_about("digest 0x%llX", (unsigned long long)digest);
  CHECK(digest == 0xB0F6F5DD2085B03Du);
}

int main(void)
{
  host_init(&tested);
  tree_plant(&game);
  RUN(a_product_is_rounded_before_it_is_added);
  RUN(a_sum_is_rounded_once);
  RUN(means_have_the_same_bits_everywhere);
  host_free(&tested);
  tree_free(&game);
  return test_end();
}
