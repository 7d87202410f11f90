/*
 * scenes.h: games of positions that several lines lead to, at different plies and turns, and searches of them that
 * remember, order and guess.
 *
 * The searches of a scene begin anywhere and have nothing in common but what values mean, so that all that a host and
 * a table keep from one may be wrong for the next.
 */
#ifndef SPEC_SCENES_H
#define SPEC_SCENES_H

#include "cases.h"
#include "tables.h"

/* Positions that count as on the path before the root, at most. */
#define SCENE_PAST 2

typedef struct scene {
  tree game;
  weave w;
  int32_t plies;     /* how deep it may be searched from the root */
  ab_task task;      /* what all searches have in common */
  uint64_t view_key; /* of the keys */
  int forgets_turn;  /* whether they do */
  uint32_t lazy;     /* one of `lazy` positions generates its successors one by one; 0: none does */
  uint32_t past[SCENE_PAST];
  ab_past positions[SCENE_PAST]; /* of those nodes */
} scene;

/* Tables of no bucket, of one, of few and of many. */
static ab_table scene_tables[4];

/* Makes the tables, or empties them. */
static inline void scene_clear_tables(void)
{
  static const size_t buckets[4] = {0, 1, 16, 1024};
  int i;
  for (i = 0; i < 4; i++) {
    if (ab_table_bytes(&scene_tables[i]) != buckets[i] * AB_TABLE_LINE &&
        !make_whole_table(&scene_tables[i], buckets[i] * AB_TABLE_LINE))
      abort();
    ab_table_clear(&scene_tables[i]);
  }
}

/* Gives the memory of the tables back. */
static inline void scene_free_tables(void)
{
  int i;
  for (i = 0; i < 4; i++) free_whole_table(&scene_tables[i]);
}

/* A table at random, or none. */
static inline ab_table *scene_table(rng *r)
{
  int size = rng_below(r, 5);
  return size < 4 ? &scene_tables[size] : NULL;
}

/* Makes `s` one in which positions that come back, or stood before the root, are worth something. */
static inline void scene_score_repetition(scene *s, rng *r)
{
  ab_task *task = &s->task;
  size_t i;
  task->host.asks_key = task->repetition.is_scored = 1;
  task->repetition.value = rng_below(r, 3) - 1;
  task->values.min = fmin(task->values.min, task->repetition.value);
  task->values.max = fmax(task->values.max, task->repetition.value);
  task->repetition.past = s->positions;
  task->repetition.past_count = (size_t)rng_below(r, SCENE_PAST + 1);
  for (i = 0; i < SCENE_PAST; i++) {
    s->past[i] = (uint32_t)rng_below(r, (int)s->game.count);
    if (s->game.nodes[s->past[i]].count == 0)
      s->past[i] = 0; /* who has played on from it knows that it is not over */
  }
}

/* Makes `s`, blank or used before, a scene of `seed`, in which positions come back by `back_percent` of the moves. */
static inline void scene_set(scene *s, rng *r, int seed, int back_percent)
{
  s->view_key = (uint64_t)seed;
  s->w.alternates = rng_happens(r, 50);
  s->w.back_percent = back_percent;
  s->w.chance_percent = seed % 3 == 0 && back_percent == 0 ? 10 * (seed % 5) : 0;
  s->plies = tree_unfold(&s->game, r, &s->w);
  if (s->w.chance_percent > 0) tree_tame(&s->game);
  s->task = random_task(r, &s->game);
  s->task.host.has_chance_nodes = s->w.chance_percent > 0;
  if (s->w.chance_percent > 0 && rng_happens(r, 60)) set_values(&s->task, &s->game, rng_below(r, 2));
  if (back_percent > 0 && s->task.techniques.quiescence > s->plies) s->task.techniques.quiescence = 0;
  if (back_percent > 0) s->plies -= s->task.techniques.quiescence;
  s->forgets_turn = (s->task.host.asks_turn || s->w.alternates) && rng_happens(r, 50);
  s->lazy = rng_happens(r, 25) ? 1 + (uint32_t)rng_below(r, 3) : 0;
  if (rng_happens(r, 30)) scene_score_repetition(s, r);
}

/* Prepares `h` for searches of `s`, and `truth`, which may be NULL, for what they should find. */
static inline void scene_prepare(scene *s, host *h, oracle *truth)
{
  int i;
  h->view_key = s->view_key;
  h->forgets_turn = s->forgets_turn;
  h->lazy = s->lazy;
  for (i = 0; i < SCENE_PAST; i++)
    s->positions[i].position_hash = host_position_hash(h, s->game.nodes + s->past[i]);
  if (truth == NULL) return;
  truth->forgets_turn = s->forgets_turn;
  truth->past = s->past;
  truth->past_count = s->task.repetition.past_count;
}

/* A node at random to search from, at `*ply`. */
static inline uint32_t scene_root(const scene *s, rng *r, int32_t *ply)
{
  const tree_node *nodes = s->game.nodes;
  uint32_t at = 0;
  for (*ply = 0; *ply + 1 < s->plies && nodes[at].count > 0 && rng_happens(r, 50); ++*ply)
    at = nodes[at].first + (uint32_t)rng_below(r, (int)nodes[at].count);
  return at;
}

/* A task for a search of `s`, with `table` or NULL, like others only in what values mean. */
static inline ab_task scene_task(const scene *s, rng *r, ab_table *table)
{
  const ab_task *common = &s->task;
  tree scratch = {NULL, 0, 0, 0, NULL, NULL};
  ab_task task = random_task(r, &scratch);
  task.view = common->view;
  task.host.asks_turn = common->host.asks_turn;
  task.root.minimizing = common->view == AB_VIEW_MAX && rng_happens(r, 40);
  task.host.has_chance_nodes = common->host.has_chance_nodes;
  task.techniques.star2 = rng_happens(r, 50);
  task.techniques.quiescence = common->techniques.quiescence;
  task.techniques.reductions = common->techniques.reductions;
  task.techniques.null_move = common->techniques.null_move;
  task.values.win = common->values.win;
  task.values.min = common->values.min;
  task.values.max = common->values.max;
  task.repetition = common->repetition;
  if (rng_happens(r, 50)) task.depth = TREE_LEVELS - 1 - rng_below(r, 5);
  add_techniques(&task, r, table);
  return task;
}

/* Begins `task` with `h`, from any node. */
static inline void scene_start(const scene *s, rng *r, host *h, ab_task task)
{
  int32_t ply;
  uint32_t root = scene_root(s, r, &ply);
  if (s->w.back_percent > 0 && task.depth > s->plies - ply) task.depth = s->plies - ply;
  h->move_ids = (move_ids)rng_below(r, 4);
  host_start_from(h, &s->game, root, &task);
}

/*
 * Checks what `h` has found. Where positions come back, the same one is worth something else on another path, which a
 * table cannot know.
 */
static inline void scene_check(const scene *s, const host *h, oracle *truth)
{
  CHECK(line_is_legal(h));
  if (s->w.back_percent > 0 && h->task.repetition.is_scored && h->task.table != NULL) return;
  check_truth(truth, h);
  if (s->w.back_percent == 0) check_solved(truth, h);
}

/* Does a search of `s` and checks what it finds. */
static inline void scene_search(const scene *s, rng *r, host *h, oracle *truth, const ab_task *task)
{
  scene_start(s, r, h, *task);
  host_finish(h);
  scene_check(s, h, truth);
}

#endif
