#include "plan.h"

#include <math.h>
#include <string.h>

#include "../../system/clock.h"
#include "../../table/key.h"
#include "../base/compat.h"
#include "../base/content.h"
#include "../base/identity.h"
#include "../base/zobrist.h"
#include "../root/result.h"
#include "table_object.h"

#if AB_DEPTH_MAX != 10000 || AB_TABLE_MAX != 1024 || AB_TABLE_LINE != 64
#error "rows/options.lua or lua/alphabeta/front/options.lua has other limits"
#endif

/* The index of the plan while it is read. */
#define PLAN AB_SLOT_ROOT_PLAYER

/* The number in a field of the plan; true is 1, false and nil are 0. */
static double number_of(lua_State *L, const char *name)
{
  double number;
  lua_getfield(L, PLAN, name);
  number = lua_isboolean(L, -1) ? lua_toboolean(L, -1) : (double)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return number;
}

/* clang-format off */

/* The fields of the task that the plan has by the same name: conditions, plies, and other numbers. */
#define CONDITIONS(X) \
  X(minimizing) X(asks_turn) X(bounds_unlisted) X(asks_leave) X(asks_end) X(ignores_end) X(asks_key) X(asks_bounds) \
  X(scores_repetition) X(star2) X(has_chance_nodes) X(asks_scores) X(asks_child_values) X(asks_moves) \
  X(costly_moves) X(uses_refutations) X(deepening) X(tells_ends) X(partial_iteration) \
  X(answers_forced) X(lists_ties) X(omits_moves)
#define PLIES(X) X(finds_moves) X(key_depth) X(quiescence) X(null_move) X(reductions) X(by_two_to) X(depth) X(min_depth)
#define NUMBERS(X) X(repetition) X(alpha) X(beta) X(value_min) X(value_max) X(value_sum) X(win) \
  X(soft_nodes) X(soft_time) X(soft_think)

/* clang-format on */

#define READ_CONDITION(name) task.name = number_of(L, #name) != 0;
#define READ_PLIES(name) task.name = (int32_t)number_of(L, #name);
#define READ_NUMBER(name) task.name = number_of(L, #name);

/* The task of the plan, without a table. */
static ab_task read_task(lua_State *L)
{
  double nodes = number_of(L, "nodes_limit"), multipv = number_of(L, "multipv");
  ab_task task;
  memset(&task, 0, sizeof task);
  CONDITIONS(READ_CONDITION)
  PLIES(READ_PLIES)
  NUMBERS(READ_NUMBER)
  task.algorithm = (ab_algorithm)number_of(L, "algorithm_number");
  task.view = number_of(L, "is_mover") != 0 ? AB_VIEW_MOVER : AB_VIEW_MAX;
  task.learns = (unsigned)number_of(L, "learns");
  task.multipv = multipv < UINT32_MAX ? (uint32_t)multipv : UINT32_MAX;
  task.nodes = nodes < HUGE_VAL ? (uint64_t)nodes : UINT64_MAX;
  task.time = number_of(L, "time_limit");
  task.think = number_of(L, "think_limit");
  task.limits_hold_in_first_iteration = !task.deepening;
  task.traces = !lua_isnil(L, AB_SLOT_TRACE);
  task.clock = ab_clock_now;
  return task;
}

/* Notes whether a function was found, in the function below. */
#define FIND(constant, name) game.has_##name = !lua_isnil(L, AB_SLOT_CALLBACKS + (int)AB_##constant);

/* The features of the game whose functions are on the stack. */
static ab_game read_game(lua_State *L)
{
  ab_game game;
  AB_EACH_FUNCTION(FIND)
  game.style = (ab_style)number_of(L, "style_number");
  game.mobility = number_of(L, "mobility") != 0;
  game.current_result = number_of(L, "current_result") != 0;
  game.middle = number_of(L, "middle");
  game.hashes_content = number_of(L, "hashes_content") != 0;
  lua_getfield(L, PLAN, "hash");
  game.has_hash = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return game;
}

/* The choice among the root's moves. */
static ab_choice read_choice(lua_State *L)
{
  ab_choice choice;
  lua_getfield(L, PLAN, "level");
  choice.level = lua_isfunction(L, -1) ? AB_LEVEL_BY_FUNCTION : (int)lua_tointeger(L, -1);
  lua_getfield(L, PLAN, "seed");
  choice.seed = 0;
  ab_zobrist_integer(L, -1, &choice.seed);
  lua_pop(L, 2);
  choice.draws_tie = number_of(L, "draws_tie") != 0;
  choice.temperature = number_of(L, "temperature");
  return choice;
}

/* Pushes the value of AB_SLOT_ROOT_MOVES: a table if anything is asked of the root's moves, otherwise nil. */
static void push_root_moves(lua_State *L)
{
  int named;
  lua_getfield(L, PLAN, "root_moves");
  if (lua_isnil(L, -1)) return;
  named = lua_gettop(L);
  lua_createtable(L, AB_ROOT_COMPLETED, 0);
  lua_getfield(L, named, "only");
  lua_rawseti(L, -2, AB_ROOT_ONLY);
  lua_getfield(L, named, "avoid");
  lua_rawseti(L, -2, AB_ROOT_AVOID);
  lua_getfield(L, PLAN, "level");
  lua_rawseti(L, -2, AB_ROOT_LEVEL);
  lua_newtable(L);
  lua_rawseti(L, -2, AB_ROOT_LINES);
  lua_newtable(L);
  lua_rawseti(L, -2, AB_ROOT_COMPLETED);
  lua_remove(L, named);
}

/* Reads what concerns the transposition table. */
static void read_table(lua_State *L, ab_plan *plan)
{
  lua_getfield(L, PLAN, "table");
  plan->shares_table = lua_isuserdata(L, -1);
  plan->table_bytes = plan->shares_table ? 0 : (size_t)((double)lua_tonumber(L, -1) * 1048576);
  plan->uses_table = number_of(L, "uses_table") != 0;
  plan->has_room = number_of(L, "has_table") != 0;
  lua_getfield(L, PLAN, "settings");
  plan->settings = ab_plan_settings(L);
  lua_pop(L, 1);
}

void ab_plan_take(lua_State *L, ab_plan *plan)
{
  const void *address = lua_topointer(L, -1);
  int callback;
  lua_replace(L, PLAN);
  lua_settop(L, PLAN);
  lua_getfield(L, PLAN, "past_positions");
  for (callback = 0; callback < (int)AB_CALLBACKS; callback++)
    lua_getfield(L, PLAN, callback == (int)AB_HASH ? "key" : ab_callback_name((ab_callback)callback));
  lua_getfield(L, PLAN, "on_iteration");
  lua_getfield(L, PLAN, "trace");
  lua_getfield(L, PLAN, "max_player");
  push_root_moves(L);
  lua_pushvalue(L, PLAN);
  if (address == plan->kept) return;
  plan->kept = NULL;
  read_table(L, plan);
  plan->what.task = read_task(L);
  plan->what.game = read_game(L);
  plan->what.choice = read_choice(L);
  if (number_of(L, "is_kept") == 0) return;
  lua_pushvalue(L, PLAN);
  ab_search_keep(L, AB_KEPT_PLAN);
  plan->kept = address;
}

/* A number for the strings in the list on top, whatever their order. */
static uint64_t identity_of_names(lua_State *L)
{
  uint64_t sum = 0, name;
  int i, count = (int)compat_rawlen(L, -1);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    if (ab_identity_of_value(L, -1, &name)) sum += name;
    lua_pop(L, 1);
  }
  return sum;
}

/* The number of the option `name`, whose value is on top, among settings. */
static uint64_t bits_of(lua_State *L, const char *name)
{
  double number = (double)lua_tonumber(L, -1);
  uint64_t bits;
  if (strcmp(name, "hash_ignore") == 0) return identity_of_names(L);
  if (strcmp(name, "max_player") == 0) return ab_identity_of_value(L, -1, &bits) ? bits : 0;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

uint64_t ab_plan_settings(lua_State *L)
{
  uint64_t sum = 0;
  int i, count = lua_istable(L, -1) ? (int)compat_rawlen(L, -1) : 0;
  for (i = 1; i < count; i += 2) {
    const char *name, *letter;
    lua_rawgeti(L, -1, i);
    lua_rawgeti(L, -2, i + 1);
    name = lua_tostring(L, -2);
    for (letter = name; *letter != '\0'; letter++) sum = ab_key_mix(sum + (unsigned char)*letter);
    sum = ab_key_mix(sum ^ bits_of(L, name));
    lua_pop(L, 2);
  }
  lua_pop(L, 1);
  return sum;
}

/* ---- what the front needs ---- */

/* integer(value): the value, if it is an integer modulo 2^64; otherwise nothing. */
static int integer(lua_State *L)
{
  uint64_t bits;
  lua_settop(L, 1);
  return ab_zobrist_integer(L, 1, &bits);
}

/* is_open(value): whether a shared table is open; nothing for any other value. */
static int is_open(lua_State *L)
{
  ab_shared_table *const *shared = ab_table_object_at(L, 1);
  if (shared == NULL) return 0;
  lua_pushboolean(L, *shared != NULL);
  return 1;
}

/* metafield(value, name): a field of the value's metatable, raw; nothing if there is none. */
static int metafield(lua_State *L)
{
  const char *name = luaL_checkstring(L, 2);
  return luaL_getmetafield(L, 1, name) ? 1 : 0;
}

/* index(value, name): the value's field. */
static int index_value(lua_State *L)
{
  lua_settop(L, 2);
  lua_gettable(L, 1);
  return 1;
}

/* content_hash(names): a function that makes keys from the fields of states, for the search: see content.h. */
static int content_hash(lua_State *L)
{
  lua_settop(L, 1);
  lua_pushboolean(L, 1);
  return ab_content_hash(L);
}

void ab_plan_push_engine(lua_State *L)
{
  static const luaL_Reg functions[] = {{"integer", integer},           {"is_open", is_open},
                                       {"metafield", metafield},       {"index", index_value},
                                       {"content_hash", content_hash}, {NULL, NULL}};
  lua_newtable(L);
  compat_setfunctions(L, functions);
  lua_pushliteral(L, AB_ENGINE_NAME);
  lua_setfield(L, -2, "ENGINE");
}
