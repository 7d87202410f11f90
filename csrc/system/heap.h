/* heap.h: sorting in place by a heap [Williams 1964]: without memory, and fast for any order of the elements. */
#ifndef ALPHABETA_HEAP_H
#define ALPHABETA_HEAP_H

#include <stdint.h>

/*
 * Defines the function `sort(own, count)`, which sorts `count` elements of `type`, none or more. `a` comes before `b`
 * if precedes(&a, &b) is true, which must be a total order. The function `sort##_sift` moves the element at `at` down
 * the heap of `count`, in which no element precedes those below it.
 */
#define AB_DEFINE_HEAP_SORT(sort, type, precedes) \
  static void sort##_sift(type *heap, uint32_t at, uint32_t count) \
  { \
    type moving = heap[at]; \
    while (at < count / 2) { \
      uint32_t below = 2 * at + 1; \
      if (below + 1 < count && precedes(&heap[below], &heap[below + 1])) below++; \
      if (!precedes(&moving, &heap[below])) break; \
      heap[at] = heap[below]; \
      at = below; \
    } \
    heap[at] = moving; \
  } \
  static void sort(type *own, uint32_t count) \
  { \
    uint32_t i; \
    for (i = count / 2; i > 0; i--) sort##_sift(own, i - 1, count); \
    for (i = count; i > 1; i--) { \
      type first = own[0]; \
      own[0] = own[i - 1]; \
      own[i - 1] = first; \
      sort##_sift(own, 0, i - 1); \
    } \
  }

#endif
