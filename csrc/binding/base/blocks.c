/* blocks.c: see blocks.h. */

#include "blocks.h"

#include "compat.h"
#include "search.h"

/* Its address is the registry's key of the function that makes a block. */
static const char maker = 0;

/* The arguments of that function, and its result. */
typedef struct request {
  size_t bytes;
  void *block;
} request;

/* Makes a block and puts it into the table at index 1. At index 2 is the address of the request. */
static int make_block(lua_State *L)
{
  request *wanted = lua_touserdata(L, 2);
  void *block = lua_newuserdata(L, wanted->bytes);
  lua_pushlightuserdata(L, block);
  lua_insert(L, -2);
  lua_rawset(L, 1);
  wanted->block = block;
  return 0;
}

void ab_blocks_register(lua_State *L)
{
  lua_pushlightuserdata(L, (void *)&maker);
  lua_pushcfunction(L, make_block);
  lua_rawset(L, LUA_REGISTRYINDEX);
}

/* An ab_allocate that makes and releases blocks. Returns NULL if there is not enough memory. */
static void *allocate(void *context, void *block, size_t old_size, size_t new_size)
{
  lua_State *L = context;
  request wanted = {0, NULL};
  (void)old_size;
  ab_search_push_blocks(L);
  if (new_size > 0) {
    wanted.bytes = new_size;
    lua_pushlightuserdata(L, (void *)&maker);
    lua_rawget(L, LUA_REGISTRYINDEX);
    lua_pushvalue(L, -2);
    lua_pushlightuserdata(L, &wanted);
    if (lua_pcall(L, 2, 0, 0) != LUA_OK) lua_pop(L, 1);
  } else if (block != NULL) {
    lua_pushlightuserdata(L, block);
    lua_pushnil(L);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
  return wanted.block;
}

ab_memory ab_blocks_memory(lua_State *L)
{
  ab_memory memory;
  memory.allocate = allocate;
  memory.context = L;
  return memory;
}
