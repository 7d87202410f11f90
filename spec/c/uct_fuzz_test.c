/* uct_fuzz_test.c: the fuzzing target of Monte Carlo tree search without a fuzzer: see corpus.h. */

#define _POSIX_C_SOURCE 200809L

#include "uct_fuzz.c"

#include "corpus.h"

int main(int count, char **arguments)
{
  static const corpus inputs = {
      .folder = "spec/corpus/uct", .least = 9, .brief = 1000, .full = 20000, .longest = 3000, .mostly = 300};
  return corpus_main(&inputs, count, arguments);
}
