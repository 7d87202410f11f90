/*
 * driver.h: runs a search, or a slice of it: begins it, stops it, and restores the state.
 *
 * What the engine needs meanwhile of the game, it gets from its host: rules in Lua (rules.c), or in C (native.c).
 */
#ifndef ALPHABETA_DRIVER_H
#define ALPHABETA_DRIVER_H

#include "../base/search.h"

/* Makes the state of a searcher that owns no memory yet. */
AB_FUNC void ab_driver_init(ab_search *search);

/* Clears what the engine learned in earlier searches, and their results. Not during a search. */
AB_FUNC void ab_driver_forget(lua_State *L, ab_search *search);

/* Gives all memory back. Not during a search. */
AB_FUNC void ab_driver_free(lua_State *L, ab_search *search);

/* A search that is about to begin. */
typedef struct ab_beginning {
  ab_kind kind;
  ab_task task;         /* without what lies before the root */
  ab_uct_task playouts; /* if it goes by playouts: without the number of the search */
  ab_game game;         /* the features of the game whose functions are on the stack */
  ab_choice choice;
  const alphabeta_rules *rules; /* if the game has rules in C; otherwise NULL */
  int is_by_depth;              /* whether it is a probe before a search that only a depth limits */
  int is_sliced;                /* whether the search goes by slices */
} ab_beginning;

/*
 * Begins a search. The stack has exactly the searcher, the state, the plan (dropped), the past, the game's functions,
 * `on_iteration`, `trace`, `max_player`, the value of AB_SLOT_ROOT_MOVES, and the plan. Pushes the arguments of
 * ab_driver_run above them. Calls no function of the game. If it raises an error, the searcher is as it was.
 */
AB_FUNC void ab_driver_begin(lua_State *L, ab_search *search, const ab_beginning *what);

/* Begins a slice of `seconds` and `nodes`. The stack has exactly the searcher. Pushes what ab_driver_begin does. */
AB_FUNC void ab_driver_begin_slice(lua_State *L, ab_search *search, double seconds, uint64_t nodes);

/*
 * Runs until the search or the slice has ended. A slice calls the game at least once. The stack is as it was pushed,
 * with AB_STACK slots in all. The searcher is busy from the first step on, before anything that could run other code.
 * Call it last in a C function that Lua calls. Returns the results of that function (best, value, info; of a slice,
 * whether the search has ended), or raises the error that ended the search. In either case the state is as it was.
 */
AB_FUNC int ab_driver_run(lua_State *L, ab_search *search);

/*
 * Whether the search that has ended was a probe, after which another search is due: by the plan that the function
 * `proceed` of its plan returns. The search that is begun next is then to have `search->progress.is_followed`.
 */
AB_FUNC int ab_driver_is_followed(const ab_search *search);

/*
 * Ends the search, if there is one: at once if it has paused. If a callback calls this, the search ends before the next
 * node or successor. The stack has exactly the searcher.
 */
AB_FUNC int ab_driver_stop(lua_State *L, ab_search *search);

/* Pushes the result so far of a search in slices: best, value and info, or nil. The stack is as for the above. */
AB_FUNC int ab_driver_best(lua_State *L, const ab_search *search);

/* Runs a search or a slice in a protected call, with the slots on the stack. Returns the results: see rules.c. */
AB_FUNC int ab_rules_run(lua_State *L);

#endif
