/*
 * portable.h: compilers, which only this file knows.
 *
 * AB_FUNC marks a function that the files of this library share and that is hidden outside. AB_EXPORT marks a function
 * that the dynamic loader must find. AB_INLINE forces inlining: the callers are versions of the function with a fixed
 * parameter, or call it for every node. AB_NOINLINE forbids inlining, because the callers would save registers that
 * they do not need themselves.
 *
 * ab_assert checks an assumption of the code around it, and aborts the program if that is wrong. It exists only with
 * -DAB_ASSERT, in the C tests and the builds with sanitizers.
 *
 * Floating point: each +, -, * and / rounds to a double by itself, so values are the same to the last bit on all
 * platforms. Two habits of compilers break that. A product and a sum become one fused instruction with one rounding
 * (gcc outside of -std=c99 and clang, if the processor has such an instruction). And the x87 unit of the 32-bit x86
 * rounds to 64 bits first and to 53 bits later. LuaRocks passes no flags of ours, so both are switched off here. A file
 * that computes with doubles includes this header first. spec/c/rounding_test.c fails if this has no effect.
 */
#ifndef ALPHABETA_PORTABLE_H
#define ALPHABETA_PORTABLE_H

#include <stdint.h>

#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#if defined(__i386__) && !defined(__SSE2_MATH__)
#error "clang computes by the x87 unit here, where values differ in their last bits: compile with -msse2"
#endif
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#if defined(__i386__) && !defined(__SSE2_MATH__)
#pragma GCC target("sse2,fpmath=sse")
#endif
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

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

#if defined(__GNUC__)
#define AB_NOINLINE static __attribute__((noinline))
#elif defined(_MSC_VER)
#define AB_NOINLINE static __declspec(noinline)
#else
#define AB_NOINLINE static
#endif

/*
 * A word of 64 bits that several threads read and write at once, without any order between words: relaxed atomics. If
 * the processor cannot write 64 bits at a time, it is two halves, which may come from two writers.
 */
#if UINTPTR_MAX > 0xFFFFFFFFu
typedef struct ab_word {
  volatile uint64_t bits;
} ab_word;
#else
typedef struct ab_word {
  volatile uint32_t low, high;
} ab_word;
#endif

#if defined(__GNUC__)
#define AB_LOAD(word) __atomic_load_n(&(word), __ATOMIC_RELAXED)
#define AB_STORE(word, bits) __atomic_store_n(&(word), (bits), __ATOMIC_RELAXED)
#else /* MSVC: an aligned volatile access as large as the processor's words is one access */
#define AB_LOAD(word) (word)
#define AB_STORE(word, bits) ((void)((word) = (bits)))
#endif

/* The bits of a word that threads share. */
static inline uint64_t ab_word_load(const ab_word *word)
{
#if UINTPTR_MAX > 0xFFFFFFFFu
  return AB_LOAD(word->bits);
#else
  return AB_LOAD(word->low) | (uint64_t)AB_LOAD(word->high) << 32;
#endif
}

/* Sets the bits of a word that threads share. */
static inline void ab_word_store(ab_word *word, uint64_t bits)
{
#if UINTPTR_MAX > 0xFFFFFFFFu
  AB_STORE(word->bits, bits);
#else
  AB_STORE(word->low, (uint32_t)bits);
  AB_STORE(word->high, (uint32_t)(bits >> 32));
#endif
}

#if defined(AB_ASSERT)
#include <stdio.h>
#include <stdlib.h>
#define ab_assert(condition) \
  ((condition) \
       ? (void)0 \
       : (fprintf(stderr, "%s:%d: assertion failed: %s\n", __FILE__, __LINE__, #condition), abort()))
#else
#define ab_assert(condition) ((void)0)
#endif

#endif
