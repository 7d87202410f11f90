-- An opponent in a game with a main loop of its own, or whose screens bring a `love.update` each, or that fails: `kind`
-- says which. All is set up after the opponent is.

local report = require "spec.love.report"

local FRAMES = 60

return function(kind)
  local alphabeta = require "alphabeta.love"
  local heap, turn, played, frames = 10, 2, false, 0

  alphabeta.opponent {
    hook = true,
    game = {
      moves = function(left) return left >= 3 and {1, 2, 3} or ({{1}, {1, 2}})[left] end,
      play = function(left, take) return left - take end,
      evaluate = function(left) return kind == "failing" and error "this fails" or left == 0 and -1 or 0 end,
      view = "mover",
    },
    state = function() return heap end,
    turn = function() return turn == 2 end,
    play = function(take)
      heap, turn, played = heap - take, 1, true
    end,
    depth = 5,
  }

  if kind == "failing" then
    function love.errorhandler(message)
      report.tell("message", (message:gsub("\n", " ")))
      report.tell("done", true)
      return function() return 1 end
    end
    return
  end

  local function update()
    frames = frames + 1
    if frames < FRAMES then return end
    report.tell("heap", played and heap)
    report.tell("done", true)
    love.event.quit()
  end

  if kind == "screens" then
    love.update = function() love.update = update end
    return
  end

  -- A fixed time step, in a loop like that of LÖVE's wiki. One of kind "none" never calls `love.update`.
  local rest = 0
  if kind == "steps" then love.update = update end
  function love.run()
    love.timer.step()
    return function()
      love.event.pump()
      for name, code in love.event.poll() do
        if name == "quit" then return code or 0 end
      end
      local seconds = love.timer.step()
      if kind == "none" then
        update(seconds)
      else
        rest = rest + seconds
        while rest > 0.005 do
          love.update(0.005)
          rest = rest - 0.005
        end
      end
      love.timer.sleep(0.001)
    end
  end
end
