--- Nim: heaps of sticks, and two players who take turns. A turn takes as many sticks as the player likes, at least
-- one, from one heap. The player who takes the last stick wins.
--
-- Moves are not undone: `play` makes a new state. Each state has the rules as methods (its metatable is this module's),
-- so that it can be handed to a search as it is.
-- @module games.nim

local nim = {}

--- What a won game is worth; pass it as the option `win` to prefer the shortest win and the longest loss.
nim.WIN = 1000

local WIN = nim.WIN
local state_type = {__index = nim}

--- Heaps to start from, player 1 to move.
-- @tparam {number,...} heaps the number of sticks in each, from 0
-- @treturn table the state: the heaps at 1, 2, ..., `turn`, `left` (sticks in all)
-- @usage nim.new {3, 4, 5}
function nim.new(heaps)
  local state = {turn = 1, left = 0}
  for heap, sticks in ipairs(heaps) do
    state[heap] = sticks
    state.left = state.left + sticks
  end
  return setmetatable(state, state_type)
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1 or 2
function nim.player(state)
  return state.turn
end

--- All ways to take: from the first heap one stick, two, ..., then from the next.
-- @tparam table state
-- @treturn {{heap=number,take=number},...}
function nim.moves(state)
  local list, n = {}, 0
  for heap = 1, #state do
    for take = 1, state[heap] do
      n = n + 1
      list[n] = {heap = heap, take = take}
    end
  end
  return list
end

--- The state after a move.
-- @tparam table state stays as it is
-- @tparam {heap=number,take=number} move
-- @treturn table a new state
function nim.play(state, move)
  local after = {turn = 3 - state.turn, left = state.left - move.take}
  for heap = 1, #state do after[heap] = state[heap] end
  after[move.heap] = after[move.heap] - move.take
  return setmetatable(after, state_type)
end

--- What the heaps are worth to a player: 0 while there are sticks; then the player who finds none has lost.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function nim.evaluate(state, me)
  if state.left > 0 then return 0 end
  return state.turn == me and -WIN or WIN
end

--- The nim-sum: the heaps, written in binary, added without carrying. By Bouton's theorem (1901) the player to
-- move loses, against best play, exactly when it is 0.
-- @tparam table state
-- @treturn number
function nim.sum(state)
  local sum = 0
  for heap = 1, #state do
    local sticks, rest, bit = state[heap], sum, 1
    while sticks > 0 or rest > 0 do
      if sticks % 2 == 1 then sum = sum + (rest % 2 == 1 and -bit or bit) end
      sticks, rest, bit = math.floor(sticks / 2), math.floor(rest / 2), 2 * bit
    end
  end
  return sum
end

--- The same game with a key for each position, for a search with a transposition table: the states are those of
-- `nim.new`, and these rules are handed to the search beside them.
-- The key is a string: whose turn it is, and the heaps by their size, for it does not matter which is which.
nim.hashed = setmetatable({}, {__index = nim})

--- The position's key.
-- @tparam table state
-- @treturn string
function nim.hashed.hash(state)
  local heaps = {}
  for heap = 1, #state do heaps[heap] = state[heap] end
  table.sort(heaps)
  return state.turn .. ": " .. table.concat(heaps, " ")
end

--- The heaps as text, one line for each.
-- @tparam table state
-- @treturn string
function nim.draw(state)
  local lines = {}
  for heap = 1, #state do lines[heap] = heap .. ": " .. string.rep("|", state[heap]) end
  return table.concat(lines, "\n")
end

return nim
