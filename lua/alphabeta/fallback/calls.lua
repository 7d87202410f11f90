-- Calls of the game's functions that make moves and value states, as in csrc/binding/driver/calls.c and rules.c.
-- Internal: the engine in Lua uses it.
--
-- Results of the game are never compared with nil: on LuaJIT cdata may be equal to nil, or call a metamethod.

local PACKAGE = (... or "alphabeta.fallback.calls"):match "^(.*)%.[^.]*$"

local answers = require(PACKAGE .. ".answers")
local backup = require(PACKAGE .. ".backup")
local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".common.globals")
local message = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".front.message")
local running = require(PACKAGE .. ".running")
local successors = require(PACKAGE .. ".successors")

local huge, select, type = math.huge, select, type
local unpack = globals.unpack
local take_value, value_of = answers.take_value, answers.value_of
local AT_LEAF, AT_NODE, reject = running.AT_LEAF, running.AT_NODE, running.reject
local LEAF_EVALUATE, LEAF_UNMAKE = AT_LEAF.evaluate, AT_LEAF.unmake
local is_game_over, remember, successor = successors.is_game_over, successors.remember, successors.get

local calls = {}

-- Making moves -------------------------------------------------------------------------------------------------------

-- Stores the results of `make` or `pass` if there is more than one.
local function keep_many(c, count, ...)
  local kept = c.undos
  if not kept then
    kept = {}
    c.undos = kept
  end
  for i = 1, count do kept[i] = (select(i, ...)) end
end

-- Notes that the move to a frame is made, and keeps what `make` or `pass` returned. The note comes first: an error of a
-- debug hook may strike before any instruction.
local function keep_undo(e, c, ...)
  e.made = c.at
  local count = select("#", ...)
  c.undo_count, c.undo = count, (...)
  if count > 1 then keep_many(c, count, ...) end
end

-- Calls `unmake` for the move that led to a frame, or `unpass` for a null move.
local function unmake(e, c)
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

calls.keep_many, calls.unmake = keep_many, unmake

-- Checks the state that `play` or `pass` returned, and makes it that of the frame.
local function take_state(e, c, at, state)
  if type(state) == "nil" then reject(e, at, "expected a state, got nil") end
  c.state = state
end

-- Records the move to a successor, which leads to the frame above. The move is made, or the successor is decided before
-- that. Returns it.
local function note_move(e, f, c, index)
  local move = f.list[index]
  if not move then move = successor(e, f, index) end
  if e.finds_moves then remember(e, move) end
  f.entered_index, c.entered = index, move
  return move
end

-- Makes the move, or plays it, that leads from a node to the frame above.
local function enter(e, f, c, index)
  local style, move = e.style, note_move(e, f, c, index)
  if style == "in place" then
    e.running = AT_NODE.make
    c.state = f.state
    keep_undo(e, c, e.make(f.state, move))
  elseif style == "copying" then
    e.running = AT_NODE.play
    take_state(e, c, AT_NODE.play, e.play(f.state, move))
  else
    c.state = move
  end
end
calls.enter = enter

-- Takes the move back that led to a node.
function calls.leave(e, c)
  if e.style ~= "in place" then return end
  local left = c.at - 1
  if c.undo_count == 1 and not c.is_pass then
    e.running = AT_NODE.unmake
    e.unmake(c.state, c.entered, c.undo)
    e.made = left
  else
    e.running = c.is_pass and AT_NODE.unpass or AT_NODE.unmake
    unmake(e, c)
    e.made = left
  end
end

-- Makes the move that led to a node again, after a pause.
function calls.make_again(e, c)
  e.running = c.is_pass and AT_NODE.pass or AT_NODE.make
  if c.is_pass then keep_undo(e, c, e.pass(c.state)) else keep_undo(e, c, e.make(c.state, c.entered)) end
end

-- Makes a null move.
function calls.pass(e, f, c)
  e.running = AT_NODE.pass
  if e.style == "in place" then
    c.state = f.state
    keep_undo(e, c, e.pass(f.state))
    return
  end
  take_state(e, c, AT_NODE.pass, e.pass(f.state))
end

-- Values -------------------------------------------------------------------------------------------------------------

-- Whether the search must find out at a leaf at the horizon, a child or the root, if the game is over there.
local function asks_end(e, is_child)
  if e.asks_end then return true end
  if e.ignores_end then return not is_child end
  return is_child and not e.is_truncated
end

-- Evaluates the current node, and records at the horizon whether its end was found out. Returns the value, and whether
-- the game is known to be over there.
function calls.evaluate(e, f)
  if f.depth > 0 then return value_of(e, f.state, true, AT_NODE), true end
  f.knows_end = asks_end(e, f.at > 0)
  if not f.knows_end then return value_of(e, f.state, false, AT_NODE), false end
  local is_over, listed = is_game_over(e, f, f.state, AT_NODE)
  return value_of(e, f.state, is_over, AT_NODE, listed, f.parent, f.sign), is_over
end

-- Enters a successor without a frame, evaluates it and takes the move back. With `finds_end` it finds out whether the
-- game is over there, with `asks_turn` who moves there. Returns the value, whether the game is known to be over, and
-- whether it is the turn of the root's side.
local function evaluate_child(e, f, index, finds_end, asks_turn)
  local c = f.above or backup.frame_above(f)
  local value
  if e.evaluate_move and not asks_turn and (e.asks_end or not finds_end) then
    local at, move = AT_NODE.evaluate_move, note_move(e, f, c, index)
    e.running = at
    local answer, over = e.evaluate_move(f.state, move, e.me)
    value = take_value(e, at, answer)
    if not finds_end or not over and type(over) ~= "nil" then return value, false end
    if not over then e.evaluate_move = nil end
  end
  c.is_pass = false
  enter(e, f, c, index)
  local state, is_over, is_roots_turn, listed, sign = c.state, false, nil, nil, nil
  if asks_turn then
    is_roots_turn = answers.is_roots_turn(e, state, AT_LEAF)
    sign = is_roots_turn and e.root.sign or -e.root.sign
  end
  if finds_end then
    c.list = nil
    is_over, listed = is_game_over(e, c, state, AT_LEAF)
  end
  if is_over or not value then value = value_of(e, state, is_over, AT_LEAF, listed, f, sign) end
  if e.style == "in place" then
    e.running = AT_LEAF.unmake
    unmake(e, c)
    e.made = f.at
  end
  return value, is_over, is_roots_turn
end

-- Evaluates a leaf of a game in place, after a move with these results, and takes the move back. Returns the value.
function calls.evaluate_made(e, c, state, move, ...)
  e.made = c.at
  local count = select("#", ...)
  c.undo_count, c.undo = count, (...)
  if count > 1 then keep_many(c, count, ...) end
  e.running = LEAF_EVALUATE
  local answer = e.evaluate(state, e.me)
  if type(answer) ~= "number" or answer ~= answer or e.checks_values then
    answer = take_value(e, LEAF_EVALUATE, answer)
  else
    answer = answer + 0.0
  end
  e.running = LEAF_UNMAKE
  if count == 0 then
    e.unmake(state, move)
  elseif count == 1 then
    e.unmake(state, move, (...))
  else
    unmake(e, c)
  end
  e.made = c.at - 1
  return answer
end

-- Evaluates a successor that is a leaf. Returns the value, and whether the game is known to be over there.
function calls.leaf(e, f, index)
  local finds_end = asks_end(e, true)
  if finds_end or e.style ~= "in place" or e.evaluate_move then return evaluate_child(e, f, index, finds_end, false) end
  local c = f.above or backup.frame_above(f)
  local state, move = f.state, note_move(e, f, c, index)
  c.state, c.is_pass = state, false
  e.running = AT_NODE.make
  return calls.evaluate_made(e, c, state, move, e.make(state, move)), false
end

-- Scores of successors -----------------------------------------------------------------------------------------------

-- Asks the game for the scores of the untried successors. Returns false if the search must end.
function calls.score(e, f)
  local order, scores, state = f.order, f.scores, f.state
  for nth = f.next + 1, f.count do
    if e.slice_check < huge and e.must_leave(e) then return false end
    local index = order[nth]
    e.running = AT_NODE.order
    local score = e.order(state, successor(e, f, index))
    if type(score) ~= "number" or score ~= score then
      reject(e, AT_NODE.order, "expected a number, got %s", message.describe(score))
    end
    scores[index] = score
  end
  f.is_scored = true
  return true
end

-- Evaluates the untried successors of a node. These values, in the view of the player who moves at the node, are their
-- scores. Returns false if the search must end.
function calls.score_by_values(e, f)
  local order, scores = f.order, f.scores
  local is_max, asks_turn = e.view == "max", e.asks_turn and e.view == "mover"
  for nth = f.next + 1, f.count do
    if e.slice_check < huge and e.must_leave(e) then return false end
    local index = order[nth]
    local value, _, is_roots_turn = evaluate_child(e, f, index, e.asks_end, asks_turn)
    e.evaluations = e.evaluations + 1
    local sign = is_max and 1 or -f.sign
    if asks_turn then sign = is_roots_turn and e.root.sign or -e.root.sign end
    scores[index] = sign == f.sign and value or -value
  end
  f.is_scored = true
  return true
end

-- The expected line --------------------------------------------------------------------------------------------------

-- Notes that the successor of a node that was left last heads its line, followed by that one's own.
function calls.note_line(f)
  local c = f.above
  local length = c.line_length + 1
  f.line, c.line = c.line, f.line
  f.line[length] = c.entered
  f.line_length = length
end

return calls
