--- Plays two players against each other and estimates which one is stronger. Its one function is @{alphabeta.match},
-- which `require "alphabeta.match"` returns as well. @{alphabeta.elo} computes the figures alone.
--
-- Pairs: games 1 and 2 have the same opening, games 3 and 4 the next one, and so on. `a` moves first in the first game
-- of a pair, and `b` in the second. So an opening's advantage for one side cancels out.
--
-- Random numbers: a generator makes the same numbers on every Lua. Each pair of games has one for its opening and one
-- for its chance nodes, and each player of each game has one. A generator that starts from the option `seed` seeds all
-- of them. So one player's numbers do not change the other's. Both games of a pair have the same numbers for chance
-- nodes: the same number decides at the n-th chance node of either game.
--
-- The generator is MRG32k3a, see `common/random.lua`.
--
-- @module alphabeta.match
-- @license MIT

return require((...):match "^(.*)%.").match
