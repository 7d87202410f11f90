/* tree.c: see tree.h. */

#include "tree.h"

#include <string.h>

uint32_t ab_uct_tree_add(ab_uct_tree *tree, uint32_t mover)
{
  static const ab_uct_node blank = {
      .solved = AB_UCT_OPEN, .kid = AB_UCT_NONE, .next = AB_UCT_NONE, .edges = AB_UCT_NONE};
  ab_assert(tree->node_count < tree->node_capacity);
  tree->nodes[tree->node_count] = blank;
  tree->nodes[tree->node_count].mover = (uint8_t)mover;
  return tree->node_count++;
}

void ab_uct_tree_plant(ab_uct_tree *tree, uint32_t mover)
{
  tree->node_count = tree->edge_count = tree->known_count = 0;
  tree->listed = 0;
  ab_uct_tree_add(tree, mover);
}

void ab_uct_tree_open(ab_uct_tree *tree, uint32_t node, uint32_t count)
{
  ab_uct_node *opened = &tree->nodes[node];
  ab_uct_edge head = {0, 0, 0, count, node}, edge = {0, 0, 0, 0, AB_UCT_NONE};
  ab_assert(tree->edge_count + (size_t)count < tree->edge_capacity);
  tree->edges[tree->edge_count++] = head;
  opened->edges = tree->edge_count;
  opened->count = count;
  for (; edge.index < count; edge.index++) tree->edges[tree->edge_count++] = edge;
  tree->listed += count;
}

uint32_t ab_uct_tree_try(ab_uct_tree *tree, uint32_t node, uint32_t place)
{
  uint32_t kid = ab_uct_tree_add(tree, tree->nodes[node].player);
  ab_uct_node *parent = &tree->nodes[node];
  ab_uct_edge *edges = ab_uct_tree_edges(tree, parent), before = edges[place];
  ab_assert(place >= parent->tried && place < parent->count);
  edges[place] = edges[parent->tried];
  edges[parent->tried] = before;
  edges[parent->tried++].node = kid;
  return kid;
}

/* A node's number is less than those of the nodes below it, so one pass finds all. */
void ab_uct_tree_number(ab_uct_tree *tree, uint32_t root)
{
  uint32_t at, place, count = 0;
  for (at = 0; at < tree->node_count; at++) tree->nodes[at].known = at == root;
  for (at = root; at < tree->node_count; at++) {
    ab_uct_node *node = &tree->nodes[at];
    if (!node->known) continue;
    node->known_kids = count++;
    for (place = 0; node->is_listed && place < node->count; place++) {
      uint32_t kid = tree->edges[node->edges + place].node;
      ab_assert(kid == AB_UCT_NONE || kid > at);
      if (kid != AB_UCT_NONE) tree->nodes[kid].known = 1;
    }
  }
}

/* Moves the blocks of edges of marked nodes down. They name nodes by their new numbers then. */
static void compact_edges(ab_uct_tree *tree)
{
  uint32_t from = 0, to = 0, place;
  while (from < tree->edge_count) {
    const ab_uct_edge head = tree->edges[from];
    ab_uct_node *node = &tree->nodes[head.node];
    if (node->known) {
      memmove(tree->edges + to, tree->edges + from, (head.index + (size_t)1) * sizeof *tree->edges);
      tree->edges[to].node = node->known_kids;
      node->edges = to + 1;
      for (place = to + 1; place <= to + head.index; place++)
        if (tree->edges[place].node != AB_UCT_NONE)
          tree->edges[place].node = tree->nodes[tree->edges[place].node].known_kids;
      to += head.index + 1;
    } else {
      tree->listed -= head.index;
    }
    from += head.index + 1;
  }
  tree->edge_count = to;
}

void ab_uct_tree_compact(ab_uct_tree *tree)
{
  uint32_t from, to = 0;
  compact_edges(tree);
  for (from = 0; from < tree->node_count; from++) {
    if (!tree->nodes[from].known) continue;
    tree->nodes[to] = tree->nodes[from];
    tree->nodes[to].known = tree->nodes[to].known_kids = 0;
    to++;
  }
  tree->node_count = to;
  tree->known_count = 0;
}

/* The elements of an array that grows for the first time, if the limit allows that. */
#define FIRST 256

/*
 * The capacity to which an array grows that has `used` elements and needs `needed`: half as much again, but no more than
 * the limit lets the tree use.
 */
static size_t size_of(const ab_uct_tree *tree, size_t capacity, size_t used, size_t needed, size_t element)
{
  uint64_t bytes = ab_uct_tree_used(tree), left = tree->bytes > bytes ? (tree->bytes - bytes) / element : 0;
  uint64_t most = capacity < FIRST ? FIRST : capacity + capacity / 2;
  if (most > used + left) most = used + left;
  return most > needed ? (size_t)most : needed;
}

/* Grows an array. Returns 0 if there is not enough memory. */
static int grow(const ab_uct_tree *tree, const ab_memory *memory, void **array, size_t *capacity, size_t used,
                size_t needed, size_t element)
{
  size_t wanted = size_of(tree, *capacity, used, needed, element);
  void *grown;
  if (needed <= *capacity) return 1;
  if (wanted > UINT32_MAX / 2 || wanted > SIZE_MAX / 2 / element) return 0;
  grown = memory->allocate(memory->context, *array, *capacity * element, wanted * element);
  if (grown == NULL) return 0;
  *array = grown;
  *capacity = wanted;
  return 1;
}

int ab_uct_tree_grow(ab_uct_tree *tree, const ab_memory *memory, size_t nodes, size_t edges, size_t known)
{
  void *array = tree->nodes;
  int is_enough =
      grow(tree, memory, &array, &tree->node_capacity, tree->node_count, nodes, sizeof *tree->nodes);
  tree->nodes = array;
  array = tree->edges;
  is_enough &= grow(tree, memory, &array, &tree->edge_capacity, tree->edge_count, edges, sizeof *tree->edges);
  tree->edges = array;
  array = tree->known;
  is_enough &=
      grow(tree, memory, &array, &tree->known_capacity, tree->known_count, known, sizeof *tree->known);
  tree->known = array;
  return is_enough;
}

void ab_uct_tree_free(ab_uct_tree *tree, const ab_memory *memory)
{
  static const ab_uct_tree empty = {0};
  ab_memory_free(memory, tree->nodes, tree->node_capacity, sizeof *tree->nodes);
  ab_memory_free(memory, tree->edges, tree->edge_capacity, sizeof *tree->edges);
  ab_memory_free(memory, tree->known, tree->known_capacity, sizeof *tree->known);
  *tree = empty;
}
