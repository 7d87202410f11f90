--- Explains in words why a search prefers a move. Its one function is @{alphabeta.explain}, which `require
-- "alphabeta.explain"` returns as well.
--
-- The method: it makes the search as requested, and traces it. A second search, to the same depth, finds the exact
-- values of the other moves. Then it counts the tree of minimax, and the parts that the biggest cut-offs have left out.
-- If they are too large, it estimates them.
--
-- All of that takes many times as long as the search alone.
--
-- Sources. The estimate: D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation 29
-- (1975), 121-136. The effective branching factor: N. J. Nilsson, "Problem-Solving Methods in Artificial Intelligence"
-- (1971); S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", the section on heuristic functions.
--
-- @module alphabeta.explain
-- @license MIT

return require((...):match "^(.*)%.").explain
