--- Where a person is: in which walk, at which of its frames, and how far between two of them.
--
-- `progress` goes from 0, a step begins, to 1, it is done; backwards it goes from 1 to 0. Time is in seconds.
local walk = require "show.walk"

local tour = {}
tour.__index = tour

local STEP = 0.8 -- how long a step takes to be seen
local HASTE = 2.5 -- how much faster it goes backwards

-- The part of a step in which a number travels; in the rest it is seen to arrive.
local ARRIVAL = 0.72

-- While the walk goes by itself, each step stays so long, for its caption to be read.
local PAUSES = {start = 1, down = 1.1, leaf = 0.5, up = 1.3, cut = 3.2}

--- A tour of some subjects, before the first step of the first one.
function tour.new(subjects)
  local self = setmetatable({subjects = subjects, walks = {}, is_playing = false}, tour)
  self:choose(1)
  return self
end

-- Comes to rest after a step.
local function rest_at(self, position)
  self.position, self.progress, self.direction, self.waited = position, 1, 0, 0
end

--- Begins the walk through the subject with this number. What is no subject is not chosen.
function tour:choose(number)
  local subject = self.subjects[number]
  if not subject then return end
  self.number = number
  self.walks[number] = self.walks[number] or walk.new(subject)
  self.walk = self.walks[number]
  rest_at(self, 0)
end

--- Chooses the next subject, after the last the first.
function tour:choose_next()
  self:choose(self.number % #self.subjects + 1)
end

--- The number of the last frame.
function tour:last()
  return #self.walk.frames
end

--- The frame after this step; in the midst of a step, the one that it leads to.
function tour:frame()
  return self.walk.frames[self.position]
end

--- The frame before this step.
function tour:frame_before()
  return self.walk.frames[math.max(0, self.position - 1)]
end

--- How far the number of this step has travelled, and how far its arrival is seen: both from 0 to 1.
function tour:phases()
  return math.min(1, self.progress / ARRIVAL), math.max(0, (self.progress - ARRIVAL) / (1 - ARRIVAL))
end

--- The frame that is seen: what a number changes, it changes when it arrives.
function tour:landed()
  return self.progress < ARRIVAL and self:frame_before() or self:frame()
end

--- The frame whose caption is to be read: the one that this step leads to, forward or back.
function tour:told()
  return self.direction < 0 and self:frame_before() or self:frame()
end

--- Whether nothing moves.
function tour:is_still()
  return self.direction == 0
end

--- Whether the walk is at its end.
function tour:is_at_end()
  return self.position == self:last() and self.direction == 0
end

-- Ends at once what is in motion.
local function settle(self)
  if self.direction < 0 then self.position = self.position - 1 end
  rest_at(self, self.position)
end

--- A step forward.
function tour:step()
  settle(self)
  if self.position == self:last() then return end
  self.position, self.progress, self.direction = self.position + 1, 0, 1
end

--- A step back.
function tour:back()
  settle(self)
  self.is_playing = false
  if self.position > 0 then self.direction = -1 end
end

--- To a frame, at once. The walk no longer goes by itself.
function tour:jump(position)
  self.is_playing = false
  rest_at(self, math.max(0, math.min(position, self:last())))
end

--- From the beginning again; a walk that goes by itself still does.
function tour:restart()
  rest_at(self, 0)
end

--- Lets the walk go by itself, or no longer. From its end it begins anew.
function tour:toggle_play()
  self.is_playing = not self.is_playing
  if not self.is_playing then return end
  if self:is_at_end() then self:restart() end
  if self.direction < 0 then settle(self) end
end

-- Whether it is time for the next step of a walk that goes by itself.
local function is_due(self)
  return self.is_playing and self.waited >= (PAUSES[self:frame().kind] or 0)
end

--- Lets time pass.
function tour:update(seconds)
  if self.direction > 0 then
    self.progress = self.progress + seconds / STEP
    if self.progress >= 1 then rest_at(self, self.position) end
  elseif self.direction < 0 then
    self.progress = self.progress - seconds / STEP * HASTE
    if self.progress <= 0 then rest_at(self, self.position - 1) end
  else
    self.waited = self.waited + seconds
    if is_due(self) then self:step() end
    if self:is_at_end() then self.is_playing = false end
  end
end

return tour
