/* run.c: see driver.h. Runs the search in a protected call, and cleans up however it ends. */

#include "driver.h"

#include <math.h>
#include <string.h>

#include "../../system/clock.h"
#include "../../table/key.h"
#include "calls.h"
#include "../base/compat.h"
#include "kept.h"
#include "native.h"
#include "../root/result.h"
#include "../base/session.h"

/* Whether an error message gets no traceback: it has one, or there is no room to look for one (LuaJIT would crash). */
static int is_final(const char *message)
{
  return strstr(message, "\nstack traceback:") != NULL || strstr(message, "stack overflow") != NULL ||
         strstr(message, "not enough memory") != NULL;
}

/*
 * Whether the callback that has raised an error calls its first parameter `self`, although the state is no object: so
 * it is probably declared with a colon. The session is the second upvalue.
 */
static int has_colon(lua_State *L, ab_callback callback)
{
  lua_Debug activation;
  int level, is_self = 0, top = lua_gettop(L);
  if (callback >= AB_CALLBACKS) return 0;
  lua_rawgeti(L, lua_upvalueindex(2), AB_SLOT_CALLBACKS + (int)callback);
  lua_rawgeti(L, lua_upvalueindex(2), AB_SLOT_ROOT);
  if (lua_istable(L, -1) && !lua_getmetatable(L, -1)) {
    for (level = 0; lua_getstack(L, level, &activation); level++) {
      lua_getinfo(L, "f", &activation);
      if (lua_rawequal(L, -1, top + 1)) {
        const char *name = lua_getlocal(L, &activation, 1);
        is_self = name != NULL && strcmp(name, "self") == 0;
        break;
      }
      lua_settop(L, top + 2);
    }
  }
  lua_settop(L, top);
  return is_self;
}

/* Whether a function has yielded that cannot: the words of any Lua for that error. LuaJIT puts a place first. */
static int is_yield(const char *message)
{
  static const char *const ends[] = {"across a C-call boundary", "across C-call boundary",
                                     "across metamethod/C-call boundary", "from outside a coroutine"};
  const char *words = strstr(message, "attempt to yield ");
  size_t i;
  if (words == NULL) return 0;
  for (i = 0; i < sizeof ends / sizeof *ends; i++)
    if (strcmp(words + strlen("attempt to yield "), ends[i]) == 0) return 1;
  return 0;
}

/* Puts our words in the place of such an error at index 1. */
static void explain_yield(lua_State *L, const ab_search *search)
{
  lua_pushfstring(
      L,
      "alphabeta: callback '%s' at ply %d: a function that the search calls cannot yield: use start and "
      "step, or an opponent",
      ab_callback_name(search->call.running), (int)ab_search_ply(search));
  lua_replace(L, 1);
}

/*
 * Message handler: adds the callback, the ply and the call to an error message. Values that are not strings are passed
 * on as they are. The upvalues are the searcher, and the session of a search that runs, or nil.
 */
static int explain(lua_State *L)
{
  const ab_search *search = lua_touserdata(L, lua_upvalueindex(1));
  int has_session = !lua_isnil(L, lua_upvalueindex(2));
  const char *hint = "", *message;
  if (search->call.running == AB_NO_CALLBACK || lua_type(L, 1) != LUA_TSTRING) return 1;
  message = lua_tostring(L, 1);
  if (is_final(message)) return 1;
  if (is_yield(message)) {
    explain_yield(L, search);
    compat_traceback(L);
    return 1;
  }
  if (has_session && has_colon(L, search->call.running))
    hint = ", whose first parameter is 'self'. Is it declared with a colon? It is called with the state: "
           "write a dot";
  lua_pushfstring(L, "\n\t(alphabeta: in callback '%s' at ply %d%s)", ab_callback_name(search->call.running),
                  (int)ab_search_ply(search), hint);
  lua_concat(L, 2);
  compat_traceback(L);
  return 1;
}

/* Whether the result of a search needs the value of a slot. */
static int is_for_result(int slot)
{
  return slot == AB_SLOT_BEST || slot == AB_SLOT_PLAYER_INDEXES || slot == AB_SLOT_ROOT_MOVES ||
         slot == AB_SLOT_PLAN || slot == AB_SLOT_PARTS || slot == AB_SLOT_TREE;
}

/* The search is over, whatever its end: its session keeps only what can still be asked for. */
static void end_search(lua_State *L, ab_search *search)
{
  int slot;
  for (slot = AB_SLOT_STATE; slot < AB_SLOT_SESSION; slot++)
    if (!is_for_result(slot) || !search->progress.is_sliced) ab_session_forget(L, slot);
  search->is_busy = 0;
  search->progress.is_thinking = 0;
  search->progress.ended = ab_clock_now();
}

/*
 * Unmakes every move that is still made and raises the error that ended the search, which is on top. An unmake that
 * fails cannot keep the others from being done.
 */
static int restore(lua_State *L, ab_search *search)
{
  search->path.phase = AB_LEAVING;
  if (search->dealing.is_on) search->path.made = 0; /* the moves were made in a deal, which is dropped */
  for (; search->path.made > 0; search->path.made--)
    if (lua_pcall(L, ab_call_unmake(L, search, search->path.made), 0, 0) != LUA_OK) lua_pop(L, 1);
  ab_engine_stop(&search->engine);
  end_search(L, search);
  return ab_functions_raise(L);
}

/* Forgets the last search, but for memory. */
static void forget_search(ab_search *search)
{
  static const ab_progress no_progress = {.is_sliced = 0};
  static const ab_path no_path = {.phase = AB_SEARCHING, .listed = -1};
  static const ab_keys no_keys = {.has_root_player = 0};
  static const ab_move_ids no_move_ids = {.stored = 0};
  static const ab_pause no_pause = {.state_hash = 0};
  static const ab_findings no_findings = {.chosen = -1, .line_child = -1};
  static const ab_dealing no_dealing = {.drawn = 0};
  static const ab_host_call no_call = {.running = AB_NO_CALLBACK};
  search->progress = no_progress;
  search->path = no_path;
  search->keys = no_keys;
  search->move_ids = no_move_ids;
  search->pause = no_pause;
  search->result = no_findings;
  search->call = no_call;
  search->dealing = no_dealing;
}

/* Pushes, above the slots, what ab_driver_run calls, and the handler of its errors. */
static void push_run(lua_State *L)
{
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushvalue(L, AB_SLOT_SESSION);
  lua_pushcclosure(L, explain, 2);
  lua_pushcfunction(L, ab_rules_run);
}

/* Gives the tree of playouts back, with its lists. */
static void drop_tree(lua_State *L, ab_search *search, const ab_memory *memory)
{
  ab_uct_free(&search->uct, memory);
  ab_uct_init(&search->uct);
  ab_memory_free(memory, search->kept, search->kept_capacity, sizeof *search->kept);
  search->kept = NULL;
  search->kept_capacity = 0;
  search->native.kept_count = 0;
  search->native.player_count = 0;
  lua_pushnil(L);
  ab_search_keep(L, AB_KEPT_TREE);
}

/* Starts the machine, with the search that is to run on it. */
static void start(ab_search *search, const ab_beginning *what, const ab_task *task)
{
  ab_uct_task playouts = what->playouts;
  search->kind = what->kind;
  playouts.seed = ab_search_tree_seed(search, playouts.seed);
  playouts.number = search->searches + 1;
  playouts.goes_on = search->progress.is_followed;
  if (ab_search_has_playouts(search))
    ab_uct_start(&search->uct, &search->engine, task, &playouts);
  else
    ab_engine_start(&search->engine, task);
}

/*
 * The record of the previous search stays until everything that takes memory is made. Rules in C do not keep their tree
 * as rules in Lua do: neither search takes up a tree of the other's.
 */
void ab_driver_begin(lua_State *L, ab_search *search, const ab_beginning *what)
{
  ab_task task = what->task;
  ab_memory memory = ab_search_memory(L);
  int is_shared = ab_task_shares_table(&task); /* only then, others have its number */
  if (what->rules != NULL && what->rules->unmake != NULL) task.host.asks_leave = 1;
  task.repetition.past_count = lua_istable(L, AB_SLOT_PAST) ? compat_rawlen(L, AB_SLOT_PAST) : 0;
  search->past = ab_search_grow(L, search->past, &search->past_capacity, task.repetition.past_count,
                                sizeof *search->past);
  task.repetition.past = search->past;
  ab_session_begin(L);
  if (search->native.is_on != (what->rules != NULL)) drop_tree(L, search, &memory);
  if (what->kind == AB_KIND_PLAYOUTS || what->kind == AB_KIND_PROBE) ab_kept_begin(L);
  push_run(L);
  start(search, what, &task);
  search->game = what->game;
  ab_native_set(&search->native, what->rules, &what->game);
  search->choice = what->choice;
  forget_search(search);
  search->searches++;
  search->progress.started = ab_clock_now();
  if (!search->game.has_player)
    search->keys.view_key = ab_key_mix(is_shared ? ab_table_number(task.table) : search->searches);
  search->progress.is_by_depth = what->kind == AB_KIND_PROBE && what->is_by_depth;
  search->progress.is_sliced = search->progress.is_thinking = what->is_sliced;
}

int ab_driver_run(lua_State *L, ab_search *search)
{
  int slot;
  ab_assert(lua_gettop(L) == AB_SLOTS + 2 && !search->is_busy && !search->is_held);
  search->is_busy = 1;
  for (slot = 1; slot <= AB_SLOTS; slot++) lua_pushvalue(L, slot);
  if (lua_pcall(L, AB_SLOTS, LUA_MULTRET, AB_SLOTS + 1) != LUA_OK) return restore(L, search);
  search->is_busy = 0;
  if (!search->progress.is_thinking) end_search(L, search);
  return lua_gettop(L) - AB_SLOTS - 1;
}

void ab_driver_begin_slice(lua_State *L, ab_search *search, double seconds, uint64_t nodes)
{
  uint64_t searched = ab_engine_counters(&search->engine)->nodes;
  double now = ab_clock_now();
  ab_slice slice = {.seconds = seconds,
                    .deadline = seconds < HUGE_VAL ? now + seconds : HUGE_VAL,
                    .nodes = nodes < UINT64_MAX - searched ? searched + nodes : UINT64_MAX};
  ab_session_push(L);
  push_run(L);
  search->slice = slice;
  ab_engine_wait(&search->engine,
                 now - (search->progress.is_begun ? search->progress.ended : search->progress.started));
}

/* Ends a stopped search, whose session is on the stack, its state restored. Asks the function that chooses the move. */
static int stop_thinking(lua_State *L, ab_search *search)
{
  int arguments, handler = lua_gettop(L) + 1;
  end_search(L, search);
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushnil(L);
  lua_pushcclosure(L, explain, 2);
  arguments = ab_ranking_call_level(L, search);
  if (arguments < 0) return 0;
  if (lua_pcall(L, arguments, 1, handler) != LUA_OK) return lua_error(L);
  ab_ranking_take_level(L, search, AB_LEVEL);
  search->call.running = AB_NO_CALLBACK;
  return 0;
}

int ab_driver_is_followed(const ab_search *search)
{
  ab_reason reason = ab_engine_result(&search->engine)->reason;
  return search->kind == AB_KIND_PROBE && reason != AB_REASON_NONE && reason != AB_REASON_STOPPED;
}

int ab_driver_stop(lua_State *L, ab_search *search)
{
  if (!search->is_busy && !search->progress.is_thinking) return 0;
  search->progress.is_stopping = 1;
  ab_engine_interrupt(&search->engine, AB_INTERRUPT_PAUSE);
  if (search->is_busy) return 0;
  ab_session_push(L);
  ab_engine_stop(&search->engine);
  return stop_thinking(L, search);
}

int ab_driver_best(lua_State *L, const ab_search *search)
{
  if ((!search->progress.is_sliced && !search->is_busy) || search->progress.is_forgotten) {
    lua_pushnil(L);
    return 1;
  }
  ab_session_push(L);
  return ab_result_push(L, search);
}

void ab_driver_init(ab_search *search)
{
  memset(search, 0, sizeof *search);
  ab_engine_init(&search->engine);
  ab_uct_init(&search->uct);
}

void ab_driver_forget(lua_State *L, ab_search *search)
{
  ab_memory memory = ab_search_memory(L);
  ab_engine_free(&search->engine, &memory);
  drop_tree(L, search, &memory);
  search->progress.is_forgotten = 1;
}

void ab_driver_free(lua_State *L, ab_search *search)
{
  ab_memory memory = ab_search_memory(L);
  ab_engine_free(&search->engine, &memory);
  drop_tree(L, search, &memory);
  ab_memory_free(&memory, search->past, search->past_capacity, sizeof *search->past);
  ab_memory_free(&memory, search->probabilities, search->probabilities_capacity,
                 sizeof *search->probabilities);
  ab_native_free(&search->native, &memory);
  ab_memory_free(&memory, search->plies, search->capacity, sizeof *search->plies);
  ab_driver_init(search);
}
