#if !defined(_WIN32)
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE /* dladdr */
#endif
#if !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE
#endif
#elif !defined(_WIN32_WINNT) || _WIN32_WINNT < 0x0600
#undef _WIN32_WINNT
#define _WIN32_WINNT 0x0600 /* Windows Vista: SRWLOCK */
#endif

#include "thread.h"

/* The longest single wait, in seconds: the systems' counters have ends. */
#define WAIT_MAX 100000.0

#if AB_THREADS

#include <stdlib.h>

/* The arguments of a new thread. */
typedef struct beginning {
  void (*run)(void *);
  void *argument;
} beginning;

/* Runs what a thread was started for. */
static void begin(void *handed)
{
  beginning what = *(beginning *)handed;
  free(handed);
  what.run(what.argument);
}

/* The arguments of a new thread; NULL if there is not enough memory. */
static beginning *new_beginning(void (*run)(void *), void *argument)
{
  beginning *what = malloc(sizeof *what);
  if (what == NULL) return NULL;
  what->run = run;
  what->argument = argument;
  return what;
}

#if defined(_WIN32)

#include <process.h>
#include <windows.h>

/* Compile only if these have the sizes that thread.h assumes. */
typedef char lock_is_a_pointer[sizeof(SRWLOCK) == sizeof(ab_lock) ? 1 : -1];
typedef char signal_is_a_pointer[sizeof(CONDITION_VARIABLE) == sizeof(ab_signal) ? 1 : -1];

void ab_lock_init(ab_lock *lock)
{
  InitializeSRWLock((SRWLOCK *)lock);
}

void ab_lock_free(ab_lock *lock)
{
  (void)lock;
}

void ab_lock_take(ab_lock *lock)
{
  AcquireSRWLockExclusive((SRWLOCK *)lock);
}

void ab_lock_release(ab_lock *lock)
{
  ReleaseSRWLockExclusive((SRWLOCK *)lock);
}

void ab_signal_init(ab_signal *signal)
{
  InitializeConditionVariable((CONDITION_VARIABLE *)signal);
}

void ab_signal_free(ab_signal *signal)
{
  (void)signal;
}

void ab_signal_send(ab_signal *signal)
{
  WakeAllConditionVariable((CONDITION_VARIABLE *)signal);
}

void ab_signal_wait(ab_signal *signal, ab_lock *lock, double seconds)
{
  DWORD milliseconds = seconds < WAIT_MAX ? (DWORD)(seconds * 1e3 + 0.999) : (DWORD)(WAIT_MAX * 1e3);
  SleepConditionVariableSRW((CONDITION_VARIABLE *)signal, (SRWLOCK *)lock, milliseconds, 0);
}

/* As the system wants the function of a thread. */
static unsigned __stdcall enter(void *handed)
{
  begin(handed);
  return 0;
}

int ab_thread_start(ab_thread *thread, void (*run)(void *), void *argument)
{
  beginning *what = new_beginning(run, argument);
  if (what == NULL) return 0;
  *thread = (void *)_beginthreadex(NULL, 0, enter, what, 0, NULL);
  if (*thread == NULL) free(what);
  return *thread != NULL;
}

void ab_thread_join(ab_thread *thread)
{
  WaitForSingleObject(*thread, INFINITE);
  CloseHandle(*thread);
}

void ab_thread_detach(ab_thread *thread)
{
  CloseHandle(*thread);
}

int ab_thread_processors(void)
{
  SYSTEM_INFO info;
  GetSystemInfo(&info);
  return (int)info.dwNumberOfProcessors;
}

unsigned long ab_thread_process(void)
{
  return GetCurrentProcessId();
}

void ab_thread_keep_library(const void *address)
{
  HMODULE library;
  GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_PIN, address,
                     &library);
}

#else

#include <dlfcn.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* The stack of a thread at least, in bytes: Lua's parser and patterns recurse; musl gives 128 KiB by itself. */
#define STACK_MIN ((size_t)2 << 20)

void ab_lock_init(ab_lock *lock)
{
  pthread_mutex_init(lock, NULL);
}

void ab_lock_free(ab_lock *lock)
{
  pthread_mutex_destroy(lock);
}

void ab_lock_take(ab_lock *lock)
{
  pthread_mutex_lock(lock);
}

void ab_lock_release(ab_lock *lock)
{
  pthread_mutex_unlock(lock);
}

void ab_signal_init(ab_signal *signal)
{
#if defined(__APPLE__)
  pthread_cond_init(signal, NULL);
#else
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(signal, &attributes);
  pthread_condattr_destroy(&attributes);
#endif
}

void ab_signal_free(ab_signal *signal)
{
  pthread_cond_destroy(signal);
}

void ab_signal_send(ab_signal *signal)
{
  pthread_cond_broadcast(signal);
}

void ab_signal_wait(ab_signal *signal, ab_lock *lock, double seconds)
{
  struct timespec until;
  if (!(seconds < WAIT_MAX)) seconds = WAIT_MAX;
#if defined(__APPLE__)
  until.tv_sec = (time_t)seconds;
  until.tv_nsec = (long)((seconds - (double)until.tv_sec) * 1e9);
  pthread_cond_timedwait_relative_np(signal, lock, &until);
#else
  clock_gettime(CLOCK_MONOTONIC, &until);
  seconds += (double)until.tv_nsec * 1e-9;
  until.tv_sec += (time_t)seconds;
  until.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9);
  pthread_cond_timedwait(signal, lock, &until);
#endif
}

/* As the system wants the function of a thread. */
static void *enter(void *handed)
{
  begin(handed);
  return NULL;
}

/* Starts a thread with a stack that is large enough; returns 0 when that fails. */
static int start(pthread_t *thread, beginning *what)
{
  pthread_attr_t attributes;
  size_t stack;
  int is_started;
  if (pthread_attr_init(&attributes) != 0) return 0;
  if (pthread_attr_getstacksize(&attributes, &stack) == 0 && stack < STACK_MIN)
    pthread_attr_setstacksize(&attributes, STACK_MIN);
  is_started = pthread_create(thread, &attributes, enter, what) == 0;
  pthread_attr_destroy(&attributes);
  return is_started;
}

/* Signals are for the threads that the program knows; a new thread has the mask of the one that starts it. */
int ab_thread_start(ab_thread *thread, void (*run)(void *), void *argument)
{
  beginning *what = new_beginning(run, argument);
  sigset_t all, before;
  int is_started;
  if (what == NULL) return 0;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  is_started = start(thread, what);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!is_started) free(what);
  return is_started;
}

void ab_thread_join(ab_thread *thread)
{
  pthread_join(*thread, NULL);
}

void ab_thread_detach(ab_thread *thread)
{
  pthread_detach(*thread);
}

int ab_thread_processors(void)
{
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count > 1 ? (int)count : 1;
}

unsigned long ab_thread_process(void)
{
  return (unsigned long)getpid();
}

void ab_thread_keep_library(const void *address)
{
  Dl_info library;
  if (dladdr(address, &library) != 0 && library.dli_fname != NULL)
    dlopen(library.dli_fname, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD | RTLD_NODELETE);
}

#endif
#endif
