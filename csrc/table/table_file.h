/*
 * table_file.h: a transposition table on disk.
 *
 * A file holds the entries of a table without their cells, so a table of any size and on any machine can load it.
 * Numbers are written low byte first, values as the bits of an IEEE 754 double:
 *
 *   bytes
 *   8          89 'A' 'B' 'T' 0D 0A 1A 0A: the first and the last ones show a file whose lines were "converted"
 *   4          version of this format, AB_TABLE_FILE_FORMAT
 *   8          signature: what the keys and values mean, as the host sees it
 *   8          number of entries
 *   25 each    key (8), value (8), move (4), depth (2), end + 1 (2); bound, + 4: no line reached the depth, + 8: none
 *              was cut short by it (1)
 *   8          CRC-64/XZ of all bytes before
 *
 * and nothing after that. The checksum finds all damage that lies within 64 bits, and other damage except in one case
 * of 2^64. It does not protect from malice: a program that can write the file can make it say anything that a table
 * could hold.
 */
#ifndef ALPHABETA_TABLE_FILE_H
#define ALPHABETA_TABLE_FILE_H

#include <stdint.h>
#include <stdio.h>

#include "table.h"

/* Goes up with each change of the format, or of the meaning that the engine gives to entries. */
#define AB_TABLE_FILE_FORMAT 1

/* How saving or loading went. */
typedef enum ab_table_file {
  AB_TABLE_FILE_OK,
  AB_TABLE_FILE_UNWRITABLE,      /* the system could not write */
  AB_TABLE_FILE_UNREADABLE,      /* the system could not read */
  AB_TABLE_FILE_FOREIGN,         /* no table was ever saved there */
  AB_TABLE_FILE_OTHER_FORMAT,    /* it has another format */
  AB_TABLE_FILE_TRUNCATED,       /* it ends too early */
  AB_TABLE_FILE_DAMAGED,         /* it is not what was saved */
  AB_TABLE_FILE_OTHER_SIGNATURE, /* it has another signature */
  AB_TABLE_FILE_CHANGED          /* it changed while it was read */
} ab_table_file;

/* Writes all entries of `table` to `file`, a binary stream, while others may store in a shared table. */
AB_FUNC ab_table_file ab_table_save(const ab_table *table, uint64_t signature, FILE *file);

/* Whether `file`, which can be read twice, can be loaded, from its position, to which it goes back, to its end. */
AB_FUNC ab_table_file ab_table_check(uint64_t signature, FILE *file);

/*
 * Reads what ab_table_save wrote, after the same check. Stores the entries in `table` as if the current search had
 * found them, with the usual replacement. The table grows by `memory` as far as possible. If a file cannot be loaded,
 * the table is as it was. If the file changed while it was read, the table is empty.
 */
AB_FUNC ab_table_file ab_table_load(ab_table *table, uint64_t signature, FILE *file, const ab_memory *memory);

/*
 * Loads a file into a table that uses a shared one, but deeper entries win: see ab_shared_table_store. If the file has
 * changed while it was read, the table may have some of its entries.
 */
AB_FUNC ab_table_file ab_table_merge_file(ab_table *table, uint64_t signature, FILE *file);

/* Reads the signature of the table in `file` into `*signature`. Goes back to its former position. */
AB_FUNC ab_table_file ab_table_file_signature(uint64_t *signature, FILE *file);

/* A message for the user: for example "the file is damaged". */
AB_FUNC const char *ab_table_file_message(ab_table_file outcome);

#endif
