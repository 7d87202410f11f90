/* events.h: the events of a traced search, as Lua sees them. */
#ifndef ALPHABETA_EVENTS_H
#define ALPHABETA_EVENTS_H

#include "../base/search.h"

/* Pushes the call trace(event), like the functions of calls.h. */
AB_FUNC int ab_events_call(lua_State *L, ab_search *search, const ab_event *event);

#endif
