--- What can be walked through: trees from textbooks, and the end of a game of tic-tac-toe.
--
-- A subject has a `name`, the `state` to search from, the `depth`, the `game`, `max` and `min`, what the players are
-- called, and `intro`, a word before the first step. One whose states are boards has `is_board`, and a `label`: see the
-- recorder of `alphabeta.tree`.
local textbook = require "games.tree"
local tictactoe = require "games.tictactoe"

local subjects = {}

local function tree_of(name, depth, literal)
  return {
    name = name, state = textbook.new(literal), depth = depth, game = textbook, max = "Max", min = "Min",
    intro = ("A tree of %s plies. Max moves first and wants a high number, Min wants a low one."):format(
      depth == 3 and "three" or "four"),
  }
end

-- The game as it is searched: a win counts 1, which is easier to read than what it counts in a long search.
local rules = setmetatable({
  evaluate = function(state, me) return tictactoe.evaluate(state, me) / tictactoe.WIN end,
}, {__index = tictactoe})

--- The cells of a state as a word of nine letters: X, O, or a point where a cell is empty.
local function cells_of(state)
  if not state then return nil end
  local marks = {}
  for cell = 1, 9 do marks[cell] = tictactoe.MARKS[state[cell]] end
  return table.concat(marks)
end

local function position_of(name, moves)
  local state = tictactoe.new()
  for _, cell in ipairs(moves) do tictactoe.make(state, cell) end
  local max, min = tictactoe.MARKS[state.turn], tictactoe.MARKS[3 - state.turn]
  return {
    name = name, state = state, depth = state.left, game = rules, label = cells_of, is_board = true,
    max = max, min = min,
    intro = ("%s is to move, with %d squares left. A win of %s counts 1, a draw 0, a win of %s -1."):format(
      max, state.left, max, min),
  }
end

subjects[1] = tree_of("Textbook 1", 3, {{{3, 5}, {6, 9}}, {{1, 2}, {0, -1}}})
subjects[2] = tree_of("Textbook 2", 3, {{{13, 8}, {24, -5}}, {{23, 15}, {-14, -20}}})
subjects[3] = tree_of("Textbook 3", 3, {{{2, 3}, {5, 9}}, {{0, 1}, {7, 5}}})
subjects[4] = tree_of("Textbook 4", 4, {
  {{{5, 6}, {7, 4, 5}}, {{3}}}, {{{6}, {6, 9}}, {{7}}}, {{{5}}, {{9, 8}, {6}}},
})
subjects[5] = position_of("Tic-tac-toe 1", {1, 2, 5, 6, 8, 9})
subjects[6] = position_of("Tic-tac-toe 2", {5, 3, 7, 9, 8})

return subjects
