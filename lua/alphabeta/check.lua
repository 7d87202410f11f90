--- Finds out whether a game keeps its contract with the search. Its one function is @{alphabeta.check}, which
-- `require "alphabeta.check"` returns as well.
--
-- The method: it first plays some random games to their end, to see which player benefits from high evaluations. Then
-- it visits the states near the start breadth-first, and plays random games in which it tests everything. At each
-- visited state it calls all functions of the game twice, compares the state with the one before, and makes and takes
-- back moves. At the end of each game it takes back all moves, and compares again at each ply. If it finds a defect
-- deep in a game, it searches for it nearer to the start, by leaving out moves, and breadth-first.
--
-- After a defect it restores the tables of the state, so one defect does not cause others. It reports findings about
-- keys and signs only if the functions that they depend on have no other defects.
--
-- @module alphabeta.check
-- @license MIT

return require((...):match "^(.*)%.").check
