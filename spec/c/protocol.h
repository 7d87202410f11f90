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

/* What no host needs, and tests look at. */

/* The plies to which the table knew the root's value when the search began, 0 for none. */
static inline int32_t engine_known_depth(const ab_engine *engine)
{
  return engine->known;
}

/* How often the root has been searched in the iteration that runs; MTD(f) searches it again. */
static inline int engine_root_searches(const ab_engine *engine)
{
  return engine->iteration.root_searches;
}

/* The probability that was given for outcome `index` of the chance node at `ply` of the path. */
static inline double engine_probability_at(const ab_engine *engine, int32_t ply, uint32_t index)
{
  const ab_frame *frame = engine->frames + ply;
  ab_assert(ply >= 0 && (size_t)ply < engine->plies && index < frame->count);
  return engine->chance.outcomes[frame->outcomes + index].probability;
}

/* How many successors of the node at `ply` of the path have been tried. */
static inline uint32_t engine_tried_at(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].next;
}

/* A node of the path, and what has been asked about it. */
typedef struct visit {
  char has_turn, has_key, is_expanded, has_moves, has_scores, is_valued;
  char is_open;       /* whether further successors may be generated */
  char is_listed;     /* whether their moves are given as they are generated */
  char has_null_move; /* whether a null move was tried here */
  char is_pass;       /* whether it comes of a null move */
  char is_chance;     /* whether this is a chance node */
  char has_probabilities;
  char has_bounds;
  char is_generated;     /* whether an iterator yields the successors, or has done so */
  uint32_t wanted_count; /* successors that were asked for by their move id */
  uint32_t found;        /* those of them that are there */
  uint32_t outcomes;     /* that are possible */
  uint32_t last;         /* the outcome entered last */
  int32_t left;          /* plies */
  uint32_t count;        /* successors */
  uint32_t tried;        /* of them, since they were begun with for the last time */
  uint32_t re_searches;  /* how often they were */
  uint64_t entered;      /* one bit for each of the first 64, likewise */
  uint64_t valued;       /* those of them that were evaluated to be ordered, likewise */
} visit;

typedef struct protocol {
  ab_task task;
  ab_ask last;           /* notes and questions of the game, but not AB_ASK_MEMORY */
  int is_taken;          /* whether its answer was taken note of */
  int32_t depth;         /* of the current iteration */
  int32_t ply;           /* of the current node */
  ab_counters counted;   /* but for the roots of iterations */
  uint64_t iterations;   /* that have ended */
  uint64_t until, spent; /* nodes when the last of them had ended, and of that one */
  visit path[AB_DEPTH_MAX + 1];
} protocol;

/* Lays out the node at the current ply, which has `left` plies left. */
static inline void protocol_open(protocol *p, int32_t left)
{
  static const visit blank = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  p->path[p->ply] = blank;
  p->path[p->ply].left = left;
}

/* The depth of the iteration of `task` after one to `depth`, 0 before the first. */
static inline int32_t protocol_next_depth(const ab_task *task, int32_t depth)
{
  int32_t next = depth + 1;
  int32_t to = task->by_two_to < task->depth ? task->by_two_to : task->depth;
  if (!task->deepening) return task->depth;
  if (next < to && next % 2 != to % 2 && (depth > 0 || to == task->depth)) next++;
  return next < task->depth ? next : task->depth;
}

/* Whether the tree runs out: the iteration that is completed took few more nodes than the one `before`, and the full
   depth is near. */
static inline int protocol_runs_out(const protocol *p, uint64_t before)
{
  return p->task.win < HUGE_VAL && p->task.by_two_to >= p->task.depth && p->depth * 3 >= p->task.depth &&
         p->task.depth - p->depth <= AB_JUMP_PLIES && p->spent < before * 3;
}

/* Begins to watch a search of `task`. */
static inline void protocol_start(protocol *p, const ab_task *task)
{
  static const ab_counters none = {0};
  p->task = *task;
  p->last = AB_ASK_NOTHING;
  p->is_taken = 0;
  p->depth = protocol_next_depth(task, 0);
  p->spent = p->until = 0;
  p->ply = 0;
  p->counted = none;
  p->iterations = 0;
  protocol_open(p, p->depth);
}

/* Whether the current node belongs to the quiescence: it is valued before its successors are asked for. */
static inline int protocol_is_quiescence(const protocol *p)
{
  int32_t left = p->path[p->ply].left;
  return left <= 0 && p->task.quiescence > -left;
}

/* Whether only those successors of a node are known that were found by their identity. */
static inline int protocol_is_finding(const visit *here)
{
  return here->found > 0 && !here->is_expanded;
}

/* Whether there are successors of a node that may be tried. */
static inline int protocol_has_successors(const visit *here)
{
  return here->is_expanded || here->found > 0;
}

/* Whether the game is over at the current node, or the depth used up. */
static inline int protocol_is_leaf(const protocol *p)
{
  const visit *here = p->path + p->ply;
  return (here->left <= 0 && !protocol_is_quiescence(p)) ||
         (here->is_expanded && here->count == 0 && !here->is_open);
}

/* Whether the current node has a key. */
static inline int protocol_has_key(const protocol *p)
{
  return p->task.asks_key && p->path[p->ply].left > 0;
}

/*
 * Whether the turn must be known before the current node is looked up, valued or its successors tried. It is nobody's
 * at chance nodes.
 */
static inline int protocol_needs_turn(const protocol *p)
{
  int has_bounds = p->task.asks_bounds && p->task.view == AB_VIEW_MOVER && p->path[p->ply].left > 0;
  if (p->path[p->ply].is_chance && !protocol_has_key(p) && !has_bounds) return 0;
  return p->task.asks_turn && p->ply > 0 &&
         (protocol_has_key(p) || protocol_is_quiescence(p) || !protocol_is_leaf(p) ||
          p->task.view == AB_VIEW_MOVER);
}

/* Whether what must come before the current node is valued or its successors tried has come. */
static inline int protocol_is_known(const protocol *p)
{
  const visit *here = p->path + p->ply;
  return here->has_key == protocol_has_key(p) && here->has_turn == protocol_needs_turn(p);
}

/* The plies that the current node should have left, when it is not tried with less. */
static inline int32_t protocol_due(const protocol *p)
{
  const visit *here = p->path + p->ply;
  return p->ply > 0 && !here->is_pass ? here[-1].left - !here[-1].is_chance : here->left;
}

/* Whether move ids matter at the current node. */
static inline int protocol_has_move_ids(const protocol *p)
{
  return p->task.asks_moves &&
         (protocol_due(p) >= (p->task.costly_moves ? AB_ORDER_DEPTH : 1) || p->ply == 0);
}

/*
 * Whether scores matter at the current node: not where successors are leaves; or evaluations of successors in place of
 * them, which few plies are not worth.
 */
static inline int protocol_has_scores(const protocol *p)
{
  int is_deep = protocol_due(p) >= AB_VALUES_DEPTH || (p->ply == 0 && p->task.deepening);
  int has_leaves = protocol_due(p) < AB_ORDER_DEPTH && p->task.quiescence == 0;
  if (p->task.asks_child_values) return is_deep;
  return p->task.asks_scores && (p->ply == 0 || !has_leaves);
}

/* Whether the successors of the current node, if they are generated one by one, are given with their moves. */
static inline int protocol_lists(const protocol *p)
{
  return protocol_has_move_ids(p) && !protocol_has_scores(p);
}

/*
 * Whether the moves of the current node, which has successors, must be given: not where they are given as they are
 * generated.
 */
static inline int protocol_needs_moves(const protocol *p)
{
  if (p->path[p->ply].is_chance) return 0;
  return protocol_has_move_ids(p) && !p->path[p->ply].is_listed && !p->path[p->ply].is_open &&
         !protocol_is_finding(p->path + p->ply);
}

/* Whether a table may name a successor of the current node by its place, so that it is found without move ids. */
static inline int protocol_has_places(const protocol *p)
{
  return p->task.uses_refutations || (p->task.table != NULL && protocol_has_scores(p));
}

/* Whether the order of the current node is the game's own. */
static inline int protocol_is_unordered(const protocol *p)
{
  const visit *here = p->path + p->ply;
  return !protocol_has_places(p) && !here->has_moves && !here->has_scores && !here->is_listed &&
         here->found == 0 && !(p->ply == 0 && p->task.deepening);
}

/* How often the successors of the current node may be begun with while it is not left. */
static inline uint32_t protocol_re_searches_most(const protocol *p)
{
  uint32_t phases = p->path[p->ply].is_chance && p->task.star2 ? 2 : 1;
  if (p->ply > 0) return p->task.algorithm == AB_PVS || p->task.reductions ? 2 * phases : phases;
  return p->task.algorithm == AB_MTDF ? UINT32_MAX : phases;
}

/*
 * Whether to try `child` is to begin anew with the successors of the current node. Outcomes are tried in their order,
 * those of them that are not known yet. The engine itself is believed where a cut-off may lie before, at the root and
 * where successors are generated one by one: it may begin anew with one that was not tried yet.
 */
static inline int protocol_begins(const protocol *p, const ab_engine *engine, uint32_t child)
{
  const visit *here = p->path + p->ply;
  if (p->ply == 0 && !here->is_chance) return engine_tried_at(engine, 0) == 1;
  if (here->is_chance) return here->tried == 0 || child <= here->last;
  if (here->is_open || protocol_is_finding(here)) return engine_tried_at(engine, p->ply) == 1;
  return here->tried == 0 || here->tried == here->count || (child < 64 && (here->entered >> child & 1));
}

/* The plies by which late successors of a node may be tried less deep, 0 where none may. */
static inline int32_t protocol_reduction(const protocol *p, const visit *here)
{
  int32_t most = here->left - 2;
  if (here->is_chance || here->left < AB_REDUCTION_DEPTH || here->count <= AB_REDUCTION_MOVES) return 0;
  return p->task.reductions < most ? p->task.reductions : most;
}

/* Checks AB_ASK_ENTER: each successor once in a pass, and in the game's order unless there is another. */
static inline void protocol_enter(protocol *p, const ab_engine *engine)
{
  visit *here = p->path + p->ply;
  uint32_t child = ab_engine_child(engine);
  int32_t reduced;
  CHECK(!protocol_is_leaf(p) && protocol_has_successors(here) && protocol_is_known(p));
  CHECK(here->has_moves == protocol_needs_moves(p));
  CHECK(child < here->count);
  if (protocol_begins(p, engine, child)) {
    CHECK(here->re_searches < protocol_re_searches_most(p));
    here->re_searches++;
    here->tried = 0;
    here->entered = 0;
  }
  CHECK(here->is_chance == here->has_probabilities);
  CHECK(!protocol_is_unordered(p) || here->is_chance || child == here->tried);
  CHECK(!here->is_chance || engine_probability_at(engine, p->ply, child) > 0);
  here->tried++;
  here->last = child;
  if (child < 64) here->entered |= (uint64_t)1 << child;
  p->counted.nodes++;
  p->ply++;
  reduced = protocol_reduction(p, here);
  if (reduced > 0 && ab_engine_depth_left(engine, p->ply) != here->left - 1 - reduced) reduced = 0;
  protocol_open(p, here->left - !here->is_chance - reduced);
}

/* Checks AB_ASK_NULL_MOVE: once a node, and never twice in a row. */
static inline void protocol_pass(protocol *p)
{
  visit *here = p->path + p->ply;
  CHECK(p->task.null_move > 0 && p->task.algorithm < AB_MINIMAX && p->ply > 0);
  CHECK(protocol_has_successors(here) && !protocol_is_leaf(p) && protocol_is_known(p));
  CHECK(!here->is_chance && !here->has_null_move && !here->is_pass && here->left > p->task.null_move);
  here->has_null_move = 1;
  p->counted.nodes++;
  p->ply++;
  protocol_open(p, here->left - 1 - p->task.null_move);
  here[1].is_pass = 1;
}

/* Whether the current node has been looked at, so that it may be left. */
static inline int protocol_is_done(const protocol *p)
{
  const visit *here = p->path + p->ply;
  const ab_task *task = &p->task;
  int is_bounded =
      task->asks_bounds || task->win < HUGE_VAL || task->value_min > -HUGE_VAL || task->value_max < HUGE_VAL;
  if (protocol_is_leaf(p)) return here->is_valued;
  if (!protocol_has_successors(here)) return here->has_key || here->is_valued || is_bounded;
  if (task->algorithm >= AB_MINIMAX && here->is_chance) return here->tried == here->outcomes;
  if (task->algorithm == AB_MINIMAX) return here->tried == here->count && !here->is_open;
  return here->tried > 0 || is_bounded || here->is_valued || here->has_null_move;
}

/*
 * Checks AB_ASK_LEAVE and AB_ASK_UNDO_NULL_MOVE: nothing is left before it has been looked at, unless the search is
 * being given up.
 */
static inline void protocol_leave(protocol *p, const ab_engine *engine, int is_pass)
{
  if (!CHECK(p->ply > 0)) return;
  CHECK(p->path[p->ply].is_pass == is_pass);
  CHECK(protocol_is_done(p) || ab_engine_result(engine)->reason != AB_REASON_NONE ||
        engine->iteration.is_skipping);
  p->ply--;
}

/* The root is begun with anew, for an iteration to the current depth. */
static inline void protocol_begin_iteration(protocol *p)
{
  visit *root = p->path;
  root->tried = 0;
  root->re_searches = 0;
  root->entered = 0;
  root->left = p->depth;
}

/* Checks AB_ASK_ITERATION, and what it reports. */
static inline void protocol_iteration(protocol *p, const ab_engine *engine)
{
  const ab_result *result = ab_engine_result(engine);
  uint64_t before;
  CHECK(p->ply == 0);
  CHECK(result->depth == p->depth && result->partial_depth == 0);
  CHECK(!isnan(result->value));
  CHECK(result->value != 0 || !signbit(result->value));
  CHECK(ab_engine_counters(engine)->nodes == p->counted.nodes + ++p->iterations);
  CHECK(ab_engine_counters(engine)->evaluations == p->counted.evaluations);
  CHECK(p->task.asks_key || ab_engine_counters(engine)->table_hits == 0);
  before = p->spent;
  p->spent = ab_engine_counters(engine)->nodes - p->until;
  p->until = ab_engine_counters(engine)->nodes;
  p->depth = protocol_runs_out(p, before) ? p->task.depth : protocol_next_depth(&p->task, p->depth);
  if (p->task.table != NULL && engine_known_depth(engine) > p->depth)
    p->depth = engine_known_depth(engine) < p->task.depth ? engine_known_depth(engine) : p->task.depth;
  protocol_begin_iteration(p);
}

/* Follows the engine back from a skip that was too costly: the path is given up, and a lower depth begun. */
static inline void protocol_follow_back(protocol *p, const ab_engine *engine)
{
  if (ab_engine_depth(engine) >= p->depth || ab_engine_result(engine)->reason != AB_REASON_NONE ||
      engine->iteration.is_skipping)
    return;
  CHECK(p->ply == 0 || !p->task.asks_leave);
  CHECK(ab_engine_depth(engine) == protocol_next_depth(&p->task, ab_engine_result(engine)->depth));
  p->ply = 0;
  p->iterations++;
  p->depth = ab_engine_depth(engine);
  protocol_begin_iteration(p);
}

/* Whether `ask`, a question about the node at the engine's ply, can be about the current one. */
static inline int protocol_is_here(const protocol *p, const ab_engine *engine, ab_ask ask)
{
  const visit *here = p->path + p->ply;
  if (ab_engine_counters(engine)->nodes != p->counted.nodes + p->iterations + 1) return 0;
  if (ask == AB_ASK_BOUNDS) return !here->has_bounds;
  if (ask == AB_ASK_FIND_MOVE) return !here->is_expanded && here->left > 0;
  if (ask == AB_ASK_TURN) return !here->has_turn && !here->is_valued;
  if (ask == AB_ASK_KEY) return !here->has_key && here->left > 0;
  if (ask == AB_ASK_SUCCESSORS) return !here->is_expanded && here->left > 0;
  if (ask == AB_ASK_NOISY) return !here->is_expanded;
  return !here->is_valued;
}

/* Follows the engine out of nodes where AB_ASK_LEAVE is not asked; returns whether there were any. */
static inline int protocol_follow_out(protocol *p, const ab_engine *engine, ab_ask ask)
{
  int32_t ply = p->ply, to = ab_engine_ply(engine);
  int is_question = ask == AB_ASK_SUCCESSORS || ask == AB_ASK_NOISY || ask == AB_ASK_TURN ||
                    ask == AB_ASK_KEY || ask == AB_ASK_VALUE || ask == AB_ASK_FIND_MOVE ||
                    ask == AB_ASK_BOUNDS;
  if (p->task.asks_leave) return 0;
  while (p->ply > to) protocol_leave(p, engine, 0);
  if (p->ply > 0 && p->ply == to && is_question && !protocol_is_here(p, engine, ask))
    protocol_leave(p, engine, 0);
  return p->ply < ply;
}

/* Follows the engine into a node where AB_ASK_ENTER is not asked; returns whether there is one. */
static inline int protocol_follow_in(protocol *p, const ab_engine *engine)
{
  if (p->task.asks_enter || ab_engine_ply(engine) != p->ply + 1) return 0;
  protocol_enter(p, engine);
  return 1;
}

/* Whether all successors that were generated at the current node are used up, so that a further one may be. */
static inline int protocol_may_generate(const protocol *p)
{
  const visit *here = p->path + p->ply;
  int names_one = protocol_has_scores(p) || protocol_lists(p) || protocol_has_places(p);
  return here->tried == here->count || (here->tried == 0 && names_one);
}

/*
 * Takes note of an answer about the successors of the current node. Those that were found by their move id are listed
 * among the others, and not tried again; or an iterator yields the others.
 */
static inline void protocol_take(protocol *p, const ab_engine *engine)
{
  visit *here = p->path + p->ply;
  int is_instead = p->last == AB_ASK_FIND_MOVE && engine->answer.found == AB_FOUND_INSTEAD;
  if (p->last == AB_ASK_FIND_MOVE && engine->answer.found == AB_FOUND_YES) {
    here->found++;
    here->count = here->found;
  } else if (p->last == AB_ASK_SUCCESSORS || p->last == AB_ASK_NOISY || is_instead) {
    here->is_expanded = 1;
    here->is_open = here->is_generated = engine->answer.successors == AB_LAZY_SUCCESSORS;
    here->is_listed = here->is_open && (here->found > 0 || protocol_lists(p));
    here->count = here->is_open ? here->found : engine->answer.successors;
    here->is_chance = (char)ab_engine_is_chance(engine, p->ply);
  } else if (p->last == AB_ASK_PROBABILITIES) {
    uint32_t i;
    for (here->outcomes = i = 0; i < here->count; i++)
      here->outcomes += engine_probability_at(engine, p->ply, i) > 0;
  } else if (p->last == AB_ASK_MORE) {
    here->is_open = engine->answer.has_more != 0;
    here->count += engine->answer.has_more != 0;
  }
}

/* Whether the turn must be known before the bounds of the current node are asked for, since they are the mover's. */
static inline int protocol_turns_bounds(const protocol *p)
{
  return p->task.asks_bounds && p->task.view == AB_VIEW_MOVER && !p->path[p->ply].has_bounds;
}

/* Checks a question about the current node, and notes that it was asked. */
static inline void protocol_question(protocol *p, ab_ask ask)
{
  visit *here = p->path + p->ply;
  switch (ask) {
  case AB_ASK_TURN:
    CHECK(protocol_needs_turn(p) && !here->has_turn && !here->is_valued);
    CHECK(here->left <= 0 ||
          (protocol_has_key(p) ? !here->has_key : protocol_has_successors(here) || protocol_turns_bounds(p)));
    here->has_turn = 1;
    break;
  case AB_ASK_KEY:
    CHECK(protocol_has_key(p) && !here->has_key && !here->is_expanded);
    CHECK(here->has_turn == protocol_needs_turn(p));
    here->has_key = 1;
    break;
  case AB_ASK_SUCCESSORS:
    CHECK(here->left > 0 && !here->is_expanded && here->tried == here->found);
    CHECK(here->has_key == protocol_has_key(p));
    here->is_expanded = 1;
    break;
  case AB_ASK_BOUNDS:
    CHECK(p->task.asks_bounds && here->left > 0 && !protocol_has_successors(here) && !here->has_bounds);
    CHECK(here->has_key == protocol_has_key(p));
    CHECK(p->task.view == AB_VIEW_MAX || !p->task.asks_turn || p->ply == 0 || here->has_turn);
    here->has_bounds = 1;
    break;
  case AB_ASK_FIND_MOVE:
    CHECK(p->task.finds_moves && p->ply > 0 && protocol_has_move_ids(p));
    CHECK(here->left >= p->task.finds_moves && !here->is_expanded && here->tried == here->found &&
          here->wanted_count < AB_WANTED_MAX);
    CHECK(here->has_key == protocol_has_key(p));
    here->wanted_count++;
    break;
  case AB_ASK_PROBABILITIES:
    CHECK(p->task.has_chance_nodes && here->is_chance && here->left > 0 && !here->has_probabilities);
    here->has_probabilities = 1;
    break;
  case AB_ASK_NOISY:
    CHECK(protocol_is_quiescence(p) && here->is_valued && !here->is_expanded);
    here->is_expanded = 1;
    break;
  case AB_ASK_MORE:
    CHECK(here->is_open && protocol_may_generate(p));
    break;
  case AB_ASK_MOVES:
    CHECK(here->is_expanded && here->count > 0 && !here->has_moves && protocol_is_known(p));
    CHECK(protocol_needs_moves(p));
    here->has_moves = 1;
    break;
  case AB_ASK_SCORES:
    CHECK(here->is_expanded && here->count > 1 && !here->has_scores && protocol_is_known(p));
    CHECK(here->has_moves == protocol_needs_moves(p) && protocol_has_scores(p));
    CHECK(p->task.asks_scores && !p->task.asks_child_values);
    here->has_scores = 1;
    break;
  default:
    CHECK(ask == AB_ASK_VALUE);
    CHECK((protocol_is_leaf(p) || protocol_is_quiescence(p)) && !here->is_valued && protocol_is_known(p));
    here->is_valued = 1;
    p->counted.evaluations++;
  }
}

/* A node that was tried with less depth, and is done, may be searched again with all that is due. */
static inline void protocol_restore_depth(protocol *p, const ab_engine *engine)
{
  visit *here = p->path + p->ply;
  int32_t due = protocol_due(p);
  if (!p->task.reductions || p->ply == 0 || here->is_pass || here->left == due) return;
  if (ab_engine_depth_left(engine, p->ply) != due) return;
  CHECK(here->left == due - protocol_reduction(p, here - 1) && protocol_is_done(p));
  here->left = due;
}

/*
 * Checks AB_ASK_CHILD_VALUE: for each successor that was not tried, before the next one is, but once. Where it is for one
 * that was, its node is begun with anew, which the next AB_ASK_ENTER counts.
 */
static inline void protocol_child_value(protocol *p, const ab_engine *engine)
{
  visit *here = p->path + p->ply;
  uint32_t child = ab_engine_child(engine);
  CHECK(p->task.asks_child_values && p->task.algorithm < AB_MINIMAX && !here->is_chance);
  CHECK(!protocol_is_leaf(p) && protocol_has_successors(here) && protocol_is_known(p));
  CHECK(here->has_moves == protocol_needs_moves(p) && protocol_has_scores(p));
  CHECK(here->count > 1 && child < here->count);
  CHECK(p->last == AB_ASK_CHILD_VALUE || !here->has_scores);
  if (p->last != AB_ASK_CHILD_VALUE) here->valued = 0;
  if (child < 64) {
    CHECK(!(here->valued >> child & 1));
    if (p->ply > 0 && (here->entered >> child & 1)) {
      here->tried = 0;
      here->entered = 0;
    }
    here->valued |= (uint64_t)1 << child;
  }
  here->has_scores = 1;
  p->counted.evaluations++;
}

/*
 * To be called with everything that ab_engine_next returns, before it is answered. Returns whether a node has
 * just been entered (and not merely probed): successor ab_engine_child of the one before it on the path, or what
 * a null move there leads to.
 */
static inline int protocol_observe(protocol *p, const ab_engine *engine, ab_ask ask)
{
  int has_left, has_entered;
  if (!p->is_taken) protocol_take(p, engine);
  p->is_taken = 1;
  protocol_follow_back(p, engine);
  has_left = protocol_follow_out(p, engine, ask) || p->last == AB_ASK_LEAVE || p->last == AB_ASK_LEAF;
  protocol_restore_depth(p, engine);
  has_entered = protocol_follow_in(p, engine);
  CHECK(ab_engine_ply(engine) == p->ply);
  if (ask == AB_ASK_MEMORY) return has_entered;
  CHECK(p->iterations == 0 || p->last != AB_ASK_NOTHING || ask == AB_ASK_NOTHING);
  switch (ask) {
  case AB_ASK_SUCCESSORS:
  case AB_ASK_NOISY:
  case AB_ASK_FIND_MOVE:
  case AB_ASK_BOUNDS:
  case AB_ASK_MORE:
  case AB_ASK_PROBABILITIES:
  case AB_ASK_TURN:
  case AB_ASK_KEY:
  case AB_ASK_MOVES:
  case AB_ASK_SCORES:
  case AB_ASK_VALUE:
    protocol_question(p, ask);
    break;
  case AB_ASK_ENTER:
    CHECK(p->task.asks_enter);
    protocol_enter(p, engine);
    has_entered = 1;
    break;
  case AB_ASK_CHILD_VALUE:
    protocol_child_value(p, engine);
    break;
  case AB_ASK_LEAF:
    CHECK(!p->path[p->ply].is_chance && p->path[p->ply].left == 1);
    CHECK(p->task.quiescence == 0);
    CHECK(!p->task.asks_turn || p->task.view == AB_VIEW_MAX);
    protocol_enter(p, engine);
    p->ply--;
    p->counted.evaluations++;
    break;
  case AB_ASK_LEAVE:
    CHECK(p->task.asks_leave);
    protocol_leave(p, engine, 0);
    break;
  case AB_ASK_NULL_MOVE:
    protocol_pass(p);
    has_entered = 1;
    break;
  case AB_ASK_UNDO_NULL_MOVE:
    protocol_leave(p, engine, 1);
    break;
  case AB_ASK_LINE:
    CHECK(has_left && !p->path[p->ply].is_chance);
    break;
  case AB_ASK_PROVED:
    CHECK(p->ply == 0 ? p->last == AB_ASK_LINE : p->ply == 1 && p->task.algorithm == AB_PVS);
    CHECK(p->task.partial_iteration && p->iterations > 0);
    CHECK(ab_engine_result(engine)->partial_depth == p->depth);
    break;
  case AB_ASK_ITERATION:
    protocol_iteration(p, engine);
    break;
  default:
    CHECK(ask == AB_ASK_NOTHING);
    CHECK(p->ply == 0 || !p->task.asks_leave);
    CHECK(ab_engine_result(engine)->reason != AB_REASON_NONE);
    CHECK(p->iterations > 0 || p->task.limits_hold_in_first_iteration);
  }
  p->last = ask;
  p->is_taken = 0;
  return has_entered;
}

#endif
