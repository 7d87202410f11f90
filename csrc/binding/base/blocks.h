/*
 * blocks.h: memory that a searcher does not need.
 *
 * The transposition table grows while a search runs, and keeps its size if there is no more memory. So its blocks come
 * from an allocator that never raises an error. They are userdata without finalizers, in the searcher's table of
 * blocks, by their address. Lua counts them, collects them with the searcher and cannot leak them.
 */
#ifndef ALPHABETA_BLOCKS_H
#define ALPHABETA_BLOCKS_H

#include <lua.h>

#include "../../system/memory.h"

/* Prepares this Lua state for ab_blocks_memory. */
AB_FUNC void ab_blocks_register(lua_State *L);

/*
 * Blocks of the searcher that is at index 1 of the stack, which has 5 free slots. A block cannot be resized. Making one
 * may collect garbage, and so run any finalizer.
 */
AB_FUNC ab_memory ab_blocks_memory(lua_State *L);

#endif
