/*
 * A reader trusts nothing. No length in the file makes it allocate anything. It reads the file twice: nothing of it
 * goes into the table before the last byte has proved right, and when it is read again it must be the same.
 */

#include "table_file.h"

#include <math.h>
#include <string.h>

/* Bytes of the parts of a file. */
#define MAGIC_BYTES 8
#define HEADER_BYTES (MAGIC_BYTES + 4 + 8 + 8)
#define ENTRY_BYTES (8 + 8 + 4 + 2 + 2 + 1)
#define CHECKSUM_BYTES 8

/* Beside the bound, in the last byte of an entry. */
#define NOT_REACHED_BIT 4
#define NOT_TRUNCATED_BIT 8

static const uint8_t magic[MAGIC_BYTES] = {0x89, 'A', 'B', 'T', '\r', '\n', 0x1A, '\n'};

/* A file and the checksum of what was written or read. */
typedef struct stream {
  FILE *file;
  uint64_t sum;
  uint64_t steps[256]; /* what a byte does to the sum */
} stream;

/* Begins a checksum: CRC-64/XZ, which is ECMA-182's polynomial reflected, beginning and ending with a negation. */
static void start(stream *s, FILE *file)
{
  unsigned byte;
  int bit;
  s->file = file;
  s->sum = UINT64_MAX;
  for (byte = 0; byte < 256; byte++) {
    uint64_t step = byte;
    for (bit = 0; bit < 8; bit++) step = (step >> 1) ^ (step & 1 ? 0xC96C5795D7870F42u : 0);
    s->steps[byte] = step;
  }
}

/* Takes `count` bytes into the checksum. */
static void add(stream *s, const uint8_t *bytes, size_t count)
{
  size_t i;
  for (i = 0; i < count; i++) s->sum = (s->sum >> 8) ^ s->steps[(s->sum ^ bytes[i]) & 0xFF];
}

/* Writes `count` bytes; returns whether that worked. */
static int put(stream *s, const uint8_t *bytes, size_t count)
{
  add(s, bytes, count);
  return fwrite(bytes, 1, count, s->file) == count;
}

/* Reads `count` bytes. */
static ab_table_file get(stream *s, uint8_t *bytes, size_t count)
{
  if (fread(bytes, 1, count, s->file) != count)
    return ferror(s->file) ? AB_TABLE_FILE_UNREADABLE : AB_TABLE_FILE_TRUNCATED;
  add(s, bytes, count);
  return AB_TABLE_FILE_OK;
}

/* Writes the low `count` bytes of `number` at `*at`, and moves `*at` past them. */
static void pack(uint8_t **at, uint64_t number, int count)
{
  for (; count > 0; count--) {
    *(*at)++ = (uint8_t)(number & 0xFF);
    number >>= 8;
  }
}

/* Reads a number of `count` bytes at `*at`, and moves `*at` past them. */
static uint64_t unpack(const uint8_t **at, int count)
{
  uint64_t number = 0;
  int i;
  for (i = 0; i < count; i++) number |= (uint64_t)(*at)[i] << (8 * i);
  *at += count;
  return number;
}

/* Lays an entry out as it is in a file. */
static void pack_entry(uint8_t *bytes, uint64_t key, const ab_entry *entry)
{
  uint64_t value;
  memcpy(&value, &entry->value, sizeof value);
  pack(&bytes, key, 8);
  pack(&bytes, value, 8);
  pack(&bytes, entry->move, 4);
  pack(&bytes, (uint64_t)entry->depth, 2);
  pack(&bytes, (uint64_t)(entry->mate_distance + 1), 2);
  pack(&bytes,
       (uint64_t)entry->bound | (entry->reached_depth ? 0 : NOT_REACHED_BIT) |
           (entry->is_truncated ? 0 : NOT_TRUNCATED_BIT),
       1);
}

/* Reads an entry; returns whether it is one that a table can hold. */
static int unpack_entry(const uint8_t *bytes, uint64_t *key, ab_entry *entry)
{
  uint64_t value;
  unsigned kind;
  *key = unpack(&bytes, 8);
  value = unpack(&bytes, 8);
  memcpy(&entry->value, &value, sizeof value);
  entry->move = (uint32_t)unpack(&bytes, 4);
  entry->depth = (int32_t)unpack(&bytes, 2);
  entry->mate_distance = (int32_t)unpack(&bytes, 2) - 1;
  kind = (unsigned)unpack(&bytes, 1);
  entry->bound = (ab_bound)(kind & (NOT_REACHED_BIT - 1));
  entry->reached_depth = (kind & NOT_REACHED_BIT) == 0;
  entry->is_truncated = (kind & NOT_TRUNCATED_BIT) == 0;
  return entry->value == entry->value && entry->depth <= AB_DEPTH_MAX &&
         entry->mate_distance <= AB_DEPTH_MAX && kind < 2 * NOT_TRUNCATED_BIT;
}

/* Gets the next entry to save. An entry that says nothing fills the gap if a shared table has fewer than it had. */
static void next_saved(const ab_table *table, size_t *cell, uint64_t *key, ab_entry *entry)
{
  static const ab_entry nothing = {.value = -HUGE_VAL, .mate_distance = -1, .bound = AB_BOUND_LOWER};
  if (ab_table_next(table, cell, key, entry)) return;
  *key = 0;
  *entry = nothing;
}

ab_table_file ab_table_save(const ab_table *table, uint64_t signature, FILE *file)
{
  uint8_t header[HEADER_BYTES], bytes[ENTRY_BYTES], sum[CHECKSUM_BYTES], *at = header + MAGIC_BYTES;
  size_t cell = 0;
  uint64_t key, count = ab_table_count(table);
  ab_entry entry;
  stream s;
  start(&s, file);
  memcpy(header, magic, MAGIC_BYTES);
  pack(&at, AB_TABLE_FILE_FORMAT, 4);
  pack(&at, signature, 8);
  pack(&at, count, 8);
  if (!put(&s, header, sizeof header)) return AB_TABLE_FILE_UNWRITABLE;
  for (; count > 0; count--) {
    next_saved(table, &cell, &key, &entry);
    pack_entry(bytes, key, &entry);
    if (!put(&s, bytes, sizeof bytes)) return AB_TABLE_FILE_UNWRITABLE;
  }
  at = sum;
  pack(&at, ~s.sum, CHECKSUM_BYTES);
  if (!put(&s, sum, sizeof sum) || fflush(file) != 0) return AB_TABLE_FILE_UNWRITABLE;
  return AB_TABLE_FILE_OK;
}

/* Reads the header, as far as it distinguishes a file of this format from any other. */
static ab_table_file get_header(stream *s, uint64_t *signature, uint64_t *count)
{
  uint8_t bytes[HEADER_BYTES];
  const uint8_t *at = bytes + MAGIC_BYTES;
  size_t got = fread(bytes, 1, sizeof bytes, s->file);
  if (got < sizeof bytes && ferror(s->file)) return AB_TABLE_FILE_UNREADABLE;
  if (memcmp(bytes, magic, got < MAGIC_BYTES ? got : MAGIC_BYTES) != 0) return AB_TABLE_FILE_FOREIGN;
  if (got < sizeof bytes) return AB_TABLE_FILE_TRUNCATED;
  if (unpack(&at, 4) != AB_TABLE_FILE_FORMAT) return AB_TABLE_FILE_OTHER_FORMAT;
  *signature = unpack(&at, 8);
  *count = unpack(&at, 8);
  add(s, bytes, sizeof bytes);
  return AB_TABLE_FILE_OK;
}

/* How an entry comes into a table: ab_table_store or ab_table_merge. */
typedef void (*keeper)(ab_table *table, uint64_t key, const ab_entry *entry);

/* Reads `count` entries and keeps them in `table`, if it is not NULL. */
static ab_table_file get_entries(stream *s, uint64_t count, ab_table *table, const ab_memory *memory,
                                 keeper keep)
{
  uint8_t bytes[ENTRY_BYTES];
  uint64_t key;
  ab_entry entry;
  for (; count > 0; count--) {
    ab_table_file outcome = get(s, bytes, sizeof bytes);
    if (outcome != AB_TABLE_FILE_OK) return outcome;
    if (!unpack_entry(bytes, &key, &entry)) return AB_TABLE_FILE_DAMAGED;
    if (table == NULL) continue;
    keep(table, key, &entry);
    ab_table_grow(table, memory);
  }
  return AB_TABLE_FILE_OK;
}

/* Reads the checksum, which must be right and the end of the file. */
static ab_table_file get_checksum(stream *s)
{
  uint64_t sum = ~s->sum;
  uint8_t bytes[CHECKSUM_BYTES];
  const uint8_t *at = bytes;
  ab_table_file outcome = get(s, bytes, sizeof bytes);
  if (outcome != AB_TABLE_FILE_OK) return outcome;
  if (unpack(&at, CHECKSUM_BYTES) != sum || fgetc(s->file) != EOF) return AB_TABLE_FILE_DAMAGED;
  return ferror(s->file) ? AB_TABLE_FILE_UNREADABLE : AB_TABLE_FILE_OK;
}

/* Reads a file, and keeps its entries in `table`, unless it is NULL. Its checksum comes into `*sum`. */
static ab_table_file read_file(ab_table *table, uint64_t signature, FILE *file, const ab_memory *memory,
                               keeper keep, uint64_t *sum)
{
  uint64_t signed_with, count;
  ab_table_file outcome;
  stream s;
  start(&s, file);
  outcome = get_header(&s, &signed_with, &count);
  if (outcome == AB_TABLE_FILE_OK) outcome = get_entries(&s, count, table, memory, keep);
  *sum = ~s.sum;
  if (outcome == AB_TABLE_FILE_OK) outcome = get_checksum(&s);
  if (outcome == AB_TABLE_FILE_OK && signed_with != signature) outcome = AB_TABLE_FILE_OTHER_SIGNATURE;
  return outcome;
}

/* Reads a file, puts its checksum into `*sum`, and goes back to its former position. */
static ab_table_file check_file(uint64_t signature, FILE *file, uint64_t *sum)
{
  ab_table_file outcome;
  fpos_t start_of_it;
  if (fgetpos(file, &start_of_it) != 0) return AB_TABLE_FILE_UNREADABLE;
  outcome = read_file(NULL, signature, file, NULL, NULL, sum);
  if (fsetpos(file, &start_of_it) != 0) return AB_TABLE_FILE_UNREADABLE;
  return outcome;
}

ab_table_file ab_table_check(uint64_t signature, FILE *file)
{
  uint64_t sum;
  return check_file(signature, file, &sum);
}

/* Checks a file, and keeps its entries in `table`. */
static ab_table_file load_file(ab_table *table, uint64_t signature, FILE *file, const ab_memory *memory,
                               keeper keep)
{
  uint64_t sum, sum_again;
  ab_table_file outcome = check_file(signature, file, &sum);
  if (outcome != AB_TABLE_FILE_OK) return outcome;
  outcome = read_file(table, signature, file, memory, keep, &sum_again);
  return outcome == AB_TABLE_FILE_OK && sum == sum_again ? AB_TABLE_FILE_OK : AB_TABLE_FILE_CHANGED;
}

ab_table_file ab_table_load(ab_table *table, uint64_t signature, FILE *file, const ab_memory *memory)
{
  ab_table_file outcome = load_file(table, signature, file, memory, ab_table_store);
  if (outcome == AB_TABLE_FILE_CHANGED) ab_table_clear(table);
  return outcome;
}

ab_table_file ab_table_merge_file(ab_table *table, uint64_t signature, FILE *file)
{
  return load_file(table, signature, file, NULL, ab_table_merge);
}

ab_table_file ab_table_file_signature(uint64_t *signature, FILE *file)
{
  uint64_t count;
  ab_table_file outcome;
  fpos_t start_of_it;
  stream s;
  if (fgetpos(file, &start_of_it) != 0) return AB_TABLE_FILE_UNREADABLE;
  start(&s, file);
  outcome = get_header(&s, signature, &count);
  if (fsetpos(file, &start_of_it) != 0) return AB_TABLE_FILE_UNREADABLE;
  return outcome;
}

const char *ab_table_file_message(ab_table_file outcome)
{
  static const char *const messages[] = {
      [AB_TABLE_FILE_OK] = "all is well",
      [AB_TABLE_FILE_UNWRITABLE] = "the file cannot be written",
      [AB_TABLE_FILE_UNREADABLE] = "the file cannot be read",
      [AB_TABLE_FILE_FOREIGN] = "the file is not a saved table",
      [AB_TABLE_FILE_OTHER_FORMAT] = "the file was saved in another format",
      [AB_TABLE_FILE_TRUNCATED] = "the file ends too early",
      [AB_TABLE_FILE_DAMAGED] = "the file is damaged",
      [AB_TABLE_FILE_OTHER_SIGNATURE] = "the file was saved for another game or with other options",
      [AB_TABLE_FILE_CHANGED] = "the file changed while it was read",
  };
  return messages[outcome];
}
