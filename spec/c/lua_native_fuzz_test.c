/*
 * lua_native_fuzz_test.c: the fuzzing target of rules in C without a fuzzer, on the inputs of its corpus and on
 * inputs that are random but always the same; or, with arguments, on the files and folders that these name.
 */

#define _POSIX_C_SOURCE 200809L

#include "corpus.h"
#include "lua_native_fuzz.c"
#include "rng.h"

/* The longest input, in bytes. */
#define LONGEST 800

/* Cause of 05: each try at a longer text of a state left a block on Lua's stack, beyond its end. */
static void the_inputs_of_the_corpus_find_nothing(void)
{
  CHECK(corpus_play_folder("spec/corpus/lua_native", fuzz_play) >= 5);
}

/* Most bytes are small, since each unusual one may end a search. */
static void rules_in_c_may_answer_anything(void)
{
  static uint8_t data[LONGEST];
  seeds tried = effort_seeds(300, 3000);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r;
    size_t size, i;
    r.state = (uint64_t)seed;
    size = (size_t)rng_below(&r, LONGEST);
    for (i = 0; i < size; i++) data[i] = (uint8_t)rng_below(&r, rng_happens(&r, seed % 10) ? 256 : 160);
    test_about("seed %d", seed);
    fuzz_play(data, size);
  }
}

int main(int count, char **arguments)
{
  if (count > 1) return corpus_play_arguments(count, arguments, fuzz_play) ? EXIT_SUCCESS : EXIT_FAILURE;
  RUN(the_inputs_of_the_corpus_find_nothing);
  RUN(rules_in_c_may_answer_anything);
  return test_end();
}
