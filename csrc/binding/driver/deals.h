/*
 * deals.h: alpha-beta over several deals, in a game of hidden hands.
 *
 * Deals are drawn here, as for playouts. Each has a searcher of its own, and lua/alphabeta/deals/sum.lua lets them
 * search, one after the other. So no move is made in this search, and a pause takes nothing back.
 */
#ifndef ALPHABETA_DEALS_H
#define ALPHABETA_DEALS_H

#include "report.h"

/* Searches, as ab_engine_run does. */
AB_FUNC int ab_deals_run(const ab_rules *own);

#endif
