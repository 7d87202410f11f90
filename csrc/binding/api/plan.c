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

/* Whether a field of the plan is true. */
static int is_true(lua_State *L, const char *name)
{
  return number_of(L, name) != 0;
}

/* The plies in a field of the plan. */
static int32_t plies_of(lua_State *L, const char *name)
{
  return (int32_t)number_of(L, name);
}

/* Which functions of the host the search calls. */
static ab_traits read_traits(lua_State *L)
{
  ab_traits host = {.asks_turn = is_true(L, "asks_turn"),
                    .asks_leave = is_true(L, "asks_leave"),
                    .asks_end = is_true(L, "asks_end"),
                    .ignores_end = is_true(L, "ignores_end"),
                    .asks_key = is_true(L, "asks_key"),
                    .key_depth = plies_of(L, "key_depth"),
                    .asks_bounds = is_true(L, "asks_bounds"),
                    .has_chance_nodes = is_true(L, "has_chance_nodes"),
                    .asks_scores = is_true(L, "asks_scores"),
                    .asks_child_values = is_true(L, "asks_child_values"),
                    .asks_moves = is_true(L, "asks_moves"),
                    .costly_moves = is_true(L, "costly_moves"),
                    .finds_moves = plies_of(L, "finds_moves")};
  return host;
}

/* What is known of all values. */
static ab_values read_values(lua_State *L)
{
  ab_values values = {.min = number_of(L, "value_min"),
                      .max = number_of(L, "value_max"),
                      .sum = number_of(L, "value_sum"),
                      .win = number_of(L, "win"),
                      .bounds_unlisted = is_true(L, "bounds_unlisted"),
                      .is_near_bound = is_true(L, "is_near_bound")};
  return values;
}

/* What is wanted at the root. */
static ab_root read_root(lua_State *L)
{
  double multipv = number_of(L, "multipv");
  ab_root root = {.minimizing = is_true(L, "minimizing"),
                  .alpha = number_of(L, "alpha"),
                  .beta = number_of(L, "beta"),
                  .multipv = multipv < UINT32_MAX ? (uint32_t)multipv : UINT32_MAX,
                  .lists_ties = is_true(L, "lists_ties"),
                  .notes_losses = is_true(L, "notes_losses"),
                  .losses_middle = number_of(L, "losses_middle"),
                  .losses_most = number_of(L, "losses_most"),
                  .omits_moves = is_true(L, "omits_moves"),
                  .answers_forced = is_true(L, "answers_forced")};
  return root;
}

/* How iterations follow one another. */
static ab_deepening read_deepening(lua_State *L)
{
  ab_deepening deepening = {.is_on = is_true(L, "deepening"),
                            .by_two_to = plies_of(L, "by_two_to"),
                            .tells_ends = is_true(L, "tells_ends"),
                            .partial_iteration = is_true(L, "partial_iteration")};
  return deepening;
}

/* What the search does beyond its algorithm. */
static ab_techniques read_techniques(lua_State *L)
{
  ab_techniques techniques = {.quiescence = plies_of(L, "quiescence"),
                              .null_move = plies_of(L, "null_move"),
                              .reductions = plies_of(L, "reductions"),
                              .star2 = is_true(L, "star2"),
                              .learns = (unsigned)number_of(L, "learns"),
                              .uses_refutations = is_true(L, "uses_refutations")};
  return techniques;
}

/* What the search may use. */
static ab_budget read_budget(lua_State *L)
{
  double nodes = number_of(L, "nodes_limit");
  ab_budget budget = {.nodes = nodes < HUGE_VAL ? (uint64_t)nodes : UINT64_MAX,
                      .time = number_of(L, "time_limit"),
                      .think = number_of(L, "think_limit"),
                      .soft_nodes = number_of(L, "soft_nodes"),
                      .soft_time = number_of(L, "soft_time"),
                      .soft_think = number_of(L, "soft_think"),
                      .min_depth = plies_of(L, "min_depth"),
                      .hold_in_first_iteration = !is_true(L, "deepening"),
                      .clock = ab_clock_now};
  return budget;
}

/* The task of the plan, without a table and without the positions before the root. */
static ab_task read_task(lua_State *L)
{
  ab_task task = {
      .algorithm = (ab_algorithm)number_of(L, "algorithm_number"),
      .view = is_true(L, "is_mover") ? AB_VIEW_MOVER : AB_VIEW_MAX,
      .depth = plies_of(L, "depth"),
      .traces = !lua_isnil(L, AB_SLOT_TRACE),
      .host = read_traits(L),
      .values = read_values(L),
      .repetition = {.is_scored = is_true(L, "scores_repetition"), .value = number_of(L, "repetition")},
      .root = read_root(L),
      .deepening = read_deepening(L),
      .techniques = read_techniques(L),
      .budget = read_budget(L)};
  return task;
}

/* Whether the plan has a value in a field. */
static int has(lua_State *L, const char *name)
{
  int is_there;
  lua_getfield(L, PLAN, name);
  is_there = !lua_isnil(L, -1);
  lua_pop(L, 1);
  return is_there;
}

/* Which search it is, by the field `method` of the plan. */
static ab_kind read_kind(lua_State *L)
{
  static const struct {
    const char *name;
    ab_kind kind;
  } methods[] = {{"uct", AB_KIND_PLAYOUTS}, {"lines", AB_KIND_PROBE}, {"deals", AB_KIND_DEALS}};
  ab_kind kind = AB_KIND_ALPHABETA;
  size_t i;
  lua_getfield(L, PLAN, "method");
  for (i = 0; !lua_isnil(L, -1) && i < sizeof methods / sizeof *methods; i++)
    if (strcmp(lua_tostring(L, -1), methods[i].name) == 0) kind = methods[i].kind;
  lua_pop(L, 1);
  return kind;
}

/* What the first playouts are to find out: the field `found` of the plan, see lua/alphabeta/front/current.lua. */
static ab_probe_ask read_probe(lua_State *L)
{
  double plies = number_of(L, "nodes_limit");
  ab_probe_ask asks = {.plies = plies < HUGE_VAL ? (uint64_t)plies : 0};
  lua_getfield(L, PLAN, "found");
  if (lua_istable(L, -1)) {
    lua_getfield(L, -1, "asks_result");
    lua_getfield(L, -2, "asks_mobility");
    lua_getfield(L, -3, "asks_contest");
    asks.result = lua_toboolean(L, -3);
    asks.mobility = lua_toboolean(L, -2);
    asks.contest = lua_toboolean(L, -1);
    lua_getfield(L, -4, asks.contest ? "games" : "line");
    asks.goes_on = lua_tonumber(L, -1) > 0;
    lua_pop(L, 4);
  }
  lua_pop(L, 1);
  return asks;
}

/* How playouts search, in a game whose functions are on the stack. */
static ab_uct_task read_playouts(lua_State *L, const ab_plan *plan)
{
  const ab_game *game = &plan->what.game;
  int has_level = plan->what.choice.level != 0, chooses = is_true(L, "chooses_by_value"),
      has_deals = number_of(L, "deals") > 0;
  ab_uct_task task = {.seed = plan->what.choice.seed & ((UINT64_C(1) << 53) - 1),
                      .bytes = (uint64_t)number_of(L, "table_bytes"),
                      .by_sides = !lua_isnil(L, AB_SLOT_MAX_PLAYER) || !game->has_player,
                      .evaluates = game->has_evaluate,
                      .has_is_over = game->has_is_over,
                      .uses_rave = !has_deals && !chooses,
                      .deals = has_deals,
                      .recognizes = !has_deals && !plan->what.task.root.omits_moves,
                      .chooses = chooses,
                      .guards = has_level && plan->what.kind != AB_KIND_PROBE,
                      .solves = !has_deals && !chooses && !game->has_chances && !has(L, "root_moves"),
                      .is_choice = is_true(L, "is_choice"),
                      .defends = !game->has_chances && !has_level && !has_deals,
                      .asks = read_probe(L),
                      .middle = plan->what.kind == AB_KIND_PROBE ? game->neutral_value : 0,
                      .is_probe = plan->what.kind == AB_KIND_PROBE};
  return task;
}

/* Pushes the function that makes keys; in a search without keys that by which a paused search knows its state. */
static void push_hash(lua_State *L)
{
  lua_getfield(L, PLAN, "key");
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_getfield(L, PLAN, "state_hash");
}

/* Notes whether a function was found, in the function below. */
#define FIND(constant, name) game.has_##name = !lua_isnil(L, AB_SLOT_CALLBACKS + (int)AB_##constant);

/* The features of the game whose functions are on the stack. */
static ab_game read_game(lua_State *L)
{
  ab_game game;
  AB_EACH_FUNCTION(FIND)
  game.style = (ab_style)number_of(L, "style_number");
  game.mobility = is_true(L, "mobility");
  game.current_result = is_true(L, "current_result");
  game.neutral_value = number_of(L, "neutral_value");
  game.hashes_content = is_true(L, "hashes_content");
  lua_getfield(L, PLAN, "state_hash");
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
  choice.draws_tie = is_true(L, "draws_tie");
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
  plan->uses_table = is_true(L, "uses_table");
  plan->has_room = is_true(L, "has_table");
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
    if (callback == (int)AB_HASH)
      push_hash(L);
    else
      lua_getfield(L, PLAN, ab_callback_name((ab_callback)callback));
  lua_getfield(L, PLAN, "on_iteration");
  lua_getfield(L, PLAN, "trace");
  lua_getfield(L, PLAN, "max_player");
  push_root_moves(L);
  lua_pushvalue(L, PLAN);
  if (address == plan->kept) return;
  plan->kept = NULL;
  read_table(L, plan);
  plan->what.kind = read_kind(L);
  plan->what.task = read_task(L);
  plan->what.game = read_game(L);
  plan->what.choice = read_choice(L);
  if (plan->what.kind == AB_KIND_PLAYOUTS || plan->what.kind == AB_KIND_PROBE) {
    plan->what.task.host.asks_leave = 1; /* a playout tries moves and comes back */
    plan->what.playouts = read_playouts(L, plan);
    plan->what.is_by_depth = is_true(L, "is_by_depth");
  }
  if (!is_true(L, "is_kept")) return;
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
