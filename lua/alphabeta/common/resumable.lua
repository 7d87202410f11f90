-- Lets the game's functions yield on LuaJIT, where a C function cannot yield but `pcall` can. Private; `alphabeta`
-- loads it on LuaJIT. In a coroutine, the driver in C does not call the game's functions. It returns them with their
-- arguments, this module calls them, and the driver goes on with their results. See csrc/binding/driver/driver.h.
--
-- The functions that call something have the session as their second variable. It shows the driver that a search runs:
-- see AB_SESSION_LOCAL in csrc/binding/base/session.h. ab_search_where in csrc/binding/base/search.c knows how many of
-- them there are up to the user.

local LIBRARY = (... or "alphabeta.common.resumable"):match "^(.*)%.[^.]*%.[^.]*$"

local can_yield = require(LIBRARY .. ".common.globals").can_yield
local text_of = require(LIBRARY .. ".front.message").text_of

local error, pcall, type, xpcall = error, pcall, type, xpcall

-- Replaces the functions of a core module that call the game's.
return function(core)
  local resume, restore = core.resume, core.restore

  -- Makes all calls that are due.
  local function go_on(searcher, session, callback, ...)
    if type(callback) == "nil" then return ... end
    return go_on(searcher, session, resume(searcher, session, callback(...)))
  end

  local function begin(searcher, session)
    return go_on(searcher, session, resume(searcher, session))
  end

  -- Unmakes all moves, even if some of them fail.
  local function unmake(searcher, session, callback, ...)
    if type(callback) == "nil" then return end
    pcall(callback, ...)
    return unmake(searcher, session, restore(searcher, session, true))
  end

  local function finish(searcher, session, ok, ...)
    if ok then return ... end
    unmake(searcher, session, restore(searcher, session))
    error((...), 0)
  end

  -- Raises an error of a Monte Carlo tree search, at the line of the user's call if it is the module's own.
  local function finish_call(ok, ...)
    if ok then return ... end
    local text = text_of((...))
    error(text or (...), text and 2 or 0)
  end

  -- Runs a search that has begun, or raises its error, at the line of the user's call if it is the module's own. A
  -- Monte Carlo tree search is a call.
  local function run(where, has_begun, searcher, session, handler, ...)
    if not has_begun then
      local message = searcher
      error(message, type(message) == "string" and message:sub(1, #where) == where and 2 or 0)
    end
    if searcher == true then return true end
    if type(searcher) == "function" then return finish_call(pcall(searcher, session, handler, ...)) end
    return finish(searcher, session, xpcall(begin, handler, searcher, session))
  end

  local functions, methods = core.runs()

  -- Replaces a field by a function that does this.
  local function replace(owner, field, where, name)
    local whole, first = functions[name], functions["begin_" .. name]
    where = where .. ": "
    owner[field] = function(...)
      if not can_yield() then return whole(...) end
      return run(where, pcall(first, ...))
    end
  end

  replace(core, "search", "alphabeta.search", "once")
  replace(core, "search_planned", "", "planned")
  replace(methods, "search", "searcher:search", "search")
  replace(methods, "step", "searcher:step", "step")
  core.slicing.step = methods.step
end
