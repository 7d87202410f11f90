/*
 * uct.c: the search from its beginning to its end, step by step.
 *
 *   BEGIN -> PLAYOUT -> NODE -> the next NODE; or, at a leaf of the tree, PLY -> PLY ... -> BACK_UP -> PLAYOUT or END
 *
 * PLAYOUT begins at the root. HIDDEN is a NODE with hidden hands. TRY looks for a winning move at a NODE or a PLY,
 * CONTEST for the one that mobility takes. CUT takes the place of BACK_UP if the playout does not count. If the
 * position is lost, DEFEND looks for the longest defence before END.
 *
 * The search may be left, by PAUSE, before each step but BACK_UP and CUT. Nothing is on the C stack then.
 */

#include "uct.h"

#include <math.h>

#include "aside.h"
#include "contest.h"
#include "hidden.h"
#include "known.h"
#include "playout.h"
#include "scale.h"
#include "selection.h"
#include "update.h"
#include "walk.h"

/* With a soft limit, the search tests after so many playouts whether the best move is clear. */
#define SOFT_PLAYOUTS 16

/* ---- memory ---- */

void ab_uct_init(ab_uct *uct)
{
  static const ab_uct empty = {.step = AB_UCT_END};
  *uct = empty;
  uct->lasting.alternates = 1;
}

void ab_uct_free(ab_uct *uct, const ab_memory *memory)
{
  ab_uct_tree_free(&uct->tree, memory);
  ab_memory_free(memory, uct->lasting.path, uct->lasting.plies, sizeof *uct->lasting.path);
  ab_memory_free(memory, uct->lasting.stamps, uct->lasting.stamp_count, sizeof *uct->lasting.stamps);
  ab_uct_init(uct);
}

void ab_uct_clear(ab_uct *uct)
{
  static const ab_uct_habits unknown = {0, 0, 0, 0};
  static const ab_probe_ask nothing = {.goes_on = 0};
  uct->lasting.is_whole = 0;
  uct->lasting.players = 0;
  uct->lasting.alternates = 1;
  uct->lasting.habits = unknown;
  uct->ticks = 0;
  ab_probe_start(&uct->lasting.probe, &nothing);
}

/* Makes room for the stamps of so many plies. Those that are there are forgotten. */
static int grow_stamps(ab_uct *uct, const ab_memory *memory, size_t plies)
{
  size_t count = uct->lasting.stamp_count > 0 ? uct->lasting.stamp_count : 64, i;
  ab_uct_stamp *grown;
  static const ab_uct_stamp none = {0, 0, 0, 0};
  while (count < plies * 2) count *= 2;
  if (count == uct->lasting.stamp_count) return 1;
  grown = memory->allocate(memory->context, uct->lasting.stamps,
                           uct->lasting.stamp_count * sizeof *uct->lasting.stamps, count * sizeof *grown);
  if (grown == NULL) return 0;
  for (i = 0; i < count; i++) grown[i] = none;
  uct->lasting.stamps = grown;
  uct->lasting.stamp_count = count;
  uct->lasting.playout = 0;
  return 1;
}

/* Without memory for more of the tree, the search goes on with what it has, if that is a root with its edges. */
int ab_uct_grow(ab_uct *uct, const ab_memory *memory)
{
  static const ab_uct_wanted nothing = {0, 0, 0, 0};
  const ab_uct_wanted wanted = uct->wanted;
  ab_uct_tree *tree = &uct->tree;
  ab_uct_ply *path =
      ab_memory_grow(memory, uct->lasting.path, &uct->lasting.plies, wanted.plies, sizeof *path);
  if (wanted.plies == 0) return 1;
  if (path == NULL) return 0;
  uct->lasting.path = path;
  if (!grow_stamps(uct, memory, uct->lasting.plies)) return 0;
  if (!ab_uct_tree_grow(tree, memory, wanted.nodes, wanted.edges, wanted.known)) {
    int has_root =
        tree->node_count > 0 && (tree->nodes[0].is_listed || tree->nodes[0].is_over || uct->task.deals);
    if (!has_root) return 0;
    tree->is_full = 1;
  }
  uct->wanted = nothing;
  return 1;
}

/* ---- the beginning ---- */

void ab_uct_start(ab_uct *uct, ab_engine *engine, const ab_task *task, const ab_uct_task *what)
{
  const ab_uct begun = {.tree = uct->tree,
                        .lasting = uct->lasting,
                        .engine = engine,
                        .task = *what,
                        .step = AB_UCT_BEGIN,
                        .has_rave = what->uses_rave && !what->deals,
                        .recognizes = what->recognizes && !what->deals && !task->root.omits_moves,
                        .next_report = AB_UCT_FIRST_REPORT,
                        .over_value = 0,
                        .solving = {.answer = {.child = AB_UCT_NONE, .plies = -1}}};
  uint64_t before = uct->ticks;
  ab_engine_start(engine, task);
  ab_limits_restore(&engine->limits);
  *uct = begun;
  uct->lasting.habits.plies += before;
  uct->tree.bytes = what->bytes;
  uct->tree.is_full = 0;
  ab_random_seed(&uct->random, what->seed, what->number);
  if (what->asks.result || what->asks.mobility || what->asks.contest)
    ab_probe_start(&uct->lasting.probe, &what->asks);
}

/* Whether the probe is still to find something out. */
static int is_probing(const ab_uct *uct)
{
  return (uct->task.asks.result || uct->task.asks.mobility) && !ab_probe_is_known(&uct->lasting.probe);
}

/*
 * Takes up the tree of the search before, as far as it is that of the root. Returns whether it does. The nodes of hidden
 * hands have successors by their moves, and others by their places: neither search takes up a tree of the other kind.
 */
static int take_up_tree(ab_uct *uct)
{
  int is_whole = uct->lasting.is_whole && uct->lasting.is_hidden == uct->task.deals;
  uint32_t id;
  uct->lasting.is_whole = 0;
  uct->lasting.is_hidden = uct->task.deals;
  if (!is_whole || uct->tree.node_count == 0) return 0;
  if (uct->task.goes_on) return 1;
  id = uct->recognizes ? uct->more->recognize(uct->context) : 0;
  return id != 0 && ab_uct_known_take_up(uct, id);
}

/* Whether it is known of the tree that was taken up who moves at the root. A chance node has only who moved before. */
static int knows_root(const ab_uct *uct)
{
  return uct->engine->task.host.asks_turn || uct->task.goes_on || !uct->tree.nodes[0].is_chance;
}

/* Asks who moves at the root. Without an answer, that is as in the tree. */
static void ask_own_player(ab_uct *uct, int has_tree)
{
  const ab_uct_node *root = uct->tree.nodes;
  if (!uct->engine->task.host.asks_turn)
    uct->own = has_tree && root->is_listed && !root->is_chance ? root->player % 2 : 0;
  else
    uct->own = uct->host->turn(uct->context);
  ab_uct_note_mover(uct, uct->own);
}

/* Lists the root's moves before the first deal. */
static void begin_deals(ab_uct *uct)
{
  ab_uct_hidden_plant(uct, ab_uct_list(uct));
}

/* Begins the search. */
static ab_uct_step begin(ab_uct *uct)
{
  ab_engine *engine = uct->engine;
  int has_tree;
  if (engine->counters.nodes >= engine->leave_at && ab_engine_interrupted(engine) != AB_INTERRUPT_TIME) {
    uct->step = AB_UCT_BEGIN;
    return AB_UCT_PAUSE;
  }
  ab_uct_reserve(uct, AB_FIRST_PLIES - 1, 2, 0, 0);
  engine->frame->list = ab_no_list_flags;
  engine->frame->visit = ab_no_visit_flags;
  engine->frame->depth = 1;
  engine->frame->ply = 0;
  engine->frame->sign = +1;
  uct->host->deadline(uct->context);
  has_tree = take_up_tree(uct) && knows_root(uct);
  if (!has_tree && (uct->lasting.players != 2 || uct->task.deals)) uct->lasting.players = 0;
  ask_own_player(uct, has_tree);
  if (!engine->task.host.asks_turn || uct->task.by_sides) uct->lasting.players = 2;
  ab_uct_check_players(uct);
  if (has_tree && uct->tree.nodes[0].mover != uct->own &&
      (uct->tree.nodes[0].visits == 0 || uct->tree.nodes[0].is_chance))
    has_tree = 0;
  if (!has_tree) {
    ab_uct_scale_start(&uct->lasting.scale);
    ab_uct_drop(uct);
  }
  if (uct->task.deals) begin_deals(uct);
  return AB_UCT_PLAYOUT;
}

/* ---- the end ---- */

/* The true state is the root's again, if that is a deal. All moves are taken back. */
static void undeal(ab_uct *uct)
{
  if (!uct->playing.is_dealt) return;
  uct->playing.is_dealt = 0;
  uct->more->undeal(uct->context);
}

/* Ends the search. */
static ab_uct_step end(ab_uct *uct, ab_reason reason)
{
  ab_uct_leave_all(uct);
  undeal(uct);
  if (reason == AB_REASON_OVER) {
    uct->engine->counters.evaluations++;
    uct->over_value = uct->host->value(uct->context, AB_LEAF_OVER).value;
  }
  uct->engine->result.reason = reason;
  return AB_UCT_END;
}

/* Whether a playout counts in the tree, so that there is a best move. A new player empties the tree. */
static int has_counted(const ab_uct *uct)
{
  return uct->playouts > 0 && uct->tree.nodes[0].visits > 0;
}

/*
 * Whether the best move is clear, when `share` of the soft limit is used: no other can overtake it before that is used
 * up, or after that it has the most points, too.
 */
static int is_clear(const ab_uct *uct, double share)
{
  const ab_uct_node *nodes = uct->tree.nodes, *first;
  ab_uct_kid best[2];
  uint32_t place;
  if (ab_uct_ranked(uct, best, 2) < 2) return share >= 1;
  if (share < 1)
    return ((double)best[0].visits - best[1].visits) * share > (double)uct->playouts * (1 - share);
  first = &nodes[best[0].node];
  for (place = 0; nodes->is_listed && place < nodes->tried; place++) {
    const ab_uct_node *kid = &nodes[ab_uct_tree_edges(&uct->tree, nodes)[place].node];
    if (kid->visits > 0 && kid->sum * first->visits > first->sum * kid->visits) return 0;
  }
  return 1;
}

/* The limit that is reached; AB_REASON_NONE. */
static ab_reason limit_reached(ab_uct *uct)
{
  ab_engine *engine = uct->engine;
  ab_reason reason = AB_REASON_NONE;
  uint64_t nodes = engine->counters.nodes;
  double share;
  if (nodes >= engine->limits.check) reason = ab_limits_reached(&engine->limits, nodes);
  if (reason != AB_REASON_NONE || !ab_limits_are_soft(&engine->task.budget) || nodes % SOFT_PLAYOUTS != 0)
    return reason;
  share = ab_limits_share(&engine->limits, nodes, &reason);
  return is_clear(uct, share) ? reason : AB_REASON_NONE;
}

/* Whether a search whose only purpose is the probe has ended. */
static int is_probed(const ab_uct *uct)
{
  const ab_probe_ask *asks = &uct->task.asks;
  return uct->task.is_probe &&
         (ab_probe_is_known(&uct->lasting.probe) || (asks->plies > 0 && uct->ticks >= asks->plies));
}

/* Whether moves of the root are not known yet among which a level may choose. */
static int is_choosing(const ab_uct *uct)
{
  const ab_uct_node *root = uct->tree.nodes;
  return uct->task.chooses && root->is_listed && root->tried < root->count && !root->is_chance;
}

/* Whether the root has one move only, and that is wanted. */
static int is_forced(const ab_uct *uct)
{
  const ab_uct_node *root = uct->tree.nodes;
  uint32_t count = uct->task.deals ? root->tried : root->count;
  return count == 1 && uct->engine->task.root.answers_forced && !root->is_chance && root->visits > 0;
}

/* Why the search ends after a playout; AB_REASON_NONE if it goes on. */
static ab_reason reason_to_end(ab_uct *uct)
{
  const ab_uct_node *root = uct->tree.nodes;
  if (root->is_over) return AB_REASON_OVER;
  if (is_probed(uct)) return AB_REASON_PROBED;
  if ((uct->solving.has_answer || root->solved != AB_UCT_OPEN) && !is_choosing(uct)) return AB_REASON_SOLVED;
  if (is_forced(uct)) return AB_REASON_FORCED;
  if (!has_counted(uct)) return AB_REASON_NONE;
  return uct->is_late ? AB_REASON_TIME : limit_reached(uct);
}

/* A playout has ended, or was dropped: ends the search, or begins another one. */
static ab_uct_step finish_playout(ab_uct *uct)
{
  ab_reason reason;
  ab_uct_aside_go_on(uct);
  if (uct->host->iteration != NULL && uct->playouts >= uct->next_report) {
    uct->next_report *= 2;
    uct->host->iteration(uct->context);
  }
  reason = reason_to_end(uct);
  if (reason == AB_REASON_NONE) return AB_UCT_PLAYOUT;
  if (reason == AB_REASON_SOLVED && ab_uct_aside_defends(uct)) return AB_UCT_DEFEND;
  return end(uct, reason);
}

/* Whether the time is up, which a pause may hide: a slice can end later than the time of the search. */
static int is_time_up(ab_uct *uct)
{
  return ab_engine_interrupted(uct->engine) == AB_INTERRUPT_TIME ||
         ab_limits_reached(&uct->engine->limits, uct->engine->counters.nodes) == AB_REASON_TIME;
}

/* Leaves the search before `step`. If the time is up, ends it; but the first playout only ends early. */
static ab_uct_step interrupt(ab_uct *uct, ab_uct_step step)
{
  if (!is_time_up(uct)) {
    uct->step = step;
    uct->playing.began = NAN;
    return AB_UCT_PAUSE;
  }
  ab_engine_interrupt(uct->engine, AB_INTERRUPT_NONE);
  if (step == AB_UCT_DEFEND) return end(uct, AB_REASON_SOLVED);
  if (has_counted(uct) || uct->task.is_probe) return end(uct, AB_REASON_TIME);
  uct->is_late = 1;
  return step;
}

/* Takes all moves of the playout back, and shows the probe how long that takes. */
static void leave_playout(ab_uct *uct)
{
  int32_t plies = uct->engine->ply;
  double (*clock)(void) = uct->engine->task.budget.clock, made;
  if (!uct->lasting.probe.is_on) {
    ab_uct_leave_all(uct);
  } else {
    made = clock();
    ab_uct_leave_all(uct);
    ab_probe_end(&uct->lasting.probe, plies, made - uct->playing.began, clock() - made);
  }
  undeal(uct);
}

/* As `look`, in a search whose only purpose is the probe, and which counts plies. */
AB_NOINLINE ab_uct_step look_at_probe(ab_uct *uct, ab_uct_step step)
{
  ab_engine *engine = uct->engine;
  if (engine->counters.nodes >= engine->leave_at) return interrupt(uct, step);
  if (is_probed(uct)) return end(uct, AB_REASON_PROBED);
  if (engine->counters.nodes >= engine->limits.check) {
    ab_reason reason = ab_limits_reached(&engine->limits, engine->counters.nodes);
    if (reason != AB_REASON_NONE) return end(uct, reason);
  }
  return step;
}

/* Ends a playout that has shown the probe enough. It does not count. */
static ab_uct_step cut(ab_uct *uct)
{
  leave_playout(uct);
  return finish_playout(uct);
}

/* As `interrupt`, if it is due: at a ply, by the host; in a probe, by the count of plies and the limits, too. */
static inline ab_uct_step look(ab_uct *uct, ab_uct_step step)
{
  if (ab_uct_is_interrupted(uct)) return interrupt(uct, step);
  return uct->task.is_probe ? look_at_probe(uct, step) : step;
}

/* Looks for the longest defence. */
static ab_uct_step defend(ab_uct *uct)
{
  ab_limits *limits = &uct->engine->limits;
  uint64_t nodes = uct->engine->counters.nodes;
  ab_reason soft;
  if (nodes >= uct->engine->leave_at) return interrupt(uct, AB_UCT_DEFEND);
  if ((nodes >= limits->check && ab_limits_reached(limits, nodes) != AB_REASON_NONE) ||
      (ab_limits_are_soft(&uct->engine->task.budget) && ab_limits_share(limits, nodes, &soft) >= 1))
    return end(uct, AB_REASON_SOLVED);
  uct->engine->counters.nodes++;
  return ab_uct_aside_defend(uct) ? end(uct, AB_REASON_SOLVED) : AB_UCT_DEFEND;
}

/* ---- a playout through the tree ---- */

/* Begins a playout at the root. */
static ab_uct_step begin_playout(ab_uct *uct)
{
  ab_engine *engine = uct->engine;
  if (engine->counters.nodes >= engine->leave_at) {
    ab_uct_step next = interrupt(uct, AB_UCT_PLAYOUT);
    if (next != AB_UCT_PLAYOUT) return next;
  }
  if (is_probing(uct)) ab_probe_begin(&uct->lasting.probe);
  ab_uct_playout_begin(uct);
  if (uct->lasting.probe.is_on) uct->playing.began = engine->task.budget.clock();
  if (!uct->task.deals) {
    ab_uct_here(uct)->node = 0;
    return AB_UCT_NODE;
  }
  return uct->tree.nodes[0].is_over ? finish_playout(uct) : ab_uct_hidden_begin(uct);
}

/* Stores that the game is over at a node. */
static void store_end(ab_uct *uct, uint32_t at)
{
  ab_uct_value value;
  ab_uct_node *node;
  if (uct->playing.asks_turn) ab_uct_meet(uct);
  value = ab_uct_judge(uct, AB_LEAF_OVER);
  if (uct->lasting.probe.is_on) ab_probe_note_length(&uct->lasting.probe, uct->engine->ply);
  node = &uct->tree.nodes[at];
  node->is_over = 1;
  node->ends = uct->playing.points[0];
  if (uct->lasting.players == 2) node->solved = (uint8_t)value.proof;
  node->result = value.value;
}

/* Notes the move ids of a node's successors, for RAVE. */
static void store_moves(ab_uct *uct, uint32_t at)
{
  ab_uct_edge *edges = ab_uct_tree_edges(&uct->tree, &uct->tree.nodes[at]);
  uint32_t index;
  for (index = 0; uct->has_rave && index < uct->tree.nodes[at].count; index++) {
    edges[index].move = uct->more->move(uct->context, index);
    if (edges[index].move == 0 || edges[index].move & AB_MOVE_IS_INDEX)
      uct->has_rave = uct->playing.notes_moves = 0;
  }
}

/* Notes the probabilities of a chance node's outcomes. */
static void store_outcomes(ab_uct *uct, uint32_t at)
{
  ab_uct_edge *edges = ab_uct_tree_edges(&uct->tree, &uct->tree.nodes[at]);
  uint32_t index;
  for (index = 0; index < uct->tree.nodes[at].count; index++)
    edges[index].sum = uct->engine->chance.outcomes[index].probability;
}

/* Stores the successors of the current node, which were listed. Returns 0 if there is not enough memory. */
static int store(ab_uct *uct, uint32_t at)
{
  uint32_t count = ab_uct_here(uct)->count, player;
  int is_chance = ab_uct_is_chance(uct);
  if (at != 0 && !ab_uct_tree_has_room(&uct->tree)) return 0;
  ab_uct_reserve(uct, 1, 1, (size_t)count + 1, 0);
  if (uct->tree.edge_count + (size_t)count >= uct->tree.edge_capacity) return 0;
  player = is_chance ? uct->tree.nodes[at].mover : ab_uct_turn(uct);
  uct->more->keep(uct->context, at);
  ab_uct_tree_open(&uct->tree, at, count);
  uct->tree.nodes[at].player = (uint8_t)player;
  uct->tree.nodes[at].is_chance = (char)is_chance;
  uct->tree.nodes[at].is_listed = 1;
  if (is_chance)
    store_outcomes(uct, at);
  else
    store_moves(uct, at);
  return 1;
}

/* Whether a move must be looked for at the current node by which the player there wins at once: for a level. */
static int guards(const ab_uct *uct, const ab_uct_node *node)
{
  return uct->engine->ply == 1 && uct->task.guards && ab_uct_proves(uct) && !node->is_chance &&
         !node->is_looked_at && node->solved == AB_UCT_OPEN;
}

/* The current node's stored successors are its again. Returns 0 if the game lists others now: the tree is dropped. */
static int recall(ab_uct *uct, uint32_t at)
{
  const ab_uct_node *node = &uct->tree.nodes[at];
  ab_uct_ply *here = ab_uct_here(uct);
  if (!uct->more->recall(uct->context, at)) {
    ab_uct_leave_all(uct);
    ab_uct_drop(uct);
    return 0;
  }
  here->count = uct->engine->frame->count = node->count;
  uct->engine->frame->list.is_chance = node->is_chance;
  uct->engine->frame->list.is_expanded = 1;
  if (node->is_chance)
    here->mover = node->mover;
  else
    ab_uct_note_mover(uct, node->player);
  return 1;
}

/* Goes on from the current node, whose successors are stored, to one below it. */
static ab_uct_step descend(ab_uct *uct, uint32_t at)
{
  uint32_t place = 0, kid, index;
  const ab_uct_edge *edge;
  int is_chance = uct->tree.nodes[at].is_chance, may_grow = at == 0 || ab_uct_tree_has_room(&uct->tree);
  ab_uct_reserve(uct, 1, (size_t)may_grow, 0, (size_t)may_grow);
  if (uct->task.asks.contest) return ab_uct_playout_leave_tree(uct);
  if (ab_uct_known_is_due(uct, at)) ab_uct_known_note(uct, at);
  if (ab_uct_playout_show(uct)) return AB_UCT_CUT;
  kid = is_chance ? ab_uct_select_outcome(uct, at, &place) : ab_uct_select(uct, at, &place);
  if (kid == AB_UCT_NONE) return ab_uct_playout_leave_tree(uct);
  edge = &ab_uct_tree_edges(&uct->tree, &uct->tree.nodes[at])[place];
  index = edge->index;
  ab_uct_here(uct)->move = is_chance ? 0 : edge->move;
  if (ab_uct_known_asks_move(uct, at, kid)) ab_uct_here(uct)->move = uct->more->move(uct->context, index);
  ab_uct_enter(uct, index);
  ab_uct_here(uct)->node = kid;
  uct->playing.tree_plies = uct->engine->ply;
  return AB_UCT_NODE;
}

/* The current node is over, or solved: the playout ends here, with what is known. */
static ab_uct_step end_in_tree(ab_uct *uct, const ab_uct_node *node)
{
  if (!node->is_over)
    uct->playing.points[0] = node->solved / 2.0;
  else if (ab_uct_is_many(uct))
    ab_uct_judge(uct, AB_LEAF_OVER);
  else
    uct->playing.points[0] = node->ends;
  return AB_UCT_BACK_UP;
}

/* Visits the current node of the tree for the first times: its successors are listed, and stored at the second visit. */
static ab_uct_step list_node(ab_uct *uct, uint32_t at)
{
  uint32_t count = ab_uct_list(uct);
  int is_stored = 0;
  if (count == 0)
    store_end(uct, at);
  else if (uct->tree.nodes[at].visits > 0 || uct->engine->ply < (uct->task.guards ? 2 : 1))
    is_stored = store(uct, at);
  if (!ab_uct_check_players(uct)) return finish_playout(uct);
  if (count == 0) return end_in_tree(uct, &uct->tree.nodes[at]);
  return is_stored ? AB_UCT_NODE : ab_uct_playout_leave_tree(uct);
}

/* Visits the current node of the tree. */
static ab_uct_step visit(ab_uct *uct)
{
  uint32_t at = ab_uct_here(uct)->node;
  const ab_uct_node *node = &uct->tree.nodes[at];
  if (!node->is_listed && !node->is_over) return list_node(uct, at);
  if (node->is_over || (node->solved != AB_UCT_OPEN && uct->engine->ply > 0)) return end_in_tree(uct, node);
  if (!recall(uct, at)) return finish_playout(uct);
  if (guards(uct, &uct->tree.nodes[at])) return ab_uct_playout_begin_trials(uct, 1);
  return descend(uct, at);
}

/* The playout has its points: takes its moves back, and counts it. */
static ab_uct_step back_up(ab_uct *uct)
{
  int32_t plies = uct->engine->ply;
  uint32_t moves = uct->tree.nodes[0].tried;
  if (uct->task.asks.contest) {
    if (ab_uct_check_players(uct)) ab_uct_contest_end(uct);
    return cut(uct);
  }
  leave_playout(uct);
  if (!ab_uct_check_players(uct)) {
    if (uct->task.deals) ab_uct_hidden_plant(uct, moves);
    return finish_playout(uct);
  }
  ab_uct_update(uct, plies);
  ab_uct_playout_end(uct);
  uct->playouts++;
  if (!uct->task.is_probe) uct->engine->counters.nodes++;
  return finish_playout(uct);
}

/* ---- the loop ---- */

/* Takes a step before which the search may be left. Returns the next one. */
static inline ab_uct_step take(ab_uct *uct, ab_uct_step step, ab_uct_step (*act)(ab_uct *uct))
{
  ab_uct_step due = look(uct, step);
  return due == step ? act(uct) : due;
}

int ab_uct_run(ab_uct *uct, const ab_host *host, const ab_uct_host *more, void *context)
{
  ab_uct_step step = uct->step;
  ab_engine *engine = uct->engine;
  engine->host = uct->host = host;
  engine->context = uct->context = context;
  uct->more = more;
  if (step != AB_UCT_BEGIN) uct->lasting.is_whole = 0;
  while (step != AB_UCT_PAUSE && step != AB_UCT_END) {
    switch (step) {
    case AB_UCT_BEGIN:
      step = begin(uct);
      break;
    case AB_UCT_PLAYOUT:
      step = begin_playout(uct);
      break;
    case AB_UCT_NODE:
      step = take(uct, step, visit);
      break;
    case AB_UCT_HIDDEN:
      step = take(uct, step, ab_uct_hidden_visit);
      break;
    case AB_UCT_PLY:
      step = take(uct, step, ab_uct_playout_ply);
      break;
    case AB_UCT_TRY:
      step = take(uct, step, ab_uct_playout_try);
      break;
    case AB_UCT_CONTEST:
      step = take(uct, step, ab_uct_contest_try);
      break;
    case AB_UCT_BACK_UP:
      step = back_up(uct);
      break;
    case AB_UCT_CUT:
      step = cut(uct);
      break;
    case AB_UCT_DEFEND:
      step = defend(uct);
      break;
    case AB_UCT_PAUSE:
    case AB_UCT_END:
      break;
    }
  }
  if (step == AB_UCT_END) uct->step = AB_UCT_END;
  uct->lasting.is_whole = 1;
  return step == AB_UCT_END;
}
