/*
 * frame.h: one ply of the path, and what can be said of it alone.
 *
 * A frame sees its window and its values with the eyes of the player who moves there; its sign tells whether these
 * are Max's or their negation.
 */
#ifndef ALPHABETA_FRAME_H
#define ALPHABETA_FRAME_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ordering.h"

typedef struct ab_frame {
  double alpha, beta;  /* the window */
  double original_alpha; /* alpha as it was when the node was entered */
  double value;        /* the best so far */
  double stand_pat;    /* quiescence: what the node is worth as it stands */
  size_t first;        /* where this node's candidates begin, when it is ordered */
  size_t outcomes;     /* where its outcomes begin, when luck moves */
  uint64_t key, name;  /* of the position, when keys are asked for */
  ab_killers killers;  /* of this ply; they outlive the node */
  int32_t ply;         /* decisions on the way here */
  int32_t end;         /* the ply, in decisions, of the won game that `value` comes from, -1 for other values */
  int32_t depth;       /* plies left; in quiescence 0, -1, ... */
  int32_t repeated;    /* the lowest ply that a position below repeats, -1: before the root, INT32_MAX: none */
  uint32_t count;      /* successors, so far where they are drawn one by one */
  uint32_t next;       /* successors tried so far */
  uint32_t move;       /* identity of the successor tried last */
  uint32_t player;     /* max^n: who moves here */
  uint32_t best;       /* identity of the one that `value` comes from, or of the table's; 0 when it is not known */
  signed char sign;    /* +1: the view is Max's, -1: Min's */
  char is_scout;       /* whether its window is a null window that its parent may have to widen */
  char is_reduced;     /* whether it is tried with less depth than is due */
  char is_chance;      /* whether luck moves here; its successors are outcomes */
  char is_probing;     /* whether its outcomes are being probed, for Star2 */
  char is_probe;       /* whether it is such an outcome: its best successor alone is tried */
  char is_partial;     /* whether others were therefore left out: `value` is at most the true one */
  char has_turn;       /* whether AB_ASK_TURN was answered for this node */
  char had_null_move;     /* whether it comes of passing, or passing was tried here */
  char has_horizon;    /* whether the depth cut a line short below */
  char is_expanded;    /* whether its successors are known */
  char is_lazy;        /* whether there may be more than `count`, to be drawn one by one */
  char is_ordered;     /* whether they are candidates of the ordering */
  char is_unscored;    /* whether AB_ASK_SCORES is due before one is picked that has no merit of its own */
  char awaits_table_move;     /* whether successors are drawn until the table's is among them */
  char in_null_move;     /* whether the node above it on the path comes of passing here */
  char is_cut;         /* whether the rest was cut off */
  char is_exact;       /* whether `value` is the true one, whatever the window */
  char has_stand_pat;         /* whether its player need not move and has `standing` */
} ab_frame;

/* The next double above `value`, which is not HUGE_VAL. */
static inline double ab_next_above(double value)
{
  int64_t bits;
  if (value == 0) return 4.9406564584124654e-324;
  memcpy(&bits, &value, sizeof bits);
  bits += value > 0 ? 1 : -1;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* The next double below `value`, which is not -HUGE_VAL. */
static inline double ab_next_below(double value)
{
  return -ab_next_above(-value);
}

/* Makes `frame` see with the eyes of `sign`; until now it saw with other eyes, or the same. */
static inline void ab_frame_turn(ab_frame *frame, int sign)
{
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

/* Whether successors are left that were not tried; those that are drawn one by one may turn out to be none. */
static inline int ab_frame_has_more(const ab_frame *frame)
{
  return frame->next < frame->count || frame->is_lazy;
}

#endif
