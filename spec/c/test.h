/*
 * test.h: named tests and a tally.
 *
 * A test is a function without arguments whose name reads as a sentence. main runs each with RUN and returns
 * test_end(). What does not hold is reported with its place and with what test_about said last; a test goes on
 * after a failed CHECK, but complains no more than a few times.
 */
#ifndef SPEC_TEST_H
#define SPEC_TEST_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Complaints of one test that are printed. */
#define TEST_COMPLAINTS 5

static struct {
  int passed, failed;
  int complaints; /* of the running test */
  char about[200];
} test_tally;

/* Notes what the next checks are about, for their complaints. */
static inline void test_about(const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(test_tally.about, sizeof test_tally.about, format, arguments);
  va_end(arguments);
}

/* What CHECK does: complains unless `holds`, and returns it. */
static inline int test_check(int holds, const char *condition, const char *file, int line)
{
  if (!holds && ++test_tally.complaints <= TEST_COMPLAINTS)
    printf("  %s:%d: does not hold: %s%s%s\n", file, line, condition, *test_tally.about ? ", with " : "",
           test_tally.about);
  return holds;
}

/* Checks that `condition` is true; an expression with that truth. */
#define CHECK(condition) test_check((condition) ? 1 : 0, #condition, __FILE__, __LINE__)

/* What RUN does: runs `body` and counts it as passed or failed. */
static inline void test_run(const char *name, void (*body)(void))
{
  test_tally.complaints = 0;
  test_about("");
  body();
  if (test_tally.complaints == 0)
    test_tally.passed++;
  else
    test_tally.failed++;
  for (printf(test_tally.complaints ? "FAILED " : "ok "); *name != '\0'; name++)
    putchar(*name == '_' ? ' ' : *name);
  putchar('\n');
  fflush(stdout);
}

/* Runs the test `name`. */
#define RUN(name) test_run(#name, name)

/* Prints the tally; returns what main returns. */
static inline int test_end(void)
{
  printf("%d passed, %d failed\n", test_tally.passed, test_tally.failed);
  return test_tally.failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Whether ALPHABETA_EFFORT is this word. */
static inline int effort_is(const char *word)
{
  const char *said = getenv("ALPHABETA_EFFORT");
  return said != NULL && strcmp(said, word) == 0;
}

/*
 * How many cases to try: `brief` of them in `make test`, `full` in `make test-long`, and a third of the way from one to
 * the other in `make test-all`, which is the rest of `make test`; a fifth of `brief` under tools that are slow.
 * ALPHABETA_EFFORT says which.
 */
static inline int effort(int brief, int full)
{
  if (effort_is("full")) return full;
  if (effort_is("rest")) return brief + (full - brief) / 3;
  return effort_is("least") && brief < full ? (brief + 4) / 5 : brief;
}

/* The first and the last of some seeds. */
typedef struct {
  int first, last;
} seeds;

/* Seeds from 1 to what `effort` says; the rest begins behind the brief ones. */
static inline seeds effort_seeds(int brief, int full)
{
  seeds tried = {1, effort(brief, full)};
  if (effort_is("rest")) tried.first = brief + 1;
  return tried;
}

#endif
