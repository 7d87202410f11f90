/*
 * state.h: the fields of a Monte Carlo tree search, its task, and what it needs of its host.
 */
#ifndef ALPHABETA_UCT_STATE_H
#define ALPHABETA_UCT_STATE_H

#include <stdint.h>

#include "../engine/engine.h"
#include "probe.h"
#include "random.h"
#include "tree.h"

/* What a search of the last plies by alpha-beta has found: see `solve`. */
typedef struct ab_uct_aside {
  int has_ended; /* whether it is over */
  int is_proven; /* whether it has the game's value; points, result, child and plies are then valid */
  double points; /* 1, 0.5 or 0 for the player at the root */
  double result; /* the value of the finished game that is proven, in the view of `value` */
  uint32_t
      child; /* the root's best successor, its index, valid at any time with `defends`; AB_UCT_NONE: none */
  int32_t plies; /* to the end of the game; -1: unknown */
  int32_t depth; /* of its last iteration */
} ab_uct_aside;

/*
 * What Monte Carlo tree search needs of its host beside ab_host. The rules of host.h hold: each function is about the
 * current node of the machine, and may leave the search by longjmp. Of ab_host, the search uses these:
 *
 *   grow           by ab_engine_grow and ab_uct_grow
 *   deadline       when the search begins, and never else
 *   enter, leave   the latter if the task `asks_leave`
 *   successors     also where they were listed before; never AB_ITERATED
 *   probabilities
 *   turn           the player's index: from 0 on in the order in which the players are first met, below AB_MAXN_PLAYERS.
 *                  A player keeps it in later searches, until ab_uct_clear. So it need not be 0 at the root. With
 *                  `by_sides`: 0 for one side, 1 for the other, always the same
 *                  Asked at a chance node if that is the root, or evaluated with AB_VIEW_MOVER
 *   value          AB_LEAF_OVER or AB_LEAF_HORIZON: in the task's view, for the player who moves at the root
 *   iteration      at the root, when the playouts have doubled: the first time after AB_UCT_FIRST_REPORT. May be NULL
 */
typedef struct ab_uct_host {
  /* ---- lists of successors, which the host keeps for nodes of the tree ---- */

  /* The successors of the current node, which `successors` has just listed, become those of the tree's node `node`. */
  void (*keep)(void *context, uint32_t node);
  /*
   * The successors that are kept for `node` become those of the current node, which `node` is about. Returns 0 if the
   * game lists others now: the tree is then dropped. The host asks the game again when a search first comes to a node
   * of a tree that was kept, and whenever moves refer to objects of a state.
   */
  int (*recall)(void *context, uint32_t node);
  /* The list that is kept for `from` becomes that of `to`, which is less. */
  void (*rename)(void *context, uint32_t from, uint32_t to);
  /* Forgets the lists and names of all nodes from `node` on, which do not exist any more. */
  void (*forget)(void *context, uint32_t node);

  /* ---- the current node ---- */

  /* The move id of successor `child`, see ordering.h; 0 or one with AB_MOVE_IS_INDEX: it means nothing elsewhere. */
  uint32_t (*move)(void *context, uint32_t child);
  /* The value, as `value`, but for the player with index `player`: of games of more than two. */
  double (*payoff)(void *context, ab_leaf leaf, uint32_t player);
  /* Who moves, as `turn` says it, where the game is over: AB_UCT_NONE if nobody is known to. */
  uint32_t (*meet)(void *context);
  /* Whether the game is over. */
  int (*is_finished)(void *context);
  /* A number from 1 on that stands for the current state as a whole, in later searches, too; 0: it has none. */
  uint32_t (*recognize)(void *context);
  /* What `result` says of the state, where the game goes on: AB_SAID_..., and the number. */
  ab_said (*said)(void *context, double *value);

  /* ---- hidden hands ---- */

  /* Draws a deal, which becomes the root's state, and lists its successors, at the root. Errors are the host's. */
  ab_successors (*deal)(void *context);
  /* The true state is the root's again. All moves are taken back. */
  void (*undeal)(void *context);
  /*
   * A number below AB_MOVE_IS_INDEX for what the player at the root can see of the current state, which was just
   * entered: the same for the same. 0: nothing. NULL: there never is anything.
   */
  uint32_t (*seen)(void *context);
  /* Successor `child` of the current node is the move that leads to `node` of the tree: see ab_uct_line. */
  void (*name)(void *context, uint32_t node, uint32_t child);

  /* ---- alpha-beta beside the playouts, at the root. NULL: there is none ---- */

  /*
   * Searches for `nodes` nodes at most, or to the end of the slice or of the time. The first call begins: with
   * `defends` for the longest defence of a position that is lost, or else for its value.
   */
  ab_uct_aside (*solve)(void *context, int defends, uint64_t nodes);
} ab_uct_host;

/* `iteration` is first called after so many playouts. */
#define AB_UCT_FIRST_REPORT 128

/* How to search, beside ab_task. */
typedef struct ab_uct_task {
  uint64_t seed;   /* below 2^53 */
  uint64_t number; /* of the search, which makes its random numbers others */
  uint64_t bytes;  /* that the tree may occupy, with 32 for each move of a list that the host keeps */
  int by_sides;    /* whether `turn` names sides, of which there are two, however many players there are */
  int evaluates;   /* whether the game values unfinished states: playouts end early, by `value` */
  int has_is_over; /* whether `is_finished` lists no moves: only then are winning moves tried first */
  int uses_rave;   /* whether moves count as first */
  int deals;       /* whether hands are hidden */
  int recognizes;  /* whether `recognize` is asked, and the tree kept from search to search */
  int chooses;   /* whether a level chooses among the root's moves by their values: a solved root tries all */
  int guards;    /* whether moves must be known that let the other player win at once: for a level */
  int solves;    /* whether `solve` may search the last plies */
  int is_choice; /* whether the search was not asked for: `solve` then gets more of small trees */
  int defends;   /* whether `solve` looks for the longest defence of a lost position */
  ab_probe_ask asks; /* what the first playouts find out */
  int is_probe; /* whether the search ends, with AB_REASON_PROBED, when they have found it out. It counts plies as
                        nodes, not playouts */
  double middle; /* the neutral value; other than 0 in a probe alone */
  int goes_on;   /* whether the root and the game are those of the search before: the whole tree stays */
} ab_uct_task;

/* How players turned out to play, in all searches of a game. */
typedef struct ab_uct_habits {
  uint32_t watched; /* playouts in which somebody could win at once, and which were watched for that */
  double kept;      /* the points of those who could win first in them */
  uint64_t tries;   /* moves that were tried for that */
  uint64_t plies;   /* of the searches before */
} ab_uct_habits;

/* The steps of a search. It may be left, by AB_UCT_PAUSE, before those that say so. */
typedef enum ab_uct_step {
  AB_UCT_BEGIN,   /* may be left: the search begins */
  AB_UCT_PLAYOUT, /* may be left: a playout begins, at the root */
  AB_UCT_NODE,    /* may be left: the current node of the tree was entered */
  AB_UCT_HIDDEN,  /* may be left: the same, with hidden hands */
  AB_UCT_PLY,     /* may be left: the current node is beyond the tree, and nothing is known of it */
  AB_UCT_TRY,     /* may be left: the next successor is tried, to find a winning move */
  AB_UCT_CONTEST, /* may be left: the next successor is tried, to find the one that mobility takes */
  AB_UCT_BACK_UP, /* the playout has its points */
  AB_UCT_CUT,     /* the playout has shown enough, and does not count */
  AB_UCT_DEFEND,  /* may be left: the longest defence is looked for */
  AB_UCT_PAUSE,   /* the search is left */
  AB_UCT_END      /* it has ended */
} ab_uct_step;

/* A ply of the playout that runs. */
typedef struct ab_uct_ply {
  uint32_t node; /* of the tree; beyond it nothing */
  uint32_t own;  /* hidden hands: the node of the deal's own tree */
  uint32_t
      above; /* hidden hands: the node of the move here, if `node` is that of a key below it; or AB_UCT_NONE */
  uint32_t move;  /* the move id of the move that is made here; 0: it is not known */
  uint32_t count; /* successors */
  uint8_t mover;  /* who moves here; at a chance node, who moved before */
} ab_uct_ply;

/* How values become points. */
typedef struct ab_uct_scale {
  double lowest, highest; /* of all values so far, if points are values */
  double ends, estimates; /* sums of the sizes of values of finished games, and of others */
  double end_count, estimate_count;
} ab_uct_scale;

/* A move that was last made by a player in the playout that runs: see rave.c. */
typedef struct ab_uct_stamp {
  uint32_t move, player;
  int32_t ply;
  uint32_t playout; /* the number of the playout that it belongs to */
} ab_uct_stamp;

/* A deal's own tree. */
typedef struct ab_uct_deal {
  uint32_t id; /* the host's number for its root's state */
  uint32_t root;
} ab_uct_deal;

/* Deals that have a tree of their own, at most. */
#define AB_UCT_DEALS 32

/* What outlasts a search: what is known of the game, and memory. */
typedef struct ab_uct_lasting {
  ab_uct_scale scale;
  ab_uct_habits habits;
  ab_probe probe;
  uint32_t players; /* how many were met */
  int alternates;   /* whether turns have alternated so far */
  int is_whole;  /* whether no function of the host has left the search while it ran: the tree is in order */
  int is_hidden; /* whether the tree is one of hidden hands: see hidden.h */
  uint32_t playout; /* number of the playout, for the stamps */
  ab_uct_ply *path; /* an element for each ply of the machine */
  size_t plies;
  ab_uct_stamp *stamps; /* hashed by move and player; a power of two, twice the plies or more */
  size_t stamp_count;
} ab_uct_lasting;

/* The playout that runs. */
typedef struct ab_uct_playout {
  int32_t tree_plies;             /* path[0..tree_plies] have nodes */
  int32_t stop;                   /* the ply at which it ends early */
  int asks_turn;                  /* whether it asks who moves, beyond the tree, too */
  int notes_moves;                /* whether it notes moves, for RAVE */
  int is_keen;                    /* whether winning moves are tried first */
  int is_watched;                 /* whether it is watched for the first chance to win */
  int has_chance;                 /* whether somebody had one */
  uint32_t favourite;             /* who */
  uint32_t trial;                 /* the successor that is tried next, to find a winning move */
  int is_guard;                   /* whether that is for the node of the tree, and not for the playout */
  uint32_t best;                  /* contest: the successor that is the best of those that were tried */
  uint32_t ties;                  /* contest: how many of them are as good */
  double best_value;              /* contest: what it is worth */
  int is_dealt;                   /* hidden hands: whether the root is a deal */
  int32_t own_plies;              /* hidden hands: path[0..own_plies - 1] have nodes of the deal's own tree */
  int is_new;                     /* hidden hands: whether the last node was just added */
  int outcome;                    /* whether the game was won, drawn or lost for player 0: ab_uct_proof */
  double began;                   /* when it began, if the probe wants to know; NaN: it was interrupted */
  double points[AB_MAXN_PLAYERS]; /* of player 0, or of each player of more than two */
} ab_uct_playout;

/* Alpha-beta beside the playouts. */
typedef struct ab_uct_solving {
  int is_on;
  double share; /* nodes for each ply of the playouts */
  uint64_t nodes;
  int has_answer;  /* whether `answer` has the root's value */
  int has_defence; /* whether `answer.child` is the longest defence so far */
  ab_uct_aside answer;
} ab_uct_solving;

/* For how much memory the host is asked, in elements; 0: there is enough. */
typedef struct ab_uct_wanted {
  size_t plies, nodes, edges, known;
} ab_uct_wanted;

/* The search. Only csrc/uct reads and writes these fields. ab_uct_start sets those of one search by one assignment. */
typedef struct ab_uct {
  ab_uct_tree tree;
  ab_uct_lasting lasting;

  ab_engine *engine;
  const ab_host *host; /* those of the call that runs, and what they are given */
  const ab_uct_host *more;
  void *context;
  ab_uct_task task;
  ab_uct_step step;
  ab_uct_wanted wanted;
  ab_random random;
  uint32_t own;          /* the player at the root */
  uint32_t player_count; /* players, as points are counted; 0: the root's was not asked for yet */
  int has_rave; /* whether moves count as first: until a chance node is met, or a move that means nothing elsewhere */
  int is_late;                   /* whether the playout that runs is the first, and the time is up */
  int recognizes;                /* whether positions are made recognizable */
  uint64_t playouts;             /* that were counted */
  uint64_t ticks;                /* plies */
  double plies_sum, plies_count; /* random plies of all playouts, and how many playouts they are of */
  uint64_t next_report;          /* the count of playouts at which `iteration` is called */
  double over_value;             /* if the root is over: its value, in the task's view */
  ab_uct_playout playing;
  ab_uct_solving solving;
  ab_uct_deal deals[AB_UCT_DEALS]; /* hidden hands: those that have a tree of their own */
  uint32_t deal_count;
  int has_own_trees; /* whether deals have such trees */
} ab_uct;

/* Whether two players have opposite values: their sign counts first, and wins are proven. */
static inline int ab_uct_is_opposed(const ab_uct *uct)
{
  return uct->player_count == 2;
}

/*
 * Whether points are values of any size: with one player, or more than two; and of two with hidden hands, because the
 * mean over the deals counts.
 */
static inline int ab_uct_is_scaled(const ab_uct *uct)
{
  return uct->player_count != 2 || uct->task.deals;
}

/* Whether each player has points of its own. */
static inline int ab_uct_is_many(const ab_uct *uct)
{
  return uct->player_count > 2;
}

/* Whether nodes are proven. */
static inline int ab_uct_proves(const ab_uct *uct)
{
  return ab_uct_is_opposed(uct) && !ab_uct_is_scaled(uct);
}

#endif
