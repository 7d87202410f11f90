/*
 * host_bytes.h: what a host answers if bytes do. No game is behind them: a position has other values in each iteration.
 */
#ifndef SPEC_HOST_BYTES_H
#define SPEC_HOST_BYTES_H

#include <float.h>

#include "host_path.h"

/* Names that positions have. */
#define HOST_NAMES 64

/* Any double but NaN. */
static inline double bytes_value(const host *h)
{
  static const double values[] = {0,        -0.0,      1,        -1,           1 + DBL_EPSILON, -0.5,
                                  9,        -9,        1e10,     -DBL_EPSILON, 5e-324,          -1e9,
                                  HUGE_VAL, -HUGE_VAL, -DBL_MAX, DBL_MAX};
  uint8_t byte = h->byte();
  return values[byte % 16] * (byte < 128 ? 1 : 1 + byte / 16);
}

/* A finite double: a chance node must have a mean. */
static inline double bytes_finite(const host *h)
{
  return fmax(-DBL_MAX, fmin(DBL_MAX, bytes_value(h)));
}

/* How many successors there are: seldom many. */
static inline uint32_t bytes_count(const host *h)
{
  uint8_t byte = h->byte();
  return byte > 250 ? byte - 200u : byte % 6u;
}

/* A player, as the engine numbers them. */
static inline uint32_t bytes_player(const host *h)
{
  return h->task.algorithm == AB_MAXN ? h->byte() % h->players : !(h->byte() & 1);
}

/* Makes the current node a chance node. */
static inline ab_successors bytes_outcomes(const host *h, visit *here)
{
  ab_successors outcomes = {1 + bytes_count(h), AB_OUTCOMES};
  here->count = outcomes.count;
  here->is_expanded = here->is_chance = 1;
  return outcomes;
}

/* Whether the engine's question for a move finds one. */
static inline ab_found bytes_find(const host *h, visit *here, ab_successors *instead)
{
  static const ab_successors none = {0, AB_LISTED};
  uint8_t byte = h->byte();
  if (byte > 230 && here->wanted == 1) {
    *instead = h->task.host.has_chance_nodes ? bytes_outcomes(h, here) : none;
    here->is_expanded = 1;
    return AB_FOUND_INSTEAD;
  }
  if (byte % 8 >= 4) return byte % 8 < 6 ? AB_FOUND_NO : AB_FOUND_UNABLE;
  here->indexes[here->found] = here->found;
  here->count = ++here->found;
  return AB_FOUND_YES;
}

/* Gives the probabilities of outcomes, at least one of them being possible. */
static inline void bytes_probabilities(const host *h, ab_outcome *outcomes, uint32_t count)
{
  static const double probabilities[] = {0, 1, 0.5, 0.25, 1.0 / 36, 1e-9, 1e-300, 5e-324};
  double sum = 0;
  uint32_t i;
  for (i = 0; i < count; i++) {
    double probability = probabilities[h->byte() % 8];
    if (i + 1 == count && sum == 0 && probability == 0) probability = 1;
    sum += probability;
    outcomes[i].probability = probability;
  }
}

/* The move id of successor `index` of the current node: that by which it was found, a number, or its place. */
static inline uint32_t bytes_move_id(const host *h, const visit *here, uint32_t index)
{
  const ab_frame *frame = h->engine.frame;
  uint32_t i = 0, nth = index;
  uint8_t byte;
  if (index >= here->found) {
    byte = h->byte();
    return byte < 200 ? byte % 8u : AB_MOVE_IS_INDEX | (index + 1);
  }
  for (; nth > 0 || !(frame->list.found_bits >> i & 1); i++)
    if (frame->list.found_bits >> i & 1) nth--;
  return frame->wanted[i];
}

/* Names a position, by one of a few names. */
static inline ab_position bytes_position(const host *h)
{
  uint8_t byte = h->byte();
  ab_position named = {byte % HOST_NAMES, byte % 64, byte / 64};
  return named;
}

/* Bounds by any two values. */
static inline ab_bounds bytes_bounds(const host *h)
{
  double a = bytes_value(h), b = bytes_value(h);
  ab_bounds bounds = {fmin(a, b), fmax(a, b)};
  return bounds;
}

/* Evaluates a node at `ply`. */
static inline ab_value bytes_evaluate(host *h, int32_t ply, ab_leaf leaf, int asks_player)
{
  int is_finite = h->task.host.has_chance_nodes && h->task.values.win == HUGE_VAL;
  double payoffs[AB_MAXN_PLAYERS];
  ab_value answer = {NAN, 0, UINT32_MAX};
  uint32_t i;
  if (leaf == AB_LEAF_UNKNOWN) answer.is_over = h->byte() & 1;
  if (asks_player) answer.player = bytes_player(h);
  if (h->task.algorithm != AB_MAXN) {
    answer.value = is_finite ? bytes_finite(h) : bytes_value(h);
    return answer;
  }
  for (i = 0; i < h->players; i++) payoffs[i] = is_finite ? bytes_finite(h) : bytes_value(h);
  ab_engine_payoffs(&h->engine, ply, payoffs, h->players);
  return answer;
}

#endif
