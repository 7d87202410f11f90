--- Games by rules alone, which Monte Carlo tree search may play out, and the first answer of a search of one.
-- @module spec.support.rules_alone

local breakthrough = require "spec.support.breakthrough"
local more_games = require "bench.support.rules_new"
local rules = require "bench.support.rules_alone"
local small_games = require "spec.support.small_games"
local tictactoe = require "games.tictactoe"
local wrap = require "spec.support.wrap"

local rules_alone = {}

--- Those of the bench, by their names.
rules_alone.GAMES = {}
for _, list in ipairs {rules, more_games} do
  for _, entry in ipairs(list) do rules_alone.GAMES[entry[1]] = entry[2] end
end

--- Who has won: 1, -1 or 0.
function rules_alone.winner_result(state, me) return state.winner == 0 and 0 or state.winner == me and 1 or -1 end

local winner_result = rules_alone.winner_result

--- Tic-tac-toe, whose winner gets 7 points.
rules_alone.TICTACTOE = wrap.replace(
  small_games.by_result(tictactoe, function(state, me) return 7 * winner_result(state, me) end),
  {new = tictactoe.new, is_over = tictactoe.is_over})

--- Breakthrough, whose moves differ in number, without its evaluation.
rules_alone.PAWNS = wrap.replace(small_games.by_result(breakthrough, winner_result), {new = breakthrough.new})

local WIDTH = 8

--- Three in a row on a board of 7 by 7. Cells are `row * 8 + column`.
rules_alone.LINES = {
  new = function()
    local cells = {}
    for at = 0, WIDTH * 9 do
      local row, column = math.floor(at / WIDTH), at % WIDTH
      cells[at] = row > 0 and row < 8 and column > 0 and 0 or 3
    end
    return {cells = cells, turn = 1, winner = 0, left = 49}
  end,
  moves = function(state)
    local list = {}
    for at = WIDTH + 1, 8 * WIDTH - 1 do
      if state.cells[at] == 0 then list[#list + 1] = at end
    end
    return list
  end,
  make = function(state, at)
    local cells, me = state.cells, state.turn
    cells[at], state.turn, state.left = me, 3 - me, state.left - 1
    for _, step in ipairs {1, WIDTH, WIDTH + 1, WIDTH - 1} do
      for first = at - 2 * step, at, step do
        if cells[first] == me and cells[first + step] == me and cells[first + 2 * step] == me then state.winner = me end
      end
    end
  end,
  unmake = function(state, at)
    state.cells[at], state.turn, state.winner, state.left = 0, 3 - state.turn, 0, state.left + 1
  end,
  player = function(state) return state.turn end, result = winner_result,
  is_over = function(state) return state.winner ~= 0 or state.left == 0 end,
}

--- The options that say for whom values are good, with a game whose values are; and the signs of what is good for
-- player 1 and player 2 when these are to move.
function rules_alone.views(game)
  local function with(result) return wrap.replace(game, {result = result}) end
  return {
    {{}, game, 1, 1}, {{maximize = false}, with(function(...) return -game.result(...) end), -1, -1},
    {{view = "mover"}, with(function(state) return game.result(state, state.turn) end), 1, 1},
    {{view = "player", max_player = 1}, with(function(state) return game.result(state, 1) end), 1, -1},
  }
end

--- The state after some moves.
function rules_alone.after(game, ...)
  local state = game.new()
  for _, move in ipairs {...} do game.make(state, move) end
  return state
end

--- The first answer of a search in slices, or the one after `playouts` playouts. It depends on no clock.
function rules_alone.first_answer(ai, state, limits, playouts)
  ai:start(state, limits or {time = 1e6})
  repeat ai:step {nodes = playouts and 5 or 40}
  until ai:best() and select(3, ai:best()).nodes >= (playouts or 0) or not ai:thinking()
  ai:stop()
  return ai:best()
end

return rules_alone
