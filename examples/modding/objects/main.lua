-- ISOLATION   two kings, one mouse. where a king was is a hole. who cannot move has lost.  R = restart
local SIZE, SQUARE = 6, 90

local King = {}
King.__index = King

local Board = {}
Board.__index = Board

function Board.new()
  local board = setmetatable({holes = {}, turn = 1}, Board)
  board.kings = {
    setmetatable({x = 3, y = SIZE, colour = {1, 0.9, 0.6}}, King),
    setmetatable({x = 4, y = 1, colour = {0.4, 0.7, 1}}, King),
  }
  return board
end

function King:is_at(x, y) return self.x == x and self.y == y end

function Board:is_free(x, y)
  if x < 1 or y < 1 or x > SIZE or y > SIZE or self.holes[(y - 1) * SIZE + x] then return false end
  return not self.kings[1]:is_at(x, y) and not self.kings[2]:is_at(x, y)
end

function Board:ways(king)
  local ways = {}
  for dx = -1, 1 do
    for dy = -1, 1 do
      if self:is_free(king.x + dx, king.y + dy) then table.insert(ways, {x = king.x + dx, y = king.y + dy}) end
    end
  end
  return ways
end

function crack()
  print "CRACK"
end

function Board:go(x, y)
  local king = self.kings[self.turn]
  if math.abs(x - king.x) > 1 or math.abs(y - king.y) > 1 or not self:is_free(x, y) then return end
  self.holes[(king.y - 1) * SIZE + king.x] = true
  king.x, king.y, self.turn = x, y, 3 - self.turn
  crack()
end

local board = Board.new()

function love.load() love.window.setMode(SIZE * SQUARE, SIZE * SQUARE) end

function love.mousepressed(mx, my) board:go(math.floor(mx / SQUARE) + 1, math.floor(my / SQUARE) + 1) end

function love.keypressed(key)
  if key == "r" then board = Board.new() end
end

function love.draw()
  for at = 0, SIZE * SIZE - 1 do
    local light = board.holes[at + 1] and 0 or 0.35
    love.graphics.setColor(light, light, light)
    love.graphics.rectangle("fill", at % SIZE * SQUARE, math.floor(at / SIZE) * SQUARE, SQUARE - 2, SQUARE - 2)
  end
  for who, king in ipairs(board.kings) do
    love.graphics.setColor(king.colour)
    love.graphics.circle(who == board.turn and "fill" or "line", (king.x - 0.5) * SQUARE, (king.y - 0.5) * SQUARE, 30)
  end
end

-- the opponent: all below was added
local alphabeta = require "alphabeta"

alphabeta.opponent {
  hook = true, me = 2, time = 0.5, state = function() return board end,
  game = alphabeta.snapshot {
    mute = {"crack"},
    player = function(b) return b.turn end,
    moves = function(b) return b:ways(b.kings[b.turn]) end,
    play = function(b, way) b:go(way.x, way.y) end,
    evaluate = function(b, me) return #b:ways(b.kings[me]) - #b:ways(b.kings[3 - me]) end,
    result = function(b, me) return b.turn == me and -100 or 100 end,
  },
}
