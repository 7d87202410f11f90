/*
 * corpus.h: plays the inputs of a fuzzing target without a fuzzer: those of its corpus, which are files in a folder of
 * spec/corpus, and others that are random but always the same; or the files and folders that the command line names.
 *
 * A file that includes it defines _POSIX_C_SOURCE before any header, and includes the target first.
 */
#ifndef SPEC_CORPUS_H
#define SPEC_CORPUS_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

#include "rng.h"

/* The longest path and the longest input, in bytes. */
#define CORPUS_PATH 400
#define CORPUS_LONGEST 16384

/* What a target plays. */
typedef struct corpus {
  const char *folder;
  int least;       /* inputs in it */
  int brief, full; /* random inputs: see `effort` */
  int longest,
      mostly; /* the length of these, and what most of them do not exceed, in bytes; at most CORPUS_LONGEST */
  int below, unusual; /* most bytes are less; but so many in a hundred, or with 0 all, are any */
  size_t (*make)(rng *r, uint8_t *data); /* or else, makes one, and returns its length */
} corpus;

static corpus played;

/* Plays the input in the file at `path`. Returns whether there is one. */
static inline int corpus_play_file(const char *path)
{
  static uint8_t data[CORPUS_LONGEST];
  FILE *file = fopen(path, "rb");
  size_t size;
  if (file == NULL) return 0;
  size = fread(data, 1, sizeof data, file);
  fclose(file);
  test_about("%s", path);
  fuzz_play(data, size);
  return 1;
}

/* Plays all inputs in `folder`, in the order in which the system lists them. Returns how many there are. */
static inline int corpus_play_folder(const char *folder)
{
  DIR *files = opendir(folder);
  const struct dirent *entry;
  int count = 0;
  if (files == NULL) return 0;
  while ((entry = readdir(files)) != NULL) {
    char path[CORPUS_PATH];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    count += corpus_play_file(path);
  }
  closedir(files);
  return count;
}

/* Plays what the arguments of main name, files and folders: returns whether there are any and all could be read. */
static inline int corpus_play_arguments(int count, char **arguments)
{
  int i, is_complete = count > 1;
  for (i = 1; i < count; i++)
    is_complete &= corpus_play_folder(arguments[i]) > 0 || corpus_play_file(arguments[i]);
  return is_complete && test_tally.complaints == 0;
}

/* Makes an input of random bytes, most of them small, since a host that is disturbed all the time ends soon. */
static inline size_t corpus_make(rng *r, uint8_t *data)
{
  size_t size = (size_t)rng_below(r, rng_happens(r, 20) ? played.longest : played.mostly), i;
  for (i = 0; i < size; i++) {
    int is_usual = played.unusual > 0 && !rng_happens(r, played.unusual);
    data[i] = (uint8_t)rng_below(r, is_usual ? played.below : 256);
  }
  return size;
}

static inline void the_inputs_of_the_corpus_find_nothing(void)
{
  CHECK(corpus_play_folder(played.folder) >= played.least);
}

static inline void random_inputs_find_nothing(void)
{
  static uint8_t data[CORPUS_LONGEST];
  seeds tried = effort_seeds(played.brief, played.full);
  int seed;
  for (seed = tried.first; seed <= tried.last; seed++) {
    rng r = {(uint64_t)seed};
    test_about("seed %d", seed);
    fuzz_play(data, played.make != NULL ? played.make(&r, data) : corpus_make(&r, data));
  }
}

/* The main function of a test: plays `inputs`, or what the arguments name. */
static inline int corpus_main(const corpus *inputs, int count, char **arguments)
{
  played = *inputs;
  if (count > 1) return corpus_play_arguments(count, arguments) ? EXIT_SUCCESS : EXIT_FAILURE;
  RUN(the_inputs_of_the_corpus_find_nothing);
  RUN(random_inputs_find_nothing);
  return test_end();
}

#endif
