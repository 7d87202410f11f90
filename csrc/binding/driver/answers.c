#include "answers.h"

#include <math.h>

#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "../base/payoff.h"
#include "calls.h"
#include "successors.h"

/* As ab_answer_number. Runs for every leaf. */
static inline double take_number(lua_State *L, ab_search *search, ab_callback callback)
{
  double number = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : NAN;
  if (number != number)
    ab_search_reject(L, search, callback, "expected a number, got %s", ab_message_describe(L, -1));
  lua_pop(L, 1);
  return number;
}

double ab_answer_number(lua_State *L, ab_search *search, ab_callback callback)
{
  return take_number(L, search, callback);
}

void ab_answer_check_value(lua_State *L, ab_search *search, ab_callback callback, double value)
{
  if (value != value) ab_search_reject(L, search, callback, "expected a number, got NaN");
  if (search->game.has_chances && !ab_task_has_wins(ab_engine_task(&search->engine)) &&
      fabs(value) == HUGE_VAL)
    ab_search_reject(L, search, callback,
                     "expected a finite number in a game with 'chances' and without option 'win', got %s",
                     value > 0 ? "inf" : "-inf");
}

/* The value of a state, with what its mobility adds. */
static inline double take_sum(ab_search *search, double value)
{
  const ab_task *task = ab_engine_task(&search->engine);
  if (search->call.mobility != 0)
    value = fmax(fmin(value + search->call.mobility, task->values.max), task->values.min);
  search->call.mobility = 0;
  return value;
}

double ab_answer_value(lua_State *L, ab_search *search, ab_callback callback, int32_t ply)
{
  double value;
  if (ab_task_has_payoffs(ab_engine_task(&search->engine))) {
    ab_payoff_take(L, search, callback, ply);
    return 0;
  }
  value = take_number(L, search, callback);
  if (search->game.has_chances) ab_answer_check_value(L, search, callback, value);
  return take_sum(search, value);
}

double ab_answer_neutral(ab_search *search, int32_t ply)
{
  if (!ab_task_has_payoffs(ab_engine_task(&search->engine)))
    return take_sum(search, search->game.neutral_value);
  ab_engine_equal_payoffs(&search->engine, ply, search->game.neutral_value);
  return 0;
}

void ab_answer_mobility(ab_search *search, double moves, int sign)
{
  const ab_engine *engine = &search->engine;
  double part = fmax(-AB_MOBILITY_MAX, fmin(moves, AB_MOBILITY_MAX)) * AB_MOBILITY_UNIT;
  if (sign == ab_engine_sign(engine, ab_engine_ply(engine) - !search->call.is_leaf)) part = 0;
  if (ab_engine_task(engine)->view == AB_VIEW_MAX) part *= sign;
  search->call.mobility = part;
}

/* Whether the result of `player`, on top, is a player. */
static int is_player(lua_State *L)
{
  return !lua_isnil(L, -1) && !(lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) != lua_tonumber(L, -1));
}

/* Raises an error if the result of `player`, on top, is no player. */
static void check_player(lua_State *L, ab_search *search)
{
  if (!is_player(L))
    ab_search_reject(L, search, AB_PLAYER, "expected a player, got %s", ab_message_describe(L, -1));
}

/* The bits of the player on top for keys of positions; 0 if there are none. */
static uint64_t key_of_player(lua_State *L, ab_search *search)
{
  const ab_task *task = ab_engine_task(&search->engine);
  uint64_t key = 0;
  if (!task->host.asks_key || ab_identity_of_value(L, -1, &key)) return key;
  if (ab_task_shares_table(task))
    ab_search_reject(L, search, AB_PLAYER,
                     "with a shared table, expected a number, a string or a boolean, got %s",
                     luaL_typename(L, -1));
  if (!ab_identity_of_player(L, -1, AB_SLOT_PLAYERS, &key))
    ab_search_reject(L, search, AB_PLAYER, "too many players: more than %d different values of type %s",
                     AB_PLAYERS_MAX, luaL_typename(L, -1));
  return key;
}

/* Mixed into the view key with values for `max_player`; values of other keys are for the root's player. */
#define SALT_OF_MAX_PLAYER UINT64_C(0xA54FF53A5F1D36F1)

/* Mixed into the view key if states that are not over are worth their mobility. */
#define SALT_OF_MOBILITY UINT64_C(0x510E527FADE682D1)

/* Mixed into the view key if such states are worth what `result` says of them. */
#define SALT_OF_CURRENT_RESULT UINT64_C(0x9B05688C2B3E6C1F)

/* With view 'player', tells the engine whether the root, whose player is on top, is Min's. Returns the view key. */
static uint64_t take_max_player(lua_State *L, ab_search *search)
{
  uint64_t key;
  ab_engine_set_minimizing(&search->engine, !ab_equal(L, -1, AB_SLOT_MAX_PLAYER));
  lua_pushvalue(L, AB_SLOT_MAX_PLAYER);
  key = key_of_player(L, search);
  lua_pop(L, 1);
  return ab_key_of_view(key ^ SALT_OF_MAX_PLAYER);
}

/* Who moves, for the engine: the player on top, who is not the root's, but may be on the root's side. */
static uint32_t other_player(lua_State *L, ab_search *search)
{
  const ab_task *task = ab_engine_task(&search->engine);
  if (ab_task_has_payoffs(task)) return ab_payoff_player_index(L, search, AB_PLAYER);
  if (lua_isnil(L, AB_SLOT_MAX_PLAYER)) return 1;
  return ab_equal(L, -1, AB_SLOT_MAX_PLAYER) == task->root.minimizing;
}

/* Takes the root's player, who is on top and is popped. */
static void take_root_player(lua_State *L, ab_search *search, uint64_t key)
{
  if (ab_task_has_payoffs(ab_engine_task(&search->engine))) ab_payoff_player_index(L, search, AB_PLAYER);
  search->keys.has_root_player = 1;
  search->keys.root_player = key;
  search->keys.view_key = lua_isnil(L, AB_SLOT_MAX_PLAYER) ? ab_key_of_view(key) : take_max_player(L, search);
  if (search->game.mobility) search->keys.view_key ^= SALT_OF_MOBILITY;
  if (search->game.current_result) search->keys.view_key ^= SALT_OF_CURRENT_RESULT;
  lua_replace(L, AB_SLOT_ROOT_PLAYER);
}

/* Who moves, for playouts: the index of the player on top, who is popped; with `max_player`, 0 for that one, else 1. */
static uint32_t take_index(lua_State *L, ab_search *search)
{
  uint32_t player;
  if (!search->keys.has_root_player) {
    lua_pushvalue(L, -1);
    take_root_player(L, search, 0);
  }
  if (!lua_isnil(L, AB_SLOT_MAX_PLAYER))
    player = !ab_equal(L, -1, AB_SLOT_MAX_PLAYER);
  else if (search->kind == AB_KIND_PROBE && compat_rawlen(L, AB_SLOT_PLAYER_INDEXES) == AB_MAXN_PLAYERS)
    player = AB_MAXN_PLAYERS - 1; /* the search itself may have more players */
  else
    player = ab_payoff_player_index(L, search, AB_PLAYER);
  lua_pop(L, 1);
  if (player > 1 && search->kind == AB_KIND_PLAYOUTS &&
      ab_engine_task(&search->engine)->view == AB_VIEW_MOVER)
    ab_message_raise(L, "alphabeta: with view 'mover', algorithm 'uct' needs a game of two players");
  return player;
}

uint32_t ab_answer_player(lua_State *L, ab_search *search)
{
  uint32_t player;
  uint64_t key;
  check_player(L, search);
  if (ab_search_has_playouts(search)) return take_index(L, search);
  if (search->keys.has_root_player && ab_equal(L, -1, AB_SLOT_ROOT_PLAYER)) {
    search->keys.side_to_move = search->keys.root_player;
    lua_pop(L, 1);
    return 0;
  }
  key = key_of_player(L, search);
  search->keys.side_to_move = key;
  if (!search->keys.has_root_player) {
    take_root_player(L, search, key);
    return 0;
  }
  player = other_player(L, search);
  lua_pop(L, 1);
  return player;
}

uint32_t ab_answer_last_player(lua_State *L, ab_search *search)
{
  if (is_player(L)) return take_index(L, search);
  lua_pop(L, 1);
  return AB_UCT_NONE;
}

/* The option that asks for keys made from the fields of states. */
static const char *option_of_keys(const ab_search *search)
{
  return search->game.has_hash ? "option 'hash'" : "option 'repetition' without 'hash'";
}

/* Raises the error for a state that has no key by its content: the message is in the table on top. */
static void reject_content(lua_State *L, ab_search *search)
{
  search->call.running = AB_NO_CALLBACK;
  lua_rawgeti(L, -1, 1);
  ab_message_raise(L, "alphabeta: %s at ply %d: %s", option_of_keys(search), (int)ab_search_ply(search),
                   lua_tostring(L, -1));
}

void ab_answer_changed_state(lua_State *L)
{
  ab_message_raise(L, "alphabeta: the state has changed since the last step of its search");
}

void ab_answer_roots_hash(lua_State *L, ab_search *search, uint64_t hash)
{
  if (search->path.phase == AB_LEAVING) {
    search->pause.position_hash = hash;
    search->pause.has_position_hash = 1;
  } else if (hash != search->pause.position_hash) {
    ab_answer_changed_state(L);
  } else {
    search->slice.is_same_root = 1;
  }
}

void ab_answer_past_player(lua_State *L, ab_search *search, ab_past *past)
{
  check_player(L, search);
  past->side_to_move =
      ab_equal(L, -1, AB_SLOT_ROOT_PLAYER) ? search->keys.root_player : key_of_player(L, search);
  past->has_side_to_move = 1;
  lua_pop(L, 1);
}

uint64_t ab_answer_hash(lua_State *L, ab_search *search)
{
  uint64_t hash;
  if (search->game.hashes_content && lua_istable(L, -1)) reject_content(L, search);
  if (!ab_identity_of_position(L, -1, AB_SLOT_ZOBRIST, &hash))
    ab_search_reject(L, search, AB_HASH, "expected an integer, a number, a string or a Zobrist key, got %s",
                     ab_message_describe(L, -1));
  lua_pop(L, 1);
  return hash;
}

void ab_answer_note_position(ab_search *search, uint64_t hash)
{
  if (ab_engine_ply(&search->engine) == 0)
    search->keys.first_hash = hash;
  else if (hash != search->keys.first_hash)
    search->keys.has_changed = 1;
  else
    search->keys.unchanged++;
}

void ab_answer_check_changes(lua_State *L, const ab_search *search)
{
  if (search->keys.has_changed || search->keys.unchanged <= AB_UNCHANGED_MAX) return;
  ab_message_raise(
      L,
      "alphabeta: %s: expected a state that moves change, got the same one in %d positions: the game keeps "
      "its state elsewhere, in local variables or globals",
      option_of_keys(search), (int)search->keys.unchanged + 1);
}

ab_bounds ab_answer_bounds(lua_State *L, ab_search *search)
{
  int last = lua_gettop(L);
  ab_bounds bounds = {(double)lua_tonumber(L, last - 1), (double)lua_tonumber(L, last)};
  if (lua_type(L, last - 1) != LUA_TNUMBER || lua_type(L, last) != LUA_TNUMBER ||
      !(bounds.lowest <= bounds.highest))
    ab_search_reject(L, search, AB_BOUNDS, "expected the lowest value and the highest one, got %s and %s",
                     ab_message_describe(L, last - 1), ab_message_describe(L, last));
  lua_pop(L, 2);
  return bounds;
}

uint32_t ab_answer_move_id(lua_State *L, ab_search *search)
{
  uint32_t move = ab_identity_checked_move_id(L, -1);
  if (move == 0)
    ab_search_reject(L, search, AB_MOVE_ID, "expected an integer, got %s", ab_message_describe(L, -1));
  if (ab_engine_task(&search->engine)->host.finds_moves) ab_successors_remember(L, search, move);
  lua_pop(L, 1);
  return move;
}

/* There is no memory for the values above the slots; the error is on top. Unmakes the move to `ply` by them at once. */
static void unmake_now(lua_State *L, ab_search *search, int32_t ply)
{
  int first = AB_SLOTS + 1, arguments;
  lua_insert(L, first);
  search->plies[ply].undos = 0;
  search->plies[ply].nils = 0;
  arguments = ab_call_unmake(L, search, ply);
  for (; arguments >= 0; arguments--) lua_insert(L, first + 1);
  lua_call(L, lua_gettop(L) - first - 1, 0);
  search->call.running = AB_NO_CALLBACK;
  lua_error(L);
}

void ab_answer_undo(lua_State *L, ab_search *search)
{
  int32_t ply = search->path.made + 1;
  ab_assert(search->game.style == AB_IN_PLACE && (size_t)ply < search->capacity);
  if (!ab_call_keep_undos(L, search, ply)) unmake_now(L, search, ply);
  search->path.made = ply;
}

void ab_answer_state(lua_State *L, ab_search *search, ab_callback callback)
{
  if (lua_isnil(L, -1)) ab_search_reject(L, search, callback, "expected a state, got nil");
  lua_replace(L, AB_SLOT_STATE);
}

void ab_answer_pass(lua_State *L, ab_search *search)
{
  if (search->game.style == AB_IN_PLACE) {
    ab_answer_undo(L, search);
  } else {
    lua_settop(L, AB_SLOTS + 1);
    ab_answer_state(L, search, AB_PASS);
  }
}
