/* clock.h: a clock that never goes back. */
#ifndef ALPHABETA_CLOCK_H
#define ALPHABETA_CLOCK_H

#include <stdint.h>

#include "portable.h"

/* Seconds since some fixed moment; only differences mean anything. */
AB_FUNC double ab_clock_now(void);

/* A number that changes after at most ab_clock_resolution seconds, fast to read; 0 if there is no coarse clock. */
AB_FUNC uint64_t ab_clock_tick(void);

/* Seconds; HUGE_VAL if the system has no coarse clock. */
AB_FUNC double ab_clock_resolution(void);

#endif
