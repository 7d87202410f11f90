-- Which of the game's functions runs, for messages, and the errors that name it. Internal: the engine in Lua uses it.
--
-- Before each call, `running` of the search says which function is called: a table with its `name` and the `offset` of
-- the ply of the state that it gets, counted from the current node.

local PACKAGE = (... or "alphabeta.fallback.running"):match "^(.*)%.[^.]*$"

local NAMES = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.function_rows")
local fail = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.message").fail

local ipairs = ipairs

local running = {}

-- The functions that may run: at the current node, and at a leaf without a frame.
running.AT_NODE, running.AT_LEAF = {}, {}
for _, names in ipairs {NAMES, {"iterator", "on_iteration", "level", "trace"}} do
  for _, name in ipairs(names) do
    running.AT_NODE[name], running.AT_LEAF[name] = {name = name, offset = 0}, {name = name, offset = 1}
  end
end

-- The ply, in decisions, of the state that a function gets.
function running.ply_of(e, at)
  local f = e.current
  if e.is_moving then -- a pause takes moves back, or makes them again
    f = e.root
    for _ = 1, e.taking_back or e.made do f = f.above end
    return f.ply
  end
  return f.ply + at.offset
end

-- Raises the error for an answer that cannot be used.
function running.reject(e, at, format, ...)
  fail("alphabeta: callback '%s' at ply %d: " .. format, at.name, running.ply_of(e, at), ...)
end

return running
