--- Explains in words why a search prefers a move. Its one function is @{alphabeta.explain}, which `require
-- "alphabeta.explain"` returns as well.
--
-- The method: it makes the search as requested, and traces it. A second search, to the same depth, finds the exact
-- values of the other moves. Then it follows the lines of both, to name their moves. All of that takes many times as
-- long as the search alone.
--
-- @module alphabeta.explain
-- @license MIT

return require((...):match "^(.*)%.").explain
