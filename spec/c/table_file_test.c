/*
 * table_file_test.c: what is saved comes back, on any machine and into any size; what is not what was saved is reported
 * and changes nothing.
 */

#include "rng.h"
#include "table_file.h"
#include "test.h"
#include "whole_table.h"

#include <math.h>
#include <string.h>

#define SIGNATURE 0x0123456789ABCDEFu

/* Bytes of the parts of a file, and where the number of entries is. */
#define HEADER 28
#define ENTRY 25
#define SUM 8
#define COUNT_AT 20

/* The longest file that is taken apart here. */
#define LONGEST 4096

/* A sanitizer is to refuse memory as malloc does, not to end the program. */
AB_EXPORT const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
  return "allocator_may_return_null=1";
}

static ab_table table, other;

/* A file, byte by byte. */
static struct {
  uint8_t bytes[LONGEST];
  size_t size;
} image;

/* Makes `made` `buckets` long, and stores `count` random entries in it. */
static void set_up(ab_table *made, size_t buckets, int count, uint64_t seed)
{
  static const double values[] = {0, 1, -1, 0.1, 1e-320, HUGE_VAL, -HUGE_VAL};
  rng r;
  r.state = seed;
  CHECK(make_whole_table(made, buckets * AB_TABLE_LINE));
  for (; count > 0; count--) {
    uint64_t key = rng_next(&r);
    ab_entry entry;
    entry.value = values[rng_below(&r, 7)];
    entry.move = (uint32_t)rng_next(&r);
    entry.depth = rng_below(&r, 10001);
    entry.mate_distance = rng_below(&r, 10002) - 1;
    entry.bound = (ab_bound)rng_below(&r, 4);
    entry.reached_depth = rng_below(&r, 2);
    entry.is_truncated = entry.reached_depth && entry.depth % 2 == 0;
    ab_table_store(made, key, &entry);
    if (count % 50 == 0) ab_table_new_search(made);
  }
}

/* An unnamed file for one test to write and read. */
static FILE *scratch(void)
{
  FILE *file = tmpfile();
  if (file == NULL) {
    perror("table_file_test: tmpfile");
    exit(EXIT_FAILURE);
  }
  return file;
}

/* Saves `saved` and keeps the file's bytes in `image`. */
static void take_image(const ab_table *saved)
{
  FILE *file = scratch();
  CHECK(ab_table_save(saved, SIGNATURE, file) == AB_TABLE_FILE_OK);
  rewind(file);
  image.size = fread(image.bytes, 1, sizeof image.bytes, file);
  CHECK(image.size >= HEADER + SUM && image.size < sizeof image.bytes);
  fclose(file);
}

/* Loads a file of `size` bytes from `image` into `made`. */
static ab_table_file load_image(ab_table *made, size_t size)
{
  ab_table_file outcome;
  FILE *file = scratch();
  fwrite(image.bytes, 1, size, file);
  rewind(file);
  outcome = ab_table_load(made, SIGNATURE, file, process_memory());
  fclose(file);
  return outcome;
}

/* CRC-64/XZ, bit by bit. */
static uint64_t sum_of(const uint8_t *bytes, size_t count)
{
  uint64_t sum = UINT64_MAX;
  int bit;
  for (; count > 0; count--)
    for (sum ^= *bytes++, bit = 0; bit < 8; bit++)
      sum = (sum & 1) ? (sum >> 1) ^ 0xC96C5795D7870F42u : sum >> 1;
  return ~sum;
}

/* Makes the checksum of `image` right again. */
static void sign_image(void)
{
  uint64_t sum = sum_of(image.bytes, image.size - SUM);
  int i;
  for (i = 0; i < SUM; i++) image.bytes[image.size - SUM + (size_t)i] = (uint8_t)(sum >> (8 * i) & 0xFF);
}

/* Whether both tables hold the same, cell by cell. */
static int same_tables(const ab_table *a, const ab_table *b)
{
  size_t i;
  if (ab_table_cells(a) != ab_table_cells(b)) return 0;
  for (i = 0; i < ab_table_cells(a); i++) {
    uint64_t keys[2];
    ab_entry entries[2], *x = &entries[0], *y = &entries[1];
    int there = table_at(a, i, &keys[0], x);
    if (there != table_at(b, i, &keys[1], y)) return 0;
    if (there && (keys[0] != keys[1] || x->value != y->value || x->move != y->move || x->depth != y->depth ||
                  x->mate_distance != y->mate_distance || x->bound != y->bound ||
                  x->reached_depth != y->reached_depth || x->is_truncated != y->is_truncated))
      return 0;
  }
  return 1;
}

/* A number for all that lies in a table, and for how much memory it has. */
static uint64_t digest_of(const ab_table *made)
{
  uint64_t digest = ab_table_bytes_now(made), key;
  size_t i;
  for (i = 0; i < ab_table_cells(made); i++) {
    ab_entry entry;
    uint64_t bits = 0;
    digest *= 0x9E3779B97F4A7C15u;
    if (!table_at(made, i, &key, &entry)) continue;
    memcpy(&bits, &entry.value, sizeof bits);
    digest ^= key ^ bits << 1 ^ (uint64_t)entry.move << 7 ^ (uint64_t)entry.depth << 17;
    digest ^= (uint64_t)entry.mate_distance << 29 ^ (uint64_t)entry.bound << 51 ^
              (uint64_t)entry.reached_depth << 60;
  }
  return digest ^ made->age;
}

/* Checks that loading `size` bytes of `image` ends in `expected`, and leaves a table as it is. */
static void refuses_image(size_t size, ab_table_file expected)
{
  ab_page *slots = other.slots;
  uint64_t before = digest_of(&other);
  CHECK(load_image(&other, size) == expected);
  CHECK(other.slots == slots && digest_of(&other) == before);
}

static void what_is_saved_comes_back(void)
{
  static const int counts[] = {0, 1, 5, 40, 150};
  size_t i;
  for (i = 0; i < sizeof counts / sizeof *counts; i++) {
    test_about("%d entries", counts[i]);
    set_up(&table, 32, counts[i], i);
    set_up(&other, 32, 0, 0);
    take_image(&table);
    CHECK(load_image(&other, image.size) == AB_TABLE_FILE_OK);
    CHECK(same_tables(&table, &other));
  }
}

static void a_file_is_the_same_on_every_machine(void)
{
  static const uint8_t expected[] = {
      0x89, 'A',  'B',  'T',  0x0D, 0x0A, 0x1A, 0x0A,    /* what it is */
      1,    0,    0,    0,                               /* its format */
      0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01,    /* signature */
      1,    0,    0,    0,    0,    0,    0,    0,       /* entries */
      0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,    /* key */
      0,    0,    0,    0,    0,    0,    0xF8, 0xBF,    /* value */
      0xDD, 0xCC, 0xBB, 0xAA, 0x34, 0x12, 0x10, 0x27, 7, /* move, depth, end, bound */
      0x4C, 0x55, 0x41, 0xFA, 0xB6, 0x95, 0x94, 0xF5     /* checksum */
  };
  ab_entry entry;
  entry.value = -1.5;
  entry.move = 0xAABBCCDDu;
  entry.depth = 0x1234;
  entry.mate_distance = 9999;
  entry.bound = AB_BOUND_EXACT;
  entry.reached_depth = 0;
  entry.is_truncated = 1;
  set_up(&table, 1, 0, 0);
  ab_table_store(&table, 0x1122334455667788u, &entry);
  take_image(&table);
  CHECK(image.size == sizeof expected && memcmp(image.bytes, expected, sizeof expected) == 0);
  CHECK(sum_of((const uint8_t *)"123456789", 9) == 0x995DC9BBDF1939FAu);
}

static void what_is_loaded_joins_what_is_there(void)
{
  ab_entry entry;
  uint64_t key;
  size_t i;
  set_up(&table, 1 << 10, 20, 4);
  set_up(&other, 1 << 10, 20, 5);
  take_image(&table);
  CHECK(load_image(&other, image.size) == AB_TABLE_FILE_OK);
  for (i = 0; i < ab_table_cells(&table); i++)
    if (table_at(&table, i, &key, &entry)) CHECK(ab_table_probe(&other, key, &entry));
  set_up(&table, 1 << 10, 20, 5);
  for (i = 0; i < ab_table_cells(&table); i++)
    if (table_at(&table, i, &key, &entry)) CHECK(ab_table_probe(&other, key, &entry));
}

static void what_is_loaded_belongs_to_the_search_that_runs(void)
{
  set_up(&table, 1, 2, 6);
  take_image(&table);
  set_up(&other, 1, 0, 0);
  ab_table_new_search(&other);
  CHECK(load_image(&other, image.size) == AB_TABLE_FILE_OK);
  CHECK(ab_table_fill(&other) == 1000);
}

static void what_a_header_should_not_say_is_reported(void)
{
  static const struct {
    size_t at;
    ab_table_file expected;
  } rows[] = {{8, AB_TABLE_FILE_OTHER_FORMAT},
              {12, AB_TABLE_FILE_OTHER_SIGNATURE},
              {19, AB_TABLE_FILE_OTHER_SIGNATURE}};
  size_t i;
  set_up(&table, 16, 20, 7);
  set_up(&other, 16, 20, 8);
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_about("byte %d", (int)rows[i].at);
    take_image(&table);
    image.bytes[rows[i].at] ^= 2;
    sign_image();
    refuses_image(image.size, rows[i].expected);
  }
  take_image(&table);
  image.bytes[image.size] = 0;
  refuses_image(image.size + 1, AB_TABLE_FILE_DAMAGED); /* there is something behind it */
}

static void what_is_no_table_is_foreign(void)
{
  static const char *const texts[] = {"x", "return {}\n", "\x89PNG\r\n\x1A\n",
                                      "\x89\x41\x42T\n\x1A\n................"};
  size_t i;
  set_up(&other, 16, 20, 8);
  for (i = 0; i < sizeof texts / sizeof *texts; i++) {
    test_about("text %d", (int)i);
    memset(image.bytes, 0, 100);
    memcpy(image.bytes, texts[i], strlen(texts[i]));
    refuses_image(strlen(texts[i]), AB_TABLE_FILE_FOREIGN);
    refuses_image(100, AB_TABLE_FILE_FOREIGN);
  }
}

static void every_truncation_is_noticed(void)
{
  size_t size;
  set_up(&table, 16, 20, 9);
  set_up(&other, 16, 20, 8);
  take_image(&table);
  for (size = 0; size < image.size; size++) {
    test_about("%d of %d bytes", (int)size, (int)image.size);
    refuses_image(size, AB_TABLE_FILE_TRUNCATED);
  }
}

/* What is said of a file in which byte number `at` is damaged, as far as that is certain. */
static int tells_damage(ab_table_file outcome, size_t at)
{
  if (at < 8) return outcome == AB_TABLE_FILE_FOREIGN;
  if (at < 12) return outcome == AB_TABLE_FILE_OTHER_FORMAT;
  if (at >= COUNT_AT && at < HEADER)
    return outcome == AB_TABLE_FILE_TRUNCATED || outcome == AB_TABLE_FILE_DAMAGED;
  return outcome == AB_TABLE_FILE_DAMAGED;
}

static void every_changed_byte_is_noticed(void)
{
  int step = effort(16, 1), flip;
  size_t at;
  uint64_t before;
  FILE *file = scratch();
  set_up(&table, 16, 20, 9);
  set_up(&other, 16, 20, 8);
  before = digest_of(&other);
  take_image(&table);
  fwrite(image.bytes, 1, image.size, file);
  for (at = 0; at < image.size; at++)
    for (flip = 1; flip < 256; flip += step) {
      fseek(file, (long)at, SEEK_SET);
      fputc(image.bytes[at] ^ flip, file);
      rewind(file);
      test_about("byte %d ^ %d", (int)at, flip);
      CHECK(tells_damage(ab_table_load(&other, SIGNATURE, file, process_memory()), at));
      fseek(file, (long)at, SEEK_SET);
      fputc(image.bytes[at], file);
    }
  CHECK(digest_of(&other) == before);
  rewind(file);
  CHECK(ab_table_load(&other, SIGNATURE, file, process_memory()) == AB_TABLE_FILE_OK);
  fclose(file);
}

/* What a table cannot hold: bytes that are put into the first entry. */
static const struct {
  int at;
  uint8_t bytes[8];
  int count;
} nonsense[] = {
    {8, {0, 0, 0, 0, 0, 0, 0xF8, 0x7F}, 8}, /* not a number */
    {8, {1, 0, 0, 0, 0, 0, 0xF0, 0xFF}, 8}, /* nor this */
    {20, {0x11, 0x27}, 2},                  /* 10001 plies deep */
    {20, {0xFF, 0xFF}, 2},                  /* and more */
    {22, {0x12, 0x27}, 2},                  /* a game that ends in 10001 plies */
    {24, {16}, 1},                          /* no bound that there is */
};

static void an_entry_that_no_search_could_have_stored_is_damage(void)
{
  size_t i;
  set_up(&table, 16, 20, 10);
  set_up(&other, 4, 5, 11);
  for (i = 0; i < sizeof nonsense / sizeof *nonsense; i++) {
    test_about("nonsense %d", (int)i);
    take_image(&table);
    memcpy(image.bytes + HEADER + nonsense[i].at, nonsense[i].bytes, (size_t)nonsense[i].count);
    sign_image();
    refuses_image(image.size, AB_TABLE_FILE_DAMAGED);
  }
}

static void a_zero_that_is_loaded_is_never_negative(void)
{
  static const uint8_t negative_zero[8] = {0, 0, 0, 0, 0, 0, 0, 0x80};
  uint64_t key;
  ab_entry entry;
  set_up(&table, 1, 1, 10);
  set_up(&other, 1, 0, 0);
  take_image(&table);
  memcpy(image.bytes + HEADER + 8, negative_zero, sizeof negative_zero);
  sign_image();
  CHECK(load_image(&other, image.size) == AB_TABLE_FILE_OK);
  CHECK(table_at(&other, 0, &key, &entry) && entry.value == 0 && !signbit(entry.value));
}

/* A table that has grown by itself, with `count` random entries. */
static ab_table grown_table(size_t buckets, int count, uint64_t seed, const ab_memory *memory)
{
  rng r;
  ab_table grown;
  r.state = seed;
  ab_table_init(&grown);
  CHECK(ab_table_open(&grown, buckets * AB_TABLE_LINE, memory));
  for (; count > 0; count--) {
    ab_entry entry = {.value = 1, .move = 2, .depth = 3, .mate_distance = -1, .bound = AB_BOUND_EXACT};
    ab_table_store(&grown, rng_next(&r), &entry);
    ab_table_grow(&grown, memory);
  }
  return grown;
}

static void a_small_file_takes_little_of_a_large_table(void)
{
  ab_table large = grown_table((size_t)1 << 24, 0, 0, process_memory());
  set_up(&table, 64, 100, 13);
  take_image(&table);
  CHECK(load_image(&large, image.size) == AB_TABLE_FILE_OK);
  CHECK(ab_table_bytes(&large) == (size_t)1 << 30 && ab_table_bytes_now(&large) <= 1 << 17);
  CHECK(ab_table_count(&large) == ab_table_count(&table));
  free_whole_table(&large);
}

/* An ab_allocate that has no memory. */
static void *refuse(void *context, void *block, size_t old_size, size_t new_size)
{
  return new_size > old_size ? NULL : process_allocate(context, block, old_size, new_size);
}

static void what_is_loaded_without_memory_to_grow_takes_the_room_there_is(void)
{
  static const ab_memory none = {refuse, NULL};
  ab_table small = grown_table(1 << 12, 0, 0, process_memory());
  size_t bytes = ab_table_bytes_now(&small);
  FILE *file = scratch();
  set_up(&table, 256, 400, 14);
  CHECK(ab_table_save(&table, SIGNATURE, file) == AB_TABLE_FILE_OK);
  rewind(file);
  CHECK(ab_table_load(&small, SIGNATURE, file, &none) == AB_TABLE_FILE_OK);
  CHECK(ab_table_bytes_now(&small) == bytes && ab_table_count(&small) > bytes / sizeof(ab_cell) / 2);
  fclose(file);
  free_whole_table(&small);
}

static void a_file_that_is_checked_is_left_where_it_was(void)
{
  FILE *file = scratch();
  set_up(&table, 16, 20, 9);
  fputs("something before it", file);
  CHECK(ab_table_save(&table, SIGNATURE, file) == AB_TABLE_FILE_OK);
  fseek(file, 19, SEEK_SET);
  CHECK(ab_table_check(SIGNATURE, file) == AB_TABLE_FILE_OK && ftell(file) == 19);
  CHECK(ab_table_check(SIGNATURE + 1, file) == AB_TABLE_FILE_OTHER_SIGNATURE && ftell(file) == 19);
  set_up(&other, 16, 0, 0);
  CHECK(ab_table_load(&other, SIGNATURE, file, process_memory()) == AB_TABLE_FILE_OK);
  CHECK(same_tables(&table, &other));
  fclose(file);
}

/* A file that is overwritten when memory is first asked for, and the byte of it that changes. */
static FILE *changing;
static size_t changes_at;

/* An ab_allocate that changes that file; its checksum is right again. */
static void *change(void *context, void *block, size_t old_size, size_t new_size)
{
  if (changes_at > 0) {
    long at = ftell(changing);
    image.bytes[changes_at] ^= 1;
    sign_image();
    rewind(changing);
    fwrite(image.bytes, 1, image.size, changing);
    fseek(changing, at, SEEK_SET);
    changes_at = 0;
  }
  return process_allocate(context, block, old_size, new_size);
}

static void a_file_that_changes_while_it_is_read_empties_the_table(void)
{
  static const ab_memory changes = {change, NULL};
  int entry; /* the first one, which was read again already, or the last one: the checksum is then right */
  for (entry = 0; entry < 100; entry += 99) {
    ab_table small = grown_table(1 << 12, 3, 15, process_memory());
    set_up(&table, 1 << 10, 100, 13);
    take_image(&table);
    CHECK(image.size == HEADER + 100 * ENTRY + SUM);
    changing = scratch();
    setvbuf(changing, NULL, _IONBF, 0);
    fwrite(image.bytes, 1, image.size, changing);
    rewind(changing);
    changes_at = HEADER + (size_t)entry * ENTRY + 16;
    test_about("entry %d", entry);
    CHECK(ab_table_load(&small, SIGNATURE, changing, &changes) == AB_TABLE_FILE_CHANGED);
    CHECK(changes_at == 0 && ab_table_count(&small) == 0);
    fclose(changing);
    free_whole_table(&small);
  }
}

static void what_the_system_refuses_is_reported(void)
{
  FILE *reader = fopen("/dev/null", "rb"), *writer = fopen("/dev/null", "wb"),
       *full = fopen("/dev/full", "wb");
  set_up(&table, 16, 20, 9);
  if (writer != NULL) {
    CHECK(ab_table_load(&table, SIGNATURE, writer, process_memory()) == AB_TABLE_FILE_UNREADABLE);
    fclose(writer);
  }
  if (reader != NULL) {
    CHECK(ab_table_save(&table, SIGNATURE, reader) == AB_TABLE_FILE_UNWRITABLE);
    fclose(reader);
  }
  if (full != NULL) {
    CHECK(ab_table_save(&table, SIGNATURE, full) == AB_TABLE_FILE_UNWRITABLE);
    fclose(full);
  }
}

int main(void)
{
  ab_table_init(&table);
  ab_table_init(&other);
  RUN(what_is_saved_comes_back);
  RUN(a_file_is_the_same_on_every_machine);
  RUN(what_is_loaded_joins_what_is_there);
  RUN(what_is_loaded_belongs_to_the_search_that_runs);
  RUN(what_a_header_should_not_say_is_reported);
  RUN(what_is_no_table_is_foreign);
  RUN(every_truncation_is_noticed);
  RUN(every_changed_byte_is_noticed);
  RUN(an_entry_that_no_search_could_have_stored_is_damage);
  RUN(a_zero_that_is_loaded_is_never_negative);
  RUN(a_small_file_takes_little_of_a_large_table);
  RUN(what_is_loaded_without_memory_to_grow_takes_the_room_there_is);
  RUN(a_file_that_is_checked_is_left_where_it_was);
  RUN(a_file_that_changes_while_it_is_read_empties_the_table);
  RUN(what_the_system_refuses_is_reported);
  free_whole_table(&table);
  free_whole_table(&other);
  return test_end();
}
