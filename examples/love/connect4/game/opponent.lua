--- The opponent: a searcher that runs a slice in each frame, or a pool that searches in threads of its own, and the
-- results of its search so far.
local alphabeta = require "alphabeta.love"
local match = require "game.match"

local opponent = {}
opponent.__index = opponent

--- How strong it can be: what limits its thoughts.
opponent.LEVELS = {
  {name = "Gentle", limits = {depth = 2}},
  {name = "Fair", limits = {depth = 6}},
  {name = "Strong", limits = {time = 1}},
  {name = "Fierce", limits = {time = 4}},
}

--- Seconds of thought in a frame, in slices. At 60 frames a second one takes 0.0167, and drawing needs some of it.
opponent.SLICE = 0.004

local WHOLE_GAME = 42

-- So many frames count for the longest one.
local FRAMES = 120

-- What values amount to: one this large is three to one in favour.
local CLEAR = 25

--- An opponent without a search.
function opponent.new()
  local self = setmetatable({spent = 0}, opponent)
  self:use_threads(false)
  return self
end

--- Lets it search in slices, or in threads of its own. It begins with an empty table then.
function opponent:use_threads(is_threaded)
  local options = {
    win = match.WIN, algorithm = "pvs", deepening = true, table = alphabeta._ENGINE == "C" and 64 or 8,
    on_iteration = function() self.has_news = true end,
  }
  if self.ai then self.ai:close() end
  self.is_threaded, self.thoughts, self.frames, self.frame = is_threaded, nil, {}, 0
  if is_threaded then
    local others = math.max(1, love.system.getProcessorCount() - 1) -- one core draws
    self.ai = alphabeta.pool {rules = "games.connect4_hashed", threads = others, options = options}
  else
    self.ai = alphabeta.new(match.RULES, options)
  end
end

--- An opponent of `alphabeta` that never moves, but finds hints for the person, with the reasons.
function opponent.adviser(played)
  return alphabeta.opponent {
    game = match.RULES, win = match.WIN, state = function() return played.state end,
    turn = function() return false end, time = 0.8, slice = opponent.SLICE,
  }
end

--- Begins to search the position of a match. It must not be changed before `stop`.
-- @param played the match
-- @tparam[opt] table limits without them it continues until the game is solved, or until `stop`
function opponent:start(played, limits)
  local state = played.state
  self.ai:start(self.is_threaded and played.columns or state, limits or {depth = WHOLE_GAME})
  self.thoughts, self.player, self.left = nil, state.turn, state.left
  self.spent, self.has_news = 0, false
  self.started = love.timer.getTime()
end

--- Stops the search. Its results stay in the table for the next search.
function opponent:stop()
  self.ai:stop()
end

--- Whether there is a search that is not finished.
function opponent:is_thinking()
  return self.ai:thinking()
end

-- Reads what was found out so far. A value is good for player 1 when it is high, and `share` goes from 0, player 2 has
-- won, to 1.
local function read(self)
  local column, value, info = self.ai:best()
  local sign = self.player == 1 and 1 or -1
  local share = 1 / (1 + 3 ^ (-sign * value / CLEAR))
  local winner
  if info.win_in then
    share = sign * info.win_in > 0 and 1 or 0
    winner = share == 1 and 1 or 2
  end
  self.thoughts = {
    left = self.left, column = column, value = sign * value, share = share, winner = winner,
    win_in = info.win_in and math.abs(info.win_in), is_certain = info.reason == "solved",
    depth = info.depth, line = info.pv, nodes = info.nodes, speed = info.nodes / math.max(self.spent, 1e-6),
  }
end

--- Searches for a slice of time. Afterwards `self.thoughts` has the results so far, if there are any.
-- @treturn boolean whether it has come to an end
function opponent:think()
  if not self.ai:thinking() then return true end
  local start = love.timer.getTime()
  local has_finished = self.ai:step(self.is_threaded and 0 or opponent.SLICE)
  local now = love.timer.getTime()
  self.spent = self.is_threaded and now - self.started or self.spent + now - start
  self.frame = self.frame % FRAMES + 1
  self.frames[self.frame] = love.timer.getDelta()
  if self.has_news or has_finished then
    self.has_news = false
    read(self)
  end
  return has_finished
end

--- The longest of the last frames in which it was thinking, in seconds; nil before there is one.
function opponent:longest_frame()
  return #self.frames > 0 and math.max(unpack(self.frames)) or nil
end

return opponent
