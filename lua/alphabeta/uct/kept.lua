-- The tree that a search keeps for the next one: which of its nodes is the next position's. Internal: `search.lua` uses
-- it.
--
-- A fingerprint recognizes a position. Three tests guard against a game whose state does not hold all of its position:
-- * A fingerprint counts only if it has the whole state: no function, no array of LuaJIT's library `ffi`, for example.
-- * Different moves from a state must lead to different fingerprints, and so must the same move from different states.
--   So a state that holds whose turn it is, and no board, is not recognized.
-- * When a search first comes to a kept node, the game lists its moves again. If they are others, the tree is dropped.
--   So the game never gets a move that it does not list.
--
-- Moves may refer to objects of the state in which they were listed, such as pieces. They do if two lists for one
-- state have an object in common. Each visit then lists the moves again, and finds the stored one among them. So the
-- game gets a move of the state at hand, not one of a copy.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, identity = use("common.constant_rows", "fallback.identity")
local is_key = use "fallback.zobrist".is_key
local moves, new_fingerprint = use("common.moves", "common.fingerprint")

local index_of, is_same = moves.index_of, moves.is_same
local next, pcall, rawequal, type = next, pcall, rawequal, type

local kept = {}

-- A position is recognized in the next search if so many playouts went through it, so many plies below the root.
local KNOWN_VISITS = 16
kept.PLIES = 4

-- How many levels deep moves are searched for objects.
local LEVELS = 4

-- Makes a function that returns the fingerprint of a state; nil if that does not have the whole state, or the state is
-- empty. `core` is the module alphabeta.core.
function kept.fingerprint(core)
  local value_of = core.zobrist(1).get
  local function content_of(value)
    if type(value) == "table" and not is_key(value) then return nil end
    local is_read, content = pcall(value_of, value)
    return is_read and content or nil
  end
  local read = new_fingerprint {content_of = content_of, tells_shared = true, most = constants.STATE_FIELDS}
  return function(state)
    if type(state) == "table" and next(state) == nil then return nil end
    local text, is_whole = read(state)
    return is_whole and text or nil
  end
end

-- Positions -----------------------------------------------------------------------------------------------------------

-- Begins a search of a tree; `is_known` says whether positions can be recognized. `ids` has nodes by their
-- fingerprints, false for one that does not tell a position.
function kept.begin(t, is_known)
  t.ids, t.parents, t.known_kids = is_known and {} or nil, {}, {}
end

-- Makes a node recognizable, if that is worth it. `state` is at the node, 1 to kept.PLIES plies below the root.
function kept.note(e, t, node, ply, state)
  local ids, parent = t.ids, t.path[ply]
  if not ids or node.known == e.number or node.visits < KNOWN_VISITS and t.known_kids[parent] ~= 1 then return end
  node.known = e.number
  local id = e.memory.fingerprint(state)
  if not id then return end
  local other = ids[id]
  if other == nil then
    ids[id] = node
  elseif other and (t.parents[other] == parent or rawequal(other.move, node.move)) then
    ids[id] = false
  end
  t.parents[node], t.known_kids[parent] = parent, (t.known_kids[parent] or 0) + 1
end

-- The node of the last search's tree with a fingerprint; nil if it is not certain.
function kept.find(t, id)
  local node = t.ids and t.ids[id] or nil
  local parent = t.parents[node]
  while parent and parent.count == 1 do parent = t.parents[parent] end -- a forced move has no other
  return parent and t.known_kids[parent] > 1 and node or nil
end

-- Moves ---------------------------------------------------------------------------------------------------------------

-- Whether a value is the same wherever it is listed.
local function is_plain(value)
  local kind = type(value)
  if kind == "number" then return value == value end
  return kind == "string" or kind == "boolean" or kind == "cdata" and identity.of_value(value) ~= nil
end

-- Calls `is_met` with a move, if it is a table, and with the tables in it, so many levels deep. Returns whether that
-- has returned true, or the move has something that is no plain value.
local function has_met(value, levels, is_met)
  if is_plain(value) then return false end
  if type(value) ~= "table" or levels == 0 or is_met(value) then return true end
  for key, field in next, value do
    if not is_plain(key) or has_met(field, levels - 1, is_met) then return true end
  end
  return false
end

-- Whether two lists for one state have an object in common.
local function have_common_object(own, count, again, again_count)
  local known = {}
  local function learn(object) known[object] = true end
  local function is_known(object) return known[object] end
  for i = 1, count do
    if has_met(own[i], LEVELS, learn) then return true end
  end
  for i = 1, again_count do
    if has_met(again[i], LEVELS, is_known) then return true end
  end
  return false
end

-- Finds out whether the moves of a node must be listed again at each visit. Then the node has their indexes in the
-- list, `places`. `play` has the functions of the search's playouts.
function kept.store_places(e, play, node, state)
  local own, count, first = node.moves, node.count, 1
  while first <= count and is_plain(own[first]) do first = first + 1 end
  if first > count or e.style == "children" then return end
  local again, again_count = play.list(state)
  if not have_common_object(own, count, again, again_count) then return end
  node.places = {}
  for i = 1, count do node.places[i] = i end
end

-- The index, in a list of a node's moves that was made anew, of the move with an index in the node.
function kept.place_of(node, index, list)
  local place, move = node.places[index], node.moves[index]
  return not is_same(list[place], move) and index_of(move, list) or place
end

-- Whether a node's moves are the `count` of this list. They are replaced by these.
function kept.has_moves(e, node, list, count, chances)
  if node.count ~= count or (node.chances and true or false) ~= (chances ~= nil) then return false end
  local own, copy = node.moves, {}
  for i = 1, count do copy[i] = list[i] end
  for i = 1, count do
    local place = index_of(own[i], copy)
    if not place then return false end
    own[i] = copy[place]
    if node.kids[i] then node.kids[i].move = own[i] end
    if node.places then node.places[i] = place end
  end
  node.listed = e.number
  return true
end

return kept
