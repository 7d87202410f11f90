/*
 * named_file_test.c: a file that is written where the system makes none without a name. It has a name from the beginning,
 * beside the old file, and must be taken away if it is not finished. Linux has O_TMPFILE, so that no other test sees
 * this. The module's own functions are there, too: these have other names.
 */
#define _GNU_SOURCE
#define ab_file_open named_file_open
#define ab_file_begin named_file_begin
#define ab_file_end named_file_end

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#undef O_TMPFILE
#include "../../csrc/system/file.c"

#include "test.h"

static char folder[] = "/tmp/alphabeta-test-XXXXXX";
static char path[sizeof folder + 8];

/* How many files the folder has. */
static int count_files(void)
{
  DIR *opened = opendir(folder);
  struct dirent *entry;
  int count = 0;
  if (!CHECK(opened != NULL)) return -1;
  while ((entry = readdir(opened)) != NULL) count += entry->d_name[0] != '.' || strlen(entry->d_name) > 2;
  closedir(opened);
  return count;
}

/* The first character of the file, '\0' if it cannot be read. */
static char first_character(void)
{
  FILE *stream = named_file_open(path);
  int read = stream != NULL ? fgetc(stream) : 0;
  if (stream != NULL) fclose(stream);
  return (char)read;
}

/* Writes so many bytes into the new file and ends it. Returns what that returns. */
static int write_bytes(int bytes, char character, int is_whole)
{
  ab_file file;
  int i, before = count_files();
  if (!CHECK(named_file_begin(&file, path))) return 0;
  CHECK(count_files() == before + 1);
  for (i = 0; i < bytes; i++) putc(character, file.stream);
  return named_file_end(&file, is_whole);
}

static void a_finished_file_takes_the_place_of_the_old_one(void)
{
  CHECK(write_bytes(10, 'a', 1) && first_character() == 'a');
  CHECK(write_bytes(10, 'b', 1) && first_character() == 'b');
  CHECK(count_files() == 1);
}

static void an_unfinished_file_is_taken_away(void)
{
  CHECK(!write_bytes(10, 'c', 0));
  CHECK(count_files() == 1 && first_character() == 'b');
}

static void a_file_that_cannot_be_written_is_taken_away(void)
{
  struct rlimit before, small;
  CHECK(getrlimit(RLIMIT_FSIZE, &before) == 0);
  small = before;
  small.rlim_cur = 1000;
  signal(SIGXFSZ, SIG_IGN);
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0);
  errno = 0;
  CHECK(!write_bytes(100000, 'd', 1) && errno == EFBIG);
  CHECK(setrlimit(RLIMIT_FSIZE, &before) == 0);
  CHECK(count_files() == 1 && first_character() == 'b');
}

int main(void)
{
  if (mkdtemp(folder) == NULL) return EXIT_FAILURE;
  sprintf(path, "%s/table", folder);
  RUN(a_finished_file_takes_the_place_of_the_old_one);
  RUN(an_unfinished_file_is_taken_away);
  RUN(a_file_that_cannot_be_written_is_taken_away);
  remove(path);
  rmdir(folder);
  return test_end();
}
