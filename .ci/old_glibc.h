/*
 * old_glibc.h: lets a library that is linked with the glibc of today run with glibc 2.17. Functions that have a newer version
 * under the same name are taken in the old one, which every glibc still has; those of <sys/stat.h> were inline then.
 * .ci/dist.sh includes it before each source: the compiler's option -include.
 */
#ifndef AB_OLD_GLIBC_H
#define AB_OLD_GLIBC_H

#include <sys/stat.h>

#if defined(__aarch64__)
#define AB_OLD "GLIBC_2.17"
#define AB_OLD_SETCLOCK AB_OLD
#define AB_STAT_VERSION 0
#else
#define AB_OLD "GLIBC_2.2.5"
#define AB_OLD_SETCLOCK "GLIBC_2.3.3"
#define AB_STAT_VERSION 1
#endif

#define AB_OLD_NAME(name) __asm__(".symver " #name "," #name "@" AB_OLD)
__asm__(".symver pthread_condattr_setclock,pthread_condattr_setclock@" AB_OLD_SETCLOCK);
AB_OLD_NAME(dladdr);
AB_OLD_NAME(dlopen);
AB_OLD_NAME(pthread_attr_getstacksize);
AB_OLD_NAME(pthread_attr_setstacksize);
AB_OLD_NAME(pthread_create);
AB_OLD_NAME(pthread_detach);
AB_OLD_NAME(pthread_join);
AB_OLD_NAME(pthread_sigmask);
AB_OLD_NAME(__fxstat);
AB_OLD_NAME(__lxstat);
AB_OLD_NAME(__xstat);

int __fxstat(int version, int file, struct stat *into);
int __lxstat(int version, const char *path, struct stat *into);
int __xstat(int version, const char *path, struct stat *into);
#define fstat(file, into) __fxstat(AB_STAT_VERSION, file, into)
#define lstat(path, into) __lxstat(AB_STAT_VERSION, path, into)
#define stat(path, into) __xstat(AB_STAT_VERSION, path, into)

#endif
