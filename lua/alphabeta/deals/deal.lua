-- Deals: states that are possible for all that the player at the root knows, as the game's `deal` draws them, and the
-- moves that they have in common. Internal: `search.lua` and ../uct/hidden.lua use it.

local LIBRARY = (... or "alphabeta.deals.deal"):match "^(.*)%.[^.]*%.[^.]*$"

local identity = require(LIBRARY .. ".fallback.identity")
local message = require(LIBRARY .. ".front.message")
local of_game = require(LIBRARY .. ".common.random").of_game
local playout = require(LIBRARY .. ".uct.playout")
local running = require(LIBRARY .. ".fallback.running")
local tree = require(LIBRARY .. ".uct.tree")

local rawequal, type = rawequal, type
local AT_NODE, reject = running.AT_NODE, running.reject

local deal = {}

-- A deal with a weight is drawn again at most so often.
local DRAWS_MAX = 100

-- The offset of the deals' random numbers in those of a seed, beyond the number of the search.
local PLACE = 2000000000

-- The key by which a move at a frame is recognized in another deal: the move itself, or a number that is not whole.
local function key_of(e, f, move)
  local kind = type(move)
  if kind == "number" and move ~= move then
    reject(e, AT_NODE.moves, "expected moves that 'deal' leaves recognizable, got %s", message.describe(move))
  end
  if kind == "number" or kind == "string" or kind == "boolean" then return move end
  if e.move_id then
    e.running = AT_NODE.move_id
    local answer = e.move_id(f.state, move)
    local id = identity.of_move_id(answer)
    if id then return id + 0.5 end
    reject(e, AT_NODE.move_id, "expected an integer, got %s", message.describe(answer))
  end
  local id = identity.of_content(move, 1)
  if id < identity.PLACE then return id + 0.5 end
  reject(e, AT_NODE.moves, "expected moves that 'deal' leaves recognizable, numbers, strings or tables of these, "
    .. "got %s: add 'move_id' to the game", message.describe(move))
end
deal.key_of = key_of

-- Lists the root's moves, before the first deal. Returns a table with which deals are drawn and compared. Its `count`
-- is 0 if the game is over, or at a chance node.
function deal.begin(e)
  local f, keys, generator = e.root, {}, tree.generator(e.seed, PLACE + e.number)
  e.deals_drawn = 0
  local count = playout.list(e, f)
  local own = {
    keys = keys, count = f.is_chance and 0 or count, different = 0, -- how many moves, and how many different ones
    is_over = count == 0, moves = {}, state = f.state,
    last_seen = {}, -- by keys: the number of the last deal with that move
  }
  for place = 1, own.count do
    own.moves[place] = f.list[place]
    local key = key_of(e, f, f.list[place])
    if not keys[key] then own.different = own.different + 1 end
    keys[key] = place
  end
  own.random = of_game(generator)
  return own
end

-- Draws a state. If `deal` returns a weight beside it, that is the probability that it is kept. Otherwise another one
-- is drawn in its place.
local function draw_state(e, own)
  local at = AT_NODE.deal
  for _ = 1, DRAWS_MAX - 1 do
    local state, weight = e.deal(own.state, e.me, own.random)
    if type(weight) == "nil" then return state end
    if type(weight) ~= "number" or not (weight >= 0 and weight <= 1) then
      reject(e, at, "expected a weight from 0 to 1 beside the state, got %s", message.describe(weight))
    end
    if own.random() < weight then return state end
  end
  return (e.deal(own.state, e.me, own.random))
end

-- Puts a new deal into the root's frame, and lists its moves. Returns their number.
function deal.draw(e, own)
  local f, at = e.root, AT_NODE.deal
  e.current, e.running = f, at
  local state = draw_state(e, own)
  if type(state) == "nil" then reject(e, at, "expected a state, got nil") end
  if rawequal(state, own.state) then
    reject(e, at, "expected a new state, got the given one: copy what may change")
  end
  f.state, e.deals_drawn = state, e.deals_drawn + 1
  if e.player then
    e.running = AT_NODE.player
    if e.player(state) ~= e.me then
      reject(e, at, "expected a state in which the same player is to move as in the given one")
    end
  end
  local count = playout.list(e, f)
  local last_seen, different = own.last_seen, 0
  for place = 1, f.is_chance and 0 or count do
    local move = f.list[place]
    local key = key_of(e, f, move)
    if last_seen[key] ~= e.deals_drawn then last_seen[key], different = e.deals_drawn, different + 1 end
    if not own.keys[key] then
      reject(e, at, "expected a state with the given state's moves, got one with another move, %s: leave "
        .. "what 'me' knows as it is", message.describe(move))
    end
  end
  if count ~= own.count and not f.is_chance then
    reject(e, at, "expected a state with the given state's %d moves, got one with %d: leave what 'me' "
      .. "knows as it is", own.count, count)
  end
  if different < own.different and not f.is_chance then
    reject(e, at, "expected a state with the given state's %d different moves, got one with %d: leave what 'me' "
      .. "knows as it is", own.different, different)
  end
  return count
end

return deal
