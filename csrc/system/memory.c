/* memory.c: growth by doubling, checked against overflow. */

#include "memory.h"

#include <stdint.h>

void *ab_memory_grow(const ab_memory *memory, void *array, size_t *capacity, size_t needed, size_t element)
{
  size_t wanted = *capacity;
  void *grown;
  if (needed <= wanted) return array;
  if (needed > SIZE_MAX / 2 / element) return NULL;
  wanted = wanted > needed / 2 ? wanted * 2 : needed;
  grown = memory->allocate(memory->context, array, *capacity * element, wanted * element);
  if (grown != NULL) *capacity = wanted;
  return grown;
}

void ab_memory_free(const ab_memory *memory, void *array, size_t capacity, size_t element)
{
  if (array != NULL) memory->allocate(memory->context, array, capacity * element, 0);
}
