-- How far a run has come: on the terminal, and by the function `on_progress`. Internal: `alphabeta.learn` uses it.

local floor, max = math.floor, math.max

-- So many steps of work are done between two looks at the clock.
local STEPS = 20000

local progress = {}

-- Tells it.
-- @tparam table run
-- @tparam string doing what it does now
-- @treturn ?boolean false when it is to stop
function progress.tell(run, doing)
  local plan = run.plan
  if not plan.progress and not plan.on_progress then return nil end
  local time = run:time()
  if plan.progress then
    local line = ("%s, generation %d of %d, %d games, Elo %+.0f, %.0f s"):format(doing, run.generation, run.generations,
      run.games, run.elo, floor(time))
    if line ~= run.shown then
      plan.progress:write("\r", line, (" "):rep(run.shown and #run.shown - #line or 0))
      if plan.progress.flush then plan.progress:flush() end
      run.shown = line
    end
  end
  if not plan.on_progress then return nil end
  return plan.on_progress {
    doing = doing, generation = run.generation, generations = run.generations, games = run.games, elo = run.elo,
    time = time,
  }
end

-- Makes a function that asks another one now and then.
-- @tparam ?function goes_on returns false at the end; nil: there is none
-- @tparam int steps the work between two calls
-- @treturn function returns false at the end, and from then on
function progress.pace(goes_on, steps)
  local every = max(1, floor(STEPS / steps))
  local left, is_over = every, false
  return function()
    left = left - 1
    if left <= 0 then
      left, is_over = every, is_over or goes_on ~= nil and not goes_on()
    end
    return not is_over
  end
end

-- Ends the line on the terminal.
-- @tparam table run
function progress.finish(run)
  if run.shown then run.plan.progress:write("\n") end
end

return progress
