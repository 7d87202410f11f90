-- The calls of an opponent, of which only the last one goes on. Internal: `alphabeta.opponent` uses it.
--
-- Any function that an opponent calls may use the opponent itself: update it in a loop of its own, stop it, close it.
-- Each of these begins another call, with an id of its own. Each function that the opponent calls is followed by
-- `still`, which ends the call if another one has begun.

local error, pcall, setmetatable = error, pcall, setmetatable

local calls = {}
calls.__index = calls

-- The error that ends a call after another one has begun. `run` catches it.
local SUPERSEDED = {}

-- Makes the calls of an opponent. `running` is the id of the call that runs, nil outside of `run`.
function calls.new() return setmetatable({id = 0, running = nil}, calls) end

-- Begins another call. Returns its id.
function calls:begin()
  self.id = self.id + 1
  return self.id
end

-- Passes on the results of a function, unless that has begun another call.
function calls:still(...)
  if self.running and self.running ~= self.id then error(SUPERSEDED, 0) end
  return ...
end

-- Calls a function as a part of a call. Returns its result; nil if another call has begun.
function calls:run(id, work, ...)
  local outer = self.running
  self.running = id
  local ok, result = pcall(work, ...)
  self.running = outer
  if ok then return result end
  if result ~= SUPERSEDED then error(result, 0) end
  return nil
end

return calls
