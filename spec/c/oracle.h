/*
 * oracle.h: what a search should find and visit, by the recursions of the textbooks.
 *
 * Here nothing is negated: Max and Min are told apart at every node, and all values are Max's.
 */
#ifndef SPEC_ORACLE_H
#define SPEC_ORACLE_H

#include "engine.h"
#include "sequence.h"
#include "tree.h"

/* The widest node that is sorted. */
#define ORACLE_WIDTH 16

/* What a node is worth to Max. */
typedef struct oracle_score {
  double value;
  int32_t end; /* the ply of the won game that `value` comes from; -1: it is no won game's */
} oracle_score;

typedef struct oracle {
  const tree *game;
  ab_task task;
  int32_t depth; /* of the current iteration */
  int horizon;   /* whether it was cut short by the depth */
  oracle_score score;
  ab_reason reason;
  ab_counters counters;
  sequence evaluated;
  sequence line;  /* from the root, of the last iteration */
  uint32_t *best; /* successor of each node; NO_NODE: none */
} oracle;

/* Whether `a` is better than `b` for the player who moves. */
static inline int oracle_prefers(int maxs, double a, double b)
{
  return maxs ? a > b : a < b;
}

/* Whether Max is to move at node `at`. */
static inline int oracle_is_maxs(const oracle *o, uint32_t at, int32_t ply)
{
  int roots = o->task.asks_turn ? o->game->nodes[at].roots_turn : ply % 2 == 0;
  return roots != o->task.minimizing;
}

/* Whether node `at` has to be evaluated; counts it. */
static inline int oracle_is_leaf(oracle *o, uint32_t at, int32_t ply)
{
  o->counters.nodes++;
  o->best[at] = NO_NODE;
  if (ply == o->depth) o->horizon = 1;
  return ply == o->depth || o->game->nodes[at].count == 0;
}

/* Evaluates node `at`. */
static inline oracle_score oracle_evaluate(oracle *o, uint32_t at, int32_t ply)
{
  oracle_score score;
  score.value = o->game->nodes[at].value;
  score.end = fabs(score.value) >= o->task.win && o->task.win < HUGE_VAL ? ply : -1;
  if (score.end >= 0) score.value = copysign(o->task.win - ply, score.value);
  if (o->task.view == AB_VIEW_MOVER && !oracle_is_maxs(o, at, ply)) score.value = -score.value;
  o->counters.evaluations++;
  sequence_add(&o->evaluated, at);
  return score;
}

/* Writes the successors of `at` to `order`, as they are to be tried. */
static inline uint32_t oracle_order(const oracle *o, uint32_t at, uint32_t order[ORACLE_WIDTH])
{
  const tree_node *node = o->game->nodes + at;
  uint32_t i, place;
  if (node->count > ORACLE_WIDTH) abort();
  for (i = 0; i < node->count; i++) {
    double score = o->game->nodes[node->first + i].score;
    place = i;
    for (; o->task.asks_scores && place > 0 && o->game->nodes[order[place - 1]].score < score; place--)
      order[place] = order[place - 1];
    order[place] = node->first + i;
  }
  return node->count;
}

/* Plain minimax. */
static inline oracle_score oracle_minimax(oracle *o, uint32_t at, int32_t ply)
{
  uint32_t order[ORACLE_WIDTH], count, i;
  int maxs = oracle_is_maxs(o, at, ply);
  oracle_score best = {0, -1};
  if (oracle_is_leaf(o, at, ply)) return oracle_evaluate(o, at, ply);
  count = oracle_order(o, at, order);
  for (i = 0; i < count; i++) {
    oracle_score score = oracle_minimax(o, order[i], ply + 1);
    if (i == 0 || oracle_prefers(maxs, score.value, best.value)) {
      best = score;
      o->best[at] = order[i];
    }
  }
  return best;
}

/* Alpha-beta. The fail-hard form takes no value from outside the window, so that only its bounds are left. */
static inline oracle_score oracle_alphabeta(oracle *o, uint32_t at, int32_t ply, double alpha, double beta)
{
  uint32_t order[ORACLE_WIDTH], count, i;
  int maxs = oracle_is_maxs(o, at, ply);
  oracle_score best;
  if (oracle_is_leaf(o, at, ply)) return oracle_evaluate(o, at, ply);
  best.value = o->task.fail_hard ? (maxs ? alpha : beta) : (maxs ? -HUGE_VAL : HUGE_VAL);
  best.end = -1;
  count = oracle_order(o, at, order);
  for (i = 0; i < count; i++) {
    oracle_score score = oracle_alphabeta(o, order[i], ply + 1, alpha, beta);
    if (i == 0) o->best[at] = order[0];
    if (oracle_prefers(maxs, score.value, best.value)) o->best[at] = order[i];
    if (oracle_prefers(maxs, score.value, best.value) || (i == 0 && score.value == best.value)) best = score;
    if (maxs && best.value > alpha) alpha = best.value;
    if (!maxs && best.value < beta) beta = best.value;
    if (alpha >= beta) {
      if (i + 1 < count) o->counters.cutoffs++;
      break;
    }
  }
  return best;
}

/* Counts the nodes at the depth. */
static inline void oracle_perft(oracle *o, uint32_t at, int32_t ply)
{
  const tree_node *node = o->game->nodes + at;
  uint32_t i;
  if (oracle_is_leaf(o, at, ply)) {
    if (ply == o->depth) o->counters.leaves++;
    return;
  }
  for (i = 0; i < node->count; i++) oracle_perft(o, node->first + i, ply + 1);
}

/* Searches to the current depth. */
static inline void oracle_iterate(oracle *o)
{
  uint32_t at;
  o->horizon = 0;
  if (o->task.algorithm == AB_PERFT)
    oracle_perft(o, 0, 0);
  else if (o->task.algorithm == AB_MINIMAX)
    o->score = oracle_minimax(o, 0, 0);
  else
    o->score = oracle_alphabeta(o, 0, 0, o->task.alpha, o->task.beta);
  if (o->task.fail_hard) o->score.value = fmin(fmax(o->score.value, o->task.alpha), o->task.beta);
  o->line.count = 0;
  for (at = o->best[0]; at != NO_NODE; at = o->best[at]) sequence_add(&o->line, at);
}

/* Does `task`, without its limits in nodes and time, on `game`; `o` is blank or was used before. */
static inline void oracle_search(oracle *o, const tree *game, const ab_task *task)
{
  static const ab_counters none = {0, 0, 0, 0};
  o->game = game;
  o->task = *task;
  o->counters = none;
  o->evaluated.count = 0;
  o->best = realloc(o->best, game->count * sizeof *o->best);
  if (o->best == NULL) abort();
  o->depth = task->deepening && task->depth > 0 ? 1 : task->depth;
  for (oracle_iterate(o); o->horizon && o->depth < task->depth; oracle_iterate(o)) o->depth++;
  o->reason = o->horizon ? AB_REASON_DEPTH : game->nodes[0].count == 0 ? AB_REASON_OVER : AB_REASON_SOLVED;
}

static inline void oracle_free(oracle *o)
{
  free(o->best);
  sequence_free(&o->evaluated);
  sequence_free(&o->line);
  memset(o, 0, sizeof *o);
}

#endif
