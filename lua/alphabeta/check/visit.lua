-- A visit to a position: everything that is checked there. Internal: `alphabeta.check` uses it.

local CHECK = (... or "alphabeta.check.visit"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local answers = require(CHECK .. ".answers")
local games = require(PACKAGE .. ".common.game")
local is_same = require(PACKAGE .. ".common.moves").is_same
local moves = require(CHECK .. ".moves")
local pictures = require(PACKAGE .. ".common.picture")
local values = require(PACKAGE .. ".common.values")

local take = pictures.take

local visit = {}

-- What is in the array that `moves` is given to fill, in place of the moves of another state.
local LEFT_OVER = "left over from another state"

-- Calls the function that lists successors, twice. The array that `moves` may fill holds something else at the second
-- call, as that of a search does.
local function ask_lister(position)
  local lister = position.run.plan.lister
  local filled = games.to_fill(lister)
  local function read(answer)
    local list, is_lazy = games.check_list(position, lister, answer, filled)
    for i = 1, filled and #list + 1 or 0 do filled[i] = LEFT_OVER end
    return list, is_lazy
  end
  return position:question(lister, read, position.state, filled)
end

-- `is_over` has returned false where there are no moves. In a game with `result`, a leaf is then evaluated by the wrong
-- function; else it costs a call of `moves` only.
local function refuse_open_end(position)
  local run = position.run
  if position.rules.result then
    position:found("answer", "is_over", nil,
      ("returns false, but `%s` lists nothing: at a leaf, `evaluate` is called in place of `result`"):format(
        run.plan.lister))
  elseif not run.has_open_end then
    run.has_open_end = true
    run.questions[#run.questions + 1] = ("`is_over` returns false in a state where `%s` lists nothing. The game is over"
      .. " there; does `is_over` lack a rule?"):format(run.plan.lister)
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
      pictures.text(list[index]), pictures.text(answer[index]), index))
end

-- Lists what can be played, as `Position:successors` does, and the same twice. Returns the list with its picture, nil
-- when the game is over; whether it is a chance node; and whether the list came from an iterator.
local function ask_list(position)
  local callbacks, state = position.rules, position.state
  position.is_over = callbacks.is_over and position:question("is_over", function(answer)
    return answer and true or false
  end, state) or false
  position.is_declared_over = position.is_over
  if position.is_over then return nil end
  if callbacks.chances then
    local outcomes, picture = position:question("chances", function(answer)
      return (games.check_outcomes(position, answer))
    end, state)
    if outcomes then return outcomes, picture, true, false end
  end
  local list, picture, is_lazy = ask_lister(position)
  if position.is_close and not is_lazy then compare_lists(position, list) end
  if callbacks.is_over and #list == 0 then refuse_open_end(position) end
  position.is_over = #list == 0
  if position.is_over then return nil end
  return list, picture, false, is_lazy
end

-- Asks for the key. Returns it as text, and as it is.
local function ask_key(position)
  if not position.rules.hash then return nil end
  local answer
  local key = position:question("hash", function(result)
    answer = result
    return answers.key(position, result)
  end, position.state)
  return key, answer
end

-- Asks for the bounds of what can still come of the position, which are kept for those that follow it.
local function ask_bounds(position)
  local run, name = position.run, "bounds"
  local lowest, highest = position:ask_for_two(nil, name, position.state, run.me)
  if not position:is_unchanged(name) then return end
  if not (values.is_number(lowest) and values.is_number(highest) and lowest <= highest) then
    position:reject(name, "the lowest value and the highest one",
      values.describe(lowest) .. " and " .. values.describe(highest))
  end
  position.bounds[#position.steps + 1] = {lowest, highest, mover = position.mover, plies = position.plies}
end

-- Compares a value with the bounds of the position and of those before it. For the player to move, bounds that another
-- player got are those of the opponent.
local function compare_with_bounds(position, value)
  local run, name = position.run, games.valuer_of(position.rules, position.is_over)
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
            values.describe(bounds[1]), values.describe(bounds[2]), n - 1, name, values.describe(value)))
      end
    end
  end
end

-- Asks what the position is worth. Returns that.
local function ask_value(position)
  local run = position.run
  local name = games.valuer_of(position.rules, position.is_over)
  local value = position:question(name, function(answer)
    answers.value(position, answer, name)
    return answer
  end, position.state, run.me)
  if run.plan.sign and not run.plan.is_maxn then run.signs:weigh(position, value) end
  if position.rules.bounds and not run.plan.is_maxn then compare_with_bounds(position, value) end
  return value
end

-- Keeps the list for the next step, and checks that trying moves has not changed it.
local function keep_list(position, list, picture, is_chance)
  local findings, name = position.run.findings, is_chance and "chances" or position.run.plan.lister
  if findings:get("change", position.run.maker) then picture = take(list) end -- it is to blame, not the list
  position:keep_list(list, picture, name)
  position:compare(picture, list, "shared", name, nil, "what it returned is changed when moves are made")
end

-- Visits a position: asks all that can be asked there, and tries its moves, all of them unless `generator` chooses
-- some.
-- @tparam table position
-- @tparam[opt] function generator a generator; with it, states are checked less closely
-- @treturn ?table an array of what can be played; nil when the game is over
-- @treturn boolean whether it is a chance node
function visit.examine(position, generator)
  local run, plan = position.run, position.run.plan
  run.states = run.states + 1
  position.picture, position.is_close = take(position.state, plan.excluded), generator == nil
  local list, picture, is_chance, is_lazy = ask_list(position)
  position:ask_player()
  local key, answer = ask_key(position)
  if plan.rules.bounds and not plan.is_maxn then ask_bounds(position) end
  local value
  if position.is_over or not plan.ends_only then value = ask_value(position) end
  if position.is_over and plan.rules.noisy then moves.ask_at_end(position) end
  if plan.rules.find_move and not is_chance and not position.is_declared_over then moves.find(position, list) end
  if list and not is_chance then
    moves.ask(position, list)
    if is_lazy then moves.iterate_again(position, list) end
  end
  if list then moves.try(position, list, is_chance, key, generator) end
  local content = key and run.keys:remember(position, key, answer) or run.fingerprint(position.state)
  if value ~= nil then run.paths:remember(position, content, value) end
  if value ~= nil and list and position.is_close then run.paths:evaluate_again(position, value) end
  if list then keep_list(position, list, picture, is_chance) end
  return list, is_chance or false
end

-- Passes a position, checking nothing but its list.
-- @tparam table position
-- @treturn ?table an array of what can be played; nil when the game is over
-- @treturn boolean whether it is a chance node
function visit.pass_by(position)
  position.picture = take(position.state, position.run.plan.excluded)
  local list, is_chance = position:successors()
  position:tidy()
  if list then position:keep_list(list, take(list), is_chance and "chances" or position.run.plan.lister) end
  return list, is_chance
end

return visit
