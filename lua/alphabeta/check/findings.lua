-- What a check reports: defects, questions, and tests that it could not make. Internal: `alphabeta.check` uses it.
--
-- There is one defect for each kind and each function, with the shortest line of moves that shows it. A line is
-- reported as an array of moves. To be played again, it is an array of steps: tables with the `move`, its `index` in
-- the list, and `is_chance` for an outcome.
--
-- A new finding needs a row in `KINDS`, at its place in the report, and a call of `add` (a defect), `ask` (a question:
-- what it is about may be right) or `skip` (a test that could not be made). What is seen in all games together is
-- judged by a watcher: see `WATCHERS` in main.lua.

local use = require((...):match "^(.*)%..*%." .. ".use")

local label, unused = use("tree.label", "common.unused")

local concat, move_text = table.concat, use "check.lines".move_text

local findings = {}

local Findings = {}
Findings.__index = Findings

-- The kinds, a cause before what it may cause. A report has this order. What `follows` is left out beside a defect that
-- `causes` others. The line of a `whole` defect cannot be made shorter by leaving out moves: two lines belong together,
-- or many games.
local KINDS = {
  {"error", causes = true},
  {"start", whole = true},
  {"name", whole = true},
  {"answer", causes = true},
  {"hidden", whole = true, causes = true},
  {"outside", whole = true, causes = true},
  {"change", causes = true},
  {"restore", causes = true},
  {"shared", causes = true},
  {"twice", causes = true},
  {"turn", whole = true, causes = true},
  {"deal", whole = true},
  {"duplicate"},
  {"probability"},
  {"clash"},
  {"differs"},
  {"bounds"},
  {"endless", whole = true},
  {"key", whole = true, follows = true},
  {"collision", whole = true, follows = true},
  {"path", whole = true, follows = true},
  {"sign", whole = true, follows = true},
  {"idle", whole = true, follows = true},
}

local KIND_OF = {}
for rank, kind in ipairs(KINDS) do
  kind.rank, KIND_OF[kind[1]] = rank, kind
end

-- Functions on which nothing else depends.
local ASIDE = {
  bounds = true, evaluate_move = true, find_move = true, move_id = true, noisy = true, order = true,
  pass = true, unpass = true,
}

-- Makes lists without entries: `list` of defects, `questions` and `skipped`; and by defect, `steps` and `other_steps`.
function findings.new()
  return setmetatable({list = {}, steps = {}, other_steps = {}, questions = {}, skipped = {}}, Findings)
end

-- A field of each of some steps: by default their moves. Their `index` is the place in the list that they come from.
function findings.moves_of(steps, field)
  local column = {}
  for i, step in ipairs(steps) do column[i] = step[field or "move"] end
  return column
end

local moves_of = findings.moves_of

-- Adds a defect of a function of the game, `callback`, unless it is known by a line that is no longer. `more` has other
-- fields of the finding; `other_steps` become its other line.
function Findings:add(kind, callback, steps, message, more)
  local known, place = self:get(kind, callback)
  if known and #known.line <= #steps then return end
  local finding = {
    kind = kind, callback = callback, line = moves_of(steps), indices = moves_of(steps, "index"), message = message,
    start = steps.start,
  }
  for field, value in pairs(more or {}) do finding[field] = value end
  local other = finding.other_steps
  if other then
    finding.other, finding.other_indices, finding.other_start = moves_of(other), moves_of(other, "index"), other.start
    finding.other_steps = nil
  end
  self.list[place or #self.list + 1], self.steps[finding], self.other_steps[finding] = finding, steps, other
end

-- The finding of a kind at a function, and its place in the list; nil when there is none.
function Findings:get(kind, callback)
  for place, finding in ipairs(self.list) do
    if finding.kind == kind and finding.callback == callback then return finding, place end
  end
  return nil
end

-- Is there a finding of a kind?
function Findings:has(kind)
  for _, finding in ipairs(self.list) do
    if finding.kind == kind then return true end
  end
  return false
end

-- Is there a finding whose line is longer than `length`, and may be shortened?
function Findings:has_longer(length)
  for _, finding in ipairs(self.list) do
    if finding.kind ~= "endless" and #finding.line > length then return true end
  end
  return false
end

-- May the line of a finding be made shorter by leaving out moves?
function findings.is_divisible(finding)
  return not KIND_OF[finding.kind].whole
end

-- Puts a sentence down under a name. One that has the same kind and name is replaced.
local function put(sentences, kind, name, text)
  local at = 1
  while sentences[at] and (sentences[at].kind ~= kind or sentences[at].name ~= name) do at = at + 1 end
  sentences[at] = {kind = kind, name = name, text = text}
end

-- Asks a question, which becomes a note. The name tells the questions of a kind apart: one that is asked again replaces
-- the former. The text has no full stop unless it has several sentences.
function Findings:ask(kind, name, text)
  put(self.questions, kind, name, text)
end

-- Adds to the report a test that was not made, of the kind of the findings that it would have. The text says which
-- test, why it was not made, and what to give.
function Findings:skip(kind, name, text)
  put(self.skipped, kind, name, text)
end

-- The kinds of defects that break a state or a list. What shows by a longer line may be a consequence.
local BREAKING = {change = true, restore = true, shared = true}

-- Is there a defect after which a state, or what a function answers in it, may well be another?
function Findings:may_change_answers()
  for _, kind in ipairs {"error", "outside", "hidden", "change", "restore", "shared", "twice", "path", "collision"} do
    if self:has(kind) then return true end
  end
  return false
end

-- Sorts by kinds, and leaves what is of one kind in its order. Errors and wrong answers come behind what may have
-- broken the state before them.
local function sort_by_kind(list)
  local places, broken = {}, math.huge
  for i, entry in ipairs(list) do
    places[entry] = i
    if BREAKING[entry.kind] and entry.line and not ASIDE[entry.callback] then broken = math.min(broken, #entry.line) end
  end
  local function rank_of(entry)
    local rank, is_symptom = KIND_OF[entry.kind].rank, entry.kind == "error" or entry.kind == "answer"
    return is_symptom and entry.line and #entry.line > broken and rank + KIND_OF.twice.rank or rank
  end
  table.sort(list, function(a, b)
    local first, second = rank_of(a), rank_of(b)
    if first ~= second then return first < second end
    return places[a] < places[b]
  end)
end

-- Removes the entries for which `is_gone` returns true.
local function remove(list, is_gone)
  for i = #list, 1, -1 do
    if is_gone(list[i]) then table.remove(list, i) end
  end
end

-- Puts causes before their consequences. When a function on which keys, paths and signs depend has another defect, what
-- was found about these is left out.
function Findings:leave_out_consequences()
  local has_cause = false
  local both = {} -- functions whose wrong answer is why the game is over in its first state: that is said once
  for _, finding in ipairs(self.list) do
    both[finding.callback] = self:get("start", finding.callback) and self:get("answer", finding.callback) and true
  end
  remove(self.list, function(finding)
    return both[finding.callback] and finding.kind == (finding.callback == "is_over" and "answer" or "start")
  end)
  for _, finding in ipairs(self.list) do
    has_cause = has_cause or KIND_OF[finding.kind].causes and not ASIDE[finding.callback]
  end
  for _, list in ipairs {self.list, self.questions, self.skipped} do
    if has_cause then remove(list, function(entry) return KIND_OF[entry.kind].follows end) end
    sort_by_kind(list)
  end
end

-- The report ---------------------------------------------------------------------------------------------------------

local Report = {}
Report.__index = Report

-- Lines with more moves are abbreviated, to this number of moves at the beginning and at the end.
local LONG, HEAD, TAIL = 24, 12, 6

-- The number of fields of a state on which a check spends most of its time.
local LARGE = 10000

-- The most differences that are written, and the most characters of one.
local SHOWN, LONGEST = 3, 240

-- The move of a step as text. A state, in the children style, is its label or its place in the list.
local function step_text(are_children, step)
  if not are_children then return step.text or move_text(step.move) end
  return label.of(step.move) or ("child %d"):format(step.index)
end

-- Steps as text on one line. With `has_starts`, they may start from several states.
local function line_text(are_children, steps, has_starts)
  local from, parts = has_starts and (" (state %d)"):format(steps.start) or "", {}
  if #steps == 0 then return "none, it shows at the start" .. from end
  for i, step in ipairs(steps) do
    if #steps <= LONG or i <= HEAD or i > #steps - TAIL then
      parts[#parts + 1] = step_text(are_children, step)
    elseif i == HEAD + 1 then
      parts[#parts + 1] = ("... (%d more)"):format(#steps - HEAD - TAIL)
    end
  end
  return concat(parts, ", ") .. from
end

-- A text that is not too long for a line of a report.
local function cut(text)
  return #text <= LONGEST and text or text:sub(1, LONGEST) .. " ..."
end

-- A finding as text.
local function finding_text(run, finding)
  local lines, found, has_starts = {finding.callback .. ": " .. finding.message}, run.findings, run.plan.starts > 1
  local are_children = run.plan.rules.style == "children"
  local function add(text) lines[#lines + 1] = "   " .. text end
  local taken_back = finding.taken_back and ("; %d of them taken back"):format(finding.taken_back) or ""
  add("moves: " .. line_text(are_children, found.steps[finding], has_starts) .. taken_back)
  if finding.other then add("there: " .. line_text(are_children, found.other_steps[finding], has_starts)) end
  local differences = finding.differences or {}
  for i = 1, math.min(#differences, SHOWN) do add(cut(differences[i].text)) end
  if #differences > SHOWN or finding.has_more then
    add(("and %s%d more: see the field `differences` of the finding"):format(finding.has_more and "at least " or "",
      #differences - math.min(#differences, SHOWN) + (finding.has_more and 1 or 0)))
  end
  local others = finding.collisions and #finding.collisions - 1 or 0
  if others > 0 then add(("and %d more such pair%s of states"):format(others, others > 1 and "s" or "")) end
  return concat(lines, "\n")
end

-- The report as text: one line when nothing was found.
function Report.__tostring(self)
  local found = self.ok and "no defect in" or #self.findings == 1 and "1 defect in" or #self.findings .. " defects in"
  if self.ok and #self.not_tested > 0 then found = "no defect in what was tested:" end
  local lines = {
    ("alphabeta.check: %s %d games, %d states (seed %d)"):format(found, self.games, self.states, self.seed),
  }
  for i, finding in ipairs(self.findings) do lines[#lines + 1] = i .. ". " .. finding.text end
  for _, test in ipairs(self.not_tested) do lines[#lines + 1] = "not tested: " .. test end
  for _, note in ipairs(self.notes) do lines[#lines + 1] = "note: " .. note end
  return concat(lines, "\n")
end

-- Raises the report's text as an error, if there are findings.
function Report:assert()
  if not self.ok then error(tostring(self), 2) end
  return self
end

-- The texts of sentences.
local function texts_of(sentences)
  local texts = {}
  for i, sentence in ipairs(sentences) do texts[i] = sentence.text end
  return texts
end

-- How many fields there are in the tables of a snapshot.
local function size_of(snapshot)
  local sum = 0
  for _, count in next, snapshot.counts do sum = sum + count end
  return sum
end

-- What is only asked, and what could not be checked.
local function notes_of(run)
  local notes, plan = texts_of(run.findings.questions), run.plan
  for _, sentence in ipairs(unused.sentences(plan.unused)) do notes[#notes + 1] = sentence end
  if plan.rules.hash and #run.findings.list == 0 and run.keys.transpositions == 0 then
    notes[#notes + 1] = plan.hashes_content
      and "no state came up twice: if different moves lead to the same position, the state holds what the game does not"
        .. " depend on, such as a list of the moves so far; leave it out by 'hash_ignore'"
      or "no state came up twice, so it was not seen whether `hash` knows it again"
  end
  if run.was_late then
    notes[#notes + 1] = ("%d games were played, not %d, and %d states visited, not %d: 'time' is %g seconds"):format(
      run.games, plan.games, run.states, plan.nodes, plan.time)
    local fields = run.first_snapshot and size_of(run.first_snapshot) or 0
    if fields >= LARGE then
      notes[#notes + 1] = ("a state has %d fields, and to compare states takes most of the time: give the check a"
        .. " smaller one"):format(fields)
    end
  elseif run.games < plan.games and plan.has_limits then
    notes[#notes + 1] = ("%d games were played, not %d: 'nodes' is %d"):format(run.games, plan.games, plan.nodes)
  end
  return notes
end

-- Makes the report of a run that is over.
function findings.report(run)
  local list = run.findings.list
  for _, finding in ipairs(list) do
    if run.plan.starts == 1 then finding.start, finding.other_start = nil, nil end
    finding.text = finding_text(run, finding)
  end
  return setmetatable({
    ok = #list == 0, findings = list, notes = notes_of(run), not_tested = texts_of(run.findings.skipped),
    games = run.games, ended = run.ended, plies = run.plies, states = run.states, seed = run.plan.seed,
  }, Report)
end

return findings
