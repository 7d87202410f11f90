-- Errors in a game's functions: adds to the message which function that was, and at which ply. Internal: perft and the
-- engine in Lua use it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, message = use("common.globals", "front.message")

local pcall, type = pcall, type
local getinfo, getlocal = globals.field(globals.debug, "getinfo"), globals.field(globals.debug, "getlocal")

local errors = {}

-- In place of Lua's error, by function and ply: what is called through `pcall` cannot yield on Lua 5.1, nor what Monte
-- Carlo tree search calls below the C module. The words are those of csrc/binding/driver/run.c.
local CANNOT_YIELD = "alphabeta: callback '%s' at ply %d: a function that the search calls cannot yield: "
  .. "use start and step, or an opponent"

-- The name of the first parameter of a function that has raised an error. On Lua 5.1 the function must be on the stack:
-- that of `thread`, which the error has ended, or the running one.
local function first_parameter(callback, thread)
  local is_told, name = pcall(getlocal, callback, 1)
  if is_told then return name end
  local level = thread and 0 or 3
  while true do
    local activation
    if thread then activation = getinfo(thread, level, "f") else activation = getinfo(level, "f") end
    if not activation then return nil end
    if activation.func == callback then
      if thread then return (getlocal(thread, level, 1)) end
      return (getlocal(level, 1))
    end
    level = level + 1
  end
end

-- Whether the function that has raised an error calls its first parameter `self`, although the state is no object: so
-- it is probably declared with a colon.
local function has_colon(callback, state, thread)
  if not (getinfo and getlocal and type(callback) == "function" and type(state) == "table")
    or globals.getmetatable(state) then
    return false
  end
  return first_parameter(callback, thread) == "self"
end

-- The message of a function of the game that is written in C, without its position, the line that has called it.
local function without_position(callback, err)
  if not getinfo or type(callback) ~= "function" or getinfo(callback, "S").what ~= "C" then return err end
  return err:match "^[^\n]-:%d+: (.*)$" or err
end

-- Explains an error in the function `callback` of the game, called `name`, in a search from `state`: for a handler of
-- errors, or of a `thread` that it has ended. Returns the error, and whether a traceback is to follow.
function errors.explain(err, name, ply, callback, state, thread)
  if message.text_of(err) or type(err) ~= "string" then return err, false end
  err = without_position(callback, err)
  local rule, mistake = err:match "^alphabeta: callback '([%w_]+)': ([^\n]*)$" -- of rules in C
  if rule then return message.new("alphabeta: callback '%s' at ply %d: %s", rule, ply, mistake), false end
  if err:find "\nstack traceback:" or err:find "stack overflow" or err:find "not enough memory" then
    return err, false
  end
  if err:find "attempt to yield across [^\n]*boundary$" or err:find "attempt to yield from outside a coroutine$" then
    return CANNOT_YIELD:format(name, ply), true
  end
  local hint = ""
  if has_colon(callback, state, thread) then
    hint = ", whose first parameter is 'self'. Is it declared with a colon? It is called with the state: write a dot"
  end
  return ("%s\n\t(alphabeta: in callback '%s' at ply %d%s)"):format(err, name, ply, hint), true
end

return errors
