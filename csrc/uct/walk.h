/*
 * walk.h: the steps of a playout along the machine's path, and what it asks about the current node.
 */
#ifndef ALPHABETA_UCT_WALK_H
#define ALPHABETA_UCT_WALK_H

#include "state.h"

/* Asks the host for memory, for so many plies, nodes, edges and known positions beyond those that there are. */
AB_FUNC void ab_uct_reserve(ab_uct *uct, size_t plies, size_t nodes, size_t edges, size_t known);

/* Whether the host has interrupted the search. */
static inline int ab_uct_is_interrupted(const ab_uct *uct)
{
  return ab_engine_interrupted(uct->engine) != AB_INTERRUPT_NONE;
}

/* The current ply. */
static inline ab_uct_ply *ab_uct_here(const ab_uct *uct)
{
  return &uct->lasting.path[uct->engine->ply];
}

/* Makes the move to successor `child` of the current node, which is then the current node. */
static inline void ab_uct_enter(ab_uct *uct, uint32_t child)
{
  ab_engine *engine = uct->engine;
  const ab_frame *frame;
  ab_frame *next;
  if ((size_t)engine->ply + 1 >= engine->plies || (size_t)engine->ply + 1 >= uct->lasting.plies)
    ab_uct_reserve(uct, 1, 0, 0, 0);
  frame = engine->frame;
  next = engine->frame + 1;
  engine->child = child;
  next->list = ab_no_list_flags;
  next->visit = ab_no_visit_flags;
  next->depth = 1;
  next->ply = frame->ply + !frame->list.is_chance;
  next->sign = frame->list.is_chance ? frame->sign : (signed char)-frame->sign;
  uct->host->enter(uct->context, child);
  engine->ply++;
  engine->frame = next;
  uct->ticks++;
  if (uct->task.is_probe) engine->counters.nodes++;
}

/* Takes the move back that led to the current node. */
AB_FUNC void ab_uct_leave(ab_uct *uct);

/* Takes all moves back. */
AB_FUNC void ab_uct_leave_all(ab_uct *uct);

/* Notes how the successors of the current node were listed. Of outcomes, the machine gets the probabilities. */
AB_FUNC uint32_t ab_uct_take_list(ab_uct *uct, ab_successors listed);

/* Lists the successors of the current node. Returns their count, 0 if the game is over. */
AB_FUNC uint32_t ab_uct_list(ab_uct *uct);

/* Whether the current node is a chance node. */
static inline int ab_uct_is_chance(const ab_uct *uct)
{
  return uct->engine->frame->list.is_chance;
}

/* Draws an outcome of the current node. */
AB_FUNC uint32_t ab_uct_draw(ab_uct *uct);

/* Asks who moves at the current node, or tells it by the turns. */
AB_FUNC uint32_t ab_uct_turn(ab_uct *uct);

/* Finds out who moves at the current node beyond the tree, if the playout must know; at a chance node, who moved before. */
AB_FUNC void ab_uct_tell_mover(ab_uct *uct);

/* Notes that `mover` moves at the current node. */
static inline void ab_uct_note_mover(ab_uct *uct, uint32_t mover)
{
  ab_frame *frame = uct->engine->frame;
  ab_uct_here(uct)->mover = (uint8_t)mover;
  frame->player = mover;
  frame->sign = mover == uct->own ? +1 : -1;
  if (mover >= uct->lasting.players) uct->lasting.players = mover + 1;
}

/* Asks for the other player where the game is over, if only one has moved so far. It need not know any. */
AB_FUNC void ab_uct_meet(ab_uct *uct);

/* A value of the current node. */
typedef struct ab_uct_value {
  double value; /* for player 0, or for the one player */
  int proof;    /* ab_uct_proof, if the game is over */
} ab_uct_value;

/* Evaluates the current node: the playout gets its points. */
AB_FUNC ab_uct_value ab_uct_judge(ab_uct *uct, ab_leaf leaf);

/* Notes how many players there are. Returns 0 if there are more than before: the tree is then dropped. */
AB_FUNC int ab_uct_check_players(ab_uct *uct);

/* Drops the tree, and the lists of the host. All moves are taken back. */
AB_FUNC void ab_uct_drop(ab_uct *uct);

#endif
