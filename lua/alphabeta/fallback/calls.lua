-- The calls of the game's functions, and what they return: as csrc/binding/driver has them. Internal: the engine in Lua
-- uses it.
--
-- Before each call, `running` of the search says which function is called, for messages: a table with its `name` and
-- the `offset` of the ply of the state that it gets, counted from the current node.
--
-- What the game returns is never compared with nil: on LuaJIT cdata may be equal to it, or ask a metamethod.

local PACKAGE = (... or "alphabeta.fallback.calls"):match "^(.*)%.[^.]*$"

local backup = require(PACKAGE .. ".backup")
local bits = require(PACKAGE .. ".bits")
local globals = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".globals")
local identity = require(PACKAGE .. ".identity")
local maxn = require(PACKAGE .. ".maxn")
local message = require(PACKAGE .. ".message")
local is_traversal_unsound = require(PACKAGE:match "^(.*)%.[^.]*$" .. ".traversal")
local selection = require(PACKAGE .. ".selection")
local transposition = require(PACKAGE .. ".transposition")
local zobrist = require(PACKAGE .. ".zobrist")

local abs, floor, huge, next, rawequal, rawget, select, tostring, type =
  math.abs, math.floor, math.huge, next, rawequal, rawget, select, tostring, type
local describe, fail = message.describe, message.fail
local mix, xor = bits.mix, bits.xor
local NO_MOVER = transposition.NO_MOVER
local name_of = zobrist.name_of
local number_type, rawlen, unpack = globals.integer_type, globals.rawlen, globals.unpack
local length_of = rawlen or function(list) return #list end

local calls = {}

-- Limits that the C module has, too: chance nodes in a row, entries of an array, and how far probabilities may be off.
calls.CHANCES_MAX = 1000
calls.PROBABILITY_TOLERANCE = 1e-6
local COUNT_MAX = 2147483647

-- A count of successors that is believed before they were seen.
local BELIEVED_MOST = 1024

-- Where tables are looked into to identify moves, and where `move_id` and `order` are called: from so many plies left
-- on.
local ORDER_DEPTH = 2

-- What may run: at the current node, and at a leaf that has no frame of its own.
local RUNNING, AT_LEAF = {}, {}
for name in ([[moves make unmake play children evaluate result player is_over order hash noisy pass unpass move_id
  chances evaluate_move find_move hash_move bounds iterator on_iteration level trace]]):gmatch "%S+" do
  RUNNING[name], AT_LEAF[name] = {name = name, offset = 0}, {name = name, offset = 1}
end
calls.RUNNING, calls.AT_LEAF = RUNNING, AT_LEAF

-- The ply, in decisions, of the state that a function gets.
function calls.ply_of(e, running)
  local f = e.current
  if e.is_moving then -- a pause takes moves back, or makes them again
    f = e.root
    for _ = 1, e.taking_back or e.made do f = f.above end
    return f.ply
  end
  return f.ply + running.offset
end

-- Raises the error for an answer that cannot be used.
local function reject(e, running, format, ...)
  fail("alphabeta: callback '%s' at ply %d: " .. format, running.name, calls.ply_of(e, running), ...)
end
calls.reject = reject

-- Values ------------------------------------------------------------------------------------------------------------

local function describe_player(player)
  local kind = type(player)
  if kind == "string" then return "'" .. player .. "'" end
  if kind ~= "number" and kind ~= "boolean" then return kind end
  return tostring(player)
end

-- The index of a player, from 1; one that is new gets the next. Greater than the most there may be for one too many.
local function index_of_player(e, player)
  local players = e.player_indexes
  for i = 1, #players do
    if players[i] == player then return i end
  end
  if #players < maxn.PLAYERS_MAX then players[#players + 1] = player end
  return #players + (#players < maxn.PLAYERS_MAX and 0 or players[#players] == player and 0 or 1)
end

-- Numbers the players of a table of payoffs, which names all there are: none is new, except the first time.
local function check_players(e, answer, running)
  for player in next, answer do
    if type(player) == "cdata" then
      reject(e, running, "expected players that are no cdata, since equal ones are different keys, got %s",
        describe(player))
    end
    local index = index_of_player(e, player)
    if index > maxn.PLAYERS_MAX then
      reject(e, running, "expected at most %d players, got another one, %s", maxn.PLAYERS_MAX, describe_player(player))
    end
    if e.players > 0 and index > e.players then
      reject(e, running, "expected the same players as before, got another one, %s", describe_player(player))
    end
  end
end

if is_traversal_unsound then jit.off(check_players) end

-- The payoffs that `evaluate` or `result` returned.
local function take_payoffs(e, answer, running)
  if type(answer) ~= "table" then
    reject(e, running, "expected a table from player to number with algorithm 'maxn', got %s", describe(answer))
  end
  check_players(e, answer, running)
  local payoffs, players = {}, e.player_indexes
  for i = 1, #players do
    local payoff = rawget(answer, players[i])
    if type(payoff) ~= "number" or payoff ~= payoff then
      reject(e, running, "expected a number for player %s, got %s", describe_player(players[i]), describe(payoff))
    end
    if e.has_chance_nodes and abs(payoff) == huge then
      reject(e, running, "expected finite numbers in a game with 'chances', got %s for player %s",
        payoff > 0 and "inf" or "-inf", describe_player(players[i]))
    end
    payoffs[i] = payoff + 0.0
  end
  e.players = #players
  return payoffs
end

-- Raises the error for an answer of `evaluate` or the like that is no value.
local function reject_value(e, running, value)
  if type(value) ~= "number" or value ~= value then
    reject(e, running, "expected a number, got %s", describe(value))
  end
  reject(e, running, "expected a finite number in a game with 'chances' and without option 'win', got %s",
    value > 0 and "inf" or "-inf")
end

-- Takes what `evaluate` and the like returned: a number, or payoffs.
local function take_value(e, running, answer)
  if e.algorithm == "maxn" then return take_payoffs(e, answer, running) end
  if type(answer) ~= "number" or answer ~= answer or e.needs_finite and abs(answer) == huge then
    reject_value(e, running, answer)
  end
  return answer + 0.0
end

-- The value of a state: of a finished game by `result`, where the game has that. `at` has what may run there.
local function value_of(e, state, is_over, at)
  if is_over and e.result then
    e.running = at.result
    return take_value(e, at.result, e.result(state, e.me))
  end
  if not e.evaluate then return e.middle end
  e.running = at.evaluate
  return take_value(e, at.evaluate, e.evaluate(state, e.me))
end

-- Asks for bounds of the values at the current node and below it: the lowest one and the highest one.
function calls.bounds(e, f)
  e.running = RUNNING.bounds
  local lowest, highest = e.bounds(f.state, e.me)
  if type(lowest) ~= "number" or type(highest) ~= "number" or not (lowest <= highest) then
    reject(e, RUNNING.bounds, "expected the lowest value and the highest one, got %s and %s", describe(lowest),
      describe(highest))
  end
  return lowest + 0.0, highest + 0.0
end

-- Lists of successors -----------------------------------------------------------------------------------------------

-- The array that `moves` may fill at a node. The root's is always a new one.
local function filled_of(f)
  local filled = f.filled
  if not filled or f.at == 0 then
    filled = {}
    f.filled = filled
  end
  return filled
end

-- Raises the error for the list of a node, which has a hole at `index`, or is not what it was when it came.
local function reject_list(e, f, index)
  local count, now, lister = f.count, length_of(f.list), RUNNING[f.lister]
  local before = e.current
  e.current = f
  if f.filled and f.list == f.filled then
    reject(e, lister, "expected %d moves in the array that was given, got nil at index %d", count, index)
  end
  if now ~= count then
    reject(e, lister, "the array changed while it was searched (%d entries, now %d)", count, now)
  end
  reject(e, lister, "expected an array without holes, got nil at index %d of %d", index, count)
  e.current = before
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
calls.successor = successor

-- Finds out whether an array is one that an earlier node still needs and that was overwritten meanwhile.
local function check_sharing(e, f, lister, list)
  local other = f.parent
  while other do
    if other.list == list then
      if other.above.is_pass then return end
      if length_of(list) ~= other.count or not rawequal(rawget(list, other.entered_index), other.above.entered) then
        reject(e, lister, "the array is the one returned at ply %d, which is still searched", other.at)
      end
      return
    end
    other = other.parent
  end
end

-- Whether an array without a first value is one with a hole.
local function begins_with_hole(list)
  return type((next(list))) == "number"
end

if is_traversal_unsound then jit.off(begins_with_hole) end

-- Checks what a function returned that lists successors, where it is no iterator. Returns the list and its length.
local function check_list(e, f, lister, answer)
  local kind = type(answer)
  if kind == "table" then
    if answer == f.filled then
      reject(e, lister, "expected the number of moves in the array that was given, got that array")
    end
    local count = length_of(answer)
    if count == 0 and begins_with_hole(answer) then
      reject(e, lister, "expected an array without holes, got nil at index 1")
    end
    return answer, count
  end
  if kind == "nil" then return nil, 0 end
  if kind == "number" and lister.name == "moves" then
    if not (answer >= 0 and answer <= COUNT_MAX and answer == floor(answer)) then
      reject(e, lister, "expected an array, an iterator, a count or nil, got %s", describe(answer))
    end
    return f.filled, answer
  end
  reject(e, lister, "expected an array, an iterator or nil, got %s", describe(answer))
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

-- Makes a list the one of a node, and returns the number of its successors. At the root, the moves that are to be
-- searched are chosen from it.
local function take_list(e, f, lister, list, count)
  for i = 1, count > BELIEVED_MOST and count or 0 do
    if type(rawget(list, i)) == "nil" then
      reject(e, lister, "expected an array without holes, got nil at index %d of %d", i, count)
    end
  end
  if f.at == 0 and e.answers and f.depth > 0 then
    for i = 1, count do
      if type(rawget(list, i)) == "nil" then
        reject(e, lister, "expected an array without holes, got nil at index %d of %d", i, count)
      end
    end
    list, count = selection.take(e.answers, list, count)
  elseif list ~= f.filled then
    check_sharing(e, f, lister, list)
  end
  f.list, f.count = list, count
  return count
end

-- Calls an iterator once.
local function draw(e, f)
  e.running = RUNNING.iterator
  if e.is_stopping then e.end_at_once() end
  return f.iterator()
end

-- Takes what the function returned that lists the successors of a node.
local function take_successors(e, f, lister, answer)
  f.lister = lister.name
  f.is_lazy = false
  f.count = 0
  f.list = nil
  if type(answer) == "function" then
    f.iterator = answer
    local list = {}
    if f.at > 0 or not e.answers or f.depth <= 0 then
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
    return
  end
  local list, count = check_list(e, f, lister, answer)
  if count > 0 then take_list(e, f, lister, list, count) end
end

-- Whether a successor is one of those that were found by their identity.
local function is_found(f, own)
  for i = 1, f.found_count do
    if rawequal(f.found[i], own) then return true end
  end
  return false
end

-- Gets the next successor of a node from its iterator, but for those that were found by their identity. Returns whether
-- there is one.
function calls.more(e, f)
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

-- Chance nodes ------------------------------------------------------------------------------------------------------

local function check_chances_type(e, running, answer)
  if type(answer) ~= "table" then reject(e, running, "expected an array or nil, got %s", describe(answer)) end
end

local function reject_entry(e, place, expected, value)
  reject(e, RUNNING.chances, "entry %d: expected %s, got %s", place, expected, describe(value))
end

-- Takes what `chances` returned, which is not nil, for a node.
local function take_outcomes(e, f, answer)
  check_chances_type(e, RUNNING.chances, answer)
  local row, other = 0, f.parent
  while other and other.is_chance do row, other = row + 1, other.parent end
  if row >= calls.CHANCES_MAX then
    reject(e, RUNNING.chances, "expected a decision or the end after %d chance nodes in a row", calls.CHANCES_MAX)
  end
  local count = length_of(answer)
  if f.at == 0 and e.answers and f.depth > 0 then selection.refuse(e.answers, count) end
  local list, probabilities, sum = {}, f.probabilities, 0
  for place = 1, count do
    local entry = rawget(answer, place)
    if type(entry) ~= "table" then
      reject_entry(e, place, "a table with 'probability' and 'outcome'", entry)
    end
    local probability = entry.probability
    if type(probability) ~= "number" or not (probability >= 0) then
      reject_entry(e, place, "'probability' to be a number of 0 or more", probability)
    end
    sum = sum + probability
    local outcome = entry.outcome
    if type(outcome) == "nil" then reject_entry(e, place, "'outcome' to be a move or a state", outcome) end
    list[place], probabilities[place] = outcome, probability
  end
  if not (abs(sum - 1) <= calls.PROBABILITY_TOLERANCE) then
    reject(e, RUNNING.chances, "expected probabilities that add up to 1, got a sum of %s", tostring(sum))
  end
  f.lister, f.list, f.count, f.is_chance, f.is_lazy = "chances", list, count, true, false
end

-- What follows a node -----------------------------------------------------------------------------------------------

-- Whether the game is over at a node with depth left, or it is a chance node: its outcomes are then known.
local function has_no_moves(e, f)
  local state = f.state
  if e.is_over then
    e.running = RUNNING.is_over
    if e.is_over(state) then
      f.count, f.is_lazy, f.list, f.is_expanded = 0, false, nil, true
      return true
    end
  end
  if e.chances then
    e.running = RUNNING.chances
    local answer = e.chances(state)
    if type(answer) ~= "nil" then
      take_outcomes(e, f, answer)
      f.is_expanded = true
      return true
    end
  end
  return false
end

-- Asks what follows a node with depth left: its successors, or the outcomes of a chance node.
function calls.expand(e, f)
  if (e.is_over or e.chances) and f.sought_count == 0 and has_no_moves(e, f) then return end
  f.is_expanded = true
  local answer, lister = list_successors(e, f, RUNNING, f.state)
  if type(answer) == "table" and f.at > 0 and answer ~= f.filled then -- an array, in most games
    local count = rawlen and rawlen(answer) or #answer
    if count > 0 and count <= BELIEVED_MOST then
      local other = f.parent
      while other and other.list ~= answer do other = other.parent end
      if other then check_sharing(e, f, lister, answer) end
      f.list, f.count, f.lister, f.is_lazy = answer, count, lister.name, false
      return
    end
  end
  take_successors(e, f, lister, answer)
end

-- Lists the successors of a node of which some were found by their identity, and tried. Those of an iterator come
-- behind these.
function calls.list_rest(e, f)
  local answer, lister = list_successors(e, f, RUNNING, f.state)
  f.is_seeking = false
  take_successors(e, f, lister, answer)
  if f.is_lazy then
    for i = 1, f.found_count do f.list[i] = f.found[i] end
    f.count = f.found_count
  elseif f.count == 0 then
    calls.check_found(e, f, 0)
  end
end

-- Raises an error where not all successors that were found by their identity are among those that were listed.
function calls.check_found(e, f, matched)
  if matched >= f.found_count then return end
  reject(e, RUNNING.find_move, "expected nil or a move that '%s' lists, got another one", f.lister)
end

-- The most moves that are kept by their identity.
local IDENTITIES_MAX = 65536

-- Remembers a move that is made, so that `find_move` can be asked for it.
local function remember(e, move)
  if e.move_id then return end
  local kind = type(move)
  if kind == "number" and move >= 0 and move < 2147483647 and (number_type and number_type(move) == "integer"
    or not number_type and move == floor(move)) then
    e.has_small_numbers = true
  elseif (kind == "number" or kind == "string") and e.identity_count < IDENTITIES_MAX then
    local id = identity.of_move(move, 1)
    if e.identities[id] == nil then
      e.identities[id], e.identity_count = move, e.identity_count + 1
    end
  end
end

-- Asks for the successor of a node with an identity. Returns "yes", the successor being the last of its list, "no",
-- "unable" where that cannot be told, or "instead" where the game is over or the node is a chance node.
function calls.find(e, f, move)
  if f.sought_count == 0 and not f.is_expanded and has_no_moves(e, f) then return "instead" end
  local id = e.identities[move]
  if id == nil then
    if not e.move_id and not e.has_small_numbers then return "unable" end
    id = move - 1
  end
  e.running = RUNNING.find_move
  local own = e.find_move(f.state, id)
  if type(own) == "nil" then return "no" end
  if not e.move_id and identity.of_move(own, 1) ~= move then
    reject(e, RUNNING.find_move, "expected nil or the move %s, got %s", describe(id), describe(own))
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

-- Asks for the noisy successors of a node. Where its end was not asked for with its value, it is found out before that
-- whether the game is over there.
function calls.expand_noisy(e, f)
  f.is_expanded = true
  if e.is_over and not f.knows_end then
    e.running = RUNNING.is_over
    if e.is_over(f.state) then
      f.count, f.is_lazy, f.list = 0, false, nil
      return
    end
  end
  e.running = RUNNING.noisy
  take_successors(e, f, RUNNING.noisy, e.noisy(f.state))
end

-- Whether the game is over at a state at the horizon, whose frame is `f`.
local function is_game_over(e, f, state, at)
  if e.is_over then
    e.running = at.is_over
    return e.is_over(state) and true or false
  end
  if e.chances then
    e.running = at.chances
    local answer = e.chances(state)
    if type(answer) ~= "nil" then
      check_chances_type(e, at.chances, answer)
      return false
    end
  end
  local answer, lister = list_successors(e, f, at, state)
  if type(answer) == "function" then
    e.running = at.iterator
    return type((answer())) == "nil"
  end
  local list, count = check_list(e, f, lister, answer)
  if count > 0 and list ~= f.filled then check_sharing(e, f, lister, list) end
  return count == 0
end

-- Evaluates the current node, and notes at the horizon whether its end was found out. Returns the value, and whether
-- the game is known to be over there.
function calls.evaluate(e, f)
  if f.depth > 0 then return value_of(e, f.state, true, RUNNING), true end
  f.knows_end = e.asks_end or not e.is_truncated and f.at > 0
  if not f.knows_end then return value_of(e, f.state, false, RUNNING), false end
  local is_over = is_game_over(e, f, f.state, RUNNING)
  return value_of(e, f.state, is_over, RUNNING), is_over
end

-- Making moves ------------------------------------------------------------------------------------------------------

-- Keeps the values that `make` or `pass` returned where they are more than one.
local function keep_many(c, count, ...)
  local undos = c.undos
  if not undos then
    undos = {}
    c.undos = undos
  end
  for i = 1, count do undos[i] = (select(i, ...)) end
end

-- Keeps what `make` or `pass` returned.
local function keep_undo(c, ...)
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

-- Makes the move, or plays it, that leads from a node to the frame above.
local function enter(e, f, c, index)
  local move = f.list[index]
  if not move then move = successor(e, f, index) end
  if e.finds_moves then remember(e, move) end
  local style = e.style
  f.entered_index = index
  c.entered = move
  if style == "in place" then
    e.running = RUNNING.make
    c.state = f.state
    keep_undo(c, e.make(f.state, move))
    e.made = c.at
  elseif style == "copying" then
    e.running = RUNNING.play
    local state = e.play(f.state, move)
    if type(state) == "nil" then reject(e, RUNNING.play, "expected a state, got nil") end
    c.state = state
  else
    c.state = move
  end
end
calls.enter = enter

-- Notes the move to a successor that is settled before it is made, as `enter` does.
function calls.skip(e, f, c, index)
  local move = successor(e, f, index)
  if e.finds_moves then remember(e, move) end
  f.entered_index, c.entered = index, move
end

-- Takes the move back that led to a node.
function calls.leave(e, c)
  if e.style ~= "in place" then return end
  if c.undo_count == 1 and not c.is_pass then
    e.running = RUNNING.unmake
    e.unmake(c.state, c.entered, c.undo)
  else
    e.running = c.is_pass and RUNNING.unpass or RUNNING.unmake
    unmake(e, c)
  end
  e.made = c.at - 1
end

-- Makes the move that led to a node again, after a pause.
function calls.make_again(e, c)
  e.running = c.is_pass and RUNNING.pass or RUNNING.make
  if c.is_pass then keep_undo(c, e.pass(c.state)) else keep_undo(c, e.make(c.state, c.entered)) end
  e.made = c.at
end

-- Makes a null move.
function calls.pass(e, f, c)
  e.running = RUNNING.pass
  if e.style == "in place" then
    c.state = f.state
    keep_undo(c, e.pass(f.state))
    e.made = c.at
    return
  end
  c.state = e.pass(f.state)
  if type(c.state) == "nil" then reject(e, RUNNING.pass, "expected a state, got nil") end
end

-- Players and positions ---------------------------------------------------------------------------------------------

local function check_player(e, player, running)
  local kind = type(player)
  if kind == "nil" or kind == "number" and player ~= player then
    local expected = running == RUNNING.hash_move and "a key and a player" or "a player"
    reject(e, running, "expected %s, got %s", expected, describe(player))
  end
end

-- What is known of a player as the one who moves: its identity in the table. Only asked where positions have keys.
local function mover_of(e, player, running)
  local movers = e.movers
  local mover = movers.simple[player]
  if mover then return mover end
  local kind = type(player)
  local is_simple = kind == "number" or kind == "string" or kind == "boolean"
  local high, low = identity.of_player(player, movers.players)
  if not high then
    reject(e, running, "expected one of a few players, got the %dth new %s", identity.PLAYERS_MAX + 1, kind)
  end
  if is_simple then
    mover = {high = high, low = low}
    movers.simple[player] = mover
    return mover
  end
  mover = movers.others[low] -- no two of these players have the same bits
  if not mover then
    mover = {high = high, low = low}
    movers.others[low] = mover
  end
  return mover
end

-- Whether a player is on the side of the root's.
local function is_on_roots_side(e, player)
  if type(e.max_player) == "nil" then return player == e.me end
  return (player == e.max_player) ~= e.minimizing
end

-- Asks who moves at the root.
function calls.root_player(e, state)
  e.running = RUNNING.player
  local player = e.player(state)
  check_player(e, player, RUNNING.player)
  if e.asks_key then
    e.my_mover = mover_of(e, player, RUNNING.player)
    e.mover = e.my_mover
  end
  if type(e.max_player) ~= "nil" then e.minimizing = player ~= e.max_player end
  if e.algorithm == "maxn" then index_of_player(e, player) end
  if e.asks_key and e.table then
    local mover = e.my_mover
    local high, low = mix(mover.high, mover.low)
    local id = mover
    if type(e.max_player) ~= "nil" then
      mover = mover_of(e, e.max_player, RUNNING.player)
      high, low = mix(xor(mover.high, 0xA54FF53A), xor(mover.low, 0x5F1D36F1))
      mover.as_max = mover.as_max or {}
      id = mover.as_max
    end
    e.space = transposition.space(e.table, id, high, low)
  end
  e.me = player
end

-- Turns the view of a node to that of the player who moves there, as a function returned it. The root's turn is known.
local function take_turn(e, f, player, running)
  check_player(e, player, running)
  local is_same
  if player == e.me then
    is_same = true
    e.mover = e.my_mover
    f.player = 1
  else
    if e.asks_key then e.mover = mover_of(e, player, running) end
    if e.algorithm == "maxn" then
      local index = index_of_player(e, player)
      if index > maxn.PLAYERS_MAX then
        reject(e, running, "expected one of at most %d players with algorithm 'maxn', got another one",
          maxn.PLAYERS_MAX)
      end
      f.player = index
    end
    is_same = is_on_roots_side(e, player)
  end
  local root = e.root.sign
  backup.turn(f, is_same and root or -root)
end

-- Asks who moves at the current node, and turns its view to that player's.
function calls.turn(e, f)
  e.running = RUNNING.player
  take_turn(e, f, e.player(f.state), RUNNING.player)
end

local function take_name(e, answer, running)
  if type(answer) == "number" and answer == answer then return answer end
  local name, high, low = name_of(answer)
  if name == nil then
    if e.hashes_content then
      fail("alphabeta: option 'hash' at ply %d: %s", calls.ply_of(e, running), answer[1])
    end
    reject(e, running, "expected an integer, a number, a string or a Zobrist key, got %s", describe(answer))
  end
  return name, high, low
end

-- How many positions may have the name of the root's, where no other one was seen.
local UNCHANGED_MAX = 2

-- Where keys are made of what states hold, notes the name of a node's position.
local function note_name(e, f)
  if f.at == 0 then
    e.first_name = f.name
  elseif f.name ~= e.first_name then
    e.has_changed = true
  else
    e.unchanged = e.unchanged + 1
  end
end

-- Where keys are made of what states hold, raises an error when all positions so far had the same name.
function calls.check_changes(e)
  if e.has_changed or e.unchanged <= UNCHANGED_MAX then return end
  fail("alphabeta: option 'hash': expected a state that moves change, got one that is the same in %d positions: the "
    .. "game keeps what moves change elsewhere, in local variables or globals", e.unchanged + 1)
end

-- Makes the key of a node, whose turn is known, of what a function returned.
local function take_key(e, f, answer, running)
  f.name, f.name_high, f.name_low = take_name(e, answer, running)
  f.mover = e.mover or NO_MOVER
  if e.hashes_content then note_name(e, f) end
  if not e.table then return end
  local map = transposition.map(e.space, f.mover, f.sign)
  f.map = e.ties_plies and transposition.map_at_ply(map, f.ply) or map
end

-- Asks for the key of the current node.
function calls.key(e, f)
  e.running = RUNNING.hash
  take_key(e, f, e.hash(f.state), RUNNING.hash)
end

-- Asks for the key of the successor with `index` of the current node, which is laid out in the frame `c` and not
-- entered, and for its turn.
function calls.child_key(e, f, c, index)
  e.running = RUNNING.hash_move
  local answer, player = e.hash_move(f.state, successor(e, f, index))
  if e.asks_turn then
    take_turn(e, c, player, RUNNING.hash_move)
    c.has_turn = true
  end
  take_key(e, c, answer, RUNNING.hash_move)
end

-- The name of the root's position, at a pause.
function calls.root_name(e)
  e.running = RUNNING.hash
  return (take_name(e, e.hash(e.root.state), RUNNING.hash))
end

-- Reads the positions before the root.
function calls.read_past(e, positions)
  local past, movers = {}, {}
  e.past, e.past_movers = past, movers
  for i = 1, #positions do
    local position = positions[i]
    local name = not e.hashes_content and name_of(position) or nil
    movers[i] = false
    if name == nil then
      e.running = RUNNING.hash
      name = take_name(e, e.hash(position), RUNNING.hash)
      if e.player then
        e.running = RUNNING.player
        local player = e.player(position)
        check_player(e, player, RUNNING.player)
        movers[i] = player == e.me and e.my_mover or mover_of(e, player, RUNNING.player)
      end
    end
    past[i] = name
  end
end

-- Moves as numbers --------------------------------------------------------------------------------------------------

local PLACE = identity.PLACE
local of_move, of_content, of_move_id = identity.of_move, identity.of_content, identity.of_move_id

-- Whether one of the successors that were found has the identity.
local function is_sought(f, move)
  for i = 1, f.sought_count do
    if f.found_bits[i] and f.sought[i] == move then return true end
  end
  return false
end

-- The identities of the successors of the current node, of which some were found by theirs.
local function identify_found(e, f)
  local identities, matched = f.identities, 0
  local is_worth_it = f.depth >= ORDER_DEPTH and e.style ~= "children"
  for i = 1, f.count do
    local own = successor(e, f, i)
    local move = is_worth_it and of_content(own, i) or of_move(own, i)
    if move < PLACE and type(own) == "table" then e.has_content = true end
    if is_sought(f, move) then
      if is_found(f, own) then matched = matched + 1 else move = PLACE + i end
    end
    identities[i] = move
  end
  calls.check_found(e, f, matched)
end

-- The identities of the successors of the current node, from `first` on. Returns false where the search is to end.
function calls.identify(e, f, first)
  local identities, list = f.identities, f.list
  if e.move_id and first == 1 and not f.is_lazy then
    local matched = 0
    for i = 1, f.count do
      if e.slice_check < huge and e.must_leave(e) then return false end
      e.running = RUNNING.move_id
      local answer = e.move_id(f.state, successor(e, f, i))
      local move = of_move_id(answer)
      if not move then reject(e, RUNNING.move_id, "expected an integer, got %s", describe(answer)) end
      identities[i] = move
      if f.found_count > 0 and is_sought(f, move) then matched = matched + 1 end
    end
    calls.check_found(e, f, matched)
    return true
  end
  if f.found_count > 0 and first == 1 then
    identify_found(e, f)
    return true
  end
  local is_worth_it = f.at == 0 or f.depth >= ORDER_DEPTH
  if e.style == "children" then
    for i = first, f.count do identities[i] = of_move(successor(e, f, i), i) % PLACE end
    return true
  end
  if not is_worth_it or not e.asks_moves then
    for i = first, f.count do identities[i] = of_move(successor(e, f, i), i) end
    return true
  end
  for i = first, f.count do
    local move = list[i]
    if type(move) == "number" then
      identities[i] = of_move(move, i)
    else
      move = successor(e, f, i)
      local id = of_content(move, i)
      if id < PLACE and type(move) == "table" then e.has_content = true end
      identities[i] = id
    end
  end
  return true
end

-- Asks the game for the scores of the successors that were not tried. Returns false where the search is to end.
function calls.score(e, f)
  local order, scores, state = f.order, f.scores, f.state
  for nth = f.next + 1, f.count do
    if e.slice_check < huge and e.must_leave(e) then return false end
    local index = order[nth]
    e.running = RUNNING.order
    local score = e.order(state, successor(e, f, index))
    if type(score) ~= "number" or score ~= score then
      reject(e, RUNNING.order, "expected a number, got %s", describe(score))
    end
    scores[index] = score
  end
  f.is_scored = true
  return true
end

-- Evaluating successors ----------------------------------------------------------------------------------------------

-- Enters a successor that gets no frame of its own, evaluates it and takes the move back. `asks_end` says whether it
-- is to be found out if the game is over there, `asks_turn` who moves there. Returns the value, whether the game is
-- known to be over, and whether it is the turn of the root's side.
local function evaluate_child(e, f, index, asks_end, asks_turn)
  local c = f.above or backup.frame_above(f)
  if e.evaluate_move and not asks_end and not asks_turn then
    local move = successor(e, f, index)
    if e.finds_moves then remember(e, move) end
    f.entered_index, c.entered = index, move
    e.running = RUNNING.evaluate_move
    return take_value(e, RUNNING.evaluate_move, e.evaluate_move(f.state, move, e.me)), false
  end
  c.is_pass = false
  enter(e, f, c, index)
  local state, is_over, is_roots_turn = c.state, false, nil
  if asks_turn then
    e.running = AT_LEAF.player
    local player = e.player(state)
    check_player(e, player, AT_LEAF.player)
    is_roots_turn = player == e.me
    if not is_roots_turn then
      if e.asks_key then mover_of(e, player, AT_LEAF.player) end
      is_roots_turn = is_on_roots_side(e, player)
    end
  end
  if asks_end then
    c.list = nil
    is_over = is_game_over(e, c, state, AT_LEAF)
  end
  local value = value_of(e, state, is_over, AT_LEAF)
  if e.style == "in place" then
    e.running = AT_LEAF.unmake
    unmake(e, c)
    e.made = f.at
  end
  return value, is_over, is_roots_turn
end

-- Evaluates a leaf to which a move was made, with these results, and takes the move back. Returns the value.
local function evaluate_made(e, c, state, move, ...)
  local count = select("#", ...)
  c.undo_count, c.undo = count, (...)
  if count > 1 then keep_many(c, count, ...) end
  e.made = c.at
  e.running = AT_LEAF.evaluate
  local answer = e.evaluate(state, e.me)
  if type(answer) ~= "number" or answer ~= answer or e.checks_values then
    answer = take_value(e, AT_LEAF.evaluate, answer)
  else
    answer = answer + 0.0
  end
  e.running = AT_LEAF.unmake
  if count == 1 then e.unmake(state, move, (...)) else unmake(e, c) end
  e.made = c.at - 1
  return answer
end

-- Evaluates a successor that is a leaf. Returns the value, and whether the game is known to be over there. Most leaves
-- of a game in place are evaluated here, in few steps.
function calls.leaf(e, f, index)
  local asks_end = e.asks_end or not e.is_truncated
  if asks_end or e.style ~= "in place" or e.evaluate_move then return evaluate_child(e, f, index, asks_end, false) end
  local c = f.above or backup.frame_above(f)
  local move, state = f.list[index], f.state
  if not move then move = successor(e, f, index) end
  if e.finds_moves then remember(e, move) end
  f.entered_index = index
  c.entered, c.state, c.is_pass = move, state, false
  e.running = RUNNING.make
  return evaluate_made(e, c, state, move, e.make(state, move)), false
end

-- Evaluates the successors of a node that were not tried: these values, in the view of the player who moves at the
-- node, are their scores. Returns false where the search is to end.
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

-- The line that is expected -----------------------------------------------------------------------------------------

-- Notes that the successor of a node that was left last heads its line, followed by that one's own.
function calls.note_line(f)
  local c = f.above
  local length = c.line_length + 1
  f.line, c.line = c.line, f.line
  f.line[length] = c.entered
  f.line_length = length
end

return calls
