-- Lines of moves, with the label and the player of each move; and the moves at the root with their lines. Internal:
-- `alphabeta.explain` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local globals, label = use("common.globals", "tree.label")

local traceback = globals.traceback or function(text) return text end

local lines = {}

-- Adds to an error of the option `label` where it was raised. Values other than strings stay as they are.
local function explain_error(err)
  if type(err) ~= "string" then return err end
  return traceback("alphabeta.explain: option 'label', called as label(state, move): " .. err, 2)
end

-- Labels a step of a line: by the option `label`, by the move itself, or else by its index. In the children style, a
-- number is a state, which says nothing of the move. `state` is the state after the step, nil if it was not reached.
local function label_step(plan, step, state)
  local name
  if plan.label then
    local ok, answer = xpcall(function() return plan.label(state, step.move) end, explain_error)
    if not ok then error(answer, 0) end
    name = answer
  elseif not (plan.is_by_children and type(step.move) == "number") then
    name = step.move
  end
  step.label = label.of(name) or step.index and ("#%.0f"):format(step.index) or "?"
end

-- Records the player of each step of a line, except outcomes. Without `player`, turns alternate.
local function note_movers(plan, path, movers)
  local is_mine = true
  for i, step in ipairs(path) do
    if not step.is_chance then
      if plan.game.player then is_mine = movers[i] == plan.me end
      step.is_mine, step.player = is_mine, movers[i]
      is_mine = not is_mine
    end
  end
end

-- Completes the steps of a line, which have a `move`, an `index`, or both. Returns what is at its end, as in the field
-- `ends` of an explanation, and an array of the number of successors of each node on it.
function lines.complete(plan, path)
  local player, movers, is_reached = plan.game.player, {}, {}
  local has_failed, failure = false, nil

  -- The walker visits states while a search runs, which would add to an error that it came from its option `trace`.
  local function visit(ply, state)
    if player then movers[ply + 1] = player(state) end
    if ply > 0 then
      is_reached[ply] = true
      label_step(plan, path[ply], state)
    end
  end
  local ends, counts = plan.walker:follow(path, function(ply, state)
    if has_failed then return end
    local ok, err = pcall(visit, ply, state)
    if not ok then has_failed, failure = true, err end
  end)
  if has_failed then error(failure, 0) end
  for ply, step in ipairs(path) do
    if not is_reached[ply] then label_step(plan, step, nil) end
  end
  note_movers(plan, path, movers)
  return ends, counts
end

-- Makes a line of moves. Returns its steps, and what is at its end.
function lines.of(plan, moves)
  local path = {}
  for i, move in ipairs(moves) do path[i] = {move = move} end
  return path, (lines.complete(plan, path))
end

-- By how much a value is worse than the best one for the player at the root.
local function loss_of(plan, best, value)
  if type(best) == "table" then best = best[plan.me] end -- scores hold only the payoff of one player
  if value == best then return 0 end
  return plan.wants_low and value - best or best - value
end

-- Explains the moves at the root, the best first, by the scores of a search: the move that it returned precedes others
-- that are as good. They are as in the field `moves` of an explanation.
function lines.moves(plan, best, value, scores)
  local explained, at = {}, nil
  local first = lines.of(plan, {best})[1]
  for i, score in ipairs(scores) do
    local line, ends = lines.of(plan, score.pv or {score.move})
    local step = line[1]
    explained[i] = {
      move = score.move, index = step.index, label = step.label, value = score.value, bound = score.bound,
      loss = score.bound == "exact" and loss_of(plan, value, score.value) or nil, win_in = score.win_in,
      line = score.pv and line or nil, ends = score.pv and ends or nil,
    }
    local is_best = rawequal(score.move, best) or first.index ~= nil and step.index == first.index
    if is_best and not at then at = i end
  end
  if at then table.insert(explained, 1, table.remove(explained, at)) end
  return explained
end

return lines
