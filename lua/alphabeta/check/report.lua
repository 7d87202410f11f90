-- What a check has found, for its caller. Internal: `alphabeta.check` returns one.

local PACKAGE = (... or "alphabeta.check.report"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere

local pictures = require(PACKAGE .. ".picture")

local concat = table.concat

local report = {}

local Report = {}
Report.__index = Report

-- Lines with more moves are abbreviated, to this number of moves at the beginning and at the end.
local LONG, HEAD, TAIL = 24, 12, 6

-- Moves as text on one line.
local function line_text(line)
  if #line == 0 then return "none, it shows at the start" end
  local parts = {}
  for i, move in ipairs(line) do
    if #line <= LONG or i <= HEAD or i > #line - TAIL then
      parts[#parts + 1] = pictures.text(move)
    elseif i == HEAD + 1 then
      parts[#parts + 1] = ("... (%d more)"):format(#line - HEAD - TAIL)
    end
  end
  return concat(parts, ", ")
end

-- Writes a finding to the end of a list of lines.
local function write(lines, number, finding)
  local function add(text) lines[#lines + 1] = "   " .. text end
  lines[#lines + 1] = ("%d. %s: %s"):format(number, finding.callback, finding.message)
  local taken_back = finding.taken_back and ("; %d of them taken back"):format(finding.taken_back) or ""
  add("moves: " .. line_text(finding.line) .. taken_back)
  if finding.other then add("there: " .. line_text(finding.other)) end
  for _, difference in ipairs(finding.differences or {}) do add(difference.text) end
  if finding.has_more then add "and more" end
  local others = finding.collisions and #finding.collisions - 1 or 0
  if others > 0 then add(("and %d more such pair%s of states"):format(others, others > 1 and "s" or "")) end
end

-- The report as text: one line when nothing was found.
function Report.__tostring(self)
  local lines = {("alphabeta.check: %s in %d games, %d states (seed %d)"):format(
    self.ok and "no defect" or #self.findings == 1 and "1 defect" or #self.findings .. " defects",
    self.games, self.states, self.seed)}
  for i, finding in ipairs(self.findings) do write(lines, i, finding) end
  for _, note in ipairs(self.notes) do lines[#lines + 1] = "note: " .. note end
  return concat(lines, "\n")
end

-- Raises the report's text as an error, if there are findings.
function Report:assert()
  if not self.ok then error(tostring(self), 2) end
  return self
end

-- What could not be checked.
local function notes_of(run)
  local notes, plan = {}, run.plan
  if plan.rules.hash and #run.findings.list == 0 and run.keys.transpositions == 0 then
    notes[#notes + 1] = "no state came up twice, so it was not seen whether `hash` knows it again"
  end
  if run.games < plan.games then
    notes[#notes + 1] = ("%d games were played, not %d: 'nodes' is %d"):format(run.games, plan.games, plan.nodes)
  end
  return notes
end

-- Makes the report of a run that is over.
-- @tparam table run
-- @treturn check_report
function report.new(run)
  local list = run.findings.list
  return setmetatable({
    ok = #list == 0, findings = list, notes = notes_of(run), games = run.games, ended = run.ended, plies = run.plies,
    states = run.states, seed = run.plan.seed,
  }, Report)
end

return report
