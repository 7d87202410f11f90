/*
 * playout.h: the part of a playout beyond the tree: random moves to the end of the game.
 */
#ifndef ALPHABETA_UCT_PLAYOUT_H
#define ALPHABETA_UCT_PLAYOUT_H

#include "state.h"

/* Sets up a playout, at the root. */
AB_FUNC void ab_uct_playout_begin(ab_uct *uct);

/* The playout leaves the tree at the current node, whose successors are listed. */
AB_FUNC ab_uct_step ab_uct_playout_leave_tree(ab_uct *uct);

/* Lists the successors of the current node. */
AB_FUNC ab_uct_step ab_uct_playout_ply(ab_uct *uct);

/* Ends the playout at the current node, whose successors are listed, or makes a move. */
AB_FUNC ab_uct_step ab_uct_playout_choose(ab_uct *uct);

/* Begins to look for a move that wins at once at the current node, whose mover is known. */
AB_FUNC ab_uct_step ab_uct_playout_begin_trials(ab_uct *uct, int is_guard);

/* Tries the next one. */
AB_FUNC ab_uct_step ab_uct_playout_try(ab_uct *uct);

/* Goes to successor `child` of the current node. RAVE learns which move that is. */
AB_FUNC void ab_uct_playout_go(ab_uct *uct, uint32_t child);

/* Takes the end of the playout into account, which was added to the tree. */
AB_FUNC void ab_uct_playout_end(ab_uct *uct);

/* Shows the current node, where the game goes on, to the probe. Returns whether the playout has shown enough. */
AB_FUNC int ab_uct_playout_show_it(ab_uct *uct);

/* The same, if the probe looks at the playout. */
static inline int ab_uct_playout_show(ab_uct *uct)
{
  return uct->lasting.probe.is_on && ab_uct_playout_show_it(uct);
}

#endif
