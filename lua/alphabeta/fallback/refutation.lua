-- The refutation table: the best move of each node of the last iteration, as csrc/engine/refutation.c keeps it.
-- Internal: the engine in Lua uses it.
--
-- A node is found again by the path to it, 64 bits. Buckets have four entries, and an entry keeps a move, the upper 24
-- of the path's lower 32 bits, the iteration modulo 16, and the plies that were left, 15 for more.

local PACKAGE = (... or "alphabeta.fallback.refutation"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local bits = require(PACKAGE .. ".bits")

local add, mix, multiply = bits.add, bits.mix, bits.multiply

local refutation = {}

-- The index of a null move.
refutation.NULL_MOVE = 4294967296

local WAYS, ROOM, FIELD_MAX = constants.REFUTATION_WAYS, constants.REFUTATION_ROOM, constants.REFUTATION_FIELD_MAX
local BUCKETS_MIN, BUCKETS_MAX = constants.REFUTATION_BUCKETS_MIN, constants.REFUTATION_BUCKETS_MAX

-- The multiples of the golden ratio's bits that are mixed into a path, by index.
local highs, lows = {}, {}

-- The path from a node to its successor with `index`, from 1.
function refutation.child(path_high, path_low, index)
  local high, low = highs[index], lows[index]
  if not high then
    high, low = multiply(2654435769, 0x7F4A7C15, 0, index)
    highs[index], lows[index] = high, low
  end
  return mix(add(path_high, path_low, high, low))
end

-- A table for a search: it has no buckets yet. `is_only` says that the search has one iteration.
function refutation.new(is_only)
  return {
    buckets = 0, iteration = 0, stored = 0, is_only = is_only,
    moves = {}, paths = {}, iterations = {}, depths = {}, -- by index, from 0; no move: the entry is empty
  }
end

-- The replacement priority of an entry.
local function keep_priority(t, place)
  if not t.moves[place] then return 0 end
  return (t.iterations[place] == t.iteration and FIELD_MAX + 1 or 0) + t.depths[place]
end

-- The index of a path's entry, or else of the entry of its bucket to be replaced; whether it is its own.
local function place_of(t, low)
  local mark, moves, paths = low - low % 256, t.moves, t.paths
  local first = low % t.buckets * WAYS
  for place = first, first + WAYS - 1 do
    if moves[place] and paths[place] == mark then return place, true end
  end
  local least, lowest_priority = first, keep_priority(t, first)
  for place = first + 1, first + WAYS - 1 do
    local own = keep_priority(t, place)
    if own < lowest_priority then least, lowest_priority = place, own end
  end
  return least, false
end

-- Moves the entries of bucket `old` into the buckets that they have now.
local function spread(t, old)
  for place = old * WAYS, old * WAYS + WAYS - 1 do
    local move = t.moves[place]
    local low = move and t.paths[place] + old % BUCKETS_MIN
    if move and low % t.buckets ~= old then
      t.moves[place] = nil
      local to = place_of(t, low)
      t.moves[to], t.paths[to], t.iterations[to], t.depths[to] =
        move, t.paths[place], t.iterations[place], t.depths[place]
    end
  end
end

-- An iteration begins: the table grows, as far as the last one has shown that it should.
function refutation.open_iteration(t)
  local needed, used = t.buckets > 0 and t.buckets or BUCKETS_MIN, t.buckets
  if t.is_only then
    needed = BUCKETS_MAX
  else
    while needed < BUCKETS_MAX and (needed - needed % ROOM) / ROOM < t.stored do needed = needed * 2 end
  end
  if needed > used then
    t.buckets = needed
    for old = 0, used - 1 do spread(t, old) end
  end
  t.iteration = (t.iteration + 1) % (FIELD_MAX + 1)
  t.stored = 0
end

-- The move that was best at the node with this path, 0 when it is not known.
function refutation.find(t, low)
  local mark, moves, paths = low - low % 256, t.moves, t.paths
  local first = low % t.buckets * WAYS
  for place = first, first + WAYS - 1 do
    local move = moves[place]
    if move and paths[place] == mark then return move end
  end
  return 0
end

-- Puts down the best move of the node with this path.
function refutation.store(t, low, move, depth)
  local place, is_own = place_of(t, low)
  if not is_own or t.iterations[place] ~= t.iteration then t.stored = t.stored + 1 end
  t.moves[place], t.paths[place], t.iterations[place] = move, low - low % 256, t.iteration
  t.depths[place] = depth < FIELD_MAX and depth or FIELD_MAX
end

return refutation
