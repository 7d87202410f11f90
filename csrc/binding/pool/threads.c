/*
 * One block of the process's memory, `shared`, holds what several threads see, under one lock. Each thread and the
 * group count as its users, and the last one frees it. Lua is never called under the lock. No thread touches the memory
 * of another one's Lua state, with one exception: the hook that interrupts a program is set from outside, as Lua's own
 * interpreter sets it from a signal handler.
 */

#include "threads.h"

#include <lauxlib.h>
#include <lualib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../system/clock.h"
#include "../../system/thread.h"
#include "../base/class.h"
#include "../base/compat.h"
#include "../base/message.h"

#define GROUP "alphabeta.threads"
#define CHANNEL "alphabeta.channel"

/* How many seconds a thread has to end by itself when its group is collected, and then to end by a hook. */
#define PATIENCE 0.5
#define PATIENCE_WITH_HOOK 0.5

/* A text on its way. */
typedef struct message {
  struct message *next;
  int users;  /* its queue, while it is there, and threads that copy it; the last one frees it */
  int number; /* of the thread that has sent it */
  int is_error;
  uint64_t serial; /* its number in its queue, from 1 on */
  size_t length;
  char bytes[]; /* without a 0 at the end */
} message;

/* Texts, the oldest first. */
typedef struct queue {
  message *first, *last;
  uint64_t count; /* of all that were ever put there */
} queue;

/* Something for package.preload: a program, or a C function. */
typedef struct preloaded {
  struct preloaded *next;
  message *name, *program; /* the program is NULL for a function */
  lua_CFunction function;
} preloaded;

typedef struct shared shared;

/* A thread. */
typedef struct worker {
  shared *group;
  int number; /* from 1 on */
  queue inbox;
  queue arguments; /* the program, and the texts that it gets */
  preloaded *preload;
  lua_CFunction core;
  lua_State *L; /* the state that it runs, while that can be interrupted */
  ab_thread thread;
  int has_ended;
} worker;

/* The memory that the threads of a group and its userdata share. */
struct shared {
  ab_lock lock;     /* of all below */
  ab_signal signal; /* something has changed */
  int users;        /* threads that have not ended, and the userdata */
  int is_closed;
  queue outbox;
  int count; /* of workers */
  worker *workers[AB_THREADS_MAX];
};

typedef struct group {
  shared *shared; /* NULL: closed */
  lua_CFunction core;
  unsigned long process; /* that has made it */
  int has_told;          /* in a forked process: whether the last call of receive has returned the error */
} group;

/* The error in a process that was forked: it has none of the threads, and their lock may stay taken for ever. */
#define FORKED "the helpers are threads of the process that has forked this one: make a pool after the fork"

typedef struct channel {
  worker *worker;
} channel;

/* ---- messages ---- */

/* Puts a message at the end of a queue. */
static void put(queue *q, message *last)
{
  if (q->first == NULL)
    q->first = last;
  else
    q->last->next = last;
  q->last = last;
  last->serial = ++q->count;
}

/* Drops a reference to a message. The last one frees it. */
static void release(message *m)
{
  if (--m->users == 0) free(m);
}

/* Takes the messages up to the one with this serial number out of a queue. */
static void forget(queue *q, uint64_t last)
{
  while (q->first != NULL && q->first->serial <= last) {
    message *first = q->first;
    q->first = first->next;
    release(first);
  }
}

/* ---- memory ---- */

/* Frees what a thread was to load. */
static void free_preloaded(preloaded *first)
{
  while (first != NULL) {
    preloaded *next = first->next;
    free(first->name);
    free(first->program);
    free(first);
    first = next;
  }
}

/* Frees a thread's messages, and it. */
static void free_worker(worker *w)
{
  forget(&w->inbox, UINT64_MAX);
  forget(&w->arguments, UINT64_MAX);
  free_preloaded(w->preload);
  free(w);
}

/* Drops a reference to a group's memory. The last one frees it. The caller has its lock, which is released. */
static void leave(shared *s)
{
  int is_last = --s->users == 0, i;
  ab_lock_release(&s->lock);
  if (!is_last) return;
  for (i = 0; i < s->count; i++) free_worker(s->workers[i]);
  forget(&s->outbox, UINT64_MAX);
  ab_signal_free(&s->signal);
  ab_lock_free(&s->lock);
  free(s);
}

/* ---- a thread's own state ---- */

/* A message with a copy of the text at `index`; NULL when there is not enough memory. */
static message *copy_text(lua_State *L, int index)
{
  size_t length;
  const char *bytes = lua_tolstring(L, index, &length);
  message *made = malloc(sizeof *made + length);
  if (made == NULL) return NULL;
  made->next = NULL;
  made->users = 1;
  made->serial = 0;
  made->number = 0;
  made->is_error = 0;
  made->length = length;
  memcpy(made->bytes, bytes, length);
  return made;
}

/* Sends the text at `index` to the group of a thread; returns 0 when there is not enough memory. */
static int post(lua_State *L, int index, worker *w, int is_error)
{
  message *sent = copy_text(L, index);
  if (sent == NULL) return 0;
  sent->number = w->number;
  sent->is_error = is_error;
  ab_lock_take(&w->group->lock);
  put(&w->group->outbox, sent);
  ab_signal_send(&w->group->signal);
  ab_lock_release(&w->group->lock);
  return 1;
}

/* The text at `index`, for `where`. Raises an error if it is something else. */
static void check_text(lua_State *L, int index, const char *where)
{
  if (lua_type(L, index) != LUA_TSTRING)
    luaL_error(L, "%s: expected a string, got %s", where, luaL_typename(L, index));
}

/* The seconds at `index`; without them, HUGE_VAL. */
static double seconds_at(lua_State *L, int index)
{
  return lua_isnoneornil(L, index) ? HUGE_VAL : (double)luaL_checknumber(L, index);
}

/* Waits for a change until a moment of the clock. Returns 0 when that has come. The caller has the lock. */
static int wait_until(shared *s, double until)
{
  double left = until - ab_clock_now();
  if (!(left > 0)) return 0;
  ab_signal_wait(&s->signal, &s->lock, left);
  return 1;
}

/* The moment `seconds` from now, on the clock. */
static double moment_after(double seconds)
{
  return seconds > 0 ? ab_clock_now() + seconds : 0;
}

/*
 * Returns the text of the message whose address is at index 1. A function pushes the call before it takes the lock, and
 * counts as a user of the message. Making the text may run finalizers and hooks of the program, which receive other
 * messages or close the group. So the lock is free meanwhile, and no other function frees the message.
 */
static int copy_message(lua_State *L)
{
  const message *got = *(message **)lua_touserdata(L, 1);
  lua_pushlstring(L, got->bytes, got->length);
  return 1;
}

/* channel:receive(seconds) */
static int channel_receive(lua_State *L)
{
  worker *w = ((channel *)luaL_checkudata(L, 1, CHANNEL))->worker;
  shared *s = w->group;
  double until = moment_after(seconds_at(L, 2));
  message *first;
  int is_closed, status;
  lua_settop(L, 2);
  lua_pushcfunction(L, copy_message);
  lua_pushlightuserdata(L, (void *)&first);
  ab_lock_take(&s->lock);
  while (!s->is_closed && w->inbox.first == NULL && wait_until(s, until)) continue;
  is_closed = s->is_closed;
  first = is_closed ? NULL : w->inbox.first;
  if (first != NULL) first->users++;
  ab_lock_release(&s->lock);
  if (first == NULL) {
    if (is_closed)
      lua_pushboolean(L, 0);
    else
      lua_pushnil(L);
    return 1;
  }
  status = lua_pcall(L, 1, 1, 0);
  ab_lock_take(&s->lock);
  if (status == LUA_OK) forget(&w->inbox, first->serial);
  release(first);
  ab_lock_release(&s->lock);
  if (status != LUA_OK) lua_error(L);
  return 1;
}

/* channel:send(text) */
static int channel_send(lua_State *L)
{
  worker *w = ((channel *)luaL_checkudata(L, 1, CHANNEL))->worker;
  check_text(L, 2, "channel:send");
  if (!post(L, 2, w, 0)) luaL_error(L, "not enough memory");
  return 0;
}

/* The handler of errors in a thread: a text with a traceback, unless it has one. */
static int explain(lua_State *L)
{
  lua_settop(L, 1);
  if (lua_type(L, 1) != LUA_TSTRING) {
    lua_pushfstring(L, "(an error value that is a %s)", luaL_typename(L, 1));
    lua_replace(L, 1);
  }
  if (strstr(lua_tostring(L, 1), "stack traceback:") == NULL) compat_traceback(L);
  return 1;
}

/* Fills package.preload with the requested functions, and with this module. */
static void preload(lua_State *L, const worker *w)
{
  const preloaded *next;
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "preload");
  for (next = w->preload; next != NULL; next = next->next) {
    lua_pushlstring(L, next->name->bytes, next->name->length);
    if (next->program == NULL)
      lua_pushcfunction(L, next->function);
    else if (luaL_loadbuffer(L, next->program->bytes, next->program->length, lua_tostring(L, -1)) != 0)
      lua_error(L);
    lua_rawset(L, -3);
  }
  lua_pushcfunction(L, w->core);
  lua_setfield(L, -2, "alphabeta.core");
  lua_pop(L, 2);
}

static void make_metatables(lua_State *L);

/* Runs the program of a thread, in its state, with the address of the thread at index 1. */
static int run_program(lua_State *L)
{
  worker *w = lua_touserdata(L, 1);
  const message *text = w->arguments.first;
  lua_settop(L, 0);
  luaL_openlibs(L);
  make_metatables(L);
  preload(L, w);
  lua_pushcfunction(L, explain);
  if (luaL_loadbuffer(L, text->bytes, text->length, "=helper") != 0) lua_error(L);
  ((channel *)lua_newuserdata(L, sizeof(channel)))->worker = w;
  luaL_getmetatable(L, CHANNEL);
  lua_setmetatable(L, -2);
  for (text = text->next; text != NULL; text = text->next) lua_pushlstring(L, text->bytes, text->length);
  if (lua_pcall(L, lua_gettop(L) - 2, 0, 1) != 0) lua_error(L);
  return 0;
}

/* Calls run_program in protected mode; returns a status of Lua's. */
static int call_program(lua_State *L, worker *w)
{
#if LUA_VERSION_NUM == 501
  return lua_cpcall(L, run_program, w);
#else
  lua_pushcfunction(L, run_program);
  lua_pushlightuserdata(L, w);
  return lua_pcall(L, 1, 0, 0);
#endif
}

/* Sets the Lua state of a thread that can be interrupted; NULL: none. */
static void set_state(worker *w, lua_State *L)
{
  ab_lock_take(&w->group->lock);
  w->L = L;
  ab_lock_release(&w->group->lock);
}

/* A thread, from its begin to its end. */
static void run(void *argument)
{
  worker *w = argument;
  shared *s = w->group;
  lua_State *L = luaL_newstate();
  if (L != NULL) {
    set_state(w, L);
    if (call_program(L, w) != 0) post(L, -1, w, 1);
    set_state(w, NULL);
    lua_close(L);
  }
  ab_lock_take(&s->lock);
  w->has_ended = 1;
  ab_signal_send(&s->signal);
  leave(s);
}

/* ---- a group ---- */

/* The group at index 1, which any Lua code may close: a function reads it last, or counts as one of its users. */
static group *check_group(lua_State *L)
{
  return luaL_checkudata(L, 1, GROUP);
}

/* Whether this process was forked from the one that has the threads of a group. */
static int is_forked(const group *self)
{
  return self->process != ab_thread_process();
}

/* threads(): a new group without threads; nil if this platform has none. Its upvalue is the function of the module. */
static int new_group(lua_State *L)
{
  group *self;
  if (!AB_THREADS) {
    lua_pushnil(L);
    return 1;
  }
  self = lua_newuserdata(L, sizeof *self);
  self->core = lua_tocfunction(L, lua_upvalueindex(1));
  self->shared = NULL;
  self->process = ab_thread_process();
  self->has_told = 0;
  luaL_getmetatable(L, GROUP);
  lua_setmetatable(L, -2);
  self->shared = calloc(1, sizeof *self->shared);
  if (self->shared == NULL) luaL_error(L, "not enough memory");
  ab_lock_init(&self->shared->lock);
  ab_signal_init(&self->shared->signal);
  self->shared->users = 1;
  return 1;
}

/* Copies a function to preload for a thread: the value on top, with its name below. Returns 0 without memory. */
static int copy_preloaded(lua_State *L, worker *w)
{
  preloaded *made = calloc(1, sizeof *made);
  if (made == NULL) return 0;
  made->next = w->preload;
  w->preload = made;
  made->name = copy_text(L, -2);
  made->function = lua_tocfunction(L, -1);
  if (made->function == NULL) made->program = copy_text(L, -1);
  return made->name != NULL && (made->function != NULL || made->program != NULL);
}

/* Raises an error when the table at `index` has something else than programs and C functions, by name. */
static void check_preload(lua_State *L, int index)
{
  luaL_checktype(L, index, LUA_TTABLE);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1))
    if (lua_type(L, -2) != LUA_TSTRING || (lua_type(L, -1) != LUA_TSTRING && !lua_iscfunction(L, -1)))
      luaL_error(L, "threads:start: expected programs and C functions, got %s", luaL_typename(L, -1));
}

/* A thread for the arguments of group:start; NULL if there is not enough memory. */
static worker *new_worker(lua_State *L, const group *self)
{
  worker *w = calloc(1, sizeof *w);
  int is_whole = w != NULL, top = lua_gettop(L), i;
  if (w == NULL) return NULL;
  w->group = self->shared;
  w->core = self->core;
  for (i = 2; i <= top; i++) {
    message *text;
    if (i == 3) continue;
    text = copy_text(L, i);
    if (text == NULL)
      is_whole = 0;
    else
      put(&w->arguments, text);
  }
  for (lua_pushnil(L); lua_next(L, 3); lua_pop(L, 1)) is_whole = is_whole && copy_preloaded(L, w);
  if (is_whole) return w;
  free_worker(w);
  return NULL;
}

/* group:start(program, preload, ...) */
static int group_start(lua_State *L)
{
  int top = lua_gettop(L), i, is_started = 0;
  const group *self;
  shared *s;
  worker *w;
  for (i = 2; i <= top; i++)
    if (i != 3) check_text(L, i, "threads:start");
  check_preload(L, 3);
  self = check_group(L);
  s = self->shared;
  if (s == NULL) luaL_error(L, "threads:start: the threads are closed");
  if (is_forked(self)) luaL_error(L, "threads:start: %s", FORKED);
  w = s->count < AB_THREADS_MAX ? new_worker(L, self) : NULL;
  if (w != NULL) {
    ab_thread_keep_library(""); /* the text lies in this library */
    ab_lock_take(&s->lock);
    w->number = s->count + 1;
    is_started = ab_thread_start(&w->thread, run, w);
    if (is_started) {
      s->workers[s->count++] = w;
      s->users++;
    }
    ab_lock_release(&s->lock);
    if (!is_started) free_worker(w);
  }
  if (is_started)
    lua_pushinteger(L, w->number);
  else
    lua_pushnil(L);
  return 1;
}

/* group:send(number, text) */
static int group_send(lua_State *L)
{
  lua_Number number = luaL_checknumber(L, 2);
  const group *self;
  shared *s;
  message *sent;
  check_text(L, 3, "threads:send");
  self = check_group(L);
  s = self->shared;
  if (s == NULL || is_forked(self)) return 0;
  luaL_argcheck(L, number >= 1 && number <= s->count, 2, "no such thread");
  sent = copy_text(L, 3);
  if (sent == NULL) luaL_error(L, "not enough memory");
  ab_lock_take(&s->lock);
  put(&s->workers[(int)number - 1]->inbox, sent);
  ab_signal_send(&s->signal);
  ab_lock_release(&s->lock);
  return 0;
}

/* Whether all threads have ended. The caller has the lock. */
static int have_ended(const shared *s)
{
  int i;
  for (i = 0; i < s->count; i++)
    if (!s->workers[i]->has_ended) return 0;
  return 1;
}

/* group:receive(seconds, last). In a forked process every other call returns an error. */
static int group_receive(lua_State *L)
{
  double until = moment_after(seconds_at(L, 2));
  uint64_t last = (uint64_t)luaL_optnumber(L, 3, 0);
  message *first;
  group *self;
  shared *s;
  int status;
  lua_settop(L, 3);
  lua_pushcfunction(L, copy_message);
  lua_pushlightuserdata(L, (void *)&first);
  self = check_group(L);
  s = self->shared;
  if (s == NULL) return 0;
  if (is_forked(self)) {
    self->has_told = !self->has_told;
    if (!self->has_told) return 0;
    lua_pushinteger(L, 1);
    lua_pushliteral(L, FORKED);
    lua_pushboolean(L, 1);
    lua_pushinteger(L, (lua_Integer)last);
    return 4;
  }
  ab_lock_take(&s->lock);
  s->users++;
  forget(&s->outbox, last);
  while (s->outbox.first == NULL && !have_ended(s) && wait_until(s, until)) continue;
  first = s->outbox.first;
  if (first == NULL) {
    leave(s);
    return 0;
  }
  first->users++;
  ab_lock_release(&s->lock);
  status = lua_pcall(L, 1, 1, 0);
  lua_pushinteger(L, first->number);
  lua_insert(L, -2);
  lua_pushboolean(L, first->is_error);
  compat_pushcount(L, first->serial);
  ab_lock_take(&s->lock);
  release(first);
  leave(s);
  if (status == LUA_OK) return 4;
  lua_settop(L, -3);
  return lua_error(L);
}

/* The hook of a program that does not end: raises an error wherever it is. */
static void interrupt(lua_State *L, lua_Debug *event)
{
  (void)event;
  luaL_error(L, "the thread was ended");
}

/* Waits until all threads have ended, or until a moment of the clock. The caller has the lock. */
static void wait_for_end(shared *s, double until)
{
  while (!have_ended(s) && wait_until(s, until)) continue;
}

/* Ends all threads, as threads.h says. They have `seconds` to end by themselves. */
static void close_group(group *self, double seconds)
{
  shared *s = self->shared;
  int i;
  if (s == NULL) return;
  self->shared = NULL;
  if (is_forked(self)) return;
  ab_lock_take(&s->lock);
  s->is_closed = 1;
  ab_signal_send(&s->signal);
  wait_for_end(s, moment_after(seconds));
  if (!have_ended(s)) {
    for (i = 0; i < s->count; i++)
      if (s->workers[i]->L != NULL)
        lua_sethook(s->workers[i]->L, interrupt, LUA_MASKCALL | LUA_MASKRET | LUA_MASKCOUNT, 1);
    wait_for_end(s, moment_after(PATIENCE_WITH_HOOK));
  }
  for (i = 0; i < s->count; i++) {
    worker *w = s->workers[i];
    ab_thread thread = w->thread;
    int has_ended = w->has_ended;
    ab_lock_release(&s->lock);
    if (has_ended)
      ab_thread_join(&thread);
    else
      ab_thread_detach(&thread);
    ab_lock_take(&s->lock);
  }
  leave(s);
}

/* group:close(seconds) */
static int group_close(lua_State *L)
{
  group *self = check_group(L);
  close_group(self, lua_isnoneornil(L, 2) ? PATIENCE : (double)luaL_checknumber(L, 2));
  return 0;
}

/* clock(): seconds since some fixed moment, the same for all states of the process. */
static int get_clock(lua_State *L)
{
  lua_pushnumber(L, (lua_Number)ab_clock_now());
  return 1;
}

/* processors(): how many threads the machine can run at once. */
static int count_processors(lua_State *L)
{
  lua_pushinteger(L, ab_thread_processors());
  return 1;
}

/* Makes the metatables of groups and channels, once for each Lua state. */
static void make_metatables(lua_State *L)
{
  static const luaL_Reg group_metamethods[] = {{"__gc", group_close}, {NULL, NULL}}, none[] = {{NULL, NULL}};
  static const luaL_Reg of_group[] = {{"start", group_start},
                                      {"send", group_send},
                                      {"receive", group_receive},
                                      {"close", group_close},
                                      {NULL, NULL}};
  static const luaL_Reg of_channel[] = {{"receive", channel_receive}, {"send", channel_send}, {NULL, NULL}};
  if (ab_class_new(L, GROUP, group_metamethods, of_group)) lua_setfield(L, LUA_REGISTRYINDEX, GROUP);
  if (ab_class_new(L, CHANNEL, none, of_channel)) lua_setfield(L, LUA_REGISTRYINDEX, CHANNEL);
}

void ab_threads_register(lua_State *L, lua_CFunction core)
{
  static const luaL_Reg functions[] = {{"clock", get_clock}, {"processors", count_processors}, {NULL, NULL}};
  make_metatables(L);
  compat_setfunctions(L, functions);
  lua_pushcfunction(L, core);
  lua_pushcclosure(L, new_group, 1);
  lua_setfield(L, -2, "threads");
}
