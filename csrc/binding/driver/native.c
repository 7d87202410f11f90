#include "native.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../table/key.h"
#include "../../engine/engine.h"
#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/move.h"
#include "../root/result.h"
#include "answers.h"
#include "questions.h"
#include "report.h"
#include "successors.h"

/* By how much keys are shifted that a Lua would not have exactly. */
#define KEY_SHIFT 11

uint64_t ab_native_hash(const alphabeta_rules *rules, const void *state)
{
  uint64_t key = rules->hash(state);
  return AB_MOVE_HAS_INT64 || key < (uint64_t)AB_MOVE_EXACT_MAX ? key : ab_key_mix(key) >> KEY_SHIFT;
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
  const alphabeta_rules *rules = &search->native.rules;
  if (!ab_native_is_player(rules, player))
    ab_search_reject(L, search, AB_PLAYER, AB_NATIVE_EXPECTED_PLAYER, (int)rules->players, (int)player);
  return player;
}

void ab_native_begin(lua_State *L, ab_search *search)
{
  ab_native *own = &search->native;
  ab_native_grow(L, search, ab_engine_room(&search->engine));
  own->plies[0].count = own->plies[0].length = 0;
  own->plies[0].first = 0;
  ab_native_copy(&own->rules, own->states, lua_touserdata(L, AB_SLOT_ROOT));
  own->max_player = lua_type(L, AB_SLOT_MAX_PLAYER) == LUA_TNUMBER
                        ? (double)lua_tonumber(L, AB_SLOT_MAX_PLAYER)
                        : (lua_isnil(L, AB_SLOT_MAX_PLAYER) ? NAN : 0);
  own->me = own->rules.player != NULL ? check_player(L, search, own->rules.player(own->states)) : 0;
}

/* Makes the move to successor `child` of the node at `ply`. Returns its state. */
AB_INLINE void *enter(ab_search *search, int32_t ply, uint32_t child)
{
  ab_native *own = &search->native;
  ab_native_ply *at = &own->plies[ply];
  const void *before = ab_native_state_at(own, ply);
  void *state = ab_native_state_at(own, ply + 1);
  ab_assert(child < at->count);
  at->child = child;
  at[1].length = 0;
  if (state != before) ab_native_copy(&own->rules, state, before);
  own->rules.make(state, own->moves[at->first + child], own->undos + (size_t)ply * own->undo_stride);
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
  if (callback == AB_CHANCES)
    search->probabilities = ab_search_grow(L, search->probabilities, &search->probabilities_capacity, room,
                                           sizeof *search->probabilities);
  count = ab_native_list(rules, callback, state, own->moves + first, search->probabilities);
  if (count > room)
    ab_search_reject(L, search, callback, AB_NATIVE_EXPECTED_MOVES, (int)room, (lua_Number)count);
  return count;
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

/* Who moves in a state: see engine/host.h. */
static uint32_t turn_in(lua_State *L, ab_search *search, const void *state)
{
  const ab_native *own = &search->native;
  int32_t player = check_player(L, search, own->rules.player(state));
  int is_same = player == own->me;
  if (own->max_player == own->max_player)
    is_same = ((double)player == own->max_player) != ab_engine_task(&search->engine)->root.minimizing;
  search->keys.side_to_move = ab_key_mix((uint64_t)player);
  return !is_same;
}

/* Takes the root's `count` moves: options choose among them. Returns how many are left; records why there are none. */
static uint32_t choose(lua_State *L, ab_search *search, uint32_t count)
{
  ab_native *own = &search->native;
  uint32_t i;
  if (count == 0 && search->result.over == NULL) search->result.over = "'moves' returned no move";
  if (count == 0 || !ab_selection_is_due(L, search)) return count;
  lua_createtable(L, (int)count, 0);
  for (i = 0; i < count; i++) {
    ab_move_push(L, own->moves[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  count = ab_selection_take(L, count);
  for (i = 0; i < count; i++) {
    lua_rawgeti(L, -1, (int)i + 1);
    ab_move_read(L, -1, &own->moves[i]);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return count;
}

/* ---- the questions of questions.h ---- */

/* The search of a context. */
static inline ab_search *search_of(void *context)
{
  return ((const ab_rules *)context)->search;
}

/* Whether the rules say that the game is over. */
static inline int is_over(void *context, int32_t ply)
{
  const ab_native *own = &search_of(context)->native;
  return own->rules.is_over(ab_native_state_at(own, ply)) != 0;
}

/* How many outcomes the rules list at the current node, checked; 0 if it is no chance node. */
static uint32_t outcomes(void *context, int32_t ply)
{
  lua_State *L = ((const ab_rules *)context)->L;
  ab_search *search = search_of(context);
  ab_native *own = &search->native;
  uint32_t count;
  own->plies[ply].first = ab_native_start_at(own, ply);
  count = list(L, search, AB_CHANCES, ab_native_state_at(own, ply), own->plies[ply].first);
  if (count == 0) return 0;
  check_outcomes(L, search, count);
  ab_selection_refuse(L, search, count);
  own->plies[ply].is_chance = 1;
  return own->plies[ply].count = count;
}

/* Whether they list outcomes of a leaf. */
static int is_chance(void *context, int32_t ply)
{
  ab_search *search = search_of(context);
  const ab_native *own = &search->native;
  return list(((const ab_rules *)context)->L, search, AB_CHANCES, ab_native_state_at(own, ply),
              ab_native_start_at(own, ply)) > 0;
}

/* Whether they list no moves of a leaf. */
static int has_none(void *context, int32_t ply, uint32_t *count)
{
  ab_search *search = search_of(context);
  const ab_native *own = &search->native;
  (void)count;
  return list(((const ab_rules *)context)->L, search, AB_MOVES, ab_native_state_at(own, ply),
              ab_native_start_at(own, ply)) == 0;
}

/* The value of a state by `result` or `evaluate`. */
static inline double evaluate(void *context, int32_t ply, ab_callback callback)
{
  ab_search *search = search_of(context);
  const ab_native *own = &search->native;
  double number = (callback == AB_RESULT ? own->rules.result
                                         : own->rules.evaluate)(ab_native_state_at(own, ply), own->me);
  if (!(fabs(number) < HUGE_VAL))
    ab_answer_check_value(((const ab_rules *)context)->L, search, callback, number);
  return number;
}

/* Lists the successors of the current node. */
AB_INLINE ab_successors list_all(void *context, int32_t ply, ab_callback callback)
{
  lua_State *L = ((const ab_rules *)context)->L;
  ab_search *search = search_of(context);
  ab_native *own = &search->native;
  ab_successors listed = {0, AB_LISTED};
  own->plies[ply].first = ab_native_start_at(own, ply);
  listed.count = list(L, search, callback, ab_native_state_at(own, ply), own->plies[ply].first);
  if (ply == 0 && callback == AB_MOVES && L != NULL) listed.count = choose(L, search, listed.count);
  own->plies[ply].count = listed.count;
  own->plies[ply].is_chance = 0;
  return listed;
}

/* The value of a state that is not over, without `evaluate`. */
static double middle(void *context, int32_t ply)
{
  (void)ply;
  return search_of(context)->game.neutral_value;
}

/* These rules have `evaluate`: no mobility. */
static const ab_questions questions = {is_over, outcomes, is_chance, has_none,
                                       NULL,    evaluate, NULL,      list_all};

/* In a search by playouts they may have none. */
static const ab_questions questions_of_playouts = {is_over, outcomes, is_chance, has_none,
                                                   NULL,    evaluate, middle,    list_all};

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
  ab_move_push(L, move_to(&search->native, 1));
  lua_rawseti(L, AB_SLOT_MOVES, 2);
  lua_rawgeti(L, AB_SLOT_LINES, 2);
  for (i = 0; i < next->length; i++) {
    ab_move_push(L, next->line[i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
  lua_pop(L, 1);
  search->plies[1].line = next->length;
}

/* ---- host ---- */

/* The state of the current node. */
static inline void *current(const ab_search *search)
{
  return ab_native_state_at(&search->native, ab_engine_ply(&search->engine));
}

/* Makes the move to a successor of the current node. */
static void make(void *context, uint32_t child)
{
  ab_search *search = search_of(context);
  enter(search, ab_engine_ply(&search->engine), child);
  ab_watch_count(search);
}

/* Takes back the move that led to the current node. */
static void unmake(void *context)
{
  ab_search *search = search_of(context);
  leave(&search->native, ab_engine_ply(&search->engine));
}

/* The successors of the current node. */
static ab_successors successors(void *context)
{
  return ab_questions_successors(&questions, search_of(context), context, AB_MOVES);
}

/* Its noisy successors. */
static ab_successors noisy(void *context)
{
  return ab_questions_successors(&questions, search_of(context), context, AB_NOISY);
}

/* The move ids of its successors. */
static void moves(void *context, ab_candidate *candidates, uint32_t count)
{
  const ab_search *search = search_of(context);
  const int64_t *own = search->native.moves + search->native.plies[ab_engine_ply(&search->engine)].first;
  uint32_t i;
  for (i = 0; i < count; i++) ab_ordering_init(candidates + i, i, ab_identity_of_bits((uint64_t)own[i]));
}

/* The scores of its successors that were not tried, by `order`. */
static void scores(void *context, ab_candidate *candidates, uint32_t first, uint32_t count)
{
  ab_search *search = search_of(context);
  const int64_t *own = search->native.moves + search->native.plies[ab_engine_ply(&search->engine)].first;
  for (; first < count; first++) {
    double score = search->native.rules.order(current(search), own[candidates[first].index]);
    if (score != score) ab_answer_check_value(((const ab_rules *)context)->L, search, AB_ORDER, score);
    candidates[first].score = score;
  }
}

/* Who moves at the current node. */
static uint32_t turn(void *context)
{
  ab_search *search = search_of(context);
  return turn_in(((const ab_rules *)context)->L, search, current(search));
}

/* Names its position. */
static ab_position key(void *context)
{
  ab_search *search = search_of(context);
  ab_position position;
  position.position_hash = ab_key_mix(ab_native_hash(&search->native.rules, current(search)));
  position.view_key = search->keys.view_key;
  position.side_to_move = search->keys.side_to_move;
  return position;
}

/* Its value. */
static ab_value value(void *context, ab_leaf kind)
{
  const ab_search *search = search_of(context);
  return ab_questions_value(&questions, &search->game, context, ab_engine_ply(&search->engine), kind, 0,
                            NULL);
}

/* The value of its successor `child`. */
static ab_value leaf(void *context, uint32_t child, ab_leaf kind, int asks_player)
{
  ab_search *search = search_of(context);
  int32_t ply = ab_engine_ply(&search->engine) + 1;
  const void *state = enter(search, ply - 1, child);
  uint32_t player = asks_player ? turn_in(((const ab_rules *)context)->L, search, state) : 0;
  ab_value answer = ab_questions_value(&questions, &search->game, context, ply, kind, player, NULL);
  leave(&search->native, ply);
  ab_watch_count(search);
  return answer;
}

/* The child just left heads the best line of the current node. */
static void line(void *context)
{
  const ab_rules *own = context;
  int32_t ply = ab_engine_ply(&own->search->engine);
  if (ply > 0) {
    note_line(own->L, own->search, ply);
  } else if (own->L != NULL) {
    pass_line(own->L, own->search);
    ab_report_line(context);
  }
}

/* A better move than that of the last iteration is proved. */
static void proved(void *context)
{
  const ab_rules *own = context;
  if (own->L == NULL) return;
  if (ab_engine_ply(&own->search->engine) > 0) pass_line(own->L, own->search);
  ab_report_proved(context);
}

/* An iteration is completed. */
static void iteration(void *context)
{
  if (((const ab_rules *)context)->L != NULL) ab_report_iteration(context);
}

/* Makes room, also in a search without Lua. */
static void make_room(void *context)
{
  const ab_rules *own = context;
  ab_memory memory = ab_native_memory();
  if (own->L != NULL)
    ab_report_grow(context);
  else if (!ab_engine_grow(&own->search->engine, &memory))
    longjmp(*own->search->native.escape, 1);
  ab_native_grow(own->L, own->search, ab_engine_room(&own->search->engine));
}

/* The deadline may be another one. A search without Lua has none. */
static void deadline(void *context)
{
  if (((const ab_rules *)context)->L != NULL) ab_report_deadline(context);
}

/* ---- playouts ---- */

void ab_native_reserve(lua_State *L, ab_search *search, uint32_t count)
{
  ab_native *own = &search->native;
  size_t needed = ab_native_start_at(own, ab_engine_ply(&search->engine)) + count;
  if (needed > own->moves_capacity)
    own->moves = grow(L, search, own->moves, &own->moves_capacity, needed, sizeof *own->moves);
}

ab_successors ab_native_successors(const ab_rules *own)
{
  return ab_questions_successors(&questions_of_playouts, own->search, (void *)own, AB_MOVES);
}

double ab_native_value(const ab_rules *own, ab_leaf leaf)
{
  const ab_search *search = own->search;
  return ab_questions_value(&questions_of_playouts, &search->game, (void *)own,
                            ab_engine_ply(&search->engine), leaf, 0, NULL)
      .value;
}

int ab_native_is_finished(const ab_rules *own)
{
  const ab_search *search = own->search;
  uint32_t count;
  return ab_questions_end(&questions_of_playouts, &search->game, (void *)own, ab_engine_ply(&search->engine),
                          &count);
}

int32_t ab_native_player(const ab_rules *own)
{
  return check_player(own->L, own->search, own->search->native.rules.player(current(own->search)));
}

const ab_host ab_native_host = {.grow = make_room,
                                .deadline = deadline,
                                .enter = make,
                                .leave = unmake,
                                .successors = successors,
                                .noisy = noisy,
                                .probabilities = ab_report_probabilities,
                                .moves = moves,
                                .scores = scores,
                                .turn = turn,
                                .key = key,
                                .value = value,
                                .leaf = leaf,
                                .line = line,
                                .proved = proved,
                                .iteration = iteration};

int ab_native_run(lua_State *L, ab_search *search)
{
  ab_rules own = {L, search};
  return ab_engine_run(&search->engine, &ab_native_host, &own);
}

void ab_native_forget(ab_native *own, const ab_memory *memory)
{
  ab_memory_free(memory, own->kept_moves, own->kept_moves_capacity, sizeof *own->kept_moves);
  ab_memory_free(memory, own->kept_chances, own->kept_chances_capacity, sizeof *own->kept_chances);
  own->kept_moves = NULL;
  own->kept_chances = NULL;
  own->kept_count = own->kept_moves_capacity = own->kept_chances_capacity = 0;
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
  ab_native_forget(own, memory);
}
