-- The successors of the nodes on the path of a search: the lists that the game returns, with checks. Internal: the
-- engine in Lua uses it; path.lua has the moves that are made.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local use = require((...):match "^(.*)%..*%." .. ".use")

local constants, lists_of, selection = use("common.constant_rows", "rules.lists", "root.selection")
local interpret, fail, same_moves = use "common.interpreter".interpret, use "front.message".fail, use "common.moves"

local huge, next, rawget, type = math.huge, next, rawget, type
local index_of, is_same, read_list = same_moves.index_of, same_moves.is_same, lists_of.read

local BELIEVED_MAX, CHANCES_MAX = constants.BELIEVED_MAX, constants.CHANCES_MAX

local successors = {}

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

-- A copy of a list, which the search may change after a pause: see list_again.
local function copy(list, count)
  local own_list = {}
  for i = 1, count do own_list[i] = list[i] end
  return own_list
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

-- An iterator whose first successor is drawn; nil if it has none.
local function begun(more)
  local first, is_first = more(), true
  if type(first) == "nil" then return nil end
  return function()
    if not is_first then return more() end
    is_first = false
    return first
  end
end

-- Adds functions to the path `own` of the search `e`. Returns the function that lists successors again after a pause:
-- see `renew`.
function successors.add(e, own)
  local moves, children = e.moves, e.style == "children" and e.children or nil
  local is_over, chances, noisy = e.is_over, e.chances, e.noisy
  local is_in_place, root_moves = e.style == "in place", e.root_moves
  local shares_lists = e.method -- it needs no list of a node before the current one
  local list_name = children and "children" or "moves" -- the function that lists successors
  local path_moves, outcomes, entered = own.moves, own.outcomes, own.entered
  local made, reject, now = own.made, own.reject, own.now

  local lists, counts, names = {}, {}, {} -- by ply from 0 on: of open nodes, and the functions that have listed them
  local filled = {} -- the arrays that `moves` fills
  local copies_lists = false -- whether moves may name objects in the state, which a pause may replace

  -- The successor with `index` of the current node, which its list lacks at first sight.
  function own.get(index)
    local at = made()
    local move = lists[at][index]
    if type(move) == "nil" then move = rawget(lists[at], index) end
    if type(move) == "nil" then
      reject(names[at], "%s", lists_of.hole(lists[at], counts[at], index, filled[at]))
    end
    return move
  end

  -- Finds out whether an array is one that an earlier node still needs and that was overwritten meanwhile.
  local function check_sharing(name, list, at)
    for ply = at - 1, 0, -1 do
      if lists[ply] == list then
        local mistake = not own.is_pass(ply + 1)
          and lists_of.overwritten(list, counts[ply], entered[ply], path_moves[ply + 1], ply)
        if mistake then reject(name, "%s", mistake) end
        return
      end
    end
  end

  -- An iterator of the game as a function that returns the next successor; nil if it has none.
  local function drawing(iterator)
    return begun(function()
      if e.is_stopping then e.quit "stopped" end
      now.running = "iterator"
      return iterator()
    end)
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

  -- Takes the root's list, or its iterator. Returns as take_list.
  local function take_root(name, answer, list, count, more)
    e.listed = not more and count
    copies_lists = is_in_place and e.is_sliced and has_objects(list, count)
    if count == 0 and not more and type(answer) ~= "function" then
      e.over = ("'%s' returned %s"):format(name, type(answer) == "nil" and "nil"
        or name == "moves" and "no move" or "no state")
    end
    if not (root_moves and not e.is_quiet) or count == 0 and not more then return list, count, more end
    if more then list, count = drain(more, huge) end
    return select_moves(name, list, count)
  end

  -- Takes the answer of the function `name` that lists the successors of the current node. Returns them and how many
  -- there are, or, of an iterator, the function that draws the next.
  local function take_list(name, answer, state)
    local at = made()
    local list, count, more, mistake
    if type(answer) == "function" then
      list, count, more = {}, 0, drawing(answer)
    else
      list, count, mistake = read_list(name, answer, filled[at], at == 0, state)
      if mistake then reject(name, "%s", mistake) end
      if count > BELIEVED_MAX then check_whole(name, list, count) end
      if count > 0 and list ~= filled[at] and not shares_lists then check_sharing(name, list, at) end
    end
    if at == 0 then list, count, more = take_root(name, answer, list, count, more) end
    if copies_lists and not more then list = copy(list, count) end
    lists[at], counts[at], names[at] = list, count, name
    return list, count, more
  end

  -- The answer of the function that lists the successors of a state.
  local function ask_list(s, at)
    now.running = list_name
    if children then return children(s) end
    local into = filled[at]
    if not into or at == 0 then
      into = {}
      filled[at] = into
    end
    return moves(s, into)
  end

  -- The successors of the current node: see take_list.
  local function list_successors(s)
    return take_list(list_name, ask_list(s, made()), s)
  end

  -- After a pause, lists the successors of the current node again, because they may name what `make` has put into the
  -- state. They keep their order. They stay if there is another number of them, or if the game lists them otherwise.
  local function list_again(s)
    local at = made()
    local list, count = lists[at], counts[at]
    if not list or names[at] ~= list_name or not has_objects(list, count) then return end
    local answer = ask_list(s, at)
    if type(answer) == "function" then return end
    local other, other_count, mistake = read_list(list_name, answer, filled[at], at == 0, s)
    if mistake then reject(list_name, "%s", mistake) end
    if other_count ~= count then return end
    for i = 1, count do list[i] = is_same(other[i], list[i]) and other[i] or other[index_of(list[i], other) or i] end
  end

  -- After a pause, brings the list of the current node up to date, and the move that is made next, if one is.
  local function renew(s, has_next)
    if not copies_lists then return end
    list_again(s)
    local at = made()
    if has_next and not outcomes[at + 1] and not own.is_pass(at + 1) then
      path_moves[at + 1] = lists[at][entered[at]]
    end
  end

  -- Takes the answer of `chances`, which is not nil. Returns the outcomes, how many there are, and their probabilities.
  local function take_outcomes(answer, state)
    local at, row = made(), 0
    while outcomes[at - row] do row = row + 1 end
    if row >= CHANCES_MAX then
      reject("chances", "expected a decision or the end after %d chance nodes in a row", CHANCES_MAX)
    end
    local list, probabilities = {}, {}
    local count, mistake = lists_of.read_outcomes(answer, list, probabilities, state)
    if mistake then reject("chances", "%s", mistake) end
    mistake = at == 0 and root_moves and not e.is_quiet
      and selection.mistake_at_chance(root_moves.only, root_moves.avoid, count)
    if mistake then fail("%s", mistake) end
    lists[at], counts[at], names[at] = list, count, "chances"
    return list, count, probabilities
  end

  -- Whether the game is over, by its function `is_over`.
  local function asks_over(s)
    now.running = "is_over"
    return is_over(s) and true or false
  end
  own.is_over = asks_over

  -- The outcomes of the current node if it is a chance node: see take_outcomes. Nil elsewhere.
  local function ask_outcomes(s)
    now.running = "chances"
    local answer = chances(s)
    if type(answer) ~= "nil" then return take_outcomes(answer, s) end
  end

  -- What follows the current node: a list and its length, 0 if the game is over, the function that draws more of them,
  -- and the probabilities of outcomes.
  function own.successors(s)
    if is_over and asks_over(s) then
      if made() == 0 then e.over = "'is_over' returned a true value" end
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
      lists[made()], counts[made()] = list, count
    end
    for i = 1, count do
      if not list[i] and type(list[i]) == "nil" then own.get(i) end
    end
    return list, count, probabilities
  end

  -- Makes a list that the search has kept that of the current node: outcomes, or successors.
  function own.use(list, count, are_outcomes)
    local at = made()
    lists[at], counts[at], names[at] = list, count, are_outcomes and "chances" or list_name
  end

  -- The noisy successors of the current node.
  function own.noisy(s)
    now.running = "noisy"
    return take_list("noisy", noisy(s), s)
  end

  -- Whether the game is over at a state at the horizon. Also returns how many successors the game has listed for that.
  function own.is_game_over(s)
    if is_over then
      local over = asks_over(s)
      if over or not e.mobility then return over end
    end
    if chances then
      now.running = "chances"
      local answer = chances(s)
      if type(answer) ~= "nil" then
        local mistake = lists_of.mistake_in_outcomes(answer)
        if mistake then reject("chances", "%s", mistake) end
        return false
      end
    end
    local _, count, more = list_successors(s)
    return count == 0 and not more, not more and count or nil
  end

  return renew
end

return successors
