-- FOUR UP v2   two players, one mouse: click a column.  R = restart
local WIDTH, HEIGHT, SIZE = 7, 6, 80
local cells, turn, winner

local function restart()
  cells, turn, winner = {}, 1, nil
  for x = 1, WIDTH do cells[x] = {} end
end

-- how many of the same lie beside each other
local function run(x, y, dx, dy)
  local count, who = 0, cells[x][y]
  while cells[x + dx] and cells[x + dx][y + dy] == who do
    count, x, y = count + 1, x + dx, y + dy
  end
  return count
end

local function drop(x)
  local y = #cells[x] + 1
  if winner or y > HEIGHT then return end
  cells[x][y] = turn
  for _, d in ipairs {{1, 0}, {0, 1}, {1, 1}, {1, -1}} do
    if run(x, y, d[1], d[2]) + run(x, y, -d[1], -d[2]) >= 3 then winner = turn end
  end
  turn = 3 - turn
end

function love.load()
  love.window.setMode(WIDTH * SIZE, HEIGHT * SIZE)
  restart()
end

function love.mousepressed(mx)
  drop(math.min(WIDTH, math.floor(mx / SIZE) + 1))
end

function love.keypressed(key)
  if key == "r" then restart() end
end

function love.draw()
  for x = 1, WIDTH do
    for y = 1, HEIGHT do
      local who = cells[x][y]
      love.graphics.setColor(who and 1 or 0.2, who == 1 and 0.4 or who and 0.8 or 0.2, 0.3)
      love.graphics.circle("fill", (x - 0.5) * SIZE, (HEIGHT - y + 0.5) * SIZE, SIZE * 0.42)
    end
  end
  love.graphics.setColor(1, 1, 1)
  if winner then love.graphics.print("player " .. winner .. " wins!", 10, 10, 0, 2) end
end

-- the opponent: all below was added, at the end of the file, where the locals above are seen
require("alphabeta").opponent {
  hook = true, me = 2, time = 0.5, state = function() return {cells = cells, turn = turn, winner = winner} end,
  game = {
    player = function() return turn end,
    moves = function()
      local list = {}
      for x = 1, winner and 0 or WIDTH do list[#list + 1] = #cells[x] < HEIGHT and x or nil end
      return list
    end,
    make = function(_, x) drop(x) end,
    unmake = function(_, x) cells[x][#cells[x]], turn, winner = nil, 3 - turn, nil end,
    result = function(_, me) return not winner and 0 or winner == me and 1 or -1 end,
  },
}
