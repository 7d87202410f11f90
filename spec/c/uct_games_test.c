/*
 * uct_games_test.c: what the playouts of a Monte Carlo search ask, and what alpha-beta answers beside them. Games with dice,
 * of several players and with hidden hands are in the specs of spec/search.
 */
#include "uct_host.h"

/* Four moves a ply, for `depth` plies. The last move wins at once. */
static void grow_wins(uint32_t at, int depth)
{
  uint32_t first = tree_branch(&game, at, 4), i;
  for (i = 0; i < 3 && depth > 1; i++) grow_wins(first + i, depth - 1);
  game.nodes[first + 3].value = game.nodes[at].roots_turn ? 1 : -1;
}

/* Does the search, and returns how many moves it has entered for each list. */
static double enters_by_listings(void)
{
  search();
  return (double)h->enters / (double)h->listings;
}

static void it_watches_a_few_playouts_for_winning_moves_and_keeps_what_they_tell(void)
{
  double few;
  begin(1500);
  tree_plant(&game);
  grow_wins(0, 7);
  what.recognizes = 0;
  what.uses_rave = 0;
  task.root.omits_moves = 1;
  h->uct.lasting.habits.watched = 0;
  few = enters_by_listings();
  CHECK(few < 1.6 && h->uct.lasting.habits.watched <= 75);
  h->uct.lasting.habits.watched = 64;
  h->uct.lasting.habits.kept = 30;
  CHECK(enters_by_listings() > few);
  end();
}

/* Solves the game by minimax, after some calls. */
static ab_uct_aside solve(uct_host *searched, int defends, uint64_t nodes)
{
  static const ab_uct_aside open = {0, 0, 0, 0, AB_UCT_NONE, -1, 3};
  ab_uct_aside answer = {1, 1, 1, 1, 1, 5, 3};
  CHECK(nodes > 0);
  if (defends) answer.points = 0;
  return searched->turns++ % 5 == 4 ? answer : open;
}

static void alpha_beta_beside_it_may_answer_first(void)
{
  ab_uct_root root;
  begin(3000);
  grow_draws(12);
  task.host.has_chance_nodes = 0;
  h->solve = solve;
  what.solves = 1;
  CHECK(search() == AB_REASON_SOLVED && counted() < 1000);
  root = ab_uct_summary(&h->uct);
  CHECK(root.is_proven && root.proven == 1 && root.plies == 5 && root.answer == 1);
  CHECK(best_kid().index == 1);
  tree_read(&game, "{{-1, -2}, {-1, {{-1, -1}, {-3, -1}}}}");
  what.solves = 0;
  what.defends = 1;
  CHECK(search() == AB_REASON_SOLVED);
  root = ab_uct_summary(&h->uct);
  CHECK(root.proven == 0 && root.answer == 1 && root.plies == 5);
  end();
}

/* Solves a game that is lost but for its last move. */
static ab_uct_aside solve_last(uct_host *searched, int defends, uint64_t nodes)
{
  ab_uct_aside answer = {1, 1, 1, 1, searched->game->nodes[0].count - 1, 1, 3};
  CHECK(nodes > 0 && !defends);
  return answer;
}

/* By RAVE, moves may stay untried for long. */
static void its_answer_counts_if_no_playout_has_tried_it(void)
{
  ab_uct_kid kids[3];
  uint32_t first, i;
  begin(3000);
  tree_plant(&game);
  first = tree_branch(&game, 0, 40);
  for (i = 0; i < 40; i++) tree_branch(&game, first + i, 2);
  task.host.has_chance_nodes = 0;
  what.solves = 1;
  h->solve = solve_last;
  CHECK(search() == AB_REASON_SOLVED && counted() == 8);
  CHECK(ab_uct_ranked(&h->uct, kids, 3) == 3 && kids[0].index == 39 && kids[1].index != 39);
  CHECK(kids[0].node == AB_UCT_NONE && kids[0].points == 1 && kids[0].is_proven);
  end();
}

static void it_asks_no_more_than_it_needs(void)
{
  begin(1000);
  grow_draws(14);
  what.recognizes = what.has_is_over = 0;
  search();
  CHECK(h->turns < 1000 + 14 * 8 && h->evaluations < 1100);
  CHECK(h->enters == 14 * 1000 && h->listings < h->enters);
  end();
}

int main(void)
{
  RUN(it_watches_a_few_playouts_for_winning_moves_and_keeps_what_they_tell);
  RUN(alpha_beta_beside_it_may_answer_first);
  RUN(its_answer_counts_if_no_playout_has_tried_it);
  RUN(it_asks_no_more_than_it_needs);
  tree_free(&game);
  return test_end();
}
