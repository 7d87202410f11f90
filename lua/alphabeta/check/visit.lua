-- A visit to a position: everything that is checked there. All that can be asked is asked, and moves are made and taken
-- back. Internal: `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local answers, games = use("check.answers", "common.game")
local pcall = use "common.interruption".pcall
local is_same = use "common.moves".is_same
local lines, positions, questions = use("check.lines", "check.position", "check.questions")
local show, snapshots = use("common.show", "common.snapshots")
local random, values = use("common.random", "common.values")

local describe, is_number = values.describe, values.is_number
local is_as_before, restore, take, text_of = snapshots.is_same, snapshots.restore, snapshots.take, show.text

local visit = {}

-- The number of moves of a state that a random game tries.
local MOVES_TRIED = 3

-- In how many states moves are played in a copy.
local COPIES_COMPARED = 20

-- Trying moves --------------------------------------------------------------------------------------------------------

-- Looks at what a move leads to: at its key, which near the start is not needed, since the state is visited there, too.
-- Tells those that watch the run. `is_changed` returns whether the move has changed anything.
local function glance(position, step, state, key, is_changed)
  local run = position.run
  if not position.is_close then run.keys:glance(position, step, state) end
  run:tell("tried", position, step, state, key, is_changed)
end

-- Makes a move and takes it back. With `is_again` it does so twice, and compares both. Returns whether the state is as
-- it was.
local function try_in_place(position, step, is_again, key)
  local state, after = position.state, nil
  for _ = 1, is_again and 2 or 1 do
    local _, undo = position:make(step)
    if after then
      position:compare(after, state, "twice", "make", step,
        "does something else when the same move is made again" .. positions.DICE, true)
    else
      after = is_again and take(state, position.run.plan.excluded)
      glance(position, step, state, key, function() return not is_as_before(position.snapshot, state) end)
    end
    position:unmake(step, undo)
    if not position:is_unchanged("unmake", step, "restore") then return false end
  end
  return true
end

-- Checks that undoing a move restores the key.
local function compare_key(position, step, key)
  if not key or position.run.findings:get("twice", "hash") then return end
  local now = position:ask_key(step)
  position:tidy()
  if now ~= key then
    position:found("restore", "hash", step,
      ("returns another key when the move was taken back: %s before, %s after"):format(key, now))
  end
end

-- Plays a move to a new state, twice. `last` is the new state of the move before, with its snapshot. Returns the same
-- of this move; nil when the state that is played from was changed.
local function try_copying(position, step, last, key)
  local state = position:make(step)
  if not position:is_unchanged("play", step) then return nil end
  glance(position, step, state, key, function() return not is_as_before(position.snapshot, state, true) end)
  local snapshot = take(state, position.run.plan.excluded)
  local again = position:make(step)
  if not position:is_unchanged("play", step) then return nil end
  if position:compare(snapshot, again, "twice", "play", step,
    "returns another state when the same move is played again" .. positions.DICE, true)
    and position:compare(snapshot, state, "shared", "play", step, "changes the state that it has returned before")
    and last then
    position:compare(last.snapshot, last.state, "shared", "play", step,
      "changes the state that it has returned for the move before")
  end
  return {state = state, snapshot = snapshot}
end

-- Compares what `evaluate_move` says of a move with what `evaluate` says after it, where a search may call either.
local function compare_evaluations(position, step)
  local run, name = position.run, "evaluate_move"
  if run.findings:get("differs", name) then return end
  local said, may_be_over = position:ask(step, name, position.state, step.move, run.me)
  answers.check_at(position, step, said, name)
  said = type(said) == "table" and values.copy(said) or said -- it may be filled again
  if not position:is_unchanged(name, step) then return end
  local after, undo = position:make(step)
  local there = position:after(step, after)
  local is_asked, is_over = true, false
  if position.rules.result or run.plan.ends_only then
    is_over = there:successors() == nil
    is_asked = is_over == (run.plan.ends_only and not position.rules.result)
  end
  local value = is_asked and there:ask(nil, "evaluate", after, run.me)
  position:unmake(step, undo)
  restore(position.snapshot) -- a difference is reported elsewhere
  if is_asked and not is_same(said, value) then
    position:found("differs", name, step,
      ("returns %s, and 'evaluate' returns %s after the move"):format(text_of(said), text_of(value)))
  elseif position.rules.result and is_over and may_be_over == false then
    position:found("differs", name, step, "returns false, for a game that goes on, and it is over after the move")
  end
end

-- Tries moves: all of them, or some that a generator chooses.
local function try_moves(position, list, is_chance, key, generator)
  local style, n = position.rules.style, #list
  if style == "children" then return end
  local first, last = 1, n
  if generator and n > MOVES_TRIED then
    first = random.integer(generator, n)
    last = first + MOVES_TRIED - 1
  end
  local before
  for i = first, last do
    position:pause()
    local index = (i - 1) % n + 1
    if not is_chance or list[index].probability > 0 then
      local step = lines.step(list, index, is_chance)
      if position.rules.evaluate_move and position.rules.evaluate and not is_chance then
        compare_evaluations(position, step)
      end
      local snapshot = type(step.move) == "table" and take(step.move)
      if style == "copying" then
        before = try_copying(position, step, before, key)
      elseif try_in_place(position, step, not generator or i == first, key) then
        compare_key(position, step, key)
      end
      if snapshot then
        position:compare(snapshot, step.move, "change", position.run.maker, step, "changes the move that it is given")
      end
    end
  end
end

-- Asking about the state -------------------------------------------------------------------------------------------

-- What is in the array that `moves` is given to fill, in place of the moves of another state.
local LEFT_OVER = "left over from another state"

-- Calls the function that lists successors, twice. The array that `moves` may fill holds something else at the second
-- call, as that of a search does.
local function ask_successors(position)
  local name = position.run.plan.list_function
  local filled, is_used = games.to_fill(name), false
  local function read(answer)
    local list, is_lazy = games.check_list(position, name, answer, position.state, filled, is_used)
    for i = 1, filled and #list + 1 or 0 do filled[i] = LEFT_OVER end
    is_used = true
    return list, is_lazy
  end
  return position:question(name, read, position.state, filled)
end

-- `is_over` has returned false where there are no moves. In a game with `result`, a leaf is then evaluated by the wrong
-- function; else it costs a call of `moves` only.
local function refuse_open_end(position)
  local run = position.run
  if position.rules.result then
    position:found("answer", "is_over", nil,
      ("returns false, but `%s` lists nothing: at a leaf, `evaluate` is called in place of `result`. Does it lack a "
        .. "rule, or must the player pass? Then list a move that passes"):format(run.plan.list_function))
  else
    run.findings:ask("answer", "is_over", ("`is_over` returns false in a state where `%s` lists nothing. A search"
      .. " takes the game to be over there. Does `is_over` lack a rule? Or must the player pass? Then list a move that "
      .. "passes, such as {\"pass\"}"):format(run.plan.list_function))
  end
end

-- Compares what `moves` returns without an array to fill with what it returns otherwise. Where it is an error to call
-- it so, it does not support that.
local function compare_lists(position, list)
  local rules = position.rules
  if rules.style == "children" or position.run.findings:get("differs", "moves") then return end
  local ok, answer = pcall(rules.moves, position.state)
  position:tidy()
  if not ok or type(answer) ~= "table" then return end
  local index = 1
  while is_same(answer[index], list[index]) and list[index] ~= nil do index = index + 1 end
  if answer[index] == nil and list[index] == nil then return end
  position:found("differs", "moves", nil,
    ("lists other moves with an array to fill than without: %s and %s at index %d"):format(
      text_of(list[index]), text_of(answer[index]), index))
end

-- Lists what can be played, as `Position:successors` does, and the same twice. Returns the list with its snapshot, nil
-- when the game is over; whether it is a chance node; and whether the list came from an iterator.
local function ask_list(position)
  local callbacks, state = position.rules, position.state
  position.is_over = callbacks.is_over and position:question("is_over", function(answer)
    if type(answer) == "number" then
      position:found("answer", "is_over", nil,
        ("returns %s: every number is true in Lua, 0 as well. Return true or false"):format(describe(answer)))
    end
    return answer and true or false
  end, state) or false
  position.is_declared_over = position.is_over
  if position.is_over then return nil end
  if callbacks.chances then
    local outcomes, snapshot = position:question("chances", function(answer)
      return (games.check_outcomes(position, answer))
    end, state)
    if outcomes then return outcomes, snapshot, true, false end
  end
  local list, snapshot, is_lazy = ask_successors(position)
  if position.is_close and not is_lazy then compare_lists(position, list) end
  if callbacks.is_over and #list == 0 then refuse_open_end(position) end
  position.is_over = #list == 0
  if position.is_over then return nil end
  return list, snapshot, false, is_lazy
end

-- Asks for the key. Returns it as text, and as it is.
local function ask_key(position)
  if not position.rules.hash then return nil end
  local answer
  local key = position:question("hash", function(result)
    answer = result
    return position:key_text(result)
  end, position.state)
  return key, answer
end

-- Asks for the bounds of what can still come of the position, which are kept for those that follow it.
local function ask_bounds(position)
  local run, name = position.run, "bounds"
  local lowest, highest = position:ask(nil, name, position.state, run.me)
  if not position:is_unchanged(name) then return end
  if not (is_number(lowest) and is_number(highest) and lowest <= highest) then
    position:reject(name, ("expected the lowest value and the highest one, got %s and %s"):format(describe(lowest),
      describe(highest)))
  end
  position.bounds[#position.steps + 1] = {lowest, highest, mover = position.mover, plies = position.plies}
end

-- Compares a value with the bounds of the position and of those before it. For the player to move, bounds that another
-- player got are those of the opponent.
local function compare_with_bounds(position, value)
  local run, name = position.run, games.value_function(position.rules, position.is_over)
  for n = 1, #position.steps + 1 do
    local bounds = position.bounds[n]
    if bounds and not run.findings:get("bounds", "bounds") then
      local low, high = bounds[1], bounds[2]
      local is_other = (position.plies - bounds.plies) % 2 == 1
      if position.rules.player then is_other = bounds.mover ~= position.mover end
      if is_other and run.plan.view == "mover" then low, high = -high, -low end
      if value < low or value > high then
        position:found("bounds", "bounds", nil,
          ("returns %s and %s after %d of these moves, and '%s' returns %s at the end"):format(
            describe(bounds[1]), describe(bounds[2]), n - 1, name, describe(value)))
      end
    end
  end
end

-- Asks what the position is worth. Returns that.
local function ask_value(position)
  local run = position.run
  local name = games.value_function(position.rules, position.is_over)
  local value = position:question(name, function(answer)
    answers.check(position, answer, name)
    return answer
  end, position.state, run.me)
  if run.plan.sign and not run.plan.is_maxn then run.signs:weigh(position, value) end
  if run.plan.sign and run.plan.is_maxn then run.signs:weigh_payoffs(position, value) end
  if position.rules.bounds and not run.plan.is_maxn then compare_with_bounds(position, value) end
  return value
end

-- Keeps the list for the next step, and checks that trying moves has not changed it.
local function keep_list(position, list, snapshot, is_chance)
  local findings, name = position.run.findings, is_chance and "chances" or position.run.plan.list_function
  if findings:get("change", position.run.maker) then snapshot = take(list) end -- it is to blame, not the list
  position:keep_list(list, snapshot, name)
  position:compare(snapshot, list, "shared", name, nil, "what it returned is changed when moves are made")
end

-- Asks about moves that do not work in a copy of the state that listed them, because they name its objects.
local function compare_copies(position, list)
  local run, rules = position.run, position.rules
  if rules.style ~= "copying" or run.copies_compared >= COPIES_COMPARED or #run.findings.list > 0 then return end
  local function first_move(state)
    local ok, found = pcall(rules.moves, state, {})
    return ok and type(found) == "table" and type(found[1]) == "table" and found[1] or nil
  end
  local step = lines.step(list, 1, false)
  local state, copy = position:make(step), position:make(step)
  local move, own = first_move(state), first_move(copy)
  if not move or not own then return end
  run.copies_compared = run.copies_compared + 1
  local ok, expected = pcall(rules.play, copy, own)
  local is_played, after = pcall(rules.play, copy, move)
  if not ok or is_played and run.fingerprint(after) == run.fingerprint(expected) then return end
  run.copies_compared = COPIES_COMPARED
  run.findings:ask("differs", "copy", ("`play` does not play %s in a copy of the state that listed it. Does the move "
    .. "refer to a table of its state? A search plays each move in the state that listed it. But a game may copy its "
    .. "state, save it or send it, and the move is not found there. Name what moves by a number, such as its place"):
    format(text_of(move)))
end

-- The visit ---------------------------------------------------------------------------------------------------------

-- Visits a position: asks all that can be asked there, and tries its moves, all of them unless a generator chooses
-- some: then states are checked less closely. Returns what can be played, nil when the game is over, and whether it is
-- a chance node.
function visit.examine(position, generator)
  local run, plan = position.run, position.run.plan
  position:pause()
  run.states = run.states + 1
  position.snapshot, position.is_close = take(position.state, plan.excluded), generator == nil
  run.first_snapshot = run.first_snapshot or position.snapshot
  local list, snapshot, is_chance, is_lazy = ask_list(position)
  position:ask_player()
  local key, answer = ask_key(position)
  if plan.rules.bounds and not plan.is_maxn then ask_bounds(position) end
  local value
  if position.is_over or not plan.ends_only then value = ask_value(position) else run.signs:weigh_current(position) end
  if position.is_over and plan.rules.noisy then questions.ask_noisy_at_end(position) end
  if plan.rules.find_move and not is_chance and not position.is_declared_over then questions.find(position, list) end
  if list and not is_chance then
    questions.ask(position, list)
    if is_lazy then questions.iterate_again(position, list) end
  end
  if list then try_moves(position, list, is_chance, key, generator) end
  position:pause()
  local content = key and run.keys:remember(position, key, answer) or run.fingerprint(position.state)
  if value ~= nil then run.keys:remember_value(position, content, value) end
  if not is_chance then run.keys:remember_count(position, content, list and #list or 0) end
  if list and position.is_close then run.hidden:ask_again(position, value) end
  if list then keep_list(position, list, snapshot, is_chance) end
  if list and not is_chance then compare_copies(position, list) end
  run:tell("visited", position, list, is_chance or false, value)
  return list, is_chance or false
end

-- Passes a position, checking nothing but its list. Returns as `examine` does.
function visit.pass_by(position)
  position:pause()
  position.snapshot = take(position.state, position.run.plan.excluded)
  local list, is_chance = position:successors()
  position:tidy()
  if list then position:keep_list(list, take(list), is_chance and "chances" or position.run.plan.list_function) end
  return list, is_chance
end

return visit
