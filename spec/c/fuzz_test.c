/* fuzz_test.c: the fuzzer's target without a fuzzer, on inputs that are random but always the same. */

#include "engine_fuzz.c"
#include "rng.h"

/* The longest input, in bytes. */
#define LONGEST 3000

static void a_host_may_answer_anything_at_any_time(void)
{
  static uint8_t data[LONGEST];
  int cases = test_cases(20000), seed;
  for (seed = 1; seed <= cases; seed++) {
    rng r;
    size_t size, i;
    r.state = (uint64_t)seed;
    size = (size_t)rng_below(&r, rng_happens(&r, 20) ? LONGEST : LONGEST / 10);
    for (i = 0; i < size; i++) data[i] = (uint8_t)rng_below(&r, 256);
    test_about("seed %d", seed);
    fuzz_play(data, size);
  }
}

int main(void)
{
  RUN(a_host_may_answer_anything_at_any_time);
  return test_end();
}
