-- The positions of a match that an opponent has met, for `repetition`. Internal: `alphabeta.opponent` uses it.
--
-- An opponent does not learn which moves were played. It records the positions of its turns, those after its moves, and
-- their successors. If another position follows, moves were taken back or another match has begun. Then the record is
-- dropped.
--
-- The positions after its moves are successors of a search's root. There a search compares them before it reads the
-- table, which has values of searches that did not know the past.

local use = require((...):match "^(.*)%..*%." .. ".use")

local positions = use "opponent.position"

local ipairs, remove, setmetatable = ipairs, table.remove, setmetatable

-- How many keys of positions are kept, the last ones.
local MOST = 100

local records = {}
records.__index = records

-- Makes an empty record.
function records.new()
  return setmetatable({
    before = {}, own = {}, -- keys of the positions before this turn; of the turn and the position after its move
    current = {}, following = {}, -- names of the positions that could precede this turn, and can follow it
    is_played = false, -- whether that move was made
  }, records)
end

-- Records the position of a turn, each time that its search begins, by a name that tells it from others. Returns the
-- keys of the positions before it.
function records:enter(name, key)
  if self.is_played then
    self.before, self.current, self.is_played = self:all(), self.following, false
  end
  if not self.current[name] then self.before = {} end
  self.own = {key}
  return self.before
end

-- The keys of all positions.
function records:all()
  local all = {}
  for _, keys in ipairs {self.before, self.own} do
    for _, key in ipairs(keys) do all[#all + 1] = key end
  end
  while #all > MOST do remove(all, 1) end
  return all
end

-- Records the position after the next move, one of those that are listed, and the positions after each reply.
-- `identify` takes a state, and returns its key and what tells its position from others.
function records:play(rules, state, listed, move, identify)
  local names = {}
  local function note(at)
    local key, name = identify(at)
    if key ~= nil then names[name] = true end
    return key
  end
  local behind = positions.after(rules, state, listed, move)
  if behind then
    behind:enter(function()
      self.own[2] = note(behind.root)
      local replies = positions.list(rules, behind.root)
      for _, reply in ipairs(replies) do
        local next_turn = positions.after(rules, behind.root, replies, reply)
        next_turn:enter(function() note(next_turn.root) end)
      end
    end)
  end
  self.following, self.is_played = names, true
end

return records
