-- A state by the rules of its game: what can be played there, and playing it. Internal: `alphabeta.opponent` uses it.
--
-- What is wrong with the rules is said by the search, and by it alone: here a state whose moves cannot be listed has
-- none.

local PACKAGE = (... or "alphabeta.opponent.position"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local games = require(PACKAGE .. ".common.game")
local moves = require(PACKAGE .. ".common.moves")

local error, pcall = error, pcall

local positions = {}

local NAMES = {"moves", "make", "unmake", "play", "children", "is_over", "chances"}

local player = {}
player.__index = player

function player:call(name, ...) return self.rules[name](...) end

function player.reject(_, name) error(name, 0) end

function player.accept_sum() end

-- Reads the rules of a game.
-- @param source the game, or the state that brings its own functions
-- @treturn ?table nil where they are not complete
function positions.read(source)
  local rules = games.read(source, NAMES)
  return rules and setmetatable({rules = rules}, player)
end

-- The successors of a state, in an array of their own.
-- @tparam ?table rules as `read` returns them
-- @param state
-- @treturn {any,...} empty where there are none, at a chance node, and where they cannot be listed
function positions.list(rules, state)
  local ok, list, is_chance = pcall(games.successors, rules, state)
  local copy = {}
  if not ok or is_chance or not list then return copy end
  for i = 1, #list do copy[i] = list[i] end
  return copy
end

-- Whether the same can be played by two lists. Child states are only counted: they hold whatever the state does.
-- @tparam ?table rules
-- @tparam {any,...} before
-- @tparam {any,...} now
-- @treturn boolean
function positions.is_same_list(rules, before, now)
  if #before ~= #now then return false end
  if rules and rules.rules.style == "children" then return true end
  for i = 1, #now do
    if not moves.is_same(before[i], now[i]) then return false end
  end
  return true
end

-- Finds what was chosen from one list in another.
-- @param best
-- @tparam {any,...} before the list where it was chosen
-- @tparam {any,...} now
-- @return what it is now; nil when it is not there
-- @treturn boolean whether that is certain: what cannot be found where it was chosen cannot be compared
function positions.find(best, before, now)
  local index = moves.index_of(best, now)
  if index then return now[index], true end
  return nil, moves.index_of(best, before) ~= nil
end

return positions
