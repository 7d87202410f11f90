#include "native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/identity.h"
#include "../root/result.h"
#include "answers.h"
#include "successors.h"

/* The greatest move and key that a Lua has whose numbers are doubles: beyond 2^53 they are not exact. */
#define EXACT_MAX (INT64_C(1) << 53)
#define KEY_SHIFT 11

/* Whether this Lua has integers of 64 bits. */
#define HAS_INT64 (LUA_VERSION_NUM >= 503 && sizeof(lua_Integer) >= sizeof(int64_t))

uint64_t ab_native_hash(const alphabeta_rules *rules, const void *state)
{
  uint64_t key = rules->hash(state);
  return HAS_INT64 || key < (uint64_t)EXACT_MAX ? key : ab_key_mix(key) >> KEY_SHIFT;
}

void ab_native_push_move(lua_State *L, int64_t move)
{
  if (!HAS_INT64 && (move < -EXACT_MAX || move > EXACT_MAX))
    luaL_error(
        L, "alphabeta: callback 'moves': expected moves from -2^53 to 2^53 on this version of Lua, got %f",
        (lua_Number)move);
  if ((lua_Integer)move == move)
    lua_pushinteger(L, (lua_Integer)move);
  else
    lua_pushnumber(L, (lua_Number)move);
}

int ab_native_to_move(lua_State *L, int index, int64_t *move)
{
  double number = lua_type(L, index) == LUA_TNUMBER ? (double)lua_tonumber(L, index) : 0.5;
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, index)) {
    *move = (int64_t)lua_tointeger(L, index);
    return 1;
  }
#endif
  if (!(number >= -9.2e18 && number <= 9.2e18) || (double)(int64_t)number != number) return 0;
  *move = (int64_t)number;
  return 1;
}

void ab_native_set(ab_native *own, const alphabeta_rules *rules, const ab_game *game)
{
  own->is_on = rules != NULL;
  if (rules == NULL) return;
  own->rules = *rules;
  if (!game->has_result) own->rules.result = NULL;
  if (!game->has_is_over) own->rules.is_over = NULL;
  if (!game->has_player) own->rules.player = NULL;
  if (!game->has_chances) own->rules.chances = NULL;
  own->stride = rules->unmake != NULL ? 0 : ab_native_aligned(rules->state_size);
  own->undo_stride = ab_native_aligned(rules->undo_size + 1);
}

void ab_native_share(ab_native *own, const ab_native *from)
{
  *own = *from;
  own->states = own->undos = NULL;
  own->moves = NULL;
  own->plies = NULL;
  own->states_size = own->undos_size = own->moves_capacity = own->plies_capacity = 0;
}

/* An ab_allocate of the process's memory. */
static void *allocate(void *context, void *block, size_t old_size, size_t new_size)
{
  (void)context;
  (void)old_size;
  if (new_size > 0) return realloc(block, new_size);
  free(block);
  return NULL;
}

ab_memory ab_native_memory(void)
{
  ab_memory memory;
  memory.allocate = allocate;
  memory.context = NULL;
  return memory;
}

/* As ab_search_grow, also in a search without Lua. */
static void *grow(lua_State *L, ab_search *search, void *array, size_t *capacity, size_t needed,
                  size_t element)
{
  ab_memory memory = ab_native_memory();
  void *grown;
  if (L != NULL) return ab_search_grow(L, array, capacity, needed, element);
  grown = ab_memory_grow(&memory, array, capacity, needed, element);
  if (grown == NULL) longjmp(*search->native.escape, 1);
  return grown;
}

/* The state at `ply` of the path. */
static inline void *state_at(const ab_native *own, int32_t ply)
{
  return own->states + (size_t)ply * own->stride;
}

/* The index of the first move of the node at `ply`: after those of the ply before. */
static inline size_t start_at(const ab_native *own, int32_t ply)
{
  return ply > 0 ? own->plies[ply - 1].first + own->plies[ply - 1].count : 0;
}

/* The move that led to `ply`. */
static inline int64_t move_to(const ab_native *own, int32_t ply)
{
  return own->moves[own->plies[ply - 1].first + own->plies[ply - 1].child];
}

/* Grows a block that is counted in bytes. */
static char *grow_block(lua_State *L, ab_search *search, char *block, size_t *size, size_t plies, size_t each)
{
  size_t bytes = each > 0 && plies > SIZE_MAX / each ? SIZE_MAX : plies * each;
  return grow(L, search, block, size, bytes, 1);
}

void ab_native_grow(lua_State *L, ab_search *search, size_t plies)
{
  ab_native *own = &search->native;
  size_t before = own->plies_capacity;
  own->states = grow_block(L, search, own->states, &own->states_size, own->stride > 0 ? plies + 1 : 1,
                           ab_native_aligned(own->rules.state_size));
  own->undos = grow_block(L, search, own->undos, &own->undos_size, plies + 1, own->undo_stride);
  own->plies = grow(L, search, own->plies, &own->plies_capacity, plies + 1, sizeof *own->plies);
  if (own->plies_capacity > before)
    memset(own->plies + before, 0, (own->plies_capacity - before) * sizeof *own->plies);
}

/* Raises the error for a player that `player` has returned, unless there is one of that number. */
static inline int32_t check_player(lua_State *L, ab_search *search, int32_t player)
{
  int players = (int)search->native.rules.players;
  if (player < 1 || player > players)
    ab_search_reject(L, search, AB_PLAYER, "expected a player from 1 to %d, got %d", players, (int)player);
  return player;
}

void ab_native_begin(lua_State *L, ab_search *search)
{
  ab_native *own = &search->native;
  own->plies[0].count = own->plies[0].length = 0;
  own->plies[0].first = 0;
  ab_native_copy(&own->rules, own->states, lua_touserdata(L, AB_SLOT_ROOT));
  own->max_player = lua_type(L, AB_SLOT_MAX_PLAYER) == LUA_TNUMBER
                        ? (double)lua_tonumber(L, AB_SLOT_MAX_PLAYER)
                        : (lua_isnil(L, AB_SLOT_MAX_PLAYER) ? NAN : 0);
  own->me = own->rules.player != NULL ? check_player(L, search, own->rules.player(own->states)) : 0;
}

/* Makes the move to the successor that the engine names. Returns its state. */
AB_INLINE void *enter(ab_search *search, int32_t ply)
{
  ab_native *own = &search->native;
  ab_native_ply *at = &own->plies[ply];
  const void *before = state_at(own, ply);
  void *state = state_at(own, ply + 1);
  at->child = ab_engine_child(&search->engine);
  at[1].length = 0;
  ab_assert(at->child < at->count);
  if (state != before) ab_native_copy(&own->rules, state, before);
  own->rules.make(state, own->moves[at->first + at->child], own->undos + (size_t)ply * own->undo_stride);
  return state;
}

/* Takes the move back that led to `ply`, if there is one state. */
static inline void leave(ab_native *own, int32_t ply)
{
  if (own->stride == 0)
    own->rules.unmake(own->states, move_to(own, ply), own->undos + (size_t)(ply - 1) * own->undo_stride);
}

/* Lists the moves or outcomes of a state after `first` in `moves`, by `callback`. Returns how many there are. */
static uint32_t list(lua_State *L, ab_search *search, ab_callback callback, const void *state, size_t first)
{
  ab_native *own = &search->native;
  const alphabeta_rules *rules = &own->rules;
  uint32_t room = rules->moves_max, count;
  if (first + room > own->moves_capacity)
    own->moves = grow(L, search, own->moves, &own->moves_capacity, first + room, sizeof *own->moves);
  if (callback == AB_CHANCES) {
    search->probabilities = ab_search_grow(L, search->probabilities, &search->probabilities_capacity, room,
                                           sizeof *search->probabilities);
    count = rules->chances(state, own->moves + first, search->probabilities, room);
  } else {
    count = (callback == AB_NOISY ? rules->noisy : rules->moves)(state, own->moves + first, room);
  }
  if (count > room)
    ab_search_reject(L, search, callback, "expected at most %d, as 'moves_max' says, got %f", (int)room,
                     (lua_Number)count);
  return count;
}

/* Lists the outcomes of a state likewise, if it is a chance node; otherwise returns 0. */
static inline uint32_t list_outcomes(lua_State *L, ab_search *search, const void *state, size_t first)
{
  return search->native.rules.chances != NULL ? list(L, search, AB_CHANCES, state, first) : 0;
}

/* Checks the probabilities of the outcomes of the current node, and that chance nodes do not go on without end. */
static void check_outcomes(lua_State *L, ab_search *search, uint32_t count)
{
  double sum = 0;
  uint32_t i;
  ab_successors_check_chain(L, search);
  for (i = 0; i < count; i++) {
    if (!(search->probabilities[i] >= 0))
      ab_search_reject(L, search, AB_CHANCES,
                       "entry %d: expected a probability that is a number of 0 or more, got %f", (int)i + 1,
                       search->probabilities[i]);
    sum += search->probabilities[i];
  }
  ab_successors_check_sum(L, search, sum);
}

/* Whether the game is over in a state, whose moves may go after `first`. */
static int is_end(lua_State *L, ab_search *search, const void *state, size_t first)
{
  if (search->native.rules.is_over != NULL) return search->native.rules.is_over(state) != 0;
  return list_outcomes(L, search, state, first) == 0 && list(L, search, AB_MOVES, state, first) == 0;
}

/* Answers the value of a state at `ply`, and whether the game is over there if that is asked. */
AB_INLINE void answer_value(lua_State *L, ab_search *search, const void *state, int32_t ply)
{
  const ab_native *own = &search->native;
  ab_leaf leaf = ab_engine_leaf(&search->engine);
  int is_over = leaf == AB_LEAF_OVER, is_result;
  double value;
  if (leaf == AB_LEAF_UNKNOWN) {
    is_over = is_end(L, search, state, start_at(own, ply));
    ab_engine_over(&search->engine, is_over);
  }
  is_result = is_over && own->rules.result != NULL;
  value = (is_result ? own->rules.result : own->rules.evaluate)(state, own->me);
  if (!(fabs(value) < HUGE_VAL)) ab_answer_check_value(L, search, is_result ? AB_RESULT : AB_EVALUATE, value);
  ab_engine_value(&search->engine, value);
}

/* Answers who moves in a state. */
static void answer_turn(lua_State *L, ab_search *search, const void *state)
{
  const ab_native *own = &search->native;
  int32_t player = check_player(L, search, own->rules.player(state));
  int is_same = player == own->me;
  if (own->max_player == own->max_player)
    is_same = ((double)player == own->max_player) != ab_engine_task(&search->engine)->minimizing;
  search->now.side_to_move = ab_key_mix((uint64_t)player);
  ab_engine_turn(&search->engine, is_same);
}

/* Answers AB_ASK_LEAF and AB_ASK_CHILD_VALUE, and who moves at the successor if that is asked. */
AB_INLINE void answer_leaf(lua_State *L, ab_search *search, int asks_turn)
{
  int32_t ply = ab_engine_ply(&search->engine) + 1;
  const void *state = enter(search, ply - 1);
  if (asks_turn) answer_turn(L, search, state);
  answer_value(L, search, state, ply);
  leave(&search->native, ply);
}

/* Takes the root's `count` moves: options choose among them. Returns how many are left; records why there are none. */
static uint32_t choose(lua_State *L, ab_search *search, uint32_t count)
{
  ab_native *own = &search->native;
  uint32_t i;
  if (count == 0 && search->now.over == NULL) search->now.over = "'moves' returned no move";
  if (count == 0 || !ab_selection_is_due(L, search)) return count;
  lua_createtable(L, (int)count, 0);
  for (i = 0; i < count; i++) {
    ab_native_push_move(L, own->moves[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  count = ab_selection_take(L, count);
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, -1, (int)i + 1);
    ab_native_to_move(L, -1, &own->moves[i]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return count;
}

/* Answers AB_ASK_SUCCESSORS and AB_ASK_NOISY. */
static void answer_successors(lua_State *L, ab_search *search, int is_noisy)
{
  ab_native *own = &search->native;
  ab_engine *engine = &search->engine;
  int32_t ply = ab_engine_ply(engine);
  const void *state = state_at(own, ply);
  size_t first = start_at(own, ply);
  uint32_t count;
  if (own->rules.is_over != NULL && !(is_noisy && ab_engine_knows_end(engine)) && own->rules.is_over(state)) {
    if (ply == 0) search->now.over = "'is_over' returned a true value";
    ab_engine_successors(engine, 0);
    return;
  }
  own->plies[ply].first = first;
  count = is_noisy ? 0 : list_outcomes(L, search, state, first);
  if (count > 0) {
    check_outcomes(L, search, count);
    ab_selection_refuse(L, search, count);
    own->plies[ply].count = count;
    ab_engine_outcomes(engine, count);
    return;
  }
  count = list(L, search, is_noisy ? AB_NOISY : AB_MOVES, state, first);
  if (ply == 0 && !is_noisy && L != NULL) count = choose(L, search, count);
  own->plies[ply].count = count;
  ab_engine_successors(engine, count);
}

/* Answers AB_ASK_MOVES. */
static inline void answer_moves(ab_search *search, int32_t ply)
{
  const ab_native *own = &search->native;
  const int64_t *moves = own->moves + own->plies[ply].first;
  uint32_t count = own->plies[ply].count, i;
  ab_candidate *candidates = ab_engine_candidates(&search->engine);
  for (i = 0; i < count; i++) ab_ordering_init(candidates + i, i, ab_identity_of_bits((uint64_t)moves[i]));
}

/* Answers AB_ASK_SCORES and AB_ASK_PROBABILITIES, about the successors of the current node. */
static void answer_about_moves(lua_State *L, ab_search *search, ab_ask ask)
{
  const ab_native *own = &search->native;
  ab_engine *engine = &search->engine;
  int32_t ply = ab_engine_ply(engine);
  const int64_t *moves = own->moves + own->plies[ply].first;
  uint32_t count = own->plies[ply].count, i;
  for (i = ask == AB_ASK_SCORES ? ab_engine_tried(engine) : 0; i < count; i++) {
    if (ask == AB_ASK_PROBABILITIES) {
      ab_engine_probability(engine, i, search->probabilities[i]);
    } else {
      double score = own->rules.order(state_at(own, ply), moves[ab_engine_candidate(engine, i)]);
      if (score != score) ab_answer_check_value(L, search, AB_ORDER, score);
      ab_engine_score(engine, i, score);
    }
  }
}

/* The child just left heads the best line of the node at `ply`, and is followed by its own line. */
static void note_line(lua_State *L, ab_search *search, int32_t ply)
{
  ab_native_ply *own = &search->native.plies[ply], *next = own + 1, before = *own;
  if (next->length == next->capacity)
    next->line = grow(L, search, next->line, &next->capacity, (size_t)next->length + 1, sizeof *next->line);
  next->line[next->length] = move_to(&search->native, ply + 1);
  own->line = next->line;
  own->capacity = next->capacity;
  own->length = next->length + 1;
  next->line = before.line;
  next->capacity = before.capacity;
}

/* Passes to Lua the move that leads to ply 1, and the line from there. */
static void pass_line(lua_State *L, ab_search *search)
{
  const ab_native_ply *next = &search->native.plies[1];
  uint32_t i;
  ab_native_push_move(L, move_to(&search->native, 1));
  lua_rawseti(L, AB_SLOT_MOVES, 2);
  lua_rawgeti(L, AB_SLOT_LINES, 2);
  for (i = 0; i < next->length; i++) {
    ab_native_push_move(L, next->line[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_pop(L, 1);
  search->plies[1].line = next->length;
}

/* Counts an ask. Returns whether the driver is to look at its limits: the clock's, or `nodes`, the slice's. */
static inline int is_due(ab_search *search, uint64_t nodes)
{
  search->watch.calls += (uint32_t)search->watch.is_on;
  return search->watch.calls >= AB_WATCH_CALLS || ab_engine_counters(&search->engine)->nodes >= nodes;
}

int ab_native_run(lua_State *L, ab_search *search)
{
  ab_native *own = &search->native;
  ab_engine *engine = &search->engine;
  uint64_t nodes = search->now.is_sliced ? search->slice.nodes : UINT64_MAX;
  int is_watched = search->watch.is_on || search->now.is_sliced;
  for (;;) {
    ab_ask ask = ab_engine_next(engine);
    int32_t ply = ab_engine_ply(engine);
    switch (ask) {
    case AB_ASK_LEAF:
      answer_leaf(L, search, 0);
      break;
    case AB_ASK_CHILD_VALUE:
      answer_leaf(L, search, ab_engine_asks_child_turn(engine));
      break;
    case AB_ASK_VALUE:
      answer_value(L, search, state_at(own, ply), ply);
      break;
    case AB_ASK_ENTER:
      enter(search, ply);
      break;
    case AB_ASK_LEAVE:
      leave(own, ply);
      break;
    case AB_ASK_SUCCESSORS:
    case AB_ASK_NOISY:
      answer_successors(L, search, ask == AB_ASK_NOISY);
      break;
    case AB_ASK_TURN:
      answer_turn(L, search, state_at(own, ply));
      break;
    case AB_ASK_KEY:
      ab_engine_key(engine, ab_key_mix(ab_native_hash(&own->rules, state_at(own, ply))),
                    search->now.perspective, search->now.side_to_move);
      break;
    case AB_ASK_MOVES:
      answer_moves(search, ply);
      break;
    case AB_ASK_SCORES:
    case AB_ASK_PROBABILITIES:
      answer_about_moves(L, search, ask);
      break;
    case AB_ASK_LINE:
      if (ply > 0) {
        note_line(L, search, ply);
        break;
      }
      if (L != NULL) pass_line(L, search);
      return (int)ask;
    case AB_ASK_PROVED:
      if (ply > 0 && L != NULL) pass_line(L, search);
      return (int)ask;
    default:
      ab_assert(ask == AB_ASK_ITERATION || ask == AB_ASK_MEMORY || ask == AB_ASK_NOTHING);
      return (int)ask;
    }
    if (is_watched && is_due(search, nodes)) return -1;
  }
}

void ab_native_free(ab_native *own, const ab_memory *memory)
{
  size_t ply;
  for (ply = 0; ply < own->plies_capacity; ply++)
    ab_memory_free(memory, own->plies[ply].line, own->plies[ply].capacity, sizeof(int64_t));
  ab_memory_free(memory, own->plies, own->plies_capacity, sizeof *own->plies);
  ab_memory_free(memory, own->moves, own->moves_capacity, sizeof *own->moves);
  ab_memory_free(memory, own->states, own->states_size, 1);
  ab_memory_free(memory, own->undos, own->undos_size, 1);
}
