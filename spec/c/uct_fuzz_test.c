/*
 * uct_fuzz_test.c: the fuzzing target of Monte Carlo tree search without a fuzzer, on the inputs of its corpus and on inputs that are
 * random but always the same; or, with arguments, on the files and folders that these name.
 */

#define _POSIX_C_SOURCE 200809L

#include "corpus.h"
#include "uct_fuzz.c"
#include "rng.h"

/* The longest input, in bytes. */
#define LONGEST 3000

static void the_inputs_of_the_corpus_find_nothing(void)
{
  CHECK(corpus_play_folder("spec/corpus/uct", fuzz_play) >= 8);
}

static void a_host_may_answer_anything_at_any_time(void)
{
  static uint8_t data[LONGEST];
  seeds tried = effort_seeds(500, 20000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r;
    size_t size, i;
    r.state = (uint64_t)seed;
    size = (size_t)rng_below(&r, rng_happens(&r, 20) ? LONGEST : LONGEST / 10);
    for (i = 0; i < size; i++) data[i] = (uint8_t)rng_below(&r, 256);
    test_about("seed %d", seed);
    fuzz_play(data, size);
  }
}

int main(int count, char **arguments)
{
  if (count > 1) return corpus_play_arguments(count, arguments, fuzz_play) ? EXIT_SUCCESS : EXIT_FAILURE;
  RUN(the_inputs_of_the_corpus_find_nothing);
  RUN(a_host_may_answer_anything_at_any_time);
  return test_end();
}
