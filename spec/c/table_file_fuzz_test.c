/* table_file_fuzz_test.c: the target for files of tables without a fuzzer: see corpus.h. */

#define _POSIX_C_SOURCE 200809L

#include "table_file_fuzz.c"

#include "corpus.h"

/* The most entries of a file. */
#define ENTRIES 200

/* Makes a file that may hold anything, mostly entries that a table can hold, with the rest put right. */
static size_t make_file(rng *r, uint8_t *data)
{
  size_t size = 2 + IMAGE_HEADER + (size_t)rng_below(r, ENTRIES) * IMAGE_ENTRY + IMAGE_SUM, i;
  for (i = 0; i < size; i++) data[i] = (uint8_t)rng_below(r, 256);
  for (i = 2 + IMAGE_HEADER; i + IMAGE_ENTRY <= size; i += IMAGE_ENTRY) {
    if (rng_below(r, 200) == 0) continue;
    data[i + 21] %= 39;
    data[i + 23] %= 39;
    data[i + 24] %= 8;
    data[i + 15] &= 0x3F;
  }
  if (rng_happens(r, 80)) data[1] |= FUZZ_RIGHT_HEADER | FUZZ_RIGHT_COUNT | FUZZ_RIGHT_SUM;
  return rng_happens(r, 10) ? size - (size_t)rng_below(r, (int)size - 3) : size;
}

int main(int count, char **arguments)
{
  static const corpus inputs = {
      .folder = "spec/corpus/table_file", .least = 8, .brief = 500, .full = 20000, .make = make_file};
  return corpus_main(&inputs, count, arguments);
}
