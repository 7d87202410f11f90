--- Kalah, with any number of pits and seeds.
-- A turn lifts all seeds of one of the player's pits and sows them one by one, counterclockwise, into the pits that
-- follow and the player's store, but not into the opponent's. A last seed in the player's store gives another turn. A
-- last seed in an empty pit of the player, with seeds in the pit opposite, puts both into the store. Once a side has no
-- seeds left in its pits, the seeds of the other side go to their owner's store, and the game is over: more seeds win.
--
-- The pits lie in the order in which they are sown: with 6 pits, those of South (player 1) at 1 to 6, South's store at
-- 7, those of North (player 2) at 8 to 13, North's store at 14. A move is the number of one of the player's pits,
-- counted from the one farthest from the store. Moves are not undone: `play` makes a new state.
-- @module games.kalah

local kalah = {}

local char = string.char
local unpack = table.unpack or unpack

--- The players' names.
kalah.SIDES = {"South", "North"}

--- The start: the same number of seeds in every pit, South to move.
-- @tparam[opt=6] number pits on each side
-- @tparam[opt=4] number seeds in each pit
-- @treturn table the state: the seeds in the pits and stores at 1, 2, ..., `turn`, `pits`
function kalah.new(pits, seeds)
  pits, seeds = pits or 6, seeds or 4
  local state = {turn = 1, pits = pits}
  for at = 1, 2 * pits + 2 do
    state[at] = at % (pits + 1) == 0 and 0 or seeds
  end
  return state
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1 or 2
function kalah.player(state)
  return state.turn
end

--- The own pits that hold seeds.
-- @tparam table state
-- @treturn {number,...}
function kalah.moves(state)
  local before = state.turn == 1 and 0 or state.pits + 1
  local list, n = {}, 0
  for pit = 1, state.pits do
    if state[before + pit] > 0 then
      n = n + 1
      list[n] = pit
    end
  end
  return list
end

-- Takes what is left in the pits of one side, those after the index `before`.
local function empty_pits(state, before)
  local seeds = 0
  for at = before + 1, before + state.pits do
    seeds = seeds + state[at]
    state[at] = 0
  end
  return seeds
end

-- Has the side whose pits come after the index `before` no seeds in them?
local function is_empty(state, before)
  for at = before + 1, before + state.pits do
    if state[at] > 0 then return false end
  end
  return true
end

--- The state after a move.
-- @tparam table state stays as it is
-- @tparam number pit one of `moves(state)`
-- @treturn table a new state
function kalah.play(state, pit)
  local turn, pits = state.turn, state.pits
  local south, north = pits + 1, 2 * pits + 2
  local before, own, others = 0, south, north
  if turn == 2 then before, own, others = south, north, south end

  local after = {turn = turn, pits = pits}
  for at = 1, north do after[at] = state[at] end

  local at = before + pit
  local seeds = after[at]
  after[at] = 0
  while seeds > 0 do
    at = at % north + 1
    if at ~= others then
      after[at] = after[at] + 1
      seeds = seeds - 1
    end
  end

  if at ~= own then
    after.turn = 3 - turn
    local opposite = north - at
    if at > before and at < own and after[at] == 1 and after[opposite] > 0 then
      after[own] = after[own] + 1 + after[opposite]
      after[at], after[opposite] = 0, 0
    end
  end

  if is_empty(after, 0) or is_empty(after, south) then
    after[south] = after[south] + empty_pits(after, 0)
    after[north] = after[north] + empty_pits(after, south)
  end
  return after
end

--- What a player has in store.
-- @tparam table state
-- @tparam number who 1 or 2
-- @treturn number seeds
function kalah.store(state, who)
  return state[who * (state.pits + 1)]
end

--- What the board is worth to a player: the seeds in that player's store less those in the opponent's.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number
function kalah.evaluate(state, me)
  local south = state.pits + 1
  local ahead = state[south] - state[2 * south]
  return me == 1 and ahead or -ahead
end

--- What the board can still be worth to a player: none gets more seeds than lie in the pits. It is not a part of the
-- plain game; a game that wants it is `setmetatable({bounds = kalah.seeds_left}, {__index = kalah})`.
-- @tparam table state
-- @tparam number me 1 or 2
-- @treturn number the lowest
-- @treturn number the highest
function kalah.seeds_left(state, me)
  local value, south, seeds = kalah.evaluate(state, me), state.pits + 1, 0
  for pit = 1, state.pits do seeds = seeds + state[pit] + state[south + pit] end
  return value - seeds, value + seeds
end

--- An order of moves that suits a search: those that give another turn first, then the pits near the store.
-- It is not a part of the plain game; a game that wants it is
-- `setmetatable({order = kalah.again_first}, {__index = kalah})`.
-- @tparam table state
-- @tparam number pit
-- @treturn number higher is earlier
function kalah.again_first(state, pit)
  local pits = state.pits
  local before = state.turn == 1 and 0 or pits + 1
  local gives_another_turn = state[before + pit] == pits + 1 - pit
  return gives_another_turn and pits + pit or pit
end

--- The same game with a key for each position, for a search with a transposition table. Its states are made by its
-- own `new`.
--
-- The key is a string: whose turn it is, and the seeds in each pit and store, one byte each. A move changes many of
-- them, and the keys of many positions are never needed, so `hash` makes the key.
kalah.hashed = setmetatable({}, {__index = kalah})

local hashed = kalah.hashed

--- The start, as `kalah.new` makes it.
-- @tparam[opt=6] number pits on each side
-- @tparam[opt=4] number seeds in each pit; `2 * pits * seeds` is at most 255
-- @treturn table the state
function hashed.new(pits, seeds)
  local state = kalah.new(pits, seeds)
  assert(2 * state.pits * state[1] <= 255, "kalah: there are too many seeds for keys with a byte for each pit")
  return state
end

--- The position's key.
-- @tparam table state
-- @treturn string
function hashed.hash(state)
  return char(state.turn, unpack(state))
end

--- The board as text: North's pits from its view right to left, the stores, South's pits.
-- @tparam table state
-- @treturn string
function kalah.draw(state)
  local pits = state.pits
  local north, south = {}, {}
  for pit = 1, pits do
    south[pit] = string.format("%3d", state[pit])
    north[pit] = string.format("%3d", state[2 * pits + 2 - pit])
  end
  return table.concat({
    "   " .. table.concat(north),
    string.format("%3d%s%3d", kalah.store(state, 2), string.rep(" ", 3 * pits), kalah.store(state, 1)),
    "   " .. table.concat(south),
  }, "\n")
end

return kalah
