/*
 * thread.h: operating systems' threads, which only this file knows: POSIX's and Windows' own.
 *
 * Without either, or with -DAB_NO_THREADS, AB_THREADS is 0: no thread can be started, and locks do nothing.
 */
#ifndef ALPHABETA_THREAD_H
#define ALPHABETA_THREAD_H

#include "portable.h"

#if defined(AB_NO_THREADS)
#define AB_THREADS 0
#elif defined(_WIN32)
#define AB_THREADS 1
#elif defined(__unix__) || defined(__APPLE__)
#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)
#define AB_THREADS 0
#else
#define AB_THREADS 1
#include <pthread.h>
#endif
#else
#define AB_THREADS 0
#endif

#if !AB_THREADS

typedef int ab_lock, ab_signal, ab_thread;
#define AB_LOCK_INITIAL 0
#define ab_lock_init(lock) ((void)(lock))
#define ab_lock_free(lock) ((void)(lock))
#define ab_lock_take(lock) ((void)(lock))
#define ab_lock_release(lock) ((void)(lock))
#define ab_signal_init(signal) ((void)(signal))
#define ab_signal_free(signal) ((void)(signal))
#define ab_signal_send(signal) ((void)(signal))
#define ab_signal_wait(signal, lock, seconds) ((void)(signal), (void)(lock), (void)(seconds))
#define ab_thread_start(thread, run, argument) ((void)(thread), (void)(run), (void)(argument), 0)
#define ab_thread_join(thread) ((void)(thread))
#define ab_thread_detach(thread) ((void)(thread))
#define ab_thread_processors() 1
#define ab_thread_process() 1ul
#define ab_thread_keep_library(address) ((void)(address))

#else

/* A lock, a signal for which threads wait, and a thread. */
#if defined(_WIN32)
/* An SRWLOCK, a CONDITION_VARIABLE, a HANDLE: this header does not include windows.h. */
typedef void *ab_lock, *ab_signal, *ab_thread;
#define AB_LOCK_INITIAL NULL
#else
typedef pthread_mutex_t ab_lock;
typedef pthread_cond_t ab_signal;
typedef pthread_t ab_thread;
#define AB_LOCK_INITIAL PTHREAD_MUTEX_INITIALIZER
#endif

/* Makes a lock, which one thread at a time can have. One that is static is AB_LOCK_INITIAL instead. */
AB_FUNC void ab_lock_init(ab_lock *lock);

/* Releases the system's resources of a lock, which no thread holds. */
AB_FUNC void ab_lock_free(ab_lock *lock);

/* Waits until the lock can be had. Not by a thread that has it already. */
AB_FUNC void ab_lock_take(ab_lock *lock);

/* Lets another thread have it. */
AB_FUNC void ab_lock_release(ab_lock *lock);

/* Makes a signal. */
AB_FUNC void ab_signal_init(ab_signal *signal);

/* Releases the system's resources of a signal, for which no thread waits. */
AB_FUNC void ab_signal_free(ab_signal *signal);

/* Wakes all threads that wait. */
AB_FUNC void ab_signal_send(ab_signal *signal);

/*
 * Waits for a signal, at most for `seconds` (HUGE_VAL: without end), while others may have the lock, which the
 * caller has before and after. May return without a reason.
 */
AB_FUNC void ab_signal_wait(ab_signal *signal, ab_lock *lock, double seconds);

/* Starts a thread that runs `run(argument)`; it gets no signals of POSIX. Returns 0 when that fails. */
AB_FUNC int ab_thread_start(ab_thread *thread, void (*run)(void *), void *argument);

/* Waits until a thread has ended, and releases its resources of the system. */
AB_FUNC void ab_thread_join(ab_thread *thread);

/* Lets a thread end by itself, whenever that may be. */
AB_FUNC void ab_thread_detach(ab_thread *thread);

/* How many threads the machine can run at once, as far as the system says. */
AB_FUNC int ab_thread_processors(void);

/* A number of the process, which a forked one has otherwise. */
AB_FUNC unsigned long ab_thread_process(void);

/* Keeps the library that `address` lies in, if it lies in one, in the process until the process ends. */
AB_FUNC void ab_thread_keep_library(const void *address);

#endif

#endif
