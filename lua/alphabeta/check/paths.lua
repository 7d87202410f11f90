-- The values of the positions that were seen: does what a state is worth depend on how it was reached? Internal:
-- `alphabeta.check` uses it.
--
-- A search reaches a state by several lines, and evaluates it between moves that it makes and takes back. So a value
-- that depends on what the game keeps in local variables or globals changes with the order of the search. States of the
-- same content are compared when they were reached by different lines; and a state with itself, before moves were tried
-- there and after.

local CHECK = (... or "alphabeta.check.paths"):match "^(.*)%.[^.]*$" -- the folder may lie elsewhere
local PACKAGE = CHECK:match "^(.*)%.[^.]*$"

local games = require(PACKAGE .. ".common.game")
local pictures = require(PACKAGE .. ".common.picture")
local positions = require(CHECK .. ".position")

local attempt, line = positions.attempt, positions.line

local paths = {}

local Paths = {}
Paths.__index = Paths

-- How many pairs of states with different values are looked at: they are played on, to see that it is the same state.
local MAX_PAIRS = 20

-- Makes the memory of a run for values.
-- @tparam table run
-- @treturn table
function paths.new(run)
  return setmetatable({run = run, by_content = {}, suspects = {}, pairs = 0}, Paths)
end

-- A value as text; the players' ones in max^n.
local function text_of(value) return pictures.text(value, 200) end

-- Compares the value of a position with that of the same state, if it was seen. Suspects are examined later, when the
-- state is not in use.
-- @tparam table position
-- @tparam string content of the state
-- @param value
function Paths:remember(position, content, value)
  local name = games.valuer_of(position.rules, position.is_over)
  local place = ("%s %s %s"):format(name, position.player_index or 0, content)
  local seen, twin = {name = name, value = text_of(value), steps = line(position.steps)}, self.by_content[place]
  if not twin then
    self.by_content[place] = seen
  elseif twin.value ~= seen.value and self.pairs < MAX_PAIRS then
    self.pairs = self.pairs + 1
    self.suspects[#self.suspects + 1] = {a = twin, b = seen}
  end
end

-- Evaluates a position again, after moves were tried there.
-- @tparam table position
-- @param value what it was worth before
function Paths:evaluate_again(position, value)
  local run, name = self.run, games.valuer_of(position.rules, position.is_over)
  if run.findings:get("restore", name) or run.findings:get("twice", name) then return end
  local now = position:ask(nil, name, position.state, run.me)
  position:tidy()
  if text_of(now) == text_of(value) then return end
  position:found("restore", name, nil,
    ("returns another value when moves were made and taken back: %s before, %s after. It depends on what the game keeps"
      .. " in local variables or globals"):format(text_of(value), text_of(now)))
end

-- Examines the suspects: states that play alike, to the end of the game, are the same state.
function Paths:settle()
  local run, suspects = self.run, self.suspects
  self.suspects = {}
  for _, suspect in ipairs(suspects) do
    local a, b = suspect.a, suspect.b
    if #a.steps > #b.steps then a, b = b, a end
    local known, is_same = run.findings:get("path", b.name), false
    if not known or #known.line > #b.steps then attempt(function() is_same = run.keys:play_alike(a, b) end) end
    if is_same then
      run.findings:add("path", b.name, b.steps,
        ("returns different values for the same state, by the moves that led there: %s here, %s there. It depends on "
          .. "what the game keeps in local variables or globals"):format(b.value, a.value), {other_steps = a.steps})
    end
  end
end

return paths
