--- The stones on the screen: they fall, bounce and come to rest while the opponent searches.
--
-- Lengths are in cells, times in seconds. A stone's `height` is where its middle is, above the floor of the board: 0.5
-- in the lowest row.
local stones = {}
stones.__index = stones

local GRAVITY = 55
local BOUNCE = 0.3 -- the share of its speed that a stone keeps
local REST = 1.6 -- a stone that would bounce slower than this stays where it is
local LIFT = 70 -- how a stone that is taken back goes up
local STAGGER = 0.035 -- from one column to the next, when the board is emptied
local STEP = 1 / 240 -- the motion is computed in steps of this length, so that it is the same at every frame rate

--- No stones, above a board of so many rows.
-- @tparam number rows
-- @tparam function landed landed(strength): called when a stone hits something, from 0 to 1
function stones.new(rows, landed)
  return setmetatable({rows = rows, landed = landed, list = {}, leaving = {}, rest = 0}, stones)
end

--- A stone is let go above the board.
function stones:drop(column, row, player)
  self.list[#self.list + 1] = {
    column = column, row = row, player = player, height = self.rows + 0.75, speed = 0, is_moving = true,
  }
end

--- The stone that was dropped last is taken back.
function stones:take_back()
  local stone = table.remove(self.list)
  stone.speed, stone.acceleration, stone.delay = 4, LIFT, 0
  self.leaving[#self.leaving + 1] = stone
end

--- The bottom of the board is opened: all stones fall out.
function stones:empty()
  for _, stone in ipairs(self.list) do
    stone.speed, stone.acceleration, stone.delay = 0, -GRAVITY, STAGGER * stone.column
    self.leaving[#self.leaving + 1] = stone
  end
  self.list = {}
end

--- Whether every stone lies where it belongs.
function stones:are_still()
  for _, stone in ipairs(self.list) do
    if stone.is_moving then return false end
  end
  return #self.leaving == 0
end

local function fall(self, stone, seconds)
  local floor = stone.row - 0.5
  stone.speed = stone.speed - GRAVITY * seconds
  stone.height = stone.height + stone.speed * seconds
  if stone.height > floor then return end
  stone.height = floor
  self.landed(math.min(1, -stone.speed / 25))
  stone.speed = -stone.speed * BOUNCE
  if stone.speed < REST then stone.speed, stone.is_moving = 0, false end
end

local function leave(self, stone, seconds)
  stone.delay = stone.delay - seconds
  if stone.delay > 0 then return true end
  stone.speed = stone.speed + stone.acceleration * seconds
  stone.height = stone.height + stone.speed * seconds
  return stone.height > -1.5 and stone.height < self.rows + 2.5
end

--- Lets time pass.
function stones:update(seconds)
  self.rest = math.min(self.rest + seconds, 0.1)
  while self.rest >= STEP do
    self.rest = self.rest - STEP
    for _, stone in ipairs(self.list) do
      if stone.is_moving then fall(self, stone, STEP) end
    end
    for i = #self.leaving, 1, -1 do
      if not leave(self, self.leaving[i], STEP) then table.remove(self.leaving, i) end
    end
  end
end

--- Calls a function with each stone that is to be seen.
function stones:each(show)
  for _, stone in ipairs(self.leaving) do show(stone) end
  for _, stone in ipairs(self.list) do show(stone) end
end

return stones
