/*
 * random_tree.h: games that are trees unfolded from random positions that several lines lead to; and what makes their
 * values fit a search.
 */
#ifndef SPEC_RANDOM_TREE_H
#define SPEC_RANDOM_TREE_H

#include <float.h>
#include <math.h>

#include "rng.h"
#include "tree.h"

/* The least double above 0. */
#define TREE_LEAST 4.9406564584124654e-324

/* How a random tree grows. */
typedef struct shape {
  int depth, width;   /* the most of each */
  int least;          /* successors of an inner node that has any */
  int over_percent;   /* inner nodes without successors */
  int extra_percent;  /* players who move again */
  int chance_percent; /* inner nodes that are chance nodes */
  double palette[4];  /* the values there are */
} shape;

/*
 * Writes the probabilities of `count` outcomes to `probabilities`, their sum being 1 as nearly as doubles have it, or
 * as the host allows: powers of a half, equal ones, those of dice, some of 0, hardly any.
 */
static inline void tree_probabilities(rng *r, double *probabilities, uint32_t count)
{
  int kind = rng_below(r, 6), weights[8], sum = 0;
  uint32_t i, likely = (uint32_t)rng_below(r, (int)count);
  for (i = 0; i < count; i++) {
    weights[i] = kind == 2 ? 1 + rng_below(r, 6) : rng_below(r, 3);
    if (i == likely) weights[i]++;
    sum += weights[i];
  }
  for (i = 0; i < count; i++) {
    if (kind == 0) probabilities[(i + likely) % count] = ldexp(1, -(int)(i + 1 < count ? i + 1 : i));
    if (kind == 1) probabilities[i] = 1.0 / count;
    if (kind == 2 || kind == 3) probabilities[i] = (double)weights[i] / sum;
    if (kind == 4) probabilities[i] = i == likely ? 1 : 1e-12;
    if (kind == 5) probabilities[i] = 1.0000005 / count;
  }
}

/*
 * A shape with 1 to 4 distinct values, infinities and zeros of both signs too, up to 40 % extra turns. One in four has
 * values with hardly another double between them, or none.
 */
static inline shape tree_random_shape(rng *r)
{
  static const double plain[11] = {-HUGE_VAL, -9, -8, -1, -0.0, 0, 1, 2, 8, 9, HUGE_VAL};
  static const double close[11] = {-HUGE_VAL, -DBL_MAX,        -1,      -TREE_LEAST, -0.0, 0, TREE_LEAST,
                                   1,         1 + DBL_EPSILON, DBL_MAX, HUGE_VAL};
  shape s;
  const double *values = rng_happens(r, 25) ? close : plain;
  int distinct = 1 + rng_below(r, 4), i;
  s.depth = rng_below(r, 9);
  s.width = 2 + rng_below(r, s.depth > 6 ? 2 : 4);
  s.least = 1;
  s.over_percent = rng_below(r, 20);
  s.extra_percent = rng_below(r, 41);
  s.chance_percent = 0;
  for (i = 0; i < 4; i++) s.palette[i] = i < distinct ? values[rng_below(r, 11)] : s.palette[i % distinct];
  return s;
}

/* A shape for positions that several lines lead to: mostly deep, so that many do. */
static inline shape tree_deep_shape(rng *r)
{
  shape s = tree_random_shape(r);
  if (rng_happens(r, 30)) return s;
  s.depth = 5 + rng_below(r, 4);
  s.width = s.depth > 6 ? 3 : 2 + rng_below(r, 3);
  s.least = 2;
  s.over_percent /= 4;
  return s;
}

/* The levels of a random shape, the end of the game being one, and the positions of a level. */
#define TREE_LEVELS 9
#define TREE_POSITIONS 5

/* A position that several lines lead to, some of them longer than others. */
typedef struct position {
  double values[2]; /* by whether the player of the root moves */
  double score;
  int is_extra; /* whether who moved before moves again */
  uint32_t successors[6], count, noisy;
  uint32_t shift; /* of the numbers of its moves */
  int is_chance;
  double probabilities[6];
} position;

/*
 * Makes up a position of `level`. Moves lead to levels below, which are nearer to the end of the game, and with
 * `back_percent` to its own or the next one above.
 */
static inline position tree_random_position(rng *r, const shape *s, int level, int back_percent)
{
  position p;
  uint32_t i;
  p.values[0] = s->palette[rng_below(r, 4)];
  p.values[1] = s->palette[rng_below(r, 4)];
  p.score = rng_below(r, 4);
  p.is_extra = rng_happens(r, s->extra_percent);
  p.count = (uint32_t)(s->least + rng_below(r, s->width - s->least + 1));
  if (level == 0 || rng_happens(r, s->over_percent)) p.count = 0;
  p.noisy = (uint32_t)rng_below(r, (int)p.count + 1);
  p.shift = (uint32_t)rng_below(r, 8);
  p.is_chance = p.count > 0 && s->chance_percent > 0 && rng_happens(r, s->chance_percent);
  if (p.is_chance) tree_probabilities(r, p.probabilities, p.count);
  for (i = 0; i < p.count; i++) {
    int to = rng_happens(r, 70) ? level - 1 : rng_below(r, level);
    if (rng_happens(r, back_percent)) to = level < s->depth ? level + rng_below(r, 2) : level;
    p.successors[i] = (uint32_t)(to * TREE_POSITIONS + rng_below(r, TREE_POSITIONS));
  }
  return p;
}

/* Makes node `at`, whose turn is known, show position number `shown`, with at most `depth` plies behind it. */
static inline void tree_unfold_node(tree *t, uint32_t at, const position *positions, uint32_t shown,
                                    int depth)
{
  const position *p = positions + shown;
  uint32_t first, i;
  t->nodes[at].position = shown;
  t->nodes[at].value = p->values[t->nodes[at].roots_turn];
  t->nodes[at].score = p->score;
  if (p->count == 0 || depth == 0) return;
  first = tree_branch(t, at, p->count);
  t->nodes[at].noisy = p->noisy;
  if (p->is_chance) tree_throw(t, at, p->probabilities);
  for (i = 0; i < p->count; i++) {
    t->nodes[first + i].move = 1 + (i + p->shift) % 8;
    if (positions[p->successors[i]].is_extra) t->nodes[first + i].roots_turn = t->nodes[at].roots_turn;
    tree_unfold_node(t, first + i, positions, p->successors[i], depth - 1);
  }
}

/* How random positions are connected. */
typedef struct weave {
  int alternates;     /* whether turns do, in any case */
  int back_percent;   /* moves that lead away from the end, so that positions repeat */
  int chance_percent; /* positions that are chance nodes; not where positions repeat */
} weave;

/* Makes `t` all lines through random positions of a shape, where `back_percent` of the moves lead back. */
static inline void tree_unfold_shape(tree *t, rng *r, const shape *s, int back_percent)
{
  position positions[TREE_LEVELS * TREE_POSITIONS];
  int level, i;
  for (level = 0; level <= s->depth; level++)
    for (i = 0; i < TREE_POSITIONS; i++)
      positions[level * TREE_POSITIONS + i] = tree_random_position(r, s, level, back_percent);
  tree_plant(t);
  tree_unfold_node(t, 0, positions, (uint32_t)(s->depth * TREE_POSITIONS), s->depth);
}

/*
 * Does so with a shape at random. Returns how many plies it has at most, and sets `w->alternates` where turns do. Where
 * positions repeat there is no end, and the tree is true to that depth only.
 */
static inline int tree_unfold(tree *t, rng *r, weave *w)
{
  shape s = tree_deep_shape(r);
  if (w->alternates) s.extra_percent = 0;
  s.chance_percent = w->chance_percent;
  w->alternates = s.extra_percent == 0;
  tree_unfold_shape(t, r, &s, w->back_percent);
  return s.depth;
}

/* Makes values from `from` on, of either sign, won games from `win` on. */
static inline void tree_decide(tree *t, double from, double win)
{
  uint32_t i;
  for (i = 0; i < t->count; i++) {
    double value = t->nodes[i].value;
    if (fabs(value) >= from) t->nodes[i].value = copysign(win + (fabs(value) - from), value);
  }
}

/* Makes infinite values finite: they have no mean. */
static inline void tree_tame(tree *t)
{
  uint32_t i;
  for (i = 0; i < t->count; i++)
    if (isinf(t->nodes[i].value)) t->nodes[i].value = copysign(9, t->nodes[i].value);
}

#endif
