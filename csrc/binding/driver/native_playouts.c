/* native_playouts.c: see native_playouts.h. */

#include "native_playouts.h"

#include <math.h>
#include <string.h>

#include "../../table/key.h"
#include "../base/identity.h"
#include "../base/message.h"
#include "answers.h"
#include "native.h"
#include "playouts.h"

/* The current node's ply, in the path of rules in C. */
static inline ab_native_ply *current_ply(const ab_search *search)
{
  return &search->native.plies[ab_engine_ply(&search->engine)];
}

/* The state of the current node. */
static inline void *current_state(const ab_search *search)
{
  return ab_native_state_at(&search->native, ab_engine_ply(&search->engine));
}

/* ---- lists that are kept ---- */

/* Makes room in the array of lists for `node`, and for `count` more moves. */
static void reserve(const ab_rules *own, uint32_t node, uint32_t count)
{
  ab_search *search = own->search;
  ab_native *native = &search->native;
  size_t before = search->kept_capacity;
  search->kept =
      ab_search_grow(own->L, search->kept, &search->kept_capacity, (size_t)node + 1, sizeof *search->kept);
  if (search->kept_capacity > before)
    memset(search->kept + before, 0, (search->kept_capacity - before) * sizeof *search->kept);
  native->kept_moves = ab_search_grow(own->L, native->kept_moves, &native->kept_moves_capacity,
                                      native->kept_count + count, sizeof *native->kept_moves);
  if (search->game.has_chances)
    native->kept_chances = ab_search_grow(own->L, native->kept_chances, &native->kept_chances_capacity,
                                          native->kept_count + count, sizeof *native->kept_chances);
}

/* Keeps the successors of the current node. */
static void keep(void *context, uint32_t node)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  ab_native *native = &search->native;
  const ab_native_ply *ply = current_ply(search);
  ab_kept *kept;
  reserve(own, node, ply->count);
  kept = &search->kept[node];
  kept->first = native->kept_count;
  kept->is_chance = (char)ply->is_chance;
  kept->listed = (uint32_t)search->searches;
  kept->count = ply->count;
  native->kept_count += ply->count;
  memcpy(native->kept_moves + kept->first, native->moves + ply->first,
         ply->count * sizeof *native->kept_moves);
  if (kept->is_chance)
    memcpy(native->kept_chances + kept->first, search->probabilities,
           ply->count * sizeof *native->kept_chances);
}

/* Whether the successors of the current node, which were just listed, are those that are kept. */
static int is_same(const ab_search *search, const ab_kept *kept)
{
  const ab_native *native = &search->native;
  const ab_native_ply *ply = current_ply(search);
  return ply->count == kept->count && ply->is_chance == kept->is_chance &&
         memcmp(native->moves + ply->first, native->kept_moves + kept->first,
                kept->count * sizeof *native->moves) == 0;
}

/* Brings them back. */
static int recall(void *context, uint32_t node)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  ab_native *native = &search->native;
  ab_kept *kept = &search->kept[node];
  ab_native_ply *ply = current_ply(search);
  if (kept->listed != (uint32_t)search->searches) {
    if (ab_native_successors(own).count == 0 || !is_same(search, kept)) return 0;
    kept->listed = (uint32_t)search->searches;
    return 1;
  }
  ab_native_reserve(own->L, search, kept->count);
  ply->first = ab_native_start_at(native, ab_engine_ply(&search->engine));
  ply->count = kept->count;
  ply->is_chance = kept->is_chance;
  memcpy(native->moves + ply->first, native->kept_moves + kept->first, kept->count * sizeof *native->moves);
  if (!kept->is_chance) return 1;
  search->probabilities = ab_search_grow(own->L, search->probabilities, &search->probabilities_capacity,
                                         kept->count, sizeof *search->probabilities);
  memcpy(search->probabilities, native->kept_chances + kept->first,
         kept->count * sizeof *search->probabilities);
  return 1;
}

/* Moves a list to another node. */
static void rename_node(void *context, uint32_t from, uint32_t to)
{
  ab_search *search = ((const ab_rules *)context)->search;
  search->kept[to] = search->kept[from];
  memset(&search->kept[from], 0, sizeof search->kept[from]);
}

/* Closes the gaps between the lists of the first `nodes` nodes. */
static void compact(const ab_rules *own, uint32_t nodes)
{
  ab_search *search = own->search;
  ab_native *native = &search->native, old;
  ab_memory memory = ab_search_memory(own->L);
  size_t moves_capacity = 0, chances_capacity = 0, count = 0;
  int64_t *moves;
  double *chances = NULL;
  uint32_t node;
  for (node = 0; node < nodes; node++) count += search->kept[node].count;
  if (count == 0) return;
  moves = ab_search_grow(own->L, NULL, &moves_capacity, count, sizeof *moves);
  if (search->game.has_chances)
    chances = ab_search_grow(own->L, NULL, &chances_capacity, count, sizeof *chances);
  count = 0;
  for (node = 0; node < nodes; node++) {
    ab_kept *kept = &search->kept[node];
    if (kept->count == 0) continue;
    memcpy(moves + count, native->kept_moves + kept->first, kept->count * sizeof *moves);
    if (kept->is_chance)
      memcpy(chances + count, native->kept_chances + kept->first, kept->count * sizeof *chances);
    kept->first = count;
    count += kept->count;
  }
  old = *native;
  native->kept_moves = moves;
  native->kept_chances = chances;
  native->kept_moves_capacity = moves_capacity;
  native->kept_chances_capacity = chances_capacity;
  native->kept_count = count;
  ab_native_forget(&old, &memory);
}

/* Forgets lists. */
static void forget(void *context, uint32_t node)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  size_t i;
  if (node > 0 && node < search->kept_capacity) compact(own, node);
  if (node == 0) search->native.kept_count = 0;
  for (i = node; i < search->kept_capacity; i++) memset(&search->kept[i], 0, sizeof search->kept[i]);
}

/* ---- the current node ---- */

/* The move id of a successor. */
static uint32_t move(void *context, uint32_t child)
{
  const ab_search *search = ((const ab_rules *)context)->search;
  return ab_identity_of_bits((uint64_t)search->native.moves[current_ply(search)->first + child]);
}

/* The index of a player, who may be a new one. */
static uint32_t index_of(const ab_rules *own, int32_t player)
{
  ab_native *native = &own->search->native;
  uint32_t index;
  if (native->max_player == native->max_player) return (double)player != native->max_player;
  for (index = 0; index < native->player_count; index++)
    if (native->players[index] == player) return index;
  if (own->search->kind == AB_KIND_PROBE && index == AB_MAXN_PLAYERS)
    return index - 1; /* the search itself may have more players */
  if (index == AB_MAXN_PLAYERS)
    ab_search_reject(own->L, own->search, AB_PLAYER,
                     "expected at most %d players with algorithm 'uct', got another one, %d", AB_MAXN_PLAYERS,
                     (int)player);
  if (index > 1 && own->search->kind == AB_KIND_PLAYOUTS &&
      ab_engine_task(&own->search->engine)->view == AB_VIEW_MOVER)
    ab_message_raise(own->L, "alphabeta: with view 'mover', algorithm 'uct' needs a game of two players");
  native->players[native->player_count++] = player;
  return index;
}

/* The index of the player who moves. */
static uint32_t turn(void *context)
{
  return index_of(context, ab_native_player(context));
}

/* Who moves where the game is over. */
static uint32_t meet(void *context)
{
  const ab_rules *own = context;
  const alphabeta_rules *rules = &own->search->native.rules;
  int32_t player = rules->player(current_state(own->search));
  return ab_native_is_player(rules, player) ? index_of(own, player) : AB_UCT_NONE;
}

/* The value for a player. */
static double payoff(void *context, ab_leaf leaf, uint32_t player)
{
  const ab_rules *own = context;
  ab_native *native = &own->search->native;
  int32_t me = native->me;
  double value;
  native->me = native->players[player];
  value = ab_native_value(own, leaf);
  native->me = me;
  return value;
}

/* Whether the game is over. */
static int is_finished(void *context)
{
  return ab_native_is_finished(context);
}

/* A number for the state, by its key: the next number of a key that was not seen before. */
static uint32_t recognize(void *context)
{
  const ab_rules *own = context;
  lua_State *L = own->L;
  const ab_native *native = &own->search->native;
  struct {
    uint64_t key, player;
  } position;
  uint32_t number;
  if (native->rules.hash == NULL) return 0;
  position.key = native->rules.hash(current_state(own->search));
  position.player = native->rules.player != NULL ? (uint64_t)ab_native_player(own) : 0;
  lua_rawgeti(L, AB_SLOT_TREE, AB_TREE_NUMBER_OF);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawseti(L, AB_SLOT_TREE, AB_TREE_NUMBER_OF);
  }
  lua_pushlstring(L, (const char *)&position, sizeof position);
  lua_pushvalue(L, -1);
  lua_rawget(L, -3);
  number = (uint32_t)lua_tonumber(L, -1);
  if (number == 0) {
    lua_rawgeti(L, -3, 0);
    number = (uint32_t)lua_tonumber(L, -1) + 1;
    lua_pop(L, 2);
    lua_pushnumber(L, (lua_Number)number);
    lua_rawset(L, -3);
    lua_pushnumber(L, (lua_Number)number);
    lua_rawseti(L, -2, 0);
    lua_pop(L, 1);
  } else {
    lua_pop(L, 3);
  }
  return number;
}

/* What `result` says where the game goes on. */
static ab_said said(void *context, double *value)
{
  const ab_search *search = ((const ab_rules *)context)->search;
  *value = search->native.rules.result(current_state(search), search->native.me);
  return fabs(*value) < HUGE_VAL ? AB_SAID_NUMBER : AB_SAID_WRONG;
}

/* What playouts ask beside the functions of native.c. */
static const ab_uct_host host_of_playouts = {.keep = keep,
                                             .recall = recall,
                                             .rename = rename_node,
                                             .forget = forget,
                                             .move = move,
                                             .payoff = payoff,
                                             .meet = meet,
                                             .is_finished = is_finished,
                                             .recognize = recognize,
                                             .said = said,
                                             .solve = ab_playouts_solve};

/* ---- the search ---- */

/* The successors of the current node. */
static ab_successors list_for_playout(void *context)
{
  ab_successors listed = ab_native_successors(context);
  ab_report_limit_probe(context, listed.count);
  return listed;
}

/* Its value. */
static ab_value value_for_playout(void *context, ab_leaf leaf)
{
  ab_value answer = {0, leaf == AB_LEAF_OVER, 0};
  if (((const ab_rules *)context)->search->progress.is_by_depth)
    ab_report_end_probe(((const ab_rules *)context)->search, leaf);
  else
    answer.value = ab_native_value(context, leaf);
  return answer;
}

int ab_native_run_playouts(lua_State *L, ab_search *search)
{
  ab_rules own = {L, search};
  ab_host host = ab_native_host;
  host.successors = list_for_playout;
  host.turn = turn;
  host.value = value_for_playout;
  host.iteration = ab_report_playouts;
  return ab_uct_run(&search->uct, &host, &host_of_playouts, &own);
}
