-- The keys of successors that are not entered yet, which the game's function `hash_move` returns: they are looked up
-- before the move is made, and all of a node's are, for enhanced transposition cut-offs [Schaeffer and Plaat 1996].
-- Internal: the engine in Lua uses it.
--
-- A node with enhanced cut-offs keeps the keys of its successors by their index: hash, its two halves, side, map and
-- sign.

local PACKAGE = (... or "alphabeta.fallback.child_keys"):match "^(.*)%.[^.]*$"

local answers = require(PACKAGE .. ".answers")
local backup = require(PACKAGE .. ".backup")
local ordering = require(PACKAGE .. ".ordering")
local transposition = require(PACKAGE .. ".transposition")

local huge = math.huge

local child_keys = {}

-- Enhanced cut-offs are tried at nodes with at least this many plies left.
child_keys.CUTOFFS_DEPTH = 4

-- Asks for the key of a successor, which is laid out in the frame `c`, and keeps it where keys are kept.
local function ask(e, f, c, index)
  answers.child_key(e, f, c, index)
  if not f.has_child_keys then return end
  local hashes, keys = f.child_hashes, f.child_keys
  hashes[index] = c.hash
  local key = keys[index]
  if not key then
    key = {}
    keys[index] = key
  end
  key.high, key.low, key.side, key.map, key.sign = c.hash_high, c.hash_low, c.side, c.map, c.sign
end

-- Gives a successor, which is laid out in the frame `c`, the key that was kept for it. Returns whether one was.
local function load_key(e, f, c, index)
  local hash = f.has_child_keys and f.child_hashes[index]
  if not hash then return false end
  local key = f.child_keys[index]
  if e.asks_turn then
    backup.turn(c, key.sign)
    c.has_turn = true
  end
  c.hash, c.hash_high, c.hash_low, c.side, c.map = hash, key.high, key.low, key.side, key.map
  return true
end

-- Looks a successor up that is about to be entered, and is laid out in the frame `c`: returns whether the table or a
-- repetition settles it. A search with another window that becomes due is begun with.
function child_keys.settle(e, f, c, index)
  if not load_key(e, f, c, index) then ask(e, f, c, index) end
  c.has_key = true
  repeat
    if not (e.scores_repetition and transposition.repeats(e, c)) and not (e.table and transposition.settles(e, c)) then
      return false
    end
  until not (e.may_reopen and backup.reopen(c))
  return true
end

-- Whether enhanced cut-offs are due at a node, before its first successor is picked.
function child_keys.are_due(f)
  return f.next == 0 and f.depth >= child_keys.CUTOFFS_DEPTH and f.at > 0 and f.count > 1 and f.beta < huge
    and f.is_ordered and not f.is_lazy and not f.has_child_keys
end

-- Looks all successors of a node up, until one is found whose entry cuts the node off: it is tried first. Returns false
-- where the search is to end.
function child_keys.seek_cutoff(e, f)
  local hashes = f.child_hashes
  if not hashes then
    hashes = {}
    f.child_hashes, f.child_keys = hashes, {}
  end
  for i = 1, f.count do hashes[i] = false end
  f.has_child_keys = true
  for nth = 1, f.count do
    if e.slice_check < huge and e.must_leave(e) then return false end
    local index = f.order[nth]
    f.next = 1
    local c = backup.open_child(e, f)
    f.next = 0
    ask(e, f, c, index)
    if transposition.cuts_off(e, f, c) then
      ordering.promote(f, nth)
      return true
    end
  end
  return true
end

return child_keys
