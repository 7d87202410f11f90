-- The defects that a check has found: one for each kind of defect of each function, with the shortest line of moves
-- that shows it. Internal: `alphabeta.check` uses it.
--
-- A line is reported as an array of moves. Where it is to be played again, it is an array of steps: tables with the
-- `move`, its `index` in the list, and `is_chance` for an outcome.

local PACKAGE = (... or "alphabeta.check.findings"):match "^(.*)%.[^.]*%.[^.]*$" -- the folder may lie elsewhere
if require(PACKAGE .. ".common.traversal") then jit.off(true, true) end

local findings = {}

local Findings = {}
Findings.__index = Findings

-- Kinds of defects that cause others, and kinds that may be caused by them.
local CAUSES = {
  answer = true, change = true, error = true, hidden = true, outside = true, restore = true, shared = true, turn = true,
  twice = true,
}
local CONSEQUENCES = {collision = true, key = true, path = true, sign = true}

-- Functions on which nothing else depends.
local ASIDE = {
  bounds = true, evaluate_move = true, find_move = true, hash_move = true, move_id = true, noisy = true, order = true,
  pass = true, unpass = true,
}

-- Kinds of defects whose lines cannot be made shorter by leaving out moves: two lines belong together, or many games.
local WHOLE = {collision = true, endless = true, hidden = true, key = true, outside = true, path = true,
  sign = true, turn = true}

-- Makes a list without findings.
function findings.new()
  return setmetatable({list = {}, places = {}, steps = {}}, Findings)
end

-- The moves of some steps.
-- @tparam {table,...} steps
-- @treturn table
function findings.moves_of(steps)
  local moves = {}
  for i, step in ipairs(steps) do moves[i] = step.move end
  return moves
end

local moves_of = findings.moves_of

-- The places of the moves of some steps in the lists that they come from.
local function indices_of(steps)
  local indices = {}
  for i, step in ipairs(steps) do indices[i] = step.index end
  return indices
end

local function name_of(kind, callback) return kind .. " " .. callback end

-- Adds a defect, unless it is known by a line that is no longer.
-- @tparam string kind
-- @tparam string callback the function of the game
-- @tparam {table,...} steps the line that shows it
-- @tparam string message
-- @tparam[opt] table more other fields of the finding; `other_steps` become its other line
function Findings:add(kind, callback, steps, message, more)
  local known = self:get(kind, callback)
  if known and #known.line <= #steps then return end
  local finding = {
    kind = kind, callback = callback, line = moves_of(steps), indices = indices_of(steps), message = message,
  }
  for field, value in pairs(more or {}) do finding[field] = value end
  if finding.other_steps then
    finding.other, finding.other_indices = moves_of(finding.other_steps), indices_of(finding.other_steps)
    finding.other_steps = nil
  end
  local name = name_of(kind, callback)
  local place = self.places[name] or #self.list + 1
  self.list[place], self.places[name], self.steps[name] = finding, place, steps
end

-- The finding of a kind at a function; nil when there is none.
function Findings:get(kind, callback)
  local place = self.places[name_of(kind, callback)]
  return place and self.list[place]
end

-- The steps of a finding's line.
function Findings:steps_of(finding)
  return self.steps[name_of(finding.kind, finding.callback)]
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
  return not WHOLE[finding.kind]
end

-- Forgets what may be a consequence of something else: what was found about keys, paths and signs, when the functions
-- that it depends on have other defects.
function Findings:leave_out_consequences()
  local has_cause = false
  for _, finding in ipairs(self.list) do
    has_cause = has_cause or CAUSES[finding.kind] and not ASIDE[finding.callback]
  end
  if not has_cause then return end
  for i = #self.list, 1, -1 do
    if CONSEQUENCES[self.list[i].kind] then table.remove(self.list, i) end
  end
  self.places = {}
  for i, finding in ipairs(self.list) do self.places[name_of(finding.kind, finding.callback)] = i end
end

return findings
