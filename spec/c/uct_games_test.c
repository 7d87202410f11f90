/*
 * uct_games_test.c: games of Monte Carlo tree search: with dice, several players and hidden hands, and with alpha-beta
 * beside the playouts.
 */
#include "uct_search.h"

/* Gives all moves to player 0, from node `first` on. */
static void let_one_move(uint32_t first)
{
  uint32_t at;
  for (at = first; at < game.count; at++) game.nodes[at].roots_turn = 1;
}

static void it_weighs_luck(void)
{
  static const struct {
    const char *text;
    uint32_t best;
    double value;
  } cases[] = {{"{3, (0.25: 10, 0.75: 0)}", 0, 3}, {"{3, (0.25: 20, 0.75: 0)}", 1, 5}};
  size_t i;
  for (i = 0; i < 2; i++) {
    begin(4000);
    tree_read(&game, cases[i].text);
    let_one_move(0);
    search();
    CHECK(best_kid().index == cases[i].best && fabs(best_kid().points - cases[i].value) < 0.5);
    end();
  }
}

/* What max^n finds at a node for each of three players, the first of equal moves. */
static uint32_t best_of_three(uint32_t at, double *payoffs)
{
  const tree_node *node = &game.nodes[at];
  uint32_t i, best = 0;
  double below[3];
  if (node->count == 0) memcpy(payoffs, tree_payoffs(&game, at), 3 * sizeof *payoffs);
  for (i = 0; i < node->count; i++) {
    best_of_three(node->first + i, below);
    if (i > 0 && below[game.movers[at]] <= payoffs[game.movers[at]]) continue;
    best = i;
    memcpy(payoffs, below, sizeof below);
  }
  return best;
}

/* Makes the game one of three players, who move in turn. */
static void grow_three(rng *r)
{
  static const shape s = {.depth = 3, .width = 3, .least = 2};
  uint32_t at, i;
  tree_plant(&game);
  tree_grow_node(&game, 0, r, &s, s.depth);
  tree_seat(&game, 3);
  for (at = 0; at < game.count; at++) {
    for (i = 0; i < game.nodes[at].count; i++)
      game.movers[game.nodes[at].first + i] = (game.movers[at] + 1) % 3;
    for (i = 0; i < 3; i++) tree_payoffs(&game, at)[i] = rng_below(r, 1000);
  }
}

static void each_of_three_players_plays_for_itself(void)
{
  int seed, right = 0;
  for (seed = 1; seed <= 100; seed++) {
    rng r = {(uint64_t)seed};
    double payoffs[3];
    begin(3000);
    grow_three(&r);
    what.uses_rave = 0;
    search();
    CHECK(ab_uct_summary(&h->uct).players == 3);
    right += best_kid().index == best_of_three(0, payoffs);
    end();
  }
  CHECK(right >= 80);
}

/* ---- hidden hands ---- */

/* Begins a search of a game whose first two nodes below the root are deals. */
static void begin_deals(uint64_t playouts, const char *text)
{
  begin(playouts);
  tree_read(&game, text);
  h->first_deal = 1;
  h->deal_count = 2;
  what.deals = 1;
}

/*
 * Begins a search of two deals. To bet wins 1 if the other player folds; if she calls, that loses 2 against one hand, and
 * wins 2 against the other. She knows her hand. Not to bet costs 0.2.
 */
static void begin_bets(uint64_t playouts)
{
  uint32_t at;
  begin_deals(playouts, "{{{-2, 1}, -0.2}, {{2, 1}, -0.2}}");
  for (at = 1; at < game.count; at++) game.nodes[at].roots_turn = at < 3;
}

static void others_know_their_hands(void)
{
  ab_uct_kid kids[2];
  ab_uct_move move;
  begin_bets(3000);
  CHECK(search_from(1) == AB_REASON_NODES);
  CHECK(ab_uct_ranked(&h->uct, kids, 2) == 2);
  CHECK(h->names[kids[0].node] == 2 && h->names[kids[1].node] == 1);
  CHECK(fabs(kids[0].points + 0.2) < 1e-9);
  CHECK(kids[1].points < -0.3);
  CHECK(ab_uct_line(&h->uct, kids[1].node, &move) && h->names[move.node] != NO_NODE);
  end();
}

/* Two deals. To look costs nothing, and then one of two guesses is right. Not to look is worth 0.3. */
static void looking_at_a_card_is_worth_something(void)
{
  int sees;
  for (sees = 0; sees < 2; sees++) {
    ab_uct_kid best;
    ab_uct_move move;
    uint32_t at;
    begin_deals(3000, "{{{1, -1, {-1, -1}}, 0.3}, {{-1, 1, {-1, -1}}, 0.3}}");
    let_one_move(0);
    for (at = 1; at < 3 && sees; at++) game.nodes[game.nodes[at].first].score = at;
    search_from(1);
    best = best_kid();
    CHECK(h->names[best.node] == (sees ? 1 : 2));
    CHECK(fabs(best.points - (sees ? 1 : 0.3)) < 0.1);
    if (sees) CHECK(ab_uct_line(&h->uct, best.node, &move) && h->names[move.node] <= 2);
    end();
  }
}

static void deals_are_taken_back_whatever_ends_the_search(void)
{
  uint64_t k;
  for (k = 1; k < 150; k++) {
    test_about("interrupted at call %d", (int)k);
    begin_bets(12);
    if (k % 3 == 0) what.is_probe = what.asks.mobility = 1;
    task.root.answers_forced = 1;
    uct_start(h, &game, 1, &task, &what);
    h->interrupt_for = k % 2 ? AB_INTERRUPT_TIME : AB_INTERRUPT_PAUSE;
    h->interrupt_at = k;
    while (!uct_run(h)) h->interrupt_at += k;
    CHECK(h->at[0] == 1);
    if (!what.is_probe) best_kid();
    end();
  }
}

/* ---- techniques ---- */

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
static ab_uct_aside solve(uct_host *host, int defends, uint64_t nodes)
{
  static const ab_uct_aside open = {0, 0, 0, 0, AB_UCT_NONE, -1, 3};
  ab_uct_aside answer = {1, 1, 1, 1, 1, 5, 3};
  CHECK(nodes > 0);
  if (defends) answer.points = 0;
  return host->turns++ % 5 == 4 ? answer : open;
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
static ab_uct_aside solve_last(uct_host *host, int defends, uint64_t nodes)
{
  ab_uct_aside answer = {1, 1, 1, 1, host->game->nodes[0].count - 1, 1, 3};
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
  RUN(it_weighs_luck);
  RUN(each_of_three_players_plays_for_itself);
  RUN(others_know_their_hands);
  RUN(looking_at_a_card_is_worth_something);
  RUN(deals_are_taken_back_whatever_ends_the_search);
  RUN(it_watches_a_few_playouts_for_winning_moves_and_keeps_what_they_tell);
  RUN(alpha_beta_beside_it_may_answer_first);
  RUN(its_answer_counts_if_no_playout_has_tried_it);
  RUN(it_asks_no_more_than_it_needs);
  tree_free(&game);
  return test_end();
}
