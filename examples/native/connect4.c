/*
 * Connect four by bitboards: rules in C for alphabeta. docs/native.md goes through this file.
 *
 * A column takes seven bits, from the lowest cell up; the seventh stays empty, so that no row of four runs from one
 * column into the next. A move is the number of a column, from 1. Player 1 begins.
 */
#include <string.h>

#include <lua.h>

#include "alphabeta.h"

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

enum { WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1, WIN = 1000 };

typedef struct {
  uint64_t mover, all;   /* the stones of the player to move, and those of both */
  int32_t score;         /* the weight of the mover's cells, less that of the other's */
  uint8_t height[WIDTH]; /* stones in each column */
  uint8_t turn;          /* 1 or 2 */
  uint8_t left;          /* empty cells */
  uint8_t is_won;        /* whether the last stone has made a four */
} board;

/* How many fours pass through each cell, column by column. */
static const int8_t weights[WIDTH][HEIGHT] = {
    {3, 4, 5, 5, 4, 3},   {4, 6, 8, 8, 6, 4}, {5, 8, 11, 11, 8, 5}, {7, 10, 13, 13, 10, 7},
    {5, 8, 11, 11, 8, 5}, {4, 6, 8, 8, 6, 4}, {3, 4, 5, 5, 4, 3}};

/* Whether there are four in a row among these stones: up, along, and both diagonals. */
static int has_four(uint64_t stones)
{
  static const int steps[] = {1, STRIDE, STRIDE + 1, STRIDE - 1};
  int i;
  for (i = 0; i < 4; i++) {
    uint64_t pairs = stones & (stones >> steps[i]);
    if (pairs & (pairs >> 2 * steps[i])) return 1;
  }
  return 0;
}

static void start(void *state)
{
  board *own = state;
  own->turn = 1;
  own->left = WIDTH * HEIGHT;
}

static uint32_t moves(const void *state, int64_t *list, uint32_t room)
{
  const board *own = state;
  uint32_t count = 0;
  int column;
  (void)room; /* there are never more than seven */
  if (own->is_won) return 0;
  for (column = 0; column < WIDTH; column++)
    if (own->height[column] < HEIGHT) list[count++] = column + 1;
  return count;
}

static void make(void *state, int64_t move, void *undo)
{
  board *own = state;
  int column = (int)move - 1, row = own->height[column]++;
  uint64_t stone = (uint64_t)1 << (column * STRIDE + row), mine = own->mover | stone;
  (void)undo;
  own->mover ^= own->all; /* now those of the other player, who moves next */
  own->all |= stone;
  own->score = -(own->score + weights[column][row]);
  own->turn = (uint8_t)(3 - own->turn);
  own->left--;
  own->is_won = (uint8_t)has_four(mine);
}

static void copy(void *to, const void *from)
{
  *(board *)to = *(const board *)from;
}

static double evaluate(const void *state, int32_t me)
{
  const board *own = state;
  int value = own->is_won ? -WIN : own->left == 0 ? 0 : own->score;
  return own->turn == me ? value : -value;
}

static int32_t player(const void *state)
{
  return ((const board *)state)->turn;
}

/* Player 1's stones, and twice those of player 2: no two positions have the same sum. */
static uint64_t hash(const void *state)
{
  const board *own = state;
  return own->all + (own->turn == 1 ? own->all ^ own->mover : own->mover);
}

/* The middle column first, then outwards. */
static double order(const void *state, int64_t move)
{
  (void)state;
  return (double)(move < 4 ? 2 * move - 8 : 8 - 2 * move);
}

static size_t write(const void *state, char *text, size_t room)
{
  const board *own = state;
  size_t length = 0;
  int row, column;
  for (row = HEIGHT - 1; row >= 0; row--)
    for (column = 0; column < WIDTH; column++, length += 2) {
      uint64_t stone = (uint64_t)1 << (column * STRIDE + row);
      if (length + 1 >= room) continue;
      text[length] = !(own->all & stone) ? '.' : ((own->mover & stone) != 0) == (own->turn == 1) ? 'X' : 'O';
      text[length + 1] = column < WIDTH - 1 ? ' ' : '\n';
    }
  return length - 1; /* without the last newline */
}

static int read(void *state, const char *text, size_t length)
{
  uint64_t stones[2] = {0, 0};
  uint8_t height[WIDTH] = {0};
  board *own = state;
  int cell = 0, count[2], column, row, who;
  size_t i;
  for (i = 0; i < length; i++) {
    if (text[i] == ' ' || text[i] == '\n') continue;
    if (cell == WIDTH * HEIGHT || !strchr(".XO", text[i]) || text[i] == '\0') return 0;
    column = cell % WIDTH;
    row = HEIGHT - 1 - cell++ / WIDTH;
    if (text[i] == '.' && height[column] > 0) return 0; /* a stone would hang in the air */
    if (text[i] == '.') continue;
    if (height[column] == 0) height[column] = (uint8_t)(row + 1);
    stones[text[i] == 'O'] |= (uint64_t)1 << (column * STRIDE + row);
  }
  if (cell < WIDTH * HEIGHT) return 0;
  start(own);
  for (who = 0; who < 2; who++)
    for (column = 0, count[who] = 0; column < WIDTH; column++)
      for (row = 0; row < HEIGHT; row++)
        if (stones[who] >> (column * STRIDE + row) & 1) {
          count[who]++;
          own->score += who == 0 ? weights[column][row] : -weights[column][row];
        }
  if (count[0] != count[1] && count[0] != count[1] + 1) return 0;
  memcpy(own->height, height, sizeof height);
  own->turn = count[0] == count[1] ? 1 : 2;
  if (own->turn == 2) own->score = -own->score;
  own->left = (uint8_t)(WIDTH * HEIGHT - count[0] - count[1]);
  own->mover = stones[own->turn - 1];
  own->all = stones[0] | stones[1];
  own->is_won = (uint8_t)has_four(stones[2 - own->turn]);
  return 1;
}

static const char *const fields[] = {"turn", "left", "is_won", NULL};

static double field(const void *state, uint32_t index)
{
  const board *own = state;
  return index == 0 ? own->turn : index == 1 ? own->left : own->is_won;
}

static const alphabeta_rules rules = {
    .version = ALPHABETA_RULES_VERSION,
    .size = sizeof(alphabeta_rules),
    .name = "connect four",
    .state_size = sizeof(board),
    .moves_max = WIDTH,
    .players = 2,
    .start = start,
    .moves = moves,
    .make = make,
    .copy = copy,
    .evaluate = evaluate,
    .player = player,
    .hash = hash,
    .order = order,
    .write = write,
    .read = read,
    .fields = fields,
    .field = field,
};

EXPORT int luaopen_connect4_rules(lua_State *L);

/* require "connect4_rules": the address of the rules. */
int luaopen_connect4_rules(lua_State *L)
{
  lua_pushlightuserdata(L, (void *)&rules);
  return 1;
}
