-- The path of a search: the moves that are made, and the game's functions, called with checks of what they return.
-- Internal: the engine in Lua uses it, and Monte Carlo tree search beside it.
--
-- Whatever must be taken back is here and not on Lua's stack. So a pause, a limit, a stop and an error all restore the
-- state by one loop. `new` makes the functions of a search: closures, because their variables are registers to Lua.
-- successors.lua has the lists of the nodes on the path, and adds its functions to these.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local use = require((...):match "^(.*)%..*%." .. ".use")

local bits, constants, digest = use("fallback.bits", "common.constant_rows", "common.digest")
local globals, message, successors = use("common.globals", "front.message", "fallback.successors")
local cdata_digits = use "common.values".cdata_digits

local abs, huge, rawequal, select, type = math.abs, math.huge, rawequal, select, type
local describe, fail, unpack = message.describe, message.fail, globals.unpack

local path = {}

-- Moves that are tables: how deep tables within them count, and how many fields.
local MOVE_LEVELS, MOVE_FIELDS = constants.MOVE_LEVELS, constants.MOVE_FIELDS

-- Stands for a null move among the moves that are made; no results of `make`.
local NULL_MOVE, NOTHING = {}, {n = 0}

-- The number of a player in a list of all, from 1 on: equal ones have the same, and a new one gets the next. Nil if
-- that is more than `most`.
function path.number_of(player, players, most)
  for i = 1, #players do
    if players[i] == player then return i end
  end
  if #players >= most then return nil end
  players[#players + 1] = player
  return #players
end

-- Makes the functions of the search `e`, a plan with its root in `e.state`.
function path.new(e)
  local make, unmake, play = e.make, e.unmake, e.play
  local evaluate, result, player, chances = e.evaluate, e.result, e.player, e.chances
  local pass, unpass, move_id, neutral_value = e.pass, e.unpass, e.move_id, e.neutral_value
  local is_in_place, copies, is_finite = e.style == "in place", e.style == "copying", e.needs_finite
  local children = e.style == "children"

  local made, now = 0, {running = nil} -- how many moves are made; the name of the game's function that runs
  local path_moves, undos, several = {}, {}, {} -- by ply, from 1 on: moves, and what `make` returned
  local outcomes = {} -- whether the move of a ply was an outcome of a chance node
  local entered = {} -- by ply from 0 on: the index of the move in the list of its node
  local own = {now = now, moves = path_moves, outcomes = outcomes, entered = entered}
  local renew

  -- Messages ----------------------------------------------------------------------------------------------------------

  -- The decisions that have led to the current state, in plies.
  local function ply_now()
    local ply = made
    if chances then
      for i = 1, made do ply = outcomes[i] and ply - 1 or ply end
    end
    return ply
  end

  -- Raises the error for an answer of the function `name` that cannot be used.
  local function reject(name, format, ...)
    fail("alphabeta: callback '%s' at ply %d: " .. format, name, ply_now(), ...)
  end

  function own.running() return now.running, ply_now() end

  -- Says which of the game's functions is called next; nil for none.
  function own.note(name) now.running = name end

  own.reject = reject

  -- Moves that are made -----------------------------------------------------------------------------------------------

  -- Records a move that was made, and what `make` or `pass` returned.
  local function record(move, ...)
    made = made + 1
    path_moves[made], undos[made] = move, (...)
    local count = select("#", ...)
    several[made] = count ~= 1 and (count == 0 and NOTHING or {n = count, ...})
  end

  -- Makes a move, the one with `index` in the list of the current node, and returns the state after it.
  local function enter(s, move, index, is_outcome)
    entered[made] = index
    if chances then outcomes[made + 1] = is_outcome or false end
    if is_in_place then
      now.running = "make"
      record(move, make(s, move))
      return s
    end
    if copies then
      now.running = "play"
      local after = play(s, move)
      if type(after) == "nil" then reject("play", "expected a state, got nil") end
      s = after
    else
      s = move
    end
    made = made + 1
    path_moves[made] = move
    return s
  end
  own.enter = enter

  -- Takes back the last move that was made, which has led to this state.
  local function leave(s)
    if is_in_place then
      local move, undo, more = path_moves[made], undos[made], several[made]
      if unpass and rawequal(move, NULL_MOVE) then
        now.running = "unpass"
        if more then unpass(s, unpack(more, 1, more.n)) else unpass(s, undo) end
      else
        now.running = "unmake"
        if more then unmake(s, move, unpack(more, 1, more.n)) else unmake(s, move, undo) end
      end
    end
    made = made - 1
  end
  own.leave = leave

  -- Makes a null move, and returns the state after it.
  function own.pass(s)
    if chances then outcomes[made + 1] = false end
    now.running = "pass"
    if is_in_place then
      record(NULL_MOVE, pass(s))
      return s
    end
    local after = pass(s)
    if type(after) == "nil" then reject("pass", "expected a state, got nil") end
    made = made + 1
    path_moves[made] = NULL_MOVE
    return after
  end

  function own.made() return made end

  -- Whether a null move has led to the node at a ply; else the move, and its index in the list before.
  function own.is_pass(ply) return rawequal(path_moves[ply], NULL_MOVE) end

  function own.move(ply)
    if not own.is_pass(ply) then return path_moves[ply] end
  end

  function own.index(ply) return entered[ply - 1] end

  -- Takes all moves back, even if some of them fail. Returns the first error, in an array.
  -- `protect` is pcall, or what can yield where pcall cannot; `explain` turns an error into that of the user.
  function own.leave_all(state, protect, explain)
    local failed
    while made > 0 do
      local before = made
      local ok, err = protect(leave, state)
      if not ok then failed = failed or {explain(err)} end
      made = before - 1
    end
    return failed
  end

  -- Takes all moves back, lets the search wait by `wait`, and makes them again. `is_listed` says whether the successors
  -- of the current node are known. The state is that of the root. States that are copies stay as they are.
  function own.interrupt(state, wait, is_listed)
    local count = made
    if is_in_place then
      while made > 0 do leave(state) end
    end
    made = 0
    wait()
    while made < count and is_in_place do
      local move = path_moves[made + 1]
      if rawequal(move, NULL_MOVE) then
        now.running = "pass"
        record(NULL_MOVE, pass(state))
      else
        now.running = "make"
        record(move, make(state, move))
      end
      if made < count or is_listed then renew(state, made < count) end
    end
    made = count
  end

  -- Answers ---------------------------------------------------------------------------------------------------------

  -- Who moves at a state.
  function own.player(s)
    now.running = "player"
    local mover = player(s)
    local kind = type(mover)
    if kind == "nil" or kind == "number" and mover ~= mover then
      reject("player", "expected a player, got %s", describe(mover))
    end
    return mover
  end

  -- The id of a move by the answer of `move_id`.
  local function ask_move_id(s, move)
    now.running = "move_id"
    local answer = move_id(s, move)
    local kind = type(answer)
    if kind == "number" and bits.is_whole(answer) then return answer end
    local id = kind == "cdata" and cdata_digits(answer)
    if not id then reject("move_id", "expected an integer, got %s", describe(answer)) end
    return id
  end

  -- The id of a move, wherever it is listed: the answer of `move_id`, the move itself if it is a number or a string, or
  -- one made of the content of a table. Nil if it has none.
  function own.id_of(s, move)
    if move_id then return ask_move_id(s, move) end
    local kind = type(move)
    if kind == "string" or kind == "number" and move == move then return move end
    if kind == "cdata" then return cdata_digits(move) end
    local number = kind == "table" and not children and digest(move, MOVE_LEVELS, MOVE_FIELDS) or 0
    return number > 0 and number + 0.5 or nil -- no number that is a move
  end

  -- Checks a value, the answer of the function `name`.
  local function check_value(name, value)
    if type(value) ~= "number" or value ~= value then
      reject(name, "expected a number, got %s", describe(value))
    end
    if is_finite and abs(value) == huge then
      reject(name, "expected a finite number in a game with 'chances' and without option 'win', got %s",
        value > 0 and "inf" or "-inf")
    end
    return value + 0.0
  end
  own.check_value = check_value

  -- What the game says of a state, nil if it has no function for that; and the name of the function.
  function own.says(s, over)
    local name, ask = "evaluate", evaluate
    if over and result then name, ask = "result", result end
    now.running = name
    return ask and ask(s, e.me), name
  end

  -- The value of a state for the player `me`, the root's without: of a finished game by `result`, if the game has that.
  function own.value(s, over, me)
    local name, ask = "evaluate", evaluate
    if over and result then name, ask = "result", result end
    if not ask then return neutral_value end
    if type(me) == "nil" then me = e.me end
    now.running = name
    local value = ask(s, me)
    if is_finite or type(value) ~= "number" or value ~= value then return check_value(name, value) end
    return value + 0.0
  end

  renew = successors.add(e, own)

  return own
end

return path
