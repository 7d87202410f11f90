/* sequence.h: nodes in the order in which something happened to them. */
#ifndef SPEC_SEQUENCE_H
#define SPEC_SEQUENCE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct sequence {
  uint32_t *nodes;
  size_t count, capacity;
} sequence;

/* Appends a node. */
static inline void sequence_add(sequence *s, uint32_t node)
{
  if (s->count == s->capacity) {
    s->capacity = s->capacity * 2 + 16;
    s->nodes = realloc(s->nodes, s->capacity * sizeof *s->nodes);
    if (s->nodes == NULL) abort();
  }
  s->nodes[s->count++] = node;
}

/* Whether both have the same nodes in the same order. */
static inline int sequence_equals(const sequence *a, const sequence *b)
{
  if (a->count != b->count) return 0;
  return a->count == 0 || memcmp(a->nodes, b->nodes, a->count * sizeof *a->nodes) == 0;
}

/* Gives its memory back; the sequence is then empty. */
static inline void sequence_free(sequence *s)
{
  free(s->nodes);
  memset(s, 0, sizeof *s);
}

#endif
