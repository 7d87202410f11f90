--- Random games of an example game.
-- @module spec.support.random_game

local rng = require "spec.support.rng"

local random_game = {}

--- What can follow a state, whichever player moves: moves or outcomes, none when the game is over.
-- @tparam table game
-- @param state
-- @treturn table
function random_game.followers(game, state)
  if game.is_over and game.is_over(state) then return {} end
  local chances = game.chances and game.chances(state)
  if not chances then return (game.moves or game.children)(state) end
  local outcomes = {}
  for i, chance in ipairs(chances) do outcomes[i] = chance.outcome end
  return outcomes
end

--- Plays a random game.
-- @tparam table game
-- @param state
-- @tparam number seed
-- @tparam number moves how many at most
-- @tparam[opt] function visit called with each state that a move follows, and with the one where the game is over
-- @return the last state
-- @treturn table of a game in place a list of {move, undo} that leads back from it
function random_game.wander(game, state, seed, moves, visit)
  local random, trail = rng.new(seed), {}
  for _ = 1, moves do
    if visit then visit(state) end
    local list = random_game.followers(game, state)
    if not list[1] then break end
    local move = random:pick(list)
    if game.make then
      trail[#trail + 1] = {move, game.make(state, move)}
    else
      state = game.play and game.play(state, move) or move
    end
  end
  return state, trail
end

--- The state after some moves.
-- @tparam table game
-- @param state changed by a game in place
-- @tparam table moves
-- @return the state
function random_game.after(game, state, moves)
  for _, move in ipairs(moves) do
    if game.make then game.make(state, move) else state = game.play(state, move) end
  end
  return state
end

return random_game
