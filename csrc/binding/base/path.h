/*
 * path.h: the way from the root to the engine's current node, as the driver must know it without asking Lua.
 *
 * The engine has a path of its own, of frames. This one counts the moves that are made in the game's state. A pause
 * takes them back. While a leaf without a frame is evaluated, one more is made than the engine has frames for.
 */
#ifndef ALPHABETA_PATH_H
#define ALPHABETA_PATH_H

#include <stddef.h>
#include <stdint.h>

/* Whether the moves of the path are made, which a pause takes back. */
typedef enum ab_phase {
  AB_SEARCHING, /* they are made */
  AB_LEAVING,   /* they are being unmade, for a pause or because the search is to stop */
  AB_RETURNING  /* they are being made again */
} ab_phase;

/* How many undo values of each ply AB_SLOT_UNDOS has room for: see driver/calls.h. */
#define AB_UNDO_ROOM 4

/* In place of a count of successors. */
#define AB_UNLISTED UINT32_MAX

/* One ply of the path, as far as the driver must know it without asking Lua. */
typedef struct ab_ply {
  const void *list;     /* the address of the array of successors */
  const void *filled;   /* that of the array which `moves` may fill, NULL before it was made */
  uint32_t count;       /* its first length, or the length so far; 0 until then and for none */
  uint32_t found_count; /* how many of the successors were found by their move id; 0 when it is entered */
  uint32_t child;       /* the successor entered, from 0 */
  uint32_t line;        /* length of the best line from here */
  uint32_t undos;       /* how many values `make` (or `pass`) returned on the way here */
  uint32_t nils;        /* which of the first AB_UNDO_ROOM of them were nil, a bit each: see driver/calls.h */
  uint32_t room;        /* how many values the ply's own table in AB_SLOT_UNDOS has room for */
  int is_pass;          /* whether it was a pass that led here */
  /* how many successors the game has listed there; AB_UNLISTED if an iterator yields them */
  uint32_t listed;
} ab_ply;

/* The path as a whole. */
typedef struct ab_path {
  ab_phase phase; /* whether its moves are made */
  int32_t made;   /* moves made in place and not unmade yet */
  int32_t due;    /* moves to be made when a search that has paused continues; 0 when a playout then ends */
  int32_t listed; /* the ply whose array is in AB_SLOT_LIST, -1 for none */
  size_t room;    /* plies for which the tables have room */
} ab_path;

#endif
