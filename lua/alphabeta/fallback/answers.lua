-- Checks the values, players and keys that the game returns, as csrc/binding/driver/answers.c does. Internal: the
-- engine in Lua uses it.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local PACKAGE = (... or "alphabeta.fallback.answers"):match "^(.*)%.[^.]*$"

local constants = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.constant_rows")
local backup = require(PACKAGE .. ".backup")
local bits = require(PACKAGE .. ".bits")
local identity = require(PACKAGE .. ".identity")
local key = require(PACKAGE .. ".key")
local maxn = require(PACKAGE .. ".maxn")
local message = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.message")
local payoff = require(PACKAGE .. ".payoff")
local running = require(PACKAGE .. ".running")
local transposition = require(PACKAGE .. ".transposition")
local zobrist = require(PACKAGE .. ".zobrist")

local abs, huge, max, min, type = math.abs, math.huge, math.max, math.min, type
local describe, fail = message.describe, message.fail
local xor = bits.xor
local index_of_player = payoff.index
local AT_NODE, reject = running.AT_NODE, running.reject
local NO_SIDE = transposition.NO_SIDE
local hash_of, is_key = zobrist.hash_of, zobrist.is_key

local answers = {}

-- Values -------------------------------------------------------------------------------------------------------------

-- Raises the error for an answer of `evaluate` or the like that is no value.
local function reject_value(e, at, value)
  if type(value) ~= "number" or value ~= value then
    reject(e, at, "expected a number, got %s", describe(value))
  end
  reject(e, at, "expected a finite number in a game with 'chances' and without option 'win', got %s",
    value > 0 and "inf" or "-inf")
end

-- Takes the result of `evaluate` and the like: a number, or payoffs.
local function take_value(e, at, answer)
  if e.algorithm == "maxn" then return payoff.take(e, answer, at) end
  if type(answer) ~= "number" or answer ~= answer or e.needs_finite and abs(answer) == huge then
    reject_value(e, at, answer)
  end
  return answer + 0.0
end

answers.take_value = take_value

-- Asks for bounds of the values at the current node and below it: the lowest one and the highest one.
function answers.bounds(e, f)
  e.running = AT_NODE.bounds
  local lowest, highest = e.bounds(f.state, e.me)
  if type(lowest) ~= "number" or type(highest) ~= "number" or not (lowest <= highest) then
    reject(e, AT_NODE.bounds, "expected the lowest value and the highest one, got %s and %s", describe(lowest),
      describe(highest))
  end
  return lowest + 0.0, highest + 0.0
end

-- Players -------------------------------------------------------------------------------------------------------------

-- Raises an error unless a value can be a player.
local function check_player(e, player, at)
  local kind = type(player)
  if kind == "nil" or kind == "number" and player ~= player then
    reject(e, at, "expected a player, got %s", describe(player))
  end
end
answers.check_player = check_player

-- The player who moves, for keys: its maps in the table. Only used if positions have keys.
local function side_of(e, player, at)
  local sides = e.sides
  local side = sides.simple[player]
  if side then return side end
  local kind = type(player)
  local is_simple = kind == "number" or kind == "string" or kind == "boolean"
  local high, low = identity.of_player(player, sides.players)
  if not high then
    reject(e, at, "too many players: more than %d different values of type %s", identity.PLAYERS_MAX, kind)
  end
  if is_simple then
    side = {high = high, low = low}
    sides.simple[player] = side
    return side
  end
  side = sides.others[low] -- no two of these players have the same bits
  if not side then
    side = {high = high, low = low}
    sides.others[low] = side
  end
  return side
end

-- Whether a player is on the side of the root's.
local function is_on_roots_side(e, player)
  if type(e.max_player) == "nil" then return player == e.me end
  return (player == e.max_player) ~= e.minimizing
end

-- Asks who moves at the root.
function answers.root_player(e, state)
  e.running = AT_NODE.player
  local player = e.player(state)
  check_player(e, player, AT_NODE.player)
  if e.asks_key then
    e.root_side = side_of(e, player, AT_NODE.player)
    e.side = e.root_side
  end
  if type(e.max_player) ~= "nil" then e.minimizing = player ~= e.max_player end
  if e.algorithm == "maxn" then index_of_player(e, player) end
  if e.asks_key and e.table then
    local side = e.root_side
    local high, low = key.perspective(side.high, side.low)
    local id = side
    if type(e.max_player) ~= "nil" then
      side = side_of(e, e.max_player, AT_NODE.player)
      high, low = key.perspective(xor(side.high, 2773480762), xor(side.low, 0x5F1D36F1))
      side.as_max = side.as_max or {}
      id = side.as_max
    end
    if e.mobility then
      high, low = xor(high, 0x510E527F), xor(low, 2917565137)
      id.with_mobility = id.with_mobility or {}
      id = id.with_mobility
    end
    if e.current_result then
      high, low = xor(high, 0x9B05688C), xor(low, 0x2B3E6C1F)
      id.with_current_result = id.with_current_result or {}
      id = id.with_current_result
    end
    e.space = transposition.space(e.table, id, high, low)
  end
  e.me = player
end

-- Asks who moves at the current node, which is not the root, and turns its view to that player's.
function answers.turn(e, f)
  local at = AT_NODE.player
  e.running = at
  local player = e.player(f.state)
  check_player(e, player, at)
  local is_same
  if player == e.me then
    is_same = true
    e.side = e.root_side
    f.player = 1
  else
    if e.asks_key then e.side = side_of(e, player, at) end
    if e.algorithm == "maxn" then
      local index = index_of_player(e, player)
      if index > maxn.PLAYERS_MAX then
        reject(e, at, "expected at most %d players with algorithm 'maxn', got another one, %s", maxn.PLAYERS_MAX,
          describe(player))
      end
      f.player = index
    end
    is_same = is_on_roots_side(e, player)
  end
  local root = e.root.sign
  backup.turn(f, is_same and root or -root)
end

-- Whether it is the turn of the root's side in a state that is not searched further. `at` has what may run there.
local function is_roots_turn(e, state, at)
  at = at.player
  e.running = at
  local player = e.player(state)
  check_player(e, player, at)
  if player == e.me then return true end
  if e.asks_key then side_of(e, player, at) end
  return is_on_roots_side(e, player)
end
answers.is_roots_turn = is_roots_turn

-- States at the horizon -----------------------------------------------------------------------------------------------

local MOBILITY_MAX, MOBILITY_UNIT = constants.MOBILITY_MAX, constants.MOBILITY_UNIT

-- What its mobility adds to the value of a state where the game goes on: a small part for its `count` moves less those
-- of the node before, `f`. Where the same side has moved before, the difference means nothing. `sign` is the state's
-- where that is known.
local function mobility_of(e, f, state, count, at, sign)
  local moves = f and f.listed and count - f.listed or 0
  if moves == 0 then return 0 end
  if not e.player then
    sign = -f.sign
  elseif e.view == "max" then
    sign = is_roots_turn(e, state, at) and e.root.sign or -e.root.sign
  end
  if sign == f.sign then return 0 end
  local part = max(-MOBILITY_MAX, min(moves, MOBILITY_MAX)) * MOBILITY_UNIT
  return e.view == "max" and part * sign or part
end

-- The value of a state: of a finished game by `result`, where the game has that. `at` has what may run there. Where
-- moves were `listed` to find out that the game goes on, `f` is the node before, and `sign` the state's, if that is
-- known.
function answers.value_of(e, state, is_over, at, listed, f, sign)
  if is_over and e.result then
    e.running = at.result
    return take_value(e, at.result, e.result(state, e.me))
  end
  local part, value = e.mobility and listed and mobility_of(e, f, state, listed, at, sign) or 0, e.middle
  if e.evaluate then
    e.running = at.evaluate
    value = take_value(e, at.evaluate, e.evaluate(state, e.me))
  end
  return part == 0 and value or max(min(value + part, e.value_max), e.value_min)
end

-- Positions -----------------------------------------------------------------------------------------------------------

-- The option that asks for keys made from the fields of states.
local function option_of_keys(e) return e.state_hash and "option 'hash'" or "option 'repetition' without 'hash'" end

local function take_hash(e, answer, at)
  if type(answer) == "number" and answer == answer then return answer end
  local hash, high, low = hash_of(answer)
  if hash == nil then
    if e.hashes_content then
      fail("alphabeta: %s at ply %d: %s", option_of_keys(e), running.ply_of(e, at), answer[1])
    end
    reject(e, at, "expected an integer, a number, a string or a Zobrist key, got %s", describe(answer))
  end
  return hash, high, low
end

local UNCHANGED_MAX = constants.UNCHANGED_MAX

-- If keys are made from the fields of states, stores the hash of a node's position.
local function store_hash(e, f)
  if f.at == 0 then
    e.first_hash = f.hash
  elseif f.hash ~= e.first_hash then
    e.has_changed = true
  else
    e.unchanged = e.unchanged + 1
  end
end

-- If keys are made from the fields of states, raises an error if all positions so far had the same hash.
function answers.check_changes(e)
  if e.has_changed or e.unchanged <= UNCHANGED_MAX then return end
  fail("alphabeta: %s: expected a state that moves change, got the same one in %d positions: the game keeps "
    .. "its state elsewhere, in local variables or globals", option_of_keys(e), e.unchanged + 1)
end

-- Asks for the key of the current node, whose turn is known.
function answers.key(e, f)
  e.running = AT_NODE.hash
  f.hash, f.hash_high, f.hash_low = take_hash(e, e.key(f.state), AT_NODE.hash)
  f.side = e.side or NO_SIDE
  if e.hashes_content then store_hash(e, f) end
  if not e.table then return end
  local map = transposition.map(e.space, f.side, f.sign)
  f.map = e.ties_plies and transposition.map_at_ply(map, f.ply) or map
end

-- The hash of the root's position, at a pause.
function answers.root_hash(e)
  e.running = AT_NODE.hash
  return (take_hash(e, e.state_hash(e.root.state), AT_NODE.hash))
end

-- Reads the positions before the root.
function answers.read_past(e, positions)
  local past, sides = {}, {}
  e.past, e.past_sides = past, sides
  for i = 1, #positions do
    local position = positions[i]
    local hash = (not e.hashes_content or is_key(position)) and hash_of(position) or nil
    sides[i] = false
    if hash == nil then
      e.running = AT_NODE.hash
      hash = take_hash(e, e.key(position), AT_NODE.hash)
      if e.player then
        e.running = AT_NODE.player
        local player = e.player(position)
        check_player(e, player, AT_NODE.player)
        sides[i] = player == e.me and e.root_side or side_of(e, player, AT_NODE.player)
      end
    end
    past[i] = hash
  end
end

return answers
