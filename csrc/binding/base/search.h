/*
 * search.h: the state of a search, which all files of the binding share.
 *
 * A search runs inside one C function called by Lua, on a stack whose first slots have fixed meanings. All Lua values
 * of a search are in these slots or in tables there. So they are anchored as long as the search lasts, and released when
 * it ends. One struct, ab_search, has everything that C must know. It counts the moves that are really made. However
 * the search ends, they are unmade before control leaves.
 */
#ifndef ALPHABETA_SEARCH_H
#define ALPHABETA_SEARCH_H

#include <lua.h>
#include <setjmp.h>

#include "../../engine/engine.h"
#include "../../native/alphabeta.h"
#include "../../uct/uct.h"
#include "function_rows.h"
#include "path.h"

/* A constant of the enumeration below, and a field of the struct below. */
#define AB_GAME_CALLBACK(constant, name) AB_##constant,
#define AB_GAME_HAS(constant, name) int has_##name;

/* The functions that a game may have, in the order of the slots from AB_SLOT_CALLBACKS on. */
typedef enum ab_callback {
  AB_EACH_FUNCTION(AB_GAME_CALLBACK) AB_CALLBACKS, /* how many there are */
  AB_ITERATOR = AB_CALLBACKS, /* the function that `moves` or `children` returned, which gives successors */
  AB_ON_ITERATION,            /* not the game's, but an option */
  AB_LEVEL,                   /* an option, too */
  AB_TRACE,                   /* an option, too */
  AB_NO_CALLBACK
} ab_callback;

/* How a game describes the successors of a state. */
typedef enum ab_style {
  AB_IN_PLACE, /* moves, make, unmake: one state that changes */
  AB_COPYING,  /* moves, play: a new state for each move */
  AB_BY_STATES /* children: the states themselves */
} ab_style;

/* What the game of a search offers: lua/alphabeta/front/rules.lua looks its functions up. */
typedef struct ab_game {
  ab_style style;
  /* whether it has each of the functions of rows/functions.lua: has_player and so on */
  AB_EACH_FUNCTION(AB_GAME_HAS)
  int hashes_content; /* whether keys are made from the fields of states, in place of the game's: see content.h */
  /* whether an unfinished state without `evaluate` is worth its mobility: see driver/answers.h */
  int mobility;
  int current_result;   /* whether `evaluate` is made of `result`: see lua/alphabeta/front/current.lua */
  double neutral_value; /* the value of a state that is not over, without `evaluate` */
} ab_game;

/*
 * The slots of the stack while a search runs. The tables are arrays with an element for each ply, the root's at 1.
 *
 * The state of the last node has a slot of its own, because most nodes are leaves and left at once. It is stored in a
 * table only if the node has successors. A state that is changed in place never leaves the slot. Values for unmaking
 * are only in tables, which outlive the loop when an error ends it.
 */
enum ab_slot {
  AB_SLOT_SEARCHER = 1, /* the userdata that the driver is part of */
  AB_SLOT_STATE,        /* the state of the node last entered */
  AB_SLOT_ROOT_PLAYER,  /* the plan, until it has been read; then the root's player */
  AB_SLOT_PAST,         /* array: keys of positions before the root, or states; or nil */
  AB_SLOT_CALLBACKS,    /* the game's functions, by ab_callback */
  AB_SLOT_ON_ITERATION = AB_SLOT_CALLBACKS + AB_CALLBACKS, /* the option `on_iteration`, or nil */
  AB_SLOT_TRACE,                                           /* the option `trace`, or nil */
  AB_SLOT_MAX_PLAYER,     /* the option `max_player` with view 'player', or nil */
  AB_SLOT_ROOT_MOVES,     /* table: what concerns the root's moves, see result.h; or nil */
  AB_SLOT_PLAN,           /* table: see lua/alphabeta/front/plan.lua */
  AB_SLOT_LIST,           /* the array of successors last used */
  AB_SLOT_STATES,         /* table: states, when `play` makes them */
  AB_SLOT_LISTS,          /* table: arrays of successors */
  AB_SLOT_FILLED,         /* table: arrays that `moves` may fill, see successors.h */
  AB_SLOT_FOUND_MOVES,    /* table: arrays of successors that were found by their move id */
  AB_SLOT_ITERATORS,      /* table: functions that give more of them */
  AB_SLOT_MOVES,          /* table: moves (or successors) that led to the ply */
  AB_SLOT_UNDOS,          /* table: what `make` returned for them, see driver/calls.h */
  AB_SLOT_MOVES_BY_ID,    /* table: moves, or results of `move_id`, by their move id */
  AB_SLOT_PLAYER_INDEXES, /* array: players by their index from 1, see payoff.h */
  AB_SLOT_LINES,          /* table of tables: best lines, last move first */
  AB_SLOT_BEST,           /* the root's line in the last completed iteration, last move first */
  AB_SLOT_PARTS,          /* table: what else a search has in Lua, AB_PART_... */
  AB_SLOT_TREE,    /* table: what the tree of playouts has in Lua, AB_TREE_...; nil in other searches */
  AB_SLOT_PLAYERS, /* the players that are neither text nor number: see identity.h */
  AB_SLOT_ZOBRIST, /* the metatable of Zobrist keys */
  AB_SLOT_ROOT,    /* the root's state */
  AB_SLOT_SESSION, /* table: the slots, by number; see below */
  AB_SLOTS = AB_SLOT_SESSION,
  AB_FIRST_ROOM = 16, /* for how many plies the tables have room at first: as many as the engine */
  /* Stack space for a search or a slice: the slots, their copies for the protected call, and the values between and
     after them. */
  AB_STACK = 2 * AB_SLOTS + LUA_MINSTACK
};

/* The fields of the table in AB_SLOT_PARTS, which are nil until they are first wanted. */
enum ab_part {
  AB_PART_ASIDE = 1, /* an alpha-beta search beside the playouts: see lua/alphabeta/playouts/aside.lua */
  AB_PART_LINE,      /* array: the line that it has found */
  AB_PART_DEALS,     /* alpha-beta searches of deals: see lua/alphabeta/deals/sum.lua */
  AB_PART_KEYS,  /* table: by the move ids of the root's moves, the number of the last deal that had them */
  AB_PART_RANDOM /* the function of random numbers for `deal` */
};

/* The fields of the table in AB_SLOT_TREE: see driver/kept.h. */
enum ab_tree_field {
  AB_TREE_LISTS = 1, /* table: lists of successors, by the number of the node from 1 */
  AB_TREE_CHANCES,   /* table: the probabilities of outcomes */
  AB_TREE_NAMES,     /* table: moves that lead to nodes of hidden hands */
  AB_TREE_PLAYERS,   /* array: players by their index from 1 */
  AB_TREE_NUMBER_OF, /* the function that numbers states; nil until it is first wanted */
  AB_TREE_FIELDS = AB_TREE_NUMBER_OF
};

/*
 * The fields of a searcher's own table, beside the memory of its driver: its options as lua/alphabeta/front has them
 * (with the game), the table of players, the session of the last search, the shared transposition table, the plan whose
 * numbers C keeps, the table of its tree of playouts if it has one, and the table of its blocks of memory. All are made
 * room for at once and are in a table's array: if there is no memory for a table to grow, Lua 5.1 loses fields of it.
 *
 * A session is a table with the values of all slots except the searcher's and its own. A search in slices leaves the
 * stack at each pause, and the session brings it back.
 */
enum {
  AB_KEPT_OPTIONS = 1,
  AB_KEPT_PLAYERS,
  AB_KEPT_SESSION,
  AB_KEPT_TABLE,
  AB_KEPT_PLAN,
  AB_KEPT_TREE,
  AB_KEPT_BLOCKS
};

/* One ply of the path, if the rules of the game are in C. */
typedef struct ab_native_ply {
  size_t first;    /* index of its first move in `moves` */
  uint32_t count;  /* how many it has */
  uint32_t child;  /* the one that was entered, from 0 */
  int is_chance;   /* whether they are outcomes */
  int64_t *line;   /* the best line from here, last move first */
  size_t capacity; /* of `line` */
  uint32_t length; /* moves in `line` */
} ab_native_ply;

/*
 * A search of rules in C, see driver/native.h. It works on copies. So the user's state never changes, and needs no
 * restoring. If moves are taken back there is one state, and `stride` is 0. Otherwise each ply has its own.
 */
typedef struct ab_native {
  alphabeta_rules rules; /* the functions that the game has */
  int is_on;             /* whether the current search is of such rules */
  int32_t me;            /* who moves at the root; 0 without `player` */
  double max_player;     /* the option `max_player`, with view 'player'; else NaN */
  char *states, *undos;
  size_t states_size, undos_size;
  size_t stride, undo_stride; /* bytes from one ply's to the next one's */
  int64_t *moves;             /* those of all plies of the path, one list after another */
  size_t moves_capacity;
  ab_native_ply *plies;
  size_t plies_capacity;
  jmp_buf *escape;                  /* where a search without Lua ends by an error; NULL: Lua raises it */
  int32_t players[AB_MAXN_PLAYERS]; /* of the tree of playouts, in the order in which they were met */
  uint32_t player_count;
  int64_t *kept_moves; /* of lists that are kept for nodes of the tree: see ab_kept */
  double *kept_chances;
  size_t kept_moves_capacity, kept_chances_capacity, kept_count;
} ab_native;

/* The list of successors that is kept for a node of the tree of playouts: see driver/kept.h. */
typedef struct ab_kept {
  uint32_t count;   /* of successors; 0: none is kept */
  uint32_t listed;  /* the number of the search that last listed them */
  char is_chance;   /* whether they are outcomes */
  char has_objects; /* whether moves refer to objects of the state, so it must be listed at each visit */
  size_t first;     /* rules in C: the index of the first in `moves` of ab_native_lists */
} ab_kept;

/* In place of a level: the user's function chooses the move. */
#define AB_LEVEL_BY_FUNCTION (-1)

/* The user's options for the choice of the move, which lua/alphabeta/root/choice.lua makes. */
typedef struct ab_choice {
  uint64_t seed;
  int draws_tie;      /* whether one of the equally best is chosen at random */
  int level;          /* from 1 on, AB_LEVEL_BY_FUNCTION, or 0 for none */
  double temperature; /* of the choice of a level, or 0 for none */
} ab_choice;

/* What keys of positions are made of. driver/answers.c writes it, and driver/native.c for rules in C. */
typedef struct ab_keys {
  uint64_t view_key;     /* of every key of this search, see key.h: which player values are good for */
  uint64_t side_to_move; /* of the player who moves at the current node, once `player` was asked */
  uint64_t root_player;  /* of the root's player */
  int has_root_player;   /* whether that is known, and in AB_SLOT_ROOT_PLAYER */
  uint64_t first_hash;   /* if keys are made from the fields of states: the root's, */
  uint32_t unchanged;    /* how many positions below have the same, */
  int has_changed;       /* and whether one has another */
} ab_keys;

/* The ids of moves. driver/successors.c writes it. */
typedef struct ab_move_ids {
  uint32_t stored; /* moves in AB_SLOT_MOVES_BY_ID */
  int has_content; /* whether a move that is a table was identified by its content */
} ab_move_ids;

/* The root's state at the last pause: it must be the same when the search goes on. */
typedef struct ab_pause {
  uint64_t state_hash;    /* see ab_identity_of_state; 0: not known */
  uint64_t position_hash; /* of its position, when that was first seen at a pause */
  int has_position_hash;  /* whether that is known */
} ab_pause;

/* What is found, beside the engine's result. The hosts write `over`, driver/report.c and root/result.c the rest. */
typedef struct ab_findings {
  uint64_t iterations;  /* completed ones */
  uint32_t line_length; /* of the line in AB_SLOT_BEST */
  int32_t chosen;       /* the index among the root's scores of the move that `level` chose; else -1 */
  int has_asked_level;  /* whether that function has been called */
  const char *over;     /* why there is no move at the root; NULL if there is one, or if it is unknown */
  int64_t
      line_child; /* the root's successor that heads the line in AB_PART_LINE, its index; -1: there is none */
  int is_defending;  /* whether alpha-beta beside the playouts looks for the longest defence */
  double over_value; /* deals: the value of a finished game */
} ab_findings;

/* Hidden hands: the deals that are drawn in place of the root's state. driver/playouts.c writes it. */
typedef struct ab_dealing {
  int is_on;      /* whether the root's state is a deal */
  uint32_t drawn; /* how many were drawn so far */
  uint32_t count; /* how many moves the true state has, */
  uint32_t kinds; /* and how many different ones */
} ab_dealing;

/* How far the search is. driver/run.c and driver/rules.c write it. */
typedef struct ab_progress {
  double started, ended; /* on the clock; a slice ends, too */
  int is_sliced;         /* whether the search goes by slices */
  int is_begun;          /* whether there was a slice already */
  int is_thinking;       /* whether a search by slices has begun and not ended */
  int is_stopping;       /* whether the search was asked to end: it ends as soon as the state is restored */
  int is_forgotten;      /* whether the searcher was cleared, or loaded a file, after its end */
  int is_by_depth;       /* whether it is a probe before a search that only a depth limits */
  int is_followed;       /* whether it was a probe, and the next search is about the same root */
} ab_progress;

/* The clock is read after this many calls of the game's functions. */
#define AB_WATCH_CALLS 2

/* Whether the time is up: see driver/report.c. */
typedef struct ab_watch {
  uint32_t calls;       /* since the last look */
  int is_on;            /* whether calls count: there is something to look for */
  uint32_t interval;    /* reads of the coarse clock from one of the exact clock to the next */
  uint32_t left;        /* of these */
  uint64_t tick;        /* the coarse clock at the last read of the exact one */
  double looked;        /* when that was */
  double ticked;        /* when that tick was first seen */
  double slice, search; /* when these are over */
  double deadline;      /* the earlier one */
  double trusted;       /* a tick that was first seen later may last beyond what the end may be late */
} ab_watch;

/* A slice of a search. */
typedef struct ab_slice {
  double seconds;   /* how long it is; HUGE_VAL: not limited by time */
  double deadline;  /* when it is over, on the clock; HUGE_VAL: not by time */
  uint64_t nodes;   /* the engine's count of nodes at which the slice ends */
  int is_same_root; /* whether the root's position was found to be the same as before the pause */
} ab_slice;

/* The function of the host that the engine has called, and what it calls in turn. */
typedef struct ab_host_call {
  ab_callback running; /* the callback that is being called, or AB_NO_CALLBACK */
  int is_leaf;     /* whether the callbacks are about a successor of the current node, which is not entered */
  int is_draining; /* whether the root's iterator is called until it ends */
  double mobility; /* what the mobility of a state adds to the value that is answered next; else 0 */
} ab_host_call;

/* Which search it is. */
typedef enum ab_kind {
  AB_KIND_ALPHABETA, /* the engine's: see engine/engine.h */
  AB_KIND_PLAYOUTS,  /* Monte Carlo tree search: see uct/uct.h */
  AB_KIND_PROBE,     /* the same, but its first playouts alone, which find out how to search */
  AB_KIND_DEALS      /* alpha-beta over several deals: see driver/deals.h */
} ab_kind;

/* Everything that C knows of a searcher's searches. */
typedef struct ab_search {
  ab_engine engine;
  ab_uct uct; /* the tree of playouts */

  /* The current search, or the last one: set when it begins. */
  ab_kind kind;
  ab_game game;
  ab_choice choice;
  ab_native native; /* if its rules are in C */
  ab_progress progress;
  ab_path path;
  ab_keys keys;
  ab_move_ids move_ids;
  ab_pause pause;
  ab_findings result;
  ab_dealing dealing;
  ab_slice slice; /* the current one */
  ab_watch watch; /* for its end, and that of the search, by time */
  ab_host_call call;

  /* The searcher, and memory that outlasts a search. */
  ab_ply *plies;
  size_t capacity; /* of plies */
  ab_past *past;   /* the positions before the root */
  size_t past_capacity;
  double *probabilities; /* of the outcomes that came last */
  size_t probabilities_capacity;
  ab_kept *kept; /* lists of the tree's nodes */
  size_t kept_capacity;
  uint64_t searches; /* so far, with the current one */
  uint32_t
      tree; /* the number of its tree of playouts, from 1 on, if several searchers grow trees of one root; or 0 */
  int is_busy; /* whether a search is running */
  int is_held; /* whether one of the searcher's methods is at work beside that: no other may then */
} ab_search;

/* The seed of the tree's random numbers, below 2^53, by that of the search. The first tree is that of one searcher. */
static inline uint64_t ab_search_tree_seed(const ab_search *search, uint64_t seed)
{
  uint64_t others = search->tree > 0 ? search->tree - 1 : 0;
  return (seed + others * UINT64_C(0x9E3779B97F4A7C15)) & ((UINT64_C(1) << 53) - 1);
}

/* Whether a search goes by playouts. */
static inline int ab_search_has_playouts(const ab_search *search)
{
  return search->kind == AB_KIND_PLAYOUTS || search->kind == AB_KIND_PROBE;
}

/* The most successors that a probe takes from an iterator, which may not end. */
#define AB_PROBE_SUCCESSORS 2500

/* How many successors are taken at most from an iterator that is drained. */
static inline uint32_t ab_search_most_drained(const ab_search *search)
{
  return search->kind == AB_KIND_PROBE ? AB_PROBE_SUCCESSORS : UINT32_MAX;
}

/* The search that runs on this stack. */
static inline ab_search *ab_search_of(lua_State *L)
{
  return lua_touserdata(L, AB_SLOT_SEARCHER);
}

/* Pushes a field of the table of the searcher at AB_SLOT_SEARCHER: AB_KEPT_... */
AB_FUNC void ab_search_push_kept(lua_State *L, int field);

/* Stores the value on top in such a field, and pops it. Needs no memory. */
AB_FUNC void ab_search_keep(lua_State *L, int field);

/* The memory of the search that runs on this stack. Raises Lua's error if there is not enough. */
AB_FUNC ab_memory ab_search_memory(lua_State *L);

/* Prepares this Lua state for ab_search_blocks. */
AB_FUNC void ab_search_register(lua_State *L);

/*
 * Memory that the searcher at index 1 of the stack, which has 5 free slots, may do without, as its table does: no error
 * is raised where there is not enough. A block cannot be resized. Making one may collect garbage, and so run any
 * finalizer.
 */
AB_FUNC ab_memory ab_search_blocks(lua_State *L);

/* Raises Lua's error for a size that no memory has. */
AB_FUNC void ab_search_reject_size(lua_State *L);

/* As ab_memory_grow, with that memory; a size that no memory has is the same error. */
AB_FUNC void *ab_search_grow(lua_State *L, void *array, size_t *capacity, size_t needed, size_t element);

/* The name of a callback, as the game spells it. */
AB_FUNC const char *ab_callback_name(ab_callback callback);

/*
 * The ply of the state that a function of the game gets, in decisions: a leaf without a frame is one ply below the
 * engine's current node; while a pause unmakes moves or makes them again, it is the count of moves that are made.
 */
AB_FUNC int32_t ab_search_ply(const ab_search *search);

/* Raises an error for a wrong answer of `callback`, at the line that called the search on this stack. */
AB_FUNC void ab_search_reject(lua_State *L, ab_search *search, ab_callback callback, const char *format, ...);

/* The callback that lists all successors of a node, whatever the depth: `moves` or `children`. */
AB_FUNC ab_callback ab_search_full_list_callback(const ab_search *search);

/* The callback that lists the successors of the node at `ply`. */
AB_FUNC ab_callback ab_search_list_callback_at(const ab_search *search, int32_t ply);

/* The callback that lists the successors of the current node. */
AB_FUNC ab_callback ab_search_list_callback(const ab_search *search);

#endif
