--- The frame's time: what an opponent makes of it, in a real loop of so many frames a second whose game works for 3 ms
-- in each. The nodes of its searches are compared with those of one search of the same second in the same process, move
-- by move, of a game of chess.
--
-- The goal is 0.8 of what the game leaves of the frame, less 2 ms, from the second move on; and no more than one frame
-- in a hundred late by more than a fifth. What else runs on the machine makes frames late, too: their number is that of
-- a machine with nothing else to do.
--
-- usage: opponent.lua [HZ...]    30 45 60 120 144 without any; LuaJIT only, which can sleep
--
-- As the main.lua of a folder for LÖVE, which bench/run puts together, it does the same there, in a main loop of its
-- own with love.update and a screen. There the opponent is called in both ways, by love.update and by its hook.

local alphabeta = require(love and "alphabeta.love" or "alphabeta")
local chess = require "games.chess"
local report = require "bench.support.report"
local rng = require "spec.support.rng"

local WORK = 0.003 -- seconds in each frame
local MOVES, OPENING = 4, 4
local IDLE = 45 -- frames before each move
local LATE = 1.2 -- frames

local RATES = {30, 45, 60, 120, 144}

-- A clock that never goes back, and what waits for so many seconds.
local now, sleep
if love then
  now, sleep = love.timer.getTime, love.timer.sleep
else
  local ffi = require "ffi"
  ffi.cdef "int usleep(unsigned); typedef struct {long s, n;} ab_time; int clock_gettime(int, ab_time *);"
  local time = ffi.new "ab_time"
  function now()
    ffi.C.clock_gettime(1, time)
    return tonumber(time.s) + tonumber(time.n) * 1e-9
  end
  function sleep(seconds) ffi.C.usleep(seconds * 1e6) end
end

local function work(seconds)
  local stop = now() + seconds
  while now() < stop do end
end

local game = {}
for _, name in ipairs {"moves", "make", "unmake", "player", "evaluate", "view", "hash", "win"} do
  game[name] = chess[name]
end

-- What a game does in a frame, which calls the opponent in the midst of it.
local function play_frame(seconds, opponent)
  work(WORK / 4)
  opponent:update(seconds)
  work(WORK * 3 / 4)
end

-- The same in LÖVE, where the opponent is called at the end of love.update, or behind it.
local function play_frame_in_love()
  love.event.pump()
  love.event.clear()
  love.update(love.timer.step())
  love.graphics.origin()
  love.graphics.clear()
  work(WORK * 3 / 4)
  love.graphics.present()
end

-- A loop that shows `hz` frames a second to the opponent that it is given.
local function new_loop(hz, opponent)
  local tick, last, late = now(), now(), 0

  local function run_frame()
    local begun = now()
    local seconds = begun - last
    last = begun
    if seconds > LATE / hz then late = late + 1 end
    if love then play_frame_in_love() else play_frame(seconds, opponent) end
    local left = now()
    repeat tick = tick + 1 / hz until tick > left
    sleep(tick - left)
  end

  -- Runs frames until `is_done` says so. Returns how many, and how many were late.
  return function(is_done)
    local count = 0
    tick, last, late = now(), now() - 1 / hz, 0
    repeat
      run_frame()
      count = count + 1
    until is_done(count)
    return count, late
  end
end

-- `is_hooked` says whether LÖVE calls the opponent.
local function measure(hz, is_hooked)
  local state, random = chess.new(), rng.new(hz)
  for _ = 1, OPENING do
    local moves = chess.moves(state)
    chess.make(state, moves[random:int(1, #moves)])
  end
  local thinks, found = false, nil
  local opponent = alphabeta.opponent {
    game = game, state = state, time = 1, turn = function() return thinks end, hook = is_hooked,
    play = function(_, _, info) thinks, found = false, info end,
  }
  if love and not is_hooked then
    function love.update(seconds)
      work(WORK / 4)
      opponent:update(seconds)
    end
  end
  local run = new_loop(hz, opponent)
  local ai = alphabeta.new(game, {time = 1})
  local shares, late, frames = {}, 0, 0
  for move = 1, MOVES do
    local best, _, direct = ai:search(state)
    run(function(count) return count == IDLE end)
    thinks = true
    local count, own_late = run(function() return not thinks end)
    if move > 1 then
      shares[#shares + 1] = found.nodes / direct.nodes
      late, frames = late + own_late, frames + count
    end
    chess.make(state, best)
    chess.make(state, (ai:search(state, {nodes = 2000})))
  end
  opponent:close()
  table.sort(shares)
  local goal = 0.8 * (1 / hz - WORK - 0.002) * hz
  local subject = not love and "chess, 3 ms a frame" or is_hooked and "chess in LÖVE, hook, 3 ms a frame"
    or "chess in LÖVE, update, 3 ms a frame"
  report.record("opponent", subject, shares, nil,
    ("goal: at least %.2f; %d of %d frames late"):format(goal, late, frames), hz .. " Hz")
end

local function measure_all()
  for _, hz in ipairs(not love and #arg > 0 and arg or RATES) do
    measure(tonumber(hz))
    if love then
      function love.update() work(WORK / 4) end
      measure(tonumber(hz), true)
    end
  end
end

if love then
  function love.errorhandler(message)
    io.stderr:write(debug.traceback(tostring(message)), "\n")
    return function() return 1 end
  end

  function love.run()
    love.window.setMode(64, 64, {vsync = 0})
    measure_all()
    return function() return 0 end
  end
else
  measure_all()
end
