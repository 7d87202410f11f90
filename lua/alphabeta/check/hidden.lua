-- A state that moves do not change, since the game keeps it elsewhere: in local variables or globals. Internal:
-- `alphabeta.check` uses it.
--
-- The check can neither compare such a state nor restore it, and a key would be blamed for what it is not.

local CHECK = (... or "alphabeta.check.hidden"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere

local positions = require(CHECK .. ".position")
local snapshot = require(CHECK:match "^(.*)%.[^.]*$" .. ".snapshot")

local hidden = {}

local Hidden = {}
Hidden.__index = Hidden

-- How many moves it takes to say so.
local MIN_MOVES = 3

-- Makes the memory of a run for moves that change nothing. Of a game that `alphabeta.snapshot` has made it is known
-- what they change.
-- @tparam table run
-- @treturn table
function hidden.new(run)
  return setmetatable({run = run, count = 0, has_changed = snapshot.games[run.plan.rules.make] ~= nil}, Hidden)
end

-- Looks whether a move has changed the state, until one has.
-- @tparam table position before the move
-- @tparam table step
-- @tparam function is_changed returns whether the state is another one now
function Hidden:observe(position, step, is_changed)
  if self.has_changed or step.is_chance then return end
  if is_changed() then
    self.has_changed = true
    return
  end
  self.count = self.count + 1
  if not self.steps or #self.steps > #position.steps + 1 then self.steps = positions.line(position.steps, step) end
end

-- Says so when no move has changed the state.
function Hidden:judge()
  local run = self.run
  if self.has_changed or self.count < MIN_MOVES then return end
  local maker = run.maker
  run.findings:add("hidden", maker, self.steps, maker == "make"
    and ("the state did not change by `make`, in none of %d moves: the game keeps what moves change elsewhere, in "
      .. "local variables or globals. Give the check a state that has it in its fields"):format(self.count)
    or ("returns a state with the same fields, for each of %d moves: the game keeps what moves change elsewhere, in "
      .. "local variables or globals"):format(self.count))
end

return hidden
