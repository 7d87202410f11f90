/* choice.c: see choice.h. */

#include "choice.h"

#include <math.h>

#include "../../table/key.h"

/*
 * How deep a level looks, how much that may cost, and the temperature of its random choice: calibrated by
 * bench/levels.lua. Depths are even, since many evaluations see what was just gained but not what is about to be lost;
 * and none is less than 4, since the better a level sees, the more its temperature matters. Where a game is so wide
 * that a depth is costly, the nodes keep a move within about a second.
 */
static const struct {
  int32_t depth;  /* plies */
  uint64_t nodes; /* the first depth is always finished */
  double temperature;
} levels[AB_LEVELS] = {{4, 10000, 50},   {4, 10000, 2.4},  {4, 10000, 1.21}, {4, 10000, 0.77},
                       {4, 10000, 0.57}, {4, 10000, 0.43}, {4, 10000, 0.3},  {6, 30000, 0.2},
                       {8, 40000, 0.12}, {10, 130000, 0}};

/* Two random numbers of one search differ by this, mixed: the golden ratio's bits. */
#define STEP UINT64_C(0x9E3779B97F4A7C15)

/* Evaluations beyond this are made smaller, so that their differences are finite. */
#define LARGE 1e290
#define SMALLER 1e-20

int32_t ab_choice_depth(int level)
{
  return levels[level - 1].depth;
}

uint64_t ab_choice_nodes(int level)
{
  return levels[level - 1].nodes;
}

uint32_t ab_choice_ties(const ab_score_list *list)
{
  uint32_t count = 0;
  while (count < list->count && list->scores[count].bound == 0 &&
         list->scores[count].value == list->scores[0].value)
    count++;
  return count;
}

int32_t ab_choice_win_in(const ab_score *score)
{
  if (score->end < 0 || score->bound != 0) return 0;
  return score->value > 0 ? score->end : -score->end;
}

/* Whether a score is that of a move that loses at once, or by the opponent's answer. */
static int is_blunder(const ab_score *score)
{
  int32_t win_in = ab_choice_win_in(score);
  return win_in == -1 || win_in == -2;
}

ab_sense ab_choice_sense(const ab_score_list *list)
{
  ab_sense found = AB_SENSE_ANY;
  uint32_t i;
  for (i = 0; i < list->count; i++) {
    if (ab_choice_win_in(&list->scores[i]) == 1) return AB_SENSE_WINS_IN_ONE;
    if (list->scores[i].bound == 0 && !is_blunder(&list->scores[i])) found = AB_SENSE_NO_BLUNDERS;
  }
  return found;
}

int ab_choice_is_sensible(ab_sense which, const ab_score *score)
{
  if (score->bound != 0) return 0;
  if (which == AB_SENSE_WINS_IN_ONE) return ab_choice_win_in(score) == 1;
  return which == AB_SENSE_ANY || !is_blunder(score);
}

int32_t ab_choice_sensible(const ab_score_list *list, uint32_t nth)
{
  ab_sense which = ab_choice_sense(list);
  uint32_t place;
  for (place = 0; place < list->count; place++)
    if (ab_choice_is_sensible(which, &list->scores[place]) && nth-- == 0) return (int32_t)place;
  return -1;
}

double ab_choice_random(uint64_t seed, uint64_t search, uint64_t nth)
{
  uint64_t bits = ab_key_mix(ab_key_mix(ab_key_mix(seed + STEP) + search) + nth * STEP);
  return (double)(bits >> 11) / 9007199254740992.0;
}

/* What a level knows of the sensible moves: how far their evaluations go. */
typedef struct range {
  double scale;       /* by which evaluations are multiplied */
  double least, most; /* of games that are neither won nor lost, scaled */
  double lost, won;   /* what those count as that are */
} range;

/* Whether a score is that of a game that is decided: it is far from all others. */
static int is_decided(const ab_score *score)
{
  return score->end >= 0 || fabs(score->value) == HUGE_VAL;
}

/* What a score counts as. */
static double worth(const range *r, const ab_score *score)
{
  if (is_decided(score)) return score->value > 0 ? r->won : r->lost;
  return score->value * r->scale;
}

/* The range of the moves of `list` that are sensible. */
static range find_range(const ab_score_list *list, ab_sense which)
{
  range r = {1, 0, 0, 0, 0};
  double sum = 0, margin = 1;
  uint32_t count = 0, i;
  for (i = 0; i < list->count; i++)
    if (!is_decided(&list->scores[i]) && fabs(list->scores[i].value) > LARGE) r.scale = SMALLER;
  for (i = 0; i < list->count; i++) {
    double value = list->scores[i].value * r.scale;
    if (!ab_choice_is_sensible(which, &list->scores[i]) || is_decided(&list->scores[i])) continue;
    if (count++ == 0) r.most = value;
    r.least = value;
    sum += r.most - value;
  }
  if (sum > 0) margin = 2 * sum / count;
  r.won = r.most + margin;
  r.lost = r.least - margin;
  return r;
}

/*
 * Chooses one of the moves of `list` that are sensible, of which there is one: returns its place. `random` is at least
 * 0 and less than 1.
 */
static int32_t choose_at_random(const ab_score_list *list, double temperature, double random)
{
  ab_sense which = ab_choice_sense(list);
  range r = find_range(list, which);
  int32_t chosen = ab_choice_sensible(list, 0);
  double best = worth(&r, &list->scores[chosen]), distances = 0, weights = 0, middle, unit;
  uint32_t count = 0, i;
  for (i = 0; i < list->count; i++) {
    if (!ab_choice_is_sensible(which, &list->scores[i])) continue;
    distances += best - worth(&r, &list->scores[i]);
    count++;
  }
  middle = best - worth(&r, &list->scores[ab_choice_sensible(list, count / 2)]);
  unit = middle > 0 ? temperature * middle : distances > 0 ? temperature * distances / count : 1;
  for (i = 0; i < list->count; i++)
    if (ab_choice_is_sensible(which, &list->scores[i]))
      weights += exp((worth(&r, &list->scores[i]) - best) / unit);
  random *= weights;
  for (i = 0; i < list->count && random >= 0; i++) {
    if (!ab_choice_is_sensible(which, &list->scores[i])) continue;
    random -= exp((worth(&r, &list->scores[i]) - best) / unit);
    chosen = (int32_t)i;
  }
  return chosen;
}

int32_t ab_choice_place(const ab_choice *choice, const ab_score_list *list, uint64_t search)
{
  uint32_t ties = choice->draws_tie ? ab_choice_ties(list) : 0;
  double random = ab_choice_random(choice->seed, search, 0);
  double temperature = choice->level > 0 ? levels[choice->level - 1].temperature : 0;
  if (temperature > 0 && ab_choice_sensible(list, 0) >= 0) return choose_at_random(list, temperature, random);
  return ties > 0 ? (int32_t)(random * ties) : -1;
}
