/*
 * result.h: what a search gives back to Lua.
 */
#ifndef ALPHABETA_RESULT_H
#define ALPHABETA_RESULT_H

#include "../base/search.h"

/* What `info.engine` and the module's `_ENGINE` say: the engine in Lua says "Lua". */
#define AB_ENGINE_NAME "C"

/* Pushes the table `info`, which has no reason while the search goes on. */
AB_FUNC void ab_result_push_info(lua_State *L, const ab_search *search);

/* Pushes what the user gets: best, value and info; returns how many values that is. */
AB_FUNC int ab_result_push(lua_State *L, const ab_search *search);

#endif
