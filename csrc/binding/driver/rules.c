/*
 * rules.c: the engine's host for rules in Lua.
 *
 * Each function of the host calls those of the game that answer it. ab_rules_call makes one call, counts it, and looks at
 * the clock. None can yield: lua_call has no continuation.
 */

#include "rules.h"

#include "../../engine/engine.h"
#include "answers.h"
#include "calls.h"
#include "../base/compat.h"
#include "questions.h"
#include "../base/identity.h"
#include "report.h"
#include "successors.h"

/* ---- calls ---- */

void ab_rules_unmake(const ab_rules *own)
{
  ab_search *search = own->search;
  lua_call(own->L, ab_call_unmake(own->L, search, search->path.made), 0);
  search->call.running = AB_NO_CALLBACK;
  search->path.made--;
}

/* Enters successor `child` of the current node. A state that is a successor is only looked up. */
static void make(const ab_rules *own, uint32_t child)
{
  lua_State *L = own->L;
  ab_search *search = own->search;
  switch (search->game.style) {
  case AB_IN_PLACE:
    ab_rules_call(own, ab_call_enter(L, search, AB_MAKE, child), LUA_MULTRET);
    ab_answer_undo(L, search);
    break;
  case AB_COPYING:
    ab_rules_call(own, ab_call_enter(L, search, AB_PLAY, child), 1);
    ab_answer_state(L, search, AB_PLAY);
    break;
  case AB_BY_STATES:
    ab_call_take_successor(L, search, child);
    break;
  }
}

uint32_t ab_rules_player(const ab_rules *own)
{
  ab_rules_call(own, ab_call_with_state(own->L, own->search, AB_PLAYER), 1);
  return ab_answer_player(own->L, own->search);
}

/* ---- the questions of questions.h, about the state in AB_SLOT_STATE ---- */

/* Whether `is_over` says that the game is over. */
static int is_over(void *context, int32_t ply)
{
  const ab_rules *own = context;
  int is_true;
  (void)ply;
  ab_rules_call(own, ab_call_with_state(own->L, own->search, AB_IS_OVER), 1);
  is_true = lua_toboolean(own->L, -1);
  lua_pop(own->L, 1);
  return is_true;
}

/* How many outcomes `chances` lists, which are then those of the current node; 0 if it is no chance node. */
static uint32_t outcomes(void *context, int32_t ply)
{
  const ab_rules *own = context;
  (void)ply;
  ab_rules_call(own, ab_call_with_state(own->L, own->search, AB_CHANCES), 1);
  return ab_successors_take_outcomes(own->L, own->search);
}

/* Whether `chances` lists outcomes of a leaf. */
static int is_chance(void *context, int32_t ply)
{
  const ab_rules *own = context;
  int is_one;
  (void)ply;
  ab_rules_call(own, ab_call_with_state(own->L, own->search, AB_CHANCES), 1);
  is_one = !lua_isnil(own->L, -1);
  if (is_one) ab_successors_check_outcomes(own->L, own->search);
  lua_pop(own->L, 1);
  return is_one;
}

/* An iterator's first successor counts as all. */
static int has_none(void *context, int32_t ply, uint32_t *count)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  ab_callback callback = ab_search_full_list_callback(search);
  int is_none;
  (void)ply;
  ab_rules_call(own, ab_call_list(own->L, search, callback), 1);
  if (lua_isfunction(own->L, -1)) {
    search->call.running = AB_ITERATOR;
    ab_rules_call(own, 0, 1);
    is_none = lua_isnil(own->L, -1);
  } else {
    *count = ab_successors_count(own->L, search, callback);
    is_none = *count == 0;
  }
  lua_pop(own->L, 1);
  return is_none;
}

/* Notes what the mobility of a leaf, of `count` moves, adds to its value. */
static void add_mobility(void *context, int32_t ply, uint32_t count, uint32_t player)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  const ab_engine *engine = &search->engine;
  uint32_t before = ply > 0 ? search->plies[ply - 1].listed : AB_UNLISTED;
  double moves = before == AB_UNLISTED ? 0 : (double)count - before;
  int sign;
  if (moves == 0) return;
  if (!search->game.has_player)
    sign = -ab_engine_sign(engine, ply - 1);
  else if (ab_engine_task(engine)->view == AB_VIEW_MAX)
    sign = ab_engine_sign_of(engine, ab_rules_player(own));
  else
    sign = search->call.is_leaf ? ab_engine_sign_of(engine, player) : ab_engine_sign(engine, ply);
  ab_answer_mobility(search, moves, sign);
}

/* The value of a state by `result` or `evaluate`; in max^n the engine gets its payoffs. */
static double evaluate(void *context, int32_t ply, ab_callback callback)
{
  const ab_rules *own = context;
  ab_rules_call(own, ab_call_value(own->L, own->search, callback), 1);
  return ab_answer_value(own->L, own->search, callback, ply);
}

/* The value of a state that is not over, without `evaluate`. */
static double neutral(void *context, int32_t ply)
{
  return ab_answer_neutral(((const ab_rules *)context)->search, ply);
}

/* Successors of an iterator at the root are taken at once, if options choose among them. */
static ab_successors list(void *context, int32_t ply, ab_callback callback)
{
  const ab_rules *own = context;
  lua_State *L = own->L;
  ab_search *search = own->search;
  ab_successors listed;
  (void)ply;
  ab_rules_call(own, ab_call_list(L, search, callback), 1);
  listed = ab_successors_take(L, search, callback);
  while (search->call.is_draining) {
    ab_rules_call(own, ab_call_iterator(L, search, AB_ITERATOR), 1);
    listed = ab_successors_drain(L, search);
  }
  return listed;
}

static const ab_questions questions = {is_over,      outcomes, is_chance, has_none,
                                       add_mobility, evaluate, neutral,   list};

/* ---- host: the path ---- */

/* Makes the move to a successor of the current node. */
static void enter(void *context, uint32_t child)
{
  make(context, child);
}

/* Takes back the move, or the null move, that led to the current node. */
static void leave(void *context)
{
  const ab_rules *own = context;
  if (own->search->game.style == AB_IN_PLACE) ab_rules_unmake(own);
}

/* The same in a playout, after which the state before the move may be asked about. */
static void leave_for_another(void *context)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  if (search->game.style == AB_IN_PLACE) {
    ab_rules_unmake(own);
    if (search->path.made < search->path.due) search->path.due = 0; /* the playout that has paused ends */
    return;
  }
  ab_successors_push_state(own->L, search, ab_engine_ply(&search->engine) - 1);
  lua_replace(own->L, AB_SLOT_STATE);
}

/* Makes a null move. */
static void pass(void *context)
{
  const ab_rules *own = context;
  ab_rules_call(own, ab_call_pass(own->L, own->search), LUA_MULTRET);
  ab_answer_pass(own->L, own->search);
}

/* ---- host: successors ---- */

/* Whether `find` has asked about the node before. The state may then be that of a successor. */
static int has_asked(const ab_rules *own)
{
  if (!ab_engine_has_wanted_moves(&own->search->engine)) return 0;
  ab_call_come_back(own->L, own->search);
  return 1;
}

/* The successors of the current node. */
static ab_successors successors(void *context)
{
  const ab_rules *own = context;
  ab_callback callback = ab_search_list_callback(own->search);
  if (has_asked(own)) return list(context, ab_engine_ply(&own->search->engine), callback);
  return ab_questions_successors(&questions, own->search, context, callback);
}

ab_successors ab_rules_successors(const ab_rules *own)
{
  return ab_questions_successors(&questions, own->search, (void *)own,
                                 ab_search_full_list_callback(own->search));
}

int ab_rules_is_finished(const ab_rules *own)
{
  ab_search *search = own->search;
  uint32_t count;
  return ab_questions_end(&questions, &search->game, (void *)own, ab_engine_ply(&search->engine), &count);
}

/* Lists them for a playout. */
static ab_successors list_for_playout(void *context)
{
  ab_successors listed = ab_rules_successors(context);
  ab_report_limit_probe(context, listed.count);
  return listed;
}

/* The value of the current node for a playout. */
static ab_value value_for_playout(void *context, ab_leaf leaf)
{
  ab_search *search = ((const ab_rules *)context)->search;
  ab_value answer = {0, leaf == AB_LEAF_OVER, 0};
  if (search->progress.is_by_depth)
    ab_report_end_probe(search, leaf);
  else
    answer.value = ab_rules_value(context, leaf);
  return answer;
}

/* Who moves at the current node. */
static uint32_t turn(void *context)
{
  return ab_rules_player(context);
}

/* The same in a playout. At the root the game has said it: every deal leaves the player as it is. */
static uint32_t turn_of_playout(void *context)
{
  const ab_rules *own = context;
  if (ab_engine_ply(&own->search->engine) > 0) return turn(context);
  lua_pushvalue(own->L, AB_SLOT_ROOT_PLAYER);
  return ab_answer_player(own->L, own->search);
}

/* Its noisy successors. */
static ab_successors noisy(void *context)
{
  return ab_questions_successors(&questions, ((const ab_rules *)context)->search, context, AB_NOISY);
}

/* Its next successor by the iterator, which is none of those that were found. */
static ab_next more(void *context)
{
  const ab_rules *own = context;
  ab_next next;
  do ab_rules_call(own, ab_call_iterator(own->L, own->search, AB_ITERATOR), 1);
  while (!ab_successors_take_next(own->L, own->search, &next));
  return next;
}

/* Looks for its successor with a move id. */
static ab_found find(void *context, uint32_t move, ab_successors *instead)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  if (!has_asked(own) &&
      ab_questions_is_no_decision(&questions, search, context, ab_search_list_callback(search), instead))
    return AB_FOUND_INSTEAD;
  if (ab_call_find_move(own->L, search, move) == 0) return AB_FOUND_UNABLE;
  ab_rules_call(own, 2, 1);
  return ab_successors_take_found(own->L, search, move);
}

/* The move ids of its successors. */
static void moves(void *context, ab_candidate *candidates, uint32_t count)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  uint32_t matched = 0, i;
  if (!search->game.has_move_id) {
    ab_successors_make_candidates(own->L, search, candidates);
    return;
  }
  for (i = 0; i < count; i++) {
    uint32_t move;
    ab_rules_call(own, ab_call_about_move(own->L, search, AB_MOVE_ID, i), 1);
    move = ab_answer_move_id(own->L, search);
    matched += (uint32_t)ab_engine_is_found(&search->engine, move);
    ab_ordering_init(candidates + i, i, move);
  }
  ab_successors_check_found(own->L, search, matched);
}

/* The scores of its successors that were not tried, by `order`. */
static void scores(void *context, ab_candidate *candidates, uint32_t first, uint32_t count)
{
  const ab_rules *own = context;
  for (; first < count; first++) {
    ab_rules_call(own, ab_call_about_move(own->L, own->search, AB_ORDER, candidates[first].index), 1);
    candidates[first].score = ab_answer_number(own->L, own->search, AB_ORDER);
  }
}

/* ---- host: the current node ---- */

/* Names its position. */
static ab_position key(void *context)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  ab_position position;
  ab_rules_call(own, ab_call_with_state(own->L, search, AB_HASH), 1);
  position.position_hash = ab_answer_hash(own->L, search);
  if (search->game.hashes_content) ab_answer_note_position(search, position.position_hash);
  position.view_key = search->keys.view_key;
  position.side_to_move = search->keys.side_to_move;
  return position;
}

/* Bounds of its value. */
static ab_bounds bounds(void *context)
{
  const ab_rules *own = context;
  ab_rules_call(own, ab_call_value(own->L, own->search, AB_BOUNDS), 2);
  return ab_answer_bounds(own->L, own->search);
}

/* Its value. */
static ab_value value(void *context, ab_leaf leaf)
{
  ab_search *search = ((const ab_rules *)context)->search;
  return ab_questions_value(&questions, &search->game, context, ab_engine_ply(&search->engine), leaf, 0,
                            NULL);
}

double ab_rules_value(const ab_rules *own, ab_leaf leaf)
{
  ab_search *search = own->search;
  return ab_questions_value(&questions, &search->game, (void *)own, ab_engine_ply(&search->engine), leaf, 0,
                            NULL)
      .value;
}

/*
 * Whether a leaf, or a successor that is ordered, is evaluated before the move to it is made. It is not if the engine
 * wants to know who moves there, or whether the game is over only for the reason of the search's end. It is no outcome,
 * because outcomes have a frame of their own.
 */
static int is_evaluated_by_move(const ab_search *search, ab_leaf leaf, int asks_player)
{
  return search->game.has_evaluate_move && !asks_player &&
         (leaf == AB_LEAF_HORIZON || ab_engine_task(&search->engine)->host.asks_end);
}

/*
 * Evaluates by `evaluate_move`. Returns 0 if the move must be made, too, to find out whether the game is over. If
 * `evaluate_move` does not say whether it may be, this is its last call: the move must always be made.
 */
static int evaluate_move(const ab_rules *own, uint32_t child, double *value_of)
{
  lua_State *L = own->L;
  ab_search *search = own->search;
  int is_told, may_be_over;
  ab_rules_call(own, ab_call_evaluate_move(L, search, child), 2);
  is_told = !lua_isnil(L, -1);
  may_be_over = !is_told || lua_toboolean(L, -1);
  lua_pop(L, 1);
  *value_of = ab_answer_value(L, search, AB_EVALUATE_MOVE, ab_engine_ply(&search->engine) + 1);
  if (!ab_engine_task(&search->engine)->host.asks_end || !may_be_over) return 1;
  search->game.has_evaluate_move = is_told;
  return 0;
}

/* The value of its successor `child`. */
static ab_value leaf(void *context, uint32_t child, ab_leaf kind, int asks_player)
{
  const ab_rules *own = context;
  ab_search *search = own->search;
  int is_known = is_evaluated_by_move(search, kind, asks_player);
  uint32_t player = 0;
  double known;
  ab_value answer = {0, 0, 0};
  if (is_known && evaluate_move(own, child, &known)) {
    answer.value = known;
    return answer;
  }
  make(own, child);
  search->call.is_leaf = 1;
  if (asks_player) player = ab_rules_player(own);
  answer = ab_questions_value(&questions, &search->game, context, ab_engine_ply(&search->engine) + 1, kind,
                              player, is_known ? &known : NULL);
  if (search->game.style == AB_IN_PLACE) ab_rules_unmake(own);
  search->call.is_leaf = 0;
  return answer;
}

/* Calls `trace`. */
static void event(void *context, const ab_event *what)
{
  const ab_rules *own = context;
  ab_rules_call(own, ab_call_trace(own->L, own->search, what), 0);
}

const ab_host ab_rules_host = {.grow = ab_report_grow,
                               .deadline = ab_report_deadline,
                               .enter = enter,
                               .leave = leave,
                               .pass = pass,
                               .unpass = leave,
                               .successors = successors,
                               .noisy = noisy,
                               .more = more,
                               .find = find,
                               .probabilities = ab_report_probabilities,
                               .moves = moves,
                               .scores = scores,
                               .turn = turn,
                               .key = key,
                               .bounds = bounds,
                               .value = value,
                               .leaf = leaf,
                               .line = ab_report_line,
                               .proved = ab_report_proved,
                               .iteration = ab_report_iteration,
                               .event = event};

const ab_host ab_rules_host_of_playouts = {.grow = ab_report_grow,
                                           .deadline = ab_report_deadline,
                                           .enter = enter,
                                           .leave = leave_for_another,
                                           .successors = list_for_playout,
                                           .probabilities = ab_report_probabilities,
                                           .turn = turn_of_playout,
                                           .value = value_for_playout,
                                           .iteration = ab_report_playouts};
