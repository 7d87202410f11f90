/*
 * file.h: the one place that knows operating systems' files. A file that is written replaces the old one as a whole, or
 * leaves it as it was.
 *
 * A new file is written beside the old one, in the same folder, brought to the disk, and renamed. Whatever ends the
 * process or the machine meanwhile, under the name there is either the old file or the new one, as a whole. The new one
 * has the old one's permissions. A symbolic link stays one: the file it leads to is replaced (but not on Windows, where
 * the link is). A file that may not be written is not replaced either. What is no regular file, like /dev/null, is
 * written to.
 *
 * Paths are UTF-8 on Windows (or, where they are not, in the code page of the system), and bytes elsewhere.
 */
#ifndef ALPHABETA_FILE_H
#define ALPHABETA_FILE_H

#include <stdio.h>

#include "portable.h"

/* A file that is being written. */
typedef struct ab_file {
  FILE *stream;    /* to be written to, binary */
  char *target;    /* the file that is replaced at the end, NULL: what is written to is no regular file */
  char *temporary; /* the name that `stream` has until then; NULL: none */
} ab_file;

/* Opens a file for reading, as binary. Returns NULL when that fails, and errno says why. */
AB_FUNC FILE *ab_file_open(const char *path);

/* Begins to write what is to be at `path`. Returns 0 when that fails, and errno says why. */
AB_FUNC int ab_file_begin(ab_file *file, const char *path);

/*
 * Ends that: puts the new file in place if `is_whole`, else takes it away. Returns 0 when the new file could not be put
 * in place: errno says why, and the old one is as it was.
 */
AB_FUNC int ab_file_end(ab_file *file, int is_whole);

#endif
