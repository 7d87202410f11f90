/*
 * uct.h: Monte Carlo tree search (UCT), the second search over the engine's machine.
 *
 * A playout goes from the root through the tree, by UCB1 [Kocsis and Szepesvári 2006], adds a node, and plays at random
 * to the end of the game. Its points are then added to the nodes of its path. Wins, losses and draws that are certain
 * are proven along the path [Winands, Björnsson and Saito 2008]. All moves as first, RAVE [Gelly and Silver 2007],
 * counts a playout also for the moves that the player of a node made later. With hidden hands each playout begins with
 * another deal, and the nodes are those of information sets [Cowling, Powley and Whitehouse 2012].
 *
 * The machine has the path, the limits, the counters and the interrupts, as in alpha-beta, so a host serves both
 * searches. Playouts are the nodes that it counts. The tree outlasts a search. The next one goes on with the part below
 * its root, if the host recognizes that.
 *
 * The same seed builds the same tree on every platform: the random numbers are those of common/random.lua, all sums are
 * doubles in a fixed order, and of the C library only sqrt() and floor() are used, which are exact.
 */
#ifndef ALPHABETA_UCT_H
#define ALPHABETA_UCT_H

#include "ranking.h"
#include "state.h"

/* Makes a search with an empty tree and without memory. */
AB_FUNC void ab_uct_init(ab_uct *uct);

/* Gives all memory back. The host has forgotten its lists. */
AB_FUNC void ab_uct_free(ab_uct *uct, const ab_memory *memory);

/* Drops the tree; the memory stays. The host forgets its lists, too. */
AB_FUNC void ab_uct_clear(ab_uct *uct);

/*
 * Begins a search by `engine`, which is started with `task`; of that it needs view, minimizing, asks_turn, asks_leave,
 * has_chance_nodes, omits_moves, answers_forced, win, multipv, limits and the clock. If the search before was left with
 * the reason AB_REASON_PROBED, it may go on with its tree: see `goes_on`.
 */
AB_FUNC void ab_uct_start(ab_uct *uct, ab_engine *engine, const ab_task *task, const ab_uct_task *what);

/* Searches, as ab_engine_run does: see there. It is left only before steps that ab_uct_step names. */
AB_FUNC int ab_uct_run(ab_uct *uct, const ab_host *host, const ab_uct_host *more, void *context);

/* Makes the room that the host's `grow` is called for. Returns 0 if there is not enough memory. */
AB_FUNC int ab_uct_grow(ab_uct *uct, const ab_memory *memory);

/* What the first playouts have found out. */
static inline const ab_probe *ab_uct_probed(const ab_uct *uct)
{
  return &uct->lasting.probe;
}

/* A search whose only purpose is the probe has so many plies at most, if the host learns that after ab_uct_start. */
static inline void ab_uct_limit_probe(ab_uct *uct, uint64_t plies)
{
  uct->task.asks.plies = plies;
}

#endif
