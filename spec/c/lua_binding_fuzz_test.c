/* lua_binding_fuzz_test.c: the binding's fuzzing target without a fuzzer: see corpus.h. */

#define _POSIX_C_SOURCE 200809L

#include "lua_binding_fuzz.c"

#include "corpus.h"

int main(int count, char **arguments)
{
  static const corpus inputs = {.folder = "spec/corpus/lua_binding",
                                .least = 24,
                                .brief = 100,
                                .full = 400,
                                .longest = 600,
                                .mostly = 600,
                                .below = 128,
                                .unusual = 20};
  return corpus_main(&inputs, count, arguments);
}
