/* clock.c: the monotonic clock of the system. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L
#endif

#include "clock.h"

#if defined(_WIN32)

#include <windows.h>

double ab_clock_now(void)
{
  LARGE_INTEGER ticks, per_second;
  QueryPerformanceFrequency(&per_second);
  QueryPerformanceCounter(&ticks);
  return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

#else

#include <time.h>

double ab_clock_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

#endif
