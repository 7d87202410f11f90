/*
 * frame.h: one ply of the path, with the functions that need nothing else.
 *
 * A frame holds its window and its values in the view of the player who moves there. Its sign says whether this view is
 * Max's or its negation.
 *
 * The flags of a frame are grouped by how long they last. Each group is reset as a whole, by assignment of its constant
 * below, so a new flag needs no further line.
 */
#ifndef ALPHABETA_FRAME_H
#define ALPHABETA_FRAME_H

#include <stddef.h>
#include <stdint.h>

#include "../system/doubles.h"
#include "ordering.h"
#include "../system/portable.h"

/* Of one search of the node with one window; reset before each re-search. */
typedef struct ab_search_flags {
  char is_scout;     /* the window is a null window, which the parent may have to widen */
  char is_cut_early; /* its value was known before its successors were searched: there is nothing to store */
  short reduced;     /* plies by which it is searched less deep than is due */
  char is_cut;       /* the remaining successors were cut off */
  char is_exact;     /* `value` is the true one, whatever the window */
} ab_search_flags;

/* Of one visit of the node, its re-searches included; reset when the node is entered, at the root in each iteration. */
typedef struct ab_visit_flags {
  char in_star2_probe; /* this chance node is in Star2's probing phase: see chance.h */
  char is_star2_probe; /* this node is an outcome in that phase: only its best successor is tried */
  char is_lower;       /* successors were left out for that reason: `value` is at most the true one */
  char had_null_move;  /* a null move led here, or was tried here, or must not be tried here */
  char in_null_move;   /* the node above on the path is reached by a null move */
  char reached_depth;  /* a line below reached the depth */
  char is_truncated;   /* the depth cut one short: the game is not over there, or it is not known to be */
  char has_stand_pat;  /* quiescence: the player to move need not move, `stand_pat` is valid */
  char knows_end;      /* quiescence: the host has found out whether the game is over here, with the value */
  char is_marked;      /* other searches see which successor is searched: `busy_mark` */
} ab_visit_flags;

/* Of the list of successors; reset when the node is entered, at the root when the search begins. */
typedef struct ab_list_flags {
  char has_turn;          /* who moves is known, and was asked before the successors are known */
  char has_key;           /* the position and its key are known */
  char is_expanded;       /* the successors are known */
  char is_chance;         /* this is a chance node: its successors are outcomes */
  char is_lazy;           /* an iterator yields them, and there may be more than `count` */
  char is_ordered;        /* they are candidates of the ordering */
  char is_scored;         /* they have scores */
  char is_unscored;       /* scores are due before one is picked that has no priority of its own */
  char awaits_table_move; /* successors are taken from the iterator until the table's move is among them */
  char has_bounds;        /* `lowest` and `highest` are the host's bounds */
  char is_finding;        /* only successors found by their move id are known, and they are candidates */
  char wanted_count;      /* how many move ids were asked for */
  char found_bits; /* which of these are successors, one bit each; 0 when all are listed in their order */
} ab_list_flags;

/* How many successors of a node may be found by their move id: the table's move and two killers. */
#define AB_WANTED_MAX 3

typedef struct ab_frame {
  double alpha, beta; /* the window */
  double value;       /* the best so far */
  double lowest,
      highest; /* bounds of the value here, in Max's view: by the task, or by the host's `bounds` here or below */
  double original_alpha; /* alpha as it was when this search of the node began */
  int32_t ply;           /* decisions on the way here */
  int32_t depth;         /* plies left; in quiescence 0, -1, ... */
  uint32_t count;        /* successors; of an iterator, those so far */
  uint32_t next;         /* successors tried so far */
  uint32_t sorted;       /* candidates, from the first on, that lie where they are picked */
  ab_search_flags search;
  signed char sign; /* +1: the view is Max's, -1: Min's */
  ab_visit_flags visit;
  ab_list_flags list;
  int32_t mate_ply; /* the ply, in decisions, of the won game that `value` comes from, -1 for other values */
  int32_t repeated; /* the lowest ply that a position below repeats, -1: before the root, INT32_MAX: none */
  uint32_t move;    /* move id of the successor tried last */
  uint32_t best; /* move id of the one that `value` comes from, or of the table's; 0 when it is not known */
  uint32_t wanted[AB_WANTED_MAX];            /* move ids that `find` has looked for */
  uint32_t player;                           /* who moves here, as the host says it, once that was asked */
  double stand_pat;                          /* quiescence: the evaluation of the node itself */
  size_t first;                              /* index of this node's first candidate, if it is ordered */
  size_t outcomes;                           /* index of its first outcome, at a chance node */
  uint64_t key, position_hash, side_to_move; /* of the position, when keys are asked for: see key.h */
  uint64_t path;                             /* to the node, if there is a refutation table */
  uint64_t busy_mark;                        /* of the successor that is searched: see abdada.h */
  ab_killers killers;                        /* of this ply; they outlive the node */
} ab_frame;

/* The flags at the start of a search, a visit, a list. */
static const ab_search_flags ab_no_search_flags = {0, 0, 0, 0, 0};
static const ab_visit_flags ab_no_visit_flags = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const ab_list_flags ab_no_list_flags = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

/* Turns the view of `frame` to that of the player with `sign`, which may be the view it has. */
static inline void ab_frame_turn(ab_frame *frame, int sign)
{
  ab_assert(sign == 1 || sign == -1);
  if (frame->sign != sign) {
    double alpha = frame->alpha;
    frame->alpha = -frame->beta;
    frame->beta = -alpha;
    frame->sign = (signed char)sign;
  }
}

/* The value of the node above `frame` on the path, in the view of `frame`. */
static inline double ab_frame_child_value(const ab_frame *frame)
{
  return frame[1].sign == frame->sign ? frame[1].value : -frame[1].value;
}

/* Whether `value` was that of the node already when its last successor was tried. */
static inline int ab_frame_had_value(const ab_frame *frame)
{
  return frame->next > 1 || frame->visit.has_stand_pat;
}

/* Whether there may be successors that were not tried: an iterator, or those found by their ids, may be all. */
static inline int ab_frame_has_more(const ab_frame *frame)
{
  return frame->next < frame->count || frame->list.is_lazy || frame->list.is_finding;
}

#endif
