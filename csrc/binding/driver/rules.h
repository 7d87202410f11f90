/*
 * rules.h: calls of rules in Lua, for the hosts of alpha-beta (rules.c) and of playouts (playouts.c).
 */
#ifndef ALPHABETA_RULES_H
#define ALPHABETA_RULES_H

#include "../../engine/engine.h"
#include "report.h"

/* Calls the function on the stack, which ab_call_... has pushed. */
static inline void ab_rules_call(const ab_rules *own, int arguments, int results)
{
  ab_search *search = own->search;
  lua_call(own->L, arguments, results);
  search->call.running = AB_NO_CALLBACK;
  ab_watch_count(search);
}

/* The host of alpha-beta; `event` is for a traced search. */
AB_FUNC const ab_host ab_rules_host;

/* The host of playouts, beside the functions of playouts.c. */
AB_FUNC const ab_host ab_rules_host_of_playouts;

/* Unmakes the last move, or takes back a pass. */
AB_FUNC void ab_rules_unmake(const ab_rules *own);

/* Asks who moves in AB_SLOT_STATE. */
AB_FUNC uint32_t ab_rules_player(const ab_rules *own);

/* Lists the successors of the current node: see engine/host.h. */
AB_FUNC ab_successors ab_rules_successors(const ab_rules *own);

/* The value of the current node. */
AB_FUNC double ab_rules_value(const ab_rules *own, ab_leaf leaf);

/* Whether the game is over at the current node, whose successors are not listed. */
AB_FUNC int ab_rules_is_finished(const ab_rules *own);

#endif
