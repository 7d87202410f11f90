/*
 * machine.h: the engine's states and fields.
 *
 * Only csrc/engine reads and writes these fields. Hosts use the functions of engine.h. Some of these are inline and
 * need the fields.
 *
 * How the states follow one another. Capitals on an arrow name the ask on the way. Names in brackets are steps that
 * need no answer.
 *
 *   BEGIN -> ITERATE -> [node] <---------------- ENTER, ENTERED -----------------------+
 *                         |                                                            |
 *     depth left          |          no depth left                                     |
 *    +--------------------+----------------------+                                     |
 *    | TURN, KEY_DUE                             | quiescence: TURN, QUIESCENCE_TURNED |
 *    v                                           v                                     |
 *   KEY, KEYED                   [leaf]        VALUE, STAND_PAT                        |
 *    |     | in the table,         |             |         | good enough               |
 *    |     | or a repetition       |             v         v                           |
 *    |     +-------------------+   |           NOISY    [finished]                     |
 *    v                         |   |             |                                     |
 *   TURN, BOUNDS_DUE           |   |             |                                     |
 *   BOUNDS, BOUNDS             |   |             |                                     |
 *    |                         |   |             |                                     |
 *   FIND <----> FIND_MOVE, FOUND -> ROOM        |  (also from PICK, then LISTED)       |
 *    | none left               |   |             |                                     |
 *   SUCCESSORS                 |   |             |                                     |
 *    |                         |   |             |                                     |
 *    +-------> EXPANDED <------|---|-------------+                                     |
 *               |  |  |  none  |   |                                                   |
 *               |  |  +------------+                                                   |
 *               |  | outcomes  |   |  TURN, LEAF                                       |
 *               |  |           |   v                                                   |
 *               |  |           |  VALUE, EVALUATED -> [finished]                       |
 *               |  v           |                                                       |
 *               |  OUTCOMES_ROOM -> PROBABILITIES -> OUTCOME --------------------------+
 *               |              |                      |   ^                            |
 *               v              |                      |   +--- LEFT                    |
 *              ROOM            |                      | all known, or a bound cuts off |
 *               | TURN, TURNED |                      +-> [finished]                   |
 *               v              |                                                       |
 *              NULL_MOVE ------|---------------------------------------- ENTERED ------+
 *               |   ^          |                                                       |
 *               |   +- UNDO_NULL_MOVE, LEFT: cut off -> [finished]                     |
 *               v              |                                                       |
 *              ORDER -> MOVES, ORDERED -> PICK -> SCORES, SCORED ----------------------+
 *                              |         |  ^  ^        |
 *                              |         |  |  |        +-> LEAF, LEAF_VALUED -> LINE -> PICK
 *                              |         |  |  +- LEFT -> LINE
 *                              |         |  +---- CHILD_VALUE, CHILD_VALUED for all (in place of SCORES)
 *                              |         |  +---- MORE, MORE_TAKEN (iterators; also behind EXPANDED)
 *                              v         v none left, or cut off
 *                             [finished]: stored in the table
 *                              |  |  |
 *                              |  |  +-> re-search: back to [node]'s look-up, STAND_PAT, or ORDER
 *                              |  +----> LEAVE or UNDO_NULL_MOVE, LEFT, in the parent: the value is backed up
 *                              +-------> at the root: ITERATION, REPORTED -> ITERATE or END
 *
 *   PICK, OUTCOME, NULL_MOVE at a limit, and any state when the iteration is aborted (CUT) -> LEAVE, UNWOUND for each
 *   ply -> END, or ITERATE when only a skip's limit was reached (see root.h)
 */
#ifndef ALPHABETA_MACHINE_H
#define ALPHABETA_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#include "chance.h"
#include "frame.h"
#include "limits.h"
#include "maxn.h"
#include "../system/memory.h"
#include "ordering.h"
#include "refutation.h"
#include "scores.h"
#include "task.h"
#include "trace.h"

/* The first capacity of the stack in plies. A test build starts with one ply, so it always grows. */
#ifndef AB_FIRST_PLIES
#define AB_FIRST_PLIES 16
#endif

/* A count of successors that is not known yet: an iterator yields them. */
#define AB_LAZY_SUCCESSORS UINT32_MAX

/* The state with which the next call of ab_engine_next begins. Most states take the answer to the last ask. */
typedef enum ab_state {
  AB_STATE_BEGIN,      /* a search was started; waits for the memory that it begins with */
  AB_STATE_ITERATE,    /* an iteration begins at the root; waits for nothing */
  AB_STATE_ENTERED,    /* the child was entered, by a move or a null move: it becomes the current node */
  AB_STATE_KEY_DUE,    /* waits for the turn, asked for before the key of an inner node */
  AB_STATE_KEYED,      /* waits for the key: the table or a repetition may give the value */
  AB_STATE_BOUNDS_DUE, /* waits for the turn, asked for before the bounds of a node */
  AB_STATE_BOUNDS,     /* waits for the bounds of a node, which may cut it off */
  AB_STATE_QUIESCENCE_TURNED, /* waits for the turn, asked for before a quiescence node is evaluated */
  AB_STATE_STAND_PAT,         /* waits for the evaluation of a quiescence node, which may be enough */
  AB_STATE_EXPANDED,          /* waits for the count of successors, noisy successors or outcomes */
  AB_STATE_FIND,              /* finds the next successor by its move id; waits for memory for candidates */
  AB_STATE_FOUND,             /* waits for whether it was found */
  AB_STATE_LISTED,            /* waits for the count of all successors, after some were found and tried */
  AB_STATE_OUTCOMES_ROOM,     /* a chance node was found; waits for memory for its outcomes */
  AB_STATE_PROBABILITIES,     /* waits for the probabilities of the outcomes */
  AB_STATE_OUTCOME,    /* at a chance node: the next outcome is due, after the first or one that was left */
  AB_STATE_MORE,       /* a successor of an iterator is due; waits for memory for a candidate */
  AB_STATE_MORE_TAKEN, /* waits for that successor */
  AB_STATE_ROOM,       /* there are successors; waits for memory for the next ply */
  AB_STATE_TURNED,     /* waits for the turn of a node with successors, if it is not known yet */
  AB_STATE_ORDER,      /* orders the successors; waits for memory for candidates */
  AB_STATE_ORDERED,    /* waits for the move ids of the successors */
  AB_STATE_PROVED,     /* the root's best line was recorded; its move may be better than the result's */
  AB_STATE_REOPENED, /* a node was better than its parent assumed, and this was traced: it is searched again */
  AB_STATE_PICK, /* the next successor is due: the first, or the one after a successor was left or a line was
                    recorded */
  AB_STATE_SCORED,       /* waits for the scores of the successors that are left, asked for at PICK */
  AB_STATE_CHILD_VALUED, /* waits for the evaluation of a successor, by which it is ordered */
  AB_STATE_LEAF_VALUED,  /* waits for the value of a successor that is a leaf and gets no frame */
  AB_STATE_LEAF,         /* waits for the turn, asked for before a leaf is evaluated */
  AB_STATE_EVALUATED,    /* waits for the evaluation of a leaf */
  AB_STATE_STORED,       /* the node is in the table; waits for memory for more of them */
  AB_STATE_LEFT,         /* the move or null move was taken back: the parent becomes the current node */
  AB_STATE_REPORTED,     /* a completed iteration was reported: another one begins, or the search ends */
  AB_STATE_UNWOUND,      /* a limit is reached and a move was taken back: the parent's is next */
  AB_STATE_CUT,          /* the search or iteration is to end in the midst of the current node */
  AB_STATE_CUT_ENTERED,  /* it is to end in the midst of the child that was entered */
  AB_STATE_CUT_LEFT,     /* it is to end in the midst of the parent, whose move was taken back */
  AB_STATE_END           /* the search has ended, or none was started */
} ab_state;

/* Whether a successor was found by its move id. */
typedef enum ab_found {
  AB_FOUND_NO,     /* there is none with this move id */
  AB_FOUND_YES,    /* it exists, and is the last of the known successors */
  AB_FOUND_UNABLE, /* the host cannot tell: list all successors now */
  AB_FOUND_INSTEAD /* the game is over, or this is a chance node: AB_ASK_SUCCESSORS is answered */
} ab_found;

/* The host's answers, until a state takes them. */
typedef struct ab_answer {
  double value;
  double lowest, highest; /* bounds of the values at a node and below it, in the task's view */
  uint64_t position_hash, perspective, side_to_move; /* of the position: see key.h */
  uint32_t successors; /* or outcomes; AB_LAZY_SUCCESSORS: an iterator yields them */
  uint32_t move;       /* move id of the successor that the iterator has yielded */
  uint32_t player;
  ab_found found;
  int is_chance; /* whether `successors` counts outcomes */
  int has_more;  /* whether the iterator has yielded a successor */
  int same_turn; /* whether the player to move is the root's */
  int is_over;   /* whether the game is over at a leaf at the horizon */
} ab_answer;

/* How much memory AB_ASK_MEMORY asks for, in elements; 0: there is enough. */
typedef struct ab_wanted {
  size_t frames, candidates, outcomes, scores;
  size_t refutations; /* buckets, see refutation.h */
} ab_wanted;

/* The fields of one iteration, set by ab_root_open_iteration and ab_root_deepen. */
typedef struct ab_iteration {
  int32_t depth;       /* in plies */
  int is_skipping;     /* whether depths were skipped before it, because the table knows the root's value */
  int root_searches;   /* searches of the root in this iteration so far */
  double lower, upper; /* the root's window, in Max's view */
  double guess;        /* MTD(f): the value it tries */
  int is_truncated;    /* whether the depth is known to have cut a line short */
} ab_iteration;

/* The machine. All fields except memory belong to one search: ab_engine_start sets them by one assignment. */
typedef struct ab_engine {
  /* The step. */
  ab_state state;
  int32_t ply;          /* of the current node */
  ab_frame *frame;      /* of the current node: frames + ply */
  uint32_t child;       /* the successor entered last */
  uint32_t wanted_move; /* the move id that AB_ASK_FIND_MOVE asks for */
  /* candidates of the current node that AB_ASK_CHILD_VALUE was asked about, or that were tried */
  uint32_t valued;
  ab_answer answer;
  ab_wanted wanted;

  /* The search. */
  int asks_leaf;   /* whether AB_ASK_LEAF may be asked: successors at the depth are leaves and need no turn */
  int uses_abdada; /* whether other searches may share the table: see abdada.h */
  int is_bounded;  /* whether there is a highest or a lowest value that prunes */
  int32_t known;   /* plies to which the table knew the root's value when the search began, 0 for none */
  uint32_t best;   /* the root's best successor so far, its index */
  uint32_t answered; /* the root's successor that `result` is of, its index, once an iteration is completed */
  /* of the completed iterations, the last first; NaN for none, but 0 instead of the first */
  double values[3];
  uint64_t counted;  /* nodes at the end of the last completed iteration */
  uint64_t spent[2]; /* nodes of the completed iterations, the last first */
  uint64_t changed;  /* nodes when the best move last changed */
  ab_counters counters;
  ab_limits limits;
  ab_iteration iteration;
  ab_result result;
  ab_task task;

  /* with `tells_ends`: the least size of a finished game's value, except 0, in all searches so far */
  double least_end;

  /* Memory, which outlasts the search, and its content. */
  ab_frame *frames;
  size_t capacity; /* of frames */
  size_t plies;    /* the capacity of all arrays with an element for each ply */
  ab_ordering ordering;
  ab_chance chance;
  ab_maxn maxn;
  ab_scores scores; /* of the root's successors, if the task wants them */
  ab_refutations refutations;
  ab_trace trace; /* events before the current ask, if the task is traced */
} ab_engine;

#endif
