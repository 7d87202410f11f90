/*
 * root.h: what happens at the root: iterations, and the searches of the root in each of them.
 *
 * Iterative deepening searches depth 1, 2, 3 and so on, each an iteration; or by two plies, 2, 4, 6 or 1, 3, 5, where
 * the last depth is known: the best moves of a depth are more often those of the depth two plies less than of the one
 * between, since evaluations are better for the player who moved last, and half of the iterations are saved. When the
 * table has the root's value for some depth, the iterations between the first and that depth are skipped: they would be
 * expensive, since their shallow entries would replace the deep ones. The deep iteration may use up half of what is
 * left of the limits, in case the table does not have the rest any more.
 *
 * Near the end of a game the tree runs out: iterations take few more nodes than those before them, and save less than
 * they cost. If won games are known by `win` and iterations go by two plies, the next one then goes to the full depth.
 *
 * An iteration that is not completed counts, too, where it has proved that a move is better to its depth than the one
 * of the last completed iteration: that one was searched to this depth, or found to be at most alpha, and another has
 * raised alpha, or has failed high in its null window or above the root's window. Each further move that is better than
 * this one takes its place. So much is proved by every pruning algorithm, by MTD(f) from one null window to the next,
 * and by max^n, each with whatever window the root has. What is proved is a lower bound of the position's value.
 *
 * An iteration is one search of the root. Only MTD(f) searches it several times: it finds the value by null windows.
 * Each search moves one of the value's two bounds, and after some searches a last one has the window between them. It
 * begins with the value of the last iteration, or with that of the one before if values alternate.
 */
#ifndef ALPHABETA_ROOT_H
#define ALPHABETA_ROOT_H

#include "machine.h"

/* Lays out the root for an iteration to `engine->iteration.depth`, and for its first search. */
AB_FUNC void ab_root_open_iteration(ab_engine *engine);

/* Lays out the root for a search with the window that is set. */
AB_FUNC void ab_root_open_search(ab_engine *engine);

/*
 * MTD(f): whether the root must be searched again in this iteration, because its value is not known yet; the next
 * window is then set.
 */
AB_FUNC int ab_root_needs_re_search(ab_engine *engine);

/* Stores what the iteration that ends at the root has found. */
AB_FUNC void ab_root_report(ab_engine *engine);

/*
 * The root's successor that was tried last, of index `child`, is worth `value` in the root's view, or at least that
 * unless it `is_exact`: more than all that were tried before it in this search of the root. `end` is as that of a
 * frame. Returns whether that proves it to be better than what the result has; it is then the result.
 */
AB_FUNC int ab_root_proves(ab_engine *engine, uint32_t child, double value, int32_t end, int is_exact);

/* The depth of the first iteration of a task. */
AB_FUNC int32_t ab_root_first_depth(const ab_task *task);

/* Sets the depth of the next iteration, when one is completed. */
AB_FUNC void ab_root_deepen(ab_engine *engine);

/*
 * To be asked when a limit is reached, with the path unwound: whether that was only the limit of an iteration that
 * skipped others, and none of the task. The search then goes on without skipping, at the depth that is set; else the
 * reason for its end is set.
 */
AB_FUNC int ab_root_falls_back_to_lower_depth(ab_engine *engine);

/* Why the search ends with the iteration just reported, or AB_REASON_NONE. */
AB_FUNC ab_reason ab_root_reason_to_end(ab_engine *engine);

#endif
