/*
 * engine.h: game-tree search as a machine that asks: the contract.
 *
 * The engine walks a game tree that it never sees. It keeps its path on an explicit stack of frames, one a ply.
 * ab_engine_next runs it until it needs something of the game, and returns an *ask*: a request to the host, such as to
 * count the successors of the current node, or to make a move. The host does that, answers by one of the functions
 * below, and calls ab_engine_next again. Between two calls the host may pause, drop the search, or search something
 * else. The engine neither allocates memory nor recurses.
 *
 *   ask                      what the host does                                    how it answers
 *   AB_ASK_SUCCESSORS        counts the successors of the current node (0: over)   ab_engine_successors,
 *                            or says that an iterator yields them                  ab_engine_lazy_successors,
 *                            or, at a chance node, counts its outcomes             ab_engine_outcomes
 *   AB_ASK_NOISY             counts the noisy successors of the current node       ab_engine_successors
 *   AB_ASK_FIND_MOVE         finds the successor with the move id                  ab_engine_found
 *                            ab_engine_wanted_move, if there is one
 *   AB_ASK_MORE              gets the next successor of the current node from      ab_engine_more
 *                            its iterator
 *   AB_ASK_PROBABILITIES     gives the probability of each outcome                 ab_engine_probability
 *   AB_ASK_TURN              finds out who moves at the current node               ab_engine_turn, or in
 *                                                                                  max^n ab_engine_player
 *   AB_ASK_KEY               hashes the current node's position                    ab_engine_key
 *   AB_ASK_BOUNDS            bounds the values that evaluations at the current     ab_engine_bounds
 *                            node and below can have
 *   AB_ASK_MOVES             gives the move id of each successor                   ab_engine_move
 *   AB_ASK_SCORES            scores the successors that were not tried yet         ab_engine_score
 *   AB_ASK_CHILD_VALUE       evaluates successor ab_engine_child as AB_ASK_LEAF    as AB_ASK_VALUE; and where
 *                            does, and where ab_engine_asks_child_turn says so,    that says so ab_engine_turn
 *                            finds out who moves there
 *   AB_ASK_VALUE             evaluates the current node; where ab_engine_leaf      ab_engine_value, or in
 *                            says so, finds out whether the game is over there     max^n ab_engine_payoffs;
 *                                                                                  ab_engine_over
 *   AB_ASK_ENTER             makes move number ab_engine_child of the current node nothing
 *   AB_ASK_LEAF              enters successor ab_engine_child, a leaf, evaluates   as AB_ASK_VALUE
 *                            it and takes the move back
 *   AB_ASK_LEAVE             takes back the move that led to the current node      nothing
 *   AB_ASK_NULL_MOVE         makes a null move: the turn goes to the other player  nothing
 *   AB_ASK_UNDO_NULL_MOVE    takes the null move back                              nothing
 *   AB_ASK_LINE              notes: the child just left heads the current node's   nothing
 *                            best line, followed by that child's own; or, at the
 *                            root of a task that wants scores, see ab_engine_scores
 *   AB_ASK_PROVED            notes: ab_engine_result has a better move, which the  nothing
 *                            iteration under way has proved; its line is that of
 *                            the root, or, where the current node is its successor,
 *                            the move that leads there alone
 *   AB_ASK_ITERATION         notes: an iteration is completed, the root's line and nothing
 *                            ab_engine_result are those of its depth
 *   AB_ASK_MEMORY            calls ab_engine_grow, and ab_table_grow for the table nothing
 *                            that it lends, if any
 *   AB_ASK_NOTHING           the search has ended; asking again changes nothing    -
 *
 * Bounds: value_min, value_max and `win` (a later win is worth less) limit the possible values of a node. If none of
 * them lies inside the window, the node is cut off before its successors are asked for, or when their count shows that
 * the game is not over there.
 *
 * If a node was searched with a null window and is better than its parent assumed, it is searched again before the
 * engine leaves it. So is the root when its window was too narrow.
 *
 * Order: the engine tries the table's move and the killers before it asks for the game's scores (AB_ASK_SCORES), if
 * there still is a choice. So a node that they cut off costs no scores. The engine requests the next successor of an
 * iterator (AB_ASK_MORE) after it has tried the previous ones. If the table names a move, it requests successors until
 * that move appears. If the game scores successors, it requests all at once. Instead of scores, evaluations may order
 * the successors (`asks_child_values`). AB_ASK_CHILD_VALUE then asks for the value of each untried successor, one after
 * the other, and the best one for the player to move comes first. At the root the engine asks for scores only in the
 * first iteration.
 *
 * Chance nodes: AB_ASK_PROBABILITIES follows the count of the outcomes. The engine then enters outcomes until all are
 * known or their bounds cut the node off (see chance.h). In max^n a node's value is a payoff for every player (see
 * maxn.h). Signs and windows have no meaning then.
 *
 * Moves found by their move id (task field `finds_moves`; not at the root, at chance nodes and in quiescence): if a
 * node has a table's move or killers, AB_ASK_FIND_MOVE asks for the successor with the move id ab_engine_wanted_move,
 * before the successors are listed. The host answers with ab_engine_found. A found successor gets the next index, from
 * 0, and is tried at once. If none of them cuts the node off, AB_ASK_SUCCESSORS and AB_ASK_MOVES list all, with new
 * indexes, and the engine does not try the found ones again. Or an iterator yields those that were not found. At the
 * first AB_ASK_FIND_MOVE of a node the host may find that the game is over, or that this is a chance node. It then
 * answers as AB_ASK_SUCCESSORS. So the order is that of a search without it, except that the history is read later,
 * when the others are listed.
 *
 * Bounds of a position (`asks_bounds`): AB_ASK_BOUNDS asks for the lowest and the highest value that evaluations at the
 * node and below it can have. It comes after the look-up and before AB_ASK_SUCCESSORS, and not in quiescence. These
 * bounds prune as value_min and value_max do, at the node and below it until others are known, but not below a null
 * move. If they are equal, they are the value.
 *
 * Quiescence goes on from a leaf [Shannon 1950]: its player may stand pat or try a noisy successor. A late move may be
 * tried with a ply less. If it is better than the best so far, it is searched again with its full depth.
 *
 * Null moves: a node tries a null move before its successors. If even that reaches beta, with less depth, the node is
 * cut off [Beal 1989].
 *
 * A successor that is known to be a leaf costs no frame and only one ask, AB_ASK_LEAF. When a limit is reached, the
 * engine asks AB_ASK_LEAVE for each ply, and the search ends. If only the limit of an iteration that skipped others was
 * reached (see root.h), a lower iteration follows.
 *
 * Values. A frame holds its window and its best value in the view of the player who moves there. Its sign says whether
 * this view is Max's (the player whom the root's values are good for) or its negation. A child's value is negated on
 * the way up only if the signs differ, so a player may move twice in a row. A node returns:
 *
 *   fail-soft, for a node searched with window (alpha, beta):      [Fishburn 1983]
 *     value <= alpha:         the true value is at most `value`
 *     alpha < value < beta:   the true value is `value`
 *     value >= beta:          the true value is at least `value`
 *
 * An infinite alpha or beta excludes nothing, so infinities are values like others. The algorithms: alpha-beta as
 * analysed by Knuth and Moore (1975); principal variation search [Marsland and Campbell 1982], which tries all
 * successors except the first with a null window, the smallest that two doubles can bound; and MTD(f) [Plaat et al.
 * 1996], which searches the root only with null windows. See transposition.h for the table.
 */
#ifndef ALPHABETA_ENGINE_H
#define ALPHABETA_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "machine.h"
#include "../system/memory.h"
#include "task.h"

typedef enum ab_ask {
  AB_ASK_NOTHING,
  AB_ASK_SUCCESSORS,
  AB_ASK_NOISY,
  AB_ASK_FIND_MOVE,
  AB_ASK_MORE,
  AB_ASK_PROBABILITIES,
  AB_ASK_TURN,
  AB_ASK_KEY,
  AB_ASK_BOUNDS,
  AB_ASK_MOVES,
  AB_ASK_SCORES,
  AB_ASK_CHILD_VALUE,
  AB_ASK_VALUE,
  AB_ASK_ENTER,
  AB_ASK_LEAF,
  AB_ASK_LEAVE,
  AB_ASK_NULL_MOVE,
  AB_ASK_UNDO_NULL_MOVE,
  AB_ASK_LINE,
  AB_ASK_PROVED,
  AB_ASK_ITERATION,
  AB_ASK_MEMORY
} ab_ask;

/* Makes an engine without memory. */
AB_FUNC void ab_engine_init(ab_engine *engine);

/* Frees all memory. The engine is then as after ab_engine_init. */
AB_FUNC void ab_engine_free(ab_engine *engine, const ab_memory *memory);

/* Begins a search of `task`, whatever the engine was doing. The clock runs from here. */
AB_FUNC void ab_engine_start(ab_engine *engine, const ab_task *task);

/* Runs until the engine needs something, and returns what: see the table above. */
AB_FUNC ab_ask ab_engine_next(ab_engine *engine);

/*
 * As ab_engine_next, for a task that is traced: ab_engine_event then has the events that led there, see trace.h.
 * AB_ASK_LEAF is not asked. Nothing else differs, the counts of nodes included.
 */
AB_FUNC ab_ask ab_engine_next_traced(ab_engine *engine);

/* Gets the memory that AB_ASK_MEMORY asks for. Returns 0 if there is not enough: the host may try again. */
AB_FUNC int ab_engine_grow(ab_engine *engine, const ab_memory *memory);

/*
 * The moment at which the time of the task is up, on its clock. HUGE_VAL if there is no limit, and during an iteration
 * that limits do not end. Each depth may have another deadline.
 */
static inline double ab_engine_deadline(const ab_engine *engine)
{
  return ab_limits_deadline(&engine->limits);
}

/* The search has been interrupted for `seconds`, which do not count for any limit of time. */
static inline void ab_engine_postpone(ab_engine *engine, double seconds)
{
  engine->limits.start += seconds;
  engine->limits.looked += seconds;
}

/* The search has waited for `seconds`, which do not count for the limit `think` of the task. */
static inline void ab_engine_wait(ab_engine *engine, double seconds)
{
  engine->limits.waited += seconds;
}

/*
 * The time of the task is up: ends the current iteration, as at a limit that the engine itself finds. Asks then take
 * the moves back. Call it when ab_engine_deadline is past, before ab_engine_next. `is_answered` says whether the last
 * ask was answered in full. The host must have done what ENTER, LEAVE, NULL_MOVE, UNDO_NULL_MOVE and MEMORY ask for.
 */
AB_FUNC void ab_engine_abort_iteration(ab_engine *engine, int is_answered);

/* Ends the search at once, with the last iteration's result. The host must take back the moves that it made. */
AB_FUNC void ab_engine_stop(ab_engine *engine);

/* Says whether the root is Min's, if the host learns that after ab_engine_start, but before ab_engine_next. */
static inline void ab_engine_set_minimizing(ab_engine *engine, int minimizing)
{
  engine->task.minimizing = minimizing;
}

/* The task of the search. */
static inline const ab_task *ab_engine_task(const ab_engine *engine)
{
  return &engine->task;
}

/* The counts of the search so far. */
static inline const ab_counters *ab_engine_counters(const ab_engine *engine)
{
  return &engine->counters;
}

/* The result of the search so far, and why it has ended. */
static inline const ab_result *ab_engine_result(const ab_engine *engine)
{
  return &engine->result;
}

/* The bound of the result's value: 0 exact, +1 at least that, as an unfinished iteration proves, -1 at most. */
AB_FUNC int ab_engine_bound(const ab_engine *engine);

/* The depth of the iteration that runs, in plies. */
static inline int32_t ab_engine_depth(const ab_engine *engine)
{
  return engine->iteration.depth;
}

/* The capacity of the path in plies. Only ab_engine_grow changes it. */
static inline size_t ab_engine_room(const ab_engine *engine)
{
  return engine->plies;
}

/*
 * The known values of the root's successors, see scores.h; NULL if the task wants no scores. If one of them reached the
 * task's beta, the successors after it are missing. On AB_ASK_LINE at the root, the successor `noted` heads a line to
 * be stored under its index, because its value is exact or the best so far. The line goes on with that of the child
 * only if `is_open`. It is the root's own line only if `is_best`.
 */
static inline const ab_scores *ab_engine_scores(const ab_engine *engine)
{
  return engine->scores.wanted > 0 ? &engine->scores : NULL;
}

/* The scores of the last completed iteration, best first; an empty list if the task wants none. */
static inline const ab_score_list *ab_engine_completed_scores(const ab_engine *engine)
{
  return &engine->scores.completed;
}

/* How many events a traced search has recorded before the current ask. */
static inline uint32_t ab_engine_events(const ab_engine *engine)
{
  return engine->trace.count;
}

/* The `nth` of these events, from 0; valid until the next call of ab_engine_next_traced. */
static inline const ab_event *ab_engine_event(const ab_engine *engine, uint32_t nth)
{
  ab_assert(nth < engine->trace.count);
  return &engine->trace.events[nth];
}

/* Answers AB_ASK_SUCCESSORS: how many there are, 0 when the game is over; or AB_ASK_NOISY. */
static inline void ab_engine_successors(ab_engine *engine, uint32_t count)
{
  engine->answer.successors = count;
}

/* The move id that AB_ASK_FIND_MOVE asks for: not an index. */
static inline uint32_t ab_engine_wanted_move(const ab_engine *engine)
{
  return engine->wanted_move;
}

/* Whether AB_ASK_FIND_MOVE was asked, and answered, about the current node before. */
static inline int ab_engine_has_wanted_moves(const ab_engine *engine)
{
  return engine->frame->list.wanted_count > 0;
}

/* Whether only the successors that AB_ASK_FIND_MOVE has found are known of the node at `ply` of the path. */
static inline int ab_engine_is_finding(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].list.is_finding;
}

/* Whether `move` is the move id of a successor of the current node that was found by it, before all are listed. */
static inline int ab_engine_is_found(const ab_engine *engine, uint32_t move)
{
  const ab_frame *frame = engine->frame;
  int i;
  for (i = 0; frame->list.found_bits >> i != 0; i++)
    if ((frame->list.found_bits >> i & 1) && frame->wanted[i] == move) return 1;
  return 0;
}

/* Answers AB_ASK_FIND_MOVE; AB_FOUND_INSTEAD only the first about a node, with AB_ASK_SUCCESSORS (0 or outcomes). */
static inline void ab_engine_found(ab_engine *engine, ab_found found)
{
  engine->answer.found = found;
}

/* Answers AB_ASK_SUCCESSORS: an iterator yields them, one for each AB_ASK_MORE. */
static inline void ab_engine_lazy_successors(ab_engine *engine)
{
  engine->answer.successors = AB_LAZY_SUCCESSORS;
}

/*
 * Answers AB_ASK_MORE: whether the iterator has yielded another successor, and its move id, see ordering.h (any, if the
 * task asks for none). Its index is the count of the successors before it.
 */
static inline void ab_engine_more(ab_engine *engine, int has_more, uint32_t move)
{
  engine->answer.has_more = has_more;
  engine->answer.move = move;
}

/* Answers AB_ASK_SUCCESSORS at a chance node, if the task has these: how many outcomes there are, 1 or more. */
static inline void ab_engine_outcomes(ab_engine *engine, uint32_t count)
{
  ab_assert(engine->task.has_chance_nodes && count > 0);
  engine->answer.successors = count;
  engine->answer.is_chance = 1;
}

/* Answers AB_ASK_PROBABILITIES for each `index` below the count: finite, 0 or more, and more for at least one. */
static inline void ab_engine_probability(ab_engine *engine, uint32_t index, double probability)
{
  const ab_frame *frame = engine->frames + engine->ply;
  ab_assert(index < frame->count && frame->outcomes + index < engine->chance.capacity);
  engine->chance.outcomes[frame->outcomes + index].probability = probability;
}

/* Answers AB_ASK_TURN in max^n: the index of the player who moves, below AB_MAXN_PLAYERS; 0 is the one at the root. */
static inline void ab_engine_player(ab_engine *engine, uint32_t player)
{
  engine->answer.player = player;
}

/*
 * Answers AB_ASK_VALUE and AB_ASK_LEAF in max^n: the payoff of each player, by index; any doubles except NaN. Every
 * answer of a search has the same number of players, at most AB_MAXN_PLAYERS.
 */
AB_FUNC void ab_engine_payoffs(ab_engine *engine, const double *payoffs, uint32_t players);

/* Answers AB_ASK_VALUE and AB_ASK_LEAF in max^n by one payoff for each player, however many there are. */
AB_FUNC void ab_engine_equal_payoffs(ab_engine *engine, double payoff);

/* How many players the last answer by ab_engine_payoffs had payoffs for; 0 before the first. */
static inline uint32_t ab_engine_players(const ab_engine *engine)
{
  return engine->maxn.players;
}

/* The payoffs of the node at `ply` of the path so far, in max^n, one for each of ab_engine_players. */
static inline const double *ab_engine_payoffs_at(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && ply <= engine->ply);
  return engine->maxn.payoffs[ply].value;
}

/* The payoffs of the root, in max^n, in the last completed iteration; *players is set to their number. */
AB_FUNC const double *ab_engine_result_payoffs(const ab_engine *engine, uint32_t *players);

/* Answers AB_ASK_TURN: whether it is the turn of the player who moves at the root. */
static inline void ab_engine_turn(ab_engine *engine, int same_as_root)
{
  engine->answer.same_turn = same_as_root;
}

/*
 * Answers AB_ASK_KEY by three numbers of 64 bits, the same for the same position. Its `position_hash` also
 * distinguishes positions along the path. The `perspective` says which player values are good for. The `side_to_move`
 * is the player who moves there, or 0 if turns alternate. See key.h.
 */
static inline void ab_engine_key(ab_engine *engine, uint64_t position_hash, uint64_t perspective,
                                 uint64_t side_to_move)
{
  engine->answer.position_hash = position_hash;
  engine->answer.perspective = perspective;
  engine->answer.side_to_move = side_to_move;
}

/* Answers AB_ASK_BOUNDS: doubles except NaN, `lowest` not above `highest`, in the task's view, like evaluations. */
static inline void ab_engine_bounds(ab_engine *engine, double lowest, double highest)
{
  engine->answer.lowest = lowest;
  engine->answer.highest = highest;
}

/* The candidates of the current node, which AB_ASK_MOVES asks about: see ab_engine_move. */
static inline ab_candidate *ab_engine_candidates(const ab_engine *engine)
{
  return engine->ordering.candidates + engine->frame->first;
}

/*
 * Answers AB_ASK_MOVES. Call it for each `index` below the count: the successor's move id, see ordering.h. A host that
 * has all move ids at hand may call ab_ordering_init for each of ab_engine_candidates instead.
 */
static inline void ab_engine_move(ab_engine *engine, uint32_t index, uint32_t move)
{
  ab_assert(index <= engine->frame->count && engine->frame->first + index < engine->ordering.capacity);
  ab_ordering_init(ab_engine_candidates(engine) + index, index, move);
}

/* How many of the current node's successors have been tried. AB_ASK_SCORES asks for the others. */
static inline uint32_t ab_engine_tried(const ab_engine *engine)
{
  return engine->frames[engine->ply].next;
}

/* The index of the `nth` candidate, from ab_engine_tried on, in the game's own order. */
static inline uint32_t ab_engine_candidate(const ab_engine *engine, uint32_t nth)
{
  const ab_frame *frame = engine->frames + engine->ply;
  ab_assert(frame->list.is_ordered && nth < frame->count);
  return engine->ordering.candidates[frame->first + nth].index;
}

/* Answers AB_ASK_SCORES for each `nth` from ab_engine_tried to the count. Higher scores are tried earlier. */
static inline void ab_engine_score(ab_engine *engine, uint32_t nth, double score)
{
  const ab_frame *frame = engine->frames + engine->ply;
  ab_assert(frame->list.is_ordered && nth >= frame->next && nth < frame->count);
  engine->ordering.candidates[frame->first + nth].score = score;
}

/* Answers AB_ASK_VALUE, AB_ASK_LEAF and AB_ASK_CHILD_VALUE: any double except NaN, in the task's view. */
static inline void ab_engine_value(ab_engine *engine, double value)
{
  engine->answer.value = value;
}

/* The kinds of nodes that AB_ASK_VALUE, AB_ASK_LEAF and AB_ASK_CHILD_VALUE ask about. */
typedef enum ab_leaf {
  AB_LEAF_OVER, /* the game is over: the node has no successors */
  AB_LEAF_UNKNOWN, /* it is at the horizon, and the host must find out whether the game is over: ab_engine_over */
  AB_LEAF_HORIZON /* it is at the horizon, and it does not matter whether the game is over */
} ab_leaf;

/*
 * Whether the host must find out if the game is over at a leaf at the horizon. It must if the value depends on that: of
 * each leaf with `asks_end`, of the root alone with `ignores_end`. Other tasks need it only for the reason of the
 * search's end: at no root, and not after a line of the iteration was truncated.
 */
static inline int ab_engine_asks_end(const ab_engine *engine)
{
  int is_child = engine->ply > 0 || engine->state == AB_STATE_LEAF_VALUED;
  if (engine->task.asks_end) return 1;
  return engine->task.ignores_end ? !is_child : is_child && !engine->iteration.is_truncated;
}

/*
 * What the node is, on AB_ASK_VALUE, AB_ASK_LEAF and AB_ASK_CHILD_VALUE. If only the reason for the end of the search
 * depends on it, it is AB_LEAF_UNKNOWN only until a line of the iteration was truncated. A successor that is evaluated
 * to order it counts as one at the horizon.
 */
static inline ab_leaf ab_engine_leaf(const ab_engine *engine)
{
  if (engine->state == AB_STATE_CHILD_VALUED)
    return engine->task.asks_end ? AB_LEAF_UNKNOWN : AB_LEAF_HORIZON;
  if (engine->state != AB_STATE_LEAF_VALUED && engine->frame->depth > 0) return AB_LEAF_OVER;
  return ab_engine_asks_end(engine) ? AB_LEAF_UNKNOWN : AB_LEAF_HORIZON;
}

/* Answers AB_LEAF_UNKNOWN, beside the value: whether the game is over there. */
static inline void ab_engine_over(ab_engine *engine, int is_over)
{
  engine->answer.is_over = is_over;
}

/*
 * Whether the host must also find out who moves at the successor (ab_engine_turn), on AB_ASK_CHILD_VALUE. On
 * AB_ASK_LEAF it need not: a leaf whose turn is needed has a frame.
 */
static inline int ab_engine_asks_child_turn(const ab_engine *engine)
{
  return engine->state == AB_STATE_CHILD_VALUED && engine->task.asks_turn &&
         engine->task.view == AB_VIEW_MOVER;
}

/* The plies left at the node at `ply` of the path; 0 or less in quiescence, which searches noisy successors. */
static inline int32_t ab_engine_depth_left(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].depth;
}

/* Whether the node at `ply` of the path is a quiescence node. */
static inline int ab_engine_is_quiescence(const ab_engine *engine, int32_t ply)
{
  return ab_engine_depth_left(engine, ply) <= 0;
}

/* On AB_ASK_NOISY: whether the host has found out, with the node's value, that the game goes on there. */
static inline int ab_engine_knows_end(const ab_engine *engine)
{
  return engine->frame->visit.knows_end;
}

/* The current node's ply on the path, 0 for the root. Chance nodes count, too. */
static inline int32_t ab_engine_ply(const ab_engine *engine)
{
  return engine->ply;
}

/* The sign of the node at `ply` of the path, once its turn is known: +1 where Max moves, else -1. */
static inline int ab_engine_sign(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].sign;
}

/* The sign of the node that the last answer to AB_ASK_TURN is about. */
static inline int ab_engine_answered_sign(const ab_engine *engine)
{
  return engine->answer.same_turn ? engine->frames[0].sign : -engine->frames[0].sign;
}

/* The decisions that led to the node at `ply` of the path, in plies. */
static inline int32_t ab_engine_decisions(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return ply > 0 ? engine->frames[ply].ply : 0;
}

/* Whether the node at `ply` of the path is a chance node. */
static inline int ab_engine_is_chance(const ab_engine *engine, int32_t ply)
{
  ab_assert(ply >= 0 && (size_t)ply < engine->plies);
  return engine->frames[ply].list.is_chance;
}

/* The index of the successor that is entered, or was entered last, from 0 in the game's own order. */
static inline uint32_t ab_engine_child(const ab_engine *engine)
{
  return engine->child;
}

#endif
