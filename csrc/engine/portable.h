/*
 * portable.h: the one place that knows compilers.
 *
 * AB_FUNC marks a function shared between the files of this library and seen by nobody else;
 * AB_EXPORT marks what the dynamic loader must find. AB_INLINE marks a function that goes wholly into each of its
 * callers: these are versions of it with a parameter fixed, or it would be called for every node.
 */
#ifndef ALPHABETA_PORTABLE_H
#define ALPHABETA_PORTABLE_H

#if defined(_WIN32)
#define AB_EXPORT __declspec(dllexport)
#define AB_FUNC extern
#elif defined(__GNUC__)
#define AB_EXPORT __attribute__((visibility("default")))
#define AB_FUNC __attribute__((visibility("hidden"))) extern
#else
#define AB_EXPORT extern
#define AB_FUNC extern
#endif

#if defined(__GNUC__)
#define AB_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define AB_INLINE static __forceinline
#else
#define AB_INLINE static inline
#endif

#endif
