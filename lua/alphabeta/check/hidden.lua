-- What a game keeps outside of its state, in local variables or globals: the check can neither compare it nor restore
-- it, and a key would be blamed for what it does not hold. Internal: `alphabeta.check` uses it.
--
-- It shows in three ways. Moves change no field of the state. A function answers differently when moves were made and
-- taken back. Or it does so when other games were played meanwhile.

local use = require((...):match "^(.*)%..*%." .. ".use")

local games, lines, positions = use("common.game", "check.lines", "check.position")
local pcall = use "common.interruption".pcall
local show, snapshots = use("common.show", "common.snapshots")
local snapshot_games = use "snapshot".games

local concat, text_of = table.concat, show.text

local hidden = {}

local Hidden = {}
Hidden.__index = Hidden

-- How many moves that change nothing it takes to say so.
local MIN_UNCHANGED = 3

-- Makes the memory of a run: `unchanged`, how many moves have changed nothing, with the shortest `line`; `has_changed`,
-- whether one has. Of a game that `alphabeta.snapshot` has made that is known, and what moves change in cdata is not
-- seen. `at_first` has the answers in the first state, and `forgotten` the first that was another one later.
function hidden.new(run)
  return setmetatable({
    run = run, unchanged = 0, has_changed = snapshot_games[run.plan.rules.make] ~= nil or run.plan.cdata ~= nil,
  }, Hidden)
end

-- Moves that change nothing ---------------------------------------------------------------------------------------

-- Looks whether a move from a position has changed the state, until one has.
function Hidden:tried(position, step, _, _, is_changed)
  if self.has_changed or step.is_chance then return end
  self.has_changed = is_changed()
  if self.has_changed then return end
  self.unchanged = self.unchanged + 1
  if not self.line or #self.line > #position.steps + 1 then self.line = lines.copy(position.steps, step) end
end

-- Says so when no move has changed the state.
function Hidden:judge_unchanged()
  local run = self.run
  if self.has_changed or self.unchanged < MIN_UNCHANGED then return end
  run.findings:add("hidden", run.maker, self.line, (run.maker == "make"
    and "the state did not change by `make`, in none of %d moves: the game keeps what moves change elsewhere, in "
      .. "local variables or globals. Give the check a state that has it in its fields"
    or "returns a state with the same fields, for each of %d moves: the game keeps what moves change elsewhere, in "
      .. "local variables or globals"):format(self.unchanged))
end

-- Answers after moves ---------------------------------------------------------------------------------------------

-- Asks again in a position where moves were tried: is the game over, and what is the position worth?
function Hidden:ask_again(position, value)
  local findings, rules, state = self.run.findings, position.rules, position.state
  if rules.is_over and not findings:get("restore", "is_over") and position:ask(nil, "is_over", state) then
    position:found("restore", "is_over", nil, "returns true when moves were made and taken back, and false before. It "
      .. "depends on what the game keeps in local variables or globals")
  end
  local name = games.value_function(rules, position.is_over)
  if value == nil or findings:get("restore", name) or findings:get("twice", name) then return end
  local before, now = text_of(value, 200), text_of(position:ask(nil, name, state, self.run.me), 200)
  position:tidy()
  if now == before then return end
  position:found("restore", name, nil,
    ("returns another value when moves were made and taken back: %s before, %s after. It depends on what the game keeps"
      .. " in local variables or globals"):format(before, now))
end

-- What the functions of the game answer in a state, as texts by name; nil if one raises an error.
function Hidden:answers_of(state)
  local plan, answers = self.run.plan, {}
  local rules = plan.rules
  local ok = pcall(function()
    local me = rules.player and rules.player(state)
    local list, is_chance = games.successors(games.strict(rules), state)
    answers.player, answers.is_over = text_of(me), rules.is_over and tostring(rules.is_over(state) and true)
    if list and not is_chance then
      answers[plan.list_function] = rules.style == "children" and tostring(#list)
        or concat((lines.contents_of(self.run, list, false)), ", ")
    end
    if not list or not plan.ends_only then
      local name = games.value_function(rules, list == nil)
      answers[name] = text_of(rules[name](state, me))
    end
  end)
  return ok and answers or nil
end

-- Notes the answers in the first state.
function Hidden:note_first() self.at_first = self:answers_of(self.run.plan.start(1)) end

-- Keeps a position of a game, with the answers there, for `compare_kept`; nil if its state cannot be compared.
function Hidden:keep(position)
  if self.run.plan.cdata then return nil end
  local kept = {
    snapshot = position.snapshot, steps = lines.copy(position.steps), answers = self:answers_of(position.state),
  }
  position:tidy()
  return kept
end

-- Notes that a function answers otherwise in a state than before other moves were played. `steps` lead there.
function Hidden:compare(before, now, steps)
  local list_function = self.run.plan.list_function
  for _, name in ipairs(before and now and not self.forgotten
    and {"is_over", "player", list_function, "result", "evaluate"} or {}) do
    if before[name] ~= now[name] then
      local said = name == list_function and "" or (": %s before, %s after"):format(before[name], now[name])
      self.forgotten = {name = name, steps = steps, said = said}
      return
    end
  end
end

-- Compares the answers at a position that was kept, now that its game has been played to its end. In place, its moves
-- are made again: a game may keep its board in local variables.
function Hidden:compare_kept(kept)
  local rules = self.run.plan.rules
  if snapshot_games[rules.make] then return end
  if rules.style ~= "in place" then
    snapshots.restore(kept.snapshot)
    return self:compare(kept.answers, self:answers_of(kept.snapshot.value), kept.steps)
  end
  positions.attempt(function()
    local there = positions.replay(self.run, kept.steps)
    if not there then return end
    self:compare(kept.answers, self:answers_of(there.state), kept.steps)
    there:take_back()
  end)
end

-- Says so when a function answered otherwise, unless another defect may be why.
function Hidden:judge_answers()
  self:compare(self.at_first, self:answers_of(self.run.plan.start(1)), {start = 1})
  local forgotten, findings = self.forgotten, self.run.findings
  if not forgotten or findings:may_change_answers() then return end
  findings:add("hidden", forgotten.name, forgotten.steps, ("answers differently in a state when other moves were "
    .. "played meanwhile%s. It depends on what the game keeps in local variables or globals. Keep that in the state")
    :format(forgotten.said))
end

-- Says what the game keeps elsewhere. Answers are compared once, before shorter lines are searched for.
function Hidden:judge()
  if not self.is_judged then self:judge_answers() end
  self.is_judged = true
  self:judge_unchanged()
end

return hidden
