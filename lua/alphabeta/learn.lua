--- Learns an evaluation from the rules of a game alone, by playing against itself. Its one function is
-- @{alphabeta.learn}, which `require "alphabeta.learn"` returns as well.
--
-- The method: random games show which fields the states have, and their values. Every field with few values becomes a
-- feature for each value, by whose turn it is: one for the field, and one for all fields of its array, which counts
-- material. Other numbers count as they are. Then searches to a small depth play the game against themselves, at first
-- without an evaluation, by what a search values states by itself. The positions at the ends of the principal
-- variations are kept, with the result of the game and of later searches. Logistic regression fits the weights of the
-- features to them (Adagrad, with early stopping on held-out games). That is one generation. In each of the next ones,
-- the best one so far plays, and a match decides whether the new one is better. Matches also decide about the mobility
-- of both players, about lines of cells, which a score test finds, and about stages of the game, by a count of cells
-- that changes with the plies.
--
-- Evaluations are for the player who moves first, and negated for the other. So they cannot be good for the wrong
-- player, and the rules need not be symmetrical.
--
-- Sources. Positions of the principal variation, and results smoothed over searched values: J. Baxter, A. Tridgell and
-- L. Weaver, "Learning to Play Chess Using Temporal Differences", Machine Learning 40 (2000), 243-263. Logistic
-- regression of the results of games, and features that are tested one by one for what they add: M. Buro, "From
-- Simple Features to Sophisticated Evaluation Functions", Computers and Games (1998), LNCS 1558, 126-145. Adagrad:
-- J. Duchi, E. Hazan and Y. Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization",
-- Journal of Machine Learning Research 12 (2011), 2121-2159. The score test: C. R. Rao, "Large Sample Tests of
-- Statistical Hypotheses Concerning Several Parameters with Applications to Problems of Estimation", Mathematical
-- Proceedings of the Cambridge Philosophical Society 44 (1948), 50-57.
--
-- @module alphabeta.learn
-- @license MIT
local PACKAGE = (... or "alphabeta.learn"):match "^(.*)%.[^.]*$" or "alphabeta" -- the folder may lie elsewhere

return require(PACKAGE).learn
