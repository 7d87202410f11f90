-- The transposition table: what csrc/engine/table.c and transposition.c keep, entry by entry. Internal: the engine in
-- Lua uses it.
--
-- An entry is found by the position's name, in the map of its kind: for whom values are meant, who moves there, and in
-- which view it is valued. Only a position that is new to the table needs its 64 bits, which say its bucket. A bucket
-- has two entries, and what a new one replaces is what the C module replaces: an empty place, an entry of an earlier
-- search, the shallower one. So the same entries are there at every moment.
--
-- An entry is an array: value, move, depth, end, bound, whether it is solved, whether the game is over where a line
-- reached its depth, the search that stored it, name and map.

local PACKAGE = (... or "alphabeta.fallback.transposition"):match "^(.*)%.[^.]*$"

local bits = require(PACKAGE .. ".bits")
local identity = require(PACKAGE .. ".identity")

local floor, huge = math.floor, math.huge
local mix, multiply, xor = bits.mix, bits.multiply, bits.xor

local transposition = {}

local VALUE, MOVE, DEPTH, END, BOUND, SOLVED, ENDED, AGE, NAME, MAP = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
local UPPER, LOWER, EXACT = 1, 2, 3

-- Bytes of a bucket in the C module, of which there are as many here.
local BUCKET = 64

-- Buckets that `fill` looks at.
local SAMPLE = 500

-- A table of as many buckets as fit `bytes` in the C module; nil where not even one does.
function transposition.new(bytes)
  local most, count = floor(bytes / BUCKET), 1
  if most == 0 then return nil end
  while count * 2 <= most do count = count * 2 end
  return {count = count, age = 1, first = {}, second = {}, spaces = {}}
end

-- Empties the table.
function transposition.clear(t)
  t.age, t.first, t.second, t.spaces = 1, {}, {}, {}
end

-- The bytes of the C module's table of this size.
function transposition.bytes(t)
  return t.count * BUCKET
end

-- How many places in a thousand hold an entry of the search that runs, by a sample.
function transposition.fill(t)
  local buckets, used = t.count < SAMPLE and t.count or SAMPLE, 0
  for bucket = 0, buckets - 1 do
    local first, second = t.first[bucket], t.second[bucket]
    if first and first[AGE] == t.age then used = used + 1 end
    if second and second[AGE] == t.age then used = used + 1 end
  end
  return floor(used * 1000 / (buckets * 2))
end

-- The maps of entries whose values are meant for one player, by the bits of that player; `id` is what distinguishes
-- players, nil for a search whose entries no later one can use.
function transposition.space(t, id, high, low)
  local space = id ~= nil and t.spaces[id] or nil
  if not space then
    space = {high = high, low = low, movers = {}}
    if id ~= nil then t.spaces[id] = space end
  end
  return space
end

-- A map of entries, and what its positions' bits are mixed with.
local function new_map(space, mover_high, mover_low, sign, ply)
  local high, low = mix(mover_high, mover_low)
  if sign < 0 then high, low = xor(high, 0x9E3779B9), xor(low, 0x7F4A7C15) end
  if ply > 0 then
    local ply_high, ply_low = multiply(0x6A09E667, 0xF3BCC909, 0, ply)
    high, low = xor(high, ply_high), xor(low, ply_low)
  end
  return {entries = {}, space = space, turn_high = high, turn_low = low, plies = {}, depths = {}}
end

-- The map of nodes of `sign` where a player moves whose bits are given; `mover` is what distinguishes players.
function transposition.map(space, mover, high, low, sign)
  local maps = space.movers[mover]
  if not maps then
    maps = {}
    space.movers[mover] = maps
  end
  local map = maps[sign]
  if not map then
    map = new_map(space, high, low, sign, 0)
    map.mover_high, map.mover_low, map.sign = high, low, sign
    maps[sign] = map
  end
  return map
end

-- The map of nodes of one kind at one ply, where values are true at one distance from the root only.
function transposition.map_at_ply(map, ply)
  if ply == 0 then return map end
  local own = map.plies[ply]
  if not own then
    own = new_map(map.space, map.mover_high, map.mover_low, map.sign, ply)
    map.plies[ply] = own
  end
  return own
end

-- The map of entries that nodes have for one depth alone.
local function map_at_depth(map, depth)
  local own = map.depths[depth]
  if not own then
    local high, low = multiply(0xBB67AE85, 0x84CAA73B, 0, depth)
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
  local high, low = f.name_high, f.name_low
  if high then
    high, low = mix(high, low)
  else
    high, low = identity.of_value(f.name)
  end
  high, low = mix(high, low)
  high, low = mix(xor(high, map.space.high), xor(low, map.space.low))
  high, low = xor(high, map.turn_high), xor(low, map.turn_low)
  high, low = multiply(high, xor(low, high), 0x9E3779B9, 0x7F4A7C15)
  return xor(low, high) % t.count
end

-- What it would cost to lose an entry.
local function worth(t, entry)
  return entry[AGE] == t.age and entry[DEPTH] + 32768 or entry[DEPTH]
end

-- Puts an entry for the position of a node into its bucket, in the place of another one where both are taken: returns
-- it.
local function place_for(t, f, map)
  local bucket = bucket_of(t, f, map)
  local first, second = t.first[bucket], t.second[bucket]
  local entry
  if not first then
    entry = {0, 0, 0, 0, 0, false, false, 0, f.name, map}
    t.first[bucket] = entry
  elseif not second then
    entry = {0, 0, 0, 0, 0, false, false, 0, f.name, map}
    t.second[bucket] = entry
  else
    entry = worth(t, second) < worth(t, first) and second or first
    entry[MAP].entries[entry[NAME]] = nil
    entry[MOVE], entry[NAME], entry[MAP] = 0, f.name, map
  end
  map.entries[f.name] = entry
  return entry
end

local function put(t, f, map, value, end_, bound)
  local entry = map.entries[f.name] or place_for(t, f, map)
  entry[VALUE], entry[DEPTH], entry[END], entry[BOUND] = value, f.depth, end_, bound
  if f.best ~= 0 then entry[MOVE] = f.best end
  entry[SOLVED], entry[ENDED], entry[AGE] = not f.has_horizon, not f.is_cut_short, t.age
end

-- Whether a value is that of a won or lost game whose distance is not known.
local function is_placeless(e, f)
  if e.win == huge or f.end_ >= 0 or e.ties_plies then return false end
  local unfinished = e.win - e.iteration_depth - e.quiescence
  return f.value >= unfinished or f.value <= -unfinished
end

-- Puts a node that is finished into the table, where it may go there.
function transposition.store(e, f)
  if e.is_partial and f.at == 0 then return end
  if f.depth <= 0 or f.count == 0 or f.repeated < f.at or is_placeless(e, f) then return end
  local value, end_, bound = f.value, -1, f.is_partial and LOWER or EXACT
  if not f.is_exact and value <= f.original_alpha and f.original_alpha > -huge then bound = UPPER end
  if not f.is_exact and value >= f.beta and f.beta < huge then bound = LOWER end
  if f.end_ >= 0 then
    value = value + (value > 0 and f.ply or -f.ply)
    end_ = f.end_ - f.ply
  end
  put(e.table, f, f.map, value, end_, bound)
  if e.has_chance_nodes then put(e.table, f, map_at_depth(f.map, f.depth), value, end_, bound) end
end

-- Whether an entry is deep enough for a node.
local function is_deep_enough(f, entry)
  return entry[DEPTH] == f.depth or entry[SOLVED] and entry[DEPTH] < f.depth
end

-- Whether an entry settles a node: its value is then there.
local function settles(e, f, entry)
  local value, bound = entry[VALUE], entry[BOUND]
  if not is_deep_enough(f, entry) then return false end
  if entry[END] >= 0 then value = value - (value > 0 and f.ply or -f.ply) end
  if bound == UPPER and value > f.alpha then return false end
  if bound == LOWER and value < f.beta then return false end
  e.table_hits = e.table_hits + 1
  f.value = value
  f.end_ = entry[END] >= 0 and entry[END] + f.ply or -1
  f.has_horizon = not entry[SOLVED]
  f.is_cut_short = not entry[ENDED]
  if f.is_cut_short then e.is_cut_short = true end
  f.is_exact = bound == EXACT
  return true
end

-- Looks a node up: returns whether its entry settles it; otherwise the entry's move, if there is one, is known.
function transposition.settles(e, f)
  local map, name = f.map, f.name
  local entry = map.entries[name]
  if entry then
    f.best = entry[MOVE]
    if f.at == 0 then
      if e.result_depth == 0 and entry[BOUND] == EXACT then e.known = entry[DEPTH] end
      return false
    end
    if settles(e, f, entry) then return true end
  end
  if not e.has_chance_nodes or f.at == 0 then return false end
  local own = map.depths[f.depth]
  entry = own and own.entries[name]
  return entry ~= nil and settles(e, f, entry)
end

-- The latest ply at which the position of a node was reached already, with the same player to move; -1 for one before
-- the root, nil for none.
local function earlier_ply(e, f)
  local name, sign = f.name, f.sign
  local other = f.parent
  while other do
    if other.name == name and other.sign == sign then return other.at end
    other = other.parent
  end
  local past = e.past
  if not past then return nil end
  for i = 1, #past do
    if past[i] == name then
      local turn = e.past_turns[i]
      if turn == 0 or (turn > 0) == (sign == e.root.sign) then return -1 end
    end
  end
  return nil
end

-- Whether an entry of the child `c` of a node cuts that node off.
local function cuts_off(f, c, entry)
  local is_same, value, bound = c.sign == f.sign, entry[VALUE], entry[BOUND]
  if not is_deep_enough(c, entry) or bound ~= EXACT and bound ~= (is_same and LOWER or UPPER) then return false end
  if entry[END] >= 0 then value = value - (value > 0 and c.ply or -c.ply) end
  return (is_same and value or -value) >= f.beta
end

-- Whether the child `c` of a node, which is not entered and whose key is known, has an entry that would cut the node
-- off. Nothing is changed. A position that is on the path has the value of a repetition, not of its entry.
function transposition.cuts_off(e, f, c)
  if e.scores_repetition and earlier_ply(e, c) then return false end
  local entry = c.map.entries[c.name]
  if entry and cuts_off(f, c, entry) then return true end
  if not e.has_chance_nodes then return false end
  local own = c.map.depths[c.depth]
  entry = own and own.entries[c.name]
  return entry ~= nil and cuts_off(f, c, entry)
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
