/*
 * tree.h: the tree of a Monte Carlo tree search: nodes and edges in two arrays, without pointers.
 *
 * A node gets a block of edges, one for each successor in the game's order, at its second visit. The tried ones are
 * first: edges are exchanged, and know their index. Nodes of hidden hands have no edges, because their moves differ
 * from deal to deal. They are a list of siblings, known by their move id.
 *
 * Players are known by their index. Points of a node are those of its `mover`, the player who made the move to it.
 */
#ifndef ALPHABETA_UCT_TREE_H
#define ALPHABETA_UCT_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "../system/memory.h"
#include "random.h"

/* No node. */
#define AB_UCT_NONE UINT32_MAX

/* What a move of a list that the host keeps counts for, in bytes. */
#define AB_UCT_LIST_BYTES 32

/* Proven points of player 0, doubled; and none. */
typedef enum ab_uct_proof { AB_UCT_LOST = 0, AB_UCT_DRAWN = 1, AB_UCT_WON = 2, AB_UCT_OPEN = 3 } ab_uct_proof;

typedef struct ab_uct_node {
  double sum;  /* of the points of its playouts, for `mover` */
  double ends; /* if it is over: the points of player 0, or of the one player */
  double
      result; /* if it is solved: the value that is proven for player 0, at least or at most in a game that is won
                       or lost */
  uint32_t visits;     /* playouts through it */
  uint32_t edges;      /* its first edge, if it is listed */
  uint32_t count;      /* of its edges; with hidden hands of its kids */
  uint32_t tried;      /* of its edges that have a node, the first ones; hidden hands: of the root's moves */
  uint32_t kid;        /* hidden hands: its first kid */
  uint32_t next;       /* hidden hands: its next sibling */
  uint32_t move;       /* hidden hands: the move id to it */
  uint32_t available;  /* hidden hands: how often a deal allowed the move to it */
  int32_t plies;       /* if it is solved: from it to the end of the game by the proof */
  uint32_t known;      /* the number of the search in which it was last made recognizable; 0: in none */
  uint32_t known_kids; /* its nodes that were, in this search */
  uint8_t mover;
  uint8_t player;    /* who moves here, if it is listed */
  uint8_t solved;    /* ab_uct_proof */
  uint8_t has_floor; /* whether `player` has a proven draw */
  char is_listed;    /* whether its successors are known */
  char is_over;      /* whether it has none */
  char is_chance;    /* whether they are outcomes */
  char is_looked_at; /* whether it is known if the player here wins at once */
} ab_uct_node;

/* The first element of a block of edges is its head: `node` is the block's node, and `index` the count of edges. */
typedef struct ab_uct_edge {
  double
      sum; /* RAVE: of the points of its player in playouts with the move later; of an outcome: the probability */
  uint32_t later; /* RAVE: how many such playouts there were */
  uint32_t move;  /* its move id, if there is RAVE */
  uint32_t index; /* in the game's order */
  uint32_t node;  /* AB_UCT_NONE: it was not tried */
} ab_uct_edge;

/* A position that the next search may recognize. */
typedef struct ab_uct_known {
  uint32_t id; /* the host's number for it */
  uint32_t node;
  uint32_t parent; /* the node before it on the path */
  uint32_t move;   /* the move id that leads to it, 0 if that is not known */
} ab_uct_known;

typedef struct ab_uct_tree {
  ab_uct_node *nodes; /* the root is the first one */
  ab_uct_edge *edges;
  ab_uct_known *known;
  size_t node_capacity, edge_capacity, known_capacity;
  uint32_t node_count, edge_count, known_count;
  uint64_t listed; /* moves of the lists that the host keeps */
  uint64_t bytes;  /* that all may occupy; the root's edges are there whatever it is */
  int is_full;     /* whether there is not enough memory for more */
} ab_uct_tree;

/* The bytes that the tree occupies, with the lists of the host. */
static inline uint64_t ab_uct_tree_used(const ab_uct_tree *tree)
{
  return (uint64_t)tree->node_count * sizeof(ab_uct_node) + (uint64_t)tree->edge_count * sizeof(ab_uct_edge) +
         (uint64_t)tree->known_count * sizeof(ab_uct_known) + tree->listed * AB_UCT_LIST_BYTES;
}

/* Whether there is memory for more nodes. */
static inline int ab_uct_tree_has_room(const ab_uct_tree *tree)
{
  return !tree->is_full && ab_uct_tree_used(tree) < tree->bytes;
}

/* The edges of a node that is listed. */
static inline ab_uct_edge *ab_uct_tree_edges(const ab_uct_tree *tree, const ab_uct_node *node)
{
  return tree->edges + node->edges;
}

/* The node of successor `index` of a chance node, or AB_UCT_NONE; its edges are in the game's order. */
static inline uint32_t ab_uct_tree_outcome(const ab_uct_tree *tree, const ab_uct_node *node, uint32_t index)
{
  return tree->edges[node->edges + index].node;
}

/* Adds a node, for which there must be room in the array. Returns its number. */
AB_FUNC uint32_t ab_uct_tree_add(ab_uct_tree *tree, uint32_t mover);

/* Empties the tree, but for a root, for which there must be room. */
AB_FUNC void ab_uct_tree_plant(ab_uct_tree *tree, uint32_t mover);

/* Gives a node its edges, one for each of `count` successors, for which there must be room, with one more. */
AB_FUNC void ab_uct_tree_open(ab_uct_tree *tree, uint32_t node, uint32_t count);

/* Gives the edge at `place` of a node a node, for which there must be room. The edge is then the last tried one. */
AB_FUNC uint32_t ab_uct_tree_try(ab_uct_tree *tree, uint32_t node, uint32_t place);

/* Marks the nodes below `root`, itself included: `known` is then 1, or else 0, and `known_kids` is the new number. */
AB_FUNC void ab_uct_tree_number(ab_uct_tree *tree, uint32_t root);

/* Keeps only the nodes that were marked, under their new numbers, and their edges. Its root is then number 0. */
AB_FUNC void ab_uct_tree_compact(ab_uct_tree *tree);

/* Makes room for so many nodes, edges and known positions. Returns 0 if there is not enough memory. */
AB_FUNC int ab_uct_tree_grow(ab_uct_tree *tree, const ab_memory *memory, size_t nodes, size_t edges,
                             size_t known);

/* Gives all memory back. */
AB_FUNC void ab_uct_tree_free(ab_uct_tree *tree, const ab_memory *memory);

#endif
