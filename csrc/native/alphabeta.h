/*
 * alphabeta.h: the rules of a game in C, for the Lua module `alphabeta`.
 *
 * A library with such rules fills one struct of functions and passes its address to Lua as a light userdata.
 * `alphabeta.native(handle)` makes a game of it. Searches of that game call these functions and no Lua. This header
 * needs C99, and neither Lua nor the library of alphabeta. Copy it into your project, or find it where alphabeta was
 * installed. docs/native.md has a complete example.
 *
 *   static const alphabeta_rules rules = {.version = ALPHABETA_RULES_VERSION, .size = sizeof(alphabeta_rules), ...};
 *
 *   int luaopen_mygame_rules(lua_State *L)
 *   {
 *     lua_pushlightuserdata(L, (void *)&rules);
 *     return 1;
 *   }
 *
 * Do not change the struct, or what it points to, until the Lua state is closed. Fields that are not set are 0 or NULL:
 * the game does not have that function. Several threads may call the functions at once, each with states of its own.
 * The functions must return: no longjmp, no C++ exception may leave them.
 *
 * Results are checked: more moves than there is room for, NaN, or a player that does not exist raise a Lua error that
 * names the function. These cannot be checked: a wrong pointer, writes beyond the end of a state, of an array or of an
 * undo block, and a function that does not return.
 */
#ifndef ALPHABETA_H
#define ALPHABETA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the struct. It changes if an old struct would be misunderstood; new fields only make it larger. */
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
  uint32_t players;   /* how many there are, if `player` is given: 1 to ALPHABETA_PLAYERS_MAX */

  /* Needed: fills a state with the start of the game. The memory is zeroed. */
  void (*start)(void *state);

  /* Needed: puts the moves into an array that has room for `room` of them, which is `moves_max`, in the order in which
     to try them. Returns how many there are; 0 when the game is over. */
  uint32_t (*moves)(const void *state, int64_t *moves, uint32_t room);

  /* Needed: changes a state by one of its moves or outcomes, which `moves`, `noisy` or `chances` has listed for this
     state. `undo` has `undo_size` bytes for `unmake`. */
  void (*make)(void *state, int64_t move, void *undo);

  /* Takes the move back that was made last. Without it states are copied before each move, which costs less while they
     are small. */
  void (*unmake)(void *state, int64_t move, const void *undo);

  /* Copies a state; without it all of its bytes are copied. */
  void (*copy)(void *to, const void *from);

  /* The value of a state: any number except NaN. `me` is the player who moves at the root, 0 without `player`. High
     values are good for that player, or, with view = "mover" in the game's table, for the player who moves in the
     state. */
  double (*evaluate)(const void *state, int32_t me);

  /* The value of a finished game, in place of `evaluate`: there are no moves, or `is_over` is true. */
  double (*result)(const void *state, int32_t me);

  /* Not 0 if the game is over, whether or not there are moves. Called before `moves`, and without `moves` at states
     whose moves are not needed. */
  int (*is_over)(const void *state);

  /* Whose turn it is: 1 to `players`. Without it two players take turns. */
  int32_t (*player)(const void *state);

  /* A key for the position, the same for the same position, which switches the transposition table on. A Lua whose
     numbers are doubles keeps keys below 2^53 as they are, and 53 mixed bits of others. */
  uint64_t (*hash)(const void *state);

  /* A number for a move: moves with a higher one are tried first. Not NaN. */
  double (*order)(const void *state, int64_t move);

  /* The moves that quiescence goes on with beyond the full depth, as `moves`; having it switches quiescence on. */
  uint32_t (*noisy)(const void *state, int64_t *moves, uint32_t room);

  /* At a chance node, fills arrays of `room` elements with the outcomes, which `make` takes as moves, and their
     probabilities, which add up to 1. Returns how many there are, 0 if a player moves. */
  uint32_t (*chances)(const void *state, int64_t *outcomes, double *probabilities, uint32_t room);

  /* Writes a state as text into `room` bytes, without a 0 at its end. Returns the length of the whole text in bytes.
     If that is more than `room`, it is called again. `tostring` and the game's `write` return this text. */
  size_t (*write)(const void *state, char *text, size_t room);

  /* Reads a state from such a text. Returns 0 if it is none. The memory is zeroed. */
  int (*read)(void *state, const char *text, size_t length);

  /* The names of the fields that Lua may read of a state, as in `state.turn`, and a NULL at the end. `field` returns
     the value of the field at `index`, from 0. */
  const char *const *fields;
  double (*field)(const void *state, uint32_t index);
} alphabeta_rules;

#ifdef __cplusplus
}
#endif

#endif
