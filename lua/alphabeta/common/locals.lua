-- Local variables by their names, which functions of a game use. Internal: `alphabeta.snapshot` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals = use "common.globals"

local getupvalue = globals.field(globals.debug, "getupvalue")
local setupvalue = globals.field(globals.debug, "setupvalue")

local next, rawequal, select, type = next, rawequal, select, type

-- No more tables and functions than these are looked into.
local MOST_OBJECTS = 50000

-- Finds local variables: of a function, and of the functions and tables that are reached from it, except those that are
-- keys of `seen`. The nearest one of a name is taken. Closures that share a variable share what is written. Returns for
-- each name three functions: `read()`, `write(value)`, and `is(f, i)`, whether this is the i-th local variable that the
-- function f uses.
return function(from, names, seen)
  local found, queue, left = {}, {from}, {}
  for i = 1, #names do left[names[i]] = true end

  local function add(value)
    if (type(value) == "function" or type(value) == "table") and not seen[value] and #queue < MOST_OBJECTS then
      seen[value] = true
      queue[#queue + 1] = value
    end
  end

  local function new_place(f, at)
    local function read() return (select(2, getupvalue(f, at))) end
    local function write(value) setupvalue(f, at, value) end

    local function is(other, i)
      local value = read()
      write(found) -- which no variable holds
      local _, seen_there = getupvalue(other, i)
      write(value)
      return rawequal(seen_there, found)
    end

    return {read = read, write = write, is = is}
  end

  local function add_upvalues(f)
    for i, name, value in globals.upvalues(f) do
      if left[name] then
        left[name], found[name] = nil, new_place(f, i)
      end
      if name ~= "_ENV" and name ~= "" then add(value) end
    end
  end

  local at = 1
  while getupvalue and setupvalue and queue[at] and next(left) do
    local object = queue[at]
    if type(object) == "function" then
      add_upvalues(object)
    else
      for _, value in next, object do add(value) end
    end
    at = at + 1
  end
  return found
end
