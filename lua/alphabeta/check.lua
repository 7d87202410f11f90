--- Finds out whether a game keeps its contract with the search. Its one function is @{alphabeta.check}, which
-- `require "alphabeta.check"` returns as well.
--
-- How it goes: some games are played at random to their end, to see for whom evaluations are good. Then the states near
-- the start are visited breadth-first, and games are played at random in which everything is tested. At each state that
-- is visited, all functions of the game are called, twice, and the state is compared with what it was before; moves are
-- made and taken back. What was played is taken back at the end of each game, and compared again at each ply. A defect
-- that was found deep in a game is searched for nearer to the start, by leaving out moves, and breadth-first.
--
-- After a defect the tables of the state are restored, so that one defect does not cause others.
-- Findings about keys and signs are reported only where the functions that they depend on have no other defects.
--
-- @module alphabeta.check
-- @license MIT
local PACKAGE = (... or "alphabeta.check"):match "^(.*)%.[^.]*$" or "alphabeta" -- the folder may lie elsewhere

return require(PACKAGE).check
