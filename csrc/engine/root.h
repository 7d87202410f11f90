/*
 * root.h: iterations, and the searches of the root in each of them.
 *
 * Iterative deepening searches depth 1, 2, 3 and so on, each an iteration. If the last depth is known, it goes by two
 * plies, 2, 4, 6 or 1, 3, 5. That saves half of the iterations. Also, evaluations are better for the player who moved
 * last. So the best moves of a depth agree more often with those of two plies less than with those of one ply less. If
 * the table has the root's value for some depth, the iterations between the first and that depth are skipped. They
 * would be expensive, because their shallow entries would replace the deep ones. The deep iteration may use half of
 * what is left of the limits, in case the table no longer has the rest.
 *
 * Near the end of a game the tree runs out. Iterations take few more nodes than those before them, and save less than
 * they cost. If won games are known by `win` and iterations go by two plies, the next one then goes to the full depth.
 *
 * An iteration that is not completed counts, too, if it has proved that a move is better to its depth than the best
 * move of the last completed iteration. That one must have been searched to this depth, or found to be at most alpha.
 * Another move must have raised alpha, or failed high in its null window or above the root's window. Each further move
 * that is better replaces it. Every pruning algorithm proves that, MTD(f) from one null window to the next, and max^n,
 * each with any window of the root. It proves a lower bound of the position's value.
 *
 * A soft limit is what a search uses on average (CPW, "Time Management"). It is stretched after each iteration: less
 * the longer the best move has been the same, more when the position's value has fallen. A search begins no iteration
 * when the stretched limit is used up. An iteration under way may use twice as much. Its work is not lost when it is
 * cut short, because a table keeps it and a better move that it has proved counts. So the search does not predict
 * whether it can complete the next iteration. A better move stretches the limit again (measured by bench/clock.lua).
 *
 * An iteration is one search of the root. Only MTD(f) searches it several times, with null windows. Each search moves
 * one of the value's two bounds. After some searches a last one has the window between them. MTD(f) begins with the
 * value of the last iteration, or with that of the one before if values alternate.
 */
#ifndef ALPHABETA_ROOT_H
#define ALPHABETA_ROOT_H

#include "machine.h"

/* Sets up the root for an iteration to `engine->iteration.depth`, and for its first search. */
AB_FUNC void ab_root_open_iteration(ab_engine *engine);

/* Sets up the root for a search with the window that is set. */
AB_FUNC void ab_root_open_search(ab_engine *engine);

/* MTD(f): whether the root must be searched again in this iteration; the next window is then set. */
AB_FUNC int ab_root_needs_re_search(ab_engine *engine);

/* Stores the result of the iteration that ends at the root. */
AB_FUNC void ab_root_report(ab_engine *engine);

/*
 * The last successor of the root, of index `child`, is worth `value` in the root's view, or at least that unless it
 * `is_exact`. That is more than all before it in this search of the root. `mate_ply` is as that of a frame. Returns
 * whether this proves it better than the result. It then becomes the result.
 */
AB_FUNC int ab_root_proves(ab_engine *engine, uint32_t child, double value, int32_t mate_ply, int is_exact);

/* The depth of the first iteration of a task. */
AB_FUNC int32_t ab_root_first_depth(const ab_task *task);

/* Sets the depth of the next iteration, when one is completed. */
AB_FUNC void ab_root_deepen(ab_engine *engine);

/*
 * A limit is reached, and the path unwound. Returns whether it was only the limit of an iteration that skipped others,
 * and none of the task. The search then goes on without skipping, at the depth that is set. Otherwise sets the reason
 * for its end.
 */
AB_FUNC int ab_root_falls_back_to_lower_depth(ab_engine *engine);

/* Why the search ends with the iteration just reported, or AB_REASON_NONE. */
AB_FUNC ab_reason ab_root_reason_to_end(ab_engine *engine);

#endif
