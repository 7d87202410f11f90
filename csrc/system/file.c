/*
 * file.c: see file.h.
 *
 * On Linux the new file has no name before it is complete, if the file system can do that (O_TMPFILE). A process that
 * is killed while it writes then leaves nothing behind. A file can only get a name that does not exist. So between two
 * system calls it has a name of its own, `.alphabeta-` and the number of the process. It keeps that name if the process
 * is killed there. Elsewhere it has that name from the beginning.
 */

#if defined(__linux__)
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64 /* a file of any size and number, if that is not the default */
#elif !defined(_WIN32) && !defined(__APPLE__)
#define _XOPEN_SOURCE 700
#endif

#include "file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#ifdef _WIN32
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

/* Names that are tried for the new file, before it is given up: others use them at the same time. */
#define TRIES 1000

/* The longest number in such a name, and its beginning. */
#define NUMBER_BYTES 24
#define PREFIX ".alphabeta-"

/* Writes `bytes` of `text` at `at`, and then a zero, and returns the address of the zero. */
static char *append(char *at, const char *text, size_t bytes)
{
  memcpy(at, text, bytes);
  at[bytes] = '\0';
  return at + bytes;
}

/* A copy of `text` that is the caller's to free, NULL when there is not enough memory. */
static char *copy(const char *text)
{
  size_t bytes = strlen(text);
  char *made = malloc(bytes + 1);
  if (made != NULL) append(made, text, bytes);
  return made;
}

/* The bytes of a path up to the last separator, that included. */
static size_t folder_bytes(const char *path)
{
  size_t bytes = strlen(path);
#ifdef _WIN32
  while (bytes > 0 && strchr("/\\:", path[bytes - 1]) == NULL) bytes--;
#else
  while (bytes > 0 && path[bytes - 1] != '/') bytes--;
#endif
  return bytes;
}

/* Room for the name of a new file beside `target`; NULL when there is not enough memory. */
static char *make_name(const char *target)
{
  return malloc(folder_bytes(target) + sizeof PREFIX + 2 * NUMBER_BYTES + 1);
}

/* Writes the name of a new file beside `target` at `name`: that of this process, at the given try. */
static void write_name(char *name, const char *target, unsigned long process, int attempt)
{
  char *at = append(name, target, folder_bytes(target));
  sprintf(at, PREFIX "%lu-%d", process, attempt);
}

/* Forgets the names of a file. */
static void forget_names(ab_file *file)
{
  int reason = errno;
  free(file->target);
  free(file->temporary);
  file->target = file->temporary = NULL;
  errno = reason;
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
static FILE *open_stream(const char *path, const wchar_t *mode)
{
  wchar_t *name = wide(path);
  FILE *stream = name != NULL ? _wfopen(name, mode) : NULL;
  free(name);
  return stream;
}

FILE *ab_file_open(const char *path)
{
  return open_stream(path, L"rb");
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

/* Opens a new file named `path`. Returns its number, or -1 and errno. */
static int create(const char *path)
{
  wchar_t *name = wide(path);
  int number = -1;
  if (name != NULL)
    number = _wopen(name, _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
  free(name);
  return number;
}

/* Opens a new file beside file->target. */
static int begin_replacement(ab_file *file)
{
  int number = -1, attempt;
  file->temporary = make_name(file->target);
  if (file->temporary == NULL) return 0;
  for (attempt = 0; number < 0 && attempt < TRIES; attempt++) {
    write_name(file->temporary, file->target, (unsigned long)_getpid(), attempt);
    number = create(file->temporary);
    if (number < 0 && errno != EEXIST) return 0;
  }
  if (number < 0) return 0;
  file->stream = _fdopen(number, "wb");
  if (file->stream == NULL) _close(number);
  return file->stream != NULL;
}

/* Takes the new file away. */
static void take_away(const ab_file *file)
{
  wchar_t *name = file->temporary != NULL ? wide(file->temporary) : NULL;
  if (name != NULL) _wunlink(name);
  free(name);
}

/* Brings what was written to the disk, whatever the stream has still kept back. */
static int sync_stream(FILE *stream)
{
  return fflush(stream) == 0 && _commit(_fileno(stream)) == 0;
}

/* Gives the new file, which is open, its name where it has none. */
static int name_file(ab_file *file)
{
  (void)file;
  return 1;
}

/* Replaces the old file by the new one. */
static int replace(const ab_file *file)
{
  wchar_t *from = wide(file->temporary), *to = wide(file->target);
  int is_done =
      from != NULL && to != NULL && MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
  free(from);
  free(to);
  if (!is_done) errno = EACCES;
  return is_done;
}

/* The file that is at `path`, the caller's to free. */
static char *find_target(const char *path)
{
  return copy(path);
}

#else

/* Symbolic links that are followed. */
#define LINKS 40

/* Bytes of a path that one of them may lead to. */
#define LINK_BYTES 4096

FILE *ab_file_open(const char *path)
{
  return fopen(path, "rb");
}

/* Whether there is something at `path` that is no regular file. */
static int is_special(const char *path)
{
  struct stat known;
  return stat(path, &known) == 0 && !S_ISREG(known.st_mode);
}

/* The target of the symbolic link at `path`, which the caller must free; NULL and errno on failure. */
static char *follow(const char *path)
{
  char leads_to[LINK_BYTES], *made;
  ssize_t bytes = readlink(path, leads_to, sizeof leads_to);
  size_t folder;
  if (bytes < 0) return NULL;
  if ((size_t)bytes == sizeof leads_to) {
    errno = ENAMETOOLONG;
    return NULL;
  }
  folder = leads_to[0] == '/' ? 0 : folder_bytes(path);
  made = malloc(folder + (size_t)bytes + 1);
  if (made != NULL) append(append(made, path, folder), leads_to, (size_t)bytes);
  return made;
}

/* The path of the file that is at `path`, at the end of all links, to be freed. Returns NULL and errno on failure. */
static char *find_target(const char *path)
{
  struct stat known;
  char *target = copy(path);
  int links;
  for (links = 0; target != NULL && lstat(target, &known) == 0 && S_ISLNK(known.st_mode); links++) {
    char *next = links < LINKS ? follow(target) : NULL;
    if (links == LINKS) errno = ELOOP;
    free(target);
    target = next;
  }
  return target;
}

/* The name by which a file without one can be linked. */
static void name_of_number(char *name, int number)
{
  sprintf(name, "/proc/self/fd/%d", number);
}

/* Opens a new file without a name in the folder of `target`. Returns its number, or -1 if that is impossible. */
static int create_nameless(const char *target)
{
  int number = -1;
#ifdef O_TMPFILE
  size_t bytes = folder_bytes(target);
  char *folder = malloc(bytes + 2), name[NUMBER_BYTES + 16];
  if (folder == NULL) return -1;
  append(append(folder, target, bytes), ".", 1);
  number = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  free(folder);
  if (number < 0) return -1;
  name_of_number(name, number);
  if (access(name, F_OK) != 0) {
    close(number);
    return -1;
  }
#else
  (void)target;
#endif
  return number;
}

/* Gives a new file the permissions of the old file, and its owner if that is allowed. */
static int take_permissions(int number, const struct stat *old)
{
  struct stat own;
  if (fstat(number, &own) != 0) return 0;
  if ((own.st_uid != old->st_uid || own.st_gid != old->st_gid) &&
      fchown(number, old->st_uid, old->st_gid) != 0 && errno != EPERM)
    return 0;
  return fchmod(number, old->st_mode & 0777) == 0;
}

/* Opens a new file beside file->target, and gives it a name if it must have one. Returns its number, or -1. */
static int create_beside(ab_file *file)
{
  int number = create_nameless(file->target), attempt;
  if (number >= 0) return number;
  file->temporary = make_name(file->target);
  if (file->temporary == NULL) return -1;
  for (attempt = 0; attempt < TRIES; attempt++) {
    write_name(file->temporary, file->target, (unsigned long)getpid(), attempt);
    number = open(file->temporary, O_CREAT | O_EXCL | O_WRONLY, 0666);
    if (number >= 0) return number;
    if (errno != EEXIST) break;
  }
  free(file->temporary);
  file->temporary = NULL;
  return -1;
}

/* Takes the new file away. */
static void take_away(const ab_file *file)
{
  int reason = errno;
  if (file->temporary != NULL) unlink(file->temporary);
  errno = reason;
}

/* Opens a new file beside file->target. */
static int begin_replacement(ab_file *file)
{
  struct stat old;
  int is_there = stat(file->target, &old) == 0, number;
  if (is_there && access(file->target, W_OK) != 0) return 0;
  number = create_beside(file);
  if (number < 0) return 0;
  if (!is_there || take_permissions(number, &old)) file->stream = fdopen(number, "wb");
  if (file->stream == NULL) {
    close(number);
    take_away(file);
  }
  return file->stream != NULL;
}

/* Brings what was written to the disk, whatever the stream has still kept back. */
static int sync_stream(FILE *stream)
{
  return fflush(stream) == 0 && fsync(fileno(stream)) == 0;
}

/* Gives the new file, which is open, its name where it has none. */
static int name_file(ab_file *file)
{
  char nameless[NUMBER_BYTES + 16];
  int attempt;
  if (file->temporary != NULL) return 1;
  name_of_number(nameless, fileno(file->stream));
  file->temporary = make_name(file->target);
  if (file->temporary == NULL) return 0;
  for (attempt = 0; attempt < TRIES; attempt++) {
    write_name(file->temporary, file->target, (unsigned long)getpid(), attempt);
    if (linkat(AT_FDCWD, nameless, AT_FDCWD, file->temporary, AT_SYMLINK_FOLLOW) == 0) return 1;
    if (errno != EEXIST) break;
  }
  free(file->temporary);
  file->temporary = NULL;
  return 0;
}

/* Replaces the old file by the new one, and writes its name to the disk, as far as the system does that. */
static int replace(const ab_file *file)
{
  char *folder;
  int number;
  if (rename(file->temporary, file->target) != 0) return 0;
  folder = malloc(folder_bytes(file->target) + 2);
  if (folder == NULL) return 1;
  append(append(folder, file->target, folder_bytes(file->target)), ".", 1);
  number = open(folder, O_RDONLY);
  free(folder);
  if (number < 0) return 1;
  fsync(number);
  close(number);
  return 1;
}

#endif

int ab_file_begin(ab_file *file, const char *path)
{
  memset(file, 0, sizeof *file);
  if (is_special(path)) {
#ifdef _WIN32
    file->stream = open_stream(path, L"wb");
#else
    file->stream = fopen(path, "wb");
#endif
    return file->stream != NULL;
  }
  file->target = find_target(path);
  if (file->target != NULL && begin_replacement(file)) return 1;
  forget_names(file);
  return 0;
}

int ab_file_end(ab_file *file, int is_whole)
{
  int is_done = is_whole, reason;
  if (file->target != NULL) is_done = is_done && sync_stream(file->stream) && name_file(file);
  reason = errno;
  if (fclose(file->stream) != 0 && is_done) {
    is_done = 0;
    reason = errno;
  }
  if (file->target == NULL) {
    errno = reason;
    return is_done;
  }
  if (is_done && !replace(file)) {
    is_done = 0;
    reason = errno;
  }
  errno = reason;
  if (!is_done) take_away(file);
  forget_names(file);
  return is_done;
}
