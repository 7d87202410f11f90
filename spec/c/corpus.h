/*
 * corpus.h: plays the inputs of a fuzzing target without a fuzzer: those of its corpus in spec/corpus, which are files
 * in a folder, or those that the command line names.
 *
 * A file that includes it defines _POSIX_C_SOURCE before any header.
 */
#ifndef SPEC_CORPUS_H
#define SPEC_CORPUS_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>

#include "test.h"

/* The longest path and the longest input, in bytes. */
#define CORPUS_PATH 400
#define CORPUS_LONGEST 16384

/* Plays one input. */
typedef void (*corpus_play)(const uint8_t *data, size_t size);

/* Plays the input in the file at `path`. Returns whether there is one. */
static inline int corpus_play_file(const char *path, corpus_play play)
{
  static uint8_t data[CORPUS_LONGEST];
  FILE *file = fopen(path, "rb");
  size_t size;
  if (file == NULL) return 0;
  size = fread(data, 1, sizeof data, file);
  fclose(file);
  test_about("%s", path);
  play(data, size);
  return 1;
}

/* Plays all inputs in `folder`, in the order in which the system lists them. Returns how many there are. */
static inline int corpus_play_folder(const char *folder, corpus_play play)
{
  DIR *files = opendir(folder);
  const struct dirent *entry;
  int count = 0;
  if (files == NULL) return 0;
  while ((entry = readdir(files)) != NULL) {
    char path[CORPUS_PATH];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    count += corpus_play_file(path, play);
  }
  closedir(files);
  return count;
}

/* Plays what the arguments of main name, files and folders: returns whether there are any and all could be read. */
static inline int corpus_play_arguments(int count, char **arguments, corpus_play play)
{
  int i, is_complete = count > 1;
  for (i = 1; i < count; i++)
    is_complete &= corpus_play_folder(arguments[i], play) > 0 || corpus_play_file(arguments[i], play);
  return is_complete && test_tally.complaints == 0;
}

#endif
