/*
 * techniques.h: the names of what was in effect in a search, for `info.techniques`.
 */
#ifndef ALPHABETA_TECHNIQUES_H
#define ALPHABETA_TECHNIQUES_H

#include "../base/search.h"

/*
 * Pushes an array of the names of the techniques that the search uses: its algorithm first, the others in the order of
 * the list in techniques.c. What is named after an option is switched by that option.
 */
AB_FUNC void ab_techniques_push(lua_State *L, const ab_search *search);

#endif
