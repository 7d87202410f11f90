-- Local variables by their names, which functions of a game use. Internal: `alphabeta.snapshot` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, walk = use("common.globals", "common.walk")

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
  local found, left, count = {}, {}, 0
  for i = 1, #names do left[names[i]] = true end

  local function add(value, reach)
    if (type(value) == "function" or type(value) == "table") and not seen[value] and count < MOST_OBJECTS then
      count = count + 1
      reach(value)
    end
  end

  local function new_variable(f, at)
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

  local function visit(object, _, reach)
    if type(object) == "table" then
      for _, value in next, object do add(value, reach) end
    else
      for i, name, value in globals.upvalues(object) do
        if left[name] then
          left[name], found[name] = nil, new_variable(object, i)
        end
        if name ~= "_ENV" and name ~= "" then add(value, reach) end
      end
    end
    return not next(left)
  end

  if getupvalue and setupvalue and next(left) then walk(from, visit, seen) end
  return found
end
