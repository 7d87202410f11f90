/*
 * host.h: the contract between the engine and its host: what the engine needs of a game, as a table of functions.
 *
 *     rules in Lua: binding/driver/rules.c        rules in C: binding/driver/native.c        tests: spec/c/host.h
 *                                         \              |              /
 *                                            ab_host, called by node.c
 *
 * The engine calls these functions one at a time, each about its current node: the last node of the path, which is
 * entered and not left. The host keeps the path, too. Each function gets the host's own `context` first, and returns
 * its answer. It may do anything but search with the same engine. It may leave the engine by longjmp, as Lua's errors
 * do. The search is then over: the host calls ab_engine_stop, and takes back the moves that it made.
 *
 * Between two functions the engine may be left: before a node, an outcome, a successor, and before a successor is
 * evaluated to order it. See ab_engine_run.
 *
 * A function may be NULL if the task does not ask for it, see task.h. `event` may always be NULL.
 */
#ifndef ALPHABETA_HOST_H
#define ALPHABETA_HOST_H

#include <stdint.h>

#include "chance.h"
#include "ordering.h"
#include "trace.h"

/* How the successors of a node are known. */
typedef enum ab_listing {
  AB_LISTED,   /* all of them are; 0 means that the game is over, or that no successor is noisy */
  AB_ITERATED, /* an iterator yields them, one for each call of `more`; the count means nothing */
  AB_OUTCOMES  /* this is a chance node, and they are its outcomes, 1 or more */
} ab_listing;

/* The successors of a node. The engine names each by its index, from 0, in the game's own order. */
typedef struct ab_successors {
  uint32_t count;
  ab_listing listing;
} ab_successors;

/* The next successor of an iterator. Its index is the count of the successors before it. */
typedef struct ab_next {
  int has_more;  /* whether there is one */
  uint32_t move; /* its move id, see ordering.h; any, if the task asks for none */
} ab_next;

/* Whether a successor was found by its move id. */
typedef enum ab_found {
  AB_FOUND_NO,     /* there is none with this move id */
  AB_FOUND_YES,    /* it exists, and is the last of the known successors */
  AB_FOUND_UNABLE, /* the host cannot tell: list all successors now */
  AB_FOUND_INSTEAD /* the game is over, or this is a chance node; only at the first question about a node */
} ab_found;

/* What the node is whose value is asked for. A successor that is evaluated to order it counts as one at the horizon. */
typedef enum ab_leaf {
  AB_LEAF_OVER,    /* the game is over: the node has no successors */
  AB_LEAF_UNKNOWN, /* it is at the horizon, and the host must find out whether the game is over */
  AB_LEAF_HORIZON  /* it is at the horizon, and it does not matter whether the game is over */
} ab_leaf;

/* The value of a node. */
typedef struct ab_value {
  double value;    /* any double except NaN, in the task's view; nothing in max^n, see ab_engine_payoffs */
  int is_over;     /* whether the game is over there, where that is unknown; otherwise nothing */
  uint32_t player; /* who moves there, as `turn` says it, where that is asked; otherwise nothing */
} ab_value;

/* Bounds of the values at a node and below it, in the task's view: no NaN, `lowest` not above `highest`. */
typedef struct ab_bounds {
  double lowest, highest;
} ab_bounds;

/* A position by three numbers, the same for the same position: see key.h. */
typedef struct ab_position {
  uint64_t position_hash; /* also tells positions along the path apart */
  uint64_t view_key;      /* which player values are good for */
  uint64_t side_to_move;  /* the player who moves there, or 0 if turns alternate */
} ab_position;

/* Which of the functions below a search calls, and what their answers mean. */
typedef struct ab_traits {
  int asks_turn;  /* whether `turn` tells who moves; turns alternate without it */
  int asks_leave; /* whether `leave` is called; not needed when entering a child changes nothing */
  /* whether a finished game has a value of its own: the host is then to find out at every leaf at the horizon whether
     the game is over, see AB_LEAF_UNKNOWN */
  int asks_end;
  /* whether the value depends on that at the root only; other leaves at the horizon have the same value */
  int ignores_end;
  int asks_key; /* whether `key` names positions, for the table or repetitions */
  /* least plies left at a node with a key, beyond the first plies; 0: any with plies left. With a table it is 0 */
  int32_t key_depth;
  int asks_bounds;      /* whether `bounds` is called; needs bounds_unlisted and that the algorithm prunes */
  int has_chance_nodes; /* whether successors may be outcomes, see AB_OUTCOMES */
  int asks_scores;      /* whether `scores` is called, at the root and if successors are no leaves */
  /* whether `leaf` evaluates them instead, with AB_VALUES_DEPTH plies left or more, and at the root of a task that
     deepens; the algorithm must prune */
  int asks_child_values;
  int asks_moves; /* whether `moves` is called */
  int costly_moves; /* whether that costs the host much: it is then asked at the root and from AB_ORDER_DEPTH on */
  /* whether `find` looks for the table's move and the killers before all successors are listed, and with how many plies
     left at least; 0: never; needs asks_moves and that the algorithm prunes */
  int32_t finds_moves;
} ab_traits;

typedef struct ab_host {
  /* ---- memory and time ---- */

  /* Makes room: by ab_engine_grow, and by ab_table_grow for the task's table. The engine cannot go on without it. */
  void (*grow)(void *context);
  /* The search may have another deadline from here on: see ab_engine_deadline. The host watches the clock. */
  void (*deadline)(void *context);

  /* ---- the path ---- */

  /* Makes the move to successor `child` of the current node, which then is the current node. */
  void (*enter)(void *context, uint32_t child);
  /* Takes back the move that led to the current node. If `asks_leave`. */
  void (*leave)(void *context);
  /* Makes a null move: the turn passes to the other player. */
  void (*pass)(void *context);
  /* Takes back the null move that led to the current node. */
  void (*unpass)(void *context);

  /* ---- the successors of the current node ---- */

  /* Lists them. Asked once a node, also after `find` has found some: these are then among them, or known before. */
  ab_successors (*successors)(void *context);
  /* Lists the noisy ones, at a quiescence node whose value was asked for. Never outcomes. */
  ab_successors (*noisy)(void *context);
  /* Takes the next one from their iterator. */
  ab_next (*more)(void *context);
  /* Looks for the one with a move id, before they are listed; `*instead` is set if there can be none. */
  ab_found (*find)(void *context, uint32_t move, ab_successors *instead);
  /* Sets `probability` of each of the `count` outcomes: finite, 0 or more, and more for at least one. */
  void (*probabilities)(void *context, ab_outcome *outcomes, uint32_t count);
  /* Makes candidates of all `count` successors, each at its index: by ab_ordering_init, with their move ids. */
  void (*moves)(void *context, ab_candidate *candidates, uint32_t count);
  /* Sets `score` of the candidates from `first` to `count`, whose successors are not tried. Higher ones come first. */
  void (*scores)(void *context, ab_candidate *candidates, uint32_t first, uint32_t count);

  /* ---- the current node ---- */

  /* Who moves: 0 the player who moves at the root, else another one; in max^n the player's index. If `asks_turn`. */
  uint32_t (*turn)(void *context);
  /* Names the position. If `asks_key`. */
  ab_position (*key)(void *context);
  /* Bounds of its value. If `asks_bounds`. */
  ab_bounds (*bounds)(void *context);
  /* Evaluates it. */
  ab_value (*value)(void *context, ab_leaf leaf);
  /* Evaluates its successor `child`, and leaves it at once. With `asks_player` the answer says who moves there. */
  ab_value (*leaf)(void *context, uint32_t child, ab_leaf leaf, int asks_player);

  /* ---- results ---- */

  /*
   * The child just left heads the current node's best line, which goes on with the child's. At a root whose task wants
   * scores (see scores.h), the child `noted` heads a line of its own: it goes on only if `is_open`, and is the root's
   * only if `is_best`.
   */
  void (*line)(void *context);
  /* ab_engine_result has a better move than the last iteration's: the root's line, or the move to ply 1. */
  void (*proved)(void *context);
  /* An iteration is completed: ab_engine_result has its result. */
  void (*iteration)(void *context);
  /* An event of a traced search, see trace.h. NULL: nobody wants to know. */
  void (*event)(void *context, const ab_event *event);
} ab_host;

#endif
