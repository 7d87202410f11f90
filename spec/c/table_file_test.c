/*
 * table_file_test.c: what is saved comes back, on any machine and into any size; what is not what was saved is reported
 * and changes nothing.
 */

#include "table_file.h"
#include "table_image.h"
#include "tables.h"

/* The longest file that is taken apart here. */
#define LONGEST 4096

static ab_table table, other;

/* A file, byte by byte. */
static struct {
  uint8_t bytes[LONGEST];
  size_t size;
} image;

/* Makes `made` `buckets` long, and stores `count` random entries in it. */
static void set_up(ab_table *made, size_t buckets, int count, uint64_t seed)
{
  rng r = {seed};
  CHECK(make_whole_table(made, buckets * AB_TABLE_LINE));
  for (; count > 0; count--) {
    uint64_t key = rng_next(&r);
    ab_entry entry = random_entry(&r);
    ab_table_store(made, key, &entry);
    if (count % 50 == 0) ab_table_new_search(made);
  }
}

/* An unnamed file for one test to write and read. */
static FILE *scratch(void)
{
  FILE *file = tmpfile();
  if (file == NULL) abort();
  return file;
}

/* Saves `table` and keeps the file's bytes in `image`. */
static void take_image(void)
{
  FILE *file = scratch();
  CHECK(ab_table_save(&table, IMAGE_SIGNATURE, file) == AB_TABLE_FILE_OK);
  rewind(file);
  image.size = fread(image.bytes, 1, sizeof image.bytes, file);
  CHECK(image.size >= IMAGE_HEADER + IMAGE_SUM && image.size < sizeof image.bytes);
  fclose(file);
}

/* Loads a file of `size` bytes from `image` into `made`. */
static ab_table_file load_image(ab_table *made, size_t size)
{
  ab_table_file outcome;
  FILE *file = scratch();
  fwrite(image.bytes, 1, size, file);
  rewind(file);
  outcome = ab_table_load(made, IMAGE_SIGNATURE, file, process_memory());
  fclose(file);
  return outcome;
}

/* Checks that loading `size` bytes of `image` ends in `expected`, and leaves a table as it is. */
static void refuses_image(size_t size, ab_table_file expected)
{
  ab_page *slots = other.slots;
  uint64_t before = table_digest(&other);
  CHECK(load_image(&other, size) == expected);
  CHECK(other.slots == slots && table_digest(&other) == before);
}

/* ---- what is saved ---- */

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
  static const ab_entry entry = {-1.5, 0xAABBCCDDu, 0x1234, 9999, AB_BOUND_EXACT, 0, 1};
  set_up(&table, 1, 0, 0);
  ab_table_store(&table, 0x1122334455667788u, &entry);
  take_image();
  CHECK(image.size == sizeof expected && memcmp(image.bytes, expected, sizeof expected) == 0);
  CHECK(image_sum((const uint8_t *)"123456789", 9) == 0x995DC9BBDF1939FAu);
}

/* Stores or merges all entries of `from` in `made`, in the order of a file. */
static void join(ab_table *made, const ab_table *from, void (*store)(ab_table *, uint64_t, const ab_entry *))
{
  ab_entry entry;
  uint64_t key;
  size_t cell = 0;
  while (ab_table_next(from, &cell, &key, &entry)) store(made, key, &entry);
}

/* Checks that a shared table of `bytes` takes the rest of `file` as it takes what is merged entry by entry. */
static void check_merge(size_t bytes, FILE *file)
{
  ab_shared_table *shared[2];
  ab_table merged[2];
  int i;
  for (i = 0; i < 2; i++) {
    shared[i] = ab_shared_table_new(bytes);
    ab_table_init(&merged[i]);
    ab_table_share(&merged[i], &shared[i]);
    ab_table_new_search(&merged[i]);
    join(&merged[i], &other, ab_table_store);
  }
  CHECK(ab_table_merge_file(&merged[0], IMAGE_SIGNATURE, file) == AB_TABLE_FILE_OK);
  join(&merged[1], &table, ab_table_merge);
  CHECK(same_tables(&merged[0], &merged[1]));
  for (i = 0; i < 2; i++) ab_shared_table_free(shared[i]);
}

static void what_is_loaded_joins_what_is_there_as_if_the_search_that_runs_had_found_it(void)
{
  int seed;
  ab_table expected;
  ab_table_init(&expected);
  for (seed = 1; seed <= 60; seed++) {
    rng r = {(uint64_t)seed};
    size_t buckets = (size_t)1 << rng_below(&r, 11);
    int count = rng_below(&r, 100);
    FILE *file = scratch();
    test_about("seed %d", seed);
    set_up(&table, (size_t)1 << rng_below(&r, 11), rng_below(&r, 100), (uint64_t)rng_below(&r, 100));
    set_up(&other, buckets, count, 101);
    set_up(&expected, buckets, count, 101);
    fputs("something before it", file);
    CHECK(ab_table_save(&table, IMAGE_SIGNATURE, file) == AB_TABLE_FILE_OK);
    fseek(file, 19, SEEK_SET);
    CHECK(ab_table_check(IMAGE_SIGNATURE, file) == AB_TABLE_FILE_OK && ftell(file) == 19);
    CHECK(ab_table_check(IMAGE_SIGNATURE + 1, file) == AB_TABLE_FILE_OTHER_SIGNATURE && ftell(file) == 19);
    check_merge(buckets * AB_TABLE_LINE, file);
    fseek(file, 19, SEEK_SET);
    CHECK(ab_table_load(&other, IMAGE_SIGNATURE, file, process_memory()) == AB_TABLE_FILE_OK);
    join(&expected, &table, ab_table_store);
    CHECK(same_tables(&other, &expected) && ab_table_fill(&other) == ab_table_fill(&expected));
    fclose(file);
  }
  free_whole_table(&expected);
}

/* ---- damage ---- */

/* Bytes that no search could have saved, with a checksum that is right, and what is said of them: most are refused. */
static const struct {
  int at;
  uint8_t bytes[8];
  int count;
  ab_table_file expected;
} damages[] = {
    {8, {2}, 1, AB_TABLE_FILE_OTHER_FORMAT},
    {12, {0xED}, 1, AB_TABLE_FILE_OTHER_SIGNATURE},
    {19, {0x03}, 1, AB_TABLE_FILE_OTHER_SIGNATURE},
    {36, {0, 0, 0, 0, 0, 0, 0xF8, 0x7F}, 8, AB_TABLE_FILE_DAMAGED}, /* not a number */
    {36, {1, 0, 0, 0, 0, 0, 0xF0, 0xFF}, 8, AB_TABLE_FILE_DAMAGED}, /* nor this */
    {48, {0x11, 0x27}, 2, AB_TABLE_FILE_DAMAGED},                   /* 10001 plies deep */
    {48, {0xFF, 0xFF}, 2, AB_TABLE_FILE_DAMAGED},                   /* and more */
    {50, {0x12, 0x27}, 2, AB_TABLE_FILE_DAMAGED},                   /* a game that ends in 10001 plies */
    {52, {16}, 1, AB_TABLE_FILE_DAMAGED},                           /* no bound that there is */
    {36, {0, 0, 0, 0, 0, 0, 0, 0x80}, 8, AB_TABLE_FILE_OK},         /* -0, which becomes 0 */
};

static void what_no_search_could_have_saved_is_reported(void)
{
  size_t i;
  set_up(&table, 16, 20, 7);
  set_up(&other, 4, 5, 11);
  for (i = 0; i < sizeof damages / sizeof *damages; i++) {
    test_about("damage %d", (int)i);
    take_image();
    memcpy(image.bytes + damages[i].at, damages[i].bytes, (size_t)damages[i].count);
    image_sign(image.bytes, image.size);
    if (damages[i].expected != AB_TABLE_FILE_OK) refuses_image(image.size, damages[i].expected);
  }
  CHECK(load_image(&other, image.size) == AB_TABLE_FILE_OK);
  table_digest(&other); /* checks the entries */
}

/* What is said of a file in which byte number `at` is damaged, as far as that is certain. */
static int tells_damage(ab_table_file outcome, size_t at)
{
  if (at < 8) return outcome == AB_TABLE_FILE_FOREIGN;
  if (at < 12) return outcome == AB_TABLE_FILE_OTHER_FORMAT;
  if (at >= IMAGE_COUNT_AT && at < IMAGE_HEADER)
    return outcome == AB_TABLE_FILE_TRUNCATED || outcome == AB_TABLE_FILE_DAMAGED;
  return outcome == AB_TABLE_FILE_DAMAGED;
}

static void every_changed_byte_and_every_other_length_is_noticed(void)
{
  int step = effort(16, 1), flip;
  size_t at;
  uint64_t before;
  set_up(&table, 16, 20, 9);
  set_up(&other, 16, 20, 8);
  before = table_digest(&other);
  take_image();
  for (at = 0; at < image.size; at++) {
    test_about("%d of %d bytes", (int)at, (int)image.size);
    CHECK(load_image(&other, at) == AB_TABLE_FILE_TRUNCATED);
    for (flip = 1; flip < 256; flip += step) {
      test_about("byte %d ^ %d", (int)at, flip);
      image.bytes[at] ^= (uint8_t)flip;
      CHECK(tells_damage(load_image(&other, image.size), at));
      image.bytes[at] ^= (uint8_t)flip;
    }
  }
  image.bytes[image.size] = 0;
  CHECK(load_image(&other, image.size + 1) == AB_TABLE_FILE_DAMAGED);
  CHECK(table_digest(&other) == before);
  CHECK(load_image(&other, image.size) == AB_TABLE_FILE_OK);
}

/* ---- memory and files ---- */

static void a_small_file_takes_little_of_a_large_table(void)
{
  ab_table large;
  ab_table_init(&large);
  CHECK(ab_table_open(&large, (size_t)1 << 30, process_memory()));
  set_up(&table, 64, 100, 13);
  take_image();
  CHECK(load_image(&large, image.size) == AB_TABLE_FILE_OK);
  CHECK(ab_table_bytes(&large) == (size_t)1 << 30 && ab_table_bytes_now(&large) <= 1 << 17);
  CHECK(ab_table_count(&large) == ab_table_count(&table));
  free_whole_table(&large);
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
    image_sign(image.bytes, image.size);
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
    ab_table small;
    ab_table_init(&small);
    CHECK(ab_table_open(&small, 1 << 18, process_memory()));
    set_up(&table, 1 << 10, 100, 13);
    join(&small, &table, ab_table_store);
    take_image();
    CHECK(image.size == IMAGE_HEADER + 100 * IMAGE_ENTRY + IMAGE_SUM);
    changing = scratch();
    setvbuf(changing, NULL, _IONBF, 0);
    fwrite(image.bytes, 1, image.size, changing);
    rewind(changing);
    changes_at = IMAGE_HEADER + (size_t)entry * IMAGE_ENTRY + 16;
    test_about("entry %d", entry);
    CHECK(ab_table_load(&small, IMAGE_SIGNATURE, changing, &changes) == AB_TABLE_FILE_CHANGED);
    CHECK(changes_at == 0 && ab_table_count(&small) == 0);
    fclose(changing);
    free_whole_table(&small);
  }
}

static void what_the_system_refuses_is_reported(void)
{
  static const char *const read_only[][2] = {{"/dev/null", "rb"}, {"/dev/full", "wb"}};
  FILE *file = fopen("/dev/null", "wb");
  size_t i;
  set_up(&table, 16, 20, 9);
  if (file != NULL) {
    CHECK(ab_table_load(&table, IMAGE_SIGNATURE, file, process_memory()) == AB_TABLE_FILE_UNREADABLE);
    fclose(file);
  }
  for (i = 0; i < 2; i++) {
    file = fopen(read_only[i][0], read_only[i][1]);
    if (file == NULL) continue;
    CHECK(ab_table_save(&table, IMAGE_SIGNATURE, file) == AB_TABLE_FILE_UNWRITABLE);
    fclose(file);
  }
}

int main(void)
{
  ab_table_init(&table);
  ab_table_init(&other);
  RUN(a_file_is_the_same_on_every_machine);
  RUN(what_is_loaded_joins_what_is_there_as_if_the_search_that_runs_had_found_it);
  RUN(what_no_search_could_have_saved_is_reported);
  RUN(every_changed_byte_and_every_other_length_is_noticed);
  RUN(a_small_file_takes_little_of_a_large_table);
  RUN(a_file_that_changes_while_it_is_read_empties_the_table);
  RUN(what_the_system_refuses_is_reported);
  free_whole_table(&table);
  free_whole_table(&other);
  return test_end();
}
