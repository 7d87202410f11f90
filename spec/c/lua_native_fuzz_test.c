/* lua_native_fuzz_test.c: the fuzzing target of rules in C without a fuzzer: see corpus.h. */

#define _POSIX_C_SOURCE 200809L

#include "lua_native_fuzz.c"

#include "corpus.h"

int main(int count, char **arguments)
{
  static const corpus inputs = {.folder = "spec/corpus/lua_native",
                                .least = 5,
                                .brief = 300,
                                .full = 3000,
                                .longest = 800,
                                .mostly = 800,
                                .below = 160,
                                .unusual = 5};
  return corpus_main(&inputs, count, arguments);
}
