/*
 * choice.h: which of the root's moves is played, where that need not be the first of the best.
 *
 * Moves are chosen among exact scores only, and by pseudo-random numbers: a choice is a function of the seed, of
 * how many searches the searcher has made, and of the scores.
 *
 * A level plays with a handicap. It looks no deeper than its depth and at no more than its nodes, and chooses one of
 * the sensible moves, a move that is worse by d having the probability weight exp(-d / (temperature * spread)). The
 * spread is how much worse the middle one of the sensible moves is (or, where that is no worse, the mean), so that
 * nothing depends on the unit of the game's evaluations, and little on a few moves that are very bad. Games that are
 * won or lost count as a little better or worse than all that are not, so that they do not drown the others'
 * differences. The sensible moves are those that win at once, if there are any, or else all but those that lose at
 * once or by the opponent's answer, if there are any. A choice may depend on the last bit of exp() of the C library,
 * which all versions of Lua on one machine have in common.
 */
#ifndef ALPHABETA_CHOICE_H
#define ALPHABETA_CHOICE_H

#include "../base/search.h"

/* The levels are numbered from 1 to this; the last one plays the best move. */
#define AB_LEVELS 10

/* How deep a level looks at most, in plies. */
AB_FUNC int32_t ab_choice_depth(int level);

/* At how many nodes it looks at most. */
AB_FUNC uint64_t ab_choice_nodes(int level);

/* How many scores of `list`, from the first on, are exactly as good as the best; 0 when that is not exact. */
AB_FUNC uint32_t ab_choice_ties(const ab_score_list *list);

/* The plies to the won (positive) or lost game that an exact score comes from; 0 for other scores. */
AB_FUNC int32_t ab_choice_win_in(const ab_score *score);

/* Which moves are sensible. */
typedef enum ab_sense {
  AB_SENSE_ANY,         /* all */
  AB_SENSE_NO_BLUNDERS, /* all that do not lose at once or by the opponent's answer */
  AB_SENSE_WINS_IN_ONE  /* those that win at once */
} ab_sense;

/* Which of the moves of `list` are sensible. */
AB_FUNC ab_sense ab_choice_sense(const ab_score_list *list);

/* Whether a score is that of a sensible move. */
AB_FUNC int ab_choice_is_sensible(ab_sense which, const ab_score *score);

/* The place in `list` of its `nth` sensible move, from 0; -1 when there are not so many. */
AB_FUNC int32_t ab_choice_sensible(const ab_score_list *list, uint32_t nth);

/* The `nth` random number of a search: at least 0 and less than 1. */
AB_FUNC double ab_choice_random(uint64_t seed, uint64_t search, uint64_t nth);

/*
 * The place in `list` of the move that `choice` plays in the searcher's search number `search`, or -1: it is the
 * search's own. A function's choice is not known here.
 */
AB_FUNC int32_t ab_choice_place(const ab_choice *choice, const ab_score_list *list, uint64_t search);

#endif
