-- The game that an opponent plays: its functions, its state, and whose turn it is. Internal: `alphabeta.opponent` uses
-- it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local core, kept_key, options = use "common.core", use "common.game".kept_key, use "common.options"
local own_options = use "opponent.options"
local zobrist_keys = use "common.zobrist_keys"
local positions, values = use("opponent.position", "common.values")
local snapshot_games = use "snapshot".games

local error, setmetatable, tostring, type = error, setmetatable, tostring, type

local WHERE = own_options.WHERE

local games = {}
games.__index = games

-- Makes the game of an opponent with these options. `calls` are those of the opponent.
function games.new(given, calls)
  return setmetatable({
    calls = calls, functions = given.game, given_state = given.state, turn = given.turn, me = given.me,
    made_hash = given.hash and core.content_hash(given.hash_ignore) or nil, -- with option `hash`
    content_key = core.content_hash(given.hash_ignore), -- for states without a key
    first_player = nil, -- the first one that `player` has returned
  }, games)
end

-- The object with the game's functions: the game, or a state with its own.
function games:source_of(state)
  return self.functions == nil and state or self.functions
end

-- The rules, as `read` of position.lua returns them.
function games:rules_of(state)
  return positions.read(self:source_of(state))
end

-- A function of the game; nil if there is none. With the option `hash`, keys are made from the fields of states.
function games:callback(name, state)
  if name == "hash" and self.made_hash then return self.made_hash end
  local callback = values.field_of(self:source_of(state), name)
  return values.is_callable(callback) and callback or nil
end

-- The result of the game's function for a state, nil without that function.
function games:ask(name, state)
  local callback = self:callback(name, state)
  if callback then return (self.calls:still((callback(state)))) end
  return nil
end

-- The value of a key, because a key that a move flips is the same object afterwards.
local function value_of(key)
  return zobrist_keys.is_key(key) and key:get() or key
end

-- The key of a state by the game's `hash`, as a value.
function games:key_of(state) return value_of(self:ask("hash", state)) end

-- A state's key, and a name of its position; nil if it has no key, which its search reports.
function games:identify(state)
  local key = kept_key(self:ask("hash", state), state, self.content_key)
  if key == nil then return nil end
  return key, tostring(value_of(key)) .. " " .. tostring(self:ask("player", state))
end

-- The content of a state: in a game made by `alphabeta.snapshot`, what its moves may change.
function games:content_of(state)
  local make = self:callback("make", state)
  local known = make and snapshot_games[make]
  return known and known.collect(state) or state
end

-- The legal moves of a state, in an array.
function games:list(state)
  return self.calls:still(positions.list(self:rules_of(state), state))
end

-- Finds a choice of an earlier list of the state in the state as it is now, see position.lua.
function games:find(state, choice, listed)
  return positions.find(self:rules_of(state), choice, listed, self:list(state))
end

-- The position after one of the listed moves of a state, see position.lua.
function games:after(state, listed, move)
  return self.calls:still(positions.after(self:rules_of(state), state, listed, move))
end

-- The state; nil if there is none.
function games:current_state()
  if type(self.given_state) == "function" then return (self.calls:still((self.given_state()))) end
  return self.given_state
end

-- Raises an error if the first state shows that option 'me' is none of the players that 'player' may return.
local function check_player(self, player, state)
  local mistake = player == nil and own_options.mistake_in_source(self:source_of(state), self.functions ~= nil, true)
  if not mistake and player ~= nil and type(player) ~= type(self.me) and player ~= self.me then
    mistake = options.message("me", "a " .. type(player) .. ", as 'player' returns it", values.describe(self.me))
  end
  if mistake then error(WHERE .. ": " .. mistake, 0) end
end

-- Whether the opponent is the player to move.
function games:is_to_move(state)
  local player = self:ask("player", state)
  if self.first_player == nil then
    self.first_player = player
    check_player(self, player, state)
  end
  return player == self.me and not self:ask("is_over", state)
end

-- The state, and whether it is the opponent's turn there. The state is nil if there is none; or if it is another's
-- turn, unless it `is_needed` then, too.
function games:find_state(is_needed)
  local is_own = not self.turn or self.calls:still((self.turn()))
  if not (is_own or is_needed) then return nil, false end
  local state = self:current_state()
  if not self.turn and state ~= nil then is_own = self:is_to_move(state) end
  if not (is_own or is_needed) then return nil, false end
  return state, is_own
end

-- Makes a move by the game's own function, with everything that the player sees and hears. Returns its results.
function games:make(state, move)
  local make = self:callback("make", state)
  if not make then error(WHERE .. ": " .. own_options.NEEDS_PLAY, 0) end
  local known = snapshot_games[make]
  return (known and known.perform or make)(state, move)
end

return games
