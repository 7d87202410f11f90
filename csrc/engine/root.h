/*
 * root.h: what happens at the root: iterations, and in each of them passes.
 *
 * Iterative deepening searches depth 1, 2, 3 and so on, each an iteration. When the table knows the root's value to
 * some depth, it leaps there behind the first: going step by step would be dear, since shallow entries would take the
 * places of the deep ones. The leap may use up half of what is left of the limits, in case the table has forgotten the
 * rest.
 *
 * An iteration takes one pass, unless its window was too narrow for the value: an aspiration window is widened and then
 * given up, so that it always ends; MTD(f) closes in on the value by null windows, each pass moving one of the value's
 * two bounds, and after some passes searches what is left between them in one. It begins with the value of the last
 * iteration, or with that of the one before where values go up and down.
 */
#ifndef ALPHABETA_ROOT_H
#define ALPHABETA_ROOT_H

#include "machine.h"

/* Lays out the root for an iteration to `engine->iteration.depth`, and for its first pass. */
AB_FUNC void ab_root_open_iteration(ab_engine *engine);

/* Lays out the root for a pass with the window that is set. */
AB_FUNC void ab_root_open_search(ab_engine *engine);

/*
 * Whether the root must be searched again in this iteration, because its value lies outside of its window but not of
 * the task's; the next window is then set.
 */
AB_FUNC int ab_root_needs_re_search(ab_engine *engine);

/* Writes down what the iteration that ends at the root has found. */
AB_FUNC void ab_root_report(ab_engine *engine);

/* Sets the depth of the next iteration, one being whole. */
AB_FUNC void ab_root_deepen(ab_engine *engine);

/*
 * To be asked when a limit is reached, with the path unwound: whether that was only a leap's, so that the search goes
 * on step by step, at the depth that is then set.
 */
AB_FUNC int ab_root_retreats(ab_engine *engine);

/* Why the search ends with the iteration just reported, or AB_REASON_NONE. */
AB_FUNC ab_reason ab_root_reason_to_end(ab_engine *engine);

#endif
