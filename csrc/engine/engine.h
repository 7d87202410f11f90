/*
 * engine.h: game-tree search over a host: the contract of what the engine does. host.h is the contract of the host.
 *
 * The engine walks a game tree that it never sees. It keeps its path on an explicit stack of frames, one a ply. It
 * calls the functions of its host, ab_host, for all that it must know of the game. The engine neither allocates memory
 * nor recurses. ab_engine_run can be left between two nodes, and goes on there. Meanwhile the host may search something
 * else, or drop the search.
 *
 * Bounds: the task's least and greatest value and `win` (a later win is worth less) limit the possible values of a
 * node. If none of them lies inside the window, the node is cut off before its successors are listed, or when their
 * count shows that the game is not over there.
 *
 * If a node was searched with a null window and is better than its parent assumed, it is searched again before the
 * engine leaves it. So is the root when its window was too narrow.
 *
 * Order: the engine tries the table's move and the killers before it asks for the game's `scores`, if there still is a
 * choice. So a node that one of them cuts off never asks for scores. The engine takes the next successor of an iterator
 * (`more`) after it has tried the previous ones. If the table names a move, it takes successors until that move
 * appears. If the game scores successors, it takes all at once. Instead of scores, evaluations may order the successors
 * (`asks_child_values`). `leaf` then evaluates each untried successor, one after the other, and the best one for the
 * player to move comes first. At the root the engine asks for scores only in the first iteration.
 *
 * Chance nodes: the engine asks for `probabilities` once the outcomes are counted. It enters outcomes until all are
 * known or their bounds cut the node off (see chance.h). In max^n a node's value is a payoff for every player (see
 * maxn.h). Signs and windows have no meaning then.
 *
 * Moves found by their move id (task field `finds_moves`; not at the root, at chance nodes and in quiescence): if a
 * node has a table's move or killers, `find` looks for the successor with that move id, before the successors are
 * listed. A found successor gets the next index, from 0, and is tried at once. If none of them cuts the node off,
 * `successors` and `moves` list all, with new indexes, and the engine does not try the found ones again. Or an iterator
 * yields those that were not found. At the first `find` of a node the host may find that the game is over, or that this
 * is a chance node, and says so instead. So the order is that of a search without it, except that the history is read
 * later, when the others are listed.
 *
 * Bounds of a position (`asks_bounds`): `bounds` tells the lowest and the highest value that evaluations at the node
 * and below it can have. It comes after the look-up and before the list, and not in quiescence. These bounds prune as
 * those of the task do, at the node and below it until others are known, but not below a null move. If they are equal,
 * they are the value.
 *
 * Quiescence goes on from a leaf [Shannon 1950]: its player may stand pat or try a noisy successor. A late move may be
 * tried with a ply less. If it is better than the best so far, it is searched again with its full depth.
 *
 * Null moves: a node tries a null move before its successors. If even that reaches beta, with less depth, the node is
 * cut off [Beal 1989].
 *
 * A successor that is known to be a leaf costs no frame and only one call, `leaf`. When a limit is reached, the engine
 * calls `leave` for each ply, and the search ends. If only the limit of an iteration that skipped others was reached
 * (see root.h), a lower iteration follows.
 *
 * Values. A frame holds its window and its best value in the view of the player who moves there. Its sign says whether
 * this view is Max's (the player whom the root's values are good for) or its negation. A child's value is negated on
 * the way up only if the signs differ, so a player may move twice in a row. A node returns:
 *
 *   fail-soft, for a node searched with window (alpha, beta):      [Fishburn 1983]
 *     value <= alpha:         the true value is at most `value`
 *     alpha < value < beta:   the true value is `value`
 *     value >= beta:          the true value is at least `value`
 *
 * An infinite alpha or beta excludes nothing, so infinities are values like others. The algorithms: alpha-beta as
 * analysed by Knuth and Moore (1975); principal variation search [Marsland and Campbell 1982], which tries all
 * successors except the first with a null window, the smallest that two doubles can bound; and MTD(f) [Plaat et al.
 * 1996], which searches the root only with null windows. See transposition.h for the table.
 */
#ifndef ALPHABETA_ENGINE_H
#define ALPHABETA_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "machine.h"
#include "../system/memory.h"
#include "task.h"

/* Makes an engine without memory. */
AB_FUNC void ab_engine_init(ab_engine *engine);

/* Frees all memory. The engine is then as after ab_engine_init. */
AB_FUNC void ab_engine_free(ab_engine *engine, const ab_memory *memory);

/* Begins a search of `task`, whatever the engine was doing. The clock runs from here. */
AB_FUNC void ab_engine_start(ab_engine *engine, const ab_task *task);

/*
 * Searches by the functions of `host`, which get `context`. Returns 1 when the search has ended. Returns 0 when it was
 * left before that, because of ab_engine_interrupt or ab_engine_pause_at: before a node, an outcome, a successor, or a
 * successor that is to be evaluated to order it. Called again, it goes on there. Meanwhile the host may take back the
 * moves of the path, and must have made them again.
 */
AB_FUNC int ab_engine_run(ab_engine *engine, const ab_host *host, void *context);

/* Has the search interrupted at the next place where the engine may be left: `why` says for what. For the host. */
static inline void ab_engine_interrupt(ab_engine *engine, ab_interrupt why)
{
  engine->interrupt = why;
  engine->leave_at = why == AB_INTERRUPT_NONE ? engine->pause_at : 0;
}

/* Why the search is to be interrupted. */
static inline ab_interrupt ab_engine_interrupted(const ab_engine *engine)
{
  return engine->interrupt;
}

/* Has the search interrupted when `nodes` nodes are counted; UINT64_MAX: never. */
static inline void ab_engine_pause_at(ab_engine *engine, uint64_t nodes)
{
  engine->pause_at = nodes;
  ab_engine_interrupt(engine, engine->interrupt);
}

/* Makes the room that the host's `grow` is called for. Returns 0 if there is not enough memory: it may try again. */
AB_FUNC int ab_engine_grow(ab_engine *engine, const ab_memory *memory);

/*
 * The moment at which the time of the task is up, on its clock. HUGE_VAL if there is no limit, and during an iteration
 * that limits do not end. Each depth may have another deadline.
 */
static inline double ab_engine_deadline(const ab_engine *engine)
{
  return ab_limits_deadline(&engine->limits);
}

/* The search has been interrupted for `seconds`, which do not count for any limit of time. */
static inline void ab_engine_postpone(ab_engine *engine, double seconds)
{
  engine->limits.start += seconds;
}

/* The search has waited for `seconds`, which do not count for the limit `think` of the task. */
static inline void ab_engine_wait(ab_engine *engine, double seconds)
{
  engine->limits.waited += seconds;
}

/* For how many seconds it has waited so far. */
static inline double ab_engine_waited(const ab_engine *engine)
{
  return engine->limits.waited;
}

/*
 * Ends the search at once, with the last iteration's result. The host must take back the moves that it made. One of its
 * functions cannot call this while the engine runs: it interrupts the engine, or leaves it by longjmp.
 */
AB_FUNC void ab_engine_stop(ab_engine *engine);

/* Says whether the root is Min's, if the host learns that after ab_engine_start, but before its first node. */
static inline void ab_engine_set_minimizing(ab_engine *engine, int minimizing)
{
  engine->task.root.minimizing = minimizing;
}

/* Sets the counts of a search that the host makes by other means, on the engine's clock and limits. */
static inline void ab_engine_set_counters(ab_engine *engine, const ab_counters *counters)
{
  engine->counters = *counters;
}

/* Ends such a search. */
static inline void ab_engine_end(ab_engine *engine, ab_reason reason)
{
  engine->result.reason = reason;
  engine->step = AB_STEP_END;
}

/* The task of the search. */
static inline const ab_task *ab_engine_task(const ab_engine *engine)
{
  return &engine->task;
}

/* The counts of the search so far. */
static inline const ab_counters *ab_engine_counters(const ab_engine *engine)
{
  return &engine->counters;
}

/* The result of the search so far, and why it has ended. */
static inline const ab_result *ab_engine_result(const ab_engine *engine)
{
  return &engine->result;
}

/* The bound of the result's value: 0 exact, +1 at least that, as an unfinished iteration proves, -1 at most. */
AB_FUNC int ab_engine_bound(const ab_engine *engine);

/* The depth of the iteration that runs, in plies. */
static inline int32_t ab_engine_depth(const ab_engine *engine)
{
  return engine->iteration.depth;
}

/* The capacity of the path in plies. Only ab_engine_grow changes it. */
static inline size_t ab_engine_room(const ab_engine *engine)
{
  return engine->plies;
}

/*
 * The known values of the root's successors, see scores.h; NULL if the task wants no scores. If one of them reached the
 * task's beta, the successors after it are missing.
 */
static inline const ab_scores *ab_engine_scores(const ab_engine *engine)
{
  return engine->scores.wanted > 0 ? &engine->scores : NULL;
}

/* The scores of the last completed iteration, best first; an empty list if the task wants none. */
static inline const ab_score_list *ab_engine_completed_scores(const ab_engine *engine)
{
  return &engine->scores.completed;
}

/* Whether `find` was called about the current node before. */
static inline int ab_engine_has_wanted_moves(const ab_engine *engine)
{
  return engine->frame->list.wanted_count > 0;
}

/* Whether only the successors that `find` has found are known of the node at `ply` of the path. */
static inline int ab_engine_is_finding(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].list.is_finding;
}

/* Whether `move` is the move id of a successor of the current node that was found by it, before all are listed. */
static inline int ab_engine_is_found(const ab_engine *engine, uint32_t move)
{
  const ab_frame *frame = engine->frame;
  int i;
  for (i = 0; frame->list.found_bits >> i != 0; i++)
    if ((frame->list.found_bits >> i & 1) && frame->wanted[i] == move) return 1;
  return 0;
}

/*
 * The value in max^n of the node at `ply` of the path, or of the leaf one ply above it, which the host is asked to
 * evaluate: the payoff of each player, by index; any doubles except NaN. All of a search have the same number of
 * players, at most AB_MAXN_PLAYERS.
 */
AB_FUNC void ab_engine_payoffs(ab_engine *engine, int32_t ply, const double *payoffs, uint32_t players);

/* The same by one payoff for each player, however many there are. */
AB_FUNC void ab_engine_equal_payoffs(ab_engine *engine, int32_t ply, double payoff);

/* How many players the last ab_engine_payoffs was about; 0 before the first. */
static inline uint32_t ab_engine_players(const ab_engine *engine)
{
  return engine->maxn.players;
}

/* The payoffs of the node at `ply` of the path so far, in max^n, one for each of ab_engine_players. */
static inline const double *ab_engine_payoffs_at(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && ply <= engine->ply);
  return engine->maxn.payoffs[ply].value;
}

/* The payoffs of the root, in max^n, in the last completed iteration; *players is set to their number. */
AB_FUNC const double *ab_engine_result_payoffs(const ab_engine *engine, uint32_t *players);

/* The plies left at the node at `ply` of the path; 0 or less in quiescence, which searches noisy successors. */
static inline int32_t ab_engine_depth_left(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].depth;
}

/* Whether the node at `ply` of the path is a quiescence node. */
static inline int ab_engine_is_quiescence(const ab_engine *engine, int32_t ply)
{
  return ab_engine_depth_left(engine, ply) <= 0;
}

/* In the host's `noisy`: whether it has found out, with the node's value, that the game goes on there. */
static inline int ab_engine_knows_end(const ab_engine *engine)
{
  return engine->frame->visit.knows_end;
}

/* The current node's ply on the path, 0 for the root. Chance nodes count, too. */
static inline int32_t ab_engine_ply(const ab_engine *engine)
{
  return engine->ply;
}

/* The sign of the node at `ply` of the path, once its turn is known: +1 where Max moves, else -1. */
static inline int ab_engine_sign(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].sign;
}

/* The sign of a node where `player` moves, as the host's `turn` says it. */
static inline int ab_engine_sign_of(const ab_engine *engine, uint32_t player)
{
  return player == 0 ? engine->frames[0].sign : -engine->frames[0].sign;
}

/* The decisions that led to the node at `ply` of the path, in plies. */
static inline int32_t ab_engine_decisions(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return ply > 0 ? engine->frames[ply].ply : 0;
}

/* Whether the node at `ply` of the path is a chance node. */
static inline int ab_engine_is_chance(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].list.is_chance;
}

#endif
