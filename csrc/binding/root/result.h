/* result.h: the results of a search, for Lua. */
#ifndef ALPHABETA_RESULT_H
#define ALPHABETA_RESULT_H

#include "../base/search.h"

/* The value of `info.engine` and the module's `_ENGINE`. The engine in Lua has "Lua". */
#define AB_ENGINE_NAME "C"

/* Pushes the table `info`, which has no reason while the search goes on. */
AB_FUNC void ab_result_push_info(lua_State *L, const ab_search *search);

/* Pushes the results for the user: best, value and info. Returns their number. */
AB_FUNC int ab_result_push(lua_State *L, const ab_search *search);

#endif
