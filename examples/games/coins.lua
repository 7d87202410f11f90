--- Coins in a row, for any number of players, played in place.
-- Coins of different worth lie in a row. A turn takes one coin or more, up to a limit, from one of the two ends. When
-- none is left, every player has what was taken.
--
-- A move is how many coins are taken from the left, or the opposite of how many are taken from the right.
--
-- `evaluate` returns the payoff of each player, for `algorithm = "maxn"`; `coins.paranoid` is the same game with one
-- number for one player, as all other algorithms do.
-- @module games.coins

local coins = {}

--- A row of coins, player 1 to move.
-- @tparam {number,...} row what the coins are worth, from the left: integers from 0
-- @tparam[opt=3] number players
-- @tparam[opt=2] number most coins that a turn takes
-- @treturn table the state: the coins at 1, 2, ..., `left` and `right` (where those that are left begin and end),
--   `turn`, `taken` (what each player has), `players`, `most`, `total` (what all coins together are worth)
function coins.new(row, players, most)
  local state = {
    left = 1, right = #row, turn = 1, taken = {}, players = players or 3, most = most or 2, total = 0,
  }
  for i, worth in ipairs(row) do
    state[i] = worth
    state.total = state.total + worth
  end
  for who = 1, state.players do state.taken[who] = 0 end
  return state
end

--- Whose turn it is.
-- @tparam table state
-- @treturn number 1, 2, ...
function coins.player(state)
  return state.turn
end

--- From the left one coin, two, ..., then from the right. The last coins are taken from the left alone.
-- @tparam table state
-- @treturn {number,...} empty when no coins are left
function coins.moves(state)
  local left = state.right - state.left + 1
  local most = math.min(state.most, left)
  local list, n = {}, most
  for count = 1, most do list[count] = count end
  for count = 1, most do
    if count < left then
      n = n + 1
      list[n] = -count
    end
  end
  return list
end

-- What the coins between two places are worth.
local function worth(state, first, last)
  local sum = 0
  for i = first, last do sum = sum + state[i] end
  return sum
end

--- Takes coins.
-- @tparam table state
-- @tparam number move one of `moves(state)`
function coins.make(state, move)
  local turn, taken = state.turn, state.taken
  local got
  if move > 0 then
    got = worth(state, state.left, state.left + move - 1)
    state.left = state.left + move
  else
    got = worth(state, state.right + move + 1, state.right)
    state.right = state.right + move
  end
  taken[turn] = taken[turn] + got
  state.turn = turn % state.players + 1
end

--- Puts coins back.
-- @tparam table state
-- @tparam number move
function coins.unmake(state, move)
  local turn, taken = (state.turn - 2) % state.players + 1, state.taken
  local got
  if move > 0 then
    state.left = state.left - move
    got = worth(state, state.left, state.left + move - 1)
  else
    state.right = state.right - move
    got = worth(state, state.right + move + 1, state.right)
  end
  taken[turn] = taken[turn] - got
  state.turn = turn
end

--- The payoff of each player: what was taken, and an equal part of what is left. So that these are integers,
-- they are counted in parts of a coin, as many as there are players: they always add up to `players * total`, which
-- makes that the option `value_sum`, and 0 `value_min`.
-- @tparam table state
-- @treturn {number,...} by player
function coins.evaluate(state)
  local players, taken = state.players, state.taken
  local payoffs, rest = {}, state.total
  for who = 1, players do rest = rest - taken[who] end
  for who = 1, players do payoffs[who] = players * taken[who] + rest end
  return payoffs
end

--- The same game for a paranoid search: all others minimize the payoff of the player at the root.
coins.paranoid = setmetatable({}, {__index = coins})

--- The payoff of one player.
-- @tparam table state
-- @tparam number me
-- @treturn number
function coins.paranoid.evaluate(state, me)
  return coins.evaluate(state)[me]
end

--- The coins that are left, and what each player has, as text in one line.
-- @tparam table state
-- @treturn string
function coins.draw(state)
  local row = {}
  for i = state.left, state.right do row[#row + 1] = state[i] end
  return string.format("[%s]  taken: %s", table.concat(row, " "), table.concat(state.taken, ", "))
end

return coins
