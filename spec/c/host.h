/*
 * host.h: a host of alpha-beta, for a few lines in each test. It watches that all is as engine/host.h says; its path is in
 * host_path.h, what it is asked in host_answers.h, and what it is told here.
 */
#ifndef SPEC_HOST_H
#define SPEC_HOST_H

#include "host_answers.h"

/* ---- results ---- */

/* Notes the best line of the current node; at the root, it may be that of any successor. */
static inline void host_line(void *context)
{
  host *h = context;
  const visit *here = host_called(h);
  const ab_scores *scores = ab_engine_scores(&h->engine);
  CHECK(!here->is_chance);
  if (h->game == NULL) return;
  if (ab_engine_ply(&h->engine) == 0 && scores != NULL) {
    CHECK(here[1].at == host_node(h, here)->first + scores->noted);
    if (!scores->is_best) return;
  }
  h->best[here->at] = here[1].at;
}

/* Keeps the line of the iteration that ends. */
static inline void host_keep_line(host *h)
{
  uint32_t at;
  h->line.count = 0;
  if (h->game == NULL) return;
  for (at = h->best[h->root]; at != NO_NODE; at = h->best[at]) sequence_add(&h->line, at);
}

/* Keeps the line of a move that is proved to be better, by an iteration that goes on. */
static inline void host_proved(void *context)
{
  host *h = context;
  host_called(h);
  CHECK(h->task.deepening.partial_iteration && h->iterations > 0);
  CHECK(ab_engine_result(&h->engine)->partial_depth == ab_engine_depth(&h->engine));
  if (ab_engine_ply(&h->engine) == 0) {
    host_keep_line(h);
    return;
  }
  CHECK(ab_engine_ply(&h->engine) == 1 && h->task.algorithm == AB_PVS);
  h->line.count = 0;
  sequence_add(&h->line, h->path[1].at);
}

/* Checks the scores of a completed iteration: best first, of successors that there are, each once. */
static inline void host_check_scores(const host *h)
{
  const ab_score_list *list = ab_engine_completed_scores(&h->engine);
  uint64_t seen = 0;
  uint32_t i;
  CHECK(list->count <= h->path[0].count);
  for (i = 0; i < list->count; i++) {
    const ab_score *score = &list->scores[i];
    CHECK(score->index < h->path[0].count && score->bound >= -1 && score->bound <= 1);
    CHECK(i == 0 || score->value <= score[-1].value);
    if (score->index >= 64) continue;
    CHECK(!(seen >> score->index & 1));
    seen |= (uint64_t)1 << score->index;
  }
}

/* Checks the payoffs of a completed iteration. */
static inline void host_check_payoffs(const host *h)
{
  uint32_t players;
  const double *payoffs = ab_engine_result_payoffs(&h->engine, &players);
  CHECK(payoffs[0] == ab_engine_result(&h->engine)->value);
  CHECK(players == (h->game == NULL ? h->players : h->game->players));
  CHECK(ab_engine_players(&h->engine) == players);
  CHECK(memcmp(ab_engine_payoffs_at(&h->engine, 0), payoffs, players * sizeof *payoffs) == 0);
}

/* An iteration is completed: checks its result. */
static inline void host_iteration(void *context)
{
  host *h = context;
  const ab_result *result = ab_engine_result(&h->engine);
  int bound = ab_engine_bound(&h->engine);
  host_called(h);
  CHECK(result->depth == ab_engine_depth(&h->engine) && result->partial_depth == 0);
  CHECK(!isnan(result->value) && (result->value != 0 || !signbit(result->value)));
  CHECK(bound == 0 || (abs(bound) == 1 && (h->task.root.alpha > -HUGE_VAL || h->task.root.beta < HUGE_VAL)));
  CHECK(h->task.host.asks_key || ab_engine_counters(&h->engine)->table_hits == 0);
  if (h->task.algorithm == AB_MAXN) host_check_payoffs(h);
  if (ab_engine_scores(&h->engine) != NULL) host_check_scores(h);
  if (h->iterations++ == 0 || h->last_depth < h->task.budget.min_depth)
    h->free_nodes = ab_engine_counters(&h->engine)->nodes;
  h->last_depth = result->depth;
  host_keep_line(h);
}

/* Checks an event of a traced search. */
static inline void host_event(void *context, const ab_event *event)
{
  (void)context;
  CHECK(event->kind <= AB_EVENT_LEAVE && event->turn >= -1 && event->turn <= 1);
  CHECK(!isnan(event->alpha) && !isnan(event->beta));
  CHECK(!event->has_value || !isnan(event->value));
  CHECK(event->bound >= -1 && event->bound <= AB_EVENT_BOUND_UNKNOWN);
}

/* ---- a search ---- */

/* Checks that a search that has ended has counted right and kept its limits. */
static inline void host_check_end(const host *h)
{
  const ab_result *result = ab_engine_result(&h->engine);
  const ab_counters *counters = ab_engine_counters(&h->engine);
  int is_limited = result->reason == AB_REASON_NODES || result->reason == AB_REASON_TIME;
  CHECK(result->reason != AB_REASON_NONE);
  CHECK(h->iterations > 0 || h->task.budget.hold_in_first_iteration || result->reason == AB_REASON_STOPPED);
  CHECK(counters->evaluations == h->counted.evaluations);
  CHECK(h->task.host.asks_child_values || counters->nodes == h->counted.nodes);
  CHECK(!is_limited || result->depth >= h->task.budget.min_depth);
  CHECK(counters->nodes <= h->task.budget.nodes || result->reason == AB_REASON_STOPPED ||
        counters->nodes == h->free_nodes);
  CHECK(h->ply == 0 || !h->task.host.asks_leave);
}

#define HOST_FUNCTIONS \
  host_grow, host_deadline, host_enter, host_leave, host_pass, host_unpass, host_successors, host_noisy, \
      host_more, host_find, host_probabilities, host_moves, host_scores, host_turn, host_key, host_bounds, \
      host_value, host_leaf, host_line, host_proved, host_iteration

/* Lets the engine search until it has ended, is interrupted, or the host leaves it. Returns whether it has ended. */
static inline int host_run(host *h)
{
  static const ab_host plain = {HOST_FUNCTIONS, NULL}, traced = {HOST_FUNCTIONS, host_event};
  if (setjmp(h->escape) != 0) {
    ab_engine_stop(&h->engine);
    h->counted = *ab_engine_counters(&h->engine);
    h->ply = 0;
  } else if (!ab_engine_run(&h->engine, h->task.traces ? &traced : &plain, h)) {
    CHECK(ab_engine_result(&h->engine)->reason == AB_REASON_NONE);
    ab_engine_interrupt(&h->engine, AB_INTERRUPT_NONE);
    return 0;
  }
  host_check_end(h);
  return 1;
}

/* Searches for `nodes` nodes at most. Returns whether the search has ended. */
static inline int host_advance(host *h, uint64_t nodes)
{
  uint64_t most = ab_engine_counters(&h->engine)->nodes + nodes;
  int has_ended;
  ab_engine_pause_at(&h->engine, most);
  has_ended = host_run(h);
  CHECK(ab_engine_counters(&h->engine)->nodes <= most);
  ab_engine_pause_at(&h->engine, UINT64_MAX);
  return has_ended;
}

/* Runs the search that was started to its end, which must be near. */
static inline void host_finish(host *h)
{
  while (!host_advance(h, HOST_NODES))
    if (!CHECK(ab_engine_counters(&h->engine)->nodes < HOST_NODES)) break;
}

/* Does a whole search. */
static inline void host_search(host *h, const tree *game, const ab_task *task)
{
  host_start(h, game, task);
  host_finish(h);
}

#endif
