/*
 * ordering.h: in which order the successors of a node are tried.
 *
 * One array holds the candidates of all nodes on the path, the root's first. A frame has the index of its first one.
 * They are sorted lazily, one pick at a time, because none is needed after a cut-off. The order: the table's move, the
 * killers, the game's score, the history, the game's own order. So it is the same on every platform. If the game has no
 * scores, and an iteration was completed, the history weighs killers: each counts four times its own.
 *
 * Killers are the moves that last cut off at a ply [Huberman 1968]. The history counts, for each side, how much search
 * a move has saved anywhere in the tree [Schaeffer 1983]. Both identify a move by its id, a number that the host makes
 * of it.
 */
#ifndef ALPHABETA_ORDERING_H
#define ALPHABETA_ORDERING_H

#include <stdint.h>

#include "../system/memory.h"
#include "../system/constant_rows.h"

/*
 * Move ids with this bit are only indexes in the game's own order. They find the table's move again, but say nothing
 * about other nodes. Move id 0 is no move.
 */
#define AB_MOVE_IS_INDEX 0x80000000u

/* Whether a move that a table names is the successor with this move id and this index: by the one or the other. */
static inline int ab_ordering_is_move(uint32_t named, uint32_t move, uint32_t index)
{
  return named != 0 && (named == move || named == (AB_MOVE_IS_INDEX | (index + 1)));
}

typedef struct ab_candidate {
  double score;      /* the game's, higher is tried earlier */
  uint32_t index;    /* in the game's own order, from 0 */
  uint32_t move;     /* its move id */
  uint32_t priority; /* the table's move, a killer, or what the history says */
} ab_candidate;

/* Makes a candidate of the successor with this index and move id. */
static inline void ab_ordering_init(ab_candidate *candidate, uint32_t index, uint32_t move)
{
  candidate->score = 0;
  candidate->index = index;
  candidate->move = move;
  candidate->priority = 0;
}

/* Exchanges two candidates, which may be one. */
static inline void ab_ordering_swap(ab_candidate *a, ab_candidate *b)
{
  ab_candidate kept = *a;
  *a = *b;
  *b = kept;
}

/* Two moves that last cut off at a ply, the later one first. */
typedef struct ab_killers {
  uint32_t moves[2];
} ab_killers;

typedef struct ab_ordering {
  ab_candidate *candidates;
  size_t capacity;   /* in candidates */
  uint32_t *history; /* history scores by side and move id, NULL when there is none */
  unsigned learns;   /* what is read and written, if there is memory for it: AB_LEARNS_... */
} ab_ordering;

/* Makes the memory that `learns`, AB_LEARNS_..., needs, unless it is there. Returns 0 when there is not enough. */
AB_FUNC int ab_ordering_make_memory(ab_ordering *ordering, unsigned learns, const ab_memory *memory);

/* Gives all memory back. */
AB_FUNC void ab_ordering_free(ab_ordering *ordering, const ab_memory *memory);

/* A new search begins: halves the counters of the history. */
AB_FUNC void ab_ordering_start(ab_ordering *ordering, unsigned learns);

/* A node, as the look-up and the records of what was learned of moves need it. */
typedef struct ab_ordering_node {
  int side;            /* whose turn it is: 0 or 1 */
  int32_t depth;       /* plies left */
  ab_killers *killers; /* of its ply, NULL if there are none */
} ab_ordering_node;

/* How killers are ranked. */
typedef enum ab_killer_rank {
  AB_KILLERS_FIRST,  /* before all other moves */
  AB_KILLERS_WEIGHED /* by the history, if there is one; else before all other moves */
} ab_killer_rank;

/*
 * Assigns priorities to the candidates of a node that begin at `first`, from the `nth` of the `count` on, whose indexes
 * and move ids are there. `table_move` is the table's move or 0. Moves the one that is picked next to `nth`, unless it
 * depends on scores, if the candidates have some or will. Returns how many, from the first on, lie where they are
 * picked.
 */
AB_FUNC uint32_t ab_ordering_assign_priorities(ab_ordering *ordering, size_t first, uint32_t count,
                                               uint32_t nth, const ab_ordering_node *node,
                                               uint32_t table_move, ab_killer_rank rank, int has_scores);

/* Sorts the candidates from the `nth` on into the order in which they are picked. Each pick is then the next one. */
AB_FUNC void ab_ordering_sort(ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth);

/* Assigns priorities: the candidates are picked in the present order, but that with `index` before all others. */
AB_FUNC void ab_ordering_keep_best_first(ab_ordering *ordering, size_t first, uint32_t count, uint32_t index);

/* Whether the next one picked, the `nth`, will be the table's move or a killer: the scores do not matter then. */
AB_FUNC int ab_ordering_is_certain(const ab_ordering *ordering, size_t first, uint32_t count, uint32_t nth);

/* What is known of the scores of candidates. */
typedef enum ab_scoring {
  AB_UNSCORED,   /* there are none: all are 0 */
  AB_SCORES_DUE, /* they are still to be asked for, in the game's own order, which the candidates keep */
  AB_SCORED      /* they are there */
} ab_scoring;

/* Picks the `nth` successor (from 0, in turn) of the `count` candidates from `first`, which stays at the result. */
AB_FUNC const ab_candidate *ab_ordering_pick(ab_ordering *ordering, size_t first, uint32_t count,
                                             uint32_t nth, ab_scoring scoring);

/* A move has cut off at a node: remembers it. */
AB_FUNC void ab_ordering_record_cutoff(ab_ordering *ordering, const ab_ordering_node *node, uint32_t move);

#endif
