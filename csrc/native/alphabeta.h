/*
 * alphabeta.h: the rules of a game in C, for the Lua module `alphabeta`.
 *
 * A library that holds such rules fills one struct of functions and hands its address to Lua as a light userdata.
 * `alphabeta.native(handle)` makes a game of it, and searches of that game call these functions and no Lua. This header
 * needs C99 and neither Lua nor the library of alphabeta: copy it into your project, or find it where alphabeta was
 * installed. docs/native.md has a whole example.
 *
 *   static const alphabeta_rules rules = {.version = ALPHABETA_RULES_VERSION, .size = sizeof(alphabeta_rules), ...};
 *
 *   int luaopen_mygame_rules(lua_State *L)
 *   {
 *     lua_pushlightuserdata(L, (void *)&rules);
 *     return 1;
 *   }
 *
 * The struct, and what it points to, must stay as it is until the Lua state is closed. Fields that are not set are 0 or
 * NULL: such a function is one that the game has not got. The functions may be called by several threads at once, each
 * with states of its own. They must return: no longjmp, no C++ exception leaves them.
 *
 * What is returned is checked: more moves than there is room for, NaN, or a player that does not exist is a Lua error
 * that names the function. What cannot be checked: a pointer that leads elsewhere, what is written beyond the end of a
 * state, of an array or of an undo block, and a function that does not return.
 */
#ifndef ALPHABETA_H
#define ALPHABETA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which struct this is. It changes where an old struct would be misunderstood; new fields only make it larger. */
#define ALPHABETA_RULES_VERSION UINT32_C(0x41420001)

/* The greatest values of the fields below. */
#define ALPHABETA_STATE_MAX ((size_t)1 << 20)
#define ALPHABETA_MOVES_MAX UINT32_C(65536)
#define ALPHABETA_PLAYERS_MAX 1000

/*
 * A state is a block of memory that is copied as it is, unless there is a `copy`: it owns nothing and is never freed by
 * the rules. It lies at an address that is a multiple of 8. A move is an integer of 64 bits, the same for the same move
 * in all states; small ones, from 0 to some thousands, order best. A Lua whose numbers are doubles (5.1, 5.2, LuaJIT)
 * takes moves from -2^53 to 2^53 only, others are an error there.
 */
typedef struct alphabeta_rules {
  uint32_t version;   /* ALPHABETA_RULES_VERSION */
  uint32_t size;      /* sizeof(alphabeta_rules), in bytes */
  const char *name;   /* of the game, for messages */
  size_t state_size;  /* bytes of a state: 1 to ALPHABETA_STATE_MAX */
  size_t undo_size;   /* bytes that `make` may fill for `unmake`: 0 to ALPHABETA_STATE_MAX */
  uint32_t moves_max; /* the most moves, or outcomes, that a state has: 1 to ALPHABETA_MOVES_MAX */
  uint32_t players;   /* how many there are, where `player` is given: 1 to ALPHABETA_PLAYERS_MAX */

  /* Needed: fills a state with the start of the game. The memory is zeroed. */
  void (*start)(void *state);

  /* Needed: puts the moves into an array that has room for `room` of them, which is `moves_max`, in the order in which
     to try them. Returns how many there are; 0 when the game is over. */
  uint32_t (*moves)(const void *state, int64_t *moves, uint32_t room);

  /* Needed: changes a state by one of its moves, or outcomes: one that `moves`, `noisy` or `chances` has listed for this
     state. `undo` has `undo_size` bytes for what `unmake` needs. */
  void (*make)(void *state, int64_t move, void *undo);

  /* Takes the move back that was made last. Without it states are copied before each move, which costs less while they
     are small. */
  void (*unmake)(void *state, int64_t move, const void *undo);

  /* Copies a state; without it all of its bytes are copied. */
  void (*copy)(void *to, const void *from);

  /* What a state is worth: any number but NaN. `me` is the player who moves at the root, 0 without `player`. It is
     good for that player when high, or, with view = "mover" in the game's table, for the one who moves in the state. */
  double (*evaluate)(const void *state, int32_t me);

  /* What a finished game is worth, in place of `evaluate`: there are no moves, or `is_over` is true. */
  double (*result)(const void *state, int32_t me);

  /* Whether the game is over: not 0 if it is, whether or not there are moves. It is called before `moves`, and alone at
     states whose moves are not needed. */
  int (*is_over)(const void *state);

  /* Whose turn it is: 1 to `players`. Without it two players take turns. */
  int32_t (*player)(const void *state);

  /* A key for the position, the same for the same position, which switches the transposition table on. A Lua whose
     numbers are doubles keeps keys below 2^53 as they are, and 53 mixed bits of others. */
  uint64_t (*hash)(const void *state);

  /* A number for a move: those with a higher one are tried first. Not NaN. */
  double (*order)(const void *state, int64_t move);

  /* The moves that quiescence goes on with beyond the full depth, as `moves`; having it switches quiescence on. */
  uint32_t (*noisy)(const void *state, int64_t *moves, uint32_t room);

  /* Where chance moves: puts the outcomes, which `make` takes as moves, and their probabilities, which add up to 1,
     into arrays with `room` places. Returns how many there are, 0 where a player moves. */
  uint32_t (*chances)(const void *state, int64_t *outcomes, double *probabilities, uint32_t room);

  /* Writes a state as text into `room` bytes, without a 0 at its end. Returns the bytes that the whole text has, which
     may be more than `room`: then it is called again. It is what `tostring` and the game's `write` return. */
  size_t (*write)(const void *state, char *text, size_t room);

  /* Reads a state from such a text. Returns 0 when it is none. The memory is zeroed. */
  int (*read)(void *state, const char *text, size_t length);

  /* The names of what Lua may read of a state, as in `state.turn`; NULL behind the last. `field` returns the value of
     the one at `index`, from 0. */
  const char *const *fields;
  double (*field)(const void *state, uint32_t index);
} alphabeta_rules;

#ifdef __cplusplus
}
#endif

#endif
