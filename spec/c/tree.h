/*
 * tree.h: games that are trees in memory: written out, uniform, or grown at random.
 *
 * A node is known by its index; the root is 0 and the successors of a node lie behind one another.
 */
#ifndef SPEC_TREE_H
#define SPEC_TREE_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "rng.h"

#define NO_NODE UINT32_MAX

typedef struct tree_node {
  double value;          /* what `evaluate` says */
  double score;          /* what `order` says */
  uint32_t first, count; /* its successors */
  int roots_turn;        /* whether the player of the root moves here */
} tree_node;

typedef struct tree {
  tree_node *nodes;
  uint32_t count, capacity;
} tree;

/* How a random tree grows. */
typedef struct shape {
  int depth, width;  /* the most of each */
  int over_percent;  /* inner nodes without successors */
  int extra_percent; /* players who move again */
  double palette[4]; /* the values there are */
} shape;

/* Appends `count` nodes and returns the first. */
static inline uint32_t tree_append(tree *t, uint32_t count)
{
  static const tree_node blank = {0, 0, 0, 0, 0};
  uint32_t first = t->count, i;
  if (t->count + count > t->capacity) {
    t->capacity = (t->count + count) * 2;
    t->nodes = realloc(t->nodes, t->capacity * sizeof *t->nodes);
    if (t->nodes == NULL) abort();
  }
  t->count += count;
  for (i = first; i < t->count; i++) t->nodes[i] = blank;
  return first;
}

/* Makes `t` a lone root, whatever it was. */
static inline void tree_plant(tree *t)
{
  t->count = 0;
  tree_append(t, 1);
  t->nodes[0].roots_turn = 1;
}

/* Gives node `at` its successors, at which the other player is to move; returns the first of them. */
static inline uint32_t tree_branch(tree *t, uint32_t at, uint32_t count)
{
  uint32_t first = tree_append(t, count), i;
  for (i = 0; i < count; i++) t->nodes[first + i].roots_turn = !t->nodes[at].roots_turn;
  t->nodes[at].first = first;
  t->nodes[at].count = count;
  return first;
}

/* Gives its memory back; the tree is then blank. */
static inline void tree_free(tree *t)
{
  free(t->nodes);
  memset(t, 0, sizeof *t);
}

/* How many items the list at `text` has, which begins behind its brace. */
static inline uint32_t tree_items(const char *text)
{
  uint32_t items = 1;
  int level;
  for (level = 0; level >= 0; text++) {
    if (*text == '{') level++;
    if (*text == '}') level--;
    if (*text == ',' && level == 0) items++;
  }
  return items;
}

/* Reads node `at` from `text`, a number or a list of nodes in braces; returns what lies behind it. */
static inline const char *tree_read_node(tree *t, uint32_t at, const char *text)
{
  while (*text == ' ' || *text == ',') text++;
  if (*text == '{') {
    uint32_t count = tree_items(++text);
    uint32_t first = tree_branch(t, at, count), i;
    for (i = 0; i < count; i++) text = tree_read_node(t, first + i, text);
    while (*text++ != '}') continue;
  } else {
    char *end;
    t->nodes[at].value = strtod(text, &end);
    text = end;
  }
  return text;
}

/* Makes `t` the tree that is written in `text`, such as "{{3, 5}, {6, 9}, 1}". */
static inline void tree_read(tree *t, const char *text)
{
  tree_plant(t);
  tree_read_node(t, 0, text);
}

/* Grows node `at` by `depth` levels at random. */
static inline void tree_grow_node(tree *t, uint32_t at, rng *r, const shape *s, int depth)
{
  uint32_t first, count, i;
  t->nodes[at].value = s->palette[rng_below(r, 4)];
  t->nodes[at].score = rng_below(r, 4);
  if (depth == 0 || rng_happens(r, s->over_percent)) return;
  count = 1 + (uint32_t)rng_below(r, s->width);
  first = tree_branch(t, at, count);
  for (i = first; i < first + count; i++) {
    if (rng_happens(r, s->extra_percent)) t->nodes[i].roots_turn = t->nodes[at].roots_turn;
    tree_grow_node(t, i, r, s, depth - 1);
  }
}

/* A shape with 1 to 4 distinct values, infinities and zeros of both signs too, up to 40 % extra turns. */
static inline shape tree_random_shape(rng *r)
{
  static const double values[11] = {-HUGE_VAL, -9, -8, -1, -0.0, 0, 1, 2, 8, 9, HUGE_VAL};
  shape s;
  int distinct = 1 + rng_below(r, 4), i;
  s.depth = rng_below(r, 9);
  s.width = 2 + rng_below(r, s.depth > 6 ? 2 : 4);
  s.over_percent = rng_below(r, 20);
  s.extra_percent = rng_below(r, 41);
  for (i = 0; i < 4; i++) s.palette[i] = i < distinct ? values[rng_below(r, 11)] : s.palette[i % distinct];
  return s;
}

/* Makes `t` a tree of a random shape. */
static inline void tree_grow(tree *t, rng *r)
{
  shape s = tree_random_shape(r);
  tree_plant(t);
  tree_grow_node(t, 0, r, &s, s.depth);
}

/*
 * Gives node `at`, worth `value` to Max, `depth` uniform levels in which the first move is always the best,
 * or the last.
 */
static inline void tree_fill(tree *t, uint32_t at, uint32_t width, int depth, double value, int best_first)
{
  uint32_t first, i;
  t->nodes[at].value = value;
  if (depth == 0) return;
  first = tree_branch(t, at, width);
  for (i = 0; i < width; i++) {
    double loss = best_first ? i : width - 1 - i;
    double worth = t->nodes[at].roots_turn ? value - loss : value + loss;
    tree_fill(t, first + i, width, depth - 1, worth, best_first);
  }
}

/* Makes `t` a uniform tree worth 0, perfectly ordered or as badly as can be. */
static inline void tree_uniform(tree *t, uint32_t width, int depth, int best_first)
{
  tree_plant(t);
  tree_fill(t, 0, width, depth, 0, best_first);
}

#endif
