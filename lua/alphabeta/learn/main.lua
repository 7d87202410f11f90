-- Learning an evaluation: reads its arguments, runs, makes its report. Internal: this is `alphabeta.learn`, which loads
-- it when it is first called.

local LEARN = (... or "alphabeta.learn.main"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = LEARN:match "^(.*)%.[^.]*$"

local alphabeta = require(PACKAGE)
local plans = require(LEARN .. ".plan")
local progress = require(LEARN .. ".progress")
local reports = require(LEARN .. ".report")
local runs = require(LEARN .. ".run")

-- Is this the error of Ctrl-C?
local function is_interruption(err)
  return type(err) == "string" and err:find("interrupted!", 1, true) ~= nil
end

-- Runs. Evaluations come and go, so searches are not compiled together with them meanwhile: to compile each anew would
-- take longer than it saves.
local function attempt(run)
  local is_compiled = alphabeta.jit
  alphabeta.jit = false
  local ok, err = pcall(run.learn, run)
  run:close()
  alphabeta.jit = is_compiled
  return ok, err
end

-- Learns an evaluation.
-- @treturn ?learned
-- @return what is wrong with the arguments then, or the error of the game
return function(game, state, options)
  local plan, message = plans.read(game, state, options)
  if not plan then return nil, "alphabeta.learn: " .. message end
  local run = runs.new(plan)
  local ok, err = attempt(run)
  progress.finish(run)
  if not ok then
    if not (run.best and is_interruption(err)) then return nil, err end
    run.is_stopped = true
  end
  return reports.new(run)
end
