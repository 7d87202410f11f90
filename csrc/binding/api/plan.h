/*
 * plan.h: the plan of a search, from lua/alphabeta/front.
 *
 * The front, in Lua for both engines, reads and checks the options and the game's functions. It returns a plan, a
 * table, see lua/alphabeta/front/plan.lua. Here the plan becomes the arguments of the driver.
 */
#ifndef ALPHABETA_PLAN_H
#define ALPHABETA_PLAN_H

#include "../driver/driver.h"

/* A plan as C has it. All is 0 at first. */
typedef struct ab_plan {
  const void *kept;  /* the plan in Lua, if the front keeps it for later searches: see AB_KEPT_PLAN */
  ab_beginning what; /* the task is without a table */
  int uses_table;    /* whether there is a transposition table, */
  int has_room;      /* and room for any entry in it */
  int shares_table; /* whether the option `table` gives a shared table: it is the field `table` of the plan */
  size_t table_bytes; /* else what the searcher's own may take */
  uint64_t settings;  /* what the values in the table mean */
} ab_plan;

/* Reads the plan on top, unless it was kept, and sets up the stack for ab_driver_begin. Does not call Lua code. */
AB_FUNC void ab_plan_take(lua_State *L, ab_plan *plan);

/* The meaning of a table's values, as a number: pops an array of settings. Files have it. */
AB_FUNC uint64_t ab_plan_settings(lua_State *L);

/* Pushes the functions of this engine for the front: see lua/alphabeta/front/option_table.lua. */
AB_FUNC void ab_plan_push_engine(lua_State *L);

#endif
