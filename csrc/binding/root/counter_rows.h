/*
 * counter_rows.h: what `info` says of the engine's counters.
 *
 * Written by `make rows` from rows/info.lua: change it there.
 */
#ifndef ALPHABETA_COUNTER_ROWS_H
#define ALPHABETA_COUNTER_ROWS_H

/* clang-format off */

/* X of each field of ab_counters that is one of `info`. */
#define AB_COUNTERS_OF_INFO(X) X(nodes) X(evaluations) X(cutoffs) X(table_hits)

/* clang-format on */

#endif
