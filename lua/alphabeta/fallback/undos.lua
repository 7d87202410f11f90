-- Stores the results of `make` and `pass` for `unmake` and `unpass`, as csrc/binding/driver/calls.c does. Internal: the
-- engine in Lua uses it.

local PACKAGE = (... or "alphabeta.fallback.undos"):match "^(.*)%.[^.]*$"

local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals")

local select = select
local unpack = globals.unpack

local undos = {}

-- Stores the results of `make` or `pass` if there is more than one.
function undos.keep_many(c, count, ...)
  local kept = c.undos
  if not kept then
    kept = {}
    c.undos = kept
  end
  for i = 1, count do kept[i] = (select(i, ...)) end
end

-- Keeps what `make` or `pass` returned.
function undos.keep(c, ...)
  local count = select("#", ...)
  c.undo_count, c.undo = count, (...)
  if count > 1 then undos.keep_many(c, count, ...) end
end

-- Calls `unmake` for the move that led to a frame, or `unpass` for a null move.
function undos.unmake(e, c)
  local count = c.undo_count
  if c.is_pass then
    if count == 0 then return e.unpass(c.state) end
    if count == 1 then return e.unpass(c.state, c.undo) end
    return e.unpass(c.state, unpack(c.undos, 1, count))
  end
  if count == 1 then return e.unmake(c.state, c.entered, c.undo) end
  if count == 0 then return e.unmake(c.state, c.entered) end
  return e.unmake(c.state, c.entered, unpack(c.undos, 1, count))
end

return undos
