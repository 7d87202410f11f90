-- The path of a search: the moves that are made, and the game's functions, called with checks of what they return.
-- Internal: the engine in Lua uses it, and Monte Carlo tree search and perft beside it.
--
-- Whatever must be taken back is here and not on Lua's stack. So a pause, a limit, a stop and an error all restore the
-- state by one loop. `new` makes the functions of a search: closures, because their variables are registers to Lua.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, globals, lists_of = use("common.constant_rows", "common.globals", "rules.lists")
local interpret = use "common.interpreter".interpret
local message, same_moves = use("front.message", "common.moves")
local selection = use "root.selection"

local abs, huge, next, rawequal, rawget, select, type =
  math.abs, math.huge, next, rawequal, rawget, select, type
local describe, fail = message.describe, message.fail
local index_of, is_same = same_moves.index_of, same_moves.is_same
local unpack = globals.unpack
local length_of = lists_of.length

local BELIEVED_MAX, CHANCES_MAX = constants.BELIEVED_MAX, constants.CHANCES_MAX

local path = {}

-- Stands for a null move among the moves that are made; no results of `make`.
local NULL_MOVE, NOTHING = {}, {n = 0}

-- Whether a list has a table that holds a value with an identity.
local function has_objects(list, count)
  for i = 1, count do
    local move = list[i]
    for _, value in next, type(move) == "table" and move or {} do
      local kind = type(value)
      if kind ~= "number" and kind ~= "string" and kind ~= "boolean" then return true end
    end
  end
  return false
end
interpret(has_objects)

-- Makes the functions of the search `e`, a plan with its root in `e.state`.
function path.new(e)
  local moves, make, unmake, play, children = e.moves, e.make, e.unmake, e.play, e.children
  local evaluate, result, is_over, player, chances = e.evaluate, e.result, e.is_over, e.player, e.chances
  local pass, unpass, noisy, neutral_value = e.pass, e.unpass, e.noisy, e.neutral_value
  local is_in_place, copies, is_finite = e.style == "in place", e.style == "copying", e.needs_finite
  local root_moves = e.root_moves
  local shares_lists = e.method -- it needs no list of a node before the current one
  local lister = e.style == "children" and "children" or "moves"

  local own = {}
  local made, running = 0, nil -- how many moves are made, and the name of the game's function that runs
  local path_moves, undos, several = {}, {}, {} -- by ply, from 1 on: moves, and what `make` returned
  local outcomes = {} -- whether the move of a ply was an outcome of a chance node
  local lists, counts, listers, entered = {}, {}, {}, {} -- by ply from 0 on, of the open nodes
  local filled = {} -- the arrays that `moves` fills
  local copies_lists = false -- whether moves may name objects in the state, which a pause may replace
  local list_again

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

  function own.running() return running, ply_now() end

  -- Says which of the game's functions is called next; nil for none.
  function own.note(name) running = name end

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
      running = "make"
      record(move, make(s, move))
      return s
    end
    if copies then
      running = "play"
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
        running = "unpass"
        if more then unpass(s, unpack(more, 1, more.n)) else unpass(s, undo) end
      else
        running = "unmake"
        if more then unmake(s, move, unpack(more, 1, more.n)) else unmake(s, move, undo) end
      end
    end
    made = made - 1
  end
  own.leave = leave

  -- Makes a null move, and returns the state after it.
  function own.pass(s)
    if chances then outcomes[made + 1] = false end
    running = "pass"
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
        running = "pass"
        record(NULL_MOVE, pass(state))
      else
        running = "make"
        record(move, make(state, move))
      end
      if copies_lists and (made < count or is_listed) then
        list_again(state)
        if made < count and not outcomes[made + 1] and not rawequal(path_moves[made + 1], NULL_MOVE) then
          path_moves[made + 1] = lists[made][entered[made]]
        end
      end
    end
    made = count
  end

  -- Lists -------------------------------------------------------------------------------------------------------------

  -- The successor with `index` of the current node, which its list lacks at first sight.
  function own.get(index)
    local move = lists[made][index]
    if type(move) == "nil" then move = rawget(lists[made], index) end
    if type(move) == "nil" then
      reject(listers[made], "%s", lists_of.hole(lists[made], counts[made], index, filled[made]))
    end
    return move
  end

  -- Finds out whether an array is one that an earlier node still needs and that was overwritten meanwhile.
  local function check_sharing(name, list)
    for ply = made - 1, 0, -1 do
      if lists[ply] == list then
        local mistake = not rawequal(path_moves[ply + 1], NULL_MOVE)
          and lists_of.overwritten(list, counts[ply], entered[ply], path_moves[ply + 1], ply)
        if mistake then reject(name, "%s", mistake) end
        return
      end
    end
  end

  -- Checks the answer of a function that lists successors, if it is no iterator. Returns the list and its length.
  local function check_list(name, answer, state)
    local list, count, mistake = lists_of.read(name, answer, filled[made], made == 0, state)
    if mistake then reject(name, "%s", mistake) end
    return list, count
  end

  -- An iterator of the game as a function that returns the next successor, or nil.
  local function drawing(iterator)
    return function()
      if e.is_stopping then e.quit "stopped" end
      running = "iterator"
      return iterator()
    end
  end

  -- All successors that an iterator has left, `most` at most.
  local function drain(more, most)
    local list, count = {}, 0
    while count < most do
      local successor = more()
      if type(successor) == "nil" then break end
      count = count + 1
      list[count] = successor
    end
    return list, count
  end

  -- Raises an error if a list has a hole.
  local function check_whole(name, list, count)
    for i = 1, count do
      if type(rawget(list, i)) == "nil" then
        reject(name, "expected an array without holes, got nil at index %d of %d", i, count)
      end
    end
  end

  -- The root's moves that are to be searched, of those that the game lists.
  local function select_moves(name, list, count)
    check_whole(name, list, count)
    local taken, left = selection.take(root_moves.only, root_moves.avoid, list, count)
    if not taken then fail("%s", left) end
    root_moves.moves = taken
    return taken, left
  end

  -- Takes the answer of the function `name` that lists the successors of the current node. Returns them and how many
  -- there are, or, of an iterator, the function that draws the next.
  local function take_list(name, answer, state)
    local list, count, more
    local selects = made == 0 and root_moves and not e.is_quiet
    if type(answer) == "function" then
      more = drawing(answer)
      if made == 0 then e.listed = false end
      if selects then list, count = drain(more, huge) else list, count = {}, 0 end
      if selects then more = nil end
    else
      list, count = check_list(name, answer, state)
      if made == 0 and count == 0 then
        e.over = ("'%s' returned %s"):format(name, type(answer) == "nil" and "nil"
          or name == "moves" and "no move" or "no state")
      end
      if count > BELIEVED_MAX then check_whole(name, list, count) end
      if count > 0 and list ~= filled[made] and not shares_lists then check_sharing(name, list) end
    end
    if made == 0 and type(answer) ~= "function" then e.listed = count end
    if selects and count > 0 then list, count = select_moves(name, list, count) end
    lists[made], counts[made], listers[made] = list, count, name
    return list, count, more
  end

  -- The answer of the function that lists the successors of a state.
  local function ask_list(s)
    if children then
      running = "children"
      return children(s)
    end
    local into = filled[made]
    if not into or made == 0 then
      into = {}
      filled[made] = into
    end
    running = "moves"
    return moves(s, into)
  end
  if lister == "moves" then children = nil end

  -- A list that the search may change after a pause: see list_again.
  local function copy(list, count)
    local own_list = {}
    for i = 1, count do own_list[i] = list[i] end
    lists[made] = own_list
    return own_list
  end

  -- The successors of the current node: see take_list.
  local function list_successors(s)
    if copies_lists then
      local list, count, more = take_list(lister, ask_list(s), s)
      return more and list or copy(list, count), count, more
    end
    local answer = ask_list(s)
    if type(answer) == "table" and made > 0 and answer ~= filled[made] then -- an array, in most games
      local count = length_of(answer)
      if count > 0 and count <= BELIEVED_MAX then
        for ply = made - 1, shares_lists and made or 0, -1 do
          if lists[ply] == answer then
            check_sharing(lister, answer)
            break
          end
        end
        lists[made], counts[made], listers[made] = answer, count, lister
        return answer, count
      end
    end
    local list, count, more = take_list(lister, answer, s)
    if made == 0 and is_in_place and e.is_sliced and has_objects(list, count) then copies_lists = true end
    return list, count, more
  end

  -- After a pause, lists the successors of the current node again, because they may name what `make` has put into the
  -- state. They keep their order. They stay if there is another number of them, or if the game lists them otherwise.
  function list_again(s)
    local list, count = lists[made], counts[made]
    if not list or listers[made] ~= lister or not has_objects(list, count) then return end
    local answer = ask_list(s)
    if type(answer) == "function" then return end
    local now, now_count = check_list(lister, answer, s)
    if now_count ~= count then return end
    for i = 1, count do list[i] = is_same(now[i], list[i]) and now[i] or now[index_of(list[i], now) or i] end
  end

  -- Takes the answer of `chances`, which is not nil. Returns the outcomes, how many there are, and their probabilities.
  local function take_outcomes(answer, state)
    local row = 0
    while outcomes[made - row] do row = row + 1 end
    if row >= CHANCES_MAX then
      reject("chances", "expected a decision or the end after %d chance nodes in a row", CHANCES_MAX)
    end
    local list, probabilities = {}, {}
    local count, mistake = lists_of.read_outcomes(answer, list, probabilities, state)
    if mistake then reject("chances", "%s", mistake) end
    mistake = made == 0 and root_moves and not e.is_quiet
      and selection.mistake_at_chance(root_moves.only, root_moves.avoid, count)
    if mistake then fail("%s", mistake) end
    lists[made], counts[made], listers[made] = list, count, "chances"
    return list, count, probabilities
  end

  -- Whether the game is over, by its function `is_over`.
  local function asks_over(s)
    running = "is_over"
    return is_over(s) and true or false
  end
  own.is_over = asks_over

  -- The outcomes of the current node if it is a chance node: see take_outcomes. Nil elsewhere.
  local function ask_outcomes(s)
    running = "chances"
    local answer = chances(s)
    if type(answer) ~= "nil" then return take_outcomes(answer, s) end
  end

  -- What follows the current node: a list and its length, 0 if the game is over, the function that draws more of them,
  -- and the probabilities of outcomes.
  function own.successors(s)
    if is_over and asks_over(s) then
      if made == 0 then e.over = "'is_over' returned a true value" end
      return nil, 0
    end
    if chances then
      local list, count, probabilities = ask_outcomes(s)
      if list then return list, count, nil, probabilities end
    end
    return list_successors(s)
  end

  -- The same, with all that an iterator draws, `most` at most.
  function own.list(s, most)
    local list, count, more, probabilities = own.successors(s)
    if more then
      list, count = drain(more, most or huge)
      lists[made], counts[made] = list, count
    end
    for i = 1, count do
      if not list[i] and type(list[i]) == "nil" then own.get(i) end
    end
    return list, count, probabilities
  end

  -- Makes a list that the search has kept that of the current node: outcomes, or successors.
  function own.use(list, count, are_outcomes)
    lists[made], counts[made], listers[made] = list, count, are_outcomes and "chances" or lister
  end

  -- The noisy successors of the current node.
  function own.noisy(s)
    running = "noisy"
    return take_list("noisy", noisy(s), s)
  end

  -- Whether the game is over at a state at the horizon. Also returns how many successors the game has listed for that.
  function own.is_game_over(s)
    if is_over then
      local over = asks_over(s)
      if over or not e.mobility then return over end
    end
    if chances then
      running = "chances"
      local answer = chances(s)
      if type(answer) ~= "nil" then
        local mistake = lists_of.mistake_in_outcomes(answer)
        if mistake then reject("chances", "%s", mistake) end
        return false
      end
    end
    local answer = ask_list(s)
    if type(answer) == "function" then
      running = "iterator"
      return type((answer())) == "nil"
    end
    local list, count = check_list(lister, answer, s)
    if count > 0 and list ~= filled[made] then check_sharing(lister, list) end
    return count == 0, count
  end

  -- Answers ---------------------------------------------------------------------------------------------------------

  -- Who moves at a state.
  function own.player(s)
    running = "player"
    local mover = player(s)
    local kind = type(mover)
    if kind == "nil" or kind == "number" and mover ~= mover then
      reject("player", "expected a player, got %s", describe(mover))
    end
    return mover
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
    running = name
    return ask and ask(s, e.me), name
  end

  -- The value of a state for the player `me`, the root's without: of a finished game by `result`, if the game has that.
  function own.value(s, over, me)
    local name, ask = "evaluate", evaluate
    if over and result then name, ask = "result", result end
    if not ask then return neutral_value end
    if type(me) == "nil" then me = e.me end
    running = name
    local value = ask(s, me)
    if is_finite or type(value) ~= "number" or value ~= value then return check_value(name, value) end
    return value + 0.0
  end

  return own
end

return path
