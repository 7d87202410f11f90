-- The transposition table, with the same entries as in csrc/table/table.c and transposition.c. Internal: the engine in
-- Lua uses it.
--
-- The position's hash finds an entry, in the map of its kind: the player whom values are good for, the side to move,
-- and the view of the value. Only a position that is new to the table needs its 64 bits, which find its bucket. A
-- bucket has two entries. A new entry replaces the same as in the C module: an empty place, an entry of an earlier
-- search, the shallower one. So both have the same entries at every moment.
--
-- All entries are in one array, `data`, each with its fields side by side. The index before its first field identifies
-- an entry. Maps have these indexes by hash, and `first` and `second` have them by bucket.

local PACKAGE = (... or "alphabeta.fallback.transposition"):match "^(.*)%.[^.]*$"

local bits = require(PACKAGE .. ".bits")
local identity = require(PACKAGE .. ".identity")
local key = require(PACKAGE .. ".key")

local abs, floor, huge = math.abs, math.floor, math.huge
local hash_of_key = key.hash
local mix, multiply, xor = bits.mix, bits.multiply, bits.xor

local transposition = {}

-- The fields of an entry: AGE is the search that stored it, END is -1 for values of games that go on. FLAGS is a bound,
-- and bits that say whether a line below reached the depth, and whether the depth truncated one.
local VALUE, MOVE, DEPTH, AGE, END, FLAGS, HASH, MAP = 1, 2, 3, 4, 5, 6, 7, 8
local FIELDS = 8
local UPPER, LOWER, EXACT = 1, 2, 3
local REACHED, TRUNCATED = 4, 8

-- Bytes of a bucket in the C module, of which there are as many here.
local BUCKET = 64

-- Buckets that `fill` reads.
local SAMPLE = 500

-- A table of as many buckets as fit `bytes` in the C module; nil if not even one fits.
function transposition.new(bytes)
  local most, count = floor(bytes / BUCKET), 1
  if most == 0 then return nil end
  while count * 2 <= most do count = count * 2 end
  local t = {count = count}
  transposition.clear(t)
  return t
end

-- Empties the table.
function transposition.clear(t)
  t.age, t.data, t.used, t.first, t.second, t.spaces = 1, {}, 0, {}, {}, {}
end

-- The bytes of the C module's table of this size.
function transposition.bytes(t)
  return t.count * BUCKET
end

-- How many places in a thousand hold an entry of the search that runs, by a sample.
function transposition.fill(t)
  local buckets, used, data = t.count < SAMPLE and t.count or SAMPLE, 0, t.data
  for bucket = 0, buckets - 1 do
    local first, second = t.first[bucket], t.second[bucket]
    if first and data[first + AGE] == t.age then used = used + 1 end
    if second and data[second + AGE] == t.age then used = used + 1 end
  end
  return floor(used * 1000 / (buckets * 2))
end

-- The side to move in games that do not say who moves.
local NO_SIDE = {high = 0, low = 0}
transposition.NO_SIDE = NO_SIDE

-- The maps of entries with values for one player, by the bits of that player. `id` distinguishes players; it is nil for
-- a search whose entries no later one can use.
function transposition.space(t, id, high, low)
  local space = id ~= nil and t.spaces[id] or nil
  if not space then
    space = {high = high, low = low, sides = {}}
    if id ~= nil then t.spaces[id] = space end
  end
  return space
end

-- A map of entries, and the number that is mixed into its positions' bits.
local function new_map(space, side, sign, ply)
  local high, low = mix(side.high, side.low)
  if sign < 0 then high, low = xor(high, 2654435769), xor(low, 0x7F4A7C15) end
  if ply > 0 then
    local ply_high, ply_low = multiply(0x6A09E667, 4089235721, 0, ply)
    high, low = xor(high, ply_high), xor(low, ply_low)
  end
  return {
    entries = {}, space = space, turn_high = high, turn_low = low, side = side, sign = sign,
    plies = {}, depths = {},
  }
end

-- The map of nodes of `sign` with `side` to move.
function transposition.map(space, side, sign)
  local maps = space.sides[side]
  if not maps then
    maps = {max = new_map(space, side, 1, 0), min = new_map(space, side, -1, 0)}
    space.sides[side] = maps
  end
  return sign > 0 and maps.max or maps.min
end

-- The map of nodes of one kind at one ply, if values are true only at one distance from the root.
function transposition.map_at_ply(map, ply)
  if ply == 0 then return map end
  local own = map.plies[ply]
  if not own then
    own = new_map(map.space, map.side, map.sign, ply)
    map.plies[ply] = own
  end
  return own
end

-- The map of entries for only one depth.
local function map_at_depth(map, depth)
  local own = map.depths[depth]
  if not own then
    local high, low = multiply(3144134277, 2227873595, 0, depth)
    own = {
      entries = {}, space = map.space, depths = {},
      turn_high = xor(map.turn_high, high), turn_low = xor(map.turn_low, low),
    }
    map.depths[depth] = own
  end
  return own
end

-- The bucket of the position of a node.
local function bucket_of(t, f, map)
  local high, low, space = f.hash_high, f.hash_low, map.space
  if not high then high, low = identity.bits_of_hash(f.hash) end
  return hash_of_key(high, low, space.high, space.low, map.turn_high, map.turn_low) % t.count
end

-- The replacement priority of an entry in its bucket.
local function keep_priority(t, at)
  local data = t.data
  return data[at + AGE] == t.age and data[at + DEPTH] + 32768 or data[at + DEPTH]
end

-- A new entry for the position of a node, which has no move yet.
local function add(t, f, map)
  local at, data = t.used, t.data
  t.used = at + FIELDS
  for field = 1, FIELDS do data[at + field] = 0 end
  data[at + HASH], data[at + MAP] = f.hash, map
  return at
end

-- The index of an entry for the position of a node in its bucket: that of another position if both are taken. It is in
-- no map yet.
local function place_for(t, f, map)
  local bucket, data = bucket_of(t, f, map), t.data
  local at, second = t.first[bucket], t.second[bucket]
  if not at then
    at = add(t, f, map)
    t.first[bucket] = at
  elseif not second then
    at = add(t, f, map)
    t.second[bucket] = at
  else
    if keep_priority(t, second) < keep_priority(t, at) then at = second end
    data[at + MAP].entries[data[at + HASH]], data[at + MOVE] = nil, 0
    data[at + HASH], data[at + MAP] = f.hash, map
  end
  return at
end

-- The entry goes into its map last, so an error from a hook leaves no half-written entry.
local function put(t, f, map, value, end_, bound)
  local data, entries, hash = t.data, map.entries, f.hash
  local at, flags = entries[hash], bound
  if at then entries[hash] = nil else at = place_for(t, f, map) end
  if f.reached_depth then flags = flags + REACHED end
  if f.is_truncated then flags = flags + TRUNCATED end
  data[at + VALUE], data[at + DEPTH], data[at + AGE], data[at + END], data[at + FLAGS] =
    value, f.depth, t.age, end_, flags
  if f.best ~= 0 then data[at + MOVE] = f.best end
  entries[hash] = at
end

-- Whether a value is that of a won or lost game whose distance is not known.
local function has_unknown_mate_distance(e, f)
  if e.win == huge or f.end_ >= 0 or e.ties_plies then return false end
  local unfinished = e.win - e.iteration_depth - e.quiescence
  return f.value >= unfinished or f.value <= -unfinished
end

-- Stores a finished node in the table, if it may go there.
function transposition.store(e, f)
  if e.omits_moves and f.at == 0 then return end
  if f.depth <= 0 or f.count == 0 or f.repeated < f.at or has_unknown_mate_distance(e, f) then return end
  local value, end_, bound = f.value, -1, f.is_lower and LOWER or EXACT
  if not f.is_exact and value <= f.original_alpha and f.original_alpha > -huge then bound = UPPER end
  if not f.is_exact and value >= f.beta and f.beta < huge then bound = LOWER end
  if f.end_ >= 0 then
    value = value + (value > 0 and f.ply or -f.ply)
    end_ = f.end_ - f.ply
  end
  put(e.table, f, f.map, value, end_, bound)
  if e.has_chance_nodes then put(e.table, f, map_at_depth(f.map, f.depth), value, end_, bound) end
end

-- The content of an entry for a node: its value, at the node's ply; its bound; whether a line reached its depth, and
-- whether the depth truncated one. Nil if it is not deep enough.
local function read(data, at, f)
  local flags, depth = data[at + FLAGS], data[at + DEPTH]
  local is_truncated = flags >= TRUNCATED
  if is_truncated then flags = flags - TRUNCATED end
  local reached_depth = flags >= REACHED
  if depth ~= f.depth and (reached_depth or depth > f.depth) then return nil end
  local value = data[at + VALUE]
  if data[at + END] >= 0 then value = value - (value > 0 and f.ply or -f.ply) end
  return value, reached_depth and flags - REACHED or flags, reached_depth, is_truncated
end

-- Whether an entry gives a node's value, which is then in the frame.
local function settles(e, f, data, at)
  local value, bound, reached_depth, is_truncated = read(data, at, f)
  if not value or bound == UPPER and value > f.alpha or bound == LOWER and value < f.beta then return false end
  local end_ = data[at + END]
  e.table_hits = e.table_hits + 1
  f.value, f.end_ = value, end_ >= 0 and end_ + f.ply or -1
  f.reached_depth, f.is_truncated, f.is_exact = reached_depth, is_truncated, bound == EXACT
  if is_truncated then e.is_truncated = true end
  return true
end

-- Looks a node up: returns whether its entry gives the value. Otherwise the entry's move, if there is one, is known.
function transposition.settles(e, f)
  local map, hash, data = f.map, f.hash, e.table.data
  local at = map.entries[hash]
  if at then
    f.best = data[at + MOVE]
    if f.at == 0 then
      if e.result_depth == 0 and data[at + FLAGS] % REACHED == EXACT
        and not (e.tells_ends and abs(data[at + VALUE]) >= e.memory.least_end) then
        e.known = data[at + DEPTH]
      end
      return false
    end
    if settles(e, f, data, at) then return true end
  end
  if not e.has_chance_nodes or f.at == 0 then return false end
  local own = map.depths[f.depth]
  at = own and own.entries[hash] or nil
  return at ~= nil and settles(e, f, data, at)
end

-- The latest earlier ply with the position of a node and the same player to move; -1 if it was before the root, nil for
-- none.
local function earlier_ply(e, f)
  local hash, sign, side = f.hash, f.sign, f.side
  local other = f.parent
  while other do
    if other.hash == hash and other.sign == sign and other.side == side then return other.at end
    other = other.parent
  end
  local past = e.past
  if not past then return nil end
  for i = 1, #past do
    if past[i] == hash and (not e.past_sides[i] or e.past_sides[i] == side) then return -1 end
  end
  return nil
end

-- Whether the position of a node is on the path already: it then has the value of a repetition.
function transposition.repeats(e, f)
  local ply = earlier_ply(e, f)
  if not ply then return false end
  f.repeated = ply
  f.value = f.sign > 0 and e.repetition or -e.repetition
  f.end_ = -1
  f.is_exact = true
  return true
end

return transposition
