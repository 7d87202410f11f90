/*
 * table_file_fuzz.c: a libFuzzer target: files of tables, loaded into tables of all sizes, with memory and without.
 *
 * The first byte of an input says what it is loaded into, the second whether that is a shared table, and which parts of
 * the file are put right first, since a fuzzer does not hit upon a checksum. The rest is the file, of which the corpus in
 * spec/corpus/table_file has some.
 * What is refused leaves the table as it is; what loads leaves entries that a search can store.
 *
 *   make fuzz SECONDS=60
 *
 * table_file_fuzz_test.c runs it on inputs of its own.
 */

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif

#include <stdio.h>
#include <string.h>

#include "fuzz.h"
#include "heap.h"
#include "table_file.h"
#include "table_image.h"
#include "tables.h"

/* The longest file, in bytes. */
#define FUZZ_LONGEST 16384

/* What is put right in a file. */
enum {
  FUZZ_RIGHT_HEADER = 1, /* all of it but the count */
  FUZZ_RIGHT_COUNT = 2,  /* the count, as many entries as fit */
  FUZZ_RIGHT_SUM = 4     /* the checksum */
};

/* In the same byte: it is loaded into a table that uses a shared one. */
#define FUZZ_SHARES 8

/* Puts parts of a file right, as `parts` says. */
static void fuzz_put_right(uint8_t *bytes, size_t size, int parts)
{
  static const uint8_t magic[8] = {0x89, 'A', 'B', 'T', '\r', '\n', 0x1A, '\n'};
  if (size < IMAGE_HEADER + IMAGE_SUM) return;
  if (parts & FUZZ_RIGHT_HEADER) {
    memcpy(bytes, magic, sizeof magic);
    image_pack(bytes + 8, AB_TABLE_FILE_FORMAT, 4);
    image_pack(bytes + 12, IMAGE_SIGNATURE, 8);
  }
  if (parts & FUZZ_RIGHT_COUNT)
    image_pack(bytes + IMAGE_COUNT_AT, (size - IMAGE_HEADER - IMAGE_SUM) / IMAGE_ENTRY, 8);
  if (parts & FUZZ_RIGHT_SUM) image_sign(bytes, size);
}

/*
 * Loads a file into `table`, which grows by what `h` gives, or uses a shared table. Its signature can be told where it
 * can be loaded.
 */
static ab_table_file fuzz_load(ab_table *table, uint8_t *bytes, size_t size, heap *h)
{
  ab_memory memory = {heap_allocate, h};
  ab_table_file outcome;
  uint64_t signature = 0;
  FILE *file = fmemopen(bytes, size, "rb");
  if (file == NULL) abort();
  outcome = ab_table_check(IMAGE_SIGNATURE, file);
  if (ab_table_file_signature(&signature, file) != AB_TABLE_FILE_OK) CHECK(outcome != AB_TABLE_FILE_OK);
  if (outcome == AB_TABLE_FILE_OK) CHECK(signature == IMAGE_SIGNATURE);
  if (ab_table_shared(table) != NULL)
    CHECK(ab_table_merge_file(table, IMAGE_SIGNATURE, file) == outcome);
  else
    CHECK(ab_table_load(table, IMAGE_SIGNATURE, file, &memory) == outcome);
  fclose(file);
  return outcome;
}

/*
 * A table of 2 to the power `size % 16` lines, with some entries in it, which uses the shared table at `shared`, if there
 * is one, or grows by what `h` gives.
 */
static ab_table fuzz_table(unsigned size, ab_shared_table *const *shared, heap *h)
{
  ab_memory memory = {heap_allocate, h};
  ab_table made;
  uint64_t key;
  ab_table_init(&made);
  if (*shared != NULL)
    ab_table_share(&made, shared);
  else
    CHECK(ab_table_open(&made, (size_t)AB_TABLE_LINE << size % 16, &memory));
  for (key = 0; key < size / 16; key++) {
    ab_entry entry = {.value = 0.5, .move = 1, .mate_distance = -1, .bound = AB_BOUND_LOWER};
    entry.depth = (int32_t)(key % 5);
    ab_table_store(&made, key * 0x9E3779B97F4A7C15u, &entry);
    ab_table_grow(&made, &memory);
  }
  return made;
}

/* Plays one input. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  static uint8_t bytes[FUZZ_LONGEST];
  heap h = {0};
  ab_memory memory = {heap_allocate, &h};
  ab_shared_table *shared = NULL;
  ab_table_file outcome;
  uint64_t before;
  ab_table table;
  if (size < 3 || size - 2 > sizeof bytes) return;
  if (data[1] & FUZZ_SHARES) shared = ab_shared_table_new((size_t)AB_TABLE_LINE << data[0] % 16);
  table = fuzz_table(data[0], &shared, &h);
  memcpy(bytes, data + 2, size - 2);
  fuzz_put_right(bytes, size - 2, data[1]);
  before = table_digest(&table);
  h.refuses = data[1] >> 4 == 0 ? 0 : h.requests + (data[1] >> 4);
  h.refusals = UINT64_MAX;
  outcome = fuzz_load(&table, bytes, size - 2, &h);
  h.refuses = 0;
  CHECK(*ab_table_file_message(outcome) != '\0');
  CHECK(table_digest(&table) == before || outcome == AB_TABLE_FILE_OK);
  ab_table_free(&table, &memory);
  if (shared != NULL) ab_shared_table_free(shared);
  CHECK(h.blocks == 0 && h.bytes == 0);
}
