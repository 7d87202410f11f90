-- Learning an evaluation: reads its arguments, runs, makes its report. Internal: this is `alphabeta.learn`, which loads
-- it when it is first called.

local LEARN = (... or "alphabeta.learn.main"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local is_interruption = require(LEARN:match "^(.*)%.[^.]*$" .. ".common.interruption").is
local plans = require(LEARN .. ".plan")
local progress = require(LEARN .. ".progress")
local reports = require(LEARN .. ".report")
local runs = require(LEARN .. ".run")

-- Learns an evaluation.
-- @treturn ?learned
-- @return what is wrong with the arguments then, or the error of the game
return function(game, state, options)
  local plan, message = plans.read(game, state, options)
  if not plan then return nil, "alphabeta.learn: " .. message end
  local run = runs.new(plan)
  local ok, err = pcall(run.learn, run)
  run:close()
  progress.finish(run)
  if not ok then
    if not run.learned then return nil, err end
    if is_interruption(err) then run.is_stopped = true else run.error = err end
  end
  return reports.new(run)
end
