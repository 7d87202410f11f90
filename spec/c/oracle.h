/*
 * oracle.h: what a search should find: plain minimax, and expectiminimax at chance nodes.
 *
 * Here nothing is negated: Max and Min are distinguished at every node, and all values are Max's. Nothing is
 * remembered, and nothing is left out.
 */
#ifndef SPEC_ORACLE_H
#define SPEC_ORACLE_H

#include <math.h>

#include "engine.h"
#include "tree.h"

/* What a node is worth to Max. */
typedef struct oracle_score {
  double value;
  int32_t mate_ply; /* the ply of the won game that `value` comes from; -1: it is no won game's */
} oracle_score;

typedef struct oracle {
  const tree *game;
  uint32_t root; /* the node searched from */
  ab_task task;
  oracle_score score;
  int has_move;     /* whether the root has a best successor */
  int forgets_turn; /* whether keys do; to be set before, like the positions that count as before the root */
  const uint32_t *past;
  size_t past_count;
  uint32_t path[AB_DEPTH_MAX + 1];
  int32_t plies[AB_DEPTH_MAX + 1]; /* decisions on the way to each node of the path */
  int32_t throws;                  /* chance nodes on the way to the current node */
} oracle;

/* Whether Max is to move at node `at`. */
static inline int oracle_is_maxs(const oracle *o, uint32_t at, int32_t ply)
{
  const tree_node *nodes = o->game->nodes;
  int roots = o->task.host.asks_turn ? nodes[at].roots_turn == nodes[o->root].roots_turn : ply % 2 == 0;
  return roots != o->task.root.minimizing;
}

/* Whether two nodes show the same position with the same player to move, as far as a key shows. */
static inline int oracle_is_same(const oracle *o, uint32_t a, uint32_t b)
{
  const tree_node *nodes = o->game->nodes;
  return nodes[a].position == nodes[b].position &&
         (o->forgets_turn || nodes[a].roots_turn == nodes[b].roots_turn);
}

/* Whether node `at` repeats a position of the path to it. */
static inline int oracle_is_repetition(const oracle *o, uint32_t at, int32_t ply)
{
  int32_t earlier;
  size_t i;
  if (!o->task.repetition.is_scored || at == o->root) return 0;
  for (earlier = 0; earlier < ply + o->throws; earlier++)
    if (oracle_is_same(o, o->path[earlier], at) &&
        oracle_is_maxs(o, o->path[earlier], o->plies[earlier]) == oracle_is_maxs(o, at, ply))
      return 1;
  for (i = 0; i < o->past_count; i++)
    if (oracle_is_same(o, o->past[i], at)) return 1;
  return 0;
}

/* Evaluates node `at`. */
static inline oracle_score oracle_evaluate(const oracle *o, uint32_t at, int32_t ply)
{
  oracle_score score = {o->game->nodes[at].value, -1};
  if (fabs(score.value) >= o->task.values.win && o->task.values.win < HUGE_VAL) {
    score.value = copysign(o->task.values.win - ply, score.value);
    score.mate_ply = ply;
  }
  if (o->task.view == AB_VIEW_MOVER && !oracle_is_maxs(o, at, ply)) score.value = -score.value;
  return score;
}

/* Whether a node with `left` plies left belongs to the quiescence: its player may leave all as it is. */
static inline int oracle_is_quiet(const oracle *o, int32_t left)
{
  return left <= 0 && o->task.techniques.quiescence > -left;
}

/* How many successors node `at` has: in the quiescence, the noisy ones. */
static inline uint32_t oracle_count(const oracle *o, uint32_t at, int32_t left)
{
  return left > 0 ? o->game->nodes[at].count : o->game->nodes[at].noisy;
}

/*
 * Comes to node `at`. Returns whether it is worth something without a look at its successors, which is then in
 * `*score`; in the quiescence, its stand-pat value is there in any case.
 */
static inline int oracle_is_settled(oracle *o, uint32_t at, int32_t ply, int32_t left, oracle_score *score)
{
  o->path[ply + o->throws] = at;
  o->plies[ply + o->throws] = ply;
  if (left > 0 && oracle_is_repetition(o, at, ply)) {
    score->value = o->task.repetition.value;
    score->mate_ply = -1;
    return 1;
  }
  if (left > 0 && oracle_count(o, at, left) > 0) return 0;
  *score = oracle_evaluate(o, at, ply);
  return !oracle_is_quiet(o, left) || oracle_count(o, at, left) == 0;
}

static inline oracle_score oracle_minimax(oracle *o, uint32_t at, int32_t ply, int32_t left);

/* The means of what outcomes are worth, taken one after the other. */
typedef struct oracle_mean {
  double sum, all, least, most;
  int32_t mate_ply; /* the ply of the won games that they all are, if they are; -1 */
} oracle_mean;

static inline oracle_mean oracle_mean_of_none(void)
{
  oracle_mean mean = {0, 0, HUGE_VAL, -HUGE_VAL, -1};
  return mean;
}

/* Takes an outcome. */
static inline void oracle_take(oracle_mean *mean, double probability, double value, int32_t mate_ply)
{
  mean->mate_ply = mean->all == 0 || mate_ply == mean->mate_ply ? mate_ply : -1;
  mean->sum += probability * value;
  mean->all += probability;
  mean->least = fmin(mean->least, value);
  mean->most = fmax(mean->most, value);
}

/* What the outcomes taken are worth together; games won by the one and by the other player make no won game. */
static inline oracle_score oracle_expectation(const oracle_mean *mean)
{
  oracle_score score;
  score.value = fmin(fmax(mean->sum / mean->all, mean->least), mean->most);
  score.mate_ply = mean->least == mean->most ? mean->mate_ply : -1;
  return score;
}

/* The value of the chance node `at`: the outcomes have as many plies left as it has. */
static inline oracle_score oracle_expect(oracle *o, uint32_t at, int32_t ply, int32_t left)
{
  const tree_node *node = o->game->nodes + at;
  oracle_mean mean = oracle_mean_of_none();
  uint32_t i;
  o->throws++;
  for (i = 0; i < node->count; i++) {
    double probability = o->game->nodes[node->first + i].probability;
    if (probability > 0) {
      oracle_score score = oracle_minimax(o, node->first + i, ply, left);
      oracle_take(&mean, probability, score.value, score.mate_ply);
    }
  }
  o->throws--;
  return oracle_expectation(&mean);
}

/* Plain minimax, to `left` plies below `at`; expectiminimax [Michie 1966], at chance nodes. */
static inline oracle_score oracle_minimax(oracle *o, uint32_t at, int32_t ply, int32_t left)
{
  uint32_t first = o->game->nodes[at].first, count = oracle_count(o, at, left), i;
  int maxs = oracle_is_maxs(o, at, ply);
  oracle_score best;
  if (at == o->root) o->has_move = 0;
  if (oracle_is_settled(o, at, ply, left, &best)) return best;
  if (o->task.host.has_chance_nodes && o->game->nodes[at].is_chance && left > 0)
    return oracle_expect(o, at, ply, left);
  for (i = 0; i < count; i++) {
    oracle_score score = oracle_minimax(o, first + i, ply + 1, left - 1);
    if ((i == 0 && left > 0) || (maxs ? score.value > best.value : score.value < best.value)) {
      best = score;
      if (at == o->root) o->has_move = 1;
    }
  }
  return best;
}

/*
 * Finds what node `root` of `game` is worth to all that `task` asks for, to `depth` plies; `o` is blank or was used
 * before.
 */
static inline void oracle_search(oracle *o, const tree *game, uint32_t root, const ab_task *task,
                                 int32_t depth)
{
  o->game = game;
  o->root = root;
  o->task = *task;
  o->throws = 0;
  o->score = oracle_minimax(o, root, 0, depth);
}

#endif
