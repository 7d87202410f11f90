/*
 * heap.h: an allocator that counts every byte and fails on request.
 *
 * It has the shape that both the engine and Lua want. Like Lua's own, it never refuses to shrink.
 */
#ifndef SPEC_HEAP_H
#define SPEC_HEAP_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct heap {
  size_t bytes;      /* given out and not given back */
  uint64_t requests; /* for more memory, so far */
  uint64_t refuses;  /* the first request that is refused, counted from 1; 0: none */
  uint64_t refusals; /* how many are from there on */
  uint64_t refused;  /* requests that were */
  size_t blocks;     /* given out and not given back */
} heap;

/* An ab_allocate and a lua_Alloc; `context` is the heap. */
static inline void *heap_allocate(void *context, void *block, size_t old_size, size_t new_size)
{
  heap *h = context;
  void *moved;
  if (block == NULL) old_size = 0;
  if (new_size > old_size) {
    h->requests++;
    if (h->refuses != 0 && h->requests >= h->refuses && h->requests - h->refuses < h->refusals) {
      h->refused++;
      return NULL;
    }
  }
  h->bytes = h->bytes - old_size + new_size;
  h->blocks = h->blocks - (block != NULL) + (new_size > 0);
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  moved = realloc(block, new_size);
  if (moved == NULL) abort();
  return moved;
}

#endif
