-- A searcher of a search: alpha-beta for the last plies of a Monte Carlo tree search, or for a deal. Internal:
-- both engines use it.
--
-- After a pause, the search compares its state itself, so its searcher does not. Errors of the module's own are raised
-- at the line of the user who called the search, as its own are.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, message = use("common.globals", "front.message")

local error, find, pairs, pcall, type = error, string.find, pairs, pcall, type
local has_slices, unpack = globals.coroutine ~= nil, globals.unpack

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

-- No function of the game runs, so no message names one. The C module knows that by itself.
local function note_none(e)
  if e.path then e.path.note(nil) end
end

-- Makes one for the search `e`, by the module alphabeta.core and options.
function solver.new(e, core, options)
  note_none(e)
  local protect = core.protect or pcall -- that of the engine in Lua lets the game's functions yield
  return setmetatable({
    search = e, core = core, protect = protect, searcher = finish(pcall(core.new, nil, options)),
  }, solver)
end

-- Searches to the end, or to a limit of time, on a host without slices.
local function search_whole(self, time)
  local limits = {time = time}
  for name, limit in pairs(self.limits) do limits[name] = limit end
  self.found = {finish(self.protect(self.searcher.search, self.searcher, self.state, limits))}
  return true
end

function solver:start(state, limits)
  note_none(self.search)
  if has_slices then
    finish(self.protect(self.searcher.start, self.searcher, state, limits))
  else
    self.state, self.limits = state, limits
  end
end

-- Goes on for a slice. Returns whether the searcher has ended its search.
function solver:step(limits)
  note_none(self.search)
  if not has_slices then return search_whole(self, limits.time) end
  self.core.accept_state(self.searcher)
  return finish(self.protect(self.searcher.step, self.searcher, limits))
end

-- The best move, the value and info.
function solver:best()
  if self.found then return unpack(self.found, 1, 3) end
  return self.searcher:best()
end

function solver:close() self.searcher:close() end

return solver
