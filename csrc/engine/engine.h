/*
 * engine.h: game-tree search as a machine that asks.
 *
 * The engine walks a game tree that it never sees. It keeps its path on an explicit stack of frames, one a
 * ply; ab_engine_next runs it until it needs to know something about the game and says what. The host finds
 * the answer, hands it over and calls ab_engine_next again. Between two calls the host may do as it likes:
 * pause, throw the search away, search something else. Nothing is allocated while it runs, nothing recurses.
 *
 *   ask                      what the host does                                    how it answers
 *   AB_ASK_SUCCESSORS        counts the successors of the current node (0: over)   ab_engine_successors,
 *                            or says that an iterator yields them                  ab_engine_lazy_successors,
 *                            or, at a chance node, counts its outcomes             ab_engine_outcomes
 *   AB_ASK_NOISY             counts the noisy successors of the current node       ab_engine_successors
 *   AB_ASK_MORE              gets the next successor of the current node from      ab_engine_more
 *                            its iterator
 *   AB_ASK_PROBABILITIES     gives the probability of each outcome                 ab_engine_probability
 *   AB_ASK_TURN              finds out who moves at the current node               ab_engine_turn, or in
 *                                                                                  max^n ab_engine_player
 *   AB_ASK_KEY               hashes the current node's position                    ab_engine_key
 *   AB_ASK_MOVES             gives the identity of each successor                  ab_engine_move
 *   AB_ASK_SCORES            scores the successors that were not tried yet         ab_engine_score
 *   AB_ASK_VALUE             evaluates the current node                            ab_engine_value, or in
 *                                                                                  max^n ab_engine_payoffs
 *   AB_ASK_ENTER             makes move number ab_engine_child of the current node nothing
 *   AB_ASK_LEAF              enters successor ab_engine_child, a leaf, evaluates    as AB_ASK_VALUE
 *                            it and takes the move back
 *   AB_ASK_LEAVE             takes back the move that led to the current node      nothing
 *   AB_ASK_NULL_MOVE         makes a null move: the turn goes to the other player  nothing
 *   AB_ASK_UNDO_NULL_MOVE    takes the null move back                              nothing
 *   AB_ASK_LINE              notes: the child just left heads the current node's   nothing
 *                            best line, followed by that child's own; or, at the
 *                            root of a task that wants scores, see ab_engine_scores
 *   AB_ASK_ITERATION         notes: an iteration is completed, the root's line and nothing
 *                            ab_engine_result are those of its depth
 *   AB_ASK_MEMORY            calls ab_engine_grow                                  nothing
 *   AB_ASK_NOTHING           the search has ended; asking again changes nothing    -
 *
 * How the states follow one another; in capitals what is asked on the way, the state that takes the answer
 * behind it:
 *
 *   ITERATE -> node <---------------------- ENTER, ENTERED ----------------------+
 *               | |                                                              |
 *   depth used  | +-> TURN, KEY_DUE -> KEY, KEYED -> SUCCESSORS, EXPANDED        |
 *           up  |                    in the |                | |                 |
 *               v                     table |   none: leaf <-+ v                 |
 *              leaf                         |     TURN, TURNED -> MOVES, ORDERED |
 *               |                           |                              v     |
 *               +-> TURN, LEAF              |                             PICK --+ <----------+
 *                       v                   |                              |  none left       |
 *                    VALUE, EVALUATED ------+----------> finished <--------+  or cut off      |
 *                                                          | +-> LEAVE, LEFT -> LINE ---------+
 *                                                          |     (the value is backed up)
 *                                    ITERATE or END <------+-> ITERATION, REPORTED (at the root)
 *
 * Bounds: where no value that is possible (by value_min, value_max, or because a game that is won later is worth less)
 * lies inside the window, the node is settled before its successors are asked for, or when they tell that the game is
 * not over there.
 *
 * A node that was searched with a null window and proves better than its parent believed is searched again before
 * it is left (finished leads back to PICK), and so is the root when its window was too narrow.
 *
 * Order: the table's move and the killers come before what the game's scores say, so SCORES are asked for at PICK
 * (SCORED), when none of them is left and there is a choice: a node that they cut off costs no scores. Successors that
 * are drawn one by one are asked for with MORE (DRAW, DRAWN), behind EXPANDED and at PICK, when those drawn so far are
 * tried; the table's move is waited for, and where the game scores them all are drawn at once.
 *
 * Luck: behind EXPANDED come ODDS, and then OUTCOME in place of PICK, until the outcomes are known or their bounds cut
 * the node off (see chance.h). In max^n a node's value is a share for every player (see maxn.h); signs and windows of
 * other frames have no meaning then.
 *
 * Quiescence goes on from a leaf [Shannon 1950]: its player may stand on its value or try a noisy successor. A late
 * move may be tried with a ply less; when it proves better than was known, it is opened again with its full depth.
 *
 * Null moves: before its successors are tried, a node passes; when even that is too good for the window, with less
 * depth, the node is cut off [Beal 1989].
 *
 * A successor that is known to be a leaf costs no frame and one ask only: at PICK its parent asks PROBE, takes the
 * answer in PROBED and goes on as from LEFT. A limit that is reached at PICK leads to LEAVE, UNWOUND for each ply
 * and then to END, or, when it was only a leap's (see root.h), to a lower iteration.
 *
 * Values. A frame sees its window and its best value with the eyes of the player who moves there; its sign
 * tells whether these are Max's (the player the root values are for) or their negation. A child's value is
 * negated on the way up only where the signs differ, so a player may move twice in a row. What is returned:
 *
 *   fail-soft, for a node searched with window (alpha, beta):      [Fishburn 1983]
 *     value <= alpha:         the true value is at most `value`
 *     alpha < value < beta:   the true value is `value`
 *     value >= beta:          the true value is at least `value`
 *
 * and an infinite alpha or beta excludes nothing, so that infinities are values like others.
 * The algorithms: alpha-beta as analysed by Knuth and Moore (1975); principal variation search [Marsland and Campbell
 * 1982], which tries all successors but the first with a null window, the smallest that two doubles can bound, and
 * MTD(f) [Plaat et al. 1996], which searches the root with nothing else. A position that is in the transposition
 * table is not searched again where its entry settles the window: an entry counts for searches of its own depth
 * only, or when no line below it was cut short, so a table changes no value. Its key is mixed with the turn. A value
 * that hangs on a repetition of a position before its node is true on this path only and is not put there.
 */
#ifndef ALPHABETA_ENGINE_H
#define ALPHABETA_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#include "chance.h"
#include "frame.h"
#include "limits.h"
#include "maxn.h"
#include "memory.h"
#include "ordering.h"
#include "scores.h"
#include "table.h"
#include "trace.h"

/* The deepest search there is, in plies: a bound that any real game stays under and that fits 14 bits. */
#define AB_DEPTH_MAX 10000

/*
 * What costs the host a call for each successor, a score or a dear identity, is asked for at nodes with at least this
 * many plies left: where successors are leaves, it costs more than their order saves.
 */
#define AB_ORDER_DEPTH 2

/* Outcomes are probed at nodes with at least this many plies left: above that, there is too little to avoid. */
#define AB_STAR2_DEPTH 2

/* A count of successors that is not known yet. */
#define AB_LAZY_SUCCESSORS UINT32_MAX

/*
 * Late-move reductions: from this many plies left on, successors behind this many others are tried with a ply less.
 */
#define AB_REDUCTION_DEPTH 3
#define AB_REDUCTION_MOVES 3

/* Plies a stack starts with; a test build starts with one, so that growth always runs. */
#ifndef AB_FIRST_PLIES
#define AB_FIRST_PLIES 16
#endif

typedef enum ab_ask {
  AB_ASK_NOTHING,
  AB_ASK_SUCCESSORS,
  AB_ASK_NOISY,
  AB_ASK_MORE,
  AB_ASK_PROBABILITIES,
  AB_ASK_TURN,
  AB_ASK_KEY,
  AB_ASK_MOVES,
  AB_ASK_SCORES,
  AB_ASK_VALUE,
  AB_ASK_ENTER,
  AB_ASK_LEAF,
  AB_ASK_LEAVE,
  AB_ASK_NULL_MOVE,
  AB_ASK_UNDO_NULL_MOVE,
  AB_ASK_LINE,
  AB_ASK_ITERATION,
  AB_ASK_MEMORY
} ab_ask;

typedef enum ab_algorithm {
  AB_ALPHABETA, /* prunes */
  AB_PVS,       /* prunes, and tries all successors but the first with null windows */
  AB_MTDF,      /* prunes, and searches the root with null windows only */
  AB_MINIMAX,   /* looks at everything: the oracle */
  AB_MAXN,      /* looks after each of many players: see maxn.h */
  AB_PERFT      /* counts the nodes at the depth and values nothing; not with fail_hard or asks_scores */
} ab_algorithm;

/* For whom a value is good when it is high. */
typedef enum ab_view {
  AB_VIEW_MAX,  /* for Max, wherever it is found */
  AB_VIEW_MOVER /* for the player who moves at the node that is evaluated */
} ab_view;

/* What to search, and how. */
typedef struct ab_task {
  ab_algorithm algorithm;
  ab_view view;
  int fail_hard;     /* whether values outside a window come back as its bounds */
  int minimizing;    /* whether the root is Min's; only with AB_VIEW_MAX */
  int asks_turn;     /* whether AB_ASK_TURN tells whose turn it is; turns alternate without it */
  int asks_enter;    /* whether AB_ASK_ENTER is asked; a host that can find any child when asked needs it not, but then
                        bounds settle no node before its successors are asked for */
  int asks_leave;    /* whether AB_ASK_LEAVE is asked; not needed when entering a child changes nothing */
  int traces;        /* whether ab_engine_next_traced is to tell events; needs asks_enter and asks_leave */
  int asks_key;      /* whether AB_ASK_KEY names positions, for `table` or `scores_repetition` */
  int32_t quiescence; /* plies by which AB_ASK_NOISY searches deeper than `depth`, 0: none */
  int32_t null_move; /* plies by which a null move is searched less deep than a move, 0: none is tried */
  int reductions;    /* whether late moves are tried with less depth first */
  int scores_repetition; /* whether a position that stands on the path already is worth `repetition` */
  double repetition; /* in Max's view */
  const uint64_t *past; /* names of positions before the root, as ab_engine_key gets them, that count as on the path */
  size_t past_count;
  const signed char *past_turns; /* +1 where the root's player moves in such a position, -1 where another does, 0 where
                                    that is not known: it counts whoever moves; NULL: it is known nowhere */
  int star2;         /* whether outcomes of luck are probed before they are searched: see chance.h */
  int has_chance_nodes;     /* whether AB_ASK_SUCCESSORS may be answered by ab_engine_outcomes */
  int asks_scores;   /* whether AB_ASK_SCORES is asked, at the root and where successors are no leaves */
  int asks_moves;    /* whether AB_ASK_MOVES is asked */
  int costly_moves;    /* whether that costs the host much: it is then asked at the root and from AB_ORDER_DEPTH on */
  int killers;       /* whether killers order the successors that have identities */
  int history;       /* whether the history does */
  int deepening;     /* whether to search depth 1, 2, 3, ... and not `depth` at once; depths that the table knows are
                        left out after the first */
  int32_t depth;     /* plies, 0 to AB_DEPTH_MAX */
  double alpha;      /* the root's window, as its value is read; -HUGE_VAL and HUGE_VAL: all values */
  double beta;       /* greater than alpha */
  double value_min;  /* no evaluation is below this, in Max's view; -HUGE_VAL: unknown */
  double value_max;  /* no evaluation is above this; HUGE_VAL: unknown */
  double value_sum;  /* max^n: no evaluation's shares add up to more; HUGE_VAL: unknown */
  uint32_t multipv;  /* how many of the root's successors are to have exact values, UINT32_MAX for all; 0 or 1: only the
                        best one. More, or ties, are called scores here: the root's successors must then not be drawn
                        one by one, and MTD(f) and perft know none */
  int lists_ties;    /* whether all that are as good as the best one are to have exact values, too */
  int is_partial;    /* whether the root's successors are not all there are, so that its value is not its position's */
  double aspiration; /* deepening tries windows of this width at each side of the last value; HUGE_VAL: none */
  double win;        /* evaluations from here on are won games, worth this less one a ply; HUGE_VAL: none are */
  uint64_t nodes;    /* limit in nodes, UINT64_MAX: none; the first iteration is always finished */
  int32_t least_depth; /* the limits in nodes and time do not hold before an iteration of so many plies is whole */
  double time;       /* limit in seconds, HUGE_VAL: none; likewise */
  double (*clock)(void); /* seconds, never going back */
  ab_table *table;   /* the host's, NULL for none */
} ab_task;

typedef struct ab_counters {
  uint64_t nodes;       /* entered, the root of each iteration included */
  uint64_t evaluations; /* AB_ASK_VALUE */
  uint64_t cutoffs;     /* nodes whose remaining successors were pruned */
  uint64_t table_hits;  /* nodes that the table settled */
  uint64_t leaves;      /* nodes at the depth, counted by AB_PERFT */
} ab_counters;

/* What the last whole iteration found. */
typedef struct ab_result {
  double value;     /* in Max's view; never -0 */
  int32_t depth;    /* plies, of that iteration */
  int32_t win_in;   /* plies to the won (positive) or lost game of the root's player */
  int decided;      /* whether `value` is a won or lost game, and `win_in` means something */
  ab_reason reason; /* why there is no further one; AB_REASON_NONE while there is */
} ab_result;

/* The machine. All fields are its own; hosts use the functions below. */
typedef struct ab_engine {
  ab_task task;
  ab_limits limits;
  ab_counters counters;
  ab_result result;
  ab_frame *frames;
  size_t capacity; /* of frames */
  ab_ordering ordering;
  ab_chance chance;
  ab_maxn maxn;
  ab_scores scores; /* of the root's successors, where the task wants them */
  ab_trace trace;   /* events before what is asked now, where the task is traced */
  int state;       /* what to do next */
  int32_t depth;   /* of the current iteration, in plies */
  int32_t known;   /* plies to which the table knew the root's value when the search began, 0 for none */
  int is_skipping;  /* whether this iteration is of that depth, and others were left out before it */
  int32_t ply;     /* of the current node */
  uint32_t child;  /* the successor entered last */
  uint32_t best;   /* the root's best successor so far, its index */
  int asks_leaf;     /* whether successors at the depth are probed: no turn has to be asked for there */
  int is_bounded;  /* whether there is a highest or a lowest value that prunes */
  int root_searches;     /* searches of the root in this iteration so far */
  double lower, upper; /* the root's window in this iteration, in Max's view */
  double guess;        /* MTD(f): the value it tries */
  double before[2];    /* values of the iterations before the last one, the later first; NaN for none */
  size_t short_of_frames, short_of_candidates; /* how many AB_ASK_MEMORY wants, 0 for enough */
  size_t short_of_outcomes, short_of_scores;   /* likewise */
  int short_of_history;                        /* whether it wants the history, too */
  int is_short;                                /* whether it wants anything */
  uint64_t given_name, given_salt, given_mover; /* answers */
  uint32_t given_successors;
  int given_chance;
  int given_more;
  uint32_t given_move;
  int given_same_turn;
  uint32_t given_player;
  double given_value;
} ab_engine;

/* Makes an engine that owns no memory yet. */
AB_FUNC void ab_engine_init(ab_engine *engine);

/* Gives all memory back; the engine is then as after ab_engine_init. */
AB_FUNC void ab_engine_free(ab_engine *engine, const ab_memory *memory);

/* Begins a search of `task`, whatever the engine was doing. The clock runs from here. */
AB_FUNC void ab_engine_start(ab_engine *engine, const ab_task *task);

/* Runs until something is needed, and says what: see the table above. */
AB_FUNC ab_ask ab_engine_next(ab_engine *engine);

/*
 * The same for a task that is traced: engine->trace then has the events that led there, see trace.h. AB_ASK_LEAF is
 * not asked. Nothing else differs, the counts of nodes included.
 */
AB_FUNC ab_ask ab_engine_next_traced(ab_engine *engine);

/* Gets what AB_ASK_MEMORY asks for. Returns 0 when there is not enough memory; may then be tried again. */
AB_FUNC int ab_engine_grow(ab_engine *engine, const ab_memory *memory);

/*
 * Ends the search where it stands: what the last whole iteration found stays. Nothing is asked any more, so that the
 * host has to take back itself what it made.
 */
AB_FUNC void ab_engine_stop(ab_engine *engine);

/* The bound that the result's value is: 0 exact, +1 the true value is at least that, -1 at most. */
AB_FUNC int ab_engine_bound(const ab_engine *engine);

/*
 * What the root's successors are worth, as far as the last whole iteration has found out, see scores.h; NULL where the
 * task wants no scores. Those that were not tried, because one before them reached the task's beta, are missing. On
 * AB_ASK_LINE at the root, the successor `noted` heads a line worth keeping under its index, since its value is exact
 * or the best so far; it goes on with that of the child only if `is_open`. It is the root's own line only if
 * `is_best`.
 */
static inline const ab_scores *ab_engine_scores(const ab_engine *engine)
{
  return engine->scores.wanted > 0 ? &engine->scores : NULL;
}

/* Answers AB_ASK_SUCCESSORS: how many there are, 0 when the game is over; or AB_ASK_NOISY. */
static inline void ab_engine_successors(ab_engine *engine, uint32_t count)
{
  engine->given_successors = count;
}

/* Answers AB_ASK_SUCCESSORS: they are drawn one by one, when AB_ASK_MORE asks for them. */
static inline void ab_engine_lazy_successors(ab_engine *engine)
{
  engine->given_successors = AB_LAZY_SUCCESSORS;
}

/*
 * Answers AB_ASK_MORE: whether there was a further successor, whose index is the count of those before it, and if so
 * its identity, see ordering.h (any, if the task asks for none).
 */
static inline void ab_engine_more(ab_engine *engine, int is_one, uint32_t move)
{
  engine->given_more = is_one;
  engine->given_move = move;
}

/*
 * Answers AB_ASK_SUCCESSORS at a node where luck moves, if the task says that there are such: how many outcomes there
 * are, 1 or more. Their probabilities are asked for then.
 */
static inline void ab_engine_outcomes(ab_engine *engine, uint32_t count)
{
  engine->given_successors = count;
  engine->given_chance = 1;
}

/*
 * Answers AB_ASK_PROBABILITIES, to be called for each `index` below the count: the probability of that outcome, 0 or more and
 * finite; at least one of them must be greater than 0.
 */
static inline void ab_engine_probability(ab_engine *engine, uint32_t index, double probability)
{
  engine->chance.outcomes[engine->frames[engine->ply].outcomes + index].probability = probability;
}

/* Answers AB_ASK_TURN in max^n: the number of the player who moves, below AB_MAXN_PLAYERS; 0 is the one at the root. */
static inline void ab_engine_player(ab_engine *engine, uint32_t player)
{
  engine->given_player = player;
}

/*
 * Answers AB_ASK_VALUE and AB_ASK_LEAF in max^n: what the node is worth to each player, by their numbers; any doubles
 * but NaN. There are as many players in every answer of a search, at most AB_MAXN_PLAYERS.
 */
AB_FUNC void ab_engine_payoffs(ab_engine *engine, const double *payoffs, uint32_t players);

/* The root's value for each player, in max^n, in the last whole iteration; *players says how many there are. */
AB_FUNC const double *ab_engine_result_payoffs(const ab_engine *engine, uint32_t *players);

/* Answers AB_ASK_TURN: whether it is the turn of the player who moves at the root. */
static inline void ab_engine_turn(ab_engine *engine, int same_as_root)
{
  engine->given_same_turn = same_as_root;
}

/*
 * Answers AB_ASK_KEY by three numbers of 64 bits, the same for the same position: its `name`, which tells positions apart
 * along the path, too; the `salt`, for whom values are meant; and the `mover`, who moves there, or 0 where turns
 * alternate. See key.h.
 */
static inline void ab_engine_key(ab_engine *engine, uint64_t name, uint64_t salt, uint64_t mover)
{
  engine->given_name = name;
  engine->given_salt = salt;
  engine->given_mover = mover;
}

/* Answers AB_ASK_MOVES, to be called for each `index` below the count: the successor's identity, see ordering.h. */
static inline void ab_engine_move(ab_engine *engine, uint32_t index, uint32_t move)
{
  ab_candidate *candidate = engine->ordering.candidates + engine->frames[engine->ply].first + index;
  candidate->score = 0;
  candidate->index = index;
  candidate->move = move;
  candidate->priority = 0;
}

/* How many of the current node's successors have been tried; it is for the others that AB_ASK_SCORES is asked. */
static inline uint32_t ab_engine_tried(const ab_engine *engine)
{
  return engine->frames[engine->ply].next;
}

/* The successor that is the `nth` candidate, from ab_engine_tried on: its index in the game's own order. */
static inline uint32_t ab_engine_candidate(const ab_engine *engine, uint32_t nth)
{
  return engine->ordering.candidates[engine->frames[engine->ply].first + nth].index;
}

/*
 * Answers AB_ASK_SCORES, to be called for each `nth` from ab_engine_tried to the count: a score for that candidate,
 * higher scores being tried earlier.
 */
static inline void ab_engine_score(ab_engine *engine, uint32_t nth, double score)
{
  engine->ordering.candidates[engine->frames[engine->ply].first + nth].score = score;
}

/* Answers AB_ASK_VALUE: any double but NaN, in the task's view. */
static inline void ab_engine_value(ab_engine *engine, double value)
{
  engine->given_value = value;
}

/* Whether the node at `ply` of the path belongs to the quiescence: its successors are noisy ones. */
static inline int ab_engine_is_quiescence(const ab_engine *engine, int32_t ply)
{
  return engine->frames[ply].depth <= 0;
}

/* Where the current node lies on the path, 0 for the root: in plies, nodes where luck moves being counted, too. */
static inline int32_t ab_engine_ply(const ab_engine *engine)
{
  return engine->ply;
}

/* The decisions that led to the node at `ply` of the path, in plies. */
static inline int32_t ab_engine_decisions(const ab_engine *engine, int32_t ply)
{
  return ply > 0 ? engine->frames[ply].ply : 0;
}

/* Whether luck moves at the node at `ply` of the path. */
static inline int ab_engine_is_chance(const ab_engine *engine, int32_t ply)
{
  return engine->frames[ply].is_chance;
}

/* The successor that is entered, or that was entered last: its index from 0 in the game's own order. */
static inline uint32_t ab_engine_child(const ab_engine *engine)
{
  return engine->child;
}

#endif
