/*
 * host_path.h: a host keeps a path of its own, and compares the engine's account with it. A tree in memory answers what
 * the engine asks. If there is none, bytes do: see host_bytes.h. At any call the host may interrupt the engine.
 */
#ifndef SPEC_HOST_PATH_H
#define SPEC_HOST_PATH_H

#include <math.h>
#include <setjmp.h>
#include <stddef.h>

#include "clock.h"
#include "engine.h"
#include "fake_clock.h"
#include "heap.h"
#include "rng.h"
#include "test.h"
#include "tree.h"

/* Nodes after which no search should go on. */
#define HOST_NODES 100000000

/* Calls after which a host whose answers are bytes leaves the engine. */
#define HOST_CALLS 20000

/* Nodes in the order in which something happened to them. */
typedef struct sequence {
  uint32_t *nodes;
  size_t count, capacity;
} sequence;

/* Appends a node. */
static inline void sequence_add(sequence *s, uint32_t node)
{
  if (s->count == s->capacity) {
    s->capacity = s->capacity * 2 + 16;
    s->nodes = realloc(s->nodes, s->capacity * sizeof *s->nodes);
    if (s->nodes == NULL) abort();
  }
  s->nodes[s->count++] = node;
}

/* Whether both have the same nodes in the same order. */
static inline int sequence_equals(const sequence *a, const sequence *b)
{
  if (a->count != b->count) return 0;
  return a->count == 0 || memcmp(a->nodes, b->nodes, a->count * sizeof *a->nodes) == 0;
}

/* Gives its memory back; the sequence is then empty. */
static inline void sequence_free(sequence *s)
{
  free(s->nodes);
  memset(s, 0, sizeof *s);
}

/* What the host says when it is asked for the ids of moves. */
typedef enum move_ids {
  MOVE_IDS_NUMBERS, /* the same for the same move everywhere */
  MOVE_IDS_PLACES,  /* its place among the successors */
  MOVE_IDS_NONE,    /* nothing */
  MOVE_IDS_MIXED    /* one or the other */
} move_ids;

/* A node of the path, and what has been asked about it. */
typedef struct visit {
  uint32_t at;                     /* in the tree */
  uint32_t count;                  /* successors that the engine knows */
  uint32_t listed;                 /* that are listed, or that an iterator will yield */
  uint32_t generated;              /* the place of the iterator */
  uint32_t found;                  /* found by their move id, before they are listed */
  uint32_t wanted;                 /* move ids that were looked for */
  uint32_t indexes[AB_WANTED_MAX]; /* of the found ones */
  uint64_t
      entered; /* one bit for each of the first 64 successors that were tried in this search of the node */
  char has_turn, has_key, has_bounds, is_expanded, is_valued, is_pass, is_chance;
  char is_generated; /* whether an iterator yields the successors */
} visit;

typedef struct host {
  ab_engine engine;
  ab_task task;
  const tree *game;        /* NULL: bytes answer */
  uint8_t (*byte)(void);   /* the next one; NULL: the game answers */
  jmp_buf escape;          /* where it leaves the engine, as an error of Lua's does */
  ab_shared_table *shared; /* which it may close at any call, as another thread does; NULL: none */
  uint32_t players;        /* in max^n, if bytes answer */
  uint32_t root;           /* the node searched from */
  heap heap;
  uint64_t requests;          /* of the heap, while the engine asked for memory */
  uint64_t view_key;          /* of the keys, so that games can share a table */
  int forgets_turn;           /* whether keys leave out whose turn it is */
  uint32_t lazy;              /* one of `lazy` positions generates its successors one by one; 0: none does */
  uint64_t calls;             /* of its functions in this search */
  double call_seconds;        /* that each call takes */
  uint64_t interrupt_at;      /* the call at which it interrupts the engine; 0: none */
  ab_interrupt interrupt_for; /* for what it does */
  move_ids move_ids;
  sequence evaluated;  /* every node that was valued */
  sequence line;       /* from the root, of the last completed iteration */
  uint32_t *best;      /* the successor that heads the line of each node; NO_NODE: none */
  ab_counters counted; /* nodes, with the roots of iterations, and evaluations */
  uint64_t iterations; /* that were completed */
  uint64_t free_nodes; /* nodes at the end of the last iteration that no limit could end */
  int32_t last_depth;  /* of the last iteration */
  int32_t ply;         /* of the current node, if moves are taken back */
  visit path[AB_DEPTH_MAX + 2];
} host;

/* A search to `depth` plies with nothing special about it. */
static inline ab_task host_task(int32_t depth)
{
  ab_task task;
  memset(&task, 0, sizeof task);
  task.values.bounds_unlisted = task.host.asks_leave = 1;
  task.depth = depth;
  task.root.alpha = -HUGE_VAL;
  task.root.beta = HUGE_VAL;
  task.values.min = -HUGE_VAL;
  task.values.max = HUGE_VAL;
  task.values.sum = HUGE_VAL;
  task.values.win = HUGE_VAL;
  task.budget.nodes = UINT64_MAX;
  task.budget.time = HUGE_VAL;
  task.budget.think = HUGE_VAL;
  task.budget.soft_nodes = task.budget.soft_time = task.budget.soft_think = HUGE_VAL;
  task.budget.clock = fake_clock;
  return task;
}

/* Makes a host that has nothing to search yet. */
static inline void host_init(host *h)
{
  memset(h, 0, offsetof(host, path)); /* a node of the path is cleared when it is entered */
  ab_engine_init(&h->engine);
}

/* Puts a node on the path at `ply`. */
static inline visit *host_put(host *h, int32_t ply, uint32_t at)
{
  visit *here = h->path + ply;
  memset(here, 0, sizeof *here);
  here->at = at;
  if (h->game != NULL) h->best[at] = NO_NODE;
  return here;
}

/* Forgets the search before: `task` is that of a search of `game` from node `root`. */
static inline void host_prepare(host *h, const tree *game, uint32_t root, const ab_task *task)
{
  static const ab_counters none = {0};
  h->task = *task;
  h->game = game;
  h->root = root;
  h->evaluated.count = 0;
  h->line.count = 0;
  h->counted = none;
  h->iterations = h->calls = h->free_nodes = 0;
  h->ply = 0;
  if (game != NULL) h->best = realloc(h->best, game->count * sizeof *h->best);
  if (game != NULL && h->best == NULL) abort();
  host_put(h, 0, root);
}

/* Begins a search of `game` from node `root`, whatever the host was doing. */
static inline void host_start_from(host *h, const tree *game, uint32_t root, const ab_task *task)
{
  host_prepare(h, game, root, task);
  ab_engine_start(&h->engine, task);
}

/* Begins a search of `game` from its root. */
static inline void host_start(host *h, const tree *game, const ab_task *task)
{
  host_start_from(h, game, 0, task);
}

/* The memory of all that the host has. */
static inline ab_memory host_memory(host *h)
{
  ab_memory memory = {heap_allocate, &h->heap};
  return memory;
}

/* Gives everything back, and checks that the engine did. */
static inline void host_free(host *h)
{
  ab_memory memory = host_memory(h);
  ab_engine_free(&h->engine, &memory);
  CHECK(h->heap.bytes == 0 && h->heap.blocks == 0);
  free(h->best);
  sequence_free(&h->evaluated);
  sequence_free(&h->line);
}

/* Closes the shared table. */
static inline void host_close_shared(host *h)
{
  if (h->shared != NULL) ab_shared_table_free(h->shared);
  h->shared = NULL;
}

/* Interrupts the engine; its time cannot be over if there is no limit of time. */
static inline void host_interrupt(host *h, ab_interrupt why)
{
  if (why != AB_INTERRUPT_TIME || ab_engine_deadline(&h->engine) < HUGE_VAL)
    ab_engine_interrupt(&h->engine, why);
}

/* What a host whose answers are bytes does of its own accord: mostly nothing. */
static inline void host_disturb(host *h, uint8_t byte)
{
  if (byte == 249) host_close_shared(h);
  if (byte == 250) ab_engine_wait(&h->engine, h->byte() * 1e-4);
  if (byte == 251 || byte == 252) host_interrupt(h, AB_INTERRUPT_PAUSE);
  if (byte == 253) host_interrupt(h, AB_INTERRUPT_TIME);
  if (byte == 254 || h->calls >= HOST_CALLS) longjmp(h->escape, 1);
}

/* Lets time pass, which may then be over. */
static inline void host_pass_time(host *h, double seconds)
{
  fake_time.now += seconds;
  if (fake_time.now >= ab_engine_deadline(&h->engine) &&
      ab_engine_interrupted(&h->engine) == AB_INTERRUPT_NONE)
    ab_engine_interrupt(&h->engine, AB_INTERRUPT_TIME);
}

/* Counts a call of one of the functions below, and interrupts the engine if that is due. Returns the current node. */
static inline visit *host_called(host *h)
{
  if (!h->task.host.asks_leave) h->ply = ab_engine_ply(&h->engine);
  CHECK(h->ply == ab_engine_ply(&h->engine));
  if (h->call_seconds > 0) host_pass_time(h, h->call_seconds);
  if (++h->calls == h->interrupt_at) host_interrupt(h, h->interrupt_for);
  if (h->byte != NULL) host_disturb(h, h->byte());
  return h->path + ab_engine_ply(&h->engine);
}

/* The node of the tree that is the current one. */
static inline const tree_node *host_node(const host *h, const visit *here)
{
  return h->game->nodes + here->at;
}

/* The plies left at the current node. */
static inline int32_t host_left(const host *h)
{
  return ab_engine_depth_left(&h->engine, ab_engine_ply(&h->engine));
}

/* ---- memory and time ---- */

/* Grows the engine's memory, and again when the heap refuses; then, a host whose answers are bytes leaves the engine. */
static inline void host_grow(void *context)
{
  host *h = context;
  ab_memory memory = host_memory(h);
  uint64_t refused = h->heap.refused, before = h->heap.requests;
  if (h->byte != NULL) {
    uint8_t byte = h->byte();
    if (byte % 8 == 1) h->heap.refuses = h->heap.requests + 1 + byte / 8 % 4;
    if (h->task.table != NULL) ab_table_grow(h->task.table, &memory);
  }
  while (!ab_engine_grow(&h->engine, &memory)) {
    if (h->byte != NULL) longjmp(h->escape, 1);
    if (!CHECK(h->heap.refused == ++refused)) break;
  }
  h->requests += h->heap.requests - before;
}

/* An iteration begins: another one, or the same again when a skip was too costly. */
static inline void host_deadline(void *context)
{
  host *h = context;
  CHECK(ab_engine_ply(&h->engine) == 0);
  h->counted.nodes++;
  h->ply = 0;
  h->path[0].entered = 0;
  h->path[0].is_valued = 0;
  if (h->byte == NULL) host_called(h);
}

/* ---- the path ---- */

/* Whether successor `index` of a node was found by its identity. */
static inline int host_has_found(const visit *here, uint32_t index)
{
  uint32_t i;
  for (i = 0; i < here->found; i++)
    if (here->indexes[i] == index) return 1;
  return 0;
}

/* The successor of a node that the engine knows as number `index`. */
static inline uint32_t host_successor(const visit *here, uint32_t index)
{
  uint32_t nth = here->found, successor;
  if (here->found == 0 || (here->is_expanded && !here->is_generated)) return index;
  if (index < here->found) return here->indexes[index];
  for (successor = 0; host_has_found(here, successor) || nth++ < index;) successor++;
  return successor;
}

/* Checks that a successor is tried once in a search of its node, and that there are plies left for it. */
static inline void host_check_child(host *h, visit *here, uint32_t child)
{
  CHECK(child < here->count && (here->is_expanded || here->found > 0));
  CHECK(host_left(h) > 0 || h->task.techniques.quiescence > 0);
  CHECK(ab_engine_is_chance(&h->engine, ab_engine_ply(&h->engine)) == here->is_chance);
  if (here->is_chance && h->game != NULL)
    CHECK(h->game->nodes[host_node(h, here)->first + child].probability > 0);
  if (here->is_chance || h->task.algorithm == AB_UCT) return;
  CHECK(!h->task.host.asks_key || host_left(h) <= 0 || here->has_key);
  CHECK(!h->task.host.asks_turn || ab_engine_ply(&h->engine) == 0 || here->has_turn);
  if (h->engine.frame->next == 1) here->entered = 0;
  if (child >= 64) return;
  CHECK(!(here->entered >> child & 1));
  here->entered |= (uint64_t)1 << child;
}

/* Puts a successor of the current node behind it. A null move leads where the first move does. */
static inline void host_open(host *h, uint32_t child, int is_pass)
{
  int32_t ply = ab_engine_ply(&h->engine);
  uint32_t at = 0;
  if (h->game != NULL)
    at = host_node(h, h->path + ply)->first + (is_pass ? 0 : host_successor(h->path + ply, child));
  host_put(h, ply + 1, at)->is_pass = (char)is_pass;
}

/* Goes to it. */
static inline void host_go(host *h, uint32_t child, int is_pass)
{
  host_open(h, child, is_pass);
  h->counted.nodes++;
  h->ply++;
}

static inline void host_enter(void *context, uint32_t child)
{
  host *h = context;
  host_check_child(h, host_called(h), child);
  host_go(h, child, 0);
  if (h->byte != NULL) host_pass_time(h, h->byte() * 1e-6);
}

static inline void host_pass(void *context)
{
  host *h = context;
  const visit *here = host_called(h);
  CHECK(h->task.techniques.null_move > 0 && h->task.algorithm < AB_MINIMAX && ab_engine_ply(&h->engine) > 0);
  CHECK(!here->is_chance && !here->is_pass && host_left(h) > h->task.techniques.null_move);
  host_go(h, 0, 1);
}

static inline void host_leave(void *context)
{
  host *h = context;
  CHECK(h->task.host.asks_leave && !host_called(h)->is_pass && h->ply-- > 0);
}

static inline void host_unpass(void *context)
{
  host *h = context;
  CHECK(host_called(h)->is_pass && h->ply-- > 0);
}

#endif
