-- A searcher of a search: alpha-beta for the last plies of a Monte Carlo tree search, or for a deal. Internal:
-- both engines use it.
--
-- After a pause, the search compares its state itself, so its searcher does not. Errors of the module's own are raised
-- at the line of the user who called the search, as its own are.

local use = require((...):match "^(.*)%..*%." .. ".use")

local message = use "front.message"

local error, find, pcall, type = error, string.find, pcall, type

local solver = {}
solver.__index = solver

-- As pcall. The engine in Lua sets its own, through which the game's functions may yield.
solver.protect = pcall

-- Returns the results of pcall, or raises the error. The module's own messages have one line, without a place, because
-- pcall is no function in Lua.
local function finish(ok, ...)
  if ok then return ... end
  local err = ...
  if type(err) == "string" and find(err, "^alphabeta: [^\n]*$") then message.fail("%s", err) end
  error(err, 0)
end
solver.finish = finish

-- No function of the game runs, so no message names one. The C module knows that by itself.
local function note_none(e)
  if e.path then e.path.note(nil) end
end

-- Makes one for the search `e`, by the module alphabeta.core and options.
function solver.new(e, core, options)
  note_none(e)
  return setmetatable({search = e, core = core, searcher = finish(pcall(core.new, nil, options))}, solver)
end

function solver:start(state, limits)
  note_none(self.search)
  finish(solver.protect(self.searcher.start, self.searcher, state, limits))
end

-- Goes on for a slice. Returns whether the searcher has ended its search.
function solver:step(limits)
  note_none(self.search)
  self.core.accept_state(self.searcher)
  return finish(solver.protect(self.searcher.step, self.searcher, limits))
end

-- Searches to the end, on a host without slices. Returns the best move, the value and info.
function solver:run(state, limits)
  note_none(self.search)
  return finish(solver.protect(self.searcher.search, self.searcher, state, limits))
end

function solver:best() return self.searcher:best() end

function solver:close() self.searcher:close() end

return solver
