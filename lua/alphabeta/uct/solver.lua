-- A searcher of a search: alpha-beta for the last plies of a Monte Carlo tree search, or for a deal. Internal:
-- `search.lua` and ../deals/search.lua use it.
--
-- After a pause, the search compares its state itself, so its searcher does not. Errors of the module's own are raised
-- at the line of the user who called the search, as its own are.

local LIBRARY = (... or "alphabeta.uct.solver"):match "^(.*)%.[^.]*%.[^.]*$"

local message = require(LIBRARY .. ".front.message")
local protect = require(LIBRARY .. ".fallback.searcher").protect

local error, find, pcall, type = error, string.find, pcall, type

local solver = {}
solver.__index = solver

-- Returns the results of pcall, or raises the error. The module's own messages have one line, without a place, because
-- pcall is no function in Lua.
local function finish(ok, ...)
  if ok then return ... end
  local err = ...
  if type(err) == "string" and find(err, "^alphabeta: [^\n]*$") then message.fail("%s", err) end
  error(err, 0)
end
solver.finish = finish

-- Makes one for the search `e`, by the module alphabeta.core and options.
function solver.new(e, core, options)
  e.path.note(nil) -- no function of the game, so no message names it
  return setmetatable({search = e, core = core, searcher = finish(pcall(core.new, nil, options))}, solver)
end

function solver:start(state, limits)
  self.search.path.note(nil)
  finish(protect(self.searcher.start, self.searcher, state, limits))
end

-- Goes on for a slice. Returns whether the searcher has ended its search.
function solver:step(limits)
  self.search.path.note(nil)
  self.core.accept_state(self.searcher)
  return finish(protect(self.searcher.step, self.searcher, limits))
end

-- Searches to the end, on a host without slices. Returns the best move, the value and info.
function solver:run(state, limits)
  self.search.path.note(nil)
  return finish(protect(self.searcher.search, self.searcher, state, limits))
end

function solver:best() return self.searcher:best() end

function solver:close() self.searcher:close() end

return solver
