#include "assistants.h"

#include <lauxlib.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "../../system/thread.h"
#include "../../table/table_registry.h"
#include "../base/class.h"
#include "../base/compat.h"
#include "../driver/native.h"

#define ASSISTANTS "alphabeta.assistants"

/* Nodes after which an assistant looks whether it is to stop. */
#define SLICE 1024

/* One of them. Only `stop` is written while its thread runs. */
typedef struct assistant {
  ab_search search;
  ab_table table; /* that of the search, which uses `shared` */
  ab_shared_table *shared;
  ab_past *past; /* the positions before the root */
  void *root;
  ab_thread thread;
  ab_word stop; /* not 0: it is to end */
} assistant;

typedef struct assistants {
  int count;
  assistant *list[];
} assistants;

/* Gives back what an assistant has, whose thread does not run. */
static void free_assistant(assistant *own)
{
  ab_memory memory = ab_native_memory();
  ab_engine_free(&own->search.engine, &memory);
  ab_native_free(&own->search.native, &memory);
  if (own->shared != NULL) ab_table_registry_close(own->shared);
  free(own->past);
  free(own->root);
  free(own);
}

/* Searches until the search ends, or until it is to stop. */
static void run_search(assistant *own)
{
  ab_search *search = &own->search;
  ab_engine *engine = &search->engine;
  ab_memory memory = ab_native_memory();
  if (!ab_engine_grow(engine, &memory)) return;
  ab_native_grow(NULL, search, ab_engine_room(engine));
  ab_native_copy(&search->native.rules, search->native.states, own->root);
  do ab_engine_pause_at(engine, ab_engine_counters(engine)->nodes + SLICE);
  while (ab_word_load(&own->stop) == 0 && !ab_native_run(NULL, search));
}

/* A thread, from its begin to its end. */
static void run(void *argument)
{
  assistant *own = argument;
  jmp_buf escape;
  own->search.native.escape = &escape;
  if (setjmp(escape) == 0) run_search(own);
}

/* The memory that an assistant copies `bytes` to; NULL where there is nothing to copy, or not enough memory. */
static void *copy_of(const void *from, size_t bytes)
{
  void *to = bytes > 0 ? malloc(bytes) : NULL;
  return to != NULL ? memcpy(to, from, bytes) : NULL;
}

/* Gives an assistant what it needs of the search. Returns 0 where there is not enough memory. */
static int prepare(assistant *own, const ab_search *search, const void *state)
{
  ab_task task = *ab_engine_task(&search->engine);
  char name[AB_TABLE_NAME_BYTES];
  ab_engine_init(&own->search.engine);
  ab_table_init(&own->table);
  ab_table_registry_name(ab_table_shared(task.table), name);
  own->shared = ab_table_registry_open(name);
  own->root = calloc(1, ab_native_aligned(search->native.rules.state_size));
  own->past = copy_of(task.repetition.past, task.repetition.past_count * sizeof *task.repetition.past);
  if (own->shared == NULL || own->root == NULL || (own->past == NULL && task.repetition.past_count > 0))
    return 0;
  ab_native_copy(&search->native.rules, own->root, state);
  ab_table_share(&own->table, &own->shared);
  ab_table_set_number(&own->table, ab_table_number(task.table));
  task.table = &own->table;
  task.repetition.past = own->past;
  task.budget.nodes = UINT64_MAX;
  task.budget.time = task.budget.think = HUGE_VAL;
  task.root.multipv = 0;
  task.root.lists_ties = task.root.answers_forced = task.budget.hold_in_first_iteration = 0;
  ab_native_share(&own->search.native, &search->native);
  own->search.game = search->game;
  own->search.keys.view_key = search->keys.view_key;
  own->search.progress.is_sliced = 1;
  ab_engine_start(&own->search.engine, &task);
  return 1;
}

/* Whether a search can have assistants. */
static int may_have(const ab_search *search)
{
  const ab_table *table = ab_engine_task(&search->engine)->table;
  return AB_THREADS && search->native.is_on && search->native.rules.chances == NULL && table != NULL &&
         ab_table_shared(table) != NULL;
}

void ab_assistants_start(lua_State *L, const ab_search *search, const void *state, int count)
{
  assistants *self;
  if (!may_have(search)) {
    lua_pushnil(L);
    return;
  }
  self = lua_newuserdata(L, sizeof *self + (size_t)count * sizeof *self->list);
  self->count = 0;
  luaL_getmetatable(L, ASSISTANTS);
  lua_setmetatable(L, -2);
  ab_thread_keep_library(""); /* the text lies in this library */
  while (self->count < count) {
    assistant *own = calloc(1, sizeof *own);
    if (own == NULL) return;
    if (!prepare(own, search, state) || !ab_thread_start(&own->thread, run, own)) {
      free_assistant(own);
      return;
    }
    self->list[self->count++] = own;
  }
}

/* assistants:stop() */
static int stop(lua_State *L)
{
  assistants *self = luaL_checkudata(L, 1, ASSISTANTS);
  uint64_t sums[4] = {0, 0, 0, 0};
  int i;
  for (i = 0; i < self->count; i++) ab_word_store(&self->list[i]->stop, 1);
  for (i = 0; i < self->count; i++) {
    const ab_counters *counters = ab_engine_counters(&self->list[i]->search.engine);
    ab_thread_join(&self->list[i]->thread);
    sums[0] += counters->nodes;
    sums[1] += counters->evaluations;
    sums[2] += counters->cutoffs;
    sums[3] += counters->table_hits;
    free_assistant(self->list[i]);
  }
  self->count = 0;
  for (i = 0; i < 4; i++) compat_pushcount(L, sums[i]);
  return 4;
}

void ab_assistants_register(lua_State *L)
{
  static const luaL_Reg metamethods[] = {{"__gc", stop}, {NULL, NULL}};
  static const luaL_Reg methods[] = {{"stop", stop}, {NULL, NULL}};
  if (ab_class_new(L, ASSISTANTS, metamethods, methods)) lua_setfield(L, LUA_REGISTRYINDEX, ASSISTANTS);
}
