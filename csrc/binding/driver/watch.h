/*
 * watch.h: when the time of a search or of a slice is up, found out between two calls of the game's functions.
 *
 * A call may take a microsecond now and 50 milliseconds the next time. So there is a look after every second call, and
 * what ends by time ends at most two calls late. That look is at the coarse clock of the system, which costs a sixth of
 * a look at the exact one and goes on by ticks of some milliseconds. The exact clock is looked at when the tick is
 * another one, and, so that nothing is late by a tick, about every AB_LIMITS_PERIOD seconds by the pace of the last
 * looks; within two ticks of the end of a long search always, and of a short slice as often as costs less than one
 * hundredth of the time.
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
