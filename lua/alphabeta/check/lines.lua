-- Lines of steps through a game: a step is a move or an outcome that was made, with its index among those that there
-- were. Internal: `alphabeta.check` uses it.

local use = require((...):match "^(.*)%..*%." .. ".use")

local is_same, label = use "common.moves".is_same, use "tree.label"
local random, text_of = use "common.random", use "common.show".text

local concat, sort = table.concat, table.sort
local rawequal, type = rawequal, type

local lines = {}

-- The most characters of a move, about: a table with the places and the piece of a move has a hundred.
local MOVE_LONGEST = 160

-- The step to a move of a list.
function lines.step(list, index, is_chance)
  local move = list[index]
  if is_chance then move = move.outcome end
  return {index = index, move = move, is_chance = is_chance}
end

-- What a step leads to or is made by, as text; it is kept in the step.
local function content_of(run, step)
  step.content = step.content or run.fingerprint(step.move)
  return step.content
end

-- A move as messages show it. A table is its label, if it has one, or else what it holds.
function lines.move_text(move)
  return type(move) == "table" and label.of(move) or text_of(move, MOVE_LONGEST)
end

-- Keeps what the move of a step holds, which is a table, in place: the tables of the state that it names are changed by
-- moves.
function lines.keep_content(run, step)
  if run.plan.rules.style ~= "in place" or step.text then return end
  step.content, step.text = run.fingerprint(step.move), lines.move_text(step.move)
end

-- Are two steps the same? Moves are compared as a search compares them, children by what they hold, and moves in place
-- by what they held.
function lines.is_same_step(run, a, b)
  if a.is_chance ~= b.is_chance then return false end
  if a.text or b.text then return content_of(run, a) == content_of(run, b) end
  if rawequal(a.move, b.move) or is_same(a.move, b.move) then return true end
  return run.plan.rules.style == "children" and not a.is_chance and content_of(run, a) == content_of(run, b)
end

-- Finds a step in another list, which may have another order: the same move at any place, and of several that have the
-- same content the one at its own place. Returns the step of that list; nil when it is not there.
function lines.find_step(run, step, list, is_chance)
  if step.is_chance ~= is_chance then return nil end
  local function is_at(i)
    local entry = list[i]
    if is_chance and entry ~= nil then entry = entry.outcome end
    return rawequal(entry, step.move)
  end
  if is_at(step.index) then return lines.step(list, step.index, is_chance) end
  for i = 1, #list do
    if is_at(i) then return lines.step(list, i, is_chance) end
  end
  local own = list[step.index] ~= nil and lines.step(list, step.index, is_chance)
  if own and lines.is_same_step(run, own, step) then return own end
  for i = 1, #list do
    local there = lines.step(list, i, is_chance)
    if lines.is_same_step(run, there, step) then return there end
  end
  return nil
end

-- Chooses a step of a list at random; at a chance node, one of a probability above 0.
function lines.choose(generator, list, is_chance)
  local index = random.integer(generator, #list)
  if is_chance then
    while list[index].probability == 0 do index = index % #list + 1 end
  end
  return lines.step(list, index, is_chance)
end

-- What the entries of a list hold, as texts in order, and the step to each by its text.
function lines.contents_of(run, list, is_chance)
  local contents, steps = {}, {}
  for i = 1, #list do
    if not is_chance or list[i].probability > 0 then
      local step = lines.step(list, i, is_chance)
      local content = run.fingerprint(step.move)
      contents[#contents + 1], steps[content] = content, step
    end
  end
  sort(contents)
  return contents, steps
end

-- Chooses a step of a list at random: of lists with the same entries the same, whatever their order is. Returns also
-- the list as text.
function lines.choose_by_content(run, generator, list, is_chance)
  local contents, steps = lines.contents_of(run, list, is_chance)
  return steps[contents[random.integer(generator, #contents)]], concat(contents, "\n")
end

-- A copy of a list of steps, one longer if there is another one. Steps have the number of the state that they start
-- from, `start`.
function lines.copy(steps, step)
  local copy, n = {start = steps.start}, #steps
  for i = 1, n do copy[i] = steps[i] end
  copy[n + 1] = step
  return copy
end

return lines
