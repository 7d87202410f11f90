-- What positions are called in a search: their keys, and the numbers of the players who move. Internal: the engine in
-- Lua uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, message, zobrist = use("common.constant_rows", "front.message", "fallback.zobrist")

local type = type
local describe, fail = message.describe, message.fail
local hash_of = zobrist.hash_of

local keys = {}

local UNCHANGED_MAX, PLAYERS_MAX = constants.UNCHANGED_MAX, constants.PLAYERS_MAX

-- A number for a player, from 1 on: the same for equal ones. `players` of the searcher's memory lists them all.
local function number_of(e, player)
  local players = e.memory.players
  local number = players.numbers[player]
  if number then return number end
  for i = 1, #players do
    if players[i] == player then return i end
  end
  if #players >= PLAYERS_MAX then
    e.path.reject("player", "too many players: more than %d different values of type %s", PLAYERS_MAX, type(player))
  end
  number = #players + 1
  players[number] = player
  if type(player) ~= "cdata" then players.numbers[player] = number end
  return number
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

-- Gives a search the functions `number_of` and `key_of`.
function keys.prepare(e)
  local key_of, note, first = e.key, e.path.note, nil
  local has_changed, unchanged = false, 0

  function e.number_of(player) return number_of(e, player) end

  -- The key of the state at the current node.
  function e.key_of(s)
    if e.is_stopping then e.quit "stopped" end
    note "hash"
    local key = key_of(s)
    if type(key) ~= "number" or key ~= key then key = take_key(e, key) end
    if not e.hashes_content or has_changed then return key end
    if first == nil then
      first = key
    elseif key ~= first then
      has_changed = true
    elseif e.path.made() > 0 then
      unchanged = unchanged + 1
    end
    return key
  end

  -- If keys are made from the fields of states, raises an error if all positions so far had the same one.
  function e.check_changes()
    if has_changed or unchanged <= UNCHANGED_MAX then return end
    fail("alphabeta: %s: expected a state that moves change, got the same one in %d positions: the game keeps its "
      .. "state elsewhere, in local variables or globals", option_of_keys(e), unchanged + 1)
  end
end

-- The key of the root's state, at a pause.
function keys.of_root(e)
  e.path.note "hash"
  return take_key(e, e.state_hash(e.given_state))
end

-- Reads the positions before the root, which are keys or states.
function keys.read_past(e)
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
function keys.ask_root_player(e)
  local player = e.path.player(e.state)
  if type(e.max_player) ~= "nil" then e.minimizing = player ~= e.max_player end
  if e.asks_key then e.root_mover = number_of(e, player) end
  e.player_indexes[1] = player
  e.me = player
end

-- The words for what values in the table mean, nil for those of this search's player alone: see transposition.open.
function keys.meaning(e)
  if not e.player then return nil end
  local is_fixed = type(e.max_player) ~= "nil"
  local player = ("%s %d"):format(is_fixed and "max" or "me", is_fixed and number_of(e, e.max_player) or e.root_mover)
  return player .. (e.mobility and " mobility" or "") .. (e.current_result and " result" or "")
end

return keys
