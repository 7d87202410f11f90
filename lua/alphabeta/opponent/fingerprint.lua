-- Fingerprints of states: whether a state is still the one that a search or a move is for. Internal:
-- `alphabeta.opponent` uses it.
--
-- A fingerprint is whose turn it is, the key of the state or else its content, and the legal moves. If moves refer to
-- objects of the state, such as its pieces, others of the same content make another state. Fields that change while the
-- same player has the same moves are a clock, a cursor or an animation: the first change of each begins the search
-- anew, and later ones do not, as long as no move changes the field.

local use = require((...):match "^(.*)%..*%." .. ".use")

local lists, positions, watches = use("playouts.lists", "opponent.position", "opponent.watch")

local ipairs, next, pairs, rawequal, setmetatable, type = ipairs, next, pairs, rawequal, setmetatable, type

-- In one turn a search begins anew MOST_RESTARTS times because fields have changed that had not changed before in it,
-- though the same moves can be played. After that it goes on.
local MOST_RESTARTS = 5

local prints = {}
prints.__index = prints

-- Makes the fingerprints of the states of a game, without the fields that are `excluded`.
function prints.new(game, excluded)
  local self = setmetatable({game = game, excluded = excluded}, prints)
  self:begin_turn()
  return self
end

-- Begins another turn, of which nothing is known: `fields` are those that have changed, with the keys that lead to
-- them; `is_played` says of some whether a move changes them; `restarts` counts the searches that began anew.
function prints:begin_turn()
  self.fields, self.is_played, self.restarts = {}, {}, 0
end

-- Forgets which fields the moves change: another search begins.
function prints:begin_search() self.is_played = {} end

-- Begins a turn that was pondered. Of fields that have changed in the turn before, it keeps those that no move changes:
-- they go on changing.
function prints:go_on_with_turn(state)
  local before = self.fields
  self:begin_turn()
  for path, keys in pairs(before) do
    if not self:is_played_in({[path] = keys}, state) then self.fields[path] = keys end
  end
end

-- Whether the moves in two lists, where they are no plain values, refer to the same objects.
local function share_objects(own, other)
  for i = 1, #own do
    if not lists.are_plain({own[i]}, 1) and not lists.have_common_object({own[i]}, {other[i]}, 1) then return false end
  end
  return true
end

-- The moves of a state, which were listed before, listed again if they refer to objects of it; nil if they do not.
local function moves_with_objects(self, state, listed)
  local rules = self.game:rules_of(state)
  if not rules or rules.rules.style == "children" or lists.are_plain(listed, #listed) then return nil end
  local again = self.game:list(state)
  return #again == #listed and share_objects(listed, again) and again or nil
end

-- Whether the moves of the state that is searched refer to other objects than before: a game has begun anew in the same
-- table, for example. A copy that is searched has its own.
local function has_other_objects(self, seen, state)
  if not seen.moves or not rawequal(state, seen.state) then return false end
  local now = self.game:list(state)
  return #now ~= #seen.moves or not share_objects(seen.moves, now)
end

-- Takes a state as it is now into a fingerprint.
local function take(self, seen, state)
  local game = self.game
  if seen.moves and seen.is_in_place then seen.moves = game:list(state) end
  seen.player = game:ask("player", state)
  if seen.has_key then seen.key = game:key_of(state) end
  if seen.watch then seen.watch:take(game:content_of(state)) end
end

-- The fingerprint of a state. If the key has changed too often, it has both key and content. Between two slices of a
-- game in place, a state is always compared as a whole, because the next slice makes moves in it. `listed` has the
-- legal moves there now.
function prints:of(state)
  local game = self.game
  local is_in_place = positions.is_in_place(game:rules_of(state))
  local seen = {state = state, is_in_place = is_in_place, has_key = game:callback("hash", state) ~= nil}
  if not seen.has_key or self.restarts >= MOST_RESTARTS then seen.watch = watches.new(self.excluded, is_in_place) end
  take(self, seen, state)
  seen.listed = game:list(state)
  seen.moves = moves_with_objects(self, state, seen.listed)
  return seen
end

-- Takes a state as it is after a slice of a search from `root`: values that the game's functions cache in it are no
-- change. In games that make new states, they are elsewhere.
function prints:renew(seen, state, root)
  if rawequal(state, root) then take(self, seen, state) end
end

-- Whether a state has a fingerprint. If it has another one, but the same player has the same moves, it is still the
-- same state if only fields have changed that have changed before in this turn. The second value then has the changed
-- fields. If `is_guess`, a field that changes for the first time is not recorded.
function prints:is_same(seen, state, is_guess)
  local game = self.game
  local has_key = game:callback("hash", state) ~= nil
  if seen.player ~= game:ask("player", state) or seen.has_key ~= has_key then return false end
  if has_other_objects(self, seen, state) then return false end
  local key = has_key and game:key_of(state)
  local changes = seen.watch and seen.watch:look(game:content_of(state))
  if has_key and seen.key == key or not (has_key or changes or seen.watch.is_blind) then return true end
  changes = changes or {}
  local is_new = has_key
  for path in pairs(changes) do is_new = is_new or not self.fields[path] end
  if is_guess and is_new then return false end
  seen.key = key
  if not positions.is_same_list(game:rules_of(state), seen.listed, game:list(state)) then return false end
  for path, keys in pairs(changes) do self.fields[path] = keys end
  if is_new then self.restarts = self.restarts + 1 end
  return not is_new or self.restarts > MOST_RESTARTS, changes
end

-- Whether a state differs from another one, of which this is the fingerprint.
function prints:differs(seen, state)
  local game = self.game
  return seen.player ~= game:ask("player", state)
    or seen.has_key and seen.key ~= game:key_of(state)
    or seen.watch and seen.watch:look(game:content_of(state)) ~= nil
end

-- What a move changes -------------------------------------------------------------------------------------------------

-- Whether two values of a field are the same. A copied state has copies of its tables.
local function is_equal(a, b, are_copies)
  return a == b or a ~= a and b ~= b or are_copies and type(a) == "table" and type(b) == "table"
end

-- Finds out which of these fields the moves of a state change. Returns whether that is so, by their paths.
local function look_at_moves(game, fields, state)
  local listed, is_changed = game:list(state), {}
  local are_copies = not positions.is_in_place(game:rules_of(state))
  for _, move in ipairs(listed) do
    local before, at = watches.values(game:content_of(state), fields), game:after(state, listed, move)
    local after = at:enter(function() return watches.values(game:content_of(at.root), fields) end)
    for path in pairs(fields) do
      is_changed[path] = is_changed[path] or not is_equal(before[path], after[path], are_copies)
    end
  end
  return game.calls:still(is_changed)
end

-- Whether a move changes one of these fields, so it is no clock, cursor or animation. That is found out once a search.
function prints:is_played_in(changes, state)
  local known, unknown, is_one = self.is_played, {}, false
  for path, keys in pairs(changes) do
    if known[path] == nil then unknown[path] = keys end
  end
  local is_changed = next(unknown) and look_at_moves(self.game, unknown, state)
  for path in pairs(unknown) do known[path] = is_changed[path] or false end
  for path in pairs(changes) do is_one = is_one or known[path] end
  return is_one
end

-- Comparisons ---------------------------------------------------------------------------------------------------------

-- Compares a state with a fingerprint. After an error of a function of the game, the fingerprint may be that of the
-- state as it was then, so from then on it is that of no state.
local function compare(comparison, self, seen, ...)
  if seen.is_unsure then return false end
  seen.is_unsure = true
  local is_same, changes = comparison(self, seen, ...)
  seen.is_unsure = false
  return is_same, changes
end

local function can_go_on(self, seen, state, is_guess)
  local is_same, changes = self:is_same(seen, state, is_guess)
  if not (is_same and changes) then return is_same end
  if not seen.watch then return not positions.is_in_place(self.game:rules_of(state)) end
  return not self:is_played_in(changes, state)
end

-- Whether the search of a state can go on: the state is the same, and nothing has changed that a move changes.
-- Otherwise its move would be for another state. In a game in place, its line would be made in another state than it
-- was found in, and taken back there.
function prints:can_go_on(seen, state, is_guess) return (compare(can_go_on, self, seen, state, is_guess)) end

local function awaits_move(self, seen, state, waiting)
  local is_same, changes = self:is_same(seen, state)
  if not (changes and next(changes)) then return is_same end
  local new, old = {}, {}
  for path, keys in pairs(changes) do
    local fields = waiting.changing[path] and old or new
    fields[path] = keys
  end
  waiting.may_be_made = waiting.may_be_made or self:is_played_in(old, state)
  return not self:is_played_in(new, state), changes
end

-- Whether the state is still the one in which a move was handed over; and the changed fields, as `is_same`. A field
-- that a move changes, and that has not changed before the move, shows that the move was made. If the field has changed
-- before, because a move was taken back, the move may have been made: that is noted in the mode `waiting`.
function prints:awaits_move(waiting, state) return compare(awaits_move, self, waiting.seen, state, waiting) end

return prints
