--- Finds out whether a game keeps its contract with the search. Its one function is @{alphabeta.check}, which
-- `require "alphabeta.check"` returns as well.
--
-- How it goes: the states near the start are visited breadth-first, then games are played at random. At each state that
-- is visited, all functions of the game are called, twice, and the state is compared with what it was before; moves are
-- made and taken back. What was played is taken back at the end of each game, and compared again at each ply. A defect
-- that has shown up deep in a game is looked for nearer to the start, by leaving out moves, and breadth-first.
--
-- After a defect the tables of the state are put back as they were, so that one defect does not bring along others.
-- What was found about keys and signs is told only where the functions that it rests upon have no other defects.
--
-- @module alphabeta.check
-- @license MIT
local PACKAGE = (... or "alphabeta.check"):match "^(.*)%.[^.]*$" or "alphabeta" -- the folder may lie elsewhere

return require(PACKAGE).check
