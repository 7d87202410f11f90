-- The positions of a match that an opponent has met, for `repetition`. Internal: `alphabeta.opponent` uses it.
--
-- An opponent does not learn which moves were played. It records the positions of its turns, those after its moves, and
-- their successors. If another position follows, moves were taken back or another match has begun. Then the record is
-- dropped.
--
-- The positions after its moves are successors of a search's root. There a search compares them before it reads the
-- table, which has values of searches that did not know the past.

local use = require((...):match "^(.*)%..*%." .. ".use")

local values = use "common.values"

local ipairs, remove, setmetatable = ipairs, table.remove, setmetatable

-- How many keys of positions are kept, the last ones.
local MOST = 100

local records = {}
records.__index = records

-- Makes an empty record of a game, whose searches have these options.
function records.new(game, options)
  return setmetatable({
    game = game, options = options,
    before = {}, own = {}, -- keys of the positions before this turn; of the turn and the position after its move
    current = {}, following = {}, -- names of the positions that could precede this turn, and can follow it
    is_played = false, -- whether that move was made
  }, records)
end

-- Whether a position that comes up again has a value of its own. In a search by playouts or of deals it has none.
local function is_wanted(self, state)
  local options, game = self.options, self.game
  if options.algorithm == "uct" or options.deals ~= 0 and game:callback("deal", state) then return false end
  local value = options.repetition
  if value == nil then value = values.field_of(game:source_of(state), "repetition") end
  return value ~= nil and value ~= false
end

-- The keys of all positions.
local function all_keys(self)
  local all = {}
  for _, keys in ipairs {self.before, self.own} do
    for _, key in ipairs(keys) do all[#all + 1] = key end
  end
  while #all > MOST do remove(all, 1) end
  return all
end

-- The keys of all positions, for a search of a state; nil if they do not matter.
function records:past_of(state)
  return is_wanted(self, state) and all_keys(self) or nil
end

-- Records the position of a turn, each time that its search begins. Returns the keys of the positions before it; nil if
-- they do not matter.
function records:enter(state)
  if not is_wanted(self, state) then return nil end
  local key, name = self.game:identify(state)
  if key == nil then return nil end
  if self.is_played then
    self.before, self.current, self.is_played = all_keys(self), self.following, false
  end
  if not self.current[name] then self.before = {} end
  self.own = {key}
  return self.before
end

-- Records the position after the next move, and the positions after each reply.
function records:play(state, move)
  local game = self.game
  if not is_wanted(self, state) then return end
  local names = {}
  local function note(at)
    local key, name = game:identify(at)
    if key ~= nil then names[name] = true end
    return key
  end
  local behind = game:after(state, game:list(state), move)
  if behind then
    behind:enter(function()
      self.own[2] = note(behind.root)
      local replies = game:list(behind.root)
      for _, reply in ipairs(replies) do
        local next_turn = game:after(behind.root, replies, reply)
        next_turn:enter(function() note(next_turn.root) end)
      end
    end)
  end
  game.calls:still()
  self.following, self.is_played = names, true
end

return records
