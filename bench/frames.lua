--- The frames of connect four in LÖVE, while the computer does not think, thinks in slices, and thinks in threads. This
-- is the main.lua of a copy of the game, whose own is main_of_game.lua: bench/run puts that together and runs it on a
-- display that is drawn by software.
--
-- It is the person's turn, on an empty board, and the computer ponders. The game draws 60 frames a second. A frame
-- takes from its beginning until it is presented; the rest of a sixtieth of a second it waits, as it does for a screen.
-- The processor's time is that of the thread that updates and draws: what other programs take is not in it.

local session = require "game.session"

local clock = require "spec.love.clock"
local keep = require "spec.love.keep"
local report = require "bench.support.report"

local FRAME = 1 / 60 -- seconds
local ROUNDS, FIRST, FRAMES = 6, 10, 100 -- of each way; the first frames of a round do not count
local ALLOWANCE = 0.5 -- milliseconds that the background may cost
local SIZE = 400 -- pixels: software draws a larger window in longer than a frame

local seen = {}
keep(session, "new", seen, "session")

-- How the computer thinks, and what the frames took: milliseconds of the processor, and on the wall.
local ways = {
  {name = "none", thinks = false, threads = false},
  {name = "slices", thinks = true, threads = false},
  {name = "threads", thinks = true, threads = true},
}
for _, way in ipairs(ways) do way.processor, way.wall = {}, {} end

io.stdout:setvbuf "line"

-- LÖVE's own handler shows the error in a window, and waits.
function love.errorhandler(message)
  io.stderr:write(debug.traceback(tostring(message)), "\n")
  return function() return 1 end
end

require "main_of_game"

local function begin(way)
  local game = seen.session
  if game.opponent.is_threaded ~= way.threads then game:toggle_threads() end
  if game.ponders ~= way.thinks then game:toggle_pondering() end
  assert(game.opponent:is_thinking() == way.thinks, "the computer does not do as it should")
end

local function quantile(list, share)
  table.sort(list)
  return list[math.ceil(#list * share)]
end

local function tell()
  local goal = ("%.2f"):format(quantile(ways[1].processor, 0.99) + ALLOWANCE)
  for _, way in ipairs(ways) do
    report.record("frames", "connect four in LÖVE", {quantile(way.processor, 0.99)}, way.threads and goal or nil,
      ("median %.2f; on the wall %.2f, median %.2f; %d frames"):format(quantile(way.processor, 0.5),
        quantile(way.wall, 0.99), quantile(way.wall, 0.5), #way.wall), way.name)
  end
end

-- One frame. Returns the milliseconds that it took of the processor, and on the wall.
local function draw_frame()
  local processor, wall = clock(), love.timer.getTime()
  love.event.pump()
  love.event.clear()
  love.timer.step()
  love.update(love.timer.getDelta())
  love.graphics.origin()
  love.graphics.clear(love.graphics.getBackgroundColor())
  love.draw()
  love.graphics.present()
  processor, wall = clock() - processor, love.timer.getTime() - wall
  love.timer.sleep(math.max(0, FRAME - wall))
  return processor * 1000, wall * 1000
end

function love.run()
  love.load()
  love.window.setMode(SIZE, SIZE)
  love.resize(SIZE, SIZE)
  local round, place, count = 1, 1, 0

  return function()
    if count == 0 then begin(ways[place]) end
    local processor, wall = draw_frame()
    count = count + 1
    local way = ways[place]
    if count > FIRST then
      way.processor[#way.processor + 1], way.wall[#way.wall + 1] = processor, wall
    end
    if count < FIRST + FRAMES then return nil end
    assert(seen.session.opponent:is_thinking() == way.thinks, "the search has ended too soon")
    place, count = place % #ways + 1, 0
    if place == 1 then round = round + 1 end
    if round <= ROUNDS then return nil end
    tell()
    seen.session.opponent.ai:close()
    return 0
  end
end
