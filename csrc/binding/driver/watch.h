/*
 * watch.h: when the time of a search or of a slice is up, found out between two calls of the game's functions.
 *
 * A call may take a microsecond now and 50 milliseconds the next time. So there is a look after every second call, and
 * what ends by time ends at most two calls and a millisecond late. That look is at the coarse clock of the system, which
 * takes 5 ns: a sixth of what the exact one takes, and less than the processor's own counter where the system is a guest.
 * It goes on by ticks of some milliseconds. While the tick is the same, less than the length of a tick has passed since
 * it was first seen: the exact clock is looked at when the tick is another one, and always when that length reaches
 * beyond the millisecond after the end; on average that is so for the last millisecond, where ticks are of four. So that
 * cheap calls do not use up the millisecond, the exact clock is looked at about every AB_LIMITS_PERIOD seconds, too, by
 * the pace of the last looks.
 *
 * With calls of a microsecond that takes less than one hundredth of the time. With cheaper ones it takes more, by
 * `bench/run slices`: on Lua 5.4 some 3 hundredths with rules like those of connect four, 0.6 microseconds a node, and 9
 * with rules that do nothing; on LuaJIT, which compiles the rules, 13 to 23. Without a limit in time nothing is counted.
 */
#ifndef ALPHABETA_WATCH_H
#define ALPHABETA_WATCH_H

#include "../base/search.h"

/*
 * Watches for the earlier one of two moments on the clock, those at which the slice and the search are over by time;
 * HUGE_VAL: there is none.
 */
AB_FUNC void ab_watch_start(ab_watch *watch, double slice, double search);

/* Looks at the clocks, whether or not it is due. Returns whether one of the moments has come. */
AB_FUNC int ab_watch_look(ab_watch *watch);

/* Whether a look is due, and finds that one of the moments has come. */
static inline int ab_watch_is_up(ab_watch *watch)
{
  return watch->calls >= AB_WATCH_CALLS && ab_watch_look(watch);
}

#endif
