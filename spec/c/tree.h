/*
 * tree.h: games that are trees in memory, written out or uniform.
 *
 * A node is known by its index; the root is 0 and the successors of a node lie behind one another.
 */
#ifndef SPEC_TREE_H
#define SPEC_TREE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define NO_NODE UINT32_MAX

typedef struct tree_node {
  double value;          /* what `evaluate` says */
  double score;          /* what `order` says */
  uint32_t first, count; /* its successors */
  uint32_t noisy;        /* how many of them, from the first on, are noisy */
  uint32_t position;     /* nodes of the same position and turn have the same values and successors */
  uint32_t move;         /* the one that leads here, a number from 1; it may be made at other nodes, too */
  int roots_turn;        /* whether the player of the root moves here */
  int is_chance;         /* whether this is a chance node; the turn then stays as it is */
  double probability;    /* of this outcome, if the parent is a chance node */
} tree_node;

typedef struct tree {
  tree_node *nodes;
  uint32_t count, capacity;
  uint32_t players; /* 0: two, who want the opposite of each other */
  uint32_t *movers; /* with more: who moves at each node; the root's is number 0 */
  double *payoffs;  /* and what `evaluate` says: as many numbers for each node */
} tree;

/* Appends `count` nodes and returns the first. */
static inline uint32_t tree_append(tree *t, uint32_t count)
{
  static const tree_node blank = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  uint32_t first = t->count, i;
  if (t->count + count > t->capacity) {
    t->capacity = (t->count + count) * 2;
    t->nodes = realloc(t->nodes, t->capacity * sizeof *t->nodes);
    if (t->nodes == NULL) abort();
  }
  t->count += count;
  for (i = first; i < t->count; i++) {
    t->nodes[i] = blank;
    t->nodes[i].position = i;
  }
  return first;
}

/* Makes `t` a lone root, whatever it was. */
static inline void tree_plant(tree *t)
{
  t->count = t->players = 0;
  tree_append(t, 1);
  t->nodes[0].roots_turn = 1;
}

/* Gives node `at` its successors, at which the other player is to move; returns the first of them. */
static inline uint32_t tree_branch(tree *t, uint32_t at, uint32_t count)
{
  uint32_t first = tree_append(t, count), i;
  for (i = 0; i < count; i++) {
    t->nodes[first + i].roots_turn = !t->nodes[at].roots_turn;
    t->nodes[first + i].move = 1 + i;
  }
  t->nodes[at].first = first;
  t->nodes[at].count = count;
  return first;
}

/* Gives its memory back; the tree is then blank. */
static inline void tree_free(tree *t)
{
  free(t->nodes);
  free(t->movers);
  free(t->payoffs);
  memset(t, 0, sizeof *t);
}

/* Makes `t`, which is grown, a game of `players`: player 0 moves everywhere, and all have nothing. */
static inline void tree_seat(tree *t, uint32_t players)
{
  free(t->movers);
  free(t->payoffs);
  t->players = players;
  t->movers = calloc(t->count, sizeof *t->movers);
  t->payoffs = calloc((size_t)t->count * players, sizeof *t->payoffs);
  if (t->movers == NULL || t->payoffs == NULL) abort();
}

/* The payoffs of node `at`. */
static inline double *tree_payoffs(const tree *t, uint32_t at)
{
  return t->payoffs + (size_t)at * t->players;
}

/* Makes node `at`, whose successors are there, a chance node with these `probabilities`. */
static inline void tree_throw(tree *t, uint32_t at, const double *probabilities)
{
  tree_node *node = t->nodes + at;
  uint32_t i;
  node->is_chance = 1;
  node->noisy = 0;
  for (i = 0; i < node->count; i++) {
    t->nodes[node->first + i].probability = probabilities[i];
    t->nodes[node->first + i].roots_turn = node->roots_turn;
  }
}

/* How many items the list at `text` has, which begins behind its brace or parenthesis. */
static inline uint32_t tree_items(const char *text)
{
  uint32_t items = 1;
  int level;
  for (level = 0; level >= 0; text++) {
    if (*text == '{' || *text == '(') level++;
    if (*text == '}' || *text == ')') level--;
    if (*text == ',' && level == 0) items++;
  }
  return items;
}

/* Reads a number at `*text`, which is then behind it. */
static inline double tree_read_number(const char **text)
{
  char *end;
  double number = strtod(*text, &end);
  *text = end;
  return number;
}

/*
 * Reads node `at` from `text`: a number, a list of nodes in braces or, at chance nodes, one in parentheses, each
 * behind its probability and a colon. A number before a list is the value of its node; an exclamation mark behind a
 * node says that it is noisy. Returns what lies behind it.
 */
static inline const char *tree_read_node(tree *t, uint32_t at, const char *text)
{
  int is_chance;
  uint32_t count, first, i;
  while (*text == ' ' || *text == ',') text++;
  if (*text != '{' && *text != '(') t->nodes[at].value = tree_read_number(&text);
  if (*text != '{' && *text != '(') return text;
  is_chance = *text == '(';
  count = tree_items(++text);
  first = tree_branch(t, at, count);
  t->nodes[at].is_chance = is_chance;
  for (i = 0; i < count; i++) {
    while (*text == ' ' || *text == ',') text++;
    if (is_chance) {
      t->nodes[first + i].probability = tree_read_number(&text);
      t->nodes[first + i].roots_turn = t->nodes[at].roots_turn;
      while (*text++ != ':') continue;
    }
    text = tree_read_node(t, first + i, text);
    if (*text == '!') t->nodes[at].noisy++, text++;
  }
  while (*text++ != (is_chance ? ')' : '}')) continue;
  return text;
}

/* Makes `t` the tree that is written in `text`, such as "{{3, 5}, (0.5: 6, 0.5: 9), 1}". */
static inline void tree_read(tree *t, const char *text)
{
  tree_plant(t);
  tree_read_node(t, 0, text);
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
