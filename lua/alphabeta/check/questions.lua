-- Questions about the moves of a position: the functions of the game that get a move, or list some. Internal:
-- `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games = use "common.game"
local pcall = use "common.interruption".pcall
local lines, same_moves = use("check.lines", "common.moves")
local show, snapshots = use("common.show", "common.snapshots")
local values = use "common.values"

local describe, is_integer, is_number = values.describe, values.is_integer, values.is_number
local index_of, is_same = same_moves.index_of, same_moves.is_same
local is_as_before, restore, text_of = snapshots.is_same, snapshots.restore, show.text

local questions = {}

-- Of what `find_move` may get, how much is kept of all states, and how much of that is asked for at each.
local IDS_KEPT, IDS_TRIED = 200, 20

-- The state that a move leads to, as text.
local function content_after(position, list, index)
  local step = lines.step(list, index, false)
  local state, undo = position:make(step)
  local content = position.run.fingerprint(state)
  position:unmake(step, undo)
  restore(position.snapshot) -- a difference is reported elsewhere
  return content
end

-- The first two indexes of a list at which the same move stands; nil when all moves are different. Tables are the same
-- move when they have the same content, and lead to the same state: the game may compare them by identity. Of children
-- only a table that is there twice counts: different moves may well lead to states that are equal.
local function find_twins(position, list)
  local fingerprint, are_children = position.run.fingerprint, position.rules.style == "children"
  local seen, contents = {}, {}
  for i, move in ipairs(list) do
    local is_table = type(move) == "table"
    local first = (is_table or not are_children) and move == move and seen[move]
    if not first and is_table and not are_children then
      local content = fingerprint(move)
      local other = contents[content]
      contents[content] = other or i
      local is_alike = other and is_same(list[other], move)
        and content_after(position, list, other) == content_after(position, list, i)
      first = is_alike and other
    end
    if first then return first, i end
    if move == move then seen[move] = i end
  end
  return nil
end

-- Runs `ask`, which calls functions of the game that are not to change the state, and returns its result. Where states
-- are not checked closely, they are compared once, after all calls; a change is then looked for call by call.
local function ask_all(position, ask)
  local result = ask()
  if position.is_close or is_as_before(position.snapshot, position.state) then return result end
  restore(position.snapshot)
  position.is_close = true
  result = ask()
  position.is_close = false
  return result
end

-- Asks a function about each move, twice. `is_right` and `expected` say which answers are right. Returns the answers;
-- nil when something was wrong with them.
local function ask_about(position, list, name, is_right, expected)
  return ask_all(position, function()
    local all, is_all_right = {}, true
    for i in ipairs(list) do
      position:pause()
      local step = lines.step(list, i, false)
      local first = position:ask(step, name, position.state, step.move)
      if not is_right(first) then
        position:reject_at(step, name, ("expected %s, got %s"):format(expected, describe(first)))
      end
      local again = position:ask(step, name, position.state, step.move)
      if first ~= again then
        is_all_right = false
        position:found("twice", name, step,
          ("answers differently when it is called again: %s, then %s"):format(describe(first), describe(again)))
      end
      if position.is_close and not position:is_unchanged(name, step) then return nil end
      all[i] = first
    end
    return is_all_right and all or nil
  end)
end

-- Asks for the identities of all moves, each twice. Two moves of a state must not have the same one.
local function ask_identities(position, list)
  local ids = ask_about(position, list, "move_id", function(id)
    return is_number(id) and is_integer(id)
  end, "an integer")
  local is_reported = position.rules.find_move or position.run.findings:get("clash", "move_id")
  if not ids or is_reported then return end
  local seen = {}
  for i, id in ipairs(ids) do
    local move, other = list[i], seen[id]
    if other and not is_same(list[other], move) then
      position:found("clash", "move_id", lines.step(list, i, false),
        ("returns %s for two moves of one state: %s and %s"):format(describe(id), text_of(list[other]), text_of(move)))
      return
    end
    seen[id] = i
  end
end

-- The moves that quiescence follows.
local function list_noisy(position)
  return (position:question("noisy", function(answer)
    return (games.check_list(position, "noisy", answer))
  end, position.state))
end

-- Are the moves that quiescence follows moves of the state?
local function ask_noisy(position, list)
  local noisy = list_noisy(position)
  position.noisy = noisy
  if position.rules.style == "children" then return end
  for _, move in ipairs(noisy) do
    if not index_of(move, list) then
      position:found("answer", "noisy", nil, ("lists what is no move of the state: %s"):format(text_of(move)))
      return
    end
  end
end

-- Checks that there are no noisy moves where the game is over. It ignores `noisy` where `is_over` is true, and errors
-- in a game with `result`: a search does not ask there.
function questions.ask_noisy_at_end(position)
  local rules = position.rules
  if position.is_declared_over then return end
  if rules.result and not pcall(rules.noisy, position.state) then return position:tidy() end
  if list_noisy(position)[1] ~= nil then
    position:found("answer", "noisy", nil, "lists moves where the game is over")
  end
end

-- Passes, and takes it back.
local function try_pass(position)
  local run, state = position.run, position.state
  local callbacks, is_in_place = position.rules, position.rules.style == "in place"
  local undo = games.pack(position:call("pass", state))
  local after = is_in_place and state or undo[1]
  if after == nil then position:reject("pass", "expected a state, got nil") end
  if not is_in_place then position:is_unchanged "pass" end
  local mover = callbacks.player and position:ask(nil, "player", after)
  if is_in_place then
    position:call("unpass", state, games.unpack(undo))
    position:is_unchanged("unpass", nil, "restore")
  end
  if callbacks.player and mover == position.mover and #run.players == 2 then
    position:found("turn", "pass", nil,
      ("does not change the turn, which is still with %s"):format(run:name_of(position.player_index)))
  end
end

-- What `find_move` gets for each move of a list, false where nothing: what `move_id` says of it, or the move itself
-- where that is a number or a string. Also, the move that `find_move` must return, by that.
local function ids_of(position, list)
  local ids, by_id, callbacks = {}, {}, position.rules
  for i, move in ipairs(list) do
    local step, id = lines.step(list, i, false), nil
    if callbacks.move_id then
      id = position:ask(step, "move_id", position.state, move)
    elseif type(move) == "number" or type(move) == "string" then
      id = move
    end
    ids[i] = id ~= nil and id == id and id
    if ids[i] and by_id[id] ~= nil and not is_same(by_id[id], move) then
      position:found("duplicate", "move_id", step,
        ("returns %s for two moves, between which 'find_move' cannot choose: %s and %s")
          :format(describe(id), text_of(by_id[id]), text_of(move)))
    elseif ids[i] and by_id[id] == nil then
      by_id[id] = move
    end
  end
  return ids, by_id
end

-- Asks `find_move` for one move; `wanted` is what it is to return, nil where that cannot be made.
local function ask_for_move(position, id, wanted)
  local name, fingerprint = "find_move", position.run.fingerprint
  local found = position:ask(nil, name, position.state, id)
  if position.is_close and not position:is_unchanged(name) then return end
  if found == wanted or is_same(found, wanted) then return end
  local are_tables = type(found) == "table" and type(wanted) == "table"
  if are_tables and fingerprint(found) == fingerprint(wanted) then return end
  local listed = wanted == nil and "there is no such move"
    or ("'%s' lists %s"):format(position.run.plan.list_function, text_of(wanted))
  position:found("differs", name, nil, ("returns %s for %s, and %s"):format(text_of(found), text_of(id), listed))
end

-- Compares what `find_move` returns with the list, where a search may call it: for the moves of the list, and for some
-- that were listed in other states. There is no list where the game is over without `is_over`.
function questions.find(position, list)
  if position.rules.style == "children" and not position.rules.move_id then return end
  local findings, seen, is_seen = position.run.findings, position.run.ids, position.run.is_id
  local ids, by_id = ids_of(position, list or {})
  local function ask_for(asked, first)
    for i = first, #asked do
      if findings:get("differs", "find_move") then return end
      if asked[i] then ask_for_move(position, asked[i], by_id[asked[i]]) end
    end
  end
  ask_all(position, function()
    ask_for(ids, 1)
    ask_for(seen, math.max(1, #seen - IDS_TRIED + 1))
  end)
  for i = 1, #ids do
    if ids[i] and not is_seen[ids[i]] and #seen < IDS_KEPT then
      is_seen[ids[i]] = true
      seen[#seen + 1] = ids[i]
    end
  end
end

-- Calls the functions about the moves of a position that is no chance node.
function questions.ask(position, list)
  local callbacks = position.rules
  local first, second = find_twins(position, list)
  if first then
    position:found("duplicate", position.run.plan.list_function, nil,
      ("lists the same move twice, at index %d and at index %d: %s"):format(first, second, text_of(list[second])))
  end
  if callbacks.order then position.priorities = ask_about(position, list, "order", is_number, "a number") end
  if callbacks.move_id then ask_identities(position, list) end
  if callbacks.noisy then ask_noisy(position, list) end
  if callbacks.pass then try_pass(position) end
end

-- The index of a move among the first `count` entries of a list, some of which may be nil; nil when it is not there.
local function index_in(list, move, count)
  for i = 1, count do
    if list[i] ~= nil and is_same(list[i], move) then return i end
  end
  return nil
end

-- Takes moves from an iterator again, making and unmaking each before the next. They may come in another order than in
-- the list, which it gave when no moves were made.
function questions.iterate_again(position, list)
  local name, are_children = position.run.plan.list_function, position.rules.style == "children"
  local iterator = position:ask(nil, name, position.state, games.to_fill(name))
  if type(iterator) ~= "function" then return end
  local rest, left = lines.copy(list), #list
  for i = 1, #list + 1 do
    local ok, move = pcall(iterator)
    local at = ok and move ~= nil and (are_children and type(move) == "table" and i <= #list and next(rest)
      or index_in(rest, move, #list))
    if not ok or move ~= nil and not at or move == nil and left > 0 then
      position:found("twice", name, nil,
        ("its iterator goes on differently when moves are made and taken back meanwhile: %s at index %d, not %s")
          :format(ok and text_of(move) or tostring(move), i, text_of(list[i])))
      return
    end
    if move == nil then return end
    rest[at], left = nil, left - 1
    local step = {index = i, move = move, is_chance = false}
    local _, undo = position:make(step)
    position:unmake(step, undo)
    if not is_as_before(position.snapshot, position.state) then
      restore(position.snapshot) -- reported elsewhere
      return
    end
  end
end

return questions
