-- What a check has found, for its caller. Internal: `alphabeta.check` returns one.

local PACKAGE = (... or "alphabeta.check.report"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local label = require(PACKAGE .. ".tree.label")
local pictures = require(PACKAGE .. ".common.picture")
local unused = require(PACKAGE .. ".common.unused")

local concat = table.concat

local report = {}

local Report = {}
Report.__index = Report

-- Lines with more moves are abbreviated, to this number of moves at the beginning and at the end.
local LONG, HEAD, TAIL = 24, 12, 6

-- The most differences that are written, and the most characters of one.
local SHOWN, LONGEST = 3, 240

-- A move as text. A state, in the children style, is its label, if it has one, or its place in the list.
local function move_text(are_children, move, index)
  if not are_children then return pictures.text(move) end
  return label.of(move) or ("child %d"):format(index)
end

-- Moves as text on one line. `indices` are their places in the lists.
local function line_text(are_children, line, indices)
  if #line == 0 then return "none, it shows at the start" end
  local parts = {}
  for i, move in ipairs(line) do
    if #line <= LONG or i <= HEAD or i > #line - TAIL then
      parts[#parts + 1] = move_text(are_children, move, indices[i])
    elseif i == HEAD + 1 then
      parts[#parts + 1] = ("... (%d more)"):format(#line - HEAD - TAIL)
    end
  end
  return concat(parts, ", ")
end

-- A text that is not too long for a line of a report.
local function cut(text)
  return #text <= LONGEST and text or text:sub(1, LONGEST) .. " ..."
end

-- A finding as text.
local function text_of(are_children, finding)
  local lines = {finding.callback .. ": " .. finding.message}
  local function add(text) lines[#lines + 1] = "   " .. text end
  local taken_back = finding.taken_back and ("; %d of them taken back"):format(finding.taken_back) or ""
  add("moves: " .. line_text(are_children, finding.line, finding.indices) .. taken_back)
  if finding.other then add("there: " .. line_text(are_children, finding.other, finding.other_indices)) end
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
  local lines = {("alphabeta.check: %s in %d games, %d states (seed %d)"):format(
    self.ok and "no defect" or #self.findings == 1 and "1 defect" or #self.findings .. " defects",
    self.games, self.states, self.seed)}
  for i, finding in ipairs(self.findings) do lines[#lines + 1] = i .. ". " .. finding.text end
  for _, note in ipairs(self.notes) do lines[#lines + 1] = "note: " .. note end
  return concat(lines, "\n")
end

-- Raises the report's text as an error, if there are findings.
function Report:assert()
  if not self.ok then error(tostring(self), 2) end
  return self
end

-- What is only asked, and what could not be checked.
local function notes_of(run)
  local notes, plan = {run.unseen}, run.plan
  for _, question in ipairs(run.questions) do notes[#notes + 1] = question end
  for _, sentence in ipairs(unused.sentences(plan.unused)) do notes[#notes + 1] = sentence end
  notes[#notes + 1] = plan.cost
  if plan.rules.hash and #run.findings.list == 0 and run.keys.transpositions == 0 then
    notes[#notes + 1] = plan.hashes_content
      and "no state came up twice: if different moves lead to the same position, the state holds what the game does not"
        .. " depend on, such as a list of the moves so far; leave it out by 'hash_ignore'"
      or "no state came up twice, so it was not seen whether `hash` knows it again"
  end
  if run.was_late then
    notes[#notes + 1] = ("%d games were played, not %d, and %d states visited, not %d: 'time' is %g seconds"):format(
      run.games, plan.games, run.states, plan.nodes, plan.time)
  elseif run.games < plan.games and plan.has_limits then
    notes[#notes + 1] = ("%d games were played, not %d: 'nodes' is %d"):format(run.games, plan.games, plan.nodes)
  end
  return notes
end

-- Makes the report of a run that is over.
-- @tparam table run
-- @treturn check_report
function report.new(run)
  local list, are_children = run.findings.list, run.plan.rules.style == "children"
  for _, finding in ipairs(list) do finding.text = text_of(are_children, finding) end
  return setmetatable({
    ok = #list == 0, findings = list, notes = notes_of(run), games = run.games, ended = run.ended,
    plies = run.plies, states = run.states, seed = run.plan.seed,
  }, Report)
end

return report
