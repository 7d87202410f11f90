/*
 * lua_native_fuzz.c: a libFuzzer target: searches of rules in C whose answers are the bytes of the input, true or not.
 *
 * What is behind the end of the input is 0, so that every game ends. Memory runs out at a request that the input names.
 * lua_native_fuzz.lua makes games and options, and searches.
 *
 *   make fuzz FUZZ=lua_native SECONDS=60
 *
 * lua_native_fuzz_test.c plays inputs of its own.
 */

#include <math.h>
#include "../../csrc/native/alphabeta.h"
#include "lua_fuzz.h"

/* The next number: few values, the unusual ones among them. */
static double next_number(void)
{
  static const double unusual[] = {NAN, INFINITY, -INFINITY, -0.0, 1e308, -1e308, 1e-300, 0.5};
  int byte = fuzz_byte();
  return byte >= 248 ? unusual[byte - 248] : byte % 16 - 8;
}

/* Puts as many moves as the input says into an array. Returns how many there are said to be. */
static uint32_t next_moves(int64_t *moves, uint32_t room)
{
  static const int64_t unusual[] = {INT64_MIN, INT64_MAX, INT64_C(1) << 53, -1, INT32_MAX, INT64_C(1) << 32};
  int byte = fuzz_byte();
  uint32_t count = (uint32_t)byte % 5, i;
  if (byte == 255) return UINT32_MAX;
  if (byte == 254) return room + 1;
  for (i = 0; i < count && i < room; i++) {
    int move = fuzz_byte();
    moves[i] = move >= 250 ? unusual[move - 250] : move % 8;
  }
  return count;
}

static void start(void *state)
{
  memset(state, fuzz_byte(), 8);
}

static uint32_t moves(const void *state, int64_t *list, uint32_t room)
{
  (void)state;
  return next_moves(list, room);
}

static void make(void *state, int64_t move, void *undo)
{
  memcpy(undo, state, 8);
  ((unsigned char *)state)[0] = (unsigned char)move;
}

static void unmake(void *state, int64_t move, const void *undo)
{
  (void)move;
  memcpy(state, undo, 8);
}

static double evaluate(const void *state, int32_t me)
{
  (void)state, (void)me;
  return next_number();
}

static int is_over(const void *state)
{
  (void)state;
  return fuzz_byte() >= 240;
}

static int32_t player(const void *state)
{
  int byte = fuzz_byte();
  (void)state;
  return byte >= 253 ? byte - 254 : byte % 2 + 1;
}

static uint64_t hash(const void *state)
{
  (void)state;
  return (uint64_t)fuzz_byte() << fuzz_byte() % 64;
}

static double order(const void *state, int64_t move)
{
  (void)state, (void)move;
  return next_number();
}

static uint32_t chances(const void *state, int64_t *outcomes, double *probabilities, uint32_t room)
{
  uint32_t count = fuzz_byte() >= 128 ? next_moves(outcomes, room) : 0, i;
  (void)state;
  for (i = 0; i < count && i < room; i++) probabilities[i] = fuzz_byte() >= 250 ? next_number() : 1.0 / count;
  return count;
}

static size_t write(const void *state, char *text, size_t room)
{
  int byte = fuzz_byte();
  (void)state;
  if (byte >= 250) return room + (size_t)byte;
  memset(text, 'x', (size_t)byte < room ? (size_t)byte : room);
  return byte == 249 ? SIZE_MAX : (size_t)byte;
}

static int read(void *state, const char *text, size_t length)
{
  (void)text, (void)length;
  start(state);
  return fuzz_byte() < 200;
}

/* Rules that copy states; those that take moves back are the same with `unmake`. */
static const alphabeta_rules copying = {
    .version = ALPHABETA_RULES_VERSION,
    .size = sizeof(alphabeta_rules),
    .state_size = 8,
    .undo_size = 8,
    .moves_max = 4,
    .players = 2,
    .start = start,
    .moves = moves,
    .make = make,
    .evaluate = evaluate,
    .result = evaluate,
    .is_over = is_over,
    .player = player,
    .hash = hash,
    .order = order,
    .noisy = moves,
    .chances = chances,
    .write = write,
    .read = read,
};
static alphabeta_rules in_place;

/* Plays one input: its first byte says whether moves are taken back. */
static void fuzz_play(const uint8_t *data, size_t size)
{
  lua_State *L = lua_fuzz_open("spec/c/lua_native_fuzz.lua", 1);
  const alphabeta_rules *rules = &copying;
  in_place = copying;
  in_place.unmake = unmake;
  fuzz_begin(data, size);
  if (fuzz_byte() % 2 == 0) rules = &in_place;
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, (void *)rules);
  lua_pushcfunction(L, lua_fuzz_byte);
  lua_pushcfunction(L, lua_fuzz_refuse);
  lua_fuzz_call(3);
  lua_fuzz_collect();
}
