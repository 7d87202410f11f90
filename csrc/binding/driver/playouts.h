/*
 * playouts.h: the host of Monte Carlo tree search for rules in Lua: what it asks beside the functions of rules.c. See
 * uct/uct.h.
 */
#ifndef ALPHABETA_PLAYOUTS_H
#define ALPHABETA_PLAYOUTS_H

#include "report.h"

/* The host's functions beside ab_host. */
AB_FUNC const ab_uct_host ab_playouts_host;

/* Draws a deal, in a game of hidden hands: see `deal` of ab_uct_host. */
AB_FUNC ab_successors ab_playouts_deal(void *context);

/* The true state is the root's again. */
AB_FUNC void ab_playouts_undeal(void *context);

/* ---- what both hosts, rules in Lua and rules in C, do alike ---- */

/* Lets alpha-beta search beside the playouts: see `solve` of ab_uct_host. */
AB_FUNC ab_uct_aside ab_playouts_solve(void *context, int defends, uint64_t nodes);

/* The search has ended: closes what that uses. */
AB_FUNC void ab_playouts_end(lua_State *L);

#endif
