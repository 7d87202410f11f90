/* table_file_fuzz_test.c: the target for files of tables without a fuzzer, on inputs that are always the same. */

#include "table_file_fuzz.c"

#include "rng.h"

/* The most entries of a file. */
#define ENTRIES 200

static void a_file_may_hold_anything(void)
{
  static uint8_t data[2 + FUZZ_HEADER + ENTRIES * FUZZ_ENTRY + FUZZ_SUM];
  int cases = test_cases(20000), seed;
  for (seed = 1; seed <= cases; seed++) {
    rng r;
    size_t size, i;
    r.state = (uint64_t)seed;
    size = 2 + FUZZ_HEADER + (size_t)rng_below(&r, ENTRIES) * FUZZ_ENTRY + FUZZ_SUM;
    for (i = 0; i < size; i++) data[i] = (uint8_t)rng_below(&r, 256);
    for (i = 2 + FUZZ_HEADER; i + FUZZ_ENTRY <= size; i += FUZZ_ENTRY) {
      if (rng_below(&r, 200) == 0) continue;
      data[i + 21] %= 39;
      data[i + 23] %= 39;
      data[i + 24] %= 8;
      data[i + 15] &= 0x3F;
    }
    if (rng_happens(&r, 80)) data[1] |= FUZZ_RIGHT_HEADER | FUZZ_RIGHT_COUNT | FUZZ_RIGHT_SUM;
    if (rng_happens(&r, 10)) size -= (size_t)rng_below(&r, (int)size - 3);
    test_about("seed %d", seed);
    fuzz_file(data, size);
  }
}

int main(void)
{
  RUN(a_file_may_hold_anything);
  return test_end();
}
