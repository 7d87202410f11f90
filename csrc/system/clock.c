/* clock.c: the monotonic clock of the system. */

/* The coarse clocks of Linux belong to what GNU adds to POSIX. */
#if !defined(_WIN32) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "clock.h"

/* Tests have clocks of their own. */
#if defined(AB_WEAK_CLOCK)
#pragma weak ab_clock_now
#pragma weak ab_clock_tick
#pragma weak ab_clock_resolution
#endif

#if defined(_WIN32)

#include <windows.h>

double ab_clock_now(void)
{
  LARGE_INTEGER ticks, per_second;
  QueryPerformanceFrequency(&per_second);
  QueryPerformanceCounter(&ticks);
  return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

uint64_t ab_clock_tick(void)
{
  return GetTickCount();
}

double ab_clock_resolution(void)
{
  return 0.016;
}

#else

#include <time.h>

double ab_clock_now(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Linux, and others under other names, have coarse clocks. */
#if defined(CLOCK_MONOTONIC_COARSE)
#define COARSE CLOCK_MONOTONIC_COARSE
#elif defined(CLOCK_MONOTONIC_FAST)
#define COARSE CLOCK_MONOTONIC_FAST
#elif defined(CLOCK_MONOTONIC_RAW_APPROX)
#define COARSE CLOCK_MONOTONIC_RAW_APPROX
#endif

#if defined(COARSE)

uint64_t ab_clock_tick(void)
{
  struct timespec now;
  clock_gettime(COARSE, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

double ab_clock_resolution(void)
{
  struct timespec resolution;
  clock_getres(COARSE, &resolution);
  return (double)resolution.tv_sec + (double)resolution.tv_nsec * 1e-9;
}

#else

#include <math.h>

uint64_t ab_clock_tick(void)
{
  return 0;
}

double ab_clock_resolution(void)
{
  return HUGE_VAL;
}

#endif

#endif
