/*
 * probe.h: what the first playouts tell of a game: whether `result` says different things of states that are not over,
 * whether mobility lasts, whether it wins games against random moves, how long a game is.
 *
 * Here are only sums. front/current.lua judges by them, and explains them.
 */
#ifndef ALPHABETA_UCT_PROBE_H
#define ALPHABETA_UCT_PROBE_H

#include <stdint.h>

#include "../system/constant_rows.h"
#include "../system/portable.h"

/* What `result` says of a state where the game goes on. */
typedef enum ab_said {
  AB_SAID_NUMBER,  /* a finite number */
  AB_SAID_NOTHING, /* nothing, by an error that it always raises there */
  AB_SAID_WRONG    /* something else: it is asked no more */
} ab_said;

/* What is to be found out; 0 for nothing. */
typedef struct ab_probe_ask {
  int result;   /* whether `result` tells such states apart */
  int mobility; /* whether mobility lasts */
  int contest; /* whether it wins: all playouts are then games of a contest, see contest.h, and nothing else is asked */
  int goes_on;    /* whether the sums of the last search are added to */
  uint64_t plies; /* the most plies that a search whose only purpose this is may use; 0: any number */
} ab_probe_ask;

/* The plies of a playout of which `result` is compared, and the playouts in which it is asked. */
#define AB_PROBE_PLIES 60
#define AB_PROBE_RESULTS 7

/* So many playouts tell enough, or those that have AB_PROBE_PRODUCTS products of mobility. */
#define AB_PROBE_PLAYOUTS 11

/* How many plies later points count: two moves of each player. */
#define AB_PROBE_LATER 4

/* Sums of a correlation. */
typedef struct ab_probe_sums {
  double count, x, y, xx, xy, yy;
} ab_probe_sums;

/* A player's turns in the playout that runs. */
typedef struct ab_probe_turns {
  int has_count, has_change;
  double count, change;
} ab_probe_turns;

/* What a state of the playout was worth by mobility, and by points, in the view of the first player. */
typedef struct ab_probe_ply {
  int has_value, has_points;
  double value, points;
} ab_probe_ply;

typedef struct ab_probe {
  /* ---- for front/current.lua, under these names ---- */
  int asks_result;   /* whether `result` is still asked */
  int asks_mobility; /* whether mobility is added up */
  int asks_contest;  /* whether playouts are games of a contest */
  int tells_apart;   /* whether `result` has told states apart */
  uint32_t line;     /* playouts so far */
  uint32_t moves;    /* of the root */
  uint32_t movers;   /* one bit for each player who was met below the root */
  double products, squares, next, second, changes, returned;
  ab_probe_sums points;
  int32_t games, lead; /* a contest's games, and those that mobility has won less those that it has lost */
  int32_t length;      /* the most plies to the end of a game; -1: none has ended */
  double ply_time;  /* seconds of a ply with its return, and of the return alone, in the fastest playout: */
  double back_time; /* HUGE_VAL before the first */

  /* ---- the playout that runs ---- */
  int is_on;      /* whether it is looked at */
  int32_t looked; /* the ply of the last state; -1: none */
  uint32_t first, mover;
  double count, before, last; /* mobility one ply, two plies and one ply before, see add_mobility */
  int has_before, has_last;
  ab_probe_turns turns[AB_MAXN_PLAYERS];
  ab_probe_ply plies[AB_PROBE_LATER + 1]; /* of the last plies, by the ply modulo their number */
  char has_said[AB_PROBE_PLIES][AB_MAXN_PLAYERS];
  double said[AB_PROBE_PLIES][AB_MAXN_PLAYERS]; /* what `result` said first at a ply where a player moves */
} ab_probe;

/* A state of a playout where the game goes on. */
typedef struct ab_probe_state {
  int32_t ply;    /* from the root, whose ply is 0 */
  uint32_t mover; /* who moves there; at a chance node, who moved before */
  uint32_t count; /* successors */
  int sign;       /* +1: what `result` says is good for the player at the root, -1: for the other one */
} ab_probe_state;

/* A search begins: the sums are 0, unless it goes on. */
AB_FUNC void ab_probe_start(ab_probe *probe, const ab_probe_ask *asks);

/* Whether the playouts have told all that they can tell. */
AB_FUNC int ab_probe_is_known(const ab_probe *probe);

/* How many plies the next playout has at most in a search that may use `plies`: the first ones are short. */
AB_FUNC int32_t ab_probe_plies(const ab_probe *probe, uint64_t plies);

/* A playout begins. */
AB_FUNC void ab_probe_begin(ab_probe *probe);

/* Whether `result` is to be asked about the state that was looked at last. */
AB_FUNC int ab_probe_asks(const ab_probe *probe);

/* Looks at the next state of the playout. */
AB_FUNC void ab_probe_look(ab_probe *probe, const ab_probe_state *state);

/* Takes what `result` has said of the state that was looked at last. */
AB_FUNC void ab_probe_compare(ab_probe *probe, const ab_probe_state *state, ab_said said, double value);

/* A game of a contest has ended: +1: mobility has won it, -1: lost, 0: neither. */
AB_FUNC void ab_probe_count_game(ab_probe *probe, int winner);

/* The game was over after so many plies. */
AB_FUNC void ab_probe_note_length(ab_probe *probe, int32_t plies);

/* The playout ends, after so many plies, which took `seconds`; `back`: to be taken back. NaN: they are not known. */
AB_FUNC void ab_probe_end(ab_probe *probe, int32_t plies, double seconds, double back);

#endif
