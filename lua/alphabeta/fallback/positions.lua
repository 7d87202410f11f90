-- The positions of a search: who moves there, and their keys, by which repetitions are found and the table knows them.
-- Internal: the engine in Lua uses it. See search.lua for sides and indexes on the path.
--
-- `repeated` is the least ply of the path that a line repeats: a value may be stored if that is not above its node.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, message, paths = use("common.constant_rows", "front.message", "fallback.path")
local zobrist = use "fallback.zobrist"

local abs, huge, min, type = math.abs, math.huge, math.min, type
local describe, fail = message.describe, message.fail
local hash_of = zobrist.hash_of

local positions = {}

local UNCHANGED_MAX, PLAYERS_MAX = constants.UNCHANGED_MAX, constants.PLAYERS_MAX

-- The number of a player among all that the searcher has met.
local function number_of(e, player)
  local number = paths.number_of(player, e.memory.players, PLAYERS_MAX)
  if number then return number end
  e.path.reject("player", "too many players: more than %d different values of type %s", PLAYERS_MAX, type(player))
end

-- The option that asks for keys made from the fields of states.
local function option_of_keys(e) return e.state_hash and "option 'hash'" or "option 'repetition' without 'hash'" end

-- A number or a string for the answer of the function that makes keys.
local function take_key(e, answer)
  if type(answer) == "number" and answer == answer then return answer end
  local key = hash_of(answer)
  if key ~= nil then return key end
  if e.hashes_content then
    local _, ply = e.path.running()
    fail("alphabeta: %s at ply %d: %s", option_of_keys(e), ply, answer[1])
  end
  e.path.reject("hash", "expected an integer, a number, a string or a Zobrist key, got %s", describe(answer))
end

-- The key of the root's state, at a pause.
function positions.of_root(e)
  e.path.note "hash"
  return take_key(e, e.state_hash(e.given_state))
end

-- Reads the positions before the root, which are keys or states.
function positions.read_past(e)
  local past, sides = {}, {}
  e.past, e.past_sides = past, sides
  for i = 1, #e.past_positions do
    local position = e.past_positions[i]
    local key = (not e.hashes_content or zobrist.is_key(position)) and hash_of(position) or nil
    sides[i] = false
    if key == nil then
      e.path.note "hash"
      key = take_key(e, e.key(position))
      if e.player then sides[i] = number_of(e, e.path.player(position)) end
    end
    past[i] = key
  end
end

-- Asks who moves at the root, and says what that means for the search.
function positions.ask_root_player(e)
  local player = e.path.player(e.state)
  if type(e.max_player) ~= "nil" then e.minimizing = player ~= e.max_player end
  if e.asks_key then e.root_mover = number_of(e, player) end
  e.player_indexes[1] = player
  e.me = player
end

-- The words for what values in the table mean, nil for those of this search's player alone: see transposition.open.
function positions.meaning(e)
  if not e.player then return nil end
  local is_fixed = type(e.max_player) ~= "nil"
  local player = ("%s %d"):format(is_fixed and "max" or "me", is_fixed and number_of(e, e.max_player) or e.root_mover)
  return player .. (e.mobility and " mobility" or "") .. (e.current_result and " result" or "")
end

-- The positions on the path -----------------------------------------------------------------------------------------

-- Makes the functions of the search `e`, of which the root's player is known.
function positions.new(e)
  local path, ask_player, has_player, entries = e.path, e.path.player, e.player ~= nil, e.entries
  local me, max_player, has_max_player = e.me, e.max_player, type(e.max_player) ~= "nil"
  local root_side, asks_key, scores_repetition = e.minimizing and -1 or 1, e.asks_key, e.scores_repetition
  local prunes, win, has_wins = e.prunes, e.win, e.win < huge
  local ask_key, note, hashes_content = e.key, e.path.note, e.hashes_content

  local own = {}
  local keys, sides, maps = {}, {}, {} -- by index on the path; no key at a node that the search does not recognize
  local mover = e.root_mover -- the player of the last question who moves, as `memory` numbers players
  local repeated = huge
  local first_key, has_changed, unchanged = nil, false, 0 -- of keys that are made from the fields of states

  -- The side of the player who moves at a state.
  function own.turn(s, side)
    if not has_player then return side end
    local now = ask_player(s)
    if asks_key then mover = number_of(e, now) end
    if has_max_player then return now == max_player and 1 or -1 end
    return now == me and root_side or -root_side
  end

  -- The key of the state at the current node.
  local function key_of(s)
    if e.is_stopping then e.quit "stopped" end
    note "hash"
    local key = ask_key(s)
    if type(key) ~= "number" or key ~= key then key = take_key(e, key) end
    if not hashes_content or has_changed then return key end
    if first_key == nil then
      first_key = key
    elseif key ~= first_key then
      has_changed = true
    elseif path.made() > 0 then
      unchanged = unchanged + 1
    end
    return key
  end

  -- If keys are made from the fields of states, raises an error if all positions so far had the same one.
  function own.check_changes()
    if has_changed or unchanged <= UNCHANGED_MAX then return end
    fail("alphabeta: %s: expected a state that moves change, got the same one in %d positions: the game keeps its "
      .. "state elsewhere, in local variables or globals", option_of_keys(e), unchanged + 1)
  end

  -- Gives a node its key: its player was the last one that was asked for. The root's key is asked once.
  function own.name(s, side, at)
    if at == 0 then mover = e.root_mover end
    keys[at], sides[at] = at == 0 and keys[0] or key_of(s), mover * side
  end

  -- A node has none.
  function own.forget(at) keys[at] = nil end

  -- The latest earlier ply with the position of a node; -1 if it was before the root; nil for none.
  local function earlier_ply(at)
    local key, side = keys[at], sides[at]
    for i = at - 1, 0, -1 do
      if keys[i] == key and sides[i] == side then return i end
    end
    local past, past_sides = e.past, e.past_sides
    for i = 1, past and #past or 0 do
      if past[i] == key and (not past_sides[i] or past_sides[i] == mover) then return -1 end
    end
  end

  -- Whether a node repeats an earlier position.
  function own.is_repetition(at)
    local ply = at > 0 and earlier_ply(at)
    if not ply then return false end
    repeated = min(repeated, ply)
    return true
  end

  -- What the table knows of a node that has a key: its value, its end, its bound, and whether a line has reached the
  -- horizon; nil if that does not decide in this window. Then the id of the best move.
  function own.look_up(side, depth, alpha, beta, at)
    local ply = at - e.skipped
    local map = entries.map(mover, side, e.ties_plies and ply or 0)
    maps[at] = map
    local value, end_, bound, reached, known = entries.get(map, keys[at], depth, ply)
    if value and at > 0 and (bound == 0 or bound * side > 0 and value * side >= (side > 0 and beta or -alpha)
      or bound * side < 0 and value * side <= (side > 0 and alpha or -beta)) then
      e.table_hits = e.table_hits + 1
      return value, end_, bound, reached, known
    end
    return nil, nil, nil, nil, known
  end

  -- The search goes below a node. Returns what `close` needs.
  function own.open()
    local outer = repeated
    if scores_repetition then repeated = huge end
    return outer
  end

  -- Whether the value of a node is true in other searches, too, and on other ways to the node.
  local function is_general(value, end_, at)
    return not (at == 0 and e.omits_moves) and (not scores_repetition or repeated >= at)
      and (end_ or not has_wins or e.ties_plies or abs(value) < win - e.iteration_depth - e.quiescence)
  end

  -- The bound of a value that was searched with the window (`a`, `b`). All are in the view of the player who moves.
  local function bound_of(worth, a, b, side)
    if not prunes then return 0 end
    return worth >= b and b < huge and side or worth <= a and a > -huge and -side or 0
  end

  -- Stores what was found at a node that has a key. `bound` may be nil.
  function own.store(value, end_, bound, side, a, b, depth, has_reached, best_id, at)
    if not is_general(value, end_, at) then return end
    bound = bound or bound_of(side * value, a, b, side)
    entries.put(maps[at], keys[at], value, end_, bound, depth, has_reached, best_id, at - e.skipped)
  end

  -- The search has left the nodes below a node.
  function own.close(outer)
    if scores_repetition then repeated = min(outer, repeated) end
  end

  return own
end

return positions
