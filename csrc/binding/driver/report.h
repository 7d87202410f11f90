/*
 * report.h: what both hosts, rules in Lua and rules in C, do alike: time, memory, and what concerns the root.
 */
#ifndef ALPHABETA_REPORT_H
#define ALPHABETA_REPORT_H

#include "../base/search.h"

/* The context of a host. */
typedef struct ab_rules {
  lua_State *L;
  ab_search *search;
} ab_rules;

/* Watches for the end by time of a search that begins or goes on, and of its slice. */
AB_FUNC void ab_watch_start(ab_search *search);

/* Looks at the clocks: interrupts the engine if the time of the slice or of the search is up. */
AB_FUNC void ab_watch_look(ab_search *search);

/* Counts a call of the game's, and looks if it is due. */
static inline void ab_watch_count(ab_search *search)
{
  if (search->watch.is_on && ++search->watch.calls >= AB_WATCH_CALLS) ab_watch_look(search);
}

/* ---- functions of a host that both have: see engine/host.h ---- */

/* Makes room in the engine, its table, and for the plies of the host. */
AB_FUNC void ab_report_grow(void *context);

/* Watches for another end by time. */
AB_FUNC void ab_report_deadline(void *context);

/* Gives the engine the probabilities of the outcomes that were listed last. */
AB_FUNC void ab_report_probabilities(void *context, ab_outcome *outcomes, uint32_t count);

/* Stores the best line of the current node. */
AB_FUNC void ab_report_line(void *context);

/* Stores the move that is proved, as the answer. */
AB_FUNC void ab_report_proved(void *context);

/* Stores the result of an iteration, and calls `on_iteration`. */
AB_FUNC void ab_report_iteration(void *context);

/* ---- playouts ---- */

/*
 * The successors of the current node, `count` of them, were listed. If it is the root of a probe, that decides how many
 * plies it may have: see lua/alphabeta/front/current.lua.
 */
AB_FUNC void ab_report_limit_probe(const ab_rules *own, uint32_t count);

/*
 * In a probe before a search that only a depth limits, in place of the value of the current node, which does not
 * matter. A game that ends within the depth is the last one: the search will hardly value a state where it goes on.
 */
AB_FUNC void ab_report_end_probe(ab_search *search, ab_leaf leaf);

/* Calls `on_iteration`, if it is given. */
AB_FUNC void ab_report_playouts(void *context);

#endif
