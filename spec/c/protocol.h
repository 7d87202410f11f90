/*
 * protocol.h: looks over the engine's shoulder and checks that what it asks is what engine.h allows.
 *
 * It follows the path by what is asked and compares the engine's own account with it.
 */
#ifndef SPEC_PROTOCOL_H
#define SPEC_PROTOCOL_H

#include <math.h>

#include "engine.h"
#include "test.h"

/* What has been asked at a node, in the order in which it may be. */
enum stage { STAGE_NEW, STAGE_EXPANDED, STAGE_TURNED, STAGE_SCORED, STAGE_VALUED };

/* A node of the path. */
typedef struct visit {
  enum stage stage;
  uint32_t count, tried; /* successors */
  uint64_t entered;      /* one bit for each of the first 64 successors */
} visit;

typedef struct protocol {
  ab_task task;
  ab_ask last;         /* notes and questions of the game, but not AB_ASK_MEMORY */
  int32_t depth;       /* of the current iteration */
  int32_t ply;         /* of the current node */
  ab_counters counted; /* but for the roots of iterations */
  uint64_t iterations; /* that have ended */
  visit path[AB_DEPTH_MAX + 1];
} protocol;

/* Lays out the node at the current ply. */
static inline void protocol_open(protocol *p)
{
  static const visit blank = {STAGE_NEW, 0, 0, 0};
  p->path[p->ply] = blank;
}

/* Begins to watch a search of `task`. */
static inline void protocol_start(protocol *p, const ab_task *task)
{
  static const ab_counters none = {0, 0, 0, 0};
  p->task = *task;
  p->last = AB_ASK_NOTHING;
  p->depth = task->deepening && task->depth > 0 ? 1 : task->depth;
  p->ply = 0;
  p->counted = none;
  p->iterations = 0;
  protocol_open(p);
}

/* Whether the game is over at the current node, or the depth used up. */
static inline int protocol_is_leaf(const protocol *p)
{
  const visit *here = p->path + p->ply;
  return p->ply == p->depth || (here->stage >= STAGE_EXPANDED && here->count == 0);
}

/* Whether the turn must be known before the current node can be valued or its successors tried. */
static inline int protocol_needs_turn(const protocol *p)
{
  return p->task.asks_turn && p->task.algorithm != AB_PERFT && p->ply > 0 &&
         (!protocol_is_leaf(p) || p->task.view == AB_VIEW_MOVER);
}

/* What must have been asked before a successor of the current node is tried. */
static inline enum stage protocol_readiness(const protocol *p)
{
  if (p->task.asks_scores && p->task.algorithm != AB_PERFT) return STAGE_SCORED;
  return protocol_needs_turn(p) ? STAGE_TURNED : STAGE_EXPANDED;
}

/* Checks AB_ASK_ENTER: each successor once, and in the game's order unless scores decide. */
static inline void protocol_enter(protocol *p, uint32_t child)
{
  visit *here = p->path + p->ply;
  CHECK(!protocol_is_leaf(p) && here->stage == protocol_readiness(p));
  CHECK(child < here->count && here->tried < here->count);
  CHECK(here->stage == STAGE_SCORED || child == here->tried);
  here->tried++;
  if (child < 64) {
    CHECK(!(here->entered >> child & 1));
    here->entered |= (uint64_t)1 << child;
  }
  p->counted.nodes++;
  p->ply++;
  protocol_open(p);
  if (p->task.algorithm == AB_PERFT && p->ply == p->depth) p->counted.leaves++;
}

/* Checks AB_ASK_LEAVE: nothing is left before it has been looked at, unless the search is being given up. */
static inline void protocol_leave(protocol *p, const ab_engine *engine)
{
  const visit *here = p->path + p->ply;
  int prunes = p->task.algorithm == AB_ALPHABETA, gives_up = engine->result.reason != AB_REASON_NONE;
  if (!CHECK(p->ply > 0)) return;
  if (protocol_is_leaf(p))
    CHECK(here->stage == STAGE_VALUED || p->task.algorithm == AB_PERFT || gives_up);
  else
    CHECK((prunes ? here->tried > 0 : here->tried == here->count) || gives_up);
  p->ply--;
}

/* Checks AB_ASK_ITERATION, and what it reports. */
static inline void protocol_iteration(protocol *p, const ab_engine *engine)
{
  const ab_result *result = &engine->result;
  visit *root = p->path;
  CHECK(p->ply == 0);
  CHECK(result->depth == p->depth);
  CHECK(!isnan(result->value));
  CHECK(result->value != 0 || !signbit(result->value));
  CHECK(engine->counters.nodes == p->counted.nodes + ++p->iterations);
  CHECK(engine->counters.evaluations == p->counted.evaluations);
  CHECK(engine->counters.leaves == p->counted.leaves + (p->task.algorithm == AB_PERFT && p->depth == 0));
  root->tried = 0;
  root->entered = 0;
  p->depth++;
}

/* Whether `ask`, a question about the node at the engine's ply, can be about the current one. */
static inline int protocol_is_here(const protocol *p, ab_ask ask)
{
  const visit *here = p->path + p->ply;
  return ask == AB_ASK_SUCCESSORS ? here->stage == STAGE_NEW : here->stage != STAGE_VALUED;
}

/* Follows the engine out of nodes where AB_ASK_LEAVE is not asked; returns whether there were any. */
static inline int protocol_follow_out(protocol *p, const ab_engine *engine, ab_ask ask)
{
  int32_t ply = p->ply, to = ab_engine_ply(engine);
  int is_question = ask == AB_ASK_SUCCESSORS || ask == AB_ASK_TURN || ask == AB_ASK_VALUE;
  if (p->task.asks_leave) return 0;
  while (p->ply > to) protocol_leave(p, engine);
  if (p->ply > 0 && p->ply == to && is_question && !protocol_is_here(p, ask)) protocol_leave(p, engine);
  return p->ply < ply;
}

/* Follows the engine into a node where AB_ASK_ENTER is not asked; returns whether there is one. */
static inline int protocol_follow_in(protocol *p, const ab_engine *engine)
{
  if (p->task.asks_enter || ab_engine_ply(engine) != p->ply + 1) return 0;
  protocol_enter(p, ab_engine_child(engine));
  return 1;
}

/*
 * To be called with everything that ab_engine_next returns, before it is answered. Returns whether a node has
 * just been entered (and not merely probed): successor ab_engine_child of the one before it on the path.
 */
static inline int protocol_observe(protocol *p, const ab_engine *engine, ab_ask ask)
{
  visit *here;
  int has_left, has_entered;
  if (p->last == AB_ASK_SUCCESSORS) p->path[p->ply].count = engine->given_successors;
  has_left = protocol_follow_out(p, engine, ask) || p->last == AB_ASK_LEAVE || p->last == AB_ASK_PROBE;
  has_entered = protocol_follow_in(p, engine);
  here = p->path + p->ply;
  CHECK(ab_engine_ply(engine) == p->ply);
  if (ask == AB_ASK_MEMORY) return has_entered;
  switch (ask) {
  case AB_ASK_SUCCESSORS:
    CHECK(here->stage == STAGE_NEW && p->ply < p->depth);
    here->stage = STAGE_EXPANDED;
    break;
  case AB_ASK_TURN:
    CHECK(protocol_needs_turn(p) && here->stage == (p->ply == p->depth ? STAGE_NEW : STAGE_EXPANDED));
    here->stage = STAGE_TURNED;
    break;
  case AB_ASK_SCORES:
    CHECK(p->task.asks_scores && !protocol_is_leaf(p));
    CHECK(here->stage == (protocol_needs_turn(p) ? STAGE_TURNED : STAGE_EXPANDED));
    here->stage = STAGE_SCORED;
    break;
  case AB_ASK_VALUE:
    CHECK(p->task.algorithm != AB_PERFT && protocol_is_leaf(p));
    CHECK(protocol_needs_turn(p) ? here->stage == STAGE_TURNED : here->stage <= STAGE_EXPANDED);
    here->stage = STAGE_VALUED;
    p->counted.evaluations++;
    break;
  case AB_ASK_ENTER:
    CHECK(p->task.asks_enter);
    protocol_enter(p, ab_engine_child(engine));
    has_entered = 1;
    break;
  case AB_ASK_PROBE:
    CHECK(p->ply + 1 == p->depth && p->task.algorithm != AB_PERFT);
    CHECK(!p->task.asks_turn || p->task.view == AB_VIEW_MAX);
    protocol_enter(p, ab_engine_child(engine));
    p->ply--;
    p->counted.evaluations++;
    break;
  case AB_ASK_LEAVE:
    CHECK(p->task.asks_leave);
    protocol_leave(p, engine);
    break;
  case AB_ASK_LINE:
    CHECK(has_left && p->task.algorithm != AB_PERFT);
    break;
  case AB_ASK_ITERATION:
    protocol_iteration(p, engine);
    break;
  default:
    CHECK(ask == AB_ASK_NOTHING);
    CHECK(p->ply == 0 || !p->task.asks_leave);
    CHECK(engine->result.reason != AB_REASON_NONE && p->iterations > 0);
  }
  p->last = ask;
  return has_entered;
}

#endif
