-- The position behind the reply that is expected: what an opponent thinks about while it is another's turn. Internal:
-- `alphabeta.opponent` uses it.
--
-- Between two frames the game's state is as the game has it. In a game that makes moves in place, the reply is made
-- before each slice and taken back after it: the search goes on in the state of the game itself. When the reply is then
-- made in the game, that search is the one for the move that follows.

local PACKAGE = (... or "alphabeta.opponent.guess"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local games = require(PACKAGE .. ".common.game")
local moves = require(PACKAGE .. ".common.moves")

local error, pcall = error, pcall

local guesses = {}
guesses.__index = guesses

-- Finds the position behind a reply.
-- @tparam ?table rules as `read` of position.lua returns them
-- @param state
-- @tparam {any,...} listed what can be played there
-- @param reply what is expected
-- @treturn ?table nil where it cannot be played
function guesses.new(rules, state, listed, reply)
  local index = moves.index_of(reply, listed)
  if not index then return nil end
  local is_in_place = rules.rules.style == "in place"
  return setmetatable({
    rules = rules, state = state, reply = listed[index], is_in_place = is_in_place,
    root = is_in_place and state or games.make(rules, state, listed[index]),
    is_made = false, has_ended = false, -- whether the game itself has made the reply; whether nothing is left to think
  }, guesses)
end

-- Calls a function while the root is as the search has it.
-- @tparam function work
-- @return what it returns
function guesses:enter(work)
  if not self.is_in_place or self.is_made then return work() end
  local _, undo = games.make(self.rules, self.state, self.reply)
  local ok, result = pcall(work)
  games.unmake(self.rules, self.state, self.reply, undo)
  if not ok then error(result, 0) end
  return result
end

return guesses
