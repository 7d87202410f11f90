-- The lists that the game returns for a node, moves or children, and their move ids, as in
-- csrc/binding/driver/successors.c. Internal: the engine in Lua uses it.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local PACKAGE = (... or "alphabeta.fallback.successors"):match "^(.*)%.[^.]*$"
local LIBRARY = PACKAGE:match "^(.*)%.[^.]*$"

local constants = require(LIBRARY .. ".common.constant_rows")
local globals = require(LIBRARY .. ".common.globals")
local identity = require(PACKAGE .. ".identity")
local lists = require(LIBRARY .. ".rules.lists")
local message = require(LIBRARY .. ".front.message")
local running = require(PACKAGE .. ".running")
local selection = require(LIBRARY .. ".root.selection")
local is_traversal_unsound = require(LIBRARY .. ".common.traversal")

local huge, next, rawequal, rawget, type = math.huge, next, rawequal, rawget, type
local describe = message.describe
local rawlen = globals.rawlen
local PLACE, of_move = identity.PLACE, identity.of_move
local of_content, of_move_id = identity.of_content, identity.of_move_id
local AT_NODE, reject = running.AT_NODE, running.reject

local successors = {}

local BELIEVED_MAX, CHANCES_MAX, ORDER_DEPTH = constants.BELIEVED_MAX, constants.CHANCES_MAX, constants.ORDER_DEPTH

-- Lists --------------------------------------------------------------------------------------------------------------

-- The array that `moves` may fill at a node. The root's is always a new one.
local function filled_of(f)
  local filled = f.filled
  if not filled or f.at == 0 then
    filled = {}
    f.filled = filled
  end
  return filled
end

-- Raises the error for the list of a node, which has a hole at `index`, or has changed.
local function reject_list(e, f, index)
  e.current = f
  reject(e, AT_NODE[f.lister], "%s", lists.hole(f.list, f.count, index, f.filled))
end

-- The successor with `index` of a node.
local function successor(e, f, index)
  local own = f.list[index]
  if type(own) == "nil" then
    own = rawget(f.list, index)
    if type(own) == "nil" then reject_list(e, f, index) end
  end
  return own
end
successors.get = successor

-- Finds out whether an array is one that an earlier node still needs and that was overwritten meanwhile.
local function check_sharing(e, f, lister, list)
  local other = f.parent
  while other do
    if other.list == list then
      if other.above.is_pass then return end
      local mistake = lists.overwritten(list, other.count, other.entered_index, other.above.entered, other.at)
      if mistake then reject(e, lister, "%s", mistake) end
      return
    end
    other = other.parent
  end
end

-- Checks the result of a function that lists successors, if it is no iterator. Returns the list and its length.
local function check_list(e, f, lister, answer, state)
  local list, count, mistake = lists.read(lister.name, answer, f.filled, f.at == 0, state)
  if mistake then reject(e, lister, "%s", mistake) end
  return list, count
end

-- Calls the function that lists the successors of a state.
local function list_successors(e, f, at, state)
  if e.style == "children" then
    e.running = at.children
    return e.children(state), at.children
  end
  e.running = at.moves
  return e.moves(state, f.at > 0 and f.filled or filled_of(f)), at.moves
end

-- Makes a list that of a node, and returns the number of its successors. At the root, chooses the moves to search from
-- it.
local function take_list(e, f, lister, list, count)
  f.listed = count
  local is_chosen_from = f.at == 0 and e.root_moves and f.depth > 0
  for i = 1, (count > BELIEVED_MAX or is_chosen_from) and count or 0 do
    if type(rawget(list, i)) == "nil" then
      reject(e, lister, "expected an array without holes, got nil at index %d of %d", i, count)
    end
  end
  if is_chosen_from then
    local named = e.root_moves
    list, count = selection.take(named.only, named.avoid, list, count)
    if not list then message.fail("%s", count) end
    named.moves = list
  elseif list ~= f.filled then
    check_sharing(e, f, lister, list)
  end
  f.list, f.count = list, count
  return count
end

-- Calls an iterator once.
local function draw(e, f)
  e.running = AT_NODE.iterator
  if e.is_stopping then e.end_at_once() end
  return f.iterator()
end

-- Takes the result of the function that lists the successors of a node.
local function take_successors(e, f, lister, answer)
  f.lister = lister.name
  f.is_lazy = false
  f.count = 0
  f.list = nil
  if type(answer) == "function" then
    f.iterator = answer
    local list = {}
    f.listed = false
    if f.at > 0 or not e.root_moves or f.depth <= 0 then
      f.is_lazy, f.list = true, list
      return
    end
    local count = 0
    local own = draw(e, f)
    while type(own) ~= "nil" do
      count = count + 1
      list[count] = own
      own = draw(e, f)
    end
    if count > 0 then take_list(e, f, lister, list, count) end
    f.listed = false
    return
  end
  local list, count = check_list(e, f, lister, answer, f.state)
  if count > 0 then
    take_list(e, f, lister, list, count)
  elseif f.at == 0 then
    e.over = ("'%s' returned %s"):format(lister.name, type(answer) == "nil" and "nil"
      or lister.name == "moves" and "no move" or "no state")
  end
end

successors.take = take_successors

-- Whether a successor was found by its move id.
local function is_found(f, own)
  for i = 1, f.found_count do
    if rawequal(f.found[i], own) then return true end
  end
  return false
end

-- Gets the next successor of a node from its iterator, except those that were found by their move id. Returns whether
-- there is one.
function successors.more(e, f)
  local own = draw(e, f)
  while type(own) ~= "nil" and f.found_count > 0 and is_found(f, own) do own = draw(e, f) end
  if type(own) == "nil" then
    f.is_lazy = false
    return false
  end
  local count = f.count + 1
  f.list[count], f.count = own, count
  return true
end

-- What follows a node ------------------------------------------------------------------------------------------------

-- Takes the result of `chances`, which is not nil, for a node.
local function take_outcomes(e, f, answer)
  local row, other = 0, f.parent
  while other and other.is_chance do row, other = row + 1, other.parent end
  if row >= CHANCES_MAX then
    reject(e, AT_NODE.chances, "expected a decision or the end after %d chance nodes in a row", CHANCES_MAX)
  end
  local list = {}
  local count, mistake = lists.read_outcomes(answer, list, f.probabilities, f.state)
  if mistake then reject(e, AT_NODE.chances, "%s", mistake) end
  local named = f.at == 0 and f.depth > 0 and e.root_moves
  mistake = named and selection.mistake_at_chance(named.only, named.avoid, count)
  if mistake then message.fail("%s", mistake) end
  f.lister, f.list, f.count, f.is_chance, f.is_lazy = "chances", list, count, true, false
end

-- Whether the game is over at a node with depth left, or it is a chance node: its outcomes are then known.
local function has_no_moves(e, f)
  local state = f.state
  if e.is_over then
    e.running = AT_NODE.is_over
    if e.is_over(state) then
      f.count, f.is_lazy, f.list, f.is_expanded = 0, false, nil, true
      if f.at == 0 then e.over = "'is_over' returned a true value" end
      return true
    end
  end
  if e.chances then
    e.running = AT_NODE.chances
    local answer = e.chances(state)
    if type(answer) ~= "nil" then
      take_outcomes(e, f, answer)
      f.is_expanded = true
      return true
    end
  end
  return false
end

-- Asks for the successors of a node with depth left, or for the outcomes of a chance node.
function successors.expand(e, f)
  if (e.is_over or e.chances) and f.wanted_count == 0 and has_no_moves(e, f) then return end
  f.is_expanded = true
  local answer, lister = list_successors(e, f, AT_NODE, f.state)
  if type(answer) == "table" and f.at > 0 and answer ~= f.filled then -- an array, in most games
    local count = rawlen and rawlen(answer) or #answer
    if count > 0 and count <= BELIEVED_MAX then
      local other = f.parent
      while other and other.list ~= answer do other = other.parent end
      if other then check_sharing(e, f, lister, answer) end
      f.list, f.count, f.listed, f.lister, f.is_lazy = answer, count, count, lister.name, false
      return
    end
  end
  take_successors(e, f, lister, answer)
end

-- Lists the successors of a node of which some were found by their move id, and tried. Those of an iterator come after
-- these.
function successors.list_rest(e, f)
  local answer, lister = list_successors(e, f, AT_NODE, f.state)
  f.is_finding = false
  take_successors(e, f, lister, answer)
  if f.is_lazy then
    for i = 1, f.found_count do f.list[i] = f.found[i] end
    f.count = f.found_count
  elseif f.count == 0 then
    successors.check_found(e, f, 0)
  end
end

-- Raises an error if a successor that was found by its move id is not among those that were listed.
function successors.check_found(e, f, matched)
  if matched >= f.found_count then return end
  reject(e, AT_NODE.find_move, "expected nil or a move that '%s' lists, got another one", f.lister)
end

-- Whether a list has a table that holds a value with an identity.
local function has_objects(list, count)
  for i = 1, count do
    local own = list[i]
    for _, value in next, type(own) == "table" and own or {} do
      local kind = type(value)
      if kind ~= "number" and kind ~= "string" and kind ~= "boolean" then return true end
    end
  end
  return false
end

if is_traversal_unsound then jit.off(has_objects) end

-- The entry of a list that has the content of a move: the one at `place`, if several have it or none has.
local function same_move(list, count, move, place)
  local wanted = of_content(move, 1)
  if of_content(list[place], 1) == wanted then return list[place] end
  for i = 1, count do
    if of_content(list[i], 1) == wanted then return list[i] end
  end
  return list[place]
end

-- After a pause, lists the successors of a node again if they may name what `make` has put into the state: it may put
-- others there when it is called again. They keep their order. They stay if there is another number of them, or if the
-- game lists them by an iterator. Returns whether they were replaced.
function successors.list_again(e, f)
  local before, count = f.list, f.count
  if not f.is_expanded or not before or f.is_lazy or f.is_chance or f.found_count > 0
    or not has_objects(before, count) then
    return false
  end
  local list = {}
  for i = 1, count do list[i] = before[i] end
  e.current, e.running = f, AT_NODE[f.lister]
  local answer = e[f.lister](f.state, f.lister == "moves" and (f.filled or filled_of(f)) or nil)
  if type(answer) == "function" then return false end
  local now, now_count = check_list(e, f, e.running, answer, f.state)
  if now_count ~= count then return false end
  for i = 1, count do list[i] = same_move(now, count, list[i], i) end
  f.list = list
  return true
end

-- Asks for the noisy successors of a node. If its end was not asked for with its value, first finds out whether the
-- game is over there.
function successors.expand_noisy(e, f)
  f.is_expanded = true
  if e.is_over and not f.knows_end then
    e.running = AT_NODE.is_over
    if e.is_over(f.state) then
      f.count, f.is_lazy, f.list = 0, false, nil
      return
    end
  end
  e.running = AT_NODE.noisy
  take_successors(e, f, AT_NODE.noisy, e.noisy(f.state))
end

-- Whether the game is over at a state at the horizon, whose frame is `f`. Also returns how many successors the game has
-- listed for that, if it has: for mobility, they are listed where `is_over` says that the game goes on.
function successors.is_game_over(e, f, state, at)
  if e.is_over then
    e.running = at.is_over
    local is_over = e.is_over(state) and true or false
    if is_over or not e.mobility then return is_over end
  end
  if e.chances then
    e.running = at.chances
    local answer = e.chances(state)
    if type(answer) ~= "nil" then
      local mistake = lists.mistake_in_outcomes(answer)
      if mistake then reject(e, at.chances, "%s", mistake) end
      return false
    end
  end
  local answer, lister = list_successors(e, f, at, state)
  if type(answer) == "function" then
    e.running = at.iterator
    return type((answer())) == "nil"
  end
  local list, count = check_list(e, f, lister, answer, state)
  if count > 0 and list ~= f.filled then check_sharing(e, f, lister, list) end
  return count == 0, count
end

-- Moves that are found by their move id -----------------------------------------------------------------------------

local MOVES_BY_ID_MAX = constants.MOVES_BY_ID_MAX

-- Records what `find_move` gets for a move id: the move, or the result of `move_id`.
local function remember(e, move, value)
  local is_known = type(e.moves_by_id[move]) ~= "nil"
  if move >= PLACE or is_known or e.moves_by_id_count >= MOVES_BY_ID_MAX then return end
  e.moves_by_id[move], e.moves_by_id_count = value, e.moves_by_id_count + 1
end

-- Records a move that is made, so `find_move` can be asked for it.
function successors.remember(e, move)
  if not e.move_id then remember(e, identity.of_move(move, 1), move) end
end

-- Asks for the successor of a node with a move id. Returns "yes", with the successor as the last of its list; "no";
-- "unable" if that cannot be told; or "instead" if the game is over or the node is a chance node.
function successors.find(e, f, move)
  if f.wanted_count == 0 and not f.is_expanded and has_no_moves(e, f) then return "instead" end
  local id = e.moves_by_id[move]
  if type(id) == "nil" then return "unable" end
  e.running = AT_NODE.find_move
  local own = e.find_move(f.state, id)
  if type(own) == "nil" then return "no" end
  if not e.move_id and identity.of_move(own, 1) ~= move then
    reject(e, AT_NODE.find_move, "expected nil or the move %s, got %s", describe(id), describe(own))
  end
  local found, count = f.found, f.found_count + 1
  if not found then
    found = {}
    f.found = found
  end
  found[count], f.found_count = own, count
  f.list, f.count, f.is_lazy, f.lister = found, count, false, e.full_lister
  return "yes"
end

-- Moves as numbers ---------------------------------------------------------------------------------------------------

-- Whether one of the found successors has the move id.
local function is_found_move(f, move)
  for i = 1, f.wanted_count do
    if f.found_bits[i] and f.wanted[i] == move then return true end
  end
  return false
end

-- The move ids of the successors of the current node, of which some were found by theirs.
local function identify_found(e, f)
  local move_ids, matched = f.move_ids, 0
  local is_worth_it = f.depth >= ORDER_DEPTH and e.style ~= "children"
  for i = 1, f.count do
    local own = successor(e, f, i)
    local move = is_worth_it and of_content(own, i) or of_move(own, i)
    if move < PLACE and type(own) == "table" then e.has_content = true end
    if is_found_move(f, move) then
      if is_found(f, own) then matched = matched + 1 else move = PLACE + i end
    end
    move_ids[i] = move
  end
  successors.check_found(e, f, matched)
end

-- The move ids of the successors of the current node, from `first` on. Returns false if the search must end.
function successors.identify(e, f, first)
  local move_ids, list = f.move_ids, f.list
  if e.move_id and first == 1 and not f.is_lazy then
    local matched = 0
    for i = 1, f.count do
      if e.slice_check < huge and e.must_leave(e) then return false end
      e.running = AT_NODE.move_id
      local answer = e.move_id(f.state, successor(e, f, i))
      local move = of_move_id(answer)
      if not move then reject(e, AT_NODE.move_id, "expected an integer, got %s", describe(answer)) end
      if e.finds_moves then remember(e, move, answer) end
      move_ids[i] = move
      if f.found_count > 0 and is_found_move(f, move) then matched = matched + 1 end
    end
    successors.check_found(e, f, matched)
    return true
  end
  if f.found_count > 0 and first == 1 then
    identify_found(e, f)
    return true
  end
  local is_worth_it = f.at == 0 or f.depth >= ORDER_DEPTH
  if e.style == "children" then
    for i = first, f.count do move_ids[i] = of_move(successor(e, f, i), i) % PLACE end
    return true
  end
  if not is_worth_it or not e.asks_moves then
    for i = first, f.count do move_ids[i] = of_move(successor(e, f, i), i) end
    return true
  end
  for i = first, f.count do
    local move = list[i]
    if type(move) == "number" then
      move_ids[i] = of_move(move, i)
    else
      move = successor(e, f, i)
      local id = of_content(move, i)
      if id < PLACE and type(move) == "table" then e.has_content = true end
      move_ids[i] = id
    end
  end
  return true
end

return successors
