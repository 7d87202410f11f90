#if !defined(_WIN32) && !defined(__APPLE__)
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64 /* a file of any size and number, if that is not the default */
#endif

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#ifdef _WIN32
#include <io.h>
#include <process.h>
#include <windows.h>
#define close _close
#define fdopen _fdopen
#define fileno _fileno
#define fsync _commit
#define getpid _getpid
#else
#include <unistd.h>
#endif

/* Names that are tried for the new file, before it is given up: others use them at the same time. */
#define TRIES 1000

/* What such a name adds to that of the target, and the most bytes of that. */
#define SUFFIX ".%lu-%d.tmp"
#define SUFFIX_BYTES 64

/* A copy of `text` that is the caller's to free; NULL when there is not enough memory. */
static char *copy(const char *text)
{
  char *made = malloc(strlen(text) + 1);
  return made != NULL ? strcpy(made, text) : NULL;
}

#ifdef _WIN32

/* A path in UTF-16, the caller's to free; NULL when there is not enough memory. */
static wchar_t *wide(const char *path)
{
  UINT page = CP_UTF8;
  wchar_t *made = NULL;
  int count = MultiByteToWideChar(page, MB_ERR_INVALID_CHARS, path, -1, NULL, 0);
  if (count == 0) {
    page = CP_ACP;
    count = MultiByteToWideChar(page, 0, path, -1, NULL, 0);
  }
  if (count > 0) made = malloc((size_t)count * sizeof *made);
  if (made == NULL || MultiByteToWideChar(page, 0, path, -1, made, count) == 0) {
    free(made);
    errno = ENOMEM;
    return NULL;
  }
  return made;
}

/* fopen for a path in UTF-8. */
static FILE *open_stream(const char *path, const char *mode)
{
  wchar_t *name = wide(path);
  FILE *stream = name != NULL ? _wfopen(name, *mode == 'r' ? L"rb" : L"wb") : NULL;
  free(name);
  return stream;
}

/* Whether there is something at `path` that is no regular file, like NUL. */
static int is_special(const char *path)
{
  struct _stat64 known;
  wchar_t *name = wide(path);
  int is_known = name != NULL && _wstat64(name, &known) == 0;
  free(name);
  return is_known && (known.st_mode & _S_IFMT) != _S_IFREG;
}

/* The path of the file that is replaced, to be freed. */
#define find_target copy

/* Opens a new file named `path`, which is to replace the one at `target`. Returns its number, or -1 and errno. */
static int create(const char *path, const char *target)
{
  wchar_t *name = wide(path);
  int number = -1;
  (void)target;
  if (name != NULL)
    number = _wopen(name, _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
  free(name);
  return number;
}

/* Removes a file. */
static void remove_file(const char *path)
{
  wchar_t *name = wide(path);
  if (name != NULL) _wunlink(name);
  free(name);
}

/* Gives a file another name, whose file it replaces. Returns 0 and errno on failure. */
static int replace(const char *path, const char *target)
{
  wchar_t *from = wide(path), *to = wide(target);
  int is_done =
      from != NULL && to != NULL && MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
  free(from);
  free(to);
  if (!is_done) errno = EACCES;
  return is_done;
}

#else

#define open_stream fopen
#define remove_file unlink

/* Whether there is something at `path` that is no regular file. */
static int is_special(const char *path)
{
  struct stat known;
  return stat(path, &known) == 0 && !S_ISREG(known.st_mode);
}

/* The path of the file that is replaced, to be freed: that to which a symbolic link leads, if there is one. */
static char *find_target(const char *path)
{
  char *target = realpath(path, NULL);
  return target != NULL || errno != ENOENT ? target : copy(path);
}

/*
 * Opens a new file named `path`, which is to replace the one at `target` and gets its permissions. Returns its number,
 * or -1 and errno.
 */
static int create(const char *path, const char *target)
{
  struct stat old;
  int is_there = stat(target, &old) == 0, number;
  if (is_there && access(target, W_OK) != 0) return -1;
  number = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (number >= 0 && is_there) (void)!fchmod(number, old.st_mode & 0777);
  return number;
}

/* Gives a file another name, whose file it replaces. Returns 0 and errno on failure. */
static int replace(const char *path, const char *target)
{
  return rename(path, target) == 0;
}

#endif

/* Forgets the names of a file. Leaves errno as it was. */
static void forget_names(ab_file *file)
{
  int reason = errno;
  free(file->target);
  free(file->temporary);
  file->target = file->temporary = NULL;
  errno = reason;
}

/* Opens a new file beside file->target. Returns its number, or -1 and errno. */
static int create_beside(ab_file *file)
{
  size_t length = strlen(file->target);
  int number = -1, attempt;
  file->temporary = malloc(length + SUFFIX_BYTES);
  if (file->temporary == NULL) return -1;
  strcpy(file->temporary, file->target);
  for (attempt = 0; number < 0 && attempt < TRIES; attempt++) {
    sprintf(file->temporary + length, SUFFIX, (unsigned long)getpid(), attempt);
    number = create(file->temporary, file->target);
    if (number < 0 && errno != EEXIST) break;
  }
  return number;
}

FILE *ab_file_open(const char *path)
{
  return open_stream(path, "rb");
}

int ab_file_begin(ab_file *file, const char *path)
{
  int number;
  memset(file, 0, sizeof *file);
  if (is_special(path)) {
    file->stream = open_stream(path, "wb");
    return file->stream != NULL;
  }
  file->target = find_target(path);
  number = file->target != NULL ? create_beside(file) : -1;
  if (number >= 0) file->stream = fdopen(number, "wb");
  if (file->stream != NULL) return 1;
  if (number >= 0) {
    close(number);
    remove_file(file->temporary);
  }
  forget_names(file);
  return 0;
}

int ab_file_end(ab_file *file, int is_whole)
{
  int reason;
  if (file->target != NULL)
    is_whole = is_whole && fflush(file->stream) == 0 && fsync(fileno(file->stream)) == 0;
  reason = errno;
  if (fclose(file->stream) != 0 && is_whole) {
    is_whole = 0;
    reason = errno;
  }
  if (file->target != NULL && is_whole && !replace(file->temporary, file->target)) {
    is_whole = 0;
    reason = errno;
  }
  if (file->target != NULL && !is_whole) remove_file(file->temporary);
  errno = reason;
  forget_names(file);
  return is_whole;
}
