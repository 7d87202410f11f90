-- The positions of a match that an opponent has met, which `repetition` compares with. Internal:
-- `alphabeta.opponent` uses it.
--
-- An opponent is not told what was played before. It notes the positions of its turns, those that its moves led to, and
-- what can follow them. Where something else follows, moves were taken back or another match has begun: then nothing of
-- what was noted has happened.
--
-- The positions that its moves led to are the replies of a search's root: there they are seen before the table, where
-- the values of searches lie that knew nothing of the past.

local PACKAGE = (... or "alphabeta.opponent.record"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local positions = require(PACKAGE .. ".opponent.position")

local ipairs, remove, setmetatable = ipairs, table.remove, setmetatable

-- The keys of so many positions are kept, the last ones.
local MOST = 100

local records = {}
records.__index = records

-- Makes an empty record.
function records.new()
  return setmetatable({
    before = {}, own = {}, -- the keys of the positions before this turn; those of the turn and of what its move led to
    current = {}, following = {}, -- the names of what could precede this turn's move, and of what can follow it
    is_played = false, -- whether that move was made
  }, records)
end

-- Notes the position of a turn, each time that its search begins.
-- @tparam string name what tells it from others
-- @param key its key
-- @treturn table the keys of the positions before it
function records:enter(name, key)
  if self.is_played then
    self.before, self.current, self.is_played = self:all(), self.following, false
  end
  if not self.current[name] then self.before = {} end
  self.own = {key}
  return self.before
end

-- @treturn table the keys of all positions
function records:all()
  local all = {}
  for _, keys in ipairs {self.before, self.own} do
    for _, key in ipairs(keys) do all[#all + 1] = key end
  end
  while #all > MOST do remove(all, 1) end
  return all
end

-- Notes what the move that is about to be made leads to, and the positions behind each reply.
-- @tparam table rules as `read` of position.lua returns them
-- @tparam {any,...} listed what can be played there
-- @tparam function identify takes a state, and returns its key and what tells its position from others
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
