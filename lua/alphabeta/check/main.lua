-- A check: reads its arguments, runs, makes its report. Internal: this is `alphabeta.check`, which loads it with the
-- first check.

local CHECK = (... or "alphabeta.check.main"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local plans = require(CHECK .. ".plan")
local reports = require(CHECK .. ".report")
local runs = require(CHECK .. ".run")

-- Checks a game.
-- @treturn ?check_report
-- @treturn string what is wrong with the arguments then
return function(game, state, options)
  local plan, message = plans.read(game, state, options)
  if not plan then return nil, "alphabeta.check: " .. message end
  return reports.new(runs.new(plan):finish())
end
