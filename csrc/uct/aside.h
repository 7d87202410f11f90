/*
 * aside.h: alpha-beta beside the playouts: it solves the last plies of a game, and finds the longest defence of a lost
 * position. The host searches, see `solve`. All moves are taken back meanwhile.
 */
#ifndef ALPHABETA_UCT_ASIDE_H
#define ALPHABETA_UCT_ASIDE_H

#include "state.h"

/* After a playout: begins a search of the last plies if that is promising, and lets it go on for its share. */
AB_FUNC void ab_uct_aside_go_on(ab_uct *uct);

/* Whether the search has proven that the player at the root loses, and is to look for the longest defence. */
AB_FUNC int ab_uct_aside_defends(const ab_uct *uct);

/* Looks for it for a while. Returns whether it is found. */
AB_FUNC int ab_uct_aside_defend(ab_uct *uct);

#endif
