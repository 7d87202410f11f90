/*
 * file.h: operating systems' files, which only this file knows. A written file replaces the old one as a whole, or
 * leaves it as it was.
 *
 * A new file is written beside the old one, in the same folder, flushed to the disk, and renamed. Whatever ends the
 * process or the machine meanwhile, the name leads to the old file or to the complete new one. A process that is killed
 * may leave the new file behind, whose name is that of the old one and `.tmp`. The new file has the old one's
 * permissions. A symbolic link to a file stays one, and that file is replaced (on Windows the link is replaced). A file
 * that may not be written is not replaced. Special files such as /dev/null are written directly.
 *
 * Paths are UTF-8 on Windows (or else in the code page of the system), and bytes elsewhere.
 */
#ifndef ALPHABETA_FILE_H
#define ALPHABETA_FILE_H

#include <stdio.h>

#include "portable.h"

/* A file that is being written. */
typedef struct ab_file {
  FILE *stream;    /* to be written to, binary */
  char *target;    /* the file that is replaced at the end; NULL for a special file */
  char *temporary; /* the name of `stream` until then */
} ab_file;

/* Opens a file for reading, as binary. Returns NULL when that fails, and errno says why. */
AB_FUNC FILE *ab_file_open(const char *path);

/* Begins to write the new file for `path`. Returns 0 on failure, and errno says why. */
AB_FUNC int ab_file_begin(ab_file *file, const char *path);

/* Ends that: puts the file in place if `is_whole`, or removes it. Returns 0, and errno, if the old one stays. */
AB_FUNC int ab_file_end(ab_file *file, int is_whole);

#endif
