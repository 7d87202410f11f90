/*
 * oracle.h: what a search should find and visit, by the recursions of the textbooks.
 *
 * Here nothing is negated: Max and Min are distinguished at every node, and all values are Max's. Nothing is
 * remembered, either: there is no table, and no order but the game's own and its scores.
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
  int32_t end;       /* the ply of the won game that `value` comes from; -1: it is no won game's */
  int exact;         /* whether that is known to be its value whatever the window was */
  int has_null_move; /* whether a null move was tried there */
  int partial;       /* whether but one successor was tried: to its player, the node is worth at least that */
  int final; /* whether that is so whatever the depth was, too, because the game is over or a position came back */
} oracle_score;

typedef struct oracle {
  const tree *game;
  uint32_t root; /* the node searched from */
  ab_task task;
  int32_t depth; /* of the current iteration */
  int horizon;   /* whether it was cut short by the depth: somewhere there the game was not over */
  oracle_score score;
  double before[2]; /* the values before the last iteration's, the later first; NaN for none */
  ab_reason reason;
  ab_counters counters;
  sequence evaluated;
  sequence line;               /* from the root, of the last iteration */
  uint32_t *best;              /* successor of each node; NO_NODE: none */
  uint32_t promoted;           /* the root's successor that is tried first; NO_NODE: as the others */
  uint32_t kept[ORACLE_WIDTH]; /* the root's successors, as they were tried last */
  int forgets_turn; /* whether keys do; to be set before, like the positions that count as before the root */
  const uint32_t *past;
  size_t past_count;
  uint32_t path[AB_DEPTH_MAX + 1];
  int32_t plies[AB_DEPTH_MAX + 1]; /* decisions on the way to each node of the path */
  int32_t throws;                  /* chance nodes on the way to the current node */
} oracle;

/* Whether `a` is better than `b` for the player who moves. */
static inline int oracle_prefers(int maxs, double a, double b)
{
  return maxs ? a > b : a < b;
}

/* Whether Max is to move at node `at`. */
static inline int oracle_is_maxs(const oracle *o, uint32_t at, int32_t ply)
{
  const tree_node *nodes = o->game->nodes;
  int roots = o->task.asks_turn ? nodes[at].roots_turn == nodes[o->root].roots_turn : ply % 2 == 0;
  return roots != o->task.minimizing;
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
  if (!o->task.scores_repetition || at == o->root) return 0;
  for (earlier = 0; earlier < ply + o->throws; earlier++)
    if (oracle_is_same(o, o->path[earlier], at) &&
        oracle_is_maxs(o, o->path[earlier], o->plies[earlier]) == oracle_is_maxs(o, at, ply))
      return 1;
  for (i = 0; i < o->past_count; i++)
    if (oracle_is_same(o, o->past[i], at)) return 1;
  return 0;
}

/* Evaluates node `at`; it is not counted where the engine knows the value `again`. */
static inline oracle_score oracle_evaluate(oracle *o, uint32_t at, int32_t ply, int again)
{
  oracle_score score;
  score.value = o->game->nodes[at].value;
  score.end = fabs(score.value) >= o->task.win && o->task.win < HUGE_VAL ? ply : -1;
  if (score.end >= 0) score.value = copysign(o->task.win - ply, score.value);
  if (o->task.view == AB_VIEW_MOVER && !oracle_is_maxs(o, at, ply)) score.value = -score.value;
  score.exact = 1;
  score.final = score.has_null_move = score.partial = 0;
  if (again) return score;
  o->counters.evaluations++;
  sequence_add(&o->evaluated, at);
  return score;
}

/* Whether a node with `left` plies left belongs to the quiescence: its player may leave all as it is. */
static inline int oracle_is_quiet(const oracle *o, int32_t left)
{
  return left <= 0 && o->task.quiescence > -left;
}

/* How many successors node `at` has: in the quiescence, the noisy ones. */
static inline uint32_t oracle_count(const oracle *o, uint32_t at, int32_t left)
{
  return left > 0 ? o->game->nodes[at].count : o->game->nodes[at].noisy;
}

/* A window, in Max's view. */
typedef struct oracle_window {
  double alpha, beta;
} oracle_window;

/*
 * Whether all values that are possible at a node, where the game is not over before ply `end`, lie on one side of `w`.
 * The nearest of them is then in `*score`.
 */
static inline int oracle_is_bounded_out(const oracle *o, uint32_t at, int32_t end, const oracle_window *w,
                                        oracle_score *score)
{
  double most = fmin(o->task.win - end, o->task.value_max),
         least = fmax(end - o->task.win, o->task.value_min);
  if (at == o->root || (w->alpha < most && w->beta > least)) return 0;
  memset(score, 0, sizeof *score);
  score->value = w->alpha >= most ? most : least;
  score->end = -1;
  return 1;
}

/* Whether the game is known to be over at node `at`, at the full depth; for the root, only if the task asks. */
static inline int oracle_is_end(const oracle *o, uint32_t at)
{
  return o->game->nodes[at].count == 0 && (at != o->root || o->task.asks_end);
}

/*
 * Comes to node `at`, maybe `again`, with window `w` or NULL. Returns whether it is worth something without a look at
 * its successors, which is then in `*score`; in the quiescence, its stand-pat value is there in any case.
 */
static inline int oracle_is_settled(oracle *o, uint32_t at, int32_t ply, int32_t left, int again,
                                    const oracle_window *w, oracle_score *score)
{
  o->path[ply + o->throws] = at;
  o->plies[ply + o->throws] = ply;
  if (!again) o->counters.nodes++;
  o->best[at] = NO_NODE;
  if (left <= 0 && !oracle_is_end(o, at)) o->horizon = 1;
  if (left > 0 && oracle_is_repetition(o, at, ply)) {
    score->value = o->task.repetition;
    score->end = -1;
    score->has_null_move = score->partial = 0;
    score->exact = score->final = 1;
    return 1;
  }
  if (left > 0 && w != NULL && o->task.asks_enter && oracle_is_bounded_out(o, at, ply, w, score)) return 1;
  if (left > 0 && oracle_count(o, at, left) > 0) return 0;
  *score = oracle_evaluate(o, at, ply, again);
  score->final = left > 0;
  return !oracle_is_quiet(o, left) || oracle_count(o, at, left) == 0;
}

/* The most that Max, or the least that Min can get where that player moves at `ply` and the game is not over. */
static inline double oracle_limit(const oracle *o, int maxs, int32_t ply)
{
  double win = o->task.win - (ply + 1);
  return maxs ? fmin(win, o->task.value_max) : fmax(-win, o->task.value_min);
}

/* Puts node `first` before all others of `order`. */
static inline void oracle_promote(uint32_t order[ORACLE_WIDTH], uint32_t first)
{
  uint32_t i = 0, moved = first;
  do {
    uint32_t next = order[i];
    order[i++] = moved;
    moved = next;
  } while (moved != first);
}

/*
 * Writes the first `count` successors of `at` to `order`, as they are to be tried: at the root as in the last iteration
 * but the best of that first. Scores count where successors are no leaves, when the depth is `due`.
 */
static inline void oracle_order(oracle *o, uint32_t at, uint32_t count, int32_t due,
                                uint32_t order[ORACLE_WIDTH])
{
  const tree_node *node = o->game->nodes + at;
  int has_leaves = due < AB_ORDER_DEPTH && o->task.quiescence == 0;
  int has_scores = o->task.asks_scores && (at == o->root || !has_leaves);
  uint32_t i, place;
  if (count > ORACLE_WIDTH) abort();
  if (at == o->root && o->promoted != NO_NODE) {
    oracle_promote(o->kept, o->promoted);
    memcpy(order, o->kept, sizeof o->kept);
    return;
  }
  for (i = 0; i < count; i++) {
    double score = o->game->nodes[node->first + i].score;
    place = i;
    for (; has_scores && place > 0 && o->game->nodes[order[place - 1]].score < score; place--)
      order[place] = order[place - 1];
    order[place] = node->first + i;
  }
  if (at == o->root) memcpy(o->kept, order, sizeof o->kept);
}

static inline oracle_score oracle_minimax(oracle *o, uint32_t at, int32_t ply, int32_t left);

/* The means of what outcomes are worth, taken one after the other. */
typedef struct oracle_mean {
  double sum, all, least, most;
  int32_t end; /* the ply of the won games that they all are, if they are; -1 */
} oracle_mean;

static inline oracle_mean oracle_mean_of_none(void)
{
  oracle_mean mean = {0, 0, HUGE_VAL, -HUGE_VAL, -1};
  return mean;
}

/* Takes an outcome. */
static inline void oracle_take(oracle_mean *mean, double probability, double value, int32_t end)
{
  mean->end = mean->all == 0 || end == mean->end ? end : -1;
  mean->sum += probability * value;
  mean->all += probability;
  mean->least = fmin(mean->least, value);
  mean->most = fmax(mean->most, value);
}

/* What the outcomes taken are worth together; games won by the one and by the other player make no won game. */
static inline oracle_score oracle_expectation(const oracle_mean *mean)
{
  oracle_score score;
  memset(&score, 0, sizeof score);
  score.value = fmin(fmax(mean->sum / mean->all, mean->least), mean->most);
  score.end = mean->least == mean->most ? mean->end : -1;
  score.exact = 1;
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
      oracle_take(&mean, probability, score.value, score.end);
    }
  }
  o->throws--;
  return oracle_expectation(&mean);
}

/* Whether node `at` is searched as a chance node, where `left` plies are left. */
static inline int oracle_is_chance(const oracle *o, uint32_t at, int32_t left)
{
  return o->task.has_chance_nodes && o->game->nodes[at].is_chance && left > 0;
}

/* Plain minimax, to `left` plies below `at`; expectiminimax [Michie 1966], at chance nodes. */
static inline oracle_score oracle_minimax(oracle *o, uint32_t at, int32_t ply, int32_t left)
{
  uint32_t order[ORACLE_WIDTH], count = oracle_count(o, at, left), i;
  int maxs = oracle_is_maxs(o, at, ply);
  oracle_score best;
  if (oracle_is_settled(o, at, ply, left, 0, NULL, &best)) return best;
  if (oracle_is_chance(o, at, left)) return oracle_expect(o, at, ply, left);
  oracle_order(o, at, count, left, order);
  for (i = 0; i < count; i++) {
    oracle_score score = oracle_minimax(o, order[i], ply + 1, left - 1);
    if ((i == 0 && left > 0) || oracle_prefers(maxs, score.value, best.value)) {
      best = score;
      o->best[at] = order[i];
    }
  }
  return best;
}

/* How a node is come to. */
typedef enum oracle_entry {
  ORACLE_REDUCED,
  ORACLE_NEW,
  ORACLE_AGAIN,
  ORACLE_AGAIN_AFTER_NULL,
  ORACLE_BY_NULL_MOVE,
  ORACLE_PROBED
} oracle_entry;

static inline oracle_score oracle_alphabeta(oracle *o, uint32_t at, int32_t ply, int32_t left,
                                            oracle_window w, oracle_entry entry);

/*
 * Searches the `nth` successor (from 0) of a node with `left` plies left where Max moves, or Min. In principal
 * variation search those behind the first are searched with the least window there is, and again where that proves
 * them better; with reductions, late ones are searched less deep, and again likewise.
 */
static inline oracle_score oracle_try(oracle *o, uint32_t at, int32_t ply, int32_t left, int maxs,
                                      uint32_t nth, oracle_window w)
{
  int is_finite = maxs ? w.alpha > -HUGE_VAL : w.beta < HUGE_VAL;
  int scouts = o->task.algorithm == AB_PVS && nth > 0 && is_finite;
  int is_late = left >= AB_REDUCTION_DEPTH && nth >= AB_REDUCTION_MOVES && is_finite;
  int32_t most = left - 2, reduced = o->task.reductions < most ? o->task.reductions : most;
  oracle_window first = w;
  oracle_score score;
  if (scouts && maxs) first.beta = nextafter(w.alpha, HUGE_VAL);
  if (scouts && !maxs) first.alpha = nextafter(w.beta, -HUGE_VAL);
  if (!is_late) reduced = 0;
  score =
      oracle_alphabeta(o, at, ply + 1, left - 1 - reduced, first, reduced > 0 ? ORACLE_REDUCED : ORACLE_NEW);
  if (!oracle_prefers(maxs, score.value, maxs ? w.alpha : w.beta)) return score;
  if (reduced > 0 ? score.final
                  : score.exact || score.value <= w.alpha || score.value >= w.beta ||
                        (first.alpha == w.alpha && first.beta == w.beta))
    return score;
  return oracle_alphabeta(o, at, ply + 1, left - 1, w,
                          score.has_null_move ? ORACLE_AGAIN_AFTER_NULL : ORACLE_AGAIN);
}

/* Whether a null move is tried at a node that is come to by `entry`, and has `left` plies left. */
static inline int oracle_tries_null_move(const oracle *o, uint32_t at, int32_t left, int maxs,
                                         oracle_window w, oracle_entry entry)
{
  return o->task.null_move > 0 && at != o->root && left > o->task.null_move && entry <= ORACLE_AGAIN &&
         !isinf(maxs ? w.beta : w.alpha);
}

/* Whether a null move is already too good for the window: it is worth `*value`. It leads where the first move does. */
static inline int oracle_is_null_cut(oracle *o, uint32_t at, int32_t ply, int32_t left, int maxs,
                                     oracle_window w, double *value)
{
  double bound = maxs ? w.beta : w.alpha;
  w.alpha = maxs ? nextafter(w.beta, -HUGE_VAL) : w.alpha;
  w.beta = maxs ? w.beta : nextafter(w.alpha, HUGE_VAL);
  *value = oracle_alphabeta(o, o->game->nodes[at].first, ply + 1, left - 1 - o->task.null_move, w,
                            ORACLE_BY_NULL_MOVE)
               .value;
  if (oracle_prefers(maxs, bound, *value)) return 0;
  o->counters.cutoffs++;
  return 1;
}

/* The bounds of an outcome's value. */
typedef struct oracle_bounds {
  double lower, upper;
} oracle_bounds;

/*
 * The sum of the others' upper bounds, or lower ones, for outcome `but` of node `at`; by `*width` a window is then
 * wider than Ballard's formula has it, because of what is rounded: as the engine makes it, so that both are the same
 * to the last double.
 */
static inline double oracle_others(const oracle *o, uint32_t at, const oracle_bounds *bounds, uint32_t but,
                                   int is_upper, double edge, double *width)
{
  const tree_node *node = o->game->nodes + at;
  double sum = 0;
  uint32_t i;
  *width = 0;
  for (i = 0; i < node->count; i++) {
    double probability = o->game->nodes[node->first + i].probability;
    if (i == but || probability == 0) continue;
    sum += probability * (is_upper ? bounds[i].upper : bounds[i].lower);
    *width += fabs(probability * (is_upper ? bounds[i].upper : bounds[i].lower));
  }
  *width = (*width + fabs(edge)) * 4 * (node->count + 4.0) * DBL_EPSILON + DBL_MIN;
  return sum;
}

/* The window in which outcome `i` decides whether node `at` lies in `w`. */
static inline oracle_window oracle_outcome_window(const oracle *o, uint32_t at, const oracle_bounds *bounds,
                                                  uint32_t i, oracle_window w)
{
  const tree_node *outcomes = o->game->nodes + o->game->nodes[at].first;
  oracle_window own = {-HUGE_VAL, HUGE_VAL};
  double all = 0, others, width;
  uint32_t j;
  for (j = 0; j < o->game->nodes[at].count; j++) all += outcomes[j].probability;
  others = oracle_others(o, at, bounds, i, 1, w.alpha * all, &width);
  if (w.alpha > -HUGE_VAL) own.alpha = (w.alpha * all - others - width) / outcomes[i].probability;
  others = oracle_others(o, at, bounds, i, 0, w.beta * all, &width);
  if (w.beta < HUGE_VAL) own.beta = (w.beta * all - others + width) / outcomes[i].probability;
  if (isnan(own.alpha) || own.alpha == HUGE_VAL) own.alpha = -HUGE_VAL;
  if (isnan(own.beta) || own.beta == -HUGE_VAL) own.beta = HUGE_VAL;
  return own;
}

/* The mean of the outcomes' upper bounds, or lower ones. */
static inline double oracle_bound(const oracle *o, uint32_t at, const oracle_bounds *bounds, int is_upper)
{
  const tree_node *node = o->game->nodes + at;
  oracle_mean mean = oracle_mean_of_none();
  uint32_t i;
  for (i = 0; i < node->count; i++) {
    double probability = o->game->nodes[node->first + i].probability;
    if (probability > 0) oracle_take(&mean, probability, is_upper ? bounds[i].upper : bounds[i].lower, -1);
  }
  return oracle_expectation(&mean).value;
}

/* Whether the bounds of its outcomes settle node `at`, which `must` be so or not; it is then worth `*value`. */
static inline int oracle_is_bounded(const oracle *o, uint32_t at, const oracle_bounds *bounds,
                                    oracle_window w, int must_be_low, int must_be_high, double *value)
{
  double least = oracle_bound(o, at, bounds, 0), most = oracle_bound(o, at, bounds, 1);
  int is_low = must_be_low || (!must_be_high && !isinf(w.alpha) && most <= w.alpha);
  *value = is_low ? most : least;
  return is_low || must_be_high || (!isinf(w.beta) && least >= w.beta);
}

/*
 * Searches outcome `i`, with no more than one successor at first in the `probing` phase, and takes what it is worth.
 * Returns whether that settles node `at`, which is then worth `*value`.
 */
static inline int oracle_search_outcome(oracle *o, uint32_t at, int32_t ply, int32_t left, oracle_window w,
                                        uint32_t i, int probing, oracle_bounds *bounds, int32_t *end,
                                        double *value)
{
  uint32_t outcome = o->game->nodes[at].first + i;
  oracle_window own = oracle_outcome_window(o, at, bounds, i, w);
  oracle_score score;
  int low, high;
  o->throws++;
  score = oracle_alphabeta(o, outcome, ply, left, own, probing ? ORACLE_PROBED : ORACLE_NEW);
  o->throws--;
  if (score.partial) {
    if (oracle_is_maxs(o, outcome, ply))
      bounds[i].lower = fmax(bounds[i].lower, score.value);
    else
      bounds[i].upper = fmin(bounds[i].upper, score.value);
    return oracle_is_bounded(o, at, bounds, w, 0, 0, value);
  }
  low = score.value <= own.alpha && !isinf(own.alpha);
  high = score.value >= own.beta && !isinf(own.beta);
  if (!low) bounds[i].lower = score.value;
  if (!high) bounds[i].upper = score.value;
  *end = score.end;
  if (bounds[i].lower == bounds[i].upper) return 0;
  return oracle_is_bounded(o, at, bounds, w, low, high, value);
}

/* Star1 and, where the task says so, Star2 [Ballard 1983], at node `at`. */
static inline oracle_score oracle_star(oracle *o, uint32_t at, int32_t ply, int32_t left, oracle_window w)
{
  const tree_node *node = o->game->nodes + at, *outcomes = o->game->nodes + node->first;
  oracle_bounds bounds[ORACLE_WIDTH], possible;
  int32_t ends[ORACLE_WIDTH];
  oracle_mean mean = oracle_mean_of_none();
  oracle_score score;
  uint32_t i;
  int probing;
  memset(&score, 0, sizeof score);
  score.end = -1;
  possible.lower = fmax(ply - o->task.win, o->task.value_min);
  possible.upper = fmin(o->task.win - ply, o->task.value_max);
  for (i = 0; i < node->count; i++) {
    bounds[i] = possible;
    ends[i] = -1;
  }
  probing = o->task.star2 && left >= AB_STAR2_DEPTH && node->count > 1 &&
            (!isinf(w.alpha) || !isinf(w.beta)) && !isinf(possible.lower) && !isinf(possible.upper);
  for (; probing >= 0; probing--)
    for (i = 0; i < node->count; i++) {
      if (outcomes[i].probability == 0 || bounds[i].lower >= bounds[i].upper) continue;
      if (oracle_search_outcome(o, at, ply, left, w, i, probing, bounds, &ends[i], &score.value)) {
        o->counters.cutoffs++;
        return score;
      }
    }
  for (i = 0; i < node->count; i++)
    if (outcomes[i].probability > 0) oracle_take(&mean, outcomes[i].probability, bounds[i].lower, ends[i]);
  return oracle_expectation(&mean);
}

/* Alpha-beta and principal variation search. */
static inline oracle_score oracle_alphabeta(oracle *o, uint32_t at, int32_t ply, int32_t left,
                                            oracle_window w, oracle_entry entry)
{
  uint32_t order[ORACLE_WIDTH], count = oracle_count(o, at, left), i;
  int maxs = oracle_is_maxs(o, at, ply), stands_pat = left <= 0;
  int again = entry == ORACLE_AGAIN || entry == ORACLE_AGAIN_AFTER_NULL, has_null_move = entry > ORACLE_AGAIN;
  int probes = entry == ORACLE_PROBED && !isinf(maxs ? w.beta : w.alpha);
  double limit = oracle_limit(o, maxs, ply);
  oracle_score best, bound;
  if (entry == ORACLE_PROBED && !probes) entry = ORACLE_NEW;
  if (oracle_is_settled(o, at, ply, left, again, &w, &best)) return best;
  if (oracle_is_chance(o, at, left)) return oracle_star(o, at, ply, left, w);
  if (probes && maxs) w.alpha = -HUGE_VAL;
  if (probes && !maxs) w.beta = HUGE_VAL;
  if (!stands_pat) best.end = -1;
  best.exact = best.final = best.partial = 0;
  best.has_null_move = has_null_move;
  if (stands_pat && maxs) w.alpha = fmax(w.alpha, best.value);
  if (stands_pat && !maxs) w.beta = fmin(w.beta, best.value);
  if (w.alpha >= w.beta) return best;
  if (oracle_is_bounded_out(o, at, ply + 1, &w, &bound)) {
    if (!stands_pat || oracle_prefers(maxs, bound.value, best.value)) best.value = bound.value;
    return best;
  }
  if (oracle_tries_null_move(o, at, left, maxs, w, entry)) {
    has_null_move = best.has_null_move = 1;
    best.end = -1;
    if (oracle_is_null_cut(o, at, ply, left, maxs, w, &best.value)) return best;
  }
  if (!stands_pat) best.value = maxs ? -HUGE_VAL : HUGE_VAL;
  oracle_order(o, at, count, left + (entry == ORACLE_REDUCED), order);
  for (i = 0; i < count; i++) {
    oracle_score score = oracle_try(o, order[i], ply, left, maxs, i, w);
    if (i == 0 && !stands_pat) o->best[at] = order[0];
    if (oracle_prefers(maxs, score.value, best.value)) o->best[at] = order[i];
    if (oracle_prefers(maxs, score.value, best.value) ||
        (i == 0 && !stands_pat && score.value == best.value)) {
      best = score;
      best.final = best.partial = 0;
      best.has_null_move = has_null_move;
      best.exact = best.value != (maxs ? HUGE_VAL : -HUGE_VAL) && !oracle_prefers(maxs, limit, best.value);
    }
    if (maxs) w.alpha = fmax(w.alpha, best.value);
    if (!maxs) w.beta = fmin(w.beta, best.value);
    if (best.exact || w.alpha >= w.beta) {
      if (i + 1 < count) o->counters.cutoffs++;
      break;
    }
    if (probes && i + 1 < count) {
      best.partial = 1;
      break;
    }
  }
  return best;
}

/* Counts the nodes at the depth. */
static inline void oracle_perft(oracle *o, uint32_t at, int32_t ply)
{
  const tree_node *node = o->game->nodes + at;
  int is_chance = oracle_is_chance(o, at, o->depth - ply);
  uint32_t i;
  o->counters.nodes++;
  o->best[at] = NO_NODE;
  if (ply == o->depth) {
    o->horizon = 1;
    o->counters.leaves++;
    return;
  }
  for (i = 0; i < node->count; i++)
    if (!is_chance || o->game->nodes[node->first + i].probability > 0)
      oracle_perft(o, node->first + i, ply + !is_chance);
}

/* The null windows that MTD(f) tries in an iteration. */
#define ORACLE_RE_SEARCHES 8

/*
 * MTD(f): converges to the value by null windows at a guess, and after so many re-searches by a window between the
 * proven bounds. The root is entered once. Re-searches that do not find its best successor leave it as it was, at
 * first the first one. Once a completed iteration has found it, each re-search begins with it.
 */
static inline void oracle_mtdf(oracle *o)
{
  double last = o->score.value, lower = -HUGE_VAL, upper = HUGE_VAL;
  double guess = fabs(last - o->before[1]) < fabs(last - o->before[0]) ? o->before[0] : last;
  uint32_t order[ORACLE_WIDTH], best = NO_NODE, count = oracle_count(o, o->root, o->depth);
  oracle_entry entry = ORACLE_NEW;
  int re_searches = 0;
  if (count > 0 && o->depth > 0 && !oracle_is_chance(o, o->root, o->depth)) {
    oracle_order(o, o->root, count, o->depth, order);
    best = order[0];
  }
  do {
    oracle_window w;
    int proves, is_last = re_searches++ == ORACLE_RE_SEARCHES;
    if (guess == lower) guess = nextafter(guess, HUGE_VAL);
    w.alpha = nextafter(is_last ? lower : guess, -HUGE_VAL);
    w.beta = is_last ? nextafter(upper, HUGE_VAL) : guess;
    o->score = oracle_alphabeta(o, o->root, 0, o->depth, w, entry);
    entry = ORACLE_AGAIN;
    proves = is_last || (o->task.minimizing ? o->score.value < guess : o->score.value >= guess);
    if (proves && o->best[o->root] != NO_NODE) best = o->best[o->root];
    if (o->promoted != NO_NODE) o->promoted = best;
    if (o->score.value < guess || is_last) upper = o->score.value;
    if (o->score.value >= guess || is_last) lower = o->score.value;
    guess = o->score.value;
  } while (count > 0 && lower < upper && lower < o->task.beta && upper > o->task.alpha);
  o->best[o->root] = best;
}

/* Searches to the current depth. */
static inline void oracle_iterate(oracle *o)
{
  oracle_window w;
  uint32_t at;
  w.alpha = o->task.alpha;
  w.beta = o->task.beta;
  o->horizon = 0;
  if (o->task.algorithm == AB_PERFT)
    oracle_perft(o, o->root, 0);
  else if (o->task.algorithm == AB_MINIMAX)
    o->score = oracle_minimax(o, o->root, 0, o->depth);
  else if (o->task.algorithm == AB_MTDF)
    oracle_mtdf(o);
  else
    o->score = oracle_alphabeta(o, o->root, 0, o->depth, w, ORACLE_NEW);
  o->line.count = 0;
  for (at = o->best[o->root]; at != NO_NODE; at = o->best[at]) sequence_add(&o->line, at);
}

/* Whether the value of the last iteration is the best there is for Max, or for Min. */
static inline int oracle_is_extreme(const oracle *o)
{
  const ab_task *task = &o->task;
  double value = o->score.value;
  if (task->algorithm == AB_PERFT) return 0;
  return (task->value_max < HUGE_VAL && value >= task->value_max) ||
         (task->value_min > -HUGE_VAL && value <= task->value_min);
}

/* The depth of the iteration of `task` after one to `depth`, 0 before the first. */
static inline int32_t oracle_next_depth(const ab_task *task, int32_t depth)
{
  int32_t next = depth + 1;
  int32_t to = task->by_two_to < task->depth ? task->by_two_to : task->depth;
  if (!task->deepening) return task->depth;
  if (next < to && next % 2 != to % 2 && (depth > 0 || to == task->depth)) next++;
  return next < task->depth ? next : task->depth;
}

/*
 * Does `task`, without its limits in nodes and time, on `game` from node `root`; `o` is blank or was used before.
 */
static inline void oracle_search_from(oracle *o, const tree *game, uint32_t root, const ab_task *task)
{
  static const ab_counters none = {0, 0, 0, 0, 0};
  int over = game->nodes[root].count == 0;
  double last = NAN;
  o->game = game;
  o->root = root;
  o->task = *task;
  o->throws = 0;
  o->counters = none;
  o->evaluated.count = 0;
  o->best = realloc(o->best, game->count * sizeof *o->best);
  if (o->best == NULL) abort();
  o->promoted = NO_NODE;
  o->score.value = 0;
  o->before[0] = o->before[1] = NAN;
  o->depth = oracle_next_depth(task, 0);
  for (oracle_iterate(o); o->horizon && !oracle_is_extreme(o) && o->depth < task->depth; oracle_iterate(o)) {
    o->promoted = o->best[root];
    o->before[1] = o->before[0];
    o->before[0] = last;
    last = o->score.value;
    o->depth = oracle_next_depth(task, o->depth);
  }
  o->reason = over && (task->depth > 0 || (task->asks_end && task->algorithm != AB_PERFT)) ? AB_REASON_OVER
              : o->horizon && !oracle_is_extreme(o)                                        ? AB_REASON_DEPTH
                                                                                           : AB_REASON_SOLVED;
}

/* The same from the root of the game. */
static inline void oracle_search(oracle *o, const tree *game, const ab_task *task)
{
  oracle_search_from(o, game, 0, task);
}

static inline void oracle_free(oracle *o)
{
  free(o->best);
  sequence_free(&o->evaluated);
  sequence_free(&o->line);
  memset(o, 0, sizeof *o);
}

#endif
