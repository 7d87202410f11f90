-- Deals: states that are possible for all that the player at the root knows, as the game's `deal` draws them, and the
-- moves that they have in common. Internal: `search.lua` and ../uct/search.lua use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local message, random = use("front.message", "common.random")

local rawequal, type = rawequal, type

local deal = {}

-- A deal with a weight is drawn again at most so often.
local DRAWS_MAX = 100

-- The offset of the deals' random numbers in those of a seed, beyond the number of the search.
local PLACE = 2000000000

-- Random numbers for a search, at a place among those of its seed.
function deal.generator(e, place)
  return random.from_number(e.seed[1] % 2097152 * 4294967296 + e.seed[2], place + e.number)
end

-- The key by which a move is recognized in another deal: the move itself, or a number that is not whole.
local function key_of(e, state, move)
  local kind = type(move)
  if kind == "number" and move ~= move then
    e.path.reject("moves", "expected moves that 'deal' leaves recognizable, got %s", message.describe(move))
  end
  if kind == "number" or kind == "string" or kind == "boolean" then return move end
  local id = e.path.id_of(state, move)
  if type(id) == "number" and id % 1 == 0 then return id % 2 ^ 52 + 0.5 end
  if id then return id end
  e.path.reject("moves", "expected moves that 'deal' leaves recognizable, numbers, strings or tables of these, "
    .. "got %s: add 'move_id' to the game", message.describe(move))
end
deal.key_of = key_of

-- Lists the root's moves, before the first deal, by `list`. Returns a table with which deals are drawn and compared.
-- Its `count` is 0 if the game is over, or at a chance node.
function deal.begin(e, list)
  local keys, generator = {}, deal.generator(e, PLACE)
  e.deals_drawn = 0
  local moves, count, chances = list(e.state)
  local own = {
    keys = keys, count = chances and 0 or count, different = 0, -- how many moves, and how many different ones
    is_over = count == 0, moves = {}, state = e.state,
    last_seen = {}, -- by keys: the number of the last deal with that move
  }
  for place = 1, own.count do
    own.moves[place] = moves[place]
    local key = key_of(e, e.state, moves[place])
    if not keys[key] then own.different = own.different + 1 end
    keys[key] = place
  end
  own.random = random.of_game(generator)
  return own
end

-- Draws a state. If `deal` returns a weight beside it, that is the probability that it is kept: otherwise another is
-- drawn in its place.
local function draw_any(e, own)
  e.path.note "deal"
  for _ = 1, DRAWS_MAX - 1 do
    local state, weight = e.deal(own.state, e.me, own.random)
    if type(weight) == "nil" then return state end
    if type(weight) ~= "number" or not (weight >= 0 and weight <= 1) then
      e.path.reject("deal", "expected a weight from 0 to 1 beside the state, got %s", message.describe(weight))
    end
    if own.random() < weight then return state end
  end
  return (e.deal(own.state, e.me, own.random))
end

-- Draws a new state, by the `random` numbers of `own`, whose `state` is the given one.
function deal.draw_state(e, own)
  local state = draw_any(e, own)
  if type(state) == "nil" then e.path.reject("deal", "expected a state, got nil") end
  if rawequal(state, own.state) then
    e.path.reject("deal", "expected a new state, got the given one: copy what may change")
  end
  return state
end

-- Makes a new deal the state of the search, and lists its moves. Returns it, and what `list` returns.
function deal.draw(e, own, list)
  local path, state = e.path, deal.draw_state(e, own)
  e.state, e.deals_drawn = state, e.deals_drawn + 1
  if e.player and path.player(state) ~= e.me then
    path.reject("deal", "expected a state in which the same player is to move as in the given one")
  end
  local moves, count, chances = list(state)
  if chances then return state, moves, count, chances end
  local last_seen, different = own.last_seen, 0
  for place = 1, count do
    local move = moves[place]
    local key = key_of(e, state, move)
    if last_seen[key] ~= e.deals_drawn then last_seen[key], different = e.deals_drawn, different + 1 end
    if not own.keys[key] then
      path.reject("deal", "expected a state with the given state's moves, got one with another move, %s: leave "
        .. "what 'me' knows as it is", message.describe(move))
    end
  end
  if count ~= own.count then
    path.reject("deal", "expected a state with the given state's %d moves, got one with %d: leave what 'me' "
      .. "knows as it is", own.count, count)
  end
  if different < own.different then
    path.reject("deal", "expected a state with the given state's %d different moves, got one with %d: leave what 'me' "
      .. "knows as it is", own.different, different)
  end
  return state, moves, count
end

return deal
