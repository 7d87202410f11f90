/*
 * native_graph.h: rules in C for the specs: a graph of positions, numbers that follow from one another, with every
 * function that rules may have. Moves are taken back.
 *
 * A lie is what a function answers in place of the truth. Who includes this file has defined when there is one, by
 * lies(name), and the lies: wrong_number, wrong_move, wrong_moves and wrong_size; and by first_node() where a game
 * starts.
 */
#ifndef SPEC_NATIVE_GRAPH_H
#define SPEC_NATIVE_GRAPH_H

#include <stdio.h>
#include <string.h>

#include "../../csrc/native/alphabeta.h"

typedef struct position {
  int32_t node, ply, turn;
} position;

static void start(void *state)
{
  position *own = state;
  own->node = first_node();
  own->turn = 1;
}

/* The `nth` move of a position: some are large, some negative. */
static int64_t nth_move(const position *own, uint32_t nth)
{
  if (lies("move")) return wrong_move();
  if (own->node > 65521) return ((int64_t)1 << 53) + 1 + nth; /* only after `read` */
  if (own->node % 11 == 0) return ((int64_t)1 << 40) + nth;
  return own->node % 13 == 0 ? -1 - (int64_t)nth : own->node % 3 + (int64_t)nth;
}

static uint32_t list(const position *own, int64_t *moves, uint32_t room, uint32_t count)
{
  uint32_t i;
  if (own->ply >= 12) count = 0;
  for (i = 0; i < count && i < room; i++) moves[i] = nth_move(own, i);
  return count;
}

static uint32_t list_moves(const void *state, int64_t *moves, uint32_t room)
{
  const position *own = state;
  if (lies("moves")) return wrong_moves(moves, room);
  if (lies("other")) return list(own, moves, room, 0);
  return list(own, moves, room, (uint32_t)own->node % 5);
}

static uint32_t list_noisy(const void *state, int64_t *moves, uint32_t room)
{
  const position *own = state;
  uint32_t count = (uint32_t)own->node % 5, most = (uint32_t)own->node % 3;
  if (lies("noisy")) return wrong_moves(moves, room);
  return list(own, moves, room, count < most ? count : most);
}

static void make(void *state, int64_t move, void *undo)
{
  position *own = state;
  memcpy(undo, own, sizeof *own);
  own->node = (int32_t)((own->node * 31 + (move % 97 + 97) % 97 * 17 + 7) % 65521);
  own->ply++;
  if (own->node % 4 != 0) own->turn = 3 - own->turn;
}

static void unmake(void *state, int64_t move, const void *undo)
{
  (void)move;
  memcpy(state, undo, sizeof(position));
}

static double evaluate(const void *state, int32_t me)
{
  const position *own = state;
  if (lies("evaluate")) return wrong_number();
  return me == 1 ? own->node % 11 - 5 : 5 - own->node % 11;
}

static double result(const void *state, int32_t me)
{
  const position *own = state;
  if (lies("result")) return wrong_number();
  return (own->node % 3 - 1) * (me == 1 ? 20 : -20);
}

static int is_over(const void *state)
{
  return lies("is_over") || ((const position *)state)->node % 17 == 0;
}

static int32_t player(const void *state)
{
  return lies("player") ? 3 : ((const position *)state)->turn;
}

static uint64_t hash(const void *state)
{
  const position *own = state;
  if (lies("hash")) return 0;
  return ((uint64_t)own->node * 64 + (uint64_t)own->ply) * 2 + (uint64_t)own->turn;
}

static double order(const void *state, int64_t move)
{
  if (lies("order")) return wrong_number();
  return (double)((move % 10 * 7 % 10 + 10 + ((const position *)state)->node) % 10);
}

static uint32_t chances(const void *state, int64_t *outcomes, double *probabilities, uint32_t room)
{
  const position *own = state;
  if (lies("chances")) {
    uint32_t count = wrong_moves(outcomes, room), i;
    for (i = 0; i < count && i < room; i++) probabilities[i] = 1.0 / count;
    return count;
  }
  if (own->node % 7 != 3 || own->ply == 0 || own->ply >= 12) return 0;
  outcomes[0] = 1;
  outcomes[1] = 2;
  probabilities[0] = lies("probability") ? wrong_number() : 0.25;
  probabilities[1] = lies("sum") ? 0.5 : 0.75;
  return 2;
}

static size_t write(const void *state, char *text, size_t room)
{
  const position *own = state;
  char whole[40];
  int length = snprintf(whole, sizeof whole, "%d %d %d", (int)own->node, (int)own->ply, (int)own->turn);
  if (lies("write")) return wrong_size(room);
  memcpy(text, whole, (size_t)length < room ? (size_t)length : room);
  return (size_t)length;
}

static int read(void *state, const char *text, size_t length)
{
  position *own = state;
  int node, ply, turn;
  if (lies("read") || length == 0 || sscanf(text, "%d %d %d", &node, &ply, &turn) != 3 || node < 0 || ply < 0)
    return 0;
  own->node = node;
  own->ply = ply;
  own->turn = turn;
  return 1;
}

static alphabeta_rules rules = {
    .version = ALPHABETA_RULES_VERSION,
    .size = sizeof(alphabeta_rules),
    .name = "a graph",
    .state_size = sizeof(position),
    .undo_size = sizeof(position),
    .moves_max = 4,
    .players = 2,
    .start = start,
    .moves = list_moves,
    .make = make,
    .unmake = unmake,
    .evaluate = evaluate,
    .result = result,
    .is_over = is_over,
    .player = player,
    .hash = hash,
    .order = order,
    .noisy = list_noisy,
    .chances = chances,
    .write = write,
    .read = read,
};

#endif
