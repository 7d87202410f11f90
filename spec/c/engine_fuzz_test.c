/* engine_fuzz_test.c: the engine's fuzzing target without a fuzzer: see corpus.h. */

#define _POSIX_C_SOURCE 200809L

#include "engine_fuzz.c"

#include "corpus.h"

/*
 * Causes of inputs of the corpus that have a name:
 *
 * limit_reached_in_skip: when an iteration that skipped others had used up the limit in nodes, the root of the next one
 * overran it.
 *
 * closed_window: with bounds below the root, a window may be no wider than the rounding error at a chance node.
 */
int main(int count, char **arguments)
{
  static const corpus inputs = {.folder = "spec/corpus/engine",
                                .least = 24,
                                .brief = 2000,
                                .full = 20000,
                                .longest = 3000,
                                .mostly = 300};
  return corpus_main(&inputs, count, arguments);
}
