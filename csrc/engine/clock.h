/* clock.h: a clock that never goes back. */
#ifndef ALPHABETA_CLOCK_H
#define ALPHABETA_CLOCK_H

#include "portable.h"

/* Seconds since some fixed moment; only differences mean anything. */
AB_FUNC double ab_clock_now(void);

#endif
