-- BREAKTHROUGH v1   two players, one mouse.  U = undo, R = restart
-- a pawn goes one step forward, straight or diagonally. it takes diagonally. first one on the other side wins

SIZE = 6
SQUARE = 80

function restart()
  cells = {}
  for y = 1, SIZE do
    cells[y] = {}
    for x = 1, SIZE do
      cells[y][x] = 0
      if y <= 2 then cells[y][x] = 2 end
      if y > SIZE - 2 then cells[y][x] = 1 end
    end
  end
  turn = 1
  winner = nil
  selected = nil
  history = {}
  message = "player 1 begins"
end

function can_go(x1, y1, x2, y2)
  if winner or not cells[y2] or not cells[y2][x2] then return false end
  if cells[y1][x1] ~= turn then return false end
  local forward = -1
  if turn == 2 then forward = 1 end
  if y2 - y1 ~= forward or math.abs(x2 - x1) > 1 then return false end
  if x1 == x2 then return cells[y2][x2] == 0 end
  return cells[y2][x2] ~= turn
end

function click_sound()
  if not love.sound then return end
  if not sound then
    local data = love.sound.newSoundData(2000, 44100, 16, 1)
    for i = 0, 1999 do data:setSample(i, math.sin(i / 8) * 0.2 * (1 - i / 2000)) end
    sound = love.audio.newSource(data)
  end
  sound:stop()
  sound:play()
end

function remember(x1, y1, x2, y2)
  table.insert(history, {x1, y1, x2, y2, cells[y2][x2]})
end

function go(x1, y1, x2, y2)
  remember(x1, y1, x2, y2)
  cells[y2][x2] = turn
  cells[y1][x1] = 0
  click_sound()
  if y2 == 1 or y2 == SIZE then
    winner = turn
    message = "player " .. turn .. " wins!"
  end
  turn = 3 - turn
  selected = nil
end

function undo()
  local last = table.remove(history)
  if not last then return end
  turn = 3 - turn
  winner = nil
  cells[last[2]][last[1]] = turn
  cells[last[4]][last[3]] = last[5]
  message = "undo"
end

function love.load()
  love.window.setMode(SIZE * SQUARE, SIZE * SQUARE + 30)
  restart()
end

function love.mousepressed(mx, my)
  local x, y = math.floor(mx / SQUARE) + 1, math.floor(my / SQUARE) + 1
  if not cells[y] or not cells[y][x] then return end
  if selected and can_go(selected[1], selected[2], x, y) then
    go(selected[1], selected[2], x, y)
  elseif cells[y][x] == turn then
    selected = {x, y}
  else
    selected = nil
  end
end

function love.keypressed(key)
  if key == "u" then undo() end
  if key == "r" then restart() end
  if key == "escape" then love.event.quit() end
end

time = 0
function love.update(dt)
  time = time + dt
end

function love.draw()
  for y = 1, SIZE do
    for x = 1, SIZE do
      local light = (x + y) % 2 == 0 and 0.3 or 0.4
      love.graphics.setColor(light, light, light)
      love.graphics.rectangle("fill", (x - 1) * SQUARE, (y - 1) * SQUARE, SQUARE, SQUARE)
      if cells[y][x] ~= 0 then
        if cells[y][x] == 1 then love.graphics.setColor(1, 0.9, 0.6) else love.graphics.setColor(0.4, 0.7, 1) end
        local r = SQUARE * 0.35
        if selected and selected[1] == x and selected[2] == y then r = r + 3 * math.sin(time * 8) end
        love.graphics.circle("fill", (x - 0.5) * SQUARE, (y - 0.5) * SQUARE, r)
      end
    end
  end
  love.graphics.setColor(1, 1, 1)
  love.graphics.print(message, 10, SIZE * SQUARE + 8)
end
