/*
 * fuzz.h: what all fuzzing targets have: the bytes of the input, and the function that libFuzzer calls. It has the
 * target's fuzz_play play an input. What that finds ends the program.
 */
#ifndef SPEC_FUZZ_H
#define SPEC_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "test.h"

/* What is left of the input. */
static struct {
  const uint8_t *data;
  size_t size;
} input;

/* Plays one input. */
static void fuzz_play(const uint8_t *data, size_t size);

/* The next byte of the input, 0 behind its end. */
static inline uint8_t fuzz_byte(void)
{
  if (input.size == 0) return 0;
  input.size--;
  return *input.data++;
}

/* Begins an input. */
static inline void fuzz_begin(const uint8_t *data, size_t size)
{
  input.data = data;
  input.size = size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  fuzz_play(data, size);
  if (test_tally.complaints == 0) return 0;
  fflush(stdout);
  abort();
}

#endif
