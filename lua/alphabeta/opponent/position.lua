-- A state by the rules of its game: its legal moves, and the position after a move. Internal: `alphabeta.opponent` uses
-- it.
--
-- Between two frames the game's state is as the game has it. In a game that makes moves in place, the expected reply is
-- made before each slice and taken back after it. So the search goes on in the state of the game itself. If the game
-- then makes that reply, the search is the one for the next move.
--
-- Only the search reports mistakes in the rules. Here a state whose moves cannot be listed has none.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games, moves = use("common.game", "common.moves")

local error, pcall = error, pcall

local positions = {}

local NAMES = {"moves", "make", "unmake", "play", "children", "is_over", "chances"}

-- Reads the rules of a game, or of a state that brings its own functions; nil if they are not complete.
function positions.read(source)
  local rules = games.read(source, NAMES)
  return rules and games.strict(rules)
end

-- Whether moves are made in the state itself.
function positions.is_in_place(rules)
  return rules ~= nil and rules.rules.style == "in place"
end

-- The successors of a state, in an array of their own: empty if there are none, at a chance node, and if they cannot be
-- listed.
function positions.list(rules, state)
  local ok, list, is_chance = pcall(games.successors, rules, state)
  local copy = {}
  if not ok or is_chance or not list then return copy end
  for i = 1, #list do copy[i] = list[i] end
  return copy
end

-- Whether the same can be played by two lists. Child states are only counted: they have whatever the state has.
function positions.is_same_list(rules, before, now)
  if #before ~= #now then return false end
  if rules and rules.rules.style == "children" then return true end
  for i = 1, #now do
    if not moves.is_same(before[i], now[i]) then return false end
  end
  return true
end

-- Finds a choice from the list `before` in another list. Returns what it is now, nil if it is not there; and whether
-- that is certain: a choice that is not in its own list cannot be compared. A child state is the one at the same index:
-- it holds whatever the state does, such as a timer.
function positions.find(rules, best, before, now)
  local index = moves.index_of(best, now)
  if index then return now[index], true end
  index = moves.index_of(best, before)
  if index and #now == #before and rules and rules.rules.style == "children" then return now[index], true end
  return nil, index ~= nil
end

local behind = {}
behind.__index = behind

-- Finds the position after a move of those that are listed; nil if it cannot be played.
function positions.after(rules, state, listed, move)
  local index = moves.index_of(move, listed)
  if not index then return nil end
  local is_in_place = positions.is_in_place(rules)
  return setmetatable({
    rules = rules, state = state, reply = listed[index], is_in_place = is_in_place,
    root = is_in_place and state or games.make(rules, state, listed[index]),
    is_made = false, -- whether the game itself has made the move
  }, behind)
end

-- Calls a function while the root is the position after the move. Returns what it returns.
function behind:enter(work)
  if not self.is_in_place or self.is_made then return work() end
  local _, undo = games.make(self.rules, self.state, self.reply)
  local ok, result = pcall(work)
  games.unmake(self.rules, self.state, self.reply, undo)
  if not ok then error(result, 0) end
  return result
end

return positions
