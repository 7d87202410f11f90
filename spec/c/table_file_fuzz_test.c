/*
 * table_file_fuzz_test.c: the target for files of tables without a fuzzer, on the inputs of its corpus and on others
 * that are always the same; or, with arguments, on the files and folders that these name.
 */

#define _POSIX_C_SOURCE 200809L

#include "corpus.h"
#include "table_file_fuzz.c"

/* The most entries of a file. */
#define ENTRIES 200

static void the_inputs_of_the_corpus_find_nothing(void)
{
  CHECK(corpus_play_folder("spec/corpus/table_file", fuzz_file) >= 8);
}

static void a_file_may_hold_anything(void)
{
  static uint8_t data[2 + IMAGE_HEADER + ENTRIES * IMAGE_ENTRY + IMAGE_SUM];
  seeds tried = effort_seeds(500, 20000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r;
    size_t size, i;
    r.state = (uint64_t)seed;
    size = 2 + IMAGE_HEADER + (size_t)rng_below(&r, ENTRIES) * IMAGE_ENTRY + IMAGE_SUM;
    for (i = 0; i < size; i++) data[i] = (uint8_t)rng_below(&r, 256);
    for (i = 2 + IMAGE_HEADER; i + IMAGE_ENTRY <= size; i += IMAGE_ENTRY) {
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

int main(int count, char **arguments)
{
  if (count > 1) return corpus_play_arguments(count, arguments, fuzz_file) ? EXIT_SUCCESS : EXIT_FAILURE;
  RUN(the_inputs_of_the_corpus_find_nothing);
  RUN(a_file_may_hold_anything);
  return test_end();
}
