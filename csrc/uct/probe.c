/* probe.c: see probe.h. */

#include "probe.h"

#include <math.h>
#include <string.h>

void ab_probe_start(ab_probe *probe, const ab_probe_ask *asks)
{
  probe->is_on = 0;
  probe->asks_contest = asks->contest;
  if (asks->contest && !asks->goes_on) probe->games = probe->lead = 0;
  if (asks->contest || asks->goes_on) return;
  memset(probe, 0, sizeof *probe);
  probe->asks_result = asks->result;
  probe->asks_mobility = asks->mobility;
  probe->length = -1;
  probe->ply_time = probe->back_time = HUGE_VAL;
}

/* Whether nothing more is to be found out about `result`. */
static int knows_result(const ab_probe *probe)
{
  return !probe->asks_result || probe->tells_apart || probe->line >= AB_PROBE_RESULTS;
}

/* Whether a contest is decided, or has gone on for long enough. */
static int has_decided(const ab_probe *probe)
{
  return probe->games >= AB_CONTEST_GAMES || probe->lead >= AB_CONTEST_LEAD ||
         probe->lead <= -AB_CONTEST_LEAD;
}

int ab_probe_is_known(const ab_probe *probe)
{
  if (probe->asks_contest) return has_decided(probe);
  if (!knows_result(probe)) return 0;
  return !probe->asks_mobility || probe->line >= AB_PROBE_PLAYOUTS || probe->products >= AB_PROBE_PRODUCTS;
}

int32_t ab_probe_plies(const ab_probe *probe, uint64_t plies)
{
  static const int32_t lengths[] = {3, 6, 12, 24, 48};
  int32_t most = probe->line < sizeof lengths / sizeof *lengths ? lengths[probe->line] : AB_PROBE_PLIES;
  if (plies / 2 < (uint64_t)most) most = (int32_t)(plies / 2);
  return most > 1 ? most : 1;
}

void ab_probe_begin(ab_probe *probe)
{
  probe->is_on = !ab_probe_is_known(probe);
  probe->looked = -1;
  probe->has_before = probe->has_last = 0;
  memset(probe->turns, 0, sizeof probe->turns);
  memset(probe->plies, 0, sizeof probe->plies);
}

/* The element of a ply of the playout. */
static inline ab_probe_ply *ply_at(ab_probe *probe, int32_t ply)
{
  return &probe->plies[ply % (AB_PROBE_LATER + 1)];
}

/* Adds up the products of what a player's number of moves has changed by since the turn before, and of the change before
   that. */
static void add_change(ab_probe *probe, uint32_t mover, double count)
{
  ab_probe_turns *turns = &probe->turns[mover];
  double change = count - turns->count;
  if (turns->has_count && turns->has_change) {
    probe->changes += turns->change * turns->change;
    probe->returned += turns->change * change;
  }
  turns->has_change = turns->has_count;
  turns->change = change;
  turns->has_count = 1;
  turns->count = count;
}

/*
 * Adds up the products of the mobility of a state with that one and two plies before. A state where the same player
 * moves again has none. Notes it in the view of the first player.
 */
static void add_mobility(ab_probe *probe, const ab_probe_state *state)
{
  double value = state->count - probe->count;
  ab_probe_ply *here = ply_at(probe, state->ply);
  probe->count = state->count;
  if (state->mover == probe->mover) return;
  if (state->mover != probe->first) value = -value;
  if (probe->has_before) {
    probe->products += 1;
    probe->squares += probe->before * probe->before;
    probe->next += probe->before * probe->last;
    probe->second += probe->before * value;
  }
  add_change(probe, state->mover, state->count);
  probe->mover = state->mover;
  probe->has_before = probe->has_last;
  probe->before = probe->last;
  probe->has_last = 1;
  probe->last = value;
  here->has_value = 1;
  here->value = value;
}

int ab_probe_asks(const ab_probe *probe)
{
  return probe->asks_result && (probe->line < AB_PROBE_RESULTS || probe->tells_apart);
}

void ab_probe_look(ab_probe *probe, const ab_probe_state *state)
{
  static const ab_probe_ply unknown = {0, 0, 0, 0};
  probe->looked = state->ply;
  *ply_at(probe, state->ply) = unknown;
  if (state->ply == 0) {
    probe->moves = state->count;
    probe->first = probe->mover = state->mover;
    probe->count = state->count;
    probe->turns[state->mover].has_count = 1;
    probe->turns[state->mover].count = state->count;
    return;
  }
  probe->movers |= UINT32_C(1) << state->mover;
  add_mobility(probe, state);
}

/* Adds mobility, and the points that were won after it, to the sums of a correlation. */
static void add_points(ab_probe *probe, const ab_probe_state *state, double points)
{
  const ab_probe_ply *before = ply_at(probe, state->ply + 1); /* AB_PROBE_LATER plies ago */
  ab_probe_sums *sums = &probe->points;
  double y = points - before->points;
  ply_at(probe, state->ply)->has_points = 1;
  ply_at(probe, state->ply)->points = points;
  if (state->ply < AB_PROBE_LATER || !before->has_value || !before->has_points) return;
  sums->count += 1;
  sums->x += before->value;
  sums->y += y;
  sums->xx += before->value * before->value;
  sums->xy += before->value * y;
  sums->yy += y * y;
}

/* Compares what `result` says with what it said of the first state at this ply with the same player. */
static void compare(ab_probe *probe, const ab_probe_state *state, double value)
{
  if (state->ply >= AB_PROBE_PLIES) return;
  if (!probe->has_said[state->ply][state->mover]) {
    probe->has_said[state->ply][state->mover] = 1;
    probe->said[state->ply][state->mover] = value;
  }
  if (probe->said[state->ply][state->mover] != value) probe->tells_apart = 1;
}

void ab_probe_compare(ab_probe *probe, const ab_probe_state *state, ab_said said, double value)
{
  if (said == AB_SAID_WRONG || (said == AB_SAID_NOTHING && state->ply == 0)) probe->asks_result = 0;
  if (said != AB_SAID_NUMBER) return;
  if (state->ply > 0) compare(probe, state, value);
  if (probe->asks_mobility) add_points(probe, state, state->sign * value);
}

void ab_probe_count_game(ab_probe *probe, int winner)
{
  probe->games++;
  probe->lead += winner;
}

void ab_probe_note_length(ab_probe *probe, int32_t plies)
{
  if (plies > probe->length) probe->length = plies;
}

void ab_probe_end(ab_probe *probe, int32_t plies, double seconds, double back)
{
  probe->is_on = 0;
  probe->line++;
  if (plies == 0 || seconds != seconds) return;
  probe->ply_time = fmin(probe->ply_time, (seconds + back) / plies);
  probe->back_time = fmin(probe->back_time, back / plies);
}
