/*
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

/*
 * Gives the new file a name beside file->target, one after another, until `take(name, number)` does not fail because
 * there is such a file. Returns its result, or -1, without a name, when that fails.
 */
static int take_name(ab_file *file, int (*take)(const char *name, int number), int number)
{
  size_t folder = folder_bytes(file->target);
  int taken = -1, attempt;
  file->temporary = malloc(folder + sizeof PREFIX + 2 * NUMBER_BYTES + 1);
  if (file->temporary == NULL) return -1;
  for (attempt = 0; attempt < TRIES; attempt++) {
    sprintf(append(file->temporary, file->target, folder), PREFIX "%lu-%d", (unsigned long)getpid(), attempt);
    taken = take(file->temporary, number);
    if (taken >= 0) return taken;
    if (errno != EEXIST) break;
  }
  free(file->temporary);
  file->temporary = NULL;
  return -1;
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

/* Opens a new file named `path`. Returns its number, or -1 and errno. */
static int create(const char *path, int number)
{
  wchar_t *name = wide(path);
  if (name != NULL)
    number = _wopen(name, _O_CREAT | _O_EXCL | _O_WRONLY | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
  free(name);
  return number;
}

/* Opens a new file beside file->target. */
static int begin_replacement(ab_file *file)
{
  int number = take_name(file, create, -1);
  if (number < 0) return 0;
  file->stream = fdopen(number, "wb");
  if (file->stream == NULL) close(number);
  return file->stream != NULL;
}

/* Takes the new file away. */
static void take_away(const ab_file *file)
{
  wchar_t *name = file->temporary != NULL ? wide(file->temporary) : NULL;
  if (name != NULL) _wunlink(name);
  free(name);
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

/* The path of the file that is at `path`, to be freed. Links are replaced. */
#define find_target copy

#else

/* Symbolic links that are followed. */
#define LINKS 40

/* Bytes of a path that one of them may lead to. */
#define LINK_BYTES 4096

#define open_stream fopen

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

/* Opens the folder of `path`. Returns its number, or that of a new file without a name there; or -1 and errno. */
static int open_folder(const char *path, int flags)
{
  size_t bytes = folder_bytes(path);
  char *folder = malloc(bytes + 2);
  int number;
  if (folder == NULL) return -1;
  append(append(folder, path, bytes), ".", 1);
  number = open(folder, flags, 0666);
  free(folder);
  return number;
}

/* Opens a new file without a name in the folder of `target`. Returns its number, or -1 if that is impossible. */
static int create_nameless(const char *target)
{
  int number = -1;
#ifdef O_TMPFILE
  char name[NUMBER_BYTES + 16];
  number = open_folder(target, O_TMPFILE | O_WRONLY | O_CLOEXEC);
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

/* Opens a new file named `path`. Returns its number, or -1 and errno. */
static int create(const char *path, int number)
{
  (void)number;
  return open(path, O_CREAT | O_EXCL | O_WRONLY, 0666);
}

/* Gives the file `number`, which has no name, one. Returns -1 and errno on failure. */
static int link_nameless(const char *path, int number)
{
  char nameless[NUMBER_BYTES + 16];
  name_of_number(nameless, number);
  return linkat(AT_FDCWD, nameless, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
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
  number = create_nameless(file->target);
  if (number < 0) number = take_name(file, create, -1);
  if (number < 0) return 0;
  if (!is_there || take_permissions(number, &old)) file->stream = fdopen(number, "wb");
  if (file->stream == NULL) {
    close(number);
    take_away(file);
  }
  return file->stream != NULL;
}

/* Gives the new file, which is open, its name where it has none. */
static int name_file(ab_file *file)
{
  return file->temporary != NULL || take_name(file, link_nameless, fileno(file->stream)) >= 0;
}

/* Replaces the old file by the new one, and writes its name to the disk, as far as the system does that. */
static int replace(const ab_file *file)
{
  int number;
  if (rename(file->temporary, file->target) != 0) return 0;
  number = open_folder(file->target, O_RDONLY);
  if (number < 0) return 1;
  fsync(number);
  close(number);
  return 1;
}

#endif

FILE *ab_file_open(const char *path)
{
  return open_stream(path, "rb");
}

int ab_file_begin(ab_file *file, const char *path)
{
  memset(file, 0, sizeof *file);
  if (is_special(path)) {
    file->stream = open_stream(path, "wb");
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
  if (file->target != NULL)
    is_done = is_done && fflush(file->stream) == 0 && fsync(fileno(file->stream)) == 0 && name_file(file);
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
