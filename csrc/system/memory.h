/*
 * memory.h: arrays that grow through the host's allocator.
 *
 * The engine allocates nothing while it runs. It reports that it is short, and the host grows its arrays between two
 * steps. The allocator has the signature of Lua's, so the host accounts for every byte of the library.
 */
#ifndef ALPHABETA_MEMORY_H
#define ALPHABETA_MEMORY_H

#include <stddef.h>

#include "portable.h"

/*
 * Resizes `block` from `old_size` to `new_size` bytes and returns its new address, or NULL if there is not enough
 * memory (`block` is then as it was). With NULL it allocates, with a size of 0 it frees.
 */
typedef void *(*ab_allocate)(void *context, void *block, size_t old_size, size_t new_size);

typedef struct ab_memory {
  ab_allocate allocate;
  void *context; /* passed to `allocate` */
} ab_memory;

/*
 * Grows `array` from `*capacity` to at least `needed` elements of `element` bytes, doubling. Returns the
 * array and sets `*capacity`; returns NULL and changes nothing when there is not enough memory.
 */
AB_FUNC void *ab_memory_grow(const ab_memory *memory, void *array, size_t *capacity, size_t needed,
                             size_t element);

/* Frees an array of `capacity` elements of `element` bytes; does nothing with NULL. */
AB_FUNC void ab_memory_free(const ab_memory *memory, void *array, size_t capacity, size_t element);

#endif
