#include "search.h"

#include <stdarg.h>
#include <string.h>

#include "compat.h"
#include "message.h"

/* Bytes of the largest userdata; beyond, Lua says that it is too large and not that there is not enough memory. */
#if LUA_VERSION_NUM == 501
#define BLOCK_MAX ((size_t)0x7FFF0000)
#else
#define BLOCK_MAX (SIZE_MAX / 4)
#endif

void ab_search_reject_size(lua_State *L)
{
  lua_pushliteral(L, "not enough memory");
  lua_error(L);
}

void ab_search_push_kept(lua_State *L, int field)
{
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_rawgeti(L, -1, field);
  lua_replace(L, -2);
}

void ab_search_keep(lua_State *L, int field)
{
  compat_getuservalue(L, AB_SLOT_SEARCHER);
  lua_insert(L, -2);
  lua_rawseti(L, -2, field);
  lua_pop(L, 1);
}

/*
 * An ab_allocate whose blocks are userdata, in the searcher's table of blocks by their address. Lua sees them, and
 * collects them with the searcher without a finalizer, so they cannot leak. If there is not enough memory it raises
 * Lua's error, and the block is as it was.
 */
static void *allocate(void *context, void *block, size_t old_size, size_t new_size)
{
  lua_State *L = context;
  void *fresh = NULL;
  ab_search_push_kept(L, AB_KEPT_BLOCKS);
  if (new_size > BLOCK_MAX) ab_search_reject_size(L);
  if (new_size > 0) {
    fresh = lua_newuserdata(L, new_size);
    if (block != NULL) memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    lua_pushlightuserdata(L, fresh);
    lua_insert(L, -2);
    lua_rawset(L, -3);
  }
  if (block != NULL) {
    lua_pushlightuserdata(L, block);
    lua_pushnil(L);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
  return fresh;
}

ab_memory ab_search_memory(lua_State *L)
{
  ab_memory memory;
  memory.allocate = allocate;
  memory.context = L;
  return memory;
}

/* Its address is where the registry has make_block. */
static const char maker = 0;

/* What is wanted of make_block, and what it made. */
typedef struct request {
  size_t bytes;
  void *block;
} request;

/* Makes a block of the searcher at index 1. At index 2 is the address of the request. */
static int make_block(lua_State *L)
{
  request *wanted = lua_touserdata(L, 2);
  wanted->block = allocate(L, NULL, 0, wanted->bytes);
  return 0;
}

void ab_search_register(lua_State *L)
{
  lua_pushlightuserdata(L, (void *)&maker);
  lua_pushcfunction(L, make_block);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/* An ab_allocate that makes blocks and gives them up. Returns NULL where there is not enough memory for one. */
static void *allocate_if_possible(void *context, void *block, size_t old_size, size_t new_size)
{
  lua_State *L = context;
  request wanted = {new_size, NULL};
  if (new_size == 0) return allocate(L, block, old_size, 0);
  lua_pushlightuserdata(L, (void *)&maker);
  lua_rawget(L, LUA_REGISTRYINDEX);
  lua_pushvalue(L, AB_SLOT_SEARCHER);
  lua_pushlightuserdata(L, &wanted);
  if (lua_pcall(L, 2, 0, 0) != LUA_OK) lua_pop(L, 1);
  return wanted.block;
}

ab_memory ab_search_blocks(lua_State *L)
{
  ab_memory memory = {allocate_if_possible, NULL};
  memory.context = L;
  return memory;
}

void *ab_search_grow(lua_State *L, void *array, size_t *capacity, size_t needed, size_t element)
{
  ab_memory memory = ab_search_memory(L);
  void *grown = ab_memory_grow(&memory, array, capacity, needed, element);
  if (grown == NULL && needed > 0) ab_search_reject_size(L);
  return grown;
}

/* The name of a function of the game, in the array below. */
#define NAME(constant, name) #name,

const char *ab_callback_name(ab_callback callback)
{
  static const char *const names[AB_NO_CALLBACK] = {AB_EACH_FUNCTION(NAME) "iterator", "on_iteration",
                                                    "level", "trace"};
  return names[callback];
}

int32_t ab_search_ply(const ab_search *search)
{
  int32_t current = ab_engine_ply(&search->engine), ply = current;
  if (search->path.phase != AB_SEARCHING)
    ply = search->path.made;
  else if (search->call.is_leaf)
    ply++;
  if (ply <= current) return ab_engine_decisions(&search->engine, ply);
  return ab_engine_decisions(&search->engine, current) + ply - current;
}

void ab_search_reject(lua_State *L, ab_search *search, ab_callback callback, const char *format, ...)
{
  va_list arguments;
  if (search->native.escape != NULL) longjmp(*search->native.escape, 1);
  search->call.running = AB_NO_CALLBACK;
  va_start(arguments, format);
  lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  ab_message_raise(L, "alphabeta: callback '%s' at ply %d: %s", ab_callback_name(callback),
                   (int)ab_search_ply(search), lua_tostring(L, -1));
}

ab_callback ab_search_full_list_callback(const ab_search *search)
{
  return search->game.style == AB_BY_STATES ? AB_CHILDREN : AB_MOVES;
}

ab_callback ab_search_list_callback_at(const ab_search *search, int32_t ply)
{
  return ab_engine_is_quiescence(&search->engine, ply) ? AB_NOISY : ab_search_full_list_callback(search);
}

ab_callback ab_search_list_callback(const ab_search *search)
{
  return ab_search_list_callback_at(search, ab_engine_ply(&search->engine));
}
