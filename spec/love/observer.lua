-- Looks on while the game of connect four is played: gets hold of its parts, and measures.

local board = require "game.board"
local panel = require "game.panel"
local session = require "game.session"

local clock = require "spec.love.clock"
local keep = require "spec.love.keep"
local person = require "spec.love.person"
local report = require "spec.love.report"

local FRAME = 1000 / 60 -- milliseconds

-- `computing` are the seconds of this thread in each update in which the computer thinks.
local observer = {computing = {}}

keep(board, "new", observer, "board")
keep(panel, "new", observer, "panel")
keep(session, "new", observer, "session")

local update = session.update

function session.update(self, seconds)
  local is_working, start = self.game:thinking(), clock()
  update(self, seconds)
  if is_working then observer.computing[#observer.computing + 1] = clock() - start end
  -- Between two slices the state is as it was: what is drawn is what was played.
  local match = self.match
  local state, stones = match.state, 0
  for column = 1, state.width do stones = stones + state.heights[column] end
  assert(state == self.game.state)
  assert(stones == #match.columns and state.left == 42 - stones and state.turn == stones % 2 + 1)
end

--- The button with a key, and the middle of it.
function observer.button(key)
  for _, button in ipairs(observer.panel.buttons) do
    if button.key == key then return button.x + button.width / 2, button.y + button.height / 2 end
  end
end

--- Whether the person is to move and all stones lie, or the match is over.
function observer.is_ready()
  local own = observer.session
  return own.match:is_over() or own:is_persons_turn() and own.stones:are_still()
end

--- What a poor player drops a stone into: the first column that is not full, from the left.
function observer.free_column()
  for _, column in ipairs {1, 2, 7, 6, 3, 5, 4} do
    if observer.session.match:landing(column) then return column end
  end
end

--- Drops a stone into a column by a function, and waits until it falls there.
function observer.plays(column, drop)
  local match = observer.session.match
  local count = #match.columns
  drop()
  person.waits("the stone falls", function() return #match.columns > count end)
  assert(match.columns[count + 1] == column)
end

--- Reports what was measured, in milliseconds.
function observer.tell()
  report.tell("frame", FRAME)
  report.tell("slices", #observer.computing)
  for _, percent in ipairs {50, 99} do
    report.tell("computing " .. percent, report.quantile(observer.computing, percent / 100) * 1000)
  end
end

return observer
