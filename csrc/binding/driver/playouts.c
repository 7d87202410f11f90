/* playouts.c: see playouts.h. */

#include "playouts.h"

#include <math.h>

#include "../../system/clock.h"
#include "../base/compat.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "../base/move.h"
#include "../root/result.h"
#include "answers.h"
#include "calls.h"
#include "kept.h"
#include "rules.h"
#include "successors.h"

/* ---- lists that are kept ---- */

/* Keeps the successors of the current node. Moves that may refer to objects are listed again, to find that out. */
static void keep(void *context, uint32_t node)
{
  const ab_rules *own = context;
  ab_kept_store(own->L, own->search, node);
  if (!ab_kept_may_have_objects(own->L, own->search)) return;
  if (ab_rules_successors(own).count == own->search->kept[node].count)
    ab_kept_compare(own->L, own->search, node);
  else
    ab_kept_use(own->L, own->search, node);
}

/* Brings them back. */
static int recall(void *context, uint32_t node)
{
  const ab_rules *own = context;
  if (ab_kept_is_fresh(own->search, node)) {
    ab_kept_use(own->L, own->search, node);
    return 1;
  }
  return ab_rules_successors(own).count > 0 && ab_kept_confirm(own->L, own->search, node);
}

/* Moves a list to another node. */
static void rename_node(void *context, uint32_t from, uint32_t to)
{
  const ab_rules *own = context;
  ab_kept_rename(own->L, own->search, from, to);
}

/* Forgets lists. */
static void forget(void *context, uint32_t node)
{
  const ab_rules *own = context;
  ab_kept_forget(own->L, own->search, node);
}

/* Notes the move that leads to a node. */
static void name(void *context, uint32_t node, uint32_t child)
{
  const ab_rules *own = context;
  ab_kept_name(own->L, own->search, node, child);
}

/* ---- the current node ---- */

/* The move id of the move on top, successor `child`, which is popped; 0 if it has none. */
static uint32_t id_of(lua_State *L, ab_search *search, uint32_t child)
{
  uint64_t bits;
  int is_number = lua_type(L, -1) == LUA_TNUMBER,
      is_nan = is_number && lua_tonumber(L, -1) != lua_tonumber(L, -1);
  uint32_t move = is_number ? ab_identity_of_number(L) : 0;
  if (move == 0 && !is_nan && search->game.style != AB_BY_STATES) {
    if (lua_type(L, -1) == LUA_TBOOLEAN && ab_identity_of_value(L, -1, &bits))
      move = ab_identity_of_bits(bits);
    else
      move = ab_identity_of_content(L, -1, child);
  }
  lua_pop(L, 1);
  return move & AB_MOVE_IS_INDEX ? 0 : move;
}

/* The move id of a successor. With hidden hands it must have one. */
static uint32_t move(void *context, uint32_t child)
{
  const ab_rules *own = context;
  lua_State *L = own->L;
  ab_search *search = own->search;
  uint32_t id;
  if (search->game.has_move_id) {
    ab_rules_call(own, ab_call_about_move(L, search, AB_MOVE_ID, child), 1);
    return ab_answer_move_id(L, search);
  }
  ab_successors_push(L, search, ab_engine_ply(&search->engine), child);
  lua_pushvalue(L, -1);
  id = id_of(L, search, child);
  if (id == 0 && search->dealing.is_on) {
    int is_number = lua_type(L, -1) == LUA_TNUMBER;
    ab_search_reject(L, search, AB_MOVES, "expected moves that 'deal' leaves recognizable, %sgot %s%s",
                     is_number ? "" : "numbers, strings or tables of these, ", ab_message_describe(L, -1),
                     is_number ? "" : ": add 'move_id' to the game");
  }
  lua_pop(L, 1);
  return id;
}

/* The value for a player. */
static double payoff(void *context, ab_leaf leaf, uint32_t player)
{
  const ab_rules *own = context;
  double value;
  lua_pushvalue(own->L, AB_SLOT_ROOT_PLAYER);
  lua_rawgeti(own->L, AB_SLOT_PLAYER_INDEXES, (int)player + 1);
  lua_replace(own->L, AB_SLOT_ROOT_PLAYER);
  value = ab_rules_value(own, leaf);
  lua_replace(own->L, AB_SLOT_ROOT_PLAYER);
  return value;
}

/* Who moves where the game is over. */
static uint32_t meet(void *context)
{
  const ab_rules *own = context;
  ab_rules_call(own, ab_call_with_state(own->L, own->search, AB_PLAYER), 1);
  return ab_answer_last_player(own->L, own->search);
}

/* What the root's player can see: see `seen` of ab_uct_host. */
static uint32_t seen(void *context)
{
  const ab_rules *own = context;
  lua_State *L = own->L;
  int type;
  if (!own->search->game.has_seen) return 0;
  ab_rules_call(own, ab_call_value(L, own->search, AB_SEEN), 1);
  type = lua_type(L, -1);
  if (type == LUA_TNIL) {
    lua_pop(L, 1);
    return 0;
  }
  if ((type != LUA_TNUMBER && type != LUA_TSTRING && type != LUA_TBOOLEAN) ||
      (type == LUA_TNUMBER && lua_tonumber(L, -1) != lua_tonumber(L, -1)))
    ab_search_reject(L, own->search, AB_SEEN, "expected a number, a string, a boolean or nil, got %s",
                     ab_message_describe(L, -1));
  return id_of(L, own->search, 0);
}

/* Whether the game is over. */
static int is_finished(void *context)
{
  return ab_rules_is_finished(context);
}

/* A number for the state: see lua/alphabeta/playouts/states.lua. */
static uint32_t recognize(void *context)
{
  lua_State *L = ((const ab_rules *)context)->L;
  uint32_t number;
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_NUMBER_OF);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    ab_functions_push(L, "new_numbers");
    lua_call(L, 0, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, AB_SLOT_TREE, AB_TREE_NUMBER_OF);
  }
  lua_pushvalue(L, AB_SLOT_STATE);
  lua_call(L, 1, 1);
  number = (uint32_t)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return number;
}

/* What `result` says where the game goes on: see lua/alphabeta/front/current.lua. */
static ab_said said(void *context, double *value)
{
  const ab_rules *own = context;
  lua_State *L = own->L;
  ab_said answer = AB_SAID_WRONG;
  ab_functions_push(L, "said");
  ab_call_value(L, own->search, AB_RESULT);
  ab_rules_call(own, 3, 1);
  if (lua_isnil(L, -1)) {
    answer = AB_SAID_NOTHING;
  } else if (lua_type(L, -1) == LUA_TNUMBER) {
    *value = (double)lua_tonumber(L, -1);
    if (fabs(*value) < HUGE_VAL) answer = AB_SAID_NUMBER;
  }
  lua_pop(L, 1);
  return answer;
}

/* ---- hidden hands ---- */

/* Pushes the function of random numbers that `deal` gets. */
static void push_random(lua_State *L, const ab_search *search)
{
  lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_RANDOM);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  ab_functions_push(L, "random_of_deals");
  lua_pushnumber(L, (lua_Number)ab_search_tree_seed(search, search->choice.seed));
  compat_pushcount(L, (int64_t)search->searches);
  lua_call(L, 2, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_PARTS, AB_PART_RANDOM);
}

/*
 * Notes in AB_PART_KEYS that the root's moves, `count` of them, were seen in a deal, or in the true state with number
 * 0. Returns how many different ones there are. A move that the true state does not have is an error.
 */
static uint32_t note_moves(const ab_rules *own, uint32_t count, uint32_t number)
{
  lua_State *L = own->L;
  ab_search *search = own->search;
  uint32_t different = 0, child;
  lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_KEYS);
  for (child = 0; child < count; child++) {
    uint32_t id = move((void *)own, child), last;
    lua_rawgeti(L, -1, (int)id);
    if (lua_isnil(L, -1) && number > 0) {
      ab_successors_push(L, search, 0, child);
      ab_search_reject(L, search, AB_DEAL,
                       "expected a state with the given state's moves, got one with another move, %s: leave "
                       "what 'me' knows as it is",
                       ab_message_describe(L, -1));
    }
    last = lua_isnil(L, -1) ? UINT32_MAX : (uint32_t)lua_tonumber(L, -1);
    lua_pop(L, 1);
    if (last == number) continue;
    different++;
    lua_pushnumber(L, (lua_Number)number);
    lua_rawseti(L, -2, (int)id);
  }
  lua_pop(L, 1);
  return different;
}

/* Lists the moves of the true state, before the first deal. Returns 0 if the game is over. */
static int begin_deals(const ab_rules *own)
{
  lua_State *L = own->L;
  ab_search *search = own->search;
  ab_successors listed = ab_rules_successors(own);
  lua_newtable(L);
  lua_rawseti(L, AB_SLOT_PARTS, AB_PART_KEYS);
  if (listed.count == 0) return 0;
  search->dealing.is_on = 1;
  search->dealing.count = listed.listing == AB_OUTCOMES ? 0 : listed.count;
  search->dealing.kinds = note_moves(own, search->dealing.count, 0);
  return 1;
}

/* A deal with a weight is drawn again at most so often. */
#define DRAWS_MAX 100

/* Draws a state by the function of random numbers on top, and pushes it, and its weight or nil. */
static void draw_state(const ab_rules *own)
{
  lua_State *L = own->L;
  own->search->call.running = AB_DEAL;
  lua_pushvalue(L, AB_SLOT_CALLBACKS + (int)AB_DEAL);
  lua_pushvalue(L, AB_SLOT_ROOT);
  lua_pushvalue(L, AB_SLOT_ROOT_PLAYER);
  lua_pushvalue(L, -4);
  ab_rules_call(own, 3, 2);
}

/* Whether the state below its weight, which is on top, is kept. The weight is the probability of that. */
static int is_kept(const ab_rules *own)
{
  lua_State *L = own->L;
  double weight;
  int is_kept;
  if (lua_isnil(L, -1)) return 1;
  weight = lua_type(L, -1) == LUA_TNUMBER ? (double)lua_tonumber(L, -1) : -1;
  if (!(weight >= 0 && weight <= 1))
    ab_search_reject(L, own->search, AB_DEAL, "expected a weight from 0 to 1 beside the state, got %s",
                     ab_message_describe(L, -1));
  lua_pushvalue(L, -3);
  lua_call(L, 0, 1);
  is_kept = (double)lua_tonumber(L, -1) < weight;
  lua_pop(L, 1);
  return is_kept;
}

/* Puts a new state into AB_SLOT_STATE, and checks it. */
static void draw(const ab_rules *own)
{
  lua_State *L = own->L;
  ab_search *search = own->search;
  int top = lua_gettop(L), draws = 1;
  push_random(L, search);
  draw_state(own);
  for (; draws < DRAWS_MAX && !is_kept(own); draws++) {
    lua_settop(L, top + 1);
    draw_state(own);
  }
  lua_settop(L, top + 2);
  if (lua_isnil(L, -1)) ab_search_reject(L, search, AB_DEAL, "expected a state, got nil");
  if (lua_rawequal(L, -1, AB_SLOT_ROOT))
    ab_search_reject(L, search, AB_DEAL, "expected a new state, got the given one: copy what may change");
  lua_replace(L, AB_SLOT_STATE);
  lua_settop(L, top);
  search->dealing.drawn++;
  if (!search->game.has_player) return;
  ab_rules_call(own, ab_call_with_state(L, search, AB_PLAYER), 1);
  if (!ab_equal(L, -1, AB_SLOT_ROOT_PLAYER))
    ab_search_reject(L, search, AB_DEAL,
                     "expected a state in which the same player is to move as in the given one");
  lua_pop(L, 1);
}

ab_successors ab_playouts_deal(void *context)
{
  static const ab_successors none = {0, AB_LISTED};
  const ab_rules *own = context;
  ab_search *search = own->search;
  ab_successors listed;
  uint32_t different;
  if (search->dealing.drawn == 0 && !begin_deals(own)) return none;
  draw(own);
  listed = ab_rules_successors(own);
  if (listed.listing == AB_OUTCOMES) return listed;
  different = note_moves(own, listed.count, search->dealing.drawn);
  if (listed.count != search->dealing.count)
    ab_search_reject(
        own->L, search, AB_DEAL,
        "expected a state with the given state's %d moves, got one with %d: leave what 'me' knows as it is",
        (int)search->dealing.count, (int)listed.count);
  if (different < search->dealing.kinds)
    ab_search_reject(own->L, search, AB_DEAL,
                     "expected a state with the given state's %d different moves, got one with %d: leave "
                     "what 'me' knows as it is",
                     (int)search->dealing.kinds, (int)different);
  return listed;
}

void ab_playouts_undeal(void *context)
{
  lua_State *L = ((const ab_rules *)context)->L;
  lua_pushvalue(L, AB_SLOT_ROOT);
  lua_replace(L, AB_SLOT_STATE);
}

/* ---- alpha-beta beside the playouts ---- */

/* Reads the number in a field of the table on top; `missing` if there is none. */
static double number_in(lua_State *L, const char *field, double missing)
{
  double number;
  lua_getfield(L, -1, field);
  number = lua_isnil(L, -1) ? missing : (double)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return number;
}

/* Whether a field of the table on top is true. */
static int is_true_in(lua_State *L, const char *field)
{
  int is_true;
  lua_getfield(L, -1, field);
  is_true = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return is_true;
}

/* Pushes an array of the root's moves. */
static void push_root_moves(lua_State *L, const ab_search *search)
{
  uint32_t i;
  if (!search->native.is_on) {
    lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_LISTS);
    lua_rawgeti(L, -1, 1);
    lua_replace(L, -2);
    return;
  }
  lua_newtable(L);
  for (i = 0; search->kept_capacity > 0 && i < search->kept[0].count; i++) {
    ab_move_push(L, search->native.kept_moves[search->kept[0].first + i]);
    lua_rawseti(L, -2, (int)i + 1);
  }
}

/* Pushes the alpha-beta search beside the playouts, which is begun if there is none, or one for something else. */
static void push_aside(lua_State *L, ab_search *search, int defends)
{
  if (defends && !search->result.is_defending) ab_playouts_end(L);
  search->result.is_defending = defends;
  lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_ASIDE);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  ab_functions_push(L, "new_aside");
  lua_pushvalue(L, AB_SLOT_PLAN);
  lua_pushvalue(L, AB_SLOT_ROOT);
  lua_pushboolean(L, defends);
  lua_pushboolean(L, ab_engine_task(&search->engine)->root.minimizing);
  push_root_moves(L, search);
  lua_call(L, 5, 1);
  lua_pushvalue(L, -1);
  lua_rawseti(L, AB_SLOT_PARTS, AB_PART_ASIDE);
}

ab_uct_aside ab_playouts_solve(void *context, int defends, uint64_t nodes)
{
  const ab_rules *own = context;
  lua_State *L = own->L;
  ab_search *search = own->search;
  double deadline = search->watch.is_on ? search->watch.deadline : HUGE_VAL;
  ab_uct_aside found;
  int top = lua_gettop(L);
  push_aside(L, search, defends);
  lua_pushnumber(L, (lua_Number)nodes);
  lua_pushnumber(L, (lua_Number)(deadline < HUGE_VAL ? fmax(deadline - ab_clock_now(), 0) : HUGE_VAL));
  lua_call(L, 2, 1);
  found.has_ended = is_true_in(L, "has_ended");
  found.is_proven = is_true_in(L, "is_proven");
  found.points = number_in(L, "points", 0.5);
  found.result = number_in(L, "result", 0);
  found.child = (uint32_t)number_in(L, "child", (double)AB_UCT_NONE);
  found.plies = (int32_t)number_in(L, "plies", -1);
  found.depth = (int32_t)number_in(L, "depth", 0);
  if (found.child != AB_UCT_NONE) {
    search->result.line_child = found.child;
    lua_getfield(L, -1, "pv");
    lua_rawseti(L, AB_SLOT_PARTS, AB_PART_LINE);
  }
  lua_settop(L, top);
  if (found.has_ended) ab_playouts_end(L);
  if (search->watch.is_on) ab_watch_look(search);
  return found;
}

void ab_playouts_end(lua_State *L)
{
  lua_rawgeti(L, AB_SLOT_PARTS, AB_PART_ASIDE);
  if (!lua_isnil(L, -1)) {
    lua_call(L, 0, 0); /* without nodes: it is closed */
    lua_pushnil(L);
    lua_rawseti(L, AB_SLOT_PARTS, AB_PART_ASIDE);
  } else {
    lua_pop(L, 1);
  }
}

const ab_uct_host ab_playouts_host = {.keep = keep,
                                      .recall = recall,
                                      .rename = rename_node,
                                      .forget = forget,
                                      .move = move,
                                      .payoff = payoff,
                                      .meet = meet,
                                      .is_finished = is_finished,
                                      .recognize = recognize,
                                      .said = said,
                                      .deal = ab_playouts_deal,
                                      .seen = seen,
                                      .undeal = ab_playouts_undeal,
                                      .name = name,
                                      .solve = ab_playouts_solve};
