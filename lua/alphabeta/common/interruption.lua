-- Ctrl-C, which is an error in whatever function runs, and no defect of the game. Internal: tools that call the
-- functions of a game use it.

local error, pcall, type = error, pcall, type

local interruption = {}

-- Is this the error of Ctrl-C?
function interruption.is(err)
  return type(err) == "string" and err:find("interrupted!", 1, true) ~= nil
end

-- As many results as there were: `unmake` gets what `make` returned, and that may be nothing.
local function results(ok, ...)
  if not ok and interruption.is((...)) then error((...), 0) end
  return ok, ...
end

-- As Lua's `pcall`, except that Ctrl-C ends the caller, too.
function interruption.pcall(call, ...)
  return results(pcall(call, ...))
end

return interruption
