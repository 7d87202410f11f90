/*
 * native_playouts.h: the host of Monte Carlo tree search for rules in C: what it asks beside the functions of native.c.
 *
 * Lists of successors that are kept for nodes of the tree lie one after another in `kept_moves` of ab_native. Players
 * have indexes in the order in which they are met.
 */
#ifndef ALPHABETA_NATIVE_PLAYOUTS_H
#define ALPHABETA_NATIVE_PLAYOUTS_H

#include "report.h"

/* Runs a search by playouts with rules in C: see ab_uct_run. */
AB_FUNC int ab_native_run_playouts(lua_State *L, ab_search *search);

#endif
